import { expect, test } from 'vitest'
import { decideAbandoned } from './abandoned-run.ts'

const createdAt = new Date('2026-01-15T12:00:00.000Z')
const after = (ms: number) => new Date(createdAt.getTime() + ms)

test('a failed run is voided and an open one is left alone, however old', () => {
  expect(decideAbandoned({ createdAt }, { outcome: 'failed' }, 600_000, after(60_000))).toBe('void')
  expect(decideAbandoned({ createdAt }, { outcome: 'open' }, 600_000, after(9_000_000))).toBe('wait')
})

test('a run that no one knows is given up only when it can no longer be on its way', () => {
  expect(decideAbandoned({ createdAt }, { outcome: 'unknown' }, 600_000, after(600_000))).toBe('wait')
  expect(decideAbandoned({ createdAt }, { outcome: 'unknown' }, 600_000, after(600_001))).toBe('void')
})
