import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

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

/** How a page is shown. */
export interface Look {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
}

export const screens = { desktop: { width: 1_280, height: 900 }, phone: { width: 390, height: 800 } }

/**
 * The one page of a context, with nothing left of who had it before, and every violation from its next byte on. What it goes to is loaded
 * anew; a page of its own costs ten times as much.
 */
export async function openPage(
  context: BrowserContext,
  { viewport = screens.desktop, colorScheme = 'light' }: Look = {},
): Promise<Watched> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.unrouteAll({ behavior: 'wait' })
  for (const type of ['pageerror', 'console', 'dialog']) page.removeAllListeners(type)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme })
  const violations: string[] = []
  page.on('pageerror', (error) => violations.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  return { page, violations }
}
