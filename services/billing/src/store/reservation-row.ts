import type { Insertable, Selectable } from 'kysely'
import type { Reservation } from '../domain/ledger/reservation.ts'
import type { Transfer } from '../domain/ledger/transfer.ts'
import { fromStoredParts, toStoredParts } from './funds-row.ts'
import type { ReservationTable, TransferTable } from './tables.ts'

export function fromRowReservation(row: Selectable<ReservationTable>): Reservation {
  return {
    runId: row.run_id,
    accountId: row.account_id,
    attempt: row.attempt,
    state: row.state,
    coveredBy: row.covered_by,
    freeTextCompiles: row.free_text_compiles,
    verificationMicros: row.verification_micros,
    compileMicros: row.compile_micros,
    allowance: {
      month: row.allowance_month,
      verifications: row.allowance_verifications,
      compiles: row.allowance_compiles,
    },
    parts: fromStoredParts(row.parts),
    receivableMicros: row.receivable_micros,
    createdAt: row.created_at,
    checkAt: row.check_at,
    finishedAt: row.finished_at,
  }
}

export function toRowReservation(reservation: Reservation): Insertable<ReservationTable> {
  return {
    run_id: reservation.runId,
    account_id: reservation.accountId,
    attempt: reservation.attempt,
    state: reservation.state,
    covered_by: reservation.coveredBy,
    free_text_compiles: reservation.freeTextCompiles,
    verification_micros: reservation.verificationMicros,
    compile_micros: reservation.compileMicros,
    allowance_month: reservation.allowance.month,
    allowance_verifications: reservation.allowance.verifications,
    allowance_compiles: reservation.allowance.compiles,
    parts: JSON.stringify(toStoredParts(reservation.parts)),
    receivable_micros: reservation.receivableMicros,
    created_at: reservation.createdAt,
    check_at: reservation.checkAt,
    finished_at: reservation.finishedAt,
  }
}

export function toRowTransfer(transfer: Transfer): Insertable<TransferTable> {
  return {
    kind: transfer.kind,
    idempotency_key: transfer.idempotencyKey,
    debit_account: transfer.debitAccount,
    credit_account: transfer.creditAccount,
    amount_micros: transfer.amountMicros,
    reference: transfer.reference,
    grant_id: transfer.grantId,
    at: transfer.at,
  }
}
