import type { VNode } from 'preact'
import { html } from '../markup.ts'
import type { Link } from '../site.ts'

/** Places beside each other of which one is shown. */
export function tabs(name: string, links: readonly Link[], current: string): VNode {
  return html`<nav class="tabs" aria-label=${name}>${links.map(
    ({ href, text }) =>
      html`<a href=${href} aria-current=${href === current ? 'page' : undefined}>${text}</a>`,
  )}</nav>`
}
