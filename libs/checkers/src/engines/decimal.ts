import { ExactNumber } from '@outturn/canonical'

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Bounds the digits that one comparison may have to line up. */
interface DecimalLimits {
  readonly maxChars: number
  readonly maxExponent: number
}

const currentLimits: DecimalLimits = { maxChars: 400, maxExponent: 1_000 }

/** A decimal number, exactly `digits * 10^exponent`. */
export interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** Reads a JSON number or a decimal text exactly; null when it is neither, longer than 400 characters, or beyond 10^±1,000. */
export function parseDecimal(value: unknown, limits = currentLimits): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string' && !(value instanceof ExactNumber)) return null
  const text = String(value)
  if (text.length > limits.maxChars) return null
  const match = decimalPattern.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  if (Math.abs(Number(power)) > limits.maxExponent) return null
  return { digits: BigInt(`${sign}${whole}${fraction}`), exponent: Number(power) - fraction.length }
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const exponent = Math.min(a.exponent, b.exponent)
  const left = a.digits * 10n ** BigInt(a.exponent - exponent)
  const right = b.digits * 10n ** BigInt(b.exponent - exponent)
  if (left === right) return 0
  return left < right ? -1 : 1
}
