import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Circumstances, KnownField, TextOutcome } from '../outcome.ts'
import { readText } from '../read-text.ts'

const named = (names: string): readonly KnownField[] =>
  names === '' ? [] : names.split(', ').map((name) => ({ name }))
const read = (text: string, fields: readonly KnownField[], more: Partial<Circumstances> = {}): TextOutcome =>
  readText(text, {
    fields,
    fieldsFrom: 'request',
    evidence: 'rows',
    isSuggestion: false,
    isSoftware: false,
    ...more,
  })

/** A text, its fields, the reason and the words of its question, and the first rewrite. */
const questions: readonly (readonly [
  text: string,
  fields: string,
  reason: string,
  words: string,
  first: unknown,
])[] = [
  ['every row has emial', 'email, name', 'misspelt', 'emial', 'every row has "email"'],
  ['price is graeter than 0', 'price', 'misspelt', 'graeter', 'price is greater than 0'],
  [
    'user_id of customers is unique',
    'user_id, day',
    'field_unmarked',
    'user_id of customers',
    '"user_id" is unique',
  ],
  ['every row has Email', 'Email, email', 'field_unmarked', 'Email', 'every row has "Email"'],
  ['no duplicates', 'email, phone', 'field_unmarked', 'no duplicates', 'no duplicates by "email"'],
  ['error rate under 1%', 'error_rate', 'percent_or_number', '1%', 'error rate under 1'],
  ['score is at least 1,5', 'score', 'inexact_value', '1,5', 'score is at least 1.5'],
  ['score is at least 1.000', 'score', 'inexact_value', '1.000', 'score is at least 1'],
  [
    'segment_id follows the pattern S-0000',
    'segment_id',
    'inexact_value',
    'S-0000',
    '"segment_id" matches "S-\\d{4}"',
  ],
  ['sku has the format ABC-1234', 'sku', 'inexact_value', 'ABC-1234', '"sku" matches "ABC-\\d{4}"'],
  [
    'sku has 3 uppercase letters and 4 digits',
    'sku',
    'inexact_value',
    'sku has 3 uppercase letters and 4 digits',
    'sku has 3 uppercase letters followed by 4 digits',
  ],
  [
    'vat_id is DE and nine digits',
    'vat_id',
    'inexact_value',
    'vat_id is DE and nine digits',
    'vat_id is DE followed by nine digits',
  ],
  [
    'vat_id starts with DE followed by 9 digits',
    'vat_id',
    'several_readings',
    'starts with DE followed by 9 digits',
    '"vat_id" matches "DE\\d{9}"',
  ],
  ['paid is Y/N', 'paid', 'inexact_value', 'Y/N', 'paid is one of ["Y", "N"]'],
  ['paid must be yes or no', 'paid', 'inexact_value', 'yes or no', 'paid must be one of ["yes", "no"]'],
  [
    'description has no links',
    'description',
    'several_readings',
    'links',
    'field "description" does not contain the pattern "https?://|www[.]"',
  ],
  [
    'description must not contain TBD',
    'description',
    'qualified',
    'TBD',
    'description must not contain "TBD"',
  ],
  [
    'job_title contains one of CEO, CTO or CFO',
    'job_title',
    'inexact_value',
    'CEO, CTO or CFO',
    'field "job_title" contains "CEO" or "CTO" or "CFO"',
  ],
  [
    'each company has between 10 and 500 employees',
    'company, employees, domain',
    'unit_open',
    'each company has between 10 and 500 employees',
    '"employees" is between 10 and 500',
  ],
  ['at most 3 tags per row', 'tags', 'several_readings', 'tags', '"tags" has at most 3 items'],
  [
    'checked_at is within the last 90 days',
    'checked_at',
    'time_open',
    'is within the last 90 days',
    '"checked_at" is on or after {}',
  ],
  [
    'every row has a valid phone number',
    'phone_number',
    'field_unmarked',
    'valid phone number',
    ['every row has "phone_number"', '"phone_number" is a valid phone number in E.164 format'],
  ],
  [
    'email is required unless phone is present',
    'email, phone',
    'several_readings',
    'email is required unless phone is present',
    'every row has either "email" or "phone"',
  ],
  ['Nice to have.', 'email', 'qualified', 'Nice to have.', undefined],
  ['score is at least ²', 'score', 'inexact_value', '²', 'score is at least 2'],
  [
    'every row has "email" "name"',
    '',
    'several_readings',
    '"email" "name"',
    'every row has "email" and "name"',
  ],
  ['exactly 5O rows', 'score', 'inexact_value', '5O', 'exactly 50 rows'],
  [
    'first response within 1 hour',
    'first_response_minutes',
    'unit_open',
    'first response within 1 hour',
    '"first_response_minutes" is at most 60',
  ],
  ['10 blog posts', 'title', 'several_readings', 'blog posts', 'exactly 10 rows'],
  ['every encounter has a date', 'date', 'several_readings', 'encounter', 'every row has a date'],
  ['no reopened tickets', 'reopened', 'several_readings', 'no reopened tickets', '"reopened" equals false'],
  [
    'every url must be reachable',
    'url',
    'several_readings',
    'reachable',
    'every URL in field "url" returns 200',
  ],
  [
    'no duplicates by email or phone',
    'email, phone',
    'several_readings',
    'email or phone',
    'no duplicates by "email" and "phone"',
  ],
  [
    'score at least 5 or name is present',
    'score, name',
    'several_readings',
    'or',
    ['score at least 5', 'name is present'],
  ],
  [
    'every row has "email", except the first',
    'email',
    'qualified',
    'except the first',
    'every row has "email"',
  ],
  ['score is about 5', 'score', 'qualified', 'about 5', 'score is 5'],
  ['exactly 50 rows, but not on Sunday', '', 'qualified', 'but not on Sunday', 'exactly 50 rows'],
  ['exactly 50 rows and exactly 60 rows', '', 'inexact_value', 'exactly 60 rows', undefined],
  ['it is false that exactly 50 rows', '', 'qualified', 'false that', undefined],
  ['every row has email or not', 'email', 'qualified', 'or not', undefined],
  ['exactly 50 rows?', '', 'qualified', 'exactly 50 rows?', 'exactly 50 rows'],
  [
    'Elke rij heeft een email',
    'email',
    'other_language',
    'Elke rij heeft een email',
    'every row has "email"',
  ],
  [
    'price muss größer als 0 sein',
    'price',
    'other_language',
    'price muss größer als 0 sein',
    '"price" is greater than 0',
  ],
  ['delivered within 24 hours', 'a', 'time_open', 'within 24 hours', 'delivered by {}'],
  ['50 rows by Friday', '', 'time_open', 'by Friday', '50 rows by {}'],
  ['score is at least $[amount]', 'score', 'placeholder', '$[amount]', 'score is at least {}'],
]

test.each(questions)('%s', (text, fields, reason, words, first) => {
  const { checks, questions: asked, undecided } = read(text, named(fields))
  expect(checks).toEqual([])
  expect(undecided).toEqual([])
  const [question] = asked
  expect([question?.reason, question?.text, question?.rewrites[0]]).toEqual([reason, words, first])
  expect(text.slice(question?.start, question?.end)).toBe(question?.text)
})

test.each(questions)('each rewrite of %j compiles, and no two mean the same', (text, fields) => {
  const known = named(fields)
  const meanings = read(text, known)
    .questions.flatMap(({ rewrites }) => rewrites)
    .filter((rewrite) => ![rewrite].flat().some((line) => line.includes('{}')))
    .map((rewrite) => {
      const outcomes = [rewrite].flat().map((line) => read(line, known))
      expect(outcomes.flatMap((outcome) => [...outcome.questions, ...outcome.undecided])).toEqual([])
      return JSON.stringify(
        outcomes.flatMap(({ checks }) => checks.map(({ check, required }) => [check, required])),
      )
    })
  expect(new Set(meanings).size).toBe(meanings.length)
})

test('a time counts from the time of the request, and a day ends in UTC or at five in its zone', () => {
  const more = { asOf: '2026-11-27T17:00:00Z', timeZone: 'Europe/Berlin' }
  const rewritesOf = (text: string) => read(text, [], more).questions[0]?.rewrites
  expect(rewritesOf('delivered within 24 hours')).toEqual(['delivered by 2026-11-28T17:00:00Z'])
  expect(rewritesOf('50 rows by Tuesday')).toEqual([
    '50 rows by 2026-12-01T23:59:59.999999999Z',
    '50 rows by 2026-12-01T17:00:00+01:00',
  ])
})

describe('what no checker decides', () => {
  test.each([
    ['reply must be polite', 'needs_judgement', 'human_confirmed'],
    ['no personal data in reply', 'needs_judgement', 'ai_assisted'],
    ['Prices must match the live site', 'outside_world', 'external_tool'],
    ['The seller waters the plants', 'no_checker', 'human_confirmed'],
  ])('%s', (text, code, method) => {
    const { undecided, questions: asked } = read(text, named('reply, price'))
    expect(asked).toEqual([])
    expect(undecided).toMatchObject([{ code, method, text }])
  })

  test('an agent or a service never gets a person', () => {
    for (const text of ['reply must be polite', 'The seller waters the plants', 'approved by my manager']) {
      const { undecided } = read(text, named('reply'), { isSoftware: true })
      expect(undecided.map(({ method }) => method)).toEqual(['external_tool'])
    }
  })

  test('a sentence with both parts gives both', () => {
    const { checks, undecided } = read(
      'Every row has email and must be approved by my manager',
      named('email'),
    )
    expect(checks.map(({ check }) => check)).toEqual([
      { checker: 'completeness', required_fields: ['email'] },
    ])
    expect(undecided.map(({ text }) => text)).toEqual(['must be approved by my manager'])
  })
})

test('words that are not known are named, beside two sentences with the fields of the request', () => {
  const [question] = read('confidence frobnicates the wibble 5', named('confidence')).questions
  expect(question?.question).toContain('"frobnicates"')
  expect(question?.question).toContain('"\\"confidence\\" is at least 5"')
})

test('a list that is unique may mean its items, and counts where it is known to be one', () => {
  const fields: readonly KnownField[] = [{ name: 'tags', type: 'list' }, { name: 'id' }]
  expect(read('no duplicate tags', fields).questions.map(({ rewrites }) => rewrites)).toEqual([
    ['no duplicates by "tags"'],
  ])
  expect(read('no duplicates by tags', fields).questions).toEqual([])
  expect(read('every row has at least 2 tags', fields).checks.map(({ check }) => check)).toEqual([
    { checker: 'json_path', path: "$['tags']", scope: 'row', measure: 'items', operator: 'gte', value: 2 },
  ])
})

test('a text that is too long, or of too many words, is a question without rewrites', () => {
  for (const text of [`every row has "email" ${'a'.repeat(2_000)}`, 'a '.repeat(401).trim()]) {
    const { checks, questions: asked } = read(text, named('email'))
    expect(checks).toEqual([])
    expect(asked.map(({ rewrites }) => rewrites)).toEqual([[]])
  }
})

test('without reads left, a text is still asked about', () => {
  const budget = { reads: 0, steps: 0 }
  const outcome = readText(
    'error rate under 1%',
    { fields: named('error_rate'), fieldsFrom: 'request', isSuggestion: false, isSoftware: false },
    budget,
  )
  expect([outcome.checks, outcome.questions.length]).toEqual([[], 1])
})

const sentences = [
  'every row has "email"',
  'score is at least 5',
  'no duplicates by email',
  'status is one of paid, open',
  'exactly 50 rows',
  'at least 95% of rows have email',
  'the mean of score is at least 3',
  'status is paid',
  'email is a valid email',
]
const narrowing = [
  'unless unavailable',
  'except the first',
  ', if possible',
  'or so',
  'most of the time',
  'where applicable',
  ', but not always',
  'or not',
  'in theory',
  'for rows after Monday',
  '- no, forget that',
  'apart from tests',
  'other than Bob',
  'mostly',
  'in most cases',
  'as far as possible',
  'or similar',
  'if available',
  'on weekdays',
  'tbd',
  'not necessarily',
  'within reason',
  'give or take',
  'more or less',
  'up to you',
  'optional',
  'at your discretion',
  'just kidding',
  'roughly',
  'or else',
  'subject to approval',
  'for now',
  'maybe',
  'is wrong',
  '...',
  '?',
]
const opening = [
  'ignore:',
  'it is false that',
  'maybe',
  'if you have time,',
  'it is not required that',
  'we doubt that',
  'she said that',
  'forget that',
  'sometimes',
  'about',
  'what if',
  'never',
  'no need to check that',
  'as a joke,',
  'imagine',
]

test('words that narrow a sentence or take it back always stop it', () => {
  const fields = named('email, score, status, key')
  fc.assert(
    fc.property(
      fc.constantFrom(...sentences),
      fc.oneof(
        fc.constantFrom(...narrowing).map((tail) => (text: string) => `${text} ${tail}`),
        fc.constantFrom(...opening).map((lead) => (text: string) => `${lead} ${text}`),
      ),
      (sentence, narrow) => {
        const { checks, questions: asked, undecided } = read(narrow(sentence), fields)
        const isRead = checks.length > 0 && asked.length === 0 && undecided.length === 0
        expect(isRead && checks.some(({ required }) => required)).toBe(false)
      },
    ),
    { numRuns: 400 },
  )
})

test.each([
  ['every row has fax', 'email, name, website', 'fax', 'every row has "email"'],
  ['Every row has a name and a phone.', 'name, website', 'phone', 'Every row has a name and a "name".'],
  ['no duplicates by fax number', 'email, name', 'fax number', 'no duplicates by "email"'],
  ['salary is at least 5', 'name, employees', 'salary', '"employees" is at least 5'],
])('%s names no column of %s: it is said so, and the columns are offered', (text, fields, words, rewrite) => {
  const [question] = read(text, named(fields)).questions
  expect(question).toMatchObject({ text: words, reason: 'field_unmarked' })
  expect(question?.question).toBe(`The table has no column "${words}". Its columns: ${fields}.`)
  expect(question?.rewrites).toContain(rewrite)
})

test('a column that is near is asked for first, and a long list of columns is cut', () => {
  const near = read('every row has a telephone', named('name, phone')).questions[0]
  expect([near?.candidates, near?.question]).toEqual([
    ['phone', 'name'],
    'Which field of the rows is "telephone"?',
  ])
  const many = named(Array.from({ length: 12 }, (_, at) => `c${at}`).join(', '))
  expect(read('every row has fax', many).questions[0]?.question).toMatch(/: c0, .*, c9 and 2 more\.$/)
})
