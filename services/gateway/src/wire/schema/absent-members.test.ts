import { expect, test } from 'vitest'
import { z } from 'zod'
import { allServed, OneCallRequest } from '@outturn/contracts'
import { withoutAbsentMembers } from './absent-members.ts'
import { checkedInput } from './checked-input.ts'
import { partsOf } from './stop-early.ts'

type Schema = z.core.$ZodType

/** The value with null for every member that its schema lets be left out and that is not there. */
function withNulls(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { shape, element } = schema._zod.def as { shape?: Record<string, Schema>; element?: Schema }
  if (Array.isArray(value)) {
    return element === undefined
      ? partsOf(schema).reduce<unknown>((all, part) => withNulls(part, all), value)
      : value.map((item) => withNulls(element, item))
  }
  if (shape === undefined) {
    const parts = partsOf(schema)
    if (schema._zod.def.type === 'union') {
      const fitting = parts.find((part) => (part as z.ZodType).safeParse(value).success)
      return fitting === undefined ? value : withNulls(fitting, value)
    }
    return schema._zod.def.type === 'record'
      ? value
      : parts.reduce<unknown>((all, part) => withNulls(part, all), value)
  }
  const members = Object.entries(value).map(([name, member]) => {
    const field = shape[name]
    return [name, field === undefined ? member : withNulls(field, member)]
  })
  const absent = Object.entries(shape)
    .filter(([name, field]) => !(name in value) && field._zod.optin !== undefined)
    .filter(([, field]) => !(field as z.ZodType).safeParse(null).success)
    .map(([name]) => [name, null])
  return Object.fromEntries([...members, ...absent])
}

const bodies = allServed.flatMap(({ http: { path, body, example } }) =>
  body === undefined || example === undefined ? [] : [[path, body, example as unknown] as const],
)

test('the operations with bodies are looked at', () => {
  expect(bodies.length).toBeGreaterThan(15)
})

test.each(bodies)('%s takes null for every member that may be left out', (_name, body, example) => {
  const filled = withNulls(body, example)
  expect(checkedInput(body, filled)).toEqual(checkedInput(body, example))
})

test('null stays where it means something, where the member is required, and in maps', () => {
  const schema = z.strictObject({
    closes_at: z.string().nullable().optional(),
    anything: z.unknown().optional(),
    name: z.string(),
    attributes: z.record(z.string(), z.string()).optional(),
    note: z.string().optional(),
  })
  const value = {
    closes_at: null,
    anything: null,
    name: null,
    attributes: { a: null },
    note: null,
    more: null,
  }
  const { note: _, ...rest } = value
  expect(withoutAbsentMembers(schema, value)).toEqual(rest)
  expect(() => checkedInput(schema, value)).toThrow('more: is not a known key')
  expect(() => checkedInput(schema, { name: null, note: null })).toThrow('name: ')
})

test('a request of a client that fills in every member is the request without them', () => {
  const check = { checker: 'completeness', required_fields: ['email'] }
  const request = {
    conditions: [{ description: 'As agreed', deterministic_check: check }],
    unit: { total_units: 1, unit_amount_cents: 100 },
    evidence: { rows: [{ email: null }] },
  }
  const filled = {
    ...request,
    recipe: null,
    max_amount_cents: null,
    conditions: [
      {
        description: 'As agreed',
        required: null,
        verification_method: null,
        deterministic_check: { ...check, treat_blank_as_missing: null },
        evidence_requirements: null,
      },
    ],
    unit: { ...request.unit, identity: null },
    evidence: { rows: [{ email: null }], type: null, provenance: null },
  }
  expect(checkedInput(OneCallRequest, filled)).toEqual(checkedInput(OneCallRequest, request))
})

test('a list that is longer than it may be is refused without a look at its items', () => {
  const item = z.union([z.string(), z.strictObject({ name: z.string().optional() })])
  const schema = z.strictObject({ conditions: z.array(item).max(2) })
  let looks = 0
  const watched = {
    get name() {
      looks += 1
      return null
    },
  }
  const value = { conditions: [watched, watched, watched] }
  expect(withoutAbsentMembers(schema, value)).toBe(value)
  expect(() => checkedInput(schema, value)).toThrow('conditions: must have at most 2 items')
  expect(looks).toBe(0)
})
