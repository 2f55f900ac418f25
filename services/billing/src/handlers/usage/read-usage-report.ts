import type { readUsageReport } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { daysOf, toUsageReport } from '../../domain/usage/usage-report.ts'
import { readSnapshot } from '../../store/usage/read-snapshot.ts'
import { spanOfDays } from '../../domain/usage/calendar-month.ts'
import { readUsageGroups } from '../../store/usage/usage-groups.ts'

export function handleReadUsageReport({ db }: BillingDeps): Handler<typeof readUsageReport> {
  return async ({ accountId, from, to }) => {
    const days = daysOf({ from, to })
    const span = { accountId, ...spanOfDays(from, to) }
    return toUsageReport(await readSnapshot(db, (tx) => readUsageGroups(tx, span)), days)
  }
}
