import { expect, test } from 'vitest'
import { readSince } from './requests-command.ts'

const now = new Date('2026-11-27T12:00:00.000Z')

test.each([
  [undefined, '2026-11-26T12:00:00.000Z'],
  ['30m', '2026-11-27T11:30:00.000Z'],
  ['7d', '2026-11-20T12:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T17:00:00+01:00', '2026-11-01T16:00:00.000Z'],
])('--since %s is the time %s', (since, time) => {
  expect(readSince(since, now)).toBe(time)
})

test.each(['', 'yesterday', '7w', '2026-99-01', '-1d'])(
  '--since %j is refused, and both forms are named',
  (since) => {
    expect(() => readSince(since, now)).toThrow(/24h.*2026-01-31T17:00:00Z/)
  },
)
