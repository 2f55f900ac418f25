import { deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'

export type Layout = {
  readonly rows: readonly (readonly string[])[]
  /** Text under each row. */
  readonly note?: string
  /** Rows under the table. */
  readonly footer?: readonly (readonly string[])[]
  readonly headers?: readonly string[]
  readonly layout?: 'portrait' | 'landscape'
  readonly ownerPassword?: string
  readonly userPassword?: string
  /** Headers are printed once, on the first page. */
  readonly hasOneHeader?: boolean
  /** Turns each page by so many degrees, in quarters. */
  readonly rotate?: number
  readonly rowsPerPage?: number
  /** Files to attach, by their names. */
  readonly attached?: Readonly<Record<string, string>>
}

/** An invoice whose lines are known. */
export function invoicePdf({
  rows,
  note,
  footer = [],
  headers = ['Shipment', 'Pieces', 'Price', 'Sum'],
  hasOneHeader = false,
  rotate = 0,
  rowsPerPage = 40,
  attached = {},
  ...options
}: Layout): Promise<Uint8Array> {
  const document = new Pdf({ size: 'A4', ...options, ...(rotate !== 0 && { rotation: rotate }) })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const written = new Promise<Uint8Array>((resolve) => {
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))))
  })
  document.fontSize(9)
  let y = 70
  const put = (cells: readonly string[]) => {
    for (const [index, cell] of cells.entries()) {
      const placed = { width: 85, align: index === 0 ? 'left' : 'right', lineBreak: false } as const
      document.text(cell, index === 0 ? 50 : 150 + index * 90, y, placed)
    }
    y += 15
  }
  put(headers)
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % rowsPerPage === 0) {
      document.addPage()
      y = 70
      if (!hasOneHeader) put(headers)
    }
    put(row)
    for (const line of note?.split('\n') ?? []) put([line])
  }
  for (const row of footer) put(row)
  for (const [name, text] of Object.entries(attached)) document.file(Buffer.from(text), { name })
  document.end()
  return written
}

/** A PDF of one page with these objects after its page tree; its cross references are left to be repaired. */
export function rawPdf(content: Uint8Array, contentEntries = ''): Uint8Array {
  const head = Buffer.from(
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n' +
      '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n' +
      `4 0 obj<</Length ${content.length}${contentEntries}>>stream\n`,
  )
  const tail = Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n')
  return new Uint8Array(Buffer.concat([head, content, tail]))
}

/** A PDF whose one stream expands to so many megabytes of text. */
export function expandingPdf(megabytes: number): Uint8Array {
  const text = Buffer.from('BT /F1 9 Tf 50 700 Td (x) Tj ET\n'.repeat(32_768 * megabytes))
  return rawPdf(deflateSync(text), '/Filter/FlateDecode')
}
