import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCommandLanes } from './command-lanes.ts'
import type { AskedPart } from './reply-inbox.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

test.each([
  [false, 10],
  [true, 30],
])(
  'after round trips of 40 ms a command waits for others; at the entrance %s: %i ms',
  async (isAtEntrance, waitMs) => {
    const packets: (readonly AskedPart[])[] = []
    const inbox = {
      counters: { packets: 0, parts: 0, handedOver: 0 },
      ask: (_subject: string, parts: readonly AskedPart[]) => void packets.push(parts),
    }
    const lanes = createCommandLanes(inbox, { isAtEntrance })
    const send = () =>
      lanes.send({
        subject: 'test.subject',
        headers: {},
        body: '',
        account: 'acc_1',
        deadline: 10_000,
        isAlone: false,
      })

    const answers = Array.from({ length: 20 }, send)
    await vi.advanceTimersByTimeAsync(40)
    for (const part of packets.splice(0).flat())
      part.answered({ number: 0, headers: {}, body: Buffer.alloc(0) }, 'replica')
    await Promise.all(answers)

    void send()
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(packets).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(packets.flat()).toHaveLength(1)
  },
)
