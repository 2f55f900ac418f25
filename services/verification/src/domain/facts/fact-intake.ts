import { contentDigestOf } from '@outturn/agreement'
import type { MappedElement, MappedPayload, RejectedElement } from '../payloads/map-payload.ts'
import type { Fact, FactProvenance, SentOrder } from './fact.ts'
import { type FactSource, type FactTarget, maxCurrentFacts, sideInTarget } from './fact-target.ts'
import {
  createFactVersions,
  type FactVersion,
  identityDigestOf,
  type ReportedVersion,
} from './fact-versions.ts'

/** What the payloads of one transaction are placed among. */
export type IntakeState = {
  readonly targets: ReadonlyMap<string, FactTarget>
  /** Of each fact that the payloads may concern the current version, and those that have the values that are reported. */
  readonly known: readonly FactVersion[]
  /** Current facts by Spool. */
  readonly counts: ReadonlyMap<string, number>
}

/** How a payload came. */
export type IntakeOrigin = {
  readonly provenance: FactProvenance
  readonly observedAt: string
  readonly webhookId: string | null
  readonly sent: Omit<SentOrder, 'index'>
  /** Place of the first element; pages of one sync go on from one another. */
  readonly firstIndex: number
}

export type TakenPayload = {
  /** Ids of the facts in the order of their elements; those that were known have their first id. */
  readonly factIds: readonly string[]
  readonly created: number
  /** All elements that became no fact, by index. */
  readonly rejected: readonly RejectedElement[]
}

export type IntakeResult = {
  readonly facts: readonly (Fact & { readonly identityDigest: string })[]
  readonly changed: readonly FactVersion[]
  readonly counts: ReadonlyMap<string, number>
}

export type FactIntake = {
  take(source: FactSource, payload: MappedPayload, origin: IntakeOrigin): TakenPayload
  /** What has to be written of all that was taken. */
  result(): IntakeResult
}

type NewFact = Omit<Fact, 'supersededBy' | 'supersedes'> & { readonly identityDigest: string }

/** What of facts a payload reports, by which an intake finds the versions that it needs. */
export function reportsOf(source: FactSource, { mapped }: MappedPayload): ReportedVersion[] {
  return mapped.map(({ spoolId, values }) => ({
    identityDigest: identityDigestOf(spoolId, source.id, values),
    contentDigest: contentDigestOf(values),
  }))
}

export function createFactIntake({ targets, known, counts }: IntakeState, newId: () => string): FactIntake {
  const versions = createFactVersions(known)
  const current = new Map(counts)
  const fresh: NewFact[] = []

  function place(
    source: FactSource,
    element: MappedElement,
    origin: IntakeOrigin,
  ): FactVersion | RejectedElement {
    const rejected = (code: RejectedElement['code']): RejectedElement => {
      const pointer = source.mapping.spool
      return {
        index: element.index,
        code,
        member: 'spool',
        pointer: typeof pointer === 'string' ? pointer : null,
      }
    }
    const found = sideInTarget(source, element, targets)
    if ('code' in found) return rejected(found.code)
    const { spoolId, values, index } = element
    const identityDigest = identityDigestOf(spoolId, source.id, values)
    const count = current.get(spoolId) ?? 0
    if (versions.isFirst(identityDigest) && count >= maxCurrentFacts) return rejected('fact_limit')
    const contentDigest = contentDigestOf(values)
    const sent = { ...origin.sent, index: origin.firstIndex + index }
    const { version, isNew, addedCurrent } = versions.place({ identityDigest, contentDigest, sent }, newId)
    current.set(spoolId, count + addedCurrent)
    if (isNew) {
      const { provenance, observedAt, webhookId } = origin
      const isSelfAsserted = found.side === 'provider' && source.scheme === 'hmac_sha256'
      const of = { id: version.id, sourceId: source.id, spoolId, identityDigest, contentDigest, values, sent }
      fresh.push({ ...of, provenance, observedAt, webhookId, registeredBy: found.side, isSelfAsserted })
    }
    return version
  }

  return {
    take(source, { mapped, rejected }, origin) {
      const before = fresh.length
      const factIds: string[] = []
      const refused = [...rejected]
      for (const element of mapped) {
        const placed = place(source, element, origin)
        if ('code' in placed) refused.push(placed)
        else factIds.push(placed.id)
      }
      return {
        factIds,
        created: fresh.length - before,
        rejected: refused.toSorted((a, b) => a.index - b.index),
      }
    },
    result: () => ({
      facts: fresh.map((fact) => ({ ...fact, ...versionPart(versions.versionOf(fact.id)) })),
      changed: versions.changed(),
      counts: current,
    }),
  }
}

function versionPart({ sent, supersedes, supersededBy }: FactVersion) {
  return { sent, supersedes, supersededBy }
}
