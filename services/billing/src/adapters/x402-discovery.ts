import { z } from 'zod'

/** A route that x402 pays for, as its contract declares it. */
export type PaidRoute = {
  readonly method: string
  readonly body: z.ZodType
  readonly example?: unknown
  readonly answer: z.ZodType
}

/** A JSON schema, as far as it is looked at here. */
type JsonSchema = {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: unknown
}

/** Levels of the body and of the answer whose members are named. */
const depthOf = { body: 2, answer: 1 }

/**
 * What the extension `bazaar` of x402 says of a route: an example of its body, and the schemas of body and answer, from the contract.
 * Clients send it back in a header, so the schemas are outlines: names, types and allowed values of the upper levels. The interface
 * document has the rest.
 */
export function discoveryOf({ method, body, example, ...route }: PaidRoute, publicUrl: string) {
  const request = schemaOf(body, 'input')
  const answer = schemaOf(route.answer, 'output')
  return {
    info: {
      input: { type: 'http', method, bodyType: 'json', body: example },
      output: { type: 'json' },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $comment: `All of both schemas: ${publicUrl}/openapi.json`,
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: [method] },
            bodyType: { type: 'string', enum: ['json'] },
            body: outlineOf(request, request, depthOf.body),
          },
          required: ['type', 'method', 'bodyType', 'body'],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: outlineOf(answer, answer, depthOf.answer) },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}

/** A schema without what only the interface document has room for; looser than the contract, and never stricter. */
function outlineOf(schema: JsonSchema, root: JsonSchema, depth: number): JsonSchema {
  const { type, const: constant, enum: values, properties, required, items } = resolved(schema, root)
  const scalar = {
    ...(type !== undefined && { type }),
    ...(constant !== undefined && { const: constant }),
    ...(values !== undefined && { enum: values }),
  }
  if (depth === 0) return scalar
  return {
    ...scalar,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, outlineOf(member, root, depth - 1)]),
      ),
      ...(required !== undefined && { required }),
    }),
    ...(items !== undefined && { items: outlineOf(items, root, depth - 1) }),
  }
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  const { $ref: _, ...beside } = schema
  return { ...resolved(root.$defs?.[name] ?? {}, root), ...beside }
}
