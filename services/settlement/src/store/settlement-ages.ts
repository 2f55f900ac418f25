import { type Pool, query, statement } from '@outturn/postgres'
import { type SettlementState, settlementStates } from '@outturn/vocabulary'
import { stateOf } from '../domain/settlement-state.ts'
import type { Leg } from '../domain/leg.ts'

/** How many settlements that have not ended are in a state, and since when the oldest waits of those that may move and have money to move. */
export type StateAge = { readonly count: number; readonly oldest: Date | null }

const ages = statement(
  'settlement_ages',
  `select s.receipt_id is not null as is_due, seller.state as seller, fee.state as fee,
     count(*)::int as count, min(s.updated_at) filter (where not s.is_held and disputed.spool_id is null) as oldest
   from settlement as s
   left join disputed_spool as disputed on disputed.spool_id = s.spool_id and disputed.is_held
   left join lateral (
     select state from leg where settlement_id = s.id and kind = 'seller' order by attempt desc limit 1
   ) as seller on true
   left join lateral (
     select state from leg where settlement_id = s.id and kind = 'fee' order by attempt desc limit 1
   ) as fee on true
   where s.lane = 'wallet' and (s.next_at is not null or s.receipt_id is null) and not s.is_void and not s.is_closed
   group by 1, 2, 3`,
)

type Row = {
  is_due: boolean
  seller: Leg['state'] | null
  fee: Leg['state'] | null
  count: number
  oldest: Date | null
}

const cardAges = statement(
  'card_settlement_ages',
  `select case
       when hold.problem is not null then 'failed'
       when hold.state is distinct from 'held' then 'uncommitted'
       when hold.is_released then 'releasing'
       else 'committed'
     end as state,
     count(*)::int as count,
     min(s.updated_at) filter (
       where not s.is_held and disputed.spool_id is null and (hold.state = 'held' or s.receipt_id is not null)
     ) as oldest
   from settlement as s
   left join disputed_spool as disputed on disputed.spool_id = s.spool_id and disputed.is_held
   left join lateral (
     select state, is_released, problem from card_hold where settlement_id = s.id order by n desc limit 1
   ) as hold on true
   where s.lane = 'card' and not s.is_void and not s.is_closed
     and (hold.state is distinct from 'captured' or hold.problem is not null)
   group by 1`,
)

type Ages = Map<SettlementState, StateAge>

/** Settlements that have not ended, by lane and state. */
export async function readStateAges(pool: Pool): Promise<Record<'wallet' | 'card', Ages>> {
  const [wallet, cards] = await Promise.all([
    walletAges(pool),
    query<{ state: SettlementState } & StateAge>(pool, cardAges),
  ])
  const card = noneOfAny()
  for (const { state, count, oldest } of cards) card.set(state, { count, oldest })
  return { wallet, card }
}

function noneOfAny(): Ages {
  return new Map(settlementStates.map((state) => [state, { count: 0, oldest: null }]))
}

async function walletAges(pool: Pool): Promise<Ages> {
  const found = noneOfAny()
  for (const row of await query<Row>(pool, ages)) {
    const state = stateOfRow(row)
    const { count = 0, oldest = null } = found.get(state) ?? {}
    const isOlder = row.oldest !== null && (oldest === null || row.oldest < oldest)
    found.set(state, { count: count + row.count, oldest: isOlder ? row.oldest : oldest })
  }
  return found
}

function stateOfRow({ is_due: isDue, seller, fee }: Row): SettlementState {
  const due = isDue ? { receiptId: '', earnedCents: 0n, feeCents: 0n } : null
  const legs = (
    [
      ['seller', seller],
      ['fee', fee],
    ] as const
  ).flatMap(([kind, state]) => (state === null ? [] : [{ kind, state, attempt: 1 }]))
  return stateOf({ due, isVoid: false, isClosed: false }, legs)
}
