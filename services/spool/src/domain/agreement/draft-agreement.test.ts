import { type DeterministicCheck, findParameterProblem } from '@outturn/checkers'
import type { ConditionInput, EvidenceRequirement } from '@outturn/agreement'
import type { CreateSpoolRequest } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { describe, expect, test } from 'vitest'
import { leadsRequest } from '../../testing/two-parties.ts'
import { agreementDraftOf } from '../../wire/agreement-request.ts'
import { initialState } from '../model/new-spool.ts'
import { type AgreementFacts, draftAgreement } from './draft-agreement.ts'

const hex = (n: number) => n.toString(16).padStart(24, '0')
const own = `acc_${hex(1)}`
const facts: AgreementFacts = {
  accountId: own,
  activeAccounts: new Set([2, 8, 9].map((n) => `acc_${hex(n)}`)),
  now: new Date('2026-01-01T00:00:00.000Z'),
  partyId: (index) => `pty_${hex(index)}`,
  conditionId: (index) => `cond_${hex(index)}`,
  adapters: ['external'],
  canFetch: true,
  findProblem: findParameterProblem,
}
const [buyer, seller] = leadsRequest().parties as [
  CreateSpoolRequest['parties'][number],
  CreateSpoolRequest['parties'][number],
]
const { account_id: _, ...unclaimed } = seller
const [byRows] = leadsRequest().conditions as [ConditionInput]

const draft = (change: Partial<CreateSpoolRequest> = {}, others: Partial<AgreementFacts> = {}) =>
  draftAgreement(agreementDraftOf(leadsRequest(change)), { ...facts, ...others })
const condition = (change: Partial<ConditionInput>): Partial<CreateSpoolRequest> => ({
  conditions: [{ ...byRows, ...change }],
})
const { deterministic_check: __, ...unchecked } = byRows
const judged = (
  proof: NonNullable<ConditionInput['external_judge']>['proof'],
): Partial<CreateSpoolRequest> => ({
  conditions: [
    {
      ...unchecked,
      verification_method: 'external_tool',
      external_judge: { id: 'lab', name: 'Lab', proof },
    },
  ],
})
const unit = { total_units: 5, unit_amount_cents: 100 }
/** An address in mixed case, and the same with one letter in the other case. */
const address = 'wallet:eip155:42431:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const mistyped = address.replace('dA6', 'da6')

test.each<[string, Partial<CreateSpoolRequest>, string, number, string]>([
  [
    'two names that differ by width and case',
    { parties: [buyer, { ...unclaimed, display_name: ' ＡCME ' }] },
    'validation_failed',
    422,
    'parties[1].display_name',
  ],
  [
    'two names that fold together',
    {
      parties: [
        { ...buyer, display_name: 'Straße' },
        { ...unclaimed, display_name: 'STRASSE' },
      ],
    },
    'validation_failed',
    422,
    'parties[1].display_name',
  ],
  [
    'a blank name',
    { parties: [buyer, { ...unclaimed, display_name: ' ' }] },
    'validation_failed',
    422,
    'parties[1].display_name',
  ],
  [
    'a resolver outside that no one names',
    { dispute_policy: { resolver: 'external' } },
    'validation_failed',
    422,
    'dispute_policy.resolver_ref',
  ],
  [
    'two parties on one side',
    { parties: [buyer, { ...unclaimed, role: 'client' }] },
    'validation_failed',
    422,
    'parties[1].role',
  ],
  [
    'the same account twice',
    {
      parties: [
        { ...buyer, account_id: own },
        { ...unclaimed, account_id: own },
      ],
    },
    'validation_failed',
    422,
    'parties[1].account_id',
  ],
  [
    'the accounts of two others',
    {
      parties: [
        { ...buyer, account_id: `acc_${hex(8)}` },
        { ...unclaimed, account_id: `acc_${hex(9)}` },
      ],
    },
    'validation_failed',
    422,
    'parties',
  ],
  [
    'an account that does not exist',
    { parties: [{ ...buyer, account_id: `acc_${hex(7)}` }, unclaimed] },
    'validation_failed',
    422,
    'parties[0].account_id',
  ],
  [
    'an account that is no account id, for the other party',
    { parties: [buyer, { ...unclaimed, account_id: 'Lena' }] },
    'validation_failed',
    422,
    'parties[1].account_id',
  ],
  [
    'a unilateral Spool that waits for the word of a party that cannot join',
    {
      parties: [buyer, unclaimed],
      agreement: { mode: 'unilateral' },
      conditions: [
        byRows,
        {
          description: 'Both like it.',
          required: true,
          verification_method: 'human_confirmed',
          confirmation_method: 'both_confirm',
        },
      ],
    },
    'validation_failed',
    422,
    'conditions[1].confirmation_method',
  ],
  [
    'an address with a wrong checksum',
    { parties: [buyer, { ...unclaimed, settlement_address: mistyped }] },
    'validation_failed',
    422,
    'parties[1].settlement_address',
  ],
  [
    'another currency',
    { value: { amount_cents: 500, currency: 'EUR' } },
    'validation_failed',
    422,
    'value.currency',
  ],
  [
    'a placeholder in the terms',
    { terms: [...leadsRequest().terms, { text: 'Paid by [date].', provenance: { source: 'chat' } }] },
    'ambiguity_required',
    422,
    'terms[1].text',
  ],
  [
    'a placeholder in a condition',
    condition({ description: 'TBD' }),
    'ambiguity_required',
    422,
    'conditions[0].description',
  ],
  [
    'a placeholder in a claim',
    {
      conditions: [
        {
          ...unchecked,
          verification_method: 'ai_assisted',
          claim_cited: { claim: 'It names {{n}} suppliers.' },
        },
      ],
    },
    'ambiguity_required',
    422,
    'conditions[0].claim_cited.claim',
  ],
  [
    'units that do not make the amount',
    { unitization: { total_units: 3, unit_amount_cents: 100 } },
    'validation_failed',
    422,
    'unitization',
  ],
  [
    'units in two places that differ',
    { economics: { unitization: unit } },
    'validation_failed',
    400,
    'economics.unitization',
  ],
  ['no checker', { conditions: [unchecked] }, 'validation_failed', 422, 'conditions[0].deterministic_check'],
  [
    'a key of another method',
    condition({ confirmation_method: 'both_confirm' }),
    'validation_failed',
    422,
    'conditions[0].confirmation_method',
  ],
  [
    'a parameter that no checker can use',
    condition({ deterministic_check: { checker: 'json_path', path: 'leads[' } }),
    'validation_failed',
    422,
    'conditions[0].deterministic_check.path',
  ],
  [
    'a supplier that is no party',
    condition({
      evidence_requirements: { expected_type: 'dataset', source_ref: 'crm', supplier: `pty_${hex(7)}` },
    }),
    'validation_failed',
    422,
    'conditions[0].evidence_requirements[0].supplier',
  ],
  [
    'a judge with a wrong checksum',
    judged({ type: 'eip712', address: mistyped.slice(20) }),
    'validation_failed',
    422,
    'conditions[0].external_judge.proof.address',
  ],
  [
    'a judge whose private key is sent along',
    judged({ type: 'jws', jwk: { kty: 'OKP', x: 'a', d: 'b' } }),
    'validation_failed',
    422,
    'conditions[0].external_judge.proof.jwk.d',
  ],
  [
    'an expiry that has passed',
    { economics: { expiry: '2025-12-31T23:59:59Z' } },
    'validation_failed',
    422,
    'economics.expiry',
  ],
  [
    'a close that has passed',
    { finality: { mode: 'until', closes_at: '2026-01-01T01:00:00+01:00' } },
    'validation_failed',
    422,
    'finality.closes_at',
  ],
  [
    'a finality by a time without one',
    { finality: { mode: 'until' } },
    'validation_failed',
    422,
    'finality.closes_at',
  ],
  [
    'a note on no gated action',
    { gated_action_note: 'release' },
    'validation_failed',
    422,
    'gated_action_note',
  ],
  [
    'a unilateral Spool without conditions',
    { conditions: [], agreement: { mode: 'unilateral' } },
    'ambiguity_required',
    422,
    'conditions',
  ],
])('%s is refused at its field', (_name, change, code, status, field) => {
  const refusal = refusalOf(() => draft(change))
  expect([refusal.code, refusal.status, refusal.options.field]).toEqual([code, status, field])
})

test('refused units show both sides, and refused checkers are both named', () => {
  const expiry = refusalOf(() => draft({ economics: { expiry: '9999-12-31T23:59:59-14:00' } }))
  expect([expiry.options.field, expiry.message]).toEqual([
    'economics.expiry',
    expect.stringMatching(/after the year 9999/),
  ])
  const tooFine = '2026-02-01T00:00:00.0000000001Z'
  const late: ConditionInput['deterministic_check'] = { checker: 'deadline_met', deadline: tooFine }
  for (const [change, field] of [
    [{ economics: { expiry: tooFine } }, 'economics.expiry'],
    [{ finality: { mode: 'until', closes_at: tooFine } }, 'finality.closes_at'],
    [condition({ deterministic_check: late }), 'conditions[0].deterministic_check.deadline'],
  ] as const) {
    const { status, options } = refusalOf(() => draft(change))
    expect([status, options.field]).toEqual([422, field])
  }
  const units = refusalOf(() => draft({ unitization: { total_units: 3, unit_amount_cents: 100 } }))
  expect(units.message).toMatch(/300.*500/)
})

test('a sandbox session, which fetches nothing, is refused a condition that would', () => {
  const change = condition({ deterministic_check: { checker: 'http_status', url: 'https://example.com' } })
  expect(draft(change).conditions).toHaveLength(1)
  const refusal = refusalOf(() => draft(change, { canFetch: false }))
  expect([refusal.code, refusal.options.field]).toEqual([
    'unsupported_environment_capability',
    'conditions[0]',
  ])
})

test('the creator is the party that names its account, else the first that names none', () => {
  const accounts = (parties: CreateSpoolRequest['parties']) =>
    draft({ parties }).parties.map(({ accountId }) => accountId)
  expect(accounts([buyer, unclaimed])).toEqual([own, null])
  expect(accounts([buyer, { ...unclaimed, account_id: own }])).toEqual([null, own])
  expect(accounts([{ ...buyer, account_id: `acc_${hex(9)}` }, unclaimed])).toEqual([`acc_${hex(9)}`, own])
})

test('what was left out is filled in by the mode, times are in UTC, and a deadline stays as it was written', () => {
  const deadline = '2026-02-01T01:00:00.000000001+01:00'
  const bilateral = draft({
    economics: { expiry: '2026-02-01T01:00:00+01:00' },
    conditions: [
      { ...byRows, deterministic_check: { checker: 'deadline_met', deadline } },
      { ...unchecked, verification_method: 'human_confirmed' },
    ],
  })
  expect(bilateral).toMatchObject({
    type: 'service',
    economics: { expiry: '2026-02-01T00:00:00.000Z' },
    finality: { mode: 'open', max_runs: 20, closes_at: null },
    disputePolicy: { window_hours: 72, holds_settlement: true, resolver: 'review' },
    conditions: [{ deterministic_check: { deadline } }, { confirmation_method: 'buyer_confirm' }],
  })
  expect(bilateral.plan.conditions[1]?.check).toEqual({ confirmation_method: 'buyer_confirm' })
  const exact = draft({
    economics: { expiry: '2026-02-01T01:00:00.0000010+01:00' },
    finality: { mode: 'until', closes_at: '2026-06-30t23:59:60z' },
  })
  expect([exact.economics.expiry, exact.finality.closes_at]).toEqual([
    '2026-02-01T00:00:00.000001Z',
    '2026-07-01T00:00:00.000Z',
  ])
  expect(draft({ agreement: { mode: 'unilateral' } }).disputePolicy).toEqual({
    window_hours: 0,
    holds_settlement: false,
    resolver: 'none',
  })
})

describe('a required condition that nothing could decide is refused, and an optional one is agreed', () => {
  const dataset = { expected_type: 'dataset', source_ref: 'crm' } as const
  const textCheck: ConditionInput['deterministic_check'] = { checker: 'text_contains', all_of: ['done'] }
  const asking = (...evidence_requirements: EvidenceRequirement[]): Partial<ConditionInput> => ({
    evidence_requirements,
  })
  test.each<[string, Partial<ConditionInput>, string]>([
    ['an outside tool without a judge', { verification_method: 'external_tool' }, '.external_judge'],
    ['a model without a claim', { verification_method: 'ai_assisted' }, '.claim_cited'],
    [
      'a provenance that the service alone sets',
      asking({ ...dataset, provenance: ['service_fetched'] }),
      '.evidence_requirements[0].provenance',
    ],
    [
      'a signed result where no judge decides',
      asking(dataset, {
        ...dataset,
        source_ref: 'b',
        provenance: ['third_party_attested', 'source_webhook_signed'],
      }),
      '.evidence_requirements[1].provenance',
    ],
    [
      'an upload that a reference to a URL cannot be',
      {
        ...unchecked,
        verification_method: 'human_confirmed',
        ...asking({ ...dataset, expected_type: 'url', provenance: ['uploaded_csv'] }),
      },
      '.evidence_requirements[0].provenance',
    ],
    [
      'one source as two types',
      asking(dataset, { ...dataset, expected_type: 'file' }),
      '.evidence_requirements[1].source_ref',
    ],
    [
      'one source with two provenances',
      asking({ ...dataset, provenance: ['uploaded_csv'] }, { ...dataset, provenance: ['uploaded_json'] }),
      '.evidence_requirements[1].provenance',
    ],
    [
      'rows of a photo',
      asking({ ...dataset, expected_type: 'photo' }),
      '.evidence_requirements[0].expected_type',
    ],
    [
      'the text of a URL',
      { deterministic_check: textCheck, ...asking({ ...dataset, expected_type: 'url' }) },
      '.evidence_requirements[0].expected_type',
    ],
    [
      'a claim on a source that is not asked for',
      {
        verification_method: 'ai_assisted',
        claim_cited: { claim: 'It is done.', evidence_ref: 'report' },
        ...asking(dataset),
      },
      '.claim_cited.evidence_ref',
    ],
  ])('%s', (_name, terms, member) => {
    const checked = terms.verification_method === undefined ? byRows : unchecked
    const agreeing = (required: boolean) =>
      draft({ conditions: [byRows, { ...checked, ...terms, required }] })
    expect(refusalOf(() => agreeing(true))).toMatchObject({
      code: 'validation_failed',
      status: 422,
      options: { field: `conditions[1]${member}`, remediation: expect.stringMatching(/\S/) as string },
    })
    expect(agreeing(false).conditions[1]?.required).toBe(false)
  })

  test('what a party or a judge can supply is agreed', () => {
    const lab = judged({ type: 'ed25519', public_key: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w' })
    const [byLab] = lab.conditions as [ConditionInput]
    const signed = {
      expected_type: 'confirmation',
      source_ref: 'external:lab',
      provenance: ['third_party_attested'],
    } as const
    const conditions: ConditionInput[] = [
      { ...byLab, evidence_requirements: [{ ...signed, provenance: [...signed.provenance] }] },
      { ...byRows, ...asking({ ...dataset, provenance: ['service_fetched', 'uploaded_json'] }) },
      { ...byRows, ...asking({ ...dataset, expected_type: 'photo' }, { ...dataset, source_ref: 'b' }) },
      { ...byRows, ...asking(dataset, { ...dataset, expected_type: 'file', supplier: 'buyer' }) },
    ]
    expect(draft({ conditions }).conditions).toHaveLength(4)
  })
})

test.each([
  ['2025-12-31T23:59:59Z', 0, true],
  ['2025-12-31T23:59:30Z', 29, true],
  ['2026-01-01T00:00:00Z', 0, true],
  ['2025-12-31T23:59:30Z', 31, false],
  ['2026-01-01T01:00:00.000000001+01:00', 1, false],
])(
  'a deadline of the delivery at %s with %i seconds of grace is refused: %s',
  (deadline, grace, isRefused) => {
    const check = { checker: 'deadline_met', deadline, grace_seconds: grace } as const
    const field = { ...check, basis: 'field' as const, field: 'at' }
    const agreeing = (deterministic_check: typeof check | typeof field, required = true) =>
      draft(condition({ deterministic_check, required }))
    const [refused] = isRefused ? [refusalOf(() => agreeing(check))] : [null]
    if (refused === null) expect(agreeing(check).conditions).toHaveLength(1)
    else
      expect([refused.status, refused.options.field]).toEqual([
        422,
        'conditions[0].deterministic_check.deadline',
      ])
    expect(agreeing(check, false).conditions).toHaveLength(1)
    expect(agreeing(field).conditions).toHaveLength(1)
  },
)

test('a single requirement is a list of one, and its supplier is a side', () => {
  const requirement = { expected_type: 'dataset', source_ref: 'crm', supplier: `pty_${hex(1)}` } as const
  const [agreed] = draft(condition({ evidence_requirements: requirement })).conditions
  expect(agreed?.evidence_requirements).toEqual([{ ...requirement, supplier: 'provider' }])
})

test('units may stand in either place', () => {
  const { unitization: _unit, ...plain } = leadsRequest()
  expect(
    draftAgreement(agreementDraftOf({ ...plain, economics: { unitization: unit } }), facts).unitization,
  ).toEqual(unit)
})

test('an address that nothing can be paid to is refused: zero, a contract of the payment, that of the other party', () => {
  const wallet = (digits: string) => `wallet:eip155:42431:0x${digits}`
  const refusedFor = (addresses: [string, string], reservedAddresses: string[] = []) => {
    const parties = [
      { ...buyer, settlement_address: addresses[0] },
      { ...unclaimed, settlement_address: addresses[1] },
    ]
    try {
      draftAgreement(agreementDraftOf({ ...leadsRequest(), parties }), {
        ...facts,
        reservedAddresses,
      })
      return null
    } catch (error) {
      const { code, options } = error as { code: string; options: { field: string; reason: string } }
      return [code, options.field, options.reason]
    }
  }
  const [a, b] = [wallet('aa'.repeat(20)), wallet('bb'.repeat(20))]
  const refused = (index: number) => [
    'validation_failed',
    `parties[${index}].settlement_address`,
    'unusable_address',
  ]
  expect(refusedFor([a, b])).toBeNull()
  expect(refusedFor([a, wallet('0'.repeat(40))])).toEqual(refused(1))
  expect(refusedFor([wallet('0'.repeat(40)), b])).toEqual(refused(0))
  expect(refusedFor([a, wallet('AA'.repeat(20))])).toEqual(refused(1))
  expect(refusedFor([a, wallet('BB'.repeat(20))], [`0x${'bb'.repeat(20)}`])).toEqual(refused(1))
})

test('the right checksum, and an address without one, are taken', () => {
  for (const settlement_address of [address, address.toLowerCase()]) {
    expect(draft({ parties: [buyer, { ...unclaimed, settlement_address }] }).parties[1]).toMatchObject({
      settlementAddress: settlement_address,
    })
  }
})

test('the lane follows the type, and its funding is external, since this service settles nothing', () => {
  expect(draft({}).lane).toMatchObject({
    path: 'person_business',
    provider_kind: 'agent',
    funding: 'external',
    payout_setup_required: false,
    type: 'service',
    type_defaulted: true,
  })
  expect(draft({ type: 'agent_task' }).lane).toMatchObject({ path: 'agent_software', type_defaulted: false })
})

test('a unilateral Spool is accepted by its initiator at once, a bilateral one is proposed', () => {
  const at = facts.now.toISOString()
  expect(initialState('unilateral', at)).toMatchObject({
    status: { agreement: 'accepted', fulfillment: 'in_progress' },
    acceptance: { mode: 'unilateral', provider_accepted_in_spoolis: false, accepted_by: 'initiator' },
  })
  expect(initialState('bilateral', at)).toMatchObject({
    status: { agreement: 'proposed', fulfillment: 'pending' },
    acceptance: null,
  })
})

test('a required count that the units cannot come to is refused, an optional one is not', () => {
  const counted = (expected: number, required = true) =>
    draft({
      ...condition({ required, deterministic_check: { checker: 'row_count', expected } }),
      unitization: unit,
    })
  expect(counted(5).unitization).toEqual(unit)
  expect(counted(4, false).unitization).toEqual(unit)
  for (const expected of [4, 6, 0]) {
    const { code, status, options } = refusalOf(() => counted(expected))
    expect([code, status, options.field]).toEqual([
      'validation_failed',
      422,
      'conditions[0].deterministic_check.expected',
    ])
  }
})

test('bounds of the count that the units lie outside of are refused, and those around them are agreed', () => {
  const bounded = (check: { min?: number; max?: number }, required = true) =>
    draft({
      ...condition({ required, deterministic_check: { checker: 'row_count', ...check } }),
      unitization: unit,
    })
  for (const check of [{ min: 5 }, { max: 5 }, { min: 1, max: 9 }, { min: 5, max: 5 }]) {
    expect(bounded(check).unitization).toEqual(unit)
  }
  expect(bounded({ min: 6 }, false).unitization).toEqual(unit)
  for (const [check, parameter] of [
    [{ min: 6 }, 'min'],
    [{ max: 4 }, 'max'],
    [{ min: 6, max: 9 }, 'min'],
    [{ min: 1, max: 4 }, 'max'],
  ] as const) {
    const { status, options } = refusalOf(() => bounded(check))
    expect([status, options.field]).toEqual([422, `conditions[0].deterministic_check.${parameter}`])
    expect(options.remediation).toContain(`Send ${parameter} 5`)
  }
})

test('parameters of a check that mean nothing together are refused at the parameter, with what to send instead', () => {
  const refused = (check: DeterministicCheck) => {
    const { status, message, options } = refusalOf(() => draft(condition({ deterministic_check: check })))
    return [status, options.field, message, options.remediation]
  }
  const where = { path: '$.country', operator: 'equals', value: 'US' } as const
  expect(refused({ checker: 'completeness', required_fields: ['city'], where, min_share_bp: 9_500 })).toEqual(
    [
      422,
      'conditions[0].deterministic_check.min_share_bp',
      'min_share_bp must be left out with where.',
      'Send the one or the other.',
    ],
  )
  expect(refused({ checker: 'row_count', min: 5, max: 3 })).toEqual([
    422,
    'conditions[0].deterministic_check.max',
    'max must be at least min, which is 5.',
    'Send max as its checker takes it.',
  ])
  expect(refused({ checker: 'json_path', path: '$.a', operator: 'format', value: 'phone' })[2]).toMatch(
    /^value must be email, e164, .* or iban with format\.$/,
  )
})

test('an empty optional string is as if it were absent, and one of any form is kept as it is', () => {
  const empty = { contact: '', account_id: '', settlement_address: '', processor_account_id: '' }
  const agreed = draft({
    parties: [
      { ...buyer, ...empty },
      { ...unclaimed, contact: 'ask at the desk', processor_account_id: 'acct_1-é' },
    ],
    value: { amount_cents: 500, currency: 'USD', rail_preference: '' },
  })
  expect(agreed.value).toEqual({ amount_cents: 500, currency: 'USD' })
  expect(agreed.parties).toMatchObject([
    { accountId: own },
    { accountId: null, contact: 'ask at the desk', processorAccountId: 'acct_1-é' },
  ])
  expect(Object.keys(agreed.parties[0] ?? {})).toEqual([
    'partyId',
    'role',
    'kind',
    'displayName',
    'accountId',
  ])
})

test('the caller is the side that names its account, wherever it stands', () => {
  const parties = [buyer, { ...unclaimed, account_id: own }]
  expect(draft({ parties }).parties.map(({ accountId }) => accountId)).toEqual([null, own])
  const others = [{ ...buyer, account_id: `acc_${hex(9)}` }, unclaimed]
  expect(draft({ parties: others }).parties.map(({ accountId }) => accountId)).toEqual([`acc_${hex(9)}`, own])
})
