import { defineEndpoint, personAccess, readBalance, readKeyCaps, readUsageReport } from '@outturn/contracts'
import { personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import { keyNamesOf } from '../../../console/pages/money/keys/key-names.ts'
import { monthOf } from '../../../console/pages/money/period/month.ts'
import { usageContent } from '../../../console/pages/money/usage-page.ts'
import { usagePeriod, usagePeriodPattern } from '../../../console/pages/money/period/usage-period.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { findAccount } from '../../../store/account-store.ts'
import { listKeysOf } from '../../../store/key-store.ts'
import { seesCaps } from '../../../console/pages/money/money-roles.ts'
import { orNull, panelMs } from '../../../console/panel.ts'

const showUsage = defineEndpoint({
  operationId: 'show-usage',
  path: '/console/usage',
  access: personAccess(personRoles),
  summary: 'See what the account used and was charged',
  isInternal: true,
  isRateLimited: false,
  tag: 'Pages',
  query: z.strictObject({ period: z.string().regex(usagePeriodPattern).optional() }),
  deadlineMs: panelMs,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})

/** Usage of a period by day, by key and by use case. Viewers see it without the caps of keys. */
export function usageRoute(site: PageSite, cookies: ConsoleCookies): Route {
  return servePerson(showUsage, cookies, async (call, person) => {
    const { accountId, console, instance, role } = person
    const period = usagePeriod(call.query.period ?? monthOf(call.now), call.now)
    const { from, to } = period
    const options = asPerson(call, person)
    const [report, balance, caps, keys, account] = await Promise.all([
      orNull(() => instance.bus.request(readUsageReport, { accountId, from, to }, options)),
      orNull(() => instance.bus.request(readBalance, { accountId }, options)),
      seesCaps(role) ? orNull(() => instance.bus.request(readKeyCaps, { accountId }, options)) : null,
      listKeysOf(console.db, accountId),
      findAccount(console.db, accountId),
    ])
    const content = usageContent({
      period,
      report,
      balance,
      ...(seesCaps(role) && { caps: caps?.caps ?? null }),
      names: keyNamesOf(keys),
      openedOn: account?.created_at.toISOString().slice(0, 10) ?? from,
      opensKeys: seesCaps(role),
      now: call.now,
    })
    return consolePage(site, person, { title: 'Usage', current: '/console/usage' }, content)
  })
}
