const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const bare = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/
const longest = 40

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const byWord = new Map([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 20 + 10 * index] as const),
  ['hundred', 100],
  ['thousand', 1_000],
])

/** The decimal of a number as it is written in English, `1,500.50` as `1500.5`; null where it could be read in two ways or is none. */
export function readNumber(text: string): string | null {
  if (text.length > longest || (!grouped.test(text) && !bare.test(text))) return null
  const digits = text.replaceAll(',', '').replace(/^\+/, '')
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(digits) ?? []
  const kept = fraction.replace(/0+$/, '')
  const decimal = `${whole.replace(/^0+(?=\d)/, '') || '0'}${kept === '' ? '' : `.${kept}`}`
  return sign === '-' && decimal !== '0' ? `-${decimal}` : decimal
}

/** The number that one word names, such as `five`; null for any other word. */
export function readNumberWord(word: string): number | null {
  const [tens = '', ones] = word.split('-')
  const first = byWord.get(tens)
  if (first === undefined || ones === undefined) return first ?? null
  const second = byWord.get(ones)
  return second !== undefined && first >= 20 && first < 100 && second > 0 && second < 10
    ? first + second
    : null
}

/** A percentage as basis points; null when it has more than two decimals, or is over 100. */
export function basisPointsOf(decimal: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(decimal)
  if (match === null) return null
  const points = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return points <= 10_000 ? points : null
}

/** A decimal as a JSON number; null where a float would not hold it exactly as it is written. */
export function exactNumber(decimal: string): number | null {
  const value = Number(decimal)
  const digits = decimal.replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  return Number.isFinite(value) && digits.length <= 15 && !/e/i.test(decimal) ? value : null
}
