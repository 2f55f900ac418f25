import { expect, test } from 'vitest'
import { createRunPlaces } from './run-places.ts'

const inTime = () => Date.now() + 60_000
const account = 'acc_000000000000000000000001'
const other = 'acc_000000000000000000000002'

function openTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  const task = () => {
    hasBegun = true
    return promise
  }
  return { task, end: resolve, hasBegun: () => hasBegun }
}

test('an account has so many heavy runs under way and no more, and another account has as many', async () => {
  const waits: number[] = []
  const places = createRunPlaces((_lane, waitedMs) => waits.push(waitedMs))
  const own = Array.from({ length: 5 }, openTask)
  const placed = own.map(({ task }) => places('heavy', account, inTime(), task))
  const others = openTask()
  const placedOther = places('heavy', other, inTime(), others.task)
  const light = openTask()
  const placedLight = places('light', account, inTime(), light.task)
  await Promise.resolve()
  expect(own.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, true, false])
  expect([others.hasBegun(), light.hasBegun()]).toEqual([true, true])
  own[0]?.end()
  await placed[0]
  await new Promise((resolve) => setImmediate(resolve))
  expect(own[4]?.hasBegun()).toBe(true)
  for (const { end } of [...own, others, light]) end()
  await Promise.all([...placed, placedOther, placedLight])
  expect(waits.map((waitedMs) => waitedMs > 0)).toEqual([false, false, false, false, false, false, true])
})

test('a run that gets no place in time is pending, and its place goes to the next', async () => {
  const noted: unknown[] = []
  const places = createRunPlaces((lane, waitedMs, end) => noted.push([lane, waitedMs > 0, end]))
  const own = Array.from({ length: 4 }, openTask)
  const placed = own.map(({ task }) => places('heavy', account, inTime(), task))
  const late = places('heavy', account, Date.now(), async () => 'late')
  await expect(late).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'verification_pending' },
  })
  const next = places('heavy', account, inTime(), async () => 'next')
  own[0]?.end()
  expect(await next).toBe('next')
  expect(noted.slice(4)).toEqual([
    ['heavy', true, 'refused'],
    ['heavy', true, 'placed'],
  ])
  for (const { end } of own) end()
  await Promise.all(placed)
})
