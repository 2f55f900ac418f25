import { shown } from '../terminal/shown.ts'

const style = `
:root { color-scheme: light dark; color: light-dark(#1a1a1a, #eee); background: light-dark(#fff, #16181b); font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top }
th, caption, td[data-heading="Status"] { overflow-wrap: normal }
.number { text-align: right; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: bold; padding: 1rem 0 .3rem }
@media (max-width: 40rem) {
  .stacked thead { display: none }
  .stacked :is(table, caption, tbody, tr, td) { display: block }
  .stacked tr { padding: .5rem 0; border-bottom: 2px solid #8886 }
  .stacked td { border: 0; padding: .1rem 0; text-align: left }
  .stacked td:not(:empty)::before { content: attr(data-heading) ": "; font-weight: bold }
}
@media print { body { margin: 0; max-width: none } tr { break-inside: avoid } thead { display: table-header-group } }
`

/** A page that stands alone: without scripts, and its policy forbids every resource and connection. `body` is HTML. */
export function standalonePage({
  title,
  body,
  ownStyle = '',
}: {
  title: string
  body: string
  ownStyle?: string
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}${ownStyle}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

export type TableRow = { readonly cells: readonly string[]; readonly classes?: readonly string[] }

/** A table of cells that are HTML; a heading that begins with # is of numbers. On a phone each row is a block with its headings. */
export function dataTable(
  caption: string,
  headings: readonly string[],
  rows: readonly (TableRow | readonly string[])[],
): string {
  const names = headings.map((heading) => escaped(heading.replace('#', '')))
  const number = headings.map((heading) => (heading.startsWith('#') ? ' class="number"' : ''))
  const head = names.map((name, at) => `<th role="columnheader" scope="col"${number[at]}>${name}</th>`)
  const body = rows.map((row) => {
    const { cells, classes = [] } = 'cells' in row ? row : { cells: row }
    const named = classes.length === 0 ? '' : ` class="${classes.join(' ')}"`
    const all = cells.map(
      (cell, at) => `<td role="cell" data-heading="${names[at]}"${number[at]}>${cell}</td>`,
    )
    return `<tr role="row"${named}>${all.join('')}</tr>`
  })
  // The roles stay those of a table where the rows are shown as blocks.
  return `<div class="stacked"><table role="table">
<caption>${escaped(caption)}</caption>
<thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead>
<tbody role="rowgroup">
${body.join('\n')}
</tbody>
</table></div>`
}

/** A list of items that are HTML under a heading; nothing without items. */
export function listSection(title: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  return `<h2>${escaped(title)}</h2>\n<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

/** A text of the caller, which may have any direction; control characters are written out. */
export function foreign(text: string): string {
  return text === '' ? '' : `<bdi dir="auto">${escaped(shown(text))}</bdi>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
