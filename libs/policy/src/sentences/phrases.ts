/** Words that no noun has in it: they join, negate, narrow or compare, or say of what quality a thing is. */
const noNoun =
  '(?:no|not|none|never|without|by|for|with|in|on|at|from|to|into|if|unless|except|each|every|all|any|some|is|are|was|were|be|been|has|have|had|having|must|should|shall|will|may|can|cannot|could|would|that|which|who|whose|where|when|while|than|then|and|or|nor|but|plus|only|just|also|before|after|until|till|within|over|under|above|below|about|between|per|via|as|it|this|these|those|there|an?|the|least|most|more|less|fewer|valid|verified|working|correct|real|active|accurate|deliverable|reachable|confirmed|checked|official|true|genuine|unique|distinct|duplicates?|duplicated|please|including|include[sd]?|exactly|either|both|if|ignoring|allowed|permitted|accepted|case[- ]insensitive(?:ly)?)'
const nounWord = String.raw`(?!${noNoun}(?![\w'-]))[A-Za-z_](?:[\w'-]|[./](?=\w)){0,63}`
const marked = String.raw`"[^"]{1,256}"|${'`'}[^${'`'}]{1,256}${'`'}|/[\w~./-]{1,255}`
const markWord = '(?:fields?|columns?|keys?)'
const fieldPattern = String.raw`(?:${marked}|[A-Za-z_](?:[\w-]|[./](?=\w)){0,255})`

/** What may be a field: marked as one by quotes or a word beside it, or a noun of at most five words. */
export const nounPattern = String.raw`(?:(?:an? |the |its |their )?(?:${markWord} ${fieldPattern}|(?:${marked}) ${markWord}|(?:${marked})|${nounWord}(?: (?:of )?${nounWord}){0,4}))`
/** What is counted and listed one in a row. */
export const rowNoun =
  '(?:rows?|records?|entry|entries|leads?|contacts?|compan(?:y|ies)|business(?:es)?|prospects?|profiles?|listings?|products?|startups?|suppliers?|vendors?|influencers?|candidates?|restaurants?|hotels?|stores?|shops?|people|persons?|accounts?|transactions?|data points?|samples?)'
/** The rows one by one, as the subject of a sentence. */
export const everyRow = `(?:(?:every|each|all|all of the|all the) ${rowNoun}|each|each one|each of them|every one|all of them)`
export const instantPattern = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|GMT)|[+-]\d\d:\d\d)`

/** A count with optional thousands separators; null when it is not a safe integer. */
export function readCount(text: string): number | null {
  const count = Number(text.replaceAll(',', ''))
  return Number.isSafeInteger(count) ? count : null
}
