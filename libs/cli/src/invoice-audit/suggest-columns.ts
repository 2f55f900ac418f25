/** Members of a mapping with the names that headers commonly have for them, the most telling ones first. */
const invoiceNames = {
  key: [
    'key',
    'ticket',
    'ticket id',
    'shipment',
    'shipment id',
    'tracking',
    'order',
    'order id',
    'reference',
    'ref',
    'id',
    'job',
    'sku',
  ],
  amount: ['amount', 'line total', 'total', 'sum', 'net amount', 'net', 'charge', 'betrag', 'montant'],
  line: ['line', 'line no', 'line number', 'no', 'nr', 'pos', 'position', '#'],
  quantity: ['quantity', 'qty', 'pieces', 'units', 'count', 'menge', 'hours'],
  unit_price: ['unit price', 'price', 'rate', 'unit cost', 'price per unit'],
  date: ['date', 'service date', 'day', 'delivered at', 'datum'],
} as const

const recordNames = {
  key: invoiceNames.key,
  quantity: invoiceNames.quantity,
  unit_price: invoiceNames.unit_price,
  status: ['status', 'state', 'result', 'outcome'],
  date: ['date', 'closed at', 'delivered at', 'completed at', 'day', 'resolved at', 'finished at'],
} as const

export type Suggested = Readonly<Record<string, string>>

/** The columns of an invoice that its headers suggest; each header is taken once. */
export function suggestInvoiceColumns(headers: readonly string[]): Suggested {
  return suggest(headers, invoiceNames)
}

export function suggestRecordColumns(headers: readonly string[]): Suggested {
  return suggest(headers, recordNames)
}

function suggest(headers: readonly string[], names: Readonly<Record<string, readonly string[]>>): Suggested {
  const left = new Map(headers.map((header) => [plain(header), header]))
  const suggested: Record<string, string> = {}
  for (const [member, known] of Object.entries(names)) {
    const name = known.find((each) => left.has(each))
    const header = name === undefined ? undefined : left.get(name)
    if (name === undefined || header === undefined) continue
    suggested[member] = header
    left.delete(name)
  }
  return suggested
}

function plain(header: string): string {
  return header
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()
}

/** The headers of a CSV text, by the delimiter that its first line has most of. */
export function headersOf(text: string): string[] {
  const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const counts = [',', ';', '\t', '|'].map((delimiter) => [delimiter, first.split(delimiter).length] as const)
  const [delimiter] = counts.toSorted((a, b) => b[1] - a[1])[0] ?? [',']
  return first.split(delimiter).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  )
}
