import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

export type Entry = readonly [name: string, value: ComponentChildren]

/** Names and what they stand for, one under the other. */
export function keyValues(id: string, entries: readonly Entry[]): VNode {
  return html`<dl class="kv" id=${id}>
    ${entries.map(
      ([name, value]) => html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`,
    )}
  </dl>`
}
