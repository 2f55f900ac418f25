import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routeTable } from '../../routes/route-table.ts'
import { partsOf, stopEarly } from './stop-early.ts'
import { noAssets } from '../../testing/no-assets.ts'

/** A schema that every value but `right` is wrong by, and how many values it was asked about. */
function counting() {
  const asked = { count: 0 }
  const item = z.custom<string>((value) => {
    asked.count += 1
    return value === 'right'
  })
  return { asked, item }
}

const wrong = (count: number) => Array.from({ length: count }, () => 1)
const members = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, value]))

describe('of a hundred thousand wrong values only the first ones are looked at', () => {
  const { asked, item } = counting()
  test.each<[string, z.ZodType, unknown]>([
    ['in a list', z.array(item), wrong(100_000)],
    ['in a list with a limit', z.array(item).min(1).max(100_000), wrong(100_000)],
    ['in a map', z.record(z.string(), item), members(100_000, 1)],
    ['in a list of a list', z.array(z.array(item)), wrong(1_000).map(() => wrong(100))],
    [
      'in a member that may be missing',
      z.strictObject({ a: z.array(item).optional() }),
      { a: wrong(100_000) },
    ],
    ['in a form of two', z.union([z.string(), z.array(item)]), wrong(100_000)],
  ])('%s', (_, schema, value) => {
    stopEarly(schema)
    // The schema library replaces the readers of its own at the first value.
    for (const _time of [1, 2]) {
      asked.count = 0
      expect(schema.safeParse(value).success).toBe(false)
      expect(asked.count).toBeLessThanOrEqual(100)
      expect(asked.count).toBeGreaterThan(0)
    }
  })

  test('and none of a list that is too long', () => {
    const schema = z.array(item).max(99_999)
    stopEarly(schema)
    asked.count = 0
    expect(schema.safeParse(wrong(100_000)).error?.issues).toMatchObject([{ code: 'too_big' }])
    expect(asked.count).toBe(0)
  })
})

test('a problem is named by its place in the whole list', () => {
  const schema = z.array(z.strictObject({ a: z.array(z.string()) }))
  stopEarly(schema)
  const value = Array.from({ length: 40 }, (_, index) => ({
    a: Array.from({ length: 30 }, (__, inner) => (index === 33 && inner === 21 ? 1 : 'x')),
  }))
  expect(schema.safeParse(value).error?.issues.map(({ path }) => path)).toEqual([[33, 'a', 21]])
})

test('what is right is read as it was without', () => {
  const make = () =>
    z.strictObject({
      list: z.array(z.string().default('none')).min(35),
      map: z.record(z.string().max(9), z.string().optional()),
    })
  const schema = make()
  stopEarly(schema)
  const value = {
    list: Array.from({ length: 35 }, (_, index) => (index % 2 === 0 ? 'x' : undefined)),
    map: members(35, 'y'),
  }
  expect(schema.parse(value)).toEqual(make().parse(value))
  expect(schema.safeParse({ ...value, list: wrong(34) }).error?.issues[0]).toMatchObject({
    code: 'invalid_type',
  })
  expect(schema.safeParse({ ...value, list: value.list.slice(1) }).error?.issues).toMatchObject([
    { code: 'too_small', path: ['list'] },
  ])
})

/** Kinds of schema that are lists or maps here, have their parts where these are looked for, or have none. */
const knownKinds = [
  ...['array', 'boolean', 'custom', 'default', 'enum', 'literal', 'never', 'nullable', 'number', 'object'],
  ...['optional', 'pipe', 'record', 'string', 'transform', 'union', 'unknown'],
]

test('no body or query has a part in which problems could be found without end', () => {
  const routes = routeTable('outturn', noAssets)
  const kinds = new Set<string>()
  const seen = new Set<z.core.$ZodType>()
  const visit = (schema: z.core.$ZodType): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    kinds.add(schema._zod.def.type)
    for (const part of partsOf(schema)) visit(part)
  }
  for (const { body, query } of routes)
    for (const schema of [body, query]) if (schema !== undefined) visit(schema)
  expect(seen.size).toBeGreaterThan(100)
  expect([...kinds].filter((kind) => !knownKinds.includes(kind))).toEqual([])
})
