import { readNumber } from './exact-number.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

const STRING = /"(?:[^"\\]|\\.)*"/uy
const NUMBER_OR_WORD = /[^\s,\]}]+/uy
const SPACE = /[ \t\r\n]*/uy

/** Builds the value of a text that is known to be JSON, leaving only strings, numbers and words to the native parser. */
export class JsonBuilder {
  readonly #text: string
  #at = 0

  constructor(validText: string) {
    this.#text = validText
  }

  buildDocument(): JsonValue {
    this.#take(SPACE)
    return this.#buildValue()
  }

  #buildValue(): JsonValue {
    const first = this.#text[this.#at]
    if (first === '{') return this.#buildObject()
    if (first === '[') return this.#buildArray()
    const text = this.#take(first === '"' ? STRING : NUMBER_OR_WORD)
    const value = JSON.parse(text) as JsonValue
    return typeof value === 'number' ? readNumber(text) : value
  }

  #buildObject(): JsonObject {
    const object = {}
    this.#stepOver('{')
    while (!this.#stepOver('}')) {
      const name = JSON.parse(this.#take(STRING)) as string
      this.#take(SPACE)
      this.#stepOver(':')
      // Defined, not assigned: a member named __proto__ stays a member.
      Object.defineProperty(object, name, {
        value: this.#buildValue(),
        writable: true,
        enumerable: true,
        configurable: true,
      })
      this.#take(SPACE)
      this.#stepOver(',')
    }
    return object
  }

  #buildArray(): JsonValue[] {
    const items: JsonValue[] = []
    this.#stepOver('[')
    while (!this.#stepOver(']')) {
      items.push(this.#buildValue())
      this.#take(SPACE)
      this.#stepOver(',')
    }
    return items
  }

  /** Steps over a sign and the space behind it, if it stands here. */
  #stepOver(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    // Space after a closing bracket may end the text; a sticky match of nothing is fine there.
    this.#take(SPACE)
    return true
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [taken = ''] = pattern.exec(this.#text) ?? []
    this.#at += taken.length
    return taken
  }
}
