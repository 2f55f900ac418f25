import type { Command, ReviewView } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import type { SpoolDeps } from '../../deps.ts'
import type { Decision } from '../../domain/model/decision.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import { reviewView } from '../../domain/views/review-view.ts'
import { changeAndReply, type Decided } from '../change-spool.ts'
import { besideReview, reviewOfParty } from './read-reviews.ts'

/** Changes a review by what a party decides, and answers with the review. */
export async function changeReview(
  deps: SpoolDeps,
  command: Command,
  reviewId: string,
  context: CommandContext,
  decide: (current: Decided) => Decision,
): Promise<StoredReply> {
  const { stored } = await reviewOfParty(deps, reviewId, context.principal)
  const beside = await besideReview(deps, stored)
  return changeAndReply(deps, command, { spoolId: stored.spoolId }, context, decide, {
    answer: ({ spool }): ReviewView =>
      reviewView(spool, reviewOf(spool, reviewId), beside, viewerOf(spool, context.principal)),
  })
}
