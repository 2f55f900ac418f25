import { readNumber } from '@outturn/canonical'
import { describe, expect, test } from 'vitest'
import { currentRules } from '../value-rules.ts'
import { seenNote } from './seen-note.ts'
import { shownValue } from './shown-value.ts'
import { addressFault, numberFault, timeFault } from './value-faults.ts'

test.each([
  ['$4.00', 'currency', '4.00'],
  ['4 EUR', 'currency', '4'],
  ['1,234.50', 'thousands', '1234.50'],
  ['1,234', 'thousands', '1234'],
  ['12,5', 'decimal comma', '12.5'],
  ['1.234,50', 'decimal comma', '1234.50'],
  ['1 234,50', 'between its digits', '1234.50'],
  ['5%', 'a percent sign', null],
  ['12,5 %', 'a percent sign and a decimal comma', null],
  ['4\u200b.00 ', 'no number', '4.00'],
  ['INF', 'no number', null],
  ['', 'no number', null],
  ['between 3 and 4', 'no number', null],
  [true, 'no number', null],
])('%j is no number', (value, wrong, instead) => {
  const fault = numberFault(value)
  expect(fault.wrong).toContain(wrong)
  expect(fault.instead).toBe(instead)
})

test.each([
  ['2026-06-30', 'has no time of day and no offset', '2026-06-30T17:00:00Z'],
  ['2026-06-30 10:00', 'has no seconds and no offset', '2026-06-30T10:00:00Z'],
  ['2026-06-30T10:00:00', 'has no offset', '2026-06-30T10:00:00Z'],
  ['2026-06-30T23:59:59+0000', 'another form', '2026-06-30T23:59:59+00:00'],
  ['2026-06-30 23:59:59 UTC', 'another form', '2026-06-30T23:59:59Z'],
  ['2026-02-30', 'does not exist', null],
  ['30.06.2026', 'year, month, day', null],
  [1_780_000_000, 'a number', '2026-05-28T20:26:40Z'],
  [5, 'a number', null],
  ['2026-06-30T10:00:00.1234567891Z', 'nine decimals', '2026-06-30T10:00:00.123456789Z'],
])('%j is no time', (value, wrong, instead) => {
  const fault = timeFault(value)
  expect(fault.wrong).toContain(wrong)
  expect(fault.instead).toBe(instead)
})

test.each([
  ['www.example.com', 'has no scheme', 'https://www.example.com'],
  ['//a.example/x', 'has no scheme', 'https://a.example/x'],
  ['a.example:8080/x', 'has no scheme', 'https://a.example:8080/x'],
  ['none', 'has no scheme', null],
  ['https:/a.example', 'has no //', 'https://a.example'],
  ['https://http://a.example', 'twice', 'http://a.example'],
  ['https://a.example https://b.example', 'more than one', 'https://a.example'],
  ['https://a.example/a b', 'space', 'https://a.example/a%20b'],
  ['https://me@a.example/', '@', 'https://a.example/'],
  [4, 'no web address', null],
])('%j is no web address', (value, wrong, instead) => {
  const fault = addressFault(value)
  expect(fault.wrong).toContain(wrong)
  expect(fault.instead).toBe(instead)
})

test.each([
  [{}, '2026-08-01T00:00:00Z', 'is 31 days after the deadline 2026-07-01T00:00:00Z'],
  [{}, '2026-07-01T00:00:00.000000001Z', 'is 1 nanosecond after the deadline 2026-07-01T00:00:00Z'],
  [
    { grace_seconds: 3_600 },
    '2026-07-01T01:00:30Z',
    'is 30 seconds after the deadline 2026-07-01T00:00:00Z and its grace of 1 hour',
  ],
])('a time that is late says how late it is: %j %s', (change, value, words) => {
  const deadline = '2026-07-01T00:00:00Z'
  const check = { checker: 'deadline_met', deadline, basis: 'field', field: 'at', ...change } as const
  const seen = { rules: currentRules, repeated: undefined, observations: new Map() }
  expect(seenNote(check, 'late', value, seen)).toBe(`"${value}", which ${words}`)
})

describe('a value that is shown', () => {
  test('has no more than forty characters, and nothing in it that cannot be seen', () => {
    expect(shownValue('x'.repeat(50))).toBe(`"${'x'.repeat(40)}…"`)
    expect(shownValue('a\u200b\u0007\u00a0b')).toBe('"a\\u{200B}\\u{7}\\u{A0}b"')
    expect(shownValue('\ud800')).toBe('"\ufffd"')
    expect(shownValue(readNumber('70.0000000000000000000001'))).toBe('70.0000000000000000000001')
    expect(shownValue(readNumber(`7.${'0'.repeat(60)}1`))).toBe('7.0000000000000…000000000000001')
    expect(shownValue('😀'.repeat(41))).toBe(`"${'😀'.repeat(40)}…"`)
    expect([4, null, true, [1, 2], {}].map((value) => shownValue(value as never))).toEqual([
      '4',
      'null',
      'true',
      'a list of 2',
      'an object',
    ])
  })
})
