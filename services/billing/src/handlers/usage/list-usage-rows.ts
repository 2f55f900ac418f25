import { invalid, type listUsageRows } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { spanOfDays } from '../../domain/usage/calendar-month.ts'
import { daysOf, toUsageRow } from '../../domain/usage/usage-report.ts'
import { readSnapshot } from '../../store/usage/read-snapshot.ts'
import { readUsageGroups } from '../../store/usage/usage-groups.ts'

/** The rows of a usage file, page by page. A page is continued after the place of its last row on its day. */
export function handleListUsageRows({ db }: BillingDeps): Handler<typeof listUsageRows> {
  return async ({ accountId, from, to, after, limit }) => {
    daysOf({ from, to })
    const place = after === null ? null : parsePlace(after)
    const span = { accountId, ...spanOfDays(place?.date ?? from, to) }
    const groups = await readSnapshot(db, (tx) => readUsageGroups(tx, span))
    const start = place?.index ?? 0
    const page = groups.slice(start, start + limit)
    const last = page.at(-1)
    if (last === undefined || groups.length <= start + limit)
      return { rows: page.map(toUsageRow), next: null }
    const index = page.filter(({ date }) => date === last.date).length
    const onThisDay = last.date === place?.date ? start + index : index
    return { rows: page.map(toUsageRow), next: `${last.date}/${onThisDay}` }
  }
}

function parsePlace(text: string): { date: string; index: number } {
  const [, date, index] = /^(\d{4}-\d{2}-\d{2})\/(\d{1,7})$/.exec(text) ?? []
  if (date === undefined) throw invalid('after', 'The value continues no list of usage.')
  return { date, index: Number(index) }
}
