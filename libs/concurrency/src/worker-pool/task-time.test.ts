import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitTaskTime } from './task-time.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const time = { processorMs: 1_000, clockMs: 10_000 }

/** A task in a thread that has worked before, and that a full machine gives this part of a processor. */
function taskAt(share: number) {
  let processorMs = 5_000
  const limit = limitTaskTime(time, async () => processorMs)
  return {
    limit,
    async pass(ms: number): Promise<boolean> {
      for (let passed = 0; passed < ms; passed += 10) {
        processorMs += share * 10
        await vi.advanceTimersByTimeAsync(10)
      }
      return limit.signal.aborted
    },
  }
}

test('a task ends when its thread has used its time of a processor, and what the thread did before is not counted', async () => {
  const { pass } = taskAt(1)
  expect(await pass(990)).toBe(false)
  expect(await pass(20)).toBe(true)
})

test('on a full machine a task has as many times longer as its thread waits for a processor', async () => {
  const { limit, pass } = taskAt(0.2)
  expect(await pass(4_900)).toBe(false)
  expect(await pass(200)).toBe(true)
  expect(limit.signal.reason).toBe('processor')
})

test.each<[string, () => Promise<null>]>([
  ['does not answer', () => new Promise(() => {})],
  ['does not know', async () => null],
])('a thread that %s has its time on the clock', async (_, read) => {
  const { signal } = limitTaskTime(time, read)
  await vi.advanceTimersByTimeAsync(9_990)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(signal.aborted).toBe(true)
  expect(signal.reason).toBe('clock')
})

test('of a task that has ended no time is measured any more', async () => {
  const { limit, pass } = taskAt(1)
  await pass(100)
  limit.end()
  expect(vi.getTimerCount()).toBe(0)
})
