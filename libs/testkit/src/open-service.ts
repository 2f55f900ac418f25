import { type BusUser, busUserName, runtimeRole, type ServiceName, schemaName } from '@outturn/contracts'
import { type Bus, connectBus, keepStreams } from '@outturn/messaging'
import { createPool, type Pool } from '@outturn/postgres'
import {
  type Clock,
  createLog,
  type Ids,
  readConfig,
  type RunningService,
  type ServiceDefinition,
  type ServiceInstance,
  type ServiceShape,
  startService,
} from '@outturn/service'
import { type Environment, environments } from '@outturn/vocabulary'
import { afterAll } from 'vitest'
import { busPassword, deploymentUsers } from './deployment-users.ts'
import { patientPool } from './patient-pool.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { type TestNats, testNats } from './test-nats.ts'

/** A service on a real Postgres and bus, in both environments, with the roles, users and permissions of a deployment. */
export interface OpenService<I> {
  readonly database: TestDatabase
  readonly nats: TestNats
  readonly running: RunningService<I>
  /** Starts a further process of it. */
  startReplica(options?: ReplicaOptions): Promise<RunningService<I>>
  /** A connection as another user of the bus; with a pool it can react to events. */
  connect(user: BusUser, environment?: Environment, pool?: Pool): Promise<Bus>
  /** A pool with the runtime role of a service. */
  poolOf(service: ServiceName, environment?: Environment): Pool
}

export interface ReplicaOptions {
  /** Environment variables over those that a test deployment gives. */
  variables?: Record<string, string>
  clock?: Clock
  ids?: Ids
}

export interface OpenServiceOptions extends ReplicaOptions {
  /** Further services whose tables the database has, for what a test does in their place. */
  beside?: readonly ServiceName[]
}

const drainMs = 5_000

/** Starts a service for a test file; all of it ends with the file. */
export async function openService<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
  { beside = [], ...options }: OpenServiceOptions = {},
): Promise<OpenService<I>> {
  const service = definition.name as ServiceName
  const log = createLog(service, { level: 'silent' })
  const stops = new AsyncDisposableStack()
  afterAll(() => stops.disposeAsync())

  const [database, nats] = await Promise.all([
    testDatabase([service, ...beside]),
    testNats(deploymentUsers()),
  ])
  stops.defer(() => database.drop())
  stops.defer(() => nats.stop())
  const streams = await keepStreams({
    servers: nats.url,
    user: busUserName('deploy', 'production'),
    password: busPassword,
    environments,
    log,
  })
  stops.defer(() => streams.stop())

  async function startReplica({ variables = {}, ...times }: ReplicaOptions = {}): Promise<RunningService<I>> {
    const config = readConfig(definition.config, {
      NATS_URL: nats.url,
      OUTTURN_NATS_PASSWORD: busPassword,
      OUTTURN_DEMO_NATS_PASSWORD: busPassword,
      DATABASE_URL: database.urlOf(runtimeRole(service, 'production')),
      DEMO_DATABASE_URL: database.urlOf(runtimeRole(service, 'demo')),
      OUTTURN_INTERNAL_PORT: '0',
      // What a service does is asked, and not when a machine that is full makes it refuse work.
      OUTTURN_POOL_WAIT_MS: String(patientPool.poolWaitMs),
      OUTTURN_STATEMENT_TIMEOUT_MS: String(patientPool.statementTimeoutMs),
      OUTTURN_EVENT_LOOP_LIMIT_MS: '10000',
      ...variables,
    })
    const running = await startService(definition, config, { log, ...times })
    stops.defer(() => running.stop())
    return running
  }

  return {
    database,
    nats,
    running: await startReplica(options),
    startReplica,
    async connect(user, environment = 'production', pool) {
      const name = busUserName(user, environment)
      const bus = await connectBus({
        servers: nats.url,
        user: name,
        password: busPassword,
        name,
        environment,
        service: user,
        log,
        drainMs,
        ...(pool !== undefined && { pool }),
      })
      stops.defer(() => bus.drain())
      return bus
    },
    poolOf(owner, environment = 'production') {
      const pool = createPool({
        connectionString: database.urlOf(runtimeRole(owner, environment)),
        schema: schemaName(owner, environment),
        applicationName: 'test',
        ...patientPool,
      })
      stops.defer(() => pool.end())
      return pool
    },
  }
}
