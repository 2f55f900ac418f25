import type { JsonValue } from '@outturn/canonical'
import { z } from 'zod'

/** Any JSON value. It is not looked into: every text of this system is read by the strict parser. */
export const Json = z.custom<JsonValue>()

export const JsonObject: z.ZodType<Readonly<Record<string, JsonValue>>> = z.record(z.string(), Json)

/** A list that is typed as one that no reader changes. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  { min = 0, max }: { min?: number; max?: number } = {},
): z.ZodType<readonly z.infer<Item>[]> {
  const list = z.array(item)
  const bounded = max === undefined ? list : list.max(max)
  return min === 0 ? bounded : bounded.min(min)
}

/**
 * A list of what a service of this system made, passed on as it was parsed. A schema for each of up to 50 000 items would
 * cost more than judging them.
 */
export function madeHere<Item>() {
  return z
    .custom<readonly Item[]>((value) => Array.isArray(value))
    .meta({
      type: 'array',
      items: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
    })
}

/** The same for a list whose items readers are told the form of. */
export function listAsMade<Item extends z.ZodType>(item: Item) {
  return z
    .custom<readonly z.infer<Item>[]>((value) => Array.isArray(value))
    .meta({ type: 'array', items: jsonSchemaOf(item) })
}

/** The JSON Schema of what is made here, for the metadata of a schema that looks less closely. */
export function jsonSchemaOf(schema: z.ZodType): z.core.JSONSchema._JSONSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' })
  return rest
}
