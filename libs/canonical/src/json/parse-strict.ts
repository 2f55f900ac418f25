import { buildExactJson } from './json-builder.ts'
import type { JsonValue } from './json-value.ts'
import { readFloats } from './read-floats.ts'
import { MAX_JSON_DEPTH, StrictJsonScanner } from './strict-json-scanner.ts'
import { StrictJsonError } from './strict-json-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses JSON that every conforming reader understands alike.
 *
 * Refuses, with a {@link StrictJsonError}: duplicate and `__proto__` keys, lone surrogates, U+0000 in strings, numbers
 * beyond ±(2^53−1), of more than 100 digits or an exponent beyond ±1,000, nesting deeper than `maxDepth` (32), a byte order mark, invalid UTF-8 and everything RFC 8259 refuses.
 */
export function parseStrictJson(
  source: string | Uint8Array,
  { maxDepth = MAX_JSON_DEPTH }: { readonly maxDepth?: number } = {},
): JsonValue {
  const text = typeof source === 'string' ? source : decodeJsonText(source)
  const isExact = new StrictJsonScanner(text, maxDepth).scanDocument()
  return isExact ? buildExactJson(text) : readFloats(text)
}

/** The text of JSON that came as bytes; throws a {@link StrictJsonError} where they are not UTF-8. */
export function decodeJsonText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new StrictJsonError('invalid_utf8', 'The text is not valid UTF-8.', '', 0)
  }
}
