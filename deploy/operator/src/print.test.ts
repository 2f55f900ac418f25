import { expect, test } from 'vitest'
import { printAnswer } from './print.ts'

function printed(answer: unknown, isJson = false): string {
  let text = ''
  printAnswer(answer, isJson, (part) => {
    text += part
  })
  return text
}

test('JSON is one line and nothing else', () => {
  expect(printed([{ a: 1 }], true)).toBe('[{"a":1}]\n')
})

test('members have the names of JSON and tables at every depth', () => {
  expect(printed({ sumMicros: '0', accounts: [{ balanceMicros: '-5' }] }, true)).toBe(
    '{"sum_micros":"0","accounts":[{"balance_micros":"-5"}]}\n',
  )
})

test('a list is a table with a column for every name', () => {
  expect(printed([{ key_id: 'key_1', revoked_at: null }, { key_id: 'key_22' }])).toBe(
    'key_id  revoked_at\nkey_1   -\nkey_22  -\n',
  )
})

test('an empty list says so', () => {
  expect(printed([])).toBe('none\n')
})

test('a list of words is one line', () => {
  expect(printed({ hosts: ['app.example', 'shop.example'], others: [] })).toBe(
    'hosts: app.example, shop.example\nothers: -\n',
  )
})

test('an object is a line for each member', () => {
  expect(printed({ sum_micros: '0', accounts: [{ account: 'promo', balance_micros: '-5' }] })).toBe(
    'sum_micros: 0\naccounts:\naccount  balance_micros\npromo    -5\n',
  )
})
