import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { OneCallResponse } from '@outturn/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator } from '../system/operator.ts'
import { delivery, readSystem, sendTo, verified } from './api.ts'
import { findBrowser, openPage, startBrowser } from './browser.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const browserPath = findBrowser()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Without a browser on the machine these are reported as skipped; .ci/run installs one.
describe.skipIf(browserPath === undefined)('the page of a receipt in a browser', () => {
  let browser: Browser
  let answer: OneCallResponse
  let url: string

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    const operator = await connectOperator(system)
    const { apiKey } = await operator.openAccount({ included: 10 })
    await operator.close()
    const rows = [{ name: 'Aurora', website: 'https://aurora.example' }, { name: hostile }]
    const identity = { source_key: 'name', visibility: 'label' } as const
    const unit = { total_units: 2, unit_amount_cents: 250, identity }
    answer = await verified(send, apiKey, delivery({ unit, evidence: { rows } }))
    url = `${system.base_url}/r/${answer.receipt?.id}`
  })
  afterAll(() => browser?.close())

  test('verifies itself, and breaks its own policy nowhere', async () => {
    const { page, violations } = await openPage(browser)
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(/^Verified in this browser/)
    expect(await page.locator('#verification .checks .failed').count()).toBe(0)
    expect(await page.locator('#verification .checks .passed').count()).toBeGreaterThan(5)
    expect(violations).toEqual([])
  })

  test('says that a receipt that was changed on the way is not valid', async () => {
    const { page } = await openPage(browser)
    await alter(page, url, (html) =>
      html.replaceAll('"earned":"2.50"', '"earned":"5.00"').replaceAll('>2.50<', '>5.00<'),
    )
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(/^Not valid: .*earned amount mismatch.*invalid signature/)
  })

  test('says that the page shows otherwise than the receipt states', async () => {
    const { page } = await openPage(browser)
    await alter(page, url, (html) => html.replaceAll('>2.50<', '>5.00<'))
    await page.goto(url)
    expect(await verdictOf(page)).toContain('does not show what the receipt states: amounts.earned')
  })

  test('verifies, and says that the status is not known, when the status cannot be asked for', async () => {
    const { page } = await openPage(browser)
    await page.route('**/status', (route) => route.abort())
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(/^Verified in this browser.*status could not be read/)
  })

  test('is whole without scripts, and does not claim a verification', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(url)
    expect(await page.locator('#earned').innerText()).toMatch(/Earned 2\.50 of 5\.00 USD/)
    expect(await page.locator('#verification').innerText()).toContain('Not verified in this browser')
  })

  test('shows what was delivered as text, whatever it is', async () => {
    const { page, violations } = await openPage(browser)
    let hasAsked = false
    page.on('dialog', (dialog) => {
      hasAsked = true
      void dialog.dismiss()
    })
    await page.goto(url)
    await verdictOf(page)
    expect(await page.locator('main').innerText()).toContain(hostile)
    expect([hasAsked, violations]).toEqual([false, []])
  })

  test('follows the light or dark of its reader', async () => {
    const backgrounds = await Promise.all(
      (['light', 'dark'] as const).map(async (colorScheme) => {
        const { page } = await openPage(browser, { colorScheme })
        await page.goto(url)
        return page.evaluate(
          'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor',
        )
      }),
    )
    expect(backgrounds[0]).not.toBe(backgrounds[1])
  })

  test.each([320, 390])('fits a screen of %i pixels without scrolling sideways', async (width) => {
    const { page } = await openPage(browser, { viewport: { width, height: 700 } })
    await page.goto(url)
    await verdictOf(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })

  test('reaches every control by the keyboard, in order and visibly', async () => {
    const { page } = await openPage(browser)
    await page.goto(url)
    await verdictOf(page)
    const controls = await page.locator('a[href], button, summary, input').count()
    const seen: unknown[] = []
    for (let step = 0; step < controls; step += 1) {
      await page.keyboard.press('Tab')
      seen.push(await page.evaluate(focusedControl))
    }
    expect(controls).toBeGreaterThan(0)
    expect(seen).toEqual(Array.from({ length: controls }, (_, index) => ({ index, isVisible: true })))
  })

  test.each(['light', 'dark'] as const)('has no accessibility finding when it is %s', async (colorScheme) => {
    // The audit is injected, which the page's own policy rightly forbids.
    const { page } = await openPage(browser, { colorScheme, bypassCSP: true })
    await page.goto(url)
    await verdictOf(page)
    await page.evaluate(axe)
    expect(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual(
      [],
    )
  })

  test('is a page also when there is no such receipt', async () => {
    const { page, violations } = await openPage(browser)
    const response = await page.goto(`${system.base_url}/r/ocr_000000000000000000000000`)
    expect(response?.status()).toBe(404)
    expect(await page.locator('h1').innerText()).toBe('There is no such receipt')
    expect(violations.filter((text) => !text.includes('404'))).toEqual([])
  })
})

const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'\u202e`

/** The one line that a reader looks for, once the script has written it. */
async function verdictOf(page: Page): Promise<string> {
  const line = page.locator('#verification .verdict')
  await line.filter({ hasNotText: 'Not verified in this browser yet' }).waitFor()
  return line.innerText()
}

/** Changes the page between the service and the browser. */
async function alter(page: Page, url: string, change: (html: string) => string): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: change(html) })
  })
}

/** Runs in the page: which control has the focus, and whether that can be seen. */
const focusedControl = `(() => {
  const controls = [...document.querySelectorAll('a[href], button, summary, input')]
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
  return { index: controls.indexOf(document.activeElement), isVisible: outlineStyle !== 'none' && outlineWidth !== '0px' }
})()`
