import { createBatchWindow } from '@outturn/concurrency'
import { assert, asyncProperty, constantFrom, integer, oneof, array, record } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maxParts, packetsOf } from './packet-bounds.ts'
import { createPacketLane, type Passenger } from './packet-lane.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

type Numbered = Passenger & { readonly number: number }
type Sent = { readonly at: number; readonly numbers: readonly number[] }

/** A lane whose packets a test looks at; nothing is answered unless the test does it. */
function openLane() {
  const window = createBatchWindow({ batches: 2, maxSize: maxParts })
  const sent: Sent[] = []
  const expired: number[] = []
  const lane = createPacketLane<Numbered>({
    window,
    send: (packet) => void sent.push({ at: Date.now(), numbers: packet.map(({ number }) => number) }),
    expired: ({ number }) => void expired.push(number),
  })
  let added = 0
  const add = (options: Partial<Passenger> & { leftMs?: number } = {}) => {
    const { leftMs = 10_000, ...others } = options
    const number = added
    added += 1
    const deadline = Date.now() + leftMs
    lane.add({ headers: {}, body: 'x', account: 'a', isAlone: false, ...others, deadline, number })
    return number
  }
  const addMany = (count: number) => Array.from({ length: count }, () => add())
  return { window, sent, expired, add, addMany, packets: () => sent.map(({ numbers }) => numbers) }
}

const turn = () => vi.advanceTimersByTimeAsync(0)

test('a lone part, and two and three at once, leave at the end of their turn', async () => {
  const { add, addMany, packets } = openLane()
  add()
  await turn()
  expect(packets()).toEqual([[0]])
  addMany(2)
  await turn()
  expect(packets()).toEqual([[0], [1, 2]])
})

test('a part that comes after a crowd waits for its share, and at most for the longest wait', async () => {
  const { window, add, addMany, sent, packets } = openLane()
  addMany(64)
  await turn()
  expect(packets().map(({ length }) => length)).toEqual([32, 32])
  for (let n = 0; n < 64; n += 1) window.settled(Date.now(), 40)
  addMany(31)
  await turn()
  expect(sent).toHaveLength(2)
  add()
  await turn()
  expect(packets().at(-1)).toEqual(Array.from({ length: 32 }, (_, index) => 64 + index))
  const before = Date.now()
  add()
  await vi.advanceTimersByTimeAsync(9)
  expect(sent).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.at(-1)).toEqual({ at: before + 10, numbers: [96] })
})

test('a part waits for no crowd that has passed', async () => {
  const { window, add, addMany, sent } = openLane()
  addMany(64)
  await turn()
  window.settled(Date.now(), 100)
  await vi.advanceTimersByTimeAsync(500)
  const number = add()
  await turn()
  expect(sent.at(-1)).toEqual({ at: Date.now(), numbers: [number] })
})

test('a part in a hurry takes the waiting ones with it, and one that is too late is not sent', async () => {
  const { window, add, addMany, expired, sent } = openLane()
  addMany(40)
  await turn()
  window.settled(Date.now(), 100)
  add()
  add({ leftMs: 30 })
  const before = Date.now()
  await vi.advanceTimersByTimeAsync(25)
  expect(sent.at(-1)).toEqual({ at: before + 3, numbers: [40, 41] })
  const late = add({ leftMs: 0 })
  const lateAlone = add({ leftMs: 0, isAlone: true })
  await vi.advanceTimersByTimeAsync(25)
  expect(expired).toEqual([lateAlone, late])
  expect(sent).toHaveLength(3)
})

test('a repetition and a long part travel alone and at once, and hold up no other', async () => {
  const { add, addMany, packets } = openLane()
  addMany(10)
  add({ isAlone: true })
  add({ body: new Uint8Array(262_145) })
  expect(packets()).toEqual([[10], [11]])
  await turn()
  expect(packets().at(-1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a packet has at most 32 parts and one mebibyte', async () => {
  const { add, addMany, packets } = openLane()
  addMany(70)
  await turn()
  expect(packets().map(({ length }) => length)).toEqual([32, 32, 6])
  for (let n = 0; n < 9; n += 1) add({ body: new Uint8Array(262_144) })
  await vi.advanceTimersByTimeAsync(30)
  expect(
    packets()
      .slice(3)
      .map(({ length }) => length),
  ).toEqual([4, 4, 1])
})

test('of parts that are sent together a long one travels alone', () => {
  const [short, long] = [{ body: 'short' }, { body: new Uint8Array(262_145) }]
  expect(packetsOf([short, long, short])).toEqual([[long], [short, short]])
})

test('an account that asks for much does not push others out of the first packet', async () => {
  const { add, packets } = openLane()
  for (let n = 0; n < 60; n += 1) add({ account: 'greedy' })
  const modest = [add({ account: 'b' }), add({ account: 'c' }), add({ account: 'b' })]
  await turn()
  expect(packets()[0]).toEqual(expect.arrayContaining(modest))
  expect(packets()[0]?.slice(0, 4)).toEqual([0, modest[0], modest[1], 1])
})

test('in every order of events each part leaves once or is too late, in the order of its account and within the longest wait', async () => {
  const step = oneof(
    record({
      kind: constantFrom('add' as const),
      account: constantFrom('a', 'b', 'c'),
      leftMs: integer({ min: 0, max: 400 }),
    }),
    record({ kind: constantFrom('pass' as const), ms: integer({ min: 0, max: 40 }) }),
    record({ kind: constantFrom('answer' as const), ms: integer({ min: 0, max: 300 }) }),
  )
  await assert(
    asyncProperty(array(step, { maxLength: 120 }), async (steps) => {
      const { window, add, sent, expired } = openLane()
      const parts: { account: string; addedAt: number; leftMs: number }[] = []
      let settled = 0
      for (const taken of steps) {
        if (taken.kind === 'add') {
          parts.push({ account: taken.account, addedAt: Date.now(), leftMs: taken.leftMs })
          add({ account: taken.account, leftMs: taken.leftMs })
        } else if (taken.kind === 'pass') await vi.advanceTimersByTimeAsync(taken.ms)
        else if (settled < sent.flatMap(({ numbers }) => numbers).length + expired.length) {
          settled += 1
          window.settled(Date.now(), taken.ms)
        }
      }
      await vi.advanceTimersByTimeAsync(40)
      const left = sent.flatMap(({ at, numbers }) => numbers.map((number) => ({ at, number })))
      expect([...left.map(({ number }) => number), ...expired].sort((a, b) => a - b)).toEqual([
        ...parts.keys(),
      ])
      for (const account of ['a', 'b', 'c']) {
        const own = left.map(({ number }) => number).filter((number) => parts[number]?.account === account)
        expect(own).toEqual(own.toSorted((a, b) => a - b))
      }
      for (const { at, number } of left) {
        const { addedAt, leftMs } = parts[number] as (typeof parts)[number]
        expect(at - addedAt).toBeLessThanOrEqual(30)
        expect(at).toBeLessThan(addedAt + leftMs)
      }
      for (const { numbers } of sent) expect(numbers.length).toBeLessThanOrEqual(32)
    }),
    { numRuns: 100 },
  )
})
