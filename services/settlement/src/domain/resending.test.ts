import { expect, test } from 'vitest'
import { sendAgainAt } from './resending.ts'

const lastAt = new Date('2026-01-01T00:00:00.000Z')
const minutesAfter = (count: number) => {
  const at = sendAgainAt({ count, lastAt })
  return at === null ? 0 : (at.getTime() - lastAt.getTime()) / 60_000
}

test('one transaction in vain is followed at once, each further one four times as late, up to a day', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 900].map(minutesAfter)).toEqual([
    ...[0, 0, 1, 4, 16, 64, 256, 1_024, 1_440, 1_440],
  ])
  expect(sendAgainAt({ count: 0, lastAt: null })).toBeNull()
})
