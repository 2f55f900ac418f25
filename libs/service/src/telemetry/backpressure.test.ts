import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchBackpressure } from './backpressure.ts'
import { type OnTick, onLoopTick, pauseAfterQuiet } from './loop-ticks.ts'

test('a process is overloaded from the second tick over the limit within five until five in time', () => {
  let tick: OnTick = () => {}
  let isStopped = false
  const backpressure = watchBackpressure({ limitMs: 200 }, (listener) => {
    tick = listener
    return () => {
      isStopped = true
    }
  })
  const busy = { count: 8, oldestAt: 0 }
  tick(200)
  expect(backpressure.overloaded(busy)).toBe(false)
  tick(201)
  for (let inTime = 1; inTime <= 5; inTime += 1) tick(0)
  tick(201)
  for (let inTime = 1; inTime < 5; inTime += 1) tick(0)
  expect(backpressure.overloaded(busy)).toBe(false)
  tick(201)
  expect(backpressure.overloaded(busy)).toBe(true)
  for (let inTime = 1; inTime < 5; inTime += 1) tick(0)
  expect(backpressure.overloaded(busy)).toBe(true)
  tick(0)
  expect(backpressure.overloaded(busy)).toBe(false)
  backpressure.stop()
  expect(isStopped).toBe(true)
})

test('few requests, and work that began after the delay, are not refused', () => {
  let tick: OnTick = () => {}
  let now = 1_000
  const subscribe = (listener: OnTick) => {
    tick = listener
    return () => {}
  }
  const { overloaded } = watchBackpressure({ limitMs: 200 }, subscribe, () => now)
  tick(3_000)
  now = 1_100
  tick(3_000)
  expect(overloaded({ count: 8, oldestAt: 1_100 })).toBe(true)
  expect(overloaded({ count: 7, oldestAt: 0 })).toBe(false)
  expect(overloaded({ count: 100, oldestAt: 1_101 })).toBe(false)
})

test('work that holds the event loop up makes the next tick late, for every listener of the process', async () => {
  const told: [number[], number[]] = [[], []]
  const ends = told.map((late) => onLoopTick((lateMs) => late.push(lateMs)))
  while (told[0].length === 0) await turn()
  const heldUntil = performance.now() + 150
  while (performance.now() < heldUntil);
  while (told[0].length < 2) await turn()
  for (const end of ends) end()
  expect(told[0][1]).toBeGreaterThan(80)
  expect(told[1]).toEqual(told[0])
})

test('ticks come 20 times a second until the process has rested for half a second, longer than a late one counts', () => {
  const pauses = Array.from({ length: 11 }, (_, quietTicks) => pauseAfterQuiet(quietTicks))
  expect(pauses).toEqual([...Array.from({ length: 10 }, () => 50), 500])
})
