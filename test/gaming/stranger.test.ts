import type { CreatedSpool, ExchangedKey, Invitation, SpoolView, VerifiedSpool } from '@outturn/contracts'
import { beforeAll, expect, test } from 'vitest'
import { counterpartyKey, created } from '../e2e/agreement.ts'
import { openSession } from '../e2e/api.ts'
import { openGame } from './game.fixture.ts'
import { good, outcomeOf } from './stage.ts'

const { accounts, send, stage } = openGame()
let spool: CreatedSpool
let verified: VerifiedSpool
/** Everyone who is no party of the Spool: another customer, a guest of another Spool, a sandbox session, a visitor without a key. */
let strangers: [name: string, key: string | undefined][]

beforeAll(async () => {
  spool = await stage.accepted()
  await stage.supply('provider', spool, good)
  verified = await stage.verify(spool)
  const other = await created(send, accounts.stranger.apiKey)
  const guest = await counterpartyKey(send, accounts.stranger.apiKey, other.id)
  strangers = [
    ['another customer', accounts.stranger.apiKey],
    ['a guest of another Spool', guest.api_key],
    ['a sandbox session', (await openSession(send)).token],
    ['a visitor', undefined],
  ]
})

test('whatever is known of a Spool, who is no party reads nothing of it', async () => {
  const receipt = verified.receipt?.id
  const [item] = verified.evidence
  const paths = [
    `/api/v1/spools/${spool.id}`,
    `/api/v1/spools/${spool.id}/events`,
    `/api/v1/spools/${spool.id}/quote`,
    `/api/v1/spools/${spool.id}/evidence/${item?.id}`,
    `/api/v1/spools/${spool.id}/evidence/${item?.id}/content`,
    `/api/v1/receipts/${receipt}`,
    `/api/v1/receipts/${receipt}/bundle`,
  ]
  const read: string[] = []
  for (const path of paths) {
    for (const [name, key] of strangers) {
      const { status } = await send(path, { key })
      if (![401, 403, 404].includes(status)) read.push(`${name} got ${status} from ${path}`)
    }
  }
  expect(read).toEqual([])
})

test('and does nothing to it', async () => {
  const before = (await send<SpoolView>(`/api/v1/spools/${spool.id}`, { key: accounts.buyer.apiKey })).text
  const requests: [string, object][] = [
    [
      `/api/v1/spools/${spool.id}/evidence`,
      { condition_id: spool.conditions[0]?.id, type: 'text', source: 'x', metadata: { text: 'x' } },
    ],
    [`/api/v1/spools/${spool.id}/verify`, {}],
    [`/api/v1/spools/${spool.id}/accept`, {}],
    [`/api/v1/spools/${spool.id}/abandon`, {}],
    [`/api/v1/spools/${spool.id}/invite`, {}],
    [`/api/v1/receipts/${verified.receipt?.id}/supersede`, { reason: 'evidence_error', advisory: 'Mine.' }],
    [
      `/api/v1/receipts/${verified.receipt?.id}/consumptions`,
      { consumer: 'x', purpose: 'settlement', reference: 'x', amount: '5.00' },
    ],
  ]
  const done: string[] = []
  for (const [path, body] of requests) {
    for (const [name, key] of strangers) {
      const answer = await send(path, { key, body })
      // A sandbox has no such action, for any Spool.
      const isNowhere = answer.json.code === 'unsupported_environment_capability'
      if (!isNowhere && ![401, 403, 404].includes(answer.status))
        done.push(`${name} got ${outcomeOf(answer)} from ${path}`)
    }
  }
  expect(done).toEqual([])
  expect((await send(`/api/v1/spools/${spool.id}`, { key: accounts.buyer.apiKey })).text).toBe(before)
})

test('an idempotency key of another customer gives nothing of the answer to it', async () => {
  const headers = { 'idempotency-key': 'one for both' }
  const body = {
    conditions: ['exactly 1 row'],
    max_amount_cents: 100,
    evidence: { rows: [{ secret: 'of the buyer' }] },
  }
  const path = '/api/v1/verify'
  const own = await send<VerifiedSpool>(path, { key: accounts.buyer.apiKey, headers, body })
  const others = await send<VerifiedSpool>(path, { key: accounts.stranger.apiKey, headers, body })
  expect([own.status, others.status]).toEqual([201, 201])
  expect(others.text).not.toContain(own.json.receipt?.id)
})

test('an invitation that leaked is worth nothing once it was used', async () => {
  const proposed = await created(send, accounts.buyer.apiKey)
  const invited = await send<Invitation>(`/api/v1/spools/${proposed.id}/invite`, {
    method: 'POST',
    key: accounts.buyer.apiKey,
  })
  const exchange = () =>
    send<ExchangedKey>('/api/v1/keys/exchange', { body: { grant_token: invited.json.grant_token } })
  const first = await exchange()
  const second = await exchange()
  expect(first.status).toBe(201)
  expect(second.status).toBeGreaterThanOrEqual(400)
})
