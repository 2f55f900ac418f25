import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { ExactNumber, plainNumber, readNumber } from './exact-number.ts'
import { parseStrictJson } from './parse-strict.ts'
import { readJson } from './read-json.ts'

describe('a number that no float holds', () => {
  test.each([
    ['10.000000000000000001', '10000000000000000001e-18'],
    ['1e-400', '1e-400'],
    ['-0.10e-399', '-1e-400'],
    ['0.1000000000000000055511151231257827', '1000000000000000055511151231257827e-34'],
    ['0.12345678901234567890', '1234567890123456789e-19'],
    ['9007199254740990.5', '90071992547409905e-1'],
    ['0.00000012345678901234567890', '1234567890123456789e-25'],
  ])('%s is kept as %s', (text, canonical) => {
    const value = parseStrictJson(`{"a":[${text}]}`)
    expect(canonicalJson(value)).toBe(`{"a":[${canonical}]}`)
    expect(JSON.stringify(value)).toBe(`{"a":[${canonical}]}`)
    expect(canonicalJson(readJson(` {"a" : [ ${text} ] }`))).toBe(`{"a":[${canonical}]}`)
    expect(readNumber(text)).toBeInstanceOf(ExactNumber)
  })

  test.each([
    '7',
    '7.0',
    '70e-1',
    '0.1',
    '1e-7',
    '0.30000000000000004',
    '5e-324',
    '-0',
    '0e-5000',
    '1e0',
    '123456789012345.0',
  ])('%s is a float as before', (text) => {
    expect(typeof parseStrictJson(text)).toBe('number')
    expect(canonicalJson(parseStrictJson(text))).toBe(canonicalJson(Number(text)))
    expect(readJson(text)).toBe(Number(text))
  })

  test.each([
    `0.${'1'.repeat(101)}`,
    `1.${'0'.repeat(99)}1`,
    '1e-1001',
    '0.1e-1000',
    `0.${'0'.repeat(1000)}1`,
  ])('%s is refused where it stands', (text) => {
    expect(() => parseStrictJson(`{"a":${text}}`)).toThrow(
      expect.objectContaining({ code: 'number_too_long', path: 'a', position: 5 }),
    )
  })

  test.each([`0.${'1'.repeat(100)}`, '1e-1000', '10e-1001', `0.${'1'.repeat(99)}${'0'.repeat(50)}`])(
    '%s is within the limits',
    (text) => expect(parseStrictJson(text)).toBeInstanceOf(ExactNumber),
  )
})

/** Texts of numbers of every length and magnitude that is read. */
const numberText = fc
  .tuple(
    fc.boolean(),
    fc.stringMatching(/^[0-9]{1,15}$/),
    fc.stringMatching(/^[0-9]{0,40}$/),
    fc.option(fc.integer({ min: -900, max: 0 })),
  )
  .map(([isNegative, whole, fraction, exponent]) => {
    const start = `${isNegative ? '-' : ''}${whole.replace(/^0+(?=.)/, '')}`
    return `${start}${fraction === '' ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`
  })

test('a document is the same however it is read, written and read again', () => {
  fc.assert(
    fc.property(fc.array(numberText, { maxLength: 8 }), fc.string(), (numbers, text) => {
      const source = `[${numbers.join(', ')}, ${JSON.stringify(`:${numbers.join(',')}${text}`)}]`.replace(
        '[, ',
        '[',
      )
      const canonical = canonicalJson(parseStrictJson(source))
      expect(canonicalJson(readJson(source))).toBe(canonical)
      expect(canonicalJson(parseStrictJson(canonical))).toBe(canonical)
      expect(canonicalJson(readJson(JSON.stringify(readJson(source))))).toBe(canonical)
    }),
    { numRuns: 2_000 },
  )
})

test('two texts have one canonical form where they are one number, and only there', () => {
  const value = (text: string): bigint => {
    const [, sign = '', whole = '', fraction = '', power = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/.exec(text) ?? []
    return BigInt(`${sign}${whole}${fraction}`) * 10n ** BigInt(1_000 + Number(power) - fraction.length)
  }
  fc.assert(
    fc.property(numberText, numberText, fc.nat(20), (a, other, zeros) => {
      const same = a.includes('e') ? a : `${a}${a.includes('.') ? '' : '.'}${'0'.repeat(zeros + 1)}`
      expect(canonicalJson(readNumber(same))).toBe(canonicalJson(readNumber(a)))
      expect(canonicalJson(readNumber(a)) === canonicalJson(readNumber(other))).toBe(
        value(a) === value(other),
      )
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['70.0000000000000000000001', '70.0000000000000000000001'],
  ['7000000000000000000000.5', '7000000000000000000000.5'],
  ['-0.00000012345678901234567890', '-0.0000001234567890123456789'],
  ['1e-7', '0.0000001'],
  ['1e21', '1000000000000000000000'],
  ['12e40', '1.2e41'],
  ['1e-400', '1e-400'],
  ['-1.50', '-1.5'],
  ['0', '0'],
])('%s is written as %s', (text, written) => {
  expect(plainNumber(readNumber(text))).toBe(written)
})

test('a number that is written plainly is the same number', () =>
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -60, max: 60 }),
      (float, power) => {
        expect(Number(plainNumber(float))).toBe(Number(String(float)) + 0)
        const text = `${Math.trunc(float % 1e15)}123456789e${power}`
        expect(String(readNumber(plainNumber(readNumber(text))))).toBe(String(readNumber(text)))
      },
    ),
  ))
