import type { Relay } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import type { Database } from '@outturn/postgres/typed'
import type { Clock, Ids, Log } from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'
import type { CardProcessor } from './domain/card/card-processor.ts'
import type { GrantChain } from './domain/grants/grant-chain.ts'
import type { GrantCaps } from './domain/grants/grant-limits.ts'
import type { WalletChain } from './domain/wallet-chain.ts'
import type { Tables } from './store/tables.ts'

/** How long grants count, what bounds them, and where they are revoked. */
export type GrantSettings = {
  readonly caps: GrantCaps
  /** For how long a grant counts at most, and for how long after the expiry of its Spool, s. */
  readonly ttlSeconds: number
  readonly graceSeconds: number
  readonly explorerUrl: string
}

/** What the handlers, reactions and sweepers of one environment work with. */
export type SettlementDeps = {
  readonly environment: Environment
  readonly pool: Pool
  readonly db: Database<Tables>
  readonly relay: Relay
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Null where this environment settles nothing itself. */
  readonly chain: WalletChain | null
  /** Null where this environment settles nothing by card. */
  readonly cards: CardProcessor | null
  /** The accounts whose Spools are settled by card; null for all of them. */
  readonly cardAccounts: ReadonlySet<string> | null
  /** Permissions and the settler of that chain; null where this environment takes no grants. */
  readonly grants: GrantChain | null
  readonly grantSettings: GrantSettings
  /** The accounts that may settle by wallet; null for all of them. */
  readonly pilotAccounts: ReadonlySet<string> | null
  /** For how many seconds a leg can be used after it is asked for. */
  readonly legTtlSeconds: number
  /** After how long a transaction that no block took is offered more for, ms. */
  readonly bumpAfterMs: number
  /** Most that is offered for a unit of gas. */
  readonly maxFeePerGas: bigint
  /** What the signed attestation of a receipt says was earned of which Spool; rejects one that is not valid. */
  readonly readAttested: (receiptId: string) => Promise<{ spoolId: string; earnedCents: bigint }>
  /** Whether money may still move by a receipt: it was neither revoked nor replaced, nor was its key. Rejects without an answer. */
  readonly isReceiptActive: (receiptId: string) => Promise<boolean>
  /** Whether an open case of a Spool keeps its money from moving, by the Spool itself. Rejects without an answer. */
  readonly isHeldByCase: (spoolId: string) => Promise<boolean>
}
