import { snakeNames } from '@outturn/contracts'
import type { Selectable } from 'kysely'
import type { Reservation } from '../domain/ledger/reservation.ts'
import { fromStoredParts, toStoredParts } from './funds-row.ts'
import type { ReservationTable } from './tables.ts'

export function fromRowReservation(row: Selectable<ReservationTable>): Reservation {
  return {
    runId: row.run_id,
    accountId: row.account_id,
    attempt: row.attempt,
    state: row.state,
    coveredBy: row.covered_by,
    freeTextCompiles: row.free_text_compiles,
    keyId: row.key_id,
    useCase: row.use_case,
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

export function toRowReservation({ allowance, parts, ...columns }: Reservation) {
  return {
    ...snakeNames(columns),
    allowance_month: allowance.month,
    allowance_verifications: allowance.verifications,
    allowance_compiles: allowance.compiles,
    parts: JSON.stringify(toStoredParts(parts)),
  }
}
