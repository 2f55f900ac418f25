import { purchaseReturnPath } from '@outturn/contracts'
import { Stripe } from 'stripe'
import type { CheckoutLane } from '../deps.ts'
import { type Charge, checkoutMs, mayCharge, type Purchase } from '../domain/packs/purchase.ts'
import { connectStripe, type StripeAccess } from './stripe.ts'

/** Sells packs on pages of the processor. A purchase has one page, because its id is the idempotency key of the page. */
export function createCheckouts(access: StripeAccess & { readonly publicUrl: string }): CheckoutLane {
  const stripe = connectStripe(access)
  return {
    async charge(purchase, now) {
      try {
        if (purchase.paymentId === null && !mayCharge(purchase, now)) return notOpened('not_charged')
        return await chargeOf(await sessionOf(purchase))
      } catch (error) {
        // A page that the processor refuses to open was never paid on.
        return purchase.paymentId === null && error instanceof Stripe.errors.StripeInvalidRequestError
          ? notOpened(error.code ?? 'invalid_request')
          : { status: 'unknown', paymentId: purchase.paymentId }
      }
    },
    async payUrl(purchase) {
      try {
        return (await sessionOf(purchase)).url
      } catch {
        return null
      }
    },
  }

  async function sessionOf(purchase: Purchase): Promise<Stripe.Checkout.Session> {
    const known = purchase.paymentId ?? (await openSession(purchase)).id
    // The answer to a repetition is that of the first call, so the state is always read.
    return stripe.checkout.sessions.retrieve(known)
  }

  function openSession({ id, accountId, packCents, createdAt }: Purchase): Promise<Stripe.Checkout.Session> {
    const metadata = { purchase_id: id, account_id: accountId }
    const backUrl = `${access.publicUrl}${purchaseReturnPath(id)}`
    return stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        success_url: backUrl,
        cancel_url: backUrl,
        expires_at: Math.floor((createdAt.getTime() + checkoutMs) / 1_000),
        metadata,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: packCents,
              product_data: { name: `Credits for ${packCents / 100} USD` },
            },
          },
        ],
        payment_intent_data: { metadata },
      },
      { idempotencyKey: `checkout_${id}` },
    )
  }

  async function chargeOf(session: Stripe.Checkout.Session): Promise<Charge> {
    const { payment_status: paid, payment_intent: payment, status } = session
    const intentId = typeof payment === 'string' ? payment : (payment?.id ?? null)
    if (paid === 'paid' && intentId !== null) {
      const { amount_received: amountCents, currency } = await stripe.paymentIntents.retrieve(intentId)
      return { status: 'succeeded', paymentId: intentId, amountCents, currency }
    }
    if (status === 'expired') return { status: 'declined', paymentId: session.id, reason: 'checkout_expired' }
    return { status: 'unknown', paymentId: session.id }
  }
}

function notOpened(reason: string): Charge {
  return { status: 'declined', paymentId: null, reason }
}
