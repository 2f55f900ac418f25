import type { listReviews } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { viewerOf } from '../../domain/model/viewer.ts'
import { reviewView } from '../../domain/views/review-view.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'
import { mailStates } from '../../store/casework/mail-store.ts'
import { reviewsOfSpool } from '../../store/casework/review-store.ts'

/** The reviews of a Spool, the newest first. */
export function handleListReviews(deps: ReadDeps): Handler<typeof listReviews> {
  return async ({ spoolId }, { principal }) => {
    const { spool } = await currentSpoolOfParty(deps, spoolId, principal)
    const ids = spool.state.reviews.map(({ id }) => id)
    const [stored, mails] = await Promise.all([
      reviewsOfSpool(deps.pool, spoolId),
      mailStates(deps.pool, ids),
    ])
    const viewer = viewerOf(spool, principal)
    const data = spool.state.reviews.flatMap((review) => {
      const row = stored.get(review.id)
      if (row === undefined) return []
      const { said, sentence } = row
      return [reviewView(spool, review, { said, sentence, mail: mails.get(review.id) ?? null }, viewer)]
    })
    return { data: data.toReversed() }
  }
}
