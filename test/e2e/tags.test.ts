import type { SpoolView } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { created } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let buyer: string

beforeAll(async () => {
  operator = await connectOperator(system)
  buyer = (await operator.openAccount({ included: 10 })).apiKey
})
afterAll(() => operator.close())

const read = (id: string) => send<SpoolView>(`/api/v1/spools/${id}`, { key: buyer })

describe('a tag', () => {
  test('of a Spool that has changed refuses what was decided on it', async () => {
    const spool = await created(send, buyer)
    const answer = await read(spool.id)
    const tag = answer.headers.get('etag') ?? ''
    expect(tag).toMatch(new RegExp(`^"${spool.version}\\.`))
    const headers = { 'if-match': tag }
    const amend = (unit: number) =>
      send(`/api/v1/spools/${spool.id}/amend`, {
        key: buyer,
        headers,
        body: { unitization: { total_units: 500 / unit, unit_amount_cents: unit } },
      })
    const first = await amend(100)
    expect(first.status).toBe(200)
    const late = await amend(50)
    expect(late).toMatchObject({ status: 409, json: { code: 'store_conflict', retryable: true } })
    expect(
      (await send(`/api/v1/spools/${spool.id}`, { key: buyer, headers: { 'if-none-match': tag } })).status,
    ).toBe(200)
  })

  test('of a dry run there is none, and the Spool stays as it was', async () => {
    const spool = await created(send, buyer)
    const path = `/api/v1/spools/${spool.id}/amend?dry_run=true`
    const body = { unitization: { total_units: 5, unit_amount_cents: 100 } }
    const dry = await send<SpoolView>(path, { key: buyer, body })
    expect([dry.status, dry.headers.get('etag')]).toEqual([200, null])
    expect(dry.json.agreement.agreement_hash).not.toBe(spool.agreement.agreement_hash)
    expect((await read(spool.id)).json.version).toBe(spool.version)
  })
})
