import { commonSettings, databaseSettings } from '@outturn/service'
import { environments } from '@outturn/vocabulary'
import { describe, expect, test } from 'vitest'
import { deployedServers } from '../processes.ts'
import { type AutoscalerState, look, lookEverySeconds, startedAutoscaler } from './autoscaler.ts'
import { postgresConnections } from './connections.ts'
import { burst } from './recorded-burst.fixture.ts'
import { type Scaling, type ScalingTrigger, scalings } from './scaling.ts'

const verification = scalings.find(({ server }) => server === 'verification') as Scaling
const lagOf = (consumer: string): ScalingTrigger =>
  verification.triggers.find(
    (trigger) =>
      trigger.type === 'lag' && trigger.environment === 'production' && trigger.consumer === consumer,
  ) as ScalingTrigger
const cpu = verification.triggers.find(({ type }) => type === 'cpu') as ScalingTrigger

/** Every trigger reads what rests, but the named ones. */
function readings(values: ReadonlyMap<ScalingTrigger, number | null>) {
  return verification.triggers.map((trigger) => ({
    trigger,
    value: values.has(trigger) ? (values.get(trigger) as number | null) : 0,
  }))
}

type Played = { scaling?: Scaling; state?: AutoscalerState; from?: number }

/** The state after looks at the same readings, the first at `from`. */
function after(
  looks: number,
  values: ReadonlyMap<ScalingTrigger, number | null>,
  { scaling = verification, state = startedAutoscaler(scaling), from = 0 }: Played = {},
): AutoscalerState {
  return Array.from({ length: looks }, (_, index) => from + index * lookEverySeconds).reduce(
    (now, at) => look(scaling, now, { at, ready: now.replicas, readings: readings(values) }),
    state,
  )
}

/** A queue of runs, each of which a process takes alone, under the autoscaler: what it did at each second. */
function play(arrivals: readonly number[], { phase, seconds }: { phase: number; seconds: number }) {
  const heavy = lagOf('verification_run-heavy')
  let state = startedAutoscaler(verification)
  let waiting = 0
  const replicas: number[] = []
  const lags: number[] = []
  const startedAt: number[] = Array.from({ length: state.replicas }, () => -burst.startSeconds)
  for (let at = 0; at < seconds; at += 1) {
    const ready = startedAt.filter((start) => at - start >= burst.startSeconds).length
    waiting = Math.max(0, waiting + (arrivals[at] ?? 0) - ready / burst.runSeconds)
    const lag = Math.ceil(waiting)
    if (at % lookEverySeconds === phase) {
      const used = lag === 0 ? 10 : 95
      state = look(verification, state, {
        at,
        ready,
        readings: readings(
          new Map([
            [heavy, lag],
            [cpu, used],
          ]),
        ),
      })
      while (startedAt.length < state.replicas) startedAt.push(at)
      startedAt.length = state.replicas
    }
    replicas.push(state.replicas)
    lags.push(lag)
  }
  return { replicas, lags }
}

describe('a recorded burst of large runs', () => {
  const phases = Array.from({ length: lookEverySeconds }, (_, phase) => phase)
  const played = phases.map((phase) => play(burst.arrivals, { phase, seconds: 3_600 }))
  const beginsAt = burst.arrivals.findIndex((count) => count > 0)

  test('more processes are wanted within 15 s of its first run, whenever the autoscaler looks', () => {
    for (const { replicas } of played)
      expect(replicas[beginsAt + 15]).toBeGreaterThan(verification.minReplicas)
  })

  test('within 10 minutes of its last run no more processes run than at rest', () => {
    for (const { replicas, lags } of played) {
      expect(Math.max(...replicas)).toBe(verification.maxReplicas)
      const doneAt = lags.findLastIndex((lag) => lag > 0) + 1
      expect(replicas[doneAt + 600]).toBe(verification.minReplicas)
    }
  })

  test('no process is stopped while five minutes have wanted it', () => {
    for (const { replicas, lags } of played) {
      const doneAt = lags.findLastIndex((lag) => lag > 0)
      expect(Math.min(...replicas.slice(replicas.indexOf(verification.maxReplicas), doneAt + 285))).toBe(
        verification.maxReplicas,
      )
    }
  })
})

describe('what the autoscaler wants', () => {
  const heavy = lagOf('verification_run-heavy')
  const light = lagOf('verification_run')

  test('a lag is divided by its threshold and rounded up; of several triggers the highest counts', () => {
    expect(after(1, new Map([[heavy, 7]])).replicas).toBe(4)
    expect(
      after(
        1,
        new Map([
          [heavy, 7],
          [light, 41],
        ]),
      ).replicas,
    ).toBe(6)
    expect(
      after(
        1,
        new Map([
          [heavy, 7],
          [cpu, 180],
        ]),
      ).replicas,
    ).toBe(6)
  })

  test('a tenth more or less than wanted changes nothing', () => {
    expect(after(1, new Map([[cpu, 65]])).replicas).toBe(2)
    expect(after(1, new Map([[cpu, 67]])).replicas).toBe(3)
    const four = after(1, new Map([[heavy, 8]]))
    expect(after(30, new Map([[light, 29]]), { state: four, from: 15 }).replicas).toBe(4)
  })

  test('it doubles or adds four in 15 s, whichever is more, up to its bound', () => {
    const all = new Map([[heavy, 1_000]])
    expect([1, 2, 3].map((looks) => after(looks, all).replicas)).toEqual([6, 10, 10])
  })

  test('a process that has not started does not have further ones started for it', () => {
    const six = after(1, new Map([[heavy, 12]]))
    const values = new Map([[cpu, 100]])
    const next = look(verification, six, { at: 15, ready: 2, readings: readings(values) })
    expect(next.wishes.at(-1)?.replicas).toBe(6)
  })

  test('a lag that cannot be read scales nothing down', () => {
    const { fallback: _, ...withoutFallback } = verification
    const six = after(1, new Map([[heavy, 12]]))
    const unread = new Map<ScalingTrigger, number | null>([[heavy, null]])
    for (const scaling of [verification, withoutFallback]) {
      expect(after(60, unread, { scaling, state: six, from: 15 }).replicas).toBe(6)
    }
    const busy = new Map([...unread, [cpu, 90]] as const)
    expect(after(1, busy, { state: six, from: 15 }).replicas).toBe(9)
  })

  test('a lag that could not be read three times counts as the number of the fallback, where fewer run', () => {
    const unread = new Map<ScalingTrigger, number | null>([[heavy, null]])
    const fallback = { failureThreshold: 3, replicas: 5, behavior: 'currentReplicasIfHigher' } as const
    const scaling = { ...verification, fallback }
    expect([2, 3].map((looks) => after(looks, unread, { scaling }).replicas)).toEqual([2, 5])
  })
})

test('every server has one scaling within bounds, none of them down to nothing', () => {
  expect(scalings.map(({ server }) => server)).toEqual(deployedServers.map(({ name }) => name))
  for (const { minReplicas, maxReplicas, triggers, fallback } of scalings) {
    expect(minReplicas).toBeGreaterThan(0)
    expect(maxReplicas > minReplicas).toBe(triggers.length > 0)
    // KEDA refuses a fallback where no trigger reads a value of its own.
    expect(fallback !== undefined).toBe(triggers.some(({ type }) => type === 'lag'))
  }
})

test('connections are counted as the services open them', () => {
  const poolMax = databaseSettings.OUTTURN_POOL_MAX.parse(undefined)
  expect(commonSettings.ENVIRONMENTS.parse(undefined)).toEqual([...environments])
  expect(postgresConnections(() => 1)).toBe(7 * environments.length * poolMax + 4 + 20)
  expect(postgresConnections((server) => (server === 'fetcher' ? 100 : 2), { environmentCount: 1 })).toBe(
    7 * 2 * poolMax + 2 * 4 + 20,
  )
})
