import { expect, test } from 'vitest'
import { memberText } from './member-text.ts'

const of = (body: string) => memberText(Buffer.from(body), 'payload')

test('a member keeps the digits of its numbers and the names of its members', () => {
  expect(of('{"payload": {"a": [4.50, 1e3, -0], "b": {"c": "\\u00e9\\"", "d": null}}}')).toBe(
    '{"a":[4.50,1e3,-0],"b":{"c":"é\\"","d":null}}',
  )
  expect(of('\ufeff{"payload":true}')).toBe('true')
  expect(of('{"other":1}')).toBe('null')
})
