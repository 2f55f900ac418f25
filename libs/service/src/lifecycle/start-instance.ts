import type { Environment } from '@outturn/vocabulary'
import {
  allEvents,
  allJobs,
  type BusUser,
  busUserName,
  checkWork,
  type ServiceName,
  schemaName,
} from '@outturn/contracts'
import {
  type Bus,
  connectBus,
  natsTls,
  on,
  type ProcessSubjects,
  type Relay,
  type ServedCommand,
} from '@outturn/messaging'
import { assertDurableServer, createPool, type Pool } from '@outturn/postgres'
import type { Backpressure } from '../telemetry/backpressure.ts'
import type { Clock } from '../clock.ts'
import type { commonConfig } from '../config/common-settings.ts'
import type { Config, EnvironmentConfig } from '../config/define-config.ts'
import { configFor } from '../config/read-config.ts'
import type { Ids } from '../ids.ts'
import { certificateFilesOfUrl, observeCertificates } from '../telemetry/certificate-metrics.ts'
import {
  observeBus,
  observeMigrations,
  observePool,
  observeRelay,
  observeWork,
} from '../telemetry/instance-metrics.ts'
import type { Log } from '../telemetry/log.ts'
import { type Metrics, metricsUntil, timedBy } from '../telemetry/metrics.ts'
import type { Probes } from '../telemetry/probes.ts'
import { watchBacklog } from '../sweepers/backlog.ts'
import { watchServer } from '../sweepers/watch-server.ts'
import { forgetting } from '../sweepers/retention.ts'
import type { BuildContext, ServiceDefinition, ServiceInstance, ServiceShape } from './service-definition.ts'
import { createSweeper, every, type SweepPlan } from '../sweepers/sweeper.ts'
import { untilSchemaUsable } from './until-schema-usable.ts'
import { waitUntil } from './wait-until.ts'
import { createWorkCheck, type WorkCheck } from './work-check.ts'

/** What the instances of one process share. */
export type ProcessParts = {
  readonly log: Log
  readonly metrics: Metrics
  readonly probes: Probes
  readonly clock: Clock
  readonly ids: Ids
  readonly backpressure: Backpressure
  /** What the services of this process serve. */
  readonly processSubjects: ProcessSubjects
  /** Aborted when the process is told to stop while it still starts. */
  readonly starting: AbortSignal
}

export type RunningInstance<I> = { readonly instance: I; stop(): Promise<void> }

/** Connects, builds and starts one environment of a service; what was started before a failure is stopped again. */
export async function startInstance<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
  config: Config<S>,
  environment: Environment,
  parts: ProcessParts,
): Promise<RunningInstance<I>> {
  const { probes, clock, ids } = parts
  const log = parts.log.child({ environment })
  const settings = configFor(definition.config, config, environment)
  // Stopped in the reverse order of starting: sweepers, bus (which waits for work in flight), instance, pool.
  await using stops = new AsyncDisposableStack()
  // An attempt that failed must not be read beside the one that follows it.
  const metrics = metricsUntil(stops, parts.metrics)

  const { NATS_CA_FILE, NATS_CERT_FILE } = settings as Settings
  const database = 'DATABASE_URL' in definition.config.shape ? (settings as Settings).DATABASE_URL : undefined
  observeCertificates(metrics, environment, {
    NATS_CA_FILE,
    NATS_CERT_FILE,
    ...certificateFilesOfUrl(database),
  })

  const pool = await openPool(definition, settings, environment, { ...parts, log, metrics })
  if (pool !== undefined) {
    stops.defer(() => pool.end())
    probes.addReadiness(`${environment}.postgres`, async () => void (await pool.query('select 1')))
    observePool(metrics, environment, pool)
  }

  const built: { instance?: I } = {}
  stops.defer(async () => built.instance?.stop?.())
  const bus = await openBus(definition, settings, environment, { ...parts, log }, pool)
  stops.defer(() => bus.drain())
  probes.addReadiness(`${environment}.nats`, () => assertBusUsable(bus))
  observeBus(metrics, environment, bus)

  const relay = pool !== undefined && ownsEvents(definition.name) ? bus.startRelay({ pool }) : undefined
  if (relay !== undefined) observeRelay(metrics, environment, relay)

  const context = {
    environment,
    config: settings,
    bus,
    pool,
    get relay(): Relay {
      if (relay === undefined) throw new Error(`the contracts give ${definition.name} no events to carry`)
      return relay
    },
    log,
    metrics,
    clock,
    ids,
  }
  const instance = await definition.build(context as BuildContext<S>)
  built.instance = instance
  for (const [name, check] of Object.entries(instance.readiness ?? {})) {
    probes.addReadiness(`${environment}.${name}`, check)
  }

  assertHandlesAll(definition.name, instance)
  await instance.start?.()
  const work = pool === undefined ? undefined : checkWorkOf(definition.name, instance, { pool, bus, log })
  if (work !== undefined) observeWork(metrics, environment, work.check)
  await bus.serve([...(instance.commands ?? []), ...(work?.commands ?? [])])
  // The bus is typed by event and job; a list of several kinds cannot be.
  for (const reaction of instance.reactions ?? []) bus.react(reaction as Parameters<Bus['react']>[0])
  for (const worker of instance.jobs ?? []) bus.work(worker as Parameters<Bus['work']>[0])
  const backlog = pool === undefined ? undefined : watchBacklog(metrics, environment, pool)
  const server = pool === undefined ? undefined : watchServer(metrics, environment, pool)
  stops.defer(() => backlog?.end())
  const plans = [
    ...(instance.sweepers ?? []),
    ...(pool === undefined ? [] : forgetting(pool)),
    ...(backlog === undefined ? [] : [backlog.plan]),
    ...(server === undefined ? [] : [server]),
    ...(work?.plans ?? []),
  ]
  for (const plan of plans) {
    const sweeper = createSweeper(plan, { clock, log, metrics })
    stops.defer(() => sweeper.stop())
    sweeper.start()
  }

  const started = stops.move()
  return { instance, stop: () => started.disposeAsync() }
}

/** Also looked at without a question, so that its metric and its log tell of a disk that is full before a caller does. */
const workCheckMs = 15_000

function checkWorkOf(
  name: BusUser,
  { needs = [] }: Pick<ServiceInstance, 'needs'>,
  deps: { pool: Pool; bus: Bus; log: Log },
): { check: WorkCheck; commands: ServedCommand[]; plans: SweepPlan[] } {
  const service = name as ServiceName
  const refusedAsFull = () => deps.bus.counters().commands.store_full
  const check = createWorkCheck({ service, needs, refusedAsFull, ...deps })
  return {
    check,
    commands: [on(checkWork(service), async () => ({ failing: [...(await check.failing())] }))],
    plans: [every(workCheckMs, 'check-work', async () => void (await check.failing()))],
  }
}

type Settings = EnvironmentConfig<typeof commonConfig>

async function openPool<S extends ServiceShape>(
  { name, config, migrations }: Pick<ServiceDefinition<S>, 'name' | 'config' | 'migrations'>,
  settings: EnvironmentConfig<S>,
  environment: Environment,
  { log, metrics, starting }: ProcessParts,
): Promise<Pool | undefined> {
  if (!('DATABASE_URL' in config.shape)) return undefined
  const values = settings as Settings
  const schema = schemaName(name as ServiceName, environment)
  const statements = metrics.duration(
    'postgres_statement_seconds',
    'Time of a statement, by its name; `other` has none.',
    ['environment', 'statement'],
    'coarse',
  )
  const pool = createPool({
    connectionString: values.DATABASE_URL,
    schema,
    applicationName: busUserName(name, environment),
    max: values.OUTTURN_POOL_MAX,
    statementTimeoutMs: values.OUTTURN_STATEMENT_TIMEOUT_MS,
    poolWaitMs: values.OUTTURN_POOL_WAIT_MS,
    onStatement: timedBy((statement) => statements.labels({ environment, statement })),
    log,
  })
  try {
    const timeoutMs = values.OUTTURN_START_TIMEOUT_MS
    await waitUntil('Postgres', () => pool.query('select 1'), { timeoutMs, log, signal: starting })
    await assertDurableServer(pool)
    const onPending = observeMigrations(metrics, environment)
    await untilSchemaUsable(pool, {
      schema,
      directory: migrations,
      onPending,
      timeoutMs,
      log,
      signal: starting,
    })
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

function openBus<S extends ServiceShape>(
  { name, front }: Pick<ServiceDefinition<S>, 'name' | 'front'>,
  settings: EnvironmentConfig<S>,
  environment: Environment,
  { log, metrics, clock, backpressure, processSubjects, starting }: ProcessParts,
  pool: Pool | undefined,
): Promise<Bus> {
  const values = settings as Settings
  const user = busUserName(name, environment)
  const commands = metrics.duration(
    'commands_seconds',
    'Time to answer a command, also with a refusal.',
    ['environment', 'command'],
    'coarse',
  )
  const connect = () =>
    connectBus({
      servers: values.NATS_URL,
      user,
      password: values.OUTTURN_NATS_PASSWORD,
      tls: natsTls(values),
      name: user,
      environment,
      service: name,
      isEntrance: front !== undefined,
      log,
      now: () => clock.now(),
      isOverloaded: backpressure.overloaded,
      onAnswered: timedBy((command) => commands.labels({ environment, command })),
      processSubjects,
      drainMs: values.OUTTURN_STOP_TIMEOUT_MS,
      ...(pool !== undefined && { pool }),
    })
  return waitUntil('NATS', connect, { timeoutMs: values.OUTTURN_START_TIMEOUT_MS, log, signal: starting })
}

/** A server that stands still keeps its connections, so only its answer says that it works. */
async function assertBusUsable(bus: Bus): Promise<void> {
  const { isConnected, denied } = bus.health()
  if (!isConnected || denied.length > 0) throw new Error('the bus is not connected or refuses a subject')
  await bus.ping()
}

/** An event or a job that no instance takes would be published for as long as the service runs. */
export function assertHandlesAll(
  service: BusUser,
  { reactions = [], jobs = [] }: Pick<ServiceInstance, 'reactions' | 'jobs'>,
): void {
  const declared = [
    ...allEvents.filter(({ reactedToBy }) => (reactedToBy as readonly BusUser[]).includes(service)),
    ...allJobs.filter(({ owner }) => owner === service),
  ].map(({ name }) => name)
  const handled = [...reactions.map(({ event }) => event.name), ...jobs.map(({ job }) => job.name)]
  const missing = declared.filter((name) => !handled.includes(name))
  const undeclared = handled.filter(
    (name, index) => !declared.includes(name) || handled.indexOf(name) < index,
  )
  if (missing.length + undeclared.length === 0) return
  throw new Error(
    [
      `The service ${service} and its contracts differ.`,
      ...missing.map(
        (name) => `${name} is declared for it and not handled: add it to reactions or jobs in service.ts.`,
      ),
      ...undeclared.map(
        (name) =>
          `${name} is handled twice or not declared for it: see reactedToBy in the events of its owner.`,
      ),
    ].join('\n'),
  )
}

function ownsEvents(service: string): boolean {
  return allEvents.some(({ owner }) => owner === service)
}
