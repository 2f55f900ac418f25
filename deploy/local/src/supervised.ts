import { setTimeout as sleep } from 'node:timers/promises'

/** One run of a program. */
export interface Run {
  readonly pid: number
  readonly exited: Promise<{ code: number | null }>
  stop(graceMs?: number): Promise<void>
}

/** A program that is started again when it ends by itself. */
export interface Supervised {
  readonly name: string
  /** Of the run in progress, or of the last one. */
  readonly pid: number
  /** How often it has ended by itself. */
  readonly endings: number
  stop(graceMs?: number): Promise<void>
}

export interface SupervisedProgram {
  name: string
  start(): Promise<Run>
  /** Told when it has ended by itself and before it is started again. */
  onEnd?(code: number | null, delayMs: number): void
  /** Told after each further start, when the program is up again. */
  onRestart?(): Promise<void>
}

const firstDelayMs = 100
const longestDelayMs = 5_000
/** A program that ran this long has recovered: its next restart is quick again. */
const steadyMs = 30_000

/** Starts a program and keeps it running; throws when the first start does. */
export async function supervise(program: SupervisedProgram): Promise<Supervised> {
  const stopping = new AbortController()
  let run = await program.start()
  let endings = 0

  async function keepRunning(): Promise<void> {
    let delayMs = firstDelayMs
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      const { code } = await run.exited
      if (stopping.signal.aborted) return
      endings += 1
      delayMs = Date.now() - startedAt > steadyMs ? firstDelayMs : delayMs
      program.onEnd?.(code, delayMs)
      await startAgain(delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }

  /** A start that fails, such as on a port not free yet, is tried again. */
  async function startAgain(firstWaitMs: number): Promise<void> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestDelayMs)) {
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      const next = await program.start().catch(() => undefined)
      if (next === undefined) continue
      run = next
      await program.onRestart?.()
      return
    }
  }

  const watching = keepRunning()
  return {
    name: program.name,
    get pid() {
      return run.pid
    },
    get endings() {
      return endings
    },
    async stop(graceMs) {
      stopping.abort()
      await run.stop(graceMs)
      await watching
      // A start that was under way when the stop came.
      await run.stop(graceMs)
    },
  }
}
