import { expect, test } from 'vitest'
import { JsonText, messagePayload } from './json-text.ts'

const text = (value: unknown) => new JsonText(Buffer.from(JSON.stringify(value)))

test.each<[string, unknown, unknown]>([
  [
    'a member that is a text',
    { a: 1, request: text({ b: 'ü' }), c: undefined, d: null },
    { a: 1, request: { b: 'ü' }, d: null },
  ],
  ['a text alone', { request: text([1]) }, { request: [1] }],
  ['several', { one: text(1), two: text({}) }, { one: 1, two: {} }],
  ['none', { request: { b: [1] } }, { request: { b: [1] } }],
  ['no object', 7, 7],
])('%s is one message', (_, input, value) => {
  expect(JSON.parse(Buffer.from(messagePayload(input)).toString())).toEqual(value)
})
