import { creditsPath, type OneCallResponse, type OutcomeReceiptBody, versionsPath } from '@outturn/contracts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { connectOperator } from '../system/operator.ts'
import { delivery, readSystem, sendTo, verified } from './api.ts'
import { accessibilityFindings } from './audit.ts'
import { findBrowser, openPage, screens, startBrowser } from './browser.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const browserPath = findBrowser()

// Without a browser on the machine these are reported as skipped; .ci/run installs one.
describe.skipIf(browserPath === undefined)('the page of a receipt in a browser', () => {
  let browser: Browser
  let context: BrowserContext
  let apiKey: string
  let answer: OneCallResponse
  let url: string
  /** Pages of every kind: the receipt, which alone has scripts, comes first. */
  let audited: readonly string[]

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    context = await browser.newContext()
    const operator = await connectOperator(system)
    const account = await operator.openAccount({ included: 10 })
    apiKey = account.apiKey
    await operator.close()
    const rows = [{ name: 'Aurora', website: 'https://aurora.example' }, { name: hostile }]
    const identity = { source_key: 'name', visibility: 'label' } as const
    const unit = { total_units: 2, unit_amount_cents: 250, identity }
    answer = await verified(send, apiKey, delivery({ unit, evidence: { rows } }))
    url = `${system.base_url}/r/${answer.receipt?.id}`
    audited = [`/r/${answer.receipt?.id}`, '/r/ocr_000000000000000000000000']
    await logged(answer)
  })
  afterAll(() => browser?.close())

  test('verifies itself, and breaks its own policy nowhere', async () => {
    const { page, violations } = await openPage(context)
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(/^Verified in this browser/)
    expect(await page.locator('.checks .failed').count()).toBe(0)
    expect(await page.locator('.checks .passed').count()).toBe(15)
    expect(violations).toEqual([])
  })

  test('says that a receipt that was changed on the way is not valid', async () => {
    const { page } = await openPage(context)
    await alter(page, url, (html) =>
      html.replaceAll('"earned":"2.50"', '"earned":"5.00"').replaceAll('>2.50<', '>5.00<'),
    )
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(/^Not valid: .*earned amount mismatch.*invalid signature/s)
  })

  test('says that the page shows otherwise than the receipt states', async () => {
    const { page } = await openPage(context)
    await alter(page, url, (html) => html.replaceAll('>2.50<', '>5.00<'))
    await page.goto(url)
    expect(await verdictOf(page)).toContain('does not show what the receipt states: amounts.earned')
  })

  test('verifies, and says that the status is not known, when the status cannot be asked for', async () => {
    const { page } = await openPage(context)
    await page.route('**/status', (route) => route.abort())
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(
      /^Verified in this browser, 13 of 15 checks\..*status could not be read/s,
    )
  })

  test('is whole without scripts, and does not claim a verification', async () => {
    const { page } = await openPage(await browser.newContext({ javaScriptEnabled: false }))
    await page.goto(url)
    expect(await page.locator('#earned').innerText()).toBe('2.50 of 5.00 USD earned')
    expect(await page.locator('#verification').innerText()).toContain('Not verified in this browser yet')
    expect(await page.locator('.checks .passed, .checks .failed').count()).toBe(0)
  })

  test('shows what was delivered as text, whatever it is', async () => {
    const { page, violations } = await openPage(context)
    let hasAsked = false
    page.on('dialog', (dialog) => {
      hasAsked = true
      void dialog.dismiss()
    })
    await page.goto(url)
    await verdictOf(page)
    expect(await page.locator('main').innerText()).toContain(hostile.replace('\u202e', ''))
    expect([hasAsked, violations]).toEqual([false, []])
  })

  test('follows the light or dark of its reader', async () => {
    const backgroundWhen = async (colorScheme: 'light' | 'dark') => {
      const { page } = await openPage(context, { colorScheme })
      await page.goto(url)
      return page.evaluate(
        'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor',
      )
    }
    expect(await backgroundWhen('light')).not.toBe(await backgroundWhen('dark'))
  })

  test.each([320, 390])('fits a screen of %i pixels without scrolling sideways', async (width) => {
    const { page } = await openPage(context, { viewport: { width, height: 700 } })
    await page.goto(url)
    await verdictOf(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })

  test('breaks a long pattern in the sentence of a result on a narrow screen', async () => {
    const { page } = await openPage(context, { viewport: { width: 320, height: 700 } })
    await alter(page, url, (html) =>
      html.replace(/(data-claim="condition_results\.0\.reason">)[^<]*/, `$1${'x'.repeat(200)}`),
    )
    await page.goto(url)
    expect(await page.locator('.condition p').first().textContent()).toBe('x'.repeat(200))
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  })

  test.each(['light', 'dark'] as const)(
    'no page scrolls sideways on a phone when it is %s',
    async (colorScheme) => {
      const { page } = await openPage(context, { viewport: { width: 360, height: 740 }, colorScheme })
      const wide: unknown[] = []
      for (const path of [...audited, creditsPath, versionsPath, '/s/shr_000000000000000000000000']) {
        await page.goto(system.base_url + path)
        if (path === audited[0]) await verdictOf(page)
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        if (width > 360) wide.push([path, width])
      }
      expect(wide).toEqual([])
    },
  )

  test('reaches every control by the keyboard, in order and visibly', async () => {
    const { page } = await openPage(context)
    await page.goto(url)
    await verdictOf(page)
    const controls = await page.locator('a[href], button, summary, input, [tabindex]').count()
    const seen: unknown[] = []
    for (let step = 0; step < controls; step += 1) {
      await page.keyboard.press('Tab')
      seen.push(await page.evaluate(focusedControl))
    }
    expect(controls).toBeGreaterThan(0)
    expect(seen).toEqual(Array.from({ length: controls }, (_, index) => ({ index, isVisible: true })))
  })

  test('checks the proof of the transparency log, and finds one that does not hold', async () => {
    const { page } = await openPage(context)
    await page.goto(url)
    await verdictOf(page)
    expect(await page.locator('#log-verdict').innerText()).toContain('it holds')
    await alter(page, url, (html) => html.replace(/index (\d+)\\n/, 'index 1$1\\n'))
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(/^Verified in this browser/)
    expect(await page.locator('#log-verdict').innerText()).toContain('does NOT show')
  })

  test.each<[string, string, string]>([
    ['another verdict', 'data-words="result">Partly passed<', 'data-words="result">Passed<'],
    ['another outcome of a unit', 'data-words="result">Failed<', 'data-words="result">Passed<'],
    ['another digest of the evidence', 'content_digest">', 'content_digest">0'],
    ['no amount', 'data-claim="amounts.earned"', 'data-note="amounts.earned"'],
  ])('finds a page with %s than the receipt has', async (_, from, to) => {
    const { page } = await openPage(context)
    await alter(page, url, (html) => html.replaceAll(from, to))
    await page.goto(url)
    expect(await verdictOf(page)).toMatch(/^This page does not show what the receipt states: /)
  })

  test('shows fifty of many units, the others on demand, and all of them on paper', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      name: `N${index}`,
      website: 'https://n.example',
    }))
    const unit = { total_units: 60, unit_amount_cents: 5 }
    const many = await verified(send, apiKey, delivery({ unit, evidence: { rows } }))
    const { page } = await openPage(context)
    await page.goto(`${system.base_url}/r/${many.receipt?.id}`)
    const units = page.locator('[data-claim^="unit_results."]')
    const areShown = () =>
      units.evaluateAll(
        (all) => all.filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length,
      )
    expect([await units.count(), await areShown()]).toEqual([60, 50])
    await page.locator('#more-units summary').click()
    expect(await areShown()).toBe(60)
    await page.locator('#more-units summary').click()
    await page.emulateMedia({ media: 'print' })
    expect(await areShown()).toBe(60)
  })

  test('is printed by its button, and has none where there are no scripts', async () => {
    const { page } = await openPage(context)
    await page.goto(url)
    await page.evaluate(`window.print = () => (document.title = 'printed')`)
    await page.getByRole('button', { name: 'Print' }).click()
    expect(await page.title()).toBe('printed')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('[data-print], .head nav').filter({ visible: true }).count()).toBe(0)
    const { page: bare } = await openPage(await browser.newContext({ javaScriptEnabled: false }))
    await bare.goto(url)
    expect(await bare.locator('[data-print]').isVisible()).toBe(false)
  })

  test('tells of its replacement in status and history, and is still authentic', async () => {
    const body = { reason: 'evidence_error', advisory: 'Row 2 was counted twice.' }
    const first = await verified(send, apiKey, delivery())
    const path = `/api/v1/receipts/${first.receipt?.id}/supersede`
    const { status, json } = await send<{ receipt: OutcomeReceiptBody }>(path, { key: apiKey, body })
    expect(status).toBe(201)
    const { page } = await openPage(context)
    await page.goto(`${system.base_url}/r/${first.receipt?.id}`)
    expect((await verdictOf(page)).trim()).toBe(
      'The receipt is authentic and must not be relied on: corrected.',
    )
    expect(await page.locator('#history').innerText()).toContain('Row 2 was counted twice.')
    await page.locator('#history-entries a').click()
    await page.waitForURL(`**/r/${json.receipt.id}`)
    expect(await verdictOf(page)).toMatch(/^Verified in this browser/)
    expect(await page.locator('#history').innerText()).toContain(`in place of ${first.receipt?.id}`)
  })

  test.each([true, false])(
    'has no accessibility finding in any look, with scripts: %s',
    async (hasScripts) => {
      const { page } = await openPage(context)
      // The audit is a script itself, so the page goes without its own instead of the browser without any.
      if (!hasScripts) await page.route('**/assets/*.js', (route) => route.abort())
      for (const [index, path] of (hasScripts ? audited.slice(0, 1) : audited).entries()) {
        await page.goto(system.base_url + path)
        expect(await page.locator('script[src]').count()).toBe(index === 0 ? 2 : 0)
        if (hasScripts) await verdictOf(page)
        expect([path, await accessibilityFindings(page)]).toEqual([path, []])
      }
    },
  )

  test.each(Object.entries(screens))(
    'moves nothing on a %s while its check comes in',
    async (_, viewport) => {
      const { page } = await openPage(context, { viewport })
      // The check comes in once the page has been painted, as it does over a network.
      let release = () => {}
      const isPainted = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/.well-known/*', async (route) => {
        await isPainted
        await route.continue()
      })
      await page.goto(system.base_url + (audited[0] ?? ''))
      const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
      await page.evaluate(`${frames}.then(() => true)`)
      const placeOf = `document.querySelector('#conditions').offsetTop`
      const place = await page.evaluate<number>(placeOf)
      release()
      await verdictOf(page)
      expect(await page.evaluate<number>(placeOf)).toBe(place)
      // Two frames later what moved was told.
      const moved = `new Promise((done) => {
      let moved = 0
      const add = (list) => list.getEntries().forEach(({ value }) => (moved += value))
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
      requestAnimationFrame(() => requestAnimationFrame(() => done(moved)))
    })`
      expect(await page.evaluate(moved)).toBeLessThanOrEqual(0.01)
    },
  )

  test('is sent again only when something on it has changed, and names no cookie', async () => {
    const path = url.slice(system.base_url.length)
    const { headers, status } = await send(path, { headers: { accept: 'text/html' } })
    const tag = headers.get('etag') ?? ''
    expect([status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([200, 'no-cache', null])
    const again = await send(path, { headers: { accept: 'text/html', 'if-none-match': tag } })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
  })

  test('is a page also when there is no such receipt', async () => {
    const { page, violations } = await openPage(context)
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
  const controls = [...document.querySelectorAll('a[href], button, summary, input, [tabindex]')]
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
  return { index: controls.indexOf(document.activeElement), isVisible: outlineStyle !== 'none' && outlineWidth !== '0px' }
})()`

/** Waits until the receipt carries its proof of being in the log. */
async function logged({ receipt }: OneCallResponse): Promise<void> {
  await vi.waitFor(
    async () => {
      const { json } = await send<OutcomeReceiptBody>(`/r/${receipt?.id}/receipt.json`)
      expect(json.log_proof).toBeDefined()
    },
    { timeout: 60_000, interval: 100 },
  )
}
