import { snakeNames } from '@outturn/contracts'
import {
  type Coalesced,
  coalesced,
  onPool,
  type Pool,
  query,
  type Runner,
  statement,
} from '@outturn/postgres'
import type { IssuedReceipt } from '../domain/receipts/issue-receipt.ts'

/** What is stored for a run, by the first writer. */
export type StoredReceipt = Pick<IssuedReceipt, 'receiptId' | 'receipt' | 'attestation'>

export type ReadableReceipt = StoredReceipt & Pick<IssuedReceipt, 'spoolId' | 'visibleTo'>

const recordStatement = statement(
  'record_receipts',
  `
with item as (
  select * from json_to_recordset($1::json) as x(
    receipt_id text, run_id text, spool_id text, visible_to text[], signing_key_id text, earned numeric,
    receipt text, attestation text, issued_at timestamptz, log_entry text)
), recorded as (
  insert into receipt
    (receipt_id, run_id, spool_id, visible_to, signing_key_id, earned, receipt, attestation, issued_at)
  select receipt_id, run_id, spool_id, visible_to, signing_key_id, earned, receipt, attestation, issued_at
  from item
  on conflict do nothing
  returning run_id, receipt_id
), left_for_log as (
  insert into log_pending (kind, subject, entry)
  select 'receipt', receipt_id, log_entry from item join recorded using (run_id, receipt_id)
)
select run_id as "runId", null as "receiptId", null as receipt, null as attestation from recorded
union all
select r.run_id, r.receipt_id, r.receipt, r.attestation from receipt as r
where r.run_id in (select run_id from item)`,
)

/** One more turn sees whatever the turn before lost against. */
const maxTurns = 3

type RecordedRow = { runId: string } & { [Member in keyof StoredReceipt]: StoredReceipt[Member] | null }

/**
 * Records receipts, each at most once for its run, and answers with what is stored for that run. Those that come while a
 * statement is under way go together in the next one.
 */
export function createReceiptRecorder(pool: Pool): Coalesced<IssuedReceipt, StoredReceipt> {
  return coalesced(async (items) => {
    const stored = await recordReceipts(onPool(pool), items)
    return items.map((item) => stored.get(item.runId) as StoredReceipt)
  })
}

/** Records receipts and answers with what is stored for their runs, by the id of the run. */
export async function recordReceipts(
  runner: Runner,
  items: readonly IssuedReceipt[],
): Promise<Map<string, StoredReceipt>> {
  const stored = new Map<string, StoredReceipt>()
  let missing = items
  for (let turn = 1; missing.length > 0; turn += 1) {
    if (turn > maxTurns) throw new Error(`run ${missing[0]?.runId} has no receipt and takes none`)
    const rows = await runner<RecordedRow>(recordStatement, [JSON.stringify(missing.map(snakeNames))])
    for (const row of rows) {
      const existing = isStored(row) ? row : items.find(({ runId }) => runId === row.runId)
      if (existing !== undefined) stored.set(row.runId, existing)
    }
    // A receipt that another transaction committed while the statement ran is neither inserted nor seen by it.
    missing = missing.filter(({ runId }) => !stored.has(runId))
  }
  return stored
}

function isStored(row: RecordedRow): row is { runId: string } & StoredReceipt {
  return row.receiptId !== null
}

const findStatement = statement(
  'find_receipt',
  `select receipt_id as "receiptId", spool_id as "spoolId", visible_to as "visibleTo", receipt, attestation
   from receipt where receipt_id = $1`,
)

/** The receipt with this id, or null; who may see it is for the caller to decide. */
export async function findReceipt(pool: Pool, receiptId: string): Promise<ReadableReceipt | null> {
  const [row] = await query<ReadableReceipt>(pool, findStatement, [receiptId])
  return row ?? null
}

/** What is asked about a receipt without its text. */
export type ReceiptFacts = Pick<IssuedReceipt, 'spoolId' | 'visibleTo' | 'earned'>

const factsStatement = statement(
  'receipt_facts',
  `select spool_id as "spoolId", visible_to as "visibleTo", earned from receipt where receipt_id = $1`,
)

export async function findReceiptFacts(runner: Runner, receiptId: string): Promise<ReceiptFacts | null> {
  const [row] = await runner<ReceiptFacts>(factsStatement, [receiptId])
  return row ?? null
}

const ofRunStatement = statement(
  'receipt_of_run',
  'select receipt_id as "receiptId", receipt, attestation from receipt where run_id = $1',
)

export async function findReceiptOfRun(runner: Runner, runId: string): Promise<StoredReceipt | null> {
  const [row] = await runner<StoredReceipt>(ofRunStatement, [runId])
  return row ?? null
}
