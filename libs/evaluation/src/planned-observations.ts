import { activeItems } from './evidence/active-evidence.ts'
import { checkerOf, type EvidenceItem, type VerificationPlan } from '@outturn/agreement'
import { fieldReader, observableUrl, observationOf, type UrlObservation } from '@outturn/checkers'

/** The most distinct URLs that one condition may have observed; rows with a later URL stay uncertain. */
export const maxObservedUrls = 1_000

/** What must be fetched before a run can judge one condition. */
export interface PlannedObservation extends Omit<UrlObservation, 'url' | 'field'> {
  readonly conditionId: string
  /** Distinct, in order of first appearance. */
  readonly urls: readonly string[]
}

/** The URLs to observe for a plan over its evidence, in condition order; empty when no condition needs the network. */
export function plannedObservations(
  plan: VerificationPlan,
  evidence: readonly EvidenceItem[],
): readonly PlannedObservation[] {
  return plan.conditions.flatMap(({ condition_id, check: terms }) => {
    const check = checkerOf(terms)
    const observation = check === null ? null : observationOf(check)
    if (observation === null) return []
    const { url, field, ...how } = observation
    const urls = url === undefined ? urlsInRows(field ?? '', condition_id, evidence) : [url]
    return urls.length === 0 ? [] : [{ conditionId: condition_id, urls, ...how }]
  })
}

function urlsInRows(
  field: string,
  conditionId: string,
  evidence: readonly EvidenceItem[],
): readonly string[] {
  const read = fieldReader(field)
  const urls = new Set<string>()
  for (const { content } of activeItems(conditionId, evidence)) {
    if (content.kind !== 'rows') continue
    for (const row of content.rows) {
      const url = observableUrl(read(row))
      if (url !== null) urls.add(url)
      if (urls.size === maxObservedUrls) return [...urls]
    }
  }
  return [...urls]
}
