import { snakeNames } from '@outturn/contracts'
import {
  BatchBytes,
  bytesAt,
  type Coalesced,
  coalesced,
  isAmong,
  onPool,
  type Pool,
  query,
  type Runner,
  statement,
  textAt,
} from '@outturn/postgres'
import type { IssuedReceipt } from '../domain/receipts/issue-receipt.ts'
import type { ReceiptText } from '../domain/receipts/receipt-text.ts'

/** What is stored for a run, by the first writer. */
export type StoredReceipt = ReceiptText & Pick<IssuedReceipt, 'receiptId' | 'attestation'>

/** A receipt with the bytes of its whole text, which is null where it is longer than was asked for. */
export type FoundReceipt = Pick<IssuedReceipt, 'receiptId' | 'spoolId' | 'visibleTo' | 'attestation'> & {
  readonly text: ReceiptText | null
  readonly bytes: number
}

// All was recorded, most of the time: then there is no need to look at what is stored.
const someLost = '(select count(*) from recorded) < (select count(*) from item)'

const recordStatement = statement(
  'record_receipts',
  `
with item as (
  select * from json_to_recordset($1::json) as x(
    receipt_id text, run_id text, spool_id text, visible_to text[], payer_account_id text, replaces text, signing_key_id text, attestation_key_id text,
    earned numeric, committed numeric, verdict text, receipt integer, packed_unit_results integer, unit_results_bytes integer, attestation integer, issued_at timestamptz,
    log_entry text)
), active as (
  select key_id from signing_key where key_id = any($2::text[]) and status = 'active' order by key_id for share
), reached as (
  select 1 where coalesce((select max(epoch) from recovery), 0) = $4::integer and $5::bigint <= coalesce(
    (select max(log_index) + 1 from log_entry where log_number = (select max(number) from log_identity)), 0)
), signed as (
  select * from item
  where exists (select from reached) and signing_key_id in (select key_id from active) and attestation_key_id in (select key_id from active)
), recorded as (
  insert into receipt
    (receipt_id, run_id, spool_id, visible_to, payer_account_id, replaces, signing_key_id, earned, receipt, packed_unit_results,
     unit_results_bytes, attestation, issued_at)
  select receipt_id, run_id, spool_id, visible_to, payer_account_id, replaces, signing_key_id, earned, ${textAt('$3', 'receipt')},
    ${bytesAt('$3', 'packed_unit_results')}, unit_results_bytes, ${textAt('$3', 'attestation')}, issued_at
  from signed order by run_id
  on conflict do nothing
  returning run_id, receipt_id
), listed as (
  insert into receipt_of_account (account_id, issued_at, receipt_id, run_id, spool_id, verdict, earned, committed)
  select distinct account.id, issued_at, receipt_id, run_id, spool_id, verdict, earned, committed
  from item, unnest(visible_to) as account (id)
  where ${isAmong('(run_id, receipt_id)', 'select run_id, receipt_id from recorded')}
), left_for_log as (
  insert into log_pending (kind, subject, entry)
  select 'receipt', receipt_id, log_entry from item where ${isAmong('(run_id, receipt_id)', 'select run_id, receipt_id from recorded')}
)
select run_id as "runId", 'recorded' as outcome, null as "receiptId", null as receipt, null::bytea as "packedUnitResults",
  null::integer as "unitResultsBytes", null as attestation
from recorded
union all
select i.run_id, 'not_signed', null, null, null, null, null from item as i
where i.run_id not in (select run_id from signed) and not exists (select from receipt as r where r.run_id = i.run_id) and ${someLost}
union all
select i.run_id, 'not_latest', null, null, null, null, null from item as i
join receipt as r on r.spool_id = i.spool_id and coalesce(r.replaces, '') = coalesce(i.replaces, '')
where not exists (select from receipt as r where r.run_id = i.run_id) and ${someLost}
union all
select r.run_id, 'stored', r.receipt_id, r.receipt, r.packed_unit_results, r.unit_results_bytes, r.attestation from receipt as r
where r.run_id in (select run_id from item) and ${someLost}`,
)

/** What the database must have before a receipt is stored in it: one that was restored to an earlier time has less. */
export type PassedFloor = { readonly epoch: number; readonly size: number }

/** Nothing was stored: a key of the documents is not active any more, so it did not sign them; or the database is a restored one. */
export const keyNotActive = 'key_not_active'
/** Nothing was stored: another receipt of the Spool has the place in their line that this one names. */
export const notLatest = 'not_latest'

/** One more turn sees whatever the turn before lost against. */
const maxTurns = 3

type RecordedRow = { runId: string } & (
  | ({ outcome: 'stored' } & StoredRow)
  | { outcome: 'recorded' | 'not_signed' | 'not_latest' }
)

/** What is stored for a run, or why nothing is. */
export type RecordedReceipt = StoredReceipt | typeof keyNotActive | typeof notLatest

/**
 * Records receipts, each at most once for its run, and answers with what is stored for that run. Those that come while a
 * statement is under way go together in the next one.
 */
export function createReceiptRecorder(
  pool: Pool,
  floor: () => PassedFloor,
): Coalesced<IssuedReceipt, RecordedReceipt> {
  return coalesced(
    async (items) => {
      const stored = await recordReceipts(onPool(pool), floor(), items)
      return items.map((item) => stored.get(item.runId) as RecordedReceipt)
    },
    { weightOf },
  )
}

function weightOf({ receipt, packedUnitResults }: IssuedReceipt): number {
  return receipt.length + (packedUnitResults?.file.length ?? 0)
}

/**
 * Records receipts and answers with what is stored for their runs, by the id of the run. The keys that signed are held
 * meanwhile: a receipt is stored before its key stops signing, or never.
 */
export async function recordReceipts(
  runner: Runner,
  { epoch, size }: PassedFloor,
  items: readonly IssuedReceipt[],
): Promise<Map<string, RecordedReceipt>> {
  const stored = new Map<string, RecordedReceipt>()
  let missing = items
  for (let turn = 1; missing.length > 0; turn += 1) {
    if (turn > maxTurns) throw new Error(`run ${missing[0]?.runId} has no receipt and takes none`)
    const keyIds = new Set(missing.flatMap((item) => [item.signingKeyId, item.attestationKeyId]))
    const bytes = new BatchBytes()
    const rows = await runner<RecordedRow>(recordStatement, [
      JSON.stringify(missing.map((item) => itemOf(item, bytes))),
      [...keyIds],
      bytes.toParameter(),
      epoch,
      size,
    ])
    for (const row of rows) {
      const recorded = recordedOf(row, items)
      if (recorded !== undefined) stored.set(row.runId, recorded)
    }
    // A receipt that another transaction committed while the statement ran is neither inserted nor seen by it.
    missing = missing.filter(({ runId }) => !stored.has(runId))
  }
  return stored
}

/** A receipt as an item of the statement; its long texts go to `bytes`. */
function itemOf(
  { packedUnitResults, receipt, attestation, ...item }: IssuedReceipt,
  bytes: BatchBytes,
): object {
  const packed =
    packedUnitResults === null
      ? {}
      : {
          packed_unit_results: bytes.add(packedUnitResults.file),
          unit_results_bytes: packedUnitResults.bytes,
        }
  return {
    ...snakeNames(item),
    receipt: bytes.add(receipt),
    attestation: bytes.add(attestation),
    ...packed,
  }
}

type StoredRow = Pick<StoredReceipt, 'receiptId' | 'receipt' | 'attestation'> & {
  readonly packedUnitResults: Buffer | null
  readonly unitResultsBytes: number | null
}

function storedOf({ unitResultsBytes, packedUnitResults, ...row }: StoredRow): StoredReceipt {
  const isPacked = packedUnitResults !== null && unitResultsBytes !== null
  return { ...row, packedUnitResults: isPacked ? { file: packedUnitResults, bytes: unitResultsBytes } : null }
}

function recordedOf(row: RecordedRow, items: readonly IssuedReceipt[]): RecordedReceipt | undefined {
  switch (row.outcome) {
    case 'stored':
      return storedOf(row)
    case 'recorded':
      return items.find(({ runId }) => runId === row.runId)
    case 'not_signed':
      return keyNotActive
    case 'not_latest':
      return notLatest
    default:
      return row satisfies never
  }
}

/** The largest integer of the database. */
const longestInteger = 2_147_483_647

const wholeBytes = 'octet_length(receipt) + coalesce(unit_results_bytes, 0)'

const findStatement = statement(
  'find_receipt',
  `select receipt_id as "receiptId", spool_id as "spoolId", visible_to as "visibleTo", attestation, bytes,
     case when bytes <= $2 then receipt end as receipt,
     case when bytes <= $2 then packed_unit_results end as "packedUnitResults", unit_results_bytes as "unitResultsBytes"
   from receipt, lateral (select ${wholeBytes}) as length (bytes) where receipt_id = $1`,
)

type FoundRow = Omit<FoundReceipt, 'text'> &
  Pick<StoredRow, 'packedUnitResults' | 'unitResultsBytes'> & { readonly receipt: string | null }

/**
 * The receipt with this id, or null; who may see it is for the caller to decide. The text of one above `mostBytes` is left in the
 * database.
 */
export async function findReceipt(
  pool: Pool,
  receiptId: string,
  mostBytes = longestInteger,
): Promise<FoundReceipt | null> {
  const [row] = await query<FoundRow>(pool, findStatement, [receiptId, mostBytes])
  if (row === undefined) return null
  const { receipt, packedUnitResults, unitResultsBytes, ...found } = row
  if (receipt === null) return { ...found, text: null }
  const { attestation } = found
  return {
    ...found,
    text: storedOf({ receiptId, receipt, attestation, packedUnitResults, unitResultsBytes }),
  }
}

/** Bytes from which a receipt is shown without the results of its units: a page of so many is no help to a reader. */
const longReceiptBytes = 1_048_576
// The service puts them last, and within a text of JSON its quotation marks would be escaped.
const unitResultsIn = `position(',"unit_results":[' in receipt)`

const shownStatement = statement(
  'shown_receipt',
  `select case when octet_length(receipt) > ${longReceiptBytes} and ${unitResultsIn} > 0
     then left(receipt, ${unitResultsIn} - 1) || '}' else receipt end as receipt
   from receipt where receipt_id = $1`,
)

/** The text of a receipt as it is shown to readers, or null. */
export async function findShownReceipt(pool: Pool, receiptId: string): Promise<string | null> {
  const [row] = await query<{ receipt: string }>(pool, shownStatement, [receiptId])
  return row?.receipt ?? null
}

/** What is asked about a receipt without its text. */
export type ReceiptFacts = Pick<IssuedReceipt, 'spoolId' | 'visibleTo' | 'payerAccountId' | 'earned'> & {
  readonly payerPartyId: string
  readonly providerPartyId: string
}

const factsStatement = statement(
  'receipt_facts',
  `select spool_id as "spoolId", visible_to as "visibleTo", payer_account_id as "payerAccountId", earned,
     attestation::json ->> 'payerPartyId' as "payerPartyId",
     attestation::json ->> 'providerPartyId' as "providerPartyId"
   from receipt where receipt_id = $1`,
)

export async function findReceiptFacts(runner: Runner, receiptId: string): Promise<ReceiptFacts | null> {
  const [row] = await runner<ReceiptFacts>(factsStatement, [receiptId])
  return row ?? null
}

const ofAttestationStatement = statement(
  'receipt_of_attestation',
  `select receipt_id as "receiptId" from receipt where spool_id = $1 and attestation::json ->> 'id' = $2`,
)

/** The receipt that was issued with an attestation; null for one that this environment did not issue. */
export async function findAttestedReceipt(
  runner: Runner,
  attestation: { readonly spoolId: string; readonly id: string },
): Promise<string | null> {
  const [row] = await runner<{ receiptId: string }>(ofAttestationStatement, [
    attestation.spoolId,
    attestation.id,
  ])
  return row?.receiptId ?? null
}

const ofRunStatement = statement(
  'receipt_of_run',
  `select receipt_id as "receiptId", receipt, packed_unit_results as "packedUnitResults",
     unit_results_bytes as "unitResultsBytes", attestation
   from receipt where run_id = $1`,
)

export async function findReceiptOfRun(runner: Runner, runId: string): Promise<StoredReceipt | null> {
  const [row] = await runner<StoredRow>(ofRunStatement, [runId])
  return row === undefined ? null : storedOf(row)
}
