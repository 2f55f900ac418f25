import { expect, test } from 'vitest'
import { createKeyedLimit, type KeyedLimit } from './keyed-limit.ts'

const patient = new AbortController().signal

/** A task that holds its place until it is released. */
function hold(limit: KeyedLimit, key: string, signal = patient) {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isRunning = false
  const task = async () => {
    isRunning = true
    started.resolve()
    await released.promise
  }
  const ended = limit(key, task, signal)
  return { started: started.promise, release: released.resolve, ended, isRunning: () => isRunning }
}

test('a key has no more tasks under way than places, and the next waits for one to end', async () => {
  const limit = createKeyedLimit(2)
  const first = hold(limit, 'a')
  const second = hold(limit, 'a')
  const third = hold(limit, 'a')
  const other = hold(limit, 'b')
  await Promise.all([first.started, second.started, other.started])
  expect(third.isRunning()).toBe(false)
  first.release()
  await third.started
  for (const held of [second, third, other]) held.release()
  await Promise.all([first, second, third, other].map(({ ended }) => ended))
})

test('places are handed out in the order of asking', async () => {
  const limit = createKeyedLimit(1)
  const order: number[] = []
  await Promise.all([1, 2, 3].map((turn) => limit('a', async () => void order.push(turn), patient)))
  expect(order).toEqual([1, 2, 3])
})

test('one that stops waiting takes no place', async () => {
  const limit = createKeyedLimit(1)
  const first = hold(limit, 'a')
  const impatient = new AbortController()
  const second = hold(limit, 'a', impatient.signal)
  impatient.abort(new Error('deadline'))
  await expect(second.ended).rejects.toThrow('deadline')
  const third = hold(limit, 'a')
  first.release()
  await third.started
  third.release()
  await third.ended
  expect(second.isRunning()).toBe(false)
})

test('a signal that is already aborted is refused at once', async () => {
  const late = createKeyedLimit(1)('a', async () => undefined, AbortSignal.abort(new Error('late')))
  await expect(late).rejects.toThrow('late')
})
