import { expect, test } from 'vitest'
import { createConvoy } from './convoy.ts'

/** A convoy whose lane has had so many parts under way for a second, each for the same time. */
function convoyUnder({ level, roundTripMs, replicas = 1, isAtEntrance = false }: Load) {
  const convoy = createConvoy({ convoys: 2, replicas: () => replicas, isAtEntrance })
  const everyMs = roundTripMs / level
  for (let n = 0; n * everyMs < secondMs; n += 1) {
    const now = n * everyMs
    if (n >= level) convoy.settled(now, roundTripMs)
    convoy.joined(now)
  }
  return convoy
}

type Load = { level: number; roundTripMs: number; replicas?: number; isAtEntrance?: boolean }

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
  expect(convoyUnder({ level, roundTripMs }).size(secondMs)).toBe(parts)
})

test('no part waits for those that take long, as few others come meanwhile', () => {
  expect(convoyUnder({ level: 32, roundTripMs: 300 }).size(secondMs)).toBe(16)
  expect(convoyUnder({ level: 32, roundTripMs: 600 }).size(secondMs)).toBe(1)
})

test('replicas share what is under way', () => {
  expect(convoyUnder({ level: 32, roundTripMs: 70, replicas: 4 }).size(secondMs)).toBe(4)
  expect(convoyUnder({ level: 16, roundTripMs: 40, replicas: 9 }).size(secondMs)).toBe(1)
})

test('the level fades after a peak, and what is under way bounds it from below', () => {
  const convoy = convoyUnder({ level: 64, roundTripMs: 100 })
  for (let n = 0; n < 64; n += 1) convoy.settled(secondMs, 100)
  expect(convoy.size(secondMs)).toBe(32)
  // Half as many come meanwhile.
  for (let now = secondMs; now < secondMs + 200; now += 2) {
    convoy.joined(now)
    convoy.settled(now, 100)
  }
  expect(convoy.size(secondMs + 200)).toBe(11)
  for (let n = 0; n < 30; n += 1) convoy.joined(secondMs + 200)
  expect(convoy.size(secondMs + 200)).toBe(15)
})

test('a part waits a quarter of a recent round trip at most, between 2 and 30 ms', () => {
  const convoy = createConvoy({ convoys: 2 })
  expect(convoy.maxWaitMs()).toBe(2)
  convoy.settled(0, 40)
  expect(convoy.maxWaitMs()).toBe(10)
  for (let n = 0; n < 40; n += 1) convoy.settled(0, 80)
  expect(convoy.maxWaitMs()).toBeCloseTo(20, 1)
  for (let n = 0; n < 40; n += 1) convoy.settled(0, 10_000)
  expect(convoy.maxWaitMs()).toBe(30)
  convoy.settled(0)
  expect(convoy.maxWaitMs()).toBe(30)
})

test('where requests enter, a part waits three quarters of a round trip, 40 ms at most', () => {
  const convoy = createConvoy({ convoys: 2, isAtEntrance: true })
  expect(convoy.maxWaitMs()).toBe(2)
  convoy.settled(0, 40)
  expect(convoy.maxWaitMs()).toBe(30)
  for (let n = 0; n < 40; n += 1) convoy.settled(n, 10_000)
  expect(convoy.maxWaitMs()).toBe(40)
})

test('two hundred a second wait for each other where they enter, and not inside', () => {
  const load = { level: 10, roundTripMs: 50 }
  expect(convoyUnder(load).size(secondMs)).toBe(1)
  expect(convoyUnder({ ...load, isAtEntrance: true }).size(secondMs)).toBe(5)
  expect(convoyUnder({ level: 3, roundTripMs: 50, isAtEntrance: true }).size(secondMs)).toBe(1)
  expect(convoyUnder({ level: 4, roundTripMs: 200, isAtEntrance: true }).size(secondMs)).toBe(1)
})
