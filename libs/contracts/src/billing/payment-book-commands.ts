import { AnomalyId, Timestamp } from '@outturn/agreement'
import { packRails } from '@outturn/vocabulary'
import { z } from 'zod'
import { Micros } from '../http/billing.ts'
import { defineCommand, defineQuery } from '../operation.ts'

const rail = z.enum(packRails)
const reason = z.string().trim().min(1).max(500)
/** A payment, a purchase or an anomaly by its id; or a payment by its transaction or its id at the processor. */
const reference = z.string().trim().min(1).max(200)

/** Every state that a payment of either rail can be in. */
export const paymentStates = [
  ...['claimed', 'worked', 'settling', 'settled'],
  ...['charging', 'granted', 'refused'],
] as const

/** A payment as an operator sees it. */
const BookedPayment = z.strictObject({
  id: z.string(),
  rail,
  buys: z.enum(['verification', 'pack']),
  state: z.string(),
  amountMicros: Micros,
  /** Address of the wallet; null for a card. */
  payer: z.string().nullable(),
  accountId: z.string(),
  /** Transaction, or id at the processor; null while there is none. */
  reference: z.string().nullable(),
  /** Why it was refused. */
  refusedFor: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** A way in which a rail and the records do not agree. */
const PaymentAnomaly = z.strictObject({
  id: AnomalyId,
  rail,
  kind: z.string(),
  subject: z.string(),
  paymentId: z.string().nullable(),
  reference: z.string().nullable(),
  payer: z.string().nullable(),
  amountMicros: Micros,
  foundAt: Timestamp,
  closedAt: Timestamp.nullable(),
  closedBy: z.string().nullable(),
})

/** Payments of both rails, the newest first, at most `limit`. */
export const listPayments = defineQuery('billing.list-payments', {
  input: z.strictObject({
    rail: rail.nullable(),
    /** One state, or `open` for every one that has not ended; null for all. */
    state: z.enum([...paymentStates, 'open']).nullable(),
    limit: z.int().min(1).max(1_000),
  }),
  output: z.array(BookedPayment),
  sentBy: ['operator'],
})

/** Everything that is known of one payment or anomaly. */
export const showPayment = defineQuery('billing.show-payment', {
  input: z.strictObject({ reference }),
  output: z.strictObject({
    payments: z.array(BookedPayment),
    transfers: z.array(
      z.strictObject({
        kind: z.string(),
        debitAccount: z.string(),
        creditAccount: z.string(),
        amountMicros: Micros,
        at: Timestamp,
      }),
    ),
    anomalies: z.array(PaymentAnomaly),
    notes: z.array(
      z.strictObject({
        kind: z.string(),
        amountMicros: Micros.nullable(),
        reference: z.string().nullable(),
        reason: z.string(),
        notedBy: z.string(),
        at: Timestamp,
      }),
    ),
  }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** Anomalies that are open, or all of them, the newest first. */
export const listPaymentAnomalies = defineQuery('billing.list-payment-anomalies', {
  input: z.strictObject({ isOpen: z.boolean(), limit: z.int().min(1).max(1_000) }),
  output: z.array(PaymentAnomaly),
  sentBy: ['operator'],
})

/**
 * Compares each rail with the records now, from where the last comparison ended, for some seconds; what is left then is compared by the
 * service itself.
 */
export const reconcilePayments = defineCommand('billing.reconcile-payments', {
  input: z.strictObject({ reason }),
  output: z.array(
    z.strictObject({
      rail,
      /** `other`: another process compares it; `waiting`: nothing of the rail is final yet. */
      state: z.enum(['done', 'unfinished', 'other', 'waiting']),
      /** Number of a block, or a second since 1970, up to which all is compared. */
      comparedTo: z.string().nullable(),
      openAnomalies: z.int(),
    }),
  ),
  refuses: ['configuration_unavailable', 'not_found'],
  sentBy: ['operator'],
})

/**
 * Notes that money of a payment, or of an anomaly, was sent back; it moves none. The ledger has it where it had the payment. What is left
 * of the credits that were bought with it is taken back, and what is missing is owed by the account. An anomaly is closed by it.
 */
export const noteRefund = defineCommand('billing.note-refund', {
  input: z.strictObject({
    reference,
    amountMicros: z.string().regex(/^[1-9]\d{0,17}$/),
    /** The transaction that sent it back, or the id of the refund at the processor. */
    refundReference: reference,
    reason,
  }),
  output: z.strictObject({
    subject: z.string(),
    refundedMicros: Micros,
    /** Of the payment, what is not refunded. */
    leftMicros: Micros,
    /** Credits that were taken back, and what the account owes for those that it had spent. */
    takenBackMicros: Micros,
    owedMicros: Micros,
  }),
  refuses: ['conflict', 'not_found'],
  sentBy: ['operator'],
})

/** Closes an anomaly that an operator has looked into. */
export const explainAnomaly = defineCommand('billing.explain-anomaly', {
  input: z.strictObject({ anomalyId: AnomalyId, reason }),
  output: z.strictObject({ anomalyId: AnomalyId, closedBy: z.string() }),
  refuses: ['conflict', 'not_found'],
  sentBy: ['operator'],
})
