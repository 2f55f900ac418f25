import {
  absent,
  forbidden,
  defineEndpoint,
  listAccountSpools,
  listDisputes,
  personAccess,
  readBalance,
  readKeyCaps,
  readUsageReport,
} from '@outturn/contracts'
import { personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { listOwnAccounts } from '../../store/console/person-store.ts'
import { consolePage } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { keyNamesOf } from '../../console/pages/money/keys/key-names.ts'
import { seesCaps } from '../../console/pages/money/money-roles.ts'
import { usagePeriod } from '../../console/pages/money/period/usage-period.ts'
import { overviewContent } from '../../console/pages/overview/overview-page.ts'
import { asPerson } from '../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import { hasOwnProof } from '../../console/sessions/session-rules.ts'
import { askForProof } from '../../console/sign-in/step-up.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import type { Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { countFailedMails } from '../../store/console/notice-store.ts'
import { mayEnter } from '../../store/console/organisation-store.ts'
import { findAccount } from '../../store/account-store.ts'
import { listKeysOf } from '../../store/key-store.ts'
import { orNull, panelMs } from '../../console/panel.ts'

const dayMs = 86_400_000
/** Rows of a panel. */
const mostWaiting = 5
const mostRefused = 6
const mostLatest = 4

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
  body: z.strictObject({
    _t: z.string().max(1_000).default(''),
    account: z.string().max(1_000).default(''),
    code: z.string().max(1_000).optional(),
  }),
  success: { status: 303, description: 'The overview.', content: { mediaType: 'text/html' } },
})

/** An organisation signs people in to its own account: the way from another one is none of its. */
async function assertMayGo({ console, session, personId }: SignedIn, accountId: string): Promise<void> {
  const method = session.method === 'oidc' ? 'mail' : session.method
  if (await mayEnter(console.db, { accountId, personId, method })) return
  throw forbidden('This account lets its organisation alone sign people in.', {
    remediation: 'Sign out, and choose "Continue with your organisation" on the sign-in page.',
  })
}

/** Leads a person who belongs to several accounts from one to another; whom an organisation signed in proves first who they are. */
export function accountSwitchRoute(site: PageSite, cookies: ConsoleCookies): Route {
  return servePerson(goToAccount, cookies, async (call, person) => {
    const own = await listOwnAccounts(person.console.db, person.personId)
    const chosen = own.find(({ accountId }) => accountId === call.body.account)
    if (chosen === undefined) throw absent('There is no such account.')
    await assertMayGo(person, chosen.accountId)
    const proof = hasOwnProof(person.session)
      ? ({ isProved: true, headers: {} } as const)
      : await askForProof(call, person, {
          site,
          title: 'Confirm the way to another account',
          current: '/console',
          reason: `You go on in the account ${chosen.name}, for which the organisation of this one does not speak.`,
          button: 'Go on',
          isBeyondAccount: true,
        })
    if (!proof.isProved) return proof.answer
    const moved = await person.goTo(chosen.accountId, call.now)
    return seeOther('/console', { ...proof.headers, ...moved })
  })
}

/** The first page of the console: how the account stands, and what to do first. */
export function overviewRoute(site: PageSite, cookies: ConsoleCookies): Route {
  return servePerson(showOverview, cookies, async (call, person) => {
    const { accountId, console, instance, role } = person
    const options = asPerson(call, person)
    const { from, to } = usagePeriod('90d', call.now)
    const since = new Date(call.now.getTime() - dayMs)
    const seesRequests = role === 'owner' || role === 'developer'
    const seesSpools = role !== 'billing'
    const [report, balance, caps, waiting, disputes, latest, refused, keys, accounts, account, failedMails] =
      await Promise.all([
        orNull(() => instance.bus.request(readUsageReport, { accountId, from, to }, options)),
        orNull(() => instance.bus.request(readBalance, { accountId }, options)),
        seesCaps(role) ? orNull(() => instance.bus.request(readKeyCaps, { accountId }, options)) : null,
        seesSpools
          ? orNull(() =>
              instance.bus.request(listAccountSpools, { limit: mostWaiting, isWaitingForMe: true }, options),
            )
          : null,
        seesSpools
          ? orNull(() => instance.bus.request(listDisputes, { limit: mostWaiting, isOpen: true }, options))
          : null,
        seesSpools
          ? orNull(() => instance.bus.request(listAccountSpools, { limit: mostLatest }, options))
          : null,
        seesRequests ? person.instance.requests.countRefused(accountId, since, mostRefused) : [],
        listKeysOf(console.db, accountId),
        listOwnAccounts(console.db, person.personId),
        findAccount(console.db, accountId),
        countFailedMails(console.db, accountId, call.now),
      ])
    const own = keys.filter(({ spool_id: spoolId }) => spoolId === null)
    const content = overviewContent(person, {
      report,
      balance,
      caps: caps?.caps ?? null,
      ...(seesSpools && {
        waiting: { spools: waiting?.data ?? null, hasMore: waiting !== null && waiting.nextCursor !== null },
      }),
      ...(seesSpools && { disputes: disputes?.data ?? null }),
      ...(seesSpools && { latest: latest?.data ?? null }),
      ...(seesRequests && { refused }),
      others: accounts.filter((each) => each.accountId !== accountId),
      progress: {
        hasKey: own.length > 0,
        hasUsedKey: own.some(({ last_used_at: usedAt }) => usedAt !== null),
        hasRun: report !== null && report.totals.runs > 0,
      },
      names: keyNamesOf(keys),
      openedOn: account?.created_at.toISOString().slice(0, 10) ?? from,
      opensKeys: seesCaps(role),
      failedMails,
      now: call.now,
    })
    return consolePage(site, person, { title: 'Overview', current: '/console' }, content)
  })
}
