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

/**
 * Charges purchases by card. However often one is charged, by whatever process, the payer is charged once: the challenge that
 * it pays is the idempotency key, and the processor answers a repetition with its first answer.
 */
export function createCardCharges({
  secretKey,
  url,
}: StripeAccess): (purchase: Purchase, now: Date) => Promise<Charge> {
  const { protocol, hostname, port } = new URL(url)
  const stripe = new Stripe(secretKey, {
    apiVersion: apiVersion as never,
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
  return async (purchase, now) => {
    try {
      const intent = await intentOf(purchase, now)
      return intent === null
        ? { status: 'declined', paymentId: null, reason: 'not_charged' }
        : await chargeOf(intent)
    } catch (error) {
      return chargeOfError(error, purchase)
    }
  }

  /** What the processor has of this purchase, made now if it may be; null when it has nothing. */
  async function intentOf(purchase: Purchase, now: Date): Promise<Stripe.PaymentIntent | null> {
    if (purchase.paymentId !== null) return stripe.paymentIntents.retrieve(purchase.paymentId)
    // A repetition is answered as the first call was, also when that was an error after the charge: look for the charge first.
    const found = purchase.attempts > 1 ? await findIntent(purchase) : null
    if (found !== null) return found
    return mayCharge(purchase, now) ? createIntent(purchase) : null
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

/** Only what the processor itself says of a charge ends a purchase; every other failure leaves it open. */
function chargeOfError(error: unknown, { paymentId }: Purchase): Charge {
  if (error instanceof Stripe.errors.StripeCardError) {
    return {
      status: 'declined',
      paymentId: error.payment_intent?.id ?? paymentId,
      reason: error.decline_code ?? error.code ?? 'card_error',
    }
  }
  const isFinal =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400 && paymentId === null
  if (isFinal) return { status: 'declined', paymentId, reason: error.code ?? 'invalid_request' }
  return { status: 'unknown', paymentId }
}
