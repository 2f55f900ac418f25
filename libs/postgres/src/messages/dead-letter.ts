import type { Pool } from '../pool.ts'

/** A message that failed too often. */
export type DeadLetter = {
  /** The same message on the same queue always has the same id. */
  id: string
  queue: string
  subject: string
  payload: Uint8Array
  headers: Readonly<Record<string, string>>
  reason: string
  attempts: number
}

export type StoredDeadLetter = DeadLetter & { deadAt: Date; redrivenAt: Date | null }

type Row = Omit<StoredDeadLetter, 'deadAt' | 'redrivenAt'> & { dead_at: Date; redriven_at: Date | null }

function fromRow({ dead_at, redriven_at, ...rest }: Row): StoredDeadLetter {
  return { ...rest, deadAt: dead_at, redrivenAt: redriven_at }
}

/** Keeps a dead message for an operator; one that died before is dead again. */
export async function recordDeadLetter(pool: Pool, letter: DeadLetter): Promise<void> {
  await pool.query(
    `insert into dead_letter (id, queue, subject, payload, headers, reason, attempts)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set
       reason = excluded.reason, attempts = dead_letter.attempts + excluded.attempts, dead_at = now(), redriven_at = null`,
    [
      letter.id,
      letter.queue,
      letter.subject,
      Buffer.from(letter.payload),
      JSON.stringify(letter.headers),
      letter.reason.slice(0, 2_000),
      letter.attempts,
    ],
  )
}

/** Whether a message is dead and waits for an operator. */
export async function isDeadLetterWaiting(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from dead_letter where id = $1 and redriven_at is null', [id])
  return rowCount === 1
}

/** Takes back a dead letter whose message was handled after all. */
export async function forgetDeadLetter(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from dead_letter where id = $1', [id])
}

/** The newest dead messages, redriven ones included. */
export async function listDeadLetters(pool: Pool, limit = 1_000): Promise<StoredDeadLetter[]> {
  const { rows } = await pool.query<Row>('select * from dead_letter order by dead_at desc, id limit $1', [
    limit,
  ])
  return rows.map(fromRow)
}

/** Dead messages that still wait, oldest first; the one with this id, or all when it is null. */
export async function waitingDeadLetters(
  pool: Pool,
  id: string | null,
  limit = 100,
): Promise<StoredDeadLetter[]> {
  const { rows } = await pool.query<Row>(
    `select * from dead_letter where redriven_at is null and ($1::text is null or id = $1)
     order by dead_at, id limit $2`,
    [id, limit],
  )
  return rows.map(fromRow)
}

/** How many dead messages wait for an operator, by queue. */
export async function countDeadLetters(pool: Pool): Promise<readonly { queue: string; waiting: number }[]> {
  const { rows } = await pool.query<{ queue: string; waiting: number }>(
    'select queue, count(*)::int as waiting from dead_letter where redriven_at is null group by queue order by queue',
  )
  return rows
}

/** Marks a message whose work was done after all. */
export async function markRedriven(pool: Pool, id: string): Promise<void> {
  await pool.query('update dead_letter set redriven_at = now() where id = $1', [id])
}
