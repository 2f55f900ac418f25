import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import type { RateDemand } from '../store/rate-store.ts'
import { localLimiter, sharedLimiter } from './rate-limiter.ts'
import { type Allowance, type SlidingLog, takeFromLog } from './sliding-log.ts'

/** The rule of the store, in memory: what replicas would share. */
function memoryStore() {
  const logs = new Map<string, SlidingLog>()
  const asked: RateDemand[][] = []
  let now = 1_000_000
  let outage: Error | null = null
  return {
    asked,
    pass: (ms: number) => void (now += ms),
    now: () => now,
    fail: (error: Error | null) => void (outage = error),
    async take(demands: readonly RateDemand[]) {
      asked.push([...demands])
      if (outage !== null) throw outage
      const taken = new Map<string, Allowance>()
      for (const { caller, quota, wanted } of demands) {
        const { log, allowance } = takeFromLog(logs.get(caller) ?? [], { quota, wanted, now })
        logs.set(caller, log)
        taken.set(caller, allowance)
      }
      return taken
    },
  }
}

const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function limiterOver(store: ReturnType<typeof memoryStore>, fallback = false) {
  return sharedLimiter({
    take: store.take,
    fallback: fallback ? localLimiter({ nowMs: store.now }) : null,
    clockMs: store.now,
    onOutage: () => {},
  })
}

test('requests that arrive together are one demand, dealt in order', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  const decisions = await Promise.all(Array.from({ length: 5 }, () => limit('a', 3)))
  expect(decisions.map(({ granted, remaining }) => [granted, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
    [false, 0],
  ])
  expect(store.asked.length).toBeLessThanOrEqual(2)
})

test('callers do not share a quota', async () => {
  const limit = limiterOver(memoryStore())
  const decisions = await Promise.all([limit('a', 1), limit('b', 1), limit('a', 1)])
  expect(decisions.map(({ granted }) => granted)).toEqual([true, true, false])
})

test('an exhausted caller costs no statement until its quota returns, and then is served', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  await limit('a', 1)
  const refused = await limit('a', 1)
  const asked = store.asked.length
  store.pass(refused.resetMs - 1)
  expect(await limit('a', 1)).toEqual({ granted: false, quota: 1, remaining: 0, resetMs: 1 })
  expect(store.asked).toHaveLength(asked)
  store.pass(1)
  expect((await limit('a', 1)).granted).toBe(true)
})

test('without the store and without a fallback requests are refused and told to come back in 30 s', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  store.fail(down)
  const refusal = await limit('a', 3).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'rate_limit_store', retryAfterSeconds: 30 },
  })
  store.fail(null)
  expect((await limit('a', 3)).granted).toBe(true)
})

test('with a fallback the process limits alone while the store is down', async () => {
  const store = memoryStore()
  const limit = limiterOver(store, true)
  store.fail(down)
  const decisions = [await limit('a', 2), await limit('a', 2), await limit('a', 2)]
  expect(decisions.map(({ granted }) => granted)).toEqual([true, true, false])
})

test('a defect of the store is not taken for an outage', async () => {
  const store = memoryStore()
  const limit = limiterOver(store, true)
  store.fail(new TypeError('a defect'))
  await expect(limit('a', 2)).rejects.toThrow('a defect')
})

test('the local limiter forgets the callers it has not seen for longest', async () => {
  const limit = localLimiter({ nowMs: () => 1_000_000, maxCallers: 2 })
  for (const caller of ['a', 'b', 'c']) await limit(caller, 1)
  expect((await limit('c', 1)).granted).toBe(false)
  expect((await limit('a', 1)).granted).toBe(true)
})

test('who only asks where it stands is told, and nothing is counted', async () => {
  const store = memoryStore()
  for (const limit of [limiterOver(store), localLimiter({ nowMs: store.now })]) {
    await limit('a', 3)
    const asked = await Promise.all([1, 2, 3, 4].map(() => limit('a', 3, { counts: false })))
    expect(asked.map(({ granted, remaining }) => [granted, remaining])).toEqual(asked.map(() => [false, 2]))
    expect(await limit('a', 3)).toMatchObject({ granted: true, remaining: 1 })
  }
})
