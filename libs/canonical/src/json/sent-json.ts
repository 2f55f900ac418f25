import { JsonBuilder } from './json-builder.ts'
import { decodeJsonText } from './parse-strict.ts'
import { MAX_JSON_DEPTH, StrictJsonScanner } from './strict-json-scanner.ts'

/** A number of JSON as it was sent: `4.50` and `4.5` are two texts. */
export class SentNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value of JSON whose numbers keep the text that they were sent as. */
export type SentJson =
  | string
  | SentNumber
  | boolean
  | null
  | readonly SentJson[]
  | { readonly [member: string]: SentJson }

/**
 * Parses a document of another system by the rules of `parseStrictJson`, and keeps the text of each number. A member may be named
 * `__proto__`; it is an own property like any other.
 */
export function parseSentJson(source: string | Uint8Array): SentJson {
  const text = typeof source === 'string' ? source : decodeJsonText(source)
  new StrictJsonScanner(text, MAX_JSON_DEPTH, true).scanDocument()
  return new JsonBuilder(text, (number) => new SentNumber(number)).buildDocument()
}
