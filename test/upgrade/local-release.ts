import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What `npm start` writes when everything is ready. */
export type LocalFile = {
  readonly base_url: string
  readonly api_key: string
  readonly nats_url: string
  readonly database_url_file: string
  readonly pids: Readonly<Record<string, number>>
}

/** A process of services as a release ran it, which can be run again beside another release. */
export type Recipe = {
  readonly name: string
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type LocalRelease = {
  readonly local: LocalFile
  readonly recipes: readonly Recipe[]
  /** The process ids may have changed since. */
  reread(): LocalFile
  stop(): Promise<void>
}

const startMs = 300_000
const servers = ['supervisor', 'postgres', 'nats']

/** Starts a checkout by its own `npm start`. Its start is that of a user: it migrates the schema of the home. */
export async function startRelease(folder: string, home: string, port: number): Promise<LocalRelease> {
  const readyFile = join(home, 'ready.json')
  rmSync(readyFile, { force: true })
  const args = [
    'deploy/local/start.mjs',
    '--home',
    home,
    '--port',
    String(port),
    '--no-demo',
    '--set',
    'gateway.RATE_QUOTA=100000',
    '--ready-file',
    readyFile,
  ]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(join(home, `start-${Date.now()}.log`))
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
  const ended = once(child, 'exit')
  const giveUpAt = Date.now() + startMs
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill()
      throw new Error(`the release in ${folder} did not start; see the logs in ${home}`)
    }
    await sleep(200)
  }
  const localFile = join(home, 'local.json')
  const reread = () => JSON.parse(readFileSync(localFile, 'utf8')) as LocalFile
  const local = reread()
  return {
    local,
    recipes: recipesOf(local),
    reread,
    async stop() {
      child.kill('SIGTERM')
      await ended
      log.end()
    },
  }
}

/** Each process once, with the command and the environment that it was started with. */
function recipesOf({ pids }: LocalFile): Recipe[] {
  const services = Object.entries(pids).filter(([name]) => !servers.includes(name))
  const byPid = Map.groupBy(services, ([, pid]) => pid)
  return [...byPid].map(([pid, named]) => {
    const partsOf = (file: string) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8')
        .split('\0')
        .filter((part) => part !== '')
    const env = partsOf('environ').map(
      (pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const,
    )
    return {
      name: named.length > 1 ? 'core' : (named[0]?.[0] ?? 'service'),
      command: partsOf('cmdline'),
      env: Object.fromEntries(env),
    }
  })
}

/** A process of services of the previous release beside those of another; started again when it was killed. */
export type Beside = { readonly name: string; kill(): Promise<void>; stop(): Promise<void> }

/** Runs a recipe against the servers of another start: on the bus and the ports that this one has. */
export async function runBeside(
  { name, command, env }: Recipe,
  { natsUrl, publicPort, home }: { natsUrl: string; publicPort: number; home: string },
): Promise<Beside> {
  const changed = Object.fromEntries(
    Object.entries(env).map(([variable, value]) => {
      if (variable.endsWith('NATS_URL')) return [variable, natsUrl]
      if (variable.endsWith('OUTTURN_INTERNAL_PORT')) return [variable, '0']
      if (variable.endsWith('OUTTURN_HTTP_PORT')) return [variable, String(publicPort)]
      return [variable, value]
    }),
  )
  const [file = '', ...args] = command
  let child: ChildProcess
  let isStopping = false
  const log = createWriteStream(join(home, 'logs', `previous-${name}.log`), { flags: 'a' })
  function launch(): void {
    child = spawn(file, args, { env: changed, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    child.once('exit', () => {
      if (!isStopping) setTimeout(launch, 100)
    })
  }
  launch()
  return {
    name,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      isStopping = true
      const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve()
      child.kill('SIGTERM')
      await ended
      log.end()
    },
  }
}
