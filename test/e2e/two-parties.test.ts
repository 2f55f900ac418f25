import {
  createKey,
  type CreatedSpool,
  type SpoolEventView,
  type SpoolList,
  type SpoolView,
  type VerificationPreview,
  type VerifiedSpool,
} from '@outturn/contracts'
import { createClient } from '@outturn/sdk'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, agreement, counterpartyKey, created } from './agreement.ts'
import { type HttpAnswer, openSession, readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let buyer: string
let stranger: string

beforeAll(async () => {
  operator = await connectOperator(system)
  buyer = (await operator.openAccount({ included: 100 })).apiKey
  stranger = (await operator.openAccount({ included: 100 })).apiKey
})
afterAll(() => operator.close())

const rows = [
  { name: 'Aurora Robotics', website: 'https://aurora.example' },
  { name: 'Cobalt Freight', website: 'https://cobalt.example' },
]

function evidence({ conditions }: Pick<SpoolView, 'conditions'>, delivered: object[] = rows) {
  return { condition_id: conditions[0]?.id, type: 'dataset', source: 'export', metadata: { rows: delivered } }
}

const read = (id: string, key?: string) => send<SpoolView>(`/api/v1/spools/${id}`, { key })
const outcomeOf = ({ status, json }: HttpAnswer) => {
  const code = (json as { code?: string } | null)?.code
  return code === undefined ? String(status) : `${status} ${code}`
}

test('an agreement is proposed, taken by the invited party, delivered, verified and over', async () => {
  const spool = await created(send, buyer)
  expect(spool.status).toMatchObject({ agreement: 'proposed', outcome: 'active' })
  expect(spool.share_url).toBe(`${system.base_url}/s/${spool.share_id}`)

  const seller = await counterpartyKey(send, buyer, spool.id)
  expect(seller).toMatchObject({ scope: 'counterparty', spool_id: spool.id })
  const seen = (await read(spool.id, seller.api_key)).json
  expect(seen.parties.find(({ is_caller: isCaller }) => isCaller)?.party_id).toBe(seller.party_id)
  expect(seen.economics.allowed_actions).toEqual(expect.arrayContaining(['accept', 'decline']))

  await acted(send, seller.api_key, `${spool.id}/accept`)
  await acted(
    send,
    seller.api_key,
    `${spool.id}/evidence`,
    evidence(spool, [rows[0] ?? {}, { name: 'Cobalt' }]),
  )
  const partly = await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
  expect([partly.status.verification, partly.earned_cents]).toEqual(['partial', 250])

  await acted(send, seller.api_key, `${spool.id}/evidence`, evidence(spool))
  const verified = await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
  expect([verified.status.verification, verified.earned_cents]).toEqual(['pass', 500])
  expect(verified.receipt?.agreement.acceptance).toMatchObject({ mode: 'bilateral' })

  const events = (await send<SpoolEventView[]>(`/api/v1/spools/${spool.id}/events`, { key: buyer })).json
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'spool.created',
      'spool.accepted',
      'evidence.submitted',
      'verification.completed',
    ]),
  )
})

describe('who may do what with an agreement', () => {
  let spool: CreatedSpool
  let seller: string
  let sellerOfAnother: string
  beforeAll(async () => {
    spool = await created(send, buyer)
    seller = (await counterpartyKey(send, buyer, spool.id)).api_key
    const another = await created(send, buyer)
    sellerOfAnother = (await counterpartyKey(send, buyer, another.id)).api_key
  })

  const paths: [string, string, unknown][] = [
    ['GET', '', undefined],
    ['GET', '/quote', undefined],
    ['POST', '/accept', undefined],
    ['POST', '/decline', undefined],
    ['POST', '/complete', undefined],
  ]
  test.each(paths)('%s %s is not there for who is no party of it', async (method, name, body) => {
    const path = `/api/v1/spools/${spool.id}${name}`
    for (const key of [stranger, sellerOfAnother]) {
      expect(outcomeOf(await send(path, { method, key, body }))).toBe('404 spool_not_found')
    }
  })

  test.each(['propose', 'cancel', 'abandon', 'verify', 'commit', 'invite', 'quote'])(
    'the counterparty may not %s',
    async (action) => {
      const path = `/api/v1/spools/${spool.id}/${action}`
      expect(outcomeOf(await send(path, { method: 'POST', key: seller }))).toBe('403 forbidden')
    },
  )

  test('the counterparty lists no Spools and no events, creates none and reads no usage', async () => {
    for (const path of ['/api/v1/spools', `/api/v1/spools/${spool.id}/events`, '/api/v1/usage']) {
      expect(outcomeOf(await send(path, { key: seller }))).toBe('403 forbidden')
    }
  })

  test('the creator does not accept its own proposal, and invites no one to a slot that is taken', async () => {
    const accepted = await send(`/api/v1/spools/${spool.id}/accept`, { method: 'POST', key: buyer })
    expect([outcomeOf(accepted), accepted.json.reason]).toEqual(['403 forbidden', 'other_party_only'])
    const invited = await send(`/api/v1/spools/${spool.id}/invite`, { method: 'POST', key: buyer })
    expect(outcomeOf(invited)).toBe('409 conflict')
  })

  test('a sandbox token sees nothing of it, and its own Spool is nothing to a key', async () => {
    const { token } = await openSession(send)
    expect(outcomeOf(await read(spool.id, token))).toBe('404 spool_not_found')
    const demo = await created(send, token)
    expect(outcomeOf(await read(demo.id, buyer))).toBe('404 spool_not_found')
    expect(demo.environment).toBe('demo')
    expect((await acted<SpoolView>(send, token, `${demo.id}/accept`)).status.agreement).toBe('accepted')
  })

  test('the list of an account has its own, newest first, by pages', async () => {
    const first = await send<SpoolList>('/api/v1/spools?limit=1', { key: buyer })
    const second = await send<SpoolList>(`/api/v1/spools?limit=1&after=${first.json.next_cursor}`, {
      key: buyer,
    })
    expect([first.json.data.length, first.json.has_more, second.json.data.length]).toEqual([1, true, 1])
    expect(second.json.data[0]?.id).not.toBe(first.json.data[0]?.id)
    expect((await send<SpoolList>('/api/v1/spools', { key: stranger })).json.data).toEqual([])
  })
})

describe('the key of a counterparty', () => {
  /** A Spool that its counterparty accepted, delivered and saw verified, and the key that it did that with. */
  async function completed(windowHours: number): Promise<{ spool: VerifiedSpool; seller: string }> {
    const spool = await created(send, buyer, { dispute_policy: { window_hours: windowHours } })
    const seller = (await counterpartyKey(send, buyer, spool.id)).api_key
    await acted(send, seller, `${spool.id}/accept`)
    await acted(send, seller, `${spool.id}/evidence`, evidence(spool))
    return { spool: await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`), seller }
  }

  test('reads how its Spool ended, the receipt and the bundle until the dispute window is over, and changes nothing', async () => {
    const { spool, seller } = await completed(72)
    const seen = await read(spool.id, seller)
    expect(seen.json).toMatchObject({
      status: { outcome: 'completed' },
      economics: { allowed_actions: ['complete'] },
      latest_receipt_id: spool.receipt?.id,
    })
    for (const part of ['', '/bundle', '/status']) {
      const answer = await send(`/api/v1/receipts/${spool.receipt?.id}${part}`, { key: seller })
      expect([part, answer.status]).toEqual([part, 200])
    }
    for (const [action, body] of [
      ['accept', undefined],
      ['decline', undefined],
      ['evidence', evidence(spool)],
    ] as const) {
      const path = `/api/v1/spools/${spool.id}/${action}`
      const refused = await send(path, { method: 'POST', key: seller, body })
      expect([action, outcomeOf(refused), refused.json.reason]).toEqual([
        action,
        '409 invalid_state',
        'spool_closed',
      ])
    }
  })

  test('is over at once where no dispute is possible', async () => {
    const { spool, seller } = await completed(0)
    expect(outcomeOf(await read(spool.id, seller))).toBe('401 unauthenticated')
    const path = `/api/v1/spools/${spool.id}/accept`
    expect(outcomeOf(await send(path, { method: 'POST', key: seller }))).toBe('401 unauthenticated')
  })
})

test('either party tries the verification out before it is asked for, and nothing comes of it', async () => {
  const spool = await created(send, buyer)
  const seller = (await counterpartyKey(send, buyer, spool.id)).api_key
  await acted(send, seller, `${spool.id}/accept`)
  const path = `/api/v1/spools/${spool.id}/verify`
  const along = { evidence: [evidence(spool, [rows[0] ?? {}, { name: 'Cobalt' }])] }
  const tried = await send<VerificationPreview>(`${path}?dry_run=true`, { key: seller, body: along })
  expect(tried).toMatchObject({
    status: 200,
    json: {
      dry_run: true,
      result: 'partial',
      earned_cents: 250,
      accepted: 1,
      rejected: 1,
      previews_left: 19,
    },
  })
  expect(tried.json.price.total_micros).toMatch(/^\d+$/)
  expect(outcomeOf(await send(path, { key: seller, body: {} }))).toBe('403 forbidden')
  expect(outcomeOf(await send(`${path}?dry_run=true`, { key: stranger, body: along }))).toBe(
    '404 spool_not_found',
  )
  expect(await send(path, { key: buyer, body: along })).toMatchObject({
    status: 422,
    json: { code: 'validation_failed', field: 'evidence' },
  })
  expect((await read(spool.id, buyer)).json).toMatchObject({ evidence: [], latest_receipt_id: null })
  const client = createClient({ baseUrl: system.base_url, apiKey: buyer })
  await acted(send, seller, `${spool.id}/evidence`, evidence(spool))
  expect(await client.spools.previewVerification(spool.id)).toMatchObject({
    result: 'pass',
    earned_cents: 500,
  })
})

describe('an acceptance', () => {
  test('that names the terms is refused once they were amended, with the hash of the current ones', async () => {
    const spool = await created(send, buyer)
    const seller = (await counterpartyKey(send, buyer, spool.id)).api_key
    const amended = await acted(send, buyer, `${spool.id}/amend`, {
      unitization: { total_units: 5, unit_amount_cents: 100 },
    })
    const accept = (agreementHash: string) =>
      send(`/api/v1/spools/${spool.id}/accept`, { key: seller, body: { agreement_hash: agreementHash } })
    expect(await accept(spool.agreement.agreement_hash)).toMatchObject({
      status: 409,
      json: {
        code: 'invalid_state',
        reason: 'terms_changed',
        field: 'agreement_hash',
        agreement_hash: amended.agreement.agreement_hash,
      },
    })
    expect((await accept(amended.agreement.agreement_hash)).status).toBe(200)
  })

  test('takes two: of a unilateral Spool there is none', async () => {
    const spool = await created(send, buyer, { agreement: { mode: 'unilateral' } })
    for (const action of ['accept', 'decline']) {
      const answer = await send(`/api/v1/spools/${spool.id}/${action}`, { method: 'POST', key: buyer })
      expect([action, outcomeOf(answer)]).toEqual([action, '409 not_allowed_in_unilateral_mode'])
    }
  })
})

test('an account that does not exist, in any form, is no party, and the caller stays the side that it is', async () => {
  const [first, second] = agreement().parties
  for (const unknown of [`acc_${'0'.repeat(24)}`, 'acme']) {
    const body = agreement({ parties: [{ ...first, account_id: unknown }, second] as never })
    const answer = await send('/api/v1/spools', { key: buyer, body })
    expect([outcomeOf(answer), answer.json.field]).toEqual(['422 validation_failed', 'parties[0].account_id'])
  }
})

test('a key that verifies reads one Spool of its account with its quote, and lists neither Spools nor events', async () => {
  const owner = await operator.openAccount({ included: 10 })
  const wishes = { accountId: owner.accountId, scope: 'verify', label: 'tests' } as const
  const { apiKey } = await operator.send(createKey, wishes)
  const spool = await created(send, owner.apiKey)
  expect((await read(spool.id, apiKey)).json.conditions[0]?.id).toBe(spool.conditions[0]?.id)
  for (const path of ['/api/v1/spools', `/api/v1/spools/${spool.id}/events`]) {
    expect(outcomeOf(await send(path, { key: apiKey }))).toBe('403 forbidden')
  }
})

test('while the seller disputes a receipt the buyer neither ends the Spool, nor has it judged again, nor settles it', async () => {
  const spool = await created(send, buyer)
  const { api_key: seller } = await counterpartyKey(send, buyer, spool.id)
  await acted(send, seller, `${spool.id}/accept`)
  const partly = [rows[0] ?? {}, { name: 'Cobalt' }]
  await acted(send, seller, `${spool.id}/evidence`, evidence(spool, partly))
  const { receipt } = await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
  const ofReceipt = `/api/v1/receipts/${receipt?.id}`
  const disputed = await send<{ id: string; deadline: string }>(`${ofReceipt}/disputes`, {
    key: seller,
    body: { reason: 'wrong_terms', requested: 'release', detail: 'As agreed.', units: [2] },
  })
  expect(disputed.status).toBe(201)
  const use = (purpose: string, reference: string) =>
    send<{ code?: string; reason?: string }>(`${ofReceipt}/consumptions`, {
      key: buyer,
      body: { consumer: 'acme', purpose, reference, amount: '1.00' },
    })
  const action = (name: string) =>
    send<{ code?: string; reason?: string }>(`/api/v1/spools/${spool.id}/${name}`, {
      method: 'POST',
      key: buyer,
    })
  const answers = await Promise.all([
    action('abandon'),
    action('cancel'),
    action('verify'),
    use('settlement', 'a'),
  ])
  expect(answers.map(({ status, json }) => [status, json.code, json.reason])).toEqual([
    [409, 'invalid_state', 'dispute_open'],
    [409, 'invalid_state', 'dispute_open'],
    [409, 'invalid_state', 'dispute_open'],
    [409, 'conflict', 'dispute_open'],
  ])
  expect((await use('audit', 'b')).status).toBe(201)
  const seen = (await read(spool.id, buyer)).json
  expect([seen.status.outcome, seen.can_rerun, seen.settlement_eligible]).toEqual(['active', false, false])
  expect(seen.next_step).toMatchObject({ type: 'submit_evidence', actor: 'provider' })
  expect(seen.next_step.reason).toContain(disputed.json.deadline)

  const better = [rows[0] ?? {}, { name: 'Cobalt Freight' }]
  await acted(send, seller, `${spool.id}/evidence`, evidence(spool, better))
  const again = await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
  const { json: status } = await send<{ advisories: { code: string }[] }>(
    `/api/v1/receipts/${again.receipt?.id}/status`,
  )
  expect(status.advisories.map(({ code }) => code)).toEqual(['disputed'])
})
