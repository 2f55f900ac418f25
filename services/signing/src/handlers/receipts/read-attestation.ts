import { absent, type AttestationBody, type readAttestation } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { SigningDeps } from '../../deps.ts'
import { statusOf } from '../../domain/receipts/receipt-status.ts'
import { findReceipt } from '../../store/receipt-store.ts'
import { findReceiptState } from '../../store/status-store.ts'

/** Every receipt is signed together with its attestation. */
export function handleReadAttestation({ pool }: Pick<SigningDeps, 'pool'>): Handler<typeof readAttestation> {
  return async ({ receiptId }) => {
    const found = await findReceipt(pool, receiptId, 0)
    if (found === null) throw absent('There is no such receipt.')
    const state = await findReceiptState(onPool(pool), receiptId)
    const isActive = state !== null && statusOf(state.changes) === 'active' && state.keyRevokedAt === null
    return { attestation: JSON.parse(found.attestation) as AttestationBody, isActive }
  }
}
