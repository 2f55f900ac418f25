import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Environment } from '@outturn/vocabulary'
import { busUserName } from '@outturn/contracts'
import { isPortFree, LocalServerError } from '@outturn/local-servers'
import { roleUrl } from '@outturn/prepare'
import { ensureFirstAccount, issueSignInLink, readFirstAccount } from './home/first-account.ts'
import { claimHome, emptyHome, type Home, homeAt, releaseHome } from './home/home.ts'
import { setAsideOrphanedData } from './home/orphaned-data.ts'
import { type LocalFile, writeLocalFile } from './home/local-file.ts'
import type { LocalOptions } from './options.ts'
import { busPassword, keyPepper, type Secret } from '@outturn/model'
import { repository } from '@outturn/model/places'
import { type MoneyOfTests, startMoneyOfTests } from './payments/money-of-tests.ts'
import { bundlePrograms } from './programs/bundled-programs.ts'
import { processesOf, programEntries, type ProcessEnvironment } from './processes/processes.ts'
import { type Secrets, secretsIn } from '@outturn/secrets'
import { serveStreamProbes } from '@outturn/service/stream-probes'
import { keepStreamsOf, prepareDatabase, type Server, startBus, startDatabase } from './processes/servers.ts'
import type { Supervised } from './processes/supervised.ts'
import { type Problem, untilServing } from './processes/until-serving.ts'
import { keepSampleRequest } from './sample-delivery.ts'
import { type ServiceProcess, startServiceProcess } from './processes/service-process.ts'

const run = promisify(execFile)

/** The whole system on this machine, running. */
export interface LocalSystem {
  home: Home
  file: LocalFile
  /** Request of the sample, to be sent by hand. */
  requestFile: string
  /** What an operator has to do before all of it works. */
  problems: readonly Problem[]
}

/** How long each part of a stop may take before it is ended by force, ms. Together they stay under five seconds. */
const graceMs = { gateway: 1_500, services: 2_000, servers: 1_300 }
/** How long the other steps may take to finish when one has failed, ms. */
const otherStepsMs = 2_500

/**
 * Starts everything and returns when all of it serves. What was started is pushed on `stops`, also when the start fails
 * half way: dispose it to stop the system. Aborting `starting` gives up waiting.
 */
export async function startLocalSystem(
  options: LocalOptions,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
  starting: AbortSignal,
): Promise<LocalSystem> {
  const home = homeAt(options.home)
  await claimHome(home)
  stops.defer(() => releaseHome(home))
  if (options.reset) {
    tell('deleting the data, keys and logs of earlier runs')
    await emptyHome(home)
    await claimHome(home)
  }
  await refuseTakenPort(options.port)
  await setAsideOrphanedData(home, new Date(), tell)

  const secrets = secretsIn(home.secrets)
  // What the end of the start needs is tried at its beginning: nothing is started in vain.
  const account = await readFirstAccount(secrets)
  if (account !== undefined) refuseLostPepper(secrets)
  const requestFile = await keepSampleRequest(join(home.path, 'sample'))
  if (options.readyFile !== undefined) await access(dirname(options.readyFile), constants.W_OK)
  const running: Running = { services: [], servers: {} }
  const ownServers: Supervised[] = []
  const listeners = {
    tell,
    onStarted: (server: Supervised) => void ownServers.push(server),
    onRestart: () => rewriteLocalFile(running),
  }
  stops.defer(async () => {
    await Promise.all(ownServers.map((server) => server.stop(graceMs.servers)))
  })
  const [database, bus] = await settled([
    startDatabase(home, secrets, listeners, options.backups).then(
      (server) => (running.servers['postgres'] = server),
    ),
    startBus(home, secrets, listeners).then((server) => (running.servers['nats'] = server)),
  ])
  stops.defer(async () => bus.stopWatching?.())
  starting.throwIfAborted()

  const [, , , programFile, money] = await settled([
    keepStreamsHere(home, secrets, bus.url, stops).then((url) => {
      running.streamsUrl = url
    }),
    prepareDatabase(database.url, secrets, tell),
    createSigningKeys(home, tell),
    bundlePrograms(programEntries, tell),
    startMoneyOfTests(options, home, tell, stops),
  ])
  starting.throwIfAborted()

  const baseUrl = `http://127.0.0.1:${options.port}`
  const environment = environmentOf({ home, secrets, bus, database, baseUrl, options, money })
  stops.defer(() => stopServices(running.services))
  tell('starting the services')
  await settled(
    processesOf(options.layout).map(async (process) => {
      running.services.push(await startServiceProcess(home, process, environment, programFile, listeners))
    }),
  )
  const problems = await allServing(home, running.services, starting)
  for (const { message } of problems) tell(message)

  const firstAccount = await ensureFirstAccount(secrets, bus.url, baseUrl)
  const signInUrl = await issueSignInLink(secrets, bus.url, firstAccount.accountId)
  const databaseUrlFile = await secrets.keep('database-url', database.url)
  const describe = () =>
    localFileOf({
      ...{
        running,
        baseUrl,
        account: firstAccount,
        signInUrl,
        natsUrl: bus.url,
        databaseUrlFile,
        secrets,
        home,
        money,
      },
    })
  running.write = () => writeLocalFile(home, describe(), options.readyFile)
  await running.write()
  await money.keepPayer({ baseUrl, apiKey: firstAccount.apiKey })
  return { home, file: describe(), requestFile, problems }
}

/** Waits for all; when one fails, a little longer for the others, since only what has finished starting can be stopped in order. */
async function settled<Works extends readonly unknown[] | []>(
  works: Works,
): Promise<{ -readonly [K in keyof Works]: Awaited<Works[K]> }> {
  try {
    return await Promise.all(works)
  } catch (error) {
    await Promise.race([Promise.allSettled(works), sleep(otherStepsMs)])
    throw error
  }
}

/** Gives up on all as soon as one does not come up; what waits for an operator is returned. */
async function allServing(home: Home, services: ServiceProcess[], starting: AbortSignal): Promise<Problem[]> {
  const hopeless = new AbortController()
  const signal = AbortSignal.any([starting, hopeless.signal])
  try {
    return (await Promise.all(services.map((service) => untilServing(home, service, signal)))).flat()
  } finally {
    hopeless.abort()
  }
}

/** Keeps the streams in this process until it stops; settles with the address of their metrics. */
async function keepStreamsHere(
  home: Home,
  secrets: Secrets,
  natsUrl: string,
  stops: AsyncDisposableStack,
): Promise<string> {
  const streams = await keepStreamsOf(home, secrets, natsUrl)
  stops.defer(() => streams.stop())
  const probes = await serveStreamProbes(streams, { host: '127.0.0.1', port: 0, tellsProcess: false })
  stops.defer(() => probes.close())
  return `http://127.0.0.1:${probes.port}`
}

/** What is up now. */
interface Running {
  services: ServiceProcess[]
  /** Where what keeps the streams tells its metrics. */
  streamsUrl?: string
  servers: Record<string, Server>
  /** Set once there is a local.json to keep true. */
  write?: () => Promise<void>
}

/** A program that came back runs under another process id. */
async function rewriteLocalFile({ write }: Running): Promise<void> {
  await write?.()
}

/** The gateway first: what it has taken it can still answer with the others' help. */
async function stopServices(services: ServiceProcess[]): Promise<void> {
  const gateway = services.find(({ internalUrls }) => 'gateway' in internalUrls)
  await gateway?.supervised.stop(graceMs.gateway)
  await Promise.all(services.map(({ supervised }) => supervised.stop(graceMs.services)))
}

/** A new pepper would be made, and every API key would be wrong without a word. */
function refuseLostPepper(secrets: Secrets): void {
  const path = secrets.pathOf(keyPepper.name)
  if (existsSync(path)) return
  throw new LocalServerError(
    `${path} is gone: it is the key pepper, without which no API key of this system works.`,
    'Put it back from its copy, or start over with --reset.',
  )
}

async function refuseTakenPort(port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new LocalServerError(
    `Port ${port} on 127.0.0.1 is taken by another program.`,
    `Stop that program, or choose another port: npm start -- --port ${port + 1}`,
  )
}

/** Makes the keys that the home does not have yet: all of them at first, one of a purpose that is new here later. */
async function createSigningKeys(home: Home, tell: (message: string) => void): Promise<void> {
  const folder = signingKeysOf(home)
  if (!existsSync(folder)) tell('making signing keys')
  const createKeys = join(repository, 'deploy/keys/src/main.ts')
  await run(process.execPath, [createKeys, '--dir', folder])
}

function signingKeysOf(home: Home): string {
  return join(home.secrets, 'signing-keys')
}

function environmentOf(parts: {
  home: Home
  secrets: Secrets
  bus: Server
  database: Server
  baseUrl: string
  options: LocalOptions
  money: MoneyOfTests
}): ProcessEnvironment {
  const { home, secrets, bus, database, baseUrl, options, money } = parts
  const chosen = Object.entries(money.settings).map(([service, settings]) => [
    service,
    { ...settings, ...options.settings[service] },
  ])
  const secretFile = async (secret: Secret) => {
    if (secret.kind === 'database-url') {
      const password = await secrets.password(`postgres-${secret.role}`)
      return secrets.keep(secret.name, roleUrl(database.url, secret.role, password))
    }
    await secrets.password(secret.name)
    return secrets.pathOf(secret.name)
  }
  const docsFolder = join(home.path, 'docs/site')
  return {
    natsUrl: bus.url,
    publicUrl: baseUrl,
    docsFolder: existsSync(docsFolder) ? docsFolder : null,
    publicPort: options.port,
    mails: home.mails,
    mailServer: mailServerOf(process.env),
    chosen: { ...options.settings, ...Object.fromEntries(chosen) },
    signingKeys: signingKeysOf(home),
    logFloor: home.logFloor,
    secretFile,
  }
}

/** A local system sends real mails where its caller names a mail server. */
function mailServerOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const named = ['SMTP_URL', 'MAIL_FROM'].flatMap((name) =>
    env[name] === undefined ? [] : [[name, env[name]] as const],
  )
  return Object.fromEntries(named)
}

function localFileOf(parts: {
  running: Running
  baseUrl: string
  account: { accountId: string; apiKey: string }
  signInUrl: string
  natsUrl: string
  databaseUrlFile: string
  secrets: Secrets
  home: Home
  money: MoneyOfTests
}): LocalFile {
  const { running, baseUrl, account, signInUrl, natsUrl, databaseUrlFile, secrets, home, money } = parts
  const pids = running.services.flatMap(({ supervised, internalUrls }) =>
    Object.keys(internalUrls).map((service) => [service, supervised.pid] as const),
  )
  const serverPids = Object.entries(running.servers).flatMap(([name, { supervised }]) =>
    supervised === undefined ? [] : [[name, supervised.pid] as const],
  )
  const monitorUrl = running.servers['nats']?.monitorUrl
  const operatorPassword = (environment: Environment) =>
    secrets.pathOf(busPassword(busUserName('operator', environment)).name)
  return {
    base_url: baseUrl,
    api_key: account.apiKey,
    account_id: account.accountId,
    sign_in_url: signInUrl,
    keys_url: `${baseUrl}/.well-known/outturn-keys.json`,
    metrics: Object.fromEntries(
      [
        ...running.services.flatMap(({ internalUrls }) => Object.entries(internalUrls)),
        ...(running.streamsUrl === undefined ? [] : [['streams', running.streamsUrl] as const]),
      ].map(([name, url]) => [name, `${url}/metrics`]),
    ),
    pids: { supervisor: process.pid, ...Object.fromEntries([...serverPids, ...pids]) },
    nats_url: natsUrl,
    ...(monitorUrl === undefined ? {} : { nats_monitor_url: monitorUrl }),
    database_url_file: databaseUrlFile,
    ...money.places,
    operator: {
      nats_url: natsUrl,
      password_files: { production: operatorPassword('production'), demo: operatorPassword('demo') },
      signing_keys_dir: signingKeysOf(home),
    },
  }
}
