import { absent, conflict, type noteRefund } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction, type Tx } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { BillingDeps } from '../../deps.ts'
import { refundCredits } from '../../domain/ledger/refund-debt.ts'
import { isReversal, type KeptAnomaly } from '../../domain/reconciliation/anomaly.ts'
import type { BookedPayment } from '../../domain/reconciliation/booked-payment.ts'
import { operatorName } from '../../domain/reconciliation/operator-name.ts'
import type { PaymentNote } from '../../domain/reconciliation/payment-note.ts'
import { judgeRefund, refundTransfer } from '../../domain/reconciliation/refund.ts'
import { appendTransfers, lockFunds, saveFunds } from '../../store/account-books.ts'
import { anomaliesOf, closeAnomaly, closeReversals } from '../../store/payments/anomalies.ts'
import { findBookedPayments } from '../../store/payments/booked-payments.ts'
import { lockRefunds, notesOf, recordNote } from '../../store/payments/payment-notes.ts'
import type { Tables } from '../../store/tables.ts'

export function handleNoteRefund(deps: BillingDeps): Handler<typeof noteRefund> {
  const { db, memory } = deps
  return async ({ reference, amountMicros, refundReference, reason }, { principal, commandId, now }) => {
    const { anomaly, payment } = await refundedBy(deps, reference)
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
    const { left, ...credits } = await inTransaction(db, async (tx) => {
      await lockRefunds(tx, subject)
      const before = await notesOf(tx, [subject])
      const leftMicros = judgeRefund(anomaly ?? payment, before, note.amountMicros)
      if (!(await recordNote(tx, note))) {
        throw conflict('This refund is noted already.', {
          reason: 'refund_noted',
          remediation: 'Look at it with `payments show`; another refund has another reference.',
        })
      }
      await closeReversals(tx, note, now)
      if (anomaly !== undefined) {
        // The money of an anomaly was never in the ledger.
        if (leftMicros === 0n) await closeAnomaly(tx, subject, note.notedBy, now)
        return { left: leftMicros, takenBackMicros: 0n, owedMicros: 0n }
      }
      await appendTransfers(tx, [refundTransfer(note, rail, note.amountMicros)])
      return { left: leftMicros, ...(await endCredits(tx, payment, note, now)) }
    })
    if (payment !== undefined) memory.forget(payment.accountId)
    return {
      subject,
      refundedMicros: amountMicros,
      leftMicros: String(left),
      takenBackMicros: String(credits.takenBackMicros),
      owedMicros: String(credits.owedMicros),
    }
  }
}

/** What an operator names: an anomaly of money that came in, or a payment, also by the anomaly that says it was sent back. */
async function refundedBy(
  { db, pool }: BillingDeps,
  reference: string,
): Promise<{ anomaly?: KeptAnomaly | undefined; payment?: BookedPayment | undefined }> {
  const [anomaly] = (await anomaliesOf(db, reference)).filter(({ id }) => id === reference)
  if (anomaly !== undefined && !isReversal(anomaly)) return { anomaly }
  const [payment, ...others] = await findBookedPayments(pool, anomaly?.paymentId ?? reference)
  if (others.length === 0) return { payment }
  throw conflict('This transaction made several payments.', {
    reason: 'refund_ambiguous',
    remediation: 'Name the payment by its id; `payments show` lists them.',
  })
}

/** Credits end with their money: what is left of a pack is taken back, and what is missing is owed. */
async function endCredits(
  tx: Tx<Tables>,
  payment: BookedPayment | undefined,
  {
    id: noteId,
    amountMicros: micros,
    rail,
  }: Pick<PaymentNote, 'id'> & { amountMicros: bigint; rail: BookedPayment['rail'] },
  now: Date,
): Promise<{ takenBackMicros: bigint; owedMicros: bigint }> {
  if (payment === undefined || payment.purchaseId === null) return { takenBackMicros: 0n, owedMicros: 0n }
  const { version, funds } = await lockFunds(tx, payment.accountId, now)
  const grantId = derivedId('grant', payment.purchaseId)
  const ended = refundCredits(funds, { noteId, grantId, rail, micros }, now)
  await saveFunds(tx, version, ended.funds)
  await appendTransfers(tx, ended.transfers)
  return { takenBackMicros: ended.takenBackMicros, owedMicros: micros - ended.takenBackMicros }
}
