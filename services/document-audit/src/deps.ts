import type { Database } from '@outturn/postgres/typed'
import type { Auditor } from './adapters/auditor.ts'
import type { ChargeAudit } from './adapters/billing.ts'

/** What the handlers of one environment work with. */
export type AuditDeps = {
  readonly slug: string
  readonly db: Database<never>
  readonly auditor: Auditor
  readonly chargeAudit: ChargeAudit
}
