import type { VNode } from 'preact'
import { html } from '../markup.ts'

/** The sign of the product. */
export function glyph(): VNode {
  return html`<svg class="glyph" viewBox="0 0 20 20" fill="none" stroke-linecap="round" aria-hidden="true">
    <path class="a" stroke-width="2" d="M4 3h12M4 17h12" />
    <path class="b" stroke-width="1.9" d="m6 6.4 8 1.4M6 9.3l8 1.4m-8 1.5 8 1.4" />
  </svg>`
}

const paths = {
  shield: 'M8 1.8 13 3.6v4c0 3-2 5.2-5 6.6-3-1.4-5-3.6-5-6.6v-4zM5.6 8l1.7 1.7 3.2-3.4',
  download: 'M8 2.5v8m-3.2-3L8 10.7l3.2-3.2M3 13.5h10',
} as const

/** A sign beside words that say the same. */
export function icon(name: keyof typeof paths): VNode {
  return html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><path d=${paths[name]} /></svg>`
}
