import type { Environment, HoldCause } from '@outturn/vocabulary'
import type { CommandContext, Relay } from '@outturn/messaging'
import type { Coalesced, Pool } from '@outturn/postgres'
import type { Database } from '@outturn/postgres/typed'
import type { Clock, Ids } from '@outturn/service'
import type { IssuedReceipt } from './domain/receipts/issue-receipt.ts'
import type { KeyRing, Signers } from './flows/key-ring.ts'
import type { ErasingServices } from './adapters/erasing-services.ts'
import type { ErasureList } from './flows/erasures/erasure-list.ts'
import type { LogFloorKeeper } from './flows/floor/log-floor-keeper.ts'
import type { TransparencyLog } from './flows/log/transparency-log.ts'
import type { ProveStatus } from './flows/status-prover.ts'
import type { RecordedReceipt } from './store/receipt-store.ts'
import type { Tables } from './store/tables.ts'

/** What the handlers of one environment work with. */
export type SigningDeps = {
  readonly environment: Environment
  readonly slug: string
  readonly publicUrl: string
  readonly pool: Pool
  readonly db: Database<Tables>
  readonly relay: Relay
  readonly ids: Ids
  readonly clock: Clock
  readonly attestationTtlMs: number
  /** As the operator wants it: nothing is signed, whichever keys there are. */
  readonly isOff: boolean
  readonly keys: KeyRing
  readonly floor: LogFloorKeeper
  readonly services: ErasingServices
  readonly erasures: ErasureList
  /** For what is stored nowhere: each signature is confirmed with the store before it is given out. */
  readonly signers: Signers
  /** How long a rotated key is published before it signs. */
  readonly keyLeadMs: number
  readonly proveStatus: ProveStatus
  readonly recordReceipt: Coalesced<IssuedReceipt, RecordedReceipt>
  readonly transparencyLog: TransparencyLog
  /** What holds the settlement of a Spool, as the Spool answers now; nothing where it may be settled. */
  readonly holdsOf: (spoolId: string, context: CommandContext) => Promise<readonly HoldCause[]>
}
