import { absent, type showPayment } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { toAnomalyRow, toPaymentRow } from '../../domain/reconciliation/payment-row.ts'
import { anomaliesOf } from '../../store/payments/anomalies.ts'
import { findBookedPayments, transfersOfPayment } from '../../store/payments/booked-payments.ts'
import { notesOf } from '../../store/payments/payment-notes.ts'

export function handleShowPayment({ db, pool }: BillingDeps): Handler<typeof showPayment> {
  return async ({ reference }) => {
    const anomalies = await anomaliesOf(db, reference)
    const named = anomalies.find(({ id }) => id === reference)?.paymentId ?? reference
    const payments = await findBookedPayments(pool, named)
    if (payments.length + anomalies.length === 0) {
      throw absent('There is no such payment or anomaly.', {
        remediation:
          'Give the id of a payment, a purchase or an anomaly, a transaction, or an id at the processor.',
      })
    }
    const notes = await notesOf(db, [...payments.map(({ id }) => id), ...anomalies.map(({ id }) => id)])
    const refunds = notes.flatMap(({ id, kind }) => (kind === 'refund' ? [id] : []))
    const transfers = await Promise.all(payments.map((payment) => transfersOfPayment(pool, payment, refunds)))
    return {
      payments: payments.map(toPaymentRow),
      transfers: transfers.flat().map(({ amountMicros, at, ...transfer }) => ({
        ...transfer,
        amountMicros: String(amountMicros),
        at: at.toISOString(),
      })),
      anomalies: anomalies.map(toAnomalyRow),
      notes: notes.map(({ kind, amountMicros, reference: sentBack, reason, notedBy, at }) => ({
        kind,
        amountMicros: amountMicros === null ? null : String(amountMicros),
        reference: sentBack,
        reason,
        notedBy,
        at: at.toISOString(),
      })),
    }
  }
}
