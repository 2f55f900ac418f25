import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { type Probes, serveProbes } from '../telemetry/probes.ts'
import { type EnvironmentStart, startEnvironments } from './start-environments.ts'

let probes: Probes
let metrics: Metrics
beforeEach(async () => {
  metrics = createMetrics({ service: 'spool' })
  probes = await serveProbes({ host: '127.0.0.1', port: 0, metrics })
  probes.markStarted()
})
afterEach(() => probes.close())

const stopped: string[] = []
beforeEach(() => void stopped.splice(0))

/** Starts both environments as `outcomeOf` says, each call one attempt. */
function startBoth(
  outcomeOf: (environment: string, starting: AbortSignal) => Promise<void>,
  how: Partial<EnvironmentStart<string>> = {},
) {
  return startEnvironments(['production', 'demo'], {
    async start(environment, starting) {
      await outcomeOf(environment, starting)
      return { instance: environment, stop: async () => void stopped.push(environment) }
    },
    probes,
    metrics,
    log: createLog('test', { level: 'silent' }),
    signal: new AbortController().signal,
    pauses: { headStartMs: 1, firstPauseMs: 1 },
    ...how,
  })
}

/** What an alert sees of each environment. */
async function startedIn(environment: string): Promise<string | undefined> {
  const { body } = await metrics.expose()
  const line = body
    .split('\n')
    .find((each) => each.startsWith('outturn_environment_started') && each.includes(`"${environment}"`))
  return line?.split(' ').at(-1)
}

async function failing(): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${probes.port}/readyz`)
  return ((await response.json()) as { failing: string[] }).failing
}

test('an environment that fails to start leaves the other running, and joins it when it can', async () => {
  let isBroken = true
  const environments = await startBoth(async (environment) => {
    if (environment === 'demo' && isBroken) throw new Error('a key file cannot be read')
  })
  expect(Object.keys(environments.instances)).toEqual(['production'])
  expect(await failing()).toEqual(['demo.start'])
  expect([await startedIn('production'), await startedIn('demo')]).toEqual(['1', '0'])
  isBroken = false
  await expect.poll(() => Object.keys(environments.instances)).toEqual(['production', 'demo'])
  expect(await failing()).toEqual([])
  expect(await startedIn('demo')).toBe('1')
  await environments.stop()
  expect(stopped.toSorted()).toEqual(['demo', 'production'])
})

test('an environment that hangs holds the other up for a moment only, and ends with the stop', async () => {
  const environments = await startBoth(
    (environment, starting) =>
      new Promise((resolve, reject) => {
        if (environment === 'production') resolve()
        starting.addEventListener('abort', () => reject(new Error('told to stop')))
      }),
  )
  expect(Object.keys(environments.instances)).toEqual(['production'])
  await environments.stop()
  expect(stopped).toEqual(['production'])
})

test('when none starts, the start fails with the reason of the first', async () => {
  await expect(startBoth((environment) => Promise.reject(new Error(environment)))).rejects.toThrow(
    'production',
  )
})
