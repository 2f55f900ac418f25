import type { setBalanceThreshold } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { toThresholdView } from '../../domain/spending/balance-alert.ts'
import { saveThreshold } from '../../store/spending/balance-alerts.ts'

/** Sets below which balance people are notified. Setting the same again changes nothing. */
export function handleSetBalanceThreshold({
  pool,
  lowBalanceMicros,
}: BillingDeps): Handler<typeof setBalanceThreshold> {
  return async ({ accountId, thresholdMicros }) => {
    const threshold = thresholdMicros === null ? null : BigInt(thresholdMicros)
    await saveThreshold(pool, accountId, threshold)
    return toThresholdView(threshold, lowBalanceMicros)
  }
}
