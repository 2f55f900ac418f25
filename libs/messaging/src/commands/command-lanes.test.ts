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
  const lane = createCommandLanes(inbox, { isAtEntrance, replicas: { next: () => null } }).laneOf('x', 'x')
  return {
    /** Those that no one has taken yet. */
    packets,
    ask: (deadline = 60_000, account = 'acc_1', isLong = false) =>
      lane.ask({ headers: { account }, body: '', account, deadline, isRepeatable: true, isLong }),
    taken: () => packets.splice(0).flat(),
  }
}

function answer(parts: readonly AskedPart[], headers: HeaderRecord = {}, body = '', by = 'replica'): void {
  for (const part of parts) part.answered({ number: 0, headers, body: Buffer.from(body) }, by)
}

function refuse(parts: readonly AskedPart[], reason: 'in_progress' | 'overloaded', by?: string): void {
  const refusal = refusalToMessage(new Refusal('conflict', 'Not now.', { reason }))
  answer(parts, { [busHeaders.refusal]: '1' }, JSON.stringify(refusal), by)
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

describe('a long command', () => {
  const askLong = (lane: ReturnType<typeof openLane>) => lane.ask(60_000, 'acc_1', true)

  test('is sent to another replica when one is full, alone each time', async () => {
    const lane = openLane()
    const answered = [askLong(lane), askLong(lane)]
    expect(lane.packets.map((packet) => packet.length)).toEqual([1, 1])
    refuse(lane.taken(), 'overloaded', 'full replica')
    await vi.advanceTimersByTimeAsync(100)
    const again = lane.taken()
    expect(again).toHaveLength(2)
    answer(again)
    expect(await Promise.all(answered)).toMatchObject([
      { answer: { headers: {} } },
      { answer: { headers: {} } },
    ])
  })

  test('is refused within two seconds when every replica stays full', async () => {
    const lane = openLane()
    let asked = 0
    const answered = askLong(lane).then(({ answer: { headers } }) => headers)
    for (let waitedMs = 0; waitedMs < 2_000; waitedMs += 25) {
      const parts = lane.taken()
      asked += parts.length
      refuse(parts, 'overloaded', asked % 2 === 0 ? 'one' : 'other')
      await vi.advanceTimersByTimeAsync(25)
    }
    expect(await answered).toHaveProperty(busHeaders.refusal)
    expect(asked).toBeGreaterThanOrEqual(3)
    expect(asked).toBeLessThanOrEqual(5)
  })

  test('is sent again until another replica may take over from the one that died', async () => {
    const lane = openLane()
    const answered = askLong(lane)
    const [lost] = lane.taken()
    for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
      await vi.advanceTimersByTimeAsync(50)
      refuse(lane.taken(), 'in_progress')
    }
    let again: readonly AskedPart[] = []
    for (let waitedMs = 0; waitedMs < 6_000 && again.length === 0; waitedMs += 50) {
      await vi.advanceTimersByTimeAsync(50)
      again = lane.taken()
    }
    answer(again)
    expect(await answered).toMatchObject({ isRepetition: true })
    expect(lost).toBeDefined()
  })
})
