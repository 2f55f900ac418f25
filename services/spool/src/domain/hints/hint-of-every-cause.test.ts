import type { ConditionSighting, RunOutcome } from '@outturn/agreement'
import { readNumber } from '@outturn/canonical'
import { checkerNames, type CheckerName, type DeterministicCheck } from '@outturn/checkers'
import { type CauseCode, causeCodes } from '@outturn/vocabulary'
import { describe, expect, test } from 'vitest'
import { acceptedSpool, hex } from '../agreement/accepted-spool.fixture.ts'
import { correctiveHint } from './corrective-hint.ts'

const id = `cond_${hex(0)}`
const digest = 'ab'.repeat(32)
const deadline = '2026-07-01T00:00:00Z'

/** One check of every checker, and how a hint names where it reads. */
const checks: { readonly [Name in CheckerName]: readonly [DeterministicCheck, place: string] } = {
  row_count: [{ checker: 'row_count', expected: 12 }, 'row'],
  completeness: [{ checker: 'completeness', required_fields: ['email'] }, 'email'],
  duplicate_rate: [{ checker: 'duplicate_rate', key_fields: ['email'] }, 'email'],
  url_format: [{ checker: 'url_format', field: 'site' }, 'site'],
  json_path: [{ checker: 'json_path', path: '$.price', operator: 'gte', value: 200 }, 'price of rows'],
  http_status: [{ checker: 'http_status', field: 'site', expected: [200, 204] }, 'site'],
  text_contains: [{ checker: 'text_contains', field: 'note', all_of: ['foo', 'bar'] }, 'note'],
  hash_matches: [{ checker: 'hash_matches', field: 'file', expected: digest }, 'file'],
  deadline_met: [{ checker: 'deadline_met', deadline, basis: 'field', field: 'at' }, 'at'],
}

/** What would do, for the causes that a checker finds in rows, by the checkers that find it. */
const wouldDo: { readonly [Cause in CauseCode]?: { readonly [Name in CheckerName]?: string } } = {
  missing_row: { row_count: '12 rows' },
  surplus_rows: { row_count: '12 rows' },
  missing_field: { completeness: 'Add email' },
  duplicate_of: { duplicate_rate: 'Replace the repeated' },
  missing_key: { duplicate_rate: 'Fill email' },
  invalid_url: { url_format: 'https://example.com/', http_status: 'https://example.com/' },
  ambiguous_host: { url_format: 'https://example.com' },
  scheme_not_allowed: { url_format: 'https:// or http://' },
  host_not_public: { url_format: 'https://www.example.com/' },
  path_not_found: { json_path: 'at least 200' },
  value_mismatch: { json_path: 'at least 200' },
  not_a_number: { json_path: '1234.50' },
  text_not_number: { json_path: 'number of JSON' },
  not_a_time: { json_path: '2026-12-01' },
  path_limit_exceeded: { json_path: 'less' },
  status_mismatch: { http_status: 'status 200 or 204' },
  unreachable: { http_status: 'can be reached' },
  blocked_address: { http_status: 'https://www.example.com/' },
  not_observed: { http_status: 'looked at' },
  text_not_found: { text_contains: '"foo" and "bar"' },
  text_forbidden: { text_contains: 'Remove' },
  hash_mismatch: { hash_matches: digest },
  late: { deadline_met: deadline },
  no_timestamp: { deadline_met: `such as ${deadline}` },
}

/** Causes of the evidence as a whole, or of other methods, which have no rows and no value that would do. */
const ofNoRows: readonly CauseCode[] = [
  'evidence_missing',
  'evidence_stale',
  'evidence_unavailable',
  'provenance_unsatisfied',
  'wrong_evidence_type',
  'no_rows',
  'no_content',
  'different_deliveries',
  'work_limit_exceeded',
  'share_not_met',
  'bad_parameters',
  'digest_declared_not_observed',
  'executor_unavailable',
  'confirmation_missing',
  'confirmation_failed',
  'claim_not_found',
  'claim_contradicted',
  'citation_unverified',
  'opinion_malformed',
  'evidence_too_large_for_judge',
  'judgment_missing',
  'judgment_stale',
  'judgment_inconsistent',
  'judged_partial',
  'judged_fail',
  'review_failed',
  'dispute_failed',
  'judged_uncertain',
]

const conditionsOf = (...all: DeterministicCheck[]) =>
  acceptedSpool(
    all.map((check) => ({ verification_method: 'deterministic' as const, deterministic_check: check })),
  ).agreement.conditions

const sighting = (change: Partial<ConditionSighting>): ConditionSighting => ({
  condition_id: id,
  code: 'missing_field',
  field: null,
  rows: [2, 4],
  row_count: 9,
  is_nowhere: false,
  near: null,
  notes: ['row 2 has "seen"'],
  ...change,
})

function failed(causes: readonly string[], sightings: ConditionSighting[]): RunOutcome {
  const conditionResults = causes.map((_, index) => ({
    condition_id: `cond_${hex(index)}`,
    requirement: 'mandatory',
    result: 'fail',
    method: 'deterministic',
  }))
  return { result: 'fail', conditionResults, causes, unitFindings: [], sightings } as unknown as RunOutcome
}

test('every cause is one of rows, with what would do, or one of no rows', () => {
  const ofRows = Object.keys(wouldDo)
  expect([...ofRows, ...ofNoRows].toSorted()).toEqual([...causeCodes].toSorted())
  const named = Object.values(wouldDo).flatMap((each) => Object.keys(each))
  expect([...new Set(named)].toSorted()).toEqual([...checkerNames].toSorted())
})

const cases = Object.entries(wouldDo).flatMap(([cause, each]) =>
  Object.entries(each).map(([checker, word]) => [cause, checker as CheckerName, word] as const),
)

test.each(cases)(
  'a hint on %s of %s names place, rows, what was seen and what would do',
  (cause, checker, word) => {
    const [check, place] = checks[checker]
    const outcome = failed(
      [cause],
      [sighting({ code: cause, field: 'field' in check ? (check.field ?? null) : null })],
    )
    const hint = correctiveHint(conditionsOf(check), outcome, { seesEvidence: true }) ?? ''
    expect(hint).toContain(place)
    expect(hint).toContain(word)
    expect(hint).toContain('row 2 has "seen"')
    expect(hint).not.toMatch(/undefined|null|the check selects/)
    if (cause !== 'surplus_rows') expect(hint).toContain('rows 2, 4 and 7 more')
    const publicHint = correctiveHint(conditionsOf(check), outcome) ?? ''
    expect(publicHint).toContain(word)
    expect(publicHint).not.toContain('seen')
  },
)

describe('rows that stand for no unit', () => {
  const conditions = conditionsOf(checks.completeness[0])
  const missing = (changes: Partial<ConditionSighting>): RunOutcome => ({
    ...failed(['missing_row'], [sighting({ code: 'missing_row', field: 'sku', ...changes })]),
    unitFindings: [{ condition_id: id, code: 'missing_row', field: null, units: [2, 3] }],
  })
  const hintOf = (outcome: RunOutcome, seesEvidence: boolean) =>
    correctiveHint(conditions, outcome, { seesEvidence })

  test('because the identity column is called otherwise are helped by its name', () => {
    const outcome = missing({
      rows: [],
      row_count: 0,
      is_nowhere: true,
      near: '"SKU", which differs in case',
      notes: [],
    })
    expect(hintOf(outcome, true)).toBe(
      'Rename "SKU", which differs in case, to sku in every row for “Condition 0”: no row has sku (sku is the identity of a row), then call evidence and verify again.',
    )
    expect(hintOf(outcome, false)).not.toContain('SKU')
  })

  test('because they repeat an identity are named, with the rows that are missing beside them', () => {
    const outcome = missing({ rows: [2], row_count: 1, notes: ['row 2 has "a", as row 1 has'] })
    expect(hintOf(outcome, true)).toBe(
      'Give row 2 a sku of its own and add 1 row for “Condition 0”: sku is the identity of a row (row 2 has "a", as row 1 has), then call evidence and verify again.',
    )
    expect(hintOf(outcome, false)).toBe(
      'Give row 2 a sku of its own and add 1 row for “Condition 0”: sku is the identity of a row, then call evidence and verify again.',
    )
  })
})

describe('a field that no row has', () => {
  const nowhere = sighting({
    field: 'email',
    is_nowhere: true,
    near: '"Email", which differs in case',
    notes: [],
  })
  const conditions = conditionsOf(checks.completeness[0])

  test('is said to be nowhere, and what comes near is named to who sees the evidence', () => {
    expect(correctiveHint(conditions, failed(['missing_field'], [nowhere]), { seesEvidence: true })).toBe(
      'Rename "Email", which differs in case, to email in every row for “Condition 0”: no row has email, then call evidence and verify again.',
    )
    expect(correctiveHint(conditions, failed(['missing_field'], [nowhere]))).toBe(
      'Add email to every row for “Condition 0”: no row has it, then call evidence and verify again.',
    )
  })

  test('is added, or another one renamed that may be meant', () => {
    const perhaps = { ...nowhere, near: 'perhaps "E-Mail (work)", which differs in words in brackets' }
    expect(correctiveHint(conditions, failed(['missing_field'], [perhaps]), { seesEvidence: true })).toBe(
      'Add email to every row for “Condition 0”: no row has it; if "E-Mail (work)", which differs in words in brackets, is the same, rename it to email, then call evidence and verify again.',
    )
  })

  test('is called by its name where a path of rows has one name', () => {
    const priced = conditionsOf(checks.json_path[0])
    const absent = { ...nowhere, code: 'path_not_found', field: '$.price', near: 'only "Preis"' }
    expect(correctiveHint(priced, failed(['path_not_found'], [absent]), { seesEvidence: true })).toBe(
      'Add price to every row for “Condition 0”: no row has it, only "Preis", then call evidence and verify again.',
    )
    const [check] = checks.json_path
    const inner = conditionsOf({ ...check, path: '$.offer.price' } as DeterministicCheck)
    const deep = sighting({ code: 'value_mismatch', field: '$.offer.price' })
    expect(correctiveHint(inner, failed(['value_mismatch'], [deep]))).toContain('$.offer.price of rows 2, 4')
  })

  test('is moved from where it stands', () => {
    const inner = { ...nowhere, near: '"email" inside "contact"' }
    expect(correctiveHint(conditions, failed(['missing_field'], [inner]), { seesEvidence: true })).toBe(
      'Move "email" inside "contact" to email in every row for “Condition 0”: no row has email, then call evidence and verify again.',
    )
  })

  test('is listed against the fields there are where none comes near', () => {
    const other = { ...nowhere, near: 'only "a", "b"' }
    expect(correctiveHint(conditions, failed(['missing_field'], [other]), { seesEvidence: true })).toContain(
      'no row has it, only "a", "b"',
    )
  })
})

test('what was agreed and what was seen are in one pair of brackets', () => {
  const counted = sighting({ code: 'missing_row', rows: [], row_count: 0, notes: ['the delivery has 1 row'] })
  const hint = correctiveHint(conditionsOf(checks.row_count[0]), failed(['missing_row'], [counted]), {
    seesEvidence: true,
  })
  expect(hint).toContain('(12 rows were agreed; the delivery has 1 row)')
})

describe('a condition about some rows or some fields', () => {
  const where = { path: '$.kind', operator: 'equals', value: 'book' } as const
  const absent = (field: string) =>
    sighting({ field, is_nowhere: true, near: 'only "kind"', notes: [], rows: [2], row_count: 1 })

  test('asks no more of the others', () => {
    const check: DeterministicCheck = { checker: 'completeness', required_fields: ['isbn'], where }
    const hint = correctiveHint(conditionsOf(check), failed(['missing_field'], [absent('isbn')]), {
      seesEvidence: true,
    })
    expect(hint).toContain('Add isbn to row 2 for “Condition 0”: no row has it, only "kind"')
    const several: DeterministicCheck = {
      checker: 'completeness',
      required_fields: ['a', 'b', 'c'],
      at_least: 2,
    }
    const choice = correctiveHint(
      conditionsOf(several),
      failed(['missing_field'], [absent('b'), absent('c')]),
      { seesEvidence: true },
    )
    expect(choice).toBe(
      'Fill at least 2 of "a", "b" and "c" in row 2 for “Condition 0”, then call evidence and verify again.',
    )
  })

  test('says how many rows are to meet it', () => {
    const check: DeterministicCheck = { checker: 'completeness', required_fields: ['a'], min_share_bp: 9_000 }
    const hint = correctiveHint(conditionsOf(check), failed(['missing_field'], [sighting({ field: 'a' })]))
    expect(hint).toMatch(/Add a to rows 2, 4 and 7 more for “Condition 0” \(.*90%? ?.*agreed\)/)
  })
})

test('numbers that were agreed are written plainly', () => {
  const [check] = checks.json_path
  const value = readNumber('70.0000000000000000000001') as never
  const hint = correctiveHint(
    conditionsOf({ ...check, value } as DeterministicCheck),
    failed(['value_mismatch'], [sighting({ code: 'value_mismatch' })]),
  )
  expect(hint).toContain('at least 70.0000000000000000000001 in')
})

test('every required condition that stands in the way is named before a second fault of one', () => {
  const conditions = conditionsOf(checks.completeness[0], checks.row_count[0], checks.url_format[0])
  const faults = ['a', 'b', 'c', 'd'].map((field) => sighting({ field }))
  const hint =
    correctiveHint(conditions, failed(['missing_field', 'evidence_missing', 'evidence_missing'], faults)) ??
    ''
  for (const each of ['“Condition 0”', '“Condition 1”', '“Condition 2”']) expect(hint).toContain(each)
  expect(hint).not.toContain('Add b')
})

const path = { checker: 'json_path', path: '$.a', scope: 'row' } as const

test.each([
  [{ ...path, operator: 'format', value: 'email' }, 'an email address, such as ana@example.com'],
  [{ ...path, operator: 'format', value: 'iban' }, 'such as DE89370400440532013000'],
  [{ ...path, measure: 'characters', operator: 'lte', value: 70 }, 'number of characters is at most 70'],
  [{ ...path, measure: 'words', min: 50, max: 150 }, 'a text of 50 to 150 words'],
  [{ ...path, measure: 'items', min: 3 }, 'a list of at least 3 items'],
  [{ ...path, operator: 'gt', value: '2026-11-01', as: 'time' }, 'a day or time after 2026-11-01'],
  [{ ...path, operator: 'gt', value_path: '$.start' }, 'a value greater than the value of "start"'],
  [{ ...path, operator: 'not_matches', value: '<b>', partial: true }, 'without a match of the pattern "<b>"'],
  [
    { ...path, path: "$['a','b']", aggregate: 'sum', operator: 'equals', value_path: '$.c' },
    'values whose sum is equal to the value of "c"',
  ],
] satisfies [DeterministicCheck, string][])('a hint on %j says what would do', (check, words) => {
  const hint =
    correctiveHint(conditionsOf(check), failed(['value_mismatch'], [sighting({ code: 'value_mismatch' })])) ??
    ''
  expect(hint).toContain(words)
  expect(hint).not.toMatch(/undefined|null/)
})

test('a value that is compared with is asked for at its own path', () => {
  const check = { ...path, operator: 'gt', value_path: '$.start' } as const
  const seen = sighting({ code: 'path_not_found', field: '$.start' })
  expect(correctiveHint(conditionsOf(check), failed(['path_not_found'], [seen]))).toContain(
    'Put a value into start of rows 2, 4 and 7 more',
  )
})

test('a share that was not met is told with the share and the rows to correct', () => {
  const check: DeterministicCheck = {
    checker: 'completeness',
    required_fields: ['email'],
    min_share_bp: 9_500,
  }
  expect(correctiveHint(conditionsOf(check), failed(['share_not_met'], []))).toContain(
    'Correct more rows for “Condition 0” (at least 95% of the rows were agreed)',
  )
  const hint = correctiveHint(conditionsOf(check), failed(['share_not_met'], [sighting({ field: 'email' })]))
  expect(hint).toContain('Add email to rows 2, 4 and 7 more')
})
