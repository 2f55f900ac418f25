import type { DeterministicCheck } from '@outturn/checkers'
import { expect, test } from 'vitest'
import { tokenize } from '../tokens/tokenize.ts'
import type { ClauseReading } from '../reading/clause-reading.ts'
import { findExclusion } from './exclusions.ts'

const circumstances = { fields: [], fieldsFrom: 'request', isSuggestion: false, isSoftware: false } as const

function readingOf(checks: readonly DeterministicCheck[], parts: ClauseReading['parts'] = []): ClauseReading {
  return {
    from: 0,
    to: 4,
    checks: checks.map((check, index) => ({
      check,
      required: true,
      addition: null,
      from: index,
      to: index + 1,
    })),
    parts,
    slots: [],
  }
}

const exclusionOf = (...checks: readonly DeterministicCheck[]) =>
  findExclusion(tokenize('one two three four'), readingOf(checks), circumstances)
const score = (operator: 'gt' | 'gte' | 'lt' | 'lte' | 'equals', value: number): DeterministicCheck => ({
  checker: 'json_path',
  path: "$['score']",
  scope: 'row',
  operator,
  value,
})

test.each<[string, DeterministicCheck, DeterministicCheck]>([
  ['bounds that cross', score('gte', 10), score('lte', 5)],
  ['bounds that meet and are both open', score('gt', 5), score('lte', 5)],
  ['two values', score('equals', 1), score('equals', 2)],
  ['two counts', { checker: 'row_count', expected: 50 }, { checker: 'row_count', expected: 60 }],
  ['a count above its limit', { checker: 'row_count', expected: 50 }, { checker: 'row_count', max: 40 }],
  [
    'two times of delivery',
    { checker: 'deadline_met', deadline: '2026-12-01T00:00:00Z' },
    { checker: 'deadline_met', deadline: '2026-12-02T00:00:00Z' },
  ],
])('%s are asked about at the second', (_, one, other) => {
  expect(exclusionOf(one, other)).toMatchObject({ from: 1, to: 2, reason: 'inexact_value' })
})

test.each<[string, readonly DeterministicCheck[]]>([
  ['bounds that meet', [score('gte', 5), score('lte', 5)]],
  [
    'a count between limits',
    [
      { checker: 'row_count', expected: 50 },
      { checker: 'row_count', max: 50 },
    ],
  ],
  [
    'the same count twice',
    [
      { checker: 'row_count', expected: 50 },
      { checker: 'row_count', expected: 50 },
    ],
  ],
])('%s stay', (_, checks) => {
  expect(exclusionOf(...checks)).toBeNull()
})

test.each<[string, DeterministicCheck]>([
  ['no rows', { checker: 'row_count', expected: 0 }],
  ['at least no rows', { checker: 'row_count', min: 0 }],
  ['all duplicates', { checker: 'duplicate_rate', key_fields: ['a'], max_rate_bp: 10_000 }],
  ['a share of nothing', { checker: 'completeness', required_fields: ['a'], min_share_bp: 0 }],
])('%s is no requirement', (_, check) => {
  expect(exclusionOf(check)).toMatchObject({ reason: 'inexact_value' })
})

const withValue = (text: string, values?: readonly string[]) => {
  const tokens = tokenize(text)
  const parts = [{ role: 'value' as const, from: 2, to: tokens.length }]
  const fields = values === undefined ? [] : [{ name: 'reply', values }]
  return findExclusion(tokens, readingOf([score('equals', 1)], parts), { ...circumstances, fields })
}

test('a bare word after "is" that says how a thing is is no value unless the field lists it', () => {
  expect(withValue('reply is polite')).toMatchObject({ from: 2, to: 3, options: ['"polite"'] })
  expect(withValue('reply is polite', ['polite', 'rude'])).toBeNull()
  expect(withValue('reply = polite')).toBeNull()
  expect(withValue('status is paid')).toBeNull()
  expect(withValue('reply is "polite"')).toBeNull()
})

test.each(['US ideally', 'US mostly', 'US or so', 'US except Texas', 'optional', 'US unless unknown'])(
  'a narrowing word in a value keeps the reading from being used: %s',
  (value) => {
    expect(withValue(`country is ${value}`)).toMatchObject({ reason: 'qualified' })
  },
)
