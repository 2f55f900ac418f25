import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

export type Figure = {
  readonly name: string
  readonly value: ComponentChildren
  /** A few words about the value. */
  readonly more: ComponentChildren
}

/** The few numbers that a page is about. */
export function figureRow(figures: readonly Figure[]): VNode {
  return html`<dl class="stats">${figures.map(
    ({ name, value, more }) => html`<div><dt>${name}</dt><dd>${value}</dd><dd>${more}</dd></div>`,
  )}</dl>`
}

/** How much of a whole is used, beside words that say the same. */
export function meter(percent: number, isHot: boolean): VNode {
  const width = Math.max(0, Math.min(100, percent))
  return html`<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="t" x="0" y="0" width="100" height="6" rx="3" />
    <rect class=${isHot ? 'f hot' : 'f'} x="0" y="0" width=${width} height="6" rx="3" />
  </svg>`
}
