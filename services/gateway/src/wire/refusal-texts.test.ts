import { errorCodes } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routeTable } from '../routes/route-table.ts'
import { checkedInput } from './schema/checked-input.ts'
import { noAssets } from '../testing/no-assets.ts'

const routes = routeTable('outturn', noAssets)
const inputs = routes.flatMap(({ operationId, body, query }) =>
  [body, query].flatMap((schema) => (schema === undefined ? [] : [{ operationId, schema }])),
)

type Definition = {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: readonly z.ZodType[]
}

/** A schema and all that it is made of. */
function partsOf(schema: z.ZodType, seen = new Set<z.ZodType>()): Set<z.ZodType> {
  if (seen.has(schema)) return seen
  seen.add(schema)
  const {
    shape = {},
    element,
    innerType,
    valueType,
    in: inner,
    out,
    options = [],
  } = schema._zod.def as Definition
  for (const part of [...Object.values(shape), element, innerType, valueType, inner, out, ...options]) {
    if (part !== undefined) partsOf(part, seen)
  }
  return seen
}

const wrongValues: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  1e16,
  '',
  'x',
  ' x ',
  'x'.repeat(20_000),
  [],
  [1],
  Array.from({ length: 101 }, () => 'x'),
  {},
  { unknown_key: 1 },
]

const foreign = /invalid|regex|pattern|schema|undefined|\bNaN\b|\/\^|\$\/|int32|too_(big|small)/i

/** Error codes, which are told by their names. */
const codeNames = new RegExp(`\\b(${Object.keys(errorCodes).join('|')})\\b`, 'g')

test.each(inputs)('no text of $operationId shows a pattern or the words of a program', ({ schema }) => {
  const bad = new Set<string>()
  for (const part of partsOf(schema)) {
    const holder = z.strictObject({ field: part })
    for (const value of wrongValues) {
      // Null is as if the member were left out.
      if (value === null && part._zod.optin !== undefined) continue
      if (holder.safeParse({ field: value }).success) continue
      const { message, options } = refusalOf(() => checkedInput(holder, { field: value }))
      for (const text of [message, options.remediation ?? '']) {
        if (foreign.test(text.replaceAll(codeNames, ''))) bad.add(text)
      }
      if (!/^field(\.|\[| |:|$)/.test(message)) bad.add(message)
    }
  }
  expect([...bad]).toEqual([])
})
