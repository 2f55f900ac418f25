import type { EventPayload, spoolReviewChanged } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'

const note = statement(
  'note_review',
  `insert into receipt_review (receipt_id, news_version, is_under_review, is_upheld, changed_at)
   values ($1, $2, $3, $4, $5)
   on conflict (receipt_id) do update
     set news_version = excluded.news_version, is_under_review = excluded.is_under_review,
       is_upheld = excluded.is_upheld, changed_at = excluded.changed_at
     where receipt_review.news_version < excluded.news_version`,
)

/** Notes the reviews of a receipt; news that is not later than the last changes nothing. */
export async function noteReview(
  pool: Pool,
  { receiptId, version, isUnderReview, isUpheld, at }: EventPayload<typeof spoolReviewChanged>,
): Promise<void> {
  await query(pool, note, [receiptId, version, isUnderReview, isUpheld, at])
}
