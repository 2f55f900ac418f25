import type { listSettlementAnomalies } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { anomalyRow } from '../../domain/operator/rows.ts'
import { listAnomalies } from '../../store/anomaly-store.ts'

export function handleListAnomalies({ db }: SettlementDeps): Handler<typeof listSettlementAnomalies> {
  return async (wish) => (await listAnomalies(db, wish)).map(anomalyRow)
}
