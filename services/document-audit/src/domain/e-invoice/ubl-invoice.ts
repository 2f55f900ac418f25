import { type AllowanceOrCharge, type EInvoice, type EInvoiceLine, isCreditNoteType } from './e-invoice.ts'
import { elementsAt, textAt, type XmlElement } from './xml-tree.ts'

export const ublLineNames: readonly string[] = ['InvoiceLine', 'CreditNoteLine']

/** A line of an invoice or a credit note in UBL 2. Its sub-lines are parts of its own sum. */
export function ublLine(item: XmlElement): EInvoiceLine {
  const amount = elementsAt(item, 'LineExtensionAmount')[0]
  const numberOf = (party: string) => textAt(item, 'Item', `${party}ItemIdentification`, 'ID')
  return {
    identifiers: {
      'BT-126': textAt(item, 'ID'),
      'BT-128': textAt(item, 'DocumentReference', 'ID'),
      'BT-132': textAt(item, 'OrderLineReference', 'LineID'),
      'BT-153': textAt(item, 'Item', 'Name'),
      'BT-155': numberOf('Sellers'),
      'BT-156': numberOf('Buyers'),
      'BT-157': numberOf('Standard'),
    },
    quantity: textAt(item, 'InvoicedQuantity|CreditedQuantity'),
    price: textAt(item, 'Price', 'PriceAmount'),
    priceBase: textAt(item, 'Price', 'BaseQuantity'),
    amount: amount?.text ?? '',
    currency: amount?.attributes['currencyID'] ?? '',
    date: textAt(item, 'Delivery', 'ActualDeliveryDate') || oneDayOf(elementsAt(item, 'InvoicePeriod')[0]),
    adjustments: adjustmentsOf(item),
  }
}

export function ublInvoice(root: XmlElement, lines: readonly EInvoiceLine[]): Omit<EInvoice, 'attachment'> {
  const sum = (name: string) => textAt(root, 'LegalMonetaryTotal', name)
  const date =
    textAt(root, 'Delivery', 'ActualDeliveryDate') || oneDayOf(elementsAt(root, 'InvoicePeriod')[0])
  return {
    syntax: 'ubl',
    profile: textAt(root, 'CustomizationID'),
    isCreditNote: root.name === 'CreditNote' || isCreditNoteType(textAt(root, 'InvoiceTypeCode')),
    currency: textAt(root, 'DocumentCurrencyCode'),
    lines: lines.map((line) => ({ ...line, date: line.date || date })),
    adjustments: adjustmentsOf(root),
    totals: {
      net: sum('TaxExclusiveAmount'),
      gross: sum('TaxInclusiveAmount'),
      due: sum('PayableAmount'),
    },
  }
}

/** Everything but a clear deduction is an addition, which the record has to support. */
function adjustmentsOf(element: XmlElement): AllowanceOrCharge[] {
  return elementsAt(element, 'AllowanceCharge').map((each) => ({
    isCharge: !['false', '0'].includes(textAt(each, 'ChargeIndicator')),
    amount: textAt(each, 'Amount'),
  }))
}

/** The day of a period of one day. A longer one is no date. */
function oneDayOf(period: XmlElement | undefined): string {
  if (period === undefined) return ''
  const [start, end] = [textAt(period, 'StartDate'), textAt(period, 'EndDate')]
  return start === end ? start : ''
}
