import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Environment, type SigningPurpose, signingPurposes } from '@outturn/vocabulary'
import {
  type BusUser,
  busUserName,
  type CommandOutput,
  type Principal,
  readHold,
  runtimeRole,
  schemaName,
  type ServiceName,
} from '@outturn/contracts'
import { type Bus, connectBus, keepStreams, on, type RequestOptions } from '@outturn/messaging'
import { createPool, type Pool } from '@outturn/postgres'
import {
  type Clock,
  configFor,
  createLog,
  createMetrics,
  randomIds,
  readConfig,
  type Metrics,
  type ServiceInstance,
} from '@outturn/service'
import { busPassword, patientPool } from '@outturn/testkit'
import { keyFilePath } from '../adapters/key-files.ts'
import { signingConfig } from '../config.ts'
import { formatKeyFile } from '../domain/keys/key-file.ts'
import { signingService } from '../service.ts'
import { goldenSlug } from './golden-run.ts'

/** An empty nats-server with the `deploymentUsers`, a database with the roles of a deployment, and the time. */
export type TestServers = {
  readonly natsUrl: string
  readonly databaseUrlOf: (role: string) => string
  readonly clock: Clock
}

const log = createLog('signing', { level: 'silent' })
const environment: Environment = 'demo'
/** PKCS #8 wrapping of an Ed25519 seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Replica = AsyncDisposable & { readonly instance: ServiceInstance; readonly metrics: Metrics }

/** The demo instance of signing on a real database and bus, with the users and permissions of a deployment. */
export type OpenSigning = {
  readonly pool: Pool
  readonly spool: Bus
  readonly gateway: Bus
  readonly operator: Bus
  readonly billing: Bus
  readonly documentAudit: Bus
  /** The bus as another service has it, until the test ends. */
  connectAs(service: ServiceName): Promise<Bus>
  /** Spools whose settlement a dispute holds, as the spool service of the test answers. */
  readonly heldSpools: Map<string, CommandOutput<typeof readHold>['holds']>
  /** Folder of the keys, which a replica reads when it starts. */
  readonly keysDir: string
  /** Puts the key of 32 equal bytes in place; the golden key is of 0x01. */
  placeKey(
    purpose: SigningPurpose,
    seedByte: number,
    how?: { owner?: Environment; label?: string },
  ): Promise<void>
  removeKey(purpose: SigningPurpose, label?: string): Promise<void>
  /** `settings` are added to the environment variables of the replica. */
  startReplica(settings?: Record<string, string>): Promise<Replica>
  stop(): Promise<void>
}

export async function openSigning({ natsUrl, databaseUrlOf, clock }: TestServers): Promise<OpenSigning> {
  const keysDir = await mkdtemp(join(tmpdir(), 'outturn-test-keys-'))
  const schema = schemaName('signing', environment)
  const credentials = (user: BusUser) => ({
    servers: natsUrl,
    user: busUserName(user, environment),
    password: busPassword,
  })
  const streams = await keepStreams({ ...credentials('deploy'), log, environments: [environment] })
  const databaseUrl = databaseUrlOf(runtimeRole('signing', environment))
  const openPool = () =>
    createPool({
      connectionString: databaseUrl,
      schema,
      applicationName: 'test',
      ...patientPool,
    })
  const connect = (user: BusUser) =>
    connectBus({
      ...credentials(user),
      name: `${user} of a test`,
      environment,
      service: user,
      log,
      drainMs: 5_000,
      now: clock.now,
    })
  const pool = openPool()
  const [spool, gateway, operator, billing, documentAudit] = await Promise.all([
    connect('spool'),
    connect('gateway'),
    connect('operator'),
    connect('billing'),
    connect('document-audit'),
  ])
  const replicas: AsyncDisposable[] = []
  const others: Bus[] = []
  const heldSpools = new Map<string, CommandOutput<typeof readHold>['holds']>()
  await spool.serve([on(readHold, async ({ spoolId }) => ({ holds: heldSpools.get(spoolId) ?? [] }))])

  return {
    pool,
    spool,
    gateway,
    operator,
    billing,
    documentAudit,
    async connectAs(service) {
      const bus = await connect(service)
      others.push(bus)
      return bus
    },
    heldSpools,
    keysDir,
    async placeKey(purpose, seedByte, { owner = environment, label } = {}) {
      const der = Buffer.concat([pkcs8Prefix, Buffer.alloc(32, seedByte)]).toString('base64')
      const pem = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----`
      const path = keyFilePath(keysDir, environment, purpose, label)
      await mkdir(dirname(path), { recursive: true })
      const createdAt = '2026-01-01T00:00:00.000Z'
      await writeFile(path, formatKeyFile({ environment: owner, purpose, createdAt, pem }))
    },
    removeKey: (purpose, label) => rm(keyFilePath(keysDir, environment, purpose, label)),
    async startReplica(settings = {}) {
      const config = readConfig(signingConfig, {
        ENVIRONMENTS: environment,
        SERVICE_SLUG: goldenSlug,
        NATS_URL: natsUrl,
        OUTTURN_DEMO_NATS_PASSWORD: busPassword,
        DEMO_DATABASE_URL: databaseUrl,
        OUTTURN_SIGNING_KEYS_DIR: keysDir,
        OUTTURN_PUBLIC_URL: 'https://example.com',
        ...settings,
      })
      const metrics = createMetrics({ service: 'signing' })
      await using started = new AsyncDisposableStack()
      const own = openPool()
      started.defer(() => own.end())
      const bus = await connect('signing')
      started.defer(() => bus.drain())
      const instance = await signingService.build({
        environment,
        config: configFor(signingConfig, config, environment),
        bus,
        pool: own,
        relay: bus.startRelay({ pool: own }),
        log,
        metrics,
        clock,
        ids: randomIds,
      })
      await instance.start?.()
      await bus.serve(instance.commands ?? [])
      const running = started.move()
      replicas.push(running)
      return { instance, metrics, [Symbol.asyncDispose]: () => running.disposeAsync() }
    },
    async stop() {
      for (const replica of replicas) await replica[Symbol.asyncDispose]()
      const buses = [spool, gateway, operator, billing, documentAudit, ...others]
      await Promise.all(buses.map((bus) => bus.drain()))
      await streams.stop()
      await pool.end()
      await rm(keysDir, { recursive: true })
    },
  }
}

export async function placeAllKeys(open: OpenSigning): Promise<void> {
  for (const [index, purpose] of signingPurposes.entries()) await open.placeKey(purpose, index + 1)
}

/** Options of a request that has plenty of time. */
export function as(principal: Principal): RequestOptions {
  return { principal, requestId: 'req_test', deadline: Date.now() + 50_000 }
}
