import { invalidState, unprocessable } from '@outturn/contracts'
import type { ReviewOutcomeName } from '@outturn/vocabulary'
import type { Decision } from '../model/decision.ts'
import { changeReview, reviewEntry } from '../model/casework/review-state.ts'
import type { Review, ReviewSentence } from '../model/casework/review.ts'
import type { Spool } from '../model/spool.ts'
import { withDisputeOpenAgain } from '../model/casework/review-end.ts'
import { assertUndecided, reviewOf } from './change-review.ts'
import { withDisputeResolved } from './review-of-dispute.ts'

/** Codes of a review, attempts at each, how long each is valid, and codes to one address in a day. */
export const codeLimits = { codes: 3, attempts: 5, validMs: 600_000, ofAddress: 9 }

const statusOf = { uphold: 'upheld', overturn: 'overturned', needs_evidence: 'needs_evidence' } as const

/** Whether a decision says again what was decided; refuses another one, and one that comes too late. */
export function repeatsDecision(spool: Spool, reviewId: string, digest: string): boolean {
  const review = reviewOf(spool, reviewId)
  if (review.decisionDigest === digest) return true
  assertUndecided(review)
  return false
}

/** The Spool with the decision of a reviewer. The run that a binding one leads to is opened afterwards. */
export function decideReview(
  spool: Spool,
  reviewId: string,
  { sentence, digest }: { sentence: ReviewSentence; digest: string },
): Decision & { reviewDecision: { id: string; sentence: ReviewSentence } } {
  const review = reviewOf(spool, reviewId)
  assertUndecided(review)
  assertSentence(spool, review, sentence)
  const { decision, at } = sentence
  const isPending = decision === 'overturn' && review.authority === 'binding'
  const effect = isPending ? 'pending' : 'none'
  const status = statusOf[decision]
  const changed = changeReview(spool, reviewId, {
    status,
    closedAt: at,
    decisionDigest: digest,
    effect,
    rerun: isPending ? { failures: 0, notBefore: at } : null,
  })
  const actor = { party_id: null, kind: 'reviewer' } as const
  const after = afterDecision(changed, review, decision, at)
  return {
    spool: after.spool,
    entries: [reviewEntry(`review.${status}`, review, { at, actor }, { effect }), ...after.entries],
    reviewDecision: { id: reviewId, sentence },
  }
}

/** What a decision means to the dispute of its review; one that overturns ends it with the new receipt. */
function afterDecision(
  spool: Spool,
  review: Review,
  decision: ReviewSentence['decision'],
  at: string,
): Decision {
  if (decision === 'uphold') return withDisputeResolved(spool, review, null, at)
  if (decision === 'overturn') return { spool, entries: [] }
  return { spool: withDisputeOpenAgain(spool, review, at), entries: [] }
}

function assertSentence(spool: Spool, review: Review, sentence: ReviewSentence): void {
  const { decision, detail, conditionOutcomes, unitOutcomes } = sentence
  if (decision === 'needs_evidence' && detail === null) {
    throw unprocessable('detail', 'needs_evidence must say in detail which evidence is missing.', {
      remediation: 'Send detail: both parties read it.',
    })
  }
  if (decision !== 'overturn') {
    const field = conditionOutcomes.length > 0 ? 'condition_outcomes' : 'unit_outcomes'
    if (conditionOutcomes.length + unitOutcomes.length === 0) return
    throw unprocessable(field, `${decision} takes no outcomes: the receipt stands as it is.`, {
      remediation: 'Leave the outcomes out, or send the decision "overturn".',
    })
  }
  assertInScope(spool, review, sentence)
  if (conditionOutcomes.some((each) => differs(spool, each.conditionId, each.outcome))) return
  if (unitOutcomes.some((each) => differs(spool, each.conditionId, each.outcome))) return
  throw unprocessable(
    'condition_outcomes',
    'To overturn a receipt, at least one outcome must differ from what the receipt says.',
    { remediation: 'Send an outcome that differs, or the decision "uphold".' },
  )
}

/** Whether an outcome is another one than the receipt has. Of a partial result some units differ, whichever outcome is stated. */
function differs({ state }: Spool, conditionId: string, outcome: ReviewOutcomeName): boolean {
  return state.lastResults[conditionId]?.result !== (outcome === 'passed' ? 'pass' : 'fail')
}

function assertInScope(
  { agreement }: Spool,
  { conditionIds, units }: Review,
  { conditionOutcomes, unitOutcomes }: ReviewSentence,
): void {
  const inScope = new Set(conditionIds ?? agreement.conditions.map(({ id }) => id))
  const total = agreement.unitization?.total_units ?? 0
  conditionOutcomes.forEach(({ conditionId }, index) => {
    const field = `condition_outcomes[${index}].condition_id`
    if (!inScope.has(conditionId)) throw outOfScope(field, `Condition ${conditionId}`)
    if (units !== null) {
      throw unprocessable(
        field,
        'This review is of single units, and a condition outcome is for all units.',
        {
          remediation: 'Send unit_outcomes for units of the scope.',
        },
      )
    }
    if (conditionOutcomes.findIndex((each) => each.conditionId === conditionId) < index) {
      throw unprocessable(field, `Condition ${conditionId} is decided twice.`)
    }
  })
  const seen = new Set<string>()
  unitOutcomes.forEach(({ conditionId, unit }, index) => {
    const at = `unit_outcomes[${index}]`
    if (!inScope.has(conditionId)) throw outOfScope(`${at}.condition_id`, `Condition ${conditionId}`)
    if (unit > total || units?.includes(unit) === false) throw outOfScope(`${at}.unit`, `Unit ${unit}`)
    const key = `${conditionId} ${unit}`
    if (seen.has(key)) throw unprocessable(at, `Unit ${unit} of condition ${conditionId} is decided twice.`)
    seen.add(key)
  })
}

function outOfScope(field: string, thing: string) {
  return unprocessable(field, `${thing} is not in the scope of this review.`, {
    remediation: 'Read the scope in the request of the review, and decide what it names.',
  })
}

/** Refuses the mail of a code where none is needed. */
export function assertTakesCode(review: Review): void {
  assertUndecided(review)
  if (review.verifiedBy === 'email') return
  throw invalidState('This review is decided by its link alone.', {
    reason: 'code_not_needed',
    remediation: 'Send the decision without a code.',
  })
}
