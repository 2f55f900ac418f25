import { readFileSync, readdirSync } from 'node:fs'
import { ciiXml, ublXml } from '../e-invoices.ts'
import { invoicePdf, rawPdf } from '../sample-pdfs.ts'
import { inflated, type MadeDocument } from './made-documents.ts'

const encode = (text: string) => new TextEncoder().encode(text)

const lines = [
  {
    seller: 'S-1',
    quantity: '2',
    price: '10.00',
    amount: '19.00',
    date: '2026-01-05',
    adjustments: [{ isCharge: false, amount: '1.00' }],
  },
  { id: '2', seller: 'S-2', quantity: '1', price: '5', amount: '5.00', status: 'DETAIL' },
]

const tables = [
  'Shipment,Pieces,Unit price,Sum\nS-1,2,10.00,20.00\nS-2,1,5.00,"5.00"\n,,,"1,234.50"\n',
  '\uFEFFSum;Shipment;Unit price;Pieces\r\n(5.00);S-1;€5.00;-1\r\n\r\n"5.00";"a ""b""\nc";5;1\r\n',
]

/** Documents of every form that the service reads, small, for changes at random. */
export async function seedDocuments(): Promise<readonly MadeDocument[]> {
  const invoice = { lines, net: '24.00', gross: '28.56', adjustments: [{ isCharge: true, amount: '1.00' }] }
  const xml = [ciiXml(invoice), ublXml({ ...invoice, type: '381' }), ciiXml({ net: '24.00' })]
  const rows = [
    ['S-1', '2', '10.00', '20.00'],
    ['S-2', '1', '5.00', '(5.00)'],
  ]
  const headers = ['Shipment', 'Pieces', 'Unit price', 'Sum']
  const own = [
    await invoicePdf({ rows, headers }),
    await invoicePdf({ rows, headers, attached: { 'factur-x.xml': xml[0] ?? '' } }),
    rawPdf(encode('BT /F1 9 Tf 50 700 Td (Shipment Sum) Tj ET')),
  ]
  return [
    ...tables.map((text): MadeDocument => ({ kind: 'csv', bytes: encode(text) })),
    ...xml.map((text): MadeDocument => ({ kind: 'xml', bytes: encode(text) })),
    ...own.flatMap((bytes): MadeDocument[] => [
      { kind: 'pdf', bytes },
      { kind: 'pdf', bytes: inflated(bytes) },
    ]),
  ]
}

/** The same with the PDFs of other programs. */
export async function allSeedDocuments(): Promise<readonly MadeDocument[]> {
  const folder = new URL('../producers/files/', import.meta.url)
  const produced = readdirSync(folder).map((file) => new Uint8Array(readFileSync(new URL(file, folder))))
  return [
    ...(await seedDocuments()),
    ...produced.flatMap((bytes): MadeDocument[] => [
      { kind: 'pdf', bytes },
      { kind: 'pdf', bytes: inflated(bytes) },
    ]),
  ]
}
