import { expect, test } from 'vitest'
import { createLoadMeter } from './load-meter.ts'

/** A meter of an event loop that a test keeps busy. */
function metered() {
  let now = 0
  let use = { active: 0, idle: 0 }
  const load = createLoadMeter(
    () => now,
    () => use,
  )
  return (ms: number, share: number) => {
    now += ms
    use = { active: use.active + ms * share, idle: use.idle + ms * (1 - share) }
    return load()
  }
}

test('the load follows how busy the event loop is, within a few seconds', () => {
  const pass = metered()
  expect(pass(5_000, 0)).toBe(0)
  expect(pass(250, 1)).toBeCloseTo(0.22, 2)
  for (let turn = 0; turn < 12; turn += 1) pass(250, 1)
  expect(pass(250, 1)).toBeGreaterThan(0.95)
  expect(pass(10_000, 0.3)).toBeCloseTo(0.3, 2)
})

test('what is read more often than four times a second is the reading of before', () => {
  const pass = metered()
  expect(pass(249, 1)).toBe(0)
  expect(pass(1, 1)).toBeGreaterThan(0)
})
