import { ExactNumber } from '@outturn/canonical'
import { expect, test } from 'vitest'
import { rowFields } from './row-fields.ts'

test('a field has the type that the values of all rows agree on, and a value that is not given has none', () => {
  const rows = [
    { email: 'a@example.com', score: 7, tags: ['a'], ok: true, at: { day: 1 }, mixed: 1, none: null },
    { email: '', score: new ExactNumber('0.10000000000000000001'), tags: [], ok: null, mixed: 'one' },
  ]
  expect(rowFields(rows)).toEqual([
    { name: 'email', type: 'text' },
    { name: 'score', type: 'number' },
    { name: 'tags', type: 'list' },
    { name: 'ok', type: 'boolean' },
    { name: 'at', type: 'object' },
    'mixed',
    'none',
  ])
})

test('one row of many that differs takes the type away, and names come from the first thousand rows', () => {
  const rows: object[] = Array.from({ length: 1_500 }, () => ({ score: 1 }))
  rows.push({ score: 'high', late: 1 })
  expect(rowFields(rows)).toEqual(['score'])
})

test('no more than 200 fields are named, and none without a name or with a very long one', () => {
  const wide = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`f${index}`, null]))
  expect(rowFields([{ '': 1, ['x'.repeat(257)]: 1 }, wide])).toEqual(Object.keys(wide).slice(0, 200))
})
