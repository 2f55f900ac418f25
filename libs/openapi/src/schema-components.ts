import { z } from 'zod'
import { describeMembers } from './describe-members.ts'
import type { FieldWords } from './field-words.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Whether a schema describes what callers send, where defaults may be left out, or what they get. */
export type Direction = 'input' | 'output'

/** Turns the schemas that validate into those of the document; schemas with an id become shared components. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #words: FieldWords

  constructor(words: FieldWords) {
    this.#words = words
  }

  /** The JSON Schema of `schema`, as a reference where it has an id. */
  schemaFor(schema: z.ZodType, direction: Direction): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, {
      io: direction,
      reused: 'inline',
      unrepresentable: 'any',
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
    for (const [id, component] of Object.entries($defs)) this.#keep(id, component)
    return describeMembers(pointAtComponents(root), this.#words) as JsonSchema
  }

  /** Every component referred to so far, by id. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #keep(id: string, schema: JsonSchema): void {
    const component = describeMembers(pointAtComponents(schema), this.#words) as JsonSchema
    const known = this.#schemas.get(id)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(
        `the schema ${id} is not the same as input and as output; give its uses ids of their own`,
      )
    }
    this.#schemas.set(id, component)
  }
}

/**
 * Local definitions become components: every reference of zod's to one is rewritten. Bounds that every whole number has, because a
 * float holds no others, say nothing about a member and are left out.
 */
function pointAtComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointAtComponents)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key === '$ref' && typeof member === 'string') {
        return [[key, member.replace(/^#\/\$defs\//, '#/components/schemas/')]]
      }
      return isBoundOfFloats(key, member) ? [] : [[key, pointAtComponents(member)]]
    }),
  )
}

function isBoundOfFloats(key: string, member: unknown): boolean {
  return (
    (key === 'minimum' && member === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && member === Number.MAX_SAFE_INTEGER)
  )
}
