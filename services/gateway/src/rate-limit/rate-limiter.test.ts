import fc from 'fast-check'
import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import type { RateDemand } from '../store/rate-store.ts'
import { localLimiter, sharedLimiter } from './rate-limiter.ts'
import { type Allowance, aheadMs, type SlidingLog, takeFromLog, windowMs } from './sliding-log.ts'

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
      for (const { caller, ...demand } of demands) {
        const { log, allowance } = takeFromLog(logs.get(caller) ?? [], { ...demand, now })
        logs.set(caller, log)
        taken.set(caller, allowance)
      }
      return taken
    },
  }
}

const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function limiterOver(store: ReturnType<typeof memoryStore>, fallback = false, partAhead?: number) {
  return sharedLimiter({
    ...(partAhead === undefined ? {} : { partAhead }),
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

test('a larger quota serves a caller that was exhausted at once', async () => {
  const limit = limiterOver(memoryStore())
  const granted = async (quota: number) => (await limit('a', quota)).granted
  expect([await granted(1), await granted(1), await granted(1)]).toEqual([true, false, false])
  expect([await granted(3), await granted(3), await granted(3)]).toEqual([true, true, false])
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

test('a request that is given back is left again, also to a caller that had none left', async () => {
  const store = memoryStore()
  for (const limit of [limiterOver(store), localLimiter({ nowMs: store.now })]) {
    const first = await limit('a', 2)
    store.pass(1_500)
    const second = await limit('a', 2)
    expect((await limit('a', 2)).granted).toBe(false)
    // The next request waits for what is on its way, and nothing is given back twice.
    void second.release?.()
    void first.release?.()
    const again = [await limit('a', 2), await limit('a', 2), await limit('a', 2)]
    expect(again.map(({ granted, remaining }) => [granted, remaining])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
    ])
    store.pass(2 * windowMs)
  }
})

test('a request that was granted ahead is given back too', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  for (let n = 0; n < 20; n += 1) await (await limit('a', 100_000)).release?.()
  expect(store.asked.flat().some(({ ahead }) => ahead > 0)).toBe(true)
  expect((await limit('a', 100_000, { counts: false })).remaining).toBe(100_000)
})

test('what cannot be given back stays counted and holds no one up', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  const { release } = await limit('a', 2)
  store.fail(down)
  await release?.()
  store.fail(null)
  expect(await limit('a', 2)).toMatchObject({ granted: true, remaining: 0 })
})

test('a busy caller of a large quota asks the store ten times a second, and is told what is left at every request', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  const remaining: number[] = []
  for (let n = 0; n < 200; n += 1) {
    remaining.push((await limit('a', 100_000)).remaining)
    store.pass(10)
  }
  expect(store.asked.length).toBeLessThanOrEqual(2 * 10 + 5)
  expect(remaining).toEqual(Array.from({ length: 200 }, (_, n) => 99_999 - n))
})

test('a caller of a small quota, and one that comes seldom, is granted nothing ahead', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  for (let n = 0; n < 50; n += 1) {
    await limit('small', 999)
    if (n % 10 === 0) await limit('seldom', 100_000)
    store.pass(50)
  }
  expect(store.asked.flat().every(({ ahead }) => ahead === 0)).toBe(true)
})

test('where a caller stands leaves out nothing that was granted ahead', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  for (let n = 0; n < 20; n += 1) await limit('a', 100_000)
  expect(store.asked.flat().some(({ ahead }) => ahead > 0)).toBe(true)
  expect((await limit('a', 100_000, { counts: false })).remaining).toBe(100_000 - 20)
})

test('what was granted ahead is used for a tenth of a second after the question, and then asked for again', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  for (let n = 0; n < 8; n += 1) await limit('a', 100_000)
  const asked = store.asked.length
  store.pass(aheadMs - 1)
  await limit('a', 100_000)
  expect(store.asked).toHaveLength(asked)
  store.pass(1)
  await limit('a', 100_000)
  expect(store.asked).toHaveLength(asked + 1)
})

test('what is given back is given back once, even where the store did not answer', async () => {
  const store = memoryStore()
  const limit = limiterOver(store)
  for (let n = 0; n < 8; n += 1) await limit('a', 100_000)
  store.pass(aheadMs)
  store.fail(down)
  await expect(limit('a', 100_000)).rejects.toBeInstanceOf(Refusal)
  expect(store.asked.at(-1)?.[0]?.unused?.count).toBeGreaterThan(0)
  store.fail(null)
  expect((await limit('a', 100_000)).granted).toBe(true)
  expect(store.asked.at(-1)?.[0]?.unused).toBeNull()
})

/** Requests of one caller over some replicas: when each was granted or refused. */
async function drive(
  quota: number,
  steps: readonly { gap: number; replica: number; together: number }[],
  replicas: number,
) {
  const store = memoryStore()
  const limiters = Array.from({ length: replicas }, () => limiterOver(store, false, 1 / 4))
  const grantedAt: number[] = []
  const refusedAt: number[] = []
  for (const { gap, replica, together } of steps) {
    store.pass(gap)
    const limit = limiters[replica % replicas] as (typeof limiters)[number]
    const decisions = await Promise.all(Array.from({ length: together }, () => limit('a', quota)))
    for (const { granted } of decisions) (granted ? grantedAt : refusedAt).push(store.now())
  }
  return { grantedAt, refusedAt }
}

const arrivals = fc.array(
  fc.record({
    gap: fc.oneof(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom(0, aheadMs - 1, aheadMs, windowMs - aheadMs + 1, windowMs),
    ),
    replica: fc.nat({ max: 2 }),
    together: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 60 },
)

test('with grants ahead, over any replicas, no 60 seconds ever hold more than the quota', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4, max: 24 }),
      arrivals,
      fc.constantFrom(1, 3),
      async (quota, steps, replicas) => {
        const { grantedAt } = await drive(quota, steps, replicas)
        for (const at of grantedAt) {
          expect(
            grantedAt.filter((other) => other > at - windowMs && other <= at).length,
          ).toBeLessThanOrEqual(quota)
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('with grants ahead, one process refuses no caller that has not had its quota', async () => {
  // A second leaves the window when its latest request does, and what is granted ahead counts as used at the last moment.
  const longest = windowMs + 1_000 + aheadMs
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 4, max: 24 }), arrivals, async (quota, steps) => {
      const { grantedAt, refusedAt } = await drive(quota, steps, 1)
      for (const at of refusedAt) {
        const had = grantedAt.filter((other) => other > at - longest && other <= at).length
        expect(had).toBeGreaterThanOrEqual(quota)
      }
    }),
    { numRuns: 400 },
  )
})
