import { ExactNumber, readNumber } from './exact-number.ts'
import { buildExactJson } from './json-builder.ts'
import type { JsonValue } from './json-value.ts'
import { readFloats } from './read-floats.ts'

// Where a number may stand that no float holds: one of more than 15 digits, or with an exponent. What looks like one in a text only
// costs time.
const LONG_NUMBER = /[:,[][ \t\r\n]*-?\d(?:[\d.]{15}|[\d.]*[eE][-+\d])/u
const LONG_NUMBERS = /(?<=^|[:,[\s])-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+)(?=[\s,\]}]|$)/gu
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/**
 * Reads JSON of any depth and size that is already trusted, such as this system's own messages and rows. A number is read exactly.
 * Throws SyntaxError for anything else than JSON.
 *
 * Use it in place of `JSON.parse` wherever names or numbers come from callers.
 */
export function readJson(text: string): JsonValue {
  const floats = readFloats(text)
  return hasExactNumber(text) ? buildExactJson(text) : floats
}

function hasExactNumber(text: string): boolean {
  // A text of one number has nothing before it.
  if (!LONG_NUMBER.test(text) && !LONG_NUMBER.test(`[${text.slice(0, 24)}`)) return false
  for (const [number] of text.matchAll(LONG_NUMBERS)) {
    if (NUMBER.test(number) && readNumber(number) instanceof ExactNumber) return true
  }
  return false
}
