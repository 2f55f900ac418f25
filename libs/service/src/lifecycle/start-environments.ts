import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '@outturn/vocabulary'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { NotReady, type Probes } from '../telemetry/probes.ts'
import type { RunningInstance } from './start-instance.ts'

export type EnvironmentStart<I> = {
  start(environment: Environment, starting: AbortSignal): Promise<RunningInstance<I>>
  readonly probes: Probes
  readonly metrics: Metrics
  readonly log: Log
  /** Aborted when the process is told to stop while it still starts. */
  readonly signal: AbortSignal
  readonly pauses?: { readonly headStartMs: number; readonly firstPauseMs: number }
}

export type RunningEnvironments<I> = {
  /** Those that have started; one that starts late is added. */
  readonly instances: Readonly<Partial<Record<Environment, I>>>
  stop(): Promise<void>
}

/** `headStartMs` is how long those that have started wait for the others before they are served alone. */
const usualPauses = { headStartMs: 5_000, firstPauseMs: 1_000 }
const longestPauseMs = 30_000

/**
 * Starts the environments side by side. One that fails or hangs is tried again, says so as `<environment>.start` in
 * readiness, and never stops another; when none starts, this rejects with the reason of the first.
 */
export async function startEnvironments<I>(
  environments: readonly Environment[],
  { start, probes, metrics, log, signal, pauses = usualPauses }: EnvironmentStart<I>,
): Promise<RunningEnvironments<I>> {
  const running = new Map<Environment, RunningInstance<I>>()
  const instances: Partial<Record<Environment, I>> = {}
  const stopping = new AbortController()
  const starting = AbortSignal.any([signal, stopping.signal])

  async function attempt(environment: Environment): Promise<void> {
    const started = await start(environment, starting)
    running.set(environment, started)
    instances[environment] = started.instance
    probes.addReadiness(`${environment}.start`, async () => {})
  }

  async function keepTrying(environment: Environment): Promise<void> {
    for (
      let pauseMs = pauses.firstPauseMs;
      !starting.aborted;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    ) {
      await pause(pauseMs, undefined, { signal: starting }).catch(() => {})
      if (starting.aborted) return
      try {
        return await attempt(environment)
      } catch (error) {
        noteFailure(environment, error)
      }
    }
  }

  /** From now on readiness says that it failed, and not only that it takes its time. */
  function noteFailure(environment: Environment, error: unknown): void {
    if (starting.aborted) return
    log.error({ err: error, environment }, 'the environment does not start')
    const problem = `${environment} does not start, and is tried again.`
    const advice = 'read the log of this process and fix what it says'
    probes.addReadiness(`${environment}.start`, () => Promise.reject(new NotReady(problem, advice)))
  }

  const stopObserving = metrics.observe({
    name: 'environment_started',
    help: '1 once the environment has started in this process, 0 while it has not.',
    kind: 'gauge',
    labels: ['environment'],
    read: () =>
      environments.map((environment) => ({
        labels: { environment },
        value: running.has(environment) ? 1 : 0,
      })),
  })
  for (const environment of environments) {
    probes.addReadiness(`${environment}.start`, () => Promise.reject(new Error('it has not started')))
  }
  const attempts = environments.map((environment) => attempt(environment))
  const settled = Promise.allSettled(attempts)
  await Promise.race([settled, headStart(attempts, pauses.headStartMs)])
  if (running.size === 0) await Promise.all(attempts)
  const late = environments.map((environment, index) =>
    (attempts[index] as Promise<void>).catch((error: unknown) => {
      noteFailure(environment, error)
      return keepTrying(environment)
    }),
  )
  return {
    instances,
    async stop() {
      stopping.abort(new Error('stopped'))
      await Promise.all(late)
      stopObserving()
      await stopAll(running)
    },
  }
}

/** The environments drain side by side, so that a stop takes as long as the slower one. */
async function stopAll<I>(running: ReadonlyMap<Environment, RunningInstance<I>>): Promise<void> {
  await Promise.all([...running.values()].map(({ stop }) => stop()))
}

/** Settles some time after the first has started; not before the others have ended when none does. */
async function headStart(attempts: readonly Promise<void>[], waitMs: number): Promise<void> {
  await Promise.any(attempts).catch(() => undefined)
  await pause(waitMs, undefined, { ref: false })
}
