import type { chargeAudit } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { workOfAudit } from '../../domain/prices/charge-compile.ts'
import { chargeAtOnce } from '../../flows/charge-at-once.ts'

export function handleChargeAudit(deps: BillingDeps): Handler<typeof chargeAudit> {
  return ({ auditId, kind, accountId, keyId }, { now }) =>
    chargeAtOnce(deps, { compileId: auditId, accountId, keyId, work: workOfAudit[kind] }, now)
}
