import type { Side } from '@outturn/vocabulary'
import type { MappedElement, RejectionCode } from '../payloads/map-payload.ts'
import type { Mapping } from '../payloads/mapping.ts'

/** Most current facts of a Spool. */
export const maxCurrentFacts = 50_000

/** What a fact takes over of its source. */
export type FactSource = {
  readonly id: string
  readonly accountId: string
  /** Null for a source that is fetched. */
  readonly scheme: 'ed25519' | 'hmac_sha256' | null
  readonly mapping: Mapping
}

/** The Spool that a fact is of, as the spool service knows it. */
export type FactTarget = {
  readonly spoolId: string
  /** Accounts of the sides; null for one without an account. */
  readonly buyer: string | null
  readonly provider: string | null
  readonly takesFacts: boolean
}

/** The side of a source's account in the Spool of an element, or why the Spool takes no fact of it. */
export function sideInTarget(
  { accountId }: Pick<FactSource, 'accountId'>,
  { spoolId }: Pick<MappedElement, 'spoolId'>,
  targets: ReadonlyMap<string, FactTarget>,
): { readonly side: Side } | { readonly code: RejectionCode } {
  const target = targets.get(spoolId)
  const side = target === undefined ? null : sideOfAccount(target, accountId)
  if (target === undefined || side === null) return { code: 'unknown_spool' }
  return target.takesFacts ? { side } : { code: 'spool_closed' }
}

function sideOfAccount({ buyer, provider }: FactTarget, accountId: string): Side | null {
  if (buyer === accountId) return 'buyer'
  return provider === accountId ? 'provider' : null
}
