import { inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { type Claim, type ClaimFact, nextState } from '../domain/payments/claim.ts'
import { transfersOf } from '../domain/payments/claim-transfers.ts'
import { appendTransfers } from '../store/account-books.ts'
import { lockClaim, readClaim, saveClaimState } from '../store/payment-claims.ts'

/**
 * Adds a fact to a claim, with what the ledger says of it, in one transaction; answers the claim as it is then. A fact that
 * cannot follow changes nothing: another process was quicker.
 */
export async function changeClaim(
  { db, pool, clock }: Pick<BillingDeps, 'db' | 'pool' | 'clock'>,
  id: string,
  fact: ClaimFact,
  leaseUntil?: Date,
): Promise<Claim> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const claim = await lockClaim(tx, id)
    const next = claim === null ? null : nextState(claim.state, fact)
    if (claim === null || next === null) return
    await saveClaimState(tx, id, next, { now, leaseUntil: leaseUntil ?? now })
    await appendTransfers(tx, transfersOf(claim, next, now))
  })
  return readClaim(pool, id)
}
