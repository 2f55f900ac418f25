import { unprocessable } from '@outturn/contracts/audits'
import type { AuditOrder, InvoiceColumns } from '../invoice/input/audit-request.ts'
import { type InvoiceLine, toCell } from '../invoice/input/invoice-lines.ts'
import { shortened } from '../invoice/values/shortened.ts'
import { readAmount, type Reading, readDay, readQuantity, readUnitPrice } from '../invoice/values/values.ts'
import { dividedPrice, toPlainDecimal } from './decimal.ts'
import {
  type AllowanceOrCharge,
  type EInvoice,
  type EInvoiceLine,
  type KeyTerm,
  keyTerms,
} from './e-invoice.ts'

/** Terms that identify what a line bills. The number of the line and the name of the item do so only where the mapping says it. */
const identifyingTerms = ['BT-128', 'BT-132', 'BT-155', 'BT-156', 'BT-157'] as const

/**
 * The lines of an e-invoice, then one line without a key for each allowance and charge of the whole invoice. What a credit note states is
 * in the buyer's favour, so its signs are turned.
 */
export function readEInvoiceLines(
  invoice: EInvoice,
  { column_mapping: { invoice: columns }, currency }: Pick<AuditOrder, 'column_mapping' | 'currency'>,
): readonly InvoiceLine[] {
  const term = keyTermOf(invoice, columns)
  const reader = readerOf(invoice, currency)
  const lines = invoice.lines.map((line, index): InvoiceLine => {
    const price = dividedPrice(line.price, line.priceBase)
    return {
      label: line.identifiers['BT-126'] || String(index + 1),
      source: null,
      key: line.identifiers[term],
      amount: reader.amount(line.amount, line.currency),
      quantity: toCell(
        isMapped(columns.quantity) ? reader.signed(line.quantity) : null,
        strict(readQuantity),
      ),
      unitPrice: toCell(
        isMapped(columns.unit_price) ? price : null,
        strict((text) => readUnitPrice(text, currency)),
      ),
      date: toCell(isMapped(columns.date) ? line.date : null, readDay),
      allowanceCents: allowanceOf(line, reader),
    }
  })
  const adjustments = invoice.adjustments.map((each, index): InvoiceLine => {
    const kind = each.isCharge ? 'charge' : 'allowance'
    return {
      ...noCells(columns),
      label: `${kind} ${index + 1}`,
      source: null,
      key: '',
      amount: reader.amount(signedOf(each)),
      allowanceCents: 0n,
    }
  })
  return [...lines, ...adjustments]
}

function isMapped(column: string | null | undefined): boolean {
  return column !== null && column !== undefined
}

function noCells(columns: InvoiceColumns): Pick<InvoiceLine, 'quantity' | 'unitPrice' | 'date'> {
  const empty = (column: string | null | undefined) => ({
    text: '',
    reading: null,
    isMapped: isMapped(column),
  })
  return {
    quantity: empty(columns.quantity),
    unitPrice: empty(columns.unit_price),
    date: empty(columns.date),
  }
}

/** The term of the mapping, or the only one that identifies every line. */
function keyTermOf({ lines, attachment }: EInvoice, { key }: InvoiceColumns): KeyTerm {
  if (Object.hasOwn(keyTerms, key)) return key as KeyTerm
  const complete = identifyingTerms.filter((term) =>
    lines.every(({ identifiers }) => identifiers[term] !== ''),
  )
  const [term, other] = complete
  if (term !== undefined && other === undefined) return term
  const seen = (term === undefined ? (['BT-126', 'BT-153', ...identifyingTerms] as const) : complete)
    .flatMap((each) => {
      const example = lines.find(({ identifiers }) => identifiers[each] !== '')?.identifiers[each]
      return example === undefined ? [] : [`${each} (${keyTerms[each]}, such as ${quoted(example)})`]
    })
    .join(', ')
  throw unprocessable(
    'column_mapping.invoice.key',
    `The PDF has the e-invoice ${quoted(attachment)} attached, and its lines have ` +
      `${term === undefined ? 'no one identifier each' : 'several identifiers'}: ${seen}.`,
    {
      remediation:
        'Name the one that the record has as its key, such as BT-155, in column_mapping.invoice.key.',
    },
  )
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text, 60))
}

type Reader = {
  /** A number with the sign that it has for the buyer. */
  signed(text: string): string
  /** A sum; one in another currency is not read. */
  amount(text: string, currency?: string): InvoiceLine['amount']
}

function readerOf(invoice: EInvoice, currency: string): Reader {
  const signed = (text: string) => (invoice.isCreditNote ? toPlainDecimal(text, true) : toPlainDecimal(text))
  return {
    signed,
    amount(text, own = '') {
      const stated = own === '' ? invoice.currency : own
      const value = signed(text)
      if (stated !== currency) {
        return { text: `${stated} ${value}`, reading: { problem: 'currency_mismatch' } }
      }
      return { text: value, reading: strict((each) => readAmount(each, currency))(value) }
    },
  }
}

/** XML has plain decimals: what else a cell of a table may contain is no number there. */
function strict<Value>(read: (text: string) => Reading<Value>): (text: string) => Reading<Value> {
  return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? read(text) : { problem: 'unparseable_value' })
}

/** Allowances of a line in cents. Its charges are left out: no record supports them. */
function allowanceOf({ adjustments }: EInvoiceLine, reader: Reader): bigint {
  let cents = 0n
  for (const each of adjustments) {
    if (each.isCharge) continue
    const { reading } = reader.amount(signedOf(each))
    if ('value' in reading) cents += reading.value
  }
  return cents
}

function signedOf({ isCharge, amount }: AllowanceOrCharge): string {
  return isCharge ? amount : toPlainDecimal(amount, true)
}
