import { expect, test } from 'vitest'
import { DeterministicCheck, findParameterProblem } from '../checkers.ts'
import { currentRules } from '../value-rules.ts'
import { rulesOf3 } from '../earlier-rules.ts'

const row = { checker: 'json_path', path: '$.a', scope: 'row' } as const
const share = { min_share_bp: 9_500 }
const where = { path: '$.b', operator: 'equals', value: 1 } as const

/** Every combination of parameters that is refused, with the member that the refusal names and a word of its next step. */
const refused: readonly (readonly [check: object, field: string, step: RegExp])[] = [
  [{ checker: 'row_count' }, 'expected', /min or max/],
  [{ checker: 'row_count', expected: 3, min: 1 }, 'min', /left out/],
  [{ checker: 'row_count', expected: 3, max: 9 }, 'max', /left out/],
  [{ checker: 'row_count', min: 4, max: 3 }, 'max', /at least min, which is 4/],
  [{ checker: 'row_count', min: 0 }, 'min', /at least 1/],
  [{ checker: 'completeness', required_fields: ['a', 'b'], at_least: 3 }, 'at_least', /at most 2/],
  [{ checker: 'completeness', required_fields: ['a'], share_exclusive: true }, 'share_exclusive', /send/],
  [{ checker: 'completeness', required_fields: ['a'], min_share_bp: 0 }, 'min_share_bp', /at least 1/],
  [
    { checker: 'completeness', required_fields: ['a'], min_share_bp: 10_000, share_exclusive: true },
    'share_exclusive',
    /left out/,
  ],
  [{ checker: 'completeness', required_fields: ['a'], where, ...share }, 'min_share_bp', /one or the other/],
  [
    { checker: 'completeness', required_fields: ['a'], where: { path: 'b', operator: 'exists' } },
    'where.path',
    /begins with \$/,
  ],
  [
    { checker: 'completeness', required_fields: ['a'], where: { path: '$.b', operator: 'gt', value: 'x' } },
    'where.value',
    /number/,
  ],
  [
    { checker: 'completeness', required_fields: ['a'], where: { path: '$.b', operator: 'equals' } },
    'where.value',
    /required/,
  ],
  [{ checker: 'url_format', ...share }, 'min_share_bp', /send field/],
  [{ checker: 'text_contains', text: 'a', ...share }, 'min_share_bp', /send field/],
  [{ checker: 'text_contains', text: 'a', field: 'b', share_exclusive: false }, 'share_exclusive', /send/],
  [{ ...row, scope: 'document', operator: 'equals', value: 1, ...share }, 'min_share_bp', /scope "row"/],
  [{ ...row, scope: 'document', operator: 'equals', value: 1, where }, 'where', /scope "row"/],
  [{ ...row, operator: 'equals', value: 1, where, ...share }, 'min_share_bp', /one or the other/],
  [{ ...row, operator: 'gt', value: 1, value_path: '$.b' }, 'value', /left out/],
  [{ ...row, operator: 'gt', value_path: 'b' }, 'value_path', /such as \$\.start/],
  [{ ...row, operator: 'gt', value_path: '$[*]' }, 'value_path', /one value/],
  [{ ...row, operator: 'in', value_path: '$.b' }, 'operator', /equals, not_equals/],
  [{ ...row, value_path: '$.b' }, 'operator', /equals/],
  [{ ...row, operator: 'gt', as: 'time' }, 'value', /required/],
  [{ ...row, operator: 'gt', as: 'time', value: '01/02/2026' }, 'value', /2026-12-01/],
  [{ ...row, operator: 'gt', as: 'time', value: '2026-02-30' }, 'value', /2026-12-01/],
  [{ ...row, operator: 'matches', as: 'time', value: '2026.*' }, 'operator', /with as/],
  [{ ...row, operator: 'gt', as: 'time', measure: 'words', value: 3 }, 'as', /left out/],
  [{ ...row, operator: 'gt', as: 'time', aggregate: 'max', value: 3 }, 'as', /left out/],
  [{ ...row, measure: 'words' }, 'operator', /min or max/],
  [{ ...row, measure: 'words', operator: 'matches', value: 'a' }, 'operator', /min or max/],
  [{ ...row, measure: 'words', operator: 'gte', value: 'five' }, 'value', /number/],
  [{ ...row, measure: 'words', operator: 'gte', value: 5, max: 9 }, 'max', /one or the other/],
  [{ ...row, measure: 'words', operator: 'gte', value_path: '$.b', min: 9 }, 'min', /one or the other/],
  [{ ...row, measure: 'words', min: 9, max: 3 }, 'max', /at least min, which is 9/],
  [{ ...row, measure: 'words', min: 0 }, 'min', /at least 1/],
  [{ ...row, min: 3 }, 'min', /send measure/],
  [{ ...row, operator: 'gte', value: 3, max: 3 }, 'max', /send measure/],
  [{ ...row, path: '$', measure: 'words', min: 3 }, 'path', /\$\.title/],
  [{ ...row, measure: 'words', operator: 'gte', value: 3, aggregate: 'mean' }, 'measure', /of its own/],
  [{ ...row, aggregate: 'sum' }, 'operator', /with aggregate/],
  [{ ...row, aggregate: 'sum', operator: 'in', value: [1] }, 'operator', /with aggregate/],
  [{ ...row, aggregate: 'sum', operator: 'gte' }, 'value', /required/],
  [{ ...row, aggregate: 'sum', operator: 'gte', value: 'x' }, 'value', /number/],
  [{ ...row, aggregate: 'sum', operator: 'gte', value: 1, quantifier: 'any' }, 'quantifier', /left out/],
  [{ ...row, aggregate: 'sum', operator: 'gte', value: 1, when_missing: 'pass' }, 'when_missing', /left out/],
  [{ ...row, scope: 'document', aggregate: 'sum', operator: 'gte', value: 1, where }, 'where', /scope "row"/],
  [{ ...row, operator: 'format', value: 'phone' }, 'value', /e164/],
  [{ ...row, operator: 'format' }, 'value', /email/],
  [{ ...row, operator: 'format', value: ['email'] }, 'value', /email/],
  [{ ...row, operator: 'not_matches', value: '(?=x)' }, 'value', /RE2/],
  [{ ...row, operator: 'matches', value: 'x', partial: true }, 'partial', /not_matches/],
  [{ ...row, operator: 'equals', value: 'x', partial: false }, 'partial', /not_matches/],
  [{ ...row, when_missing: 'pass' }, 'when_missing', /left out/],
  [{ ...row, operator: 'not_exists', when_missing: 'pass' }, 'when_missing', /left out/],
  [{ ...row, operator: 'count_equals', value: 1, when_missing: 'pass' }, 'when_missing', /left out/],
]

test.each(refused)('%j is refused for its %s', (check, field, step) => {
  const found = findParameterProblem(DeterministicCheck.parse(check))
  expect(found?.field).toBe(field)
  expect(found?.message).toMatch(step)
})

test.each([
  { checker: 'row_count', min: 1.5 },
  { checker: 'row_count', max: -1 },
  { checker: 'completeness', required_fields: ['a'], at_least: 0 },
  { checker: 'completeness', required_fields: ['a'], min_share_bp: 10_001 },
  { checker: 'completeness', required_fields: ['a'], min_share_bp: 95.5 },
  { checker: 'completeness', required_fields: ['a'], where: { path: '$.b' } },
  {
    checker: 'completeness',
    required_fields: ['a'],
    where: { path: '$.b', operator: 'count_equals', value: 1 },
  },
  { checker: 'completeness', required_fields: ['a'], where: { ...where, quantifier: 'any' } },
  { checker: 'duplicate_rate', key_fields: ['a'], ...share },
  { ...row, as: 'number' },
  { ...row, measure: 'bytes' },
  { ...row, aggregate: 'median' },
  { ...row, when_missing: 'skip' },
  { ...row, measure: 'words', min: -1 },
])('%j is malformed', (check) => {
  expect(DeterministicCheck.safeParse(check).success).toBe(false)
})

test('formats belong to the version that has them', () => {
  const check = { ...row, operator: 'format', value: 'email' } as const
  expect(findParameterProblem(check, currentRules)).toBeNull()
  expect(findParameterProblem(check, rulesOf3)).toMatchObject({ field: 'value' })
})
