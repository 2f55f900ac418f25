import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSemaphore, PermitUnavailable, type SemaphoreOptions } from './semaphore.ts'

/** Tasks that end when they are told to, in the order in which they began. */
function openTurns(limit: number, options: SemaphoreOptions = {}) {
  const shares: string[] = []
  const turns = createSemaphore({
    limit,
    order: 'fewest-held',
    ...options,
    onAdmitted: (_, share) => shares.push(share),
  })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () => {
    began.push(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    return promise
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  async function end(name: string): Promise<void> {
    ends.get(name)?.()
    await settled()
  }
  return { turns, began, shares, task, end, settled }
}

test('an account that sends many at once has the place that another asks for as soon as one is free', async () => {
  const { turns, began, task, end, settled } = openTurns(2)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.run(task(name), { key: 'a' })
  void turns.run(task('b1'), { key: 'b' })
  await settled()
  expect(began).toEqual(['a1', 'a2'])
  await end('a1')
  expect(began).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('of a single place accounts take turns too, however many one of them sends', async () => {
  const { turns, began, task, end, settled } = openTurns(1)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.run(task(name), { key: 'a' })
  void turns.run(task('b1'), { key: 'b' })
  void turns.run(task('c1'), { key: 'c' })
  await settled()
  for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name)
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  void turns.run(task('b2'), { key: 'b' })
  await end('a3')
  expect(began.at(-1)).toBe('b2')
})

test.each([10, 1_000])('ten accounts begin within ten turns beside %i tasks of another', async (length) => {
  const places = 2
  const { turns, began, task, end, settled } = openTurns(places)
  for (let n = 0; n < length; n += 1) void turns.run(task(`hostile ${n}`), { key: 'hostile' })
  for (let n = 0; n < 10; n += 1) void turns.run(task(`good ${n}`), { key: `good ${n}` })
  await settled()
  for (let turn = 0; turn < 10; turn += 1) await end(began[turn] as string)
  expect(began.slice(places)).toEqual(Array.from({ length: 10 }, (_, n) => `good ${n}`))
})

test('an account that no other waits beside may have every place', async () => {
  const { turns, began, task, settled } = openTurns(3)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.run(task(name), { key: 'a' })
  await settled()
  expect(began).toEqual(['a1', 'a2', 'a3'])
})

test('the account that holds the fewest is next, also where another was served longer ago', async () => {
  const { turns, began, task, end, settled } = openTurns(4)
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    void turns.run(task(name), { key: name.slice(0, 1) })
  await settled()
  await end('c1')
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
})

test('a task alone begins when the others have ended, and none begins before it has', async () => {
  const { turns, began, task, end, settled } = openTurns(2)
  void turns.run(task('a1'), { key: 'a' })
  void turns.runExclusive(task('alone'))
  void turns.run(task('b1'), { key: 'b' })
  await settled()
  expect(began).toEqual(['a1'])
  await end('a1')
  expect(began).toEqual(['a1', 'alone'])
  await end('alone')
  expect(began).toEqual(['a1', 'alone', 'b1'])
})

test('a task that fails leaves its place', async () => {
  const { turns } = openTurns(1)
  await expect(turns.run(() => Promise.reject(new Error('broken')), { key: 'a' })).rejects.toThrow('broken')
  expect(await turns.run(async () => 'next', { key: 'b' })).toBe('next')
})

test('a wait is that of the account with the most work, or of another', async () => {
  const { turns, shares, task, end, settled } = openTurns(1)
  for (const name of ['a1', 'a2', 'a3']) void turns.run(task(name), { key: 'a' })
  void turns.run(task('b1'), { key: 'b' })
  await settled()
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
  expect(shares).toEqual(['largest', 'other', 'largest', 'largest'])
  // Of two that have as much, neither is the cause of the other's wait.
  void turns.run(task('a4'), { key: 'a' })
  void turns.run(task('b2'), { key: 'b' })
  void turns.run(task('a5'), { key: 'a' })
  await settled()
  await end('a4')
  expect(shares.slice(4)).toEqual(['largest', 'other'])
})

test('an account has no more places than one may, and another has the rest at once', async () => {
  const { turns, began, task, end, settled } = openTurns(3, { limitPerKey: 2 })
  for (const name of ['a1', 'a2', 'a3']) void turns.run(task(name), { key: 'a' })
  await settled()
  expect(began).toEqual(['a1', 'a2'])
  void turns.run(task('b1'), { key: 'b' })
  await settled()
  expect(began).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(began).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(began.at(-1)).toBe('a3')
})

test('a task that is given up while it waits does not begin, and one under way goes on', async () => {
  const { turns, began, task, end, settled } = openTurns(1)
  const stop = new AbortController()
  const underWay = turns.run(task('a1'), { key: 'a', signal: stop.signal })
  const given = turns.run(task('a2'), { key: 'a', signal: stop.signal })
  const other = turns.run(task('b1'), { key: 'b' })
  await settled()
  stop.abort(new Error('given up'))
  await expect(given).rejects.toThrow('given up')
  await expect(turns.run(task('a3'), { key: 'a', signal: stop.signal })).rejects.toThrow('given up')
  await end('a1')
  await underWay
  await end('b1')
  await other
  expect(began).toEqual(['a1', 'b1'])
})

test('what does not fit is named by its limit at once, or at the deadline, and is counted', async () => {
  const permits = createSemaphore({ limit: 3, limitPerKey: 2 })
  const release = permits.tryAcquire({ key: 'a', weight: 2 })
  expect(permits.tryAcquire({ key: 'a' })).toBe('key')
  expect(permits.tryAcquire({ key: 'b', weight: 2 })).toBe('total')
  const late = permits.acquire({ key: 'a', deadline: 0 })
  await expect(late).rejects.toThrow(PermitUnavailable)
  expect(permits.state()).toEqual({ held: 2, waiting: 0, refused: { total: 1, key: 2 } })
  if (typeof release === 'function') release()
  expect(permits.state()).toMatchObject({ held: 0 })
})

test('a light request of a key does not pass a heavy one of the same key that waits', async () => {
  const permits = createSemaphore({ limit: 10, limitPerKey: 4 })
  const release = await permits.acquire({ key: 'a', weight: 3 })
  const order: string[] = []
  const heavy = permits.acquire({ key: 'a', weight: 4 }).then((end) => {
    order.push('heavy')
    end()
  })
  const light = permits.acquire({ key: 'a' }).then(() => order.push('light'))
  const other = permits.acquire({ key: 'b', weight: 4 }).then(() => order.push('other'))
  await other
  release()
  await Promise.all([heavy, light])
  expect(order).toEqual(['other', 'heavy', 'light'])
})

test('a request of weight 1 learns when it would not wait', async () => {
  const permits = createSemaphore({ limit: 1 })
  await permits.whenAvailable()
  const release = await permits.acquire()
  let isAvailable = false
  const available = permits.whenAvailable().then(() => (isAvailable = true))
  const next = permits.acquire()
  release()
  const releaseNext = await next
  expect(isAvailable).toBe(false)
  releaseNext()
  await available
  expect(permits.held()).toBe(0)
})

test('no limit is exceeded and no permit is lost, whatever is acquired, released and given up', async () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    weight: fc.integer({ min: 1, max: 5 }),
    what: fc.constantFrom('acquire' as const, 'try' as const, 'release' as const, 'give up' as const),
  })
  const orders = fc.constantFrom('turns' as const, 'fewest-held' as const)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), orders, async (steps, order) => {
      const permits = createSemaphore({ limit: 7, limitPerKey: 5, order })
      const held: (() => void)[] = []
      const waiting: AbortController[] = []
      for (const { key, weight, what } of steps) {
        if (what === 'acquire') {
          const stop = new AbortController()
          waiting.push(stop)
          const got = permits.acquire({ key, weight, signal: stop.signal })
          void got.then((release) => held.push(release)).catch(() => {})
        } else if (what === 'try') {
          const release = permits.tryAcquire({ key, weight })
          if (typeof release === 'function') held.push(release)
        } else if (what === 'release') held.shift()?.()
        else waiting.shift()?.abort(new Error('given up'))
        await Promise.resolve()
        expect(permits.held()).toBeLessThanOrEqual(7)
        expect(permits.heldBy(key)).toBeLessThanOrEqual(5)
      }
      while (permits.held() > 0 || permits.state().waiting > 0) {
        await new Promise((resolve) => setImmediate(resolve))
        for (const release of held.splice(0)) release()
      }
    }),
    { numRuns: 50 },
  )
})
