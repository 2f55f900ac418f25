import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSemaphore, type Semaphore } from '../semaphore.ts'

export type ProcessLimits = {
  /** URL of the program. It reads one task from standard input, writes the result to standard output and ends. */
  readonly program: string
  /** Tasks at once, each in a process of its own. */
  readonly processes: number
  /** Maximum time of one task on the clock. */
  readonly timeMs: number
  /** Maximum resident memory of one process, buffers included. */
  readonly memoryMb: number
  /** Maximum length of one result. */
  readonly outputBytes: number
}

/** A process was ended for the limit that it exceeded, or ended without a result. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
  override readonly cause: 'time' | 'memory' | 'output' | 'crash'

  constructor(cause: ProcessEnded['cause']) {
    super(`The process of the task was ended: ${cause}.`)
    this.cause = cause
  }
}

/** Runs each task in a process of its own, for input that may be hostile. */
export type ProcessPool = {
  /** The permits to run a task; every `run` takes place within one. */
  readonly permits: Semaphore
  run(task: Uint8Array): Promise<Uint8Array>
}

const lookEveryMs = 50
const bytesPerMb = 1_048_576
/** The heap of the process is a part of its memory; the rest is for buffers. */
const heapShare = 3 / 4

/**
 * A process has no environment variables, so no credentials; it may not write files, start processes or threads, or load native code.
 * Its memory is measured where the system tells it (Linux); elsewhere the limit of its heap remains.
 */
export function createProcessPool({ processes, ...limits }: ProcessLimits): ProcessPool {
  return {
    permits: createSemaphore({ limit: processes, order: 'fewest-held' }),
    run: (task) => runProcess(task, limits),
  }
}

async function runProcess(
  task: Uint8Array,
  { program, timeMs, memoryMb, outputBytes }: Omit<ProcessLimits, 'processes'>,
): Promise<Uint8Array> {
  const file = fileURLToPath(program)
  const heapMb = Math.floor(memoryMb * heapShare)
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${heapMb}`,
      ...(extname(file) === '.ts' ? ['--disable-warning=ExperimentalWarning'] : []),
      file,
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let end: ProcessEnded['cause'] = 'crash'
  const stop = (cause: ProcessEnded['cause']) => {
    end = cause
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop('time'), timeMs)
  const look = setInterval(() => {
    void residentBytes(child.pid).then((bytes) => {
      if (bytes > memoryMb * bytesPerMb) stop('memory')
    })
  }, lookEveryMs)
  try {
    return await resultOf(child, task, { outputBytes, stop })
  } catch {
    throw new ProcessEnded(end)
  } finally {
    clearTimeout(timer)
    clearInterval(look)
    child.kill('SIGKILL')
  }
}

type Child = ReturnType<typeof spawn>

function resultOf(
  child: Child,
  task: Uint8Array,
  { outputBytes, stop }: { outputBytes: number; stop: (cause: 'output') => void },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    child.stdout?.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > outputBytes) stop('output')
      else pieces.push(piece)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(pieces))
      else reject(new Error(`the process ended with ${code}`))
    })
    // A process that ends early closes its input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(task)
  })
}

/** Resident memory of a process; 0 where it is not known. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1_024
}
