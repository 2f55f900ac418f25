import { readNumber } from '@outturn/canonical'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkerNames, describeCheck, DeterministicCheck, withDefaults } from './checkers.ts'

test('the wire schemas describe themselves as JSON Schema, one branch for each checker', () => {
  const { oneOf } = z.toJSONSchema(DeterministicCheck)
  expect(oneOf).toMatchObject(checkerNames.map((name) => ({ properties: { checker: { const: name } } })))
  expect(checkerNames).toHaveLength(9)
})

test('parsing adds nothing, so that what is hashed is what was agreed', () => {
  const check = { checker: 'completeness', required_fields: ['email'] } as const
  expect(DeterministicCheck.parse(check)).toEqual(check)
})

test('a default gives way to the parameter that was agreed', () => {
  const check = { checker: 'duplicate_rate', key_fields: ['email'], trim: false } as const
  expect(withDefaults({ ...check, key_fields: ['email'] })).toEqual({
    ...check,
    max_rate_bp: 0,
    empty_keys: 'reject',
    case_sensitive: true,
  })
})

test.each([
  [{ checker: 'row_count', expected: 50 }, 'exactly 50 rows'],
  [{ checker: 'completeness', required_fields: ['email', 'name'] }, 'every row has email and name'],
  [
    { checker: 'duplicate_rate', key_fields: ['email'] },
    'no two rows have the same email, and a row without any is rejected',
  ],
  [
    { checker: 'duplicate_rate', key_fields: ['email'], max_rate_bp: 250 },
    'at most 2.5 % of the rows repeat the email of another, and a row without any is rejected',
  ],
  [{ checker: 'url_format', field: 'website' }, 'the field website is a web address; it is not visited'],
  [{ checker: 'json_path', path: '$.total' }, '$.total exists'],
  [{ checker: 'json_path', path: '$.total', operator: 'count_equals', value: 3 }, '$.total count equals 3'],
  [
    { checker: 'json_path', path: '$.a', operator: 'lt', value: readNumber('-0.10000000000000000001') },
    '$.a lt -0.10000000000000000001',
  ],
  [{ checker: 'http_status', url: 'https://example.com' }, 'https://example.com answers 200'],
  [
    { checker: 'http_status', field: 'page', expected: [200, 301] },
    'each address in the field page answers 200 and 301',
  ],
  [{ checker: 'text_contains', text: 'signed' }, 'the text contains “signed”'],
  [
    { checker: 'text_contains', all_of: ['a', 'b'], none_of: ['draft'], field: 'body' },
    'the field body contains all of “a” and “b” and contains none of “draft”',
  ],
  [{ checker: 'hash_matches', expected: 'AB'.repeat(32) }, `the SHA-256 digest is ${'ab'.repeat(32)}`],
  [
    { checker: 'deadline_met', deadline: '2026-02-06T17:00:00Z', grace_seconds: 60 },
    'it was there by 2026-02-06 17:00 UTC, with 60 seconds of grace',
  ],
])('%j says that %s', (check, expected) => {
  expect(describeCheck(DeterministicCheck.parse(check))).toBe(expected)
})
