import type { listWaitingCharges } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { chargesThatWait } from '../flows/charges-that-wait.ts'

export function handleListWaitingCharges(deps: BillingDeps): Handler<typeof listWaitingCharges> {
  return (_input, { now }) => chargesThatWait(deps, now)
}
