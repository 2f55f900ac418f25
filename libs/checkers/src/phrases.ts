import type { FieldPhrase } from './define-checker.ts'

/** Words that no noun has in it: they join, negate, narrow or compare, or say of what quality a thing is. */
const noNoun =
  '(?:no|not|none|never|without|by|for|with|in|on|at|from|to|into|if|unless|except|each|every|all|any|some|is|are|was|were|be|been|has|have|had|having|must|should|shall|will|may|can|cannot|could|would|that|which|who|whose|where|when|while|than|then|and|or|nor|but|plus|only|just|also|before|after|until|till|within|over|under|above|below|about|between|per|via|as|it|this|these|those|there|an?|the|least|most|more|less|fewer|valid|verified|working|correct|real|active|accurate|deliverable|reachable|confirmed|checked|official|true|genuine|unique|distinct|duplicates?|duplicated|please|including|include[sd]?|exactly|either|both|if|ignoring|allowed|permitted|accepted|case[- ]insensitive(?:ly)?)'
const nounWord = String.raw`(?!${noNoun}(?![\w'-]))[A-Za-z_](?:[\w'-]|[./](?=\w)){0,63}`
const marked = String.raw`"[^"]{1,256}"|${'`'}[^${'`'}]{1,256}${'`'}|/[\w~./-]{1,255}`
const markWord = '(?:fields?|columns?|keys?)'

/** A field after a word that says that it is one: a word, or any name in double quotes or backticks. */
export const fieldPattern = String.raw`(?:${marked}|[A-Za-z_](?:[\w-]|[./](?=\w)){0,255})`
/** What may be a field: marked as one by quotes or a word beside it, or a noun of at most five words. */
export const nounPattern = String.raw`(?:(?:an? |the |its |their )?(?:${markWord} ${fieldPattern}|(?:${marked}) ${markWord}|(?:${marked})|${nounWord}(?: (?:of )?${nounWord}){0,4}))`
/** One to a hundred fields, all of them meant: `or` between them would mean something else. */
export const allFieldsPattern = `${nounPattern}(?:(?:, and |, | and | & )${nounPattern}){0,99}`
/** One to a hundred fields after a negation, where `and` and `or` mean the same. */
export const noFieldPattern = `${nounPattern}(?:(?:, and |, or |, | and | or | & )${nounPattern}){0,99}`
/** A word before a list that makes every name in it a field. */
export const markedList = `(?:the )?(?:following )?${markWord}:? `
/** What is counted and listed one in a row. */
export const rowNoun =
  '(?:rows?|records?|entry|entries|leads?|contacts?|compan(?:y|ies)|business(?:es)?|prospects?|profiles?|listings?|products?|startups?|suppliers?|vendors?|influencers?|candidates?|restaurants?|hotels?|stores?|shops?|people|persons?|accounts?|transactions?|data points?|samples?)'
/** The rows one by one, as the subject of a sentence. */
export const everyRow = `(?:(?:every|each|all|all of the|all the) ${rowNoun}|each|each one|each of them|every one|all of them)`
export const instantPattern = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|GMT)|[+-]\d\d:\d\d)`

const separators = /, and |, or |, | and | or | & /

/** The names of a list, in order. `isMarked` when a word before the list says that they are fields. */
export function fieldPhrases(list: string, isMarked = false): FieldPhrase[] {
  const phrases: FieldPhrase[] = []
  let rest = list
  while (rest !== '') {
    const quote = /^(?:an? |the |its |their )?(?:(?:fields?|columns?|keys?) )?(["`])/i.exec(rest)?.[1]
    const close = quote === undefined ? 0 : rest.indexOf(quote, rest.indexOf(quote) + 1) + 1
    const next = separators.exec(rest.slice(close))
    const end = next === null ? rest.length : close + next.index
    phrases.push(fieldPhrase(rest.slice(0, end), isMarked))
    rest = next === null ? '' : rest.slice(end + next[0].length)
  }
  return phrases
}

/** One name without its article, its quotes and the word that marks it. */
export function fieldPhrase(text: string, isMarked = false): FieldPhrase {
  const bare = text.replace(/^(?:an? |the |its |their |every |each )(?=.)/i, '')
  const named = bare.replace(/^(?:fields?|columns?|keys?) (?=.)/i, '')
  const suffixed = /^([^"`]+) (?:fields?|columns?|keys?)$/i.exec(named)?.[1]
  if (suffixed !== undefined) return { name: suffixed, isMarked: true }
  const quoted = /^(["`])(.+)\1(?: (?:fields?|columns?|keys?))?$/is.exec(named)?.[2]
  if (quoted !== undefined) return { name: quoted, isMarked: true }
  return { name: named, isMarked: isMarked || named !== bare || named.startsWith('/') || named.includes('_') }
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

/** The JSONPath of a field in its row. */
export function pathOfField(name: string): string {
  const steps = name.startsWith('/')
    ? name
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [name]
  return `$${steps.map((step) => `['${step.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`).join('')}`
}
