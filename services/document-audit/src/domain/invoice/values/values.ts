import { isSignOf } from './currency-sign.ts'
import { readWrittenNumber, scaled } from './written-number.ts'

/** A cell whose value was read, or the reason why it was not. */
export type Reading<Value> =
  | { readonly value: Value }
  | { readonly problem: 'unparseable_value' | 'currency_mismatch' }

/** Decimals of quantities and unit prices. */
export const decimals = 9

/** A quantity times a unit price, both in billionths, divided by this is cents. */
export const productPerCent = 10n ** 16n

const unparseable = { problem: 'unparseable_value' } as const

/** A sum of money in cents. More than two decimals are taken only where the rest is zero. */
export function readAmount(text: string, currency: string): Reading<bigint> {
  return readMoney(text, currency, 2)
}

/** A price of one unit, in billionths of the currency unit. */
export function readUnitPrice(text: string, currency: string): Reading<bigint> {
  return readMoney(text, currency, decimals)
}

/** A quantity, in billionths. */
export function readQuantity(text: string): Reading<bigint> {
  const number = readWrittenNumber(text)
  if (number === null || number.currency !== null) return unparseable
  const value = scaled(number, decimals)
  return value === null ? unparseable : { value }
}

function readMoney(text: string, currency: string, places: number): Reading<bigint> {
  const number = readWrittenNumber(text)
  if (number === null) return unparseable
  if (number.currency !== null && !isSignOf(number.currency, currency))
    return { problem: 'currency_mismatch' }
  const value = scaled(number, places)
  return value === null ? unparseable : { value }
}

const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

const dayMs = 86_400_000

/** The UTC day of an ISO 8601 date or time, as days since 1970-01-01. A time without an offset is UTC. */
export function readDay(text: string): Reading<number> {
  const match = isoDate.exec(text)
  if (match === null) return unparseable
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset = 'Z'] = match
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return unparseable
  const offsetMinutes = readOffset(offset)
  if (offsetMinutes === null) return unparseable
  const ms = date.getTime() + (Number(hour) * 60 + Number(minute) - offsetMinutes) * 60_000
  return { value: Math.floor(ms / dayMs) }
}

/** Minutes east of UTC. */
function readOffset(offset: string): number | null {
  if (offset === 'Z') return 0
  const digits = offset.slice(1).replace(':', '')
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || '0')]
  if (hours > 14 || minutes > 59) return null
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** A number of billionths as a decimal, without zeros at the end. */
export function toDecimal(billionths: bigint): string {
  const digits = String(billionths < 0n ? -billionths : billionths).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const text = digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`)
  return billionths < 0n ? `-${text}` : text
}

/** Cents as an amount with two decimals. */
export function toAmount(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function toDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** A division whose result is rounded to the nearest whole number, halves up. The divisor is positive. */
export function dividedHalfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && quotient * 2n * divisor !== doubled ? quotient - 1n : quotient
}
