import { selectionOf } from './evidence/active-evidence.ts'
import { deliveryOf } from './evidence/delivery.ts'
import { checkerOf, type EvidenceItem, type PlanCondition, type VerificationPlan } from '@outturn/agreement'
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
  const selection = selectionOf(plan, evidence)
  return plan.conditions.flatMap((condition) => {
    const check = checkerOf(condition.check)
    const observation = check === null ? null : observationOf(check)
    if (observation === null) return []
    const { url, field, ...how } = observation
    const urls =
      url === undefined ? urlsInRows(field ?? '', condition, selection.contentsOf(condition)) : [url]
    return urls.length === 0 ? [] : [{ conditionId: condition.condition_id, urls, ...how }]
  })
}

function urlsInRows(
  field: string,
  condition: PlanCondition,
  items: readonly EvidenceItem[],
): readonly string[] {
  const read = fieldReader(field)
  const urls = new Set<string>()
  const { rows } = deliveryOf(condition, items, new Set(items))
  for (const row of rows ?? []) {
    const url = observableUrl(read(row))
    if (url !== null) urls.add(url)
    if (urls.size === maxObservedUrls) break
  }
  return [...urls]
}
