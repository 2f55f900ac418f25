import { decimals, readQuantity, toDecimal } from '../invoice/values/values.ts'

/** A decimal of an XML schema, such as `-.5` or `+10.`, as a plain one; anything else stays as it is. */
export function toPlainDecimal(text: string, isNegated = false): string {
  const match = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))$/.exec(text)
  if (match === null) return text
  const [, sign, whole = '0', fraction = match[4] ?? ''] = match
  const isNegative = (sign === '-') !== isNegated && /[1-9]/.test(whole + fraction)
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * The price of one unit where `base` units cost `price`. A price that has no exact form in nine decimals is written as a quotient, which no
 * reader takes for a number.
 */
export function dividedPrice(price: string, base: string): string {
  const [plain, units] = [toPlainDecimal(price), toPlainDecimal(base)]
  if (base === '' || plain === '') return plain
  const [dividend, divisor] = [readQuantity(plain), readQuantity(units)]
  if (!('value' in dividend) || !('value' in divisor)) return `${plain}/${units}`
  const scaled = dividend.value * 10n ** BigInt(decimals)
  if (divisor.value <= 0n || scaled % divisor.value !== 0n) return `${plain}/${units}`
  return toDecimal(scaled / divisor.value)
}
