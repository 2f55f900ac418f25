import type { Finding } from '../invoice/findings/discrepancy.ts'
import { toAmount, readAmount } from '../invoice/values/values.ts'
import type { TextRow } from '../pdf/text-rows.ts'
import { toPlainDecimal } from './decimal.ts'
import type { EInvoice } from './e-invoice.ts'

const field = 'invoice_total'

/** Words beside the sum of a whole invoice. */
const totalWords =
  /\b(?:total|amount due|balance due|grand total|gesamt\w*|summe|brutto\w*|zahlbetrag|rechnungsbetrag|endbetrag|montant|à payer|importe|totale|totaal)\b/iu

/** An amount as any country writes it. */
const written = /\d[\d.,'’\u00A0\u202F ]*[.,]\d{2}(?![\d.,])/gu

/** The sum before tax that an e-invoice states, against that of its own lines. */
export function findStatedSums(invoice: EInvoice, linesCents: bigint): Finding[] {
  const net = centsOf(invoice, invoice.totals.net)
  if (net === null || net === linesCents) return []
  return [
    {
      code: 'total_mismatch',
      field,
      expected: toAmount(linesCents),
      observed: toAmount(net),
      deltaCents: net - linesCents,
      explanation: `The lines of the e-invoice add up to ${toAmount(linesCents)}; it states ${toAmount(net)} before tax.`,
    },
  ]
}

/** Lines that were found by the layout, against the sums of an e-invoice that has no lines. */
export function findLayoutSum(invoice: EInvoice, linesCents: bigint): Finding[] {
  const sums = [invoice.totals.net, invoice.totals.gross].flatMap((text) => centsOf(invoice, text) ?? [])
  const [stated] = sums
  if (stated === undefined || sums.includes(linesCents)) return []
  return [
    {
      code: 'total_mismatch',
      field,
      expected: toAmount(linesCents),
      observed: toAmount(stated),
      deltaCents: stated - linesCents,
      explanation: `The printed lines add up to ${toAmount(linesCents)}; the e-invoice states ${toAmount(stated)}.`,
    },
  ]
}

export type PrintedTotal = { readonly isPrinted: boolean; readonly findings: Finding[] }

/** The sum of an e-invoice against the sums that the pages print, in whatever form of numbers. */
export function comparePrintedTotal(invoice: EInvoice, rows: readonly TextRow[]): PrintedTotal {
  const { gross, due, net } = invoice.totals
  const expected = [gross, due, net].flatMap((text) => centsOf(invoice, text) ?? [])
  const [stated] = expected
  const printed = rows.flatMap(({ segments }) => {
    const text = segments.map((segment) => segment.text).join(' ')
    return totalWords.test(text) ? segments.flatMap((segment) => segment.text.match(written) ?? []) : []
  })
  const last = printed.at(-1)
  if (stated === undefined || last === undefined) return { isPrinted: false, findings: [] }
  const wanted = stated < 0n ? -stated : stated
  if (printed.some((text) => readings(text).includes(wanted))) return { isPrinted: true, findings: [] }
  const explanation = `The e-invoice states a total of ${toAmount(stated)}; the pages print no such total, and ${JSON.stringify(last)} as the last one.`
  const finding: Finding = {
    code: 'total_mismatch',
    field,
    expected: toAmount(stated),
    observed: last,
    deltaCents: 0n,
    explanation,
  }
  return { isPrinted: true, findings: [finding] }
}

/** With exactly two decimals, the digits alone are the sum in cents; a space may part it from another number. */
function readings(text: string): bigint[] {
  const last = text.slice(text.search(/\S+$/))
  return [text, last].map((each) => BigInt(each.replaceAll(/\D/g, '')))
}

function centsOf({ isCreditNote, currency }: EInvoice, text: string): bigint | null {
  const plain = toPlainDecimal(text, isCreditNote)
  const reading = /^-?\d+(\.\d+)?$/.test(plain) ? readAmount(plain, currency) : null
  return reading !== null && 'value' in reading ? reading.value : null
}
