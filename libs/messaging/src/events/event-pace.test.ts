import { expect, test } from 'vitest'
import { createEventPace } from './event-pace.ts'

test('events that come singly or in a burst after a silence wait for no other', () => {
  const pace = createEventPace()
  expect(pace.size(0)).toBe(1)
  for (let at = 0; at < 1_000; at += 100) {
    pace.settled(at)
    expect(pace.size(at)).toBe(1)
  }
})

test('while many are published, events wait for a full packet for 100 ms at most, and not after it is quiet again', () => {
  const pace = createEventPace()
  for (let n = 0; n < 32; n += 1) pace.settled(1_000)
  expect(pace.size(1_000)).toBe(32)
  expect(pace.size(1_100)).toBe(32)
  expect(pace.size(1_200)).toBe(1)
  expect(pace.maxWaitMs()).toBe(100)
})

test('events that follow one another at once, as those of one caller do, wait for each other', () => {
  const pace = createEventPace()
  const waits = [0, 20, 40, 60, 80].map((at) => {
    const waited = pace.size(at) > 1
    pace.settled(at)
    return waited
  })
  expect(waits).toEqual([false, false, false, true, true])
})
