import type { Finding } from './discrepancy.ts'
import { valueOf } from '../input/invoice-lines.ts'
import { findKeyFindings } from './key-findings.ts'
import { isCredit, type LineInContext, shown } from './line-in-context.ts'
import { findPriceFindings } from './price-findings.ts'
import { findQuantityFindings } from './quantity-findings.ts'
import { toDate } from '../values/values.ts'

/**
 * Everything that is wrong with a line. Nothing costs more than the line bills. A credit is in favour of the buyer: it costs nothing,
 * whatever is wrong with it.
 */
export function judgeLine(context: LineInContext): readonly Finding[] {
  const findings = [
    ...findUnread(context),
    ...findKeyFindings(context),
    ...findQuantityFindings(context),
    ...findPriceFindings(context),
    ...findDateMismatch(context),
  ]
  const most = isCredit(context) ? 0n : context.billedCents
  const isOver = ({ deltaCents }: Finding) => isCredit(context) || deltaCents > most
  return findings.map((finding) => (isOver(finding) ? { ...finding, deltaCents: most } : finding))
}

/** A value that cannot be read cannot be judged, so none of its line is supported. */
function findUnread({ line, terms, billedCents }: LineInContext): Finding[] {
  const { amount, quantity, unitPrice, date } = line
  const cells = [
    ['amount', 'amount', amount],
    ['quantity', 'quantity', quantity],
    ['unit_price', 'unit price', unitPrice],
    ['date', 'date', date],
  ] as const
  return cells.flatMap(([field, name, { text, reading }]): Finding[] => {
    if (reading === null || 'value' in reading) return []
    const code = reading.problem
    const isForeign = code === 'currency_mismatch'
    return [
      {
        code,
        field,
        expected: isForeign ? terms.currency : null,
        observed: shown(text),
        deltaCents: billedCents,
        explanation: isForeign
          ? `The ${name} is in another currency than ${terms.currency}.`
          : text === ''
            ? `The ${name} is empty.`
            : `The ${name} cannot be read as ${field === 'date' ? 'an ISO 8601 date' : 'a plain number'}.`,
      },
    ]
  })
}

function findDateMismatch({ line, counted, rows }: LineInContext): Finding[] {
  const billedOn = valueOf(line.date)
  const compared = counted.length > 0 ? counted : rows
  const days = compared.flatMap((row) => valueOf(row.date) ?? [])
  const [recordedOn] = days
  if (billedOn === null || recordedOn === undefined || days.includes(billedOn)) return []
  return [
    {
      code: 'date_mismatch',
      field: 'date',
      expected: toDate(recordedOn),
      observed: toDate(billedOn),
      recordRow: compared[0]?.number ?? null,
      deltaCents: 0n,
      explanation: `The line is dated ${toDate(billedOn)}, the record ${toDate(recordedOn)}.`,
    },
  ]
}
