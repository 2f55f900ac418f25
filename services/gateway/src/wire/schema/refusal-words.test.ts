import { ConditionInput, SpoolId } from '@outturn/agreement'
import { issueWords, JsonRows, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkedInput } from './checked-input.ts'

function messageOf(schema: z.ZodType, value: unknown): string {
  try {
    checkedInput(z.strictObject({ value: schema }), { value })
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  throw new Error('the value was accepted')
}

test.each<[string, z.ZodType, unknown, string]>([
  ['a time without its offset', z.iso.datetime({ offset: true }), '2026-01-31T17:00:00', 'offset'],
  ['a long text', z.string().max(3), 'four', 'must have at most 3 characters'],
  ['a short text', z.string().min(1), '', 'must have at least 1 character'],
  ['a long list', z.array(z.int()).max(1), [1, 2], 'must have at most 1 item'],
  ['a list of another length', z.array(z.int()).length(2), [1], 'must have exactly 2 items'],
  ['a large number', z.int().max(5), 6, 'must be at most 5; 6 was sent'],
  ['a small number', z.int().min(1), 0, 'must be at least 1'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['an id of another form', SpoolId, 'spl_1', 'must be "spl_" and 24 lower-case hexadecimal digits'],
  ['another currency', z.string().regex(/^[A-Z]{3}$/), 'usd', 'must be 3 capital letters'],
  ['a text of an irregular form', z.string().regex(/^(?:a|b)+$/), 'c', 'described in /openapi.json'],
  ['what is no web address', z.url(), 'example', 'must be a web address'],
  ['a choice that is left out', z.enum(['a', 'b']), undefined, 'is required: one of a, b'],
  ['another choice', z.enum(['a', 'b']), 'c', 'must be one of a, b; "c" was sent'],
  ['a list for a choice', z.enum(['a', 'b']), ['a'], 'must be one of a, b; a list was sent'],
  ['one text for a list', z.array(z.string()), 'email', 'send a list, such as ["email"]'],
  ['an object as text', z.strictObject({ a: z.int() }), '{"a":1}', 'send the object itself'],
  ['wrapped rows', JsonRows, { data: [{ a: 1 }] }, 'member "data" is such a list: send that list'],
  ['rows as text', JsonRows, '[{}]', 'a text was sent; send the list itself'],
  ['a row that is a list', JsonRows, [['a']], 'and a list was sent'],
  [
    'a check by its name',
    ConditionInput.shape.deterministic_check,
    'completeness',
    'an object such as {"checker"',
  ],
  ['a member that is left out', z.string(), undefined, 'is required'],
  ['a list for a map', z.record(z.string(), z.string()), [1], 'must be an object, and a list was sent'],
  ['a map for a list', z.array(z.int()), { a: 1 }, 'must be a list, and an object was sent'],
  ['a list as text', z.array(z.int()), '[1]', 'send the list itself'],
  ['null for a text', z.string(), null, 'must be a text, and null was sent'],
  ['a number for a text', z.string(), 4, 'must be a text, and a number was sent'],
  ['a text for a number', z.int(), '4', 'must be a number, and a text was sent; send 4 without quotes'],
  ['a text for a truth value', z.boolean(), 'yes', 'must be true or false, and a text was sent'],
  ['another step', z.number().multipleOf(5), 4, 'must be a multiple of 5'],
  ['a map with a wrong name', z.record(z.string().max(1), z.int()), { ab: 1 }, 'name that is not taken'],
  ['what is never taken', z.never(), 1, 'must be of another type'],
  ['a set that is too large', z.set(z.int()).max(1), new Set([1, 2]), 'must have at most 1 item'],
  ['a tuple that is too long', z.tuple([z.int()]), [1, 2], 'must have at most 1 item'],
  [
    'no form of a union',
    z.union([z.string(), z.array(z.int())]),
    4,
    'must be a text or a list, and a number was sent',
  ],
])('%s is refused in words', (_, schema, value, words) => {
  const message = messageOf(schema, value)
  expect(message).toMatch(/^value(?:\.\w+|\[0\])?: /)
  expect(message).toContain(words)
})

test('no text of the schema library reaches a caller, whatever is sent for whatever is agreed', () => {
  const kinds = [
    z.string(),
    z.string().max(1),
    z.string().regex(/^a/),
    z.email(),
    z.uuid(),
    z.iso.date(),
    z.url(),
    z.base64(),
    z.number().min(3),
    z.int(),
    z.bigint(),
    z.boolean(),
    z.null(),
    z.never(),
    z.nan(),
    z.date(),
    z.array(z.int()).max(1),
    z.tuple([z.int()]),
    z.record(z.string().max(1), z.int()),
    z.map(z.string(), z.int()),
    z.set(z.int()).min(2),
    z.strictObject({ a: z.int() }),
    z.enum(['a']),
    z.literal(['a', 1]),
    z.union([z.string(), z.int()]),
    z.discriminatedUnion('k', [z.strictObject({ k: z.literal('a') })]),
    z.intersection(z.string(), z.int()),
    z.custom((value) => value === 9),
    z.string().refine(() => false),
    z.templateLiteral(['a', z.int()]),
  ] as const
  const values = [
    undefined,
    null,
    1,
    2.5,
    Number.NaN,
    'x',
    'abc',
    true,
    [],
    [1, 2],
    ['a'],
    {},
    { a: 'b' },
    { ab: 1 },
    { k: 'z' },
    new Map([['a', 'b']]),
    new Set([1]),
  ]
  for (const schema of kinds) {
    for (const value of values) {
      const found = schema.safeParse(value, { error: issueWords })
      for (const { message } of found.error?.issues ?? [])
        expect(message).not.toMatch(/expected|received|invalid/i)
    }
  }
})
