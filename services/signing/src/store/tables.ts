import type { Database, Tx } from '@outturn/postgres/typed'
import type { ColumnType, Generated } from 'kysely'
import type { RegisteredKey } from '../domain/keys/key-ring.ts'
import type { SigningPurpose } from '@outturn/vocabulary'
import type { StatusChange } from '../domain/receipts/receipt-status.ts'

type WrittenOnce<Read, Written> = ColumnType<Read, Written, never>

export type SigningKeyTable = {
  key_id: WrittenOnce<string, string>
  purpose: WrittenOnce<SigningPurpose, SigningPurpose>
  public_key: WrittenOnce<string, string>
  status: RegisteredKey['status']
  not_before: WrittenOnce<Date, string>
  not_after: ColumnType<Date | null, string | null, string | null>
  retired_at: ColumnType<Date | null, string | null, string | null>
  signs_from: WrittenOnce<Date, string>
  retiring_since: ColumnType<Date | null, string | null, string | null>
  registered_at: WrittenOnce<Date, string>
}

/** Audit trail of the ring. */
export type KeyChangeTable = {
  seq: Generated<bigint>
  key_id: WrittenOnce<string, string>
  purpose: WrittenOnce<SigningPurpose, SigningPurpose>
  status: WrittenOnce<RegisteredKey['status'], RegisteredKey['status']>
  changed_by: WrittenOnce<string, string>
  reason: WrittenOnce<string, string>
  document_version: WrittenOnce<number, number>
  changed_at: WrittenOnce<Date, string>
}

export type KeyDocumentTable = {
  version: WrittenOnce<number, number>
  document: WrittenOnce<string, string>
  document_hash: WrittenOnce<string, string>
  published_at: WrittenOnce<Date, string>
}

export type RootSignatureTable = {
  seq: Generated<bigint>
  document_hash: WrittenOnce<string, string>
  root_key_id: WrittenOnce<string, string>
  signature: WrittenOnce<string, string>
  as_of: WrittenOnce<Date, string>
  recorded_by: WrittenOnce<string, string>
  recorded_at: WrittenOnce<Date, string>
}

/** What became of receipts after their issue; a receipt without a row is active. */
export type ReceiptStatusChangeTable = {
  receipt_id: WrittenOnce<string, string>
  status: WrittenOnce<StatusChange['status'], StatusChange['status']>
  code: WrittenOnce<string, string>
  message: WrittenOnce<string, string>
  replacement_receipt_id: WrittenOnce<string | null, string | null>
  changed_by: WrittenOnce<string[], string[]>
  changed_at: WrittenOnce<Date, string>
}

export type RevocationRequestTable = {
  request_id: WrittenOnce<string, string>
  receipt_id: WrittenOnce<string, string>
  code: WrittenOnce<string, string>
  message: WrittenOnce<string, string>
  requested_by: WrittenOnce<string, string>
  requested_at: WrittenOnce<Date, string>
  expires_at: WrittenOnce<Date, string>
}

export type RevocationApprovalTable = {
  request_id: WrittenOnce<string, string>
  approved_by: WrittenOnce<string, string>
  approved_at: WrittenOnce<Date, string>
}

/** Decimal text with two places. */
export type SettlementTotalTable = {
  spool_id: WrittenOnce<string, string>
  settled: Generated<string>
  news_version: Generated<number>
  is_being_paid: Generated<boolean>
  paid: Generated<string>
  paid_added: Generated<string>
}

export type ConsumptionTable = {
  id: WrittenOnce<string, string>
  receipt_id: WrittenOnce<string, string>
  consumer: WrittenOnce<string, string>
  purpose: WrittenOnce<string, string>
  reference: WrittenOnce<string, string>
  amount: WrittenOnce<string | null, string | null>
  recorded_by: WrittenOnce<string, string>
  recorded_at: WrittenOnce<Date, string>
  answer: WrittenOnce<string, string>
}

export type Tables = {
  signing_key: SigningKeyTable
  key_change: KeyChangeTable
  key_document: KeyDocumentTable
  root_signature: RootSignatureTable
  receipt_status_change: ReceiptStatusChangeTable
  revocation_request: RevocationRequestTable
  revocation_approval: RevocationApprovalTable
  settlement_total: SettlementTotalTable
  consumption: ConsumptionTable
}

/** What reads, inside a transaction or outside. */
export type Reader = Database<Tables> | Tx<Tables>
