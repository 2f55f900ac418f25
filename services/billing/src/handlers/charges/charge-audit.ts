import type { chargeAudit } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { chargeAtOnce } from '../../flows/charge-at-once.ts'

export function handleChargeAudit(deps: BillingDeps): Handler<typeof chargeAudit> {
  return ({ auditId, accountId, keyId }, { now }) =>
    chargeAtOnce(deps, { compileId: auditId, accountId, keyId, work: 'audit' }, now)
}
