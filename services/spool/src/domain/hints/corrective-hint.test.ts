import type { RunOutcome, UnitFinding } from '@outturn/agreement'
import { type CauseCode, causeCodes } from '@outturn/vocabulary'
import { describe, expect, test } from 'vitest'
import { acceptedSpool, hex } from '../agreement/accepted-spool.fixture.ts'
import type { Condition } from '../model/spool.ts'
import { correctiveHint } from './corrective-hint.ts'
import { waysForward } from './ways-forward.ts'

const id = `cond_${hex(0)}`
const described = (change: Partial<Condition> = {}): Condition[] =>
  acceptedSpool([
    {
      verification_method: 'deterministic',
      deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      ...change,
    },
  ]).agreement.conditions

const against = (units: readonly number[], code: string, field: string | null = null): UnitFinding => ({
  condition_id: id,
  code,
  field,
  units,
})

function outcome(cause: string, unitFindings: UnitFinding[] = []): RunOutcome {
  const found = { condition_id: id, requirement: 'mandatory', result: 'fail', method: 'deterministic' }
  return { result: 'fail', conditionResults: [found], causes: [cause], unitFindings } as unknown as RunOutcome
}

/** The call that ends each cause, and a word of what is to be done for it. */
const expected: { readonly [Cause in CauseCode]: readonly [call: RegExp, word: string] } = {
  evidence_missing: [/evidence and verify/, 'submit'],
  evidence_stale: [/evidence and verify/, 'older'],
  evidence_unavailable: [/call verify/, 'wait'],
  provenance_unsatisfied: [/evidence and verify/, 'supplier'],
  wrong_evidence_type: [/evidence and verify/, 'metadata.rows'],
  no_rows: [/evidence and verify/, 'rows'],
  no_content: [/evidence and verify/, 'content'],
  different_deliveries: [/evidence and verify/, 'one delivery'],
  bad_parameters: [/new Spool/, 'check'],
  missing_row: [/evidence and verify/, 'missing rows'],
  surplus_rows: [/evidence and verify/, 'leave out'],
  missing_field: [/evidence and verify/, 'add email'],
  duplicate_of: [/evidence and verify/, 'repeated'],
  missing_key: [/evidence and verify/, 'fill email'],
  invalid_url: [/evidence and verify/, 'https://'],
  ambiguous_host: [/evidence and verify/, 'https://example.com'],
  scheme_not_allowed: [/evidence and verify/, 'scheme'],
  host_not_public: [/evidence and verify/, 'public host'],
  path_not_found: [/evidence and verify/, 'path'],
  value_mismatch: [/evidence and verify/, 'value'],
  not_a_number: [/evidence and verify/, 'decimal number'],
  text_not_number: [/evidence and verify/, 'number of JSON'],
  not_a_time: [/evidence and verify/, 'with its offset'],
  share_not_met: [/evidence and verify/, 'more rows'],
  work_limit_exceeded: [/evidence and verify/, 'too much work'],
  path_limit_exceeded: [/evidence and verify/, 'less'],
  status_mismatch: [/call verify/, 'answer'],
  unreachable: [/call verify/, 'reached'],
  blocked_address: [/evidence and verify/, 'public internet'],
  not_observed: [/call verify/, 'looked at'],
  text_not_found: [/evidence and verify/, 'agreed text'],
  text_forbidden: [/evidence and verify/, 'remove'],
  hash_mismatch: [/evidence and verify/, 'digest'],
  digest_declared_not_observed: [/evidence and verify/, 'content itself'],
  late: [/new Spool/, 'deadline'],
  no_timestamp: [/evidence and verify/, 'time'],
  executor_unavailable: [/call verify/, 'wait'],
  confirmation_missing: [/type confirmation/, 'the buyer'],
  confirmation_failed: [/evidence and verify/, 'the buyer'],
  claim_not_found: [/evidence and verify/, 'sentence'],
  claim_contradicted: [/evidence and verify/, 'claim'],
  citation_unverified: [/call verify/, 'claim'],
  opinion_malformed: [/call verify/, 'judge'],
  evidence_too_large_for_judge: [/evidence and verify/, 'less text'],
  judgment_missing: [/external-result/, 'judge'],
  judgment_stale: [/external-result/, 'newer'],
  judgment_inconsistent: [/external-result/, 'units'],
  judged_partial: [/evidence and verify/, 'judge'],
  judged_fail: [/evidence and verify/, 'judge'],
  judged_uncertain: [/evidence and verify/, 'judge'],
  review_failed: [/evidence and verify/, 'reviewer'],
  dispute_failed: [/evidence and verify/, 'dispute'],
}

test.each(causeCodes)(
  'the hint on %s names the condition by its description, what ends it and the next call',
  (cause) => {
    const hint = correctiveHint(described(), outcome(cause)) ?? ''
    const [call, word] = expected[cause]
    expect(hint).toContain('“Condition 0”')
    expect(hint.toLowerCase()).toContain(word.toLowerCase())
    expect(hint).toMatch(call)
    expect(hint).toMatch(/^[A-Z].*\.$/)
    expect(hint).not.toMatch(/cond_|undefined|null/)
  },
)

test('conditions that were given different content are named once, with their items', () => {
  const conditions = described().flatMap((each) => [
    each,
    { ...each, id: 'cond_b', description: 'Condition B' },
  ])
  const results = conditions.map(({ id: of }, index) => ({
    condition_id: of,
    requirement: 'mandatory',
    result: 'uncertain',
    evidence_refs: [`ev_${index}`],
  }))
  const split = {
    result: 'uncertain',
    conditionResults: results,
    causes: ['different_deliveries', 'different_deliveries'],
    unitFindings: [],
  } as unknown as RunOutcome
  expect(correctiveHint(conditions, split)).toBe(
    'Submit one delivery for all of “Condition 0” (ev_0), “Condition B” (ev_1): the same content for each, under the source of the item that it replaces, then call evidence and verify again.',
  )
})

test('a condition of which only a part was as agreed is asked for that part alone', () => {
  const [condition] = described()
  const partly = {
    result: 'uncertain',
    conditionResults: [
      {
        condition_id: condition?.id,
        requirement: 'mandatory',
        result: 'uncertain',
        evidence_refs: ['ev_0', 'ev_1'],
      },
    ],
    causes: ['different_deliveries'],
    unitFindings: [],
  } as unknown as RunOutcome
  expect(correctiveHint(described(), partly)).toBe(
    'Submit one delivery for “Condition 0” (ev_0, ev_1): the agreed content and no other, replacing each other item under its own source, then call evidence and verify again.',
  )
})

test('a blank value where phrases are excluded is to be filled without them', () => {
  const excluded = described({
    deterministic_check: { checker: 'text_contains', field: 'note', none_of: ['cheap'] },
  })
  for (const cause of ['missing_field', 'text_not_found']) {
    const blank = outcome(cause, [against([1], cause, 'note')])
    expect(correctiveHint(excluded, blank)).toBe(
      'Fill note of row 1 for “Condition 0” with a text without "cheap", then call evidence and verify again.',
    )
  }
})

describe('units', () => {
  test('are named with the field, five of them and the count of the others', () => {
    const lacking = against([1, 2, 3, 4, 5, 6, 7], 'missing_field', 'email')
    expect(correctiveHint(described(), outcome('missing_field', [lacking]))).toBe(
      'Add email to rows 1, 2, 3, 4, 5 and 2 more for “Condition 0”, then call evidence and verify again.',
    )
    expect(correctiveHint(described(), outcome('missing_row', [against([3], 'missing_row')]))).toBe(
      'Add row 3 for “Condition 0”, then call evidence and verify again.',
    )
    expect(correctiveHint(described(), outcome('invalid_url', [against([2], 'invalid_url', 'site')]))).toBe(
      'Put a whole URL, such as https://example.com/, into site of row 2 for “Condition 0”, then call evidence and verify again.',
    )
  })

  test('are for another verification where no key belongs to the Spool', () => {
    const lost = outcome('missing_row', [against([3], 'missing_row')])
    expect(correctiveHint(described(), lost, { hasKey: false })).toBe(
      'Add row 3 for “Condition 0”, then pay for another verification.',
    )
    for (const cause of causeCodes) {
      const hint = correctiveHint(described(), outcome(cause), { hasKey: false }) ?? ''
      expect(hint).toMatch(/pay for another verification|that an account asks for/)
      expect(hint).not.toMatch(/call verify|call evidence|verify again/)
    }
  })

  test('that a gate holds back are explained by its cause', () => {
    const hint = correctiveHint(described(), outcome('surplus_rows'))
    expect(hint).toContain('Leave out the rows beyond the number agreed')
  })

  test('with a code of the judge are told what the judge found', () => {
    const byJudge = described({
      verification_method: 'external_tool',
      external_judge: { id: 'lab', name: 'The lab', proof: { type: 'hmac_sha256', source_id: 'lab' } },
    })
    const hint = correctiveHint(byJudge, outcome('scratched', [against([4], 'scratched')]))
    expect(hint).toContain('the judge The lab found in row 4')
  })
})

test('a long description is cut, and nothing is to be done for a pass or an optional condition', () => {
  const [condition] = described()
  const long = [{ ...(condition as Condition), description: 'x'.repeat(2_000) }]
  expect((correctiveHint(long, outcome('no_rows')) ?? '').length).toBeLessThan(200)
  expect(correctiveHint(described(), { ...outcome('no_rows'), result: 'pass' })).toBeNull()
  const optional = outcome('no_rows').conditionResults.map((each) => ({
    ...each,
    requirement: 'optional' as const,
  }))
  expect(correctiveHint(described(), { ...outcome('no_rows'), conditionResults: optional })).toBeNull()
})

test('the ways forward of a run are those that its hint names', () => {
  const words = {
    resubmit: 'call evidence and verify again',
    confirm: 'of type confirmation',
    judge: 'external-result',
    verify: 'then call verify again',
    agree: 'no call on this Spool can end it',
  } as const
  for (const conditions of [described(), described({ deterministic_check: undefined as never })]) {
    for (const cause of causeCodes) {
      const [way, ...others] = waysForward(conditions, outcome(cause))
      expect([way?.conditionId, others]).toEqual([id, []])
      expect(correctiveHint(conditions, outcome(cause))).toContain(words[way?.next ?? 'agree'])
    }
  }
})

test('a hint that does not name every finding says how many more there are', () => {
  const findings = (count: number) =>
    Array.from({ length: count }, (_, at) => against([at + 1], 'missing_field', `field_${at}`))
  const hintOf = (count: number) => correctiveHint(described(), outcome('missing_field', findings(count)))
  expect(hintOf(3)).not.toContain('not named here')
  expect(hintOf(4)).toMatch(/\. 1 more finding is not named here\.$/)
  expect(hintOf(6)).toMatch(/\. 3 more findings are not named here\.$/)
})

test.each([
  ['equals', 1, 'the same value everywhere'],
  ['lte', 3, 'at most 3 different values'],
  ['gt', 2, 'more than 2 different values'],
] as const)('a number of different values (%s %s) is asked for in plain words', (operator, value, words) => {
  const check = {
    checker: 'json_path',
    path: "$[*]['country']",
    aggregate: 'distinct',
    operator,
    value,
  } as const
  const hint = correctiveHint(described({ deterministic_check: check }), outcome('value_mismatch'))
  expect(hint).toContain(`${words} in the field country for`)
})
