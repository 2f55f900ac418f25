import { type ExactNumber, readNumber } from './exact-number.ts'

/** A value of JSON whose numbers are of the kind that its reader makes of them. */
type JsonOf<Num> = string | Num | boolean | null | JsonOf<Num>[] | { [member: string]: JsonOf<Num> }

const STRING = /"(?:[^"\\]|\\.)*"/uy
const NUMBER_OR_WORD = /[^\s,\]}]+/uy
const SPACE = /[ \t\r\n]*/uy

/** Builds the value of a text that is known to be JSON, leaving only strings, numbers and words to the native parser. */
export class JsonBuilder<Num = number | ExactNumber> {
  readonly #text: string
  readonly #toNumber: (text: string) => Num
  #at = 0

  constructor(validText: string, toNumber: (text: string) => Num) {
    this.#text = validText
    this.#toNumber = toNumber
  }

  buildDocument(): JsonOf<Num> {
    this.#take(SPACE)
    return this.#buildValue()
  }

  #buildValue(): JsonOf<Num> {
    const first = this.#text[this.#at]
    if (first === '{') return this.#buildObject()
    if (first === '[') return this.#buildArray()
    const text = this.#take(first === '"' ? STRING : NUMBER_OR_WORD)
    const value = JSON.parse(text) as string | number | boolean | null
    return typeof value === 'number' ? this.#toNumber(text) : value
  }

  #buildObject(): { [member: string]: JsonOf<Num> } {
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

  #buildArray(): JsonOf<Num>[] {
    const items: JsonOf<Num>[] = []
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

/** Builds the value of a text that is known to be JSON, its numbers exact. */
export function buildExactJson(validText: string): JsonOf<number | ExactNumber> {
  return new JsonBuilder(validText, readNumber).buildDocument()
}
