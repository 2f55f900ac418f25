import { readdirSync, readFileSync } from 'node:fs'
import { createMetrics } from '@outturn/service'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import type { InvoiceColumns } from '../domain/invoice/input/audit-request.ts'
import { readLineTable } from '../domain/pdf/line-table.ts'
import { type TextItem, toRows } from '../domain/pdf/text-rows.ts'
import { type InvoiceName, producedInvoices } from '../testing/producers/produced-invoices.ts'
import { ciiXml } from '../testing/e-invoices.ts'
import { expandingPdf, invoicePdf, type Layout, rawPdf } from '../testing/sample-pdfs.ts'
import { createPdfReader, type PdfReaderLimits } from './pdf-reader.ts'
import { readPdf, UnreadablePdf } from './pdf-text.ts'

const columns = { key: 'Shipment', quantity: 'Pieces', unit_price: 'Price', amount: 'Sum' }
const rows = (count: number, amount: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => [`S-${10 + index}`, '1', amount(index), amount(index)])

function linesOf(items: readonly TextItem[], mapped: InvoiceColumns = columns) {
  return readLineTable(toRows(items), mapped, 'EUR').map(({ key, quantity, unitPrice, amount }) => [
    key,
    quantity.text,
    unitPrice.text,
    amount.text,
  ])
}

test.each<[name: string, layout: Layout]>([
  ['three lines', { rows: rows(3, (index) => `${index + 4}.50`) }],
  ['wide numbers', { rows: rows(4, (index) => `1,${200 + index},000.75`) }],
  ['brackets', { rows: rows(3, (index) => `(${index + 1}.25)`) }],
  ['four pages', { rows: rows(150, () => '5.00') }],
  ['a header on the first page alone', { rows: rows(90, () => '5.00'), hasOneHeader: true }],
  [
    'lines of text under each row',
    { rows: rows(6, () => '5.00'), note: 'Delivered to the door\nsigned at the door' },
  ],
  ['a total', { rows: rows(2, () => '5.00'), footer: [['Total', '', '', '10.00']] }],
  ['landscape', { rows: rows(3, () => '5.00'), layout: 'landscape' }],
  ['an owner password', { rows: rows(2, () => '5.00'), ownerPassword: 'owner' }],
])('an invoice with %s is read to the line', async (_, layout) => {
  expect(linesOf((await readPdf(await invoicePdf(layout))).items)).toEqual(layout.rows)
})

const files = new URL('../testing/producers/files/', import.meta.url)

const producedFiles = readdirSync(files)

test.each(producedFiles)('the invoice %s is read to the line, or refused in words', async (file) => {
  const [, name = ''] = file.split('.')
  const { columns: mapped, expected } = producedInvoices[name as InvoiceName]
  const { items } = await readPdf(new Uint8Array(readFileSync(new URL(file, files))))
  if ('refused' in expected) {
    expect(() => linesOf(items, mapped)).toThrow(expected.refused)
    return
  }
  expect(linesOf(items, mapped)).toEqual(expected.lines)
})

const xml = ciiXml({ lines: [{ seller: 'S-10', amount: '5.00' }] })
const hostile = `<!DOCTYPE x [<!ENTITY a "b">]>${xml.slice(39)}`

test.each<[name: string, bytes: Uint8Array | Promise<Uint8Array>, message: string]>([
  ['two e-invoices', invoicePdf({ rows: [], attached: { 'a.xml': xml, 'b.xml': xml } }), '2 e-invoices'],
  [
    'an e-invoice with entities',
    invoicePdf({ rows: [], attached: { 'xrechnung.xml': hostile } }),
    'document type',
  ],
  ['nothing', new Uint8Array(), 'no PDF'],
  ['a text', new TextEncoder().encode('Shipment,Sum\nS-1,5.00'), 'no PDF'],
  ['a head alone', new TextEncoder().encode('%PDF-1.7\n'), 'no PDF'],
  ['a user password', invoicePdf({ rows: rows(1, () => '1.00'), userPassword: 'secret' }), 'password'],
])('%s is refused in words', async (_, bytes, message) => {
  const reading = readPdf(await bytes)
  await expect(reading).rejects.toThrow(UnreadablePdf)
  await expect(reading).rejects.toThrow(message)
})

function openReader(limits: Partial<PdfReaderLimits> = {}) {
  const metrics = createMetrics({ service: 'test', tellsProcess: false })
  const reader = createPdfReader({ processes: 1, timeoutMs: 30_000, memoryMb: 512, ...limits }, metrics)
  return (pdf: Uint8Array) => reader.read(pdf, { accountId: 'a', deadline: Date.now() + 60_000 })
}

test('a PDF is read in a process of its own; one that expands beyond its memory or takes too long is ended alone', async () => {
  const read = openReader()
  const good = JSON.parse(
    new TextDecoder().decode(await read(await invoicePdf({ rows: rows(2, () => '5.00') }))),
  ) as {
    items: unknown[]
  }
  expect(good.items).toHaveLength(12)
  const hybrid = await invoicePdf({
    rows: rows(1, () => '5.00'),
    attached: { 'factur-x.xml': xml, 'terms.txt': 'none' },
  })
  expect(JSON.parse(new TextDecoder().decode(await read(hybrid)))).toMatchObject({
    eInvoice: { attachment: 'factur-x.xml', lines: [{ amount: '5.00' }] },
  })
  const damaged = rawPdf(new TextEncoder().encode('BT /F1 9 Tf (x'))
  expect(JSON.parse(new TextDecoder().decode(await read(damaged)))).toBeTypeOf('object')
  const expanding = expandingPdf(200)
  expect(expanding.length).toBeLessThan(3_000_000)
  expect(await refusalOfPending(openReader({ memoryMb: 160 })(expanding))).toMatchObject({
    status: 422,
    message: 'Reading the PDF takes more memory than it may.',
    options: { field: 'invoice_pdf_base64' },
  })
  expect(await refusalOfPending(openReader({ timeoutMs: 20 })(expanding))).toMatchObject({
    message: 'Reading the PDF takes more time than it may.',
  })
})
