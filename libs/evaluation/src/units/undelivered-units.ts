import type { JsonObject } from '@outturn/canonical'
import { rowCountOf, rowFailed, tally } from '@outturn/checkers'
import { type ConditionJudgment, vectorResult } from '../executors/condition-judgment.ts'
import type { JudgedCondition } from '../verdict.ts'
import type { ConditionEvidence } from '../evidence/active-evidence.ts'
import type { UnitLayout } from './unit-layout.ts'
import { missingRow, uniformVotes, type UnitVotes, unitVector, voteOf } from './unit-votes.ts'
import type { PlanCondition } from '@outturn/agreement'

/** A condition with the evidence that was gathered for it. */
type Gathered = { readonly condition: PlanCondition; readonly evidence: ConditionEvidence }

/**
 * The rows that stand for the units of a run: those of the first required condition that has any, else of the first other.
 * Null where nothing was delivered as rows.
 */
export function deliveredRows(gathered: readonly Gathered[]): readonly JsonObject[] | null {
  const inOrder = [...gathered].sort((a, b) => Number(b.condition.required) - Number(a.condition.required))
  const datasets = inOrder.flatMap(({ evidence: { delivery } }) =>
    delivery.rows === null ? [] : [delivery.rows],
  )
  return datasets.find((rows) => rows.length > 0) ?? datasets[0] ?? null
}

/**
 * Rejects the units for which no row was delivered, whatever the conditions say. One required condition says so: the one
 * that the rows were delivered for, else the first. A condition that failed or is in doubt as a whole accepts no unit anyway.
 */
export function rejectUndelivered(
  judged: readonly JudgedCondition[],
  layout: UnitLayout | null,
): readonly JudgedCondition[] {
  const withoutRow =
    layout === null ? [] : [...layout.rowOfUnit.keys()].filter((unit) => isMissing(layout, unit))
  if (layout === null || withoutRow.length === 0) return judged
  const required = judged.filter(({ condition }) => condition.required)
  const speaker = required.find(({ evidence }) => evidence.delivery.rows !== null) ?? required[0]
  return judged.map((each) =>
    each === speaker ? { ...each, judgment: withoutUnits(each.judgment, layout, withoutRow) } : each,
  )
}

function withoutUnits(
  judgment: ConditionJudgment,
  layout: UnitLayout,
  withoutRow: readonly number[],
): ConditionJudgment {
  const { effect } = judgment
  if (effect.kind === 'gate' && effect.outcome !== 'pass') return judgment
  const own = effect.kind === 'units' ? effect.votes : uniformVotes(voteOf.pass, null)
  if (withoutRow.every((unit) => own.verdictOf(unit) === rowFailed)) return judgment
  const votes: UnitVotes = {
    verdictOf: (unit) => (isMissing(layout, unit) ? rowFailed : own.verdictOf(unit)),
    reasonsOf: (unit) => (isMissing(layout, unit) ? missingRow : own.reasonsOf(unit)),
  }
  return {
    ...judgment,
    result: vectorResult(tally(unitVector(votes, layout.total))),
    reason: `${judgment.reason}; ${rowCountOf(withoutRow.length)} not delivered`,
    effect: { kind: 'units', votes },
  }
}

function isMissing({ rowOfUnit }: UnitLayout, unit: number): boolean {
  return (rowOfUnit[unit] ?? -1) < 0
}
