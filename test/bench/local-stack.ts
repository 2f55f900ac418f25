import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serviceNames } from '@outturn/contracts'
import { freePort, removePostgresData, startGuarded } from '@outturn/local-servers'
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
}

export interface LocalStack extends Stoppable {
  home: string
  logs: string
  file: LocalFile
}

/** Starts the whole system on empty data in `home`, each service in a process of its own, and waits until it serves. */
export async function startLocalStack(home: string): Promise<LocalStack> {
  const logs = join(home, 'bench-logs')
  const readyFile = join(logs, 'ready.json')
  await mkdir(logs, { recursive: true })
  await rm(readyFile, { force: true })
  const logFile = join(logs, 'start.log')
  const port = String(await freePort())
  const options = ['--home', home, '--port', port, '--reset', '--no-demo', '--layout', 'spread']
  options.push('--ready-file', readyFile)
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
  await rm(join(home, 'nats'), { recursive: true, force: true })
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
export async function systemTarget({ file }: LocalStack, { headers }: BenchAccount): Promise<Target> {
  return {
    name: 'outturn',
    url: `${file.base_url}/api/v1/verify`,
    headers,
    database: new URL(await readFile(file.database_url_file, 'utf8')).pathname.slice(1),
    processNames: [...serviceNames, 'fetcher', 'nats', 'postgres'].filter((name) => name in file.pids),
    usesBus: true,
  }
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

/** Starts one more process that takes verification runs from the queue, as on a machine added to a running system. */
export async function startExtraWorker(stack: LocalStack): Promise<{ pid: number } & Stoppable> {
  const internalPort = await freePort()
  const secrets = join(stack.home, 'secrets')
  const logFile = join(stack.logs, 'extra-worker.log')
  const worker = await startGuarded({
    file: process.execPath,
    args: [join(repository, 'services/verification/src/main.ts')],
    logFile,
    stopSignal: 'SIGTERM',
    env: {
      PATH: process.env.PATH,
      ENVIRONMENTS: 'production',
      OUTTURN_DEPLOYMENT: 'development',
      OUTTURN_INTERNAL_PORT: String(internalPort),
      NATS_URL: stack.file.nats_url,
      OUTTURN_NATS_PASSWORD_FILE: join(secrets, 'nats-verification'),
      DATABASE_URL_FILE: join(secrets, 'url-outturn_verification'),
    },
  })
  const giveUpAt = Date.now() + readyTimeoutMs
  while (!(await isReady(internalPort))) {
    if (!worker.isRunning || Date.now() > giveUpAt) {
      await worker.stop()
      throw new Error(`A further verification worker does not start; see ${logFile}`)
    }
    await sleep(50)
  }
  return { pid: worker.pid, stop: () => worker.stop() }
}

async function isReady(internalPort: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${internalPort}/readyz`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok ?? false
}
