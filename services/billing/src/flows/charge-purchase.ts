import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { BillingDeps, PackLane } from '../deps.ts'
import { issueCreditGrant } from '../domain/ledger/issue-credit-grant.ts'
import {
  beginCharge,
  type Charge,
  concludeCharge,
  creditsOf,
  type Purchase,
} from '../domain/packs/purchase.ts'
import { appendTransfers, lockFunds, saveFunds } from '../store/account-books.ts'
import { recordCreditGrant } from '../store/credit-grants.ts'
import { lockPurchase, savePurchase } from '../store/packs/credit-purchases.ts'

/**
 * Charges a purchase that has not ended and books what the processor says. That it is being charged is committed before the
 * processor is asked, so a process that dies at any point leaves a purchase that another charges again, with the same effect.
 * Null when it has ended or another process charges it.
 */
export async function chargePurchase(
  deps: BillingDeps,
  { charge }: PackLane,
  purchaseId: string,
  now: Date,
): Promise<Purchase | null> {
  const begun = await inTransaction(deps.db, async (tx) => {
    const begin = beginCharge(await lockPurchase(tx, purchaseId), now)
    if (begin !== null) await savePurchase(tx, begin)
    return begin
  })
  return begun === null ? null : bookCharge(deps, begun, await charge(begun, now), now)
}

/** Ends a purchase as the processor says, with its credits in the same transaction; one that has ended stays as it is. */
async function bookCharge(
  { db, memory }: BillingDeps,
  { id, accountId }: Purchase,
  charge: Charge,
  now: Date,
): Promise<Purchase> {
  const booked = await inTransaction(db, async (tx) => {
    const { version, funds } = await lockFunds(tx, accountId, now)
    const purchase = await lockPurchase(tx, id)
    const concluded = concludeCharge(purchase, charge, now)
    await savePurchase(tx, concluded)
    if (concluded.state === 'granted' && purchase.state !== 'granted') {
      const { grant, micros } = creditsOf(concluded, derivedId('grant', id), now)
      const issued = issueCreditGrant(funds, grant, micros, now)
      await recordCreditGrant(tx, accountId, grant, micros, `purchase ${id}`)
      await saveFunds(tx, version, issued.funds)
      await appendTransfers(tx, [issued.transfer])
    }
    return concluded
  })
  memory.forget(accountId)
  return booked
}
