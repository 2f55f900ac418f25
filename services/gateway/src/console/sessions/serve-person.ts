import { type Endpoint, forbidden, Refusal } from '@outturn/contracts'
import type { PersonRole } from '@outturn/vocabulary'
import { inTransaction } from '@outturn/postgres/typed'
import type { z } from 'zod'
import type { GatewayInstance } from '../../deps.ts'
import type { Answer, Call, Route } from '../../http/route.ts'
import { secondsUntilReset } from '../../rate-limit/rate-headers.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import type { Console } from '../console.ts'
import { consoleOf } from '../console-of.ts'
import { seeOther } from '../pages/see-other.ts'
import { addressPrefix } from './address-prefix.ts'
import { isSignInEnough } from '../organisation/sign-in-rule.ts'
import { formToken, isFormToken } from './form-token.ts'
import type { ConsoleCookies } from './session-cookies.ts'
import {
  hasOwnProof,
  isDueForNote,
  isDueForRotation,
  isProved,
  sessionMs,
  sessionState,
} from './session-rules.ts'
import {
  endReplayed,
  findFormOwners,
  findSession,
  type FoundSession,
  newToken,
  noteSeen,
  type PersonSession,
  type Place,
  rotateSession,
} from '../../store/console/session-store.ts'

/** The person who asks for a page, with what the page works with. */
export type SignedIn = {
  readonly console: Console
  readonly instance: GatewayInstance
  readonly session: FoundSession
  readonly accountId: string
  readonly accountName: string
  readonly personId: string
  readonly email: string
  readonly role: PersonRole
  readonly place: Place
  /** Whether they proved lately who they are. */
  readonly isProved: boolean
  /** Whether they proved it lately by themselves, and not by the word of an organisation, which is good in its own account alone. */
  readonly isProvedByThemselves: boolean
  /** The hidden field of the form that is sent to this address. */
  formToken(path: string): string
  /** Replaces the token of the browser, because the person has proved who they are; null when it was replaced already. */
  prove(now: Date): Promise<Readonly<Record<string, string>> | null>
  /** Replaces the token of the browser by one for another account of the person. */
  goTo(accountId: string, now: Date): Promise<Readonly<Record<string, string>> | null>
}

type Output<S> = S extends z.ZodType ? z.output<S> : unknown

/** Requests of one person in a minute. */
const requestsPerMinute = 300

/**
 * Serves a page to people who are signed in with a role that may open it. Who is not goes to sign in; a form needs the hidden field that its
 * page had. An API key opens no page, and a session no operation of the API.
 */
export function servePerson<Body extends z.ZodType, Query extends z.ZodType>(
  endpoint: Endpoint<Body, Query>,
  cookies: ConsoleCookies,
  answer: (call: Call<Output<Body>, Output<Query>>, person: SignedIn) => Promise<Answer> | Answer,
): Route {
  const { access } = endpoint
  if (access.kind !== 'person') throw new Error(`${endpoint.operationId} is not for people`)
  return {
    ...endpoint,
    takesForm: endpoint.method === 'POST',
    async answer(call) {
      const local = localAddress(call, endpoint.method)
      if (local !== null) return local
      const opened = await openSession(call, cookies)
      if (opened === null) return signInFirst
      const { person, headers } = opened
      if (endpoint.method === 'POST' && !(await isOfAccount(call, person))) return switchAccountFirst
      if (person.session.isSuspended && endpoint.operationId !== 'sign-out') {
        throw new Refusal('account_suspended', `The account ${person.accountName} is suspended.`)
      }
      if (!access.roles.includes(person.role)) throw wrongRole(access.roles, person.role)
      const answered = await answer(call as Call<Output<Body>, Output<Query>>, person)
      return { ...answered, headers: { ...headers, ...answered.headers } }
    },
  }
}

/**
 * Passkeys and cookies belong to a name, and an address is none: a browser that opens a page at the loopback address goes on to `localhost`.
 */
export function localAddress(call: Pick<Call, 'headers' | 'path'>, method: string): Answer | null {
  const [, port] = /^(?:127\.0\.0\.1|\[::1\]):(\d{1,5})$/.exec(String(call.headers['host'] ?? '')) ?? []
  if (method !== 'GET' || port === undefined) return null
  const location = `http://localhost:${port}${call.path}`
  return { status: 308, body: '', contentType: 'text/html; charset=utf-8', headers: { location } }
}

async function openSession(
  call: Call,
  cookies: ConsoleCookies,
): Promise<{ person: SignedIn; headers: Readonly<Record<string, string>> } | null> {
  const token = cookies.session.read(call.headers)
  if (token === null) return null
  const { console, instance } = consoleOf(call)
  const { now } = call
  const place = placeOf(call)
  const session = await findSession(console.db, console.hash(token))
  const isEnough = session !== null && isSignInEnough(session.isOrganisationRequired, session)
  const state = isEnough ? sessionState(session, now) : 'ended'
  if (session !== null && state === 'replayed') await endReplayed(console.db, session, place, now)
  if (session === null || state !== 'active') {
    await assertWithin(instance, `address|${call.address}`, instance.quota)
    return null
  }
  await assertWithin(instance, `person|${session.person_id}`, requestsPerMinute)
  const rotated = isDueForRotation(session, now)
    ? await rotate(console, session, cookies, { now, isProof: false })
    : null
  if (rotated === null && isDueForNote(session, now)) await noteSeen(console.db, session, now)
  const kept = { ...session, ...rotated?.session }
  const person = signedIn({ console, instance, session: kept, place, cookies, now })
  return { person, headers: rotated?.headers ?? {} }
}

function signedIn(parts: {
  console: Console
  instance: GatewayInstance
  session: FoundSession
  place: Place
  cookies: ConsoleCookies
  now: Date
}): SignedIn {
  const { console, instance, session, place, cookies, now } = parts
  let latest: PersonSession = session
  const replace = async (how: Pick<Parameters<typeof rotate>[3], 'accountId' | 'isProof' | 'now'>) => {
    const rotated = await rotate(console, { ...session, ...latest }, cookies, how)
    if (rotated !== null) latest = rotated.session
    return rotated?.headers ?? null
  }
  return {
    console,
    instance,
    session,
    accountId: session.account_id,
    accountName: session.accountName,
    personId: session.person_id,
    email: session.email,
    role: session.role,
    place,
    isProved: isProved(session, now),
    isProvedByThemselves: isProved(session, now) && hasOwnProof(session),
    formToken: (path) => formToken(console.hash, session, path),
    prove: (at) => replace({ now: at, isProof: true }),
    goTo: (accountId, at) => replace({ now: at, isProof: false, accountId }),
  }
}

/** The session with the token that replaces its own, and the cookie of that. */
async function rotate(
  console: Console,
  session: FoundSession,
  cookies: ConsoleCookies,
  { now, isProof, accountId }: { now: Date; isProof: boolean; accountId?: string },
): Promise<{ session: PersonSession; headers: Readonly<Record<string, string>> } | null> {
  const token = newToken()
  const next = await inTransaction(console.db, async (tx) => {
    const rotated = await rotateSession(tx, session, {
      token,
      hash: console.hash,
      now,
      isProof,
      ...(accountId !== undefined && { accountId }),
    })
    if (rotated !== null && isProof) {
      await noteAction(tx, {
        accountId: session.account_id,
        at: now,
        actor: session.email,
        chainId: session.chain_id,
        action: 'session.rotated',
        target: session.email,
        addressPrefix: session.address_prefix,
      })
    }
    return rotated
  })
  if (next === null) return null
  const seconds = Math.floor(Math.min(next.expires_at.getTime() - now.getTime(), sessionMs.longest) / 1_000)
  return { session: next, headers: { 'set-cookie': cookies.session.keep(token, seconds) } }
}

export function placeOf(call: Pick<Call, 'address' | 'headers'>): Place {
  const agent = String(call.headers['user-agent'] ?? '').slice(0, 200)
  return { addressPrefix: addressPrefix(call.address), agent }
}

/** The answers of a page whose person has to sign in, or to go on in another of their accounts, before anything else. */
export const signInFirst: Answer = seeOther('/sign-in')
export const switchAccountFirst: Answer = seeOther('/console')

/**
 * Whether a form is of the account in which its person is now; refuses one that no session of the person was shown. A form of an earlier
 * session counts: a person who is signed out while they fill it in signs in again and sends it.
 */
async function isOfAccount(call: Call, person: SignedIn): Promise<boolean> {
  const { _t: given } = call.body as { _t?: unknown }
  if (typeof given === 'string' && isFormToken(given, person.formToken(call.path))) return true
  const { console, personId, accountId } = person
  const owners = typeof given === 'string' ? await findFormOwners(console.db, personId) : []
  const owner = owners.find((each) => isFormToken(String(given), formToken(console.hash, each, call.path)))
  if (owner !== undefined) return owner.account_id === accountId
  throw forbidden('This form does not belong to your session.', {
    remediation: 'Open the page again and send its form.',
  })
}

async function assertWithin(instance: GatewayInstance, caller: string, quota: number): Promise<void> {
  const rate = await instance.limit(`console|${caller}`, quota)
  if (rate.granted) return
  throw new Refusal('rate_limited', `The limit of ${quota} requests a minute is reached.`, {
    retryAfterSeconds: Math.max(1, secondsUntilReset(rate)),
  })
}

function wrongRole(roles: readonly PersonRole[], role: PersonRole): Refusal {
  return forbidden(`Your role is ${role}. This page is for ${roles.join(' or ')}.`, {
    remediation: 'Ask an owner of the account to do it, or to change your role.',
  })
}
