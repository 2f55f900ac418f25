import { defineEndpoint, openAccess } from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import type { Console } from '../../console/console.ts'
import { consoleOf } from '../../console/console-of.ts'
import {
  domainOf,
  finishByOrganisation,
  noteFailure,
} from '../../console/organisation/finish-by-organisation.ts'
import { authorizationUrl, returnPath, verifiedAddress } from '../../console/organisation/provider.ts'
import { withForm } from '../../console/pages/console-page.ts'
import {
  organisationFailedPage,
  organisationPage,
  organisationPaths,
  signedInPage,
} from '../../console/pages/organisation-pages.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { localAddress, placeOf } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { sessionMs } from '../../console/sessions/session-rules.ts'
import { type Call, type Route, serve } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import {
  findByDomain,
  findOrganisation,
  keepSignIn,
  organisationSignInMs,
  takeSignIn,
  whenReady,
} from '../../store/console/organisation-store.ts'
import { newToken } from '../../store/console/session-store.ts'

const html = { mediaType: 'text/html' }
const page = { isInternal: true, tag: 'Pages', access: openAccess } as const
const shown = { status: 200, description: 'The page.', content: html }
/** A provider is asked twice, for five seconds each. */
const providerDeadlineMs = 15_000

const showOrganisation = defineEndpoint({
  ...page,
  operationId: 'show-organisation-sign-in',
  path: organisationPaths.choose,
  summary: 'Find the organisation of an address',
  query: z.strictObject({ email: z.string().max(1_000).optional() }),
  success: shown,
})
const startSignIn = defineEndpoint({
  ...page,
  operationId: 'start-organisation-sign-in',
  path: organisationPaths.start,
  summary: 'Go to the provider of an organisation',
  query: z.strictObject({ domain: z.string().max(253).default('') }),
  deadlineMs: providerDeadlineMs,
  success: { status: 303, description: 'The provider.', content: html },
})
const finishSignIn = defineEndpoint({
  ...page,
  operationId: 'finish-organisation-sign-in',
  path: returnPath,
  summary: 'Come back from the provider of an organisation',
  query: z.looseObject({}),
  deadlineMs: providerDeadlineMs,
  success: { status: 303, description: 'The console.', content: html },
})

/** What a provider may send back; anything else is left out. */
const returned = ['code', 'state', 'iss', 'error', 'error_description'] as const

/**
 * Sign-in by the provider of an organisation. It starts at a link and not by a form, because a page lets forms go to its own site alone, also
 * after a redirect.
 */
export function organisationSignInRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  const failed = () => htmlPage(site, 403, organisationFailedPage(site), withForm)
  return [
    serve(showOrganisation, async (call) => {
      const local = localAddress(call, 'GET')
      if (local !== null) return local
      const { console } = consoleOf(call)
      const email = call.query.email?.trim().toLowerCase()
      if (email === undefined) return htmlPage(site, 200, organisationPage(site, {}), withForm)
      const domain = domainOf(email)
      const found = await findByDomain(console.db, domain)
      const host = found === null ? null : new URL(found.issuer).host
      return htmlPage(site, 200, organisationPage(site, { email, domain, host }), withForm)
    }),
    serve(startSignIn, async (call) => {
      const local = localAddress(call, 'GET')
      if (local !== null) return local
      const { console } = consoleOf(call)
      const organisation = await findByDomain(console.db, call.query.domain.toLowerCase())
      if (organisation === null) return seeOther(organisationPaths.choose)
      const token = newToken()
      const location = await authorizationUrl(console, organisation, token).catch(() => null)
      if (location === null) return htmlPage(site, 503, organisationFailedPage(site), withForm)
      await keepSignIn(console.db, console.hash(token), organisation.account_id, call.now)
      const cookie = cookies.organisation.keep(token, organisationSignInMs / 1_000)
      return seeOther(location, { 'set-cookie': cookie })
    }),
    serve(finishSignIn, async (call) => {
      const { console } = consoleOf(call)
      const token = cookies.organisation.read(call.headers)
      const accountId = token === null ? null : await takeSignIn(console.db, console.hash(token), call.now)
      if (token === null || accountId === null) return failed()
      const finished = await finish(call, console, { token, accountId })
      if (finished === null) return failed()
      console.sendMails()
      const headers = { 'set-cookie': cookies.session.keep(finished, sessionMs.longest / 1_000) }
      if (site.isSecure) return seeOther('/console', headers)
      // Without https the cookie goes along from a page of our own alone, and this way here began at the provider.
      return htmlPage(site, 200, signedInPage(site), { ...withForm, ...headers })
    }),
  ]
}

async function finish(
  call: Call,
  console: Console,
  { token, accountId }: { token: string; accountId: string },
): Promise<string | null> {
  const { now } = call
  const place = placeOf(call)
  const stored = await findOrganisation(console.db, accountId)
  const organisation = stored === null ? null : whenReady(stored)
  if (organisation === null) return null
  const sent = call.query as Readonly<Record<string, unknown>>
  const query = Object.fromEntries(
    returned.flatMap((name) => {
      const value = sent[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  let address: string | null
  try {
    address = await verifiedAddress(console, organisation, { token, query })
  } catch {
    // The answer was not the provider's, or not for this browser, or the provider refused: its words are not shown.
    await inTransaction(console.db, (tx) => noteFailure(tx, { accountId, now, place, target: 'provider' }))
    return null
  }
  return finishByOrganisation(console, { address, accountId, now, place })
}
