import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCodeNames, errorDocsUrl, reasons } from '@outturn/contracts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings } from '../e2e/audit.ts'
import { findBrowser, openPage, startBrowser } from '../e2e/browser.ts'
import { loadFindings } from '../pages/page-audit.ts'
import { startSystem, type System } from '../system/running-system.ts'

const repository = join(import.meta.dirname, '../..')
const browserPath = findBrowser()

type Fetched = { readonly html: string; readonly ids: ReadonlySet<string>; readonly policy: string }

let system: System
/** Every page that the home page leads to, by its path. */
const pages = new Map<string, Fetched>()
const dead: string[] = []

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['deploy/docs/src/main.ts'], {
    cwd: repository,
    maxBuffer: 1 << 26,
  })
  const folder = join(repository, '.outturn/docs/site')
  system = await startSystem('compact', { gateway: { OUTTURN_DOCS_FOLDER: folder } })
  await crawl()
})
afterAll(() => system?.stop())

/** Reads every page that can be reached; what else the pages link to is asked for once. */
async function crawl(): Promise<void> {
  const waiting = ['/docs/']
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const response = await fetch(system.baseUrl + path, { headers: { accept: 'text/html' } })
    if (!response.ok) dead.push(`${response.status} ${path}`)
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    const html = await response.text()
    if (!isPage || !response.ok || !path.startsWith('/docs')) continue
    pages.set(path, {
      html,
      ids: new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id)),
      policy: response.headers.get('content-security-policy') ?? '',
    })
    for (const href of linksOf(html)) {
      const target = href.split('#')[0] ?? ''
      if (!target.startsWith('/') || seen.has(target)) continue
      seen.add(target)
      waiting.push(target)
    }
  }
}

function linksOf(html: string): readonly string[] {
  return Array.from(html.matchAll(/ (?:href|src)="([^"]+)"/g), ([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
}

test('every link of every page leads to a page or a file', () => {
  expect(pages.size).toBeGreaterThan(250)
  expect(dead).toEqual([])
})

test('every anchor of a link exists on its page', () => {
  const missing = Array.from(pages).flatMap(([path, { html }]) =>
    linksOf(html)
      .filter((href) => href.includes('#') && /^(?:#|\/docs)/.test(href))
      .filter((href) => {
        const [target = '', anchor = ''] = href.split('#')
        const page = pages.get(target === '' ? path : target)
        const isTop = anchor === '' || anchor === 'VPContent'
        return !isTop && page?.ids.has(decodeURIComponent(anchor)) !== true
      })
      .map((href) => `${path}: ${href}`),
  )
  expect(missing).toEqual([])
})

test('the docs address of every error leads to its code, and every reason has an anchor', () => {
  const codes = errorCodeNames.map((code) => new URL(errorDocsUrl(system.baseUrl, code)))
  const withoutAnchor = codes.filter(
    ({ pathname, hash }) => pages.get(pathname)?.ids.has(hash.slice(1)) !== true,
  )
  expect(withoutAnchor).toEqual([])
  const ids = pages.get('/docs/errors')?.ids
  expect(Object.keys(reasons).filter((reason) => ids?.has(`reason-${reason}`) !== true)).toEqual([])
})

test('the policy of every page allows each inline script and style by its hash, and no other', () => {
  const refused = Array.from(pages).flatMap(([path, { html, policy }]) => {
    const scripts = Array.from(html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g))
    const styles = Array.from(html.matchAll(/ style="([^"]*)"/g))
    return [...scripts, ...styles]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .filter((hash) => !policy.includes(hash))
      .map((hash) => `${path}: ${hash}`)
  })
  expect(refused).toEqual([])
  expect(Array.from(pages.values()).filter(({ policy }) => policy.includes("'unsafe-inline'"))).toEqual([])
})

test('llms.txt lists the Markdown of the pages, and llms-full.txt has them all', async () => {
  const read = async (path: string) => {
    const response = await fetch(system.baseUrl + path)
    return response.ok ? response.text() : `status ${response.status}`
  }
  const paths = Array.from(
    (await read('/docs/llms.txt')).matchAll(/\]\((\/[^)]+)\)/g),
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(80)
  const unread: string[] = []
  for (const path of paths) if ((await read(path)).startsWith('status ')) unread.push(path)
  expect(unread).toEqual([])
  expect(paths).toContain('/docs/reference/verify-delivery.md')
  const whole = await read('/docs/llms-full.txt')
  expect(whole).toContain('# Error codes')
  const linked = Array.from(whole.matchAll(/\]\((\/[^)#]+)/g), ([, path = '']) => path)
  expect([...new Set(linked)].filter((path) => !pages.has(path))).toEqual([])
})

// Without a browser on the machine these are reported as skipped; .ci/run installs one.
describe.skipIf(browserPath === undefined)('in a browser', () => {
  const shown = ['/docs/', '/docs/guide/one-call', '/docs/reference/verify-delivery', '/docs/errors']
  let browser: Browser
  let context: BrowserContext
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    context = await browser.newContext()
  })
  afterAll(() => browser?.close())

  const scrollsSideways = (page: Page) =>
    page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')

  test.each(shown)('%s breaks no policy and has no accessibility finding in any look', async (path) => {
    const { page, violations } = await openPage(context)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1_200, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.goto(system.baseUrl + path, { waitUntil: 'networkidle' })
        expect([width, await scrollsSideways(page)]).toEqual([width, false])
      }
    }
    const findings = await accessibilityFindings(page)
    // The audit asks at once, while the page is still changing from dark to the colours of the system.
    expect(findings.filter((each) => each !== 'color-contrast (forced colours)')).toEqual([])
    expect(violations).toEqual([])
  })

  test.each(shown)('%s weighs at most 300 KiB, and its texts go out compressed', async (path) => {
    const { page } = await openPage(await browser.newContext())
    const plain: string[] = []
    page.on('response', (response) => {
      const { 'content-encoding': encoding, 'content-length': length = '0' } = response.headers()
      if (encoding !== 'gzip' && Number(length) > 10_000) plain.push(response.url())
    })
    await page.goto(system.baseUrl + path, { waitUntil: 'load' })
    expect(await loadFindings(page)).not.toContainEqual(expect.stringMatching(/^weighs/))
    expect(plain.filter((url) => /\.(?:js|css|html|json)$|\/docs\/[^.]*$/.test(url))).toEqual([])
    await page.context().close()
  })

  test('is searched in the browser alone, changes its look, and goes from page to page', async () => {
    const { page, violations } = await openPage(context)
    await page.goto(`${system.baseUrl}/docs/`, { waitUntil: 'networkidle' })
    await page.locator('.DocSearch-Button').click()
    await page.locator('#localsearch-input').fill('credits_required')
    await page.locator('#localsearch-list a').first().click()
    await page.waitForURL(/\/docs\/errors/)
    await page.locator('.VPNavBarAppearance button').click()
    expect(await page.locator('html.dark').count()).toBe(1)
    await page.locator('.VPSidebar a', { hasText: 'Quotes' }).click()
    await page.waitForURL('**/docs/guide/quotes')
    await page.locator('a.service-home').click()
    await page.waitForURL(`${system.baseUrl}/`)
    expect(violations).toEqual([])
  })
})
