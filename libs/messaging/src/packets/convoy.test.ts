import { expect, test } from 'vitest'
import { createConvoy } from './convoy.ts'

function convoyOf(level: number, replicas = 1) {
  const convoy = createConvoy({ convoys: 2, replicas: () => replicas })
  for (let n = 0; n < level; n += 1) convoy.joined()
  return convoy
}

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [32, 16],
  [64, 32],
  [256, 32],
])('at level %i a packet has %i parts', (level, parts) => {
  expect(convoyOf(level).size(0)).toBe(parts)
})

test('replicas share what is under way', () => {
  expect(convoyOf(32, 4).size(0)).toBe(4)
  expect(convoyOf(4, 4).size(0)).toBe(1)
})

test('the level fades after a peak, and what is under way bounds it from below', () => {
  const convoy = convoyOf(32)
  for (let n = 0; n < 32; n += 1) convoy.settled(1_000)
  expect(convoy.size(1_000)).toBe(16)
  expect(convoy.size(1_200)).toBe(5)
  expect(convoy.size(2_000)).toBe(1)
  for (let n = 0; n < 8; n += 1) convoy.joined()
  expect(convoy.size(9_000)).toBe(4)
})

test('a part waits a quarter of a recent round trip at most, between 2 and 30 ms', () => {
  const convoy = convoyOf(100)
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
