import { portableSha256, type JsonObject, type JsonValue } from '@outturn/canonical'
import { describe, expect, test } from 'vitest'
import type { CheckInput } from '../check-input.ts'
import { type DeterministicCheck, findParameterProblem, runCheck } from '../checkers.ts'
import { StepBudget, stepsPerRun } from '../engines/step-budget.ts'
import { currentRules } from '../value-rules.ts'
import { sightingsOf } from './sightings.ts'

function inputOf(rows: readonly JsonObject[] | null, text = ''): CheckInput {
  return {
    items: [
      {
        observedAt: null,
        receivedAt: '2026-01-01T00:00:00.000Z',
        content: rows === null ? { kind: 'text', text } : { kind: 'rows', rows },
      },
    ],
    rows,
    units: null,
    observations: new Map(),
    sha256: portableSha256,
    budget: new StepBudget(stepsPerRun),
  }
}

function seen(check: DeterministicCheck, input: CheckInput) {
  expect(findParameterProblem(check)).toBeNull()
  const result = runCheck(check, input)
  return sightingsOf(check, result, input, currentRules).map(({ code, field, rows, notes }) => [
    code,
    field,
    rows,
    notes,
  ])
}

const field = { checker: 'json_path', path: '$.a', scope: 'row' } as const
const ofValues = (...values: readonly JsonValue[]) => inputOf(values.map((a) => ({ a })))

describe('what is seen where a parameter is not met', () => {
  test.each([
    ['2026-1-5', 'which is written in another form: send "2026-01-05"'],
    ['2026/02/30', 'which names a day that does not exist'],
    ['01/12/2026', 'which is no day and no time'],
    [
      '2026-12-01 10:00',
      'which has no seconds and no offset: send "2026-12-01T10:00:00Z", where that is meant',
    ],
    ['', 'which is empty'],
  ])('a time: %j', (value, note) => {
    const check = { ...field, operator: 'gt', value: '2026-01-01', as: 'time' } as const
    expect(seen(check, ofValues(value))).toEqual([
      ['not_a_time', '$.a', [1], [`row 1 has ${JSON.stringify(value)}, ${note}`]],
    ])
  })

  test.each([
    ['email', 'ana @example.com', 'no valid email address: send "ana@example.com"'],
    ['e164', '+1 (415) 555-0123', 'no valid E.164 phone number: send "+14155550123"'],
    ['iso_country', 'de', 'no valid ISO country code: send "DE"'],
    ['iso_currency', 'Euro', 'no valid ISO currency code'],
    ['semver', 'v1.2.3', 'no valid semantic version: send "1.2.3"'],
    [
      'uuid',
      '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}',
      'no valid UUID: send "3f2504e0-4f89-41d3-9a0c-0305e82c3301"',
    ],
    ['bcp47', 'en_US', 'no valid BCP 47 language tag: send "en-US"'],
    ['hex_colour', 'ffaa00', 'no valid hex colour: send "#ffaa00"'],
    ['iso_date', '2026/3/9', 'no valid ISO date: send "2026-03-09"'],
    ['iso_date_time', '2026-03-09 10:00', 'no valid ISO date and time: send "2026-03-09T10:00"'],
    ['iban', 'de89370400440532013000', 'no valid IBAN: send "DE89370400440532013000"'],
    ['ipv4', '256.1.1.1', 'no valid IPv4 address'],
  ])('a value of the format %s that comes near', (format, value, note) => {
    const [[code, , , notes] = []] = seen({ ...field, operator: 'format', value: format }, ofValues(value))
    expect(code).toBe('value_mismatch')
    expect(notes).toEqual([expect.stringMatching(/^row 1 has ".*, which is /)])
    expect(String(notes)).toContain(note)
  })

  test('a length', () => {
    const check = { ...field, measure: 'characters', operator: 'lte', value: 3 } as const
    expect(seen(check, ofValues('abc', 'abcd'))).toEqual([
      ['value_mismatch', '$.a', [2], ['row 2 has "abcd", which has 4 characters']],
    ])
    const words = { checker: 'json_path', path: '$', scope: 'document', measure: 'words', min: 3 } as const
    expect(seen(words, inputOf(null, 'one'))).toEqual([
      ['value_mismatch', '$', [], ['it has "one", which has 1 word']],
    ])
  })

  test('another value of the row, by its own path', () => {
    const check = { ...field, operator: 'gt', value_path: '$.b' } as const
    const input = inputOf([{ a: 1, b: 2 }, { a: 1, b: '2 EUR' }, { a: 1 }])
    expect(seen(check, input)).toEqual([
      ['value_mismatch', '$.a', [1], ['row 1 has 1, and $.b has 2']],
      ['not_a_number', '$.b', [2], ['row 2 has "2 EUR", which is no number, for it has a currency: send 2']],
      ['path_not_found', '$.b', [3], []],
    ])
  })

  test('a sum, a mean, and what stands in their way', () => {
    const column = { checker: 'json_path', path: '$[*].a', scope: 'document' } as const
    const mean = { ...column, aggregate: 'mean', operator: 'gte', value: 5 } as const
    expect(seen(mean, ofValues(1, 2, 2))).toEqual([
      ['value_mismatch', '$[*].a', [], ['it has 1 and 2 and 2, whose mean is about 1.666666']],
    ])
    expect(seen(mean, ofValues(1, '2 EUR'))).toEqual([
      ['not_a_number', '$[*].a', [], ['it has "2 EUR", which is no number, for it has a currency: send 2']],
    ])
    const sum = {
      ...field,
      path: "$['a','b']",
      aggregate: 'sum',
      operator: 'equals',
      value_path: '$.c',
    } as const
    expect(seen(sum, inputOf([{ a: 1, b: '2.5', c: 4 }]))).toEqual([
      ['value_mismatch', "$['a','b']", [1], ['row 1 has 1 and "2.5", whose sum is 3.5, and $.c has 4']],
    ])
  })

  test('the rows behind a share that was not met', () => {
    const check: DeterministicCheck = { checker: 'completeness', required_fields: ['a'], min_share_bp: 9_000 }
    expect(seen(check, ofValues(1, '', 3))).toEqual([['missing_field', 'a', [2], []]])
  })

  test('a row that where cannot tell', () => {
    const where = { path: '$.n', operator: 'gt', value: 5 } as const
    const check: DeterministicCheck = { checker: 'completeness', required_fields: ['a'], where }
    expect(seen(check, inputOf([{ n: '6 EUR' }]))).toEqual([
      ['not_a_number', '$.n', [1], ['row 1 has "6 EUR", which is no number, for it has a currency: send 6']],
    ])
  })
})

describe('what is seen in rows with several faults', () => {
  test('a row without the value is told from those with a wrong one', () => {
    const check = { checker: 'url_format', field: 'a' } as const
    const [[, , rows, notes] = []] = seen(check, inputOf([{ a: 'www.a.example' }, { b: 1 }]))
    expect([rows, notes]).toEqual([
      [1, 2],
      [
        'row 1 has "www.a.example", which has no scheme: send "https://www.a.example"',
        'row 2 does not have it',
      ],
    ])
  })

  test('a choice is compared with each that was agreed, and a text with the number that it writes', () => {
    const choice = { ...field, operator: 'in', value: ['paid', 'open'] } as const
    expect(seen(choice, ofValues('Open'))[0]?.[3]).toEqual([
      'row 1 has "Open", which differs from "open" in case',
    ])
    const typed = { ...field, operator: 'type', value: 'number' } as const
    expect(seen(typed, ofValues('5'))[0]?.[3]).toEqual([
      'row 1 has "5", which is text: send 5 without quotes, in JSON',
    ])
  })

  test('a text in which nothing was found is shown from its beginning', () => {
    const check = { checker: 'text_contains', text: 'done' } as const
    expect(seen(check, inputOf(null, 'not yet'))[0]?.[3]).toEqual(['it has "not yet"'])
  })

  test('columns are listed in the order of the file, and members of JSON in that of their names', () => {
    const check: DeterministicCheck = { checker: 'completeness', required_fields: ['email'] }
    const rows = [{ zeta: '1', name: '2', alpha: '3' }]
    const near = (input: CheckInput) =>
      sightingsOf(check, runCheck(check, input), input, currentRules)[0]?.near
    expect(near(inputOf(rows))).toBe('only "alpha", "name", "zeta"')
    const dialect = { format: 'csv', delimiter: ',' } as const
    const content = { kind: 'bytes', base64: '', media_type: 'text/csv', dialect } as const
    const file = { ...inputOf(rows), items: inputOf(rows).items.map((each) => ({ ...each, content })) }
    expect(near(file)).toBe('only "zeta", "name", "alpha"')
  })

  test('content of another digest is shown by the one that it has', () => {
    const check = { checker: 'hash_matches', expected: 'ab'.repeat(32) } as const
    expect(seen(check, inputOf(null, 'hello'))[0]?.[3]).toEqual([
      'it has "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c…"',
    ])
  })

  test('a row that repeats another is told which', () => {
    const check: DeterministicCheck = { checker: 'duplicate_rate', key_fields: ['a', 'b'] }
    expect(
      seen(
        check,
        inputOf([
          { a: 1, b: 2 },
          { a: 1, b: 2 },
        ]),
      )[0]?.[3],
    ).toEqual(['row 2 has the same as row 1'])
  })

  test('a count is that of the delivery', () => {
    expect(seen({ checker: 'row_count', expected: 3 }, ofValues(1))[0]?.[3]).toEqual([
      'the delivery has 1 row',
    ])
  })
})
