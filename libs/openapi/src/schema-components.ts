import { type DescribedSchema, describedSchema } from '@outturn/contracts'
import type { z } from 'zod'
import { describeMembers } from './describe-members.ts'

type JsonSchema = DescribedSchema['schema']

/** Whether a schema describes what callers send, where defaults may be left out, or what they get. */
export type Direction = 'input' | 'output'

/** Turns the schemas that validate into those of the document; schemas with an id become shared components. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>()
  /** Most schemas belong to several operations, and describing one is long. */
  readonly #described = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }

  /** The JSON Schema of `schema`, as a reference where it has an id. */
  schemaFor(schema: z.ZodType, direction: Direction): JsonSchema {
    const described = this.#described[direction]
    const known = described.get(schema) ?? this.#describe(schema, direction)
    described.set(schema, known)
    return known
  }

  #describe(schema: z.ZodType, direction: Direction): JsonSchema {
    const { schema: root, definitions } = describedSchema(schema, direction)
    for (const [id, component] of Object.entries(definitions)) this.#keep(id, written(component, direction))
    return written(root, direction)
  }

  /** Every component referred to so far, by id. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries(
      [...this.#schemas]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, schema]) => [id, withBase(id, schema, this.#schemas)]),
    )
  }

  /** What is both sent and got stays closed, as it is where it is sent. */
  #keep(id: string, component: JsonSchema): void {
    const known = this.#schemas.get(id) ?? component
    if (JSON.stringify(opened(known)) !== JSON.stringify(opened(component))) {
      throw new Error(
        `the schema ${id} is not the same as input and as output; give its uses ids of their own`,
      )
    }
    const isSent = JSON.stringify(component).length > JSON.stringify(known).length
    this.#schemas.set(id, isSent ? component : known)
  }
}

/** Answers may have further members in later versions, so their objects are open. */
function written(schema: JsonSchema, direction: Direction): JsonSchema {
  const described = describeMembers(pointAtComponents(schema)) as JsonSchema
  return direction === 'output' ? (opened(described) as JsonSchema) : described
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      key === 'additionalProperties' && member === false ? [] : [[key, opened(member)]],
    ),
  )
}

type ObjectSchema = JsonSchema & {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly extends?: string | readonly string[]
}

/** A schema that extends another one, or the first of some, has its members by a reference to it. */
function withBase(id: string, schema: ObjectSchema, schemas: ReadonlyMap<string, ObjectSchema>): JsonSchema {
  const { extends: bases, properties = {}, required = [], type, ...others } = schema
  if (bases === undefined) return schema
  const baseId = [bases].flat().find((each) => hasMembersOf(schema, schemas.get(each)))
  if (baseId === undefined) throw new Error(`the schema ${id} does not have every member of ${String(bases)}`)
  const inherited = schemas.get(baseId)?.properties ?? {}
  const own = required.filter((name) => !(name in inherited))
  return {
    ...others,
    allOf: [
      { $ref: `#/components/schemas/${baseId}` },
      {
        type,
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in inherited))),
        ...(own.length > 0 && { required: own }),
      },
    ],
  }
}

function hasMembersOf(
  { properties = {}, required = [] }: ObjectSchema,
  base: ObjectSchema | undefined,
): boolean {
  const inherited = Object.entries(base?.properties ?? {})
  return (
    inherited.length > 0 &&
    inherited.every(([name, member]) => JSON.stringify(member) === JSON.stringify(properties[name])) &&
    (base?.required ?? []).every((name) => required.includes(name))
  )
}

/** Local definitions become components: every reference of zod's to one is rewritten. */
function pointAtComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointAtComponents)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string'
        ? [key, member.replace(/^#\/\$defs\//, '#/components/schemas/')]
        : [key, pointAtComponents(member)],
    ),
  )
}
