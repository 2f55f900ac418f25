import { erasedText, type Pool, query, statement } from '@outturn/postgres'

/** Bytes of the facts of one match, in UTF-8. */
const maxFactBytes = 67_108_864

const textStatement = statement(
  'find_fact_texts',
  `with fact_text as (
     select json_build_object('id', fact_id, 'sourceId', source_id, 'contentDigest', content_digest,
       'observedAt', to_char(observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'sent', json_build_object('seconds', sent_seconds, 'id', sent_id, 'index', sent_index),
       'values', json_strip_nulls(json_build_object('subject', subject, 'predicate', predicate, 'value', value::json,
         'quantity', quantity, 'amount_cents', amount_cents, 'currency', currency,
         'occurred_at', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))::text as text
     from fact
     where spool_id = $1 and superseded_by is null and ($2::text[] is null or source_id = any($2))
   )
   select case when coalesce(sum(octet_length(text)), 0) <= $3 then '[' || coalesce(string_agg(text, ','), '') || ']' end as list
   from fact_text`,
)

/** The current facts of a Spool as the text of a list of JSON, in any order; null for more than a match takes. */
export async function findCurrentFactTexts(
  pool: Pool,
  spoolId: string,
  sourceIds: readonly string[] | null,
  maxBytes = maxFactBytes,
): Promise<string | null> {
  const [row] = await query<{ list: string | null }>(pool, textStatement, [spoolId, sourceIds, maxBytes])
  return row?.list ?? null
}

const erasedStatement = statement(
  'find_erased_facts',
  `select source_id from fact
   where spool_id = $1 and superseded_by is null and ($2::text[] is null or source_id = any($2)) and subject = $3 and predicate = $3
   limit 1`,
)

const erasedIdsStatement = statement(
  'find_erased_fact_ids',
  'select fact_id from fact where spool_id = $1 and subject = $2 and predicate = $2',
)

/** Facts of a Spool that have no values any more. */
export async function findErasedFacts(pool: Pool, spoolId: string): Promise<string[]> {
  const rows = await query<{ fact_id: string }>(pool, erasedIdsStatement, [spoolId, erasedText])
  return rows.map(({ fact_id: id }) => id)
}

/** A source whose facts of a Spool have no values any more; null where every fact has them. */
export async function findErasedSource(
  pool: Pool,
  spoolId: string,
  sourceIds: readonly string[] | null,
): Promise<string | null> {
  const [row] = await query<{ source_id: string }>(pool, erasedStatement, [spoolId, sourceIds, erasedText])
  return row?.source_id ?? null
}
