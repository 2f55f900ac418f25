import type { UnitLeaf } from '@outturn/receipt-verifier'
import type { ConditionEvidence } from './evidence/active-evidence.ts'
import { rowFailed, rowPassed, rowUncertain, type UnitReason } from '@outturn/checkers'
import type { ConditionJudgment } from './executors/condition-judgment.ts'
import type { PlanCondition } from '@outturn/agreement'
import type { UnitVerdict, Verdict } from '@outturn/vocabulary'
import { type UnitVote, type UnitVotes, uniformVotes, voteOf } from './units/unit-votes.ts'

export type LeafReason = UnitLeaf['reasons'][number]

/** A judged condition of the plan; its ordinal is its place in the agreement. */
export interface JudgedCondition {
  readonly condition: PlanCondition
  readonly ordinal: number
  readonly evidence: ConditionEvidence
  readonly judgment: ConditionJudgment
}

/** One unit's verdict with the reasons for it, in condition order. */
export interface UnitResult {
  readonly verdict: UnitVerdict
  readonly reasons: readonly LeafReason[]
}

/** The verdict of a run and what became of each unit; without units the whole delivery is the one unit. */
export interface RunVerdict {
  readonly result: Verdict
  readonly code: 'nothing_evaluated' | null
  readonly units: readonly UnitResult[]
  readonly accepted: number
  readonly rejected: number
  readonly uncertain: number
}

/** `all_mandatory_pass@1`: optional conditions are reported and never aggregated; waived ones drop out. */
export function reachVerdict(conditions: readonly JudgedCondition[], totalUnits: number | null): RunVerdict {
  const mandatory = conditions.filter(({ condition }) => condition.required)
  const counted = mandatory.filter(({ judgment }) => judgment.result !== 'not_applicable')
  const total = totalUnits ?? 1
  if (counted.length === 0) {
    const areAllWaived = mandatory.length > 0
    return areAllWaived
      ? verdictOf(repeated(total, { verdict: 'pass', reasons: [] }), null)
      : verdictOf(repeated(total, { verdict: 'uncertain', reasons: [] }), 'nothing_evaluated')
  }
  const units = totalUnits === null ? null : closedGate(counted, total)
  return verdictOf(units ?? votedUnits(counted, total), null)
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
function closedGate(conditions: readonly JudgedCondition[], total: number): readonly UnitResult[] | null {
  const gates = conditions.flatMap(({ condition, judgment: { effect } }) =>
    effect.kind === 'gate' && effect.outcome !== 'pass' ? [{ id: condition.condition_id, ...effect }] : [],
  )
  const failed = gates.filter(({ outcome }) => outcome === 'fail')
  if (failed.length > 0) {
    return repeated(total, {
      verdict: 'fail',
      reasons: failed.map(({ id }) => leafReason(id, { code: 'gate_failed' })),
    })
  }
  if (gates.length === 0) return null
  return repeated(total, {
    verdict: 'uncertain',
    reasons: gates.map(({ id, cause }) => leafReason(id, cause ?? { code: 'gate_uncertain' })),
  })
}

/** A unit is rejected by any vote against it, else left in doubt by any doubt, else accepted. */
function votedUnits(conditions: readonly JudgedCondition[], total: number): readonly UnitResult[] {
  const voters = conditions.map(({ condition, judgment }) => ({
    id: condition.condition_id,
    votes: votesOf(judgment),
  }))
  return Array.from({ length: total }, (_, unit) => {
    const verdict = strongestVote(voters, unit)
    if (verdict === rowPassed) return accepted
    const reasons = voters
      .filter(({ votes }) => votes.verdictOf(unit) === verdict)
      .flatMap(({ id, votes }) => votes.reasonsOf(unit).map((reason) => leafReason(id, reason)))
    return { verdict: verdict === rowFailed ? 'fail' : 'uncertain', reasons }
  })
}

const accepted: UnitResult = { verdict: 'pass', reasons: [] }

function strongestVote(voters: readonly { readonly votes: UnitVotes }[], unit: number): UnitVote {
  let strongest: UnitVote = rowPassed
  for (const { votes } of voters) {
    const vote = votes.verdictOf(unit)
    if (vote === rowFailed) return rowFailed
    if (vote === rowUncertain) strongest = rowUncertain
  }
  return strongest
}

function votesOf({ effect }: ConditionJudgment): UnitVotes {
  if (effect.kind === 'units') return effect.votes
  return uniformVotes(voteOf[effect.outcome], effect.cause)
}

function leafReason(conditionId: string, { code, field, unit }: UnitReason): LeafReason {
  return {
    condition_id: conditionId,
    code,
    ...(field !== undefined && { field }),
    ...(unit !== undefined && { unit }),
  }
}

function repeated(total: number, unit: UnitResult): readonly UnitResult[] {
  return new Array<UnitResult>(total).fill(unit)
}

function count(units: readonly UnitResult[], verdict: UnitVerdict): number {
  return units.reduce((sum, unit) => (unit.verdict === verdict ? sum + 1 : sum), 0)
}
