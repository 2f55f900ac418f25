import { expect, test } from 'vitest'
import { DeterministicCheck, findParameterProblem } from './checkers.ts'

const sha256Hex = '0'.repeat(64)
const deadline = '2026-02-06T17:00:00Z'

test.each([
  [{ checker: 'completeness', required_fields: ['a', 'a'] }, 'required_fields[1]'],
  [{ checker: 'completeness', required_fields: ['/a~2'] }, 'required_fields[0]'],
  [{ checker: 'duplicate_rate', key_fields: ['a', 'b', 'a'] }, 'key_fields[2]'],
  [{ checker: 'url_format', schemes: ['https', 'https'] }, 'schemes[1]'],
  [{ checker: 'json_path', path: 'a.b' }, 'path'],
  [{ checker: 'json_path', path: '$[?@.a =~ /x/]' }, 'path'],
  [{ checker: 'json_path', path: '$.a', value: 1 }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'equals' }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'gt', value: 'ten' }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'in', value: 1 }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'matches', value: '(?=x)' }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'matches', value: String.raw`(a)\1` }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'matches', value: 'a'.repeat(1_001) }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'type', value: 'date' }, 'value'],
  [{ checker: 'json_path', path: '$.a', operator: 'count_equals', value: 0 }, 'value'],
  [{ checker: 'http_status' }, 'url'],
  [{ checker: 'http_status', url: 'https://example.com', field: 'a' }, 'url'],
  [{ checker: 'http_status', url: 'ftp://example.com' }, 'url'],
  [{ checker: 'http_status', url: 'https://user@example.com' }, 'url'],
  [{ checker: 'text_contains' }, 'text'],
  [{ checker: 'text_contains', text: 'a', none_of: ['b'] }, 'text'],
  [{ checker: 'text_contains', text: ' ' }, 'text'],
  [{ checker: 'hash_matches', expected: sha256Hex, algorithm: 'sha512' }, 'expected'],
  [{ checker: 'hash_matches', expected: `${sha256Hex}00` }, 'expected'],
  [{ checker: 'deadline_met', deadline, basis: 'field' }, 'field'],
  [{ checker: 'deadline_met', deadline, field: 'a' }, 'field'],
  [{ checker: 'deadline_met', deadline: '2026-02-30T17:00:00Z' }, 'deadline'],
  [{ checker: 'deadline_met', deadline: '2026-02-03T17:00:00.0000000001Z' }, 'deadline'],
  [{ checker: 'deadline_met', deadline: '2026-02-03T23:59:60Z' }, 'deadline'],
  [{ checker: 'text_contains', text: '\u200b' }, 'text'],
])('%j is well formed and refused for its %s', (check, field) => {
  expect(findParameterProblem(DeterministicCheck.parse(check))?.field).toBe(field)
})

test.each([
  { checker: 'row_count', expected: 1.5 },
  { checker: 'row_count', expected: -1 },
  { checker: 'row_count', expected: 1, exactly: true },
  { checker: 'completeness', required_fields: [] },
  { checker: 'completeness', required_fields: new Array(101).fill('a') },
  { checker: 'duplicate_rate', key_fields: new Array(11).fill('a') },
  { checker: 'duplicate_rate', key_fields: ['a'], max_rate_bp: 10_001 },
  { checker: 'url_format', schemes: [] },
  { checker: 'json_path', path: `$.${'a'.repeat(1_000)}` },
  { checker: 'json_path', path: '$', operator: 'like' },
  { checker: 'http_status', url: 'https://example.com', max_redirects: 6 },
  { checker: 'http_status', url: 'https://example.com', timeout_ms: 10_001 },
  { checker: 'http_status', url: 'https://example.com', expected: '6xx' },
  { checker: 'hash_matches', expected: 'abc' },
  { checker: 'deadline_met', deadline: '2026-02-06T17:00:00' },
  { checker: 'vibes' },
])('%j is malformed', (check) => {
  expect(DeterministicCheck.safeParse(check).success).toBe(false)
})

test.each([
  'http://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://localhost/',
  'https://metadata.google.internal/',
  'https://example.com:8443/',
  'https://user@example.com/',
])('an agreed URL that is never fetched is refused when it is agreed: %s', (url) => {
  expect(findParameterProblem({ checker: 'http_status', url })).toMatchObject({ field: 'url' })
})

test.each(['https://example.com/', 'http://example.com:80/', 'https://93.184.215.14/'])(
  'an agreed URL on the internet is taken: %s',
  (url) => {
    expect(findParameterProblem({ checker: 'http_status', url })).toBeNull()
  },
)
