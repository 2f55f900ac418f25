import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '@outturn/vocabulary'
import { freePort, removePostgresData } from '@outturn/local-servers'

/** What a running system says of itself in local.json. */
export interface SystemFile {
  base_url: string
  api_key: string
  account_id: string
  keys_url: string
  /** Where each service tells its metrics; its probes lie beside. */
  metrics: Record<string, string>
  /** The process of each service and server; several services may share one. */
  pids: Record<string, number>
  database_url_file: string
  nats_url: string
  operator: { nats_url: string; password_files: Record<Environment, string> }
}

/** The whole system as `npm start` runs it, with data, port and settings of its own. */
export interface System {
  readonly home: string
  readonly baseUrl: string
  /** As it is now: a program that came back has another process id. */
  file(): SystemFile
  /** Everything it has said, for a failing test to show. */
  output(): string
  /** Ends programs of it at the same moment, as a power cut would; each is started again by itself. */
  kill(...names: string[]): Ending
  /** Looks at programs that are about to end by themselves. */
  watch(...names: string[]): Ending
  /** Ends all of it at once, with the program that would start it again. */
  killAll(): Promise<void>
  /** Starts it again with the data it had. */
  startAgain(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/** Programs that end. */
export interface Ending {
  /** Settles when each of them runs again, under another process id, and says that it is ready. */
  readonly replaced: () => Promise<void>
}

const main = join(import.meta.dirname, '../../deploy/local/src/main.ts')
const readyTimeoutMs = 240_000
const replacedTimeoutMs = 90_000

interface Run {
  child: ChildProcess
  exited: Promise<unknown>
  output: string
}

/** How services share processes: `compact` in three, as `npm start` runs them, or `spread` in a process each. */
export type Layout = 'compact' | 'spread'

/**
 * `settings` are given to single services: `{ gateway: { RATE_QUOTA: '1000' } }`; `options` are further ones of `npm start`,
 * and `env` may name servers that it uses instead of its own.
 */
export async function startSystem(
  layout: Layout,
  settings: Record<string, Record<string, string>> = {},
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<System> {
  const home = mkdtempSync(join(tmpdir(), 'outturn-system-'))
  // Postgres may run under another account, which must be able to enter the folder.
  chmodSync(home, 0o711)
  const port = await freePort()
  const args = [
    '--home',
    home,
    '--port',
    String(port),
    '--no-demo',
    '--layout',
    layout,
    ...settingArgs(settings),
    ...options,
  ]
  const file = () => JSON.parse(readFileSync(join(home, 'local.json'), 'utf8')) as SystemFile
  let run = await startRun(home, args, env).catch(async (error: unknown) => {
    await deleteHome(home)
    throw error
  })

  async function untilReplaced(killed: readonly { name: string; pid: number }[]): Promise<void> {
    const giveUpAt = Date.now() + replacedTimeoutMs
    for (;;) {
      const states = await Promise.all(killed.map(async (each) => ({ ...each, isBack: await isBack(each) })))
      const missing = states.filter(({ isBack: isThere }) => !isThere)
      if (missing.length === 0) return
      if (Date.now() > giveUpAt) {
        throw new Error(`${missing.map(({ name }) => name).join(', ')} did not start again:\n${run.output}`)
      }
      await pause(50)
    }
  }

  async function isBack({ name, pid }: { name: string; pid: number }): Promise<boolean> {
    const { pids, metrics } = file()
    if (pids[name] === pid) return false
    const address = metrics[name]
    return address === undefined || isReady(new URL('/readyz', address))
  }

  function programs(names: readonly string[]) {
    const { pids } = file()
    return names.map((name) => {
      const pid = pids[name]
      if (pid === undefined) throw new Error(`the system runs no ${name}`)
      return { name, pid }
    })
  }

  return {
    home,
    baseUrl: `http://127.0.0.1:${port}`,
    file,
    output: () => run.output,
    kill(...names) {
      const killed = programs(names)
      for (const pid of new Set(killed.map((each) => each.pid))) process.kill(pid, 'SIGKILL')
      return { replaced: () => untilReplaced(killed) }
    },
    watch(...names) {
      const watched = programs(names)
      return { replaced: () => untilReplaced(watched) }
    },
    async killAll() {
      const { supervisor, ...others } = file().pids
      for (const pid of [supervisor, ...Object.values(others)]) if (pid !== undefined) killIfAlive(pid)
      await run.exited
    },
    async startAgain() {
      run = await startRun(home, args, env)
    },
    async stop() {
      run.child.kill('SIGTERM')
      await run.exited
      await deleteHome(home)
    },
  }
}

/** Ready with all of its environments. */
async function isReady(url: URL): Promise<boolean> {
  const response = await fetch(url).catch(() => null)
  const { status } = ((await response?.json().catch(() => null)) ?? {}) as { status?: string }
  return status === 'ready'
}

async function deleteHome(home: string): Promise<void> {
  await removePostgresData(join(home, 'postgres'))
  rmSync(home, { recursive: true, force: true })
}

async function startRun(home: string, args: string[], env: Readonly<Record<string, string>>): Promise<Run> {
  const readyFile = join(home, 'ready.json')
  rmSync(readyFile, { force: true })
  const temporary = join(home, 'tmp')
  mkdirSync(temporary, { recursive: true })
  chmodSync(temporary, 0o1777)
  const child = spawn(process.execPath, [main, ...args, '--ready-file', readyFile], {
    // Servers of its own, also where the other tests use given ones: these are killed. Temporary files are among its data.
    env: { ...process.env, DATABASE_URL: '', NATS_URL: '', TMPDIR: temporary, ...env },
    // The channel ends the system when the test run is gone, however it went.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const run: Run = { child, exited: once(child, 'exit'), output: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      run.output += text
    })
  }
  const giveUpAt = Date.now() + readyTimeoutMs
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill('SIGTERM')
      await run.exited
      throw new Error(`the system does not start:\n${run.output}`)
    }
    await pause(50)
  }
  return run
}

function settingArgs(settings: Record<string, Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([process, values]) =>
    Object.entries(values).flatMap(([name, value]) => ['--set', `${process}.${name}=${value}`]),
  )
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
