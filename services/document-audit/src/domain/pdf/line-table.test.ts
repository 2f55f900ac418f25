import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { readLineTable } from './line-table.ts'
import { type TextItem, toRows } from './text-rows.ts'

const columns = { key: 'Shipment', quantity: 'Pieces', unit_price: 'Unit price', amount: 'Sum' }
const x = { Shipment: 50, Pieces: 200, 'Unit price': 300, Sum: 400 } as const
const advance = 5

type Cells = Partial<Record<keyof typeof x, string>>

/** A row of cells that begin under their headers; numbers end where the headers end. */
function row(cells: Cells, y: number, { page = 1, angle = 0 } = {}): TextItem[] {
  return Object.entries(cells).map(([header, text]) => {
    const left = x[header as keyof typeof x]
    const right = left + header.length * advance
    const width = text.length * advance
    const isNumber = /^[\d.,()-]+$/.test(text)
    return { page, text, x: isNumber ? right - width : left, y, width, size: 9, angle }
  })
}

const header = (y = 700, place = {}) =>
  row({ Shipment: 'Shipment', Pieces: 'Pieces', 'Unit price': 'Unit price', Sum: 'Sum' }, y, place)
const line = (key: string, y: number, place = {}) =>
  row({ Shipment: key, Pieces: '2', 'Unit price': '10.00', Sum: '20.00' }, y, place)

function read(items: readonly TextItem[]) {
  return readLineTable(toRows(items), columns, 'EUR').map(({ key, quantity, unitPrice, amount, source }) => ({
    key,
    cells: [quantity.text, unitPrice.text, amount.text],
    at: [source?.page, source?.line],
  }))
}

function refusalOf(items: readonly TextItem[]) {
  try {
    read(items)
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.options.field, error.message]
    throw error
  }
  throw new Error('it was read')
}

const known = ['2', '10.00', '20.00']

test('rows under the header are lines with their page and row, in whatever order they are drawn', () => {
  const items = [
    ...line('S-2', 670),
    ...header(),
    ...line('S-1', 685),
    ...row({ Shipment: 'INVOICE 7' }, 800),
  ]
  expect(read(items)).toEqual([
    { key: 'S-1', cells: known, at: [1, 3] },
    { key: 'S-2', cells: known, at: [1, 4] },
  ])
})

test('a header of several words may be drawn word by word, and so may a cell', () => {
  const words: TextItem[] = header().flatMap((item) =>
    item.text === 'Unit price'
      ? [
          { ...item, text: 'Unit', width: 20 },
          { ...item, text: 'price', x: item.x + 25, width: 25 },
        ]
      : [item],
  )
  const cells: TextItem[] = line('S-1', 685).flatMap((item) =>
    item.text === 'S-1'
      ? [
          { ...item, text: 'S-', width: 10 },
          { ...item, text: '1', x: item.x + 10, width: 5 },
        ]
      : [item],
  )
  expect(read([...words, ...cells])).toEqual([{ key: 'S-1', cells: known, at: [1, 2] }])
})

test('a baseline that is a little off is the same row, and a row without an amount is text of the line above', () => {
  const shifted = line('S-1', 685).map((item, index) => ({ ...item, y: item.y - index * 0.5 }))
  const items = [...header(), ...shifted, ...row({ Shipment: 'delivered to the door', Pieces: '7' }, 673)]
  expect(read(items)).toEqual([{ key: 'S-1', cells: known, at: [1, 2] }])
})

test('a long number goes by its right edge, and one under two columns is refused', () => {
  const wide = row({ Shipment: 'S-1', Pieces: '2', 'Unit price': '10.00', Sum: '1,200,000.75' }, 685)
  expect(read([...header(), ...wide])[0]?.cells).toEqual(['2', '10.00', '1,200,000.75'])
  const across = wide.map((item) => (item.text === '10.00' ? { ...item, x: 210, width: 120 } : item))
  expect(refusalOf([...header(), ...across])).toEqual([
    422,
    'invoice_pdf_base64',
    'The number "10.00" on page 1, row 2, stands under two columns.',
  ])
})

test('a repeated header is skipped, a page without one keeps the columns, and rotated pages read like upright ones', () => {
  const items = [
    ...header(),
    ...line('S-1', 685),
    ...header(700, { page: 2, angle: 90 }),
    ...line('S-2', 685, { page: 2, angle: 90 }),
    ...line('S-3', 685, { page: 3, angle: 90 }),
  ]
  expect(read(items).map(({ key, at }) => [key, ...at])).toEqual([
    ['S-1', 1, 2],
    ['S-2', 2, 2],
    ['S-3', 3, 1],
  ])
})

test('a centred header, and cells under none, go by the edges of the other rows', () => {
  const centred = [{ ...header()[0], x: 90 } as TextItem, ...header().slice(1)]
  const whole = line('S-1', 685)
  const partial = row({ Shipment: 'S-2', Sum: '7.00' }, 670)
  expect(read([...centred, ...whole, ...partial]).map(({ key, cells }) => [key, ...cells])).toEqual([
    ['S-1', ...known],
    ['S-2', '', '', '7.00'],
  ])
  const alone = row({ Shipment: 'S-2', Pieces: '2', Sum: '7.00' }, 685)
  expect(refusalOf([...centred, ...alone])[2]).toBe(
    'The text "S-2" on page 1, row 2, stands under no header, and no other row shows its column.',
  )
})

test('bold print by printing twice is one text, and two tables side by side are refused', () => {
  const bold = line('S-1', 685).flatMap((item) => [item, { ...item, x: item.x + 0.3 }])
  expect(read([...header(), ...bold])).toEqual([{ key: 'S-1', cells: known, at: [1, 2] }])
  const beside = [...header(), ...header().map((item) => ({ ...item, x: item.x + 500 }))]
  expect(refusalOf([...beside, ...line('S-1', 685)])[2]).toBe(
    'The header row on page 1, row 1, prints "Shipment" twice.',
  )
})

test.each(['Carried forward', 'Übertrag', 'Zwischensumme', 'Subtotal', 'Brought forward from page 1'])(
  '"%s" within the table is the sum of the lines above, or refused',
  (words) => {
    const items = (sum: string) => [
      ...header(),
      ...line('S-1', 685),
      ...line('S-2', 670),
      ...row({ Shipment: words, Sum: sum }, 655),
      ...row({ Shipment: words, Sum: '40.00' }, 640),
      ...line('S-3', 625),
    ]
    expect(read(items('40.00')).map(({ key }) => key)).toEqual(['S-1', 'S-2', 'S-3'])
    expect(refusalOf(items('45.00'))[2]).toBe(
      `Row 4 on page 1 reads "${words} 45.00", and the lines above add up to 40.00.`,
    )
  },
)

test('sums, taxes and page numbers under the table are no lines, and a fee is one', () => {
  const items = [
    ...header(),
    ...line('S-1', 685),
    ...row({ Pieces: 'Handling', Sum: '3.00' }, 670),
    ...row({ Shipment: 'Subtotal', Sum: '23.00' }, 655),
    ...row({ Pieces: 'VAT 20%', Sum: '4.60' }, 640),
    ...row({ Shipment: 'Total', Sum: '27.60' }, 625),
    ...row({ Sum: '1' }, 40),
  ]
  expect(read(items).map(({ key, cells }) => [key, cells[2]])).toEqual([
    ['S-1', '20.00'],
    ['', '3.00'],
  ])
})

test.each<[name: string, items: readonly TextItem[], message: string]>([
  ['no text', [], 'The PDF has no text'],
  [
    'no header row',
    row({ Shipment: 'Shipment', Sum: 'Amount' }, 700),
    'No row of the PDF has the headers "Shipment", "Pieces", "Unit price", "Sum". The closest row, on page 1, reads "Shipment | Amount".',
  ],
  [
    'two tables',
    [...header(), ...line('S-1', 685), ...header(600), ...line('S-2', 585)],
    'Page 1 has two tables',
  ],
  [
    'a font without a map to Unicode',
    [
      ...header(),
      ...row({ Shipment: '\uE001\uE002\uE003\uE004', Pieces: '2', 'Unit price': '1', Sum: '1.00' }, 685),
    ],
    'The font of the table has no map to Unicode',
  ],
])('%s is refused with what was seen', (_, items, message) => {
  const [status, field, said] = refusalOf(items)
  expect([status, field]).toEqual([422, 'invoice_pdf_base64'])
  expect(said).toContain(message)
})
