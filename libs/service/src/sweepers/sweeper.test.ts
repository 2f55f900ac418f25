import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createSweeper, every, nothingSoon, type Sweep } from './sweeper.ts'

const at = new Date('2026-01-02T03:04:05.000Z')
const metrics = createMetrics({ service: 'spool' })
let lines: string[]

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

function sweeper(sweep: Sweep, random = 0.5) {
  return createSweeper(every(1000, 'expire', sweep), {
    clock: { now: () => at },
    log: createLog('spool', { destination: { write: (line) => void lines.push(line) } }),
    metrics,
    random: () => random,
  })
}

test('a turn is given the time of the clock', async () => {
  const times: Date[] = []
  await sweeper(async (now) => times.push(now)).sweepOnce()
  expect(times).toEqual([at])
})

test('turns follow each other by the interval until the stop', async () => {
  let turns = 0
  const running = sweeper(async () => (turns += 1))
  running.start()
  await vi.advanceTimersByTimeAsync(3000)
  await running.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(turns).toBe(3)
})

test.each([
  [0, 800],
  [1, 1200],
])('with a jitter of %d the first turn comes after %d ms', async (random, dueMs) => {
  let turns = 0
  const running = sweeper(async () => (turns += 1), random)
  running.start()
  await vi.advanceTimersByTimeAsync(dueMs - 1)
  expect(turns).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(turns).toBe(1)
  await running.stop()
})

test('a turn that takes long is never overlapped, and the stop waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let turns = 0
  const running = sweeper(() => {
    turns += 1
    return promise
  })
  running.start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(turns).toBe(1)
  let isStopped = false
  const stopped = running.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(isStopped).toBe(false)
  resolve()
  await stopped
})

test('a turn asked for during a turn is that turn', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let turns = 0
  const idle = sweeper(() => {
    turns += 1
    return promise
  })
  const both = [idle.sweepOnce(), idle.sweepOnce()]
  resolve()
  await Promise.all(both)
  expect(turns).toBe(1)
})

test('after a turn that found nothing which falls due soon the next one comes after five intervals, and then by the interval', async () => {
  const found = [nothingSoon, nothingSoon, 0]
  const times: number[] = []
  const beganAt = Date.now()
  const running = sweeper(async () => {
    times.push(Date.now() - beganAt)
    return found.shift()
  })
  running.start()
  await vi.advanceTimersByTimeAsync(12_000)
  await running.stop()
  expect(times).toEqual([1_000, 6_000, 11_000, 12_000])
})

test('an error is logged and counted, and the next turn comes', async () => {
  let turns = 0
  const running = sweeper(async () => {
    turns += 1
    throw new Error('the store is away')
  })
  running.start()
  await vi.advanceTimersByTimeAsync(2000)
  await running.stop()
  expect(turns).toBe(2)
  expect(lines.join()).toContain('the store is away')
  expect((await metrics.expose()).body).toMatch(
    /outturn_sweeps_total\{sweep="expire",outcome="failed",service="spool"\} 2/,
  )
})
