import type { DisputeFinding, EvidenceItem, ReviewFinding } from '@outturn/agreement'
import type { UnitReason } from '@outturn/checkers'
import { type UnitVotes, uniformVotes, voteOf } from '../units/unit-votes.ts'
import {
  type ConditionJudgment,
  executorVersion,
  gateJudgment,
  type JudgedEffect,
  unitsJudgment,
} from './condition-judgment.ts'

/** The judgment of a condition with the outcomes that were decided in the place of what was found, by a reviewer or by the end of a dispute. */
export function withReview(
  found: ConditionJudgment,
  item: EvidenceItem | null,
  totalUnits: number | null,
): ConditionJudgment {
  const content = item?.content
  if (content?.kind === 'dispute') return disputedJudgment(found, content, item?.id ?? '', totalUnits)
  if (item === null || content?.kind !== 'review') return found
  return {
    ...reviewedEffect(found, content, totalUnits),
    verifierId: 'executor.review',
    verifierVersion: executorVersion,
    evidenceRefs: [...new Set([...found.evidenceRefs, item.id])],
  }
}

function disputedJudgment(
  found: ConditionJudgment,
  { dispute_id: id, decided_by: by, judge, outcome }: DisputeFinding,
  itemId: string,
  totalUnits: number | null,
): ConditionJudgment {
  const who = by === 'external' ? `${judge} by its signature` : 'both parties'
  const sentence = `decided by ${who} in dispute ${id}`
  const effect =
    outcome === 'passed'
      ? gateJudgment('pass', null, sentence)
      : gateJudgment('fail', 'dispute_failed', sentence)
  return {
    ...(totalUnits === null || found.effect.kind !== 'units'
      ? effect
      : unitsJudgment(disputeVotes(outcome), totalUnits, sentence)),
    verifierId: 'executor.dispute',
    verifierVersion: executorVersion,
    evidenceRefs: [...new Set([...found.evidenceRefs, itemId])],
  }
}

function disputeVotes(outcome: 'failed' | 'passed'): UnitVotes {
  return outcome === 'passed'
    ? uniformVotes(voteOf.pass, null)
    : uniformVotes(voteOf.fail, { code: 'dispute_failed' })
}

function reviewedEffect(
  found: ConditionJudgment,
  review: ReviewFinding,
  totalUnits: number | null,
): JudgedEffect {
  const { outcome, units = [] } = review
  const sentence = `decided by review ${review.review_id}, reviewer named by the ${review.named_by}, known by ${review.known_by}`
  if (totalUnits === null || units.length === 0) {
    if (outcome === undefined) return found
    return outcome === 'passed'
      ? gateJudgment('pass', null, sentence)
      : gateJudgment('fail', 'review_failed', sentence)
  }
  const others = outcome === undefined ? votesOf(found) : outcomeVotes(outcome)
  const stated = new Map(units.map((each) => [each.unit - 1, outcomeVotes(each.outcome)]))
  const of = (unit: number) => stated.get(unit) ?? others
  const { moreReasonsOf } = others
  return unitsJudgment(
    {
      verdictOf: (unit) => of(unit).verdictOf(unit),
      reasonsOf: (unit) => of(unit).reasonsOf(unit),
      ...(moreReasonsOf !== undefined && {
        moreReasonsOf: (unit: number) => (stated.has(unit) ? 0 : moreReasonsOf(unit)),
      }),
    },
    totalUnits,
    sentence,
  )
}

const reviewFailed: UnitReason = { code: 'review_failed' }

function outcomeVotes(outcome: 'passed' | 'failed'): UnitVotes {
  return outcome === 'passed' ? uniformVotes(voteOf.pass, null) : uniformVotes(voteOf.fail, reviewFailed)
}

function votesOf({ effect }: ConditionJudgment): UnitVotes {
  return effect.kind === 'units' ? effect.votes : uniformVotes(voteOf[effect.outcome], effect.cause)
}
