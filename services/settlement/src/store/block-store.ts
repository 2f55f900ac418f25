import { type Pool, query, statement } from '@outturn/postgres'
import type { BlockState, ChainBlock } from '../domain/reorganisations/recorded-block.ts'

/** A block that the chain had after everything that is `checked`. */
export type SeenBlock = ChainBlock & { readonly at: Date }

const lastSeen = statement('block_seen_last', 'select block, hash, at from block_seen where chain_id = $1')

/** Null before the first one. */
export async function readSeenBlock(pool: Pool, chainId: number): Promise<SeenBlock | null> {
  const [row = null] = await query<SeenBlock>(pool, lastSeen, [chainId])
  return row
}

const recorded = statement(
  'blocks_recorded',
  `select block, hash from (
     select leg.block, leg.block_hash as hash
     from leg join settlement as s on s.id = leg.settlement_id
     where (s.token ->> 'chainId')::integer = $1 and leg.block_state = any($2)
     union
     select block, block_hash from tx_slot where chain_id = $1 and block_state = any($2)
   ) as recorded
   where $3::bigint is null or (block, hash) < ($3, $4)
   order by block desc, hash desc limit $5`,
)

/** Blocks in these states that have payments or transactions of the signer, the last one first; those after `after` in that order, where it is named. */
export function readRecordedBlocks(
  pool: Pool,
  chainId: number,
  states: readonly BlockState[],
  { after = null, limit }: { after?: ChainBlock | null; limit: number },
): Promise<ChainBlock[]> {
  return query<ChainBlock>(pool, recorded, [
    chainId,
    states,
    after?.block ?? null,
    after?.hash ?? null,
    limit,
  ])
}

const gone = statement(
  'blocks_gone',
  `with gone as (
     select * from unnest($2::bigint[], $3::text[]) as gone (block, hash)
   ), slots as (
     update tx_slot as t set state = 'open', block = null, block_hash = null, block_state = null, reopened_at = $4
     from gone where t.chain_id = $1 and t.block = gone.block and t.block_hash = gone.hash
   )
   update leg set block_state = 'doubted'
   from gone, settlement as s
   where s.id = leg.settlement_id and (s.token ->> 'chainId')::integer = $1
     and leg.block = gone.block and leg.block_hash = gone.hash and leg.block_state <> 'doubted'
   returning leg.nonce`,
)

/** Notes that the chain has other blocks in place of these: their transactions are sent again, their payments are looked for. How many payments they had. */
export async function noteGoneBlocks(
  pool: Pool,
  chainId: number,
  blocks: readonly ChainBlock[],
  now: Date,
): Promise<number> {
  return (await query(pool, gone, [chainId, ...columnsOf(blocks), now])).length
}

const checked = statement(
  'blocks_checked',
  `with there as (
     select * from unnest($2::bigint[], $3::text[]) as there (block, hash) where block <= $4
   ), slots as (
     update tx_slot as t set block_state = 'checked'
     from there where t.chain_id = $1 and t.block = there.block and t.block_hash = there.hash and t.block_state = 'new'
   ), legs as (
     update leg set block_state = 'checked'
     from there, settlement as s
     where s.id = leg.settlement_id and (s.token ->> 'chainId')::integer = $1
       and leg.block = there.block and leg.block_hash = there.hash and leg.block_state = 'new'
   )
   insert into block_seen (chain_id, block, hash, at) values ($1, $4, $5, $6)
   on conflict (chain_id) do update set block = excluded.block, hash = excluded.hash, at = excluded.at`,
)

/** Notes that the chain has these blocks and, after them, the one that is seen. */
export async function noteSeenBlock(
  pool: Pool,
  chainId: number,
  { block, hash, at }: SeenBlock,
  there: readonly ChainBlock[],
): Promise<void> {
  await query(pool, checked, [chainId, ...columnsOf(there), block, hash, at])
}

const final = statement(
  'blocks_final',
  `with slots as (
     update tx_slot set state = 'closed', block_state = 'final'
     where chain_id = $1 and block_state = 'checked' and block <= $2
   )
   update leg set block_state = 'final'
   from settlement as s
   where s.id = leg.settlement_id and (s.token ->> 'chainId')::integer = $1
     and leg.block_state = 'checked' and leg.block <= $2`,
)

/** Notes that the chain keeps what it has up to this block. */
export async function noteFinalBlock(pool: Pool, chainId: number, block: bigint): Promise<void> {
  await query(pool, final, [chainId, block])
}

const doubted = statement(
  'settlements_doubted',
  `select distinct s.id from leg join settlement as s on s.id = leg.settlement_id
   where leg.block_state = 'doubted' and (s.token ->> 'chainId')::integer = $1 order by s.id limit $2`,
)

/** Settlements with a payment whose block the chain no longer has. */
export async function readDoubtedSettlements(pool: Pool, chainId: number, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(pool, doubted, [chainId, limit])
  return rows.map(({ id }) => id)
}

const doubt = statement(
  'settlement_doubt',
  `update leg set block_state = 'doubted' where settlement_id = $1 and block_state in ('new', 'checked', 'final')`,
)

/** Has the payments of a settlement looked for again. */
export async function doubtPayments(pool: Pool, settlementId: string): Promise<void> {
  await query(pool, doubt, [settlementId])
}

const dropped = statement(
  'legs_dropped',
  `select leg.settlement_id as "settlementId", leg.kind, leg.nonce from leg
   where leg.taken_back > 0 and leg.state in ('unsigned', 'signed', 'granted') order by leg.nonce limit 100`,
)

/** Legs whose payment was dropped, and that are not paid again. */
export function readDroppedLegs(
  pool: Pool,
): Promise<{ settlementId: string; kind: 'seller' | 'fee'; nonce: string }[]> {
  return query(pool, dropped, [])
}

function columnsOf(blocks: readonly ChainBlock[]): [string[], string[]] {
  return [blocks.map(({ block }) => String(block)), blocks.map(({ hash }) => hash)]
}
