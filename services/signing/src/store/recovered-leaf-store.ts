import { type Runner, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Keeps leaves that came back until all of them are there. One that was kept before is replaced. */
export async function keepRecoveredLeaves(
  tx: Tx<Tables>,
  logNumber: number,
  index: number,
  entries: readonly string[],
): Promise<void> {
  const places = entries.map((_, at) => index + at)
  await sql`
    delete from recovered_leaf where log_number = ${logNumber} and log_index = any(${places}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into recovered_leaf (log_number, log_index, entry)
    select ${logNumber}::smallint, leaf.* from unnest(${places}::bigint[], ${[...entries]}::text[]) as leaf`.execute(
    tx,
  )
}

const keptStatement = statement(
  'recovered_leaves',
  `select log_index as index, entry from recovered_leaf
   where log_number = $1 and log_index >= $2 and log_index < $3 order by log_index limit 1024`,
)

/** Leaves that came back, from this place on, up to some of them. */
export async function readRecoveredLeaves(
  runner: Runner,
  logNumber: number,
  from: number,
  to: number,
): Promise<{ readonly index: number; readonly entry: string }[]> {
  const rows = await runner<{ index: bigint; entry: string }>(keptStatement, [logNumber, from, to])
  return rows.map(({ index, entry }) => ({ index: Number(index), entry }))
}

export async function forgetRecoveredLeaves(tx: Tx<Tables>, logNumber: number): Promise<void> {
  await sql`delete from recovered_leaf where log_number = ${logNumber}`.execute(tx)
}

/** Leaves that wait with one of these texts are the recovered ones: they have their places. Answers with what each is about. */
export async function takePendingTwins(
  tx: Tx<Tables>,
  entries: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ entry: string; subject: string }>`
    delete from log_pending where entry = any(${[...entries]}::text[]) returning entry, subject`.execute(tx)
  return new Map(rows.map(({ entry, subject }) => [entry, subject]))
}

const subjectsStatement = statement(
  'receipts_of_log_subjects',
  `select receipt_id from receipt
   where encode(sha256(convert_to($1 || '/log-subject@1:' || receipt_id, 'UTF8')), 'hex') = any($2::text[])`,
)

/** Receipts of the database that leaves with these subjects are about. */
export async function receiptsOfSubjects(
  runner: Runner,
  slug: string,
  subjects: readonly string[],
): Promise<string[]> {
  if (subjects.length === 0) return []
  const rows = await runner<{ receipt_id: string }>(subjectsStatement, [slug, [...subjects]])
  return rows.map(({ receipt_id }) => receipt_id)
}
