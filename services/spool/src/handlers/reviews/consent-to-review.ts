import { consentToReview as command } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { consentToReview } from '../../domain/reviews/change-review.ts'
import { changeReview } from '../../flows/reviews/change-review.ts'

export function handleConsentToReview(deps: SpoolDeps): Handler<typeof command> {
  return ({ reviewId }, context) =>
    changeReview(deps, command, reviewId, context, ({ spool, viewer, now }) =>
      consentToReview(spool, viewer, reviewId, now),
    )
}
