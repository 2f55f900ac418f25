import { createEd25519Signer } from '@outturn/canonical/node'
import { parseKeyDocument, type ReplayBundle } from '@outturn/receipt-verifier'
import { withManifest } from '@outturn/receipt-verifier/with-manifest'
import { madeWorkbook } from '@outturn/checkers/testing'
import { describe, expect, test } from 'vitest'
import { withMember } from '../testing/changed-bundle.ts'
import { conditionId, evidenceId, issuedBundle } from '../testing/issued-bundle.ts'
import {
  byEmail,
  emails,
  everyEmail,
  everyName,
  golden,
  identified,
  names,
  observed,
  replayed,
  revoked,
  signedAnew,
  twoUnits,
  witnessed,
  witnessedRun,
} from '../testing/sample-bundles.ts'
import { type ReplayReport, replayBundle, type StepName, UnusableBundle } from './replay-bundle.ts'

const stranger = createEd25519Signer(new Uint8Array(32).fill(8))
const digest = Object.keys(golden.contents)[0] as string
const twoDatasets = [
  { check: everyEmail, content: emails },
  { check: everyName, content: names },
]

const leads =
  '<row r="1"><c r="A1" t="str"><v>name</v></c><c r="B1" t="str"><v>n</v></c></row><row r="2"><c r="A2" t="str"><v>Ann</v></c></row><row r="3"><c r="B3"><v>1</v></c></row>'

/** Judged by the rules of version 1: each condition on what was sent for it alone. */
const eachByItsOwn = issuedBundle(twoDatasets, twoUnits, {}, '1')

function stepsOf({ steps }: ReplayReport, status: 'failed' | 'not_replayed'): StepName[] {
  return steps.filter((step) => step.status === status).map(({ name }) => name)
}

describe('a bundle as it was issued', () => {
  test('is replayed to the published run digest', () => {
    const report = replayed(golden)
    expect(report.agrees).toBe(true)
    expect(report.run_digest).toBe('bb15f2109787136fbf043e3ad5f0685a61cf9e8a17263f80edbd25d3f1736263')
  })

  test.each([
    ['without units', issuedBundle([{ check: everyEmail, content: emails }])],
    ['with units over two datasets, one delivery by the rules of today', issuedBundle(twoDatasets, twoUnits)],
    ['with units over two datasets, by the rules of version 1', eachByItsOwn],
    ['with an identity', identified],
    ['with an observed URL', observed],
    ['judged by a model, a buyer and an outside laboratory', witnessed],
  ])('%s is replayed', (_, bundle) => {
    const report = replayed(bundle)
    expect(report.steps.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(report.agrees).toBe(true)
  })

  test('has the verdict of the rules that its plan was agreed with', () => {
    const ofOne = issuedBundle(twoDatasets, twoUnits).receipt
    expect([eachByItsOwn.receipt, ofOne].map(({ result, amounts }) => [result, amounts.earned])).toEqual([
      ['partial', '1.00'],
      ['uncertain', '0.00'],
    ])
  })

  test.each([
    [
      'separated by semicolons',
      Buffer.from('email;name\r\na@x.example;Ann\nb@x.example;\r'),
      { format: 'csv', delimiter: ';' },
      { format: 'csv', delimiter: ',' },
    ],
    [
      'in a sheet of a workbook',
      Buffer.from(madeWorkbook({ sheets: { Leads: leads, Others: leads.replace('Ann', '') } })),
      { format: 'xlsx', sheet: 'Leads' },
      { format: 'xlsx', sheet: 'Others' },
    ],
  ] as const)(
    'reads a table %s by the dialect that was recorded, and agrees with no other',
    (_, bytes, dialect, other) => {
      const content = {
        kind: 'bytes',
        base64: bytes.toString('base64'),
        media_type: 'text/csv',
        dialect,
      } as const
      const bundle = issuedBundle([{ check: everyName, content }], twoUnits)
      expect(replayed(bundle)).toMatchObject({ agrees: true })
      expect(bundle.receipt.amounts.earned).toBe('1.00')
      const place = `contents.${bundle.evidence[0]?.content_digest}.dialect`
      for (const change of [undefined, other]) {
        expect(replayed(withMember(bundle, place, change)).agrees).toBe(false)
      }
    },
  )

  test('is the same bundle however its members are ordered', () => {
    const reversed = Object.fromEntries(Object.entries(golden).toReversed()) as unknown as ReplayBundle
    expect(replayed(reversed)).toEqual(replayed(golden))
  })
})

describe('a bundle is whole, or refused by name', () => {
  const trustSet = parseKeyDocument(golden.keys)
  const replay = (bundle: object) => () => replayBundle(bundle, trustSet)
  const statused = signedAnew({ ...golden, status: revoked })

  test('as it was signed it agrees', () => {
    expect(replay(golden)()).toMatchObject({ agrees: true, since: null })
    expect(replay(statused)()).toMatchObject({ agrees: true, since: 'revoked' })
  })

  test.each<[string, object, RegExp]>([
    ['the status was cut out', withMember(statused, 'status', undefined), /member status is missing/],
    ['a status was put in', { ...golden, status: revoked }, /member status is not the one/],
    [
      'the status was replaced',
      { ...statused, status: { ...revoked, state: 'current' } },
      /member status is not/,
    ],
    ['the events were cut out', withMember(golden, 'events', undefined), /member events is missing/],
    [
      'a row was repeated',
      { ...golden, evidence: [...golden.evidence, ...golden.evidence] },
      /member evidence is not/,
    ],
    ['a content was cut out', { ...golden, contents: {} }, /member contents is not/],
    ['the keys were replaced', { ...golden, keys: { ...golden.keys, issuer: 'x' } }, /member keys is not/],
    ['the manifest was cut out', withMember(golden, 'manifest', undefined), /manifest is missing/],
    [
      'the manifest says otherwise',
      withMember(golden, 'manifest.made_at', '2026-02-01T00:00:00.000Z'),
      /is not signed/,
    ],
    ['a stranger signed it', withManifest(golden, stranger), /is not signed/],
    [
      'the last event is missing',
      signedAnew({ ...golden, events: golden.events?.slice(0, 1) ?? [] }),
      /stands on 2 events/,
    ],
  ])('%s', (_, bundle, problem) => {
    expect(replay(bundle)).toThrow(problem)
  })
})

describe('one change is found by the step that looks for it', () => {
  const everythingAfter: StepName[] = ['condition_results', 'unit_results', 'result', 'amounts', 'run_digest']
  const seen: StepName[] = ['evidence_root', 'condition_results', 'result', 'amounts', 'run_digest']

  test.each<[what: string, StepName[], ReplayBundle, path: string, value: unknown]>([
    ['a row', ['evidence_contents', ...everythingAfter], golden, `contents.${digest}.rows.1.email`, 'b@b.b'],
    ['a row that decides nothing', ['evidence_contents'], golden, `contents.${digest}.rows.0.email`, 'b@b.b'],
    ['a stray content', ['evidence_contents'], golden, `contents.${'0'.repeat(64)}`, { kind: 'unavailable' }],
    ['a unit', ['receipt', 'unit_results'], golden, 'receipt.unit_results.1.result', 'pass'],
    ['a code', ['receipt', 'unit_results'], golden, 'receipt.unit_results.1.reasons.0.code', 'missing_row'],
    ['a salt', ['receipt', 'unit_results', 'run_digest'], golden, 'receipt.unit_results.1.salt', 'AAAA'],
    ['a label', ['receipt', 'unit_results'], identified, 'receipt.unit_results.0.identity.label', undefined],
    ['the earned amount', ['receipt', 'amounts'], golden, 'receipt.amounts.earned', '1.50'],
    ['the result', ['receipt', 'result'], golden, 'receipt.result', 'pass'],
    ['a count', ['receipt', 'result'], golden, 'receipt.units.accepted', 3],
    ['a condition', ['receipt', 'condition_results'], golden, 'receipt.condition_results.0.result', 'pass'],
    ['its reason', ['receipt', 'condition_results'], golden, 'receipt.condition_results.0.reason', 'because'],
    [
      'an evidence row',
      ['receipt', 'evidence_root'],
      golden,
      'receipt.evidence.0.provenance',
      'uploaded_csv',
    ],
    ['the evidence root', ['receipt', 'evidence_root'], golden, 'receipt.evidence_root', '0'.repeat(64)],
    ['the run digest', ['receipt', 'run_digest'], golden, 'receipt.verification.run_digest', '0'.repeat(64)],
    [
      'a check of the plan',
      ['plan', 'plan_as_agreed', ...everythingAfter],
      golden,
      'plan.conditions.0.check.required_fields',
      ['name'],
    ],
    ['its rules', ['plan', 'rules', 'run_digest'], golden, 'plan.aggregation_policy.policy_version', '2'],
    ['the agreed text', ['agreement'], golden, 'agreement.terms.0.text', 'Four leads.'],
    ['the agreed value', ['agreement', 'plan_as_agreed'], golden, 'agreement.value.amount_cents', 151],
    ['an observation', ['observations', ...seen], observed, 'observations.0.observations.0.status', 404],
    ['a lost observation', ['observations', ...seen], observed, 'observations', []],
    ['an opinion', ['opinions', ...seen], witnessed, 'opinions.0.opinion.verdict', 'contradicted'],
    [
      'its model',
      ['opinions', 'evidence_root', 'condition_results', 'run_digest'],
      witnessed,
      'opinions.0.opinion.model_version',
      'another',
    ],
    ['a lost opinion', ['opinions', ...seen], witnessed, 'opinions', undefined],
    [
      'an agreed judge',
      ['agreement', 'plan_as_agreed'],
      witnessed,
      'agreement.conditions.2.external_judge.id',
      'qa-lab-2',
    ],
    [
      'an agreed claim',
      ['agreement', 'plan_as_agreed'],
      witnessed,
      'agreement.conditions.0.claim_cited.claim',
      'x',
    ],
    ['a run before its evidence', ['evaluated_at'], golden, 'evaluated_at', '2025-12-31T23:59:59.999Z'],
    ['a run after its receipt', ['evaluated_at'], golden, 'evaluated_at', '2026-01-01T00:00:01.001Z'],
  ])('%s', (_, expected, bundle, path, value) => {
    const report = replayed(withMember(bundle, path, value))
    expect(stepsOf(report, 'failed')).toEqual(expected)
    expect(report.agrees).toBe(false)
  })

  test('the unit that differs is named', () => {
    const report = replayed(withMember(golden, 'receipt.unit_results.1.result', 'pass'))
    const step = report.steps.find(({ name }) => name === 'unit_results')
    expect(step?.detail).toBe('Unit 2 is pass in the receipt and fail in the replay.')
  })

  test('a receipt that was revoked since replays as it was, and the report says so', () => {
    const report = replayed({ ...golden, status: revoked })
    expect([report.agrees, report.since]).toEqual([true, 'revoked'])
    expect(replayed(golden).since).toBeNull()
  })

  test('keys that are not those of the issuer make the receipt invalid', () => {
    const others = parseKeyDocument({ ...golden.keys, receipts: { production: [], demo: [] } })
    expect(stepsOf(replayBundle(golden, others), 'failed')).toEqual(['receipt'])
  })

  test.each([
    ['checker', 'taste'],
    ['required_fields', ['/~']],
  ])('a check whose %s no program could run leaves the run unreplayed', (name, value) => {
    const report = replayed(withMember(golden, `plan.conditions.0.check.${name}`, value))
    expect(stepsOf(report, 'failed')).toEqual(['plan', 'plan_as_agreed'])
    expect(stepsOf(report, 'not_replayed')).toEqual(['evidence_root', ...everythingAfter])
    expect(report.run_digest).toBeNull()
  })
})

describe('the result of an outside judge that the service should not have taken', () => {
  test.each([
    ['signed otherwise', { verdict: 'partial' }],
    ['without a signature', { proof: { type: 'ed25519' } }],
    ['about another agreement', { agreement_hash: '0'.repeat(64) }],
    ['of another judge', { evaluator: 'qa-lab-2' }],
  ] as const)('%s is found', (_, tampered) => {
    expect(stepsOf(replayed(witnessedRun(tampered)), 'failed')).toEqual(['external_results'])
  })

  test('under a secret that no one else has is said to be unchecked', () => {
    const step = replayed(witnessedRun({}, 'hmac_sha256')).steps.find(
      ({ name }) => name === 'external_results',
    )
    expect(step).toMatchObject({ status: 'ok', detail: expect.stringContaining('hmac_sha256') })
  })
})

describe('evidence of which only the digest is known', () => {
  function withoutFirst(bundle: ReplayBundle): ReplayBundle {
    return withMember(bundle, `contents.${bundle.evidence[0]?.content_digest}`, undefined)
  }

  test('leaves open what needs it, and says so in plain words', () => {
    const report = replayed(withoutFirst(eachByItsOwn))
    expect(stepsOf(report, 'failed')).toEqual([])
    expect(report.steps.flatMap(({ status, detail }) => (status === 'ok' ? [] : [detail]))).toEqual([
      `Of 2 evidence items, only the digest is here for ${evidenceId(0)}.`,
      `The same results for 1 of 2 conditions; ${conditionId(0)} could not be judged again.`,
      ...Array.from({ length: 4 }, () => 'It follows from conditions that could not be replayed.'),
    ])
    expect([report.agrees, report.run_digest]).toEqual([false, null])
  })

  test('leaves open every condition that shares the delivery', () => {
    const report = replayed(withoutFirst(issuedBundle(twoDatasets, twoUnits)))
    expect(stepsOf(report, 'failed')).toEqual([])
    expect(report.steps.find(({ name }) => name === 'condition_results')?.detail).toBe(
      `The same results for 0 of 2 conditions; ${conditionId(0)}, ${conditionId(1)} could not be judged again.`,
    )
  })

  test('does not hide that another condition differs', () => {
    const bundle = withoutFirst(eachByItsOwn)
    const report = replayed(withMember(bundle, 'receipt.condition_results.1.result', 'fail'))
    expect(stepsOf(report, 'failed')).toEqual(['receipt', 'condition_results'])
  })

  test('leaves every condition open where an identity says which unit is which', () => {
    const swapped = { kind: 'rows', rows: [{ email: 'b', name: 'B' }, { email: 'a' }] } as const
    const judged = [
      { check: everyEmail, content: emails },
      { check: everyName, content: swapped },
    ]
    const report = replayed(withoutFirst(issuedBundle(judged, byEmail)))
    expect(stepsOf(report, 'failed')).toEqual([])
    const results = report.steps.find(({ name }) => name === 'condition_results')
    expect(results?.detail).toContain('0 of 2 conditions')
  })
})

test('a receipt without its unit leaves is replayed but for them and the run digest', () => {
  const report = replayed(withMember(golden, 'receipt.unit_results', undefined))
  expect(stepsOf(report, 'failed')).toEqual([])
  expect(stepsOf(report, 'not_replayed')).toEqual(['unit_results', 'run_digest'])
  expect(report.run_digest).toBeNull()
})

describe('what is no bundle is refused by the member that is wrong', () => {
  test.each<[path: string, value: unknown, start: string]>([
    ['schema', 'example/receipt@1', 'schema '],
    ['receipt.nonce', 1, 'receipt.nonce '],
    ['plan.unitization.total_units', 50_001, 'plan.unitization.total_units '],
    ['plan.conditions.0.verification_method', 'x', 'plan.conditions[0].verification_method '],
    ['evidence.0.received_at', 'yesterday', 'evidence[0].received_at '],
    ['contents.x', { kind: 'unavailable' }, 'the name x in contents '],
    [`contents.${digest}.kind`, 'film', `contents.${digest}.kind `],
    [`contents.${digest}.text`, 'both', `contents.${digest}.text `],
    ['keys', undefined, 'keys '],
    ['extra', 1, 'extra '],
  ])('%s', (path, value, start) => {
    let message = ''
    try {
      replayed(withMember(golden, path, value))
    } catch (error) {
      expect(error).toBeInstanceOf(UnusableBundle)
      message = (error as Error).message
    }
    expect(message.startsWith(start)).toBe(true)
  })
})

describe('a bundle whose content was deleted after the run', () => {
  const [item] = eachByItsOwn.evidence
  const said = { evidence_id: item?.id, content_digest: item?.content_digest, reason: 'withdrawn' }
  const cut = withMember(eachByItsOwn, `contents.${item?.content_digest}`, undefined)
  const withheld = withMember(cut, 'withheld', [said])

  test('agrees, and names each condition that is repeated and that is not', () => {
    const report = replayed(withheld)
    expect(report.agrees).toBe(true)
    expect(report.conditions).toEqual([
      { condition_id: conditionId(0), replay: 'not_repeatable' },
      { condition_id: conditionId(1), replay: 'repeated' },
    ])
    expect(stepsOf(report, 'failed')).toEqual([])
    expect(stepsOf(report, 'not_replayed')).toContain('condition_results')
    expect(report.run_digest).toBeNull()
  })

  test('that it does not say so of is not fully replayed', () => {
    expect(replayed(cut)).toMatchObject({ agrees: false })
    const other = withMember(withheld, `contents.${eachByItsOwn.evidence[1]?.content_digest}`, undefined)
    expect(replayed(other)).toMatchObject({ agrees: false })
  })

  test('that says so of another result of what is left differs', () => {
    const [, second] = eachByItsOwn.receipt.condition_results
    const changed = withMember(
      withheld,
      'receipt.condition_results.1.result',
      second?.result === 'pass' ? 'fail' : 'pass',
    )
    expect(stepsOf(replayed(changed), 'failed')).toContain('condition_results')
  })

  test('or whose addresses were erased with an account, agrees without the conditions that visited them', () => {
    const visited = 'observations.0.observations.0'
    const erased = withMember(
      withMember(observed, `${visited}.url`, '[erased]'),
      `${visited}.final_url`,
      '[erased]',
    )
    const report = replayed(erased)
    expect([report.agrees, stepsOf(report, 'failed'), report.run_digest]).toEqual([true, [], null])
    expect(report.conditions).toEqual([{ condition_id: conditionId(0), replay: 'not_repeatable' }])
    expect(report.steps.find(({ name }) => name === 'observations')?.detail).toBe(
      `What the service saw for ${conditionId(0)} cannot be compared: its addresses were erased with an account.`,
    )
    const other = withMember(observed, `${visited}.url`, 'https://example.com/erased')
    expect(stepsOf(replayed(other), 'failed')).toContain('observations')
  })

  test('or whose link was erased with an account, agrees without the conditions that read it', () => {
    const link = { kind: 'reference', url: 'https://example.com/report' } as const
    const judged = [
      { check: { checker: 'url_format' } as const, content: link },
      { check: everyName, content: names },
    ]
    const linked = issuedBundle(judged, null, {}, '1')
    expect(replayed(linked)).toMatchObject({
      agrees: true,
      run_digest: linked.receipt.verification.run_digest,
    })
    const report = replayed(withMember(linked, `contents.${evidenceId(0)}.url`, '[erased]'))
    expect([report.agrees, stepsOf(report, 'failed'), report.run_digest]).toEqual([true, [], null])
    expect(report.conditions.map(({ replay }) => replay)).toEqual(['not_repeatable', 'repeated'])
    expect(report.steps.find(({ name }) => name === 'evidence_contents')?.detail).toBe(
      `Of 2 evidence items, the address of ${evidenceId(0)} was erased with an account.`,
    )
    const changed = replayed(withMember(linked, `contents.${evidenceId(0)}.url`, 'not a URL'))
    expect(stepsOf(changed, 'failed')).toContain('condition_results')
  })

  test('has opinions without the quotes of it, which are not compared', () => {
    const [text] = witnessed.evidence
    const gone = { evidence_id: text?.id, content_digest: text?.content_digest, reason: 'withdrawn' }
    const unread = withMember(witnessed, `contents.${text?.content_digest}`, undefined)
    const scrubbed = withMember(unread, 'opinions.0.opinion.citations.0.quote', '')
    const report = replayed(withMember(scrubbed, 'withheld', [gone]))
    expect(stepsOf(report, 'failed')).toEqual([])
    expect(report).toMatchObject({ agrees: true })
    expect(stepsOf(replayed(scrubbed), 'failed')).toContain('opinions')
  })
})
