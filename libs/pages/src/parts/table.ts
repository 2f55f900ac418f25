import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'
import { visibleText } from '../text/visible-text.ts'

export type Column = {
  readonly name: string
  /** Numbers stand at the right, one under the other. */
  readonly isNumber?: boolean
  /** The cells name their rows, so that they need no name of their own beside them on a narrow screen. */
  readonly isTitle?: boolean
}

type Options = {
  readonly isCaptionShown?: boolean
  /** Reaches from edge to edge of its card. */
  readonly isFlush?: boolean
  /** The last row, with totals; a cell that is null is left out on a narrow screen. */
  readonly foot?: readonly ComponentChildren[]
}

/** A table, which turns into cards on a narrow screen: each cell then stands beside the name of its column. */
export function table(
  caption: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly ComponentChildren[])[],
  { isCaptionShown = true, isFlush = false, foot }: Options = {},
): VNode {
  const heads = columns.map((column) => (typeof column === 'string' ? { name: column } : column))
  // Roles are written out, because a table that is displayed as blocks loses them.
  return html`<table class=${`tbl${isFlush ? '' : ' bare'} fold`} role="table">
    <caption class=${isCaptionShown ? 'caption' : 'vh'}>${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map(
          (head) => html`<th role="columnheader" scope="col" class=${classOf(head)}>${head.name}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">${rows.map((cells) => row(heads, cells))}</tbody>
    ${foot === undefined ? null : html`<tfoot role="rowgroup">${row(heads, foot)}</tfoot>`}
  </table>`
}

function row(heads: readonly Column[], cells: readonly ComponentChildren[]): VNode {
  return html`<tr role="row">${cells.map((cell, index) => {
    const head = heads[index]
    const name = head === undefined || head.isTitle === true ? undefined : visibleText(head.name)
    return html`<td role="cell" class=${classOf(head, cell === null)} data-l=${name}><span class="v">${cell}</span></td>`
  })}</tr>`
}

function classOf(head: Column | undefined, isEmpty = false): string | undefined {
  const names = [...(head?.isNumber === true ? ['r'] : []), ...(isEmpty ? ['nil'] : [])]
  return names.length === 0 ? undefined : names.join(' ')
}
