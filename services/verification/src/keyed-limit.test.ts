import { expect, test } from 'vitest'
import { createKeyedLimit } from './keyed-limit.ts'

const patient = new AbortController().signal

test('a key has no more holders than places, and the next waits for one to be given back', async () => {
  const take = createKeyedLimit(2)
  const giveBack = await take('a', patient)
  await take('a', patient)
  let third = 'waiting'
  const waiting = take('a', patient).then(() => {
    third = 'holds'
  })
  await take('b', patient)
  expect(third).toBe('waiting')
  giveBack()
  await waiting
  expect(third).toBe('holds')
})

test('places are handed out in the order of asking', async () => {
  const take = createKeyedLimit(1)
  const giveBack = await take('a', patient)
  const order: number[] = []
  const turns = [1, 2, 3].map(async (turn) => {
    const done = await take('a', patient)
    order.push(turn)
    done()
  })
  giveBack()
  await Promise.all(turns)
  expect(order).toEqual([1, 2, 3])
})

test('one that stops waiting takes no place', async () => {
  const take = createKeyedLimit(1)
  const giveBack = await take('a', patient)
  const impatient = new AbortController()
  const given = take('a', impatient.signal)
  impatient.abort(new Error('deadline'))
  await expect(given).rejects.toThrow('deadline')
  const next = take('a', patient)
  giveBack()
  ;(await next)()
})

test('a signal that is already aborted is refused at once', async () => {
  await expect(createKeyedLimit(1)('a', AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
})
