import { expect, test } from 'vitest'
import { StrictJsonError } from './strict-json-error.ts'
import { parseSentJson, SentNumber } from './sent-json.ts'

test('every number keeps its text', () => {
  const parsed = parseSentJson('{"a":[4.50,1e3,-0],"b":"1.0","c":{"d":9007199254740991}}')
  expect(parsed).toEqual({
    a: [new SentNumber('4.50'), new SentNumber('1e3'), new SentNumber('-0')],
    b: '1.0',
    c: { d: new SentNumber('9007199254740991') },
  })
})

test('a member named __proto__ is an own property', () => {
  const parsed = parseSentJson('{"__proto__":"own"}')
  expect(Object.getOwnPropertyNames(parsed)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
})

test.each(['{"a":1,"a":2}', '9007199254740992', '"\\ud800"', '[1,]', '\ufeff{}'])('%s is refused', (text) => {
  expect(() => parseSentJson(text)).toThrow(StrictJsonError)
})
