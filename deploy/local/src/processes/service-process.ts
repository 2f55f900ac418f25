import { join } from 'node:path'
import { freePort, startGuarded } from '@outturn/local-servers'
import type { Home } from '../home/home.ts'
import { repository } from '../places.ts'
import type { ProgramFile } from '../programs/bundled-programs.ts'
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
  programFile: ProgramFile,
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
      startGuarded({
        file: process.execPath,
        args: [programFile(service.entry)],
        logFile,
        env,
        stopSignal: 'SIGTERM',
      }),
    logFile,
    tell,
    onRestart,
  })
  return { supervised, internalUrl: `http://127.0.0.1:${internalPort}` }
}

/** The services' own settings are all set by us; of the caller's environment only what any program needs passes. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
