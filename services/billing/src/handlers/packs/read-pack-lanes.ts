import type { readPackLanes } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'

export function handleReadPackLanes({ mpp }: BillingDeps): Handler<typeof readPackLanes> {
  return async () => ({ mpp: mpp !== null })
}
