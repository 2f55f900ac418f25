import { beforeEach, expect, test, vi } from 'vitest'
import { createClockOffsets } from './clock-offsets.ts'

const start = 1_700_000_000_000
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  return () => void vi.useRealTimers()
})

/** An answer of a peer whose clock is `offsetMs` ahead, after `workMs`, with a way of 1 ms each. */
function answer(offsetMs: number, workMs: number, askedAt = start) {
  const times = { askedAt, sentAt: askedAt + 1 + workMs + offsetMs, receivedAt: askedAt + 2 + workMs }
  return times
}

test('clocks that agree have no offset, however long the work takes', () => {
  const offsets = createClockOffsets()
  for (const workMs of [0, 40, 9_000]) offsets.saw('spool:a:1', answer(0, workMs))
  expect(offsets.read()).toEqual([{ service: 'spool', host: 'a', seconds: 0 }])
})

test.each([20_000, -20_000])('a clock that is off by %i ms is measured by its fastest answer', (offsetMs) => {
  const offsets = createClockOffsets()
  for (const workMs of [9_000, 3, 500]) offsets.saw('spool:a:1', answer(offsetMs, workMs))
  expect(offsets.read()[0]?.seconds).toBeCloseTo(offsetMs / 1_000, 2)
})

test('a clock that is set right is right at the next answer', () => {
  const offsets = createClockOffsets()
  offsets.saw('signing:b:1', answer(5_000, 0))
  offsets.saw('signing:b:2', answer(0, 0, start + 1_000))
  expect(offsets.read()).toEqual([{ service: 'signing', host: 'b', seconds: 0 }])
})

test('a clock that drifts is followed, and a host that is gone is forgotten', () => {
  const offsets = createClockOffsets()
  for (let minute = 0; minute < 10; minute += 1) {
    offsets.saw('billing:c:1', answer(minute * 1_000, 0, start + minute * 61_000))
  }
  vi.setSystemTime(start + 9 * 61_000)
  expect(offsets.read()[0]?.seconds).toBeCloseTo(9, 1)
  vi.setSystemTime(start + 14 * 61_000)
  expect(offsets.read()).toEqual([])
})
