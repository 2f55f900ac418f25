import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Environment, environments } from '@outturn/vocabulary'
import { configFor, createLog, createMetrics, randomIds, readConfig, systemClock } from '@outturn/service'
import { expect, test } from 'vitest'
import { verificationConfig } from './config.ts'
import { verificationService } from './service.ts'

/** How many threads an environment starts before it has a run. */
async function threadsOf(environment: Environment): Promise<number> {
  let started = 0
  const count = () => (started += 1)
  process.on('worker', count)
  const url = 'postgres://unused@127.0.0.1:1/none'
  const config = readConfig(verificationConfig, {
    ENVIRONMENTS: environments.join(','),
    NATS_URL: 'nats://127.0.0.1:1',
    OUTTURN_NATS_PASSWORD: 'unused, and long',
    OUTTURN_DEMO_NATS_PASSWORD: 'unused, and long',
    DATABASE_URL: url,
    DEMO_DATABASE_URL: url,
  })
  // Nothing is asked of the servers before a command comes.
  const unused = {} as never
  const service = await verificationService.build({
    environment,
    config: configFor(verificationConfig, config, environment),
    bus: unused,
    pool: unused,
    relay: unused,
    log: createLog('verification', { level: 'silent' }),
    metrics: createMetrics({ service: 'verification' }),
    clock: systemClock,
    ids: randomIds,
  })
  // A thread is told of in the next turn.
  await nextTurn()
  process.off('worker', count)
  await service.stop?.()
  return started
}

test('runs of the demonstration have a thread of their own, and those of the other environment are judged in place', async () => {
  expect([await threadsOf('demo'), await threadsOf('production')]).toEqual([1, 0])
})
