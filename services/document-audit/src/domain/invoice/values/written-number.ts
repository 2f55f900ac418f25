/** A number as a document writes it, read exactly. */
export type WrittenNumber = {
  readonly isNegative: boolean
  /** Digits before the decimal point. */
  readonly whole: string
  /** Digits behind the decimal point. */
  readonly fraction: string
  /** Currency sign or code; null for none. */
  readonly currency: string | null
}

const maxLength = 64
const maxWholeDigits = 13

const sign = '[-+\\u2212]'
const currency = '\\p{Lu}{0,2}\\p{Sc}|[A-Z]{3}'
const form = new RegExp(
  `^(?<open>\\()?(?<first>${sign})?\\s*(?<before>${currency})?\\s*(?<second>${sign})?` +
    `(?<whole>\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.(?<fraction>\\d+))?` +
    `\\s*(?<after>${currency})?\\s*(?<last>[-\\u2212])?(?<close>\\))?$`,
  'u',
)

/**
 * Reads `1,234.50`, `(5.00)`, `-$5.00`, `5.00-` or `EUR 5.00`; null for anything else. A comma groups exactly three digits and is never
 * a decimal sign, because `1,234` would then be worth two sums.
 */
export function readWrittenNumber(text: string): WrittenNumber | null {
  const groups = text.length > maxLength ? undefined : form.exec(text)?.groups
  if (groups === undefined) return null
  const { open, close, first, second, last, before, after, whole = '', fraction = '' } = groups
  if ((open === undefined) !== (close === undefined)) return null
  if (before !== undefined && after !== undefined) return null
  const signs = [open, first, second, last].filter((each) => each !== undefined)
  if (signs.length > 1) return null
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (digits.length > maxWholeDigits) return null
  return {
    isNegative: signs.length === 1 && signs[0] !== '+',
    whole: digits,
    fraction,
    currency: before ?? after ?? null,
  }
}

/** The number times ten to the power of `decimals`; null where it has more decimals that are not zero. */
export function scaled({ isNegative, whole, fraction }: WrittenNumber, decimals: number): bigint | null {
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return isNegative ? -units : units
}
