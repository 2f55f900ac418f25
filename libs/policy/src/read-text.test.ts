import { describe, expect, test } from 'vitest'
import type { DeterministicCheck } from '@outturn/checkers'
import type { Circumstances, KnownField } from './outcome.ts'
import { readText } from './read-text.ts'

const fields: readonly KnownField[] = [
  { name: 'email' },
  { name: 'name' },
  { name: 'score' },
  { name: 'status' },
  { name: 'title' },
  { name: 'phone' },
  { name: 'due_date' },
  { name: 'net' },
  { name: 'tax' },
  { name: 'total' },
  { name: 'wer', unit: 'fraction' },
  { name: 'code', type: 'text' },
]

function read(text: string, more: Partial<Circumstances> = {}) {
  return readText(text, { fields, fieldsFrom: 'request', isSuggestion: false, isSoftware: false, ...more })
}

const row = (name: string, parameters: object): object => ({
  checker: 'json_path',
  path: `$['${name}']`,
  scope: 'row',
  ...parameters,
})

test.each<readonly [string, readonly object[]]>([
  ['score is not below 5', [row('score', { operator: 'gte', value: 5 })]],
  ['no score is above 5', [row('score', { operator: 'lte', value: 5 })]],
  ['score must never exceed 5', [row('score', { operator: 'lte', value: 5 })]],
  [
    '1 <= score <= 5',
    [row('score', { operator: 'gte', value: 1 }), row('score', { operator: 'lte', value: 5 })],
  ],
  ['wer is below 5%', [row('wer', { operator: 'lt', value: 0.05 })]],
  [
    'net + tax = total',
    [
      {
        checker: 'json_path',
        path: "$['net','tax']",
        scope: 'row',
        aggregate: 'sum',
        operator: 'equals',
        value_path: "$['total']",
      },
    ],
  ],
  ['two thousand rows', [{ checker: 'row_count', expected: 2_000 }]],
  ['$.items has at least 10 entries', [{ checker: 'json_path', path: '$.items', measure: 'items', min: 10 }]],
  ['code is DE followed by 9 digits', [row('code', { operator: 'matches', value: String.raw`DE\d{9}` })]],
  [
    'code consists of three letters, then four digits',
    [row('code', { operator: 'matches', value: String.raw`[A-Za-z]{3}\d{4}` })],
  ],
  [
    'at most 2% of emails are invalid',
    [row('email', { operator: 'format', value: 'email', min_share_bp: 9_800 })],
  ],
  [
    'at most 10% missing phone',
    [{ checker: 'completeness', required_fields: ['phone'], min_share_bp: 9_000 }],
  ],
  [
    'status is open in less than 5% of rows',
    [row('status', { operator: 'not_equals', value: 'open', min_share_bp: 9_500, share_exclusive: true })],
  ],
  [
    'phone is required only when status is open',
    [
      {
        checker: 'completeness',
        required_fields: ['phone'],
        where: { path: "$['status']", operator: 'equals', value: 'open' },
      },
    ],
  ],
  ['email is unique per status', [{ checker: 'duplicate_rate', key_fields: ['email', 'status'] }]],
  [
    'due_date is on or after 2026-11-01',
    [row('due_date', { operator: 'gte', value: '2026-11-01', as: 'time' })],
  ],
  [
    'email contains "a" and not "b"',
    [
      { checker: 'text_contains', text: 'a', field: 'email' },
      { checker: 'text_contains', none_of: ['b'], field: 'email' },
    ],
  ],
  [
    'phone is optional but must be in E.164 format',
    [row('phone', { operator: 'format', value: 'e164', when_missing: 'pass' })],
  ],
  ['email, if given, is valid', [row('email', { operator: 'format', value: 'email', when_missing: 'pass' })]],
  ['No free providers: email must not contain gmail.com', []],
])('%s', (text, checks) => {
  expect(read(text).checks.map(({ check }) => check)).toEqual(checks)
})

test('several checks of one sentence come in order, each with its own words', () => {
  const text = 'exactly 50 rows and no duplicate emails'
  const { checks } = read(text)
  expect(checks.map(({ text: words, start, end }) => [words, text.slice(start, end)])).toEqual([
    ['exactly 50 rows', 'exactly 50 rows'],
    ['no duplicate emails', 'no duplicate emails'],
  ])
})

test('a list of lines is read line by line', () => {
  expect(read('- exactly 5 rows\n- every row has email\n- score > 2').checks).toHaveLength(3)
})

test('a wish is optional, and it is asked whether it covers what is joined to it', () => {
  expect(read('ideally every row has email').checks.map(({ required }) => required)).toEqual([false])
  expect(read('ideally exactly 5 rows and email is unique').questions[0]?.rewrites).toHaveLength(2)
})

describe('two readings that differ are a question, whose rewrites compile to different checks', () => {
  test.each([
    'email and phone are unique',
    '50 unique emails',
    'score is in [0, 1]',
    'if status is open then email is present and phone is present',
    'score is at least 1.000',
    'every row has "email" "name"',
    'status is not started',
    'the total score is $100',
  ])('%s', (text) => {
    const { checks, questions } = read(text)
    expect(checks).toEqual([])
    const [question] = questions
    expect(question).toBeDefined()
    const meanings = (question?.rewrites ?? []).map((rewrite) => {
      const read_ = [rewrite].flat().flatMap((line) => read(line).checks.map(({ check }) => check))
      expect(read_.length).toBeGreaterThan(0)
      return JSON.stringify(read_)
    })
    expect(new Set(meanings).size).toBe(meanings.length)
  })
})

describe('what is no check binds none', () => {
  test.each([
    'title is catchy',
    'title is not always "x"',
    'every row has status soon',
    'every row has main due_date',
    'score is 5 to 1',
    'exactly 5 rows and exactly 6 rows',
    'status is in theory',
    'if status is open then status is open',
    '"every row has email" is required',
    'no one asks that every row has email: every row has email',
    'score and at least 5 words',
  ])('%s', (text) => {
    expect(read(text).checks).toEqual([])
  })
})

test('a type decides values and never fields', () => {
  expect(read('code is 5').checks).toEqual([])
  expect(read('code is "5"').checks.map(({ check }) => check)).toEqual([
    row('code', { operator: 'equals', value: '5' }),
  ])
})

test('renaming a field renames it in the check and nothing else', () => {
  const renamed = (name: string): DeterministicCheck | undefined =>
    read(`every row has ${name} of at least 5`, { fields: [{ name }] }).checks[0]?.check
  expect(JSON.stringify(renamed('size')).replace('size', 'depth')).toBe(JSON.stringify(renamed('depth')))
})

test('what no value of the type of a field can meet is no check', () => {
  const typed: readonly KnownField[] = [
    { name: 'tags', type: 'list' },
    { name: 'done', type: 'boolean' },
    { name: 'when', type: 'time' },
    { name: 'title', type: 'text' },
    { name: 'score', type: 'number' },
  ]
  const bound = [
    'tags are all lowercase',
    'tags have at least 3 characters',
    'when is at least 5',
    'title is positive',
    'average title is 4',
    'title is an integer',
    'score has 5 characters',
    'score is after 2026-01-01',
    'score is true',
    'done is 5',
  ].filter((text) => read(text, { fields: typed }).checks.length > 0)
  expect(bound).toEqual([])
  expect(read('score has 3 digits', { fields: typed }).questions[0]?.rewrites).toEqual([
    'score has between 100 and 999',
  ])
})

test('codes that are words of the language are values beside other codes', () => {
  const [check] = read('country must be DE, AT or CH', { fields: [{ name: 'country' }] }).checks
  expect(check?.check).toEqual(row('country', { operator: 'in', value: ['DE', 'AT', 'CH'] }))
  expect(read('country must be AT', { fields: [{ name: 'country' }] }).checks).toEqual([])
})

test('the same in all rows is one value and never its presence alone', () => {
  const one = {
    checker: 'json_path',
    path: "$[*]['status']",
    scope: 'document',
    aggregate: 'distinct',
    operator: 'equals',
    value: 1,
  }
  for (const text of ['all rows have the same status', 'status is the same in every row']) {
    expect(read(text).checks.map(({ check }) => check)).toEqual([
      { checker: 'completeness', required_fields: ['status'] },
      one,
    ])
  }
  const bound = [
    'every row has all titles',
    'any row has email',
    'email and phone are different',
    'all titles are identical',
  ]
  expect(bound.filter((text) => read(text).checks.length > 0)).toEqual([])
})

const typed: readonly KnownField[] = [
  { name: 'created_at', type: 'time' },
  { name: 'price', type: 'number' },
  { name: 'title', type: 'text' },
]
const price = (rest: object) => row('price', rest)
const created = (from: string, to: string) => [
  row('created_at', { operator: 'gte', value: from, as: 'time' }),
  row('created_at', { operator: 'lt', value: to, as: 'time' }),
]
test.each([
  ['created_at is in 2026', created('2026-01-01', '2027-01-01')],
  ['created_at is a date in December 2026', created('2026-12-01', '2027-01-01')],
  ['if price is given, it must be at least 5', [price({ operator: 'gte', value: 5, when_missing: 'pass' })]],
  ['price must be at least 5 if price is set', [price({ operator: 'gte', value: 5, when_missing: 'pass' })]],
  ['title must start with https://', [row('title', { operator: 'matches', value: 'https://.*' })]],
  [
    'title is neither empty nor "n/a"',
    [
      { checker: 'completeness', required_fields: ['title'] },
      row('title', { operator: 'not_equals', value: 'n/a' }),
    ],
  ],
  ['created_at is in Q4 2026', created('2026-10-01', '2027-01-01')],
  ['no row has a negative price', [price({ operator: 'gte', value: 0 })]],
  ['number of rows: 25', [{ checker: 'row_count', expected: 25 }]],
  ['title starts with INV- or RE-', [row('title', { operator: 'matches', value: '(INV-|RE-).*' })]],
  ['title ends with -DE', [row('title', { operator: 'matches', value: '.*-DE' })]],
  ['one row per title', [{ checker: 'duplicate_rate', key_fields: ['title'] }]],
  [
    'title must be unique (case-insensitive)',
    [{ checker: 'duplicate_rate', key_fields: ['title'], case_sensitive: false }],
  ],
  ['price of 4 or 5', [price({ operator: 'in', value: [4, 5] })]],
  ['title contains only digits', [row('title', { operator: 'matches', value: String.raw`\d+` })]],
  [
    'at least half of the rows have a title',
    [{ checker: 'completeness', required_fields: ['title'], min_share_bp: 5000 }],
  ],
])('%s', (text, expected) => {
  expect(read(text, { fields: typed }).checks.map(({ check }) => check)).toEqual(expected)
})

test.each([
  'price is in 2026',
  'half of the rows have a title',
  'if price is given, created_at is in 2026',
  'title is empty nor "n/a"',
  'at least one row per title',
  'price of 4',
  'title must not contain only digits',
  'created_at must be ISO 8601',
])('%s is no check', (text) => {
  expect(read(text, { fields: typed }).checks).toEqual([])
})

test.each([
  ['no missing values', 'every row has "created_at", "price", "title"'],
  ['Every column must be filled.', 'every row has "created_at", "price", "title"'],
  ['title follows the format TCK-##', String.raw`"title" matches "TCK-\d{2}"`],
  ['created_at must be ISO 8601', '"created_at" is a valid ISO date and time'],
  ['max. 5 % duplicates', 'at most 5% duplicates by "created_at"'],
])('%s is asked about', (text, rewrite) => {
  expect(read(text, { fields: typed }).questions[0]?.rewrites[0]).toBe(rewrite)
})
