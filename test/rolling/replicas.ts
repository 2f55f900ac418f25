import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type GuardedProcess, startGuarded } from '@outturn/local-servers'
import type { System } from '../system/running-system.ts'

/** One more process of a service, beside the one that the system runs. */
export interface Replica {
  readonly process: GuardedProcess
  /** Address of its interface, which only a gateway has. */
  readonly url: string
  readonly readyUrl: string
}

const readyTimeoutMs = 120_000

/** Starts a further process with the program and the settings of the one that runs, on ports of its own, and waits until it is ready. */
export async function startFurther(system: System, service: string): Promise<Replica> {
  const pid = system.file().pids[service]
  if (pid === undefined) throw new Error(`the system runs no ${service}`)
  const [file = '', ...args] = listIn(`/proc/${pid}/cmdline`)
  const settings = listIn(`/proc/${pid}/environ`).map((line) => {
    const end = line.indexOf('=')
    return [line.slice(0, end), line.slice(end + 1)] as const
  })
  const [internalPort, port] = [await freePort(), await freePort()]
  const logFile = join(system.home, 'logs', `further-${service}.log`)
  const process = await startGuarded({
    file,
    args,
    logFile,
    stopSignal: 'SIGTERM',
    env: {
      ...Object.fromEntries(settings),
      OUTTURN_INTERNAL_PORT: String(internalPort),
      ...(service === 'gateway' && { OUTTURN_HTTP_PORT: String(port) }),
    },
  })
  const readyUrl = `http://127.0.0.1:${internalPort}/readyz`
  const giveUpAt = Date.now() + readyTimeoutMs
  while (!(await isReady(readyUrl))) {
    if (!process.isRunning || Date.now() > giveUpAt) {
      await process.stop()
      throw new Error(`A further process of ${service} does not start; see ${logFile}`)
    }
    await pause(100)
  }
  return { process, url: `http://127.0.0.1:${port}`, readyUrl }
}

/** A file of texts that each end with a zero byte. */
function listIn(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\0')
    .filter((text) => text !== '')
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null)
  const { status } = ((await response?.json().catch(() => null)) ?? {}) as { status?: string }
  return status === 'ready'
}
