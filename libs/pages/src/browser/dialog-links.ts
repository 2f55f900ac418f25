import { type Dialog, make, type PageDocument } from './dom.ts'
import { loadPage } from './load-page.ts'

declare const location: { href: string }

/**
 * Shows the page behind a link with `data-dialog` in a dialog on top of this one. The link stays a link: with a modifier key, and whenever
 * the page cannot be had, it leads there. The safe choice has the focus first.
 */
export function openLinksInDialogs(document: PageDocument): void {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-dialog]')
    if (link === null || event.button !== 0 || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void open(document, link.href)
  })
}

async function open(document: PageDocument, address: string): Promise<void> {
  const page = await loadPage(address)
  const title = page?.querySelector('main h1') ?? null
  const form = page?.querySelector('main form[method="post"]') ?? null
  if (page === null || title === null || form === null) {
    location.href = address
    return
  }
  const dialog = make(document, 'dialog', 'stack') as Dialog
  const heading = make(document, 'h2', '', title.textContent ?? '')
  heading.id = 'dialog-title'
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.append(heading)
  const text = page.querySelector('main .title p')
  if (text !== null) dialog.append(document.adoptNode(text))
  dialog.append(document.adoptNode(form))
  const safe = dialog.querySelector('[data-close]')
  safe?.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  safe?.focus()
}
