import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '@outturn/vocabulary'
import { watchBackpressure } from '../telemetry/backpressure.ts'
import { createProcessSubjects, type ProcessSubjects } from '@outturn/messaging'
import { type Clock, systemClock } from '../clock.ts'
import type { commonSettings, frontSettings } from '../config/common-settings.ts'
import type { Config } from '../config/define-config.ts'
import { armFailPoints } from '../fail-point.ts'
import { type Ids, randomIds } from '../ids.ts'
import type { Log } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { type Probes, serveProbes } from '../telemetry/probes.ts'
import type {
  Front,
  FrontContext,
  ServiceDefinition,
  ServiceInstance,
  ServiceShape,
} from './service-definition.ts'
import { startEnvironments } from './start-environments.ts'
import { type ProcessParts, startInstance } from './start-instance.ts'

export type RunningService<I> = {
  readonly instances: Readonly<Partial<Record<Environment, I>>>
  readonly metrics: Metrics
  /** Port of the probes. */
  readonly internalPort: number
  /** Takes nothing new, finishes what is under way and closes everything, in that order. */
  stop(): Promise<void>
}

export type StartOptions = {
  log: Log
  signal?: AbortSignal
  clock?: Clock
  ids?: Ids
  /** What the services of this process serve; without it this service is alone in it. */
  processSubjects?: ProcessSubjects
  /** Whether its metrics tell of the process too; of several services in one process, one does. */
  tellsProcess?: boolean
}

/** Starts every hosted environment of a service in this process, with its probes; `runService` adds the signals. */
export async function startService<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
  config: Config<S>,
  {
    log,
    signal = new AbortController().signal,
    clock = systemClock,
    ids = randomIds,
    processSubjects = createProcessSubjects(),
    tellsProcess = true,
  }: StartOptions,
): Promise<RunningService<I>> {
  const settings = config as Config<typeof commonSettings> & Partial<Config<typeof frontSettings>>
  if (settings.OUTTURN_FAIL_POINTS_DIR !== undefined) armFailPoints(settings.OUTTURN_FAIL_POINTS_DIR)
  await using stops = new AsyncDisposableStack()

  const metrics = createMetrics({
    service: definition.name,
    tellsProcess,
    loopPrecisionMs: settings.OUTTURN_EVENT_LOOP_PRECISION_MS,
  })
  const probes = await serveProbes({
    host: settings.OUTTURN_INTERNAL_HOST,
    port: settings.OUTTURN_INTERNAL_PORT,
    metrics,
  })
  stops.defer(() => probes.close())
  const backpressure = watchBackpressure({ limitMs: settings.OUTTURN_EVENT_LOOP_LIMIT_MS })
  stops.defer(() => backpressure.stop())

  const parts: ProcessParts = {
    log,
    metrics,
    probes,
    clock,
    ids,
    backpressure,
    processSubjects,
    starting: signal,
  }
  const environments = await startEnvironments(settings.ENVIRONMENTS, {
    start: (environment, starting) => startInstance(definition, config, environment, { ...parts, starting }),
    probes,
    metrics,
    log,
    signal,
  })
  stops.defer(() => environments.stop())
  const { instances } = environments

  const front = await definition.front?.({ ...parts, config, instances } satisfies FrontContext<S, I>)
  if (front !== undefined) {
    addReadiness(probes, front.readiness)
    stops.defer(() => front.stop())
    await front.start()
    stops.defer(() => leave(front, settings, log))
  }
  stops.defer(() => probes.markStopping())
  probes.markStarted()
  log.info({ environments: settings.ENVIRONMENTS, internalPort: probes.port }, 'started')

  const started = stops.move()
  return { instances, metrics, internalPort: probes.port, stop: () => started.disposeAsync() }
}

/** Serves on for a while, so that who still sends requests here can find out that this process is not ready. */
async function leave(
  front: Front,
  { OUTTURN_STOP_DELAY_MS: delayMs = 0 }: Partial<Config<typeof frontSettings>>,
  log: Log,
): Promise<void> {
  if (delayMs === 0) return
  front.leave?.()
  log.info({ delayMs }, 'not ready any more, and serving until the delay has passed')
  await pause(delayMs)
}

function addReadiness(probes: Probes, checks: Readonly<Record<string, () => Promise<void>>> = {}): void {
  for (const [name, check] of Object.entries(checks)) probes.addReadiness(name, check)
}
