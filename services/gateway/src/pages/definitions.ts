import type { ComponentChildren, VNode } from 'preact'
import { h } from './markup.ts'

export type Entry = readonly [name: string, value: ComponentChildren]

/** Names and what they stand for, one under the other. */
export function definitions(id: string, entries: readonly Entry[]): VNode {
  return h(
    'dl',
    { id },
    entries.map(([name, value]) => h('div', null, [h('dt', null, name), h('dd', null, value)])),
  )
}
