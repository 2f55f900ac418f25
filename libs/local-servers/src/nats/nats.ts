import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, isPortFree, PortTakenError, startOnPort } from '../free-port.ts'
import { type GuardedProcess, startGuarded } from '../guarded-process.ts'
import { LocalServerError } from '../local-server-error.ts'
import type { NatsBinary } from './nats-binary.ts'

export interface NatsOptions {
  binary: NatsBinary
  /** Folder of the streams; made if missing, kept when the server stops. */
  storeDir: string
  /** Port on 127.0.0.1; a free one if left out. */
  port?: number
  /** Configuration file with users and limits; without one there are no users and JetStream is on. */
  configFile?: string
  /** Values for the `$NAMES` in the configuration file, over this process's environment; `GOMAXPROCS` sets its threads. */
  env?: NodeJS.ProcessEnv
  /** Port on 127.0.0.1 for the server's own statistics, or any free one; none if left out. */
  monitorPort?: number | 'free'
  /** File for the server's log; `<storeDir>.log` if left out. */
  logFile?: string
}

/** A nats-server on 127.0.0.1 that ends with this process. */
export interface RunningNats {
  readonly pid: number
  readonly port: number
  readonly monitorPort: number | undefined
  /** Without a user and password. */
  readonly url: string
  readonly version: string
  readonly exited: Promise<{ code: number | null }>
  stop(): Promise<void>
  /** Kills it without warning. */
  crash(): Promise<void>
}

interface ServerInfo {
  server_name: string
  version: string
}

/**
 * Threads that run the server at once: a fourth of the processors, as it has so little of the work. With one for each, its threads look for work
 * from one another whenever a message comes, and take the processors from those who have some.
 */
const ownThreads = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 4))) }

/** Starts nats-server with JetStream on loopback; takes connections when it returns. */
export async function startNats(options: NatsOptions): Promise<RunningNats> {
  const logFile = options.logFile ?? `${options.storeDir}.log`
  await mkdir(options.storeDir, { recursive: true, mode: 0o700 })
  await mkdir(dirname(logFile), { recursive: true })
  if (options.port !== undefined && !(await isPortFree(options.port))) throw portTaken(options.port)
  return startOnPort(options.port, (port) => startOn(port, logFile, options))
}

async function startOn(port: number, logFile: string, options: NatsOptions): Promise<RunningNats> {
  const monitorPort = options.monitorPort === 'free' ? await freePort() : options.monitorPort
  const name = `outturn-${randomBytes(6).toString('hex')}`
  const server = await startGuarded({
    file: options.binary.path,
    args: [
      ...(options.configFile === undefined ? [] : ['--config', options.configFile]),
      ...['--addr', '127.0.0.1', '--port', String(port), '--name', name],
      ...['--jetstream', '--store_dir', options.storeDir],
      ...(monitorPort === undefined ? [] : ['--http_port', String(monitorPort)]),
    ],
    logFile,
    stopSignal: 'SIGTERM',
    env: { ...ownThreads, ...process.env, ...options.env },
  })
  const info = await untilReady(server, port, name)
  if (info === undefined) throw explainFailure(readFileSync(logFile, 'utf8'), port)
  return {
    pid: server.pid,
    port,
    monitorPort,
    url: `nats://127.0.0.1:${port}`,
    version: info.version,
    exited: server.exited,
    stop: () => server.stop(),
    crash: () => server.kill(),
  }
}

/** Undefined when the server ended first. The name tells ours from another server that took the port. */
async function untilReady(
  server: GuardedProcess,
  port: number,
  name: string,
): Promise<ServerInfo | undefined> {
  while (server.isRunning) {
    const info = await readInfo(port)
    if (info?.server_name === name) return info
    await sleep(10)
  }
  return undefined
}

/** The first line that a server sends on a new connection. */
function readInfo(port: number): Promise<ServerInfo | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const finish = (info: ServerInfo | undefined) => {
      socket.destroy()
      resolve(info)
    }
    socket.setTimeout(1_000, () => finish(undefined))
    socket.on('error', () => finish(undefined))
    socket.on('end', () => finish(undefined))
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
      const line = received.match(/^INFO (\{.*\})\s*\r\n/)?.[1]
      if (line !== undefined) finish(JSON.parse(line) as ServerInfo)
    })
  })
}

function explainFailure(log: string, port: number): LocalServerError {
  if (/address already in use/.test(log.split('\n').slice(-20).join('\n'))) return portTaken(port)
  const tail = log.trim().split('\n').slice(-5).join('\n  ')
  return new LocalServerError(
    `nats-server ended while starting. It said:\n  ${tail}`,
    'If its store is damaged, delete it: everything in it is sent again from Postgres.',
  )
}

function portTaken(port: number): LocalServerError {
  return new PortTakenError(port, 'nats-server')
}
