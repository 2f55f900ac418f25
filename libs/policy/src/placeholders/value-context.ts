/** Words after which a value is expected: `by (date)`, `pay XX`, `the price is TBD`. */
const expectingWords = [
  'pay|pays|paid|paying|by|before|until|till|on|of|is|are|was|to|from|for|at|in|within|after|between|and|or|dear|due|than|over|under',
  'least|most|exactly|minimum|maximum|min|max|about|around|approximately|total|costs?|deliver|delivers|delivered|signed|attn|re|with|has',
  'have|contains?|includes?|up|every|each',
].join('|')

const expectsValue = new RegExp(`(?:^|[:=$€£(/–—-]|\\b(?:${expectingWords}))\\s*$`, 'i')

/** Whether the text before a blank leads to a value, and does not name the thing that follows in parentheses. */
export function leadsToValue(before: string): boolean {
  return expectsValue.test(before) && !ordersBy.test(before)
}

/** The name of a field is meant, as in `sorted by [date]`. */
const ordersBy =
  /\b(?:sort|order|group|index|key|filter|dedupe|deduplicat|rank|split|unique|match|join)(?:e|ed|ted|s|es|ing|ting)? (?:\w+ )?(?:by|on|in|per)\s*$/i

const names =
  'fields?|columns?|headers?|keys?|propert(?:y|ies)|attributes?|parameters?|variables?|placeholders?|tokens?|merge tags?'
const bracketed = String.raw`(?:[[<{$(][^\]\[<>{}()\n]{0,40}[\]>})]{1,2}(?:,? (?:and|or) |, ?| ?/ ?| )){0,10}`
const namedBefore = new RegExp(
  `\\b(?:(?:${names})(?: (?:called|named|like|such as|with the names?|are))?:?|named|called) ${bracketed}$`,
  'i',
)
const namedAfter =
  /^(?:[ ,/&]|and|or|[[<{][^\]\n]{0,40}[\]>}]){0,10} ?(?:field|column|header|key|property|attribute|placeholder|variable)(?:s|ies)?\b/i
const countedNames = /\b(?:number|amount|count|quantity|max|min|x+|#)\b/i

/** The brackets themselves are meant: `no [date] remains`, `replace [name] with the name`. */
const spokenOf = /\b(?:no|without|any|every|replace|remove|like|such as) $/i

/** Whether brackets hold the name of a field and no value: `the field [email]`, `columns [name] and [price]`, `the [date] column`. */
export function namesField(found: { before: string; after: string; inner?: string | undefined }): boolean {
  if (namedBefore.test(found.before) || ordersBy.test(found.before) || spokenOf.test(found.before))
    return true
  const isListed = /[\]>}] ?(?:,|and|or|&|\/) ?$/.test(found.before)
  return namedAfter.test(found.after) && (isListed || !countedNames.test(found.inner ?? ''))
}
