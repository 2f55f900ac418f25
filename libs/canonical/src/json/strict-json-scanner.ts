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
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const LOWER_F = 0x66
const LOWER_N = 0x6e
const LOWER_T = 0x74
const LOWER_U = 0x75
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![.e\d])/iy
const EXPONENT = /e/i
const HEX_UNIT = /^[\da-f]{4}$/i

/**
 * Walks a JSON text once and throws at the first thing strict JSON refuses; it builds no value.
 * Recursion is bounded by the depth, so no input exhausts the stack.
 */
export class StrictJsonScanner {
  readonly #text: string
  readonly #maxDepth: number
  // The step taken at each open level; only read when a refusal is reported.
  readonly #path: (string | number)[] = []
  #at = 0
  #depth = 0
  #isExact = false

  constructor(text: string, maxDepth: number = MAX_JSON_DEPTH) {
    this.#text = text
    this.#maxDepth = maxDepth
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
    else if (code === MINUS || (code >= ZERO && code <= NINE)) this.#scanNumber()
    else if (code === LOWER_T) this.#scanWord('true')
    else if (code === LOWER_F) this.#scanWord('false')
    else if (code === LOWER_N) this.#scanWord('null')
    else this.#refuse('syntax', 'A JSON value was expected.')
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
      if (key === '__proto__') this.#refuse('forbidden_key', 'The member name __proto__ is not allowed.')
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
    const kind = this.#text.charCodeAt(at + 1)
    if (kind !== LOWER_U) {
      if (!isShortEscape(kind)) this.#refuseAt(at, 'syntax', 'The escape is unknown.')
      return at + 2
    }
    const unit = this.#readHexUnit(at)
    if (unit === 0) this.#refuseAt(at, 'nul_character', 'The character U+0000 is not allowed.')
    if (!isSurrogate(unit)) return at + 6
    const isPair = isHighSurrogate(unit) && this.#text.startsWith('\\u', at + 6)
    if (!isPair || !isLowSurrogate(this.#readHexUnit(at + 6))) {
      this.#refuseAt(at, 'lone_surrogate', 'The escape is a lone surrogate.')
    }
    return at + 12
  }

  #readHexUnit(at: number): number {
    const digits = this.#text.slice(at + 2, at + 6)
    if (!HEX_UNIT.test(digits)) this.#refuseAt(at, 'syntax', 'The escape needs four hexadecimal digits.')
    return Number.parseInt(digits, 16)
  }

  #scanNumber(): void {
    NUMBER.lastIndex = this.#at
    const [text = ''] = NUMBER.exec(this.#text) ?? []
    const end = this.#at + text.length
    if (text === '') this.#refuse('syntax', 'A digit was expected.')
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

  #scanWord(word: string): void {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse('syntax', 'A JSON value was expected.')
    this.#at += word.length
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return
      this.#at++
    }
  }

  #refuseAt(position: number, code: StrictJsonCode, message: string): never {
    this.#at = position
    this.#refuse(code, message)
  }

  #refuse(code: StrictJsonCode, message: string): never {
    throw new StrictJsonError(code, message, formatJsonPath(this.#path), this.#at)
  }
}

function isShortEscape(code: number): boolean {
  return !Number.isNaN(code) && '"\\/bfnrt'.includes(String.fromCharCode(code))
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}
