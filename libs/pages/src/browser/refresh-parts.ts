import type { Element, PageDocument } from './dom.ts'
import { loadPage } from './load-page.ts'

declare const location: { readonly href: string }
declare function setTimeout(act: () => void, ms: number): number

/** A part that does not change is looked at again so often, then no more. */
const maxLooks = 200

/**
 * Replaces each part with `data-refresh` (ms) by the same part, which is the one with its id, of a fresh page: that of the address in
 * `data-refresh-from`, or this one. It ends when the fresh part has no `data-refresh`.
 */
export function refreshParts(document: PageDocument): void {
  for (const part of document.querySelectorAll('[data-refresh]')) lookAgain(document, part, 0)
}

function lookAgain(document: PageDocument, part: Element, looks: number): void {
  const everyMs = Number(part.dataset['refresh'])
  if (!(everyMs > 0) || looks >= maxLooks) return
  setTimeout(() => {
    if (document.visibilityState === 'hidden') lookAgain(document, part, looks)
    else void refresh(document, part, looks + 1)
  }, everyMs)
}

async function refresh(document: PageDocument, part: Element, looks: number): Promise<void> {
  const from = part.dataset['refreshFrom']
  const page = await loadPage(from === undefined ? location.href : new URL(from, location.href).href)
  const fresh = page?.querySelector(`[id="${part.id}"]`)
  if (!part.isConnected) return
  if (fresh === null || fresh === undefined || fresh.textContent === part.textContent) {
    lookAgain(document, part, looks)
    return
  }
  const focused = part.contains(document.activeElement) ? document.activeElement : null
  const next = document.adoptNode(fresh)
  if (from !== undefined && next.dataset['refresh'] !== undefined) next.dataset['refreshFrom'] = from
  part.replaceWith(next)
  if (focused !== null) keepFocus(next, focused)
  lookAgain(document, next, 0)
}

/** The focus stays on the link that had it, or on the part where that is gone. */
function keepFocus(part: Element, focused: Element): void {
  const href = focused.getAttribute('href')
  const links = [...part.querySelectorAll('a')]
  const same = links.find((link) => href !== null && link.getAttribute('href') === href)
  if (same === undefined) part.setAttribute('tabindex', '-1')
  ;(same ?? part).focus()
}
