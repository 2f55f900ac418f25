import { readFileSync } from 'node:fs'
import {
  createSignInLink,
  type DisputeView,
  type RequestedReview,
  type ReviewView,
  type SpoolView,
  type VerifiedSpool,
} from '@outturn/contracts'
import type { PersonRole } from '@outturn/vocabulary'
import { Client } from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityFindings, loadFindings, reflowFindings } from '../pages/page-audit.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, created } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'
import { findBrowser, startBrowser } from './browser.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const console = system.base_url.replace('127.0.0.1', 'localhost')
const browserPath = findBrowser()
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const

type Side = { readonly accountId: string; readonly apiKey: string }

describe.skipIf(browserPath === undefined)('reviews and disputes of people', () => {
  let browser: Browser
  let operator: Operator
  let buyer: Side
  let seller: Side
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    operator = await connectOperator(system)
    const opened = await Promise.all([1, 2].map(() => operator.openAccount({ included: 20 })))
    ;[buyer, seller] = opened as [Side, Side]
  })
  afterAll(async () => {
    await operator.close()
    await browser?.close()
  })

  /** Half of two units was delivered, in the second of two deliveries. */
  async function judged(resolver: 'counterparty' | 'review' = 'counterparty') {
    const spool = await created(send, buyer.apiKey, {
      parties: [
        { role: 'buyer', kind: 'org', display_name: 'Larkfield Data' },
        { role: 'seller', kind: 'org', display_name: 'LeadBot', account_id: seller.accountId },
      ],
      dispute_policy: { window_hours: 24, holds_settlement: true, resolver },
    })
    await acted(send, seller.apiKey, `${spool.id}/accept`)
    const conditionId = spool.conditions[0]?.id ?? ''
    for (const name of ['Early', 'Late']) {
      const rows = [{ name, website: 'https://late.example' }, { name: 'Bo' }]
      const evidence = { condition_id: conditionId, type: 'dataset', source: 'crm', metadata: { rows } }
      await acted(send, seller.apiKey, `${spool.id}/evidence`, evidence)
    }
    const { receipt } = await acted<VerifiedSpool>(send, buyer.apiKey, `${spool.id}/verify`)
    return { id: spool.id, conditionId, receiptId: receipt?.id ?? '' }
  }

  async function read<T>(path: string, { apiKey }: Side = buyer): Promise<T> {
    return (await send<T>(`/api/v1/${path}`, { key: apiKey })).json
  }
  const reviewNow = ({ id }: Pick<ReviewView, 'id'>) => read<ReviewView>(`reviews/${id}`)
  const post = <T>(path: string, { apiKey }: Side, body?: unknown) =>
    send<T>(`/api/v1/${path}`, { method: 'POST', key: apiKey, body })

  async function asked(receiptId: string): Promise<RequestedReview> {
    const body = { reviewer: { name: 'Ana Díaz' }, question: 'Is row 2 a lead?' }
    return (await post<RequestedReview>(`receipts/${receiptId}/reviews`, buyer, body)).json
  }

  describe('the page of a review', () => {
    /** What is wrong with a page, as it is shown on a phone in the dark. */
    async function findings(page: Page): Promise<readonly string[]> {
      const found = [
        ...(await accessibilityFindings(page)),
        ...(await loadFindings(page)),
        ...(await reflowFindings(page)),
        ...((await page.evaluate<number>('document.scripts.length')) === 0 ? [] : ['has a script']),
      ]
      await page.setViewportSize(phone.viewport)
      return found
    }

    /** Goes on by the tab key until this has the focus. */
    async function tabTo(page: Page, what: string): Promise<void> {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab')
        if (await page.locator(what).evaluate((each) => each === each.ownerDocument.activeElement)) return
      }
      throw new Error(`the tab key does not lead to ${what}`)
    }
    const press = async (page: Page, key: string) => {
      await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)])
    }
    const focused = (page: Page) => page.evaluate<string>('document.activeElement.innerText')

    test('is decided by the keyboard alone: refused at the field, confirmed, changed, recorded and used, with no finding in any state', async () => {
      const spool = await judged()
      const review = await asked(spool.receiptId)
      await post(`reviews/${review.id}/consent`, seller)
      const page = await (await browser.newContext(phone)).newPage()
      await page.goto(review.decision_url)
      expect(await findings(page)).toEqual([])
      const main = await page.getByRole('main').innerText()
      expect(main).toContain('2.50 USD of 5.00 USD')
      expect(main).toMatch(
        /The result is based on it\.[\s\S]*A later delivery replaced it, so it was not judged\./,
      )

      await tabTo(page, 'input[value=uphold]')
      await page.keyboard.press('ArrowDown')
      const accepted = `[id="u.passed.${spool.conditionId}"]`
      await tabTo(page, accepted)
      await page.keyboard.type('9')
      await press(page, 'Enter')
      expect(await focused(page)).toContain('Condition 1, accepted units: write numbers from 1 to 2')
      expect(await findings(page)).toEqual([])
      expect(await page.locator(accepted).getAttribute('aria-describedby')).toContain('-error')
      await tabTo(page, '#problem a')
      await page.keyboard.press('Enter')
      // The address of the field is where the tab key goes on.
      await tabTo(page, accepted)
      await page.keyboard.press('Control+A')
      await page.keyboard.type('2')
      await tabTo(page, '#detail')
      await page.keyboard.type('Row 2 is in the registry.')
      await tabTo(page, '#decide button')
      await press(page, 'Enter')

      expect(await focused(page)).toBe('The receipt is wrong')
      expect(await findings(page)).toEqual([])
      await tabTo(page, 'form:has([value=change]) button')
      await press(page, 'Enter')
      expect(await page.locator(accepted).inputValue()).toBe('2')
      expect(await page.locator('#detail').inputValue()).toBe('Row 2 is in the registry.')
      expect(await page.locator('input[value=overturn]').isChecked()).toBe(true)
      await tabTo(page, '#decide button')
      await press(page, 'Enter')
      expect((await reviewNow(review)).status).toBe('requested')
      await tabTo(page, 'form:has([value=send]) button')
      await press(page, 'Enter')

      await expect.poll(async () => (await reviewNow(review)).effect).toBe('superseded')
      await page.goto(review.decision_url)
      expect(await page.locator('#end').innerText()).toContain('A new receipt has replaced')
      expect(await findings(page)).toEqual([])
      const { latest_receipt_id: latest } = await read<SpoolView>(`spools/${spool.id}`)
      expect(await page.locator(`#end a[href="/r/${latest}"]`).count()).toBe(1)
      const withdrawn = await asked(latest ?? '')
      await post(`reviews/${withdrawn.id}/withdraw`, buyer)
      await page.goto(withdrawn.decision_url)
      expect(await page.locator('#end').innerText()).toContain('withdrew it')
      expect(await findings(page)).toEqual([])
      await page.context().close()
    })

    test('needs no script, shows a withdrawn review as ended, and does not take unknown evidence for a wrong link', async () => {
      const spool = await judged()
      const [review, withdrawn] = [await asked(spool.receiptId), await asked(spool.receiptId)]
      const page = await (await browser.newContext({ ...phone, javaScriptEnabled: false })).newPage()
      await page.goto(withdrawn.decision_url)
      await page.getByText('The receipt is right').click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await post(`reviews/${withdrawn.id}/withdraw`, buyer)
      await page.getByRole('button', { name: 'Record the decision' }).click()
      expect(await page.locator('#end').innerText()).toContain('withdrew it')
      expect((await reviewNow(withdrawn)).status).toBe('withdrawn')

      for (let tries = 0; tries < 21; tries += 1) {
        const found = await page.request.get(`${review.decision_url}/evidence/ev_unknown`)
        expect(found.status()).toBe(404)
      }
      await page.goto(review.decision_url)
      const href = await page
        .getByRole('link', { name: /^Download/ })
        .first()
        .getAttribute('href')
      const file = await page.request.get(new URL(href ?? '', review.decision_url).href)
      expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('Late')])
      await page.getByText('The receipt is right').click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Record the decision' }).click()
      expect(await page.locator('#end').innerText()).toContain('the receipt is right. The receipt stands.')
      expect(await reviewNow(review)).toMatchObject({ status: 'upheld', standing: 'advisory' })
      await page.context().close()
    })
  })

  describe('the forms of the console', () => {
    let people = 0

    /** Signs a person in, in a browser without scripts. */
    async function signIn(context: BrowserContext, { accountId }: Side, email: string): Promise<Page> {
      const { url } = await operator.send(createSignInLink, { accountId, email })
      const page = await context.newPage()
      await page.goto(url)
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`${console}/console`)
      return page
    }

    async function personOf(side: Side, role: PersonRole = 'owner'): Promise<{ page: Page; email: string }> {
      people += 1
      const email = `casework${people}.${side.accountId}@example.com`
      const page = await signIn(await browser.newContext({ javaScriptEnabled: false }), side, email)
      if (role !== 'owner') {
        const database = new Client({
          connectionString: readFileSync(system.database_url_file, 'utf8').trim(),
        })
        await database.connect()
        await database.query(
          `update gateway.membership set role = $1 from gateway.person where person.id = person_id and email = $2`,
          [role, email],
        )
        await database.end()
      }
      return { page, email }
    }

    type Sent = { readonly path: string; readonly fields: Readonly<Record<string, string>> }

    /** The form that a button of a page sends, as it is filled in. */
    async function formOf(page: Page, button: string): Promise<Sent> {
      return page
        .getByRole('main')
        .getByRole('button', { name: button, exact: true })
        .evaluate((each) => {
          const form = each.closest('form')
          const fields = Object.fromEntries(
            [...new FormData(form ?? undefined)].map(([name, value]) => [
              name,
              typeof value === 'string' ? value : value.name,
            ]),
          )
          return { path: new URL(form?.action ?? '').pathname, fields }
        })
    }
    const sendForm = (page: Page, { path, fields }: Sent) =>
      page.request.post(console + path, {
        form: { ...fields },
        headers: { 'sec-fetch-site': 'same-origin' },
        maxRedirects: 0,
      })
    const click = (page: Page, name: string) =>
      page.getByRole('main').getByRole('button', { name, exact: true }).click()
    const errorAt = (page: Page, field: string) => page.locator(`[id="${field}-error"]`).innerText()

    test('ask for a review with its members, consent and withdraw, once each, and for those alone who may', async () => {
      const spool = await judged()
      const path = `${console}/console/spools/${spool.id}`
      const [{ page: asks }, { page: other }, { page: viewer }] = [
        await personOf(buyer),
        await personOf(seller),
        await personOf(seller, 'viewer'),
      ]
      await asks.goto(path)
      await asks.getByRole('link', { name: 'Ask for a review' }).click()
      await asks.getByLabel('Name of the reviewer').fill('Ana Díaz')
      await asks.getByLabel('Question').fill('Is row 2\na lead?')
      await asks.getByLabel('Units').fill('2')
      await asks.getByLabel('Hours to decide').fill('0')
      await click(asks, 'Ask for the review')
      expect(await errorAt(asks, 'hours')).toContain('from 1 to 720')
      expect(await asks.getByLabel('Question').inputValue()).toBe('Is row 2\na lead?')
      await asks.getByLabel('Hours to decide').fill('5')
      const form = await formOf(asks, 'Ask for the review')
      await click(asks, 'Ask for the review')
      const link = await asks.getByRole('group', { name: 'Link' }).innerText()
      const again = await sendForm(asks, form)
      expect([again.status(), await again.text()]).toEqual([200, expect.stringContaining(link)])
      const { open_reviews: open = [] } = await read<SpoolView>(`spools/${spool.id}`, seller)
      expect(open).toHaveLength(1)
      const review = { id: open[0] ?? '' }
      const found = await reviewNow(review)
      expect(found.request).toMatchObject({ question: 'Is row 2\na lead?', scope: { units: [2] } })
      expect(Date.parse(found.expires_at) - Date.parse(found.created_at)).toBe(5 * 3_600_000)

      await other.goto(path)
      const consent = await formOf(other, 'Consent')
      await viewer.goto(path)
      expect(await viewer.getByRole('button', { name: 'Consent' }).count()).toBe(0)
      expect((await sendForm(viewer, consent)).status()).toBe(403)
      expect((await reviewNow(review)).standing).toBe('advisory')
      await click(other, 'Consent')
      expect((await sendForm(other, consent)).status()).toBe(303)
      expect((await reviewNow(review)).standing).toBe('binding')
      await asks.goto(path)
      const withdraw = await formOf(asks, 'Withdraw')
      await click(asks, 'Withdraw')
      expect((await sendForm(asks, withdraw)).status()).toBe(303)
      expect((await reviewNow(review)).status).toBe('withdrawn')
      const late = await sendForm(asks, {
        ...withdraw,
        fields: { ...withdraw.fields, form: '00000000-0000-4000-8000-000000000001' },
      })
      expect([late.status(), await late.text()]).toEqual([
        409,
        expect.stringContaining('Nothing was changed'),
      ])
    })

    test('open, answer and withdraw a dispute, keep what was typed at a fault and without a session, and repeat nothing', async () => {
      const spool = await judged()
      const path = `${console}/console/spools/${spool.id}`
      const [{ page: opener, email }, { page: other }] = [await personOf(seller), await personOf(buyer)]
      const { page: viewer } = await personOf(buyer, 'viewer')
      await opener.goto(`${path}/dispute`)
      await opener.getByLabel('In words').fill('Row 2 is complete.')
      await opener.getByLabel('You ask to').selectOption('correct_receipt')
      await opener.getByLabel('Conditions that passed').fill('2')
      await click(opener, 'Open the dispute')
      expect(await errorAt(opener, 'passed')).toContain('from 1 to 1')
      expect(await opener.getByLabel('In words').inputValue()).toBe('Row 2 is complete.')
      await opener.getByLabel('Conditions that passed').fill('1')
      const opening = await formOf(opener, 'Open the dispute')
      await click(opener, 'Open the dispute')
      const page = new URL(opener.url()).pathname
      expect((await sendForm(opener, opening)).headers()['location']).toBe(page)
      const id = page.split('/').at(-1) ?? ''
      const now = () => read<DisputeView>(`disputes/${id}`)
      const outcome = (each: 'failed' | 'passed') => [{ condition_id: spool.conditionId, outcome: each }]
      expect(await now()).toMatchObject({ status: 'open', proposed_outcomes: outcome('passed') })

      await other.goto(console + page)
      await other.getByLabel('What you do').selectOption('reject')
      await click(other, 'Send')
      expect(await errorAt(other, 'detail')).not.toBe('')
      expect(await other.getByLabel('What you do').inputValue()).toBe('reject')
      await other.getByLabel('In words').fill('It has no website.')
      const rejecting = await formOf(other, 'Send')
      expect((await sendForm(viewer, rejecting)).status()).toBe(403)
      await click(other, 'Send')
      expect((await sendForm(other, rejecting)).status()).toBe(303)
      await other.getByLabel('What you do').selectOption('accept')
      await other.getByLabel('Conditions that failed').fill('1')
      await click(other, 'Send')
      const { timeline, proposal } = await now()
      expect(timeline.map(({ type }) => type)).toEqual(['opened', 'rejected', 'outcomes_proposed'])
      expect(proposal).toMatchObject({ by: 'buyer', condition_outcomes: outcome('failed') })
      await opener.goto(console + page)
      expect(await opener.getByRole('main').innerText()).toMatch(
        /Outcomes that the buyer states\s+condition 1 failed/,
      )

      // The session ends while a statement is written.
      await opener.getByLabel('What you do').selectOption('statement')
      await opener.getByLabel('In words').fill('The website is in column 2.')
      await opener.context().clearCookies()
      await click(opener, 'Send')
      expect(await opener.getByRole('main').innerText()).toMatch(
        /You are signed out[\s\S]*The website is in column 2\./,
      )
      expect((await now()).statements).toHaveLength(1)
      await (await signIn(opener.context(), seller, email)).close()
      await click(opener, 'Send the form again')
      expect(new URL(opener.url()).pathname).toBe(page)
      expect((await now()).statements).toMatchObject([
        { by: 'buyer', detail: 'It has no website.' },
        { by: 'provider', detail: 'The website is in column 2.' },
      ])

      await opener.getByLabel('What you do').selectOption('withdraw')
      const withdrawing = await formOf(opener, 'Send')
      await click(opener, 'Send')
      expect((await sendForm(opener, withdrawing)).status()).toBe(303)
      expect(await now()).toMatchObject({ status: 'withdrawn' })

      const detail = 'What was earned is enough.'
      const wanted = { reason: 'quality', requested: 'release', detail }
      const next = await post<DisputeView>(`receipts/${spool.receiptId}/disputes`, seller, wanted)
      await other.goto(`${console}/console/disputes/${next.json.id}`)
      await other.getByLabel('What you do').selectOption('accept')
      const accepting = await formOf(other, 'Send')
      await click(other, 'Send')
      expect((await sendForm(other, accepting)).status()).toBe(303)
      expect(await read<DisputeView>(`disputes/${next.json.id}`)).toMatchObject({
        status: 'resolved_upheld',
        resolution: { by: 'counterparty' },
      })
    })
  })
})
