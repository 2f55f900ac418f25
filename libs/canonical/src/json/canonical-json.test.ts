import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictJson } from './parse-strict.ts'
import { readJson } from './read-json.ts'
import { CanonicalJsonError, canonicalJson } from './canonical-json.ts'

function refusalOf(value: unknown): { code: string; path: string } {
  try {
    canonicalJson(value)
  } catch (error) {
    if (error instanceof CanonicalJsonError) return { code: error.code, path: error.path }
    throw error
  }
  throw new Error('accepted')
}

// Keys that tempt an implementation: integer-like ones, which objects re-order, and those that UTF-16 sorts unlike code points.
const temptingKeys = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '10',
    '9',
    '\r',
    'é',
    '\u20ac',
    '😀',
    '\ufb33',
    '\uffff',
    'a',
    'B',
    '01',
    '__proto__',
    'toJSON',
    '"',
    '\\',
    '\u007f',
  ),
  fc.string({ unit: 'grapheme' }),
)
const jsonValues = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value')),
    fc.dictionary(temptingKeys, tie('value'), { maxKeys: 24 }),
  ),
})).value

test('agrees with an independent implementation on every JSON value', () => {
  fc.assert(
    fc.property(jsonValues, (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
  )
})

test('the canonical text of a value reads back to a value with the same text', () => {
  fc.assert(
    fc.property(jsonValues, (value) => {
      const text = canonicalJson(value)
      expect(canonicalJson(readJson(text))).toBe(text)
    }),
  )
})

test('strictly parsed documents always have a canonical form, whatever their order and spacing', () => {
  const text = '{ "b" : [ 1.0, 1e2, -0 ], "a" : { "10": "\\u20ac", "9": "\\/" } }'
  expect(canonicalJson(parseStrictJson(text))).toBe('{"a":{"10":"€","9":"/"},"b":[1,100,0]}')
})

test('members are sorted by UTF-16 code units (RFC 8785 §3.2.3)', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, '\u00f6': 7 }
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
})

test('a member named __proto__ is a member like any other, in any order', () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"c":1,"a":2}}'))).toBe(
    '{"__proto__":{"a":2,"c":1},"b":1}',
  )
  expect(canonicalJson(JSON.parse('{"__proto__":{"c":1,"a":2},"b":1}'))).toBe(
    '{"__proto__":{"a":2,"c":1},"b":1}',
  )
})

test('a value is left as it was', () => {
  const value = { b: [{ d: 1, c: 2 }], a: 1 }
  expect(canonicalJson(value)).toBe('{"a":1,"b":[{"c":2,"d":1}]}')
  expect(JSON.stringify(value)).toBe('{"b":[{"d":1,"c":2}],"a":1}')
})

test('many members are sorted as few are', () => {
  const names = Array.from({ length: 100 }, (_, index) => `m${(index * 37) % 100}`)
  const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))
  expect(Object.keys(JSON.parse(text) as object)).toEqual(names.toSorted())
})

test('numbers are written as ECMAScript writes them (RFC 8785 appendix B)', () => {
  const numbers = [
    0, -0, 5e-324, 1e21, 1e-7, 1e-6, 999999999999999900000, 4.5, 2e-3, 0.000001, 333333333.3333333,
  ]
  expect(canonicalJson(numbers)).toBe(
    '[0,0,5e-324,1e+21,1e-7,0.000001,999999999999999900000,4.5,0.002,0.000001,333333333.3333333]',
  )
})

test('control characters take their short or lower-case escape and nothing else is escaped', () => {
  expect(canonicalJson('\u0000\b\t\n\f\r\u001f"\\/\u007f\u2028')).toBe(
    '"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\u007f\u2028"',
  )
})

describe('refuses what has no canonical form', () => {
  test.each([
    ['a lone surrogate', { a: ['\ud800'] }, 'lone_surrogate', 'a[0]'],
    ['a lone surrogate in a key', { '\udc00': 1 }, 'lone_surrogate', '["\\udc00"]'],
    ['NaN', { a: Number.NaN }, 'not_finite', 'a'],
    ['Infinity', [Number.POSITIVE_INFINITY], 'not_finite', '[0]'],
    ['a bigint', { a: { b: 1n } }, 'not_json', 'a.b'],
    ['an undefined member', { a: undefined }, 'not_json', 'a'],
    ['undefined', undefined, 'not_json', ''],
    ['a hole in an array', Array.from({ length: 2 }).fill(0, 0, 1), 'not_json', '[1]'],
    ['a date', { at: new Date(0) }, 'not_json', 'at'],
    ['a map', new Map(), 'not_json', ''],
    ['bytes', { bytes: new Uint8Array(1) }, 'not_json', 'bytes'],
    ['a function', { toJSON: () => 1 }, 'not_json', 'toJSON'],
    ['a symbol', Symbol('s'), 'not_json', ''],
    ['a boxed string', Object('a'), 'not_json', ''],
  ])('%s', (_, value, code, path) => {
    expect(refusalOf(value)).toEqual({ code, path })
  })

  test('a value that holds itself', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(refusalOf(cycle).code).toBe('too_deep')
  })
})

test('an object without a prototype is plain', () => {
  expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}')
})
