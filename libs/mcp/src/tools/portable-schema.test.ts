import { expect, test } from 'vitest'
import { anyJson, portableSchema } from './portable-schema.ts'

test('a value that may be anything is spelled out, wherever it stands', () => {
  const schema = {
    type: 'object',
    properties: { free: { description: 'Any value.' }, name: { type: 'string', description: 'Name.' } },
    additionalProperties: {},
    $defs: { Row: { type: 'array', items: {} } },
    oneOf: [{ properties: { value: {} } }],
  }
  expect(portableSchema(schema)).toEqual({
    type: 'object',
    properties: { free: { description: 'Any value.', ...anyJson }, name: schema.properties.name },
    additionalProperties: true,
    $defs: { Row: { type: 'array', items: anyJson } },
    oneOf: [{ properties: { value: anyJson } }],
  })
})

test('what narrows a value stays as it is', () => {
  for (const schema of [
    { const: 1 },
    { enum: ['a'], description: 'A.' },
    { $ref: '#/$defs/Row' },
    { type: 'object', properties: { type: { type: 'string' }, items: { type: 'string' } } },
    { type: 'object', additionalProperties: false },
  ]) {
    expect(portableSchema(schema)).toEqual(schema)
  }
})

test('several types in one schema are schemas of their own', () => {
  expect(portableSchema({ description: 'A name or a number.', type: ['string', 'integer'] })).toEqual({
    description: 'A name or a number.',
    anyOf: [{ type: 'string' }, { type: 'integer' }],
  })
})
