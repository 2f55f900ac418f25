import type { Schema } from './api-document.ts'

/** Inline schemas that occur more than once, each with one name. */
export interface RepeatedSchemas {
  readonly schemas: ReadonlyMap<string, Schema>
  nameOf(schema: Schema): string | undefined
}

/** Shorter ones are as easily read in place. */
const minLength = 240

interface Occurrence {
  readonly schema: Schema
  path: readonly string[]
  count: number
}

/** Names the repeated inline schemas by the first place where each stands, such as `SpoolStatus`. */
export function nameRepeatedSchemas(components: ReadonlyMap<string, Schema>): RepeatedSchemas {
  const found = new Map<string, Occurrence>()
  for (const [name, schema] of components) findIn(schema, [name], found, true)
  const names = new Map<string, string>()
  const schemas = new Map<string, Schema>()
  const taken = new Set(components.keys())
  const repeated = [...found].filter(([, { count }]) => count > 1)
  for (const [key, { schema, path }] of repeated) {
    const name = freeName(path, taken)
    taken.add(name)
    names.set(key, name)
    schemas.set(name, schema)
  }
  return { schemas, nameOf: (schema) => names.get(keyOf(schema) ?? '') }
}

function findIn(
  schema: Schema,
  path: readonly string[],
  found: Map<string, Occurrence>,
  isComponent: boolean,
): void {
  const key = isComponent ? undefined : keyOf(schema)
  if (key !== undefined) {
    const known = found.get(key)
    if (known !== undefined) {
      // What it holds was counted with it the first time: it is written once.
      known.count += 1
      if (isNearer(path, known.path)) known.path = path
      return
    }
    found.set(key, { schema, path, count: 1 })
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    findIn(member, [...path, name], found, false)
  }
  if (schema.items !== undefined) findIn(schema.items, singular(path), found, false)
  for (const item of schema.prefixItems ?? []) findIn(item, singular(path), found, false)
  for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    findIn(each, path, found, false)
  }
  const { additionalProperties: rest } = schema
  if (typeof rest === 'object') findIn(rest, singular(path), found, false)
}

/** A name is best after the type with the shortest name, such as `Spool`, and after the place that is least deep in it. */
function isNearer(path: readonly string[], known: readonly string[]): boolean {
  const [own = '', other = ''] = [path[0], known[0]]
  return own === other ? path.length < known.length : own.length < other.length
}

/** Equal for schemas that differ in nothing but their own description and examples; undefined where a name would not help. */
function keyOf(schema: Schema): string | undefined {
  const { $ref, type, anyOf, oneOf, properties, description: _, ...rest } = schema
  const isStructured = (type === 'object' && properties !== undefined) || (anyOf ?? oneOf) !== undefined
  if ($ref !== undefined || !isStructured) return undefined
  const text = JSON.stringify({ type, anyOf, oneOf, properties, ...rest }, (name, value: unknown) =>
    name === 'examples' ? undefined : value,
  )
  return text.length < minLength ? undefined : text
}

function singular(path: readonly string[]): string[] {
  const last = path.at(-1) ?? ''
  const one = last.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
  return [...path.slice(0, -1), one]
}

/** The shortest name from the end of the path that no other type has, with the name of the component before it. */
function freeName([component = '', ...members]: readonly string[], taken: ReadonlySet<string>): string {
  const parts = members.map(pascal)
  const names = [component + (parts.at(-1) ?? 'Item'), component + parts.join('')]
  const free = names.find((name) => !taken.has(name))
  if (free !== undefined) return free
  for (let number = 2; ; number += 1) {
    const name = `${component}${parts.join('')}${number}`
    if (!taken.has(name)) return name
  }
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
