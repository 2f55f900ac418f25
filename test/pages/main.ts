import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { startStripe } from '@outturn/local-servers'
import type { Browser, Page } from 'playwright-core'
import { sendTo } from '../e2e/api.ts'
import { findBrowser, startBrowser } from '../e2e/browser.ts'
import { connectOperator } from '../system/operator.ts'
import { readOptions } from '../system/read-options.ts'
import { startSystem } from '../system/running-system.ts'
import { keyboardFindings } from './keyboard-walk.ts'
import { openPageAccounts, type PageAccounts } from './page-accounts.ts'
import { accessibilityFindings, loadFindings, looks, reflowFindings, show } from './page-audit.ts'
import { pageVisits, type Visit } from './page-visits.ts'
import { type PageReport, walkPages } from './walk-pages.ts'

const usage = `Usage: npm run pages -- [--only TEXT]

Opens every page of the product in Chromium, with an account that has one of everything and with one that has nothing, and looks at each in
light, dark and forced colours, at 1200, 390 and 320 pixels: accessibility, reflow, text spacing, weight, shifts, content policy, hostile texts.
Walks through each by the keyboard alone, and opens each with scripts blocked. Pictures of all are written to .outturn/pages.

  --only TEXT  looks only at pages whose address has this text
  --help       show this
`
const options = readOptions(usage, { only: { type: 'string', default: '' } })
const repository = join(import.meta.dirname, '../..')
const folder = join(repository, '.outturn/pages')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** What can be done on a page, by its name; a button that only a script can answer is none. */
const actions = `[...document.querySelectorAll('main a[href], main form [type=submit], main form button, main summary, main input:not([type=hidden]), main select, main textarea')]
  .filter((each) => each.checkVisibility())
  .map((each) => each.tagName + ' ' + (each.labels?.[0]?.textContent ?? each.textContent).trim())`

/** Scripts offer these beside what does the same without one: a receipt can be pasted, and a person can sign in by mail. */
const besides = ['INPUT Or a file', 'BUTTON Use a passkey']

/** The walk asks what pages look like, and not when a machine that is full refuses work. */
const patient = { OUTTURN_EVENT_LOOP_LIMIT_MS: '10000', OUTTURN_POOL_WAIT_MS: '20000' }

const path = findBrowser()
if (path === undefined) throw new Error('There is no Chromium on the PATH; name one in CHROMIUM.')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
say('starting a system of its own')
const processor = await startStripe()
const system = await startSystem('compact', {
  ...Object.fromEntries(['spool', 'signing', 'settlement'].map((name) => [name, patient])),
  gateway: { ...patient, RATE_QUOTA: '1000000' },
  billing: {
    ...patient,
    OUTTURN_MPP_SECRET: 'authenticates the challenges of this walk',
    OUTTURN_STRIPE_SECRET_KEY: processor.secretKey,
    OUTTURN_STRIPE_NETWORK_ID: processor.networkId,
    OUTTURN_STRIPE_URL: processor.url,
  },
})
const browser = await startBrowser(path)
const operator = await connectOperator(system.file())
try {
  const file = system.file()
  const accounts = await openPageAccounts({ file, send: sendTo(file), operator, browser })
  const visits = pageVisits(file, accounts, { isWhole: true }).filter(({ name }) =>
    name.includes(options.only),
  )
  say(`${visits.length} pages`)
  const withScripts = await walkAll(accounts, visits)
  const withoutScripts = await walkWithoutScripts(accounts, visits)
  const findings = [...withScripts, ...withoutScripts].flatMap(({ findings: found }) => found)
  say(`${findings.length} findings; the pictures are in ${relative(repository, folder)}`)
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  await operator.close()
  await browser.close()
  await system.stop()
  await processor.stop()
}

function reporter(count: number, how: string) {
  let done = 0
  return ({ name, findings, tookMs }: PageReport) => {
    done += 1
    say(`${done}/${count} ${how} ${name} ${Math.round(tookMs)} ms, ${findings.length} findings`)
    for (const finding of findings) say(`    ${finding}`)
  }
}

function walkAll(accounts: PageAccounts, visits: readonly Visit[]): Promise<readonly PageReport[]> {
  const report = reporter(visits.length, 'scripts')
  const lookAt = async ({ page }: { page: Page }, visit: Visit) => {
    const found = [...(await loadFindings(page)), ...(await keyboardFindings(page))]
    for (const look of Object.values(looks)) {
      await show(page, look)
      found.push(...(await accessibilityFindings(page)).map((finding) => `${look.name}: ${finding}`))
      await takePicture(page, visit, look.name)
    }
    found.push(...(await reflowFindings(page)))
    await takePicture(page, visit, '320')
    return found
  }
  return walkPages({ browser }, accounts, visits, lookAt, { report })
}

function takePicture(page: Page, { name }: Visit, look: string): Promise<unknown> {
  const place = `${name} ${look}`.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '')
  return page.screenshot({ path: join(folder, `${place}.png`), fullPage: true })
}

/** Opens each page with scripts blocked: everything that can be done with them can be done without. */
async function walkWithoutScripts(
  accounts: PageAccounts,
  visits: readonly Visit[],
): Promise<readonly PageReport[]> {
  const report = reporter(visits.length, 'no scripts')
  const bare = await blockScripts(browser, accounts)
  const expected = new Map<string, readonly string[]>()
  await walkPages({ browser }, accounts, visits, async ({ page }, { name }) => {
    expected.set(name, await page.evaluate<string[]>(actions))
    return []
  })
  const lookAt = async ({ page }: { page: Page }, { name }: Visit) => {
    const offered = new Set(await page.evaluate<string[]>(actions))
    return (expected.get(name) ?? [])
      .filter((action) => !offered.has(action) && !besides.includes(action))
      .map((action) => `needs a script: ${action}`)
  }
  const reports = await walkPages({ browser, hasScripts: false }, bare, visits, lookAt, { report })
  await Promise.all([bare.owner.context.close(), bare.newcomer.context.close()])
  return reports
}

/** The same people in browsers that run no script. */
async function blockScripts(of: Browser, { owner, newcomer, ids }: PageAccounts): Promise<PageAccounts> {
  const again = async (person: PageAccounts['owner']) => ({
    ...person,
    context: await of.newContext({
      javaScriptEnabled: false,
      storageState: await person.context.storageState(),
    }),
  })
  return { owner: await again(owner), newcomer: await again(newcomer), ids }
}
