import { expect, test } from 'vitest'
import { createBatchWindow } from './batch-window.ts'

/** A window whose lane has had so many parts under way for a second, each for the same time. */
function windowUnder({ level, roundTripMs, isAtEntrance = false }: Load) {
  const window = createBatchWindow({ batches: 2, maxSize: 32, isAtEntrance })
  const everyMs = roundTripMs / level
  for (let n = 0; n * everyMs < secondMs; n += 1) {
    const now = n * everyMs
    if (n >= level) window.settled(now, roundTripMs)
    window.joined(now)
  }
  return window
}

type Load = { level: number; roundTripMs: number; isAtEntrance?: boolean }

const secondMs = 1_000

test.each([
  [1, 10, 1],
  [3, 20, 1],
  [4, 20, 2],
  [16, 40, 8],
  [32, 70, 16],
  [64, 100, 32],
  [256, 400, 32],
])('at level %i and round trips of %i ms a packet has %i parts', (level, roundTripMs, parts) => {
  expect(windowUnder({ level, roundTripMs }).size(secondMs)).toBe(parts)
})

test('no part waits for those that take long, as few others come meanwhile', () => {
  expect(windowUnder({ level: 32, roundTripMs: 300 }).size(secondMs)).toBe(16)
  expect(windowUnder({ level: 32, roundTripMs: 600 }).size(secondMs)).toBe(1)
})

test('the level fades after a peak, and what is under way bounds it from below', () => {
  const window = windowUnder({ level: 64, roundTripMs: 100 })
  for (let n = 0; n < 64; n += 1) window.settled(secondMs, 100)
  expect(window.size(secondMs)).toBe(32)
  // Half as many come meanwhile.
  for (let now = secondMs; now < secondMs + 200; now += 2) {
    window.joined(now)
    window.settled(now, 100)
  }
  expect(window.size(secondMs + 200)).toBe(11)
  for (let n = 0; n < 30; n += 1) window.joined(secondMs + 200)
  expect(window.size(secondMs + 200)).toBe(15)
})

test('a part waits a quarter of a recent round trip at most, between 2 and 30 ms', () => {
  const window = createBatchWindow({ batches: 2, maxSize: 32 })
  expect(window.maxWaitMs()).toBe(2)
  window.settled(0, 40)
  expect(window.maxWaitMs()).toBe(10)
  for (let n = 0; n < 40; n += 1) window.settled(0, 80)
  expect(window.maxWaitMs()).toBeCloseTo(20, 1)
  for (let n = 0; n < 40; n += 1) window.settled(0, 10_000)
  expect(window.maxWaitMs()).toBe(30)
  window.settled(0)
  expect(window.maxWaitMs()).toBe(30)
})

test('where requests enter, a part waits three quarters of a round trip, 40 ms at most', () => {
  const window = createBatchWindow({ batches: 2, maxSize: 32, isAtEntrance: true })
  expect(window.maxWaitMs()).toBe(2)
  window.settled(0, 40)
  expect(window.maxWaitMs()).toBe(30)
  for (let n = 0; n < 40; n += 1) window.settled(n, 10_000)
  expect(window.maxWaitMs()).toBe(40)
})

test('two hundred a second wait for each other where they enter, and not inside', () => {
  const load = { level: 10, roundTripMs: 50 }
  expect(windowUnder(load).size(secondMs)).toBe(1)
  expect(windowUnder({ ...load, isAtEntrance: true }).size(secondMs)).toBe(5)
  expect(windowUnder({ level: 3, roundTripMs: 50, isAtEntrance: true }).size(secondMs)).toBe(1)
  expect(windowUnder({ level: 4, roundTripMs: 200, isAtEntrance: true }).size(secondMs)).toBe(1)
})
