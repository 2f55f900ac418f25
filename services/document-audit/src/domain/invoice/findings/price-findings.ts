import type { Finding } from './discrepancy.ts'
import { valueOf } from '../input/invoice-lines.ts'
import { agreedPriceOf, isCredit, type LineInContext, money } from './line-in-context.ts'
import { dividedHalfUp, productPerCent, toDecimal } from '../values/values.ts'

const oneUnit = 1_000_000_000n

export function findPriceFindings(context: LineInContext): Finding[] {
  return [...(isCredit(context) ? [] : findUnitPrice(context)), ...findArithmetic(context)]
}

/** The unit price of a line against the agreed one; where the line states none, its amount against the agreed price of its units. */
function findUnitPrice(context: LineInContext): Finding[] {
  const { line, terms, billedCents, counted, rows } = context
  const agreed = agreedPriceOf(context)
  if (agreed === null || !('value' in line.amount.reading)) return []
  const price = valueOf(line.unitPrice)
  const quantity = quantityOf(context)
  const excessCents = excessOf({ price, quantity, agreed, billedCents: billedCents - line.allowanceCents })
  if (excessCents === null) return []
  const isEqual = price === null ? excessCents === 0n : price === agreed
  const size = excessCents < 0n ? -excessCents : excessCents
  if (isEqual || (terms.amountToleranceCents > 0n && size <= terms.amountToleranceCents)) return []
  const observed = price === null ? null : toDecimal(price)
  const isOver = excessCents > 0n
  return [
    {
      code: 'unit_price_mismatch',
      field: 'unit_price',
      expected: toDecimal(agreed),
      observed,
      recordRow: terms.unitPrice === null ? ((counted[0] ?? rows[0])?.number ?? null) : null,
      deltaCents: isOver ? excessCents : 0n,
      explanation:
        `A unit may cost ${toDecimal(agreed)} ${terms.currency}; the line bills ` +
        (observed ?? `${money(billedCents, terms)} for ${toDecimal(quantity ?? oneUnit)}`) +
        `${isOver ? `, ${money(excessCents, terms)} too much` : ', which is not more'}.`,
    },
  ]
}

/** Units of the line: one where the invoice has no quantities, unknown where it has and this line has none. */
function quantityOf({ line }: LineInContext): bigint | null {
  if (line.quantity.reading === null) return line.quantity.isMapped ? null : oneUnit
  return valueOf(line.quantity)
}

function excessOf({
  price,
  quantity,
  agreed,
  billedCents,
}: {
  price: bigint | null
  quantity: bigint | null
  agreed: bigint
  billedCents: bigint
}): bigint | null {
  if (price === null) {
    return quantity === null ? null : billedCents - dividedHalfUp(agreed * quantity, productPerCent)
  }
  if (quantity !== null) return dividedHalfUp((price - agreed) * quantity, productPerCent)
  // Without a quantity the part of the amount that the price is too high by.
  return price <= 0n ? null : dividedHalfUp(billedCents * (price - agreed), price)
}

/**
 * The amount of a line against its own quantity times its own price, less its own deductions; either rounding of half a cent is right.
 */
function findArithmetic({ line, terms, billedCents }: LineInContext): Finding[] {
  const [quantity, price] = [valueOf(line.quantity), valueOf(line.unitPrice)]
  if (quantity === null || price === null || !('value' in line.amount.reading)) return []
  const product = quantity * price + line.allowanceCents * productPerCent
  const difference = billedCents * productPerCent - product
  const size = difference < 0n ? -difference : difference
  if (2n * size <= (1n + 2n * terms.amountToleranceCents) * productPerCent) return []
  const computed = dividedHalfUp(product, productPerCent)
  const excess = billedCents - computed
  return [
    {
      code: 'amount_arithmetic_mismatch',
      field: 'amount',
      expected: money(computed, terms),
      observed: money(billedCents, terms),
      deltaCents: excess > 0n ? excess : 0n,
      explanation:
        `${toDecimal(quantity)} × ${toDecimal(price)}${line.allowanceCents === 0n ? '' : ` with allowances of ${money(line.allowanceCents, terms)}`} ` +
        `is ${money(computed, terms)}; the line bills ${money(billedCents, terms)}.`,
    },
  ]
}
