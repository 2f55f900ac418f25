import type { readPaymentLanes } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'

export function handleReadPaymentLanes({
  x402,
}: Pick<BillingDeps, 'x402'>): Handler<typeof readPaymentLanes> {
  return async () => ({ x402: x402.state() })
}
