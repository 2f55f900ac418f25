import type { TableReaders } from '@outturn/checkers'
import type { KeyedMutex } from '@outturn/concurrency'
import type { Environment } from '@outturn/vocabulary'
import type { Bus, CommandContext, Relay } from '@outturn/messaging'
import type { Coalesced, Pool } from '@outturn/postgres'
import type { Clock, Ids, Log } from '@outturn/service'
import type { CountRefusedRun } from './flows/runs/admit-run.ts'
import type { RunPlaces } from './adapters/run-places.ts'
import type { MailTransport } from '@outturn/mail'
import type { SpoolHashes } from './flows/hashes.ts'
import type { ReviewSecrets } from './flows/reviews/review-secrets.ts'
import type { RunFailures } from './flows/lease.ts'
import type { RunProcess, RunRequest } from './store/run-process.ts'
import type { CommitResult, SpoolCommit } from './store/spool-commit.ts'
import type { StoredSpool } from './store/spool-store.ts'

/** Refuses to open a run whose receipt could not be signed; answers false where a run of its kind may end without one, as it will. */
export type AssertSigns = (kind: RunRequest['kind'], context: AskContext) => Promise<boolean>

/** For whom and until when the signer is asked. */
export type AskContext = Pick<CommandContext, 'requestId' | 'deadline'>

/** How many decisions after a restore there were, as the signer says: ids that are derived from requests differ from one to the next. */
export type RecoveryEpochs = {
  /** Refuses while a restore waits for its decision, or the signer does not answer. */
  now(context: AskContext): Promise<number>
  /** As it was known last where the signer does not answer; what needs a receipt asks again before it begins. */
  known(context: AskContext): Promise<number>
}

/** What the handlers, reactions and sweepers of one environment work with. */
export type SpoolDeps = {
  environment: Environment
  slug: string
  publicUrl: string
  pool: Pool
  bus: Bus
  relay: Relay
  clock: Clock
  ids: Ids
  log: Log
  hashes: SpoolHashes
  tableReaders: TableReaders
  randomBytes: (length: number) => Uint8Array
  /** The runs that are driven here now, each with the time when its driver began. */
  driven: Map<RunProcess, Date>
  assertSigns: AssertSigns
  epochs: RecoveryEpochs
  failures: RunFailures
  reviewSecrets: ReviewSecrets
  /** Null where no mail leaves this deployment. */
  mail: MailTransport | null
  places: RunPlaces
  countRefusedRun: CountRefusedRun
  /** By Spool: its changes are made one after the other, and each receives the Spool as the one before left it. */
  spoolMutex: KeyedMutex<string, StoredSpool>
  /** By account: the pages of its lists are read one after the other, as each may be a megabyte. */
  pageMutex: KeyedMutex<string>
  /** Writes a new version of a Spool with everything that belongs to it. */
  commit: Coalesced<SpoolCommit, CommitResult>
}
