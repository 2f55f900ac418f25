import { type OneCallRequest, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import {
  agreedEconomics,
  agreeUnilaterally,
  type CompiledCondition,
  deliveredEvidence,
  type OneCallIds,
  assertNoFetches,
  assertNoManagedSettlement,
} from './agree-unilaterally.ts'

const hex = (n: number) => n.toString(16).padStart(24, '0')
const ids: OneCallIds = {
  spoolId: `spl_${hex(1)}`,
  buyerPartyId: `pty_${hex(1)}`,
  sellerPartyId: `pty_${hex(2)}`,
  conditionId: (index) => `cond_${hex(index)}`,
  evidenceId: (index) => `ev_${hex(index)}`,
}
const initiator = { accountId: `acc_${hex(1)}`, name: 'Acme', kind: 'agent' as const }
const complete: CompiledCondition = {
  description: 'Every row has email',
  required: true,
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

function refusalOf(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test('an amount without units is one unit worth all of it', () => {
  expect(agreedEconomics(request())).toEqual({ amountCents: 150, unitization: null })
})

test('units without an amount say the amount', () => {
  const unit = { total_units: 3, unit_amount_cents: 50 }
  const { max_amount_cents: _, ...rest } = request({ unit })
  expect(agreedEconomics(rest)).toEqual({ amountCents: 150, unitization: unit })
})

test('units that do not make the amount are refused with both sides of the equation', () => {
  const refusal = refusalOf(() =>
    agreedEconomics(request({ unit: { total_units: 3, unit_amount_cents: 40 } })),
  )
  expect([refusal.code, refusal.status, refusal.options.field]).toEqual(['validation_failed', 422, 'unit'])
  expect(refusal.message).toContain('120')
  expect(refusal.message).toContain('150')
})

test('neither amount nor units is an ambiguity', () => {
  const { max_amount_cents: _, ...rest } = request()
  expect(refusalOf(() => agreedEconomics(rest)).code).toBe('ambiguity_required')
})

test('units whose product is not an exact integer are refused', () => {
  const unit = { total_units: 50_000, unit_amount_cents: Number.MAX_SAFE_INTEGER }
  const { max_amount_cents: _, ...rest } = request({ unit })
  expect(refusalOf(() => agreedEconomics(rest)).options.field).toBe('unit.unit_amount_cents')
})

test('managed settlement needs a second party, whatever this fleet can settle', () => {
  const refusal = refusalOf(() => assertNoManagedSettlement(request({ settlement: 'managed' })))
  expect([refusal.code, refusal.options.field]).toEqual(['not_allowed_in_unilateral_mode', 'settlement'])
})

test('a caller without the network is refused a check that needs it, at its condition', () => {
  const fetching: CompiledCondition = {
    ...complete,
    deterministic_check: { checker: 'http_status', url: 'https://example.com/' },
  }
  const refusal = refusalOf(() => assertNoFetches([complete, fetching]))
  expect([refusal.code, refusal.options.field]).toEqual([
    'unsupported_environment_capability',
    'conditions[1]',
  ])
  expect(() => assertNoFetches([complete])).not.toThrow()
})

test('a placeholder in a description is refused at its path', () => {
  const refusal = refusalOf(() =>
    agreeUnilaterally(request(), [{ ...complete, description: 'Pay [amount] for leads' }], initiator, ids),
  )
  expect([refusal.code, refusal.options.field]).toEqual(['ambiguity_required', 'conditions[0].description'])
})

test('a parameter that no evidence could meet is refused when it is agreed', () => {
  const broken: CompiledCondition = {
    ...complete,
    deterministic_check: { checker: 'json_path', path: 'not a path' },
  }
  const refusal = refusalOf(() => agreeUnilaterally(request(), [complete, broken], initiator, ids))
  expect([refusal.code, refusal.status]).toEqual(['validation_failed', 422])
  expect(refusal.options.field).toBe('conditions[1].deterministic_check.path')
})

test('a provider that looks like the caller by name is refused', () => {
  const evidence = {
    type: 'dataset' as const,
    rows: [],
    provenance: { method: 'uploaded_json' as const, owner: ' ＡCME ' },
  }
  const refusal = refusalOf(() => agreeUnilaterally(request({ evidence }), [complete], initiator, ids))
  expect(refusal.options.field).toBe('evidence.provenance.owner')
})

test('the caller buys, the provider never accepts here, and every condition is bound by its id', () => {
  const agreement = agreeUnilaterally(request(), [complete], initiator, ids)
  expect(agreement.parties.map(({ role, displayName }) => [role, displayName])).toEqual([
    ['buyer', 'Acme'],
    ['seller', 'External provider'],
  ])
  expect(agreement.plan.conditions).toEqual([
    {
      condition_id: ids.conditionId(0),
      required: true,
      verification_method: 'deterministic',
      check: complete.deterministic_check,
      evidence_requirements: [],
    },
  ])
})

test('one delivery supports each condition with an evidence item of its own', () => {
  const agreement = agreeUnilaterally(request(), [complete, complete], initiator, ids)
  const items = deliveredEvidence(
    request(),
    agreement.conditions,
    ids,
    { digest: 'd'.repeat(64), bytes: 10 },
    '2026-01-01T00:00:00.000Z',
  )
  expect(items.map(({ id, conditionId, contentDigest }) => [id, conditionId, contentDigest])).toEqual([
    [ids.evidenceId(0), ids.conditionId(0), 'd'.repeat(64)],
    [ids.evidenceId(1), ids.conditionId(1), 'd'.repeat(64)],
  ])
})
