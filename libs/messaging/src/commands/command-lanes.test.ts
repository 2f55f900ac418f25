import { busHeaders, Refusal, refusalToMessage } from '@outturn/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HeaderRecord } from '../messages/message-headers.ts'
import { createCommandLanes } from './command-lanes.ts'
import type { AskedPart } from './reply-inbox.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** A lane to a service that a test is itself. */
function openLane({ isAtEntrance = false } = {}) {
  const packets: (readonly AskedPart[])[] = []
  const inbox = {
    counters: { packets: 0, parts: 0, handedOver: 0 },
    ask: (_subject: string, parts: readonly AskedPart[]) => void packets.push(parts),
  }
  const lane = createCommandLanes(inbox, { isAtEntrance }).laneOf('test.subject')
  return {
    /** Those that no one has taken yet. */
    packets,
    ask: (deadline = 60_000, account = 'acc_1') =>
      lane.ask({ headers: { account }, body: '', account, deadline, isRepeatable: true }),
    taken: () => packets.splice(0).flat(),
  }
}

function answer(parts: readonly AskedPart[], headers: HeaderRecord = {}, body = ''): void {
  for (const part of parts) part.answered({ number: 0, headers, body: Buffer.from(body) }, 'replica')
}

test.each([
  [false, 10],
  [true, 30],
])(
  'after round trips of 40 ms a command waits for others; at the entrance %s: %i ms',
  async (isAtEntrance, waitMs) => {
    const { packets, ask, taken } = openLane({ isAtEntrance })
    const answers = Array.from({ length: 20 }, () => ask())
    await vi.advanceTimersByTimeAsync(40)
    answer(taken())
    await Promise.all(answers)

    void ask()
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(packets).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(packets.flat()).toHaveLength(1)
  },
)

describe('what is not answered', () => {
  const many = 300
  const askMany = async ({ ask, taken }: ReturnType<typeof openLane>) => {
    const answers = Promise.all(Array.from({ length: many }, () => ask()))
    await vi.advanceTimersByTimeAsync(100)
    return { answers, sent: taken() }
  }

  test('is sent again after two seconds, alone', async () => {
    const { packets, ask, taken } = openLane()
    const answered = ask()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(taken()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(packets).toHaveLength(1)
    answer(taken())
    expect(await answered).toMatchObject({ isRepetition: true })
  })

  test('is not waited for longer where its sender stops waiting before it would be sent again', async () => {
    const { ask, taken } = openLane()
    const answered = ask(4_500).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(4_500)
    for (const part of taken()) part.failed(new Error('too late'))
    expect(await answered).toBe('too late')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not all sent again to a service that stands still for a moment', async () => {
    const lane = openLane()
    const { answers, sent } = await askMany(lane)
    expect(sent).toHaveLength(many)
    await vi.advanceTimersByTimeAsync(3_000)
    // What an account may repeat at once, and those of a second.
    expect(lane.taken().length).toBeLessThanOrEqual(16 + 10 + 1)
    answer(sent)
    expect((await answers).filter(({ isRepetition }) => isRepetition)).toEqual([])
  })

  test('is all sent again, as far as the first repetitions are answered', async () => {
    const lane = openLane()
    const { answers } = await askMany(lane)
    // The process that had them ended. Another answers within 50 ms.
    let answered = 0
    for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 50) {
      await vi.advanceTimersByTimeAsync(50)
      const repeated = lane.taken()
      answered += repeated.length
      answer(repeated)
    }
    expect(answered).toBe(many)
    expect((await answers).filter(({ isRepetition }) => isRepetition)).toHaveLength(many)
  })

  test('by a service that says it is at work on it is not sent again more often for that', async () => {
    const lane = openLane()
    const { answers, sent } = await askMany(lane)
    const busy = refusalToMessage(new Refusal('conflict', 'It runs.', { reason: 'in_progress' }))
    let repeated = 0
    for (let waitedMs = 0; waitedMs < 3_000; waitedMs += 50) {
      await vi.advanceTimersByTimeAsync(50)
      const parts = lane.taken()
      repeated += parts.length
      answer(parts, { [busHeaders.refusal]: '1' }, JSON.stringify(busy))
    }
    expect(repeated).toBeGreaterThan(0)
    expect(repeated).toBeLessThanOrEqual(16 + 10 + 1)
    answer(sent)
    expect((await answers).filter(({ isRepetition }) => isRepetition)).toEqual([])
  })

  test('for one account, because it is slow, takes no repetition from another', async () => {
    const lane = openLane()
    const slow = await askMany(lane)
    // Its turn comes between those of the others, which ask for what comes back of the budget every tenth of a second.
    await vi.advanceTimersByTimeAsync(850)
    const lost = lane.ask(60_000, 'acc_2')
    await vi.advanceTimersByTimeAsync(1_150)
    const ofOther = () => lane.taken().filter(({ headers }) => headers['account'] === 'acc_2')
    expect(ofOther()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(900)
    const again = ofOther()
    expect(again).toHaveLength(1)
    answer([...again, ...slow.sent])
    expect(await lost).toMatchObject({ isRepetition: true })
    await slow.answers
  })

  test('by a service that takes three seconds is not sent again once that is known', async () => {
    const { ask, taken } = openLane()
    const answered = async () => {
      const answering = Array.from({ length: 10 }, () => ask())
      await vi.advanceTimersByTimeAsync(100)
      const sent = taken()
      await vi.advanceTimersByTimeAsync(2_900)
      const repeated = taken().length
      answer(sent)
      await Promise.all(answering)
      return [sent.length, repeated]
    }
    expect(await answered()).toEqual([10, 10])
    expect(await answered()).toEqual([10, 0])
    expect(await answered()).toEqual([10, 0])
  })
})
