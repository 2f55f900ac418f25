import type { VNode } from 'preact'
import { html } from './markup.ts'

/** A button that prints its page, where the page has the script of code blocks or of the console. */
export function printButton(): VNode {
  return html`<button class="btn waits" type="button" data-print="">Print</button>`
}
