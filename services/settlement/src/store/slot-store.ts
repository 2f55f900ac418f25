import { type Pool, query, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import type { GasFees } from '../domain/fees.ts'
import type { Leg } from '../domain/leg.ts'
import type { ChainBlock } from '../domain/reorganisations/recorded-block.ts'
import type { SpentTransactions } from '../domain/resending.ts'
import type { SignedTransaction } from '../domain/wallet-chain.ts'
import type { Tables } from './tables.ts'

/** A key and the chain on which it sends. */
export type SignerName = { readonly address: string; readonly chainId: number }

/** Bytes that were signed for a slot. */
export type TxVersion = SignedTransaction & {
  readonly n: number
  readonly fees: GasFees
  readonly signedAt: Date
}

type LegName = Pick<Leg, 'kind' | 'attempt'>

/** What a slot carries: a leg, with which a grant pays the other one too, or the release of a grant under which nothing will be paid. */
export type SlotPurpose =
  | ({ readonly for: 'leg'; readonly settlementId: string } & LegName)
  | { readonly for: 'release'; readonly permissionHash: string }

/** A place among the transactions of a signer that no block has which counts, with everything that was signed for it. */
export type OpenSlot = {
  readonly nonce: number
  readonly purpose: SlotPurpose
  /** When it was opened again after a block that had it was dropped; null where it never was. */
  readonly reopenedAt: Date | null
  /** The first one first. */
  readonly versions: readonly TxVersion[]
}

/** Whether a slot carries a leg of a settlement; this very one where it is named. */
export function isSlotOf({ purpose }: OpenSlot, settlementId: string, leg: LegName | null = null): boolean {
  if (purpose.for !== 'leg' || purpose.settlementId !== settlementId) return false
  return leg === null || (purpose.kind === leg.kind && purpose.attempt === leg.attempt)
}

/** The settlement whose leg a slot carries; null for the release of a grant. */
export function settlementOf({ purpose }: OpenSlot): string | null {
  return purpose.for === 'leg' ? purpose.settlementId : null
}

/**
 * The nonce that the next transaction of a signer has; its row stays locked until the transaction ends. `pending` is what the chain says, which
 * counts only while nothing of this deployment is on its way.
 */
export async function lockNextNonce(
  tx: Tx<Tables>,
  { address, chainId }: SignerName,
  pending: number,
): Promise<number> {
  await tx
    .insertInto('signer')
    .values({ address, chain_id: chainId, next_nonce: BigInt(pending) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { next_nonce: next } = await tx
    .selectFrom('signer')
    .select('next_nonce')
    .where('address', '=', address)
    .where('chain_id', '=', chainId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const open = await tx
    .selectFrom('tx_slot')
    .select('nonce')
    .where('signer', '=', address)
    .where('chain_id', '=', chainId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open === undefined ? Math.max(Number(next), pending) : Number(next)
}

/** Whether a transaction is on its way for this. */
export async function hasOpenSlot(tx: Tx<Tables>, purpose: SlotPurpose): Promise<boolean> {
  const open = tx.selectFrom('tx_slot').select('nonce').where('state', '=', 'open')
  const its =
    purpose.for === 'release'
      ? open.where('permission_hash', '=', purpose.permissionHash)
      : open
          .where('settlement_id', '=', purpose.settlementId)
          .where('kind', '=', purpose.kind)
          .where('attempt', '=', purpose.attempt)
  return (await its.executeTakeFirst()) !== undefined
}

/** Takes a slot with the bytes that are sent in it first. The signer is locked. */
export async function recordSlot(
  tx: Tx<Tables>,
  { address, chainId }: SignerName,
  { nonce, purpose }: Pick<OpenSlot, 'nonce' | 'purpose'>,
  first: Omit<TxVersion, 'n'>,
): Promise<void> {
  const slot = { signer: address, chain_id: chainId, nonce: BigInt(nonce) }
  await tx
    .updateTable('signer')
    .set({ next_nonce: slot.nonce + 1n })
    .where('address', '=', address)
    .where('chain_id', '=', chainId)
    .execute()
  await tx
    .insertInto('tx_slot')
    .values({ ...slot, ...toRowPurpose(purpose), state: 'open', created_at: first.signedAt })
    .execute()
  await tx
    .insertInto('tx_version')
    .values({ ...slot, n: 1, ...toRowVersion(first) })
    .execute()
}

function toRowPurpose(purpose: SlotPurpose) {
  const none = { settlement_id: null, kind: null, attempt: null, permission_hash: null }
  if (purpose.for === 'release') return { ...none, permission_hash: purpose.permissionHash }
  const { settlementId, kind, attempt } = purpose
  return { ...none, settlement_id: settlementId, kind, attempt }
}

function toRowVersion({ hash, raw, fees, signedAt }: Omit<TxVersion, 'n'>) {
  return {
    hash,
    raw,
    max_fee_per_gas: fees.maxFeePerGas,
    max_priority_fee_per_gas: fees.maxPriorityFeePerGas,
    signed_at: signedAt,
  }
}

const addVersion = statement(
  'tx_version_add',
  `insert into tx_version
     (signer, chain_id, nonce, n, hash, raw, max_fee_per_gas, max_priority_fee_per_gas, signed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning n`,
)

/** Adds bytes that offer more for an open slot; false where another process added some. */
export async function recordVersion(
  pool: Pool,
  { address, chainId }: SignerName,
  nonce: number,
  { n, hash, raw, fees, signedAt }: TxVersion,
): Promise<boolean> {
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const values = [address, chainId, nonce, n, hash, raw, maxFeePerGas, maxPriorityFeePerGas, signedAt]
  const added = await query<{ n: number }>(pool, addVersion, values)
  return added.length === 1
}

const transactionsOf = statement(
  'transactions_of_settlement',
  `select v.hash from tx_slot as s join tx_version as v using (signer, chain_id, nonce) where s.settlement_id = $1`,
)

/** Every transaction that was signed for a settlement. */
export async function readTransactionsOf(pool: Pool, settlementId: string): Promise<Set<string>> {
  const rows = await query<{ hash: string }>(pool, transactionsOf, [settlementId])
  return new Set(rows.map(({ hash }) => hash))
}

/** A slot as an operator sees it. */
export type KnownSlot = OpenSlot & { readonly state: 'open' | 'included' | 'closed' }

const slotsOfSpool = statement(
  'slots_of_spool',
  `select s.nonce, s.settlement_id, s.kind, s.attempt, s.permission_hash, s.reopened_at, s.state, v.n, v.hash, v.raw, v.max_fee_per_gas,
     v.max_priority_fee_per_gas, v.signed_at
   from tx_slot as s join tx_version as v using (signer, chain_id, nonce)
   where s.settlement_id in (select id from settlement where spool_id = $1)
     or s.permission_hash in (select permission_hash from settlement_grant where spool_id = $1)
   order by s.nonce, v.n`,
)

/** Every slot that the settlement of a Spool and its grants had, in the order of their nonces. */
export async function readSlotsOf(pool: Pool, spoolId: string): Promise<KnownSlot[]> {
  const rows = await query<SlotRow & Pick<KnownSlot, 'state'>>(pool, slotsOfSpool, [spoolId])
  return slotsIn(rows).map(([slot, { state }]) => ({ ...slot, state }))
}

const spent = statement(
  'tx_slots_spent',
  `select count(*)::int as count, max(created_at) as last_at from tx_slot
   where settlement_id = $1 and kind = $2 and attempt = $3 and state in ('included', 'closed')`,
)

/** Transactions for a leg whose places blocks have, where the chain has the leg unpaid all the same. */
export async function readSpentTransactions(
  pool: Pool,
  settlementId: string,
  { kind, attempt }: LegName,
): Promise<SpentTransactions> {
  const [row] = await query<{ count: number; last_at: Date | null }>(pool, spent, [
    settlementId,
    kind,
    attempt,
  ])
  return { count: row?.count ?? 0, lastAt: row?.last_at ?? null }
}

const stuck = statement(
  'tx_slots_stuck',
  `select signer, nonce, settlement_id from tx_slot where state = 'open' and coalesce(reopened_at, created_at) < $1 order by nonce limit 100`,
)

/** Slots that were taken before `since` and that no block has for good. */
export async function readStuckSlots(
  pool: Pool,
  since: Date,
): Promise<{ signer: string; nonce: bigint; settlementId: string | null }[]> {
  const rows = await query<{ signer: string; nonce: bigint; settlement_id: string | null }>(pool, stuck, [
    since,
  ])
  return rows.map(({ settlement_id: settlementId, ...row }) => ({ ...row, settlementId }))
}

/**
 * Whether a transaction may still pay any leg of a settlement: one is on its way, or in a block that a reorganisation may drop, so that it
 * is tried once more.
 */
export async function isUnderWay(tx: Tx<Tables>, settlementId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('tx_slot as slot')
    .innerJoin('leg', (join) =>
      join
        .onRef('leg.settlement_id', '=', 'slot.settlement_id')
        .onRef('leg.kind', '=', 'slot.kind')
        .onRef('leg.attempt', '=', 'slot.attempt'),
    )
    .select('slot.nonce')
    .where('slot.settlement_id', '=', settlementId)
    .where(({ or, and, eb }) =>
      or([
        eb('slot.state', '=', 'open'),
        and([eb('slot.state', '=', 'included'), eb('leg.state', '<>', 'paid')]),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

const close = statement(
  'tx_slot_close',
  `update tx_slot set state = 'closed' where signer = $1 and chain_id = $2 and nonce = $3 and state = 'open'`,
)

/** Notes that another transaction took the place of a slot for good. */
export async function closeSlot(pool: Pool, { address, chainId }: SignerName, nonce: number): Promise<void> {
  await query(pool, close, [address, chainId, nonce])
}

const include = statement(
  'tx_slot_include',
  `update tx_slot set state = 'included', block = $4, block_hash = $5, block_state = 'new'
   where signer = $1 and chain_id = $2 and nonce = $3 and (state = 'open' or block is null)`,
)

/** Notes that a block that counts has a transaction of a slot. */
export async function includeSlot(
  pool: Pool,
  { address, chainId }: SignerName,
  nonce: number,
  { block, hash }: ChainBlock,
): Promise<void> {
  await query(pool, include, [address, chainId, nonce, block, hash])
}

const toKeep = statement(
  'tx_slots_to_keep',
  `select exists (
     select from tx_slot where signer = $1 and chain_id = $2 and state <> 'closed'
   ) as "hasAny"`,
)

/** Whether a signer has slots that are not closed. */
export async function hasSlotsToKeep(pool: Pool, { address, chainId }: SignerName): Promise<boolean> {
  const [row] = await query<{ hasAny: boolean }>(pool, toKeep, [address, chainId])
  return row?.hasAny === true
}

const reopen = statement(
  'tx_slots_reopen',
  `update tx_slot set state = 'open', block = null, block_hash = null, block_state = null, reopened_at = $4
   where signer = $1 and chain_id = $2 and nonce >= $3 and state <> 'open' returning nonce`,
)

/** Opens again every slot that the chain must have had and does not have: it has only so many transactions of the signer. How many they are. */
export async function reopenSlots(
  pool: Pool,
  { address, chainId }: SignerName,
  chainCount: number,
  now: Date,
): Promise<number> {
  return (await query(pool, reopen, [address, chainId, chainCount, now])).length
}

const noteCount = statement(
  'signer_note_count',
  `update signer set chain_count = $3, chain_count_at = $4
   where address = $1 and chain_id = $2 and (chain_count is distinct from $3 or $5)`,
)

/** Notes how many transactions of a signer the chain has; since when it is so many counts from the last time that none was open. */
export async function noteChainCount(
  pool: Pool,
  { address, chainId }: SignerName,
  { count, hasOpen, now }: { count: number; hasOpen: boolean; now: Date },
): Promise<void> {
  await query(pool, noteCount, [address, chainId, count, now, !hasOpen])
}

const stalled = statement(
  'signers_stalled',
  `select signer.address as signer, chain_count as count, chain_count_at as since from signer
   where chain_count_at is not null
     and exists (
       select from tx_slot where tx_slot.signer = signer.address and tx_slot.chain_id = signer.chain_id
         and state = 'open' and coalesce(reopened_at, created_at) <= $1
     )`,
)

/** A signer with open transactions: how many the chain has of it, and since when it has so many. */
export type WaitingSigner = { readonly signer: string; readonly count: bigint; readonly since: Date }

/** Signers that have transactions which were open at `before` or earlier. */
export function readWaitingSigners(pool: Pool, before: Date): Promise<WaitingSigner[]> {
  return query<WaitingSigner>(pool, stalled, [before])
}

type SlotRow = {
  nonce: bigint
  settlement_id: string | null
  kind: Leg['kind'] | null
  attempt: number | null
  permission_hash: string | null
  reopened_at: Date | null
  n: number
  hash: string
  raw: string
  max_fee_per_gas: string
  max_priority_fee_per_gas: string
  signed_at: Date
}

const openOf = statement(
  'tx_slots_open',
  `select s.nonce, s.settlement_id, s.kind, s.attempt, s.permission_hash, s.reopened_at, v.n, v.hash, v.raw, v.max_fee_per_gas,
     v.max_priority_fee_per_gas, v.signed_at
   from tx_slot as s join tx_version as v using (signer, chain_id, nonce)
   where s.signer = $1 and s.chain_id = $2 and s.state = 'open' order by s.nonce, v.n`,
)

/** The open slots of a signer in the order in which the chain takes them. */
export async function readOpenSlots(pool: Pool, { address, chainId }: SignerName): Promise<OpenSlot[]> {
  const rows = await query<SlotRow>(pool, openOf, [address, chainId])
  return slotsIn(rows).map(([slot]) => slot)
}

const slotAt = statement(
  'tx_slot_at',
  `select s.nonce, s.settlement_id, s.kind, s.attempt, s.permission_hash, s.reopened_at, v.n, v.hash, v.raw, v.max_fee_per_gas,
     v.max_priority_fee_per_gas, v.signed_at
   from tx_slot as s join tx_version as v using (signer, chain_id, nonce)
   where s.signer = $1 and s.chain_id = $2 and s.nonce = $3 order by v.n`,
)

/** The slot of a signer with this nonce, in whichever state; null where there is none. */
export async function readSlot(
  pool: Pool,
  { address, chainId }: SignerName,
  nonce: number,
): Promise<OpenSlot | null> {
  const rows = await query<SlotRow>(pool, slotAt, [address, chainId, nonce])
  return slotsIn(rows)[0]?.[0] ?? null
}

/** The slots of rows that have one for each version; with the first row of each. */
function slotsIn<Row extends SlotRow>(rows: readonly Row[]): [OpenSlot, Row][] {
  return [...Map.groupBy(rows, ({ nonce }) => nonce).values()].map((versions) => {
    const [first] = versions as [Row]
    const nonce = Number(first.nonce)
    const slot = { nonce, purpose: fromRowPurpose(first), reopenedAt: first.reopened_at }
    return [{ ...slot, versions: versions.map(fromRowVersion) }, first]
  })
}

function fromRowPurpose(row: SlotRow): SlotPurpose {
  const { settlement_id: settlementId, kind, attempt, permission_hash: permissionHash } = row
  if (permissionHash !== null) return { for: 'release', permissionHash }
  if (settlementId === null || kind === null || attempt === null) {
    throw new Error(`slot ${row.nonce} carries nothing`)
  }
  return { for: 'leg', settlementId, kind, attempt }
}

function fromRowVersion(row: SlotRow): TxVersion {
  const { n, hash, raw, signed_at: signedAt } = row
  const fees = {
    maxFeePerGas: BigInt(row.max_fee_per_gas),
    maxPriorityFeePerGas: BigInt(row.max_priority_fee_per_gas),
  }
  return { n, hash, raw, signedAt, fees }
}
