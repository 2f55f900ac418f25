import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPolicyFile } from './policy-file.ts'
import { deliveryRequest, type JudgingOptions } from './delivery-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-request-'))
afterAll(() => rmSync(folder, { recursive: true }))
const rows = [{ email: 'a@example.com' }, { email: '' }]
const check = ['every row has email']

function request(options: JudgingOptions) {
  return deliveryRequest(options, rows, 'leads.csv')
}

function policyFile(content: unknown): string {
  const file = join(folder, 'policy.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('amounts are exact cents, and units are the rows where nothing else was agreed', () => {
  expect(request({ check, maxAmount: '19.99' })).toEqual({
    conditions: check,
    max_amount_cents: 1_999,
    evidence: { rows, source: 'leads.csv' },
  })
  expect(request({ check, unitAmount: '0.1' }).unit).toEqual({ total_units: 2, unit_amount_cents: 10 })
  expect(request({ check, unitAmount: '2', units: '5' }).unit).toEqual({
    total_units: 5,
    unit_amount_cents: 200,
  })
})

test('the policy that the compiler wrote says what to judge and what it is worth', () => {
  const conditions = [
    { description: 'a', required: true, deterministic_check: { checker: 'row_count', expected: 2 } },
  ]
  const confirmed = {
    policy_id: 'pol_1',
    status: 'confirmed',
    conditions,
    unitization: { total_units: 2, unit_amount_cents: 250 },
    value: { amount_cents: 500, currency: 'USD' },
    terms: [],
    policy_hash: 'sha256:1',
    recipe: null,
  }
  const read = request({ policy: policyFile(confirmed) })
  expect(read).toMatchObject({ conditions, unit: { total_units: 2, unit_amount_cents: 250 } })
  expect(read).not.toHaveProperty('max_amount_cents')
  expect(request({ policy: policyFile({ ...confirmed, unitization: null }) })).toMatchObject({
    max_amount_cents: 500,
  })
  expect(request({ policy: policyFile(conditions), check, maxAmount: '1' }).conditions).toEqual([
    ...conditions,
    ...check,
  ])
})

test.each<[JudgingOptions, RegExp]>([
  [{ maxAmount: '1' }, /Say what the delivery has to meet/],
  [{ check }, /Say what the delivery is worth/],
  [{ check, maxAmount: '1', unitAmount: '1' }, /not both/],
  [{ check, maxAmount: '1', units: '2' }, /--units goes with/],
  [{ check, maxAmount: '0' }, /is not an amount/],
  [{ check, maxAmount: '-5' }, /is not an amount/],
  [{ check, maxAmount: '1.005' }, /is not an amount/],
  [{ check, maxAmount: '1e3' }, /is not an amount/],
  [{ check, unitAmount: '1', units: '1.5' }, /not a number of units/],
  [{ check, recipe: 'lead-list@1', maxAmount: '1' }, /conditions or a recipe, not both/],
  [{ check, maxAmount: '1', fields: 'a', fieldsFile: 'b' }, /not with both/],
])('%j is refused', (options, message) => {
  expect(() => request(options)).toThrow(message)
})

test.each([
  ['text', /no list of conditions and no object/],
  [{ conditions: [], rules: [] }, /has the member "rules"/],
  [{ unit: { total_units: 1, unit_amount_cents: 1 } }, /neither conditions nor a recipe/],
])('the policy file %j is refused', (content, message) => {
  expect(() => request({ policy: policyFile(content), maxAmount: '1' })).toThrow(message)
})

test('the terms of a policy are known, so that a verdict can say that they were not judged', () => {
  const conditions = ['exactly 2 rows']
  const terms = [{ text: 'Looks good.', provenance: { source: 'freeform' } }]
  expect(readPolicyFile(policyFile({ conditions, terms }))).toEqual({ conditions, terms: ['Looks good.'] })
  expect(readPolicyFile(policyFile({ conditions, terms: [] }))).toEqual({ conditions })
})
