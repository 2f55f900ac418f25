import {
  type BusUser,
  busUserName,
  type JobResult,
  type RunJob,
  runtimeRole,
  runVerification,
} from '@outturn/contracts'
import { type Bus, connectBus, keepStreams, type ServedCommand } from '@outturn/messaging'
import { createPool, type Pool } from '@outturn/postgres'
import {
  type Clock,
  configFor,
  createLog,
  createMetrics,
  randomIds,
  readConfig,
  systemClock,
} from '@outturn/service'
import { busPassword, patientPool } from '@outturn/testkit'
import { verificationConfig } from '../config.ts'
import { verificationService } from '../service.ts'

/** An empty nats-server with the `deploymentUsers`, and a database with its tables. */
export type TestServers = { readonly natsUrl: string; readonly databaseUrlOf: (role: string) => string }

const log = createLog('verification', { level: 'silent' })

/** The verification service on a real database and bus, with the users and permissions of a deployment. */
export type OpenVerification = {
  readonly pool: Pool
  /** As the spool service, which alone may ask for runs. */
  readonly spool: Bus
  connect(user: BusUser, commands?: readonly ServedCommand[]): Promise<Bus>
  /** Starts a replica of the service. */
  startReplica(options?: { clock?: Clock; variables?: Record<string, string> }): Promise<AsyncDisposable>
  /** Sends a job and waits for its result. */
  run(job: RunJob, id?: string, waitMs?: number): Promise<JobResult<typeof runVerification>>
  stop(): Promise<void>
}

export async function openVerification({ natsUrl, databaseUrlOf }: TestServers): Promise<OpenVerification> {
  const credentials = (user: BusUser) => ({
    servers: natsUrl,
    user: busUserName(user, 'production'),
    password: busPassword,
  })
  const streams = await keepStreams({ ...credentials('deploy'), log, environments: ['production'] })
  const closing: (() => Promise<unknown>)[] = []
  const databaseUrl = databaseUrlOf(runtimeRole('verification', 'production'))
  const poolOf = () =>
    createPool({
      connectionString: databaseUrl,
      schema: 'verification',
      applicationName: 'test',
      ...patientPool,
    })
  const pool = poolOf()

  async function connect(user: BusUser, commands: readonly ServedCommand[] = [], own?: Pool): Promise<Bus> {
    const bus = await connectBus({
      ...credentials(user),
      name: `${user} of a test`,
      environment: 'production',
      service: user,
      log,
      drainMs: 5_000,
      ...(own && { pool: own }),
    })
    if (commands.length > 0) await bus.serve(commands)
    return bus
  }

  const spool = await connect('spool')
  closing.push(() => spool.drain())

  return {
    pool,
    spool,
    async connect(user, commands) {
      const bus = await connect(user, commands)
      closing.push(() => bus.drain())
      return bus
    },
    async startReplica({ clock = systemClock, variables = {} } = {}) {
      const config = readConfig(verificationConfig, {
        ENVIRONMENTS: 'production',
        NATS_URL: natsUrl,
        OUTTURN_NATS_PASSWORD: busPassword,
        DATABASE_URL: databaseUrl,
        // These tests ask what is read, and not how soon on a machine that is full.
        OUTTURN_POLICY_TIMEOUT_MS: '60000',
        ...variables,
      })
      const own = poolOf()
      const bus = await connect('verification', [], own)
      const instance = await verificationService.build({
        environment: 'production',
        config: configFor(verificationConfig, config, 'production'),
        bus,
        pool: own,
        get relay(): never {
          throw new Error('verification publishes no events')
        },
        log,
        metrics: createMetrics({ service: 'verification' }),
        clock,
        ids: randomIds,
      })
      await bus.serve(instance.commands ?? [])
      for (const worker of instance.jobs ?? []) bus.work(worker as never)
      const stops = new AsyncDisposableStack()
      stops.defer(() => own.end())
      stops.defer(() => instance.stop?.())
      stops.defer(() => bus.drain())
      closing.push(() => stops.disposeAsync())
      return stops
    },
    async run(job, id = job.runId, waitMs = 50_000) {
      const awaited = spool.awaitResult(runVerification, job.runId, Date.now() + waitMs)
      spool.enqueue(runVerification, job, { id, accountId: 'acc', resultKey: job.runId })
      const result = await awaited
      if (result === null) throw new Error(`run ${job.runId} had no result in time`)
      return result
    },
    async stop() {
      for (const close of closing.toReversed()) await close()
      await streams.stop()
      await pool.end()
    },
  }
}
