import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createSignInLink } from '@outturn/contracts'
import type { PersonRole } from '@outturn/vocabulary'
import { Client } from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { created } from './agreement.ts'
import { openSession, readSystem, sendTo } from './api.ts'
import { findBrowser, startBrowser } from './browser.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const console = system.base_url.replace('127.0.0.1', 'localhost')
const browserPath = findBrowser()

describe.skipIf(browserPath === undefined)('Spools in the console', () => {
  let browser: Browser
  let operator: Operator
  let people = 0
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    operator = await connectOperator(system)
  })
  afterAll(async () => {
    await operator.close()
    await browser?.close()
  })

  /** The page of a person of an account in a browser without scripts. */
  async function personOf(accountId: string, role: PersonRole = 'owner'): Promise<Page> {
    people += 1
    const email = `person${people}.${accountId}@example.com`
    const { url } = await operator.send(createSignInLink, { accountId, email })
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(url)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${console}/console`)
    if (role === 'owner') return page
    const database = new Client({ connectionString: readFileSync(system.database_url_file, 'utf8').trim() })
    await database.connect()
    await database.query(
      `update gateway.membership set role = $1 from gateway.person
       where person.id = person_id and email = $2`,
      [role, email],
    )
    await database.end()
    return page
  }

  const textOf = (page: Page) => page.getByRole('main').innerText()
  const done = (page: Page) => page.locator('#done').innerText()

  test('two people agree, deliver, verify and dispute with nothing but its pages, and no one else sees or does any of it', async () => {
    const [buyer, seller, third] = await Promise.all(
      [1, 2, 3].map(() => operator.openAccount({ included: 20 })),
    )
    const [ada = '', bob = '', eve = ''] = [buyer, seller, third].map((account) => account?.accountId)
    const [owner, other, stranger] = await Promise.all([personOf(ada), personOf(bob), personOf(eve)])
    await owner.goto(`${console}/console/spools/new`)
    await owner.getByLabel('Title').fill('Leads <b>with</b> an email')
    await owner.getByLabel('Your name').fill('Larkfield Data')
    await owner.getByLabel('Name of the other party').fill('LeadBot')
    await owner.getByLabel('Account of the other party').fill(bob)
    await owner.getByLabel('Units').fill('2')
    await owner.getByLabel('Price of a unit, USD').fill('2.50')
    await owner.getByLabel('Columns of the table').fill('name, email')
    await owner.getByLabel('Conditions that a check decides').fill('every row has an email')
    await owner.getByLabel('Conditions that the buyer confirms').fill('The leads are fresh')
    await owner.getByRole('button', { name: 'Preview' }).click()
    expect(await owner.locator('#reading').innerText()).toContain('Every row has "email".')
    await owner.getByRole('button', { name: 'Create the Spool' }).click()
    expect(await done(owner)).toBe('Spool created.')
    const spool = new URL(owner.url()).pathname
    const open = (page: Page, path = spool) => page.goto(console + path)

    await other.goto(`${console}/console/spools?state=waiting`)
    await other.getByRole('link', { name: 'Leads <b>with</b> an email' }).click()
    await other.getByRole('button', { name: 'Accept' }).click()
    expect(await done(other)).toContain('Accepted.')
    await other.getByRole('link', { name: 'Deliver', exact: true }).click()
    await other.getByLabel('Content').fill('name,email\nAda,a@example.com\nBo,')
    await other.getByLabel('Source').fill('crm export')
    await other.getByRole('button', { name: 'Deliver' }).click()
    expect(await done(other)).toContain('Delivered.')

    await open(owner)
    await owner.getByRole('link', { name: 'Confirm', exact: true }).click()
    await owner.getByText('Met', { exact: true }).click()
    await owner.getByRole('button', { name: 'Confirm' }).click()
    await owner.getByRole('button', { name: 'Verify' }).click()
    expect(await textOf(owner)).toMatch(/Why 2\.50 was not earned[\s\S]*Row 2: email is missing/)

    const bundle = await owner.request.get(`${console}${spool}/bundle.json`)
    expect(await bundle.json()).toMatchObject({ schema: expect.stringContaining('bundle'), receipt: {} })
    await open(owner, `${spool}?tab=evidence`)
    const file = await owner
      .getByRole('link', { name: /^Download ev_/ })
      .last()
      .getAttribute('href')
    const delivered = await owner.request.get(console + (file ?? ''))
    expect(delivered.headers()['content-disposition']).toContain('attachment')
    expect(await delivered.text()).toContain('Ada,a@example.com')

    // One's own people by their address, those of the other side as people of it.
    await expect
      .poll(async () => {
        await open(other, `${spool}?tab=history`)
        return textOf(other)
      })
      .toMatch(/You, by person\d\.acc_\w+@example\.com accepted/)
    expect(await textOf(other)).toContain('A person of Larkfield Data confirmed condition 2')
    expect(await textOf(other)).not.toContain(ada)

    await open(other, `${spool}/dispute`)
    await other.getByLabel('In words').fill('Row 2 has an email in the file.')
    await other.getByLabel('Conditions', { exact: true }).fill('1')
    await other.getByRole('button', { name: 'Open the dispute' }).click()
    const dispute = new URL(other.url()).pathname
    expect(await textOf(other)).toContain('Nothing is settled before it is closed.')
    await owner.goto(`${console}/console/disputes`)
    expect(await textOf(owner)).toContain('held while it is open')
    await open(owner, `${spool}/verify`)
    expect(await textOf(owner)).toContain('Not possible now')

    // What is not a party's does not exist for it; the share link shows it and gives no right to act.
    for (const path of [spool, `${spool}/accept`, `${spool}/evidence`, `${spool}/bundle.json`, dispute]) {
      const found = await stranger.goto(console + path)
      expect([path, found?.status()]).toEqual([path, 404])
    }

    const [viewer, billing] = await Promise.all([personOf(ada, 'viewer'), personOf(ada, 'billing')])
    const statusOf = async (page: Page, path: string) => (await page.goto(console + path))?.status()
    await open(viewer)
    expect(await textOf(viewer)).toContain('From LeadBot to you')
    expect(await viewer.locator('main form').count()).toBe(0)
    expect(await statusOf(viewer, `${spool}?tab=money`)).toBe(200)
    for (const path of [
      `${spool}?tab=evidence`,
      `${spool}/evidence`,
      `${spool}/bundle.json`,
      '/console/spools/new',
    ]) {
      expect([path, await statusOf(viewer, path)]).toEqual([path, path.includes('?') ? 404 : 403])
    }
    for (const path of ['/console/spools', spool, dispute, '/console/disputes']) {
      expect([path, await statusOf(billing, path)]).toEqual([path, 403])
    }

    await open(other, `${spool}/abandon`)
    await other.getByRole('button', { name: 'Abandon' }).click()
    expect(await done(other)).toContain('Abandoned.')
    await open(owner, dispute)
    expect(await textOf(owner)).toContain('Withdrawn')
  })

  test('a person tries, registers, uses, rotates and revokes a source with nothing but its pages', async () => {
    const [buyer, third] = await Promise.all([1, 2].map(() => operator.openAccount({ included: 20 })))
    const accountId = buyer?.accountId ?? ''
    const [owner, stranger, viewer] = await Promise.all([
      personOf(accountId),
      personOf(third?.accountId ?? ''),
      personOf(accountId, 'viewer'),
    ])
    await owner.goto(`${console}/console/spools/new`)
    await owner.getByLabel('Title').fill('Tickets')
    await owner.getByLabel('Name of the other party').fill('DeskBot')
    await owner.getByLabel('Value, USD').fill('5.00')
    await owner.getByLabel('Conditions that the buyer confirms').fill('The tickets are resolved')
    await owner.getByRole('button', { name: 'Create the Spool' }).click()
    const spoolId = new URL(owner.url()).pathname.split('/').at(-1) ?? ''

    await owner.goto(`${console}/console/sources`)
    await owner.getByRole('main').getByRole('link', { name: 'Register a source' }).first().click()
    await owner.getByLabel('Subject').fill('/ticket')
    await owner.getByLabel('Value', { exact: true }).fill('stars')
    await owner.getByLabel('Predicate').fill('=resolved')
    await owner.getByLabel('Time').fill('/at')
    await owner.getByLabel('ID of the Spool').fill('/deal')
    const payload = `{"ticket": "T-1", "stars": 4.50, "at": "2026-01-01T10:00:00Z", "deal": "${spoolId}"}`
    await owner.getByLabel('Sample payload').fill(payload)
    await owner.getByRole('button', { name: 'Try the mapping' }).click()
    // Of a pointer that is none the field says so, and what was typed stays.
    expect(await owner.locator('#map_value-error').innerText()).toContain('The mapping of value')
    await owner.getByLabel('Value', { exact: true }).fill('/stars')
    await owner.getByRole('button', { name: 'Try the mapping' }).click()
    expect(await owner.locator('#tried').innerText()).toBe('1 fact, 0 elements rejected. Nothing was stored.')
    expect(await textOf(owner)).toMatch(/T-1\s+PREDICATE\s+resolved|T-1\s+resolved\s+4\.50/i)
    await owner.getByLabel('Name').fill('Ticket <b>desk</b>')
    await owner.getByRole('button', { name: 'Register the source' }).click()
    const secretOf = () => owner.getByRole('group', { name: 'Signing secret, shown once' }).innerText()
    const secret = await secretOf()
    expect(secret).toMatch(/^whsec_/)
    const command = await owner.getByRole('group', { name: 'Terminal' }).innerText()
    const answer = execFileSync('sh', ['-c', command]).toString()
    expect(JSON.parse(answer)).toMatchObject({ accepted: true, duplicate: false, rejected: [] })

    await owner.getByRole('link', { name: 'See the source' }).click()
    const source = new URL(owner.url()).pathname
    expect(await textOf(owner)).toMatch(/Latest deliveries[\s\S]*msg_\d+[\s\S]*Rejected/)
    expect(await owner.content()).not.toContain(secret)
    const spool = `/console/spools/${spoolId}`
    await owner.goto(`${console}${spool}/invite`)
    await owner.getByRole('button', { name: 'Invite' }).click()
    const grant = await owner.getByRole('group', { name: 'Grant', exact: true }).innerText()
    const exchanged = await send<{ api_key: string }>('/api/v1/keys/exchange', {
      body: { grant_token: grant },
    })
    const key = exchanged.json.api_key
    await send(`/api/v1/spools/${spoolId}/accept`, { key, body: {} })
    const claim = { subject: 'T-1', predicate: 'resolved', value: 5, occurred_at: '2026-01-01T10:00:00Z' }
    const claims = [claim, { ...claim, subject: 'T-3' }]
    expect((await send(`/api/v1/spools/${spoolId}/claims`, { key, body: { claims } })).status).toBe(201)

    await owner.goto(console + spool)
    await owner.getByRole('link', { name: 'Claims and facts' }).click()
    await owner.getByRole('link', { name: 'Latest match' }).click()
    await owner.getByLabel('Seconds between').fill('a day')
    await owner.getByRole('button', { name: 'Match', exact: true }).click()
    expect(await owner.locator('#window-error').innerText()).toContain('from 0 to 2592000')
    await owner.getByLabel('Seconds between').fill('60')
    // On a machine that is busy the first match of a system may be refused for now; its form stays filled in.
    await expect
      .poll(async () => {
        await owner.getByRole('button', { name: 'Match', exact: true }).click()
        return textOf(owner)
      })
      .toContain('Matched.')
    await owner.getByRole('link', { name: 'resolved of T-1' }).click()
    expect(await textOf(owner)).toMatch(/A fact differs\s+Value: claimed 5, observed 4\.50/)
    expect(await textOf(owner)).toMatch(/Contradicts claim 1/)
    await owner.getByRole('link', { name: 'A claim differs from a fact' }).first().click()
    expect(await textOf(owner)).toContain('The claim "resolved" of "T-1" and the fact')
    await owner.getByRole('link', { name: 'T-1', exact: true }).click()
    expect(new URL(owner.url()).search).toBe('?name=T-1')
    await owner.goto(`${console}${spool}/claims?subject=T-3`)
    expect(await textOf(owner)).toMatch(/resolved of T-3[\s\S]*No fact yet/)
    expect(await textOf(owner)).not.toContain('T-1')
    await viewer.goto(`${console}${spool}/matches`)
    expect(await viewer.locator('main form').count()).toBe(0)

    await owner.goto(console + source)
    await owner.getByRole('link', { name: 'Rotate the key' }).click()
    await owner.getByLabel('How long').selectOption('End it at once')
    await owner.getByRole('button', { name: 'Make a new secret' }).click()
    expect(await secretOf()).not.toBe(secret)
    const refused = execFileSync('sh', ['-c', command]).toString()
    expect(JSON.parse(refused)).toMatchObject({ code: 'unauthenticated' })

    const statusOf = async (page: Page, path: string) => (await page.goto(console + path))?.status()
    for (const path of [
      source,
      ...['claims', 'facts', 'matches', 'subject?name=T-1'].map((each) => `${spool}/${each}`),
    ]) {
      expect([path, await statusOf(stranger, path), await statusOf(viewer, path)]).toEqual([path, 404, 200])
    }
    await viewer.goto(console + source)
    expect(await viewer.locator('main form').count()).toBe(0)
    expect(await statusOf(viewer, `${source}/revoke`)).toBe(403)

    await owner.goto(`${console}${source}/revoke`)
    await owner.getByLabel('Type the name of the source').fill('Ticket desk')
    await owner.getByRole('button', { name: 'Revoke the source' }).click()
    expect(await owner.locator('#name-error').innerText()).toContain('Nothing was revoked.')
    await owner.getByLabel('Type the name of the source').fill('Ticket <b>desk</b>')
    await owner.getByRole('button', { name: 'Revoke the source' }).click()
    expect(await done(owner)).toContain('Revoked.')
    expect(await owner.locator('main form').count()).toBe(0)
  })

  test('an open seat is taken by the grant of an invitation alone, not by the share link', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => operator.openAccount({ included: 20 })))
    const [owner, stranger, late] = await Promise.all([
      personOf(accounts[0]?.accountId ?? ''),
      personOf(accounts[1]?.accountId ?? ''),
      personOf(accounts[2]?.accountId ?? ''),
    ])
    await owner.goto(`${console}/console/spools/new`)
    await owner.getByLabel('Title').fill('Press mentions')
    await owner.getByLabel('Name of the other party').fill('NewsLoom')
    await owner.getByLabel('Value, USD').fill('25.00')
    await owner.getByLabel('Conditions that the buyer confirms').fill('The mentions are real')
    await owner.getByRole('button', { name: 'Create the Spool' }).click()
    const spool = new URL(owner.url()).pathname
    const share = await owner.getByRole('link', { name: 'Share page' }).getAttribute('href')
    await stranger.goto(share ?? '')
    expect(await textOf(stranger)).toContain(
      'only an invitation of a party binds an account to the open role',
    )
    expect(await stranger.locator('main form').count()).toBe(0)
    const shareId = share?.split('/').at(-1) ?? ''
    for (const id of [spool.split('/').at(-1), shareId]) {
      const found = await stranger.goto(`${console}/console/spools/${id}/accept`)
      expect(found?.status()).toBe(404)
      const sent = await stranger.request.post(`${console}/console/spools/${id}/accept`, {
        form: { form: '00000000-0000-4000-8000-000000000001' },
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      expect(sent.status()).toBe(403)
    }
    await owner.getByRole('link', { name: 'Invite', exact: true }).click()
    await owner.getByRole('button', { name: 'Invite' }).click()
    const grant = await owner.getByRole('group', { name: 'Grant', exact: true }).innerText()
    const link = await owner.getByRole('group', { name: 'Link for a person' }).innerText()
    expect(link).toBe(`${system.base_url}/invitation/${grant}`)
    // A scanner of mails opens links: that takes no seat.
    for (let times = 0; times < 3; times += 1) {
      const looked = await fetch(`${console}/invitation/${grant}`, { redirect: 'manual' })
      expect([looked.status, looked.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    }
    await stranger.goto(link)
    expect(await textOf(stranger)).toMatch(
      /invites you as the \w+, NewsLoom[\s\S]*25\.00[\s\S]*The mentions are real/,
    )
    await stranger.getByRole('link', { name: 'Go on with my account' }).click()
    await stranger.getByRole('button', { name: 'Join and accept' }).click()
    expect(new URL(stranger.url()).pathname).toBe(spool)
    expect(await done(stranger)).toContain('Accepted.')
    for (const path of [`/invitation/${grant}`, `/console/invitation/${grant}`]) {
      const again = await (path.startsWith('/console') ? late : stranger).goto(console + path)
      expect([path, again?.status()]).toEqual([path, 410])
    }
    expect(await textOf(stranger)).toContain('This invitation was used')
    await stranger.goto(`${console}/console/invitation/${grant}`)
    expect(new URL(stranger.url()).pathname).toBe(spool)
    const exchanged = await send('/api/v1/keys/exchange', { body: { grant_token: grant } })
    expect(exchanged.status).toBe(403)
    // A machine that is busy reads the history of a page too late, and says so on the page.
    await expect
      .poll(async () => {
        await owner.goto(console + spool)
        return textOf(owner)
      })
      .toContain('took its seat')
    expect(await owner.getByRole('link', { name: 'Invite', exact: true }).count()).toBe(0)
  })

  test('a person joins without an account by the link of an invitation, and one that ended says so', async () => {
    const { accountId, apiKey: key } = await operator.openAccount()
    const spool = await created(send, key)
    const invite = async (from = key, at = spool.id) => {
      const { json } = await send<{ grant_token: string }>(`/api/v1/spools/${at}/invite`, {
        ...{ method: 'POST', key: from },
      })
      return `${console}/invitation/${json.grant_token}`
    }
    const replaced = await invite()
    const link = await invite()
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(replaced)
    expect(await textOf(page)).toContain('This invitation was replaced')
    const owner = await personOf(accountId)
    await owner.goto(link.replace('/invitation/', '/console/invitation/'))
    // Who made the Spool takes no second place in it.
    expect(new URL(owner.url()).pathname).toBe(`/console/spools/${spool.id}`)
    await page.goto(link)
    await page.getByRole('button', { name: 'Join and show the key' }).click()
    const command = await page.getByRole('group', { name: 'Terminal' }).first().innerText()
    const accepted = JSON.parse(execFileSync('sh', ['-c', command]).toString()) as { status: object }
    expect(accepted.status).toMatchObject({ agreement: 'accepted' })
    await page.goto(link)
    expect(await textOf(page)).toContain('This invitation was used')
    const { token } = await openSession(send)
    await page.goto(await invite(token, (await created(send, token)).id))
    expect(await textOf(page)).toContain('This invitation is of the sandbox')
    expect((await page.goto(`${console}/invitation/spg_${'a'.repeat(32)}`))?.status()).toBe(404)
  })
})
