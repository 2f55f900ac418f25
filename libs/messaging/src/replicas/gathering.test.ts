import { beforeEach, expect, test, vi } from 'vitest'
import { createGathering } from './gathering.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  return () => void vi.useRealTimers()
})

/** Commands that take 40 ms each, and when they began. */
function gathering() {
  const begun: { at: number; sender: string }[] = []
  const { enter } = createGathering()
  const come = (sender: string, leftMs = 10_000) =>
    enter({
      headers: {},
      body: '',
      sender,
      deadline: Date.now() + leftMs,
      async begin() {
        begun.push({ at: Date.now(), sender })
        await new Promise((resolve) => setTimeout(resolve, 40))
      },
    })
  return { begun, come, at: () => begun.map(({ at }) => at - 1_000_000) }
}

/** Comes every 2 ms for half a second, from senders in turn. */
async function crowd(come: (sender: string) => Promise<void>, senders: readonly string[]) {
  const came: Promise<void>[] = []
  for (let turn = 0; turn < 250; turn += 1) {
    came.push(come(senders[turn % senders.length] ?? ''))
    await vi.advanceTimersByTimeAsync(2)
  }
  return { came }
}

test('what one process sends begins as it comes', async () => {
  const { come, at } = gathering()
  await crowd(come, ['a'])
  expect(at()).toEqual(Array.from({ length: 250 }, (_, turn) => 2 * turn))
})

test('what several send one by one begins together, each once and all of it', async () => {
  const { come, begun } = gathering()
  const { came } = await crowd(come, ['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(came)
  expect(begun).toHaveLength(250)
  const late = begun.filter(({ at }) => at >= 1_000_200)
  expect(new Set(late.map(({ at }) => at)).size).toBeLessThan(late.length / 4)
})

test('none waits longer than 40 ms, nor a tenth of the time that its sender has left', async () => {
  const { come, begun } = gathering()
  await crowd(come, ['a', 'b'])
  await vi.advanceTimersByTimeAsync(100)
  const before = begun.length
  const cameAt = Date.now()
  void come('a', 50)
  await vi.advanceTimersByTimeAsync(40)
  expect(begun.slice(before).map(({ at }) => at - cameAt)[0]).toBeLessThanOrEqual(5)
  void come('b')
  await vi.advanceTimersByTimeAsync(40)
  expect(begun).toHaveLength(before + 2)
})

test('a lone command of a second process waits for no one', async () => {
  const { come, at } = gathering()
  void come('a')
  void come('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(at()).toEqual([0, 0])
})
