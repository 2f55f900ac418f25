import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkerNames, type DeterministicCheck } from '@outturn/checkers'
import { compileCondition, maxConditionChars } from './compile-condition.ts'
import { conditionForms } from './form.ts'

const digest = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
const deadline = '2026-02-06T17:00:00Z'

const readings: readonly (readonly [string, DeterministicCheck])[] = [
  ['exactly 50 rows', { checker: 'row_count', expected: 50 }],
  ['The dataset has 1,000 records.', { checker: 'row_count', expected: 1_000 }],
  ['  row count is 0 ', { checker: 'row_count', expected: 0 }],
  ['every row has email and name', { checker: 'completeness', required_fields: ['email', 'name'] }],
  ['Each row must have an email', { checker: 'completeness', required_fields: ['email'] }],
  [
    'every row has "Full Name", `zip`, and /a/b',
    { checker: 'completeness', required_fields: ['Full Name', 'zip', '/a/b'] },
  ],
  ['no row is missing email or phone', { checker: 'completeness', required_fields: ['email', 'phone'] }],
  ['no duplicate email', { checker: 'duplicate_rate', key_fields: ['email'] }],
  ['email is unique', { checker: 'duplicate_rate', key_fields: ['email'] }],
  [
    'no duplicates by email and phone, ignoring case',
    { checker: 'duplicate_rate', key_fields: ['email', 'phone'], case_sensitive: false },
  ],
  ['at most 2% duplicates by email', { checker: 'duplicate_rate', key_fields: ['email'], max_rate_bp: 200 }],
  [
    'no more than 0.25 percent duplicate email',
    { checker: 'duplicate_rate', key_fields: ['email'], max_rate_bp: 25 },
  ],
  ['field url is a valid https URL', { checker: 'url_format', field: 'url', schemes: ['https'] }],
  ['every row has a valid URL in link', { checker: 'url_format', field: 'link' }],
  ['text contains "signed"', { checker: 'text_contains', text: 'signed' }],
  ['the report mentions "a", "b" and "c"', { checker: 'text_contains', all_of: ['a', 'b', 'c'] }],
  ['text contains "a" or "b"', { checker: 'text_contains', any_of: ['a', 'b'] }],
  ['text does not contain "draft"', { checker: 'text_contains', none_of: ['draft'] }],
  ['field notes contains "ok"', { checker: 'text_contains', text: 'ok', field: 'notes' }],
  ['delivered by 2026-02-06T17:00:00Z', { checker: 'deadline_met', deadline }],
  [
    'received on or before 2026-02-06T18:00+01:00',
    { checker: 'deadline_met', deadline: '2026-02-06T18:00:00+01:00' },
  ],
  [
    'field sent is no later than 2026-02-06T17:00:00Z',
    { checker: 'deadline_met', deadline, basis: 'field', field: 'sent' },
  ],
  [`SHA-256 of the file is ${digest.toUpperCase()}`, { checker: 'hash_matches', expected: digest }],
  [
    'https://example.com/a returns 200',
    { checker: 'http_status', url: 'https://example.com/a', expected: 200 },
  ],
  ['every URL in field link returns 2xx', { checker: 'http_status', field: 'link', expected: '2xx' }],
  ['$.a.b exists', { checker: 'json_path', path: '$.a.b', operator: 'exists' }],
  ['$.a.b equals 3', { checker: 'json_path', path: '$.a.b', operator: 'equals', value: 3 }],
  [
    '$["name"] is "x" in every row',
    { checker: 'json_path', path: '$["name"]', operator: 'equals', value: 'x', scope: 'row' },
  ],
  [
    '$[?@.a == 1].b is at least 2.5 in the document',
    { checker: 'json_path', path: '$[?@.a == 1].b', operator: 'gte', value: 2.5, scope: 'document' },
  ],
  ['$.s is one of ["a", 1]', { checker: 'json_path', path: '$.s', operator: 'in', value: ['a', 1] }],
  ['$.a is an integer', { checker: 'json_path', path: '$.a', operator: 'type', value: 'integer' }],
]

const known = {
  fields: { names: ['email', 'name', 'phone', 'link'] },
  isSuggestion: false,
}

test.each(readings)('%s', (text, check) => {
  expect(compileCondition(text, known)).toMatchObject({ ok: true, check })
})

describe('a field', () => {
  test.each([
    ['every row has email', ['email']],
    ['no duplicate emails', ['email', 'emails']],
    ['no duplicate full names', ['full_name', 'full name', 'full names']],
    ['all website links are valid', ['website_link', 'website link', 'website links']],
  ])('is not guessed from a noun: %s', (text, candidates) => {
    const compiled = compileCondition(text)
    expect(compiled).toMatchObject({ ok: false, code: 'field_unmarked' })
    if (!compiled.ok)
      expect(compiled.openFields?.names.flatMap((name) => name.candidates)).toEqual(candidates)
  })

  test.each([
    'every row has "email"',
    'every row has `email`',
    'every row has field email',
    'every row has the email column',
    'every row has the columns email',
    'field email is required',
  ])('is what the text marks as one: %s', (text) => {
    expect(compileCondition(text)).toMatchObject({ check: { required_fields: ['email'] } })
  })

  test('is the one that the rows have, however it is written, unless two are written so', () => {
    const reading = (names: string[]) =>
      compileCondition('every row has e-mails', { fields: { names }, isSuggestion: false })
    expect(reading(['name', 'Email'])).toMatchObject({ check: { required_fields: ['Email'] } })
    expect(reading(['email', 'Email'])).toMatchObject({ code: 'field_unmarked' })
    expect(reading(['name'])).toMatchObject({ suggestion: expect.stringContaining('candidates: name') })
  })
})

test('a day is the end of that day in UTC, in a suggestion only', () => {
  const text = 'delivered by 1 December 2026'
  expect(compileCondition(text)).toMatchObject({ ok: false, code: 'no_checker' })
  expect(compileCondition(text, { ...known, isSuggestion: true })).toMatchObject({
    check: { checker: 'deadline_met', deadline: '2026-12-01T23:59:59.999Z' },
    description: 'delivered by 1 December 2026 (until the end of the day, UTC)',
  })
})

test('every checker can be said, and every example is read as its checker', () => {
  expect(new Set(conditionForms.map((form) => form.checker))).toEqual(new Set(checkerNames))
  const fields = { names: ['email', 'name', 'url', 'link', 'website link', 'website'] }
  for (const { example, checker } of conditionForms) {
    expect(compileCondition(example, { fields, isSuggestion: true })).toMatchObject({
      ok: true,
      check: { checker },
    })
  }
})

test('spans point into the text as it was written', () => {
  const text = '  every row has email and name. '
  const compiled = compileCondition(text, known)
  if (!compiled.ok) throw new Error(compiled.reason)
  expect(compiled.spans).toEqual([{ part: 'fields', start: 16, end: 30, text: 'email and name' }])
  expect(text.slice(16, 30)).toBe('email and name')
})

describe('refuses rather than guesses', () => {
  test.each([
    ['at least 50 rows', 'no_checker'],
    ['looks professional', 'no_checker'],
    ['every row has a verified email', 'no_checker'],
    ['every row has email or phone', 'no_checker'],
    ['email and phone are unique', 'no_checker'],
    ['no duplicate email and phone', 'no_checker'],
    ['delivered by Friday', 'no_checker'],
    ['delivered by 2026-02-06', 'no_checker'],
    ['delivered by 2026-02-06T17:00:00', 'no_checker'],
    ['$.a equals shipped', 'no_checker'],
    ['', 'no_checker'],
    ['a'.repeat(maxConditionChars + 1), 'no_checker'],
    ['at most 200% duplicates by email', 'inexact_value'],
    ['delivered by 2026-02-30T17:00:00Z', 'inexact_value'],
    ['$.a[ exists', 'inexact_value'],
    ['$.a equals 9007199254740993', 'inexact_value'],
    ['exactly 50 rows and no duplicate email', 'several_checks'],
    ['exactly [number] rows', 'placeholder'],
    ['delivered by TBD', 'placeholder'],
  ])('%s', (text, code) => {
    expect(compileCondition(text)).toMatchObject({ ok: false, code })
  })

  test('the suggestion shows the nearest form', () => {
    expect(compileCondition('delivered by Friday')).toMatchObject({
      suggestion: expect.stringContaining('delivered by 2026-02-06T17:00:00Z'),
    })
    expect(compileCondition('exactly 50 rows and no duplicate email')).toMatchObject({
      suggestion: 'send each as a condition of its own: "exactly 50 rows", "no duplicate email"',
    })
  })
})

test('any text is read or refused, never thrown on', () => {
  const words = fc.constantFrom(
    'every row has',
    'no duplicate',
    '$.a',
    '"x',
    ' and ',
    '50',
    'rows',
    '[',
    'is',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 12 }),
      (parts) => {
        expect(typeof compileCondition(parts.join(' ')).ok).toBe('boolean')
      },
    ),
    { numRuns: 500 },
  )
})
