import { z } from 'zod'

type JsonSchema = Readonly<Record<string, unknown>>

/** A JSON Schema, and the schemas that it refers to by `#/$defs/` and their names. */
export type DescribedSchema = {
  readonly schema: JsonSchema
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/**
 * The JSON Schema of what callers send (`input`, where a default may be left out) or get (`output`). Definitions in the metadata of a
 * schema, which zod leaves there, are among the others, because every reference counts from the root.
 */
export function describedSchema(schema: z.ZodType, io: 'input' | 'output'): DescribedSchema {
  const definitions: Record<string, JsonSchema> = {}
  const described = z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' })
  const { $schema: _, ...root } = withoutDefinitions(described, definitions) as Record<string, unknown>
  return { schema: root, definitions }
}

function withoutDefinitions(value: unknown, definitions: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutDefinitions(each, definitions))
  if (typeof value !== 'object' || value === null) return value
  const { $defs = {}, ...members } = value as Record<string, unknown>
  for (const [name, definition] of Object.entries($defs as object)) {
    definitions[name] = withoutDefinitions(definition, definitions) as JsonSchema
  }
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, withoutDefinitions(member, definitions)]),
  )
}

/** JSON Schema of a body as a caller sends it, for those who read one operation alone. */
export function bodySchema(body: z.ZodType): Record<string, unknown> {
  const { schema, definitions } = describedSchema(body, 'input')
  const { $ref: ref, ...others } = schema
  if (typeof ref !== 'string') return withDefinitions(schema, definitions)
  // A schema with a name refers to itself.
  const { [ref.replace('#/$defs/', '')]: own, ...rest } = definitions
  return withDefinitions({ ...own, ...others }, rest)
}

function withDefinitions(schema: JsonSchema, definitions: DescribedSchema['definitions']): JsonSchema {
  return { ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) }
}
