import type { Pool } from '@outturn/postgres'
import type { Stripe } from 'stripe'
import type { ReceivedPayment, Reversal } from '../domain/reconciliation/compare.ts'
import type { OutsideBook } from '../domain/reconciliation/outside-book.ts'
import { comparedPurchases } from '../store/payments/recorded-payments.ts'
import { type ReversedCharge, unnotedReversals } from '../store/payments/reversals.ts'
import { connectStripe, type StripeAccess } from './stripe.ts'

/** A purchase that was begun so long ago has ended, or is an anomaly. */
const settledAfterMs = 3_600_000
/** A day, in seconds. */
const step = 86_400n
const pageSize = 100
const microsOfCent = 10_000n

/** The payment intents that took money for purchases of this service; what else the account of the processor is used for is left out. */
export function stripeBook(pool: Pool, access: StripeAccess, settledMs = settledAfterMs): OutsideBook {
  const stripe = connectStripe(access)
  return {
    rail: 'mpp',
    step,
    end: async (now) => BigInt(Math.floor((now.getTime() - settledMs) / 1_000)),
    // What the processor has taken does not change its order.
    fingerprint: async () => 'stripe',
    async read(from, to) {
      const created = { gte: Number(from), lte: Number(to) }
      const found: ReceivedPayment[] = []
      for await (const intent of stripe.paymentIntents.list({ created, limit: pageSize })) {
        found.push(...receivedBy(intent))
      }
      return found
    },
    async find(references) {
      const intents = await Promise.all(
        references.map((id) => stripe.paymentIntents.retrieve(id).catch(absent)),
      )
      return intents.flatMap((intent) => (intent === null ? [] : receivedBy(intent)))
    },
    async reversals(from, to) {
      const created = { gte: Number(from), lte: Number(to) }
      const found: ReversedCharge[] = []
      for await (const refund of stripe.refunds.list({ created, limit: pageSize })) {
        if (!endedRefunds.has(refund.status ?? '')) found.push(reversedBy('refunded', refund))
      }
      for await (const dispute of stripe.disputes.list({ created, limit: pageSize })) {
        if (!endedDisputes.has(dispute.status)) found.push(reversedBy('disputed', dispute))
      }
      return unnotedReversals(pool, found)
    },
    recorded: (compared) => comparedPurchases(pool, compared),
  }
}

/** States in which no money goes back. */
const endedRefunds: ReadonlySet<string> = new Set(['failed', 'canceled'])
const endedDisputes: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'])

type Reversing = Pick<
  Stripe.Refund | Stripe.Dispute,
  'id' | 'amount' | 'currency' | 'created' | 'payment_intent'
>

function reversedBy(
  kind: Reversal['kind'],
  { id, amount, currency, created, payment_intent: intent }: Reversing,
): ReversedCharge {
  return {
    kind,
    reference: id,
    chargedAs: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amountMicros: microsOf(amount, currency),
    position: BigInt(created),
  }
}

function microsOf(cents: number, currency: string): bigint {
  // Another currency is another amount, whatever its number.
  return currency === 'usd' ? BigInt(cents) * microsOfCent : 0n
}

function absent(error: Error & { statusCode?: number }): null {
  if (error.statusCode === 404) return null
  throw error
}

function receivedBy(intent: Stripe.PaymentIntent): ReceivedPayment[] {
  const { id, amount_received: cents, currency, metadata, created } = intent
  const purchase = metadata['purchase_id']
  if (cents === 0 || purchase === undefined) return []
  return [
    {
      reference: id,
      subject: id,
      mark: purchase,
      payer: metadata['account_id'] ?? null,
      amountMicros: microsOf(cents, currency),
      position: BigInt(created),
    },
  ]
}
