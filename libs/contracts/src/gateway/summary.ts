import { z } from 'zod'

/** What a summary leaves out of a member of this name, wherever it stands at the top of an answer or of an item of its `data`. */
export type Shortening =
  /** One member of an object. */
  | { readonly without: string }
  /** One member of each item of a list. */
  | { readonly eachWithout: string }
  /** All items of a list but the first ones. */
  | { readonly first: number }

/** The parts of answers that can be long. */
export const shortenings: Readonly<Record<string, Shortening>> = {
  receipt: { without: 'unit_results' },
  terms: { eachWithout: 'text' },
  evidence: { eachWithout: 'metadata' },
  rejections: { first: 5 },
}

const leftOut = z
  .array(z.string())
  .optional()
  .meta({
    description: 'Parts that the summary leaves out; absent if it leaves out nothing.',
    examples: [['receipt.unit_results']],
  })

/** The schema of a summary of what this schema describes: its long parts may be missing, and `left_out` names them. */
export function summarySchema(full: z.ZodType): z.ZodType {
  if (full instanceof z.ZodUnion) return z.union(full.options.map((each) => summarySchema(each as z.ZodType)))
  if (!(full instanceof z.ZodObject)) return full
  const short = inside(shortened(full), 'data', (items) => onItems(items, summarySchema)) as z.ZodObject
  const withNames = short.extend({ left_out: leftOut })
  const { id, extends: base } = full.meta() ?? {}
  if (id === undefined) return withNames
  const bases = short === full ? [id] : typeof base === 'string' ? [`${base}Summary`, base] : undefined
  return withNames.meta({ id: `${id}Summary`, ...(bases !== undefined && { extends: bases }) })
}

/** An object with the members of `shortenings` as a summary has them. */
function shortened(full: z.ZodType): z.ZodType {
  return Object.entries(shortenings).reduce(
    (schema, [name, shortening]) =>
      inside(schema, name, (member) => {
        if ('without' in shortening) return withOptional(member, shortening.without)
        if ('eachWithout' in shortening) {
          return onItems(member, (item) => withOptional(item, shortening.eachWithout))
        }
        return member
      }),
    full,
  )
}

/** The object with one of its members changed; as it is where it has no such member, or where nothing changes. */
function inside(schema: z.ZodType, name: string, change: (member: z.ZodType) => z.ZodType): z.ZodType {
  return unwrapped(schema, (object) => {
    if (!(object instanceof z.ZodObject)) return object
    const member = (object.shape as Readonly<Record<string, z.ZodType>>)[name]
    const changed = member === undefined ? undefined : change(member)
    if (member === undefined || changed === undefined || changed === member) return object
    return object.extend({ [name]: describedAs(changed, member) })
  })
}

function onItems(schema: z.ZodType, change: (item: z.ZodType) => z.ZodType): z.ZodType {
  return unwrapped(schema, (list) => {
    if (!(list instanceof z.ZodArray)) return list
    const item = list.element as z.ZodType
    const changed = change(item)
    return changed === item ? list : z.array(changed)
  })
}

function withOptional(schema: z.ZodType, name: string): z.ZodType {
  return inside(schema, name, (member) => (member instanceof z.ZodOptional ? member : z.optional(member)))
}

/** Changes what is inside of null and absence, which stay possible. */
function unwrapped(schema: z.ZodType, change: (inner: z.ZodType) => z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = schema.unwrap() as z.ZodType
    const changed = unwrapped(inner, change)
    if (changed === inner) return schema
    return schema instanceof z.ZodNullable ? z.nullable(changed) : z.optional(changed)
  }
  return change(schema)
}

function describedAs(schema: z.ZodType, original: z.ZodType): z.ZodType {
  const { id: _, ...words } = original.meta() ?? {}
  return Object.keys(words).length === 0 ? schema : schema.meta(words)
}
