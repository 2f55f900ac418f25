import type { readBalanceThreshold } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { toThresholdView } from '../../domain/spending/balance-alert.ts'
import { findThreshold } from '../../store/spending/balance-alerts.ts'

export function handleReadBalanceThreshold({
  pool,
  lowBalanceMicros,
}: BillingDeps): Handler<typeof readBalanceThreshold> {
  return async ({ accountId }) => toThresholdView(await findThreshold(pool, accountId), lowBalanceMicros)
}
