import type { Finding } from './discrepancy.ts'
import { valueOf } from '../input/invoice-lines.ts'
import { agreedPriceOf, isCredit, type LineInContext } from './line-in-context.ts'
import { dividedHalfUp, productPerCent, toDecimal } from '../values/values.ts'

/** The quantity of a line against the sum of what its rows record. Fewer units than recorded cost nothing. */
export function findQuantityFindings(context: LineInContext): Finding[] {
  const { line, rows, counted, records, terms } = context
  const billed = valueOf(line.quantity)
  if (billed === null || !records.hasQuantity || rows.length === 0 || isCredit(context)) return []
  // Rows that may not be billed are compared too: a line may be wrong in both ways.
  const compared = counted.length > 0 ? counted : rows
  const quantities = compared.flatMap((row) => valueOf(row.quantity) ?? [])
  const recorded = quantities.reduce((sum, quantity) => sum + quantity, 0n)
  const excess = billed - recorded
  const difference = excess < 0n ? -excess : excess
  if (difference <= terms.quantityTolerance) return []
  return [
    {
      code: 'quantity_mismatch',
      field: 'quantity',
      expected: toDecimal(recorded),
      observed: toDecimal(billed),
      recordRow: compared[0]?.number ?? null,
      deltaCents: excess > 0n ? costOf(excess, billed, context) : 0n,
      explanation:
        excess > 0n
          ? `${toDecimal(billed)} units are billed and ${toDecimal(recorded)} recorded, ${toDecimal(excess)} too many.`
          : `${toDecimal(billed)} units are billed and ${toDecimal(recorded)} recorded, ${toDecimal(difference)} fewer; it costs nothing.`,
    },
  ]
}

/** The price of the units too many: at the price of the line, else the agreed one, else their part of the amount. */
function costOf(excess: bigint, billed: bigint, context: LineInContext): bigint {
  const { line, billedCents } = context
  const price = valueOf(line.unitPrice) ?? agreedPriceOf(context)
  return price === null
    ? dividedHalfUp(billedCents * excess, billed)
    : dividedHalfUp(excess * price, productPerCent)
}
