import { logMarks } from '@outturn/agreement'
import { isJsonObject, type JsonValue, parseStrictJson, StrictJsonError } from '@outturn/canonical'
import { z } from 'zod'

/** In the place of what is not kept: its kind, and how much there was of it. */
export type Redaction = { readonly $redacted: string; readonly [size: string]: number | string }
export type RedactedValue =
  | Redaction
  | string
  | number
  | boolean
  | null
  | readonly RedactedValue[]
  | { readonly [member: string]: RedactedValue }

/** A body as the log keeps it, and the texts that it leaves out, which an error message may quote. */
export type RedactedBody = { readonly shown: RedactedValue; readonly texts: readonly string[] }

const maxDepth = 12
const maxItems = 20
const maxShownBytes = 8 * 1_024
/** Further texts are not compared with the error message, which is then left out. */
export const maxTexts = 2_000

/**
 * A request body with nothing in it that its schema does not allow: names of the schema, numbers, booleans, the words of enumerations and
 * strings with a mark of `logMarks` that have the form they declare.
 */
export function redactBody(bytes: Uint8Array, schema: z.ZodType | undefined): RedactedBody {
  let value: JsonValue
  try {
    value = parseStrictJson(bytes)
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    const shown = { $redacted: 'invalid_json', bytes: bytes.length, position: error.position }
    return { shown, texts: textsOfBroken(bytes) }
  }
  const texts: string[] = []
  const schemas = schema === undefined ? nothing : leavesOf(schema)
  collectTexts(value, schemas, texts)
  for (const depth of [maxDepth, 6, 4, 2, 1]) {
    const shown = redacted(value, schemas, depth)
    if (Buffer.byteLength(JSON.stringify(shown)) <= maxShownBytes) return { shown, texts }
  }
  return { shown: { $redacted: 'body', bytes: bytes.length }, texts }
}

const quoted = /"((?:[^"\\]|\\.)*)"?/gs

/** What stands in quotes in a text that is not JSON. */
function textsOfBroken(bytes: Uint8Array): string[] {
  const texts: string[] = []
  for (const [, text = ''] of Buffer.from(bytes).toString('utf8').matchAll(quoted)) {
    texts.push(text)
    if (texts.length > maxTexts) break
  }
  return texts
}

/** Every string that is not kept, and every name that the schema does not have: what a message could quote of a body. */
function collectTexts(value: JsonValue, schemas: readonly z.ZodType[], texts: string[]): void {
  if (texts.length > maxTexts) return
  if (typeof value === 'string') {
    if (!schemas.some((schema) => isPlain(schema, value))) texts.push(value)
  } else if (Array.isArray(value)) {
    const items = itemsOf(schemas)
    for (const each of value) collectTexts(each, items, texts)
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const declared = membersOf(schemas, name)
      if (declared.length === 0) texts.push(name)
      collectTexts(member, declared, texts)
    }
  }
}

/** What these schemas together declare of the inside of a value. */
type Declared = {
  readonly items: readonly z.ZodType[]
  readonly members: ReadonlyMap<string, readonly z.ZodType[]>
  readonly isObject: boolean
  readonly isNumber: boolean
}

const nothing: readonly z.ZodType[] = []
// Most requests come to the same few schemas, and asking a schema for its kind takes longer than all else here.
const declarations = new WeakMap<readonly z.ZodType[], Declared>()

function declaredBy(schemas: readonly z.ZodType[]): Declared {
  const before = declarations.get(schemas)
  if (before !== undefined) return before
  const objects = schemas.filter((schema) => schema instanceof z.ZodObject)
  const members = new Map<string, readonly z.ZodType[]>()
  for (const { shape } of objects) {
    for (const [name, schema] of Object.entries(shape)) {
      members.set(name, [...(members.get(name) ?? []), ...leavesOf(schema as z.ZodType)])
    }
  }
  const declared = {
    items: schemas.flatMap((schema) =>
      schema instanceof z.ZodArray ? leavesOf(schema.element as z.ZodType) : [],
    ),
    members,
    isObject: objects.length > 0,
    isNumber: schemas.some(isNumeric),
  }
  declarations.set(schemas, declared)
  return declared
}

function itemsOf(schemas: readonly z.ZodType[]): readonly z.ZodType[] {
  return declaredBy(schemas).items
}

function membersOf(schemas: readonly z.ZodType[], name: string): readonly z.ZodType[] {
  return declaredBy(schemas).members.get(name) ?? nothing
}

function redacted(value: JsonValue, schemas: readonly z.ZodType[], depth: number): RedactedValue {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    return declaredBy(schemas).isNumber ? value : { $redacted: 'number' }
  }
  if (typeof value === 'string') {
    return schemas.some((schema) => isPlain(schema, value))
      ? value
      : { $redacted: 'text', length: value.length }
  }
  if (Array.isArray(value)) return redactedList(value, schemas, depth)
  return isJsonObject(value) ? redactedObject(value, schemas, depth) : { $redacted: 'number' }
}

function redactedList(
  value: readonly JsonValue[],
  schemas: readonly z.ZodType[],
  depth: number,
): RedactedValue {
  if (value.length === 0) return []
  if (depth === 0 || value.length > maxItems) return { $redacted: 'list', items: value.length }
  const items = itemsOf(schemas)
  if (items.length === 0) return { $redacted: 'list', items: value.length }
  return value.map((each) => redacted(each, items, depth - 1))
}

function redactedObject(
  value: { readonly [name: string]: JsonValue },
  schemas: readonly z.ZodType[],
  depth: number,
): RedactedValue {
  const names = Object.keys(value)
  if (depth === 0 || !declaredBy(schemas).isObject) return { $redacted: 'object', members: names.length }
  const shown: Record<string, RedactedValue> = {}
  let unknown = 0
  let unknownBytes = 0
  for (const [name, member] of Object.entries(value)) {
    const declared = membersOf(schemas, name)
    if (declared.length > 0) shown[name] = redacted(member, declared, depth - 1)
    else {
      unknown += 1
      unknownBytes += Buffer.byteLength(JSON.stringify(member))
    }
  }
  if (unknown > 0) {
    shown['$unknown'] = { $redacted: 'members', members: unknown, bytes: unknownBytes }
  }
  return shown
}

function isNumeric(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBigInt ||
    (schema instanceof z.ZodLiteral && [...schema.values].some((each) => typeof each === 'number'))
  )
}

/** Whether the schema declares a string to be kept, and the string has the form that it declares. */
function isPlain(schema: z.ZodType, value: string): boolean {
  if (schema instanceof z.ZodEnum) return schema.options.includes(value)
  if (schema instanceof z.ZodLiteral) return schema.values.has(value)
  return logMarks.get(schema)?.log === 'plain' && schema.safeParse(value).success
}

const known = new WeakMap<z.ZodType, readonly z.ZodType[]>()

/** The schemas that a value can be of once what surrounds and unites them is taken away. */
export function leavesOf(schema: z.ZodType): readonly z.ZodType[] {
  const before = known.get(schema)
  if (before !== undefined) return before
  // A schema that leads back to itself has no leaves of its own there.
  known.set(schema, [])
  const leaves = innerOf(schema)?.flatMap(leavesOf) ?? [schema]
  known.set(schema, leaves)
  return leaves
}

function innerOf(schema: z.ZodType): readonly z.ZodType[] | null {
  if (logMarks.get(schema) !== undefined) return null
  if (schema instanceof z.ZodUnion) return schema.options as readonly z.ZodType[]
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right] as z.ZodType[]
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out] as z.ZodType[]
  if (schema instanceof z.ZodLazy) return [schema.unwrap() as z.ZodType]
  const { innerType } = schema.def as { innerType?: z.ZodType }
  return innerType === undefined ? null : [innerType]
}
