import type { Database } from '@outturn/postgres'
import type { ChargeCompile } from './adapters/billing-service.ts'
import type { Tables } from './store/tables.ts'

/** What the handlers of policies work with. */
export type PolicyDeps = {
  readonly slug: string
  readonly db: Database<Tables>
  readonly chargeCompile: ChargeCompile
}
