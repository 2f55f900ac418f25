import { type Pool, query, statement } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import type { RecordedPayment } from '../../domain/reconciliation/compare.ts'

/** Which recorded payments are compared: those that are named, and those that ended with money from one position to another. */
export type Compared = { readonly marks: readonly string[]; readonly from: bigint; readonly to: bigint }

/** A token on its chain; its address in lower case. */
type Token = { readonly network: string; readonly asset: string }

type Row = {
  id: string
  mark: string
  state: RecordedPayment['state']
  amount_micros: bigint
  reference: string | null
  position: bigint | null
  /** Purchase whose grant books it; null where the payment itself is the key of the ledger. */
  granted_as: string | null
}

const claims = statement(
  'compared_claims',
  `select id, payer || '|' || nonce as mark, amount_micros, transaction as reference, block as position,
     case when state in ('settled', 'refused') then state else 'open' end as state, purchase_id as granted_as
   from payment_claim
   where network = $1 and asset = $2 and (
     payer || '|' || nonce = any($3) and payer = any($4) or state = 'settled' and block between $5 and $6
   )`,
)

/** Claims of payments by x402 in one token. A mark is the payer and the nonce. */
export async function comparedClaims(
  pool: Pool,
  { network, asset }: Token,
  { marks, from, to }: Compared,
): Promise<RecordedPayment[]> {
  const payers = [...new Set(marks.map((mark) => mark.split('|')[0]))]
  return booked(pool, await query<Row>(pool, claims, [network, asset, marks, payers, from, to]))
}

const payees = statement(
  'payees_of_claims',
  `select distinct lower(pay_to) as payee from payment_claim
   where network = $1 and asset = $2 and state = 'settled' and block between $3 and $4`,
)

/** Whom the claims paid that were settled from one block to another; addresses in lower case. */
export async function payeesOfClaims(
  pool: Pool,
  { network, asset }: Token,
  { from, to }: Pick<Compared, 'from' | 'to'>,
): Promise<string[]> {
  return (await query<{ payee: string }>(pool, payees, [network, asset, from, to])).map(({ payee }) => payee)
}

const purchases = statement(
  'compared_purchases',
  `select id, id as mark, pack_cents::bigint * 10000 as amount_micros, payment_id as reference,
     extract(epoch from finished_at)::bigint as position, id as granted_as,
     case state when 'granted' then 'settled' when 'refused' then 'refused' else 'open' end as state
   from credit_purchase
   where id = any($1)
     or state = 'granted' and finished_at >= to_timestamp($2::bigint) and finished_at < to_timestamp($3::bigint + 1)`,
)

/** Purchases by card. A mark is the purchase. */
export async function comparedPurchases(
  pool: Pool,
  { marks, from, to }: Compared,
): Promise<RecordedPayment[]> {
  return booked(pool, await query<Row>(pool, purchases, [marks, from, to]))
}

const entries = statement(
  'entries_of_payments',
  `select idempotency_key, sum(amount_micros)::bigint as micros from transfer
   where idempotency_key = any($1) and kind in ('payment', 'grant') group by idempotency_key`,
)

async function booked(pool: Pool, rows: readonly Row[]): Promise<RecordedPayment[]> {
  const keyOf = ({ id, granted_as: purchase }: Row) => (purchase === null ? id : derivedId('grant', purchase))
  const keys = rows.map(keyOf)
  const found = await query<{ idempotency_key: string; micros: bigint }>(pool, entries, [keys])
  const microsByKey = new Map(found.map(({ idempotency_key: key, micros }) => [key, micros]))
  return rows.map((row) => ({
    id: row.id,
    mark: row.mark,
    state: row.state,
    amountMicros: row.amount_micros,
    reference: row.reference,
    position: row.position,
    bookedMicros: microsByKey.get(keyOf(row)) ?? 0n,
  }))
}

const strays = {
  x402: strayEntries(
    'stray_entries_x402',
    `select from payment_claim as payment where payment.state = 'settled'
       and (payment.id = entry.idempotency_key or payment.purchase_id = substr(credit_grant.note, 10))`,
  ),
  mpp: strayEntries(
    'stray_entries_mpp',
    `select from credit_purchase as payment where payment.state = 'granted' and payment.id = substr(credit_grant.note, 10)`,
  ),
} as const

function strayEntries(name: string, payment: string) {
  return statement(
    name,
    `select entry.idempotency_key as key, entry.amount_micros from transfer as entry
     left join credit_grant on credit_grant.id = entry.grant_id
     where entry.debit_account = $1 and entry.kind in ('payment', 'grant') and not exists (${payment})
     order by entry.id limit 1000`,
  )
}

/** Entries of the ledger that take in money of a rail for no payment that ended. */
export async function entriesWithoutPayment(
  pool: Pool,
  rail: keyof typeof strays,
): Promise<{ key: string; amountMicros: bigint }[]> {
  const rows = await query<{ key: string; amount_micros: bigint }>(pool, strays[rail], [`payments:${rail}`])
  return rows.map(({ key, amount_micros: amountMicros }) => ({ key, amountMicros }))
}
