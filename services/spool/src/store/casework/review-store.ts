import { type Pool, query, statement } from '@outturn/postgres'
import type { ReviewSaid, ReviewSentence } from '../../domain/model/casework/review.ts'
import { fromRunRow, runColumns, type RunProcess, type RunRow } from '../run-process.ts'

/** What is kept of a review beside its Spool. */
export type StoredReview = {
  id: string
  spoolId: string
  tokenHash: string
  said: ReviewSaid
  sentence: ReviewSentence | null
}

type ReviewRow = {
  id: string
  spool_id: string
  token_hash: string
  said: ReviewSaid
  sentence: ReviewSentence | null
}

const columns = 'id, spool_id, token_hash, said, sentence'

function fromRow({ id, spool_id, token_hash, said, sentence }: ReviewRow): StoredReview {
  return { id, spoolId: spool_id, tokenHash: token_hash, said, sentence }
}

/** A review by its id, or null. */
export async function findReview(pool: Pool, reviewId: string): Promise<StoredReview | null> {
  const [row] = await query<ReviewRow>(
    pool,
    statement('find_review', `select ${columns} from review where id = $1`),
    [reviewId],
  )
  return row === undefined ? null : fromRow(row)
}

/** A review by the hash of its link, or null. */
export async function findReviewOfToken(pool: Pool, tokenHash: string): Promise<StoredReview | null> {
  const [row] = await query<ReviewRow>(
    pool,
    statement('find_review_of_token', `select ${columns} from review where token_hash = $1`),
    [tokenHash],
  )
  return row === undefined ? null : fromRow(row)
}

/** The reviews of a Spool, by their ids. */
export async function reviewsOfSpool(
  pool: Pool,
  spoolId: string,
): Promise<ReadonlyMap<string, StoredReview>> {
  const rows = await query<ReviewRow>(
    pool,
    statement('reviews_of_spool', `select ${columns} from review where spool_id = $1`),
    [spoolId],
  )
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}

/** The run that a receipt of a Spool is of, or null. */
export async function findProcessOfReceipt(
  pool: Pool,
  spoolId: string,
  receiptId: string,
): Promise<RunProcess | null> {
  const [row] = await query<RunRow>(
    pool,
    statement(
      'find_process_of_receipt',
      `select ${runColumns} from verification_process
       where spool_id = $1 and verified_run ->> 'receiptId' = $2`,
    ),
    [spoolId, receiptId],
  )
  return row === undefined ? null : fromRunRow(row)
}

/** A code of a review: its place among them and when it was mailed. */
export type IssuedCode = { ordinal: number; issuedAt: string; tries: number }
type CodeRow = { ordinal: number; issued_at: Date; tries: number }

/** The codes that were mailed for a review, the first one first. */
export async function codesOf(pool: Pool, reviewId: string): Promise<IssuedCode[]> {
  const rows = await query<CodeRow>(
    pool,
    statement(
      'codes_of_review',
      'select ordinal, issued_at, tries from review_code where review_id = $1 order by ordinal',
    ),
    [reviewId],
  )
  return rows.map(({ ordinal, issued_at, tries }) => ({ ordinal, issuedAt: issued_at.toISOString(), tries }))
}

const issueStatement = statement(
  'issue_review_code',
  `with issued as (
     insert into review_code (review_id, ordinal, issued_at) values ($1, $2, $3)
     on conflict do nothing returning review_id),
   queued as (
     insert into mail (id, kind, subject_id, account_id, created_at, expires_at, next_try_at)
     select $4, 'review_code', $5, null, $3, $6, $3 from issued)
   select review_id from issued`,
)

/** Issues the code of this place and queues its mail, both or neither; false where it was issued at the same time by another request. */
export async function issueCode(
  pool: Pool,
  code: { reviewId: string; ordinal: number; issuedAt: string; mailId: string; expiresAt: string },
): Promise<boolean> {
  const { reviewId, ordinal, issuedAt, mailId, expiresAt } = code
  const values = [reviewId, ordinal, issuedAt, mailId, `${reviewId}:${ordinal}`, expiresAt]
  return (await query(pool, issueStatement, values)).length === 1
}

const tryStatement = statement(
  'try_review_code',
  `update review_code set tries = tries + 1
   where review_id = $1 and ordinal = (select max(ordinal) from review_code where review_id = $1)
     and tries < $2 and issued_at > $3
   returning ordinal, issued_at, tries`,
)

/** Counts an attempt at the latest code of a review; null where none is left, or the code is too old. */
export async function countCodeAttempt(
  pool: Pool,
  reviewId: string,
  { maxTries, issuedAfter }: { maxTries: number; issuedAfter: Date },
): Promise<IssuedCode | null> {
  const [row] = await query<CodeRow>(pool, tryStatement, [reviewId, maxTries, issuedAfter])
  if (row === undefined) return null
  return { ordinal: row.ordinal, issuedAt: row.issued_at.toISOString(), tries: row.tries }
}
