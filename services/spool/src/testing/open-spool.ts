import { randomUUID } from 'node:crypto'
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  type Event,
  type EventPayload,
  type Principal,
  runtimeRole,
  type ServiceName,
} from '@outturn/contracts'
import { type Bus, connectBus, keepStreams, type KeptStreams } from '@outturn/messaging'
import { createPool, type Pool } from '@outturn/postgres'
import { patientPool } from '@outturn/testkit'
import {
  type Clock,
  configFor,
  createLog,
  createMetrics,
  randomIds,
  readConfig,
  type ServiceInstance,
} from '@outturn/service'
import { spoolConfig } from '../config.ts'
import { spoolService } from '../service.ts'
import { type Fakes, startFakes } from './fakes.ts'

/** A database with the tables of spool and verification, an empty nats-server, and the time. */
export type TestEnvironment = {
  readonly databaseUrlOf: (role: string) => string
  readonly natsUrl: string
  readonly clock: Clock
  /** Settings beside those of every test. */
  readonly settings?: Readonly<Record<string, string>>
}

export type SendOptions = { commandId?: string; bodyDigest?: string }

/** The spool service on a real database and bus, beside fakes that answer as the contracts have it. */
export type OpenSpool = {
  readonly pool: Pool
  readonly fakes: Fakes
  /** As the gateway sends it. */
  send<C extends Command>(
    command: C,
    input: CommandInput<C>,
    principal: Principal,
    options?: SendOptions,
  ): Promise<CommandOutput<C>>
  /** As the bus delivers it; an event that is given the same id is the same one again. */
  react<E extends Event>(event: E, payload: EventPayload<E>, id?: string): Promise<void>
  /** One turn of the recurring task of this name. */
  sweep(name: string): Promise<unknown>
  readonly streams: KeptStreams
  close(): Promise<void>
}

const log = createLog('spool', { level: 'silent' })
const environment = 'production'

export async function openSpool({
  databaseUrlOf,
  natsUrl,
  clock,
  settings = {},
}: TestEnvironment): Promise<OpenSpool> {
  const stops = new AsyncDisposableStack()
  const streams = await keepStreams({ servers: natsUrl, log, environments: [environment] })
  stops.defer(() => streams.stop())

  function openPool(service: ServiceName): Pool {
    const connectionString = databaseUrlOf(runtimeRole(service, environment))
    const pool = createPool({ connectionString, schema: service, applicationName: 'test', ...patientPool })
    stops.defer(() => pool.end())
    return pool
  }

  async function connect(service: ServiceName, pool?: Pool): Promise<Bus> {
    const bus = await connectBus({
      servers: natsUrl,
      name: `${service} of a test`,
      environment,
      service,
      log,
      drainMs: 5_000,
      ...(pool !== undefined && { pool }),
    })
    stops.defer(() => bus.drain())
    return bus
  }

  const pool = openPool('spool')
  const workerPool = openPool('verification')
  const fakes = await startFakes(
    (service) => connect(service, service === 'verification' ? workerPool : undefined),
    clock,
  )
  const bus = await connect('spool', pool)
  const instance: ServiceInstance = await spoolService.build({
    environment,
    config: configFor(
      spoolConfig,
      readConfig(spoolConfig, {
        ENVIRONMENTS: environment,
        NATS_URL: natsUrl,
        OUTTURN_NATS_PASSWORD: 'unused by a test server',
        DATABASE_URL: databaseUrlOf(runtimeRole('spool', environment)),
        EVIDENCE_RETENTION_DAYS: '10',
        OUTTURN_REVIEW_KEY: 'a key of a test, of 32 characters and more',
        ...settings,
      }),
      environment,
    ),
    bus,
    pool,
    relay: bus.startRelay({ pool }),
    log,
    metrics: createMetrics({ service: 'spool' }),
    clock,
    ids: randomIds,
  })
  await bus.serve(instance.commands ?? [])
  const gateway = await connect('gateway')
  let commands = 0

  return {
    pool,
    fakes,
    streams,
    send(command, input, principal, { commandId, bodyDigest } = {}) {
      commands += 1
      return gateway.request(command, input, {
        principal,
        requestId: `req_${commands}`,
        commandId: commandId ?? `command ${commands}`,
        deadline: Date.now() + 50_000,
        ...(bodyDigest !== undefined && { bodyDigest }),
      })
    },
    async react(event, payload, id = randomUUID()) {
      const reaction = instance.reactions?.find((each) => each.event.name === event.name)
      if (reaction === undefined) throw new Error(`the service does not react to ${event.name}`)
      const now = clock.now()
      await reaction.handle(payload as never, { id, attempt: 1, now, traceContext: {} })
    },
    async sweep(name) {
      const plan = instance.sweepers?.find((sweeper) => sweeper.name === name)
      if (plan === undefined) throw new Error(`the service has no sweeper ${name}`)
      return plan.sweep(clock.now())
    },
    close: () => stops.disposeAsync(),
  }
}
