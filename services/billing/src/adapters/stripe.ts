import { Stripe } from 'stripe'
import { type Charge, mayCharge, type Purchase } from '../domain/packs/purchase.ts'

export type StripeAccess = {
  readonly secretKey: string
  /** Origin of the API. */
  readonly url: string
}

/** The version that knows the tokens of payers. */
const apiVersion = '2026-07-29.preview'
const timeoutMs = 5_000
const retries = 1

/** The API of the processor, with the account of these settings. */
export function connectStripe({ secretKey, url }: StripeAccess): Stripe {
  const { protocol, hostname, port } = new URL(url)
  return new Stripe(secretKey, {
    apiVersion: apiVersion as never,
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
}

/**
 * Charges purchases by card. However often one is charged, by whatever process, the payer is charged once: the challenge that
 * it pays is the idempotency key, and the processor answers a repetition with its first answer.
 */
export function createCardCharges(access: StripeAccess): (purchase: Purchase, now: Date) => Promise<Charge> {
  const stripe = connectStripe(access)
  return async (purchase, now) => {
    let { paymentId } = purchase
    try {
      const known = await knownIntent(purchase)
      if (known === null && !mayCharge(purchase, now)) {
        return { status: 'declined', paymentId, reason: 'not_charged' }
      }
      const intent = known ?? (await createIntent(purchase).catch(declinedBy))
      if (!('object' in intent)) return intent
      paymentId = intent.id
      return await chargeOf(intent)
    } catch {
      // Whatever fails beside the charge itself says nothing of the money.
      return { status: 'unknown', paymentId }
    }
  }

  /** What the processor has of this purchase; null when it has nothing. */
  async function knownIntent(purchase: Purchase): Promise<Stripe.PaymentIntent | null> {
    if (purchase.paymentId !== null) return stripe.paymentIntents.retrieve(purchase.paymentId)
    // A repetition is answered as the first call was, also when that was an error after the charge: look for the charge first.
    return purchase.attempts > 1 ? findIntent(purchase) : null
  }

  async function findIntent({ id }: Purchase): Promise<Stripe.PaymentIntent | null> {
    const { data } = await stripe.paymentIntents.search({
      query: `metadata['purchase_id']:'${id}'`,
      limit: 1,
    })
    return data[0] ?? null
  }

  function createIntent({
    id,
    accountId,
    packCents,
    challengeId,
    token,
  }: Purchase): Promise<Stripe.PaymentIntent> {
    const params = {
      amount: packCents,
      currency: 'usd',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
      metadata: { purchase_id: id, challenge_id: challengeId, account_id: accountId },
      // Not in the types of the SDK: tokens of payers are a preview.
      shared_payment_granted_token: token,
    }
    return stripe.paymentIntents.create(params, { idempotencyKey: `mpp_${challengeId}` })
  }

  async function chargeOf({ id, status, amount_received, currency }: Stripe.PaymentIntent): Promise<Charge> {
    switch (status) {
      case 'succeeded':
        return { status: 'succeeded', paymentId: id, amountCents: amount_received, currency }
      case 'canceled':
        return { status: 'declined', paymentId: id, reason: 'canceled' }
      case 'processing':
        return { status: 'unknown', paymentId: id }
      default:
        // No person is there to confirm it, and it must not be confirmed later, when its payer was told that it was declined.
        await stripe.paymentIntents.cancel(id)
        return { status: 'declined', paymentId: id, reason: status }
    }
  }
}

/** The processor's word that a charge took nothing; every other error is thrown on, and leaves the purchase open. */
function declinedBy(error: unknown): Charge {
  if (error instanceof Stripe.errors.StripeCardError) {
    return {
      status: 'declined',
      paymentId: error.payment_intent?.id ?? null,
      reason: error.decline_code ?? error.code ?? 'card_error',
    }
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400) {
    return { status: 'declined', paymentId: null, reason: error.code ?? 'invalid_request' }
  }
  throw error
}
