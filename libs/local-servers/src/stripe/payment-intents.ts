import type { ConnectedAccounts } from './connected-accounts.ts'
import { type Form, formAt, numberAt, requiredText, textAt } from './form-body.ts'
import { newId, nowSeconds } from './new-id.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'

export type PaymentIntent = {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  /** What is held on the card and can be captured. */
  amount_capturable: number
  amount_received: number
  /** What the platform keeps of it; the rest goes to the destination. */
  application_fee_amount: number | null
  readonly transfer_data: { readonly destination: string } | null
  readonly transfer_group: string | null
  readonly capture_method: 'automatic' | 'manual'
  readonly currency: string
  status: 'succeeded' | 'requires_action' | 'requires_capture' | 'requires_payment_method' | 'canceled'
  cancellation_reason: string | null
  next_action: { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } } | null
  latest_charge: string | null
  /** Until when what is held can be captured. */
  capture_before: number | null
  readonly metadata: Form
  readonly created: number
}

/** What a payer lets the holder of a token take of a card. */
type GrantedToken = {
  readonly id: string
  readonly paymentMethod: string
  readonly currency: string
  readonly maxAmount: number
  readonly expiresAt: number
  readonly networkId: string
  isUsed: boolean
}

const declinedMethod = 'pm_card_chargeDeclined'
const askingMethod = 'pm_card_authenticationRequired'

/** How long a card holds money, as most networks have it. */
const holdSeconds = 7 * 86_400

/** Payment intents and the tokens that pay them. */
export class PaymentIntents {
  private readonly intents = new Map<string, PaymentIntent>()
  private readonly tokens = new Map<string, GrantedToken>()
  private readonly networkId: string
  private readonly accounts: ConnectedAccounts

  constructor(networkId: string, accounts: ConnectedAccounts, kept: readonly PaymentIntent[] = []) {
    this.networkId = networkId
    this.accounts = accounts
    for (const intent of kept) this.intents.set(intent.id, intent)
  }

  all(): readonly PaymentIntent[] {
    return [...this.intents.values()]
  }

  /** Makes a token, as the payer's own account does. */
  grantToken(form: Form): { id: string; object: string } {
    const limits = formAt(form, 'usage_limits')
    const token: GrantedToken = {
      id: newId('spt'),
      paymentMethod: requiredText(form, 'payment_method'),
      currency: requiredText(limits, 'currency'),
      maxAmount: Number(requiredText(limits, 'max_amount')),
      expiresAt: Number(requiredText(limits, 'expires_at')),
      networkId: requiredText(formAt(form, 'seller_details'), 'network_id'),
      isUsed: false,
    }
    this.tokens.set(token.id, token)
    return { id: token.id, object: 'shared_payment.granted_token' }
  }

  /** Makes an intent and takes the money at once, or holds it; a card that is declined leaves the intent and throws. */
  create(form: Form, origin: string): PaymentIntent {
    if (textAt(form, 'confirm') !== 'true') throw invalidRequest('This server confirms every intent at once.')
    const amount = numberAt(form, 'amount')
    const currency = requiredText(form, 'currency')
    if (textAt(form, 'capture_method') === 'manual') {
      this.assertHoldable(form, amount)
      const intent = this.hold(form, { amount, currency })
      if (intent.status === 'requires_payment_method') throw declined(intent)
      if (intent.status === 'requires_action') {
        const url = `${origin}/confirm/${intent.id}`
        const return_url = requiredText(form, 'return_url')
        intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url } }
      }
      return intent
    }
    const token = this.usableToken(requiredText(form, 'shared_payment_granted_token'), amount, currency)
    const intent = this.add(form, { amount, currency })
    token.isUsed = true
    if (token.paymentMethod === declinedMethod) throw declined(intent)
    if (token.paymentMethod === askingMethod) {
      intent.status = 'requires_action'
      return intent
    }
    intent.status = 'succeeded'
    intent.amount_received = amount
    return intent
  }

  /** Refuses what could not be held: a fee that is more than the amount, a seller that takes no money yet, too little. */
  assertHoldable(form: Form, amount: number): void {
    if (amount < leastAmount) throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small')
    assertFee(form, amount)
    const destination = textAt(formAt(form, 'transfer_data'), 'destination')
    if (destination === undefined) return
    if (this.accounts.retrieve(destination).capabilities.transfers === 'active') return
    throw invalidRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      'insufficient_capabilities_for_transfer',
    )
  }

  /** Makes an intent that holds the money on a card until it is captured; a card may decline, or ask its holder first. */
  hold(form: Form, { amount, currency }: { amount: number; currency: string }): PaymentIntent {
    const intent = this.add(form, { amount, currency })
    const method = requiredText(form, 'payment_method')
    if (method === askingMethod) intent.status = 'requires_action'
    else if (method !== declinedMethod) holdNow(intent)
    return intent
  }

  /** Takes or holds the money of a session of which the buyer has entered a card, as its capture method says. */
  pay(form: Form, price: { amount: number; currency: string }): PaymentIntent {
    const intent = this.hold(form, price)
    if (intent.status === 'requires_capture' && intent.capture_method === 'automatic') {
      intent.status = 'succeeded'
      intent.amount_capturable = 0
      intent.amount_received = intent.amount
      intent.capture_before = null
    }
    return intent
  }

  /** The holder of the card says yes to what its bank asked. */
  confirmHold(id: string): PaymentIntent {
    const intent = this.retrieve(id)
    if (intent.status === 'requires_action') holdNow(intent)
    return intent
  }

  /** Takes a part of what is held, or all of it; the rest is released. */
  capture(id: string, form: Form): PaymentIntent {
    const intent = this.retrieve(id)
    if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'captured')
    const amount =
      form['amount_to_capture'] === undefined ? intent.amount : numberAt(form, 'amount_to_capture')
    if (amount > intent.amount_capturable) throw invalidRequest('The amount is more than what is held.')
    if (amount < leastAmount) throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small')
    assertFee(form, amount)
    intent.status = 'succeeded'
    intent.amount_capturable = 0
    intent.amount_received = amount
    intent.application_fee_amount = feeIn(form) ?? intent.application_fee_amount
    return intent
  }

  /** What is held ends without a capture, as when its time is over. */
  lapse(id: string): void {
    const intent = this.retrieve(id)
    if (intent.status !== 'requires_capture') throw new Error(`${id} holds nothing`)
    endIntent(intent, 'automatic')
  }

  /** Changes until when what is held can be captured. */
  holdUntil(id: string, at: Date): void {
    this.retrieve(id).capture_before = Math.floor(at.getTime() / 1_000)
  }

  retrieve(id: string): PaymentIntent {
    const intent = this.intents.get(id)
    if (intent === undefined) throw invalidRequest(`No such payment_intent: '${id}'`, 'resource_missing', 404)
    return intent
  }

  cancel(id: string): PaymentIntent {
    const intent = this.retrieve(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw unexpectedState(intent, 'canceled')
    }
    endIntent(intent, 'requested_by_customer')
    return intent
  }

  /** Finds intents by one value of their metadata: `metadata['order']:'1'`. */
  search(query: string): readonly PaymentIntent[] {
    const [, name, value] = /^metadata\['([\w-]+)'\]:'([^']*)'$/.exec(query) ?? []
    if (name === undefined) throw invalidRequest(`This server does not understand the query ${query}.`)
    return this.all().filter(({ metadata }) => metadata[name] === value)
  }

  /** What was taken for an account, without what the platform keeps of it; for the platform, null, what it keeps. */
  balanceOf(account: string | null): number {
    let cents = 0
    for (const { amount_received: taken, application_fee_amount: fee, transfer_data: to } of this.all()) {
      const kept = to === null ? taken : taken === 0 ? 0 : (fee ?? 0)
      if (account === null) cents += kept
      else if (to?.destination === account) cents += taken - kept
    }
    return cents
  }

  private add(form: Form, { amount, currency }: { amount: number; currency: string }): PaymentIntent {
    const destination = textAt(formAt(form, 'transfer_data'), 'destination')
    const intent: PaymentIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_capturable: 0,
      amount_received: 0,
      application_fee_amount: feeIn(form),
      transfer_data: destination === undefined ? null : { destination },
      transfer_group: textAt(form, 'transfer_group') ?? null,
      capture_method: textAt(form, 'capture_method') === 'manual' ? 'manual' : 'automatic',
      currency,
      status: 'requires_payment_method',
      cancellation_reason: null,
      next_action: null,
      latest_charge: null,
      capture_before: null,
      metadata: formAt(form, 'metadata'),
      created: nowSeconds(),
    }
    this.intents.set(intent.id, intent)
    return intent
  }

  private usableToken(id: string, amount: number, currency: string): GrantedToken {
    const token = this.tokens.get(id)
    if (token === undefined) {
      throw invalidRequest(`No such shared_payment_granted_token: '${id}'`, 'resource_missing')
    }
    if (token.isUsed) throw invalidRequest('The token has been used.', 'token_already_used')
    if (token.networkId !== this.networkId) throw invalidRequest('The token is for another seller.')
    if (token.expiresAt * 1_000 <= Date.now()) throw invalidRequest('The token has expired.')
    if (token.currency !== currency || amount > token.maxAmount) {
      throw invalidRequest('The amount is over the limit of the token.')
    }
    return token
  }
}

/** The least that is taken from a card, in cents. */
const leastAmount = 50

function holdNow(intent: PaymentIntent): void {
  intent.status = 'requires_capture'
  intent.amount_capturable = intent.amount
  intent.next_action = null
  intent.latest_charge = newId('ch')
  intent.capture_before = nowSeconds() + holdSeconds
}

function endIntent(intent: PaymentIntent, reason: string): void {
  intent.status = 'canceled'
  intent.amount_capturable = 0
  intent.cancellation_reason = reason
}

function feeIn(form: Form): number | null {
  return form['application_fee_amount'] === undefined ? null : numberAt(form, 'application_fee_amount')
}

function assertFee(form: Form, amount: number): void {
  if ((feeIn(form) ?? 0) > amount) throw invalidRequest('The application fee is more than the amount.')
}

function declined(intent: PaymentIntent): StripeError {
  return new StripeError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    payment_intent: { ...intent },
  })
}

function unexpectedState({ status }: PaymentIntent, done: string): StripeError {
  return invalidRequest(`An intent that is ${status} cannot be ${done}.`, 'payment_intent_unexpected_state')
}
