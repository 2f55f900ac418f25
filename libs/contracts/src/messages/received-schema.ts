import { z } from 'zod'

/**
 * The schema by which a message is received. A member that this release does not know comes from a later one, which may only add optional
 * members, so the receiver ignores it. What the members hold stays strict: a document whose parts are not all understood is refused.
 */
export function receivedSchema<S extends z.ZodType>(schema: S): S {
  return (toReceived(schema) ?? schema) as S
}

function toReceived(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodObject) return schema.strip()
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options.map((option) => receivedSchema(option as z.ZodObject))
    return z.discriminatedUnion(schema.def.discriminator, options as [z.ZodObject, ...z.ZodObject[]])
  }
  return null
}
