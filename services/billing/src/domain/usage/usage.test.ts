import { Usage } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { datesOfPeriod, toUsageView, type UsageGroup } from './usage.ts'

const now = new Date('2026-03-01T00:00:00.000Z')

function group(date: string, useCase: string, sums: Partial<UsageGroup> = {}): UsageGroup {
  const one = {
    runs: 1n,
    passes: 1n,
    submitted: 20n,
    accepted: 18n,
    earnedMicros: 4_500_000n,
    feeMicros: 100_000n,
    paidMicros: 0n,
  }
  return { date, useCase, ...one, ...sums }
}

test('the period ends with the UTC day of now and has every day before it', () => {
  expect(datesOfPeriod(3, now)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(datesOfPeriod(1, new Date('2026-02-28T23:59:59.999Z'))).toEqual(['2026-02-28'])
})

test('days without runs are there with zeros and no pass rate', () => {
  const usage = toUsageView([group('2026-02-28', 'dataset')], [], datesOfPeriod(2, now))
  expect(Usage.parse(usage)).toEqual(usage)
  expect(usage.days).toEqual([
    {
      date: '2026-02-28',
      totalRuns: 1,
      accepted: 18,
      submitted: 20,
      earned_micros: '4500000',
      fees_accrued_micros: '100000',
      paid_micros: '0',
      cogs_micros: '0',
      pass_rate: 1,
    },
    {
      date: '2026-03-01',
      totalRuns: 0,
      accepted: 0,
      submitted: 0,
      earned_micros: '0',
      fees_accrued_micros: '0',
      paid_micros: '0',
      cogs_micros: '0',
      pass_rate: null,
    },
  ])
})

test('the pass rate is rounded to four places', () => {
  const rate = (passes: bigint, runs: bigint) =>
    toUsageView([group('2026-03-01', 'url', { passes, runs })], [], ['2026-03-01']).totals.pass_rate
  expect([rate(2n, 3n), rate(1n, 3n), rate(0n, 3n), rate(3n, 3n)]).toEqual([0.6667, 0.3333, 0, 1])
})

test('the twenty use cases with most runs are shown and the totals count them all', () => {
  const groups = Array.from({ length: 25 }, (_, index) =>
    group('2026-03-01', `case-${String(index).padStart(2, '0')}`, { runs: BigInt(index + 1), passes: 0n }),
  )
  const usage = toUsageView(groups, [], ['2026-03-01'])
  expect(usage.use_cases).toHaveLength(20)
  expect(usage.use_cases[0]).toMatchObject({ use_case: 'case-24', totalRuns: 25 })
  expect(usage.totals.totalRuns).toBe(325)
})

test('amounts beyond what a float holds stay exact', () => {
  const usage = toUsageView(
    [
      group('2026-03-01', 'a', { earnedMicros: 9_007_199_254_740_993n }),
      group('2026-03-01', 'b', { earnedMicros: 2n }),
    ],
    [],
    ['2026-03-01'],
  )
  expect(usage.totals.earned_micros).toBe('9007199254740995')
})
