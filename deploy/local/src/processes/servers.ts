import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environments } from '@outturn/vocabulary'
import { busUserName } from '@outturn/contracts'
import {
  findNatsServer,
  findPostgres,
  LocalServerError,
  startNats,
  startPostgres,
} from '@outturn/local-servers'
import { keepStreams, type KeptStreams } from '@outturn/messaging'
import { pino } from 'pino'
import { allBusPermissions, busPassword, natsPasswordVariable, superuserPassword } from '@outturn/model'
import { applyRoles, ensureDatabase, migrateAll, PrepareError } from '@outturn/prepare'
import type { Home } from '../home/home.ts'
import { natsConfigFile, repository } from '@outturn/model/places'
import type { Secrets } from '@outturn/secrets'
import { archiveSettingsOf } from './archive.ts'
import { watchStore } from './store-watch.ts'
import { type Run, type Supervised, supervise } from './supervised.ts'

/**
 * How long a bus that does not answer is asked again, ms. A process that loads its modules on a busy machine looks away for
 * seconds, and takes an answer that came meanwhile for none.
 */
export const busPatienceMs = 60_000
/** How long a nats-server that cannot write its store may take to end, ms. */
const storeRestartMs = 5_000

/** Postgres or NATS: ours, kept running, or one that someone else runs. */
export interface Server {
  url: string
  /** Where a NATS of ours tells its statistics. */
  monitorUrl?: string
  supervised?: Supervised
  /** Ends the watch of the store of a NATS of ours. */
  stopWatching?: () => Promise<void>
}

export interface ServerListeners {
  tell(message: string): void
  /** Called as soon as a server of ours runs, so that it is stopped whatever fails afterwards. */
  onStarted(server: Supervised): void
  onRestart(): Promise<void>
}

/** A server of ours keeps its port over restarts, so that no one has to be told of them. */
interface OwnServer extends Run {
  url: string
  port: number
}

/** Starts Postgres, or takes the one in DATABASE_URL, and returns the superuser URL of the system's database. */
export async function startDatabase(
  home: Home,
  secrets: Secrets,
  listeners: ServerListeners,
  backups?: string | false,
): Promise<Server> {
  const source = await findPostgres()
  if (source.kind === 'url') {
    listeners.tell('using the Postgres in DATABASE_URL')
    return { url: source.url }
  }
  if (!existsSync(home.postgres)) listeners.tell(`making a Postgres ${source.version} data folder`)
  const password = await secrets.password(superuserPassword.name)
  const settings = await archiveSettingsOf(home, backups, listeners.tell)
  let dataDir = home.postgres
  const logFile = join(home.logs, 'postgres.log')
  const server = await superviseServer('postgres', logFile, listeners, async (port) => {
    const postgres = await startPostgres({
      binaries: source,
      dataDir: home.postgres,
      password,
      logFile,
      settings,
      ...(port === undefined ? {} : { port }),
    })
    dataDir = postgres.dataDir
    return postgres
  })
  if (dataDir !== home.postgres) {
    listeners.tell(`only root may enter ${home.path}, so Postgres keeps its data in ${dataDir}`)
  }
  listeners.tell(`Postgres ${source.version} runs on ${new URL(server.url).host}`)
  return { ...server, url: await ensureDatabase(server.url, 'outturn').catch(explainPrepareError) }
}

/** Applies the deployment's roles and every service's migrations. */
export async function prepareDatabase(
  databaseUrl: string,
  secrets: Secrets,
  tell: (message: string) => void,
): Promise<void> {
  const passwordOf = (role: string) => secrets.password(`postgres-${role}`)
  await applyRoles(databaseUrl, passwordOf).catch(explainPrepareError)
  const applied = await migrateAll(databaseUrl, passwordOf).catch(explainPrepareError)
  if (applied > 0) tell(`applied ${applied} migrations`)
}

const remedies: Readonly<Record<PrepareError['problem'], string>> = {
  no_secret: 'Put the secrets folder back, or start over with --reset.',
  unreachable: 'Check DATABASE_URL and that the server runs.',
  wrong_password:
    'The data was made with other secrets: put the secrets folder back, or start over with --reset.',
  migration_failed: 'Go back to the version of the program that made this data, or start over with --reset.',
}

function explainPrepareError(error: unknown): never {
  if (!(error instanceof PrepareError)) throw error
  throw new LocalServerError(error.message, remedies[error.problem], { cause: error })
}

/** Starts nats-server with the deployment's own users and permissions, or takes the one in NATS_URL. */
export async function startBus(home: Home, secrets: Secrets, listeners: ServerListeners): Promise<Server> {
  const passwords: Record<string, string> = {}
  for (const { userName } of allBusPermissions()) {
    passwords[natsPasswordVariable(userName)] = await secrets.password(busPassword(userName).name)
  }
  const given = process.env['NATS_URL']
  if (given) {
    const variables = Object.entries(passwords).map(([name, password]) => `${name}=${password}\n`)
    const file = await secrets.keep('nats.env', variables.join(''))
    listeners.tell(`using the NATS in NATS_URL; it must run ${natsConfigFile} with the variables in ${file}`)
    return { url: given }
  }
  const binary = await findNatsServer({
    binDir: join(repository, '.outturn/bin'),
    onProgress: listeners.tell,
  })
  // Chosen by the first start and kept by every restart.
  let monitorPort: number | undefined
  const logFile = join(home.logs, 'nats.log')
  const server = await superviseServer('nats', logFile, listeners, async (port) => {
    const nats = await startNats({
      binary,
      monitorPort: monitorPort ?? 'free',
      storeDir: home.nats,
      configFile: natsConfigFile,
      env: passwords,
      logFile,
      ...(port === undefined ? {} : { port }),
    })
    monitorPort = nats.monitorPort
    return nats
  })
  listeners.tell(`nats-server ${binary.version} (${binary.source}) runs on ${new URL(server.url).host}`)
  const monitorUrl = `http://127.0.0.1:${monitorPort}`
  const restart = () => server.supervised.restart(storeRestartMs)
  const stopWatching = watchStore({ monitorUrl, storeDir: home.nats, restart, tell: listeners.tell })
  return { ...server, monitorUrl, stopWatching }
}

/** Makes the streams and makes them again when the server comes back without them. */
export async function keepStreamsOf(home: Home, secrets: Secrets, natsUrl: string): Promise<KeptStreams> {
  const user = busUserName('deploy', 'production')
  const logFile = join(home.logs, 'streams.log')
  try {
    return await keepStreams({
      servers: natsUrl,
      user,
      password: await secrets.password(busPassword(user).name),
      environments,
      log: pino(pino.destination({ dest: logFile, sync: false })),
      patienceMs: busPatienceMs,
    })
  } catch (error) {
    throw new LocalServerError(
      `The NATS at ${new URL(natsUrl).host} did not make the streams within ${busPatienceMs / 1_000} s: ${(error as Error).message}.`,
      `Its log, and ${logFile}, may say why. On a machine that is busy with other work, start again when that has ended.`,
    )
  }
}

async function superviseServer(
  name: string,
  logFile: string,
  { tell, onStarted, onRestart }: ServerListeners,
  start: (port: number | undefined) => Promise<OwnServer>,
): Promise<{ url: string; supervised: Supervised }> {
  let latest: OwnServer | undefined
  const supervised = await supervise({
    name,
    start: async () => {
      latest = await start(latest?.port)
      return latest
    },
    logFile,
    tell,
    onRestart,
  })
  onStarted(supervised)
  if (latest === undefined) throw new Error(`${name} was started without a server`)
  return { url: latest.url, supervised }
}
