import { expect, test } from 'vitest'
import { sampleJob, sampleRows } from '../testing/sample-job.ts'
import { isHeavy } from './workload.ts'

const completeness = { checker: 'completeness' as const, required_fields: ['email'] }

test('twenty rows under three checks are judged in place', () => {
  const checks = [completeness, completeness, { checker: 'row_count' as const, expected: 20 }]
  expect(isHeavy(sampleJob({ name: 'small', checks, rows: sampleRows(20) }), 0)).toBe(false)
})

test('many rows, dear checks or fetched evidence go to a thread', () => {
  const path = { checker: 'json_path' as const, path: '$.email' }
  expect(isHeavy(sampleJob({ name: 'rows', checks: [completeness], rows: sampleRows(2_001) }), 0)).toBe(true)
  expect(isHeavy(sampleJob({ name: 'path', checks: [path], rows: sampleRows(1_001) }), 0)).toBe(true)
  expect(isHeavy(sampleJob({ name: 'fetched', checks: [completeness], rows: sampleRows(2) }), 1)).toBe(true)
})
