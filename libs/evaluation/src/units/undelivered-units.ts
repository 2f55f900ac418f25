import type { JsonObject } from '@outturn/canonical'
import { rowCountOf, rowFailed, tally } from '@outturn/checkers'
import { type ConditionJudgment, vectorResult } from '../executors/condition-judgment.ts'
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
  gathered: readonly Gathered[],
  layout: UnitLayout | null,
): (condition: PlanCondition, judgment: ConditionJudgment) => ConditionJudgment {
  const withoutRow =
    layout === null ? [] : [...layout.rowOfUnit.keys()].filter((unit) => isMissing(layout, unit))
  if (layout === null || withoutRow.length === 0) return (_condition, judgment) => judgment
  const required = gathered.filter(({ condition }) => condition.required)
  const speaker = required.find(({ evidence }) => evidence.delivery.rows !== null) ?? required[0]
  return (condition, judgment) =>
    condition === speaker?.condition ? withoutUnits(judgment, layout, withoutRow) : judgment
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
  const voted: UnitVotes = {
    verdictOf: (unit) => (isMissing(layout, unit) ? rowFailed : own.verdictOf(unit)),
    reasonsOf: (unit) => (isMissing(layout, unit) ? missingRow : own.reasonsOf(unit)),
    moreReasonsOf: (unit) => (isMissing(layout, unit) ? 0 : (own.moreReasonsOf?.(unit) ?? 0)),
  }
  return {
    ...judgment,
    result: vectorResult(tally(unitVector(voted, layout.total))),
    reason: `${judgment.reason}; ${rowCountOf(withoutRow.length)} not delivered`,
    effect: { kind: 'units', votes: voted },
  }
}

function isMissing({ rowOfUnit }: UnitLayout, unit: number): boolean {
  return (rowOfUnit[unit] ?? -1) < 0
}
