import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openForeignIds } from '../pages/foreign-ids.ts'
import { consoleUrl, openPageAccounts, type PageAccounts } from '../pages/page-accounts.ts'
import {
  accessibilityFindings,
  focusFindings,
  loadFindings,
  looks,
  maxPageBytes,
  reflowFindings,
  rulesOfLook,
  show,
} from '../pages/page-audit.ts'
import { deadLinks, hrefsOf, type PageLinks } from '../pages/page-links.ts'
import { pageVisits } from '../pages/page-visits.ts'
import { walkPages } from '../pages/walk-pages.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { readSystem, sendTo } from './api.ts'
import { findBrowser, openPage, startBrowser } from './browser.ts'
import { writeReports } from '../pages/report-files.ts'

const file = readSystem(inject('system'))
const send = sendTo(file)
const browserPath = findBrowser()

// Without a browser on the machine these are reported as skipped; .ci/run installs one. `npm run pages` looks at more of each page.
describe.skipIf(browserPath === undefined)('every page of the route table, in a browser', () => {
  let browser: Browser
  let operator: Operator
  let accounts: PageAccounts
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    operator = await connectOperator(file)
    accounts = await openPageAccounts({ file, send, operator, browser })
  })
  afterAll(async () => {
    await operator?.close()
    await browser?.close()
  })

  test('has no accessibility finding, shows hostile texts as texts, reflows, shows the focus, does not shift and is light', async () => {
    const visits = pageVisits(file, accounts)
    // An empty page has no colour that the same page with data does not have. Every page is seen in six looks by `npm run pages`.
    const alsoDark = new Set(
      visits.filter(({ visitor }) => visitor !== 'newcomer').filter((_, index) => index % 2 === 0),
    )
    const reports = await walkPages({ browser }, accounts, visits, async ({ page }, visit) => [
      ...(await noteLinks(page, visit.name)),
      ...(await loadFindings(page)),
      ...(await focusFindings(page)),
      ...(await accessibilityFindings(page)),
      ...(await show(page, looks.darkPhone)),
      ...(alsoDark.has(visit) ? await accessibilityFindings(page, rulesOfLook) : []),
      ...(await reflowFindings(page)),
    ])
    expect(reports).toHaveLength(visits.length)
    expect(reports.flatMap(({ name, findings }) => findings.map((each) => `${name}: ${each}`))).toEqual([])
  })

  /** What each page leads to, for its reader. */
  const links: PageLinks[] = []
  async function noteLinks(page: Page, from: string): Promise<readonly []> {
    links.push({ from, url: page.url(), context: page.context(), hrefs: await hrefsOf(page) })
    return []
  }

  test('leads to pages that exist, and to places that they have', async () => {
    expect(links.length).toBeGreaterThan(40)
    // The walk closes the browser of its stranger.
    const stranger = await browser.newContext()
    const own = [accounts.owner.context, accounts.newcomer.context]
    const pages = links.map((each) => (own.includes(each.context) ? each : { ...each, context: stranger }))
    expect(await deadLinks(pages)).toEqual([])
    const broken = {
      from: 'a page',
      url: '',
      context: stranger,
      hrefs: [`${file.base_url}/none`, `${file.base_url}/docs#none`],
    }
    expect(await deadLinks([broken])).toHaveLength(2)
    const contact = await (await stranger.request.get(`${file.base_url}/.well-known/security.txt`)).text()
    const expires = Date.parse(/^Expires: (.+)$/m.exec(contact)?.[1] ?? '')
    expect((expires - Date.now()) / 86_400_000).toBeGreaterThan(60)
    await stranger.close()
  })

  test('answers an id of another account as one that no account has: same status, headers and bytes', async () => {
    const { newcomer, owner, ids } = accounts
    const answers = await openForeignIds(newcomer.context, consoleUrl(file), ids)
    expect(answers.length).toBeGreaterThan(2)
    for (const { path, given, unknown } of answers) {
      expect([path, given]).toEqual([path, unknown])
      if (!path.includes('?')) expect([path, given.status]).toEqual([path, 404])
    }
    // The owner sees each of them, so the ids are right.
    const own = await openForeignIds(owner.context, consoleUrl(file), ids)
    expect(own.filter(({ given }) => given.status >= 400).map(({ path }) => path)).toEqual([])
  })

  test('reports of the command stand alone: no finding in any look, no request, and a choice of lines by keyboard', async () => {
    const { apiKey } = await operator.openAccount({ included: 2 })
    const reports = await writeReports(file, apiKey)
    const { page, violations } = await openPage(await browser.newContext())
    const requested: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    for (const address of [reports.replay, reports.audit]) {
      await page.goto(address)
      expect([address, await accessibilityFindings(page)]).toEqual([address, []])
      expect([address, await focusFindings(page)]).toEqual([address, []])
      await show(page, looks.darkPhone)
      expect([address, await accessibilityFindings(page, rulesOfLook)]).toEqual([address, []])
      expect([address, await reflowFindings(page)]).toEqual([address, []])
    }
    const shown = () => page.locator('tbody tr[class]:visible').count()
    expect(await shown()).toBe(4)
    await page.goto(reports.audit)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const [, name, count] =
      /^ ?(.+) \((\d)\)$/.exec(await page.locator('label:has(:checked)').innerText()) ?? []
    expect([name, await shown()]).toEqual(['unsupported', Number(count)])
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('label:visible').allInnerTexts()).toEqual([
      expect.stringContaining(`${name} (${count})`),
    ])
    expect([requested, violations]).toEqual([[reports.replay, reports.audit, reports.audit], []])
    await page.context().close()
    reports.delete()
  })

  type Fault = readonly [
    name: string,
    html: string,
    findings: (page: Page) => Promise<readonly string[]>,
    expected: RegExp,
  ]
  const injected = /^has an element that no page has/
  const cutting = '<style>p{width:60px;height:2em;overflow:hidden}</style><p>two words or more of it</p>'
  const faults: readonly Fault[] = [
    ['a field without a label', '<input name="name">', accessibilityFindings, /^label: /],
    [
      'a pale text',
      '<p style="color: #aaa; background: #fff">pale</p>',
      accessibilityFindings,
      /^color-contrast: /,
    ],
    ['a style attribute', '<p style="color: red">red</p>', loadFindings, /^has a style attribute: /],
    ['a handler', '<svg onload="0"></svg>', loadFindings, injected],
    ['a picture', '<img src="x" alt="">', loadFindings, injected],
    ['an address that runs', '<a href=" JavaScript:alert(1)">go</a>', loadFindings, injected],
    ['a long title', `<h2>${'t'.repeat(200)}</h2>`, reflowFindings, /^at 320 pixels scrolls sideways/],
    ['a text that is cut off', cutting, reflowFindings, /cuts off a text/],
    [
      'no outline',
      '<style>*{outline:0}</style><a href="/">go</a>',
      focusFindings,
      /^does not show its focus/,
    ],
    ['another order of focus', '<a href="/" tabindex="2">go</a>', focusFindings, /^stands out of order/],
  ]

  test.each(faults)('would be found with %s', async (_, fault, findings, expected) => {
    const { page } = await openPage(await browser.newContext())
    await page.setContent(`<html lang="en"><title>A page</title><main><h1>A page</h1>${fault}</main></html>`)
    expect(await findings(page)).toContainEqual(expect.stringMatching(expected))
    await page.context().close()
  })

  test('would be found when it shifts or is heavy', async () => {
    const { page } = await openPage(await browser.newContext())
    const moving = `<p>${'below '.repeat(400)}</p><script>addEventListener('load', () => setTimeout(() => document.querySelector('h1').style.height = '300px', 50))</script>`
    await page.route('**/*', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<h1>A page</h1>${moving}${' '.repeat(maxPageBytes)}`,
      }),
    )
    await page.goto(file.base_url)
    await expect.poll(async () => loadFindings(page)).toContainEqual(expect.stringMatching(/^shifts by/))
    expect(await loadFindings(page)).toContainEqual(expect.stringMatching(/^weighs 30\d KiB/))
    await page.context().close()
  })
})
