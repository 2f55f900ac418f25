import type { SnakeNames } from '@outturn/contracts'
import type { PackRail, Verdict } from '@outturn/vocabulary'
import type { ColumnType, Generated } from 'kysely'
import type { Reservation } from '../domain/ledger/reservation.ts'
import type { Purchase } from '../domain/packs/purchase.ts'
import type { Anomaly } from '../domain/reconciliation/anomaly.ts'
import type { PaymentNote } from '../domain/reconciliation/payment-note.ts'
import type { Claim, ClaimState } from '../domain/payments/claim.ts'
import type { CompileCharge } from '../domain/prices/charge-compile.ts'

type Jsonb = ColumnType<unknown, string, string>

type TransferTable = {
  id: Generated<bigint>
  kind: string
  idempotency_key: string
  debit_account: string
  credit_account: string
  amount_micros: bigint
  reference: string
  grant_id: string | null
  key_id: string | null
  use_case: string | null
  at: Date
}

/** One side of a transfer; credits are positive. */
type EntryView = Pick<
  TransferTable,
  'kind' | 'amount_micros' | 'reference' | 'grant_id' | 'key_id' | 'use_case' | 'at'
> & {
  transfer_id: bigint
  account: string
}

type CreditGrantTable = {
  id: string
  account_id: string
  source: string
  original_micros: bigint
  priority: number
  expires_at: Date | null
  note: string
  created_at: Date
}

export type AccountFundsTable = {
  account_id: string
  version: bigint
  available_micros: bigint
  grants: Jsonb
  /** Written by whatever changes it; a reservation leaves it as it is. */
  debts: ColumnType<unknown, string | undefined, string>
  caps: Jsonb
  included_verifications: number | null
  included_compiles: number | null
  allowance_month: string
  verifications_used: number
  compiles_used: number
  next_expiry_at: Date | null
}

export type ReservationTable = {
  run_id: string
  account_id: string
  attempt: number
  state: Reservation['state']
  covered_by: Reservation['coveredBy']
  free_text_compiles: number
  key_id: string | null
  use_case: string | null
  verification_micros: bigint
  compile_micros: bigint
  allowance_month: string
  allowance_verifications: number
  allowance_compiles: number
  parts: Jsonb
  receivable_micros: bigint
  created_at: Date
  check_at: Date
  finished_at: Date | null
}

type BalanceAlertTable = { account_id: string; threshold_micros: bigint | null; is_armed: boolean }

type StatementMonthTable = {
  month: string
  ends_at: Date
  noted_at: Date
  sealed_at: Date | null
  after_account: Generated<string>
  closed_at: Date | null
}

type StatementTable = {
  account_id: string
  month: string
  number: string
  /** Whole; numeric arrives as text. */
  closing_micros: ColumnType<string, bigint, never>
  digest: string
  body: string
}

type CompileChargeTable = {
  compile_id: string
  account_id: string
  key_id: string | null
  covered_by: CompileCharge['coveredBy']
  amount_micros: bigint
  allowance_month: string
  allowance_compiles: number
  work: Generated<CompileCharge['work']>
  allowance_verifications: Generated<number>
  at: Date
}

type UsageRunTable = {
  run_id: string
  account_id: string
  spool_id: string
  receipt_id: string | null
  at: Date
  result: string
  submitted_units: bigint
  accepted_units: bigint
  /** Whole; numeric arrives as text. */
  earned_micros: string
  fee_micros: bigint
  /** What a payment for this run alone has paid, outside of what the account has. */
  paid_micros: bigint
  use_case: string
  key_id: string | null
  /** Null of rows from before it was recorded: they were charged at `at`. */
  charged_at: Date | null
  included_verifications: Generated<number>
  compiles: Generated<number>
  included_compiles: Generated<number>
  /** Of the fee. */
  compile_micros: Generated<bigint>
}

export type CreditPurchaseTable = SnakeNames<Purchase>
export type PaymentClaimTable = {
  id: string
  network: string
  asset: string
  payer: string
  nonce: string
  purchase: Claim['purchase']
  owner_id: string | null
  account_id: string
  command_id: string | null
  payment_identifier: string | null
  body_digest: string
  signature_digest: string
  amount_micros: bigint
  pay_to: string
  valid_before: Date
  since_block: bigint
  state: ClaimState['name']
  payload: string | null
  requirements: string | null
  run_id: string | null
  /** Of a refused claim: the one whose payment answered its call. */
  answered_by: string | null
  purchase_id: string | null
  transaction: string | null
  block: bigint | null
  response: string | null
  reason: string | null
  has_work: boolean
  lease_until: Date
  created_at: Date
  updated_at: Date
}

type PaymentReconciliationTable = {
  rail: PackRail
  compared_to: bigint
  fingerprint: string
  finished_at: Date | null
  lease_until: Date
}

export type PaymentAnomalyTable = SnakeNames<Anomaly> & {
  id: string
  found_at: Date
  closed_at: Date | null
  closed_by: string | null
}

export type PaymentNoteTable = SnakeNames<PaymentNote>

type IndexContributionTable = {
  spool_id: string
  account_id: string
  deliverable_type: string
  checkers: string
  result: Verdict
  submitted_units: bigint
  accepted_units: bigint
  at: Date
  runs_to_end: number | null
}

type IndexPublicationTable = { period: string; from_at: Date; to_at: Date; document: string }

/** The tables of the billing schema. */
export type Tables = {
  index_contribution: IndexContributionTable
  index_opt_out: { account_id: string; since: Date }
  index_publication: IndexPublicationTable
  transfer: TransferTable
  entry: EntryView
  credit_grant: CreditGrantTable
  credit_purchase: CreditPurchaseTable
  account_funds: AccountFundsTable
  balance_alert: BalanceAlertTable
  reservation: ReservationTable
  compile_charge: CompileChargeTable
  payment_anomaly: PaymentAnomalyTable
  payment_claim: PaymentClaimTable
  payment_note: PaymentNoteTable
  payment_reconciliation: PaymentReconciliationTable
  statement: StatementTable
  statement_month: StatementMonthTable
  usage_run: UsageRunTable
}
