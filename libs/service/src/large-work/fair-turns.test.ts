import { expect, test } from 'vitest'
import { createFairTurns, type FairTurnsOptions } from './fair-turns.ts'

/** Tasks that end when they are told to, in the order in which they began. */
function openTurns(places: number, options: FairTurnsOptions = {}) {
  const shares: string[] = []
  const turns = createFairTurns(places, { ...options, noteWait: (_, share) => shares.push(share) })
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
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.take('a', task(name))
  void turns.take('b', task('b1'))
  await settled()
  expect(began).toEqual(['a1', 'a2'])
  await end('a1')
  expect(began).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('of a single place accounts take turns too, however many one of them sends', async () => {
  const { turns, began, task, end, settled } = openTurns(1)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.take('a', task(name))
  void turns.take('b', task('b1'))
  void turns.take('c', task('c1'))
  await settled()
  for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name)
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  void turns.take('b', task('b2'))
  await end('a3')
  expect(began.at(-1)).toBe('b2')
})

test.each([10, 1_000])('ten accounts begin within ten turns beside %i tasks of another', async (length) => {
  const places = 2
  const { turns, began, task, end, settled } = openTurns(places)
  for (let n = 0; n < length; n += 1) void turns.take('hostile', task(`hostile ${n}`))
  for (let n = 0; n < 10; n += 1) void turns.take(`good ${n}`, task(`good ${n}`))
  await settled()
  for (let turn = 0; turn < 10; turn += 1) await end(began[turn] as string)
  expect(began.slice(places)).toEqual(Array.from({ length: 10 }, (_, n) => `good ${n}`))
})

test('an account that no other waits beside may have every place', async () => {
  const { turns, began, task, settled } = openTurns(3)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.take('a', task(name))
  await settled()
  expect(began).toEqual(['a1', 'a2', 'a3'])
})

test('a task alone begins when the others have ended, and none begins before it has', async () => {
  const { turns, began, task, end, settled } = openTurns(2)
  void turns.take('a', task('a1'))
  void turns.takeAlone(task('alone'))
  void turns.take('b', task('b1'))
  await settled()
  expect(began).toEqual(['a1'])
  await end('a1')
  expect(began).toEqual(['a1', 'alone'])
  await end('alone')
  expect(began).toEqual(['a1', 'alone', 'b1'])
})

test('a task that fails leaves its place', async () => {
  const { turns } = openTurns(1)
  await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take('b', async () => 'next')).toBe('next')
})

test('a wait is that of the account with the most work, or of another', async () => {
  const { turns, shares, task, end, settled } = openTurns(1)
  for (const name of ['a1', 'a2', 'a3']) void turns.take('a', task(name))
  void turns.take('b', task('b1'))
  await settled()
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
  expect(shares).toEqual(['largest', 'other', 'largest', 'largest'])
  // Of two that have as much, neither is the cause of the other's wait.
  void turns.take('a', task('a4'))
  void turns.take('b', task('b2'))
  void turns.take('a', task('a5'))
  await settled()
  await end('a4')
  expect(shares.slice(4)).toEqual(['largest', 'other'])
})

test('an account has no more places than one may, and another has the rest at once', async () => {
  const { turns, began, task, end, settled } = openTurns(3, { mostOfAccount: 2 })
  for (const name of ['a1', 'a2', 'a3']) void turns.take('a', task(name))
  await settled()
  expect(began).toEqual(['a1', 'a2'])
  void turns.take('b', task('b1'))
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
  const underWay = turns.take('a', task('a1'), stop.signal)
  const given = turns.take('a', task('a2'), stop.signal)
  const other = turns.take('b', task('b1'))
  await settled()
  stop.abort(new Error('given up'))
  await expect(given).rejects.toThrow('given up')
  await expect(turns.take('a', task('a3'), stop.signal)).rejects.toThrow('given up')
  await end('a1')
  await underWay
  await end('b1')
  await other
  expect(began).toEqual(['a1', 'b1'])
})
