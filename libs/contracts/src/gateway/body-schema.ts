import { z } from 'zod'

/** JSON Schema of a body as a caller sends it, for those who read one operation alone. */
export function bodySchema(body: z.ZodType): Record<string, unknown> {
  const { $schema: _, $ref: ref, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  if (ref === undefined) return schema
  // A schema with a name refers to itself.
  const { $defs: definitions = {}, ...others } = schema
  const { [ref.replace('#/$defs/', '')]: own, ...rest } = definitions
  return {
    ...(own as Record<string, unknown>),
    ...others,
    ...(Object.keys(rest).length > 0 && { $defs: rest }),
  }
}
