import { type ErasedRows, type Pool, query, statement } from '@outturn/postgres'
import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'
import type { DisputeText } from '../../domain/model/casework/dispute-state.ts'
import type { ReviewSaid, ReviewSentence } from '../../domain/model/casework/review.ts'
import type { DisputeStatement, Evidence, Spool } from '../../domain/model/spool.ts'
import { type DiscrepancyRow, fromDiscrepancyRow, toDiscrepancyRow } from '../casework/discrepancy-row.ts'
import { toStoredState } from '../stored-state.ts'

const idsStatement = statement(
  'spools_to_erase',
  `select id from (select id from spool where account_id = $1 union select spool_id from spool_account where account_id = $1) as own
   where id > $2 order by id limit $3`,
)

/** Ids of the Spools that an account is a party of, after one of them. */
export async function spoolIdsOf(
  pool: Pool,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await query<{ id: string }>(pool, idsStatement, [accountId, after ?? '', limit])
  return rows.map(({ id }) => id)
}

/** What people wrote of a Spool, as it is kept beside it. */
export type WrittenTexts = {
  readonly disputes: readonly { readonly id: string; readonly said: DisputeStatement }[]
  readonly disputeTexts: readonly {
    readonly disputeId: string
    readonly ordinal: number
    readonly said: DisputeText
  }[]
  readonly discrepancies: readonly Discrepancy[]
  readonly reviews: readonly {
    readonly id: string
    readonly said: ReviewSaid
    readonly sentence: ReviewSentence | null
  }[]
  readonly runs: readonly AskedRun[]
}

/** A run that a caller asked for: the name of its account, and the words with which it corrects a receipt. */
type AskedRun = {
  readonly runId: string
  readonly accountId: string | null
  readonly accountName: string | null
  readonly receiptId: string | null
  readonly advisory: string | null
}

type TextsRow = Omit<WrittenTexts, 'discrepancies'> & { discrepancies: DiscrepancyRow[] }

const textsStatement = statement(
  'texts_of_spool',
  `select
     coalesce((select json_agg(json_build_object('id', id, 'said', said)) from dispute where spool_id = $1), '[]') as disputes,
     coalesce((select json_agg(json_build_object('disputeId', dispute_id, 'ordinal', ordinal, 'said', said))
       from dispute_text where spool_id = $1), '[]') as "disputeTexts",
     coalesce((select json_agg(json_build_object('id', id, 'ordinal', ordinal, 'status', status, 'state', state, 'texts', texts))
       from discrepancy where spool_id = $1), '[]') as discrepancies,
     coalesce((select json_agg(json_build_object('id', id, 'said', said, 'sentence', sentence)) from review where spool_id = $1), '[]')
       as reviews,
     coalesce((select json_agg(json_build_object('runId', run_id, 'accountId', asked_by ->> 'accountId',
         'accountName', asked_by ->> 'accountName', 'receiptId', correction ->> 'receiptId', 'advisory', correction ->> 'advisory'))
       from verification_process where spool_id = $1 and asked_by is not null), '[]') as runs`,
)

export async function writtenTexts(pool: Pool, spoolId: string): Promise<WrittenTexts> {
  const [row] = await query<TextsRow>(pool, textsStatement, [spoolId])
  if (row === undefined) throw new Error('a select without from gave no row')
  return { ...row, discrepancies: row.discrepancies.map(fromDiscrepancyRow) }
}

const claimsToErase = `spool_id = $1 and (subject <> $2 or predicate <> $2 or value <> to_json($2::text)::text
  or quantity is not null or amount_cents is not null)`

/** How many claims of a Spool have values that are not erased. */
export async function countClaimsToErase(pool: Pool, spoolId: string, erased: string): Promise<number> {
  const [row] = await query<{ claims: number }>(
    pool,
    statement('claims_to_erase', `select count(*)::integer as claims from claim where ${claimsToErase}`),
    [spoolId, erased],
  )
  return row?.claims ?? 0
}

/** Puts the text in the place of the values of all claims of a Spool; their digests stay. */
export async function eraseClaims(pool: Pool, spoolId: string, erased: string): Promise<void> {
  await pool.query({
    name: 'erase_claims',
    text: `update claim set subject = $2, predicate = $2, value = to_json($2::text)::text, quantity = null, amount_cents = null
      where ${claimsToErase}`,
    values: [spoolId, erased],
  })
}

/** What is written of a Spool once texts are erased: what is not named here stays. */
export type ErasedTexts = Omit<WrittenTexts, 'runs'> & {
  /** The Spool without the words outside of the agreement; null where it has none. */
  readonly spool: Spool | null
  /** By the place among the items of the Spool, from 1. */
  readonly evidence: readonly { readonly ordinal: number; readonly item: Evidence }[]
  readonly runs: readonly string[]
}

export function countErased(erased: ErasedTexts): ErasedRows[] {
  const { spool, evidence, disputes, disputeTexts, discrepancies, reviews, runs } = erased
  const counts = {
    spool: spool === null ? 0 : 1,
    evidence: evidence.length,
    dispute: disputes.length,
    dispute_text: disputeTexts.length,
    discrepancy: discrepancies.length,
    review: reviews.length,
    verification_process: runs.length,
  }
  return Object.entries(counts).flatMap(([table, rows]) => (rows === 0 ? [] : [{ table, rows }]))
}

const eraseStatement = statement(
  'erase_texts',
  `with held as (
     update spool set version = version + 1, agreement = coalesce($3::json, agreement), standing = coalesce($4::json, standing)
     where id = $1 and version = $2 returning id
   ), evidence_erased as (
     update evidence as t set item = x.item from held, json_to_recordset($5::json) as x(ordinal integer, item json)
     where t.spool_id = held.id and t.ordinal = x.ordinal
   ), dispute_erased as (
     update dispute as t set said = x.said from held, json_to_recordset($6::json) as x(id text, said json)
     where t.spool_id = held.id and t.id = x.id
   ), dispute_text_erased as (
     update dispute_text as t set said = x.said
     from held, json_to_recordset($7::json) as x("disputeId" text, ordinal integer, said json)
     where t.spool_id = held.id and t.dispute_id = x."disputeId" and t.ordinal = x.ordinal
   ), discrepancy_erased as (
     update discrepancy as t set state = x.state, texts = x.texts
     from held, json_to_recordset($8::json) as x(id text, state json, texts json)
     where t.spool_id = held.id and t.id = x.id
   ), review_erased as (
     update review as t set said = x.said, sentence = x.sentence
     from held, json_to_recordset($9::json) as x(id text, said json, sentence json)
     where t.spool_id = held.id and t.id = x.id
   ), run_erased as (
     update verification_process as t set
       asked_by = jsonb_set(t.asked_by::jsonb, '{accountName}', to_jsonb($11::text))::json,
       correction = case when t.correction ->> 'advisory' is null then t.correction
         else jsonb_set(t.correction::jsonb, '{advisory}', to_jsonb($11::text))::json end
     from held where t.spool_id = held.id and t.run_id = any($10::text[])
   )
   select id from held`,
)

/** Writes them in one statement; false where the Spool changed since it was read. */
export async function eraseTexts(
  pool: Pool,
  before: Spool,
  erased: ErasedTexts,
  text: string,
): Promise<boolean> {
  const { spool, evidence, disputes, disputeTexts, discrepancies, reviews, runs } = erased
  const rows = await query(pool, eraseStatement, [
    before.id,
    before.version,
    spool === null ? null : JSON.stringify(spool.agreement),
    spool === null ? null : JSON.stringify(toStoredState(spool.state)),
    JSON.stringify(evidence),
    JSON.stringify(disputes),
    JSON.stringify(disputeTexts),
    JSON.stringify(discrepancies.map(toDiscrepancyRow)),
    JSON.stringify(reviews),
    runs,
    text,
  ])
  return rows.length === 1
}

const referencesStatement = statement(
  'references_of_items',
  `select content_digest as key, content from evidence_content where spool_id = $1 and content_digest = any($2)`,
)

/** The contents that are kept under these keys. */
export function contentsUnder(
  pool: Pool,
  spoolId: string,
  keys: readonly string[],
): Promise<{ key: string; content: string }[]> {
  return query(pool, referencesStatement, [spoolId, keys])
}

/** Puts another content in the place of one. */
export async function replaceContent(
  pool: Pool,
  spoolId: string,
  { key, content }: { key: string; content: string },
): Promise<void> {
  await query(
    pool,
    statement(
      'replace_content',
      'update evidence_content set content = $3 where spool_id = $1 and content_digest = $2',
    ),
    [spoolId, key, content],
  )
}
