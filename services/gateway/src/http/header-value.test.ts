import { validateHeaderName, validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerValue, isHeaderText, writableHeaders } from './header-value.ts'

test('printable text stays as it is', () => {
  expect(headerValue('attachment; filename="a b.csv"')).toBe('attachment; filename="a b.csv"')
})

test.each([
  ['ключ', '%D0%BA%D0%BB%D1%8E%D1%87'],
  ['a\r\nSet-Cookie: b', 'a%0D%0ASet-Cookie: b'],
  ['é\u{1F600}', '%C3%A9%F0%9F%98%80'],
  ['\ud800', '%EF%BF%BD'],
])('%j is written as %s', (text, written) => {
  expect(isHeaderText(text)).toBe(false)
  expect(headerValue(text)).toBe(written)
})

test('Node writes whatever is made of any names and texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
      for (const [each, text] of Object.entries(writableHeaders({ [name]: value }))) {
        validateHeaderName(each)
        validateHeaderValue(each, text)
      }
    }),
  )
})
