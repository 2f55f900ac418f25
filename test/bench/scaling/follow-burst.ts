import { setTimeout as sleep } from 'node:timers/promises'
import { look, lookEverySeconds, startedAutoscaler } from '@outturn/model/autoscaler'
import type { Scaling, ScalingTrigger } from '@outturn/model'
import { comparedRows } from '../measurement/comparison.ts'
import { deliveryBody, heavyDeliveryBody } from '../load/delivery.ts'
import type { Load, LoadGenerator, LoadOrder } from '../load/load.ts'

export type BurstOptions = {
  readonly scaling: Scaling
  /** Starts or ends processes; settles when they work or have ended. */
  resize(count: number): Promise<void>
  readonly load: LoadGenerator
  readonly monitorUrl: string
  readonly url: string
  /** Headers of the accounts that send. */
  readonly keys: readonly Record<string, string>[]
  /** Seconds of the autoscaler in one second. */
  readonly speed: number
  readonly burstMs: number
}

/** What the autoscaler saw and wanted at one look; seconds of the autoscaler since the burst began. */
export type SeenLook = { readonly at: number; readonly lag: number; readonly wanted: number }

export type Burst = {
  readonly scaling: Scaling
  readonly looks: readonly SeenLook[]
  /** When the burst ended, on the clock of the looks. */
  readonly endedAt: number
  readonly large: Load
  /** Small requests while processes were ended. */
  readonly small: Load
}

const largeInFlightOfEach = 4
const smallPerS = 5
/** How long after the burst it is waited for, seconds of the autoscaler. */
const longestRestSeconds = 900

/** Sends large runs of several accounts for a while, then small ones until as few processes run as at first. */
export async function followBurst(options: BurstOptions): Promise<Burst> {
  const { scaling, load, speed } = options
  const startedAt = performance.now()
  const clock = () => ((performance.now() - startedAt) / 1_000) * speed
  const looks: SeenLook[] = []
  const stopping = new AbortController()
  const looking = keepLooking(options, clock, stopping.signal, (seen) => void looks.push(seen))
  try {
    const large = await load.run(largeRuns(options))
    const endedAt = clock()
    const small = emptyLoad()
    while (isAboveLeast(looks, scaling) && clock() < endedAt + longestRestSeconds) {
      append(small, await load.run(smallRuns(options, 2_000)))
    }
    return { scaling, looks, endedAt, large, small }
  } finally {
    stopping.abort()
    await looking
  }
}

async function keepLooking(
  { scaling, resize, monitorUrl, speed }: BurstOptions,
  clock: () => number,
  signal: AbortSignal,
  saw: (seen: SeenLook) => void,
): Promise<void> {
  let state = startedAutoscaler(scaling)
  let resizing: Promise<void> = Promise.resolve()
  const untilNext = () =>
    sleep((lookEverySeconds * 1_000) / speed, undefined, { signal }).catch(() => undefined)
  for (await untilNext(); !signal.aborted; await untilNext()) {
    const readings = await readLags(monitorUrl, scaling.triggers)
    state = look(scaling, state, { at: clock(), ready: state.replicas, readings })
    saw({
      at: clock(),
      lag: readings.reduce((sum, { value }) => sum + (value ?? 0), 0),
      wanted: state.replicas,
    })
    const { replicas } = state
    resizing = resizing.then(() => resize(replicas))
  }
  await resizing
}

type StreamDetail = {
  name: string
  consumer_detail?: { name: string; num_pending: number; num_ack_pending: number }[]
}

/** As the scaler of KEDA reads them. */
async function readLags(monitorUrl: string, triggers: readonly ScalingTrigger[]) {
  const response = await fetch(`${monitorUrl}/jsz?acc=$G&consumers=true&config=true`)
  const { account_details: accounts } = (await response.json()) as {
    account_details: { stream_detail: StreamDetail[] }[]
  }
  const streams = accounts.flatMap(({ stream_detail: details }) => details)
  return triggers.map((trigger) => {
    const consumer =
      trigger.type === 'lag'
        ? streams
            .find(({ name }) => name === trigger.stream)
            ?.consumer_detail?.find(({ name }) => name === trigger.consumer)
        : undefined
    return {
      trigger,
      value: consumer === undefined ? null : consumer.num_pending + consumer.num_ack_pending,
    }
  })
}

function isAboveLeast(looks: readonly SeenLook[], { minReplicas }: Scaling): boolean {
  return (looks.at(-1)?.wanted ?? minReplicas) > minReplicas
}

function largeRuns({ url, keys, burstMs }: BurstOptions): LoadOrder {
  const body = heavyDeliveryBody()
  return {
    requests: keys.map((headers) => ({ method: 'POST', url, headers, body })),
    inFlight: largeInFlightOfEach * keys.length,
    durationMs: burstMs,
    success: 201,
    repeats: true,
  }
}

function smallRuns({ url, keys }: BurstOptions, durationMs: number): LoadOrder {
  const body = deliveryBody(comparedRows)
  return {
    requests: keys.map((headers) => ({ method: 'POST', url, headers, body })),
    inFlight: 64,
    arrivalsPerS: smallPerS,
    durationMs,
    success: 201,
    repeats: true,
  }
}

function emptyLoad(): Load {
  return { latenciesMs: [], elapsedMs: 0, failures: 0, answers: [] }
}

function append(all: Load, one: Load): void {
  all.latenciesMs.push(...one.latenciesMs)
  all.elapsedMs += one.elapsedMs
  all.failures += one.failures
  if (one.firstFailure !== undefined) all.firstFailure ??= one.firstFailure
}
