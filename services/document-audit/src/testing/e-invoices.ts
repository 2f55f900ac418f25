/** A line of an e-invoice to write. */
export type WrittenLine = {
  readonly id?: string
  readonly seller?: string
  readonly buyer?: string
  readonly quantity?: string
  readonly price?: string
  readonly base?: string
  readonly amount: string
  readonly date?: string
  readonly status?: string
  readonly adjustments?: readonly WrittenAdjustment[]
}

export type WrittenAdjustment = { readonly isCharge: boolean; readonly amount: string }

export type WrittenInvoice = {
  readonly lines?: readonly WrittenLine[]
  readonly currency?: string
  readonly type?: string
  readonly profile?: string
  readonly adjustments?: readonly WrittenAdjustment[]
  readonly net?: string
  readonly gross?: string
  readonly due?: string
}

const tag = (name: string, content: string | undefined, attributes = '') =>
  content === undefined ? '' : `<${name}${attributes}>${content}</${name}>`

/** A Cross Industry Invoice, as Factur-X and ZUGFeRD 2 attach it. */
export function ciiXml({
  lines = [],
  currency = 'EUR',
  type = '380',
  profile = 'urn:cen.eu:en16931:2017',
  adjustments = [],
  ...sums
}: WrittenInvoice): string {
  const adjustment = ({ isCharge, amount }: WrittenAdjustment) =>
    tag(
      'ram:SpecifiedTradeAllowanceCharge',
      tag('ram:ChargeIndicator', tag('udt:Indicator', String(isCharge))) + tag('ram:ActualAmount', amount),
    )
  const day = (date: string) => tag('udt:DateTimeString', date.replaceAll('-', ''), ' format="102"')
  const line = ({ id = '1', adjustments: own = [], ...each }: WrittenLine) =>
    tag(
      'ram:IncludedSupplyChainTradeLineItem',
      tag(
        'ram:AssociatedDocumentLineDocument',
        tag('ram:LineID', id) + tag('ram:LineStatusReasonCode', each.status),
      ) +
        tag(
          'ram:SpecifiedTradeProduct',
          tag('ram:SellerAssignedID', each.seller) +
            tag('ram:BuyerAssignedID', each.buyer) +
            tag('ram:Name', 'Parcel &amp; label'),
        ) +
        tag(
          'ram:SpecifiedLineTradeAgreement',
          tag(
            'ram:NetPriceProductTradePrice',
            tag('ram:ChargeAmount', each.price) + tag('ram:BasisQuantity', each.base, ' unitCode="H87"'),
          ),
        ) +
        tag('ram:SpecifiedLineTradeDelivery', tag('ram:BilledQuantity', each.quantity, ' unitCode="H87"')) +
        tag(
          'ram:SpecifiedLineTradeSettlement',
          (each.date === undefined
            ? ''
            : tag(
                'ram:BillingSpecifiedPeriod',
                tag('ram:StartDateTime', day(each.date)) + tag('ram:EndDateTime', day(each.date)),
              )) +
            own.map(adjustment).join('') +
            tag('ram:SpecifiedTradeSettlementLineMonetarySummation', tag('ram:LineTotalAmount', each.amount)),
        ),
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>${tag('ram:ID', profile)}</ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${tag('ram:TypeCode', type)}</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${lines.map(line).join('\n')}<ram:ApplicableHeaderTradeSettlement>${tag('ram:InvoiceCurrencyCode', currency)}${adjustments.map(adjustment).join('')}${tag(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    tag('ram:TaxBasisTotalAmount', sums.net) +
      tag('ram:GrandTotalAmount', sums.gross) +
      tag('ram:DuePayableAmount', sums.due),
  )}</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`
}

/** The same in UBL 2; a credit note where the type is 381. */
export function ublXml({
  lines = [],
  currency = 'EUR',
  type = '380',
  profile = 'urn:cen.eu:en16931:2017',
  adjustments = [],
  ...sums
}: WrittenInvoice): string {
  const kind = type === '381' ? 'CreditNote' : 'Invoice'
  const quantityName = type === '381' ? 'CreditedQuantity' : 'InvoicedQuantity'
  const money = (name: string, amount: string | undefined) => tag(name, amount, ` currencyID="${currency}"`)
  const adjustment = ({ isCharge, amount }: WrittenAdjustment) =>
    tag('cac:AllowanceCharge', tag('cbc:ChargeIndicator', String(isCharge)) + money('cbc:Amount', amount))
  const number = (party: string, id: string | undefined) =>
    id === undefined ? '' : tag(`cac:${party}ItemIdentification`, tag('cbc:ID', id))
  const line = ({ id = '1', adjustments: own = [], ...each }: WrittenLine) =>
    tag(
      `cac:${kind}Line`,
      tag('cbc:ID', id) +
        tag(`cbc:${quantityName}`, each.quantity, ' unitCode="H87"') +
        money('cbc:LineExtensionAmount', each.amount) +
        (each.date === undefined
          ? ''
          : tag('cac:InvoicePeriod', tag('cbc:StartDate', each.date) + tag('cbc:EndDate', each.date))) +
        own.map(adjustment).join('') +
        tag(
          'cac:Item',
          tag('cbc:Name', 'Parcel &amp; label') +
            number('Buyers', each.buyer) +
            number('Sellers', each.seller),
        ) +
        tag(
          'cac:Price',
          money('cbc:PriceAmount', each.price) + tag('cbc:BaseQuantity', each.base, ' unitCode="H87"'),
        ),
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
${tag('cbc:CustomizationID', profile)}${tag(`cbc:${kind}TypeCode`, type)}${tag('cbc:DocumentCurrencyCode', currency)}
${adjustments.map(adjustment).join('')}${tag(
  'cac:LegalMonetaryTotal',
  money('cbc:TaxExclusiveAmount', sums.net) +
    money('cbc:TaxInclusiveAmount', sums.gross) +
    money('cbc:PayableAmount', sums.due),
)}
${lines.map(line).join('\n')}</${kind}>`
}
