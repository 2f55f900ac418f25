import { withdrawReview as command } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { withdrawReview } from '../../domain/reviews/change-review.ts'
import { changeReview } from '../../flows/reviews/change-review.ts'

export function handleWithdrawReview(deps: SpoolDeps): Handler<typeof command> {
  return ({ reviewId }, context) =>
    changeReview(deps, command, reviewId, context, ({ spool, viewer, now }) =>
      withdrawReview(spool, viewer, reviewId, now),
    )
}
