import { unprocessable } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { inCallersOrder } from './condition-sources.ts'

/** An object, a text that is two conditions, and an object. */
const sources = [
  { index: 0, isText: false },
  { index: 1, isText: true },
  { index: 1, isText: true },
  { index: 2, isText: false },
]
const fieldOf = (field: string) =>
  refusalOf(() =>
    inCallersOrder(sources, () => {
      throw unprocessable(field, 'It cannot be meant.')
    }),
  ).options.field

test('a refusal names the condition that was sent, and a text as a whole', () => {
  expect(fieldOf('conditions[0].deterministic_check.expected')).toBe(
    'conditions[0].deterministic_check.expected',
  )
  expect(fieldOf('conditions[2].deterministic_check.expected')).toBe('conditions[1]')
  expect(fieldOf('conditions[3].description')).toBe('conditions[2].description')
  expect(fieldOf('max_amount_cents')).toBe('max_amount_cents')
})

test('what is drafted is answered as it is', () => {
  expect(inCallersOrder(sources, () => 7)).toBe(7)
})
