import type { PageDocument } from './dom.ts'

declare function print(): void

/** Lets the button of a page print it; without scripts there is no button. */
export function addPrintButton(document: PageDocument): void {
  const button = document.querySelector('[data-print]')
  if (button === null) return
  button.addEventListener('click', () => print())
  button.className = 'btn'
}
