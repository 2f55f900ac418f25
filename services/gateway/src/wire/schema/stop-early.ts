import type { z } from 'zod'

/** Problems that a refusal tells of. A list or map is looked at no further when it has as many. */
export const mostProblems = 10

/** Items of a list, or members of a map, that are looked at before their problems are counted. */
const pieceSize = 10

type Schema = z.core.$ZodType
type Payload = z.core.ParsePayload
type Parse = (payload: Payload, context: z.core.ParseContextInternal) => Payload

const stopping = new WeakSet<Schema>()

/**
 * Makes every list and map of a schema, at any depth, stop at its tenth problem, so that a million wrong items cost no more
 * than ten. What is right is read as before.
 */
export function stopEarly(schema: Schema): void {
  if (stopping.has(schema)) return
  stopping.add(schema)
  const def = definitionOf(schema)
  if (def.type === 'array') replaceParse(schema, (parse) => readListBy(parse, longestList(schema)))
  // The members of a map of anything have no problems to count.
  if (def.type === 'record' && def.valueType?._zod.def.type !== 'unknown') replaceParse(schema, readMapBy)
  for (const part of partsOf(schema)) stopEarly(part)
}

type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly options?: readonly Schema[]
  readonly checks?: readonly z.core.$ZodCheck[]
} & Readonly<Partial<Record<(typeof singleParts)[number], Schema>>>

const singleParts = ['element', 'innerType', 'keyType', 'valueType', 'catchall', 'in', 'out'] as const

function definitionOf(schema: Schema): Definition {
  return schema._zod.def
}

const knownParts = new WeakMap<Schema, readonly Schema[]>()

/** The schemas that a schema is made of. */
export function partsOf(schema: Schema): readonly Schema[] {
  const known = knownParts.get(schema)
  if (known !== undefined) return known
  const def = definitionOf(schema)
  const single = singleParts.flatMap((name) => def[name] ?? [])
  const parts = [...Object.values(def.shape ?? {}), ...(def.options ?? []), ...single]
  knownParts.set(schema, parts)
  return parts
}

/** Puts a parse around that of a schema, and around every other that the library sets later in its place. */
function replaceParse(schema: Schema, around: (parse: Parse) => Parse): void {
  const internals = schema._zod as unknown as { parse: Parse; run: Parse }
  const isRunByParse = internals.run === internals.parse
  let inner = internals.parse
  const parse = around((payload, context) => inner(payload, context))
  Object.defineProperty(internals, 'parse', {
    get: () => parse,
    set: (next: Parse) => {
      inner = next
    },
  })
  if (isRunByParse) internals.run = parse
}

function readListBy(parse: Parse, longest: number): Parse {
  return (payload, context) => {
    const list: unknown = payload.value
    // One that is too long is refused for its length, before an item is looked at.
    if (!Array.isArray(list) || list.length <= pieceSize || list.length > longest)
      return parse(payload, context)
    const items: unknown[] = []
    for (let start = 0; start < list.length; start += pieceSize) {
      const piece = parse({ value: list.slice(start, start + pieceSize), issues: [] }, context)
      for (const issue of piece.issues) {
        const [index, ...rest] = issue.path ?? []
        payload.issues.push({ ...issue, path: [Number(index) + start, ...rest] })
      }
      if (payload.issues.length >= mostProblems) return payload
      items.push(...(piece.value as unknown[]))
    }
    payload.value = items
    return payload
  }
}

function readMapBy(parse: Parse): Parse {
  return (payload, context) => {
    const map: unknown = payload.value
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return parse(payload, context)
    const keys = Object.keys(map)
    if (keys.length <= pieceSize) return parse(payload, context)
    const members: Record<string, unknown> = {}
    for (let start = 0; start < keys.length; start += pieceSize) {
      const some = keys.slice(start, start + pieceSize)
      const value = Object.fromEntries(some.map((key) => [key, (map as Record<string, unknown>)[key]]))
      const piece = parse({ value, issues: [] }, context)
      payload.issues.push(...piece.issues)
      if (payload.issues.length >= mostProblems) return payload
      Object.assign(members, piece.value)
    }
    payload.value = members
    return payload
  }
}

/** Most items that the checks of a list let through. */
export function longestList(schema: Schema): number {
  const { checks = [] } = definitionOf(schema)
  const limits = checks.map(({ _zod: { def } }) => {
    if (def.check === 'max_length') return (def as z.core.$ZodCheckMaxLengthDef).maximum
    if (def.check === 'length_equals') return (def as z.core.$ZodCheckLengthEqualsDef).length
    return Number.POSITIVE_INFINITY
  })
  return Math.min(Number.POSITIVE_INFINITY, ...limits)
}
