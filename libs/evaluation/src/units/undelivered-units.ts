import type { JsonObject } from '@outturn/canonical'
import { rowCountOf, rowFailed, tally } from '@outturn/checkers'
import { type ConditionJudgment, vectorResult } from '../executors/condition-judgment.ts'
import type { GatheredCondition } from '../evidence/condition-evidence.ts'
import { deliveringSide } from '../evidence/delivery.ts'
import { readsRows } from '../evidence/selected-evidence.ts'
import { judgesOneDelivery, judgesWholeDelivery } from '../plan.ts'
import type { UnitLayout } from './unit-layout.ts'
import { missingRow, uniformVotes, type UnitVotes, unitVector, voteOf } from './unit-votes.ts'
import type { PlanCondition, VerificationPlan } from '@outturn/agreement'

/**
 * The rows that stand for the units of a run: those of the first required condition that has any, else of the first other. In a
 * plan that judges one delivery the provider's table comes first, and in one that judges the whole delivery the table of a condition on
 * rows. Null where nothing was delivered
 * as rows, and where the provider's tables are different ones.
 */
export function deliveredRows(
  plan: VerificationPlan,
  gathered: readonly GatheredCondition[],
): readonly JsonObject[] | null {
  const isOne = judgesOneDelivery(plan)
  if (isOne && gathered.some(isOnDifferentTables)) return null
  const isWhole = judgesWholeDelivery(plan)
  const rank = ({ condition }: GatheredCondition) =>
    (isOne && deliveringSide(condition) !== 'provider' ? 4 : 0) +
    (isWhole && !readsRows(condition) ? 2 : 0) +
    (condition.required ? 0 : 1)
  const inOrder = [...gathered].sort((a, b) => rank(a) - rank(b))
  const datasets = inOrder.flatMap(({ evidence: { delivery } }) =>
    delivery.rows === null ? [] : [delivery.rows],
  )
  return datasets.find((rows) => rows.length > 0) ?? datasets[0] ?? null
}

function isOnDifferentTables({ evidence }: GatheredCondition): boolean {
  return evidence.different !== null && evidence.delivery.rows !== null
}

/**
 * Rejects the units for which no row was delivered, whatever the conditions say. One required condition says so: the one
 * that the rows were delivered for, else the first. A condition that failed or is in doubt as a whole accepts no unit anyway.
 */
export function rejectUndelivered(
  plan: VerificationPlan,
  gathered: readonly GatheredCondition[],
  layout: UnitLayout | null,
): (condition: PlanCondition, judgment: ConditionJudgment) => ConditionJudgment {
  const withoutRow =
    layout === null ? [] : [...layout.rowOfUnit.keys()].filter((unit) => isMissing(layout, unit))
  if (layout === null || withoutRow.length === 0) return (_condition, judgment) => judgment
  const required = gathered.filter(({ condition }) => condition.required)
  const withRows = required.filter(({ evidence }) => evidence.delivery.rows !== null)
  // The time of the delivery is that of its rows too; what is missing is said by a condition on them.
  const onRows = judgesOneDelivery(plan) ? withRows.find(({ condition }) => readsRows(condition)) : undefined
  const speaker = onRows ?? withRows[0] ?? required[0]
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
