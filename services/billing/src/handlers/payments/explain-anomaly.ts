import { absent, conflict, type explainAnomaly } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { BillingDeps } from '../../deps.ts'
import { operatorName } from '../../domain/reconciliation/operator-name.ts'
import { anomaliesOf, closeAnomaly } from '../../store/payments/anomalies.ts'
import { recordNote } from '../../store/payments/payment-notes.ts'

export function handleExplainAnomaly({ db }: BillingDeps): Handler<typeof explainAnomaly> {
  return async ({ anomalyId, reason }, { principal, commandId, now }) => {
    const anomaly = (await anomaliesOf(db, anomalyId)).find(({ id }) => id === anomalyId)
    if (anomaly === undefined) throw absent('There is no such anomaly.')
    const closedBy = operatorName(principal)
    await inTransaction(db, async (tx) => {
      if (!(await closeAnomaly(tx, anomalyId, closedBy, now))) {
        throw conflict('The anomaly is closed already.', {
          reason: 'anomaly_closed',
          remediation: 'Look at it with `payments show`.',
        })
      }
      const note = { id: derivedId('note', commandId), kind: 'explanation' as const, subject: anomalyId }
      const none = { rail: null, amountMicros: null, reference: null }
      await recordNote(tx, { ...note, ...none, reason, notedBy: closedBy, at: now })
    })
    return { anomalyId, closedBy }
  }
}
