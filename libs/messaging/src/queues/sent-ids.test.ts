import { expect, test } from 'vitest'
import { createSentIds } from './sent-ids.ts'

test('an id is known for two minutes at least and forgotten after', () => {
  const ids = createSentIds()
  expect(ids.isFirst('a', 1_000_000)).toBe(true)
  expect(ids.isFirst('a', 1_119_999)).toBe(false)
  expect(ids.isFirst('b', 1_119_999)).toBe(true)
  expect(ids.isFirst('c', 1_121_000)).toBe(true)
  expect(ids.isFirst('b', 1_239_000)).toBe(false)
  expect(ids.isFirst('a', 1_355_000)).toBe(true)
  expect(ids.isFirst('c', 1_355_000)).toBe(false)
  expect(ids.isFirst('c', 9_000_000)).toBe(true)
})
