import { Stripe } from 'stripe'
import {
  type CardProcessor,
  type HoldFacts,
  type HoldRequest,
  ProcessorFailure,
} from '../domain/card/card-processor.ts'

/** Where and by what key this deployment settles by card. */
export type StripeAccess = { readonly secretKey: string; readonly url: string }

const timeoutMs = 5_000
const retries = 1
const markName = 'settlement_hold'

/** Stripe, with its API as the official client speaks it. */
export function stripeProcessor({ secretKey, url }: StripeAccess): CardProcessor {
  const { protocol, hostname, port } = new URL(url)
  const stripe = new Stripe(secretKey, {
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
  const withCharge = { expand: ['latest_charge'] }
  const readIntent = async (id: string) =>
    factsOfIntent(await asked(() => stripe.paymentIntents.retrieve(id, withCharge)))

  async function factsOfSession(session: Stripe.Checkout.Session): Promise<HoldFacts> {
    if (session.status === 'expired') return { name: 'ended', intentId: null, isDeclined: false }
    const intent = idOf(session.payment_intent)
    if (session.status === 'complete' && intent !== null) return readIntent(intent)
    return { name: 'open', intentId: null, url: session.url }
  }

  return {
    async probe() {
      await asked(() => stripe.paymentIntents.list({ limit: 1 }))
    },
    async createAccount(payeeId, idempotencyKey) {
      const params: Stripe.AccountCreateParams = {
        type: 'express',
        capabilities: { transfers: { requested: true } },
        metadata: { payee_id: payeeId },
      }
      return (await asked(() => stripe.accounts.create(params, { idempotencyKey }))).id
    },
    async isReady(accountId) {
      const account = await asked(() => stripe.accounts.retrieve(accountId))
      return account.payouts_enabled && account.capabilities?.transfers === 'active'
    },
    async createLink(account, { refreshUrl, returnUrl }) {
      const link = await asked(() =>
        stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          refresh_url: refreshUrl,
          return_url: returnUrl,
        }),
      )
      return { url: link.url, expiresAt: new Date(link.expires_at * 1_000) }
    },
    async openCheckout(request, idempotencyKey) {
      const session = await asked(() =>
        stripe.checkout.sessions.create(checkoutOf(request), { idempotencyKey }),
      )
      return { sessionId: session.id, facts: await factsOfSession(session) }
    },
    async authorize(request, payment_method, idempotencyKey) {
      const params: Stripe.PaymentIntentCreateParams = {
        ...intentOf(request),
        amount: Number(request.cents),
        currency: 'usd',
        confirm: true,
        payment_method,
        return_url: request.returnUrl,
        expand: ['latest_charge'],
      }
      try {
        return factsOfIntent(await asked(() => stripe.paymentIntents.create(params, { idempotencyKey })))
      } catch (error) {
        const { cause } = error as Error
        if (!(cause instanceof Stripe.errors.StripeCardError)) throw error
        return { name: 'ended', intentId: cause.payment_intent?.id ?? null, isDeclined: true }
      }
    },
    async find(mark) {
      const query = `metadata['${markName}']:'${mark}'`
      const { data } = await asked(() => stripe.paymentIntents.search({ query, limit: 1 }))
      return data[0] === undefined ? null : readIntent(data[0].id)
    },
    async read({ sessionId, intentId }) {
      if (intentId !== null) return readIntent(intentId)
      if (sessionId === null) throw new Error('a hold without a reference cannot be read')
      return factsOfSession(await asked(() => stripe.checkout.sessions.retrieve(sessionId)))
    },
    async capture(intentId, { cents, feeCents }, idempotencyKey) {
      const params = { amount_to_capture: Number(cents), application_fee_amount: Number(feeCents) }
      return factsOfIntent(
        await asked(() => stripe.paymentIntents.capture(intentId, params, { idempotencyKey })),
      )
    },
    async cancel(intentId, idempotencyKey) {
      return factsOfIntent(await asked(() => stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey })))
    },
    async expireCheckout(sessionId, idempotencyKey) {
      return factsOfSession(
        await asked(() => stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey })),
      )
    },
  }
}

/** What both ways to hold money have in common: the seller gets it without the fee, and nothing is taken before the verdict. */
function intentOf({ mark, spoolId, destination, feeCents }: HoldRequest) {
  return {
    capture_method: 'manual' as const,
    application_fee_amount: Number(feeCents),
    transfer_data: { destination },
    transfer_group: spoolId,
    metadata: { [markName]: mark, spool_id: spoolId },
  }
}

function checkoutOf(request: HoldRequest): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
    metadata: { [markName]: request.mark, spool_id: request.spoolId },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: Number(request.cents),
          product_data: { name: request.description },
        },
      },
    ],
    payment_intent_data: intentOf(request),
  }
}

function factsOfIntent(intent: Stripe.PaymentIntent): HoldFacts {
  const { id: intentId, status } = intent
  switch (status) {
    case 'requires_capture':
      return { name: 'held', intentId, captureBefore: captureBeforeOf(intent.latest_charge) }
    case 'succeeded':
      return { name: 'captured', intentId, cents: BigInt(intent.amount_received) }
    case 'canceled':
      return { name: 'ended', intentId, isDeclined: false }
    // A card that was refused after it asked its holder: it needs another one.
    case 'requires_payment_method':
      return { name: 'ended', intentId, isDeclined: true }
    default:
      return { name: 'open', intentId, url: intent.next_action?.redirect_to_url?.url ?? null }
  }
}

function captureBeforeOf(charge: Stripe.PaymentIntent['latest_charge']): Date | null {
  if (charge === null || typeof charge === 'string') return null
  const seconds = charge.payment_method_details?.card?.capture_before
  return typeof seconds === 'number' ? new Date(seconds * 1_000) : null
}

function idOf(reference: string | { id: string } | null): string | null {
  return reference === null || typeof reference === 'string' ? reference : reference.id
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw new ProcessorFailure(kindOf(error), error)
  }
}

function kindOf(error: unknown): ProcessorFailure['kind'] {
  const { errors } = Stripe
  if (error instanceof errors.StripeIdempotencyError) return 'remembered'
  if (error instanceof errors.StripeInvalidRequestError) {
    return error.code === 'amount_too_small' ? 'too_small' : 'refused'
  }
  if (error instanceof errors.StripeCardError) return 'refused'
  return error instanceof errors.StripeAPIError && (error.statusCode ?? 0) >= 500 ? 'remembered' : 'lost'
}
