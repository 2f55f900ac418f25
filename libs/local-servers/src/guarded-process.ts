import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { platform } from 'node:process'
import type { Readable } from 'node:stream'

/** A server that ends with this process, however this process ends. */
export interface GuardedProcess {
  /** Process id of the server itself. */
  readonly pid: number
  /** Settles when the server has ended. */
  readonly exited: Promise<{ code: number | null }>
  readonly isRunning: boolean
  /** Asks the server to end and waits; after `graceMs` it is killed. */
  stop(graceMs?: number): Promise<void>
  /** Ends the server at once, as a crash would, and waits for it. */
  kill(): Promise<void>
}

export interface GuardedCommand {
  file: string
  args: string[]
  /** File that receives the server's output; appended to. */
  logFile: string
  /** Signal that ends the server in good order. */
  stopSignal: 'SIGINT' | 'SIGTERM'
  env?: NodeJS.ProcessEnv
  /** Account to run under; only root may choose. */
  account?: { uid: number; gid: number }
}

// The guard is a shell between us and the server. Its standard input is a pipe that only we hold open: when we end, even
// by SIGKILL, the read returns and the server is told to stop.
const guard = `
exec 5<&0 </dev/null
stop=$1; shift
"$@" 3>&- 5<&- &
server=$!
echo "$server" >&3
exec 3>&-
( read -r _ <&5; kill -s "$stop" "$server" ) >/dev/null 2>&1 &
watcher=$!
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`

/**
 * Starts a program in a process group of its own, so that a terminal's Ctrl-C reaches us alone and we choose the order in which things stop.
 * On Linux the session stays ours: the threads of a session share one part of the processor (sched(7), autogroup), and in one of its own
 * the low priority of a thread for large work would count for nothing beside the other processes. `timeout 0` runs it without a limit.
 */
const ownGroup =
  platform === 'linux'
    ? { prefix: ['timeout', '0', '/bin/sh'], options: {} }
    : { prefix: ['/bin/sh'], options: { detached: true } }

/** Starts a server that is stopped when this process ends, in good order or not. */
export async function startGuarded(command: GuardedCommand): Promise<GuardedProcess> {
  const log = openSync(command.logFile, 'a', 0o600)
  const stopName = command.stopSignal.slice('SIG'.length)
  const [program = '', ...before] = ownGroup.prefix
  const child = spawn(program, [...before, '-c', guard, 'guard', stopName, command.file, ...command.args], {
    cwd: '/',
    ...ownGroup.options,
    env: command.env ?? process.env,
    stdio: ['pipe', log, log, 'pipe'],
    ...command.account,
  })
  closeSync(log)
  const exited = once(child, 'exit').then(([code]) => ({ code: code as number | null }))
  const pid = await serverPid(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid,
    exited,
    get isRunning() {
      return isRunning()
    },
    async stop(graceMs = 10_000) {
      // Once it has ended its process id may belong to another program.
      if (!isRunning()) return
      signalProcess(pid, command.stopSignal)
      const killer = setTimeout(() => signalProcess(pid, 'SIGKILL'), graceMs)
      await exited
      clearTimeout(killer)
    },
    async kill() {
      if (!isRunning()) return
      signalProcess(pid, 'SIGKILL')
      await exited
    },
  }
}

async function serverPid(child: ChildProcess): Promise<number> {
  let text = ''
  for await (const part of child.stdio[3] as Readable) {
    text += String(part)
    if (text.endsWith('\n')) break
  }
  const pid = Number.parseInt(text, 10)
  if (!Number.isInteger(pid)) throw new Error(`the server's shell did not report a process id: ${text}`)
  return pid
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: it has already ended, which is what a signal is for.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
