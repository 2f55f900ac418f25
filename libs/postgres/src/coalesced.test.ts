import { setImmediate as endOfTurn } from 'node:timers/promises'
import pg from 'pg'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coalesced, type CoalescedOptions, largeWeight, mostWeight } from './coalesced.ts'

/** A statement whose execution the test ends itself. */
type Sent = { items: readonly number[]; succeed: () => void; fail: (error: unknown) => void }

function controlled(options?: CoalescedOptions<number>) {
  const sent: Sent[] = []
  const write = coalesced<number, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    sent.push({ items, succeed: () => resolve(items.map((item) => `done ${item}`)), fail: reject })
    return promise
  }, options)
  const nth = (index: number): Sent => {
    const statement = sent[index]
    if (statement === undefined) throw new Error(`only ${sent.length} statements were sent`)
    return statement
  }
  return { write, sent, nth }
}

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused by the server', 0, 'error'), { code })
}

test('an item that finds a free lane is sent at the end of its turn', async () => {
  const { write, sent } = controlled()
  void write(1)
  expect(sent).toEqual([])
  await endOfTurn()
  expect(sent.map(({ items }) => items)).toEqual([[1]])
})

test('items of one turn go together, also with several lanes free', async () => {
  const { write, sent } = controlled({ lanes: 2 })
  for (const item of [1, 2, 3]) void write(item)
  await Promise.resolve().then(() => void write(4))
  await endOfTurn()
  expect(sent.map(({ items }) => items)).toEqual([[1, 2, 3, 4]])
})

test('items that arrive while a statement is under way go together in the next one', async () => {
  const { write, sent, nth } = controlled()
  const first = write(1)
  await endOfTurn()
  const all = Promise.all([first, write(2), write(3)])
  nth(0).succeed()
  await expect.poll(() => sent.length).toBe(2)
  expect(nth(1).items).toEqual([2, 3])
  nth(1).succeed()
  expect(await all).toEqual(['done 1', 'done 2', 'done 3'])
  expect(write.counters).toEqual({ batches: 2, items: 3, retriedAlone: 0 })
})

test('no statement carries more than maxBatch items', async () => {
  const { write, sent, nth } = controlled({ maxBatch: 2 })
  for (const item of [1, 2, 3, 4, 5]) void write(item)
  await endOfTurn()
  nth(0).succeed()
  await expect.poll(() => sent.length).toBe(2)
  nth(1).succeed()
  await expect.poll(() => sent.length).toBe(3)
  expect(sent.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]])
})

test('each lane has a statement of its own under way', async () => {
  const { write, sent, nth } = controlled({ lanes: 2 })
  for (const item of [1, 2, 3]) {
    void write(item)
    await endOfTurn()
  }
  expect(sent.map(({ items }) => items)).toEqual([[1], [2]])
  nth(0).succeed()
  await expect.poll(() => sent.length).toBe(3)
  expect(nth(2).items).toEqual([3])
})

test('more items of one turn than a statement carries take a further lane', async () => {
  const { write, sent } = controlled({ maxBatch: 2, lanes: 3 })
  for (const item of [1, 2, 3]) void write(item)
  await endOfTurn()
  expect(sent.map(({ items }) => items)).toEqual([[1, 2], [3]])
})

test('no other item waits for the statement of large ones, which go one after the other, few in each', async () => {
  const { write, sent, nth } = controlled({ weightOf: (item) => item })
  const [half, large] = [mostWeight / 2, largeWeight]
  for (const item of [half, 1, half, large, large - 1, large]) void write(item)
  await endOfTurn()
  expect(sent.map(({ items }) => items)).toEqual([
    [half, half],
    [1, large - 1],
  ])
  nth(1).succeed()
  void write(3)
  await expect.poll(() => sent.length).toBe(3)
  expect(nth(2).items).toEqual([3])
  nth(0).succeed()
  await expect.poll(() => sent.length).toBe(4)
  expect(nth(3).items).toEqual([large, large])
})

test('nor for that of the largest, each of which has one of its own', async () => {
  const { write, sent, nth } = controlled({ weightOf: (item) => item })
  for (const item of [mostWeight, mostWeight + 1, largeWeight, 1]) void write(item)
  await endOfTurn()
  expect(sent.map(({ items }) => items)).toEqual([[mostWeight], [largeWeight], [1]])
  nth(0).succeed()
  await expect.poll(() => sent.length).toBe(4)
  expect(nth(3).items).toEqual([mostWeight + 1])
})

test('every item is answered once, whatever comes in which turn', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat({ max: 3 }), { maxLength: 6 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (turns, maxBatch, lanes) => {
        let underWay = 0
        let most = 0
        const write = coalesced(
          async (items: readonly number[]) => {
            most = Math.max(most, ++underWay)
            for (let turn = 0; turn < (items[0] ?? 0); turn += 1) await endOfTurn()
            underWay -= 1
            return items.map((item) => item * 2)
          },
          { maxBatch, lanes },
        )
        const answers: Promise<number>[] = []
        for (const turn of turns) {
          answers.push(...turn.map(write))
          await endOfTurn()
        }
        expect(await Promise.all(answers)).toEqual(turns.flat().map((item) => item * 2))
        expect(write.counters.items).toBe(turns.flat().length)
        expect(most).toBeLessThanOrEqual(lanes)
      },
    ),
  )
})

test('a bad item fails alone and the others of its batch succeed', async () => {
  const write = coalesced(async (items: readonly number[]) => {
    if (items.includes(3)) throw databaseError('23514')
    return items.map((item) => item * 10)
  })
  const settled = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect(settled).toMatchObject([{ value: 10 }, { value: 20 }, { reason: { code: '23514' } }, { value: 40 }])
  expect(write.counters.retriedAlone).toBe(4)
})

test('an outage fails the whole batch once instead of every item in turn', async () => {
  let statements = 0
  const write = coalesced(async (_items: readonly number[]) => {
    statements += 1
    throw databaseError('57P01')
  })
  const settled = await Promise.allSettled([1, 2, 3].map(write))
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true)
  expect(statements).toBe(1)
})

test('a lane that failed takes the next item', async () => {
  let isBroken = true
  const write = coalesced(async (items: readonly number[]) => {
    if (isBroken) throw databaseError('57P01')
    return items
  })
  await expect(write(1)).rejects.toThrow('refused by the server')
  isBroken = false
  expect(await write(2)).toBe(2)
})

test('fewer results than items is a defect that no caller mistakes for its own result', async () => {
  const write = coalesced(async (items: readonly number[]) => items.slice(1))
  await expect(write(1)).rejects.toThrow('1 items got 0 results')
})
