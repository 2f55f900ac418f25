import { buildExactJson } from './json-builder.ts'
import type { JsonValue } from './json-value.ts'

// The last escape of a member name: nothing but plain characters up to the closing quote and the colon. A value may look
// the same, which only costs time.
const ESCAPED_NAME = /\\[^][^"\\]*"[ \t\r\n]*:/u

/**
 * Reads JSON without numbers that no float holds. V8 (nodejs/node#63785; Node 24 and 26) guesses names from objects it has read
 * before, and once one had a name ending in a backslash it may return that name for another one that is written with an escape.
 */
export function readFloats(text: string): JsonValue {
  const native = JSON.parse(text) as JsonValue
  return text.includes('\\') && ESCAPED_NAME.test(text) ? buildExactJson(text) : native
}
