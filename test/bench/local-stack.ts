import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { serviceNames } from '@outturn/contracts'
import { freePort, removePostgresData, startGuarded } from '@outturn/local-servers'
import { startReplica } from '../system/replica.ts'
import type { Processes } from './measurement/cpu.ts'
import type { Stoppable, Target } from './target.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')
const readyTimeoutMs = 120_000

/** What `npm start` tells of the system it runs. */
export interface LocalFile {
  base_url: string
  pids: Record<string, number>
  nats_url: string
  nats_monitor_url?: string
  database_url_file: string
  operator: { signing_keys_dir: string }
  /** Where wallets pay, where the system takes payments. */
  payments?: { rpc_url: string }
}

export interface LocalStack extends Stoppable {
  home: string
  logs: string
  file: LocalFile
}

/** Starts the whole system on empty data in `home`, each service in a process of its own, and waits until it serves. */
export async function startLocalStack(home: string, more: readonly string[] = []): Promise<LocalStack> {
  const logs = join(home, 'bench-logs')
  const readyFile = join(logs, 'ready.json')
  await mkdir(logs, { recursive: true })
  await rm(readyFile, { force: true })
  const logFile = join(logs, 'start.log')
  const port = String(await freePort())
  const options = ['--home', home, '--port', port, '--reset', '--no-demo', '--layout', 'spread']
  options.push('--ready-file', readyFile, ...more)
  const system = await startGuarded({
    file: process.execPath,
    args: [join(repository, 'deploy/local/start.mjs'), ...options],
    logFile,
    stopSignal: 'SIGTERM',
  })
  const giveUpAt = Date.now() + readyTimeoutMs
  for (;;) {
    const text = await readFile(readyFile, 'utf8').catch(() => undefined)
    if (text !== undefined)
      return { home, logs, file: JSON.parse(text) as LocalFile, stop: () => system.stop() }
    if (!system.isRunning || Date.now() > giveUpAt) {
      await system.stop()
      throw new Error(`The system does not start:\n${await readFile(logFile, 'utf8')}`)
    }
    await sleep(100)
  }
}

/** Deletes the data of a stopped system, which can be gigabytes; its logs stay. */
export async function removeStackData(home: string): Promise<void> {
  await removePostgresData(join(home, 'postgres'))
  for (const kept of ['nats', 'log-floor']) await rm(join(home, kept), { recursive: true, force: true })
}

/** An account of the system whose every run is paid from credits and that no limit stops. */
export interface BenchAccount {
  accountId: string
  headers: { authorization: string }
}

export async function openAccount({ home }: LocalStack, name: string): Promise<BenchAccount> {
  const { account_id: accountId } = await admin(
    home,
    ...['account', 'create', '--name', name, '--quota', '10000000', '--allowance', '0'],
  )
  if (accountId === undefined) throw new Error('the operator made no account')
  await admin(home, 'credits', 'grant', '--account', accountId, '--cents', '100000000')
  const { api_key: apiKey } = await admin(home, 'key', 'create', '--account', accountId)
  return { accountId, headers: { authorization: `Bearer ${apiKey}` } }
}

/** The system as a target of deliveries by one account. */
export async function systemTarget(
  { file }: LocalStack,
  { headers }: BenchAccount,
  name = 'outturn',
): Promise<Target> {
  return {
    name,
    url: `${file.base_url}/api/v1/verify`,
    headers,
    database: new URL(await readFile(file.database_url_file, 'utf8')).pathname.slice(1),
    processNames: Object.keys(processesOf(file)),
    usesBus: true,
  }
}

/** The processes that work for the system; one that hosts several services is the core. */
export function processesOf({ pids }: LocalFile): Processes {
  const named = [...serviceNames, 'fetcher', 'nats', 'postgres'].flatMap((name) =>
    pids[name] === undefined ? [] : [{ name, pid: pids[name] }],
  )
  const isShared = (pid: number) => named.filter((each) => each.pid === pid).length > 1
  return Object.fromEntries(named.map(({ name, pid }) => [isShared(pid) ? 'core' : name, [pid]]))
}

/** To the system's Postgres, but to a database that no service uses: our own queries are not to be counted. */
export async function connectBeside({ file }: LocalStack): Promise<{ client: Client; serverUrl: string }> {
  const url = new URL(await readFile(file.database_url_file, 'utf8'))
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  return { client, serverUrl: url.href }
}

/** Runs an operator command against the system in `home`. */
async function admin(home: string, ...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await run(
    process.execPath,
    [join(repository, 'deploy/operator/src/main.ts'), '--json', ...args],
    { env: { ...process.env, OUTTURN_HOME: home } },
  )
  return JSON.parse(stdout) as Record<string, string>
}

/** Starts one more process that takes verification runs from the queue. */
export function startExtraWorker({ home, logs, file }: LocalStack): Promise<{ pid: number } & Stoppable> {
  const place = { home, natsUrl: file.nats_url, logFile: join(logs, 'extra-worker.log') }
  return startReplica(place, 'verification')
}
