import { centsToMicros } from '@outturn/money'
import { inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps, PackLane } from '../deps.ts'
import { beginCharge, type Charge, concludeCharge, type Purchase } from '../domain/packs/purchase.ts'
import { lockFunds } from '../store/account-books.ts'
import { lockPurchase, savePurchase } from '../store/packs/credit-purchases.ts'
import { grantPack } from './grant-pack.ts'

/**
 * Charges a purchase that has not ended and books what the processor says. That it is being charged is committed before the
 * processor is asked, so a process that dies at any point leaves a purchase that another charges again, with the same effect.
 * Null when it has ended or another process charges it.
 */
export async function chargePurchase(
  deps: BillingDeps,
  lane: PackLane,
  purchaseId: string,
  now: Date,
): Promise<Purchase | null> {
  const begun = await inTransaction(deps.db, async (tx) => {
    const begin = beginCharge(await lockPurchase(tx, purchaseId), now)
    if (begin !== null) await savePurchase(tx, begin)
    return begin
  })
  if (begun === null) return null
  deps.countPayment('mpp', begun.state)
  const { charge } = begun.isCheckout ? lane.checkout : lane
  return bookCharge(deps, begun, await charge(begun, now), now)
}

/** Ends a purchase as the processor says, with its credits in the same transaction; one that has ended stays as it is. */
async function bookCharge(
  { db, memory, countPayment }: BillingDeps,
  { id, accountId }: Purchase,
  charge: Charge,
  now: Date,
): Promise<Purchase> {
  const booked = await inTransaction(db, async (tx) => {
    const locked = await lockFunds(tx, accountId, now)
    const purchase = await lockPurchase(tx, id)
    const concluded = concludeCharge(purchase, charge, now)
    await savePurchase(tx, concluded)
    if (concluded.state === 'granted' && purchase.state !== 'granted') {
      const { rail, packCents } = concluded
      await grantPack(tx, locked, { purchaseId: id, rail, micros: centsToMicros(BigInt(packCents)) }, now)
    }
    return concluded
  })
  memory.forget(accountId)
  if (booked.finishedAt !== null) countPayment('mpp', booked.state)
  return booked
}
