import type { Environment, PackRail } from '@outturn/vocabulary'
import type { Pool } from '@outturn/postgres'
import type { Database } from '@outturn/postgres/typed'
import type { Clock, Log } from '@outturn/service'
import type { Deliveries } from './adapters/spool.ts'
import type { Contribution } from './domain/outcome-index/contribution.ts'
import type { RunOutcome } from './domain/ledger/abandoned-run.ts'
import type { BillingTerms } from './domain/ledger/charge.ts'
import type { MppProtocol } from './adapters/mpp.ts'
import type { Charge, Purchase } from './domain/packs/purchase.ts'
import type { Reload } from './domain/prices/credits-required.ts'
import type { WorkPrices } from './domain/tariff/work-fees.ts'
import type { PaymentLane } from './domain/payments/lane.ts'
import type { OutsideBook } from './domain/reconciliation/outside-book.ts'
import type { FundsMemory } from './store/funds-memory.ts'
import type { Posting, RunToPost } from './store/post-runs.ts'
import type { Tables } from './store/tables.ts'

/** A way in which people buy credit packs. */
export type CheckoutLane = {
  /** Opens the page of a purchase, or learns how it ended; it is paid at most once, however often this is called. */
  readonly charge: PackLane['charge']
  /** Address of the page on which it is paid; null when that has ended or the processor does not answer. */
  payUrl(purchase: Purchase): Promise<string | null>
}

/** A way in which programs buy credit packs. */
export type PackLane = {
  readonly protocol: MppProtocol
  /** Charges a purchase, or learns that it was charged; the payer is charged once, however often this is called. */
  readonly charge: (purchase: Purchase, now: Date) => Promise<Charge>
  /** Sells the same packs to people, on pages of the processor. */
  readonly checkout: CheckoutLane
  readonly challengeTtlMs: number
  readonly newNonce: () => string
}

/** What the handlers, reactions and sweeps of one environment work with. */
export type BillingDeps = {
  readonly environment: Environment
  readonly terms: BillingTerms
  /** Where and how credits are added. */
  readonly reload: Reload
  /** Sells credit packs by card; null where this environment does not. */
  readonly mpp: PackLane | null
  readonly workPrices: WorkPrices
  readonly pool: Pool
  readonly db: Database<Tables>
  /** After how long something that is still held for a run is told to the operator, ms. */
  readonly waitingAfterMs: number
  readonly memory: FundsMemory
  /** Balance below which people of an account are notified, where it has no threshold of its own. */
  readonly lowBalanceMicros: bigint
  /** Charges one verified run, in one statement with those that come at the same time. */
  readonly post: (run: RunToPost) => Promise<Posting>
  /** Adds what a first run tells the outcome index, in one statement with those that come at the same time. */
  readonly contribute: (contribution: Contribution) => Promise<void>
  /** Days after which an account counts towards the accounts of a row of the outcome index. */
  readonly minAccountAgeDays: number
  /** Name of the deployment, with which the schema of its documents begins. */
  readonly slug: string
  /** A key for the roundings of one publication. */
  readonly newPeriodKey: () => Uint8Array
  /** When these accounts were opened; one that is not known is left out. */
  readonly openedAt: (accountIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, Date>>
  /** The lane by which a call is paid for by itself; it is off where the deployment or the environment has none. */
  readonly x402: PaymentLane
  /** The rails that are compared with the records, each with its side of the books. */
  readonly books: readonly OutsideBook[]
  /** Counts a payment that has come into a state. */
  readonly countPayment: (rail: PackRail, state: string) => void
  /** The Spool service, as the one that a payment is for. */
  readonly deliveries: Deliveries
  readonly newUuid: () => string
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'error'>
  /** Asks the Spool service how a run ended. */
  readonly readOutcome: (runId: string, now: Date) => Promise<RunOutcome>
}
