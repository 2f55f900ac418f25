import { type JsonObject, portableSha256 } from '@outturn/canonical'
import { describe, expect, test } from 'vitest'
import { type DeterministicCheck, earlierRules, rulesOf3, StepBudget } from '@outturn/checkers'
import { confirmedEvidenceDigest } from '@outturn/receipt-verifier/issuing'
import { evaluateRun } from './evaluate-run.ts'
import type { EvidenceItem, PlanCheck, PlanCondition } from '@outturn/agreement'
import { byFirstRules, condition, conditionId, dataset, item, run, units } from './testing/run-fixture.ts'

const hasEmail: DeterministicCheck = { checker: 'completeness', required_fields: ['email'] }
const threeRows: DeterministicCheck = { checker: 'row_count', expected: 3 }
const good = { email: 'a@example.com' }
const bad = { email: '' }
const copies = (count: number) => Array.from({ length: count }, () => bad)

test('the golden run gives the published hashes, leaves and amounts by the rules of its version', () => {
  const evidence = item({
    conditionId: conditionId(0),
    content: { kind: 'rows', rows: [good, bad, { email: 'c@example.com' }] },
  })
  const golden = run([condition(hasEmail)], [evidence], units(3), { rules: earlierRules })
  const outcome = evaluateRun(byFirstRules(golden))
  expect(outcome).toMatchObject({
    planHash: 'ee65ce377e809274a0e0281fa123700d6404255db4ca1f9d3d4b059b58c2f548',
    runDigest: 'bb15f2109787136fbf043e3ad5f0685a61cf9e8a17263f80edbd25d3f1736263',
    evidenceRoot: '1784dbc1ad29b0ee4a4c7f73d239e6d9a6bf1d012daef6ee1669a7a73b3854b2',
    result: 'partial',
    amounts: { earned: '1.00', committed: '1.50', asset: 'USD', decimals: 2 },
    earnedCents: 100,
    accepted: 2,
    rejected: 1,
    uncertain: 0,
    rejections: [{ unit: 2, reason: 'missing_field:email' }],
    rejectionsTruncated: false,
  })
  expect(outcome.conditionResults).toEqual([
    {
      condition_id: conditionId(0),
      requirement: 'mandatory',
      result: 'partial',
      method: 'deterministic',
      verifier_id: 'checker.completeness',
      verifier_version: '1.0.0',
      evidence_refs: ['ev_000000000000000000000001'],
      reason: '1 of 3 rows is missing email',
    },
  ])
  expect(outcome.units?.unit_results_digest).toBe(
    '1f8b91c4bf19bb4709c74caa2caae06736bcf8d1a1f8220c7098a611bf1543e9',
  )
  expect(outcome.unitResults).toEqual([
    { unit: 1, result: 'pass', reasons: [], salt: 'cAXUKuKPbRfgDaVtSl6OhA' },
    {
      unit: 2,
      result: 'fail',
      reasons: [{ condition_id: conditionId(0), code: 'missing_field', field: 'email' }],
      salt: 'V_2Z2d5TQJY3WSF-5lj24Q',
    },
    { unit: 3, result: 'pass', reasons: [], salt: 'Aaz5JHTox84JtPAAurNszg' },
  ])
})

describe('without units', () => {
  const judge = (...checks: readonly DeterministicCheck[]) =>
    evaluateRun(
      run(
        checks.map((check, ordinal) => condition(check, ordinal)),
        [dataset(good, bad, good)],
      ),
    )

  test('all conditions met earn the whole amount', () => {
    expect(judge(threeRows)).toMatchObject({
      result: 'pass',
      earnedCents: 150,
      accepted: 1,
      rejected: 0,
      units: null,
      unitResults: null,
      rejections: [],
    })
  })

  test('a partial condition fails the delivery, which earns nothing and names its first cause', () => {
    const outcome = judge(threeRows, hasEmail)
    expect(outcome.conditionResults.map(({ result }) => result)).toEqual(['pass', 'partial'])
    expect(outcome).toMatchObject({
      result: 'fail',
      earnedCents: 0,
      rejected: 1,
      rejections: [{ unit: 1, reason: 'missing_field:email' }],
      amounts: { earned: '0.00', committed: '1.50' },
    })
  })

  test('a failure outweighs a doubt, and a doubt a pass', () => {
    const doubtful: DeterministicCheck = { checker: 'text_contains', text: 'x' }
    expect(judge(threeRows, doubtful)).toMatchObject({ result: 'uncertain', uncertain: 1, earnedCents: 0 })
    expect(judge(doubtful, hasEmail)).toMatchObject({ result: 'fail', rejected: 1 })
  })
})

describe('with units', () => {
  const judge = (checks: readonly DeterministicCheck[], rows: readonly JsonObject[], total = 3) =>
    evaluateRun(
      run(
        checks.map((check, ordinal) => condition(check, ordinal)),
        [dataset(...rows)],
        units(total),
      ),
    )

  test('a shortfall rejects only the units that were not delivered', () => {
    const outcome = judge([threeRows, hasEmail], [good, good])
    expect(outcome).toMatchObject({
      result: 'partial',
      accepted: 2,
      rejected: 1,
      earnedCents: 100,
      rejections: [{ unit: 3, reason: 'missing_row' }],
    })
    expect(outcome.conditionResults.map(({ result, reason }) => [result, reason])).toEqual([
      ['partial', 'expected 3 rows, got 2'],
      ['partial', '2 of 2 rows have email; 1 row not delivered'],
    ])
  })

  test('a failed gate rejects every unit', () => {
    const outcome = judge([hasEmail, threeRows], [good, good, good, good])
    expect(outcome).toMatchObject({ result: 'fail', rejected: 3, earnedCents: 0 })
    expect(outcome.units?.rejection_summary).toEqual([{ reason: 'gate_failed', count: 3 }])
    expect(outcome.unitResults?.[0]?.reasons).toEqual([{ condition_id: conditionId(1), code: 'gate_failed' }])
    expect(outcome.conditionResults[1]?.reason).toBe('surplus_rows: expected 3 rows, got 4')
  })

  test('a unit keeps the first five reasons against it and counts the others; the verdict counts every unit', () => {
    const fields = Array.from({ length: 12 }, (_, index) => `field_${index}`)
    const all: DeterministicCheck = { checker: 'completeness', required_fields: fields }
    const outcome = judge([all, hasEmail], [good, bad, {}])
    const [first, , third] = outcome.unitResults ?? []
    expect(first?.reasons.map(({ field }) => field)).toEqual(fields.slice(0, 5))
    expect(first?.more_reasons).toBe(7)
    expect(third?.more_reasons).toBe(8)
    expect(outcome.units).toMatchObject({
      rejected: 3,
      rejection_summary: [{ reason: 'missing_field:field_0', count: 3 }],
    })
  })

  test('of many failed gates a unit names the first five and counts the others', () => {
    const gates = Array.from({ length: 8 }, (): DeterministicCheck => ({ checker: 'row_count', expected: 2 }))
    const [first] = judge(gates, [good, good, good]).unitResults ?? []
    expect(first).toMatchObject({ reasons: { length: 5 }, more_reasons: 3 })
  })

  test('a gate in doubt leaves every unit in doubt, failed ones too', () => {
    const outcome = judge([{ checker: 'text_contains', text: 'x' }, hasEmail], [good, bad, good])
    expect(outcome).toMatchObject({
      result: 'uncertain',
      uncertain: 3,
      rejected: 0,
      earnedCents: 0,
      rejections: [],
    })
    expect(outcome.unitResults?.[1]?.reasons).toEqual([
      { condition_id: conditionId(0), code: 'wrong_evidence_type' },
    ])
  })

  test('a vote against a unit outweighs a doubt about it', () => {
    const outcome = judge(
      [
        { checker: 'deadline_met', deadline: '2026-01-01T00:00:00Z', basis: 'field', field: 'email' },
        hasEmail,
      ],
      [good, bad, good],
    )
    expect(outcome).toMatchObject({ result: 'uncertain', rejected: 1, uncertain: 2 })
  })

  test('an empty delivery leaves every unit undelivered, whether or not the count is agreed', () => {
    expect(judge([threeRows, hasEmail], [])).toMatchObject({ result: 'fail', rejected: 3 })
    const outcome = judge([hasEmail], [])
    expect(outcome).toMatchObject({ result: 'fail', rejected: 3, causes: ['missing_row'] })
    expect(outcome.conditionResults[0]).toMatchObject({
      result: 'fail',
      reason: 'no_rows: the dataset has no rows; 3 rows not delivered',
    })
  })

  test('the summary counts each rejected unit once, by condition and then by unit', () => {
    const outcome = judge(
      [
        { checker: 'completeness', required_fields: ['name'] },
        { checker: 'text_contains', text: '@', field: 'email' },
      ],
      [{ email: 'none', name: 'x' }, bad, { email: '', name: 'x' }, good],
      4,
    )
    expect(outcome.units?.rejection_summary).toEqual([
      { reason: 'missing_field:name', count: 2 },
      { reason: 'text_not_found:email', count: 2 },
    ])
    expect(outcome.rejections.map(({ unit }) => unit)).toEqual([1, 2, 3, 4])
  })

  test('a duplicate names the unit that it repeats, in its leaf and among the rejections', () => {
    const identity = { source_key: 'id', visibility: 'pseudonymous' } as const
    const check: DeterministicCheck = { checker: 'duplicate_rate', key_fields: ['email'] }
    const rows = [
      { id: 1, email: 'a' },
      { id: 1, email: 'c' },
      { id: 2, email: 'b' },
      { id: 3, email: 'b' },
    ]
    const outcome = evaluateRun(run([condition(check)], [dataset(...rows)], units(3, identity)))
    expect(outcome.rejections).toEqual([{ unit: 3, reason: 'duplicate_of:email', duplicate_of: 2 }])
    expect(outcome.unitResults?.[2]?.reasons).toEqual([
      { condition_id: conditionId(0), code: 'duplicate_of', field: 'email', unit: 2 },
    ])
  })

  test('the list of rejections ends at a thousand and says so', () => {
    const outcome = judge([hasEmail], copies(1_001), 1_001)
    expect(outcome.rejections).toHaveLength(1_000)
    expect(outcome).toMatchObject({ rejected: 1_001, rejectionsTruncated: true })
    expect(judge([hasEmail], copies(1_000), 1_000).rejectionsTruncated).toBe(false)
  })
})

describe('units for which no row was delivered', () => {
  const byPeople: PlanCheck = { confirmation_method: 'buyer_confirm' }
  const people = (ordinal: number) => condition(byPeople, ordinal, { verification_method: 'human_confirmed' })
  const word = (outcome: 'passed' | 'failed' | 'waived', ...about: readonly EvidenceItem[]) =>
    item({
      id: 'ev_00000000000000000000000a',
      type: 'confirmation',
      source: 'confirmation:buyer_confirm',
      onBehalfOf: 'buyer',
      content: {
        kind: 'confirmation',
        method: 'buyer_confirm',
        outcome,
        party: 'buyer',
        evidence_refs: [],
        confirmed_evidence_digest: confirmedEvidenceDigest(
          'example',
          conditionId(0),
          about.map(({ id, contentDigest }) => ({ evidence_id: id, content_digest: contentDigest })),
        ),
      },
    })
  const twoOfThree = dataset(good, good)
  const ofOptional = item({ conditionId: conditionId(1), content: { kind: 'rows', rows: [good, good] } })
  const shortfall = { result: 'partial', accepted: 2, rejected: 1, earnedCents: 100 }
  const missing = [{ unit: 3, reason: 'missing_row' }]

  test.each<[string, PlanCondition[], EvidenceItem[]]>([
    ['a buyer who confirms', [people(0)], [twoOfThree, word('passed', twoOfThree)]],
    ['a buyer who waives the only condition', [people(0)], [twoOfThree, word('waived', twoOfThree)]],
    [
      'an optional condition alone has the rows',
      [people(0), condition(hasEmail, 1, { required: false })],
      [ofOptional, word('passed', ofOptional)],
    ],
    [
      'a check of the whole delivery',
      [condition({ checker: 'json_path', path: '$', scope: 'document' })],
      [twoOfThree],
    ],
  ])('are rejected, whatever the conditions: %s', (_name, conditions, evidence) => {
    const outcome = evaluateRun(run(conditions, evidence, units(3)))
    expect(outcome).toMatchObject({ ...shortfall, rejections: missing })
    expect(outcome.causes?.[0]).toBe('missing_row')
    expect(outcome.conditionResults[0]).toMatchObject({
      result: 'partial',
      reason: expect.stringMatching(/; 1 row not delivered$/),
    })
  })

  test('a confirmation that was given of other evidence counts no longer', () => {
    const before = { ...twoOfThree, contentDigest: 'a'.repeat(64) }
    const outcome = evaluateRun(run([people(0)], [twoOfThree, word('passed', before)], units(3)))
    expect(outcome).toMatchObject({ result: 'uncertain', uncertain: 3, causes: ['confirmation_missing'] })
    expect(outcome.evidence.find(({ type }) => type === 'confirmation')).toMatchObject({
      status: 'stale',
      confirmed_evidence_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('stay as the gate has them where one fails or is in doubt', () => {
    const failed = evaluateRun(run([people(0)], [twoOfThree, word('failed', twoOfThree)], units(3)))
    expect(failed.units?.rejection_summary).toEqual([{ reason: 'gate_failed', count: 3 }])
    expect(evaluateRun(run([people(0)], [twoOfThree], units(3)))).toMatchObject({ uncertain: 3 })
  })

  test('are none where every unit has its row, or nothing was delivered as rows', () => {
    const all = dataset(good, good, good)
    const whole = evaluateRun(run([people(0)], [all, word('passed', all)], units(3)))
    expect(whole).toMatchObject({ result: 'pass', accepted: 3 })
    const report = item({ type: 'text', content: { kind: 'text', text: 'done' } })
    expect(evaluateRun(run([people(0)], [report, word('passed', report)], units(3)))).toMatchObject({
      accepted: 3,
    })
  })
})

describe('which conditions count', () => {
  test('an optional condition is reported and never aggregated', () => {
    const outcome = evaluateRun(
      run(
        [condition(threeRows), condition(hasEmail, 1, { required: false })],
        [dataset(good, bad, good)],
        units(3),
      ),
    )
    expect(outcome.conditionResults[1]).toMatchObject({ requirement: 'optional', result: 'partial' })
    expect(outcome).toMatchObject({ result: 'pass', earnedCents: 150 })
  })

  test('nothing mandatory is nothing evaluated', () => {
    const outcome = evaluateRun(
      run([condition(threeRows, 0, { required: false })], [dataset(good, good, good)]),
    )
    expect(outcome).toMatchObject({ result: 'uncertain', resultCode: 'nothing_evaluated', earnedCents: 0 })
  })

  test.each(['human_confirmed', 'ai_assisted', 'external_tool'] as const)(
    'a condition to be %s without the terms of its method is uncertain and never passed',
    (method) => {
      const outcome = evaluateRun(
        run(
          [condition(threeRows), condition(null, 1, { verification_method: method })],
          [dataset(good, good, good)],
        ),
      )
      expect(outcome.conditionResults[1]).toMatchObject({ result: 'uncertain' })
      expect(outcome.conditionResults[1]?.reason).toMatch(/^executor_unavailable:/)
      expect(outcome).toMatchObject({ result: 'uncertain', earnedCents: 0 })
    },
  )
})

describe('unit identities', () => {
  const byEmail = { source_key: 'email', visibility: 'pseudonymous' } as const

  test('the first row of each value is the unit; a repeated value is a surplus row', () => {
    const rows = dataset({ email: 'a' }, { email: 'a' }, { email: 'b' })
    const outcome = evaluateRun(
      run([condition(hasEmail), condition(threeRows, 1)], [rows], units(3, byEmail)),
    )
    expect(outcome.result).toBe('fail')
    expect(outcome.conditionResults[1]?.reason).toBe('surplus_rows: 1 row beyond the agreed units')
  })

  test('a row without the value is surplus and no unit, so its unit is missing', () => {
    const rows = dataset({ email: 'a', n: 1 }, { email: ' ', n: 2 }, { n: 3 })
    const check: DeterministicCheck = { checker: 'completeness', required_fields: ['n'] }
    const outcome = evaluateRun(run([condition(check)], [rows], units(3, byEmail)))
    expect(outcome.rejections).toEqual([
      { unit: 2, reason: 'missing_row' },
      { unit: 3, reason: 'missing_row' },
    ])
    expect(outcome).toMatchObject({ accepted: 1, earnedCents: 50 })
  })

  test('a pseudonym hides the value and a label shows it', () => {
    const rows = dataset({ email: 'a' }, { email: 'b' })
    const hidden = evaluateRun(run([condition(hasEmail)], [rows], units(2, byEmail)))
    const shown = evaluateRun(
      run([condition(hasEmail)], [rows], units(2, { ...byEmail, visibility: 'label' })),
    )
    expect(hidden.unitResults?.[0]?.identity).toEqual({ id: expect.stringMatching(/^uid_[0-9a-f]{24}$/) })
    expect(shown.unitResults?.[0]?.identity).toEqual({
      id: hidden.unitResults?.[0]?.identity?.id,
      label: 'a',
    })
  })

  test('rows of another dataset find their unit by identity, not by position', () => {
    const first = item({
      conditionId: conditionId(0),
      content: { kind: 'rows', rows: [{ email: 'a' }, { email: 'b' }] },
    })
    const second = item({
      id: 'ev_000000000000000000000002',
      conditionId: conditionId(1),
      content: {
        kind: 'rows',
        rows: [
          { email: 'b', ok: '' },
          { email: 'a', ok: 'yes' },
        ],
      },
    })
    const check: DeterministicCheck = { checker: 'completeness', required_fields: ['ok'] }
    const judge = (...evidence: readonly EvidenceItem[]) =>
      run([condition(hasEmail), condition(check, 1)], evidence, units(2, byEmail))
    const rejections = [{ unit: 2, reason: 'missing_field:ok' }]
    expect(evaluateRun(byFirstRules(judge(first, second))).rejections).toEqual(rejections)

    const byBuyer = { expected_type: 'dataset', source_ref: 'list', supplier: 'buyer' } as const
    const listed = { ...second, source: 'list', onBehalfOf: 'buyer' }
    const checks = [condition(check, 1, { evidence_requirements: [byBuyer] }), condition(hasEmail)]
    expect(evaluateRun(run(checks, [listed, first], units(2, byEmail))).rejections).toEqual(rejections)
  })
})

test('all conditions of a run spend from one budget; what it does not cover is in doubt and never passes', () => {
  const path: DeterministicCheck = { checker: 'json_path', path: '$.email' }
  const input = run([condition(path, 0), condition(path, 1), condition(hasEmail, 2)], [dataset(good, good)])
  const results = (steps: number) =>
    evaluateRun(input, portableSha256, new StepBudget(steps)).conditionResults.map(({ result }) => result)
  expect(results(1_000)).toEqual(['pass', 'pass', 'pass'])
  expect(results(20)).toEqual(['pass', 'uncertain', 'uncertain'])
})

test('a run has a budget of its own where none is given', () => {
  const costly: DeterministicCheck = {
    checker: 'json_path',
    path: `$[?search(@, '${'x'.repeat(900)}')]`,
  }
  const text = 'x'.repeat(150_000)
  const results = (conditions: number) =>
    evaluateRun(
      run(
        Array.from({ length: conditions }, (_, index) => condition(costly, index)),
        [dataset({ text })],
      ),
      portableSha256,
    ).conditionResults.map(({ result }) => result)
  expect(results(8)).not.toContain('uncertain')
  expect(results(15)).toContain('uncertain')
})

describe('what was seen where a condition was not met', () => {
  const seen = (rows: JsonObject[]) =>
    evaluateRun(
      run(
        [condition(hasEmail)],
        [item({ conditionId: conditionId(0), content: { kind: 'rows', rows } })],
        units(2),
      ),
    )

  test('names the rows, and the field that comes near to one that no row has', () => {
    expect(seen([{ Email: 'a' }, { Email: 'b' }]).sightings).toEqual([
      {
        condition_id: conditionId(0),
        code: 'missing_field',
        field: 'email',
        rows: [1, 2],
        row_count: 2,
        is_nowhere: true,
        near: '"Email", which differs in case',
        notes: [],
      },
    ])
    expect(seen([good, { email: '\u200b' }]).sightings?.[0]?.notes).toEqual([
      'row 2 has "\\u{200B}", which is empty',
    ])
    expect(seen([good, good])).not.toHaveProperty('sightings')
  })

  test('names the identity column where it is called otherwise, and rows that repeat an identity', () => {
    const bySku = (rows: JsonObject[]) =>
      evaluateRun(
        run([condition(hasEmail)], [item({ conditionId: conditionId(0), content: { kind: 'rows', rows } })], {
          ...units(2),
          identity: { source_key: 'sku', visibility: 'label' },
        }),
      ).sightings
    const seenOf = { condition_id: conditionId(0), code: 'missing_row', field: 'sku' }
    expect(
      bySku([
        { ...good, SKU: 'a' },
        { ...good, SKU: 'b' },
      ]),
    ).toEqual([
      {
        ...seenOf,
        rows: [],
        row_count: 0,
        is_nowhere: true,
        near: '"SKU", which differs in case',
        notes: [],
      },
    ])
    expect(
      bySku([
        { ...good, sku: 'a' },
        { ...good, sku: 'a' },
        { ...good, sku: ' ' },
      ]),
    ).toEqual([
      {
        ...seenOf,
        rows: [2, 3],
        row_count: 2,
        is_nowhere: false,
        near: null,
        notes: ['row 2 has "a", as row 1 has', 'row 3 has none'],
      },
    ])
    expect(bySku([{ ...good, sku: 'a' }])).toBeUndefined()
    expect(
      bySku([
        { ...good, sku: 'a' },
        { ...good, sku: 'b' },
        { ...good, sku: 'b' },
      ]),
    ).toBeUndefined()
  })

  test('is in nothing that is signed', () => {
    const { sightings, unitResults, ...signed } = seen([{ Email: 'a' }, good])
    expect(sightings).toHaveLength(1)
    expect(JSON.stringify([signed, unitResults])).not.toContain('Email')
  })
})

describe('checks of a delivery as a whole, on units', () => {
  const judged = (check: DeterministicCheck, rows: JsonObject[]) => {
    const evidence = item({ conditionId: conditionId(0), content: { kind: 'rows', rows } })
    return evaluateRun(run([condition(check)], [evidence], units(3)))
  }

  test('a share that is reached accepts every unit, also those of the rows beside it', () => {
    const share: DeterministicCheck = {
      checker: 'completeness',
      required_fields: ['email'],
      min_share_bp: 6_600,
    }
    expect(judged(share, [good, good, bad])).toMatchObject({ result: 'pass', accepted: 3 })
    const missed = judged({ ...share, min_share_bp: 6_700 }, [good, good, bad])
    expect(missed).toMatchObject({ result: 'fail', accepted: 0, rejected: 3 })
    expect(missed.conditionResults[0]?.reason).toBe(
      'share_not_met: 2 of 3 rows pass; agreed: at least 67% of rows have "email"',
    )
  })

  test('rows beyond the units count in no share and in no sum, so that they cannot stand in for those that are paid', () => {
    const share: DeterministicCheck = {
      checker: 'completeness',
      required_fields: ['email'],
      min_share_bp: 9_000,
    }
    const filled = Array.from({ length: 60 }, () => good)
    expect(judged(share, [bad, bad, bad, ...filled])).toMatchObject({ result: 'fail', accepted: 0 })
    expect(judged(share, [good, good, good, bad, bad])).toMatchObject({ result: 'pass', accepted: 3 })
    const mean = {
      checker: 'json_path',
      path: '$[*].n',
      aggregate: 'mean',
      operator: 'gte',
      value: 4,
    } as const
    const high = Array.from({ length: 60 }, () => ({ n: 5 }))
    expect(judged({ ...mean, scope: 'document' }, [{ n: 1 }, { n: 1 }, { n: 1 }, ...high])).toMatchObject({
      result: 'fail',
      accepted: 0,
    })
    expect(judged({ ...mean, scope: 'document' }, [{ n: 4 }, { n: 4 }, { n: 4 }, { n: 0 }])).toMatchObject({
      result: 'pass',
      accepted: 3,
    })
  })

  test('rows beyond the units do not thin out repeated ones, except by the rules of before', () => {
    const repeated: DeterministicCheck = { checker: 'duplicate_rate', key_fields: ['n'], max_rate_bp: 1_000 }
    const other = Array.from({ length: 60 }, (_, index) => ({ n: index }))
    expect(judged(repeated, [{ n: 'a' }, { n: 'a' }, { n: 'a' }, ...other])).toMatchObject({
      result: 'partial',
      accepted: 1,
    })
    const evidence = item({
      conditionId: conditionId(0),
      content: { kind: 'rows', rows: [{ n: 'a' }, { n: 'a' }, { n: 'a' }, ...other] },
    })
    const before = run([condition(repeated)], [evidence], units(3), { rules: rulesOf3 })
    expect(evaluateRun(before)).toMatchObject({ result: 'pass' })
  })

  test('rows that repeat an identity are no units, and count in no share', () => {
    const share: DeterministicCheck = {
      checker: 'completeness',
      required_fields: ['email'],
      min_share_bp: 9_000,
    }
    const rows = [
      { id: 1, ...bad },
      { id: 2, ...bad },
      { id: 3, ...good },
      ...Array.from({ length: 60 }, () => ({ id: 3, ...good })),
    ]
    const evidence = item({ conditionId: conditionId(0), content: { kind: 'rows', rows } })
    const unitization = units(3, { source_key: 'id', visibility: 'label' })
    expect(evaluateRun(run([condition(share)], [evidence], unitization))).toMatchObject({
      result: 'fail',
      accepted: 0,
    })
  })

  test('bounds of the count are gates, and a unit without a row is rejected beside them', () => {
    const bounded: DeterministicCheck = { checker: 'row_count', min: 2, max: 3 }
    expect(judged(bounded, [good, good, good])).toMatchObject({ result: 'pass', accepted: 3 })
    expect(judged(bounded, [good, good])).toMatchObject({
      result: 'partial',
      accepted: 2,
      rejections: [{ unit: 3, reason: 'missing_row' }],
    })
    expect(judged(bounded, [good])).toMatchObject({ result: 'fail', accepted: 0 })
    expect(judged(bounded, [good, good, good, good])).toMatchObject({ result: 'fail', accepted: 0 })
  })

  test('a sum over all rows is a gate, and a sum within a row is one of its unit', () => {
    const total = {
      checker: 'json_path',
      path: '$[*].n',
      aggregate: 'sum',
      operator: 'equals',
      value: 6,
    } as const
    const numbers = [{ n: 1 }, { n: 2 }, { n: 3 }]
    expect(judged({ ...total, scope: 'document' }, numbers)).toMatchObject({ result: 'pass', accepted: 3 })
    const ofRow: DeterministicCheck = { ...total, path: "$['n','m']", scope: 'row' }
    expect(
      judged(ofRow, [
        { n: 1, m: 5 },
        { n: 2, m: 5 },
        { n: 6, m: 0 },
      ]),
    ).toMatchObject({
      result: 'partial',
      accepted: 2,
      rejections: [{ unit: 2, reason: 'value_mismatch' }],
    })
  })
})
