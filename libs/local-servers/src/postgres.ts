import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPortFree, PortTakenError, startOnPort } from './free-port.ts'
import { type GuardedCommand, type GuardedProcess, startGuarded } from './guarded-process.ts'
import { LocalServerError } from './local-server-error.ts'
import { reachableFolder, unprivilegedAccount } from './postgres-account.ts'
import { binariesFor, type PostgresBinaries } from './postgres-binaries.ts'
import { ensureCluster } from './postgres-data.ts'
import { setAside, setAsideFolders } from './set-aside.ts'
import { yieldToOtherSessions } from './session-share.ts'

export interface PostgresOptions {
  binaries: PostgresBinaries
  /** Folder of the data; made if missing, kept when the server stops. */
  dataDir: string
  /** Password of the superuser `postgres`; the one the folder was made with. */
  password: string
  /** Port on 127.0.0.1; a free one if left out. */
  port?: number
  /** Server settings over the defaults. */
  settings?: Record<string, string>
  /** File for the server's log; `<dataDir>.log` if left out. */
  logFile?: string
  /** For data that need not outlive a crash of the machine: made without flushing. */
  ephemeral?: boolean
}

/** A Postgres server on 127.0.0.1 that ends with this process. */
export interface RunningPostgres {
  readonly pid: number
  readonly port: number
  /** Superuser connection to the database `postgres`. */
  readonly url: string
  /** Where the data really is: another folder than asked for if the server's account could not enter that one. */
  readonly dataDir: string
  readonly exited: Promise<{ code: number | null }>
  /** Fast shutdown: ends the sessions, writes a checkpoint, waits. */
  stop(): Promise<void>
  /** Kills it without warning, as a power cut would end its processes; the next start recovers from the log. */
  crash(): Promise<void>
}

const orphanGraceMs = 5_000

const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '200',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Nothing is replicated: the process that would start the workers for it is not needed.
  max_logical_replication_workers: '0',
}

/** Data of this size is in memory: three processes that read ahead would wait for nothing. */
const sinceVersion18 = { io_method: 'sync' }

/**
 * Starts Postgres on loopback, making its data folder first if there is none; ready for connections when it returns. While it runs, its
 * processes go before ours (session-share.ts).
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const account = unprivilegedAccount(options.dataDir)
  const dataDir = reachableFolder(options.dataDir, account)
  const binaries = await binariesFor(options.binaries, account)
  const logFile = options.logFile ?? `${options.dataDir}.log`
  await mkdir(dirname(logFile), { recursive: true })
  await ensureCluster({
    dataDir,
    binaries,
    account,
    password: options.password,
    ephemeral: options.ephemeral ?? false,
  })
  if (options.port !== undefined && !(await isPortFree(options.port))) throw portTaken(options.port)
  const { server, port } = await startOnPort(options.port, async (candidate) => {
    const settings = Object.entries({
      ...defaults,
      ...(binaries.major >= 18 ? sinceVersion18 : {}),
      ...options.settings,
      port: String(candidate),
    })
    const command = {
      file: join(binaries.binDir, 'postgres'),
      args: ['-D', dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      logFile,
      stopSignal: 'SIGINT' as const,
      ...(account === undefined ? {} : { account: { uid: account.uid, gid: account.gid } }),
    }
    return { server: await startWhole(command, dataDir, candidate), port: candidate }
  })
  const takeBack = yieldToOtherSessions()
  void server.exited.then(takeBack)
  return {
    pid: server.pid,
    port,
    url: `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    dataDir,
    exited: server.exited,
    stop: () => server.stop(),
    crash: () => server.kill(),
  }
}

/** Deletes the data of a stopped server, wherever it is kept, and what was moved aside there. */
export async function removePostgresData(dataDir: string): Promise<void> {
  for (const folder of possibleFolders(dataDir)) {
    await rm(folder, { recursive: true, force: true })
    await rm(`${folder}.partial`, { recursive: true, force: true })
    for (const old of setAsideFolders(folder)) await rm(old, { recursive: true, force: true })
  }
}

/** Moves the data of a stopped server aside, wherever it is kept; returns the new paths, none when there are no data. */
export async function setAsidePostgresData(dataDir: string, at: Date): Promise<string[]> {
  const moved: string[] = []
  for (const folder of possibleFolders(dataDir)) {
    if (!existsSync(folder) || readdirSync(folder).length === 0) continue
    const owner = runningServer(folder)
    if (owner !== undefined) throw alreadyRunning(owner, folder)
    moved.push(await setAside(folder, at))
  }
  return moved
}

function possibleFolders(dataDir: string): Set<string> {
  return new Set([resolve(dataDir), reachableFolder(dataDir, unprivilegedAccount(dataDir))])
}

/** Undefined when no process has the id that the folder's lock file names; after a crash it names one that has ended. */
function runningServer(folder: string): string | undefined {
  const lockFile = join(folder, 'postmaster.pid')
  const pid = existsSync(lockFile) ? readFileSync(lockFile, 'utf8').split('\n')[0]?.trim() : undefined
  try {
    if (pid === undefined || !process.kill(Number(pid), 0)) return undefined
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : undefined
  } catch {
    return undefined
  }
}

/** After a crash the sessions of the old server take a moment to notice it; until then Postgres refuses the folder. */
async function startWhole(command: GuardedCommand, dataDir: string, port: number): Promise<GuardedProcess> {
  const giveUpAt = Date.now() + orphanGraceMs
  for (;;) {
    const logStart = existsSync(command.logFile) ? statSync(command.logFile).size : 0
    const server = await startGuarded(command)
    if (await isReady(server, dataDir)) return server
    const log = readFileSync(command.logFile).subarray(logStart).toString()
    const orphansLeft = /pre-existing shared memory block/.test(log) && Date.now() < giveUpAt
    if (!orphansLeft) throw explainFailure(log, dataDir, port)
    await sleep(50)
  }
}

/** Postgres writes its state into postmaster.pid: line 1 is its process id, line 8 says `ready`. False: it ended. */
async function isReady(server: GuardedProcess, dataDir: string): Promise<boolean> {
  const stateFile = join(dataDir, 'postmaster.pid')
  while (server.isRunning) {
    const lines = existsSync(stateFile) ? readFileSync(stateFile, 'utf8').split('\n') : []
    if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') return true
    await sleep(10)
  }
  return false
}

function explainFailure(log: string, dataDir: string, port: number): LocalServerError {
  if (/could not bind|Address already in use/.test(log)) return portTaken(port)
  const other = log.match(/Is another postmaster \(PID (\d+)\)/)?.[1]
  if (other !== undefined) return alreadyRunning(other, dataDir)
  const tail = log.trim().split('\n').slice(-5).join('\n  ')
  return new LocalServerError(
    `Postgres ended while starting on ${dataDir}. It said:\n  ${tail}`,
    'If its files are damaged, put them back from a backup, or start over with --reset, which deletes them.',
  )
}

function alreadyRunning(pid: string, dataDir: string): LocalServerError {
  return new LocalServerError(
    `Another Postgres (process ${pid}) is already running on ${dataDir}.`,
    `Stop the program that started it, or end it with: kill -INT ${pid}`,
  )
}

function portTaken(port: number): LocalServerError {
  return new PortTakenError(port, 'Postgres')
}
