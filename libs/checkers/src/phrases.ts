/** A field: a word that starts with a letter, or any name in double quotes or backticks. */
export const fieldPattern = String.raw`(?:"[^"]{1,256}"|${'`'}[^${'`'}]{1,256}${'`'}|/?[A-Za-z_][\w./-]{0,255})`
const listedField = `(?:an? |the )?${fieldPattern}`
/** One to a hundred fields, all of them meant: `or` between them would mean something else. */
export const allFieldsPattern = `${listedField}(?:(?:, and |, | and | & )${listedField}){0,99}`
/** One to a hundred fields after a negation, where `and` and `or` mean the same. */
export const noFieldPattern = `${listedField}(?:(?:, and |, or |, | and | or | & )${listedField}){0,99}`
export const rowNoun = '(?:rows?|records?|entry|entries)'
export const everyRow = `(?:every|each|all|all of the|all the) ${rowNoun}`
export const instantPattern = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|GMT)|[+-]\d\d:\d\d)`

const separators = /, and |, or |, | and | or | & /

/** The field names of a list, in order, without quotes or articles. */
export function readFields(list: string): string[] {
  const names: string[] = []
  let rest = list
  while (rest !== '') {
    const quote = /^(?:an? |the )?(["`])/i.exec(rest)?.[1]
    const close = quote === undefined ? 0 : rest.indexOf(quote, rest.indexOf(quote) + 1) + 1
    const next = separators.exec(rest.slice(close))
    const end = next === null ? rest.length : close + next.index
    names.push(readField(rest.slice(0, end)))
    rest = next === null ? '' : rest.slice(end + next[0].length)
  }
  return names
}

/** One field name without its article or quotes. */
export function readField(text: string): string {
  const name = text.replace(/^(?:an? |the )(?=.)/i, '')
  return /^(["`]).*\1$/.test(name) ? name.slice(1, -1) : name
}

/** A count with optional thousands separators; null when it is not a safe integer. */
export function readCount(text: string): number | null {
  const count = Number(text.replaceAll(',', ''))
  return Number.isSafeInteger(count) ? count : null
}

/** A percentage as basis points; null when it has more than two decimals or is over 100. */
export function readBasisPoints(percent: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent)
  if (match === null) return null
  const basisPoints = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return basisPoints <= 10_000 ? basisPoints : null
}
