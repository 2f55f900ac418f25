import { randomUUID } from 'node:crypto'
import { createKey } from '@outturn/contracts'
import { personRoles, type PersonRole } from '@outturn/vocabulary'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerSpools, type SentToSpool } from '../testing/answer-spools.ts'
import type { Route } from '../http/route.ts'
import { routeTable } from '../routes/route-table.ts'
import {
  codeIn,
  type ConsoleBrowser,
  hiddenFields,
  linkIn,
  mailsTo,
  type Page,
} from '../testing/console-browser.ts'
import {
  type ConsolePeople,
  isSignedIn,
  openConsole,
  type Owner,
  sessionOf,
} from '../testing/console-people.ts'
import { ask } from '../testing/http-client.ts'
import { asOperator, openGateway, type OpenGateway, untilServed } from '../testing/open-gateway.ts'
import { pathFor } from '../testing/route-bodies.ts'
import { noAssets } from '../testing/no-assets.ts'

const minute = 60_000
const day = 1_440 * minute

let people: ConsolePeople
let gateway: OpenGateway
let twin: OpenGateway
let folder: string
beforeAll(async () => {
  people = await openConsole({ testDatabase, testNats }, vi.waitFor)
  ;({ gateway, folder } = people)
  twin = await openGateway(gateway, people.settings, { clock: people.clock })
})
afterAll(async () => {
  await twin.close()
  await people.close()
})

const later: ConsolePeople['later'] = (ms) => people.later(ms)
const newBrowser: ConsolePeople['newBrowser'] = (at) => people.newBrowser(at)
const newOwner: ConsolePeople['newOwner'] = (name) => people.newOwner(name)
const linkFor: ConsolePeople['linkFor'] = (accountId, email) => people.linkFor(accountId, email)
const finishLink: ConsolePeople['finishLink'] = (browser, link) => people.finishLink(browser, link)
const mailed: ConsolePeople['mailed'] = (browser, email) => people.mailed(browser, email)
const nextMail: ConsolePeople['nextMail'] = (email, before) => people.nextMail(email, before)
const rows: ConsolePeople['rows'] = (sql, values) => people.rows(sql, values)
const auditOf: ConsolePeople['auditOf'] = (accountId) => people.auditOf(accountId)
const copyOf: ConsolePeople['copyOf'] = (browser, at) => people.copyOf(browser, at)
const addSession: ConsolePeople['addSession'] = (owner) => people.addSession(owner)
const addMember: ConsolePeople['addMember'] = (owner, role) => people.addMember(owner, role)
const formTokenOf: ConsolePeople['formTokenOf'] = (browser, path) => people.formTokenOf(browser, path)

test('a person signs in by the code or the link of a mail, in the browser that asked for it', async () => {
  const { email } = await newOwner()
  const byCode = newBrowser()
  const mail = await mailed(byCode, email)
  const sent = await byCode.get('/sign-in/sent')
  expect(sent.text).toContain(email)
  const answer = await byCode.submit(sent, '/sign-in/code', { code: codeIn(mail).replace(/^(....)/, '$1 ') })
  expect([answer.status, answer.headers['location']]).toEqual([303, '/console'])
  expect(await isSignedIn(byCode)).toBe(true)

  const byLink = newBrowser()
  const link = linkIn(await mailed(byLink, email))
  expect((await finishLink(byLink, link)).headers['location']).toBe('/console')
  expect(await isSignedIn(byLink)).toBe(true)
})

test('a GET of a link changes nothing, and a link finishes once, and in no other browser', async () => {
  const { email } = await newOwner()
  const browser = newBrowser()
  const link = linkIn(await mailed(browser, email))
  const scanner = newBrowser()
  for (let times = 0; times < 3; times += 1) {
    expect((await scanner.get(link)).status).toBe(409)
    expect((await browser.get(link)).status).toBe(200)
  }
  const token = new URL(link, 'http://x').searchParams.get('token') ?? ''
  expect((await scanner.post('/sign-in/finish', { token })).status).toBe(409)
  expect(scanner.cookies.size).toBe(0)
  expect((await finishLink(browser, link)).status).toBe(303)
  expect((await browser.get(link)).status).toBe(410)
  expect((await browser.post('/sign-in/finish', { token })).status).toBe(410)
})

test('a link and a code end after fifteen minutes', async () => {
  const { email } = await newOwner()
  const browser = newBrowser()
  const mail = await mailed(browser, email)
  later(15 * minute)
  expect((await browser.get(linkIn(mail))).status).toBe(410)
  expect((await browser.post('/sign-in/code', { code: codeIn(mail) })).status).toBe(422)
  expect(await isSignedIn(browser)).toBe(false)
})

test('a link of an operator works once, in any browser, and makes an owner', async () => {
  const { accountId, email, browser } = await newOwner()
  expect((await browser.get('/console')).text).toContain('Owner')
  const link = await linkFor(accountId, email)
  const second = newBrowser()
  expect((await second.get(link)).status).toBe(200)
  expect((await finishLink(second, link)).status).toBe(303)
  expect((await newBrowser().get(link)).status).toBe(410)
  expect((await newBrowser().get(`${link}x`)).status).toBe(410)
})

test('a code is tried five times, also when the tries come at once, and the right one is then too late', async () => {
  const { email, accountId } = await newOwner()
  const browser = newBrowser()
  const code = codeIn(await mailed(browser, email))
  const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => browser.post('/sign-in/code', { code: wrong })),
  )
  expect(tries.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 422))
  expect(
    await rows('select attempts from sign_in_request where email = $1 and kind = $2', [email, 'mail']),
  ).toEqual([{ attempts: 5 }])
  expect((await browser.post('/sign-in/code', { code })).text).toContain('This code has ended')
  await vi.waitFor(async () => {
    const noted = (await auditOf(accountId)).filter((action) => action === 'sign_in.code_failed')
    expect(noted).toHaveLength(5)
  })
})

test('an address has twenty tries in an hour, however often a sign-in is begun', async () => {
  const { email } = await newOwner()
  for (let request = 0; request < 5; request += 1) {
    const browser = newBrowser()
    await browser.post('/sign-in', { email })
    for (let tries = 0; tries < 5; tries += 1) await browser.post('/sign-in/code', { code: '00000000' })
  }
  const [counted] = await rows('select sum(attempts)::int as tries from sign_in_request where email = $1', [
    email,
  ])
  expect(counted).toEqual({ tries: 20 })
})

test('a text that is no code is no try', async () => {
  const { email } = await newOwner()
  const browser = newBrowser()
  await mailed(browser, email)
  const page = await browser.post('/sign-in/code', { code: '4821 70' })
  expect(page.text).toContain('A code has 8 digits. This one has 6.')
  expect(page.text).toContain('aria-invalid="true"')
  const [request] = await rows('select attempts from sign_in_request where email = $1 and kind = $2', [
    email,
    'mail',
  ])
  expect(request).toEqual({ attempts: 0 })
})

test('an unknown address gets the same answers, and no mail', async () => {
  const { email } = await newOwner()
  const unknown = 'stranger@larkfield.example'
  const [known, other] = [newBrowser(), newBrowser()]
  const steps = async (browser: ConsoleBrowser, address: string) => {
    const begun = await browser.post('/sign-in', { email: address })
    const sent = await browser.get('/sign-in/sent')
    const wrong = await browser.post('/sign-in/code', { code: '00000000' })
    return [begun, sent, wrong].map(({ status, headers, text }) => ({
      status,
      headers: Object.entries(headers)
        .filter(([name]) => !['date', 'request-id', 'ratelimit', 'content-length'].includes(name))
        .map(([name, value]) => [name, String(value).replace(/=[\w-]{43}/, '=TOKEN')]),
      text: text.replaceAll(address, 'ADDRESS'),
    }))
  }
  expect(await steps(other, unknown)).toEqual(await steps(known, email))
  await vi.waitFor(async () => {
    const waiting = await rows(
      `select m.state from mail m join sign_in_request r on r.id = m.subject_id where r.email = $1`,
      [unknown],
    )
    expect(waiting).toEqual([{ state: 'not_sent' }])
  })
  expect(mailsTo(folder, unknown)).toEqual([])
})

test('an address gets three mails in fifteen minutes, and a client begins twenty sign-ins in an hour', async () => {
  const { email } = await newOwner()
  for (let mail = 0; mail < 5; mail += 1) {
    later(1)
    await newBrowser().post('/sign-in', { email })
  }
  await vi.waitFor(async () => {
    const states = await rows(
      `select m.state, count(*)::int from mail m join sign_in_request r on r.id = m.subject_id where r.email = $1 group by 1 order by 1`,
      [email],
    )
    expect(states).toEqual([
      { state: 'accepted', count: 3 },
      { state: 'not_sent', count: 2 },
    ])
  })
  const browser = newBrowser()
  const begin = () => browser.post('/sign-in', { email: 'someone@else.example' })
  for (let times = 0; times < 20; times += 1) expect((await begin()).status).toBe(303)
  const refused = await begin()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
})

test('strangers who use up the mails of an address keep its person from no code', async () => {
  const { email, browser } = await newOwner()
  for (let each = 0; each < 12; each += 1) {
    later(1)
    await newBrowser().post('/sign-in', { email })
  }
  const states = async () =>
    rows(
      `select m.state, count(*)::int from mail m join sign_in_request r on r.id = m.subject_id where r.email = $1 group by 1 order by 1`,
      [email],
    )
  await vi.waitFor(async () => {
    expect(await states()).toEqual([
      { state: 'accepted', count: 3 },
      { state: 'not_sent', count: 9 },
    ])
  })
  // The network in which the person has signed in, and their session, go on.
  later(10 * minute)
  const key = { name: 'x', scope: 'full', expires: 'never' }
  await browser.submit(await browser.get('/console/keys/new'), '/console/keys/new', key)
  await vi.waitFor(async () => expect((await states())[0]).toEqual({ state: 'accepted', count: 4 }))
  await browser.post('/sign-in', { email })
  await vi.waitFor(async () => expect((await states())[0]).toEqual({ state: 'accepted', count: 5 }))
})

test('a sign-in takes no token that the browser had before, and a proved step replaces it', async () => {
  const { email } = await newOwner()
  const browser = newBrowser()
  const planted = 'p'.repeat(43)
  browser.cookies.set('outturn_local', planted)
  const mail = await mailed(browser, email)
  await browser.post('/sign-in/code', { code: codeIn(mail) })
  expect(sessionOf(browser)).not.toBe(planted)
  const thief = newBrowser()
  thief.cookies.set('outturn_local', planted)
  expect(await isSignedIn(thief)).toBe(false)
})

test('a replaced token is good for 30 seconds; its use after that ends the session, and is noted', async () => {
  const { browser, accountId } = await newOwner()
  const stolen = copyOf(browser, twin)
  const first = sessionOf(browser)
  later(day)
  expect(await isSignedIn(browser)).toBe(true)
  expect(sessionOf(browser)).not.toBe(first)
  expect(await isSignedIn(stolen)).toBe(true)
  expect(sessionOf(stolen)).toBe(first)
  later(31_000)
  expect(await isSignedIn(stolen)).toBe(false)
  expect(await isSignedIn(browser)).toBe(false)
  expect(await auditOf(accountId)).toContain('session.replayed')
})

test('a session that ends is over at once in every replica, and one person ends those of another by no id', async () => {
  const { browser, email, accountId } = await newOwner()
  const second = newBrowser()
  await finishLink(second, await linkFor(accountId, email))
  const atTwin = copyOf(second, twin)
  expect(await isSignedIn(atTwin)).toBe(true)
  const page = await browser.get('/console/security')
  const { session = '' } = hidden(page, '/console/security/sessions/end')
  const stranger = await newOwner()
  const theirs = await stranger.browser.get('/console/security')
  expect(theirs.text).not.toContain(session)
  const ofStranger = await addSession(stranger)
  const form = hidden(await stranger.browser.get('/console/security'), '/console/security/sessions/end')
  expect((await stranger.browser.post('/console/security/sessions/end', { ...form, session })).status).toBe(
    404,
  )
  expect(await isSignedIn(ofStranger)).toBe(true)
  expect((await browser.submit(page, '/console/security/sessions/end')).status).toBe(303)
  expect([await isSignedIn(second), await isSignedIn(atTwin)]).toEqual([false, false])
  expect(await isSignedIn(browser)).toBe(true)

  await browser.submit(await browser.get('/console/security'), '/sign-out')
  expect(await isSignedIn(browser)).toBe(false)
})

function hidden(page: Page, action: string): Record<string, string> {
  return hiddenFields(page, action)
}

test('a person has twenty sessions at most; the oldest end', async () => {
  const owner = await newOwner()
  const browsers: ConsoleBrowser[] = [owner.browser]
  for (let each = 0; each < 20; each += 1) {
    later(1_000)
    browsers.push(await addSession(owner))
  }
  expect(await isSignedIn(browsers[0] as ConsoleBrowser)).toBe(false)
  expect(await isSignedIn(browsers[1] as ConsoleBrowser)).toBe(true)
})

const routes = routeTable('outturn', noAssets)
const personRoutes = routes.filter(({ access }) => access.kind === 'person')
const forms = routes
  .filter(({ takesForm }) => takesForm === true)
  .map((route) => [route.operationId, route] as const)

test.each(forms)('%s takes the form of its own page alone', async (_, route) => {
  const { browser } = await sharedOwner()
  const path = pathFor(route)
  const valid = formTokenOf(browser, path)
  const foreign: Record<string, string | null>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': null },
    { 'sec-fetch-site': null, origin: 'https://evil.example' },
    { 'sec-fetch-site': null, origin: 'null' },
  ]
  for (const headers of foreign) {
    expect([headers, (await browser.post(path, { _t: await valid }, headers)).status]).toEqual([headers, 403])
  }
  if (route.access.kind !== 'person') return
  for (const _t of ['', 'x'.repeat(43), await formTokenOf(browser, '/console/elsewhere')]) {
    expect([_t, (await browser.post(path, { _t })).status]).toEqual([_t, 403])
  }
  expect(await isSignedIn(browser)).toBe(true)
})

let shared: Promise<Owner> | undefined
function sharedOwner(): Promise<Owner> {
  shared ??= newOwner()
  return shared
}

test('every page of the console is for people who are signed in', async () => {
  for (const route of personRoutes) {
    const browser = newBrowser()
    browser.cookies.set('outturn_local', 'u'.repeat(43))
    const path = pathFor(route)
    const page = route.method === 'GET' ? await browser.get(path) : await browser.post(path)
    expect([route.operationId, page.status, page.headers['location']]).toEqual([
      route.operationId,
      303,
      '/sign-in',
    ])
    expect(page.headers['cache-control']).toBe('no-store')
  }
})

/** Written out: what each role may open. */
const everybody = [
  'show-overview',
  'show-receipts',
  'download-receipts',
  'show-receipt-of-account',
  'show-usage',
  'download-usage',
  'search-console',
  'go-to-account',
  'show-team',
  'show-security',
  'prepare-passkey',
  'add-passkey',
  'prove-by-passkey',
  'show-passkey',
  'rename-passkey',
  'remove-passkey',
  'end-session',
  'end-other-sessions',
  'sign-out',
]
const spoolReads = [
  'show-spools',
  'download-spools',
  'show-own-spool',
  'show-disputes',
  'show-dispute',
  'show-discrepancies',
  'show-discrepancy',
  'show-sources',
  'show-source',
  'show-claims',
  'show-facts',
  'show-subject',
  'show-matches',
]
const spoolActions = [
  'show-new-spool',
  'create-own-spool',
  'download-own-evidence',
  'download-own-bundle',
  'show-spool-action',
  'take-spool-action',
  'show-new-dispute',
  'open-own-dispute',
  'act-on-own-dispute',
  'show-new-discrepancy',
  'open-own-discrepancy',
  'close-own-discrepancy',
  'match-own-claims',
  'show-join-spool',
  'join-spool',
  'show-new-review',
  'ask-for-own-review',
  'act-on-own-review',
]
const keys = [
  'show-requests',
  'download-requests',
  'show-request',
  'show-new-source',
  'create-own-source',
  'try-source-payload',
  'pause-own-source',
  'resume-own-source',
  'sync-own-source',
  'show-rotate-source',
  'rotate-own-source',
  'show-revoke-source',
  'revoke-own-source',
  'show-keys',
  'show-new-key',
  'make-key',
  'show-revoke-key',
  'revoke-own-key',
]
const caps = ['show-key']
const money = [
  'change-key-cap',
  'show-account-credits',
  'buy-credits',
  'change-balance-threshold',
  'show-purchase',
  'show-statements',
  'show-statement',
  'show-statement-entries',
  'download-statement-entries',
  'download-statement',
]
const ownersOnly = [
  'invite-person',
  'revoke-team-invitation',
  'show-member',
  'change-member',
  'show-settings',
  'save-settings',
  'show-close-account',
  'close-account',
  'save-organisation',
  'remove-organisation',
  'show-audit',
  'download-audit',
]
const allowed: Readonly<Record<PersonRole, readonly string[]>> = {
  owner: [...everybody, ...spoolReads, ...spoolActions, ...keys, ...caps, ...money, ...ownersOnly],
  developer: [...everybody, ...spoolReads, ...spoolActions, ...keys, ...caps],
  billing: [...everybody, ...caps, ...money],
  viewer: [...everybody, ...spoolReads],
}

test.each(personRoles)('a person with the role %s may open exactly the pages of that role', async (role) => {
  const owner = await newOwner()
  const member = await addMember(owner, role)
  const open: string[] = []
  const look = async (route: Route) => {
    const path = pathFor(route)
    const page =
      route.method === 'GET'
        ? await member.get(path)
        : await member.post(path, { _t: await formTokenOf(member, path) })
    if (page.status === 403) expect(page.text).toContain(`Your role is ${role}`)
    else open.push(route.operationId)
  }
  const kept = personRoutes.filter(
    ({ operationId }) => !operationId.startsWith('end-') && operationId !== 'sign-out',
  )
  await Promise.all(kept.filter(({ method }) => method === 'GET').map(look))
  for (const route of kept.filter(({ method }) => method !== 'GET')) await look(route)
  const expected = allowed[role].filter((id) => !id.startsWith('end-') && id !== 'sign-out')
  expect(open.toSorted()).toEqual([...expected].toSorted())
  expect(personRoutes.map(({ operationId }) => operationId).toSorted()).toEqual([...allowed.owner].toSorted())
})

test('an invitation works once and for its address alone, and a revoked one looks like one that never was', async () => {
  const owner = await newOwner('Pay at https://evil.example/now or evil.example.')
  const email = people.newAddress('guest')
  await owner.browser.submit(await owner.browser.get('/console/team'), '/console/team/invite', {
    email,
    role: 'viewer',
  })
  const mail = await nextMail(email, 0)
  // The name of an account is a text of its owner: a mail program makes no link of it.
  expect(mail).toContain('Pay at https evil example now or evil example.')
  expect(mail).not.toContain('evil.example')
  const link = linkIn(mail)
  const never = await newBrowser().get(`/join/${'a'.repeat(43)}`)
  expect(never.status).toBe(404)
  await owner.browser.submit(await owner.browser.get('/console/team'), '/console/team/invitations/revoke')
  const revoked = await newBrowser().get(link)
  expect([revoked.status, revoked.text]).toEqual([404, never.text])
  expect((await newBrowser().post(link)).status).toBe(404)
  // A person whose invitation was revoked has no account here.
  const browser = newBrowser()
  await browser.post('/sign-in', { email })
  await vi.waitFor(async () => {
    const states = await rows(
      `select m.state from mail m join sign_in_request r on r.id = m.subject_id where r.email = $1`,
      [email],
    )
    expect(states).toEqual([{ state: 'not_sent' }])
  })
})

test('an invitation that is sent twice makes one mail, and its link works', async () => {
  const owner = await newOwner()
  const email = people.newAddress('guest')
  const form = await owner.browser.get('/console/team')
  const guest = { email, role: 'viewer' }
  const twice = [0, 1].map(() => owner.browser.submit(form, '/console/team/invite', guest))
  for (const { headers } of await Promise.all(twice))
    expect(headers['location']).toBe('/console/team?done=invited')
  expect(await rows('select 1 from team_invitation where email = $1', [email])).toHaveLength(1)
  expect((await newBrowser().get(linkIn(await nextMail(email, 0)))).status).toBe(200)
  later(2 * minute)
  await owner.browser.submit(form, '/console/team/invite', guest)
  expect(await rows('select 1 from team_invitation where email = $1', [email])).toHaveLength(2)
})

test('a change of role and a removal end the sessions of the person at once, and the last owner stays', async () => {
  const owner = await newOwner()
  const member = await addMember(owner, 'developer')
  const [{ id = '' } = {}] = await rows(
    'select person_id as id from membership where account_id = $1 and role = $2',
    [owner.accountId, 'developer'],
  )
  const path = `/console/team/${String(id)}`
  const change = async (role: string) =>
    owner.browser.post(path, { _t: await formTokenOf(owner.browser, path), role })
  expect((await change('viewer')).headers['location']).toBe('/console/team?done=changed')
  expect(await isSignedIn(copyOf(member, twin))).toBe(false)
  expect((await change('none')).headers['location']).toBe('/console/team?done=removed')
  expect((await change('none')).status).toBe(404)

  const [{ id: own = '' } = {}] = await rows('select person_id as id from membership where account_id = $1', [
    owner.accountId,
  ])
  const ownPath = `/console/team/${String(own)}`
  for (const role of ['none', 'viewer']) {
    const answer = await owner.browser.post(ownPath, { _t: await formTokenOf(owner.browser, ownPath), role })
    expect(answer.status).toBe(409)
  }
  expect(await auditOf(owner.accountId)).toEqual(
    expect.arrayContaining(['member.invited', 'member.joined', 'member.role_changed', 'member.removed']),
  )
})

test('a person of two accounts goes from one to the other with a new token, and into no third', async () => {
  const [one, two, third] = [
    await newOwner('Account one'),
    await newOwner('Account two'),
    await newOwner('Third'),
  ]
  await finishLink(one.browser, await linkFor(two.accountId, one.email))
  expect((await one.browser.get('/console')).text).toContain('Your other accounts')
  later(10 * minute)
  const before = sessionOf(one.browser)
  const invite = await one.browser.get('/console/team')
  const form = hidden(await one.browser.get('/console'), '/console/account')
  expect((await one.browser.post('/console/account', { ...form, account: third.accountId })).status).toBe(404)
  expect((await one.browser.post('/console/account', form)).status).toBe(303)
  expect(sessionOf(one.browser)).not.toBe(before)
  const page = await one.browser.get('/console')
  expect(page.text).toContain('<bdi>Account one</bdi> in ')
  // A form that was opened in the one account does nothing in the other.
  const guest = { email: 'guest@larkfield.example', role: 'owner' }
  expect((await one.browser.submit(invite, '/console/team/invite', guest)).status).toBe(403)
  // The way to another account is no proof.
  const key = { name: 'x', scope: 'full', expires: 'never' }
  const asked = await one.browser.submit(await one.browser.get('/console/keys/new'), '/console/keys/new', key)
  expect(asked.text).toContain('Confirm that it is you')
})

test('two owners who remove each other at once leave one', async () => {
  const owner = await newOwner()
  const other = await addMember(owner, 'owner')
  const members = await rows(
    'select p.id, p.email from membership m join person p on p.id = m.person_id where m.account_id = $1',
    [owner.accountId],
  )
  const idOf = (isFirst: boolean) => members.find(({ email }) => (email === owner.email) === isFirst)?.['id']
  const remove = async (browser: ConsoleBrowser, id: unknown) => {
    const path = `/console/team/${String(id)}`
    return (await browser.post(path, { _t: await formTokenOf(browser, path), role: 'none' })).status
  }
  await Promise.all([remove(owner.browser, idOf(false)), remove(other, idOf(true))])
  const left = await rows(`select role from membership where account_id = $1`, [owner.accountId])
  expect(left).toEqual([{ role: 'owner' }])
})

test('an owner who loses the role while a request of theirs waits invites and removes no one', async () => {
  const owner = await newOwner()
  const other = await addMember(owner, 'owner')
  const [{ id = '' } = {}] = await rows(
    'select p.id from membership m join person p on p.id = m.person_id where m.account_id = $1 and p.email = $2',
    [owner.accountId, owner.email],
  )
  const path = `/console/team/${String(id)}`
  const [invite, remove] = [
    {
      _t: await formTokenOf(other, '/console/team/invite'),
      email: 'friend@larkfield.example',
      role: 'owner',
    },
    { _t: await formTokenOf(other, path), role: 'none' },
  ]
  const pool = people.gateway.pool('production')
  const turn = await pool.connect()
  await turn.query('begin')
  await turn.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`team of ${owner.accountId}`])
  const late = [other.post('/console/team/invite', invite), other.post(path, remove)]
  await vi.waitFor(async () => {
    const waiting = await rows(`select 1 from pg_locks where locktype = 'advisory' and not granted`)
    expect(waiting).toHaveLength(2)
  })
  await turn.query(`update membership set role = 'viewer' where account_id = $1 and person_id <> $2`, [
    owner.accountId,
    id,
  ])
  await turn.query('commit')
  turn.release()
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([403, 403])
  const email = invite.email
  expect(await rows('select 1 from team_invitation where email = $1', [email])).toEqual([])
  expect(await rows('select 1 from membership where person_id = $1', [id])).toHaveLength(1)
})

test('a key is made once for a form, shown once, works, and is revoked', async () => {
  const owner = await newOwner()
  const form = { name: 'nightly-audit', scope: 'verify', expires: '90' }
  const page = await owner.browser.get('/console/keys/new')
  const made = await owner.browser.submit(page, '/console/keys/new', form)
  const [apiKey = ''] = /spk_live_\w{40}/.exec(made.text) ?? []
  expect(made.status).toBe(200)
  expect((await ask(gateway.baseUrl, 'GET', '/api/v1/account', { token: apiKey })).status).not.toBe(401)
  const again = await owner.browser.submit(page, '/console/keys/new', form)
  expect(again.text).not.toContain('spk_live_')
  expect(again.text).toContain('This key was created already')
  const list = await owner.browser.get('/console/keys')
  expect(list.text).toContain('nightly-audit')
  expect(list.text).not.toContain(apiKey)

  const [path = ''] = /\/console\/keys\/key_\w+\/revoke/.exec(list.text) ?? []
  const stranger = (await newOwner()).browser
  expect((await stranger.get(path)).status).toBe(404)
  expect((await stranger.post(path, { _t: await formTokenOf(stranger, path) })).status).toBe(404)
  expect((await owner.browser.submit(await owner.browser.get(path), path)).status).toBe(303)
  expect((await ask(gateway.baseUrl, 'GET', '/api/v1/account', { token: apiKey })).status).toBe(401)
  expect(await auditOf(owner.accountId)).toEqual(expect.arrayContaining(['key.made', 'key.revoked']))
})

test('ten minutes after a proof a key needs a new one: a code by mail, and the token of the browser is replaced', async () => {
  const owner = await newOwner()
  later(10 * minute)
  const before = sessionOf(owner.browser)
  const page = await owner.browser.get('/console/keys/new')
  const form = { name: 'a <b>name</b>', scope: 'full', expires: 'never' }
  const asked = await owner.browser.submit(page, '/console/keys/new', form)
  expect(asked.text).toContain('Confirm that it is you')
  expect(asked.text).not.toContain('spk_live_')
  const mail = await nextMail(owner.email, 0)
  const refused = await owner.browser.submit(asked, '/console/keys/new', { code: '00000000' })
  expect(refused.status).toBe(422)
  expect(await rows('select 1 from api_key where account_id = $1', [owner.accountId])).toEqual([])
  const fields = { ...hidden(refused, '/console/keys/new'), ...form }
  const made = await owner.browser.post('/console/keys/new', { ...fields, code: codeIn(mail) })
  expect(made.text).toMatch(/spk_live_\w{40}/)
  expect(made.text).not.toContain('<b>name')
  expect(sessionOf(owner.browser)).not.toBe(before)
  expect(people.lettersTo(owner.email)).toHaveLength(1)
})

test('what one account did is in no log of another, and a file of it is noted', async () => {
  const [one, two] = [await newOwner('One'), await newOwner('Two')]
  const csv = await one.browser.get('/console/audit.csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.text).toContain(one.email)
  expect(csv.text).not.toContain(two.email)
  const [entry] = await rows('select id from audit_entry where account_id = $1', [two.accountId])
  expect((await one.browser.get(`/console/audit?after=${String(entry?.['id'])}`)).text).not.toContain(
    two.email,
  )
  expect(await auditOf(one.accountId)).toContain('export.csv')
  const asRuntime = gateway.database.urlOf('outturn_gateway')
  const { createPool } = await import('@outturn/postgres')
  const pool = createPool({ connectionString: asRuntime, schema: 'gateway', applicationName: 'test', max: 1 })
  await expect(pool.query('update audit_entry set actor = actor')).rejects.toThrow(/permission denied/)
  await expect(pool.query('delete from audit_entry')).rejects.toThrow(/permission denied/)
  await pool.end()
  // Postgres takes no NUL in a text.
  expect((await one.browser.get('/console/audit?after=%00')).status).toBe(400)
})

test('a suspended account opens no page', async () => {
  const { browser, accountId } = await newOwner()
  await gateway
    .pool('production')
    .query(
      `update account set suspended_at = now(), suspended_by = 'test', suspension_note = '' where id = $1`,
      [accountId],
    )
  expect((await browser.get('/console')).status).toBe(403)
})

test('with sign-up open a first sign-in opens an account of its own', async () => {
  const open = await openGateway(
    gateway,
    { ...people.settings, OUTTURN_SIGN_UP: 'open' },
    { clock: people.clock },
  )
  const browser = newBrowser(open)
  const email = 'first@newcomer.example'
  await browser.post('/sign-in', { email: ' First@Newcomer.example ' })
  await browser.post('/sign-in/code', { code: codeIn(await nextMail(email, 0)) })
  const page = await browser.get('/console')
  expect(page.text).toContain('Three steps to a first receipt')
  expect(
    await rows(
      'select m.role, a.name from membership m join person p on p.id = m.person_id join account a on a.id = m.account_id where p.email = $1',
      [email],
    ),
  ).toEqual([{ role: 'owner', name: 'first' }])
  await open.close()
})

test('a refused request is in the log of its own account, with its key and what was wrong, and in no other', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  const bus = await gateway.operator('production')
  const wanted = { accountId: owner.accountId, scope: 'full', label: 'ci' } as const
  const { apiKey: token } = await untilServed(() => bus.request(createKey, wanted, asOperator()))
  const empty = await owner.browser.get('/console/requests')
  expect(empty.text).toContain('No request was refused in 24 hours')
  const body = { max_amount_cents: 0, conditions: ['Hunter2 is in row 1'] }
  const refused = await ask(gateway.baseUrl, 'POST', '/api/v1/verify', { token, body })
  const path = `/console/requests/${refused.headers.get('request-id') ?? ''}`
  const log = await owner.browser.get('/console/requests?code=&key=&path=%2Fapi%2Fv1%2Fverify&since=24h')
  expect(log.text).toContain(`href="${path}"`)
  const keyId = /href="\/console\/requests\?code=validation_failed&amp;key=(key_\w+)"/
  expect((await owner.browser.get('/console')).text).toMatch(keyId)
  expect((await other.browser.get('/console')).text).not.toMatch(keyId)
  const csv = await owner.browser.get('/console/requests.csv?code=validation_failed')
  expect(csv.headers['content-disposition']).toContain('outturn-requests.csv')
  expect(csv.text.split('\r\n')[1]).toContain(path.slice('/console/requests/'.length))
  expect(csv.text).not.toContain('Hunter2')
  expect((await other.browser.get('/console/requests.csv')).text.trim().split('\r\n')).toHaveLength(1)
  const page = await owner.browser.get(path)
  for (const part of ['validation_failed', 'text, 19', '<bdi>ci</bdi>']) expect(page.text).toContain(part)
  expect(page.text).not.toContain('Hunter2')
  expect((await other.browser.get('/console/requests')).text).not.toContain(path)
  const [absent, unknown] = [path, '/console/requests/req_000000000000000000000000'].map((each) =>
    other.browser.get(each),
  )
  expect([(await absent)?.status, (await unknown)?.status]).toEqual([404, 404])
})

test('a search finds a request and a key of its own account by six digits, leads to a whole one, and says of others what it says of none', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  const bus = await gateway.operator('production')
  const wanted = { accountId: owner.accountId, scope: 'full', label: 'searched' } as const
  const { apiKey: token, keyId } = await untilServed(() => bus.request(createKey, wanted, asOperator()))
  const refused = await ask(gateway.baseUrl, 'POST', '/api/v1/spools/spl_00000000000000000000000a/verify', {
    token,
    body: {},
  })
  const id = refused.headers.get('request-id') ?? ''
  const search = (browser: ConsoleBrowser, text: string) =>
    browser.get(`/console/search?q=${encodeURIComponent(text)}`)
  // The log is written behind the answer.
  await owner.browser.get('/console/requests')
  expect((await search(owner.browser, id.slice(0, 10))).text).toContain(`href="/console/requests/${id}"`)
  expect((await search(owner.browser, keyId.slice(4, 16))).text).toContain('searched')
  const whole = await search(owner.browser, `request ${id}`)
  expect([whole.status, whole.headers['location']]).toEqual([303, `/console/requests/${id}`])
  const ofSpool = await search(owner.browser, 'spl_00000000000000000000000a')
  expect(ofSpool.text).toContain(`href="/console/requests/${id}"`)

  const comparable = async (text: string) => {
    const page = await search(other.browser, text)
    return [page.status, page.text.replaceAll(text, 'TEXT')]
  }
  for (const text of [id, id.slice(0, 12), keyId, 'spl_00000000000000000000000a']) {
    const unknown = `${text.slice(0, 5)}${'f'.repeat(text.length - 5)}`
    expect(await comparable(text)).toEqual(await comparable(unknown))
  }
})

const spoolOwners = new Set<string>()
let spoolCommands: Promise<SentToSpool[]> | undefined
/** The commands that the spool service is sent from now on; its Spool is of this account, too. */
async function spoolOf(accountId: string): Promise<SentToSpool[]> {
  spoolOwners.add(accountId)
  spoolCommands ??= answerSpools(gateway, spoolOwners)
  const sent = await spoolCommands
  sent.length = 0
  // Deadlines are times of the clock of the test, which stands still: those of queries lie ahead of the real one.
  later(5 * minute)
  return sent
}

test('a form of a Spool is one command however often it is sent, about the version that its page showed, and is noted before', async () => {
  const owner = await newOwner()
  const sent = await spoolOf(owner.accountId)
  const path = '/console/spools/spl_000000000000000000000001'
  const page = await owner.browser.get(path)
  expect(page.status).toBe(200)
  for (const times of [1, 2]) {
    const answer = await owner.browser.submit(page, `${path}/accept`)
    expect([times, answer.status, answer.headers['location']]).toEqual([
      times,
      303,
      `${path}?done=accept#done`,
    ])
  }
  const [first, again] = sent
  expect(again?.context.commandId).toBe(first?.context.commandId)
  expect(first).toMatchObject({
    input: { expectedVersions: [7], request: { agreement_hash: '0'.repeat(64) } },
    context: {
      principal: { accountId: owner.accountId, via: { kind: 'person', role: 'owner' }, mayMoveMoney: true },
    },
  })
  const old = await owner.browser.submit(page, `${path}/accept`, { version: '6' })
  expect([old.status, old.text.includes('The Spool has changed since its page was opened')]).toEqual([
    409,
    true,
  ])
  const notes = await rows(
    `select target, result, details ->> 'command' as command, details ->> 'code' as code from audit_entry
     where account_id = $1 and action = 'spool.accept' order by at, result`,
    [owner.accountId],
  )
  expect(notes).toMatchObject([
    ...Array.from({ length: 3 }, () => ({
      target: path.slice(-28),
      result: 'ok',
      command: first?.context.commandId,
    })),
    { result: 'refused', code: 'store_conflict' },
  ])
  const stranger = (await newOwner()).browser
  const never = await stranger.get('/console/spools/spl_000000000000000000000002')
  const theirs = await stranger.get(path)
  expect([theirs.status, never.status]).toEqual([404, 404])
  const token = await formTokenOf(stranger, `${path}/accept`)
  expect((await stranger.post(`${path}/accept`, { _t: token, form: randomUUID() })).status).toBe(404)
})

test('the link at which payouts are set up needs a proof: who follows it says where the money goes', async () => {
  const owner = await newOwner()
  const sent = await spoolOf(owner.accountId)
  const path = '/console/spools/spl_000000000000000000000001/onboard-provider'
  later(11 * minute)
  const form = { _t: await formTokenOf(owner.browser, path), form: randomUUID() }
  const asked = await owner.browser.post(path, form)
  expect([asked.status, asked.text.includes('Confirm that it is you')]).toEqual([200, true])
  expect(sent).toEqual([])
})

test('a commitment needs a proof, and a developer may move money only where the owner allows it', async () => {
  const owner = await newOwner()
  const sent = await spoolOf(owner.accountId)
  const path = '/console/spools/spl_000000000000000000000001/commit'
  later(11 * minute)
  const asked = await owner.browser.submit(await owner.browser.get(path), path)
  expect(asked.text).toContain('Confirm that it is you')
  expect(sent).toEqual([])
  const code = codeIn(await nextMail(owner.email, 0))
  expect((await owner.browser.submit(asked, path, { code })).status).toBe(303)
  const developer = await addMember(owner, 'developer')
  expect((await developer.submit(await developer.get(path), path)).status).toBe(303)
  await rows('update account set developers_move_money = true where id = $1', [owner.accountId])
  expect((await developer.submit(await developer.get(path), path)).status).toBe(303)
  expect(
    sent.map(({ context: { principal } }) => principal.kind === 'account' && principal.mayMoveMoney),
  ).toEqual([true, false, true])
})

test('a NUL in the query or in a form of a page is refused as what it is, wherever it would be stored or looked up', async () => {
  const { browser } = await newOwner()
  for (const query of ['requests?path=%00', 'requests?key=a%00', 'requests.csv?path=%2F%00']) {
    expect([query, (await browser.get(`/console/${query}`)).status]).toEqual([query, 400])
  }
  const key = { form: randomUUID(), name: 'a\0b', scope: 'full', expires: 'never' }
  for (const [path, fields] of [
    ['/console/keys/new', key],
    ['/console/team/invitations/revoke', { id: '\0' }],
    ['/console/security/sessions/end', { session: 'a\0' }],
  ] as const) {
    const _t = await formTokenOf(browser, path)
    expect([path, (await browser.post(path, { ...fields, _t })).status]).toEqual([path, 400])
  }
})

test('the name of a key stands on one line', async () => {
  const { browser } = await newOwner()
  const page = await browser.get('/console/keys/new')
  for (const name of ['ci\nPay at https://evil.example', 'ci\u2028x', 'ci\u0085x']) {
    const fields = { name, scope: 'full', expires: 'never' }
    const refused = await browser.submit(page, '/console/keys/new', fields)
    expect([refused.status, refused.text.includes('spk_live_')]).toEqual([422, false])
  }
})

test('who is removed does not come back by an invitation that they left open', async () => {
  const { accountId, browser } = await newOwner()
  const email = people.newAddress('twice')
  await browser.submit(await browser.get('/console/team'), '/console/team/invite', { email, role: 'owner' })
  const invitation = linkIn(await nextMail(email, 0))
  await finishLink(newBrowser(), await linkFor(accountId, email))
  const [found] = await rows('select id from person where email = $1', [email])
  const path = `/console/team/${String(found?.['id'])}`
  expect((await newBrowser().get(invitation)).status).toBe(200)
  expect((await browser.submit(await browser.get(path), path, { role: 'none' })).status).toBe(303)
  expect((await newBrowser().get(invitation)).status).toBe(404)
})
