import { canonicalJson } from '@outturn/canonical'
import type { CreatedSpool } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, type Agreement, agreement, counterpartyKey, created } from './agreement.ts'
import { delivery, readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let key: string

beforeAll(async () => {
  operator = await connectOperator(system)
  key = (await operator.openAccount({ included: 100 })).apiKey
})
afterAll(() => operator.close())

async function outcome(path: string, body: unknown): Promise<string> {
  const { status, json } = await send(path, { key, body })
  return status < 300 ? String(status) : `${status} ${json.code} ${json.field ?? ''}`.trimEnd()
}

const create = (changes: Partial<Agreement>) => outcome('/api/v1/spools', agreement(changes))
const [buyer, seller] = agreement().parties
const [term] = agreement().terms
const [condition] = agreement().conditions
const onText = { deterministic_check: { checker: 'text_contains', text: 'x' } } as const

function copies<T>(item: T | undefined, count: number): T[] {
  if (item === undefined) throw new Error('there is nothing to copy')
  return Array.from({ length: count }, () => item)
}

describe('at each limit of an agreement the last allowed size is taken and the next is refused', () => {
  test.each([
    [0, '400 validation_failed parties[0].display_name'],
    [1, '201'],
    [119, '201'],
    [120, '201'],
    [121, '400 validation_failed parties[0].display_name'],
  ])('a display name of %i characters: %s', async (length, expected) => {
    const named = { ...buyer, display_name: 'n'.repeat(length) } as Agreement['parties'][number]
    expect(await create({ parties: [named, seller as typeof named] })).toBe(expected)
  })

  test.each([
    [119, '201'],
    [120, '201'],
    [121, '400 validation_failed gated_action_note'],
  ])('a note of %i characters: %s', async (length, expected) => {
    expect(await create({ gated_action: 'payment', gated_action_note: 'n'.repeat(length) })).toBe(expected)
  })

  test.each([
    [1, '400 validation_failed parties'],
    [2, '201'],
    [3, '400 validation_failed parties'],
  ])('%i parties: %s', async (count, expected) => {
    const third = { role: 'seller', kind: 'org', display_name: 'A third' } as const
    const parties = [buyer, seller, third].slice(0, count) as Agreement['parties']
    expect(await create({ parties })).toBe(expected)
  })

  test.each([
    [99, '201'],
    [100, '201'],
    [101, '400 validation_failed conditions'],
  ])('%i conditions: %s', async (count, expected) => {
    expect(await create({ conditions: copies(condition, count) })).toBe(expected)
  })

  test.each([
    [0, '400 validation_failed terms'],
    [199, '201'],
    [200, '201'],
    [201, '400 validation_failed terms'],
  ])('%i terms: %s', async (count, expected) => {
    expect(await create({ terms: copies(term, count) })).toBe(expected)
  })

  test.each([
    [49_999, '201'],
    [50_000, '201'],
    [50_001, '400 validation_failed unitization.total_units'],
  ])('%i units: %s', async (count, expected) => {
    const value = { amount_cents: count, currency: 'USD' }
    expect(await create({ value, unitization: { total_units: count, unit_amount_cents: 1 } })).toBe(expected)
  })
})

describe('of an amount the largest is taken and a cent more is refused', () => {
  test.each([
    [largestAmount, '201'],
    [largestAmount + 1, '400 validation_failed value.amount_cents'],
  ])('a value of %i cents: %s', async (cents, expected) => {
    const value = { amount_cents: cents, currency: 'USD' }
    expect(await create({ value, unitization: { total_units: 1, unit_amount_cents: largestAmount } })).toBe(
      expected,
    )
  })

  test.each([
    [{ max_amount_cents: largestAmount, unit: undefined }, '201'],
    [{ max_amount_cents: largestAmount + 1, unit: undefined }, '400 validation_failed max_amount_cents'],
    [{ unit: { total_units: 2, unit_amount_cents: largestAmount / 2 } }, '201'],
    [{ unit: { total_units: 2, unit_amount_cents: largestAmount / 2 + 1 } }, '422 validation_failed unit'],
  ])('a delivery of %o: %s', async (worth, expected) => {
    expect(await outcome('/api/v1/verify', delivery(worth))).toBe(expected)
  })
})

test.each([
  [100, '201'],
  [101, '400 validation_failed deliverable.attributes'],
])('%i attributes: %s', async (count, expected) => {
  const attributes = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`key ${index}`, 'value']),
  )
  expect(await create({ deliverable: { ...agreement().deliverable, attributes } })).toBe(expected)
})

test.each([0, 1, 2])('a list of %i checks is no check, wherever the condition is sent', async (count) => {
  const checks = [
    { checker: 'row_count' as const, expected: 2 },
    { checker: 'completeness' as const, required_fields: ['name'] },
  ]
  const list = { ...condition, deterministic_check: checks.slice(0, count) } as unknown
  const several = list as Agreement['conditions'][number]
  const at = '422 validation_failed conditions[0].deterministic_check'
  expect(await create({ conditions: [several] })).toBe(at)
  expect(await outcome('/api/v1/verify', delivery({ conditions: [several] }))).toBe(at)
  const { id } = await created(send, key)
  expect(await outcome(`/api/v1/spools/${id}/amend`, { add_conditions: [several] })).toBe(
    at.replace('conditions', 'add_conditions'),
  )
})

test('a condition as it is read from a Spool is taken by a one-call verification', async () => {
  const spool = await created(send, key)
  const [read] = spool.conditions
  expect(await outcome('/api/v1/verify', { ...delivery(), conditions: [read] })).toBe('201')
})

const mebibyte = 1_024 * 1_024
const largestAmount = 10_000_000_000_000

describe('a body', () => {
  test.each([
    [mebibyte / 4 - 1, '201'],
    [mebibyte / 4, '201'],
    [mebibyte / 4 + 1, '413 input_too_large'],
  ])('of %i bytes: %s', async (bytes, expected) => {
    expect(await outcome('/api/v1/spools', JSON.stringify(agreement()).padEnd(bytes))).toBe(expected)
  })
})

describe('an evidence item', () => {
  let spool: CreatedSpool
  beforeAll(async () => {
    spool = await created(send, key, {
      conditions: agreement().conditions.map((each) => ({ ...each, ...onText })),
    })
    const counterparty = await counterpartyKey(send, key, spool.id)
    await acted(send, counterparty.api_key, `${spool.id}/accept`)
  })

  test.each([
    [mebibyte - 1, '200'],
    [mebibyte, '200'],
    [mebibyte + 1, '413 evidence_too_large'],
  ])('of %i bytes of JSON: %s', async (bytes, expected) => {
    const item = {
      condition_id: spool.conditions[0]?.id,
      type: 'text',
      source: 'mail',
      metadata: { text: '' },
    }
    const text = 'x'.repeat(bytes - canonicalJson(item).length)
    const answered = await outcome(`/api/v1/spools/${spool.id}/evidence`, { ...item, metadata: { text } })
    expect(answered.split(' ').slice(0, 2).join(' ')).toBe(expected)
  })
})
