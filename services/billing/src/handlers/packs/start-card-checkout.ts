import { absent, conflict, type startCardCheckout } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { BillingDeps } from '../../deps.ts'
import { claimPurchase, maxOpenCheckouts } from '../../domain/packs/purchase.ts'
import { chargePurchase } from '../../flows/charge-purchase.ts'
import { openCheckouts, readPurchase, recordClaim } from '../../store/packs/credit-purchases.ts'

export function handleStartCardCheckout(deps: BillingDeps): Handler<typeof startCardCheckout> {
  return async ({ accountId, packCents, formId }, { now }) => {
    const { mpp, db, countPayment } = deps
    if (mpp === null) {
      throw absent('This deployment does not sell credits by card.', { reason: 'payment_lane_off' })
    }
    const id = derivedId('purchase', `checkout:${accountId}:${formId}`)
    // Nothing is presented that could be used twice: the form is all that names this purchase.
    const form = `checkout:${id}`
    const claim = claimPurchase(
      {
        id,
        accountId,
        rail: 'mpp',
        packCents,
        isCheckout: true,
        challengeId: form,
        credentialDigest: form,
        commandId: form,
        token: form,
      },
      now,
    )
    await assertRoom(deps, accountId, id)
    if (await recordClaim(db, claim)) countPayment('mpp', claim.state)
    else if ((await readPurchase(db, id)).packCents !== packCents) {
      throw conflict('This form began to buy a pack of another size.', { reason: 'idempotency_key_reused' })
    }
    await chargePurchase(deps, mpp, id, now)
    return { purchaseId: id }
  }
}

/** Keeps an account from opening pages at the processor without an end. */
async function assertRoom({ db }: BillingDeps, accountId: string, id: string): Promise<void> {
  const open = await openCheckouts(db, accountId)
  if (open.length < maxOpenCheckouts || open.includes(id)) return
  throw conflict(`${open.length} purchases of the account wait to be paid.`, {
    reason: 'purchase_limit_reached',
    remediation: 'Pay one of them, or wait until its page has ended: two hours after it was begun.',
  })
}
