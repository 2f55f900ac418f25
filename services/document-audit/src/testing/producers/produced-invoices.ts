/** An invoice whose lines are known, and what a reader has to make of it. */
export type ProducedInvoice = {
  readonly headers: readonly string[]
  /** Rows of the table as they are printed. */
  readonly rows: readonly (readonly string[])[]
  /** Columns of the mapping, by their names in it. */
  readonly columns: { readonly key: string; readonly amount: string } & Readonly<Record<string, string>>
  /** The lines with key, quantity, unit price and amount; or words of the refusal. */
  readonly expected: { readonly lines: readonly (readonly string[])[] } | { readonly refused: string }
}

const headers = ['Shipment', 'Description', 'Pieces', 'Unit price', 'Sum']
const columns = { key: 'Shipment', quantity: 'Pieces', unit_price: 'Unit price', amount: 'Sum' }

/** The lines among rows: those with a key, and those that are named. */
function lines(rows: readonly (readonly string[])[], named: readonly string[] = []) {
  return rows
    .filter(([key, text]) => key !== '' || named.includes(text ?? ''))
    .map(([key = '', , quantity = '', price = '', amount = '']) => [key, quantity, price, amount])
}

function invoice(
  rows: readonly (readonly string[])[],
  { named = [], ...changes }: Partial<ProducedInvoice> & { named?: readonly string[] } = {},
): ProducedInvoice {
  return { headers, rows, columns, expected: { lines: lines(rows, named) }, ...changes }
}

/** Lines on several pages that print the sum so far at the end of each page and at the top of the next. */
function carried(count: number, perPage: number, wrong?: string): string[][] {
  const rows: string[][] = []
  for (let number = 1; number <= count; number += 1) {
    if (number > 1 && number % perPage === 1) {
      const sum = wrong ?? `${(number - 1) * 5}.00`
      rows.push(['', 'Carried forward', '', '', sum], ['', 'Brought forward', '', '', sum])
    }
    rows.push([`S-${number}`, `Parcel ${number}`, '1', '5.00', '5.00'])
  }
  return [...rows, ['', 'Total', '', '', `${count * 5}.00`]]
}

const signs = [
  ['office-1', 'Office delivery, first floor', '2', '€10.00', '€20.00'],
  ['fluffy-2', 'Affiliate, 1 of 2', '1', '€1,234.50', '€1,234.50'],
  ['S-3', 'Return', '-1', '€5.00', '-€5.00'],
  ['', 'Total', '', '', '€1,249.50'],
]
const long =
  'A description that the table has to wrap, because its column is narrow, at 10.45 and again at 11.30'
const wrapped = [
  ['S-1', long, '2', '10.00', '20.00'],
  ['S-2', 'Short', '1', '5.00', '5.00'],
  ['S-3', long, '3', '5.00', '15.00'],
  ['', 'Subtotal', '', '', '40.00'],
  ['', 'Discount', '', '', '-4.00'],
  ['', 'VAT 20%', '', '', '7.20'],
  ['', 'Total', '', '', '43.20'],
]
const brackets = [
  ['S-1', 'Parcel', '2', '10.00', '20.00'],
  ['S-2', 'Returned', '1', '5.00', '(5.00)'],
  ['S-3', 'Large', '1', '1,200,000.75', '1,200,000.75'],
]
const hebrew = [
  ['S-12', 'משלוח עד הבית', '2', '10.00', '20.00'],
  ['S-13', 'التسليم إلى الباب', '1', '1,234.50', '1,234.50'],
]
const commas = [['S-1', 'Paket', '2', '1.234,50 €', '2.469,00 €']]

/** The contents; each is written by the producers that `producers.ts` names for it. */
export const producedInvoices = {
  signs: invoice(signs),
  wrapped: invoice(wrapped, { named: ['Discount'] }),
  brackets: invoice(brackets),
  carried: invoice(carried(70, 30)),
  'wrong-sum': invoice(carried(40, 30, '151.00'), {
    expected: { refused: 'reads "Carried forward 151.00"' },
  }),
  'right-to-left': invoice(hebrew),
  // A comma is never a decimal sign: the amount is shown as it is, and is not read.
  'decimal-commas': invoice(commas),
  'side-by-side': invoice(brackets, { expected: { refused: 'prints "Shipment" twice' } }),
  'no-unicode': invoice(signs, { expected: { refused: 'has no map to Unicode' } }),
  glyphs: invoice(signs, { expected: { refused: 'No row of the PDF has the headers' } }),
} satisfies Record<string, ProducedInvoice>

export type InvoiceName = keyof typeof producedInvoices
