import { ExactNumber, type JsonValue, plainNumber } from '@outturn/canonical'
import { isJsonArray } from '../values/json-value.ts'
import { classOf } from '../values/unicode-set.ts'

/** The most characters of a value that are shown. */
const shownCharacters = 40

/** What a reader would not see, or not see as it is: controls, invisible characters, and white space that is no plain space. */
const unseen = new RegExp(
  `[\\u{0}-\\u{1f}\\u{7f}-\\u{9f}${classOf('defaultIgnorable')}]|(?! )[${classOf('whiteSpace')}]`,
  'gu',
)

/** A value in a few characters: a text in quotes with what cannot be seen as its code point, a number as it is. */
export function shownValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return shownText(value)
  if (typeof value === 'number' || value instanceof ExactNumber) return shownNumber(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return isJsonArray(value) ? `a list of ${value.length}` : 'an object'
}

/** The first and the last digits of a longer number are shown: it may differ in either. */
const shownDigits = 15

/** A number as people write it; of a long one its first and last digits. */
export function shownNumber(number: number | ExactNumber): string {
  const text = plainNumber(number)
  return text.length <= shownCharacters ? text : `${text.slice(0, shownDigits)}…${text.slice(-shownDigits)}`
}

/** A text in quotes, cut, with what cannot be seen in it as `\u{…}`. */
export function shownText(text: string): string {
  // Of a long text no more is looked at than may be shown.
  const shown = cut(text.slice(0, 4 * shownCharacters)).replace(
    unseen,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  )
  return `"${shown.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')}"`
}

function cut(text: string): string {
  const characters = Array.from(text)
  return characters.length <= shownCharacters ? text : `${characters.slice(0, shownCharacters).join('')}…`
}
