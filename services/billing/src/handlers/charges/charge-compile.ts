import type { chargeCompile } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { chargeAtOnce } from '../../flows/charge-at-once.ts'

export function handleChargeCompile(deps: BillingDeps): Handler<typeof chargeCompile> {
  return (compile, { now }) => chargeAtOnce(deps, { ...compile, work: 'compile' }, now)
}
