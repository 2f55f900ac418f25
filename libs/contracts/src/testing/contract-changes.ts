import type { BusContract, Schema } from './bus-contract.ts'

/** Who sends and who receives while two releases run side by side. */
type Direction = 'previous sends' | 'previous receives'

type Pair = { readonly sender: Schema; readonly receiver: Schema; readonly path: string }

/**
 * What keeps two releases from exchanging messages, a line each: a receiver demands a member that the other release does not always send,
 * a member has another type, or a value is no longer taken. A member that is added is allowed where it is optional, and so are values and
 * variants that only the new release sends, because services are rolled before the gateway that takes the requests for them.
 */
export function contractChanges(previous: BusContract, current: BusContract): string[] {
  return [
    ...compareMessages('previous sends', previous.sent, current.received),
    ...compareMessages('previous receives', current.sent, previous.received),
  ]
}

function compareMessages(direction: Direction, sender: Schema, receiver: Schema): string[] {
  const comparison = new Comparison(direction, sender, receiver)
  const received = propertiesOf(receiver)
  return Object.entries(propertiesOf(sender)).flatMap(([name, schema]) => {
    const other = received[name]
    // A message of one release alone is sent by nothing that runs beside the other.
    return other === undefined ? [] : comparison.faults({ sender: schema, receiver: other, path: name })
  })
}

const bounds = [
  ['minimum', 1],
  ['exclusiveMinimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['exclusiveMaximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
] as const

class Comparison {
  readonly #direction: Direction
  readonly #senderRoot: Schema
  readonly #receiverRoot: Schema
  /** Pairs of definitions that were compared: many messages hold the same document. */
  readonly #seen = new Set<string>()

  constructor(direction: Direction, senderRoot: Schema, receiverRoot: Schema) {
    this.#direction = direction
    this.#senderRoot = senderRoot
    this.#receiverRoot = receiverRoot
  }

  faults({ sender, receiver, path }: Pair): string[] {
    const key = `${String(sender['$ref'])} ${String(receiver['$ref'])}`
    if (sender['$ref'] !== undefined && receiver['$ref'] !== undefined) {
      if (this.#seen.has(key)) return []
      this.#seen.add(key)
    }
    const pair = {
      sender: definitionOf(this.#senderRoot, sender),
      receiver: definitionOf(this.#receiverRoot, receiver),
      path,
    }
    const senders = optionsOf(pair.sender)
    const receivers = optionsOf(pair.receiver)
    if (senders.length > 1 || receivers.length > 1) return this.#optionFaults(senders, receivers, path)
    return this.#plainFaults(pair)
  }

  #optionFaults(senders: readonly Schema[], receivers: readonly Schema[], path: string): string[] {
    return senders.flatMap((sender) => {
      const closest = receivers
        .filter((receiver) => this.#isSameKind(sender, receiver))
        .map((receiver) => this.faults({ sender, receiver, path }))
        .toSorted((left, right) => left.length - right.length)[0]
      if (closest !== undefined) return closest
      const isNull = typeOf(definitionOf(this.#senderRoot, sender)) === 'null'
      if (this.#direction === 'previous receives' && !isNull) return []
      return [this.#fault(path, isNull ? 'may be null' : 'loses a variant')]
    })
  }

  #isSameKind(sender: Schema, receiver: Schema): boolean {
    const left = definitionOf(this.#senderRoot, sender)
    const right = definitionOf(this.#receiverRoot, receiver)
    if (typeOf(left) !== typeOf(right)) return false
    const [tag] = Object.entries(propertiesOf(left)).filter(([, { const: value }]) => value !== undefined)
    if (tag === undefined) return true
    const [name, { const: value }] = tag
    const other = propertiesOf(right)[name]?.['const']
    return other === undefined || other === value
  }

  #plainFaults({ sender, receiver, path }: Pair): string[] {
    const types = [typeOf(sender), typeOf(receiver)]
    // A schema without a type takes anything.
    if (types[1] === undefined || types[0] === undefined) return []
    if (types[0] !== types[1] && !(types[0] === 'integer' && types[1] === 'number')) {
      return [this.#fault(path, `changes from ${types[0]} to ${types[1]}`)]
    }
    return [
      ...this.#memberFaults({ sender, receiver, path }),
      ...this.#itemFaults({ sender, receiver, path }),
      ...(this.#direction === 'previous sends' ? this.#valueFaults({ sender, receiver, path }) : []),
    ]
  }

  #memberFaults({ sender, receiver, path }: Pair): string[] {
    const sent = propertiesOf(sender)
    const received = propertiesOf(receiver)
    const always = new Set(requiredOf(sender))
    const demanded = requiredOf(receiver).filter((name) => !always.has(name))
    const unknown = [...always].filter(
      (name) => received[name] === undefined && receiver['additionalProperties'] === false,
    )
    return [
      ...demanded.map((name) => {
        const what = this.#direction === 'previous sends' ? 'becomes required' : 'is no longer always sent'
        return this.#fault(`${path}.${name}`, what)
      }),
      ...unknown.map((name) => {
        const what = this.#direction === 'previous sends' ? 'vanishes' : 'is added and always sent'
        return this.#fault(`${path}.${name}`, what)
      }),
      ...Object.entries(sent).flatMap(([name, schema]) => {
        const other = received[name]
        return other === undefined
          ? []
          : this.faults({ sender: schema, receiver: other, path: `${path}.${name}` })
      }),
    ]
  }

  #itemFaults({ sender, receiver, path }: Pair): string[] {
    return (['items', 'additionalProperties'] as const).flatMap((keyword) => {
      const left = schemaIn(sender, keyword)
      const right = schemaIn(receiver, keyword)
      if (left === null || right === null) return []
      return this.faults({ sender: left, receiver: right, path: `${path}[]` })
    })
  }

  /** Values that the previous release sends and this one does not take. */
  #valueFaults({ sender, receiver, path }: Pair): string[] {
    const taken = valuesOf(receiver)
    const lost =
      taken === null ? [] : (valuesOf(sender) ?? ['other values']).filter((value) => !taken.includes(value))
    const narrowed = bounds.filter(([keyword, sign]) => {
      const [before, now] = [sender[keyword], receiver[keyword]]
      if (typeof now !== 'number') return false
      return typeof before !== 'number' || (now - before) * sign > 0
    })
    const { pattern } = receiver
    return [
      ...lost.map((value) => this.#fault(path, `no longer takes ${JSON.stringify(value)}`)),
      ...narrowed.map(([keyword]) => this.#fault(path, `has a narrower ${keyword}`)),
      ...(pattern !== undefined && pattern !== sender['pattern']
        ? [this.#fault(path, 'has another pattern')]
        : []),
    ]
  }

  #fault(path: string, what: string): string {
    return `${path} ${what} (${this.#direction})`
  }
}

function definitionOf(root: Schema, schema: Schema): Schema {
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  const definitions = (root['$defs'] ?? {}) as Record<string, Schema>
  const found = definitions[ref.slice('#/$defs/'.length)]
  if (found === undefined) throw new Error(`the contract names ${ref} and does not define it`)
  return definitionOf(root, found)
}

function optionsOf(schema: Schema): readonly Schema[] {
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return options as Schema[]
  const types = schema['type']
  return Array.isArray(types) ? types.map((type: unknown) => ({ ...schema, type })) : [schema]
}

function typeOf(schema: Schema): string | undefined {
  if (typeof schema['type'] === 'string') return schema['type']
  const [value] = valuesOf(schema) ?? []
  return value === undefined ? undefined : value === null ? 'null' : typeof value
}

function valuesOf(schema: Schema): readonly unknown[] | null {
  if (Array.isArray(schema['enum'])) return schema['enum']
  return 'const' in schema ? [schema['const']] : null
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema['properties'] ?? {}) as Record<string, Schema>
}

function requiredOf(schema: Schema): readonly string[] {
  return (schema['required'] ?? []) as string[]
}

function schemaIn(schema: Schema, keyword: string): Schema | null {
  const found = schema[keyword]
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Schema) : null
}
