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

/** The number that several words name, such as `two thousand` or `a hundred and fifty`; null for any other words. */
export function readNumberWords(words: readonly string[]): number | null {
  let total = 0
  let group = 0
  let last = Number.POSITIVE_INFINITY
  for (const [index, word] of words.entries()) {
    if (word === 'and') {
      if (index === 0 || index === words.length - 1 || last < 100) return null
      continue
    }
    if (index === 0 && word === 'a' && /^(?:hundred|thousand|million)$/.test(words[1] ?? '')) {
      group = 1
      last = 1
      continue
    }
    if (word === 'million' || word === 'thousand') {
      if (group === 0) return null
      total += group * (word === 'million' ? 1_000_000 : 1_000)
      group = 0
      last = 1_000
      continue
    }
    if (word === 'hundred') {
      if (group === 0 || group > 9) return null
      group *= 100
      last = 100
      continue
    }
    const value = readNumberWord(word)
    if (
      value === null ||
      value >= 100 ||
      (last < 100 && !(last >= 20 && last % 10 === 0 && value < 10 && value > 0))
    )
      return null
    group += value
    last = value
  }
  return last === Number.POSITIVE_INFINITY ? null : total + group
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
