import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, createSignInLink } from '@outturn/contracts'
import type { PersonRole } from '@outturn/vocabulary'
import { tokenHasher } from '../auth/token-hash.ts'
import { formToken } from '../console/sessions/form-token.ts'
import { codeIn, ConsoleBrowser, linkIn, mailsTo, type Page } from './console-browser.ts'
import {
  asOperator,
  type OpenGateway,
  openGateway,
  testPepper,
  type Testkit,
  untilServed,
} from './open-gateway.ts'

export type Owner = { email: string; accountId: string; browser: ConsoleBrowser }

/** People at the console of a gateway of its own, by a clock that the test moves. */
export type ConsolePeople = Awaited<ReturnType<typeof openConsole>>

/** Waits until a check of a test passes; the test brings the function of its runner. */
type WaitFor = <Value>(
  check: () => Value | Promise<Value>,
  options: { timeout: number; interval: number },
) => Promise<Value>

/** Opens a gateway whose mails are kept in a folder, with what people do at its console. */
export async function openConsole(from: Testkit, waitFor: WaitFor, variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'outturn-mail-'))
  let clockMs = Date.now()
  const clock = { now: () => new Date(clockMs) }
  const settings = { OUTTURN_MAIL_FOLDER: folder, OUTTURN_TRUSTED_PROXIES: '1', RATE_QUOTA: '100000' }
  const gateway = await openGateway(from, { ...settings, OUTTURN_SIGN_UP: 'closed', ...variables }, { clock })
  let network = 0
  let made = 0

  const later = (ms: number) => {
    clockMs += ms
  }

  /** A browser on a network of its own. */
  function newBrowser(at: OpenGateway = gateway): ConsoleBrowser {
    network += 1
    return new ConsoleBrowser(at.baseUrl, `10.${network >> 8}.${network & 255}.7`)
  }

  /** A name that no test has used yet. */
  function newAddress(name: string): string {
    made += 1
    return `${name}${made}@larkfield.example`
  }

  /** An account whose owner has signed in by the link of an operator. */
  async function newOwner(name = 'Larkfield'): Promise<Owner> {
    const email = newAddress('owner')
    const bus = await gateway.operator('production')
    const account = { name, kind: 'org', quota: null } as const
    const { accountId } = await untilServed(() => bus.request(createAccount, account, asOperator()))
    const browser = newBrowser()
    await finishLink(browser, await linkFor(accountId, email))
    return { email, accountId, browser }
  }

  async function linkFor(accountId: string, email: string): Promise<string> {
    const bus = await gateway.operator('production')
    const { url } = await untilServed(() => bus.request(createSignInLink, { accountId, email }, asOperator()))
    return url.replace(/^https?:\/\/[^/]+/, '')
  }

  async function finishLink(browser: ConsoleBrowser, link: string): Promise<Page> {
    return browser.submit(await browser.get(link), '/sign-in/finish')
  }

  /** One more session of an owner, in a browser of its own. */
  async function addSession({ accountId, email }: Owner): Promise<ConsoleBrowser> {
    const browser = newBrowser()
    await finishLink(browser, await linkFor(accountId, email))
    return browser
  }

  /** Begins a sign-in by mail and waits for the mail. */
  async function mailed(browser: ConsoleBrowser, email: string): Promise<string> {
    const before = lettersTo(email).length
    later(1)
    const begun = await browser.post('/sign-in', { email })
    if (begun.headers['location'] !== '/sign-in/sent') throw new Error(`not begun: ${begun.status}`)
    return nextMail(email, before)
  }

  /** Mails with a code or an invitation; those that only tell of a sign-in are left out. */
  function lettersTo(email: string): string[] {
    return mailsTo(folder, email).filter((mail) => codeIn(mail) !== '' || linkIn(mail).startsWith('/join/'))
  }

  async function nextMail(email: string, before: number): Promise<string> {
    return waitFor(
      () => {
        const mail = lettersTo(email)[before]
        if (mail === undefined) throw new Error(`no mail to ${email}`)
        return mail
      },
      { timeout: 30_000, interval: 20 },
    )
  }

  async function rows(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await gateway.pool('production').query(sql, [...values])).rows as Record<string, unknown>[]
  }

  async function auditOf(accountId: string): Promise<unknown[]> {
    const found = await rows('select action from audit_entry where account_id = $1 order by at, id', [
      accountId,
    ])
    return found.map(({ action }) => action)
  }

  /** What the page of a form would have in it. */
  async function formTokenOf(browser: ConsoleBrowser, path: string): Promise<string> {
    const hash = tokenHasher(testPepper)
    const [session] = await rows('select chain_id, account_id from person_session where token_hash = $1', [
      hash(sessionOf(browser)),
    ])
    const owner = { chain_id: String(session?.['chain_id']), account_id: String(session?.['account_id']) }
    return formToken(hash, owner, path)
  }

  /** A member who was invited and has signed in. */
  async function addMember(
    owner: Owner,
    role: PersonRole,
    email = newAddress('member'),
  ): Promise<ConsoleBrowser> {
    const page = await owner.browser.get('/console/team')
    const invited = await owner.browser.submit(page, '/console/team/invite', { email, role })
    if (invited.status !== 303) throw new Error(`not invited: ${invited.status}`)
    const link = linkIn(await nextMail(email, 0))
    const browser = newBrowser()
    // Mails of one moment have no order.
    later(1)
    await browser.submit(await browser.get(link), link)
    await browser.post('/sign-in/code', { code: codeIn(await nextMail(email, 1)) })
    if (!(await isSignedIn(browser))) throw new Error(`${email} is not signed in`)
    return browser
  }

  /** Another browser that holds the cookies of one. */
  function copyOf(browser: ConsoleBrowser, at: OpenGateway = gateway): ConsoleBrowser {
    const copy = newBrowser(at)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    return copy
  }

  return {
    ...{ gateway, folder, clock, settings, later, newBrowser, newAddress, newOwner, linkFor, finishLink },
    ...{ addSession, mailed, lettersTo, nextMail, rows, auditOf, formTokenOf, addMember, copyOf },
    async close() {
      await gateway.close()
      await rm(folder, { recursive: true })
    },
  }
}

export async function isSignedIn(browser: ConsoleBrowser): Promise<boolean> {
  return (await browser.get('/console/team')).status === 200
}

export function sessionOf({ cookies }: ConsoleBrowser): string {
  return cookies.get('outturn_local') ?? ''
}
