import type { BrowserContext, Page } from 'playwright-core'
import type { PageAccounts, PageSystem } from './page-accounts.ts'
import { type Look, looks, show } from './page-audit.ts'
import type { Visit, Visitor } from './page-visits.ts'

/** A page that is open, and what it did so far that its policy forbids. */
export type OpenedPage = { readonly page: Page; readonly violations: string[] }

export type PageReport = {
  readonly name: string
  readonly findings: readonly string[]
  readonly tookMs: number
}

export type WalkOptions = {
  /** Pages that are open at the same time. */
  readonly abreast?: number
  /** How each page is shown when it is opened. */
  readonly look?: Look
  readonly report?: (page: PageReport) => void
}

/**
 * Opens every page, some at the same time, and has each looked at. What a page does that its policy forbids, what its scripts throw, a dialog
 * and another status than the expected one are findings of every walk.
 */
export async function walkPages(
  { browser, hasScripts = true }: Pick<PageSystem, 'browser'> & { readonly hasScripts?: boolean },
  { owner, newcomer }: PageAccounts,
  visits: readonly Visit[],
  lookAt: (opened: OpenedPage, visit: Visit) => Promise<readonly string[]>,
  { abreast = 3, look = looks.light, report = () => undefined }: WalkOptions = {},
): Promise<readonly PageReport[]> {
  const stranger = await browser.newContext({ javaScriptEnabled: hasScripts })
  const contexts: Readonly<Record<Visitor, BrowserContext>> = {
    owner: owner.context,
    newcomer: newcomer.context,
    stranger,
  }
  const waiting = [...visits]
  const reports: PageReport[] = []
  async function walk(): Promise<void> {
    const tabs = new Map<Visitor, OpenedPage>()
    for (let visit = waiting.shift(); visit !== undefined; visit = waiting.shift()) {
      const startedAt = performance.now()
      const opened = tabs.get(visit.visitor) ?? (await openTab(contexts[visit.visitor]))
      tabs.set(visit.visitor, opened)
      const findings = await visitPage(opened, visit, look, lookAt)
      const found = { name: visit.name, findings, tookMs: performance.now() - startedAt }
      reports.push(found)
      report(found)
    }
    for (const { page } of tabs.values()) await page.close()
  }
  await Promise.all(Array.from({ length: abreast }, walk))
  await stranger.close()
  return reports
}

async function openTab(context: BrowserContext): Promise<OpenedPage> {
  const page = await context.newPage()
  const violations: string[] = []
  page.on('pageerror', (error) => violations.push(`throws ${String(error)}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfStatus(message.text())) violations.push(message.text())
  })
  page.on('dialog', (dialog) => {
    violations.push(`opens a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, violations }
}

/** The browser notes each page that does not exist as an error. */
function isOfStatus(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of 4')
}

async function visitPage(
  opened: OpenedPage,
  visit: Visit,
  look: Look,
  lookAt: (opened: OpenedPage, visit: Visit) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  opened.violations.length = 0
  // A change of the size afterwards would count as a shift.
  await show(opened.page, look)
  const response = await opened.page.goto(visit.url)
  const status = response?.status() ?? 0
  const found = visit.statuses.includes(status)
    ? []
    : [`answers with ${status} instead of ${visit.statuses.join(' or ')}`]
  return [...found, ...(await lookAt(opened, visit)), ...opened.violations]
}
