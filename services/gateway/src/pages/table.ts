import type { ComponentChildren, VNode } from 'preact'
import { h } from './markup.ts'

/** A table that a keyboard can scroll sideways on a narrow screen. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly ComponentChildren[])[],
): VNode {
  return h('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabIndex: 0 }, [
    h('table', null, [
      h('caption', null, caption),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          columns.map((column) => h('th', { scope: 'col' }, column)),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((cells) =>
          h(
            'tr',
            null,
            cells.map((cell) => h('td', null, cell)),
          ),
        ),
      ),
    ]),
  ])
}
