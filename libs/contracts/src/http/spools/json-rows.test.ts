import { expect, test } from 'vitest'
import { JsonRows } from './json-rows.ts'

const rows = (count: number) => Array.from({ length: count }, () => ({}))

test('an item has at most fifty thousand rows, however little is in them', () => {
  expect(JsonRows.safeParse(rows(50_000)).success).toBe(true)
  const refused = JsonRows.safeParse(rows(50_001))
  expect(refused.error?.issues.map(({ message }) => message)).toEqual(['at most 50000 rows'])
})

test('a row that is no object is named', () => {
  const refused = JsonRows.safeParse([{}, [], {}])
  expect(refused.error?.issues.map(({ path }) => path)).toEqual([[1]])
})
