import { keptReasons } from '@outturn/checkers'
import type { ConditionJudgment, GateEffect } from './executors/condition-judgment.ts'
import type { PlanCondition } from '@outturn/agreement'
import type { GateCause, UnitVerdict, Verdict } from '@outturn/vocabulary'
import { type LeafReason, leafReason } from './units/leaf-reason.ts'
import { createUnitTally, type UnitResult } from './units/unit-tally.ts'
import { uniformVotes, voteOf } from './units/unit-votes.ts'

/** The verdict of a run and what became of each unit; without units the whole delivery is the one unit. */
export interface RunVerdict {
  readonly result: Verdict
  readonly code: 'nothing_evaluated' | null
  readonly units: readonly UnitResult[]
  readonly accepted: number
  readonly rejected: number
  readonly uncertain: number
}

/** A verdict in the making. What it keeps of a judgment is bounded by the units, however many conditions there are. */
export interface OpenVerdict {
  /** Adds the judgment of the next condition of the plan. */
  add(condition: PlanCondition, judgment: ConditionJudgment): void
  reach(): RunVerdict
}

type ClosedGate = { readonly id: string } & GateEffect

/** `all_mandatory_pass@1`: optional conditions are reported and never aggregated; waived ones drop out. */
export function openVerdict(totalUnits: number | null): OpenVerdict {
  const total = totalUnits ?? 1
  const tally = createUnitTally(total)
  const gates: ClosedGate[] = []
  let mandatory = 0
  let counted = 0
  return {
    add({ condition_id: id, required }, { result, effect }) {
      if (!required) return
      mandatory += 1
      if (result === 'not_applicable') return
      counted += 1
      if (effect.kind === 'units') tally.add(id, effect.votes)
      else {
        tally.add(id, uniformVotes(voteOf[effect.outcome], effect.cause))
        if (effect.outcome !== 'pass') gates.push({ id, ...effect })
      }
    },
    reach() {
      if (counted === 0) {
        return mandatory > 0
          ? verdictOf(repeated(total, unitResult('pass', [])), null)
          : verdictOf(repeated(total, unitResult('uncertain', [])), 'nothing_evaluated')
      }
      const units = totalUnits === null ? null : closedGate(gates, total)
      return verdictOf(units ?? tally.results(), null)
    },
  }
}

function verdictOf(units: readonly UnitResult[], code: RunVerdict['code']): RunVerdict {
  const accepted = count(units, 'pass')
  const uncertain = count(units, 'uncertain')
  return {
    result: resultOf(units.length, accepted, uncertain),
    code,
    units,
    accepted,
    rejected: units.length - accepted - uncertain,
    uncertain,
  }
}

function resultOf(total: number, accepted: number, uncertain: number): Verdict {
  if (accepted === total) return 'pass'
  if (accepted > 0) return 'partial'
  return uncertain > 0 ? 'uncertain' : 'fail'
}

/** A mandatory gate that failed rejects every unit; one in doubt leaves every unit in doubt. */
function closedGate(gates: readonly ClosedGate[], total: number): readonly UnitResult[] | null {
  if (gates.length === 0) return null
  const failed = gates.filter(({ outcome }) => outcome === 'fail')
  const unit =
    failed.length > 0
      ? unitResult(
          'fail',
          failed.map(({ id }) => leafReason(id, { code: 'gate_failed' satisfies GateCause })),
        )
      : unitResult(
          'uncertain',
          gates.map(({ id, cause }) =>
            leafReason(id, cause ?? { code: 'gate_uncertain' satisfies GateCause }),
          ),
        )
  return repeated(total, unit)
}

function unitResult(verdict: UnitVerdict, reasons: readonly LeafReason[]): UnitResult {
  const kept = reasons.slice(0, keptReasons)
  return { verdict, reasons: kept, moreReasons: reasons.length - kept.length }
}

function repeated(total: number, unit: UnitResult): readonly UnitResult[] {
  return new Array<UnitResult>(total).fill(unit)
}

function count(units: readonly UnitResult[], verdict: UnitVerdict): number {
  return units.reduce((sum, unit) => (unit.verdict === verdict ? sum + 1 : sum), 0)
}
