import { absent, conflict, type noteRefund } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { BillingDeps } from '../../deps.ts'
import { operatorName } from '../../domain/reconciliation/operator-name.ts'
import { judgeRefund, refundTransfer } from '../../domain/reconciliation/refund.ts'
import { appendTransfers } from '../../store/account-books.ts'
import { anomaliesOf, closeAnomaly } from '../../store/payments/anomalies.ts'
import { findBookedPayments } from '../../store/payments/booked-payments.ts'
import { lockRefunds, notesOf, recordNote } from '../../store/payments/payment-notes.ts'

export function handleNoteRefund({ db, pool }: BillingDeps): Handler<typeof noteRefund> {
  return async ({ reference, amountMicros, refundReference, reason }, { principal, commandId, now }) => {
    const [anomaly] = (await anomaliesOf(db, reference)).filter(({ id }) => id === reference)
    const [payment, ...others] = anomaly === undefined ? await findBookedPayments(pool, reference) : []
    if (others.length > 0) {
      throw conflict('This transaction made several payments.', {
        reason: 'refund_ambiguous',
        remediation: 'Name the payment by its id; `payments show` lists them.',
      })
    }
    const refunded = anomaly ?? payment
    if (refunded === undefined) throw absent('There is no such payment or anomaly.')
    const { id: subject, rail } = refunded
    const note = {
      id: derivedId('note', commandId),
      kind: 'refund' as const,
      subject,
      rail,
      amountMicros: BigInt(amountMicros),
      // A transaction is the same in capitals.
      reference: rail === 'x402' ? refundReference.toLowerCase() : refundReference,
      reason,
      notedBy: operatorName(principal),
      at: now,
    }
    return inTransaction(db, async (tx) => {
      await lockRefunds(tx, subject)
      const before = await notesOf(tx, [subject])
      const left = judgeRefund(anomaly ?? payment, before, note.amountMicros)
      if (!(await recordNote(tx, note))) {
        throw conflict('This refund is noted already.', {
          reason: 'refund_noted',
          remediation: 'Look at it with `payments show`; another refund has another reference.',
        })
      }
      // The money of an anomaly was never in the ledger.
      if (anomaly === undefined) await appendTransfers(tx, [refundTransfer(note, rail, note.amountMicros)])
      else if (left === 0n) await closeAnomaly(tx, subject, note.notedBy, now)
      return { subject, refundedMicros: amountMicros, leftMicros: String(left) }
    })
  }
}
