import type { readReview } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { viewerOf } from '../../domain/model/viewer.ts'
import type { ReadDeps } from '../../flows/current-spool.ts'
import { reviewOfParty, viewOfReview } from '../../flows/reviews/read-reviews.ts'

/** For every caller but the parties of its Spool a review does not exist. */
export function handleReadReview(deps: ReadDeps): Handler<typeof readReview> {
  return async ({ reviewId }, { principal }) => {
    const { stored, current } = await reviewOfParty(deps, reviewId, principal)
    return viewOfReview(deps, stored, current.spool, viewerOf(current.spool, principal))
  }
}
