import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, LocalServerError, startGuarded } from '@outturn/local-servers'
import type { Home } from '../home/home.ts'
import { repository } from '../places.ts'
import { type LocalProcess, settingsOf, type ProcessEnvironment } from './processes.ts'
import { type Supervised, supervise } from './supervised.ts'

/** A service process that is kept running. */
export interface ServiceProcess {
  readonly supervised: Supervised
  /** Address of its probes and metrics. */
  readonly internalUrl: string
}

export interface ServiceListeners {
  tell(message: string): void
  /** Told when it runs under another process id. */
  onRestart(): Promise<void>
}

const readyTimeoutMs = 60_000
/** A process that ends this often before it was ever ready will not become so. */
const hopelessEndings = 3
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

/** Starts a service process and keeps it running; it may not be ready yet. */
export async function startServiceProcess(
  home: Home,
  service: LocalProcess,
  environment: ProcessEnvironment,
  { tell, onRestart }: ServiceListeners,
): Promise<ServiceProcess> {
  const internalPort = await freePort()
  const logFile = join(home.logs, `${service.name}.log`)
  const env = {
    ...inherited(),
    NODE_COMPILE_CACHE: join(repository, '.outturn/compile-cache'),
    ...(await settingsOf(service, environment, internalPort)),
  }
  const supervised = await supervise({
    name: service.name,
    start: () =>
      startGuarded({ file: process.execPath, args: [service.entry], logFile, env, stopSignal: 'SIGTERM' }),
    logFile,
    tell,
    onRestart,
  })
  return { supervised, internalUrl: `http://127.0.0.1:${internalPort}` }
}

/** Waits until it serves; throws with the end of its log when it does not come up. */
export async function untilReady(home: Home, service: ServiceProcess, signal: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + readyTimeoutMs
  while (!(await answersReady(service.internalUrl))) {
    signal.throwIfAborted()
    if (service.supervised.endings >= hopelessEndings || Date.now() > giveUpAt)
      throw doesNotStart(home, service.supervised.name)
    await sleep(50)
  }
}

function answersReady(internalUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(`${internalUrl}/readyz`, { timeout: 2_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    probe.on('timeout', () => probe.destroy())
    probe.on('error', () => resolve(false))
    probe.end()
  })
}

function doesNotStart(home: Home, name: string): LocalServerError {
  const logFile = join(home.logs, `${name}.log`)
  const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n  ')
  return new LocalServerError(
    `The ${name} service does not start. It said:\n  ${tail}`,
    `Its whole log is in ${logFile}. If its data cannot be used any more, start over with --reset.`,
  )
}

/** The services' own settings are all set by us; of the caller's environment only what any program needs passes. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
