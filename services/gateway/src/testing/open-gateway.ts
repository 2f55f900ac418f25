import { setTimeout as pause } from 'node:timers/promises'
import { type AccountKeyScope, type Environment, environments } from '@outturn/vocabulary'
import {
  createAccount,
  createKey,
  Refusal,
  runtimeRole,
  type ServiceName,
  schemaName,
} from '@outturn/contracts'
import { type Bus, connectBus, type ServedCommand } from '@outturn/messaging'
import { createPool, type Pool } from '@outturn/postgres'
import { type Clock, createLog, readConfig, startService } from '@outturn/service'
import { freePort } from '@outturn/testkit'
import { gatewayConfig } from '../config.ts'
import type { GatewayInstance } from '../deps.ts'
import { buildFront, gatewayService } from '../service.ts'

type TestDatabase = { readonly url: string; urlOf(role: string): string; drop(): Promise<void> }
type TestNats = { readonly url: string; stop(): Promise<void> }

/** How a test file makes servers of its own: the functions of the test kit, which only test files may import. */
export type Testkit = {
  testDatabase(services: readonly ServiceName[]): Promise<TestDatabase>
  testNats(): Promise<TestNats>
}

/** A gateway on its own database and bus, and what a test needs around it. */
export type OpenGateway = {
  readonly baseUrl: string
  readonly database: TestDatabase
  readonly nats: TestNats
  readonly instances: Readonly<Partial<Record<Environment, GatewayInstance>>>
  /** A pool as superuser, for looking and for changing what no runtime role may. */
  readonly pool: (environment: Environment) => Pool
  /** Answers commands in the place of another service, as the contracts have them. */
  answerAs(service: ServiceName, environment: Environment, commands: readonly ServedCommand[]): Promise<void>
  /** A connection of an operator. */
  operator(environment: Environment): Promise<Bus>
  /** A fresh account with one key. */
  issueKey(options?: {
    scope?: AccountKeyScope
    quota?: number
  }): Promise<{ apiKey: string; keyId: string; accountId: string }>
  close(): Promise<void>
}

export const testPepper = 'a pepper of forty characters for testing'
const log = createLog('gateway-test', { level: process.env['OUTTURN_TEST_LOG_LEVEL'] ?? 'fatal' })

/**
 * Starts everything, or one more gateway on the servers of another; `variables` are further settings of the gateway. Waits
 * for all environments, also on a machine that starts one of them late, or for those that are named.
 */
export async function openGateway(
  from: Testkit | OpenGateway,
  variables: Record<string, string> = {},
  { clock, awaits = environments }: { clock?: Clock; awaits?: readonly Environment[] } = {},
): Promise<OpenGateway> {
  const isOwner = 'testDatabase' in from
  const database = isOwner ? await from.testDatabase(['gateway']) : from.database
  const nats = isOwner ? await from.testNats() : from.nats
  const port = await freePort()
  const all = { ...databaseVariables(database), ...processVariables(nats, port), ...variables }
  const service = await startService(unbraked, readConfig(gatewayConfig, all), {
    log,
    ...(clock !== undefined && { clock }),
  })

  while (!awaits.every((environment) => service.instances[environment] !== undefined)) await pause(20)

  const buses: Bus[] = []
  const pools = new Map<Environment, Pool>()
  const connect = async (user: ServiceName | 'operator', environment: Environment): Promise<Bus> => {
    const bus = await connectBus({ servers: nats.url, name: `test ${user}`, environment, service: user, log })
    buses.push(bus)
    return bus
  }
  const operators = new Map<Environment, Promise<Bus>>()
  const operator = (environment: Environment) => {
    const known = operators.get(environment) ?? connect('operator', environment)
    operators.set(environment, known)
    return known
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    database,
    nats,
    instances: service.instances,
    pool(environment) {
      const known = pools.get(environment)
      if (known !== undefined) return known
      const schema = schemaName('gateway', environment)
      const pool = createPool({ connectionString: database.url, schema, applicationName: 'test', max: 2 })
      pools.set(environment, pool)
      return pool
    },
    async answerAs(name, environment, commands) {
      await (await connect(name, environment)).serve(commands)
    },
    operator,
    async issueKey({ scope = 'full', quota } = {}) {
      const bus = await operator('production')
      const account = { name: 'Acme', kind: 'agent', quota: quota ?? null } as const
      const { accountId } = await untilServed(() => bus.request(createAccount, account, asOperator()))
      const key = { accountId, scope, label: 'test' }
      const { apiKey, keyId } = await untilServed(() => bus.request(createKey, key, asOperator()))
      return { apiKey, keyId, accountId }
    },
    async close() {
      await service.stop()
      await Promise.all(buses.map((bus) => bus.drain()))
      await Promise.all(Array.from(pools.values(), (pool) => pool.end()))
      if (isOwner) await Promise.all([database.drop(), nats.stop()])
    },
  }
}

/** The gateway without its brake: on a busy machine every test would meet it, and a test of its own shows that it works. */
const unbraked: typeof gatewayService = {
  ...gatewayService,
  front: (context) => buildFront({ ...context, backpressure: { overloaded: () => false, stop: () => {} } }),
}

/** Sends an operator's command again while the process says that it has too much to do. */
export async function untilServed<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Refusal) || error.options.reason !== 'overloaded') throw error
    }
  }
}

export function asOperator() {
  return {
    principal: { kind: 'operator', name: 'test' } as const,
    // In time also for a gateway whose clock is an hour ahead.
    deadline: Date.now() + 7_200_000,
    requestId: 'req_000000000000000000000000',
  }
}

function databaseVariables(database: TestDatabase): Record<string, string> {
  return {
    DATABASE_URL: database.urlOf(runtimeRole('gateway', 'production')),
    DEMO_DATABASE_URL: database.urlOf(runtimeRole('gateway', 'demo')),
  }
}

function processVariables(nats: TestNats, port: number): Record<string, string> {
  return {
    ENVIRONMENTS: environments.join(','),
    OUTTURN_DEPLOYMENT: 'test',
    NATS_URL: nats.url,
    OUTTURN_NATS_PASSWORD: 'unused by a test server',
    OUTTURN_DEMO_NATS_PASSWORD: 'unused by a test server',
    OUTTURN_INTERNAL_PORT: '0',
    // Tests ask what a gateway does, and not when a machine that is full makes it refuse work.
    OUTTURN_POOL_WAIT_MS: '30000',
    OUTTURN_STATEMENT_TIMEOUT_MS: '30000',
    OUTTURN_RATE_STATEMENT_TIMEOUT_MS: '30000',
    OUTTURN_BODY_TIMEOUT_MS: '120000',
    OUTTURN_HTTP_PORT: String(port),
    OUTTURN_KEY_PEPPER: testPepper,
  }
}
