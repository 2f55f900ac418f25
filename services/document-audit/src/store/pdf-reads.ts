import { onPool, type Pool, statement } from '@outturn/postgres'

/** PDFs that one key may have read on a UTC day. */
export const maxPdfReads = 200

const countRead = statement(
  'count_pdf_read',
  `insert into pdf_read (caller, day, reads) values ($1, $2, 1)
   on conflict (caller, day) do update set reads = pdf_read.reads + 1 where pdf_read.reads < $3
   returning reads`,
)

/** Counts one more PDF of a caller; answers false when it has had as many as it may on the day. */
export async function countPdfRead(pool: Pool, caller: string, now: Date): Promise<boolean> {
  const rows = await onPool(pool)<{ reads: number }>(countRead, [caller, dayOf(now), maxPdfReads])
  return rows.length === 1
}

/** Forgets the counters of days before yesterday. */
export async function forgetPdfReads(pool: Pool, now: Date): Promise<number> {
  const yesterday = dayOf(new Date(now.getTime() - 86_400_000))
  const { rowCount } = await pool.query('delete from pdf_read where day < $1', [yesterday])
  return rowCount ?? 0
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
