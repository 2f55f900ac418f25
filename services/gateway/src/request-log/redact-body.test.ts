import { verifyDelivery } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { caller, entryOf } from '../testing/request-entry.ts'
import { redactBody } from './redact-body.ts'
import { toRow } from './to-row.ts'

const verifyBody = verifyDelivery.http?.body as z.ZodType
const redact = (value: unknown, schema: z.ZodType = verifyBody) =>
  redactBody(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), schema).shown
const deps = { hash: (text: string) => text }

test('names of the schema, numbers, words and ids stay; texts are their lengths, and evidence its size', () => {
  expect(
    redact({
      conditions: [
        { description: 'four rows', deterministic_check: { checker: 'row_count', expected: 4 } },
        'all have an email',
      ],
      max_amount_cents: 500,
      unit_nam: 'lead',
      evidence: { rows: [{ email: 'a@example.com' }, { email: 'b@example.com' }] },
    }),
  ).toEqual({
    conditions: [
      {
        description: { $redacted: 'text', length: 9 },
        deterministic_check: { checker: 'row_count', expected: 4 },
      },
      { $redacted: 'text', length: 17 },
    ],
    max_amount_cents: 500,
    evidence: { rows: { $redacted: 'list', items: 2 } },
    $unknown: { $redacted: 'members', members: 1, bytes: 6 },
  })
})

test('a text in the place of an id, a word or a number is a text', () => {
  const schema = z.object({ kind: z.enum(['a', 'b']), cents: z.int(), list: z.array(z.string()) })
  expect(redact({ kind: 'c', cents: 'Hunter2', list: 'x' }, schema)).toEqual({
    kind: { $redacted: 'text', length: 1 },
    cents: { $redacted: 'text', length: 7 },
    list: { $redacted: 'text', length: 1 },
  })
})

test('a body that is not JSON is its length and where it breaks', () => {
  expect(redact('{"a": "secret", }')).toEqual({ $redacted: 'invalid_json', bytes: 17, position: 16 })
})

test('a long list is its length, and a body that stays long is kept less deep', () => {
  expect(redact({ conditions: Array(21).fill('x') })).toEqual({
    conditions: { $redacted: 'list', items: 21 },
  })
  const condition = {
    description: 'x',
    deterministic_check: { checker: 'row_count', expected: 123_456_789 },
    requires_human: true,
  }
  const schema = z.object({ deep: z.array(z.array(verifyBody)) })
  const twenty = <T>(item: T) => Array.from({ length: 20 }, () => item)
  const wide = { deep: twenty(twenty({ conditions: twenty(condition) })) }
  expect(Buffer.byteLength(JSON.stringify(redact(wide, schema)))).toBeLessThanOrEqual(8_192)
})

test('of a message that may quote what is not at hand only the code is kept', () => {
  const row = toRow(entryOf({ isBodyGone: true, bodyBytes: 400_000 }), caller, deps)
  expect([row.code, row.field, row.body_bytes]).toEqual(['validation_failed', null, 400_000])
  expect(row.error).toContain('not kept')
  const large = toRow(entryOf({ body: Buffer.alloc(300_000, 'x') }), caller, deps)
  expect(large.error).toContain('not kept')
  expect(large.body).toContain('sha256')
})
