import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openSession, readSystem, sendTo, verified } from './api.ts'
import { accessibilityFindings } from './audit.ts'
import { findBrowser, openPage, screens, startBrowser } from './browser.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const base = system.base_url
const browserPath = findBrowser()

// Without a browser on the machine these are reported as skipped; .ci/run installs one.
describe.skipIf(browserPath === undefined)('the front page in a browser', () => {
  let browser: Browser
  let context: BrowserContext
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    context = await browser.newContext()
  })
  afterAll(() => browser?.close())

  test('verifies the table of a visitor without scripts or an account, and leads to the signed receipt', async () => {
    const { page, violations } = await openPage(await browser.newContext({ javaScriptEnabled: false }))
    await page.goto(base)
    await verify(page)
    expect(await resultOf(page)).toContain('7.50 of 10.00 USD')
    expect(await resultOf(page)).toContain('Row 3: website is not a web address.')
    await page.getByLabel('Website in row 3').fill('https://cobalt-freight.example')
    await verify(page)
    expect(await resultOf(page)).toContain('10.00 of 10.00 USD')
    await page.getByText('Open the signed receipt').click()
    expect(await page.locator('h1').innerText()).toBe('Dataset of 4 rows, 4 accepted')
    expect(await page.locator('#earned').innerText()).toBe('10.00 of 10.00 USD earned')
    expect(violations).toEqual([])
  })

  test('asks about words that are not exact, and takes the text that its reader chooses', async () => {
    const { page } = await openPage(context)
    await page.goto(base)
    await page.locator('#conditions').fill('every row has a phone\nevery website is a web address')
    await verify(page)
    expect(await resultOf(page)).toContain('The table has no column “phone”.')
    await page.locator('button.choice').first().click()
    expect(await page.locator('#conditions').inputValue()).toBe(
      'every row has a "name"\nevery website is a web address',
    )
    expect(await resultOf(page)).toContain('7.50 of 10.00 USD')
  })

  test('shows what a visitor writes as text, whatever it is', async () => {
    const { page, violations } = await openPage(context)
    let hasAsked = false
    page.on('dialog', (dialog) => {
      hasAsked = true
      void dialog.dismiss()
    })
    const hostile = `"></textarea><script>alert(1)</script><img src=x onerror=alert(1)>'`
    await page.goto(base)
    await page.locator('#conditions').fill(`every row has a name\n${hostile}`)
    for (const row of [1, 2]) await page.getByLabel(`Name in row ${row}`).fill(hostile)
    await verify(page)
    expect(await page.getByLabel('Name in row 1').inputValue()).toBe(hostile)
    expect(await resultOf(page)).toContain(hostile)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect([hasAsked, violations]).toEqual([false, []])
  })

  test('a receipt is opened by its id or its whole link, and an id that was cut says so', async () => {
    const { page } = await openPage(context)
    await page.goto(base)
    await page.getByLabel('Open a receipt by its id').fill(` ${base}/r/ocr_0123456789abcdef01234567?x=1`)
    await page.getByRole('button', { name: 'Open receipt' }).click()
    expect(page.url()).toBe(`${base}/r/ocr_0123456789abcdef01234567`)
    await page.getByLabel('Open a receipt by its id').fill('ocr_0123')
    await page.getByRole('button', { name: 'Open receipt' }).click()
    expect(await page.locator('main').innerText()).toContain('has 4 characters after its prefix')
  })

  test('verifies a pasted or chosen receipt in the browser, which sends it nowhere', async () => {
    const { page, violations } = await openPage(context)
    const file = await receiptFile()
    await page.goto(`${base}/verify`)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const verdict = page.locator('#verification .verdict strong')
    await page.locator('#receipt').fill(file)
    await page.getByRole('button', { name: 'Verify' }).click()
    await verdict.filter({ hasText: 'Verified in this browser, 15 of 15 checks.' }).waitFor()
    expect(await page.locator('#facts').innerText()).toContain('demo: Passed, 5.00 of 5.00 USD earned.')
    const changed = Buffer.from(file.replace('"earned":"5.00"', '"earned":"9.00"'))
    await page
      .locator('#file')
      .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: changed })
    await verdict.filter({ hasText: 'Not valid: ' }).waitFor()
    expect(await page.locator('.checks .failed').count()).toBeGreaterThan(0)
    await page.locator('#receipt').fill('{"id": 1')
    await page.getByRole('button', { name: 'Verify' }).click()
    await verdict.filter({ hasText: 'Not verified.' }).waitFor()
    expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([])
    expect(violations).toEqual([])
  })

  test('verifies a pasted receipt by the service where there are no scripts', async () => {
    const { page } = await openPage(await browser.newContext({ javaScriptEnabled: false }))
    await page.goto(`${base}/verify`)
    await page.locator('#receipt').fill(await receiptFile())
    await page.getByRole('button', { name: 'Verify' }).click()
    expect(await page.locator('#verification').innerText()).toContain(
      'Verified by this service, 15 of 15 checks.',
    )
    await page.getByText('Open the page of this receipt').click()
    expect(await page.locator('#earned').innerText()).toBe('5.00 of 5.00 USD earned')
  })

  test('reaches every control by the keyboard, in order and visibly', async () => {
    const { page } = await openPage(context)
    await page.goto(base)
    const count = await page.locator(controls).count()
    const seen: unknown[] = []
    for (let step = 0; step < count; step += 1) {
      await page.keyboard.press('Tab')
      seen.push(await page.evaluate(focusedControl))
    }
    expect(count).toBeGreaterThan(15)
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => ({ index, isVisible: true })))
  })

  test('the result has no accessibility finding in any look', async () => {
    const { page } = await openPage(context, { viewport: screens.desktop })
    await page.goto(base)
    await verify(page)
    expect(await accessibilityFindings(page)).toEqual([])
  })
})

/** The file of a receipt of the sandbox. */
async function receiptFile(): Promise<string> {
  const { token } = await openSession(send)
  const { receipt } = await verified(send, token)
  return (await send(`/r/${receipt?.id}/receipt.json`)).text
}

async function verify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify the delivery' }).click()
}

function resultOf(page: Page): Promise<string> {
  return page.locator('#result').innerText()
}

/** What takes the focus, in the order of the page; what is folded away takes none. */
const controls =
  'a[href], button:not(details:not([open]) *), summary, input, textarea, body > :not(main) [tabindex="0"]'

/** Runs in the page: which control has the focus, and whether that can be seen. */
const focusedControl = `(() => {
  const all = [...document.querySelectorAll(${JSON.stringify(controls)})]
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
  return { index: all.indexOf(document.activeElement), isVisible: outlineStyle !== 'none' && outlineWidth !== '0px' }
})()`
