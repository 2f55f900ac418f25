import { randomBytes } from 'node:crypto'
import {
  type Environment,
  listRecentSpools,
  listSpoolEvents,
  previewDelivery,
  readEvidenceContent,
  readRunInput,
  readRunOutcome,
  readSpool,
  recordExternalResult,
  verifyDelivery,
  verifySpool,
} from '@outturn/contracts'
import { type Bus, on, type Relay } from '@outturn/messaging'
import { type Coalesced, coalesced, type Pool } from '@outturn/postgres'
import {
  type BuildContext,
  type Clock,
  every,
  type Ids,
  type Log,
  type ServiceInstance,
} from '@outturn/service'
import type { spoolConfig } from './config.ts'
import type { SettlementCapability } from './domain/lane.ts'
import { handleListEvents } from './handlers/list-events.ts'
import { handleListRecentSpools } from './handlers/list-recent-spools.ts'
import { handlePreviewDelivery } from './handlers/preview-delivery.ts'
import { handleReadEvidenceContent } from './handlers/read-evidence-content.ts'
import { handleReadRunInput } from './handlers/read-run-input.ts'
import { handleReadRunOutcome } from './handlers/read-run-outcome.ts'
import { handleReadSpool } from './handlers/read-spool.ts'
import { handleRecordExternalResult } from './handlers/record-external-result.ts'
import { handleVerifyDelivery } from './handlers/verify-delivery.ts'
import { handleVerifySpool } from './handlers/verify-spool.ts'
import { type SpoolHashes, spoolHashes } from './hashes.ts'
import { driveAbandonedProcesses } from './process/take-over.ts'
import { type AgreedCommand, claimAndAgree } from './store/agree-statement.ts'
import { type ConcludedRun, concludeRuns } from './store/conclude-statement.ts'
import { type SavedSpool, type SaveResult, saveSpools } from './store/save-spool-statement.ts'

/** What the handlers and the verification process of one environment work with. */
export type SpoolDeps = {
  environment: Environment
  slug: string
  publicUrl: string
  settlement: SettlementCapability
  pool: Pool
  bus: Bus
  relay: Relay
  clock: Clock
  ids: Ids
  log: Log
  hashes: SpoolHashes
  randomBytes: (length: number) => Uint8Array
  /** Claims a command and writes what was agreed; false when the command id was taken. */
  agree: Coalesced<AgreedCommand, boolean>
  /** Ends a run; false when another driver ended it first. */
  conclude: Coalesced<ConcludedRun, boolean>
  /** Claims a command and changes a Spool that is still at the version which was read. */
  save: Coalesced<SavedSpool, SaveResult>
}

/** One statement of a kind in flight at a time: under load the next ones go together, which costs less than a second lane. */
const lanes = 1

export function buildSpool({
  environment,
  config,
  pool,
  bus,
  relay,
  clock,
  ids,
  log,
}: BuildContext<typeof spoolConfig.shape>): ServiceInstance {
  const deps: SpoolDeps = {
    environment,
    slug: config.SERVICE_SLUG,
    publicUrl: config.OUTTURN_PUBLIC_URL,
    settlement: { managed: config.OUTTURN_MANAGED_SETTLEMENT },
    pool,
    bus,
    relay,
    clock,
    ids,
    log,
    hashes: spoolHashes(config.SERVICE_SLUG),
    randomBytes,
    agree: coalesced((commands) => claimAndAgree(pool, commands), { lanes }),
    conclude: coalesced((runs) => concludeRuns(pool, runs), { lanes }),
    save: coalesced((changes) => saveSpools(pool, changes), { lanes }),
  }
  return {
    commands: [
      on(verifyDelivery, handleVerifyDelivery(deps)),
      on(previewDelivery, handlePreviewDelivery(deps)),
      on(verifySpool, handleVerifySpool(deps)),
      on(recordExternalResult, handleRecordExternalResult(deps)),
      on(readSpool, handleReadSpool(deps)),
      on(listSpoolEvents, handleListEvents(deps)),
      on(listRecentSpools, handleListRecentSpools(deps)),
      on(readRunInput, handleReadRunInput(deps)),
      on(readRunOutcome, handleReadRunOutcome(deps)),
      on(readEvidenceContent, handleReadEvidenceContent(deps)),
    ],
    sweepers: [every(2_000, 'abandoned-processes', (now) => driveAbandonedProcesses(deps, now))],
  }
}
