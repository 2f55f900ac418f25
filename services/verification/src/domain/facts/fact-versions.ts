import { canonicalJson, digestOf } from '@outturn/canonical'
import type { FactValues } from '../payloads/map-payload.ts'
import { compareSent, type SentOrder } from './fact.ts'

/** SHA-256 of what says which facts are versions of one: the Spool, the source, the subject, the predicate and the time. */
export function identityDigestOf(
  spoolId: string,
  sourceId: string,
  { subject, predicate, occurred_at }: FactValues,
): string {
  return digestOf(canonicalJson([spoolId, sourceId, subject, predicate, occurred_at]))
}

/** One version of a fact. */
export type FactVersion = {
  readonly id: string
  readonly identityDigest: string
  readonly contentDigest: string
  readonly sent: SentOrder
  readonly supersedes: string | null
  readonly supersededBy: string | null
}

/** The version that a report is of, by which it is found. */
export type ReportedVersion = Pick<FactVersion, 'contentDigest' | 'identityDigest'>

export type PlacedVersion = {
  readonly version: FactVersion
  /** False for values that are known already, under the id of the version that has them. */
  readonly isNew: boolean
  /** How many more facts are current: 1 or 0. */
  readonly addedCurrent: number
}

/** The versions that are known, and what became of them. */
export type FactVersions = {
  /** Places one more report of a fact among its versions. */
  place(
    report: Pick<FactVersion, 'contentDigest' | 'identityDigest' | 'sent'>,
    newId: () => string,
  ): PlacedVersion
  /** Whether a report would be the first version of its fact. */
  isFirst(identityDigest: string): boolean
  /** The version of an id as it is now. */
  versionOf(id: string): FactVersion
  /** Known versions that changed. */
  changed(): readonly FactVersion[]
}

/**
 * The current version is the one that its sender reported last by its own order, whatever arrived last. Values that are reported again are the same
 * version, and move it to the later place.
 */
export function createFactVersions(known: readonly FactVersion[]): FactVersions {
  const byId = new Map(known.map((version) => [version.id, version]))
  const byIdentity = Map.groupBy(known, ({ identityDigest }) => identityDigest) as Map<
    string,
    { id: string }[]
  >
  const knownIds = new Set(byId.keys())
  const changedIds = new Set<string>()

  function versionsOf(identityDigest: string): FactVersion[] {
    return (byIdentity.get(identityDigest) ?? []).map(({ id }) => byId.get(id) as FactVersion)
  }

  function keep(version: FactVersion): FactVersion {
    byId.set(version.id, version)
    if (knownIds.has(version.id)) changedIds.add(version.id)
    return version
  }

  function placeKnown(version: FactVersion, sent: SentOrder, current: FactVersion): FactVersion {
    if (compareSent(sent, version.sent) <= 0) return version
    if (version.supersededBy === null || compareSent(sent, current.sent) < 0)
      return keep({ ...version, sent })
    keep({ ...current, supersededBy: version.id })
    return keep({ ...version, sent, supersedes: current.id, supersededBy: null })
  }

  return {
    place({ identityDigest, contentDigest, sent }, newId) {
      const versions = versionsOf(identityDigest)
      const current = versions.find(({ supersededBy }) => supersededBy === null)
      const same = versions.find((version) => version.contentDigest === contentDigest)
      if (same !== undefined && current !== undefined) {
        return { version: placeKnown(same, sent, current), isNew: false, addedCurrent: 0 }
      }
      const fresh = { id: newId(), identityDigest, contentDigest, sent, supersedes: null, supersededBy: null }
      const isCurrent = current === undefined || compareSent(sent, current.sent) > 0
      if (isCurrent && current !== undefined) keep({ ...current, supersededBy: fresh.id })
      const version = keep({
        ...fresh,
        supersedes: isCurrent ? (current?.id ?? null) : null,
        supersededBy: isCurrent ? null : current.id,
      })
      byIdentity.set(identityDigest, [...versions, version])
      return { version, isNew: true, addedCurrent: current === undefined ? 1 : 0 }
    },
    isFirst: (identityDigest) => versionsOf(identityDigest).length === 0,
    versionOf: (id) => byId.get(id) as FactVersion,
    changed: () => Array.from(changedIds, (id) => byId.get(id) as FactVersion),
  }
}
