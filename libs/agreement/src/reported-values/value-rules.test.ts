import { parseSentJson } from '@outturn/canonical'
import { expect, test } from 'vitest'
import { contentDigestOf } from './reported-values.ts'
import {
  readReportedAmount,
  readReportedCurrency,
  readReportedName,
  readReportedQuantity,
  readReportedTime,
  readReportedValue,
} from './value-rules.ts'

const now = new Date('2026-11-30T12:00:00.000Z')

test.each([
  ['5', 5],
  ['-0', 0],
  ['4.50', '4.50'],
  ['1.0', '1.0'],
  ['true', true],
  ['" done\\n"', 'done'],
  ['"Cafe\\u0301"', 'Caf\u00e9'],
  ['"\\u00a0x"', '\u00a0x'],
  ['0.12345678901234567890123456789', '0.12345678901234567890123456789'],
  [JSON.stringify('\u{1f642}'.repeat(1_024)), '\u{1f642}'.repeat(1_024)],
])('the value %s is kept as %s', (text, value) => {
  expect(readReportedValue(parseSentJson(text))).toEqual({ value })
})

test.each([
  ['1e3', 'value_not_exact'],
  ['0.123456789012345678901234567890', 'value_not_exact'],
  ['null', 'unmappable_value'],
  ['{}', 'unmappable_value'],
  ['[5]', 'unmappable_value'],
  ['" \\t"', 'empty_value'],
  [JSON.stringify('\u{1f642}'.repeat(1_025)), 'unmappable_value'],
])('the value %s is refused: %s', (text, fault) => {
  expect(readReportedValue(parseSentJson(text))).toEqual({ fault })
})

test('a name is a text or the text of a whole number', () => {
  expect(readReportedName(parseSentJson('4711'))).toEqual({ value: '4711' })
  expect(readReportedName(' T-1\n')).toEqual({ value: 'T-1' })
  for (const found of ['4.5', '"  "', 'true', JSON.stringify('s'.repeat(257))]) {
    expect(readReportedName(parseSentJson(found))).toEqual({ fault: 'unmappable_value' })
  }
})

test.each([
  ['"2026-11-29T10:00:00+02:00"', '2026-11-29T08:00:00.000Z'],
  ['"2026-11-29T10:00:00.123987Z"', '2026-11-29T10:00:00.123Z'],
  ['1796000000', '2026-11-30T00:53:20.000Z'],
  ['1796000000123', '2026-11-30T00:53:20.123Z'],
  ['"2026-11-30T12:05:00Z"', '2026-11-30T12:05:00.000Z'],
  ['"0001-01-01T00:00:00Z"', '0001-01-01T00:00:00.000Z'],
])('the time %s is kept as %s', (text, value) => {
  expect(readReportedTime(parseSentJson(text), now)).toEqual({ value })
})

test.each([
  ['"2026-11-29T10:00:00"', 'unmappable_value'],
  ['"2026-13-01T00:00:00Z"', 'unmappable_value'],
  ['1796000000.5', 'unmappable_value'],
  ['0', 'unmappable_value'],
  ['9007199254740991', 'unmappable_value'],
  ['"0000-12-31T23:59:59.999Z"', 'unmappable_value'],
  ['"0001-01-01T00:00:00+14:00"', 'unmappable_value'],
  ['"2026-11-30T12:05:00.001Z"', 'occurred_in_future'],
])('the time %s is refused: %s', (text, fault) => {
  expect(readReportedTime(parseSentJson(text), now)).toEqual({ fault })
})

test('numbers beside the value are whole, an amount is not negative, a currency has three capitals', () => {
  expect(readReportedQuantity(parseSentJson('-2'))).toEqual({ value: -2 })
  expect(readReportedQuantity(undefined)).toEqual({ value: null })
  expect(readReportedQuantity('2')).toEqual({ fault: 'unmappable_value' })
  expect(readReportedAmount(parseSentJson('1250'))).toEqual({ value: 1_250 })
  expect(readReportedAmount(parseSentJson('-1'))).toEqual({ fault: 'unmappable_value' })
  expect(readReportedCurrency('EUR')).toEqual({ value: 'EUR' })
  expect(readReportedCurrency('usd')).toEqual({ fault: 'unmappable_value' })
})

test('the digest covers the values alone, whatever else their holder has', () => {
  const values = { subject: 'T-1', predicate: 'resolved', value: 5, occurred_at: '2026-11-29T10:00:00.000Z' }
  // SHA-256 of {"occurred_at":"2026-11-29T10:00:00.000Z","predicate":"resolved","subject":"T-1","value":5}
  const digest = contentDigestOf(values)
  expect(contentDigestOf({ ...values, ordinal: 7, quantity: undefined } as never)).toBe(digest)
  expect(digest).toBe('sha256:7fd4c05f81a003ec569b9ce03eb9e0be8ecd6011c0008a9e3b4a1998dfdc6919')
  expect(contentDigestOf({ ...values, quantity: 1 })).not.toBe(digest)
})
