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
  home: 'M2.5 7.2 8 2.8l5.5 4.4v6H9.8V9.6H6.2v3.6H2.5z',
  key: 'M9.2 6.8a3.2 3.2 0 1 0-1.9 1.9l1.2 1.2h1.6v1.6h1.6v1.7h2v-2.1z',
  people:
    'M6 7.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM1.8 13.4c.2-2.4 1.9-3.8 4.2-3.8s4 1.4 4.2 3.8M10.6 2.9a2.3 2.3 0 0 1 0 4.2m1.1 2.9c1.5.5 2.4 1.7 2.6 3.4',
  columns: 'M2.5 13.5h11M4.2 11V7.4M8 11V3.2M11.8 11V5.8',
  coin: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM9.8 6.2c-.4-.7-1-1-1.8-1-1 0-1.8.5-1.8 1.4 0 2 3.7.8 3.7 2.8 0 .9-.8 1.4-1.9 1.4-.9 0-1.6-.4-1.9-1.1M8 4v1.2m0 5.6V12',
  page: 'M3.5 1.8h6l3 3v9.4h-9zM9.2 2v3.2h3.2',
  log: 'M2.5 4h11M2.5 8h11M2.5 12h6.5',
  receipt: 'M3.5 1.8h9v12.4l-2.2-1.3L8 14.2l-2.3-1.3-2.2 1.3zM6 5.4h4M6 8.2h4',
  search: 'M7 11.6A4.6 4.6 0 1 0 7 2.4a4.6 4.6 0 0 0 0 9.2zm3.4-1.2 3.2 3.2',
  spool: 'M3 2.8h10M3 13.2h10M5 5.4l6 1.2M5 8l6 1.2M5 10.4l6 1',
  flag: 'M3.5 14V2.4h8.6L10.4 5.6l1.7 3.2H3.5',
  sliders: 'M3 4.5h10M3 8h10M3 11.5h10M6 3v3M10.5 6.5v3M5 10v3',
  plus: 'M8 3v10M3 8h10',
  plug: 'M5.5 2v3m5-3v3M3.8 5h8.4v2.6a4.2 4.2 0 0 1-8.4 0zM8 11.8V14',
  unequal: 'M3 6h10M3 10h10m-2-7.5-6 11',
} as const

export type IconName = keyof typeof paths

/** A sign beside words that say the same. */
export function icon(name: IconName): VNode {
  return html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><path d=${paths[name]} /></svg>`
}
