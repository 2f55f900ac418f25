import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chainHistory, emptyHistory, type HistoryEntry } from './history.ts'

const hashOf = (hashed: unknown) => createHash('sha256').update(JSON.stringify(hashed)).digest('hex')

function entry(type: string): HistoryEntry {
  return {
    id: `evt_${type}`,
    type,
    at: '2026-01-01T00:00:00.000Z',
    actor: { party_id: null, kind: 'service' },
    data: {},
  }
}

test('the first entry follows 64 zeros and each next one the hash before it', () => {
  const { chained, head } = chainHistory(emptyHistory, [entry('a'), entry('b')], hashOf)
  expect(chained.map(({ seq }) => seq)).toEqual([1, 2])
  expect(chained[0]?.prev_hash).toBe('0'.repeat(64))
  expect(chained[1]?.prev_hash).toBe(chained[0]?.hash)
  expect(head).toEqual({ length: 2, hash: chained[1]?.hash })
})

test('chaining in two steps gives the same history as in one', () => {
  const once = chainHistory(emptyHistory, [entry('a'), entry('b')], hashOf)
  const first = chainHistory(emptyHistory, [entry('a')], hashOf)
  const second = chainHistory(first.head, [entry('b')], hashOf)
  expect([...first.chained, ...second.chained]).toEqual(once.chained)
})

test('a changed entry changes every hash after it', () => {
  const honest = chainHistory(emptyHistory, [entry('a'), entry('b')], hashOf)
  const altered = chainHistory(emptyHistory, [{ ...entry('a'), data: { x: 1 } }, entry('b')], hashOf)
  expect(altered.head.hash).not.toBe(honest.head.hash)
})
