import type { ColumnType, Generated } from 'kysely'
import type { AnomalyKind } from '../domain/operator/anomaly.ts'
import type { BookTransfer } from '../domain/books.ts'
import type { Leg } from '../domain/leg.ts'
import type { BlockState } from '../domain/reorganisations/recorded-block.ts'
import type { OperatorActionKind } from '../domain/operator/action.ts'
import type { Revocation } from '../domain/grants/settlement-grant.ts'
import type { CardHoldTable, PayoutAccountTable } from './card/card-tables.ts'
import type { BlockReason, SpendPermission } from '@outturn/contracts'
import type { Settlement, SettlementToken } from '../domain/settlement.ts'

/** A whole number of any size: text when it is read. */
type Whole = ColumnType<string, bigint, bigint>

export type SettlementTable = {
  id: string
  spool_id: string
  account_id: string
  lane: Generated<'wallet' | 'card'>
  payer: string
  payee: string
  fee_recipient: string
  token: ColumnType<SettlementToken, string, string>
  maximum_cents: bigint
  maximum_fee_cents: bigint
  receipt_id: string | null
  earned_cents: bigint | null
  fee_cents: bigint | null
  is_void: boolean
  is_held: Generated<boolean>
  is_closed: Generated<boolean>
  mode: Generated<Settlement['mode'] | null>
  blocked_reason: Generated<BlockReason | null>
  blocked_detail: Generated<string | null>
  version: number
  next_at: Date | null
  created_at: Date
  updated_at: Date
}

export type LegTable = {
  settlement_id: string
  kind: Leg['kind']
  attempt: number
  payee: string
  cents: bigint
  units: Whole
  nonce: string
  valid_before: bigint
  since_block: bigint
  signature: string | null
  state: Leg['state']
  transaction: string | null
  block: bigint | null
  block_hash: string | null
  block_state: BlockState | null
  taken_back: Generated<number>
  created_at: Date
}

export type SettlementGrantTable = {
  permission_hash: string
  spool_id: string
  account_id: string
  generation: number
  chain_id: number
  manager: string
  permission: ColumnType<SpendPermission, string, string>
  allowance_cents: bigint
  ends_at: Date
  signature: string | null
  approval_transaction: string | null
  created_at: Date
  granted_at: Date | null
  look_at: Date | null
  revoked_at: Date | null
  revoked_by: Revocation['by'] | null
  revoked_in: string | null
  is_revocation_final: Generated<boolean>
}

type ClosedSpoolTable = { spool_id: string; at: Date }

type SignerTable = {
  address: string
  chain_id: number
  next_nonce: bigint
  chain_count: bigint | null
  chain_count_at: Date | null
}

export type TxSlotTable = {
  signer: string
  chain_id: number
  nonce: bigint
  settlement_id: string | null
  kind: Leg['kind'] | null
  attempt: number | null
  permission_hash: string | null
  state: 'open' | 'included' | 'closed'
  block: bigint | null
  block_hash: string | null
  block_state: Exclude<BlockState, 'doubted'> | null
  reopened_at: Date | null
  created_at: Date
}

type BlockSeenTable = { chain_id: number; block: bigint; hash: string; at: Date }

export type TxVersionTable = {
  signer: string
  chain_id: number
  nonce: bigint
  n: number
  hash: string
  raw: string
  max_fee_per_gas: Whole
  max_priority_fee_per_gas: Whole
  signed_at: Date
}

type BookTransferTable = {
  settlement_id: string
  key: string
  part: BookTransfer['part']
  from_account: BookTransfer['from']
  to_account: BookTransfer['to']
  micros: bigint
  at: Date
}

type OperatorActionTable = {
  id: string
  kind: OperatorActionKind
  subject: string | null
  reason: string
  evidence: string | null
  done_by: string
  at: Date
}

type SwitchTable = { name: string; value: bigint; changed_at: Date }

export type AnomalyTable = {
  id: string
  kind: AnomalyKind
  subject: string
  settlement_id: string | null
  detail: string
  found_at: Date
  closed_at: Date | null
  closed_by: string | null
}

/** The tables of the settlement schema. */
export type Tables = {
  settlement: SettlementTable
  leg: LegTable
  signer: SignerTable
  tx_slot: TxSlotTable
  tx_version: TxVersionTable
  block_seen: BlockSeenTable
  book_transfer: BookTransferTable
  card_hold: CardHoldTable
  payout_account: PayoutAccountTable
  closed_spool: ClosedSpoolTable
  operator_action: OperatorActionTable
  switch: SwitchTable
  anomaly: AnomalyTable
  settlement_grant: SettlementGrantTable
  grant_count_lock: { is_single: boolean }
}
