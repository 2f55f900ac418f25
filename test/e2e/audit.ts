import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { screens } from './browser.ts'

/** The audit, to evaluate in a page. */
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Ids of what the audit finds in the page as it looks. */
export const axeFindings = auditOf('')

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries(screens).map(([screen, viewport]) => ({ colorScheme, screen, viewport })),
)

/** Accessibility findings of the page as it is, in every look. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const findings: string[] = []
  for (const { colorScheme, screen, viewport } of looks) {
    // A colour that is on its way to another one is neither.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    // In the dark another colour is all that is different.
    const found = await page.evaluate<string[]>(
      colorScheme === 'dark'
        ? auditOf(`, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }`)
        : axeFindings,
    )
    findings.push(...found.map((id) => `${id} (${colorScheme}, ${screen})`))
  }
  // With the colours of the system only what is hidden or unnamed can go wrong.
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  const found = await page.evaluate<string[]>(axeFindings)
  findings.push(...found.map((id) => `${id} (forced colours)`))
  await page.emulateMedia({ forcedColors: null })
  return findings
}

function auditOf(rules: string): string {
  return `axe.run({ resultTypes: ['violations']${rules} }).then(({ violations }) => violations.map(({ id }) => id))`
}
