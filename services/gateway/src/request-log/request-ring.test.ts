import { expect, test } from 'vitest'
import { caller, entryOf } from '../testing/request-entry.ts'
import { RequestRing } from './request-ring.ts'
import { successSampling } from './success-sampling.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 11, 0, second))
const success = (second: number) => entryOf({ refusal: null, status: 200, at: at(second) })
const refused = (second: number, bytes = 0) => entryOf({ at: at(second), body: Buffer.alloc(bytes) })

function ringOf(maxEntries: number, maxBodyBytes = 1_000) {
  const dropped: string[] = []
  const ring = new RequestRing((kind) => dropped.push(kind), { maxEntries, maxBodyBytes })
  return { ring, dropped }
}

test('a full ring drops successes first, the oldest first, and refusals last', () => {
  const { ring, dropped } = ringOf(3)
  const kept = refused(3)
  for (const entry of [success(1), success(2), kept, success(4)]) ring.push(entry)
  expect(dropped).toEqual(['success'])
  const later = [refused(5), refused(6)]
  for (const entry of later) ring.push(entry)
  expect(dropped).toEqual(['success', 'success', 'success'])
  ring.push(refused(7))
  expect(dropped.at(-1)).toBe('refusal')
  expect(ring.take(10)).toEqual([kept, ...later])
  expect(ring.takeGaps()).toEqual([{ accountId: caller.accountId, dropped: 4, from: at(1), to: at(7) }])
})

test('bodies beyond the bytes of the ring are dropped, and their refusals kept', () => {
  const { ring, dropped } = ringOf(10, 100)
  ring.push(refused(1, 80))
  ring.push(refused(2, 30))
  const [first, second] = ring.take(2)
  expect([first?.body?.byteLength, second?.body, second?.isBodyGone]).toEqual([80, null, true])
  expect(dropped).toEqual(['body'])
  // What is being written is held as well.
  ring.push(refused(3, 30))
  expect(dropped).toEqual(['body', 'body'])
  ring.settle([first, second].filter((entry) => entry !== undefined))
  ring.push(refused(4, 30))
  expect(ring.take(2).map(({ body }) => body?.byteLength)).toEqual([undefined, 30])
})

test('what could not be written is taken again, in its order, and gaps grow together', () => {
  const { ring } = ringOf(2)
  const entries = [refused(1), refused(2)]
  for (const entry of entries) ring.push(entry)
  const taken = ring.take(2)
  ring.push(refused(3))
  const gaps = ring.takeGaps()
  ring.putBack(taken)
  ring.push(refused(4))
  ring.returnGaps(gaps)
  expect(ring.take(5)).toEqual(entries)
  expect(ring.takeGaps()).toEqual([{ accountId: caller.accountId, dropped: 2, from: at(3), to: at(4) }])
})

test('of many successes in one second each tenth is recorded, and stands for ten', () => {
  const weigh = successSampling()
  const weights = Array.from({ length: 100 }, () => weigh('acc', at(1)))
  expect(weights.slice(0, 50).every((weight) => weight === 1)).toBe(true)
  expect(weights.slice(50).filter((weight) => weight !== null)).toEqual([10, 10, 10, 10, 10])
  expect([weigh('other', at(1)), weigh('acc', at(2))]).toEqual([1, 1])
})
