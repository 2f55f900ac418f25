import { absent, conflict, type resolveSettlementAnomaly } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../../deps.ts'
import { actionOf } from '../../flows/act-on-settlement.ts'
import { resolveAnomaly } from '../../store/anomaly-store.ts'
import { recordAction } from '../../store/operator-store.ts'

export function handleResolveAnomaly({ db }: SettlementDeps): Handler<typeof resolveSettlementAnomaly> {
  return async ({ anomalyId, reason }, asked) => {
    const action = actionOf({ kind: 'resolve', subject: anomalyId, reason }, asked)
    await inTransaction(db, async (tx) => {
      if (!(await recordAction(tx, action))) return
      const done = await resolveAnomaly(tx, anomalyId, action.doneBy, action.at)
      if (done === null) throw absent('There is no such anomaly.')
      if (done === 'closed') {
        throw conflict('The anomaly is closed already.', {
          reason: 'anomaly_closed',
          remediation: 'Look at it with `settlement anomalies --all`.',
        })
      }
    })
    return { anomalyId, closedBy: action.doneBy }
  }
}
