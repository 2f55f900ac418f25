import { type AllowanceOrCharge, type EInvoice, type EInvoiceLine, isCreditNoteType } from './e-invoice.ts'
import { elementsAt, textAt, type XmlElement } from './xml-tree.ts'

// Names after a bar are those of ZUGFeRD 1.0.
const agreement = 'SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement'
const delivery = 'SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery'
const settlement = 'SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement'
const lineSum = 'SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
const transaction = 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction'
const headerSettlement = 'ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement'
const headerDelivery = 'ApplicableHeaderTradeDelivery|ApplicableSupplyChainTradeDelivery'
const headerSum = 'SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation'

export const ciiLineName = 'IncludedSupplyChainTradeLineItem'

/** An object identifier among the references of a line, by UNTDID 1001. */
const objectReference = '130'

/**
 * A line of a Cross Industry Invoice. Null for a line that only groups or informs: its sum is that of other lines, or of none.
 */
export function ciiLine(item: XmlElement): EInvoiceLine | null {
  const status = textAt(item, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode')
  if (status === 'GROUP' || status === 'INFORMATION') return null
  const product = (name: string) => textAt(item, 'SpecifiedTradeProduct', name)
  const sums = elementsAt(item, settlement, lineSum, 'LineTotalAmount')
  const objects = elementsAt(item, settlement, 'AdditionalReferencedDocument').filter(
    (reference) => textAt(reference, 'TypeCode') === objectReference,
  )
  return {
    identifiers: {
      'BT-126': textAt(item, 'AssociatedDocumentLineDocument', 'LineID'),
      'BT-128': objects[0] === undefined ? '' : textAt(objects[0], 'IssuerAssignedID'),
      'BT-132': textAt(item, agreement, 'BuyerOrderReferencedDocument', 'LineID'),
      'BT-153': product('Name'),
      'BT-155': product('SellerAssignedID'),
      'BT-156': product('BuyerAssignedID'),
      'BT-157': product('GlobalID'),
    },
    quantity: textAt(item, delivery, 'BilledQuantity'),
    price: textAt(item, agreement, 'NetPriceProductTradePrice', 'ChargeAmount'),
    priceBase: textAt(item, agreement, 'NetPriceProductTradePrice', 'BasisQuantity'),
    amount: sums[0]?.text ?? '',
    currency: sums[0]?.attributes['currencyID'] ?? '',
    date:
      dateAt(item, delivery, 'ActualDeliverySupplyChainEvent', 'OccurrenceDateTime') ||
      oneDayOf(elementsAt(item, settlement, 'BillingSpecifiedPeriod')[0]),
    adjustments: adjustmentsOf(elementsAt(item, settlement, 'SpecifiedTradeAllowanceCharge')),
  }
}

/** The invoice around its lines. Lines without a date of their own have that of the whole delivery. */
export function ciiInvoice(root: XmlElement, lines: readonly EInvoiceLine[]): Omit<EInvoice, 'attachment'> {
  const sum = (name: string) => textAt(root, transaction, headerSettlement, headerSum, name)
  const date =
    dateAt(root, transaction, headerDelivery, 'ActualDeliverySupplyChainEvent', 'OccurrenceDateTime') ||
    oneDayOf(elementsAt(root, transaction, headerSettlement, 'BillingSpecifiedPeriod')[0])
  const services = elementsAt(root, transaction, headerSettlement, 'SpecifiedLogisticsServiceCharge')
  return {
    syntax: 'cii',
    profile: textAt(
      root,
      'ExchangedDocumentContext|SpecifiedExchangedDocumentContext',
      'GuidelineSpecifiedDocumentContextParameter',
      'ID',
    ),
    isCreditNote: isCreditNoteType(textAt(root, 'ExchangedDocument|HeaderExchangedDocument', 'TypeCode')),
    currency: textAt(root, transaction, headerSettlement, 'InvoiceCurrencyCode'),
    lines: lines.map((line) => ({ ...line, date: line.date || date })),
    adjustments: [
      ...adjustmentsOf(elementsAt(root, transaction, headerSettlement, 'SpecifiedTradeAllowanceCharge')),
      ...services.map((each) => ({ isCharge: true, amount: textAt(each, 'AppliedAmount') })),
    ],
    totals: {
      net: sum('TaxBasisTotalAmount'),
      gross: sum('GrandTotalAmount'),
      due: sum('DuePayableAmount'),
    },
  }
}

function adjustmentsOf(elements: readonly XmlElement[]): AllowanceOrCharge[] {
  return elements.map((each) => ({
    isCharge: isTrue(textAt(each, 'ChargeIndicator', 'Indicator') || textAt(each, 'ChargeIndicator')),
    amount: textAt(each, 'ActualAmount'),
  }))
}

/** Everything but a clear deduction is an addition, which the record has to support. */
function isTrue(indicator: string): boolean {
  return indicator !== 'false' && indicator !== '0'
}

/** `20260131` is written as 2026-01-31; other forms are not read. */
function dateAt(element: XmlElement, ...path: readonly string[]): string {
  const text = textAt(element, ...path, 'DateTimeString')
  return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

/** The day of a period of one day. A longer one is no date. */
function oneDayOf(period: XmlElement | undefined): string {
  if (period === undefined) return ''
  const [start, end] = [dateAt(period, 'StartDateTime'), dateAt(period, 'EndDateTime')]
  return start === end ? start : ''
}
