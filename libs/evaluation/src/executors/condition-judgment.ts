import {
  type RowTally,
  type Sighting,
  rowFailed,
  rowUncertain,
  tally,
  type UnitReason,
} from '@outturn/checkers'
import type { CauseCode, ConditionOutcome, MissingEvidenceResult, UnitVerdict } from '@outturn/vocabulary'
import { type UnitVotes, uniformVotes, unitVector, voteOf } from '../units/unit-votes.ts'

/** Version of the executors that are no checkers; part of every result they give. */
export const executorVersion = '1.0.0'

/** What one condition came to: a gate over the whole delivery, or a vote on each unit. */
export interface ConditionJudgment {
  readonly result: ConditionOutcome
  readonly reason: string
  readonly verifierId: string
  readonly verifierVersion: string
  readonly evidenceRefs: readonly string[]
  readonly effect: GateEffect | UnitEffect
  /** What was seen where it was not met; left out where nothing was looked at. */
  readonly sightings?: readonly Sighting[]
}

export interface GateEffect {
  readonly kind: 'gate'
  readonly outcome: UnitVerdict
  /** Why it did not pass; null when it did. */
  readonly cause: UnitReason | null
}

export interface UnitEffect {
  readonly kind: 'units'
  readonly votes: UnitVotes
}

export type JudgedEffect = Pick<ConditionJudgment, 'result' | 'reason' | 'effect'>

/** A gate that decided, or could not; its code leads the sentence because a gate has no unit to carry it. */
export function gateJudgment(outcome: UnitVerdict, code: CauseCode | null, reason: string): JudgedEffect {
  return {
    result: outcome,
    reason: code === null ? reason : `${code}: ${reason}`,
    effect: { kind: 'gate', outcome, cause: code === null ? null : { code } },
  }
}

/** The buyer gave the condition up: it drops out of the verdict, whatever its effect would be. */
export function waivedJudgment(reason: string): JudgedEffect {
  return { result: 'not_applicable', reason, effect: { kind: 'gate', outcome: 'pass', cause: null } }
}

/** One unfavourable vote on every unit, for one reason. */
export function everyUnitJudgment(
  outcome: MissingEvidenceResult,
  code: CauseCode,
  reason: string,
): JudgedEffect {
  return {
    result: outcome,
    reason: `${code}: ${reason}`,
    effect: { kind: 'units', votes: uniformVotes(voteOf[outcome], { code }) },
  }
}

/** Votes on the units of a unitized Spool. */
export function unitsJudgment(votes: UnitVotes, total: number, reason: string): JudgedEffect {
  return { result: vectorResult(tally(unitVector(votes, total))), reason, effect: { kind: 'units', votes } }
}

/** The result of a vector: pass if all pass, fail if none does, else partial; uncertain when nothing could be judged. */
export function vectorResult(counts: RowTally): ConditionOutcome {
  if (counts.passed === counts.total) return 'pass'
  if (counts.uncertain === counts.total) return 'uncertain'
  return counts.passed === 0 ? 'fail' : 'partial'
}

/**
 * Why a condition did not pass: the code of the first unit that counts against it, else of the first in doubt. So a cause
 * that another run may end says that nothing failed. Null for a pass, and where nothing says why.
 */
export function causeOf({ effect }: ConditionJudgment, totalUnits: number): string | null {
  if (effect.kind === 'gate') return effect.cause?.code ?? null
  const votes = unitVector(effect.votes, totalUnits)
  const unit = votes.includes(rowFailed) ? votes.indexOf(rowFailed) : votes.indexOf(rowUncertain)
  return unit < 0 ? null : (effect.votes.reasonsOf(unit)[0]?.code ?? null)
}
