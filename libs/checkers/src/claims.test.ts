import { portableSha256, type JsonObject } from '@outturn/canonical'
import { expect, test } from 'vitest'
import type { CheckInput } from './check-input.ts'
import { DeterministicCheck, runCheck } from './checkers.ts'
import { rulesOf3 } from './earlier-rules.ts'
import { StepBudget, stepsPerRun } from './engines/step-budget.ts'
import { currentRules } from './value-rules.ts'
import type { JudgedContent } from './judged-item.ts'

function inputOf(content: JudgedContent, receivedAt = '2026-01-01T00:00:00Z'): CheckInput {
  return {
    items: [{ observedAt: null, receivedAt, content }],
    rows: content.kind === 'rows' ? content.rows : null,
    units: null,
    observations: new Map(),
    sha256: portableSha256,
    budget: new StepBudget(stepsPerRun),
  }
}

function reasonOf(check: unknown, input: CheckInput, rules = currentRules): string {
  return runCheck(DeterministicCheck.parse(check), input, rules).reason
}

const rows: readonly JsonObject[] = [
  { job_title: 'CTO', employees: 20, code: 'A-1' },
  { job_title: 'Intern', employees: 700, code: 'x' },
]
const ofRow = { checker: 'json_path', scope: 'row' }

test.each([
  [
    { checker: 'text_contains', field: 'job_title', none_of: ['intern', 'student'] },
    'it holds in 1 of 2 rows that field "job_title" does not contain "intern" or "student"',
    '1 of 2 rows has the agreed text in job_title',
  ],
  [
    { ...ofRow, path: "$['employees']", operator: 'gte', value: 10 },
    'it holds in 2 of 2 rows that "employees" is at least 10',
    "2 of 2 rows satisfy $['employees'] gte",
  ],
  [
    { ...ofRow, path: "$['employees']", operator: 'type', value: 'integer' },
    'it holds in 2 of 2 rows that "employees" is an integer',
    "2 of 2 rows satisfy $['employees'] type",
  ],
  [
    { ...ofRow, path: "$['code']", operator: 'matches', value: '[A-Z]-[0-9]' },
    'it holds in 1 of 2 rows that "code" matches the pattern "[A-Z]-[0-9]"',
    "1 of 2 rows satisfies $['code'] matches",
  ],
  [
    { checker: 'json_path', scope: 'document', path: '$[0].employees', operator: 'lt', value: 5 },
    'it does not hold that $[0].employees is less than 5 in the document',
    'the document does not satisfy $[0].employees lt',
  ],
])(
  'the sentence of a result says what was agreed, and that of earlier rules stays: %j',
  (check, now, before) => {
    expect(reasonOf(check, inputOf({ kind: 'rows', rows }))).toBe(now)
    expect(reasonOf(check, inputOf({ kind: 'rows', rows }), rulesOf3)).toBe(before)
  },
)

test('a document that lacks what was agreed is told what that was', () => {
  const text = inputOf({ kind: 'text', text: 'A draft by an intern.' })
  expect(reasonOf({ checker: 'text_contains', none_of: ['intern'] }, text)).toBe(
    'the text has a forbidden phrase; agreed: the text does not contain "intern"',
  )
  expect(reasonOf({ checker: 'text_contains', text: 'draft' }, text)).toBe(
    'it holds that the text contains "draft"',
  )
})

test('a late delivery is late by days, and by seconds under earlier rules', () => {
  const check = { checker: 'deadline_met', deadline: '2026-01-01T00:00:00Z' }
  const late = inputOf({ kind: 'text', text: 'x' }, '2026-02-01T00:00:00Z')
  expect(reasonOf(check, late)).toBe(
    'delivered 31 days after the deadline; agreed: delivered by 2026-01-01T00:00:00Z',
  )
  expect(reasonOf(check, late, rulesOf3)).toBe('delivered 2678400 seconds after the deadline')
})

test('long values are shortened, and the name of a field never is', () => {
  const field = 'f'.repeat(120)
  const pattern = reasonOf(
    { ...ofRow, path: `$['${field}']`, operator: 'matches', value: 'a'.repeat(900) },
    inputOf({ kind: 'rows', rows }),
  )
  expect(pattern).toBe(`it holds in 0 of 2 rows that "${field}" matches the pattern "${'a'.repeat(79)}…"`)
  const phrases = Array.from({ length: 40 }, (_, index) => `phrase ${index}`)
  expect(
    reasonOf({ checker: 'text_contains', any_of: phrases }, inputOf({ kind: 'text', text: 'phrase 7' })),
  ).toBe(
    'it holds that the text contains "phrase 0", "phrase 1", "phrase 2", "phrase 3", "phrase 4" or "… 35 more"',
  )
})
