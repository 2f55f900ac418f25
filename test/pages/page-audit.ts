import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { injectedElements } from './hostile-texts.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const maxPageBytes = 300 * 1_024
export const maxShift = 0.01

/** How a page is shown. */
export type Look = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly colorScheme?: 'light' | 'dark'
  readonly forcedColors?: 'active'
}

const wide = { width: 1_200, height: 900 }
const narrow = { width: 390, height: 800 }

export const looks = {
  light: { name: 'light, 1200', ...wide, colorScheme: 'light' },
  dark: { name: 'dark, 1200', ...wide, colorScheme: 'dark' },
  forced: { name: 'forced colours, 1200', ...wide, forcedColors: 'active' },
  lightPhone: { name: 'light, 390', ...narrow, colorScheme: 'light' },
  darkPhone: { name: 'dark, 390', ...narrow, colorScheme: 'dark' },
  forcedPhone: { name: 'forced colours, 390', ...narrow, forcedColors: 'active' },
} as const satisfies Readonly<Record<string, Look>>

/** Shows a page otherwise, in which there is nothing to find. */
export async function show(page: Page, look: Look): Promise<readonly []> {
  const { colorScheme = 'light', forcedColors = null } = look
  // A colour that is on its way to another one is neither.
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
  await page.setViewportSize({ width: look.width, height: look.height })
  return []
}

/** Findings of the audit with its best practices, each with the element that it is about. */
export async function accessibilityFindings(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const only = rules === undefined ? '' : `, runOnly: { type: 'rule', values: ${JSON.stringify(rules)} }`
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations']${only} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => id + ': ' + target.join(' ') + ' ' + html.slice(0, 160))))`)
}

/** The rules that another size or another colour scheme can break. */
export const rulesOfLook = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
]

/** What is wrong with a page that has just been loaded, whatever look it has. */
export async function loadFindings(page: Page): Promise<readonly string[]> {
  const { bytes, shift, injected, styled } = await page.evaluate<{
    bytes: number
    shift: number
    injected: string[]
    styled: string[]
  }>(measured)
  return [
    ...(bytes > maxPageBytes ? [`weighs ${Math.ceil(bytes / 1_024)} KiB`] : []),
    ...(shift > maxShift ? [`shifts by ${shift}`] : []),
    ...injected.map((element) => `has an element that no page has: ${element}`),
    ...styled.map((element) => `has a style attribute: ${element}`),
  ]
}

/** Bytes over the wire, also of what the browser had already, and how far the layout moved. */
const measured = `(async () => {
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const shift = await new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => { for (const each of list.getEntries()) sum += each.value }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => resolve(sum), 0))
  })
  return {
    bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    shift,
    injected: ${injectedElements},
    styled: [...document.querySelectorAll('[style]')].map((each) => each.outerHTML.slice(0, 160)),
  }
})()`

/** Whether everything can be read in a window of 320 pixels, which is 400 % of one of 1280, also with the spacing of WCAG 1.4.12. */
export async function reflowFindings(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 320, height: 256 })
  const plain = await page.evaluate<string[]>(cutOff)
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }')
    document.adoptedStyleSheets = [sheet]
  })()`)
  const spaced = await page.evaluate<string[]>(cutOff)
  await page.evaluate('document.adoptedStyleSheets = []')
  return [
    ...plain.map((text) => `at 320 pixels ${text}`),
    ...spaced.map((text) => `at 320 pixels with wide spacing ${text}`),
  ]
}

/** Runs in a page: what is wider than the window, and what hides a part of its text. */
const cutOff = `(() => {
  const found = []
  const width = document.documentElement.scrollWidth
  if (width > innerWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    found.push('scrolls sideways to ' + width + ': ' + (wide.at(-1)?.outerHTML.slice(0, 160) ?? ''))
  }
  for (const each of document.body.querySelectorAll('*')) {
    const { overflowX, overflowY, clip, clipPath, position } = getComputedStyle(each)
    if (clip !== 'auto' || clipPath !== 'none' || each.clientWidth <= 1) continue
    const hides = (overflowX === 'hidden' || overflowX === 'clip') && each.scrollWidth > each.clientWidth + 1
    const cuts = (overflowY === 'hidden' || overflowY === 'clip') && each.scrollHeight > each.clientHeight + 1
    if ((hides || cuts) && each.textContent.trim() !== '') found.push('cuts off a text: ' + each.outerHTML.slice(0, 160))
  }
  return found
})()`

/** What takes the focus. What is folded away takes none. */
const focusable =
  'a[href], button:not([disabled]), summary, input:not([type=hidden]):not([disabled]), select, textarea, [tabindex]'

/** Whether each control shows its focus and stands in the order of the page. */
export async function focusFindings(page: Page): Promise<readonly string[]> {
  // The browser shows the focus to those who use the keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate<string[]>(`(() => {
    const found = []
    for (const each of document.querySelectorAll(${JSON.stringify(focusable)})) {
      if (!each.checkVisibility()) continue
      const name = each.outerHTML.slice(0, 120)
      if (each.tabIndex > 0) found.push('stands out of order for the keyboard: ' + name)
      if (each.tabIndex < 0) continue
      each.focus()
      if (document.activeElement !== each) found.push('takes no focus: ' + name)
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1) found.push('does not show its focus: ' + name)
    }
    return found
  })()`)
}
