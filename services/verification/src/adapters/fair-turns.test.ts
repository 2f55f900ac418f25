import { expect, test } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

/** Tasks that end when they are told to, in the order in which they began. */
function openTurns(places: number) {
  const turns = createFairTurns(places)
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
  return { turns, began, task, end, settled }
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
