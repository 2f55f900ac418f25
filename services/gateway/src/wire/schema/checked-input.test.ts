import { OneCallRequest, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkedInput } from './checked-input.ts'

const rowCount = { description: 'three rows', deterministic_check: { checker: 'row_count', expected: 3 } }
const request = { conditions: [rowCount], max_amount_cents: 500, evidence: { rows: [{ a: 1 }] } }

function refusal(value: unknown, schema: z.ZodType = OneCallRequest): Refusal {
  try {
    checkedInput(schema, value)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('the value was accepted')
}

test('a valid request comes back with its defaults', () => {
  expect(checkedInput(OneCallRequest, request).evidence.type).toBe('dataset')
})

test('a missing member is named and said to be required', () => {
  const { code, status, options, message } = refusal({ ...request, evidence: undefined })
  expect([code, status, options.field]).toEqual(['validation_failed', 400, 'evidence'])
  expect(message).toBe('evidence: is required')
})

test('one of two members that is missing is named with the other', () => {
  const { options, message } = refusal({ ...request, conditions: undefined })
  expect([options.field, message]).toEqual(['conditions', 'conditions: send either conditions or recipe'])
})

test('where nothing is taken, the remediation says so', () => {
  const { field, remediation } = refusal({ x: 1 }, z.strictObject({})).options
  expect([field, remediation]).toEqual(['x', 'Leave it out: nothing is taken here.'])
})

test('a wrong parameter inside a union is named by its whole path', () => {
  const wrong = { ...rowCount, deterministic_check: { checker: 'row_count', expected: 'three' } }
  expect(refusal({ ...request, conditions: ['a text', wrong] }).options.field).toBe(
    'conditions[1].deterministic_check.expected',
  )
})

test('a union of scalars inside a checker is named too', () => {
  const check = { checker: 'http_status', url: 'https://example.com', expected: ['200'] }
  const conditions = [{ description: 'up', deterministic_check: check }]
  expect(refusal({ ...request, conditions }).options.field).toBe(
    'conditions[0].deterministic_check.expected[0]',
  )
})

test('an object where a word would do is held against the object that is meant', () => {
  const { options, message } = refusal({
    ...request,
    evidence: { rows: [{ a: 1 }], provenance: { owner: 'LeadBot' } },
  })
  expect(options.field).toBe('evidence.provenance.method')
  expect(message).toContain('is required')
  const unknown = { rows: [{ a: 1 }], provenance: { method: 'uploaded_json', ownr: 'LeadBot' } }
  expect(refusal({ ...request, evidence: unknown }).options.field).toBe('evidence.provenance.ownr')
  const word = { rows: [{ a: 1 }], provenance: 'uploaded' }
  expect(refusal({ ...request, evidence: word }).options.field).toBe('evidence.provenance')
})

test('an unknown checker lists those there are', () => {
  const conditions = [{ description: 'x', deterministic_check: { checker: 'row_counts', expected: 3 } }]
  const { options, message } = refusal({ ...request, conditions })
  expect(options.field).toBe('conditions[0].deterministic_check.checker')
  expect(message).toContain('row_count, completeness')
})

test('an unknown key is the field, and the remediation names the allowed ones and the nearest', () => {
  const { options } = refusal({ ...request, max_amount_cent: 500 })
  expect(options.field).toBe('max_amount_cent')
  expect(options.remediation).toMatch(
    /conditions, recipe, max_amount_cents, .*Did you mean max_amount_cents\?$/,
  )
})

test('an unknown key inside a union branch is found, with the keys of that branch', () => {
  const conditions = [{ ...rowCount, deterministic_check: { checker: 'row_count', expected: 3, expcted: 1 } }]
  const { options } = refusal({ ...request, conditions })
  expect(options.field).toBe('conditions[0].deterministic_check.expcted')
  expect(options.remediation).toBe('Allowed keys here: checker, expected, min, max. Did you mean expected?')
})

test('a misspelt key comes before the member that it leaves missing', () => {
  const { evidence, ...rest } = request
  const { options } = refusal({ ...rest, evidenc: evidence })
  expect(options.field).toBe('evidenc')
  expect(options.details).toEqual({
    issues: [
      { field: 'evidenc', message: 'is not a known key' },
      { field: 'evidence', message: 'is required' },
    ],
  })
})

test('a value of no branch is told which types it may have', () => {
  const { options, message } = refusal({ ...request, conditions: [7] })
  expect(options.field).toBe('conditions[0]')
  expect(message).toBe('conditions[0]: must be a text or an object, and a number was sent')
})

test('a row that is no object is named by its index', () => {
  expect(refusal({ ...request, evidence: { rows: [{}, 4] } }).options.field).toBe('evidence.rows[1]')
})

test('a body that is no object has no field', () => {
  const { options, message } = refusal(7)
  expect(options.field).toBeUndefined()
  expect(message).toBe('must be an object, and a number was sent')
})

test('odd member names are quoted in the path', () => {
  const schema = z.strictObject({ attributes: z.record(z.string(), z.string()) })
  expect(() => checkedInput(schema, { attributes: { 'a.b': 1 } })).toThrow(
    'attributes["a.b"]: must be a text, and a number was sent',
  )
})

test('at most ten problems are listed', () => {
  const schema = z.array(z.string())
  try {
    checkedInput(
      schema,
      Array.from({ length: 30 }, () => 1),
    )
  } catch (error) {
    expect((error as Refusal).options.details?.['issues']).toHaveLength(10)
  }
  expect.assertions(1)
})

test('of many unknown keys ten are named, and an answer is short whatever the length of the names', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `${'k'.repeat(200)}${index}`)
  const many = refusal(Object.fromEntries(names.map((name) => [name, 1])))
  expect(many.options.details?.['issues']).toHaveLength(10)
  const long = refusal({ ...request, ['max_amount_cents'.repeat(100_000)]: 1 })
  expect(long.options.field?.length).toBeLessThan(600)
  expect(long.options.remediation).not.toContain('Did you mean')
  expect(long.message.length + JSON.stringify(long.options).length).toBeLessThan(4_000)
})

test.each([
  [[]],
  [[rowCount.deterministic_check]],
  [[rowCount.deterministic_check, rowCount.deterministic_check]],
])('a list is no check: %j is told how one is written', (list) => {
  const { code, status, options, message } = refusal({
    ...request,
    conditions: [{ ...rowCount, deterministic_check: list }],
  })
  expect([code, status, options.field]).toEqual([
    'validation_failed',
    422,
    'conditions[0].deterministic_check',
  ])
  expect(message).toContain('{"checker":"row_count","expected":50}')
})

test('a name or a text in the place of an object or a list is offered nothing that is refused', () => {
  const named = refusal({ ...request, conditions: [{ ...rowCount, deterministic_check: 'completeness' }] })
  expect(named.options.field).toBe('conditions[0].deterministic_check')
  expect(named.message).toContain('must be one check, written as an object')
  expect(named.message).not.toMatch(/array|or list/)
  const text = refusal({
    ...request,
    conditions: JSON.stringify([{ ...rowCount, description: 'x'.repeat(200) }]),
  })
  expect([text.options.field, text.options.details]).toEqual(['conditions', undefined])
  expect(text.message).toContain('must be a list')
})
