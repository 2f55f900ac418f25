import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstAnswer } from './first-answer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Pending = { resolve(answer: string): void; reject(error: Error): void }

/** Attempts that a test answers itself, in any order. */
function question(pausesMs: readonly (number | undefined)[]) {
  const attempts: Pending[] = []
  const answered = firstAnswer<string>({
    ask: () => new Promise((resolve, reject) => attempts.push({ resolve, reject })),
    untilRepetitionMs: (asked, sinceMs) => {
      const pauseMs = pausesMs[asked - 1]
      return pauseMs === undefined ? null : Math.max(0, pauseMs - sinceMs)
    },
    isProvisional: (answer) => answer === 'busy',
  })
  answered.catch(() => undefined)
  const attempt = (index: number): Pending => {
    const found = attempts[index]
    if (found === undefined) throw new Error(`attempt ${index} was not made`)
    return found
  }
  return { answered, attempt, count: () => attempts.length }
}

test('what is answered in time is asked once', async () => {
  const { answered, attempt, count } = question([100])
  attempt(0).resolve('yes')
  expect(await answered).toEqual({ answer: 'yes', isRepetition: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(count()).toBe(1)
})

test('what no one answers is asked again, and whichever answer comes first counts', async () => {
  const { answered, attempt, count } = question([100, 200])
  await vi.advanceTimersByTimeAsync(300)
  expect(count()).toBe(3)
  attempt(1).resolve('yes')
  expect(await answered).toEqual({ answer: 'yes', isRepetition: true })
})

test('a provisional answer to the only attempt is the answer', async () => {
  const { answered, attempt } = question([100])
  attempt(0).resolve('busy')
  expect(await answered).toEqual({ answer: 'busy', isRepetition: false })
})

test.each([
  [0, 1],
  [1, 0],
])('a provisional answer to attempt %i waits for attempt %i', async (early, late) => {
  const { answered, attempt } = question([100])
  await vi.advanceTimersByTimeAsync(100)
  attempt(early).resolve('busy')
  await vi.advanceTimersByTimeAsync(0)
  attempt(late).resolve('yes')
  expect(await answered).toEqual({ answer: 'yes', isRepetition: late === 1 })
})

test('an attempt that is still to come is waited for', async () => {
  const { answered, attempt } = question([100, 200])
  await vi.advanceTimersByTimeAsync(100)
  attempt(0).resolve('busy')
  attempt(1).reject(new Error('no one listens'))
  await vi.advanceTimersByTimeAsync(200)
  attempt(2).resolve('yes')
  expect(await answered).toEqual({ answer: 'yes', isRepetition: true })
})

test('when nothing else is left, the provisional answer is the answer', async () => {
  const { answered, attempt } = question([100])
  await vi.advanceTimersByTimeAsync(100)
  attempt(1).resolve('busy')
  attempt(0).reject(new Error('out of time'))
  expect(await answered).toEqual({ answer: 'busy', isRepetition: true })
})

test('an error of the only attempt is thrown at once, and of several the last', async () => {
  const alone = question([100])
  alone.attempt(0).reject(new Error('no one listens'))
  await expect(alone.answered).rejects.toThrow('no one listens')
  const several = question([100])
  await vi.advanceTimersByTimeAsync(100)
  several.attempt(1).reject(new Error('no one listens'))
  several.attempt(0).reject(new Error('out of time'))
  await expect(several.answered).rejects.toThrow('out of time')
})

test('a repetition may be put off when its time has come, and given up', async () => {
  const pausesMs: (number | undefined)[] = [100]
  const { answered, attempt, count } = question(pausesMs)
  await vi.advanceTimersByTimeAsync(90)
  pausesMs[0] = 150
  await vi.advanceTimersByTimeAsync(59)
  expect(count()).toBe(1)
  pausesMs[1] = 100
  await vi.advanceTimersByTimeAsync(1)
  expect(count()).toBe(2)
  attempt(1).resolve('busy')
  attempt(0).reject(new Error('out of time'))
  pausesMs[1] = undefined
  await vi.advanceTimersByTimeAsync(100)
  expect(await answered).toEqual({ answer: 'busy', isRepetition: true })
  expect(count()).toBe(2)
})
