import type { readUsage } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { datesOfPeriod, toUsageView } from '../domain/usage/usage.ts'
import { readUsageOf } from '../store/usage-store.ts'

const recentRuns = 20

export function handleReadUsage({ db, environment }: BillingDeps): Handler<typeof readUsage> {
  return async ({ accountId, periodDays }, { now }) => {
    const dates = datesOfPeriod(periodDays, now)
    const period = { accountId, first: dates[0] as string, last: dates.at(-1) as string }
    const { groups, recent } = await readUsageOf(db, period, { environment, limit: recentRuns })
    return toUsageView(groups, recent, dates)
  }
}
