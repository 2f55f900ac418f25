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
  /** Ends the run in progress, so that the next one begins. */
  restart(graceMs?: number): Promise<void>
  stop(graceMs?: number): Promise<void>
}

export interface SupervisedProgram {
  name: string
  start(): Promise<Run>
  /** File with its output, which the operator is pointed to. */
  logFile: string
  /** Tells the operator that it ended, or that it or a listener failed. */
  tell(message: string): void
  /** Called after each further start, when the program runs again; a failure of it is told and ends nothing. */
  onRestart(): Promise<void>
}

const firstDelayMs = 100
const longestDelayMs = 5_000
/** A program that ran this long has recovered: its next restart is quick again. */
const steadyMs = 2_000

/** Starts a program and keeps it running; throws when the first start does. */
export async function supervise(program: SupervisedProgram): Promise<Supervised> {
  const { name, logFile, tell } = program
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
      tell(`${name} ended with code ${code ?? 'none'} and starts again in ${delayMs} ms; see ${logFile}`)
      await startAgain(delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }

  /** A start that fails, such as on a port not free yet, is tried again. */
  async function startAgain(firstWaitMs: number): Promise<void> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestDelayMs)) {
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        run = await program.start()
      } catch (error) {
        tell(`${name} cannot be started and is tried again: ${(error as Error).message}`)
        continue
      }
      await program
        .onRestart()
        .catch((error: unknown) =>
          tell(`${name} runs again, but its restart could not be recorded: ${(error as Error).message}`),
        )
      return
    }
  }

  const watching = keepRunning()
  return {
    name,
    get pid() {
      return run.pid
    },
    get endings() {
      return endings
    },
    restart: (graceMs) => run.stop(graceMs),
    async stop(graceMs) {
      stopping.abort()
      await run.stop(graceMs)
      await watching
      // A start that was under way when the stop came.
      await run.stop(graceMs)
    },
  }
}
