const plainDecimal = /^(-?)(0|[1-9]\d{0,29})(?:\.(\d{1,18}))?$/

/**
 * The amount as a plain decimal with exactly `decimals` places: `decimal(495n, 2)` is `4.95`. No exponent, no grouping, no
 * negative zero. `decimals` is 0 to 18.
 */
export function decimal(minorUnits: bigint, decimals: number): string {
  assertDecimals(decimals)
  const sign = minorUnits < 0n ? '-' : ''
  const digits = (minorUnits < 0n ? -minorUnits : minorUnits).toString().padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Minor units of a plain decimal; fewer places than `decimals` are filled with zeros. Throws `RangeError` for anything else:
 * more places (even zeros), signs other than one minus, leading zeros, exponents, spaces, over 30 whole digits.
 */
export function parseDecimal(text: string, decimals: number): bigint {
  assertDecimals(decimals)
  const [, sign, whole = '', fraction = ''] = plainDecimal.exec(text) ?? []
  if (sign === undefined) throw new RangeError(`not a plain decimal: ${JSON.stringify(text.slice(0, 64))}`)
  if (fraction.length > decimals) {
    throw new RangeError(
      `${text} has ${fraction.length} decimal places where at most ${decimals} are allowed`,
    )
  }
  const magnitude = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -magnitude : magnitude
}

function assertDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 18) {
    throw new RangeError('decimals must be a whole number from 0 to 18')
  }
}
