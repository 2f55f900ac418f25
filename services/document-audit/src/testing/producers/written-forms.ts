import type { ProducedInvoice } from './produced-invoices.ts'

/** The invoice as a page for a program that prints HTML. */
export function toHtml(
  { headers, rows }: ProducedInvoice,
  { isTwice = false, isRightToLeft = false } = {},
): string {
  const cells = (name: 'td' | 'th', row: readonly string[]) =>
    row.map((cell, at) => `<${name}${at > 1 ? ' class="number"' : ''}>${cell}</${name}>`).join('')
  const table =
    `<table><thead><tr>${cells('th', headers)}</tr></thead>` +
    `<tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table>`
  return `<!doctype html><meta charset="utf-8"><style>
    @page { size: A4; margin: 18mm }
    body { font: 9pt 'DejaVu Sans' }
    table { border-collapse: collapse; width: ${isTwice ? 240 : 380}pt }
    th, td { padding: 2pt 4pt; text-align: start; vertical-align: top }
    .number { text-align: end; white-space: nowrap }
    .twice { display: flex; gap: 20pt }
  </style><body${isRightToLeft ? ' dir="rtl"' : ''}>${isTwice ? `<div class="twice">${table}${table}</div>` : table}`
}

/** The invoice as a table of tbl, the troff preprocessor. */
export function toTroff({ headers, rows }: ProducedInvoice): string {
  const lines = [headers, ...rows].map((row) => row.join('|')).join('\n')
  return `.fam H\n.ps 9\n.TS H\ntab(|);\nl l r r r.\n${lines.replace('\n', '\n.TH\n')}\n.TE\n`
}

/** A program in Python that draws the invoice with ReportLab on pages that are turned by a quarter. */
export function toReportLab({ headers, rows }: ProducedInvoice, path: string): string {
  return `import json
from reportlab.lib.pagesizes import A4
from reportlab.platypus import SimpleDocTemplate, Table
def turned(canvas, _):
    canvas.setPageRotation(90)
document = SimpleDocTemplate(${JSON.stringify(path)}, pagesize=A4)
rows = json.loads(${JSON.stringify(JSON.stringify([headers, ...rows]))})
style = [('ALIGN', (2, 0), (-1, -1), 'RIGHT')]
document.build([Table(rows, repeatRows=1, style=style)], onFirstPage=turned, onLaterPages=turned)
`
}

/** A program in Python that draws the invoice with cairo, along a baseline that goes up the page. */
export function toCairo({ headers, rows }: ProducedInvoice, path: string): string {
  return `import cairo, json, math
surface = cairo.PDFSurface(${JSON.stringify(path)}, 595, 842)
context = cairo.Context(surface)
context.select_font_face('DejaVu Sans')
context.set_font_size(9)
context.translate(60, 780)
context.rotate(-math.pi / 2)
rights = [0, 0, 420, 520, 640]
for line, row in enumerate(json.loads(${JSON.stringify(JSON.stringify([headers, ...rows]))})):
    for at, cell in enumerate(row):
        left = [0, 90][at] if at < 2 else rights[at] - context.text_extents(cell).x_advance
        context.move_to(left, line * 15)
        context.show_text(cell)
surface.finish()
`
}
