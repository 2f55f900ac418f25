import { canonicalJson, type JsonValue } from '@outturn/canonical'
import { compareDecimals, type Decimal } from '../engines/decimal.ts'
import { comparedValue, isBlank, readTrimmed, type ValueRules } from '../value-rules.ts'

export const aggregateNames = ['sum', 'mean', 'min', 'max', 'count', 'distinct'] as const
export type Aggregate = (typeof aggregateNames)[number]

/** An exact fraction: a decimal number over a count. */
export interface Fraction {
  readonly numerator: Decimal
  readonly denominator: bigint
}

/** Whether an aggregate is made of numbers; the others count values of any kind. */
export function isOfNumbers(aggregate: Aggregate): boolean {
  return aggregate !== 'count' && aggregate !== 'distinct'
}

/** What values come to together, exactly; null where one of them is no number, or there is none. */
export function aggregateOf(
  values: readonly JsonValue[],
  aggregate: Aggregate,
  rules: ValueRules,
): Fraction | null {
  if (aggregate === 'count') return whole(values.filter((value) => !isBlank(value, rules)).length)
  if (aggregate === 'distinct') return whole(distinctIn(values, rules))
  const numbers: Decimal[] = []
  for (const value of values) {
    const number = readTrimmed(value, rules.parseDecimal, rules)
    if (number === null) return null
    numbers.push(number)
  }
  const [first, ...others] = numbers
  if (first === undefined) return null
  if (aggregate === 'sum') return { numerator: sumOf(numbers), denominator: 1n }
  if (aggregate === 'mean') return { numerator: sumOf(numbers), denominator: BigInt(numbers.length) }
  const sign = aggregate === 'min' ? 1 : -1
  let extreme = first
  for (const other of others) if (sign * compareDecimals(other, extreme) < 0) extreme = other
  return { numerator: extreme, denominator: 1n }
}

/** Negative, zero or positive as a fraction is less than, equal to or greater than a number. */
export function compareFraction({ numerator, denominator }: Fraction, bound: Decimal): number {
  return compareDecimals(numerator, { ...bound, digits: bound.digits * denominator })
}

/** Values that are told apart as keys are: texts in NFC without white space at the ends. Blank ones do not count. */
function distinctIn(values: readonly JsonValue[], rules: ValueRules): number {
  const seen = new Set<string>()
  for (const value of values) {
    if (isBlank(value, rules)) continue
    seen.add(canonicalJson(comparedValue(value, rules.identityText, rules)))
  }
  return seen.size
}

function whole(count: number): Fraction {
  return { numerator: { digits: BigInt(count), exponent: 0 }, denominator: 1n }
}

/** Numbers of one exponent are added before those of several are lined up. */
function sumOf(numbers: readonly Decimal[]): Decimal {
  const byExponent = new Map<number, bigint>()
  for (const { digits, exponent } of numbers) {
    byExponent.set(exponent, (byExponent.get(exponent) ?? 0n) + digits)
  }
  const exponent = Math.min(...byExponent.keys())
  let digits = 0n
  for (const [power, sum] of byExponent) digits += sum * 10n ** BigInt(power - exponent)
  return { digits, exponent }
}
