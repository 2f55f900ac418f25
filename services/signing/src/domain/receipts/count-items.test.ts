import { expect, test } from 'vitest'
import { countItems } from './count-items.ts'

test.each<[number | null, string]>([
  [0, '[]'],
  [1, '[{"a":[1,2],"b":"],["}]'],
  [3, '[1,[2,3],{"a":4}]'],
  [2, String.raw`["a\",","\\"]`],
  [2, '["ü","€,"]'],
  [null, ''],
  [null, '['],
  [null, '{}'],
  [null, '"[1]"'],
  [null, '[1'],
  [null, '["1]'],
  [null, '[1]]'],
  [null, '[1],"id":"x"'],
  [null, '[1],"id":["x"]'],
  [null, '[1] '],
])('%j items: %s', (count, text) => {
  expect(countItems(Buffer.from(text))).toBe(count)
})
