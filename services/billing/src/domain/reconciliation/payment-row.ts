import type { CommandOutput, listPaymentAnomalies, listPayments } from '@outturn/contracts'
import type { KeptAnomaly } from './anomaly.ts'
import type { BookedPayment } from './booked-payment.ts'

/** A payment as an operator is shown it. */
export function toPaymentRow(payment: BookedPayment): CommandOutput<typeof listPayments>[number] {
  const { runId: _run, purchaseId: _purchase, amountMicros, createdAt, updatedAt, ...row } = payment
  return {
    ...row,
    amountMicros: String(amountMicros),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** An anomaly as an operator is shown it. */
export function toAnomalyRow(anomaly: KeptAnomaly): CommandOutput<typeof listPaymentAnomalies>[number] {
  const { position: _, amountMicros, foundAt, closedAt, ...row } = anomaly
  return {
    ...row,
    amountMicros: String(amountMicros),
    foundAt: foundAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}
