import { idPrefixes } from '@outturn/agreement'
import { z } from 'zod'
import type { FieldWords } from './field-words.ts'

type Schema = Record<string, unknown>

/** A schema with a description and an example at each member that lacks one; see `fieldWords`. */
export function describeMembers(value: unknown, words: FieldWords): unknown {
  if (Array.isArray(value)) return value.map((each) => describeMembers(each, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'properties'
        ? described(member as Record<string, Schema>, words)
        : describeMembers(member, words),
    ]),
  )
}

function described(properties: Record<string, Schema>, words: FieldWords): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const [description, ...examples] = words[name] ?? []
      const inner = withDefaultInWords(describeMembers(schema, words) as Schema, description)
      const shown = exampleOf(inner) ?? examples.find((example) => isExampleOf(example, inner))
      return [
        name,
        {
          ...(description !== undefined && { description }),
          ...inner,
          ...(shown !== undefined && inner['examples'] === undefined && { examples: [shown] }),
        },
      ]
    }),
  )
}

/** Generated clients take a member with a default for one that has to be sent: the description says it in its place. */
function withDefaultInWords(
  { default: fallback, ...schema }: Schema,
  description: string | undefined,
): Schema {
  if (fallback === undefined) return schema
  const text = typeof fallback === 'string' ? fallback : JSON.stringify(fallback)
  const own = schema['description']
  const words = typeof own === 'string' ? own : (description ?? '')
  return { ...schema, description: `${words} Default: \`${text}\`.`.trim() }
}

const hexDigits = '0123456789abcdef'

/** An example that follows from the schema alone. */
function exampleOf(schema: Schema): unknown {
  const { const: only, enum: words, type, pattern, anyOf } = schema
  if (only !== undefined) return only
  if (Array.isArray(words)) return words[0]
  if (type === 'boolean') return true
  if (Array.isArray(anyOf))
    return anyOf.map((each) => exampleOf(each as Schema)).find((each) => each !== undefined)
  return typeof pattern === 'string' ? exampleOfPattern(pattern) : undefined
}

const patternExamples: readonly (readonly [RegExp, string])[] = [
  [/^\^\[0-9a-f\]\{64\}\$$/i, hexDigits.repeat(4)],
  [/^\^sha256:/, `sha256:${hexDigits.repeat(4)}`],
  [/^\^\\d\{4\}-\\d\{2\}-\\d\{2\}T/, '2026-01-31T17:00:00.000Z'],
  [/^\^-\?\\d\+\$$/, '100000'],
  [/^\^-?\??\\d\+\\\.\\d/, '4.00'],
]

/** A text of a pattern of ours: an id, a digest, a time, an amount. */
export function exampleOfPattern(pattern: string): string | undefined {
  const known = patternExamples.find(([form]) => form.test(pattern))?.[1]
  if (known !== undefined) return known
  const prefix = Object.values(idPrefixes).find((each) => pattern.startsWith(`^${each}_[0-9a-f]`))
  return prefix === undefined ? undefined : `${prefix}_${hexDigits}01234567`
}

/**
 * Whether the example of a name is one of this schema too: some names stand for different things in different places. What a
 * reference describes has examples of its own.
 */
export function isExampleOf(example: unknown, schema: Schema): boolean {
  if (example === undefined || JSON.stringify(schema).includes('"$ref":')) return false
  return z.fromJSONSchema(schema).safeParse(example).success
}
