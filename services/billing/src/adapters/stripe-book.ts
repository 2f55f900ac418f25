import type { Pool } from '@outturn/postgres'
import type { Stripe } from 'stripe'
import type { ReceivedPayment } from '../domain/reconciliation/compare.ts'
import type { OutsideBook } from '../domain/reconciliation/outside-book.ts'
import { comparedPurchases } from '../store/payments/recorded-payments.ts'
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
    recorded: (compared) => comparedPurchases(pool, compared),
  }
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
      // Another currency is another amount, whatever its number.
      amountMicros: currency === 'usd' ? BigInt(cents) * microsOfCent : 0n,
      position: BigInt(created),
    },
  ]
}
