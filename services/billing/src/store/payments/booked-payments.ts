import { type Pool, query, statement } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import type { PackRail } from '@outturn/vocabulary'
import type { BookedPayment, BookedTransfer } from '../../domain/reconciliation/booked-payment.ts'

type Row = {
  id: string
  rail: PackRail
  buys: BookedPayment['buys']
  state: string
  amount_micros: bigint
  payer: string | null
  account_id: string
  reference: string | null
  refused_for: string | null
  created_at: Date
  updated_at: Date
  run_id: string | null
  purchase_id: string | null
}

const claims = `
  select id, 'x402' as rail, purchase as buys, state, amount_micros, payer, account_id, transaction as reference,
    reason as refused_for, created_at, updated_at, run_id, purchase_id
  from payment_claim`
const purchases = `
  select id, rail, 'pack' as buys, state, pack_cents::bigint * 10000 as amount_micros, null as payer, account_id,
    payment_id as reference, declined as refused_for, created_at, coalesce(finished_at, created_at) as updated_at,
    null as run_id, id as purchase_id
  from credit_purchase`

const list = statement(
  'list_payments',
  `(${claims} where ($1::text is null or 'x402' = $1) and (cardinality($2::text[]) = 0 or state = any($2))
    order by created_at desc limit $3)
   union all
   (${purchases} where ($1::text is null or 'mpp' = $1) and (cardinality($2::text[]) = 0 or state = any($2))
    order by created_at desc limit $3)
   order by created_at desc, id limit $3`,
)

/** Payments of one rail or both, in one of these states or, without any, in all; the newest first. */
export async function listBookedPayments(
  pool: Pool,
  { rail, states, limit }: { rail: PackRail | null; states: readonly string[]; limit: number },
): Promise<BookedPayment[]> {
  return (await query<Row>(pool, list, [rail, states, limit])).map(fromRow)
}

const found = statement(
  'find_payments',
  `${claims} where id = $1 or purchase_id = $1 or (state = 'settled' and transaction = lower($1))
   union all ${purchases} where id = $1 or payment_id = $1
   order by created_at, id`,
)

/** The payments that an id, a transaction or an id at the processor names; a transaction may have several. */
export async function findBookedPayments(pool: Pool, reference: string): Promise<BookedPayment[]> {
  return (await query<Row>(pool, found, [reference])).map(fromRow)
}

const transfers = statement(
  'transfers_of_payment',
  `select kind, debit_account, credit_account, amount_micros, at from transfer
   where idempotency_key = any($1) order by id`,
)

/** How often a run that is paid for by itself may have been held again. */
const mostAttempts = 9

/** What the ledger says of a payment: its money, the run that it pays for or the grant that it is, and these refunds of it. */
export async function transfersOfPayment(
  pool: Pool,
  { id, runId, purchaseId }: BookedPayment,
  refundIds: readonly string[],
): Promise<BookedTransfer[]> {
  const keys = [id, ...refundIds]
  if (purchaseId !== null) keys.push(derivedId('grant', purchaseId))
  if (runId !== null) {
    keys.push(runId)
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) keys.push(`${runId}/${attempt}/receivable`)
  }
  type TransferRow = {
    kind: string
    debit_account: string
    credit_account: string
    amount_micros: bigint
    at: Date
  }
  const rows = await query<TransferRow>(pool, transfers, [keys])
  return rows.map((row) => ({
    kind: row.kind,
    debitAccount: row.debit_account,
    creditAccount: row.credit_account,
    amountMicros: row.amount_micros,
    at: row.at,
  }))
}

function fromRow(row: Row): BookedPayment {
  return {
    id: row.id,
    rail: row.rail,
    buys: row.buys,
    state: row.state,
    amountMicros: row.amount_micros,
    payer: row.payer,
    accountId: row.account_id,
    reference: row.reference,
    refusedFor: row.refused_for,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    runId: row.run_id,
    purchaseId: row.purchase_id,
  }
}
