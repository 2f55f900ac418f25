import {
  absentReview,
  decideReview as decideCommand,
  type ReviewDecision,
  type ReviewView,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { StoredReply } from '@outturn/postgres'
import { failPoint } from '@outturn/service'
import type { SpoolDeps } from '../../deps.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import { decideReview, repeatsDecision } from '../../domain/reviews/decide-review.ts'
import type { ReviewSentence } from '../../domain/model/casework/review.ts'
import { reviewView } from '../../domain/views/review-view.ts'
import { changeAndReply } from '../../flows/change-spool.ts'
import { currentSpool } from '../../flows/current-spool.ts'
import { besideReview, reviewerOf, viewOfReview } from '../../flows/reviews/read-reviews.ts'
import { assertCode, reviewOfToken } from '../../flows/reviews/prove-reviewer.ts'
import { runDueReview } from '../../flows/reviews/run-review.ts'
import { findReview } from '../../store/casework/review-store.ts'

/**
 * Records the decision of the holder of the link, once, and opens the run that it leads to. The decision stands whatever becomes of this
 * call: a sweeper opens the run that this one did not.
 */
export function handleDecideReview(deps: SpoolDeps): Handler<typeof decideCommand> {
  return async ({ reviewId, tokenHash, request }, context) => {
    const stored = await reviewOfToken(deps, reviewId, tokenHash)
    const digest = decisionDigest(deps, request)
    const before = await currentSpool(deps, stored.spoolId, context.principal)
    if (before === null) throw absentReview()
    const isRepeated = repeatsDecision(before.spool, reviewId, digest)
    if (!isRepeated) {
      await assertCode(deps, before.spool, stored, request.code)
      const beside = await besideReview(deps, stored)
      await changeAndReply(
        deps,
        decideCommand,
        { spoolId: stored.spoolId },
        context,
        ({ spool, now }) => {
          // Of two decisions at once the second one meets the first here.
          if (repeatsDecision(spool, reviewId, digest)) return { spool, entries: [] }
          return decideReview(spool, reviewId, { sentence: sentenceOf(request, now), digest })
        },
        {
          isForStranger: true,
          answer: ({ spool }): ReviewView =>
            reviewView(spool, reviewOf(spool, reviewId), beside, reviewerOf(spool)),
        },
      )
      failPoint('spool.after-review-decision')
      await runNow(deps, stored.spoolId, context.deadline - timeToAnswerMs)
    }
    const decided = await findReview(deps.pool, reviewId)
    const after = await currentSpool(deps, stored.spoolId, context.principal)
    if (decided === null || after === null) throw absentReview()
    const view = await viewOfReview(deps, decided, after.spool, reviewerOf(after.spool))
    return new StoredReply(JSON.stringify(view), { isReplayed: isRepeated })
  }
}

/** Time to answer with what the run came to so far, ms. */
const timeToAnswerMs = 1_000

/** Opens the run at once where that is possible; what is not is left to the sweeper. */
async function runNow(deps: SpoolDeps, spoolId: string, deadline: number): Promise<void> {
  try {
    await runDueReview(deps, spoolId, deps.clock.now(), deadline)
  } catch (error) {
    deps.log.warn({ err: error, spoolId }, 'the run of a review is opened later')
  }
}

/** The decision as it was sent, without the code, which may be another one when it is sent again. */
function decisionDigest({ hashes }: SpoolDeps, { code: _, ...decision }: ReviewDecision): string {
  return hashes.sha256Hex(hashes.canonical(decision))
}

function sentenceOf(request: ReviewDecision, now: Date): ReviewSentence {
  const { decision, detail = null, condition_outcomes: conditions = [], unit_outcomes: units = [] } = request
  return {
    decision,
    detail,
    conditionOutcomes: conditions.map(({ condition_id, outcome }) => ({
      conditionId: condition_id,
      outcome,
    })),
    unitOutcomes: units.map(({ condition_id, unit, outcome }) => ({
      conditionId: condition_id,
      unit,
      outcome,
    })),
    at: now.toISOString(),
  }
}
