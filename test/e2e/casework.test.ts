import { createHmac, randomUUID } from 'node:crypto'
import type { AcceptedDelivery, CreatedSpool, MatchResult, VerifiedSpool } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, counterpartyKey, created } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'
import { bundleOf, type OfflineVerifier, openOfflineVerifier } from './offline-verifier.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let buyer: string
let desk: OfflineVerifier

beforeAll(async () => {
  operator = await connectOperator(system)
  buyer = (await operator.openAccount({ included: 100 })).apiKey
  desk = await openOfflineVerifier(send, system)
})
afterAll(async () => {
  await operator.close()
  desk.close()
})

type Source = { id: string; signing_secret: string }

async function register(): Promise<Source> {
  const body = {
    name: `Desk ${randomUUID()}`,
    kind: 'webhook',
    signing: { scheme: 'hmac_sha256' },
    mapping: { subject: '/ticket', predicate: '/event', value: '/stars', occurred_at: '/at', spool: '/deal' },
  }
  const { status, json } = await send<Source>('/api/v1/sources', { key: buyer, body })
  expect(status).toBe(201)
  return json
}

/** Sends a payload as Standard Webhooks has it. */
async function deliver({ id, signing_secret: secret }: Source, payload: object): Promise<AcceptedDelivery> {
  const body = JSON.stringify(payload)
  const [webhookId, seconds] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1_000))]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${webhookId}.${seconds}.${body}`).digest('base64')
  const headers = {
    'webhook-id': webhookId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
  const answer = await send<AcceptedDelivery>(`/api/v1/sources/${id}/webhook`, { body, headers })
  expect(answer.status).toBe(202)
  return answer.json
}

/** A Spool that is judged on what a source of the buyer reports, accepted by its provider. */
async function agreedOn({ id }: Source): Promise<{ spool: CreatedSpool; provider: string }> {
  const spool = await created(send, buyer, {
    unitization: undefined,
    value: { amount_cents: 500, currency: 'USD', rail_preference: 'external' },
    conditions: [
      {
        description: 'The desk reports two resolved tickets.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'row_count', expected: 2 },
        evidence_requirements: [
          { expected_type: 'dataset', source_ref: id, provenance: ['source_webhook_signed'] },
        ],
      },
    ],
  })
  const { api_key: provider } = await counterpartyKey(send, buyer, spool.id)
  await acted(send, provider, `${spool.id}/accept`)
  return { spool, provider }
}

const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`

test('what a system of record signs is judged, and the receipt replays without it', async () => {
  const source = await register()
  const { spool } = await agreedOn(source)
  for (const ticket of ['T-1', 'T-2']) {
    await deliver(source, { deal: spool.id, ticket, event: 'resolved', stars: 5, at: at(0) })
  }
  const verified = await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
  expect(verified).toMatchObject({ status: { verification: 'pass', outcome: 'completed' } })
  expect(verified.receipt?.evidence).toMatchObject([
    { type: 'dataset', status: 'present', provenance: 'source_webhook_signed', claim_class: 'machine_fact' },
  ])
  const bundle = await bundleOf(send, verified.receipt?.id, buyer)
  const { code, report } = await desk.replay(bundle)
  expect([code, report.agrees]).toEqual([0, true])
  expect(bundle).toContain('"subject":"T-1"')
})

test('claims of the provider are matched with the facts, and what differs is a discrepancy', async () => {
  const source = await register()
  const { spool, provider } = await agreedOn(source)
  const reported = { deal: spool.id, event: 'resolved' }
  await deliver(source, { ...reported, ticket: 'T-1', stars: 5, at: at(0) })
  await deliver(source, { ...reported, ticket: 'T-2', stars: 3, at: at(1) })
  const claims = [
    { subject: 'T-1', predicate: 'resolved', value: 5, occurred_at: at(2) },
    { subject: 'T-2', predicate: 'resolved', value: 4, occurred_at: at(1) },
    { subject: 'T-3', predicate: 'resolved', value: 4, occurred_at: at(1) },
  ]
  const recorded = await send(`/api/v1/spools/${spool.id}/claims`, { key: provider, body: { claims } })
  expect(recorded.status).toBe(201)
  const matched = await acted<MatchResult>(send, buyer, `${spool.id}/match`, { window_seconds: 120 })
  expect(matched).toMatchObject({ matched: 1, mismatched: 1, unmatched_claims: 1, unmatched_facts: 0 })
  expect(matched.matches[1]?.differences).toEqual([{ field: 'value', claimed: '4', observed: '3' }])
  expect(matched.discrepancy_ids).toHaveLength(2)
  const again = await acted<MatchResult>(send, buyer, `${spool.id}/match`, { window_seconds: 120 })
  expect(again).toMatchObject({ match_digest: matched.match_digest, discrepancy_ids: [] })
  const { json: listed } = await send<{ data: unknown[]; run_id: string }>(
    `/api/v1/spools/${spool.id}/matches`,
    { key: provider },
  )
  expect([listed.run_id, listed.data.length]).toEqual([again.run_id, 3])
  const { json: facts } = await send<{ data: unknown[] }>(`/api/v1/spools/${spool.id}/facts`, {
    key: provider,
  })
  expect(facts.data).toHaveLength(2)
})
