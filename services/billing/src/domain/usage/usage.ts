import type { Usage } from '@outturn/contracts'

/** Sums over runs, exact. */
type UsageSums = {
  readonly runs: bigint
  readonly passes: bigint
  readonly submitted: bigint
  readonly accepted: bigint
  readonly earnedMicros: bigint
  readonly feeMicros: bigint
  /** Paid for runs by themselves, outside of what the account has. */
  readonly paidMicros: bigint
}

/** The runs of one UTC day that were for one use case. */
export type UsageGroup = UsageSums & { readonly date: string; readonly useCase: string }

type Totals = Usage['totals']

const mostUseCases = 20
const dayMs = 24 * 60 * 60 * 1_000

/** UTC dates of the period, oldest first; the last is the day of `now`. */
export function datesOfPeriod(periodDays: number, now: Date): string[] {
  return Array.from({ length: periodDays }, (_, index) =>
    new Date(now.getTime() - (periodDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}

/** Usage as the contract shows it: every day of the period, the use cases with most runs, and what it all comes to. */
export function toUsageView(
  groups: readonly UsageGroup[],
  recent: Usage['recent'],
  dates: readonly string[],
): Usage {
  const byDate = Map.groupBy(groups, ({ date }) => date)
  const byUseCase = Map.groupBy(groups, ({ useCase }) => useCase)
  return {
    days: dates.map((date) => ({ date, ...toTotals(sumUp(byDate.get(date) ?? [])) })),
    totals: toTotals(sumUp(groups)),
    use_cases: [...byUseCase]
      .map(([useCase, runs]) => ({ useCase, sums: sumUp(runs) }))
      .sort((a, b) => Number(b.sums.runs - a.sums.runs) || (a.useCase < b.useCase ? -1 : 1))
      .slice(0, mostUseCases)
      .map(({ useCase, sums }) => ({ use_case: useCase, ...toTotals(sums) })),
    recent,
  }
}

function sumUp(groups: readonly UsageSums[]): UsageSums {
  const sums = {
    runs: 0n,
    passes: 0n,
    submitted: 0n,
    accepted: 0n,
    earnedMicros: 0n,
    feeMicros: 0n,
    paidMicros: 0n,
  }
  for (const group of groups) {
    sums.runs += group.runs
    sums.passes += group.passes
    sums.submitted += group.submitted
    sums.accepted += group.accepted
    sums.earnedMicros += group.earnedMicros
    sums.feeMicros += group.feeMicros
    sums.paidMicros += group.paidMicros
  }
  return sums
}

function toTotals(sums: UsageSums): Totals {
  return {
    totalRuns: Number(sums.runs),
    accepted: Number(sums.accepted),
    submitted: Number(sums.submitted),
    earned_micros: String(sums.earnedMicros),
    fees_accrued_micros: String(sums.feeMicros),
    paid_micros: String(sums.paidMicros),
    // No executor of this release is metered: checkers and judgments of people cost nothing beside the machine.
    cogs_micros: '0',
    pass_rate:
      sums.runs === 0n ? null : Math.round((Number(sums.passes) * 10_000) / Number(sums.runs)) / 10_000,
  }
}
