import type { Mapping } from '../payloads/mapping.ts'

export type SourceKind = 'pull_http' | 'webhook'
export type SourceStatus = 'active' | 'failing' | 'paused' | 'revoked'
export type SigningScheme = 'ed25519' | 'hmac_sha256'

/** What is fetched of a source, and how often. */
export type PullTerms = {
  readonly url: string
  readonly interval_seconds: number
  /** Pointer to the list of facts on each page, in place of that of the mapping. */
  readonly items?: string
  /** Where the next page begins: found at the pointer, sent as the query parameter. */
  readonly cursor?: { readonly pointer: string; readonly parameter: string }
}

/** A payload, or an element of its list, that became no fact. */
export type SourceRejection = {
  readonly at: string
  /** The id of the delivery or of the sync. */
  readonly webhook_id: string
  readonly code: string
  readonly pointer: string | null
}

/** Why deliveries or syncs fail, since when, and how many in a row. */
export type SourceFailure = { readonly code: string; readonly since: string; readonly count: number }

/** A system of record that an account registered. */
export type Source = {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly kind: SourceKind
  readonly status: SourceStatus
  /** The Spool that its facts are of; null where the mapping finds it in each payload. */
  readonly spoolId: string | null
  /** Null for a source that is fetched. */
  readonly scheme: SigningScheme | null
  readonly mapping: Mapping
  readonly pull: PullTerms | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly lastReceivedAt: string | null
  readonly factCount: number
  readonly failure: SourceFailure | null
  readonly rejections: readonly SourceRejection[]
  /** When its allowance of deliveries is full again; null before the first one. */
  readonly deliveriesFullAt: Date | null
}

/** Where the facts are in a payload of a source: the list of its pages is named by what is fetched, or by the mapping. */
export function mappingOf({
  mapping,
  pull,
}: {
  mapping: Mapping
  pull?: { items?: string } | null
}): Mapping {
  const items = pull?.items
  return items === undefined ? mapping : { ...mapping, items }
}

/** A key that deliveries are checked with, without the key itself. */
export type SourceKey = {
  readonly id: string
  /** Null for a secret of HMAC. */
  readonly publicKey: string | null
  readonly createdAt: string
  /** Null for the newest one, which does not expire. */
  readonly expiresAt: string | null
}

/** The last sync of a source that is fetched. */
export type SourceSync = {
  readonly id: string
  readonly status: 'completed' | 'failed' | 'running'
  readonly startedAt: string
  readonly endedAt: string | null
  readonly factsCreated: number
  readonly error: string | null
}
