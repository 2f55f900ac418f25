import { join } from 'node:path'
import { env as environmentOfCaller, execPath } from 'node:process'
import { freePort, startGuarded } from '@outturn/local-servers'
import type { Home } from '../home/home.ts'
import { repository } from '@outturn/model/places'
import type { ProgramFile } from '../programs/bundled-programs.ts'
import { memorySettings, nodeArguments } from '@outturn/model/node-process'
import { type LocalProcess, settingsOf, type ProcessEnvironment } from './processes.ts'
import { type Supervised, supervise } from './supervised.ts'

/** A service process that is kept running. */
export interface ServiceProcess {
  readonly supervised: Supervised
  /** Addresses of the probes and metrics of its services, by name. */
  readonly internalUrls: Readonly<Record<string, string>>
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
  process: LocalProcess,
  environment: ProcessEnvironment,
  programFile: ProgramFile,
  { tell, onRestart }: ServiceListeners,
): Promise<ServiceProcess> {
  const internalPorts: Record<string, number> = {}
  for (const { name } of process.services) internalPorts[name] = await freePort()
  const logFile = join(home.logs, `${process.name}.log`)
  const env = {
    ...inherited(),
    NODE_COMPILE_CACHE: join(repository, '.outturn/compile-cache'),
    ...memorySettings,
    ...(await settingsOf(process, environment, internalPorts)),
  }
  const supervised = await supervise({
    name: process.name,
    start: () =>
      startGuarded({
        file: execPath,
        args: [...nodeArguments, programFile(process.entry)],
        logFile,
        env,
        stopSignal: 'SIGTERM',
      }),
    logFile,
    tell,
    onRestart,
  })
  const urls = Object.entries(internalPorts).map(([name, port]) => [name, `http://127.0.0.1:${port}`])
  return { supervised, internalUrls: Object.fromEntries(urls) }
}

/** The services' own settings are all set by us; of the caller's environment only what any program needs passes. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedOn.flatMap((name) =>
      environmentOfCaller[name] === undefined ? [] : [[name, environmentOfCaller[name]]],
    ),
  )
}
