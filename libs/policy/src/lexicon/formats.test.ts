import type { DeterministicCheck } from '@outturn/checkers'
import { expect, test } from 'vitest'
import { readText } from '../read-text.ts'
import { circumstancesOf } from '../testing/compare-reading.ts'
import { areAccepted } from '../testing/judged-checks.ts'

function checksOf(text: string): readonly DeterministicCheck[] {
  const { checks, questions } = readText(text, circumstancesOf(['at', 'id']))
  expect(questions).toEqual([])
  return checks.map(({ check }) => check)
}

test.each(['at is an RFC 3339 timestamp', '"at" is in RFC 3339 format', 'at follows RFC 3339'])(
  'a time of RFC 3339 has its offset: %s',
  (text) => {
    const checks = checksOf(text)
    expect(areAccepted(checks, [{ at: '2026-11-01T10:00:00.5+01:00' }])).toBe(true)
    for (const at of ['2026-11-01T10:00:00', '2026-11-01T10:00Z', '2026-02-30T10:00:00Z', '2026-11-01']) {
      expect([at, areAccepted(checks, [{ at }])]).toEqual([at, false])
    }
  },
)

test.each(['id is a UUID v4', 'id is a version 4 UUID'])(
  'a UUID of version 4 has that version: %s',
  (text) => {
    const checks = checksOf(text)
    expect(areAccepted(checks, [{ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }])).toBe(true)
    expect(areAccepted(checks, [{ id: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' }])).toBe(false)
    expect(areAccepted(checksOf('id is a UUID'), [{ id: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' }])).toBe(true)
  },
)
