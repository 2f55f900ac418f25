import { JsonText, PassedText } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { jsonTextOf, messageTextOf, readMessageText } from './message-text.ts'

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const text = (value: unknown) => new JsonText(bytes(value))
const passed = (value: unknown) => new PassedText(bytes(value))

test.each<[string, unknown, unknown]>([
  [
    'a member that is a text',
    { a: 1, request: text({ b: 'ü' }), c: undefined, d: null },
    { a: 1, request: { b: 'ü' }, d: null },
  ],
  ['a text alone', { request: text([1]) }, { request: [1] }],
  ['several', { one: text(1), two: text({}) }, { one: 1, two: {} }],
  ['none', { request: { b: [1] } }, { request: { b: [1] } }],
  [
    'one that is passed on, where it ends',
    { a: 1, one: passed([{ b: '\n' }]) },
    { a: 1, one: [{ b: '\n' }] },
  ],
  ['no object', 7, 7],
])('%s is one JSON text', (_, input, value) => {
  expect(JSON.parse(Buffer.from(jsonTextOf(input)).toString())).toEqual(value)
})

test.each<[string, object]>([
  ['one of many', { a: 1, rows: passed([{ b: 'ü\n' }]), c: null }],
  ['one alone', { rows: passed([]) }],
  ['several, beside a text that is read', { one: passed(1), two: passed({ a: [] }), three: 3 }],
  ['none', { a: [1] }],
])('members that are passed on arrive as they were sent: %s', (_, input) => {
  const { text: sent, headers } = messageTextOf(input)
  expect(readMessageText(Buffer.from(sent), headers)).toEqual(input)
})

test('a message that lost a member that was passed on is not read', () => {
  const { text: sent, headers } = messageTextOf({ a: 1, rows: passed([1]) })
  const cut = Buffer.from(sent).subarray(0, -4)
  expect(() => readMessageText(cut, headers)).toThrow('is followed by 0 members and names 1')
})

test('what is passed on is one line, and a member of the message itself', () => {
  expect(() => new PassedText(Buffer.from('[1,\n2]'))).toThrow('one line')
  expect(() => messageTextOf({ a: { rows: passed([1]) } })).toThrow('member of a message')
})
