import {
  type BusUser,
  busUserName,
  inboxPrefix,
  ownerRole,
  type Principal,
  runtimeRole,
  type ServiceName,
} from '@outturn/contracts'
import { createPool, migrate, type Pool } from '@outturn/postgres'
import { busPassword, deploymentUsers, type TestNats, testDatabase, testNats } from '@outturn/testkit'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import pino from 'pino'
import {
  type Bus,
  type BusOptions,
  connectBus,
  ensureStreams,
  keepStreams,
  type KeptStreams,
  type StreamOptions,
} from '../index.ts'

const log = pino({ level: 'silent' })

/** A bus with the users and permissions of a deployment, and a database for the services that need one. */
export type TestBus = {
  readonly nats: TestNats
  /** Connects as the only user that may make, look at and delete streams. */
  connectDeployer(): Promise<NatsConnection>
  /** A bare connection of a service, for messages that a bus would not send. */
  connectBare(service: BusUser): Promise<NatsConnection>
  ensureStreams(): Promise<void>
  readBacklogs: KeptStreams['readBacklogs']
  /** What is told of the streams in metrics and readiness. */
  streamHealth: KeptStreams['health']
  removeHandledMessages: KeptStreams['removeHandledMessages']
  connect(service: BusUser, options?: Partial<BusOptions>): Promise<Bus>
  /** Pool of a service whose platform tables exist. */
  pool(service: ServiceName): Promise<Pool>
  stop(): Promise<void>
}

export async function startTestBus({ ackWaitMs = 30_000, lookEveryMs = 5_000 } = {}): Promise<TestBus> {
  const [nats, database] = await Promise.all([testNats(deploymentUsers()), testDatabase()])
  const credentials = (user: BusUser) => ({ user: busUserName(user, 'production'), password: busPassword })
  const streamOptions: StreamOptions = {
    servers: nats.url,
    ...credentials('deploy'),
    log,
    environments: ['production'],
    ackWaitMs,
    lookEveryMs,
  }
  const streams = await keepStreams(streamOptions)
  const opened: Bus[] = []
  const pools = new Map<ServiceName, Pool>()
  return {
    nats,
    connectDeployer: () =>
      connect({ servers: nats.url, user: 'deploy', pass: busPassword, inboxPrefix: '_INBOX_deploy' }),
    connectBare(service) {
      const { user, password } = credentials(service)
      return connect({ servers: nats.url, user, pass: password, inboxPrefix: inboxPrefix(user) })
    },
    ensureStreams: () => ensureStreams(streamOptions),
    readBacklogs: () => streams.readBacklogs(),
    streamHealth: streams.health,
    removeHandledMessages: streams.removeHandledMessages,
    async connect(service, options = {}) {
      const bus = await connectBus({
        servers: nats.url,
        ...credentials(service),
        name: `${service} of a test`,
        environment: 'production',
        service,
        log,
        drainMs: 5_000,
        ...options,
      })
      opened.push(bus)
      return bus
    },
    async pool(service) {
      const known = pools.get(service)
      if (known !== undefined) return known
      const schema = service.replaceAll('-', '_')
      await migrate({
        connectionString: database.urlOf(ownerRole(service, 'production')),
        schema,
        runtimeRole: runtimeRole(service, 'production'),
      })
      const pool = createPool({
        connectionString: database.urlOf(runtimeRole(service, 'production')),
        schema,
        applicationName: 'test',
      })
      pools.set(service, pool)
      return pool
    },
    async stop() {
      await Promise.all(opened.map((bus) => bus.drain()))
      await streams.stop()
      await Promise.all([...pools.values()].map((pool) => pool.end()))
      await Promise.all([nats.stop(), database.drop()])
    },
  }
}

export const serviceOf = (service: string): Principal => ({ kind: 'service', service })

/** Options of a request that has plenty of time. */
export function inTime(service = 'billing', ms = 50_000) {
  return { principal: serviceOf(service), requestId: 'req_test', deadline: Date.now() + ms }
}
