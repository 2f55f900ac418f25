import type { Queryable } from './pool.ts'

/** Settles when the database has written one row. Rejects when it does not take writes, as with a full disk. */
export async function writeRow(db: Queryable): Promise<void> {
  await db.query(
    `insert into write_check (id, written_at) values (1, now())
     on conflict (id) do update set written_at = excluded.written_at`,
  )
}
