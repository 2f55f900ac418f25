import { absent, type reconcilePayments } from '@outturn/contracts'
import { operatorName } from '../../domain/reconciliation/operator-name.ts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { BillingDeps } from '../../deps.ts'
import { reconcile } from '../../flows/reconcile-payments.ts'
import { countOpenAnomalies } from '../../store/payments/anomalies.ts'
import { recordNote } from '../../store/payments/payment-notes.ts'

/** Of the time for an answer, what is kept back for the step that is under way, ms. */
const lastStepMs = 4_000

export function handleReconcilePayments(deps: BillingDeps): Handler<typeof reconcilePayments> {
  const { db, books } = deps
  return async ({ reason }, { principal, commandId, deadline, now }) => {
    if (books.length === 0) {
      throw absent('This environment takes no payments.', {
        reason: 'payment_lane_off',
        remediation: 'Payments are taken in production, where the settings of a rail are given.',
      })
    }
    await recordNote(db, {
      id: derivedId('note', commandId),
      kind: 'reconciliation',
      subject: null,
      rail: null,
      amountMicros: null,
      reference: null,
      reason,
      notedBy: operatorName(principal),
      at: now,
    })
    const until = deadline - lastStepMs
    // Also what is not due yet.
    const dueBefore = now
    const reconciled = []
    for (const book of books) reconciled.push(await reconcile(deps, book, { dueBefore, until }))
    const open = await countOpenAnomalies(db)
    return reconciled.map(({ rail, state, comparedTo }) => ({
      rail,
      state,
      comparedTo: comparedTo === null ? null : String(comparedTo),
      openAnomalies: open.get(rail) ?? 0,
    }))
  }
}
