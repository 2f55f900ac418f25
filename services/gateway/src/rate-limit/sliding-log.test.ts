import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aheadMs, type SlidingLog, takeFromLog, windowMs } from './sliding-log.ts'

const start = Date.UTC(2026, 0, 1)

function drive(quota: number, gaps: readonly number[]): number[] {
  let log: SlidingLog = []
  let now = start
  const grantedAt: number[] = []
  for (const gap of gaps) {
    now += gap
    const taken = takeFromLog(log, { quota, wanted: 1, now })
    log = taken.log
    if (taken.allowance.granted === 1) grantedAt.push(now)
  }
  return grantedAt
}

test('no 60 seconds ever hold more than the quota', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 200 }),
      (quota, gaps) => {
        const granted = drive(quota, gaps)
        for (const at of granted) {
          const within = granted.filter((other) => other > at - windowMs && other <= at)
          expect(within.length).toBeLessThanOrEqual(quota)
        }
      },
    ),
  )
})

test('after the reset time a refused caller is served again', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 3, maxLength: 60 }), (gaps) => {
      let log: SlidingLog = []
      let now = start
      for (const gap of gaps) {
        now += gap
        log = takeFromLog(log, { quota: 3, wanted: 1, now }).log
      }
      const refused = takeFromLog(log, { quota: 3, wanted: 1, now })
      fc.pre(refused.allowance.granted === 0)
      expect(refused.allowance.resetMs).toBeGreaterThan(0)
      expect(refused.allowance.resetMs).toBeLessThanOrEqual(windowMs)
      const later = takeFromLog(log, { quota: 3, wanted: 1, now: now + refused.allowance.resetMs })
      expect(later.allowance.granted).toBe(1)
    }),
  )
})

test('the log holds at most one entry a second of the window', () => {
  let log: SlidingLog = []
  for (let i = 0; i < 3_000; i++) log = takeFromLog(log, { quota: 1e6, wanted: 1, now: start + i * 50 }).log
  expect(log.length).toBeLessThanOrEqual(61)
})

test('the first request of a quota of three leaves two and a full minute', () => {
  const { allowance } = takeFromLog([], { quota: 3, wanted: 1, now: start })
  expect(allowance).toMatchObject({ granted: 1, remaining: 2, resetMs: windowMs })
})

test('more wanted than left grants what is left', () => {
  const { allowance } = takeFromLog([], { quota: 3, wanted: 5, now: start })
  expect(allowance).toMatchObject({ granted: 3, remaining: 0, resetMs: windowMs })
})

test('a clock that stepped back grants nothing extra', () => {
  const first = takeFromLog([], { quota: 1, wanted: 1, now: start })
  expect(takeFromLog(first.log, { quota: 1, wanted: 1, now: start - 30_000 }).allowance.granted).toBe(0)
})

test('what is granted ahead is left over by those who are there, and counted when it may be used at the latest', () => {
  const { log, allowance } = takeFromLog([], { quota: 4, wanted: 3, ahead: 3, now: start })
  expect(allowance).toMatchObject({ granted: 3, ahead: 1, remaining: 0, countedAt: start + aheadMs })
  const lastMoment = start + windowMs + aheadMs - 1
  expect(takeFromLog(log, { quota: 4, wanted: 1, now: lastMoment }).allowance.granted).toBe(0)
  expect(takeFromLog(log, { quota: 4, wanted: 1, now: lastMoment + 1 }).allowance.granted).toBe(1)
})

test('what was not used is given back once, where it was counted, and nothing else with it', () => {
  const { log, allowance } = takeFromLog([], { quota: 4, wanted: 1, ahead: 3, now: start })
  const later = takeFromLog(log, { quota: 4, wanted: 0, now: start + 5_000 })
  const unused = { count: 3, countedAt: allowance.countedAt }
  const back = takeFromLog(later.log, { quota: 4, wanted: 0, unused, now: start + 5_000 })
  expect(back.allowance.remaining).toBe(3)
  const elsewhere = { count: 3, countedAt: allowance.countedAt + 5_000 }
  expect(
    takeFromLog(later.log, { quota: 4, wanted: 0, unused: elsewhere, now: start + 5_000 }).allowance
      .remaining,
  ).toBe(0)
})
