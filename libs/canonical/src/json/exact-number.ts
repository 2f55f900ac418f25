/** A number of so many characters and without an exponent has no more digits than every float keeps. */
export const SURELY_EXACT_CHARS = 15

const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON

/**
 * A number of JSON that no 64-bit float holds: it is kept as its digits, and has no members. Every other number is a float, so that
 * equal numbers are equal values of one kind.
 */
export class ExactNumber {
  readonly #text: string

  constructor(canonicalText: string) {
    this.#text = canonicalText
  }

  /** Its canonical text: its digits as one integer and the power of ten, `10000000000000000001e-18`. */
  toString(): string {
    return this.#text
  }

  /** `JSON.stringify` writes it as the number that it is; a TypeError on a platform without `JSON.rawJSON`. */
  toJSON(): unknown {
    return rawJson(this.#text)
  }
}

/** The value of the text of a JSON number: a float where one has exactly these digits, as short as it is written. */
export function readNumber(text: string): number | ExactNumber {
  const float = Number(text)
  const shortest = String(float)
  if (shortest === text) return float
  const canonical = canonicalNumber(text)
  return canonical === canonicalNumber(shortest) ? float : new ExactNumber(canonical)
}

/** The most zeros that are written out beside the digits of a number. */
const maxZeros = 30

/** A number as people write it: with a decimal point, and with a power of ten only where it would have many zeros. */
export function plainNumber(number: number | ExactNumber): string {
  const text = number instanceof ExactNumber ? String(number) : canonicalNumber(String(number))
  const [, sign = '', digits = '', power = ''] = /^(-?)(\d+)e(-?\d+)$/.exec(text) ?? []
  if (digits === '') return String(number)
  const point = digits.length + Number(power)
  if (point > digits.length + maxZeros || point < -maxZeros) {
    const fraction = digits.slice(1)
    return `${sign}${digits[0] ?? ''}${fraction === '' ? '' : `.${fraction}`}e${point - 1}`
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  const whole = digits.slice(0, point).padEnd(point, '0')
  return point >= digits.length ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(point)}`
}

/** Whether a canonical number has more than 100 digits, or its first digit stands more than 1,000 places behind the point. */
export function isTooLong(number: ExactNumber): boolean {
  const [digits = '', power] = String(number).replace(/^-/, '').split('e')
  return digits.length > 100 || digits.length + Number(power) <= -1_000
}

/** The digits of a number without zeros at either end, with its sign and the power of ten that they are multiplied by. */
function canonicalNumber(text: string): string {
  const [, sign, whole = '', fraction = '', exponent] = /(-?)(\d+)\.?(\d*)e?(.*)/i.exec(text) ?? []
  const all = whole + fraction
  let end = all.length
  while (all[end - 1] === '0') end--
  return end === 0
    ? ''
    : `${sign}${all.slice(0, end).replace(/^0+/, '')}e${Number(exponent) + whole.length - end}`
}
