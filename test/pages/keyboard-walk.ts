import type { Page } from 'playwright-core'

/** What takes the focus. What is folded away takes none, and of the buttons of one choice the chosen one does, or the first. */
const stops = `(() => {
  const all = document.querySelectorAll('a[href], button:not([disabled]), summary, input:not([type=hidden]):not([disabled]), select, textarea, [tabindex="0"]')
  const chosen = (each) => {
    if (each.type !== 'radio') return true
    const group = [...document.querySelectorAll('input[type=radio][name="' + each.name + '"]')]
    return (group.find(({ checked }) => checked) ?? group[0]) === each
  }
  return [...all].filter((each) => each.checkVisibility({ visibilityProperty: true }) && chosen(each))
})()`

/** Goes through a page by the tab key alone: every control is reached, in the order of the page, in sight and with a visible focus. */
export async function keyboardFindings(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate<string[]>(`${stops}.map((each) => each.outerHTML.slice(0, 120))`)
  const found: string[] = []
  // From the top of the page, also where a field had the focus at once.
  await page.evaluate(
    `document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute('tabindex')`,
  )
  for (const [index, name] of names.entries()) {
    const at = await tabFrom(page, index - 1)
    if (at.index !== index) return [...found, `the tab key leads to ${at.name} instead of ${name}`]
    if (!at.isVisible) found.push(`does not show its focus: ${name}`)
    if (!at.isInView) found.push(`takes the focus out of sight: ${name}`)
  }
  return found
}

type Focus = { index: number; isVisible: boolean; isInView: boolean; name: string }

/** Parts of one date that the tab key leads through, and the button of its calendar. */
const maxParts = 4

/** Presses the tab key until it leaves the control that has the focus; -1 is none. */
async function tabFrom(page: Page, index: number): Promise<Focus> {
  for (let presses = 1; ; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<Focus>(atFocus)
    if (at.index !== index || index < 0 || presses === maxParts) return at
  }
}

const atFocus = `(() => {
  const at = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(at)
  const { top, bottom, left, right } = at.getBoundingClientRect()
  return {
    index: ${stops}.indexOf(at),
    isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1,
    isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
    name: at.outerHTML.slice(0, 120),
  }
})()`
