import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSignInLink } from '@outturn/contracts'
import { Client } from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityFindings } from '../pages/page-audit.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { delivery, readSystem, sendTo, verified } from './api.ts'
import { findBrowser, openPage, screens, startBrowser } from './browser.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const base = system.base_url
const console = base.replace('127.0.0.1', 'localhost')
const browserPath = findBrowser()

/** Where a system without a mail server keeps its mails. */
const mails = join(dirname(system.database_url_file), '../mail')

/** The code of the newest mail to an address. */
function codeFor(address: string): string | undefined {
  const texts = readdirSync(mails)
    .toSorted()
    .map((name) => readFileSync(join(mails, name), 'utf8'))
    .filter((text) => text.includes(`To: ${address}`))
  return /^ {4}(\d{4} \d{4})$/m.exec(texts.at(-1) ?? '')?.[1]
}

// Without a browser on the machine these are reported as skipped; .ci/run installs one.
describe.skipIf(browserPath === undefined)('the console in a browser', () => {
  let browser: Browser
  let operator: Operator
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    operator = await connectOperator(system)
  })
  afterAll(async () => {
    await operator.close()
    await browser?.close()
  })

  /** A context that is signed in as the owner of an account of its own. */
  async function signedIn(): Promise<BrowserContext> {
    return signedInFor(await operator.openAccount({ included: 20 }))
  }

  async function signedInFor({ accountId }: { accountId: string }): Promise<BrowserContext> {
    const context = await browser.newContext()
    const email = `${accountId}@example.com`
    const { url } = await operator.send(createSignInLink, { accountId, email })
    const { page } = await openPage(context)
    await page.goto(url)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${console}/console`)
    return context
  }

  test.each([true, false])(
    'leads from the front page to a first receipt in two minutes with nothing but its pages, with scripts: %s',
    async (hasScripts) => {
      const startedAt = performance.now()
      const { page, violations } = await openPage(await browser.newContext({ javaScriptEnabled: hasScripts }))
      await page.goto(base)
      await page.getByLabel('Website in row 3').fill('https://cobalt-freight.example')
      await page.getByRole('button', { name: 'Verify the delivery' }).click()
      await page.getByText('Open the signed receipt').click()
      expect(await page.locator('#earned').innerText()).toBe('10.00 of 10.00 USD earned')
      await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Sign in' }).click()
      expect(page.url()).toBe(`${console}/sign-in`)

      const email = `first-${hasScripts}-${Date.now()}@newcomer.example`
      await page.getByLabel('Work email').fill(email)
      await page.getByRole('button', { name: 'Send the mail' }).click()
      await expect.poll(() => codeFor(email)).toBeDefined()
      await page.getByLabel('Code').fill(codeFor(email) ?? '')
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      expect(await page.locator('h1').innerText()).toBe('Overview')
      expect(await page.locator('.steps .badge.pass').count()).toBe(0)
      await page.getByRole('link', { name: 'Make a key' }).click()
      await page.getByLabel('Name').fill('<img src=x onerror=alert(1)>')
      await page.getByRole('button', { name: 'Create the key' }).click()
      expect(await page.locator('h1').innerText()).toBe('<img src=x onerror=alert(1)> is ready')
      const command = await page.getByRole('group', { name: 'Terminal' }).innerText()
      await page.getByRole('link', { name: 'overview', exact: true }).click()
      const answer = execFileSync('bash', ['-c', command.replace('$(openssl rand -hex 16)', email)], {
        encoding: 'utf8',
      })
      expect(JSON.parse(answer)).toMatchObject({ attestation: { result: 'pass' } })
      // With scripts the page finds the receipt by itself.
      await expect
        .poll(async () => {
          if (!hasScripts) await page.reload()
          return page.locator('.steps .badge.pass').count()
        })
        .toBe(3)
      expect(performance.now() - startedAt).toBeLessThan(120_000)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.goto(`${console}/console`)
      expect(page.url()).toBe(`${console}/sign-in`)
      expect(violations).toEqual([])
    },
  )

  test('buys credits on the page of the processor, and credits, usage and statement say the same', async () => {
    const account = await operator.openAccount()
    const context = await signedInFor(account)
    const { page, violations } = await openPage(context)
    await page.goto(`${console}/console/credits`)
    await page.getByLabel('10 USD').check()
    await page.getByRole('button', { name: 'Buy by card' }).click()
    expect(violations).toEqual([])
    await page.getByRole('link', { name: 'Pay 10.00 USD by card' }).click()
    await page.getByRole('button', { name: 'Pay $10.00' }).click()
    await page.waitForURL(/\/return$/)
    // The page of the processor has no icon.
    violations.length = 0
    await page.getByRole('link', { name: 'See the purchase' }).click()
    await page.getByText('10.00 USD were added to the credits.').waitFor()

    await verified(send, account.apiKey)
    const month = new Date().toISOString().slice(0, 7)
    await expect
      .poll(async () => {
        await page.goto(`${console}/console/usage`)
        return page.locator('main').innerText()
      })
      .toMatch(/Runs\n+1\n[^]*Charged, USD\n+0\.10\n[^]*available, USD\n+9\.90\n/)
    const byKey = page.getByRole('table', { name: 'Usage by key' })
    expect(await byKey.getByRole('row', { name: 'tests' }).innerText()).toMatch(/1\s+0\s+0\.10/)
    await page.goto(`${console}/console/statements/${month}`)
    const text = await page.locator('main').innerText()
    for (const part of [/Credits bought\n+10\.00\n/, /Charged\n+0\.10\n/, /Balance now\n+9\.90\n/]) {
      expect(text).toMatch(part)
    }
    await page.getByRole('table', { name: 'Charges by key' }).getByRole('link', { name: '0.10' }).click()
    expect(await page.getByRole('row').filter({ hasText: 'Verification run' }).innerText()).toContain('−0.10')
    expect(violations).toEqual([])
  })

  test('makes and revokes a key by the keyboard alone, on a phone', async () => {
    const context = await signedIn()
    const { page } = await openPage(context, { viewport: screens.phone })
    await page.goto(`${console}/console/keys/new`)
    await focus(page, 'Name')
    await page.keyboard.type('by keyboard')
    await page.keyboard.press('Enter')
    await page.getByText('by keyboard is ready').waitFor()
    await page.goto(`${console}/console/keys`)
    await focus(page, 'Revoke by keyboard')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Revoke by keyboard?' }).waitFor()
    await focus(page, 'Revoke by keyboard')
    await page.keyboard.press('Enter')
    await page.locator('#done').waitFor()
    expect(await page.locator('#done').innerText()).toContain('Key revoked.')
  })

  test('single keys lead from place to place and row to row, not while something is typed, and can be turned off', async () => {
    const context = await signedIn()
    const { page, violations } = await openPage(context)
    await page.goto(`${console}/console`)
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.waitForURL(`${console}/console/keys`)
    await page.goto(`${console}/console/keys/new`)
    await page.getByLabel('Name').focus()
    await page.keyboard.type('go?')
    expect(await page.getByLabel('Name').inputValue()).toBe('go?')
    await page.getByRole('heading', { name: 'New API key' }).click()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.waitFor()
    expect(await list.innerText()).toContain('Go to API keys')
    expect(await accessibilityFindings(page)).toEqual([])
    // A key in a dialog is for the dialog.
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await list.getByLabel('Use single keys as shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    expect(await list.isVisible()).toBe(false)
    await page.goto(`${console}/console/keys`)
    await page.keyboard.press('?')
    expect(await list.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await list.getByLabel('Use single keys as shortcuts').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.waitForURL(`${console}/console`)
    expect(violations).toEqual([])
  })

  test('a search leads from a part of a receipt to its Spool, run, request and charge by the keyboard, and a whole id to its page', async () => {
    const account = await operator.openAccount({ included: 20 })
    const { receipt, spool_id: spoolId } = await verified(send, account.apiKey, delivery())
    const id = receipt?.id ?? ''
    const context = await signedInFor(account)
    const { page, violations } = await openPage(context)
    await page.goto(`${console}/console/receipts`)
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.keyboard.press('/')
    await page.keyboard.type(id.slice(0, 12))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Results for “${id.slice(0, 12)}”` }).waitFor()
    const kinds = await page.locator('.hit .badge.plain:first-child').allInnerTexts()
    for (const kind of ['Receipt', 'Spool', 'Run', 'Request', 'Ledger entry']) expect(kinds).toContain(kind)
    await page.locator('main').click({ position: { x: 1, y: 1 } })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${console}/console/receipts/${id}`)
    expect(await page.locator('#about-facts').innerText()).toContain(spoolId)
    await page.getByText('Verified in this browser').waitFor()
    await page.goto(`${console}/console/search?q=${encodeURIComponent(`see ${base}/r/${id}`)}`)
    expect(page.url()).toBe(`${console}/console/receipts/${id}`)

    const { page: other } = await openPage(await signedIn())
    const texts = []
    for (const q of [id, id.replace(/.{6}$/, 'ffffff')]) {
      await other.goto(`${console}/console/search?q=${q}`)
      texts.push((await other.locator('main').innerText()).replaceAll(q, ''))
    }
    expect(texts[0]).toBe(texts[1])
    await other.goto(`${console}/console/receipts/${id}`)
    expect(await other.locator('h1').innerText()).not.toContain('verified')
    expect(await other.content()).not.toContain(spoolId)
    expect(violations).toEqual([])
  })

  test('a code is copied by its button, and a key is revoked in a dialog whose safe choice has the focus', async () => {
    const context = await signedIn()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { page, violations } = await openPage(context)
    await page.goto(`${console}/console/keys/new`)
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = await page.getByRole('group', { name: 'API key' }).innerText()
    await page.getByRole('button', { name: 'Copy API key' }).click()
    await page.getByRole('button', { name: 'Copied API key' }).waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key)
    const command = await page.getByRole('group', { name: 'Terminal' }).innerText()
    execFileSync('bash', ['-c', command.replace('$(openssl rand -hex 16)', key.slice(-20))])
    // The page finds the receipt by itself.
    await page.getByText('Your account works').waitFor({ timeout: 30_000 })

    await page.goto(`${console}/console/keys`)
    const link = page.getByRole('link', { name: 'Revoke nightly' })
    await link.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Revoke nightly?' })
    await dialog.waitFor()
    expect(await page.evaluate<[string, boolean]>(focused)).toEqual(['Keep it', true])
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${console}/console/keys`)
    await link.click()
    await dialog.getByRole('button', { name: 'Revoke nightly' }).click()
    expect(await page.locator('#done').innerText()).toContain('Key revoked.')
    expect(violations).toEqual([])
  })

  test('a passkey is added, signs in and proves a step, in a browser with a device of its own', async () => {
    const context = await signedIn()
    const { page, violations } = await openPage(context)
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable', { enableUI: false })
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, hasUserVerification: true, isUserVerified: true },
    })
    await page.goto(`${console}/console/security`)
    await page.getByLabel('Name').fill('<b>laptop</b>')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Make the passkey' }).click()
    await page.getByText('Passkey added.').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()

    // The device answers as a person would who chooses the passkey among the suggestions of the address field.
    await page.waitForURL(`${console}/console`)
    await forgetProofs()
    await page.goto(`${console}/console/keys/new`)
    await page.getByLabel('Name').fill('proved')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('proved is ready').waitFor()

    // A device that does not verify its person signs no one in.
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('No passkey was used.').waitFor()
    expect(page.url()).toBe(`${console}/sign-in`)
    expect(violations).toEqual([])
  })

  /** As if ten minutes had gone by since a sign-in by passkey. */
  async function forgetProofs(): Promise<void> {
    const database = new Client({ connectionString: readFileSync(system.database_url_file, 'utf8').trim() })
    await database.connect()
    const earlier = `update gateway.person_session set proved_at = proved_at - interval '10 minutes'`
    await database.query(`${earlier} where method = 'passkey'`)
    await database.end()
  }

  /** Goes on by the tab key until what has this name has the focus, and sees that it is visible. */
  async function focus(page: Page, name: string): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate<[string, boolean]>(focused)
      if (found[0] === name) return expect(found).toEqual([name, true])
    }
    throw new Error(`the tab key does not reach ${name}`)
  }
})

const focused = `(() => {
  const at = document.activeElement
  const words = at.labels?.[0]?.textContent ?? at.textContent
  return [words.trim(), at.matches(':focus-visible') && getComputedStyle(at).outlineStyle !== 'none']
})()`
