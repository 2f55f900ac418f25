import { compareDecimals, parseDecimal } from '../engines/decimal.ts'

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
/** Digits up to which a text is compared with its number: more than any that a spreadsheet writes. */
const maxDigits = 100

/** The number that a cell stores; what is wrong with it where it stores none, or one that is not kept exactly. */
export function exactNumber(text: string): number | { readonly fault: string } {
  if (!decimal.test(text)) return { fault: `holds "${text.slice(0, 40)}", which is no number` }
  const number = Number(text)
  if (!Number.isFinite(number)) return { fault: `holds ${text}, which is too large for a number` }
  const digits = significantDigits(text)
  if (Number.isInteger(number) ? !Number.isSafeInteger(number) : digits > maxDigits) return { fault: tooLong }
  // A number has 17 digits at most; a text of fewer is the number where both are written with as many.
  if (digits > 0 && !isWrittenSo(number, text, digits)) return { fault: tooLong }
  return Object.is(number, -0) ? 0 : number
}

const tooLong = 'has more digits than are kept exactly; format its column as text and enter it again'

function significantDigits(text: string): number {
  const [mantissa = ''] = text.split(/[eE]/)
  return mantissa.replace(/[+\-.]/g, '').replace(/^0+/, '').length
}

function isWrittenSo(number: number, text: string, digits: number): boolean {
  const given = parseDecimal(
    text
      .replace(/^\+/, '')
      .replace(/\.(?!\d)/, '')
      .replace(/^(-?)\./, '$10.'),
  )
  return [number.toPrecision(Math.min(digits, maxDigits)), String(number)].some((each) => {
    const written = parseDecimal(each)
    return written !== null && given !== null && compareDecimals(written, given) === 0
  })
}
