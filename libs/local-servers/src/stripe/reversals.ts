import { type Form, requiredText, textAt } from './form-body.ts'
import { newId, nowSeconds } from './new-id.ts'
import type { PaymentIntents } from './payment-intents.ts'
import { invalidRequest } from './stripe-error.ts'

/** Money that was sent back to a card. */
export type Refund = {
  readonly id: string
  readonly object: 'refund'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  status: 'succeeded' | 'failed'
  readonly created: number
}

/** A payment that the holder of its card disputes. */
export type Dispute = {
  readonly id: string
  readonly object: 'dispute'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  status: 'needs_response' | 'won' | 'lost'
  readonly created: number
}

/** Refunds and disputes of payment intents. */
export class Reversals {
  private readonly intents: PaymentIntents
  private readonly refunded: Refund[]
  private readonly disputed: Dispute[]

  constructor(intents: PaymentIntents, refunds: readonly Refund[] = [], disputes: readonly Dispute[] = []) {
    this.intents = intents
    this.refunded = [...refunds]
    this.disputed = [...disputes]
  }

  refunds(): readonly Refund[] {
    return this.refunded
  }

  disputes(): readonly Dispute[] {
    return this.disputed
  }

  /** Sends money of an intent back, all that is left without an amount. */
  refund(form: Form): Refund {
    const intent = this.intents.retrieve(requiredText(form, 'payment_intent'))
    const before = this.refunded
      .filter(({ payment_intent: id, status }) => id === intent.id && status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0)
    const left = intent.amount_received - before
    const amount = Number(textAt(form, 'amount') ?? left)
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
      throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
    }
    const { currency } = intent
    const refund = { id: newId('re'), object: 'refund', amount, currency, payment_intent: intent.id } as const
    const made: Refund = { ...refund, status: 'succeeded', created: nowSeconds() }
    this.refunded.push(made)
    return made
  }

  /** The holder of the card disputes the whole of an intent. */
  dispute(intentId: string): Dispute {
    const { id, amount_received: amount, currency } = this.intents.retrieve(intentId)
    const dispute = { id: newId('dp'), object: 'dispute', amount, currency, payment_intent: id } as const
    const made: Dispute = { ...dispute, status: 'needs_response', created: nowSeconds() }
    this.disputed.push(made)
    return made
  }

  /** The bank of the holder decides a dispute. */
  decide(disputeId: string, status: 'won' | 'lost'): void {
    for (const dispute of this.disputed) if (dispute.id === disputeId) dispute.status = status
  }
}
