import { isJson, type Json } from './tool.ts'

/** A schema of any JSON value: some hosts take neither a list of types nor a schema without one. */
export const anyJson = {
  anyOf: ['object', 'array', 'string', 'number', 'boolean', 'null'].map((type) => ({ type })),
}

/** Members that say something about a value without narrowing it. */
const annotations = new Set(['title', 'description', 'examples', 'default', 'deprecated'])

/** Members whose values are schemas by name, a list of schemas, and one schema. */
const named = new Set(['properties', 'patternProperties', '$defs'])
const listed = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const single = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])

/** The same schema in the words that every host reads: a value that may be anything is spelled out, and so is each of several types. */
export function portableSchema({ type, ...members }: Json): Json {
  if (Array.isArray(type)) return portableSchema({ ...members, anyOf: type.map((each) => ({ type: each })) })
  const schema: Json = type === undefined ? members : { type, ...members }
  const portable = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, portableMember(name, value)]),
  )
  const isFree = Object.keys(schema).every((name) => annotations.has(name))
  return isFree ? { ...portable, ...anyJson } : portable
}

function portableMember(name: string, value: unknown): unknown {
  if (named.has(name) && isJson(value)) {
    return Object.fromEntries(Object.entries(value).map(([each, schema]) => [each, portableValue(schema)]))
  }
  if (listed.has(name) && Array.isArray(value)) return value.map(portableValue)
  // Further members of any kind are what hosts assume anyway.
  if (name === 'additionalProperties' && isJson(value) && Object.keys(value).length === 0) return true
  return single.has(name) ? portableValue(value) : value
}

function portableValue(value: unknown): unknown {
  return isJson(value) ? portableSchema(value) : value
}
