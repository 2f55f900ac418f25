import { setImmediate as endOfTurn } from 'node:timers/promises'
import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { createAnswerMemory } from './answer-memory.ts'

const inTime = { deadline: Date.now() + 1_000_000 }
const atOnce = { deadline: 0 }

test('each caller has its share, all together have all, and what is given back is given to who waits', async () => {
  const refused: string[] = []
  const memory = createAnswerMemory({
    limit: 10,
    limitPerCaller: 6,
    onRefused: (bound) => refused.push(bound),
  })
  const leave = await memory.reserve('a', 6, atOnce)
  await expect(memory.reserve('a', 1, atOnce)).rejects.toThrow('6 bytes of large answers to this caller')
  await memory.reserve('b', 4, atOnce)
  await expect(memory.reserve('c', 1, atOnce)).rejects.toThrow(Refusal)
  expect(refused).toEqual(['key', 'total'])
  const waiting = memory.reserve('c', 6, inTime)
  leave()
  leave()
  await waiting
  expect(memory.held()).toBe(10)
})

test('callers take turns however many of one wait, and no small answer passes the large one whose turn it is', async () => {
  const memory = createAnswerMemory({ limit: 10, limitPerCaller: 10 })
  const order: string[] = []
  const leave = await memory.reserve('a', 10, inTime)
  const wait = async (name: string, bytes: number) => {
    const end = await memory.reserve(name[0] as string, bytes, inTime)
    order.push(name)
    await endOfTurn()
    end()
  }
  const all = [wait('a1', 10), wait('a2', 10), wait('b1', 10), wait('b2', 1), wait('c1', 1)]
  leave()
  await Promise.all(all)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  expect(memory.held()).toBe(0)
})

test('a caller that has filled its share keeps no other from room', async () => {
  const memory = createAnswerMemory({ limit: 10, limitPerCaller: 5 })
  await memory.reserve('a', 5, atOnce)
  const waiting = memory.reserve('a', 5, { deadline: Date.now() + 1_000_000, signal: AbortSignal.abort() })
  await expect(waiting).rejects.toThrow(Refusal)
  void memory.reserve('a', 5, inTime)
  await memory.reserve('b', 5, atOnce)
  expect(memory.held()).toBe(10)
})

test('an answer that is longer than any share is let in alone, and who gives up lets the next one in', async () => {
  const memory = createAnswerMemory({ limit: 10, limitPerCaller: 5 })
  const leave = await memory.reserve('a', 50, atOnce)
  const gone = new AbortController()
  const first = memory.reserve('b', 50, { ...inTime, signal: gone.signal })
  leave()
  const leaveFirst = await first
  const second = memory.reserve('c', 50, { ...inTime, signal: gone.signal })
  const third = memory.reserve('d', 1, inTime)
  gone.abort()
  await expect(second).rejects.toThrow(Refusal)
  leaveFirst()
  await third
  expect(memory.held()).toBe(1)
})
