import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkerNames, DeterministicCheck, withDefaults } from './checkers.ts'

test('the wire schemas describe themselves as JSON Schema, one branch for each checker', () => {
  const { $defs = {} } = z.toJSONSchema(DeterministicCheck)
  const branches = $defs['DeterministicCheck']?.oneOf?.map(
    ({ $ref = '' }) => $defs[$ref.replace('#/$defs/', '')],
  )
  expect(branches).toMatchObject(checkerNames.map((name) => ({ properties: { checker: { const: name } } })))
  expect(checkerNames).toHaveLength(9)
})

test('parsing adds nothing, so that what is hashed is what was agreed', () => {
  const check = { checker: 'completeness', required_fields: ['email'] } as const
  expect(DeterministicCheck.parse(check)).toEqual(check)
})

test('a default gives way to the parameter that was agreed', () => {
  const check = { checker: 'duplicate_rate', key_fields: ['email'], trim: false } as const
  expect(withDefaults({ ...check, key_fields: ['email'] })).toEqual({
    ...check,
    max_rate_bp: 0,
    empty_keys: 'reject',
    case_sensitive: true,
  })
})
