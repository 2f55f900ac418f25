import { spoolReviewChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { SigningDeps } from '../deps.ts'
import { noteReview } from '../store/casework/review-store.ts'

/**
 * Notes the reviews of a receipt for the readers of its status; what is signed stays as it is. Idempotent: events carry a version, and
 * an older one is ignored.
 */
export function onSpoolReviewChanged({
  pool,
}: Pick<SigningDeps, 'pool'>): Reaction<typeof spoolReviewChanged> {
  return {
    event: spoolReviewChanged,
    concurrency: 8,
    handle: (news) => noteReview(pool, news),
  }
}
