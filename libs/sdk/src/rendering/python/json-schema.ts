import type { Schema } from '../api-document.ts'

/** The name of the component that a schema refers to. */
export function componentOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** The schemas of which a value meets one; none for a schema of one form. */
export function alternativesOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return anyOf ?? oneOf ?? []
}

/** The members of an object: its own, and those of the objects that it is made of. */
export interface Members {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

/** Whether a schema is of an object with named members. */
export function isObject({ properties, allOf }: Schema): boolean {
  return properties !== undefined || allOf !== undefined
}

/** The components that an object is made of, and the members that it has besides. */
export function ownMembers({ properties = {}, required = [], allOf = [] }: Schema): Members & {
  readonly bases: readonly string[]
} {
  const inline = allOf.filter(({ $ref }) => $ref === undefined).map(ownMembers)
  return {
    bases: [...allOf.flatMap((one) => componentOf(one) ?? []), ...inline.flatMap(({ bases }) => bases)],
    properties: Object.assign(
      {},
      properties,
      ...inline.map((one) => one.properties),
    ) as Members['properties'],
    required: [...required, ...inline.flatMap((one) => one.required)],
  }
}

/** All members of an object, with those of its components; undefined for what is no object. */
export function allMembers(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
): Members | undefined {
  const found = components[componentOf(schema) ?? ''] ?? schema
  if (!isObject(found)) return undefined
  const { bases, properties, required } = ownMembers(found)
  const inherited = bases.flatMap((base) => allMembers(components[base] ?? {}, components) ?? [])
  return {
    properties: Object.assign(
      {},
      ...inherited.map((one) => one.properties),
      properties,
    ) as Members['properties'],
    required: [...inherited.flatMap((one) => one.required), ...required],
  }
}

/** Every schema that a schema has inside, itself first; references are not followed. */
export function* schemasIn(schema: Schema): Generator<Schema> {
  yield schema
  const { items, properties = {}, additionalProperties, allOf = [] } = schema
  const inner = [
    ...allOf,
    ...alternativesOf(schema),
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
  for (const one of inner) yield* schemasIn(one)
}
