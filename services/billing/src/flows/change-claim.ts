import { inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { type Claim, type ClaimFact, nextState } from '../domain/payments/claim.ts'
import { transfersOf } from '../domain/payments/claim-transfers.ts'
import { appendTransfers, lockFunds } from '../store/account-books.ts'
import { purchaseOfClaim } from '../store/packs/pack-claims.ts'
import { lockClaim, readClaim, saveClaimState } from '../store/payment-claims.ts'
import { grantPack } from './grant-pack.ts'

type ChangeDeps = Pick<BillingDeps, 'db' | 'pool' | 'clock' | 'memory' | 'countPayment'>

/**
 * Adds a fact to a claim, with what the ledger says of it, in one transaction; answers the claim as it is then. A fact that
 * cannot follow changes nothing: another process was quicker.
 */
export async function changeClaim(
  { db, pool, clock, memory, countPayment }: ChangeDeps,
  id: string,
  fact: ClaimFact,
  leaseUntil?: Date,
): Promise<Claim> {
  const now = clock.now()
  const { next: state, credited } = await inTransaction(db, async (tx) => {
    const claim = await lockClaim(tx, id)
    const next = claim === null ? null : nextState(claim.state, fact)
    if (claim === null || next === null) return { next: null, credited: null }
    await saveClaimState(tx, id, next, { now, leaseUntil: leaseUntil ?? now })
    await appendTransfers(tx, transfersOf(claim, next, now))
    if (claim.purchase !== 'pack' || next.name !== 'settled') return { next, credited: null }
    const { accountId, amountMicros: micros } = claim
    const pack = { purchaseId: purchaseOfClaim(id), rail: 'x402' as const, micros }
    await grantPack(tx, await lockFunds(tx, accountId, now), pack, now)
    return { next, credited: accountId }
  })
  if (state !== null) countPayment('x402', state.name)
  if (credited !== null) memory.forget(credited)
  return readClaim(pool, id)
}
