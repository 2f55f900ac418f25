import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { ciiXml, ublXml, type WrittenInvoice, type WrittenLine } from '../../testing/e-invoices.ts'
import { auditPdf } from './audit-pdf.ts'
import type { AuditOrder } from '../invoice/input/audit-request.ts'
import type { TextItem } from '../pdf/text-rows.ts'
import { UnreadableEInvoice } from '../e-invoice/e-invoice.ts'
import { readEInvoice } from '../e-invoice/read-e-invoice.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const attached = (xml: string | Uint8Array, name = 'factur-x.xml') => ({
  name,
  content: typeof xml === 'string' ? encode(xml) : xml,
})

const order: AuditOrder = {
  record_csv: 'id,pieces,day\nS-1,2,2026-01-05\nS-2,1,2026-01-06\n',
  column_mapping: {
    invoice: { key: 'Shipment', amount: 'Sum', quantity: 'Pieces', unit_price: 'Price', date: 'Day' },
    record: { key: 'id', quantity: 'pieces', date: 'day' },
  },
  currency: 'EUR',
}

const lines: readonly [WrittenLine, WrittenLine] = [
  { id: '1', seller: 'S-1', quantity: '2', price: '10.00', amount: '20.00', date: '2026-01-05' },
  { id: '2', seller: 'S-2', quantity: '1.0000', price: '+5', amount: '5', date: '2026-01-06' },
]
const invoice: WrittenInvoice = { lines, net: '25.00', gross: '29.75', due: '29.75' }

const row = (text: string, y: number): TextItem => ({
  page: 1,
  text,
  x: 50,
  y,
  width: 200,
  size: 9,
  angle: 0,
})
const pages = [row('Invoice 7', 800), row('Gesamtbetrag 29,75 €', 400)]

function audit(xml: string, items: readonly TextItem[] = pages, key = 'Shipment') {
  const { column_mapping: mapping } = order
  const eInvoice = readEInvoice([attached(xml)])
  return auditPdf(
    { ...order, column_mapping: { ...mapping, invoice: { ...mapping.invoice, key } } },
    { items, eInvoice },
  )
}

function codesOf({ discrepancies }: ReturnType<typeof audit>) {
  return discrepancies.filter(({ code }) => code !== 'unbilled_record').map(({ code }) => code)
}

const forms = [
  ['Cross Industry Invoice', ciiXml],
  ['UBL', ublXml],
] as const

test.each(forms)(
  'the lines of an invoice in %s are read with its key, and the result says so',
  (syntax, write) => {
    const result = audit(write(invoice))
    expect(result.invoice_source).toBe('e_invoice')
    expect(
      result.lines.map(({ line, key, billed_cents, status, source }) => [
        line,
        key,
        billed_cents,
        status,
        source,
      ]),
    ).toEqual([
      ['1', 'S-1', 2_000, 'supported', null],
      ['2', 'S-2', 500, 'supported', null],
    ])
    expect(codesOf(result)).toEqual([])
    expect(result.limitations[1]).toBe(
      `The e-invoice factur-x.xml (${syntax}, urn:cen.eu:en16931:2017) is attached to the PDF; its lines were read, and those that the pages print were not.`,
    )
  },
)

test.each(forms)('a line in %s is judged by its own quantity, price, date and key', (_, write) => {
  const changed = [
    { ...lines[0], amount: '20.00', quantity: '3', price: '10.00', date: '2026-01-07', seller: 'S-1' },
    { ...lines[1], amount: '6.00', seller: 'S-9' },
  ]
  const result = audit(write({ lines: changed, net: '26.00', gross: '29.75' }))
  expect(result.lines.map(({ discrepancies }) => discrepancies)).toEqual([
    ['quantity_mismatch', 'amount_arithmetic_mismatch', 'date_mismatch'],
    ['not_in_record', 'amount_arithmetic_mismatch'],
  ])
})

test.each(forms)(
  'allowances in %s lower a line or the invoice, and what is charged beside the lines has no record',
  (_, write) => {
    const first = {
      id: '1',
      seller: 'S-1',
      quantity: '2',
      price: '1000.00',
      base: '100',
      amount: '19.00',
      adjustments: [{ isCharge: false, amount: '1.00' }],
    }
    const second = { ...lines[1], amount: '7.00', adjustments: [{ isCharge: true, amount: '2.00' }] }
    const adjustments = [
      { isCharge: true, amount: '4.50' },
      { isCharge: false, amount: '3.00' },
    ]
    const result = audit(write({ lines: [first, second], adjustments, net: '27.50', gross: '29.75' }))
    expect(
      result.lines.map(({ line, billed_cents, supported_cents, discrepancies }) => [
        line,
        billed_cents,
        supported_cents,
        discrepancies,
      ]),
    ).toEqual([
      ['1', 1_900, 1_900, []],
      ['2', 700, 500, ['amount_arithmetic_mismatch']],
      ['charge 1', 450, 0, ['missing_key']],
      ['allowance 2', -300, -300, ['missing_key']],
    ])
    expect(result.totals.recomputed_cents).toBe(1_900 + 500 + 450 - 300)
  },
)

test.each(forms)('a credit note in %s is in favour of the buyer', (_, write) => {
  const { totals, lines: audited } = audit(
    write({
      lines: [{ ...lines[0], amount: '19.00', adjustments: [{ isCharge: false, amount: '1.00' }] }],
      type: '381',
      net: '19.00',
      gross: '29.75',
    }),
  )
  expect(audited).toMatchObject([{ billed_cents: -1_900, supported_cents: -1_900, discrepancies: [] }])
  expect(totals).toMatchObject({ billed_cents: -1_900, recomputed_cents: -1_900 })
})

test.each(forms)('sums in %s that its own lines or the pages do not bear out are told', (_, write) => {
  const own = audit(write({ ...invoice, net: '24.00' }))
  expect(own.discrepancies.filter(({ code }) => code === 'total_mismatch')).toMatchObject([
    { expected: '25.00', observed: '24.00', delta_cents: -100, severity: 'error', line: null },
  ])
  const printed = audit(write(invoice), [row('Total', 420), row('Total: EUR 92,75', 400)])
  expect(printed.discrepancies.filter(({ code }) => code === 'total_mismatch')).toMatchObject([
    { expected: '29.75', observed: '92,75', explanation: expect.stringContaining('print no such total') },
  ])
  const silent = audit(write(invoice), [])
  expect(codesOf(silent)).toEqual([])
  expect(silent.limitations[2]).toBe('The pages print no total that the e-invoice could be compared with.')
})

test.each(['1,029.75', '1.029,75', '1 029,75', '1’029.75', '1029,75 €', 'EUR 1.029,75', 'Pos 3 1.029,75'])(
  'the printed total %s is the one of the e-invoice',
  (text) => {
    expect(codesOf(audit(ciiXml({ ...invoice, gross: '1029.75' }), [row(`Gesamt ${text}`, 400)]))).toEqual([])
  },
)

test.each(forms)('an amount in %s is a plain decimal of the currency of the request', (_, write) => {
  const amountOf = (amount: string) => audit(write({ lines: [{ ...lines[0], amount }] })).lines[0]
  expect(amountOf('.5')).toMatchObject({ billed_cents: 50 })
  expect(amountOf('20.0000')).toMatchObject({ billed_cents: 2_000 })
  for (const text of ['1,234', '1e3', '20.001', 'EUR 20', '', '20 ']) {
    const expected = text === '20 ' ? 'supported' : 'unparseable'
    expect([text, amountOf(text)?.status]).toEqual([text, expected])
  }
  const foreign = audit(write({ ...invoice, currency: 'USD' }))
  expect(codesOf(foreign)).toContain('currency_mismatch')
  expect(foreign.lines.map(({ status }) => status)).toEqual(['unparseable', 'unparseable'])
  const uneven = audit(write({ lines: [{ ...lines[0], price: '10', base: '3' }] }))
  expect(uneven.discrepancies[0]).toMatchObject({ code: 'unparseable_value', observed: '10/3' })
})

test('lines that group or inform are no lines of their own', () => {
  const grouped = [
    { ...lines[0], id: '1', amount: '25.00', status: 'GROUP' },
    { ...lines[0], id: '1.1', status: 'DETAIL' },
    { ...lines[1], id: '1.2', status: 'DETAIL' },
    { ...lines[1], id: '2', status: 'INFORMATION' },
  ]
  const result = audit(ciiXml({ ...invoice, lines: grouped, profile: 'urn:factur-x.eu:1p0:extended' }))
  expect(result.lines.map(({ line }) => line)).toEqual(['1.1', '1.2'])
  expect(codesOf(result)).toEqual([])
})

test('an e-invoice with sums alone is compared with the printed lines', () => {
  const cells = (key: string, sum: string, y: number): TextItem[] => [
    { ...row(key, y), width: 40 },
    { ...row(sum, y), x: 300, width: 25 },
  ]
  const items = [
    ...cells('Shipment', 'Sum', 700),
    ...cells('S-1', '20.00', 680),
    ...cells('S-2', '5.00', 660),
  ]
  const minimum = (net: string) =>
    auditPdf(
      {
        ...order,
        column_mapping: { invoice: { key: 'Shipment', amount: 'Sum' }, record: { key: 'id' } },
      },
      {
        items,
        eInvoice: readEInvoice([
          attached(ciiXml({ net, gross: '29.75', profile: 'urn:factur-x.eu:1p0:minimum' })),
        ]),
      },
    )
  expect(codesOf(minimum('25.00'))).toEqual([])
  expect(minimum('25.00').invoice_source).toBe('pdf_layout')
  expect(minimum('25.00').limitations[2]).toContain('factur-x.eu:1p0:minimum) is attached')
  expect(codesOf(minimum('26.00'))).toEqual(['total_mismatch'])
})

test('of several identifiers the mapping names one by its term, and else they are listed', () => {
  const both = { lines: [{ ...lines[0], buyer: 'B-1' }], gross: '29.75' }
  expect(audit(ciiXml(both), pages, 'BT-156').lines[0]?.key).toBe('B-1')
  expect(audit(ciiXml(both), pages, 'BT-153').lines[0]?.key).toBe('Parcel & label')
  const refusalOf = (xml: string) => {
    try {
      audit(xml)
    } catch (error) {
      if (error instanceof Refusal) return [error.status, error.options.field, error.message]
      throw error
    }
    throw new Error('it was read')
  }
  expect(refusalOf(ciiXml(both))).toEqual([
    422,
    'column_mapping.invoice.key',
    'The PDF has the e-invoice "factur-x.xml" attached, and its lines have several identifiers: ' +
      `BT-155 (seller's item number, such as "S-1"), BT-156 (buyer's item number, such as "B-1").`,
  ])
  const none = [{ id: '1', amount: '1' }]
  expect(refusalOf(ciiXml({ lines: none }))[2]).toContain('no one identifier each: BT-126 (line number')
})

const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${ciiXml(invoice).slice(39)}`
const external = bomb.replace('"ha"', 'SYSTEM "file:///etc/passwd"')

test.each<[name: string, files: Parameters<typeof readEInvoice>[0], message: string]>([
  [
    'several invoices',
    [attached(ciiXml(invoice)), attached(ublXml(invoice), 'b.xml')],
    'has 2 e-invoices attached, "factur-x.xml", "b.xml"',
  ],
  ['entities', [attached(bomb)], 'has a document type, which could define entities'],
  ['an external entity', [attached(external, 'other.xml')], 'has a document type'],
  ['an unknown entity', [attached(ciiXml(invoice).replace('&amp;', '&foo;'))], 'is no well-formed XML (line'],
  ['an element that is not closed', [attached(ciiXml(invoice).slice(0, -30))], 'is no well-formed XML (line'],
  ['another root', [attached('<order/>')], 'is no invoice: its root element'],
  ['another namespace', [attached(ublXml(invoice).replaceAll('Invoice-2', 'Order-2'))], 'is no invoice'],
  ['no currency', [attached(ciiXml({ ...invoice, currency: '' }))], 'states no currency'],
  [
    'bytes that are no text',
    [attached(new Uint8Array([0x3c, 0xff, 0xfe, 0x3e]))],
    'cannot be decoded as "utf-8"',
  ],
  [
    'an unknown encoding',
    [attached(ciiXml(invoice).replace('UTF-8', 'x-none'))],
    'cannot be decoded as "x-none"',
  ],
  ['deep elements', [attached('<a>'.repeat(40) + '</a>'.repeat(40))], 'nests its elements deeper than 32'],
  ['nothing', [attached('')], 'is no well-formed XML'],
])('an attached file with %s is refused in words', (_, files, message) => {
  expect(() => readEInvoice(files)).toThrow(UnreadableEInvoice)
  expect(() => readEInvoice(files)).toThrow(message)
})

test('other attached files are left alone, and an invoice is found by its content, in any encoding', () => {
  const others = ['<order/>', 'no XML', '', '<!-- <CrossIndustryInvoice> -->', '<Invoice xmlns="urn:x"/>']
  expect(readEInvoice(others.map((text) => attached(text, 'terms.xml')))).toBeNull()
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(ublXml(invoice).replace('UTF-8', 'UTF-16'), 'utf16le'),
  ])
  const latin = Buffer.from(
    ciiXml({ lines: [{ ...lines[0], seller: 'Ü-1', amount: '1' }] }).replace('UTF-8', 'ISO-8859-1'),
    'latin1',
  )
  expect(readEInvoice([attached(utf16, 'bill.xml')])?.lines).toHaveLength(2)
  expect(readEInvoice([attached(latin)])?.lines[0]?.identifiers['BT-155']).toBe('Ü-1')
  expect(readEInvoice([attached(`\uFEFF${ciiXml(invoice)}`)])?.lines).toHaveLength(2)
})
