import { type Pool, query, statement } from '@outturn/postgres'
import type { MailState } from '../../domain/views/review-view.ts'

/** A mail that a commit queues. */
export type NewMail = {
  id: string
  kind: 'review_request' | 'review_code'
  subjectId: string
  accountId: string | null
  expiresAt: string
}

type MailRow = { subject_id: string; state: string; tries: number; at: Date }

/** How far the mails about these subjects have come. */
export async function mailStates(
  pool: Pool,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, MailState>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await query<MailRow>(
    pool,
    statement(
      'mail_states',
      `select subject_id, state, tries, coalesce(ended_at, created_at) as at from mail where subject_id = any($1)`,
    ),
    [subjectIds],
  )
  return new Map(
    rows.map(({ subject_id: id, state, tries, at }) => [id, { state, tries, at: at.toISOString() }]),
  )
}

const countStatement = statement(
  'count_mail',
  `insert into mail_count (day, counted, mails) values ($1, $2, 1)
   on conflict (day, counted) do update set mails = mail_count.mails + 1 where mail_count.mails < $3
   returning mails`,
)

/** Counts a mail of a day; false, and not counted, where there were as many as there may be. */
export async function countMail(pool: Pool, day: string, counted: string, max: number): Promise<boolean> {
  return (await query(pool, countStatement, [day, counted, max])).length === 1
}

/** Forgets the counts of earlier days. */
export async function forgetMailCounts(pool: Pool, day: string): Promise<void> {
  await query(pool, statement('forget_mail_counts', 'delete from mail_count where day < $1'), [day])
}
