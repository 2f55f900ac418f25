import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

/** A table that a keyboard can scroll sideways on a narrow screen. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly ComponentChildren[])[],
): VNode {
  return html`<div class="scroll" role="region" aria-label=${caption} tabIndex=${0}>
    <table>
      <caption>${caption}</caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`
}
