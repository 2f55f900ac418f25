import { type Pool, query, statement } from '@outturn/postgres'

/** Evidence contents of a Spool that have at most so many bytes, the smallest first. */
export async function contentsWithin(
  pool: Pool,
  spoolId: string,
  maxBytes: number,
): Promise<{ digest: string; text: string }[]> {
  return query<{ digest: string; text: string }>(
    pool,
    statement(
      'contents_within',
      `select content_digest as digest, content as text from evidence_content
       where spool_id = $1 and octet_length(content) <= $2 order by octet_length(content), content_digest`,
    ),
    [spoolId, maxBytes],
  )
}
