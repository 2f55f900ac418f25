import { expect, test } from 'vitest'
import { listItems } from './list-items.ts'

const itemsOf = (text: string) =>
  Array.from(listItems(Buffer.from(text)), (item) => Buffer.from(item).toString())

test.each<[string, string[]]>([
  ['[]', []],
  ['[{"a":[1,2],"b":"],["}]', ['{"a":[1,2],"b":"],["}']],
  ['[1,[2,3],{"a":4}]', ['1', '[2,3]', '{"a":4}']],
  [String.raw`["a\",","\\"]`, [String.raw`"a\","`, String.raw`"\\"`]],
  ['["ü","€,"]', ['"ü"', '"€,"']],
])('%s has the items %j', (text, items) => {
  expect(itemsOf(text)).toEqual(items)
})

test.each(['', '[', '{}', '"[1]"', '[1', '["1]', '[1]]', '[1],"id":"x"', '[1],"id":["x"]', '[1] '])(
  '%j is not one list',
  (text) => {
    expect(() => itemsOf(text)).toThrow(SyntaxError)
  },
)
