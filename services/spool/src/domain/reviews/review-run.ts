import type { ReviewFinding } from '@outturn/agreement'
import { confirmableDigest, type ConfirmationHashes } from '../confirmations/confirmed-evidence.ts'
import { type SystemEvidence, systemContent } from '../evidence/recorded-content.ts'
import type { ContentHashes } from '../evidence/evidence-content.ts'
import { settleVerdict } from '../lifecycle/timers.ts'
import type { Decision } from '../model/decision.ts'
import { changeReview, reviewToRun } from '../model/casework/review-state.ts'
import type { Review, ReviewSentence } from '../model/casework/review.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import type { Correction } from '../receipts/supersede-receipt.ts'
import { withdrawReplaced, withDisputeOpenAgain } from '../model/casework/review-end.ts'
import { reviewOf } from './change-review.ts'
import { withDisputeResolved } from './review-of-dispute.ts'

const minuteMs = 60_000
/** Pause before a run is opened again after one that failed: doubled each time, up to an hour. */
const firstPauseMs = 5_000

/** The review whose run is to be opened now; null where none is, or a run is under way. */
export function reviewRunDue({ state }: Spool, now: Date): Review | null {
  const review = state.openRun === null ? reviewToRun(state) : null
  const notBefore = review?.rerun?.notBefore ?? ''
  return review !== null && notBefore <= now.toISOString() ? review : null
}

/** Whether the run of a review can still replace its receipt: it is the latest, was not revoked, and the Spool was not cancelled. */
export function canReplace({ state }: Spool, { receiptId }: Review): boolean {
  const { outcome } = state.status
  return (
    receiptId === state.latestReceiptId &&
    state.receiptStatuses[receiptId] !== 'revoked' &&
    (outcome === 'active' || outcome === 'completed')
  )
}

/** The items by which the outcomes of a reviewer enter a run, one for each condition that they decide. */
export function reviewItems(
  review: Review,
  sentence: ReviewSentence,
  { spool, judged }: { spool: Spool; judged: readonly Evidence[] },
  facts: {
    at: string
    evidenceIdOf: (conditionId: string) => string
    hashes: ContentHashes & ConfirmationHashes
  },
): SystemEvidence[] {
  const decided = new Set(
    [...sentence.conditionOutcomes, ...sentence.unitOutcomes].map(({ conditionId }) => conditionId),
  )
  return [...decided].map((conditionId) => {
    const whole = sentence.conditionOutcomes.find((each) => each.conditionId === conditionId)
    const units = sentence.unitOutcomes
      .filter((each) => each.conditionId === conditionId)
      .map(({ unit, outcome }) => ({ unit, outcome }))
    const finding: ReviewFinding = {
      kind: 'review',
      review_id: review.id,
      receipt_id: review.receiptId,
      named_by: review.side,
      known_by: review.verifiedBy,
      ...(whole !== undefined && { outcome: whole.outcome }),
      ...(units.length > 0 && { units }),
      confirmed_evidence_digest: confirmableDigest(spool, judged, { conditionId }, facts.hashes),
    }
    const content = systemContent(finding, facts.hashes)
    return {
      content,
      item: {
        id: facts.evidenceIdOf(conditionId),
        conditionId,
        type: 'confirmation',
        source: 'review',
        claimClass: 'actor_identity',
        provenance: 'third_party_attested',
        provenanceDetail: {
          method: 'third_party_attested',
          collector: 'review',
          observed_at: sentence.at,
          reference: review.id,
        },
        onBehalfOf: review.side,
        contentDigest: content.digest,
        bytes: content.bytes,
        observedAt: sentence.at,
        receivedAt: facts.at,
      },
    }
  })
}

/** What the receipt of a review's run replaces. */
export function correctionByReview({ id, receiptId }: Review, evidenceIds: readonly string[]): Correction {
  return {
    receiptId,
    reason: 'review_overturned',
    advisory: `A review (${id}) overturned this receipt.`,
    evidenceIds: [...evidenceIds],
  }
}

/** The decision that ends a run, with the review that asked for it: its effect is the new receipt. */
export function withReviewEffect<D extends Decision & { at: string }>(
  decision: D,
  reviewId: string,
  receiptId: string,
): D {
  const spool = changeReview(decision.spool, reviewId, {
    effect: 'superseded',
    replacementReceiptId: receiptId,
    rerun: null,
  })
  const resolved = withDisputeResolved(spool, reviewOf(spool, reviewId), receiptId, decision.at)
  // While the run was pending nothing was settled.
  const settled = settleVerdict(resolved.spool, decision.at)
  const entries = [...decision.entries, ...resolved.entries, ...settled.entries]
  return { ...decision, spool: settled.spool, entries }
}

/** The same for a run that failed: it is opened again later, but where its receipt can be replaced no more. */
export function withReviewRunFailed<D extends Decision>(
  decision: D,
  reviewId: string,
  { isFinal, at }: { isFinal: boolean; at: string },
): D {
  if (isFinal) {
    const given = withoutReviewRun(decision.spool, reviewId, at)
    return { ...decision, spool: given.spool, entries: [...decision.entries, ...given.entries] }
  }
  const failures = (decision.spool.state.reviews.find(({ id }) => id === reviewId)?.rerun?.failures ?? 0) + 1
  const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), 60 * minuteMs)
  const notBefore = new Date(Date.parse(at) + pauseMs).toISOString()
  return { ...decision, spool: changeReview(decision.spool, reviewId, { rerun: { failures, notBefore } }) }
}

/** The Spool once the decision of a review has no effect any more; what waited for its run goes on. */
export function withoutReviewRun(spool: Spool, reviewId: string, at: string): Decision {
  const without = changeReview(spool, reviewId, { effect: 'none', rerun: null })
  return settleVerdict(withDisputeOpenAgain(without, reviewOf(spool, reviewId), at), at)
}

/** A decision that makes a receipt, with the open reviews of earlier receipts withdrawn. */
export function withReviewsOfEarlier<D extends Decision & { at: string }>(
  decision: D,
  receiptId: string | null,
): D {
  return receiptId === null ? decision : withdrawReplaced(decision, receiptId, decision.at)
}
