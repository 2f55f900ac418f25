import { randomUUID } from 'node:crypto'
import type { BillingDeps } from '../deps.ts'
import { handleFollowPurchase } from '../handlers/packs/follow-purchase.ts'
import { handleStartCardCheckout } from '../handlers/packs/start-card-checkout.ts'
import { send } from './open-billing.ts'

/** Buys a pack as a person does: on the page of the processor, within the last minute, and back. */
export async function payAtCheckout(
  deps: BillingDeps,
  accountId: string,
  packCents: 500 | 1_000 | 2_000,
): Promise<string> {
  const start = new Date()
  const at = (ms: number) => ({ now: new Date(start.getTime() + ms), commandId: randomUUID() })
  const form = { accountId, packCents, formId: randomUUID() }
  const { purchaseId } = await send(handleStartCardCheckout(deps), form, at(-60_000))
  const follow = (ms: number) => send(handleFollowPurchase(deps), { accountId, purchaseId }, at(ms))
  const { paymentUrl } = await follow(-30_000)
  await fetch(paymentUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ card: '4242 4242 4242 4242' }),
    redirect: 'manual',
  })
  await follow(0)
  return purchaseId
}
