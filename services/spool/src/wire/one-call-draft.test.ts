import { findParameterProblem } from '@outturn/checkers'
import { type ConditionInput, largestAmountCents } from '@outturn/agreement'
import type { OneCallRequest } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { draftAgreement } from '../domain/agreement/draft-agreement.ts'
import { assertNoManagedSettlement, type BoundConditions, oneCallDraft } from './one-call-draft.ts'

const hex = (n: number) => n.toString(16).padStart(24, '0')
const conditionId = (index: number) => `cond_${hex(index)}`
const initiator = { accountId: `acc_${hex(1)}`, name: 'Acme', kind: 'agent' as const }
const complete: ConditionInput = {
  description: 'Every row has email',
  required: true,
  verification_method: 'deterministic',
  deterministic_check: { checker: 'completeness', required_fields: ['email'] },
}

function request(change: Partial<OneCallRequest> = {}): OneCallRequest {
  return {
    conditions: ['every row has email'],
    max_amount_cents: 150,
    evidence: { type: 'dataset', rows: [{ email: 'a@example.com' }] },
    ...change,
  }
}

/** What a request agrees on, by the one function that every agreement is drafted by. */
function agreed(
  {
    conditions = [complete],
    ...change
  }: Partial<Omit<OneCallRequest, 'conditions'>> & {
    conditions?: ConditionInput[]
  } = {},
  { canFetch = true, name = initiator.name, isUnpriced = false } = {},
) {
  const { max_amount_cents: _, ...unpriced } = request(change)
  const bound: BoundConditions = { conditions, recipe: null, fieldsFrom: null }
  const draft = oneCallDraft(isUnpriced ? unpriced : request(change), bound, { ...initiator, name })
  return draftAgreement(draft, {
    accountId: initiator.accountId,
    activeAccounts: new Set(),
    now: new Date('2026-01-01T00:00:00.000Z'),
    partyId: (index) => `pty_${hex(index)}`,
    conditionId,
    adapters: null,
    canFetch,
    findProblem: findParameterProblem,
  })
}

test('an amount without units is one unit worth all of it', () => {
  expect(agreed()).toMatchObject({ value: { amount_cents: 150, currency: 'USD' }, unitization: null })
})

test('units without an amount say the amount', () => {
  const unit = { total_units: 3, unit_amount_cents: 50 }
  expect(agreed({ unit }, { isUnpriced: true })).toMatchObject({
    value: { amount_cents: 150 },
    unitization: unit,
  })
})

test('units that do not make the amount are refused with both sides of the equation', () => {
  const refusal = refusalOf(() => agreed({ unit: { total_units: 3, unit_amount_cents: 40 } }))
  expect([refusal.code, refusal.status, refusal.options.field]).toEqual(['validation_failed', 422, 'unit'])
  expect(refusal.message).toContain('120')
  expect(refusal.message).toContain('max_amount_cents is 150')
})

test('a count that the units cannot come to is told by the members of this call', () => {
  const counted: ConditionInput = {
    ...complete,
    deterministic_check: { checker: 'row_count', expected: 4 },
  }
  const refusal = refusalOf(() =>
    agreed({ conditions: [counted], unit: { total_units: 3, unit_amount_cents: 50 } }),
  )
  expect(refusal.options.remediation).toBe('Send expected 3, or unit with total_units 4.')
})

test('neither amount nor units is an ambiguity', () => {
  const refusal = refusalOf(() => agreed({}, { isUnpriced: true }))
  expect([refusal.code, refusal.options.field]).toEqual(['ambiguity_required', 'max_amount_cents'])
})

test('units that come to more than the largest amount are refused with the number and the limit', () => {
  const largest = { total_units: 50_000, unit_amount_cents: largestAmountCents / 50_000 }
  expect(agreed({ unit: largest }, { isUnpriced: true }).value.amount_cents).toBe(largestAmountCents)
  const unit = { ...largest, unit_amount_cents: largest.unit_amount_cents + 1 }
  for (const isUnpriced of [true, false]) {
    const refusal = refusalOf(() => agreed({ unit }, { isUnpriced }))
    expect([refusal.code, refusal.status, refusal.options.field]).toEqual(['validation_failed', 422, 'unit'])
    expect(refusal.message).toContain('10000000050000')
    expect(refusal.message).toContain(String(largestAmountCents))
  }
})

test('managed settlement needs a second party, whatever this fleet can settle', () => {
  const refusal = refusalOf(() => assertNoManagedSettlement(request({ settlement: 'managed' })))
  expect([refusal.code, refusal.options.field]).toEqual(['not_allowed_in_unilateral_mode', 'settlement'])
})

test('a caller without the network is refused a check that needs it, at its condition', () => {
  const check = { checker: 'http_status', url: 'https://example.com/' } as const
  const conditions = [complete, { ...complete, deterministic_check: check }]
  const refusal = refusalOf(() => agreed({ conditions }, { canFetch: false }))
  expect([refusal.code, refusal.options.field]).toEqual([
    'unsupported_environment_capability',
    'conditions[1]',
  ])
  expect(() => agreed({}, { canFetch: false })).not.toThrow()
})

test('a placeholder in a description is refused at its path', () => {
  const refusal = refusalOf(() =>
    agreed({ conditions: [{ ...complete, description: 'Pay [amount] for leads' }] }),
  )
  expect([refusal.code, refusal.options.field]).toEqual(['ambiguity_required', 'conditions[0].description'])
})

test('a parameter that no evidence could meet is refused when it is agreed', () => {
  const broken = { checker: 'json_path', path: 'not a path' } as const
  const refusal = refusalOf(() =>
    agreed({ conditions: [complete, { ...complete, deterministic_check: broken }] }),
  )
  expect([refusal.code, refusal.status]).toEqual(['validation_failed', 422])
  expect(refusal.options.field).toBe('conditions[1].deterministic_check.path')
})

test.each(['External provider', ' ＡCME '])(
  'a provider that looks like the caller %s by name is refused',
  (name) => {
    const provenance = { method: 'uploaded_json' as const, owner: ' ＡCME ' }
    const evidence = {
      type: 'dataset' as const,
      rows: [],
      ...(name !== 'External provider' && { provenance }),
    }
    const refusal = refusalOf(() => agreed({ evidence }, { name: name.trim() }))
    expect([refusal.code, refusal.status]).toEqual(['validation_failed', 422])
    expect(refusal.options.field).toBe('evidence.provenance.owner')
  },
)

test('the name of an account is taken as it is', () => {
  expect(agreed({}, { name: ' A\u202Ecme' }).parties[0]?.displayName).toBe(' A\u202Ecme')
})

test('the time of a deadline binds as it was sent', () => {
  const check = { checker: 'deadline_met', deadline: '2026-02-01T00:00:00Z' } as const
  const { conditions } = agreed({ conditions: [{ ...complete, deterministic_check: check }] })
  expect(conditions[0]?.deterministic_check).toEqual(check)
})

test('the caller buys, the provider never accepts here, and every condition is bound by its id', () => {
  const agreement = agreed()
  expect(agreement.parties.map(({ role, displayName }) => [role, displayName])).toEqual([
    ['buyer', 'Acme'],
    ['seller', 'External provider'],
  ])
  expect(agreement.plan.conditions).toEqual([
    {
      condition_id: conditionId(0),
      required: true,
      verification_method: 'deterministic',
      check: complete.deterministic_check,
      evidence_requirements: [],
    },
  ])
  expect(agreement.terms).toEqual([
    { text: complete.description, provenance: { source: 'freeform', origin: 'caller' } },
  ])
  expect(agreement).not.toHaveProperty('lane')
})
