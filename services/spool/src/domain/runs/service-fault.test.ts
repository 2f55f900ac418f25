import type { RunOutcome } from '@outturn/agreement'
import { expect, test } from 'vitest'
import { isUncertainByService } from './service-fault.ts'

const id = `cond_${'1'.repeat(24)}`
const deterministic = { id, required: true, verification_method: 'deterministic' } as const
const outcome = (cause: string | null, change: Partial<RunOutcome> = {}) =>
  ({
    result: 'uncertain',
    conditionResults: [{ condition_id: id, result: 'uncertain' }],
    causes: [cause],
    unitFindings: [],
    ...change,
  }) as unknown as RunOutcome

test.each([
  ['not_observed', 'deterministic', true],
  ['unreachable', 'deterministic', false],
  ['evidence_missing', 'deterministic', false],
  ['executor_unavailable', 'ai_assisted', true],
  ['opinion_malformed', 'ai_assisted', true],
  ['claim_not_found', 'ai_assisted', false],
  // No judge was agreed on, or none has judged.
  ['executor_unavailable', 'external_tool', false],
  ['judgment_missing', 'external_tool', false],
  [null, 'deterministic', false],
] as const)(
  'a run that is uncertain by %s of a condition that is %s: the fault of the service is %s',
  (cause, method, isOurs) => {
    const condition = { ...deterministic, verification_method: method }
    expect(isUncertainByService([condition], outcome(cause))).toBe(isOurs)
  },
)

test('units that were not looked at count, and optional conditions do not', () => {
  const finding = { condition_id: id, code: 'not_observed', field: 'url', units: [0] }
  expect(isUncertainByService([deterministic], outcome(null, { unitFindings: [finding] }))).toBe(true)
  expect(isUncertainByService([{ ...deterministic, required: false }], outcome('not_observed'))).toBe(false)
})

test.each(['pass', 'partial', 'fail'] as const)('a run that ends with %s is charged', (result) => {
  expect(isUncertainByService([deterministic], outcome('not_observed', { result }))).toBe(false)
})
