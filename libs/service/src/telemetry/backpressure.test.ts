import { expect, test } from 'vitest'
import { eventLoopDelay, watchBackpressure } from './backpressure.ts'

test('a process is overloaded while any delay is over its limit, as of the last sample', () => {
  let delayMs = 0
  let sample = () => {}
  const backpressure = watchBackpressure(
    [
      { limitMs: 200, readDelayMs: () => delayMs },
      { limitMs: 500, readDelayMs: () => 0 },
    ],
    (takeSample) => {
      sample = takeSample
      return () => {}
    },
  )
  expect(backpressure.overloaded()).toBe(false)
  delayMs = 201
  expect(backpressure.overloaded()).toBe(false)
  sample()
  expect(backpressure.overloaded()).toBe(true)
  delayMs = 200
  sample()
  expect(backpressure.overloaded()).toBe(false)
})

test('a loop held up by work shows in the next reading', () => {
  const delay = eventLoopDelay({ limitMs: 200 })
  delay.readDelayMs()
  const heldUntil = performance.now() + 150
  while (performance.now() < heldUntil);
  expect(delay.readDelayMs()).toBeGreaterThan(80)
})
