import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--renderer-process-limit=1',
  // Pages under test lead to this machine alone.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** The browser of this machine: CHROMIUM, else one on the PATH; undefined where there is none. */
export function findBrowser(): string | undefined {
  const given = process.env['CHROMIUM']
  if (given) return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}

export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: flags })
}

/** What a page did that its policy forbids, and what its scripts threw. */
export interface Watched {
  page: Page
  violations: string[]
}

/** Opens a page of its own context, and notes every violation from the first byte on. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const violations: string[] = []
  page.on('pageerror', (error) => violations.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  return { page, violations }
}
