import type { z } from 'zod'
import { longestList, partsOf } from './stop-early.ts'

type Schema = z.core.$ZodType

const takesNull = new WeakMap<Schema, boolean>()

/**
 * The value without the members that are null where their schema lets them be left out and gives null no meaning of its own: clients
 * that fill in every member send null for those that they leave out. The same value where there is none.
 */
export function withoutAbsentMembers(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return listWithout(schema, value)
  const { shape } = schema._zod.def as { shape?: Readonly<Record<string, Schema>> }
  if (shape === undefined) {
    return partsWithin(schema).reduce<unknown>((left, part) => withoutAbsentMembers(part, left), value)
  }
  let isChanged = false
  const members = Object.entries(value).flatMap(([name, member]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field === undefined) return [[name, member] as const]
    if (member === null && field._zod.optin !== undefined && !isNullTaken(field)) {
      isChanged = true
      return []
    }
    const kept = withoutAbsentMembers(field, member)
    isChanged ||= kept !== member
    return [[name, kept] as const]
  })
  return isChanged ? Object.fromEntries(members) : value
}

function listWithout(schema: Schema, list: readonly unknown[]): unknown {
  const { element } = schema._zod.def as { element?: Schema }
  if (element === undefined) {
    return partsWithin(schema).reduce<unknown>((left, part) => withoutAbsentMembers(part, left), list)
  }
  // One that is too long is refused for its length, whatever its items are.
  if (list.length > longestList(schema)) return list
  const kept = list.map((item) => withoutAbsentMembers(element, item))
  return kept.some((item, index) => item !== list[index]) ? kept : list
}

/** What the schema of a whole value is made of: its alternatives, or what it wraps. The members of a map have no names to leave out. */
function partsWithin(schema: Schema): readonly Schema[] {
  return schema._zod.def.type === 'record' ? [] : partsOf(schema)
}

function isNullTaken(schema: Schema): boolean {
  const known = takesNull.get(schema)
  if (known !== undefined) return known
  const isTaken = (schema as z.ZodType).safeParse(null).success
  takesNull.set(schema, isTaken)
  return isTaken
}
