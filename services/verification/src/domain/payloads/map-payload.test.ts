import { parseSentJson } from '@outturn/canonical'
import { expect, test } from 'vitest'
import { findAtPointer, pointerProblem } from './json-pointer.ts'
import { mapPayload, unusableConstants } from './map-payload.ts'
import type { Mapping } from './mapping.ts'

const now = new Date('2026-02-01T12:00:00.000Z')
const spoolId = 'spl_000000000000000000000001'
const map = (mapping: Mapping, payload: string, ofSpool: string | null = spoolId) =>
  mapPayload(mapping, ofSpool, parseSentJson(payload), { now, sentAt: now })

const order: Mapping = { subject: '/order', predicate: { const: 'shipped' }, value: '/boxes' }

test('a payload becomes the fact that its mapping describes', () => {
  const mapping = { ...order, occurred_at: '/at', quantity: '/n', amount_cents: '/cents', currency: '/cur' }
  const payload =
    '{"order":4711,"boxes":2.50,"at":"2026-01-31T09:00:00+01:00","n":null,"cents":990,"cur":"USD"}'
  expect(map(mapping, payload)).toEqual({
    mapped: [
      {
        index: 0,
        spoolId,
        values: {
          subject: '4711',
          predicate: 'shipped',
          value: '2.50',
          occurred_at: '2026-01-31T08:00:00.000Z',
          amount_cents: 990,
          currency: 'USD',
        },
      },
    ],
    rejected: [],
  })
})

test('a fact without a time is of the time of its delivery', () => {
  const [fact] = map(order, '{"order":"A","boxes":1}')?.mapped ?? []
  expect(fact?.values.occurred_at).toBe(now.toISOString())
})

test('of a list every element is kept or rejected with its first fault', () => {
  const mapping = { ...order, items: '/rows', spool: '//deal' }
  const payload =
    '{"deal":"spl_x","rows":[{"order":"A","boxes":1},{"order":"","boxes":null},{"order":"C","boxes":1e2}]}'
  expect(map(mapping, payload, null)).toEqual({
    mapped: [{ index: 0, spoolId: 'spl_x', values: expect.objectContaining({ subject: 'A', value: 1 }) }],
    rejected: [
      { index: 1, code: 'unmappable_value', member: 'subject', pointer: '/order' },
      { index: 2, code: 'value_not_exact', member: 'value', pointer: '/boxes' },
    ],
  })
})

test('a list that is none, or has more than 1,000 elements, maps to nothing at all', () => {
  const rows = (count: number) => JSON.stringify({ rows: Array.from({ length: count }, () => 0) })
  expect(map({ ...order, items: '/rows' }, '{"rows":{}}')).toBeNull()
  expect(map({ ...order, items: '/rows' }, rows(1_001))).toBeNull()
  expect(map({ ...order, items: '/rows' }, rows(1_000))?.rejected).toHaveLength(1_000)
})

test.each([
  ['/__proto__/toString', '{}', undefined],
  ['/__proto__', '{"__proto__":"own"}', 'own'],
  ['/constructor/name', '{}', undefined],
  ['/a~1b/m~0n', '{"a/b":{"m~n":true}}', true],
  ['/l/1', '{"l":["x","y"]}', 'y'],
  ['/l/01', '{"l":["x","y"]}', undefined],
  ['/l/length', '{"l":["x","y"]}', undefined],
  ['/s/0', '{"s":"text"}', undefined],
  ['/n/text', '{"n":5}', undefined],
  ['//x', '{"":{"x":"inner"},"x":"outer"}', 'inner'],
])('the pointer %s reads %s as %j', (pointer, document, found) => {
  expect(findAtPointer(parseSentJson(document), pointer)).toEqual(found)
})

test.each([['amount'], ['/a~2b'], ['/rows/-'], ['/a'.repeat(17)], [`/${'a'.repeat(256)}`]])(
  'no mapping has the pointer %s',
  (pointer) => {
    expect(pointerProblem(pointer)).not.toBeNull()
  },
)

test('a constant that no fact may have is found before there is a payload', () => {
  const mapping: Mapping = {
    ...order,
    currency: { const: 'usd' },
    quantity: { const: 2 },
    amount_cents: { const: -1 },
  }
  expect(unusableConstants(mapping, now)).toEqual(['amount_cents', 'currency'])
})
