import { activeItems } from './evidence/active-evidence.ts'
import { checkerOf } from './plan-check.ts'
import { type CheckOf, observableUrl, fieldReader, withDefaults } from '@outturn/checkers'
import type { EvidenceItem, VerificationPlan } from './run-input.ts'

/** The most distinct URLs that one condition may have observed; rows with a later URL stay uncertain. */
export const maxObservedUrls = 1_000

/** What must be fetched before a run can judge one `http_status` condition. */
export interface PlannedObservation {
  readonly conditionId: string
  /** Distinct, in order of first appearance. */
  readonly urls: readonly string[]
  /** HEAD is repeated as GET when it is answered 405 or 501 and the agreement names no method. */
  readonly method: 'HEAD' | 'GET'
  readonly retriesWithGet: boolean
  readonly maxRedirects: number
  readonly timeoutMs: number
}

/** The URLs to observe for a plan over its evidence, in condition order; empty when no condition needs the network. */
export function plannedObservations(
  plan: VerificationPlan,
  evidence: readonly EvidenceItem[],
): readonly PlannedObservation[] {
  return plan.conditions.flatMap(({ condition_id, check: terms }) => {
    const agreed = checkerOf(terms)
    if (agreed?.checker !== 'http_status') return []
    const check = withDefaults<'http_status'>(agreed)
    const urls = check.url === undefined ? urlsInRows(check, condition_id, evidence) : [check.url]
    if (urls.length === 0) return []
    return [
      {
        conditionId: condition_id,
        urls,
        method: check.method ?? 'HEAD',
        retriesWithGet: check.method === undefined,
        maxRedirects: check.max_redirects,
        timeoutMs: check.timeout_ms,
      },
    ]
  })
}

function urlsInRows(
  check: CheckOf<'http_status'>,
  conditionId: string,
  evidence: readonly EvidenceItem[],
): readonly string[] {
  const read = fieldReader(check.field ?? '')
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
