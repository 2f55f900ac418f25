import { SpoolId } from '@outturn/agreement'
import { Refusal } from '@outturn/contracts'
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
  ['another choice', z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  ['a member that is left out', z.string(), undefined, 'is required'],
])('%s is refused in words', (_, schema, value, words) => {
  const message = messageOf(schema, value)
  expect(message).toMatch(/^value: /)
  expect(message).toContain(words)
})
