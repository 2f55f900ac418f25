import type { listPaymentAnomalies } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { toAnomalyRow } from '../../domain/reconciliation/payment-row.ts'
import { listAnomalies } from '../../store/payments/anomalies.ts'

export function handleListPaymentAnomalies({ db }: BillingDeps): Handler<typeof listPaymentAnomalies> {
  return async (wish) => (await listAnomalies(db, wish)).map(toAnomalyRow)
}
