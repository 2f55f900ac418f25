import { largestAmountCents } from '@outturn/agreement'
import { expect, test } from 'vitest'
import { createSpoolExample } from '../examples.ts'
import { amendSpool } from '../../spool/action-commands.ts'
import { createSpool } from '../../spool/spool-commands.ts'
import { CreateSpoolRequest } from './create-spool.ts'

const attributesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, 'value']))

function problems(change: object): string[] {
  const { error } = CreateSpoolRequest.safeParse({ ...createSpoolExample, ...change })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('a body that says what is agreed on has at most 256 KiB', () => {
  expect(createSpool.http.bodyLimit).toEqual({ bytes: 262_144 })
  expect(amendSpool.http.bodyLimit).toEqual({ bytes: 262_144 })
})

test('a deliverable has at most a hundred attributes', () => {
  const { deliverable } = createSpoolExample
  const having = (count: number) =>
    problems({ deliverable: { ...deliverable, attributes: attributesOf(count) } })
  expect(having(100)).toEqual([])
  expect(having(101)).toEqual(['deliverable.attributes: has 101 keys; at most 100 are taken'])
})

test('every amount that is agreed on has one limit', () => {
  const over = largestAmountCents + 1
  const value = (amount_cents: number) => ({ amount_cents, currency: 'USD' })
  const units = (unit_amount_cents: number) => ({ total_units: 1, unit_amount_cents })
  for (const [field, largest, tooLarge] of [
    ['value.amount_cents', { value: value(largestAmountCents) }, { value: value(over) }],
    [
      'unitization.unit_amount_cents',
      { unitization: units(largestAmountCents) },
      { unitization: units(over) },
    ],
    [
      'economics.unitization.unit_amount_cents',
      { economics: { unitization: units(largestAmountCents) } },
      { economics: { unitization: units(over) } },
    ],
    [
      'economics.fee_cents',
      { economics: { fee_cents: largestAmountCents } },
      { economics: { fee_cents: over } },
    ],
  ] as const) {
    expect(problems(largest)).toEqual([])
    expect(problems(tooLarge)).toHaveLength(1)
    expect(problems(tooLarge)[0]).toContain(`${field}: `)
  }
})
