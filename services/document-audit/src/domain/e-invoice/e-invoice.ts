/** A deduction from a sum, or an addition to it. */
export type AllowanceOrCharge = { readonly isCharge: boolean; readonly amount: string }

/** Identifiers of a line by their business terms in EN 16931. */
export const keyTerms = {
  'BT-126': 'line number',
  'BT-128': 'object identifier',
  'BT-132': 'line of the order',
  'BT-153': 'item name',
  'BT-155': "seller's item number",
  'BT-156': "buyer's item number",
  'BT-157': 'standard item number',
} as const
export type KeyTerm = keyof typeof keyTerms

/** One line of an e-invoice, with values as the XML writes them; an absent one is empty. */
export type EInvoiceLine = {
  readonly identifiers: Readonly<Record<KeyTerm, string>>
  readonly quantity: string
  /** Net price of `priceBase` units. */
  readonly price: string
  readonly priceBase: string
  readonly amount: string
  /** Currency of the amount where it states one of its own. */
  readonly currency: string
  /** ISO 8601. */
  readonly date: string
  readonly adjustments: readonly AllowanceOrCharge[]
}

/** An invoice as data, attached to a PDF. Values are as the XML writes them. */
export type EInvoice = {
  /** Name of the attached file. */
  readonly attachment: string
  readonly syntax: 'cii' | 'ubl'
  /** Identifier of the rules that the invoice follows, such as a profile of Factur-X. */
  readonly profile: string
  /** Whether its sums are owed to the buyer. */
  readonly isCreditNote: boolean
  readonly currency: string
  /** Empty in profiles that have sums alone. */
  readonly lines: readonly EInvoiceLine[]
  /** Of the invoice as a whole. */
  readonly adjustments: readonly AllowanceOrCharge[]
  readonly totals: { readonly net: string; readonly gross: string; readonly due: string }
}

/** An attached XML that cannot be read as an invoice, with the reason for its sender. */
export class UnreadableEInvoice extends Error {
  override readonly name = 'UnreadableEInvoice'
}

/** Types of documents, by UNTDID 1001, whose positive sums are owed to the buyer. */
const creditNoteTypes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532'])

export function isCreditNoteType(code: string): boolean {
  return creditNoteTypes.has(code)
}
