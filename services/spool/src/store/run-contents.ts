import { type Pool, query, statement } from '@outturn/postgres'

/** How large one content may be, and all of them together, in bytes. */
export type ContentRoom = { each: number; total: number }

// The smallest first, as many as there is room for.
const usedContents = `
  select content_digest, content, octet_length(content) as bytes,
    sum(octet_length(content)) over (order by octet_length(content), content_digest) as upto
  from evidence_content
  where spool_id = $1 and content_digest = any($2) and octet_length(content) <= $3`

/** How many bytes `contentsWithin` would load. */
export async function bytesOfContents(
  pool: Pool,
  spoolId: string,
  keys: readonly string[],
  { each, total }: ContentRoom,
): Promise<number> {
  const [row] = await query<{ bytes: number }>(
    pool,
    statement(
      'bytes_of_contents',
      `select coalesce(sum(bytes), 0)::int as bytes from (${usedContents}) as used where upto <= $4`,
    ),
    [spoolId, keys, each, total],
  )
  return row?.bytes ?? 0
}

/** Contents of a Spool that are kept under one of these keys, the smallest first, as many as there is room for. */
export async function contentsWithin(
  pool: Pool,
  spoolId: string,
  keys: readonly string[],
  { each, total }: ContentRoom,
): Promise<{ digest: string; text: string }[]> {
  return query<{ digest: string; text: string }>(
    pool,
    statement(
      'contents_within',
      `select content_digest as digest, content as text
       from (${usedContents}) as used
       where upto <= $4 order by bytes, content_digest`,
    ),
    [spoolId, keys, each, total],
  )
}
