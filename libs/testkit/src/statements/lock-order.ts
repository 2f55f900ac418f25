import type { Pool, QueryConfig } from 'pg'

/** Two rows in the order in which everyone who waits for both takes them, each as the statement that locks or makes it. */
export type OrderedRows = { readonly first: QueryConfig; readonly second: QueryConfig }

/**
 * Does `work`, whose statement takes both rows, while another transaction has the first one. Rejects when it holds the second
 * as it waits: the other, which now takes that one too, and it would wait for each other.
 */
export async function takesInOrder<Result>(
  pool: Pool,
  { first, second }: OrderedRows,
  work: () => Promise<Result>,
): Promise<Result> {
  const other = await pool.connect()
  const over = new AbortController()
  const untilThereIs = async (question: string, pid: number) => {
    for (;;) {
      over.signal.throwIfAborted()
      if ((await pool.query(question, [pid])).rowCount !== 0) return
    }
  }
  try {
    await other.query('begin')
    await other.query(first)
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    const done = work()
    await Promise.race([
      untilThereIs('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', pid),
      done.then(() => Promise.reject(new Error('the statement did not wait for the first row'))),
    ])
    const taken = other.query(second)
    const isFree = await Promise.race([
      taken.then(() => true),
      untilThereIs('select where cardinality(pg_blocking_pids($1)) > 0', pid).then(() => false),
    ])
    await Promise.allSettled([taken])
    await other.query('rollback')
    const result = await done
    if (!isFree) throw new Error('the statement holds the second row while it waits for the first')
    return result
  } finally {
    over.abort()
    other.release(true)
  }
}
