import { describe, expect, test } from 'vitest'
import type { DeterministicCheck } from '@outturn/checkers'
import { confirmedEvidenceDigest } from '@outturn/receipt-verifier/issuing'
import type { EvidenceContent, EvidenceItem, EvidenceRequirement } from '@outturn/agreement'
import { evaluateRun } from './evaluate-run.ts'
import { plannedObservations } from './planned-observations.ts'
import { byFirstRules, condition, conditionId, item, run, units } from './testing/run-fixture.ts'

const tenRows: DeterministicCheck = { checker: 'row_count', expected: 10 }
const hasEmail: DeterministicCheck = { checker: 'completeness', required_fields: ['email'] }
const distinct: DeterministicCheck = { checker: 'duplicate_rate', key_fields: ['email'], max_rate_bp: 0 }
const inTime: DeterministicCheck = { checker: 'deadline_met', deadline: '2026-01-01T12:00:00Z' }
const early = '2026-01-01T11:00:00.000Z'
const late = '2026-01-01T13:00:00.000Z'

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.com` }))
const rows = (...list: { email: string }[]): EvidenceContent => ({ kind: 'rows', rows: list })
const text = (words: string): EvidenceContent => ({ kind: 'text', text: words })

/** An item that the provider sent for the condition with this ordinal. */
const sent = (
  ordinal: number,
  id: number,
  content: EvidenceContent,
  change: Partial<EvidenceItem> = {},
): EvidenceItem =>
  item({
    id: `ev_${String(id).padStart(24, '0')}`,
    conditionId: conditionId(ordinal),
    type: content.kind === 'text' ? 'text' : 'dataset',
    receivedAt: early,
    content,
    ...change,
  })
const conditions = (...checks: readonly DeterministicCheck[]) =>
  checks.map((check, ordinal) => condition(check, ordinal))
const resultsOf = (input: Parameters<typeof evaluateRun>[0]) =>
  evaluateRun(input).conditionResults.map(({ result }) => result)

const blank = rows(...Array.from({ length: 10 }, () => ({ email: '' })))
const bound = (source: string): EvidenceRequirement => ({
  expected_type: 'dataset',
  source_ref: source,
  on_missing: 'uncertain',
})

describe('conditions that were given different tables', () => {
  const split = run(conditions(tenRows, hasEmail), [sent(0, 1, blank), sent(1, 2, rows(...people(1)))])

  test('are each uncertain, and name conditions and items', () => {
    const outcome = evaluateRun(split)
    expect(outcome).toMatchObject({ result: 'uncertain', earnedCents: 0 })
    expect(outcome.causes).toEqual(['different_deliveries', 'different_deliveries'])
    for (const { reason } of outcome.conditionResults) {
      for (const name of [conditionId(0), conditionId(1), 'ev_000000000000000000000001']) {
        expect(reason).toContain(name)
      }
    }
  })

  test('were judged each on its own by the rules of version 1', () => {
    expect(evaluateRun(byFirstRules(split))).toMatchObject({ result: 'pass', earnedCents: 150 })
  })

  test('are judged once the same is sent for all, whatever was there before', () => {
    const one = rows(...people(10))
    const corrected = [...split.evidence, sent(0, 3, one), sent(1, 4, one)]
    expect(evaluateRun({ ...split, evidence: corrected }).result).toBe('pass')
  })

  test('are judged once a table is taken back by one without rows', () => {
    const one = rows(...people(10))
    const [first, second] = [sent(0, 1, one), sent(1, 2, one)]
    const taken = [sent(1, 3, blank, { source: 'other' }), sent(1, 4, rows(), { source: 'other' })]
    expect(resultsOf(run(split.plan.conditions, [first, second, ...taken]))).toEqual(['pass', 'pass'])
  })

  test('leave every unit in doubt, those without a row too', () => {
    const ten = [sent(0, 1, blank), sent(1, 2, rows(...people(5)))]
    expect(evaluateRun(run(conditions(hasEmail, distinct), ten, units(10)))).toMatchObject({
      result: 'uncertain',
      accepted: 0,
      uncertain: 10,
      causes: ['different_deliveries', 'different_deliveries'],
    })
  })

  test('are judged where the agreement binds one of them, but not in units', () => {
    const [one, other] = conditions(tenRows, hasEmail) as [
      ReturnType<typeof condition>,
      ReturnType<typeof condition>,
    ]
    const agreed = [one, { ...other, evidence_requirements: [bound('crm')] }]
    const evidence = [sent(0, 1, blank), sent(1, 2, rows(...people(10)), { source: 'crm' })]
    expect(resultsOf(run(agreed, evidence))).toEqual(['pass', 'pass'])
    expect(resultsOf(run(agreed, evidence, units(10)))).toEqual(['uncertain', 'uncertain'])
  })

  test('are judged where the buyer supplies one of them', () => {
    const ofBuyer = condition(tenRows, 0, {
      evidence_requirements: [{ ...bound('list'), supplier: 'buyer' }],
    })
    const evidence = [
      sent(0, 1, blank, { source: 'list', onBehalfOf: 'buyer' }),
      sent(1, 2, rows(...people(10))),
    ]
    expect(resultsOf(run([ofBuyer, condition(hasEmail, 1)], evidence, units(10)))).toEqual(['pass', 'pass'])
  })
})

describe('a condition without an item of its own', () => {
  const table = sent(1, 1, rows(...people(10)))

  test('is judged on what was sent for the others, and its receipt lists it', () => {
    const outcome = evaluateRun(run(conditions(tenRows, hasEmail, distinct), [table]))
    expect(outcome.result).toBe('pass')
    expect(outcome.evidence.map(({ condition_id: id, evidence_id: of }) => [id, of])).toEqual(
      [0, 1, 2].map((ordinal) => [conditionId(ordinal), table.id]),
    )
    expect(outcome.conditionResults.map(({ evidence_refs: refs }) => refs)).toEqual(
      [0, 1, 2].map(() => [table.id]),
    )
  })

  test('reads a table once that was sent for several of the others', () => {
    const again = { ...table, id: 'ev_000000000000000000000002', conditionId: conditionId(2) }
    expect(resultsOf(run(conditions(tenRows, hasEmail, distinct), [table, again]))).toEqual([
      'pass',
      'pass',
      'pass',
    ])
  })

  test('is not judged on what the buyer sent, nor where the agreement says what it is judged on', () => {
    const ofBuyer = { ...table, onBehalfOf: 'buyer' }
    expect(resultsOf(run(conditions(tenRows, hasEmail), [ofBuyer]))).toEqual(['uncertain', 'uncertain'])
    const agreed = [condition(tenRows, 0, { evidence_requirements: [bound('crm')] }), condition(hasEmail, 1)]
    expect(resultsOf(run(agreed, [table]))).toEqual(['uncertain', 'pass'])
  })

  test('has the addresses of that table observed', () => {
    const check: DeterministicCheck = { checker: 'http_status', field: 'site' }
    const { plan, evidence } = run(conditions(check, hasEmail), [
      sent(1, 1, { kind: 'rows', rows: [{ site: 'https://example.com/' }] }),
    ])
    expect(plannedObservations(plan, evidence)).toMatchObject([{ urls: ['https://example.com/'] }])
  })
})

describe('documents', () => {
  const says = (words: string): DeterministicCheck => ({ checker: 'text_contains', text: words })

  test('are one for all conditions on texts', () => {
    const evidence = [sent(0, 1, text('red')), sent(1, 2, text('blue'))]
    expect(resultsOf(run(conditions(says('red'), says('blue')), evidence))).toEqual([
      'uncertain',
      'uncertain',
    ])
    const [one] = evidence as [EvidenceItem]
    expect(resultsOf(run(conditions(says('red'), says('blue')), [one]))).toEqual(['pass', 'fail'])
  })

  test('stand beside tables, which are another kind of content', () => {
    const evidence = [sent(0, 1, text('red')), sent(1, 2, rows(...people(10)))]
    expect(resultsOf(run(conditions(says('red'), tenRows), evidence))).toEqual(['pass', 'pass'])
  })

  test('are not judged by a check that would judge the rows, where a table was sent for another', () => {
    const path: DeterministicCheck = { checker: 'json_path', path: '$.email', operator: 'equals', value: 'x' }
    const csv = { kind: 'bytes', base64: btoa('email\nx\ny\n'), media_type: 'text/csv' } as const
    const evidence = [sent(0, 1, { kind: 'json', json: { email: 'x' } }), sent(1, 2, csv)]
    expect(resultsOf(run(conditions(path, says('y')), evidence))).toEqual(['uncertain', 'uncertain'])
    const onDocument = { ...path, scope: 'document' } as const
    expect(resultsOf(run(conditions(onDocument, tenRows), evidence))).toEqual(['pass', 'fail'])
  })

  test('whose digest was agreed are the table that the others are judged on, where they are one', () => {
    const [agreed, other] = [sent(0, 1, rows(...people(3))), sent(1, 2, rows(...people(10)))]
    const check: DeterministicCheck = { checker: 'hash_matches', expected: agreed.contentDigest ?? '' }
    expect(resultsOf(run(conditions(check, tenRows), [agreed, other]))).toEqual(['uncertain', 'uncertain'])
  })
})

describe('the time of a delivery', () => {
  test('is that of the last item that counts, whichever condition it names', () => {
    const evidence = [sent(0, 1, text('coming soon')), sent(1, 2, rows(...people(10)), { receivedAt: late })]
    const outcome = evaluateRun(run(conditions(inTime, hasEmail), evidence))
    expect(outcome).toMatchObject({ result: 'fail', causes: ['late', null] })
    const punctual = evidence.map((each) => ({ ...each, receivedAt: early }))
    expect(evaluateRun(run(conditions(inTime, hasEmail), punctual)).result).toBe('pass')
  })

  test('is that of the corrected item, and not of one that the buyer sent', () => {
    const [first, ofBuyer] = [
      sent(1, 1, rows(...people(10))),
      sent(1, 2, rows(...people(1)), { receivedAt: late, onBehalfOf: 'buyer', source: 'audit' }),
    ]
    expect(resultsOf(run(conditions(inTime, hasEmail), [first, ofBuyer]))).toEqual(['pass', 'pass'])
    const corrected = sent(1, 3, rows(...people(10)), { receivedAt: late })
    expect(resultsOf(run(conditions(inTime, hasEmail), [first, corrected]))).toEqual(['fail', 'pass'])
  })

  test('is that of the agreed source where the agreement binds it', () => {
    const agreed = condition(inTime, 0, {
      evidence_requirements: [{ expected_type: 'text', source_ref: 'note', on_missing: 'uncertain' }],
    })
    const evidence = [
      sent(0, 1, text('shipped'), { source: 'note' }),
      sent(1, 2, rows(...people(10)), { receivedAt: late }),
    ]
    expect(resultsOf(run([agreed, condition(hasEmail, 1)], evidence))).toEqual(['pass', 'pass'])
  })
})

describe('units', () => {
  test('are the rows of the one table for every condition', () => {
    const evidence = [
      sent(0, 1, rows(...Array.from({ length: 10 }, () => ({ email: 'same@example.com' })))),
      sent(1, 2, rows(...people(10))),
    ]
    const agreed = conditions(hasEmail, distinct)
    expect(evaluateRun(byFirstRules(run(agreed, evidence, units(10)))).accepted).toBe(10)
    expect(evaluateRun(run(agreed, evidence, units(10)))).toMatchObject({ accepted: 0, uncertain: 10 })
    expect(evaluateRun(run(agreed, evidence.slice(0, 1), units(10)))).toMatchObject({ accepted: 1 })
  })

  test('without a row are told by a condition on rows, and not by the deadline', () => {
    const outcome = evaluateRun(run(conditions(inTime, hasEmail), [sent(1, 1, rows(...people(2)))], units(3)))
    expect(outcome).toMatchObject({ accepted: 2, rejections: [{ unit: 3, reason: 'missing_row' }] })
    expect(outcome.causes).toEqual([null, 'missing_row'])
  })
})

describe('the confirmation of a person', () => {
  const byBuyer = condition({ confirmation_method: 'buyer_confirm' }, 0, {
    verification_method: 'human_confirmed',
  })
  const shown = sent(0, 1, text('a preview'))
  const table = sent(1, 2, rows(...people(10)))
  const confirmed = (about: readonly EvidenceItem[], references: readonly EvidenceItem[] = []) =>
    sent(
      0,
      9,
      {
        kind: 'confirmation',
        method: 'buyer_confirm',
        outcome: 'passed',
        party: 'buyer',
        evidence_refs: references.map(({ id }) => id),
        confirmed_evidence_digest: confirmedEvidenceDigest(
          'example',
          conditionId(0),
          about.map(({ id, contentDigest }) => ({ evidence_id: id, content_digest: contentDigest })),
        ),
      },
      { type: 'confirmation', source: 'confirmation:buyer_confirm', onBehalfOf: 'buyer' },
    )
  const causesOf = (...evidence: readonly EvidenceItem[]) =>
    evaluateRun(run([byBuyer, condition(hasEmail, 1)], evidence)).causes

  test('counts for the delivery that the checkers judged', () => {
    expect(causesOf(shown, table, confirmed([shown, table]))).toEqual([null, null])
    expect(causesOf(shown, table, confirmed([shown, table], [shown, table]))).toEqual([null, null])
  })

  test('is void where they judged other items than it names', () => {
    expect(causesOf(shown, table, confirmed([shown]))).toEqual(['confirmation_missing', null])
    expect(causesOf(shown, table, confirmed([shown], [shown]))).toEqual(['confirmation_missing', null])
  })
})
