import { setImmediate as endOfTurn } from 'node:timers/promises'
import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { createRoom } from './room.ts'

const inTime = { until: Date.now() + 1_000_000 }
const atOnce = { until: 0 }

test('each caller has its share, all together have all, and what is given back is given to who waits', async () => {
  const refused: string[] = []
  const room = createRoom({ most: 10, mostOfCaller: 6, onRefused: (by) => refused.push(by) })
  const leave = await room.take('a', 6, atOnce)
  await expect(room.take('a', 1, atOnce)).rejects.toThrow('6 bytes of large answers to this caller')
  await room.take('b', 4, atOnce)
  await expect(room.take('c', 1, atOnce)).rejects.toThrow(Refusal)
  expect(refused).toEqual(['caller', 'all'])
  const waiting = room.take('c', 6, inTime)
  leave()
  leave()
  await waiting
  expect(room.taken()).toBe(10)
})

test('callers take turns however many of one wait, and no small answer passes the large one whose turn it is', async () => {
  const room = createRoom({ most: 10, mostOfCaller: 10 })
  const order: string[] = []
  const leave = await room.take('a', 10, inTime)
  const wait = async (name: string, bytes: number) => {
    const end = await room.take(name[0] as string, bytes, inTime)
    order.push(name)
    await endOfTurn()
    end()
  }
  const all = [wait('a1', 10), wait('a2', 10), wait('b1', 10), wait('b2', 1), wait('c1', 1)]
  leave()
  await Promise.all(all)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  expect(room.taken()).toBe(0)
})

test('a caller that has filled its share keeps no other from room', async () => {
  const room = createRoom({ most: 10, mostOfCaller: 5 })
  await room.take('a', 5, atOnce)
  const waiting = room.take('a', 5, { until: Date.now() + 1_000_000, signal: AbortSignal.abort() })
  await expect(waiting).rejects.toThrow(Refusal)
  void room.take('a', 5, inTime)
  await room.take('b', 5, atOnce)
  expect(room.taken()).toBe(10)
})

test('an answer that is longer than any share is let in alone, and who gives up lets the next one in', async () => {
  const room = createRoom({ most: 10, mostOfCaller: 5 })
  const leave = await room.take('a', 50, atOnce)
  const gone = new AbortController()
  const first = room.take('b', 50, { ...inTime, signal: gone.signal })
  leave()
  const leaveFirst = await first
  const second = room.take('c', 50, { ...inTime, signal: gone.signal })
  const third = room.take('d', 1, inTime)
  gone.abort()
  await expect(second).rejects.toThrow(Refusal)
  leaveFirst()
  await third
  expect(room.taken()).toBe(1)
})
