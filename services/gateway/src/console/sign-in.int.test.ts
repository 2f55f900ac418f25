import { confirmDomain, createKey, reopenAccount, withdrawDomain } from '@outturn/contracts'
import { createPool } from '@outturn/postgres'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeIn, type ConsoleBrowser, linkIn, mailsTo, type Page } from '../testing/console-browser.ts'
import {
  type ConsolePeople,
  isSignedIn,
  openConsole,
  type Owner,
  sessionOf,
} from '../testing/console-people.ts'
import { announceKeyEnds } from '../store/console/notice-store.ts'
import { ask } from '../testing/http-client.ts'
import { asOperator, untilServed } from '../testing/open-gateway.ts'
import { type Lies, openIdentityProvider } from '../testing/identity-provider.ts'
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts'

const minute = 60_000

let people: ConsolePeople
beforeAll(async () => {
  people = await openConsole({ testDatabase, testNats }, vi.waitFor)
})
afterAll(() => people.close())

const rpId = 'localhost'
/** What a script sends in place of the headers of a page. */
const script = { accept: '*/*' }
const origin = 'http://localhost:8080'

/** What the script of a page would read of its form. */
function optionsIn({ text }: Page): { challenge: string; excludeCredentials?: unknown[] } {
  const [, json = ''] = /data-options="([^"]*)"/.exec(text) ?? []
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { challenge: string }
}

async function addPasskey(
  browser: ConsoleBrowser,
  device: SoftwareAuthenticator,
  name = 'laptop',
): Promise<Page> {
  const security = await browser.get('/console/security')
  const page = await browser.submit(security, '/console/security/passkeys/new', { name })
  const { challenge } = optionsIn(page)
  const response = device.create({ origin, rpId, challenge })
  return browser.submit(page, '/console/security/passkeys/add', { response })
}

/** An owner with a passkey, and the device that keeps it. */
async function newOwnerWithPasskey(): Promise<Owner & { device: SoftwareAuthenticator }> {
  const owner = await people.newOwner()
  const device = new SoftwareAuthenticator()
  const added = await addPasskey(owner.browser, device)
  expect(added.headers['location']).toBe('/console/security?done=added')
  return { ...owner, device }
}

async function challengeFor(browser: ConsoleBrowser): Promise<string> {
  const options = JSON.parse((await browser.post('/sign-in/passkey/options', {}, script)).text) as {
    challenge: string
  }
  return options.challenge
}

test('a person signs in by a passkey of their device, with no address and no mail', async () => {
  const { device, email, accountId } = await newOwnerWithPasskey()
  const browser = people.newBrowser()
  const options = JSON.parse((await browser.post('/sign-in/passkey/options', {}, script)).text) as {
    challenge: string
  }
  expect(options).toMatchObject({ rpId, userVerification: 'required', timeout: 300_000 })
  device.counter = 1
  const response = device.get({ origin, rpId, challenge: options.challenge })
  const answer = await browser.post('/sign-in/passkey', { response })
  expect([answer.status, answer.headers['location']]).toEqual([303, '/console'])
  expect(await isSignedIn(browser)).toBe(true)
  expect(people.lettersTo(email)).toEqual([])
  expect(
    await people.rows('select method from person_session where account_id = $1 and method = $2', [
      accountId,
      'passkey',
    ]),
  ).toHaveLength(1)
  // The page of a session that was proved this moment lets a key be made without a mail.
  const page = await browser.get('/console/keys/new')
  const made = await browser.submit(page, '/console/keys/new', { name: 'x', scope: 'full', expires: 'never' })
  expect(made.text).toMatch(/spk_live_\w{40}/)
})

test.each([
  ['its person was not verified', { isVerified: false }],
  ['the page is of another site', { origin: 'https://evil.example' }],
  ['it belongs to another name', { rpId: 'evil.example' }],
  ['the challenge is not ours', { challenge: Buffer.alloc(32).toString('base64url') }],
])('a passkey signs no one in when %s', async (_, fault) => {
  const { device, accountId } = await newOwnerWithPasskey()
  const browser = people.newBrowser()
  const challenge = await challengeFor(browser)
  device.counter = 1
  const response = device.get({ origin, rpId, challenge, ...fault })
  const refused = await browser.post('/sign-in/passkey', { response })
  expect(refused.status).toBe(422)
  expect(await isSignedIn(browser)).toBe(false)
  expect(await people.auditOf(accountId)).toContain('sign_in.failed')
})

test('a challenge is signed once, in the browser that asked for it, within five minutes', async () => {
  const { device } = await newOwnerWithPasskey()
  const signIn = async (browser: ConsoleBrowser, challenge: string) => {
    device.counter += 1
    return (await browser.post('/sign-in/passkey', { response: device.get({ origin, rpId, challenge }) }))
      .status
  }
  const browser = people.newBrowser()
  const challenge = await challengeFor(browser)
  expect(await signIn(people.newBrowser(), challenge)).toBe(422)
  expect(await signIn(browser, challenge)).toBe(303)
  expect(await signIn(browser, challenge)).toBe(422)
  const late = await challengeFor(browser)
  people.later(5 * minute)
  expect(await signIn(browser, late)).toBe(422)
})

test('a passkey whose counter goes back is refused, audited, and its person is asked about it once', async () => {
  const { device, accountId, email } = await newOwnerWithPasskey()
  const signIn = async (counter: number) => {
    const browser = people.newBrowser()
    device.counter = counter
    const response = device.get({ origin, rpId, challenge: await challengeFor(browser) })
    return (await browser.post('/sign-in/passkey', { response })).status
  }
  expect(await signIn(5)).toBe(303)
  expect([await signIn(5), await signIn(4), await signIn(0)]).toEqual([422, 422, 422])
  expect(await signIn(6)).toBe(303)
  const refused = (await people.auditOf(accountId)).filter((action) => action === 'passkey.counter')
  expect(refused).toHaveLength(3)
  await vi.waitFor(() => expect(tried(email)).toHaveLength(1))
})

/** Mails that ask a person whether they tried to sign in. */
function tried(email: string): string[] {
  return mailsTo(people.folder, email).filter((mail) => mail.includes('tried to sign in'))
}

test('a device that does not count is taken at its word', async () => {
  const { device } = await newOwnerWithPasskey()
  for (let times = 0; times < 2; times += 1) {
    const browser = people.newBrowser()
    const response = device.get({ origin, rpId, challenge: await challengeFor(browser) })
    expect((await browser.post('/sign-in/passkey', { response })).status).toBe(303)
  }
})

test('a passkey proves who a person is before a key is made, without a mail', async () => {
  const { device, browser, email } = await newOwnerWithPasskey()
  people.later(10 * minute)
  const form = { name: 'nightly', scope: 'full', expires: 'never' }
  const asked = await browser.submit(await browser.get('/console/keys/new'), '/console/keys/new', form)
  expect(asked.text).toContain('Mail me a code')
  expect(asked.text).not.toContain('spk_live_')
  expect(people.lettersTo(email)).toEqual([])
  const before = sessionOf(browser)
  device.counter = 1
  const response = device.get({ origin, rpId, challenge: optionsIn(asked).challenge })
  const stranger = await newOwnerWithPasskey()
  const path = '/console/security/passkeys/prove'
  const theirs = { _t: await people.formTokenOf(stranger.browser, path), response }
  expect((await stranger.browser.post(path, theirs, script)).status).toBe(422)
  const own = { _t: await people.formTokenOf(browser, path), response }
  const proved = await browser.post(path, own, script)
  expect([proved.status, proved.text]).toEqual([200, ''])
  expect(sessionOf(browser)).not.toBe(before)
  const made = await browser.submit(asked, '/console/keys/new', form)
  expect(made.text).toMatch(/spk_live_\w{40}/)
  // Who has no device at hand asks for a mail.
  people.later(10 * minute)
  const again = await browser.submit(await browser.get('/console/keys/new'), '/console/keys/new', form)
  const mailed = await browser.submit(again, '/console/keys/new', { ...form, code: 'mail' })
  expect(mailed.text).toContain('We mailed a code')
  await people.nextMail(email, 0)
})

test('a passkey is added only by who has proved who they are, for this session, and at most ten are', async () => {
  const owner = await people.newOwner()
  const device = new SoftwareAuthenticator()
  const security = await owner.browser.get('/console/security')
  const path = '/console/security/passkeys/add'
  const page = await owner.browser.submit(security, '/console/security/passkeys/new', { name: 'laptop' })
  const { challenge } = optionsIn(page)
  const unverified = device.create({ origin, rpId, challenge, isVerified: false })
  expect((await owner.browser.submit(page, path, { response: unverified })).status).toBe(422)
  const elsewhere = await people.addSession(owner)
  const foreign = await owner.browser.submit(security, '/console/security/passkeys/new', { name: 'laptop' })
  const response = device.create({ origin, rpId, challenge: optionsIn(foreign).challenge })
  const fields = { _t: await people.formTokenOf(elsewhere, path), name: 'laptop', response }
  expect((await elsewhere.post(path, fields)).status).toBe(422)
  const passkeys = () =>
    people.rows('select k.name from passkey k join person p on p.id = k.person_id where p.email = $1', [
      owner.email,
    ])
  expect(await passkeys()).toEqual([])
  const extra = await owner.browser.submit(security, '/console/security/passkeys/new', { name: 'one more' })
  for (let each = 0; each < 10; each += 1) await addPasskey(owner.browser, new SoftwareAuthenticator())
  const eleventh = new SoftwareAuthenticator().create({ origin, rpId, challenge: optionsIn(extra).challenge })
  const added = await owner.browser.submit(extra, path, { response: eleventh })
  expect(added.headers['location']).toBe('/console/security?done=not-added')
  expect(await passkeys()).toHaveLength(10)
})

test('a passkey is renamed and removed by its person alone, and signs no one in afterwards', async () => {
  const { browser, device, email } = await newOwnerWithPasskey()
  const [path = ''] =
    /\/console\/security\/passkeys\/[0-9a-f-]{36}/.exec((await browser.get('/console/security')).text) ?? []
  const stranger = (await people.newOwner()).browser
  expect((await stranger.get(path)).status).toBe(404)
  for (const each of [path, `${path}/remove`]) {
    const _t = await people.formTokenOf(stranger, each)
    expect((await stranger.post(each, { _t, ...(each === path && { name: 'x' }) })).status).toBe(404)
  }
  expect((await browser.submit(await browser.get(path), path, { name: '' })).status).toBe(422)
  await browser.submit(await browser.get(path), path, { name: '<b>phone</b>' })
  expect((await browser.get('/console/security')).text).toContain('<bdi>&lt;b>phone&lt;/b></bdi>')
  await browser.submit(await browser.get(path), `${path}/remove`)
  const other = people.newBrowser()
  device.counter = 1
  const response = device.get({ origin, rpId, challenge: await challengeFor(other) })
  expect((await other.post('/sign-in/passkey', { response })).status).toBe(422)
  await vi.waitFor(() => {
    const subjects = mailsTo(people.folder, email).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? '')
    expect(subjects.filter((subject) => subject.includes('passkey'))).toHaveLength(2)
  })
})

test('what is no answer of a browser is refused like an unknown passkey', async () => {
  const browser = people.newBrowser()
  const challenge = await challengeFor(browser)
  const unknown = new SoftwareAuthenticator().get({ origin, rpId, challenge })
  const answers: string[] = []
  for (const response of [unknown, '', '{', 'null', '{"id":"x"}', '[1]', '"'.repeat(5_000)]) {
    const refused = await browser.post('/sign-in/passkey', { response })
    expect(refused.status).toBe(422)
    answers.push(refused.text)
  }
  expect(new Set(answers).size).toBe(1)
})

test('a sign-in from a network that is new to a person is told by mail, the first of all is not', async () => {
  const owner = await people.newOwner()
  const newPlaces = () =>
    mailsTo(people.folder, owner.email).filter((mail) => mail.includes('Subject: New sign-in to Outturn'))
  const second = await people.addSession(owner)
  await vi.waitFor(() => expect(newPlaces()).toHaveLength(1))
  await people.finishLink(second, await people.linkFor(owner.accountId, owner.email))
  expect(
    await people.rows('select 1 from mail where kind = $1 and state <> $2', ['new_place', 'accepted']),
  ).toEqual([])
  expect(newPlaces()).toHaveLength(1)
})

test('an owner renames the account and lets developers move money, after a proof; nothing else is taken', async () => {
  const owner = await people.newOwner()
  const path = '/console/settings'
  const save = async (fields: Record<string, string>) =>
    owner.browser.submit(await owner.browser.get(path), path, fields)
  for (const name of ['', ' ', 'x'.repeat(121), 'two\nlines']) expect((await save({ name })).status).toBe(422)
  const name = 'Ünïcode & <b>Co</b>'
  const saved = await save({ name, developers_move_money: 'yes' })
  expect(saved.headers['location']).toBe('/console/settings?done=saved')
  const page = await owner.browser.get(path)
  expect(page.text).toContain('<bdi>Ünïcode &amp; &lt;b>Co&lt;/b></bdi>')
  expect(page.text).toMatch(/name="developers_move_money"[^>]* checked/)
  expect(await people.auditOf(owner.accountId)).toEqual(
    expect.arrayContaining(['account.renamed', 'account.settings_changed']),
  )
  people.later(10 * minute)
  const asked = await save({ name: 'Later' })
  expect(asked.text).toContain('Confirm that it is you')
  const [account] = await people.rows('select name, developers_move_money from account where id = $1', [
    owner.accountId,
  ])
  expect(account).toEqual({ name, developers_move_money: true })
})

test('a closed account ends keys, people and invitations at once, keeps what others rely on, and is opened again by an operator', async () => {
  const owner = await people.newOwner('Shop')
  const member = await people.addMember(owner, 'viewer')
  const bus = await people.gateway.operator('production')
  const { accountId } = owner
  const key = { accountId, scope: 'full', label: 'ci' } as const
  const { apiKey } = await untilServed(() => bus.request(createKey, key, asOperator()))
  const guest = people.newAddress('guest')
  const team = await owner.browser.get('/console/team')
  await owner.browser.submit(team, '/console/team/invite', { email: guest, role: 'viewer' })
  const invitation = linkIn(await people.nextMail(guest, 0))
  const before = await people.rows('select count(*)::int as entries from audit_entry where account_id = $1', [
    accountId,
  ])
  const path = '/console/settings/close'
  const page = await owner.browser.get(path)
  expect(page.text).toContain('1 key in force is refused from then on, and 2 people are signed out.')
  expect((await owner.browser.submit(page, path, { name: 'Shopp' })).status).toBe(422)
  const closed = await owner.browser.submit(page, path, { name: 'Shop' })
  expect([closed.status, closed.headers['location']]).toEqual([303, '/sign-in'])

  const account = () => ask(people.gateway.baseUrl, 'GET', '/api/v1/account', { token: apiKey })
  expect((await account()).status).toBe(401)
  expect([await isSignedIn(owner.browser), await isSignedIn(member)]).toEqual([false, false])
  expect((await people.newBrowser().get(invitation)).status).toBe(404)
  const browser = people.newBrowser()
  const code = codeIn(await people.mailed(browser, owner.email))
  const told = await browser.post('/sign-in/code', { code })
  expect([told.status, told.text]).toEqual([403, expect.stringContaining('This account is closed')])
  await expect(bus.request(createKey, key, asOperator())).rejects.toMatchObject({ code: 'conflict' })
  const after = await people.rows('select count(*)::int as entries from audit_entry where account_id = $1', [
    accountId,
  ])
  expect(Number(after[0]?.['entries'])).toBeGreaterThan(Number(before[0]?.['entries']))
  expect(await people.auditOf(accountId)).toContain('account.closed')

  const reopened = await untilServed(() => bus.request(reopenAccount, { accountId }, asOperator()))
  expect(reopened).toMatchObject({ closedAt: null, closedBy: null })
  expect((await account()).status).toBe(401)
  const again = await people.addSession(owner)
  expect((await again.get('/console/settings')).status).toBe(200)
})

test('the audit log forgets what is older than 400 days, and the running service can delete nothing newer', async () => {
  const { accountId } = await people.newOwner()
  const insert = `insert into audit_entry (id, account_id, at, actor, action, target, result, address_prefix)
    values (gen_random_uuid(), $1, now() - make_interval(days => $2), 'a', 'session.rotated', 'a', 'ok', 'a')`
  await people.rows(insert, [accountId, 399])
  await people.rows(insert, [accountId, 401])
  const url = people.gateway.database.urlOf('outturn_gateway')
  const pool = createPool({ connectionString: url, schema: 'gateway', applicationName: 'test', max: 1 })
  await pool.query('select forget_audit_entries()')
  await expect(pool.query('delete from audit_entry')).rejects.toThrow(/permission denied/)
  await pool.end()
  const kept = await people.rows(`select 1 from audit_entry where account_id = $1 and actor = 'a'`, [
    accountId,
  ])
  expect(kept).toHaveLength(1)
})

type IdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>
test('a key that ends within 14 days is announced once, to the people who may make keys', async () => {
  const owner = await people.newOwner('Larkfield')
  const [developer, viewer] = [people.newAddress('developer'), people.newAddress('viewer')]
  await people.addMember(owner, 'developer', developer)
  await people.addMember(owner, 'viewer', viewer)
  const make = async (name: string) =>
    owner.browser.submit(await owner.browser.get('/console/keys/new'), '/console/keys/new', {
      name,
      scope: 'verify',
      expires: '90',
    })
  await make('nightly')
  await make('revoked')
  await people.rows(`update api_key set revoked_at = now() where label = 'revoked' and account_id = $1`, [
    owner.accountId,
  ])
  const { db } = people.gateway.instances.production?.console ?? {}
  if (db === undefined) throw new Error('no console')
  const announce = () => announceKeyEnds(db, people.clock.now())
  const announced = (email: string) =>
    mailsTo(people.folder, email).filter((mail) => mail.includes('ends soon')).length
  await announce()
  const soon = new Date(people.clock.now().getTime() + 14 * 24 * 60 * minute - 1)
  await people.rows(
    `update api_key set expires_at = $1, created_at = $1::timestamptz - interval '90 days' where account_id = $2`,
    [soon, owner.accountId],
  )
  await announce()
  await announce()
  people.gateway.instances.production?.console.sendMails()
  await vi.waitFor(() => expect([announced(owner.email), announced(developer)]).toEqual([1, 1]))
  expect(announced(viewer)).toBe(0)
})

test('mails of an account that no server took are shown on its overview for a week, and on no other', async () => {
  const [owner, other] = [await people.newOwner(), await people.newOwner()]
  await people.rows(
    `insert into mail (id, kind, subject_id, created_at, expires_at, next_try_at, tries, state, ended_at, account_id)
     select gen_random_uuid(), 'invitation', 'x', $1, $1, $1, 8, 'failed', $1, $2 from generate_series(1, 2)`,
    [people.clock.now(), owner.accountId],
  )
  const words = 'No mail server took these mails'
  expect((await owner.browser.get('/console')).text).toContain('in eight tries each: 2 invitations.')
  expect((await other.browser.get('/console')).text).not.toContain(words)
  const days = (count: number) => [
    new Date(people.clock.now().getTime() - count * 24 * 60 * minute),
    owner.accountId,
  ]
  await people.rows('update mail set ended_at = $1 where account_id = $2', days(6))
  expect((await owner.browser.get('/console')).text).toContain(words)
  await people.rows('update mail set ended_at = $1 where account_id = $2', days(7))
  expect((await owner.browser.get('/console')).text).not.toContain(words)
})

const client = { id: 'outturn', secret: 'secret-of-the-provider' }

/** An account whose organisation signs in people of a domain of its own. */
async function newOrganisation(provider: IdentityProvider) {
  const owner = await people.newOwner()
  const domain = `${people.newAddress('domain').split('@')[0] ?? ''}.example`
  const bus = await people.gateway.operator('production')
  const { accountId } = owner
  const confirmed = { accountId, domain, issuer: provider.issuer }
  await untilServed(() => bus.request(confirmDomain, confirmed, asOperator()))
  const fields = { client_id: client.id, client_secret: client.secret }
  const save = async (more: Record<string, string> = {}, browser = owner.browser) =>
    browser.submit(await browser.get('/console/settings'), '/console/settings/organisation', {
      ...fields,
      ...more,
    })
  expect((await save()).headers['location']).toBe('/console/settings?done=saved')
  return { ...owner, domain, save }
}

async function startAt(browser: ConsoleBrowser, domain: string): Promise<string> {
  const page = await browser.get(`/sign-in/organisation?email=someone%40${domain}`)
  const [, link = ''] = /href="(\/sign-in\/oidc\/start\?domain=[^"]*)"/.exec(page.text) ?? []
  return String((await browser.get(link)).headers['location'])
}

const verified = (email: string) => ({ email, email_verified: true })

describe('the organisation of an account', () => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await openIdentityProvider(client)
  })
  afterAll(() => provider.close())

  test('signs in a person of a confirmed domain, as a viewer or with the role of their invitation', async () => {
    const { domain, browser: ownerBrowser, accountId } = await newOrganisation(provider)
    const email = `ada@${domain}`
    const browser = people.newBrowser()
    expect((await browser.get('/sign-in')).text).toContain('Continue with your organisation')
    const asked = new URL(await startAt(browser, domain))
    expect(asked.origin).toBe(provider.issuer)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/sign-in/oidc/return`,
      scope: 'openid email',
    })
    const back = await browser.get(provider.signIn(asked.href, verified(`Ada@${domain.toUpperCase()}`)))
    expect([back.status, await isSignedIn(browser)]).toEqual([200, true])
    const roles = () =>
      people.rows(
        'select m.role from membership m join person p on p.id = m.person_id where p.email = any($1) order by 1',
        [[email, `grace@${domain}`]],
      )
    expect(await roles()).toEqual([{ role: 'viewer' }])

    const grace = `grace@${domain}`
    const team = await ownerBrowser.get('/console/team')
    await ownerBrowser.submit(team, '/console/team/invite', { email: grace, role: 'developer' })
    const other = people.newBrowser()
    await other.get(provider.signIn(await startAt(other, domain), verified(grace)))
    expect(await isSignedIn(other)).toBe(true)
    expect(await roles()).toEqual([{ role: 'developer' }, { role: 'viewer' }])
    expect(await people.auditOf(accountId)).toEqual(
      expect.arrayContaining(['oidc.domain_confirmed', 'oidc.saved', 'member.joined']),
    )
    const kept = await people.rows('select client_secret from organisation where account_id = $1', [
      accountId,
    ])
    expect(JSON.stringify(kept)).not.toContain(client.secret)
    expect((await ownerBrowser.get('/console/settings')).text).not.toContain(client.secret)
  })

  test('signs no one in whom it may not speak for, or by an answer that is not its own or not for this browser', async () => {
    const { domain, accountId } = await newOrganisation(provider)
    const email = `ada@${domain}`
    const attempts: [string, Record<string, unknown>, Lies][] = [
      ['of another domain', verified('ada@elsewhere.example'), {}],
      ['of a domain below', verified(`ada@sub.${domain}`), {}],
      ['without a verified address', { email, email_verified: false }, {}],
      ['that says nothing of the address', { email }, {}],
      ['without an address', {}, {}],
      ['of another nonce', verified(email), { nonce: 'another' }],
      ['of another issuer', verified(email), { issuer: 'https://evil.example' }],
      ['for another client', verified(email), { audience: 'another' }],
      ['signed by another key', verified(email), { isForged: true }],
      ['returned by another issuer', verified(email), { returnedIssuer: 'https://evil.example' }],
    ]
    for (const [name, claims, lies] of attempts) {
      const browser = people.newBrowser()
      const back = await browser.get(provider.signIn(await startAt(browser, domain), claims, lies))
      expect([name, back.status, sessionOf(browser)]).toEqual([name, 403, ''])
    }
    const refused = (await people.auditOf(accountId)).filter((action) => action === 'oidc.failed')
    expect(refused).toHaveLength(attempts.length)

    const [started, thief] = [people.newBrowser(), people.newBrowser()]
    const back = provider.signIn(await startAt(started, domain), verified(email))
    await startAt(thief, domain)
    expect((await thief.get(back)).status).toBe(403)
    expect((await people.newBrowser().get(back)).status).toBe(403)
    expect((await started.get(`${back}x`.replace('state=', 'state=x'))).status).toBe(403)
    const late = people.newBrowser()
    const lateBack = provider.signIn(await startAt(late, domain), verified(email))
    people.later(10 * minute)
    expect((await late.get(lateBack)).status).toBe(403)
    const once = people.newBrowser()
    const onceBack = provider.signIn(await startAt(once, domain), verified(email))
    expect([(await once.get(onceBack)).status, (await once.get(onceBack)).status]).toEqual([200, 403])
  })

  test('may be required: codes and links sign no one else in, sessions of them end at once, and owners keep their passkey', async () => {
    const { domain, browser, email, accountId, save } = await newOrganisation(provider)
    const owner = { browser, email, accountId }
    const member = await people.addMember(owner, 'developer')
    const byMail = people.newBrowser()
    await byMail.post('/sign-in/code', { code: codeIn(await people.mailed(byMail, email)) })
    expect((await save({ is_required: 'yes' }, byMail)).status).toBe(422)
    const device = new SoftwareAuthenticator()
    await addPasskey(browser, device)
    const byPasskey = people.newBrowser()
    const signIn = async (at: ConsoleBrowser) =>
      at.post('/sign-in/passkey', {
        response: device.get({ origin, rpId, challenge: await challengeFor(at) }),
      })
    await signIn(byPasskey)
    expect((await save({ is_required: 'yes', client_secret: '' }, byPasskey)).status).toBe(303)
    expect([await isSignedIn(member), await isSignedIn(byMail), await isSignedIn(byPasskey)]).toEqual([
      false,
      false,
      true,
    ])
    const again = people.newBrowser()
    const told = await again.post('/sign-in/code', { code: codeIn(await people.mailed(again, email)) })
    expect([told.status, told.text]).toEqual([403, expect.stringContaining('Your organisation signs you in')])
    const owned = people.newBrowser()
    expect((await signIn(owned)).headers['location']).toBe('/console')
    const colleague = people.newBrowser()
    await colleague.get(provider.signIn(await startAt(colleague, domain), verified(`ada@${domain}`)))
    expect(await isSignedIn(colleague)).toBe(true)
    // A person of two accounts does not come in from the other one either.
    const other = await people.newOwner()
    await people.rows(
      `insert into membership select $1, p.id, 'developer', now() from person p where p.email = $2`,
      [accountId, other.email],
    )
    const path = '/console/account'
    const go = { _t: await people.formTokenOf(other.browser, path), account: accountId }
    expect((await other.browser.post(path, go)).status).toBe(403)
  })

  test('speaks for a person in its own account alone: the way to another one and a passkey need a proof of theirs', async () => {
    const { domain } = await newOrganisation(provider)
    const other = await people.newOwner()
    const email = `ada@${domain}`
    const browser = people.newBrowser()
    await browser.get(provider.signIn(await startAt(browser, domain), verified(email)))
    await people.rows(
      `insert into membership select $1, p.id, 'owner', now() from person p where p.email = $2`,
      [other.accountId, email],
    )
    const name = { name: 'laptop' }
    const security = await browser.get('/console/security')
    const passkey = await browser.submit(security, '/console/security/passkeys/new', name)
    expect([passkey.text.includes('data-options'), passkey.status]).toEqual([false, 200])
    expect(passkey.text).toContain('Confirm that it is you')
    const added = {
      ...name,
      response: '{}',
      _t: await people.formTokenOf(browser, '/console/security/passkeys/add'),
    }
    expect((await browser.post('/console/security/passkeys/add', added)).headers['location']).toBe(
      '/console/security',
    )

    const go = { account: other.accountId }
    const asked = await browser.submit(await browser.get('/console'), '/console/account', go)
    expect(asked.text).toContain('Confirm that it is you')
    const account = () =>
      people.rows(
        `select account_id, method from person_session s join person p on p.id = s.person_id
         where p.email = $1 and rotated_at is null and revoked_at is null`,
        [email],
      )
    expect(await account()).toMatchObject([{ method: 'oidc' }])
    expect(await account()).not.toMatchObject([{ account_id: other.accountId }])
    const code = codeIn(await people.nextMail(email, 0))
    expect((await browser.submit(asked, '/console/account', { code })).headers['location']).toBe('/console')
    // In the other account the session is one of the person, whose own organisation may be required later.
    expect(await account()).toEqual([{ account_id: other.accountId, method: 'mail' }])
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('keeps no person out of their other accounts where it is required', async () => {
    const { accountId } = await newOrganisation(provider)
    const other = await people.newOwner()
    await people.rows(
      `insert into membership select $1, p.id, 'viewer', now(), now() from person p where p.email = $2`,
      [accountId, other.email],
    )
    await people.rows('update organisation set is_required = true where account_id = $1', [accountId])
    const device = new SoftwareAuthenticator()
    await addPasskey(other.browser, device)
    const byMail = people.newBrowser()
    const mail = await people.mailed(byMail, other.email)
    expect((await byMail.post('/sign-in/code', { code: codeIn(mail) })).headers['location']).toBe('/console')
    const byPasskey = people.newBrowser()
    const challenge = await challengeFor(byPasskey)
    const used = await byPasskey.post('/sign-in/passkey', {
      response: device.get({ origin, rpId, challenge }),
    })
    expect(used.headers['location']).toBe('/console')
    expect([await isSignedIn(byMail), await isSignedIn(byPasskey)]).toEqual([true, true])
  })

  test('signs no one in to an account that was closed meanwhile', async () => {
    const { domain, accountId } = await newOrganisation(provider)
    const email = `late@${domain}`
    const browser = people.newBrowser()
    const back = provider.signIn(await startAt(browser, domain), verified(email))
    await people.rows('update account set closed_at = now(), closed_by = $2 where id = $1', [
      accountId,
      email,
    ])
    expect((await browser.get(back)).status).toBe(403)
    expect(await people.rows('select 1 from person where email = $1', [email])).toEqual([])
  })

  test('is confirmed for one account, by one issuer, and ends with its last domain', async () => {
    const { domain, accountId } = await newOrganisation(provider)
    const other = await people.newOwner()
    const bus = await people.gateway.operator('production')
    const confirm = (of: string, issuer: string) =>
      bus.request(confirmDomain, { accountId: of, domain, issuer }, asOperator())
    await expect(confirm(other.accountId, provider.issuer)).rejects.toMatchObject({ code: 'conflict' })
    await expect(confirm(accountId, 'https://other.example')).rejects.toMatchObject({ code: 'conflict' })
    expect(await confirm(accountId, provider.issuer)).toMatchObject({ domain })
    await untilServed(() => bus.request(withdrawDomain, { accountId, domain }, asOperator()))
    const page = await people.newBrowser().get(`/sign-in/organisation?email=a%40${domain}`)
    expect(page.text).toContain('No organisation signs in addresses of this domain')
    const saved = await people.rows('select 1 from organisation where account_id = $1', [accountId])
    expect(saved).toEqual([])
  })
})

test('a form that is sent by a person who is signed out stays on its page, and is done once they are signed in again', async () => {
  const { accountId, email, browser } = await people.newOwner()
  const path = '/console/team/invite'
  const sent = { email: people.newAddress('kept'), role: 'viewer' }
  const _t = await people.formTokenOf(browser, path)
  const invitations = async () =>
    (await people.rows('select email from team_invitation where account_id = $1', [accountId])).map(
      (row) => row['email'],
    )
  const stranger = (await people.newOwner()).browser
  browser.cookies.clear()
  const kept = await browser.post(path, { _t, ...sent })
  expect([kept.status, kept.headers['cache-control']]).toEqual([401, 'no-store'])
  expect(kept.text).toContain(sent.email)
  expect((await browser.submit(kept, path)).status).toBe(401)
  expect(await invitations()).toEqual([])
  // A form without its token, or with nothing in it, has nothing to keep.
  for (const nothing of [{ ...sent }, { _t }]) {
    expect((await browser.post(path, nothing)).headers['location']).toBe('/sign-in')
  }
  // No other person can send it.
  expect((await stranger.submit(kept, path)).status).toBe(403)
  await people.finishLink(browser, await people.linkFor(accountId, email))
  expect((await browser.submit(kept, path)).status).toBe(303)
  expect(await invitations()).toEqual([sent.email])
})
