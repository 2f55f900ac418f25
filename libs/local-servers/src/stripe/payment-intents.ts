import { randomBytes } from 'node:crypto'
import { type Form, formAt, textAt } from './form-body.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'

export type PaymentIntent = {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  amount_received: number
  readonly currency: string
  status: 'succeeded' | 'requires_action' | 'requires_payment_method' | 'canceled'
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

/** Payment intents and the tokens that pay them, kept in memory. */
export class PaymentIntents {
  private readonly intents = new Map<string, PaymentIntent>()
  private readonly tokens = new Map<string, GrantedToken>()
  private readonly networkId: string

  constructor(networkId: string) {
    this.networkId = networkId
  }

  all(): readonly PaymentIntent[] {
    return [...this.intents.values()]
  }

  /** Makes a token, as the payer's own account does. */
  grantToken(form: Form): { id: string; object: string } {
    const limits = formAt(form, 'usage_limits')
    const token: GrantedToken = {
      id: newId('spt'),
      paymentMethod: required(form, 'payment_method'),
      currency: required(limits, 'currency'),
      maxAmount: Number(required(limits, 'max_amount')),
      expiresAt: Number(required(limits, 'expires_at')),
      networkId: required(formAt(form, 'seller_details'), 'network_id'),
      isUsed: false,
    }
    this.tokens.set(token.id, token)
    return { id: token.id, object: 'shared_payment.granted_token' }
  }

  /** Makes an intent and takes the money at once; a card that is declined leaves the intent and throws. */
  create(form: Form): PaymentIntent {
    if (textAt(form, 'confirm') !== 'true') throw invalidRequest('This server confirms every intent at once.')
    const amount = Number(required(form, 'amount'))
    const currency = required(form, 'currency')
    const token = this.usableToken(required(form, 'shared_payment_granted_token'), amount, currency)
    const intent: PaymentIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency,
      status: 'requires_payment_method',
      metadata: formAt(form, 'metadata'),
      created: Math.floor(Date.now() / 1_000),
    }
    this.intents.set(intent.id, intent)
    token.isUsed = true
    if (token.paymentMethod === declinedMethod) {
      throw new StripeError(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
        payment_intent: { ...intent },
      })
    }
    if (token.paymentMethod === askingMethod) {
      intent.status = 'requires_action'
      return intent
    }
    intent.status = 'succeeded'
    intent.amount_received = amount
    return intent
  }

  retrieve(id: string): PaymentIntent {
    const intent = this.intents.get(id)
    if (intent === undefined) throw invalidRequest(`No such payment_intent: '${id}'`, 'resource_missing', 404)
    return intent
  }

  cancel(id: string): PaymentIntent {
    const intent = this.retrieve(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalidRequest(
        `An intent that is ${intent.status} cannot be canceled.`,
        'payment_intent_unexpected_state',
      )
    }
    intent.status = 'canceled'
    return intent
  }

  /** Finds intents by one value of their metadata: `metadata['order']:'1'`. */
  search(query: string): readonly PaymentIntent[] {
    const [, name, value] = /^metadata\['([\w-]+)'\]:'([^']*)'$/.exec(query) ?? []
    if (name === undefined) throw invalidRequest(`This server does not understand the query ${query}.`)
    return this.all().filter(({ metadata }) => metadata[name] === value)
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

function required(form: Form, name: string): string {
  const value = textAt(form, name)
  if (value === undefined || value === '') {
    throw invalidRequest(`Missing required param: ${name}.`, 'parameter_missing')
  }
  return value
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
