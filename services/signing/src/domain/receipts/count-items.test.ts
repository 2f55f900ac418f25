import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countItems } from './count-items.ts'

test.each<[number | null, string]>([
  [0, '[]'],
  [3, '[1,[2,3],{"a":4}]'],
  [null, ''],
  [null, '{}'],
  [null, '[1'],
  [null, '[1],"id":"x"'],
])('%j items: %s', async (count, text) => {
  expect(await countItems(Buffer.from(text), endOfTurn)).toBe(count)
})

test('other work has its turn after each megabyte of items', async () => {
  const item = `"${'x'.repeat(99_998)}"`
  let pauses = 0
  const text = Buffer.from(`[${Array<string>(60).fill(item).join(',')}]`)
  expect(await countItems(text, async () => (pauses += 1))).toBe(60)
  expect(pauses).toBe(5)
})
