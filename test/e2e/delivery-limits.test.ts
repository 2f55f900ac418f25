import type { SpoolView, VerifiedSpool } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, type Agreement, agreement, counterpartyKey, created } from './agreement.ts'
import { type HttpAnswer, readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let key: string

beforeAll(async () => {
  operator = await connectOperator(system)
  key = (await operator.openAccount({ included: 1_000 })).apiKey
})
afterAll(() => operator.close())

const outcomeOf = ({ status, json }: HttpAnswer) => {
  const { code, field, reason } = (json ?? {}) as { code?: string; field?: string; reason?: string }
  return [status, ...(code === undefined ? [] : [code, reason ?? field])].join(' ')
}

async function accepted(changes: Partial<Agreement> = {}) {
  const spool = await created(send, key, changes)
  const { api_key: seller } = await counterpartyKey(send, key, spool.id)
  await acted(send, seller, `${spool.id}/accept`)
  return { id: spool.id, conditionId: spool.conditions[0]?.id, seller }
}

function itemOf(conditionId: string | undefined, metadata: object) {
  return { condition_id: conditionId, type: 'dataset', source: 'export', metadata }
}

describe('an evidence item', () => {
  test.each([
    [49_999, '200'],
    [50_000, '200'],
    [50_001, '413 evidence_too_large metadata.rows'],
  ])('of %i rows: %s', async (count, expected) => {
    const { id, conditionId, seller } = await accepted()
    const rows = Array.from({ length: count }, () => ({ a: 1 }))
    const path = `/api/v1/spools/${id}/evidence`
    expect(outcomeOf(await send(path, { key: seller, body: itemOf(conditionId, { rows }) }))).toBe(expected)
  })
})

test('a Spool takes a hundred items: then it lists evidence no more and refuses it, and is verified', async () => {
  const { id, conditionId, seller } = await accepted()
  const deliver = (name: string) => {
    const rows = [1, 2].map((n) => ({ name, website: `https://${n}.example` }))
    return send<SpoolView>(`/api/v1/spools/${id}/evidence`, {
      key: seller,
      body: itemOf(conditionId, { rows }),
    })
  }
  for (let item = 1; item < 99; item += 1) expect((await deliver(`Company ${item}`)).status).toBe(200)
  const isListed = ({ json }: HttpAnswer<SpoolView>) => json.economics.allowed_actions.includes('evidence')
  expect(isListed(await deliver('Company 99'))).toBe(true)
  expect(isListed(await deliver('Company 100'))).toBe(false)
  expect(outcomeOf(await deliver('Company 101'))).toBe('409 conflict evidence_limit_reached')
  const verified = await acted<VerifiedSpool>(send, key, `${id}/verify`)
  expect([verified.evidence.length, verified.status.verification]).toEqual([100, 'pass'])
})

test('a hundred items of evidence that are sent at once are all taken', async () => {
  const { id, conditionId, seller } = await accepted()
  /** Repeated under its key where the machine is too busy to answer in time, which is no answer about the Spool. */
  async function submit(n: number): Promise<HttpAnswer> {
    const rows = [{ name: `Company ${n}`, website: `https://${n}.example` }]
    const body = itemOf(conditionId, { rows })
    const headers = { 'idempotency-key': `item ${n} of ${id}` }
    for (;;) {
      const answer = await send(`/api/v1/spools/${id}/evidence`, { key: seller, headers, body })
      if (answer.status !== 503) return answer
    }
  }
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => submit(n)))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect((await send<SpoolView>(`/api/v1/spools/${id}`, { key })).json).toMatchObject({
    evidence: { length: 100 },
    can_resubmit_evidence: false,
    can_rerun: true,
  })
})

describe('the runs of an agreement', () => {
  test.each([
    [0, '400 validation_failed finality.max_runs'],
    [1, '201'],
    [99, '201'],
    [100, '201'],
    [101, '400 validation_failed finality.max_runs'],
  ])('%i: %s', async (max_runs, expected) => {
    const body = agreement({ finality: { mode: 'open', max_runs } })
    expect(outcomeOf(await send('/api/v1/spools', { key, body }))).toBe(expected)
  })

  test('the last one ends it, whatever it says, and the next is refused', async () => {
    const { id, conditionId, seller } = await accepted({ finality: { mode: 'open', max_runs: 2 } })
    await acted(send, seller, `${id}/evidence`, itemOf(conditionId, { rows: [{}, {}] }))
    const first = await acted<VerifiedSpool>(send, key, `${id}/verify`)
    expect([first.status.verification, first.terminal, first.can_rerun]).toEqual(['fail', false, true])
    await acted(send, seller, `${id}/evidence`, itemOf(conditionId, { rows: [{}] }))
    const last = await acted<VerifiedSpool>(send, key, `${id}/verify`)
    expect([last.terminal, last.status.outcome]).toEqual([true, 'completed'])
    expect(last.economics.allowed_actions).toEqual(['complete'])
    const next = await send(`/api/v1/spools/${id}/verify`, { method: 'POST', key })
    expect(outcomeOf(next)).toBe('409 invalid_state spool_closed')
  })
})

describe('the terms of an agreement', () => {
  const titled = (length: number) => ({ ...agreement().deliverable, title: 't'.repeat(length) })
  const termed = (length: number) =>
    [{ text: 'x'.repeat(length), provenance: { source: 'chat' } }] satisfies Agreement['terms']

  test.each<[string, Partial<Agreement>, string]>([
    ['a title of 300 characters', { deliverable: titled(300) }, '201'],
    ['a title of 301 characters', { deliverable: titled(301) }, '400 validation_failed deliverable.title'],
    ['a term of 10 000 characters', { terms: termed(10_000) }, '201'],
    ['a term of 10 001 characters', { terms: termed(10_001) }, '400 validation_failed terms[0].text'],
    ['720 hours to dispute', { dispute_policy: { window_hours: 720 } }, '201'],
    [
      '721 hours to dispute',
      { dispute_policy: { window_hours: 721 } },
      '400 validation_failed dispute_policy.window_hours',
    ],
  ])('%s: %o', async (_, changes, expected) => {
    expect(outcomeOf(await send('/api/v1/spools', { key, body: agreement(changes) }))).toBe(expected)
  })
})
