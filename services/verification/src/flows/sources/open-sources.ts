import {
  createSource,
  findRequiredSources,
  listFacts,
  listSources,
  pauseSource,
  readSource,
  readSourceActivity,
  receiveDelivery,
  resumeSource,
  revokeSource,
  rotateSource,
  schemaName,
  snapshotFacts,
  syncSource,
  testSource,
  tryMapping,
  unavailable,
} from '@outturn/contracts'
import { on, type ServedCommand } from '@outturn/messaging'
import { createPool, type Pool } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import { type BuildContext, every, type SweepPlan } from '@outturn/service'
import { createDocumentFetcher } from '../../adapters/document-fetcher.ts'
import { createSourceSecrets } from '../../adapters/source-secrets.ts'
import { createSpoolSides } from '../../adapters/spool-sides.ts'
import type { verificationConfig } from '../../config.ts'
import { createDeliveryGuard } from '../../domain/sources/delivery-rate.ts'
import { handleListFacts } from '../../handlers/facts/list-facts.ts'
import { handleSnapshotFacts } from '../../handlers/facts/snapshot-facts.ts'
import { handleChangeSource } from '../../handlers/sources/change-source.ts'
import { handleCreateSource } from '../../handlers/sources/create-source.ts'
import { handleFindRequiredSources } from '../../handlers/sources/find-required-sources.ts'
import { handleListSources } from '../../handlers/sources/list-sources.ts'
import { handleReadSource } from '../../handlers/sources/read-source.ts'
import { handleReadSourceActivity } from '../../handlers/sources/read-source-activity.ts'
import { handleReceiveDelivery } from '../../handlers/sources/receive-delivery.ts'
import { handleRotateSource } from '../../handlers/sources/rotate-source.ts'
import { handleSyncSource } from '../../handlers/sources/sync-source.ts'
import { handleTestSource } from '../../handlers/sources/test-source.ts'
import { handleTryMapping } from '../../handlers/sources/try-mapping.ts'
import { forgetDeliveries } from '../../store/sources/delivery-store.ts'
import { forgetExpiredKeys } from '../../store/sources/source-keys-store.ts'
import { forgetSyncs } from '../../store/sources/sync-store.ts'
import type { Tables } from '../../store/tables.ts'
import { createSyncRunner } from './run-syncs.ts'
import type { SourceDeps } from './source-deps.ts'
import { createDeliveryTaker, createSignerReader } from './take-deliveries.ts'

/** Connections that deliveries alone use, so that a burst of them never waits with a run. */
const deliveryConnections = 4

/** How long syncs are kept, beside the last one of each source. */
const keptSyncMs = 30 * 24 * 60 * 60 * 1_000

export type OpenSources = {
  readonly commands: readonly ServedCommand[]
  readonly sweepers: readonly SweepPlan[]
  stop(): Promise<void>
}

/** Sources and their facts in one environment. */
export function openSources(context: BuildContext<typeof verificationConfig.shape>): OpenSources {
  const { config, pool, bus, clock, ids } = context
  const key = config.OUTTURN_SOURCE_KEY
  const deps: SourceDeps = {
    clock,
    ids,
    pool,
    db: createDatabase<Tables>(pool),
    secrets: key === undefined ? null : createSourceSecrets(key),
    sides: createSpoolSides(bus),
    publicUrl: config.OUTTURN_PUBLIC_URL.replace(/\/+$/, ''),
  }
  const { receive, syncs, stop } = openIntake(context, deps)
  return {
    commands: [
      on(createSource, handleCreateSource(deps)),
      on(listSources, handleListSources(deps)),
      on(readSource, handleReadSource(deps)),
      on(testSource, handleTestSource(deps)),
      on(tryMapping, handleTryMapping(deps)),
      on(readSourceActivity, handleReadSourceActivity(deps)),
      on(rotateSource, handleRotateSource(deps)),
      on(pauseSource, handleChangeSource(deps, 'pause')),
      on(resumeSource, handleChangeSource(deps, 'resume')),
      on(revokeSource, handleChangeSource(deps, 'revoke')),
      on(syncSource, handleSyncSource(deps)),
      on(listFacts, handleListFacts(deps)),
      on(findRequiredSources, handleFindRequiredSources(pool)),
      on(snapshotFacts, handleSnapshotFacts(pool)),
      receive,
    ],
    sweepers: [
      every(3_600_000, 'forget-deliveries', (now) => forgetDeliveries(pool, now)),
      every(3_600_000, 'forget-source-keys', (now) => forgetExpiredKeys(pool, now)),
      every(3_600_000, 'forget-syncs', (now) => forgetSyncs(pool, new Date(now.getTime() - keptSyncMs))),
      ...syncs,
    ],
    stop,
  }
}

type Intake = {
  readonly receive: ServedCommand
  readonly syncs: readonly SweepPlan[]
  stop(): Promise<void>
}

/** What takes deliveries and syncs. The sandbox has no sources, so it opens no connections for them. */
function openIntake(
  { environment, config, log, bus }: BuildContext<typeof verificationConfig.shape>,
  { clock, ids, secrets, sides }: SourceDeps,
): Intake {
  if (environment === 'demo' || secrets === null) {
    const receive = on(receiveDelivery, async () => {
      throw unavailable('This deployment has no sources.')
    })
    return { receive, syncs: [], stop: async () => {} }
  }
  const own: Pool = createPool({
    connectionString: config.DATABASE_URL,
    schema: schemaName('verification', environment),
    applicationName: 'verification-deliveries',
    max: deliveryConnections,
    statementTimeoutMs: config.OUTTURN_STATEMENT_TIMEOUT_MS,
    poolWaitMs: config.OUTTURN_POOL_WAIT_MS,
    log,
  })
  const intake = { clock, ids, pool: own, db: createDatabase<Tables>(own), sides, secrets }
  const syncs = createSyncRunner({
    ...intake,
    fetchDocument: createDocumentFetcher(bus),
    random: Math.random,
    log,
  })
  const receive = on(
    receiveDelivery,
    handleReceiveDelivery({
      clock,
      secrets,
      guard: createDeliveryGuard(),
      readSigner: createSignerReader(intake),
      takeDelivery: createDeliveryTaker(intake),
    }),
  )
  return {
    receive,
    syncs: [every(2_000, 'syncs', (now) => syncs.sweep(now))],
    async stop() {
      await syncs.settled()
      await own.end()
    },
  }
}
