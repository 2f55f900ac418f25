import { expect, test } from 'vitest'
import { spoolEventHash } from '../preimages/spool-event-hash.ts'
import { golden } from '../receipt/golden.fixture.ts'
import { historyProblem } from './verify-history.ts'

const { events, receipt } = golden
const [first, second] = events as [(typeof events)[number], (typeof events)[number]]

test('a history whose chain holds and ends where the receipt says is whole', () => {
  expect(historyProblem(events, receipt.history)).toBeUndefined()
  expect(historyProblem(events)).toBeUndefined()
  const { hash: _, ...third } = { ...second, seq: 3, prev_hash: second.hash }
  const longer = [...events, { ...third, hash: spoolEventHash(third) }]
  expect(historyProblem(longer, receipt.history)).toBeUndefined()
})

test.each<[string, unknown, RegExp]>([
  ['an event was changed', [first, { ...second, type: 'evidence.none' }], /event 2 was changed/],
  ['an event was left out', [second], /event 1 is missing/],
  ['the last event was left out', [first], /stands on 2 events, and 1 are here/],
  ['two events were swapped', [second, first], /event 1 is missing/],
  ['an event was repeated', [first, first], /event 2 is missing/],
  [
    'an event was made anew with its hash',
    [first, remade({ data: {} })],
    /another one than the receipt names/,
  ],
  ['the chain was cut', [first, remade({ prev_hash: '0'.repeat(64) })], /event 2 does not follow/],
  ['a member was added', [{ ...first, more: 1 }, second], /not a member/],
  ['it is no list', {}, /must be a list/],
])('%s', (_, candidate, problem) => {
  expect(historyProblem(candidate, receipt.history)).toMatch(problem)
})

function remade(change: Partial<typeof second>): object {
  const { hash: _, ...unhashed } = { ...second, ...change }
  return { ...unhashed, hash: spoolEventHash(unhashed) }
}
