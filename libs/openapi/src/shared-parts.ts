type Json = Record<string, unknown>

/** Parts of operations that several share: each is one component, and stands where it is used as a reference. */
export class SharedParts {
  readonly #kind: 'parameters' | 'responses' | 'examples'
  readonly #parts = new Map<string, Json>()

  constructor(kind: 'parameters' | 'responses' | 'examples') {
    this.#kind = kind
  }

  /** A reference to the part of this name. A name stands for one part alone. */
  reference(name: string, part: Json): Json {
    const known = this.#parts.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part)) {
      throw new Error(`two ${this.#kind} are called ${name}; give them names of their own`)
    }
    this.#parts.set(name, part)
    return { $ref: `#/components/${this.#kind}/${name}` }
  }

  all(): Json {
    return Object.fromEntries([...this.#parts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}
