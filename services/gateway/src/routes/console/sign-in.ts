import { defineEndpoint, EmailAddress, openAccess, personAccess, Refusal } from '@outturn/contracts'
import { htmlPage, minuteText } from '@outturn/pages'
import { inTransaction } from '@outturn/postgres/typed'
import { personRoles } from '@outturn/vocabulary'
import type { VNode } from 'preact'
import { z } from 'zod'
import { type Answer, type Call, type Route, serve, serveForm } from '../../http/route.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import type { Console } from '../../console/console.ts'
import { hasOrganisations } from '../../store/console/organisation-store.ts'
import { consoleOf } from '../../console/console-of.ts'
import { withForm } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import {
  finishPage,
  linkProblemPage,
  sentPage,
  type SignInFacts,
  signInPage,
} from '../../console/pages/sign-in-pages.ts'
import { localAddress, placeOf, servePerson } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { sessionMs } from '../../console/sessions/session-rules.ts'
import { endChains, newToken } from '../../store/console/session-store.ts'
import { finishSignIn } from '../../console/sign-in/finish-sign-in.ts'
import {
  beginRequest,
  findRequest,
  findRequestOfBrowser,
  isClientAtLimit,
  isOpenRequest,
  type SignInRequest,
} from '../../store/console/sign-in-store.ts'
import { limitWindowMs, requestMs } from '../../console/sign-in/sign-in-limits.ts'
import { linkToken, readCode } from '../../console/sign-in/sign-in-secrets.ts'
import { isSame, tryCode } from '../../console/sign-in/try-code.ts'
import type { PageSite } from '../../pages/site.ts'

const html = { mediaType: 'text/html' }
const page = { isInternal: true, tag: 'Pages', access: openAccess } as const
const shown = { status: 200, description: 'The page.', content: html }
const ledOn = { status: 303, description: 'The next page.', content: html }
const token = z.string().max(200)

const showSignIn = defineEndpoint({
  ...page,
  operationId: 'show-sign-in',
  path: '/sign-in',
  summary: 'Sign in',
  ignoresQuery: true,
  success: shown,
})
const beginSignIn = defineEndpoint({
  ...page,
  operationId: 'begin-sign-in',
  path: '/sign-in',
  summary: 'Mail a link and a code',
  body: z.strictObject({ email: z.string().max(1_000).default('') }),
  success: ledOn,
})
const showSent = defineEndpoint({
  ...page,
  operationId: 'show-sign-in-sent',
  path: '/sign-in/sent',
  summary: 'Enter the code of a sign-in mail',
  ignoresQuery: true,
  success: shown,
})
const enterCode = defineEndpoint({
  ...page,
  operationId: 'enter-sign-in-code',
  path: '/sign-in/code',
  summary: 'Sign in by the code of a mail',
  body: z.strictObject({ code: z.string().max(1_000).default('') }),
  success: ledOn,
})
const showFinish = defineEndpoint({
  ...page,
  operationId: 'show-sign-in-link',
  path: '/sign-in/finish',
  summary: 'Open the link of a sign-in mail',
  query: z.strictObject({ token: token.optional() }),
  success: shown,
})
const finishByLink = defineEndpoint({
  ...page,
  operationId: 'finish-sign-in',
  path: '/sign-in/finish',
  summary: 'Sign in by the link of a mail',
  body: z.strictObject({ token }),
  success: ledOn,
})
const signOut = defineEndpoint({
  ...page,
  access: personAccess(personRoles),
  isRateLimited: false,
  operationId: 'sign-out',
  path: '/sign-out',
  summary: 'Sign out',
  body: z.strictObject({ _t: z.string().default('') }),
  success: ledOn,
})

/** How people sign in: a link and a code by mail, or the link of an operator. */
export function signInRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  const answer = (status: number, document: VNode) => htmlPage(site, status, document, withForm)
  return [
    serve(showSignIn, async (call) => {
      const local = localAddress(call, 'GET')
      if (local !== null) return local
      const { console } = consoleOf(call)
      return answer(200, signInPage(site, await signInFacts(console)))
    }),
    serveForm(beginSignIn, async (call) => {
      const { console } = consoleOf(call)
      const email = EmailAddress.safeParse(call.body.email)
      const facts = await signInFacts(console)
      if (console.mail === 'none') return answer(503, signInPage(site, facts))
      if (!email.success) {
        const error = 'Enter an address such as you@company.example.'
        return answer(422, signInPage(site, { ...facts, email: call.body.email.slice(0, 254), error }))
      }
      return seeOther('/sign-in/sent', await beginByMail(call, cookies, { email: email.data }))
    }),
    serve(showSent, async (call) => {
      const request = await requestOfBrowser(call, cookies)
      return request === null ? seeOther('/sign-in') : answer(200, sentPage(site, shownRequest(request)))
    }),
    serveForm(enterCode, async (call) => {
      const request = await requestOfBrowser(call, cookies)
      if (request === null) return seeOther('/sign-in')
      const { console } = consoleOf(call)
      const code = readCode(call.body.code)
      if (code === null) {
        const error = `A code has 8 digits. This one has ${call.body.code.replaceAll(/\D/g, '').length}.`
        return answer(422, sentPage(site, { ...shownRequest(request), error }))
      }
      const tried = await tryCode(console, request, { code, now: call.now })
      if (tried === 'right') return finished(call, request, { site, cookies })
      const error =
        tried === 'ended'
          ? 'This code has ended. Send a new mail.'
          : 'This is not the code of the newest mail.'
      return answer(422, sentPage(site, { ...shownRequest(request), error }))
    }),
    serve(showFinish, async (call) => {
      const local = localAddress(call, 'GET')
      if (local !== null) return withQuery(local, call.query.token)
      const found = await requestOfLink(call, call.query.token ?? '', cookies)
      if (typeof found === 'string')
        return answer(found === 'ended' ? 410 : 409, linkProblemPage(site, found))
      return answer(200, finishPage(site, { email: found.email, token: call.query.token ?? '' }))
    }),
    serveForm(finishByLink, async (call) => {
      const found = await requestOfLink(call, call.body.token, cookies)
      if (typeof found === 'string')
        return answer(found === 'ended' ? 410 : 409, linkProblemPage(site, found))
      return finished(call, found, { site, cookies })
    }),
    servePerson(signOut, cookies, async (call, person) => {
      const { session, console } = person
      await inTransaction(console.db, async (tx) => {
        await endChains(tx, person.personId, call.now, [session.chain_id])
        await noteAction(tx, {
          accountId: person.accountId,
          at: call.now,
          actor: person.email,
          chainId: session.chain_id,
          action: 'session.revoked',
          target: person.email,
          addressPrefix: person.place.addressPrefix,
        })
      })
      return seeOther('/sign-in', { 'set-cookie': cookies.session.end() })
    }),
  ]
}

/** What the sign-in page says of this deployment: the same to everybody. */
export async function signInFacts(console: Console): Promise<SignInFacts> {
  const { mail, isSignUpOpen, db } = console
  return { mail, isSignUpOpen, hasOrganisations: await hasOrganisations(db) }
}

/** Begins a sign-in in this browser; the answer and its time are the same for every address. */
export async function beginByMail(
  call: Call,
  cookies: ConsoleCookies,
  request: { email: string; invitationId?: string },
): Promise<Readonly<Record<string, string>>> {
  const { console } = consoleOf(call)
  const { addressPrefix } = placeOf(call)
  if (await isClientAtLimit(console.db, addressPrefix, call.now)) {
    throw new Refusal(
      'rate_limited',
      'So many sign-ins were begun from your network that you have to wait.',
      {
        retryAfterSeconds: limitWindowMs / 1_000,
      },
    )
  }
  const pre = newToken()
  await beginRequest(
    console.db,
    {
      kind: 'mail',
      email: request.email,
      pre_hash: console.hash(pre),
      address_prefix: addressPrefix,
      invitation_id: request.invitationId ?? null,
    },
    call.now,
  )
  console.sendMails()
  return { 'set-cookie': cookies.pre.keep(pre, requestMs / 1_000) }
}

async function requestOfBrowser(call: Call, cookies: ConsoleCookies): Promise<SignInRequest | null> {
  const pre = cookies.pre.read(call.headers)
  if (pre === null) return null
  const { console } = consoleOf(call)
  return findRequestOfBrowser(console.db, console.hash(pre))
}

/** The request of a link that may be finished here: an operator's in any browser, one of a mail where it was asked for. */
async function requestOfLink(
  call: Call,
  given: string,
  cookies: ConsoleCookies,
): Promise<SignInRequest | 'ended' | 'elsewhere'> {
  const { console } = consoleOf(call)
  const [id = ''] = given.split('.')
  const isWhole = isSame(given, linkToken(console.hash, id))
  const request = isWhole ? await findRequest(console.db, id) : null
  if (request === null || request.kind === 'step_up' || !isOpenRequest(request, call.now)) return 'ended'
  if (request.kind === 'link') return request
  const pre = cookies.pre.read(call.headers)
  return pre !== null && request.pre_hash === console.hash(pre) ? request : 'elsewhere'
}

async function finished(
  call: Call,
  request: SignInRequest,
  { site, cookies }: { site: PageSite; cookies: ConsoleCookies },
): Promise<Answer> {
  const { console } = consoleOf(call)
  const outcome = await finishSignIn(console, request, { now: call.now, place: placeOf(call) })
  if (typeof outcome === 'string') {
    return htmlPage(site, outcome === 'ended' ? 410 : 403, linkProblemPage(site, outcome), withForm)
  }
  console.sendMails()
  return seeOther('/console', {
    'set-cookie': cookies.session.keep(outcome.token, sessionMs.longest / 1_000),
  })
}

function shownRequest({ email, expires_at }: SignInRequest): { email: string; endsAt: string } {
  return { email, endsAt: minuteText(expires_at.toISOString()) }
}

function withQuery(answer: Answer, given: string | undefined): Answer {
  if (given === undefined) return answer
  const location = `${answer.headers?.['location'] ?? ''}?token=${encodeURIComponent(given)}`
  return { ...answer, headers: { ...answer.headers, location } }
}
