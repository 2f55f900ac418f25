import { customerAccounts, type Transfer } from '../ledger/transfer.ts'
import type { Claim, ClaimState } from './claim.ts'

/** Where the money of a lane comes from, and where work is written off that was done and not paid for. */
export const paymentAccounts = { received: 'payments:x402', writtenOff: 'uncollected:x402' } as const

/**
 * What the ledger says of a change of state. The run was held against the receivable of its account, so a payment or a write-off
 * ends what is owed, and a payment that comes after a write-off ends the write-off. Work that was not done was released.
 */
export function transfersOf(claim: Claim, next: ClaimState, now: Date): Transfer[] {
  // A pack is booked by the grant of its credits, and nothing was held for it.
  if (claim.purchase === 'pack') return []
  const { receivable } = customerAccounts(claim.accountId)
  const { received, writtenOff } = paymentAccounts
  const move = (kind: 'payment' | 'write_off', debitAccount: string, creditAccount: string): Transfer => ({
    kind,
    idempotencyKey: claim.id,
    debitAccount,
    creditAccount,
    amountMicros: claim.amountMicros,
    reference: claim.id,
    grantId: null,
    at: now,
  })
  if (next.name === 'settled') {
    return [move('payment', received, claim.state.name === 'refused' ? writtenOff : receivable)]
  }
  return next.name === 'refused' && next.hasWork ? [move('write_off', writtenOff, receivable)] : []
}
