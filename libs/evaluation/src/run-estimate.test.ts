import type { DeterministicCheck } from '@outturn/checkers'
import { expect, test } from 'vitest'
import { estimateRun, limitOver, runLimits } from './run-estimate.ts'
import { evidencePolicyVersion } from './plan.ts'
import { condition, conditionId, item as evidenceItem, units } from './testing/run-fixture.ts'

const hasEmail: DeterministicCheck = { checker: 'completeness', required_fields: ['email'] }
const nested: DeterministicCheck = { checker: 'json_path', path: '$..*[?@..*]' }
const item = (rows: number, bytes = 1_000_000) => ({ ...evidenceItem(), rows, bytes })
const plan = (checks: readonly DeterministicCheck[], total = 50_000) => ({
  conditions: checks.map((check, ordinal) => condition(check, ordinal)),
  unitization: units(total),
  evidence_policy_version: evidencePolicyVersion,
})
const times = <T>(count: number, value: T): T[] => new Array<T>(count).fill(value)

test('what the contract allows of ordinary work may run: 50 000 rows under a hundred conditions', () => {
  expect(limitOver(estimateRun(plan(times(100, hasEmail)), [item(50_000)]))).toBeNull()
})

test('a hundred texts of a megabyte searched for a hundred phrases each are refused by their steps', () => {
  const phrases: DeterministicCheck = { checker: 'text_contains', any_of: times(100, 'x') }
  expect(limitOver(estimateRun(plan(times(100, phrases), 1), [item(0)]))).toMatchObject({
    limit: 'steps',
    most: runLimits.steps,
  })
})

test('unit results too large to be kept are refused by their bytes', () => {
  const long: DeterministicCheck = { checker: 'completeness', required_fields: times(5, 'x'.repeat(250)) }
  expect(limitOver(estimateRun(plan([long]), [item(50_000)]))).toMatchObject({ limit: 'outcomeBytes' })
})

test('an item that was replaced or sent again costs nothing, and other content of another source does', () => {
  const other = { ...item(50_000), source: 'other' }
  const rowsOf = (...items: ReturnType<typeof item>[]) => estimateRun(plan([hasEmail]), items).rows
  expect(rowsOf(item(50_000), item(50_000))).toBe(50_000)
  expect(rowsOf(item(50_000), other)).toBe(50_000)
  expect(rowsOf(item(50_000), { ...other, contentDigest: 'b'.repeat(64) })).toBe(100_000)
})

test('an item of one condition is read by the others that share the delivery', () => {
  const sent = { ...item(10), conditionId: conditionId(0) }
  expect(estimateRun(plan([hasEmail, hasEmail]), [sent]).rows).toBe(20)
})

test('a path whose work depends on the evidence counts at worst as all that it may spend', () => {
  const { steps, worstSteps } = estimateRun(plan(times(3, nested), 1), [item(1, 100)])
  expect(steps).toBeLessThan(1_000)
  expect(worstSteps).toBeGreaterThanOrEqual(30_000_000)
})
