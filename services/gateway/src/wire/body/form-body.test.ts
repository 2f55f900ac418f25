import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { assertFormBody, assertOwnPage, parseForm } from './form-body.ts'

const base = 'https://outturn.example/'
const codeOf = (act: () => unknown) => {
  try {
    act()
    return 'taken'
  } catch (error) {
    return error instanceof Refusal ? error.code : 'defect'
  }
}

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 'taken'],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 'taken'],
  [{ origin: 'https://outturn.example' }, 'taken'],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://outturn.example' }, 'forbidden'],
  [{ 'sec-fetch-site': 'same-site' }, 'forbidden'],
  [{ 'sec-fetch-site': 'none' }, 'forbidden'],
  [{ origin: 'http://outturn.example' }, 'forbidden'],
  [{ origin: 'https://outturn.example.evil.example' }, 'forbidden'],
  [{ origin: 'null' }, 'forbidden'],
  [{}, 'forbidden'],
])('a form with %j is %s', (headers, expected) => {
  expect(codeOf(() => assertOwnPage(headers, base))).toBe(expected)
})

test.each([
  [{ 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }, 'taken'],
  [{ 'content-type': 'application/json' }, 'validation_failed'],
  [{ 'content-type': 'text/plain' }, 'validation_failed'],
  [{ 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }, 'validation_failed'],
  [{}, 'validation_failed'],
])('a body of %j is %s', (headers, expected) => {
  expect(codeOf(() => assertFormBody(headers))).toBe(expected)
})

test('the fields of a form are read as they were written, and none twice', () => {
  const read = (text: string) => parseForm(Buffer.from(text, 'latin1'))
  expect(read('a=1&b=x+y%21&c=&__proto__=z')).toEqual({ a: '1', b: 'x y!', c: '', ['__proto__']: 'z' })
  expect(codeOf(() => read('a=1&a=2'))).toBe('validation_failed')
  for (const text of ['a=\xff', 'a=%FF', 'a=%', 'a=x%00y', 'a=\0', '%00=a'])
    expect(codeOf(() => read(text))).toBe('validation_failed')
})
