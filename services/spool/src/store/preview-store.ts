import { type Pool, query, statement } from '@outturn/postgres'

/** Counts a dry run of a party on a day, `YYYY-MM-DD`; null when it has had as many as it may, else how many with this one. */
export async function countPreview(
  pool: Pool,
  preview: { spoolId: string; partyId: string; day: string; most: number },
): Promise<number | null> {
  const { spoolId, partyId, day, most } = preview
  const [row] = await query<{ used: number }>(
    pool,
    statement(
      'count_preview',
      `insert into verification_preview as p (spool_id, party_id, day, used) values ($1, $2, $3::date, 1)
       on conflict (spool_id, party_id, day) do update set used = p.used + 1 where p.used < $4
       returning used`,
    ),
    [spoolId, partyId, day, most],
  )
  return row?.used ?? null
}

/** Forgets the dry runs of the days before this one. */
export async function forgetPreviews(pool: Pool, day: string): Promise<void> {
  await query(pool, statement('forget_previews', 'delete from verification_preview where day < $1::date'), [
    day,
  ])
}
