import { isTooLong, readNumber, SURELY_EXACT_CHARS } from './exact-number.ts'
import { formatJsonPath } from './json-path.ts'
import { type StrictJsonCode, StrictJsonError } from './strict-json-error.ts'

/** Deepest nesting of arrays and objects that is read by default; a scalar document has depth 0. */
export const MAX_JSON_DEPTH = 32

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

// A short escape, a pair of surrogates, or one other character but U+0000.
const ESCAPE =
  /\\(?:["\\/bfnrt]|u(?:[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(?!0000|[dD][89a-fA-F])[\da-fA-F]{4}))/y
// Half of a pair without the other; a first half before a `\u` without four digits is written wrongly instead.
const LONE_SURROGATE = /^\\u[dD](?:[c-fC-F]|[89abAB](?!..\\u(?![\da-fA-F]{4})))[\da-fA-F]{2}/
const WORD = /true|false|null/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![.e\d])/iy
const EXPONENT = /e/i

/**
 * Walks a JSON text once and throws at the first thing strict JSON refuses; it builds no value.
 * Recursion is bounded by the depth, so no input exhausts the stack.
 */
export class StrictJsonScanner {
  readonly #text: string
  readonly #maxDepth: number
  readonly #allowsProto: boolean
  // The step taken at each open level; only read when a refusal is reported.
  readonly #path: (string | number)[] = []
  #at = 0
  #depth = 0
  #isExact = false

  constructor(text: string, maxDepth: number = MAX_JSON_DEPTH, allowsProto = false) {
    this.#text = text
    this.#maxDepth = maxDepth
    this.#allowsProto = allowsProto
  }

  /** Says whether the text has a number that no float holds. */
  scanDocument(): boolean {
    // An escape can only make a lone surrogate of its own: a raw half next to an escaped one is already ill-formed here.
    if (!this.#text.isWellFormed()) this.#refuse('lone_surrogate', 'The text has a lone surrogate.')
    this.#skipSpace()
    this.#scanValue()
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#refuse('syntax', 'Something follows the JSON value.')
    return this.#isExact
  }

  #scanValue(): void {
    const code = this.#text.charCodeAt(this.#at)
    if (code === QUOTE) this.#scanString()
    else if (code === OPEN_BRACE) this.#scanObject()
    else if (code === OPEN_BRACKET) this.#scanArray()
    else this.#scanNumberOrWord()
  }

  #scanObject(): void {
    const level = this.#open()
    if (this.#text.charCodeAt(this.#at) === CLOSE_BRACE) return this.#close()
    const seen = new Set<string>()
    for (;;) {
      if (this.#text.charCodeAt(this.#at) !== QUOTE) this.#refuse('syntax', 'A member name was expected.')
      const key = this.#scanKey()
      this.#path[level] = key
      if (seen.size === seen.add(key).size) this.#refuse('duplicate_key', 'A member name occurs twice.')
      if (key === '__proto__' && !this.#allowsProto)
        this.#refuse('forbidden_key', 'The member name __proto__ is not allowed.')
      this.#skipSpace()
      if (this.#text.charCodeAt(this.#at) !== COLON) this.#refuse('syntax', 'A colon was expected.')
      this.#at++
      this.#skipSpace()
      this.#scanValue()
      this.#skipSpace()
      if (this.#endsList(CLOSE_BRACE)) return this.#close()
    }
  }

  #scanArray(): void {
    const level = this.#open()
    if (this.#text.charCodeAt(this.#at) === CLOSE_BRACKET) return this.#close()
    for (let index = 0; ; index++) {
      this.#path[level] = index
      this.#scanValue()
      this.#skipSpace()
      if (this.#endsList(CLOSE_BRACKET)) return this.#close()
    }
  }

  #open(): number {
    if (this.#depth === this.#maxDepth) {
      this.#refuse('too_deep', `The value is nested deeper than ${this.#maxDepth} levels.`)
    }
    this.#at++
    this.#skipSpace()
    return this.#depth++
  }

  #close(): void {
    this.#at++
    this.#depth--
    this.#path.length = this.#depth
  }

  /** Whether the list ends here; otherwise steps over the comma to the next item. */
  #endsList(closing: number): boolean {
    const code = this.#text.charCodeAt(this.#at)
    if (code === closing) return true
    if (code !== COMMA) this.#refuse('syntax', 'A comma or the end of the list was expected.')
    this.#at++
    this.#skipSpace()
    return false
  }

  #scanKey(): string {
    const start = this.#at
    const isEscaped = this.#scanString()
    // Duplicates are judged on what the name means, so "a" and "\u0061" are the same name.
    return isEscaped
      ? (JSON.parse(this.#text.slice(start, this.#at)) as string)
      : this.#text.slice(start + 1, this.#at - 1)
  }

  /** Steps over a string and says whether it holds an escape. */
  #scanString(): boolean {
    const text = this.#text
    let isEscaped = false
    let at = this.#at + 1
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) break
      if (code === BACKSLASH) {
        isEscaped = true
        at = this.#scanEscape(at)
      } else if (code >= SPACE) {
        at++
      } else {
        this.#at = at
        this.#refuse(
          'syntax',
          at < text.length ? 'A control character must be escaped.' : 'The string does not end.',
        )
      }
    }
    this.#at = at + 1
    return isEscaped
  }

  #scanEscape(at: number): number {
    ESCAPE.lastIndex = at
    if (ESCAPE.test(this.#text)) return ESCAPE.lastIndex
    this.#at = at
    const rest = this.#text.slice(at, at + 12)
    if (rest.startsWith('\\u0000')) this.#refuse('nul_character', 'The character U+0000 is not allowed.')
    if (LONE_SURROGATE.test(rest)) this.#refuse('lone_surrogate', 'The escape is a lone surrogate.')
    return this.#refuse('syntax', 'The escape is not allowed.')
  }

  #scanNumberOrWord(): void {
    WORD.lastIndex = this.#at
    if (WORD.test(this.#text)) {
      this.#at = WORD.lastIndex
      return
    }
    NUMBER.lastIndex = this.#at
    const [text = ''] = NUMBER.exec(this.#text) ?? []
    const end = this.#at + text.length
    // Nothing else is left that a value could be.
    if (text === '') this.#refuse('syntax', 'A JSON value was expected.')
    if (Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER) {
      this.#refuse('number_out_of_range', 'The number is beyond ±(2^53−1).')
    }
    if (text.length > SURELY_EXACT_CHARS || EXPONENT.test(text)) {
      const number = readNumber(text)
      if (typeof number !== 'number') {
        this.#isExact = true
        if (isTooLong(number)) this.#refuse('number_too_long', 'The number is too long.')
      }
    }
    this.#at = end
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return
      this.#at++
    }
  }

  #refuse(code: StrictJsonCode, message: string): never {
    throw new StrictJsonError(code, message, formatJsonPath(this.#path), this.#at)
  }
}
