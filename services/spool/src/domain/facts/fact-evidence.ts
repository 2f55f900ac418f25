import type { CommandOutput, snapshotFacts } from '@outturn/contracts'
import type { ConfirmedSpool } from '../confirmations/record-confirmations.ts'
import type { Side } from '@outturn/vocabulary'
import { assertRoom } from '../model/held-items.ts'
import type { SystemEvidence } from '../evidence/recorded-content.ts'
import { type ContentHashes, keptContent } from '../evidence/evidence-content.ts'
import type { Condition, Evidence } from '../model/spool.ts'
import { isSourceId } from '../model/casework/required-sources.ts'

export type FactSnapshot = CommandOutput<typeof snapshotFacts>['snapshots'][number]

/**
 * The facts of the required sources as evidence, one item for each condition and source. A source without a fact has no item, one that
 * is not active has an item without content. What a condition was given of a source before is not added again.
 */
export function factEvidence(
  conditions: readonly Condition[],
  snapshots: readonly FactSnapshot[],
  {
    held,
    at,
    idOf,
    partyIdOf,
    hashes,
  }: {
    held: readonly Evidence[]
    at: string
    idOf: (conditionId: string, sourceId: string) => string
    /** The party on a side, which supplies the facts of the sources that it registered. */
    partyIdOf: (side: Side) => string
    hashes: ContentHashes
  },
): SystemEvidence[] {
  const bySource = new Map(snapshots.map((snapshot) => [snapshot.sourceId, snapshot]))
  const contents = new Map(snapshots.map((snapshot) => [snapshot.sourceId, contentOf(snapshot, hashes)]))
  const items = conditions.flatMap((condition) => {
    const named = (condition.evidence_requirements ?? []).map(({ source_ref: source }) => source)
    return [...new Set(named.filter(isSourceId))].flatMap((sourceId) => {
      const snapshot = bySource.get(sourceId)
      const content = contents.get(sourceId)
      const side = snapshot?.registeredBy ?? null
      if (snapshot === undefined || side === null || content === undefined) return []
      const item = itemOf(condition.id, { ...snapshot, registeredBy: side }, content, {
        id: idOf(condition.id, sourceId),
        at,
        partyId: partyIdOf(side),
      })
      if (repeats(item, held)) return []
      return [{ item, content: { ...content, digest: item.contentDigest ?? item.id } }]
    })
  })
  if (items.length > 0) assertRoom(held.length + items.length)
  return items
}

type Content = { readonly digest: string | null; readonly bytes: number; readonly text: string }

function contentOf({ isAvailable, rows }: FactSnapshot, hashes: ContentHashes): Content {
  if (!isAvailable) return { digest: null, bytes: 0, text: hashes.canonical({ kind: 'unavailable' }) }
  const { digest, text, valueBytes } = keptContent({ kind: 'rows', rows: [...rows] as never }, hashes)
  return { digest, bytes: valueBytes, text }
}

function itemOf(
  conditionId: string,
  snapshot: FactSnapshot & { readonly registeredBy: NonNullable<FactSnapshot['registeredBy']> },
  content: Content,
  { id, at, partyId }: { id: string; at: string; partyId: string },
): Evidence {
  const { sourceId, provenance, registeredBy, observedAt, isSelfAsserted, rows } = snapshot
  return {
    id,
    conditionId,
    type: 'dataset',
    source: sourceId,
    claimClass: 'machine_fact',
    provenance,
    provenanceDetail: { method: provenance, ...(observedAt !== null && { observed_at: observedAt }) },
    onBehalfOf: registeredBy,
    contentDigest: content.digest,
    bytes: content.bytes,
    ...(content.digest !== null && { rows: rows.length }),
    observedAt,
    receivedAt: at,
    submittedBy: partyId,
    metadata: { facts: rows.length, self_asserted: isSelfAsserted },
  }
}

/** Whether the last item of the source for the condition says the same. */
function repeats(item: Evidence, held: readonly Evidence[]): boolean {
  const last = held.findLast(
    ({ conditionId, source }) => conditionId === item.conditionId && source === item.source,
  )
  return (
    last !== undefined &&
    last.contentDigest === item.contentDigest &&
    last.observedAt === item.observedAt &&
    last.provenance === item.provenance
  )
}

/** What is judged with the facts that a run is given. */
export function withFacts(
  confirmed: ConfirmedSpool,
  facts: readonly SystemEvidence[],
  at: string,
): ConfirmedSpool {
  if (facts.length === 0) return confirmed
  const { spool, items } = confirmed
  return {
    ...confirmed,
    spool: { ...spool, state: { ...spool.state, newestEvidenceAt: at } },
    items: [...items, ...facts],
  }
}

/** The required sources whose facts the side that earns by them asserted itself, as their evidence says. */
export function selfAssertedSources(evidence: readonly Evidence[]): string[] {
  const named = evidence
    .filter(({ source, metadata }) => isSourceId(source) && metadata?.['self_asserted'] === true)
    .map(({ source }) => source)
  return [...new Set(named)]
}
