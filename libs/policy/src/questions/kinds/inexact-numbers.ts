import { type Asker, extractOf, type Proposal, questionOf, readable, replaced } from '../inquiry.ts'

const thousands: Readonly<Record<string, number>> = { k: 3, m: 6, mn: 6, mio: 6, b: 9, bn: 9 }

/** The exact numbers that an inexact one could be, most likely first: `1,5` as 1.5 and 15, `5k` as 5000, `5O` as 50. */
export function inexactNumbers(text: string): readonly string[] {
  const plain = text.trim().toLowerCase()
  const digits = plain.normalize('NFKC')
  if (digits !== plain && /^\d+$/.test(digits)) return [digits]
  const [, number = '', suffix = ''] = /^[$€£]?(\d+(?:\.\d+)?) ?(k|m|mn|mio|b|bn)\b/.exec(plain) ?? []
  const power = thousands[suffix]
  if (power !== undefined) return [shifted(number, power)]
  const [, before, after] = /^[$€£]?(\d{1,9}),(\d+)$/.exec(plain) ?? []
  if (before !== undefined && after !== undefined) return [`${before}.${after}`, `${before}${after}`]
  const [, european, decimals] = /^[$€£]?(\d{1,3}(?:\.\d{3})+),(\d+)$/.exec(plain) ?? []
  if (european !== undefined) return [`${european.replaceAll('.', '')}.${decimals}`]
  const letters = plain.replaceAll('o', '0').replaceAll(/[li]/g, '1')
  return /\d/.test(plain) && /^\d+$/.test(letters) && letters !== plain ? [letters] : []
}

function shifted(digits: string, power: number): string {
  const [whole = '', fraction = ''] = digits.split('.')
  const moved = whole + fraction.padEnd(power, '0').slice(0, power)
  const rest = fraction.slice(power)
  return `${moved.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`
}

/** Asks which number is meant by one that is not exact: `exactly 5O rows`. */
export const askInexactNumber: Asker = (inquiry) => {
  const at = inquiry.tokens.findIndex(
    ({ kind, text }) => kind === 'odd' || (kind !== 'number' && /^[\p{No}\p{Nd}]+$/u.test(text)),
  )
  const words = extractOf(inquiry, at, at + 1)
  if (at < 0) return null
  const proposals = inexactNumbers(words.text).map(
    (number): Proposal => ({ candidate: number, rewrite: replaced(inquiry, at, at + 1, number) }),
  )
  return questionOf(
    {
      ...words,
      reason: 'inexact_value',
      question: `${JSON.stringify(words.text)} is no exact number. Which number is it, in digits with a point before decimals?`,
      wants: 'number',
    },
    readable(inquiry, proposals),
  )
}
