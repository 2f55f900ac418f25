import { conflict } from '@outturn/contracts'
import type { PackRail } from '@outturn/vocabulary'
import type { Transfer } from '../ledger/transfer.ts'
import type { AnomalyKind, KeptAnomaly } from './anomaly.ts'
import type { BookedPayment } from './booked-payment.ts'
import type { PaymentNote } from './payment-note.ts'

/** Anomalies of which the rail has money that the ledger does not have. */
const withMoney: readonly AnomalyKind[] = ['unclaimed', 'paid_and_refused', 'paid_again']

/** What is left of a payment or an anomaly after a refund; refuses one of money that was not received, or of more than was. */
export function judgeRefund(
  of: KeptAnomaly | BookedPayment | undefined,
  before: readonly PaymentNote[],
  refundMicros: bigint,
): bigint {
  if (of === undefined || !isReceived(of)) {
    throw conflict('No money was received for this that could be refunded.', {
      reason: 'not_paid',
      remediation:
        'A refund is noted for a payment that ended with its money, or for an anomaly of money that came in.',
    })
  }
  const refunded = before.reduce((sum, { amountMicros }) => sum + (amountMicros ?? 0n), 0n)
  const left = of.amountMicros - refunded - refundMicros
  if (left >= 0n) return left
  throw conflict(`Of ${of.amountMicros} micros, ${refunded} are refunded already.`, {
    reason: 'refund_exceeds_payment',
    remediation: `Note at most ${of.amountMicros - refunded} micros.`,
  })
}

function isReceived(of: KeptAnomaly | BookedPayment): boolean {
  if ('kind' in of) return withMoney.includes(of.kind)
  return of.state === 'settled' || of.state === 'granted'
}

/** What the ledger says of money that was sent back: the rail has less. */
export function refundTransfer(
  { id, subject, at }: PaymentNote & { readonly subject: string },
  rail: PackRail,
  amountMicros: bigint,
): Transfer {
  return {
    kind: 'refund',
    idempotencyKey: id,
    debitAccount: `refunded:${rail}`,
    creditAccount: `payments:${rail}`,
    amountMicros,
    reference: subject,
    grantId: null,
    at,
  }
}
