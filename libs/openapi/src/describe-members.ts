import { z } from 'zod'

type Schema = Record<string, unknown>

/** Values that are lists of words or texts, and not schemas. */
const literalKeys = new Set(['enum', 'const', 'required'])

/**
 * A schema as readers and generators of clients take it best: a default stands in the description, because clients take a member with
 * one for one that has to be sent; bounds that every float has, and names that are texts, say nothing and are left out. The examples of
 * members are left out too, because each operation shows a whole request and a whole answer; they stand on the schemas of the contracts.
 */
export function describeMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeMembers)
  if (typeof value !== 'object' || value === null) return value
  const { default: fallback, examples: _, ...schema } = value as Schema
  const members = Object.entries(schema).flatMap(([key, member]) => {
    if (literalKeys.has(key)) return [[key, member]]
    if (key === 'properties') return [[key, describedProperties(member as Record<string, unknown>)]]
    return isVoid(key, member) ? [] : [[key, describeMembers(member)]]
  })
  return withDefaultInWords(Object.fromEntries(members) as Schema, fallback)
}

/** Members by names that may be those of keywords, such as `default`. */
function describedProperties(properties: Record<string, unknown>): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, describeMembers(schema)]),
  )
}

function isVoid(key: string, member: unknown): boolean {
  return (
    (key === 'minimum' && member === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && member === Number.MAX_SAFE_INTEGER) ||
    (key === 'propertyNames' && JSON.stringify(member) === '{"type":"string"}')
  )
}

function withDefaultInWords(schema: Schema, fallback: unknown): Schema {
  if (fallback === undefined) return schema
  const text = typeof fallback === 'string' ? fallback : JSON.stringify(fallback)
  const { description = '' } = schema
  return { ...schema, description: `${String(description)} Default: \`${text}\`.`.trim() }
}

const patternExamples: readonly (readonly [RegExp, string])[] = [
  [/^\^\[0-9a-f\]\{64\}\$$/i, '0123456789abcdef'.repeat(4)],
  [/^\^\\d\{4\}-\\d\{2\}-\\d\{2\}T/, '2026-01-31T17:00:00.000Z'],
  [/^\^-\?\\d\+\$$/, '100000'],
  [/^\^-?\??\\d\+\\\.\\d/, '4.00'],
]

/** A text of a pattern of ours: an id, a digest, a time, an amount. */
export function exampleOfPattern(pattern: string): string | undefined {
  const known = patternExamples.find(([form]) => form.test(pattern))?.[1]
  if (known !== undefined) return known
  const [, prefix] = /^\^([a-z]+)_\[0-9a-f\]/.exec(pattern) ?? []
  return prefix === undefined ? undefined : `${prefix}_0123456789abcdef01234567`
}

/** Whether an example fits; some names stand for different things in different places. */
export function isExampleOf(example: unknown, schema: Schema): boolean {
  if (JSON.stringify(schema).includes('"$ref":')) return false
  return z.fromJSONSchema(schema).safeParse(example).success
}
