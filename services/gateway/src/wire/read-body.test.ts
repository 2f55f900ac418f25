import { OneCallRequest, Refusal } from '@outturn/contracts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readBody } from './read-body.ts'

const read = (schema: z.ZodType, text: string): unknown =>
  readBody({ schema, isOptional: false }, Buffer.from(text), undefined).value

function refusalOf(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('the body was accepted')
}

describe('a whole number', () => {
  const schema = z.strictObject({
    amounts: z.array(z.strictObject({ cents: z.int().min(0) })),
  })
  const body = (cents: string) => `{"amounts":[{"cents":1},{"cents":${cents}}]}`

  test.each([
    '499.99999999999999999999',
    '500.00000000000000000001',
    '1e-400',
    '-0.00000000000000000000000000000001e5',
    '5.0000000000000000000001E2',
    '9007199254740990.5000001',
    '500.5',
  ])('with a fraction is refused, as it is written: %s', (cents) => {
    const { status, options } = refusalOf(() => read(schema, body(cents)))
    expect([status, options.field]).toEqual([400, 'amounts[1].cents'])
  })

  test.each([
    ['500.00000000000000000000', 500],
    ['5e2', 500],
    ['50000.000e-2', 500],
    ['0.0e-999', 0],
  ])('%s is %i', (cents, number) => {
    expect(read(schema, body(cents))).toEqual({ amounts: [{ cents: 1 }, { cents: number }] })
  })

  test('is one in every member of a delivery but its rows', () => {
    const delivery = (amount: string, price: string) => `{"conditions":["every row has email"],
      "max_amount_cents":${amount},"evidence":{"rows":[{"email":"a@example.com","price":${price}}]}}`
    const lost = '9.99999999999999999999'
    expect(refusalOf(() => read(OneCallRequest, delivery(lost, '1'))).options.field).toBe('max_amount_cents')
    expect(read(OneCallRequest, delivery('10', lost))).toMatchObject({ max_amount_cents: 10 })
  })
})
