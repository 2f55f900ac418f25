import { type Form, formAt, numberAt, requiredText, textAt } from './form-body.ts'
import { newId, nowSeconds } from './new-id.ts'
import type { PaymentIntents } from './payment-intents.ts'
import { invalidRequest } from './stripe-error.ts'

/** A page on which a buyer pays, and what was asked for there. */
export type CheckoutSession = {
  readonly id: string
  readonly object: 'checkout.session'
  readonly mode: 'payment'
  readonly amount_total: number
  readonly currency: string
  readonly metadata: Form
  readonly success_url: string
  readonly cancel_url: string | null
  readonly created: number
  readonly expires_at: number
  /** What the page shows as bought. */
  readonly description: string
  /** Parameters of the intent that is made when the buyer pays. */
  readonly payment_intent_data: Form
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  url: string | null
}

const sessionSeconds = 86_400
const shortestSeconds = 1_800

/** Checkout sessions. An intent is made when the buyer pays, as the API does it. */
export class CheckoutSessions {
  private readonly sessions = new Map<string, CheckoutSession>()
  private readonly intents: PaymentIntents

  constructor(intents: PaymentIntents, kept: readonly CheckoutSession[] = []) {
    this.intents = intents
    for (const session of kept) this.sessions.set(session.id, session)
  }

  all(): readonly CheckoutSession[] {
    return [...this.sessions.values()]
  }

  create(form: Form, origin: string): CheckoutSession {
    if (textAt(form, 'mode') !== 'payment')
      throw invalidRequest('This server knows sessions of mode payment.')
    const item = formAt(formAt(form, 'line_items'), '0')
    const price = formAt(item, 'price_data')
    const amount = numberAt(price, 'unit_amount') * numberAt(item, 'quantity')
    const currency = requiredText(price, 'currency')
    const intentForm = formAt(form, 'payment_intent_data')
    this.intents.assertHoldable(intentForm, amount)
    const id = newId('cs_test')
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      amount_total: amount,
      currency,
      metadata: formAt(form, 'metadata'),
      success_url: requiredText(form, 'success_url'),
      cancel_url: textAt(form, 'cancel_url') ?? null,
      created: nowSeconds(),
      expires_at: expiryIn(form),
      description: requiredText(formAt(price, 'product_data'), 'name'),
      payment_intent_data: intentForm,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `${origin}/pay/${id}`,
    }
    this.sessions.set(id, session)
    return session
  }

  retrieve(id: string): CheckoutSession {
    const session = this.sessions.get(id)
    if (session === undefined) {
      throw invalidRequest(`No such checkout.session: '${id}'`, 'resource_missing', 404)
    }
    if (session.status === 'open' && session.expires_at <= nowSeconds()) end(session)
    return session
  }

  expire(id: string): CheckoutSession {
    const session = this.retrieve(id)
    if (session.status !== 'open') {
      throw invalidRequest(`Only Checkout Sessions with a status of open can be expired.`)
    }
    end(session)
    return session
  }

  /** The buyer pays with a card; null, or why the card was refused. */
  pay(id: string, paymentMethod: string): string | null {
    const session = this.retrieve(id)
    if (session.status !== 'open') return 'This page has ended.'
    const intent = this.intents.pay(
      { ...session.payment_intent_data, payment_method: paymentMethod },
      { amount: session.amount_total, currency: session.currency },
    )
    if (intent.status === 'requires_payment_method') return 'Your card was declined. Try another one.'
    session.status = 'complete'
    session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
    session.payment_intent = intent.id
    session.url = null
    return null
  }
}

function expiryIn(form: Form): number {
  if (form['expires_at'] === undefined) return nowSeconds() + sessionSeconds
  const at = numberAt(form, 'expires_at')
  const seconds = at - nowSeconds()
  if (seconds >= shortestSeconds && seconds <= sessionSeconds) return at
  throw invalidRequest(
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
  )
}

function end(session: CheckoutSession): void {
  session.status = 'expired'
  session.url = null
}
