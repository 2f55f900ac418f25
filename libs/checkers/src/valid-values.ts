import { everyRow, nounPattern } from './phrases.ts'

/** What a value can be said to be a valid one of. */
type ValueKind = 'email' | 'url'

const kinds: Readonly<Record<ValueKind, RegExp>> = {
  email: /e-?mails?(?:[ _-]?address(?:es)?)?["`]?(?: (?:field|column))?$/i,
  url: /(?:urls?|websites?|links?|homepages?|web[ _-]?address(?:es)?|web[ _-]?sites?|web[ _-]?pages?)["`]?(?: (?:field|column))?$/i,
}

/** Whether the words for a field say which kind its values are of: `work email` is one of e-mail addresses. */
export function isOfKind(words: string, kind: ValueKind): boolean {
  return kinds[kind].test(words)
}

/** Every row with one valid value, up to the noun for it. */
export const withValid = `(?:${everyRow} (?:has|have|must have|must contain|must include|should have|contains|contain|includes|include|needs|comes with|with|having|including)|with|having|including) (?:an? )?(?:valid|well-formed)`

/** How it is said that the values of a field are valid ones of their kind, which their noun says. */
export const validValueForms: readonly string[] = [
  `${withValid} (?<field>${nounPattern})`,
  `(?:(?:every|each|all|all the) )?(?<field>${nounPattern}) (?:is|are|must be|should be) (?:valid|well-formed)(?: (?:in|for) (?:every|each) row)?`,
  `(?:only )?(?:an? )?(?:valid|well-formed) (?<field>${nounPattern})(?: only)?`,
]
