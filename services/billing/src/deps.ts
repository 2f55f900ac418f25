import type { Environment } from '@outturn/vocabulary'
import type { Pool } from '@outturn/postgres'
import type { Database } from '@outturn/postgres/typed'
import type { RunOutcome } from './domain/ledger/abandoned-run.ts'
import type { BillingTerms } from './domain/ledger/charge.ts'
import type { WorkPrices } from './domain/prices/work-fees.ts'
import type { FundsMemory } from './store/funds-memory.ts'
import type { Posting, RunToPost } from './store/post-runs.ts'
import type { Tables } from './store/tables.ts'

/** What the handlers, reactions and sweeps of one environment work with. */
export type BillingDeps = {
  readonly environment: Environment
  readonly terms: BillingTerms
  /** Address of this deployment; credits are bought there. */
  readonly publicUrl: string
  readonly workPrices: WorkPrices
  readonly pool: Pool
  readonly db: Database<Tables>
  /** After how long something that is still held for a run is told to the operator, ms. */
  readonly waitingAfterMs: number
  readonly memory: FundsMemory
  /** Charges one verified run, in one statement with those that come at the same time. */
  readonly post: (run: RunToPost) => Promise<Posting>
  /** Asks the Spool service how a run ended. */
  readonly readOutcome: (runId: string, now: Date) => Promise<RunOutcome>
}
