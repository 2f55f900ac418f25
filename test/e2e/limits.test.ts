import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { delivery, readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let key: string

beforeAll(async () => {
  operator = await connectOperator(system)
  key = (await operator.openAccount({ included: 10_000 })).apiKey
})
afterAll(() => operator.close())

async function outcome(body: unknown, headers: Record<string, string> = {}): Promise<string> {
  const { status, json } = await send('/api/v1/verify', { key, body, headers })
  return status === 201 ? '201' : `${status} ${json.code}`
}

const kibibyte = 1_024
const bodyLimit = 8 * kibibyte * kibibyte
const evidenceLimit = kibibyte * kibibyte

/** A body of exactly so many bytes: the rest is white space. */
function bodyOf(bytes: number): string {
  return JSON.stringify(delivery()).padEnd(bytes)
}

/** Rows that make the evidence item, with its type, exactly so many bytes of JSON. */
function rowsOf(bytes: number): { text: string }[] {
  const others = JSON.stringify([{ text: '' }]).length + JSON.stringify({ type: 'dataset' }).length
  return [{ text: 'x'.repeat(bytes - others) }]
}

function checked(rows: Record<string, unknown>[]): unknown {
  const check = { checker: 'row_count' as const, expected: rows.length }
  const conditions = [{ description: 'All rows are there.', deterministic_check: check }]
  return { conditions, max_amount_cents: 100, evidence: { rows } }
}

function conditionsOf(count: number): unknown {
  return delivery({ conditions: Array.from({ length: count }, (_, index) => conditionOf(index)) })
}

function conditionOf(index: number) {
  const check = { checker: 'row_count' as const, expected: 2 }
  return { description: `Condition ${index}: there are 2 rows.`, deterministic_check: check }
}

describe('at each limit the last allowed size is taken and the next is refused', () => {
  test.each([
    [bodyLimit - 1, '201'],
    [bodyLimit, '201'],
    [bodyLimit + 1, '413 input_too_large'],
  ])('a body of %i bytes: %s', async (bytes, expected) => {
    expect(await outcome(bodyOf(bytes))).toBe(expected)
  })

  test.each([
    [evidenceLimit - 1, '201'],
    [evidenceLimit, '201'],
    [evidenceLimit + 1, '413 evidence_too_large'],
  ])('evidence of %i bytes: %s', async (bytes, expected) => {
    expect(await outcome(checked(rowsOf(bytes)))).toBe(expected)
  })

  test.each([
    [49_999, '201'],
    [50_000, '201'],
    [50_001, '400 validation_failed'],
  ])('%i rows: %s', async (count, expected) => {
    expect(await outcome(checked(Array.from({ length: count }, () => ({ a: 1 }))))).toBe(expected)
  })

  test.each([
    [99, '201'],
    [100, '201'],
    [101, '400 validation_failed'],
  ])('%i conditions: %s', async (count, expected) => {
    expect(await outcome(conditionsOf(count))).toBe(expected)
  })

  test.each([
    [254, '201'],
    [255, '201'],
    [256, '400 validation_failed'],
  ])('an idempotency key of %i characters, in the body and in the header: %s', async (length, expected) => {
    expect(await outcome(delivery({ idempotency_key: 'b'.repeat(length) }))).toBe(expected)
    expect(await outcome(delivery(), { 'idempotency-key': 'h'.repeat(length) })).toBe(expected)
  })
})
