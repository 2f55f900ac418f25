import { type Pool, query, statement } from '@outturn/postgres'

export type BookTotals = {
  readonly owedMicros: bigint
  readonly paidMicros: bigint
  /** What operators recorded as settled elsewhere. */
  readonly externalMicros: bigint
  /** By how much the books differ from what settlements say is due, and from the legs that are paid: 0, or they are wrong. */
  readonly imbalanceMicros: bigint
}

const totals = statement(
  'book_totals',
  `with book as (
     select
       coalesce(sum(micros) filter (where from_account = 'determined'), 0)
         - coalesce(sum(micros) filter (where to_account = 'determined'), 0) as determined,
       coalesce(sum(micros) filter (where to_account = 'owed'), 0)
         - coalesce(sum(micros) filter (where from_account = 'owed'), 0) as owed,
       coalesce(sum(micros) filter (where to_account = 'paid'), 0)
         - coalesce(sum(micros) filter (where from_account = 'paid'), 0) as paid,
       coalesce(sum(micros) filter (where to_account = 'settled_external'), 0) as external
     from book_transfer
   ), due as (
     select coalesce(sum(earned_cents + fee_cents), 0) * 10000 as micros from settlement
   ), cards as (
     select coalesce(sum(earned_cents + settlement.fee_cents), 0) as cents
     from settlement join card_hold on settlement_id = id
     where card_hold.state = 'captured' and problem is null
   ), legs as (
     select (coalesce((select sum(cents) from leg where state = 'paid'), 0) + cards.cents) * 10000 as micros
     from cards
   )
   select owed::text, paid::text, external::text,
     (abs(due.micros - owed - paid - external) + abs(determined - owed - paid - external)
       + abs(legs.micros - paid))::text as imbalance
   from book, due, legs`,
)

/** What all settlements determined, owe and paid, here and elsewhere. */
export async function readBookTotals(pool: Pool): Promise<BookTotals> {
  const [row] = await query<{ owed: string; paid: string; external: string; imbalance: string }>(pool, totals)
  if (row === undefined) throw new Error('the books have no totals')
  return {
    owedMicros: BigInt(row.owed),
    paidMicros: BigInt(row.paid),
    externalMicros: BigInt(row.external),
    imbalanceMicros: BigInt(row.imbalance),
  }
}
