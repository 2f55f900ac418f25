import { describe, expect, test } from 'vitest'
import type { DeterministicCheck } from '@outturn/checkers'
import { confirmedEvidenceDigest } from '@outturn/receipt-verifier/issuing'
import type { EvidenceContent, EvidenceItem, EvidenceRequirement } from '@outturn/agreement'
import { evaluateRun } from './evaluate-run.ts'
import { confirmedItems } from './evidence/confirmed-evidence.ts'
import { plannedObservations } from './planned-observations.ts'
import {
  byFirstRules,
  bySecondRules,
  condition,
  conditionId,
  item,
  run,
  units,
} from './testing/run-fixture.ts'

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
    const agreed = run(conditions(path, says('y')), evidence)
    expect(resultsOf(bySecondRules(agreed))).toEqual(['uncertain', 'uncertain'])
    // By the rules of today it is given the rows that it would judge.
    expect(resultsOf(agreed)).toEqual(['partial', 'pass'])
    const onDocument = { ...path, scope: 'document' } as const
    expect(resultsOf(run(conditions(onDocument, tenRows), evidence))).toEqual(['pass', 'fail'])
  })

  test('are judged in every form: a note hides no table from a text check', () => {
    const table = sent(1, 1, {
      kind: 'bytes',
      base64: btoa('email\nsecret@example.com\n'),
      media_type: 'text/csv',
    })
    const note = sent(0, 2, text('fine'))
    const free: DeterministicCheck = { checker: 'text_contains', none_of: ['secret'] }
    const agreed = (...evidence: EvidenceItem[]) => run(conditions(free, hasEmail), evidence)
    expect(resultsOf(bySecondRules(agreed(table, note)))).toEqual(['pass', 'pass'])
    const inOtherForms: readonly EvidenceContent[] = [
      table.content,
      rows({ email: 'secret@example.com' }),
      { kind: 'bytes', base64: btoa('[{"email":"secret@example.com"}]'), media_type: 'application/json' },
    ]
    for (const content of inOtherForms) {
      const sentAs = { ...table, content }
      for (const evidence of [
        [sentAs, note],
        [note, sentAs],
        [sentAs, { ...sentAs, id: 'ev_9', conditionId: conditionId(0), source: 'table' }, note],
      ]) {
        expect(resultsOf(agreed(...evidence))).toEqual(['fail', 'pass'])
      }
    }
    expect(resultsOf(agreed({ ...table, content: rows({ email: 'a' }) }, note))).toEqual(['pass', 'pass'])
  })

  test('are read together: a phrase may stand in any of them, and each JSON document has to be as agreed', () => {
    const parts = [sent(0, 1, text('red')), sent(0, 2, text('blue'), { source: 'annex' })]
    const both: DeterministicCheck = { checker: 'text_contains', all_of: ['red', 'blue'] }
    expect(resultsOf(run(conditions(both, says('red')), parts))).toEqual(['pass', 'pass'])
    const path: DeterministicCheck = { checker: 'json_path', path: '$.a', operator: 'equals', value: 'x' }
    const documents = ['x', 'y'].map((a, index) =>
      sent(0, index, { kind: 'json', json: { a } }, { source: `document ${index}` }),
    )
    expect(resultsOf(run(conditions(path), documents))).toEqual(['uncertain'])
    expect(resultsOf(run(conditions(path), documents.slice(0, 1)))).toEqual(['pass'])
    expect(resultsOf(run(conditions(path), documents.slice(1)))).toEqual(['fail'])
  })

  test('take no table out of a figure over its rows', () => {
    const total = {
      checker: 'json_path',
      path: '$[*].n',
      aggregate: 'sum',
      operator: 'equals',
      value: 3,
    } as const
    const table = sent(1, 1, { kind: 'rows', rows: [{ n: 1, email: 'a' }] })
    const document = sent(0, 2, { kind: 'json', json: { a: { n: 3 } } })
    for (const check of [total, { ...total, scope: 'document' } as const]) {
      expect(resultsOf(run(conditions(check, hasEmail), [document]))).toEqual(['pass', 'uncertain'])
      for (const evidence of [
        [table, document],
        [document, table],
      ]) {
        expect(resultsOf(run(conditions(check, hasEmail), evidence))).toEqual(['fail', 'pass'])
      }
    }
    // A path to a member is about a document, which no table is.
    const state = {
      checker: 'json_path',
      path: '$.a.n',
      scope: 'document',
      operator: 'equals',
      value: 3,
    } as const
    expect(resultsOf(run(conditions(state, hasEmail), [table, document]))).toEqual(['pass', 'pass'])
  })

  test('whose digest was agreed are all that was delivered', () => {
    const file: EvidenceContent = {
      kind: 'bytes',
      base64: btoa('abc'),
      media_type: 'application/octet-stream',
    }
    const [abc, table] = [sent(0, 1, file, { type: 'file' }), sent(1, 2, rows(...people(10)))]
    const check: DeterministicCheck = { checker: 'hash_matches', expected: abc.contentDigest ?? '' }
    const agreed = conditions(check, tenRows)
    expect(resultsOf(bySecondRules(run(agreed, [abc, table])))).toEqual(['pass', 'pass'])
    for (const evidence of [
      [abc, table],
      [table, abc],
      [table, { ...abc, source: 'file' }, { ...table, id: 'ev_9', conditionId: conditionId(0) }],
    ]) {
      expect(evaluateRun(run(agreed, evidence)).causes).toEqual(['different_deliveries', null])
    }
    const note = sent(1, 3, text('a note'), { source: 'note' })
    expect(resultsOf(run(conditions(check, hasEmail), [abc, note]))).toEqual(['uncertain', 'uncertain'])
    // A note for the deadline is no content that a check reads.
    expect(resultsOf(run(conditions(check, inTime), [abc, note]))).toEqual(['pass', 'pass'])
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
    const corrected = sent(1, 3, rows(...people(11)), { receivedAt: late })
    expect(resultsOf(run(conditions(inTime, hasEmail), [first, corrected]))).toEqual(['fail', 'pass'])
  })

  test('is that of its first arrival where the same is sent again, for the same or for another condition', () => {
    const first = sent(1, 1, rows(...people(10)))
    for (const ordinal of [0, 1]) {
      const again = sent(ordinal, 2, rows(...people(10)), { receivedAt: late })
      const agreed = run(conditions(inTime, hasEmail), [first, again])
      expect(resultsOf(agreed)).toEqual(['pass', 'pass'])
      expect(resultsOf(bySecondRules(agreed))).toEqual(['fail', 'pass'])
    }
    // What was replaced in between came late.
    const replaced = [first, sent(1, 2, blank), sent(1, 3, rows(...people(10)), { receivedAt: late })]
    expect(resultsOf(run(conditions(inTime, hasEmail), replaced))).toEqual(['fail', 'pass'])
  })

  test('is that of the last item under an agreed source, whichever condition that names', () => {
    const [time, whole] = [inTime, hasEmail].map((check, ordinal) =>
      condition(check, ordinal, { evidence_requirements: [bound('leads')] }),
    ) as [ReturnType<typeof condition>, ReturnType<typeof condition>]
    const leads = { source: 'leads' }
    const evidence = [
      sent(0, 1, rows(), leads),
      sent(1, 2, rows(...people(10)), { ...leads, receivedAt: late }),
    ]
    expect(resultsOf(bySecondRules(run([time, whole], evidence)))).toEqual(['pass', 'pass'])
    expect(resultsOf(run([time, whole], evidence))).toEqual(['fail', 'pass'])
    const punctual = evidence.slice(1).map((each) => ({ ...each, receivedAt: early }))
    expect(resultsOf(run([time, whole], punctual))).toEqual(['pass', 'pass'])
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

describe('conditions that are bound to one source', () => {
  const leads = { source: 'leads' }
  const [counted, complete] = [
    condition(tenRows, 0, { evidence_requirements: [bound('leads')] }),
    condition(hasEmail, 1, { evidence_requirements: [bound('leads')] }),
  ]
  const whole = rows(...people(10))

  test('are judged on one content, and so is an unbound one that is given another under that source', () => {
    const split = [sent(0, 1, blank, leads), sent(1, 2, rows(...people(1)), leads)]
    for (const agreed of [
      [counted, complete],
      [counted, condition(hasEmail, 1)],
    ]) {
      expect(evaluateRun(bySecondRules(run(agreed, split))).result).toBe('pass')
      expect(evaluateRun(run(agreed, split)).causes).toEqual(['different_deliveries', 'different_deliveries'])
      const corrected = [...split, sent(0, 3, whole, leads), sent(1, 4, whole, leads)]
      expect(resultsOf(run(agreed, corrected))).toEqual(['pass', 'pass'])
    }
  })

  test('share what was sent once for any of them', () => {
    for (const [ordinal, agreed] of [
      [0, [counted, complete]],
      [1, [counted, complete]],
      [1, [counted, condition(hasEmail, 1)]],
      [0, [counted, condition(hasEmail, 1)]],
    ] as const) {
      const once = run(agreed, [sent(ordinal, 1, whole, leads)])
      expect(resultsOf(once)).toEqual(['pass', 'pass'])
      expect(evaluateRun(once).evidence.map(({ status }) => status)).toEqual(['present', 'present'])
    }
    const other = { ...complete, evidence_requirements: [bound('other')] }
    expect(resultsOf(run([counted, other], [sent(0, 1, whole, leads)]))).toEqual(['pass', 'uncertain'])
  })

  test('keep what the agreement asks of that source', () => {
    const fresh = { ...bound('leads'), freshness: { max_age_seconds: 60 } }
    const agreed = [counted, { ...complete, evidence_requirements: [fresh] }]
    const old = sent(0, 1, whole, { ...leads, receivedAt: '2025-12-31T00:00:00.000Z' })
    const outcome = evaluateRun(run(agreed, [old]))
    expect(outcome.causes).toEqual([null, 'evidence_stale'])
    // What was agreed to be fresh is fresh when it is sent again.
    const again = {
      ...old,
      id: 'ev_000000000000000000000002',
      conditionId: conditionId(1),
      receivedAt: early,
    }
    expect(resultsOf(run(agreed, [old, again]))).toEqual(['pass', 'pass'])
  })

  test('are confirmed by who looked at all of that source', () => {
    const byBuyer = condition({ confirmation_method: 'buyer_confirm' }, 0, {
      verification_method: 'human_confirmed',
      evidence_requirements: [bound('leads')],
    })
    const [shown, judged] = [sent(0, 1, whole, leads), sent(1, 2, rows(...people(3)), leads)]
    const ids = (plan: ReturnType<typeof run>['plan']) =>
      confirmedItems(conditionId(0), plan, [shown, judged]).map(({ id }) => id)
    const input = run([byBuyer, complete], [shown, judged])
    expect(ids(bySecondRules(input).plan)).toEqual([shown.id])
    expect(ids(input.plan)).toEqual([shown.id, judged.id])
  })
})

describe('the same content sent again', () => {
  const whole = rows(...people(10))
  test('adds nothing, under whatever source and for whatever condition', () => {
    const first = sent(0, 1, whole)
    for (const again of [
      sent(0, 2, whole),
      sent(0, 2, whole, { source: 'again' }),
      sent(1, 2, whole),
      sent(1, 2, whole, { source: 'again' }),
    ]) {
      const outcome = evaluateRun(run(conditions(tenRows, hasEmail), [first, again]))
      expect(outcome.result).toBe('pass')
      expect(new Set(outcome.conditionResults.flatMap(({ evidence_refs: refs }) => refs)).has(first.id)).toBe(
        true,
      )
    }
  })

  test('is another item where it was come by in another way', () => {
    const [first, again] = [sent(0, 1, whole), sent(0, 2, whole, { observedAt: early })]
    const atSource: DeterministicCheck = { ...inTime, basis: 'source_timestamp' }
    expect(resultsOf(run(conditions(atSource), [first]))).toEqual(['uncertain'])
    expect(resultsOf(run(conditions(atSource), [first, again]))).toEqual(['pass'])
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
