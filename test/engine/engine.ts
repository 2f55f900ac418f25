import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { repository } from '../gates/run-program.ts'
import { engineTools } from './debian-tools.ts'

const run = promisify(execFile)
const home = join(repository, '.outturn/engine')

/** A container engine of our own: nothing of the machine's engine, if it has one, is touched. */
export interface Engine {
  /** Environment of programs that speak to it. */
  readonly env: NodeJS.ProcessEnv
  /** Runs `docker` and returns what it prints. */
  docker(...args: readonly string[]): Promise<string>
  stop(): Promise<void>
}

/** An engine does not outlive the program that started it. */
const interruptions: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A build prints hundreds of lines before the one that says why it failed. */
function showLastLines(error: Error & { stdout: string; stderr: string }): never {
  const lines = `${error.stdout}${error.stderr}`.trimEnd().split('\n').slice(-30)
  throw Object.assign(new Error(`${error.message.split('\n')[0]}\n${lines.join('\n')}`), {
    stdout: error.stdout,
    stderr: error.stderr,
  })
}

/**
 * For building, the engine uses the network of the machine, makes no network of its own and changes no rule of the firewall. For running it
 * has bridges and rules, so it belongs into a network namespace of its own.
 */
export type EngineUse = 'build' | 'run'

/** Starts dockerd on a socket of its own. Images are kept in `.outturn/engine` from one run to the next. */
export async function startEngine(use: EngineUse): Promise<Engine> {
  const tools = await engineTools()
  mkdirSync(home, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'outturn-engine-'))
  const socket = `unix://${join(folder, 'docker.sock')}`
  const places = [
    '--data-root',
    join(home, 'data'),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'pid'),
    '--host',
    socket,
  ]
  const limits =
    use === 'build'
      ? ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false']
      : []
  const log = openSync(join(home, 'dockerd.log'), 'a')
  // What it mounts goes with it.
  const daemon = spawn(
    'unshare',
    ['--mount', '--', 'dockerd', ...places, '--storage-driver', 'overlay2', ...limits],
    {
      env: tools,
      stdio: ['ignore', log, log],
    },
  )
  const ended = once(daemon, 'exit')
  const env = { ...tools, DOCKER_HOST: socket, DOCKER_BUILDKIT: '0' }
  const docker = async (...args: readonly string[]) => {
    const { stdout } = await run('docker', args, { env, maxBuffer: 1 << 28 }).catch(showLastLines)
    return stdout.trim()
  }
  const stop = async () => {
    for (const signal of interruptions) process.off(signal, interrupt)
    daemon.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const interrupt = (signal: NodeJS.Signals) =>
    void stop().then(() => process.exit(128 + constants.signals[signal]))
  for (const signal of interruptions) process.once(signal, interrupt)
  for (let tries = 0; ; tries += 1) {
    if (daemon.exitCode !== null)
      throw new Error(`dockerd ended at its start; ${join(home, 'dockerd.log')} says why`)
    try {
      await docker('version')
      return { env, docker, stop }
    } catch (error) {
      if (tries === 120) {
        await stop()
        throw new Error(`dockerd did not answer within a minute; ${join(home, 'dockerd.log')} may say why`, {
          cause: error,
        })
      }
      await sleep(500)
    }
  }
}
