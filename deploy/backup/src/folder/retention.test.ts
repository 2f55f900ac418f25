import { expect, test } from 'vitest'
import { keptBackups } from './retention.ts'

const dayMs = 86_400_000
const daily = (days: number, from = '2026-03-31T02:00:00Z') =>
  Array.from({ length: days }, (_, age) => ({ endedAt: new Date(Date.parse(from) - age * dayMs) }))
const dates = (backups: Iterable<{ endedAt: Date }>) =>
  [...backups].map(({ endedAt }) => endedAt.toISOString().slice(0, 10)).toSorted()

test('a year of daily backups keeps 7 days, 4 weeks and 12 months', () => {
  const kept = keptBackups(daily(365))
  expect(dates(kept.keys())).toEqual([
    ...['2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31', '2025-08-31', '2025-09-30', '2025-10-31'],
    ...['2025-11-30', '2025-12-31', '2026-01-31', '2026-02-28'],
    // Sundays end their weeks.
    ...['2026-03-15', '2026-03-22'],
    ...['2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'],
  ])
})

test('of a day before the last one the newest stays, and of the last day each', () => {
  const at = (time: string) => ({ endedAt: new Date(time) })
  const [early, late] = [at('2026-03-01T01:00:00Z'), at('2026-03-01T02:00:00Z')]
  const [morning, evening] = [at('2026-03-03T06:00:00Z'), at('2026-03-03T18:00:00Z')]
  const kept = keptBackups([evening, early, morning, late])
  expect(kept.get(early)).toBeUndefined()
  expect(kept.get(late)).toEqual(['daily', 'weekly'])
  expect(kept.get(morning)).toEqual(['recent'])
  expect(kept.get(evening)).toEqual(['newest', 'daily', 'weekly', 'monthly'])
  expect([...keptBackups([late, evening], { daily: 0, weekly: 0, monthly: 0 })]).toEqual([
    [evening, ['newest']],
  ])
  expect(keptBackups([]).size).toBe(0)
})

test('backups that stopped months ago stay: periods are counted among those that have a backup', () => {
  expect(keptBackups(daily(3, '2020-01-03T02:00:00Z')).size).toBe(3)
})
