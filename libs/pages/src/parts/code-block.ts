import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

/** Text to copy, such as a command; a long line breaks in place of scrolling the page. */
export function codeBlock(label: string, content: ComponentChildren): VNode {
  return html`<div class="code">
    <header><span>${label}</span></header>
    <pre role="group" aria-label=${label} tabIndex=${0}>${content}</pre>
  </div>`
}
