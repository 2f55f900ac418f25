/** A value of the chart as a JSON schema: its type, what it means, and what it is unless an operator sets it. */
export interface ValueSchema {
  readonly type: string | readonly string[]
  readonly description: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly items?: { readonly type: string; readonly enum?: readonly unknown[] }
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly additionalProperties?: boolean | { readonly type: string | readonly string[] }
}

export function text(description: string, value = '', pattern?: string): ValueSchema {
  return { type: 'string', description, default: value, ...(pattern !== undefined && { pattern }) }
}

export function choice(description: string, choices: readonly string[], value: string): ValueSchema {
  return { type: 'string', description, enum: choices, default: value }
}

export function integer(
  description: string,
  value: number,
  bounds: { readonly minimum: number; readonly maximum?: number },
): ValueSchema {
  return { type: 'integer', description, default: value, ...bounds }
}

export function flag(description: string, value: boolean): ValueSchema {
  return { type: 'boolean', description, default: value }
}

/** Members with names of the chart; another name is refused. */
export function group(description: string, properties: Readonly<Record<string, ValueSchema>>): ValueSchema {
  return { type: 'object', description, additionalProperties: false, properties }
}

/** Members of any name, all of them texts. */
export function texts(description: string, value: Readonly<Record<string, string>> = {}): ValueSchema {
  return { type: 'object', description, default: value, additionalProperties: { type: 'string' } }
}

/** A part of an object of Kubernetes, which is passed on as it is. */
export function passedOn(description: string, value: object = {}): ValueSchema {
  return { type: Array.isArray(value) ? 'array' : 'object', description, default: value }
}

/** The values as they are unless an operator sets them. */
export function defaultsOf({ properties, default: value }: ValueSchema): unknown {
  if (properties === undefined || value !== undefined) return value
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, defaultsOf(member)]))
}
