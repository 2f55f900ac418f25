import { absent, defineEndpoint, personAccess, readBalance, readUsage } from '@outturn/contracts'
import { personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { listOwnAccounts } from '../../store/console/person-store.ts'
import { consolePage } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { overviewContent } from '../../console/pages/overview-page.ts'
import { orNull } from '../../console/panel.ts'
import { asPerson } from '../../console/sessions/person-principal.ts'
import { servePerson } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import type { Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { listKeysOf } from '../../store/key-store.ts'

/** How long the page waits for what other services say, ms. */
const panelMs = 2_000
const periodDays = 30

const showOverview = defineEndpoint({
  operationId: 'show-overview',
  path: '/console',
  access: personAccess(personRoles),
  summary: 'See how the account stands',
  isInternal: true,
  isRateLimited: false,
  tag: 'Pages',
  ignoresQuery: true,
  deadlineMs: panelMs,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})

const goToAccount = defineEndpoint({
  operationId: 'go-to-account',
  path: '/console/account',
  access: personAccess(personRoles),
  summary: 'Go on in another of your accounts',
  isInternal: true,
  isRateLimited: false,
  tag: 'Pages',
  body: z.strictObject({ _t: z.string().max(1_000).default(''), account: z.string().max(1_000).default('') }),
  success: { status: 303, description: 'The overview.', content: { mediaType: 'text/html' } },
})

/** Leads a person who belongs to several accounts from one to another. */
export function accountSwitchRoute(cookies: ConsoleCookies): Route {
  return servePerson(goToAccount, cookies, async (call, person) => {
    const own = await listOwnAccounts(person.console.db, person.personId)
    const chosen = own.find(({ accountId }) => accountId === call.body.account)
    if (chosen === undefined) throw absent('There is no such account.')
    return seeOther('/console', (await person.goTo(chosen.accountId, call.now)) ?? {})
  })
}

/** The first page of the console: how the account stands, and what to do first. */
export function overviewRoute(site: PageSite, cookies: ConsoleCookies): Route {
  return servePerson(showOverview, cookies, async (call, person) => {
    const { accountId, console, instance } = person
    const options = asPerson(call, person)
    const [usage, balance, keys, accounts] = await Promise.all([
      orNull(() => instance.bus.request(readUsage, { accountId, periodDays }, options)),
      orNull(() => instance.bus.request(readBalance, { accountId }, options)),
      listKeysOf(console.db, accountId),
      listOwnAccounts(console.db, person.personId),
    ])
    const own = keys.filter(({ spool_id: spoolId }) => spoolId === null)
    const content = overviewContent(person, {
      usage,
      balance,
      others: accounts.filter((each) => each.accountId !== accountId),
      hasKey: own.length > 0,
      hasUsedKey: own.some(({ last_used_at: usedAt }) => usedAt !== null),
    })
    return consolePage(site, person, { title: 'Overview', current: '/console' }, content)
  })
}
