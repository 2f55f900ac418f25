import type { RunOutcome } from '@outturn/agreement'
import type { Condition, WayForward } from '../model/spool.ts'
import { requiredFindings } from './finding.ts'
import { remedyOf } from './remedies.ts'

/** What ends the shortfall of a run, condition by condition: the same that its hint says. */
export function waysForward(conditions: readonly Condition[], outcome: RunOutcome): WayForward[] {
  if (outcome.result === 'pass') return []
  const ways = new Map<string, WayForward>()
  for (const finding of requiredFindings(conditions, outcome)) {
    const way = { conditionId: finding.condition.id, next: remedyOf(finding).next }
    ways.set(`${way.conditionId} ${way.next}`, way)
  }
  return [...ways.values()]
}
