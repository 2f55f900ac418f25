import type { UnitLeaf } from '@outturn/receipt-verifier'
import { expect, test } from 'vitest'
import { unitFindings } from './unit-findings.ts'

const leaf = (unit: number, ...codes: (string | { code: string; field: string })[]): UnitLeaf => ({
  unit,
  result: codes.length === 0 ? 'pass' : 'fail',
  reasons: codes.map((code) => ({
    condition_id: 'cond_1',
    ...(typeof code === 'string' ? { code } : code),
  })),
  salt: '',
})
const noEmail = { code: 'missing_field', field: 'email' }

test('units are found together by reason and field, in order', () => {
  expect(unitFindings([leaf(1, noEmail), leaf(2), leaf(3, 'late', noEmail)])).toEqual([
    { condition_id: 'cond_1', code: 'missing_field', field: 'email', units: [1, 3] },
    { condition_id: 'cond_1', code: 'late', field: null, units: [3] },
  ])
})

test('that a gate holds back are no findings of their own', () => {
  expect(unitFindings([leaf(1, 'gate_failed'), leaf(2, 'gate_uncertain')])).toEqual([])
})

test('of fifty thousand units the first thousand that were not accepted are read', () => {
  const units = Array.from({ length: 50_000 }, (_, index) =>
    index % 2 === 0 ? leaf(index + 1) : leaf(index + 1, noEmail),
  )
  const [found] = unitFindings(units)
  expect([found?.units.length, found?.units.at(-1)]).toEqual([1_000, 2_000])
})
