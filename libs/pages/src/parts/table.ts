import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

/** A table, which turns into cards on a narrow screen: each cell then stands beside the name of its column. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly ComponentChildren[])[],
  { isCaptionShown = true }: { isCaptionShown?: boolean } = {},
): VNode {
  // Roles are written out, because a table that is displayed as blocks loses them.
  return html`<table class="tbl bare fold" role="table">
    <caption class=${isCaptionShown ? 'caption' : 'vh'}>${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (cells) =>
          html`<tr role="row">${cells.map(
            (cell, index) =>
              html`<td role="cell" data-l=${columns[index]}><span class="v">${cell}</span></td>`,
          )}</tr>`,
      )}
    </tbody>
  </table>`
}
