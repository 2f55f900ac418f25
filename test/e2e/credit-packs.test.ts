import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createClient } from '@outturn/sdk'
import { createKey, type CreditsBalance, type OneCallResponse, PackAccepted } from '@outturn/contracts'
import { Challenge } from 'mppx'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { delivery, type ErrorAnswer, openSession, readSystem, sendTo } from './api.ts'
import { cardPayer, takenFrom } from './card-payer.ts'
import { newPayer } from './payments.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const path = '/api/v1/credits/packs/mpp'
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(() => operator.close())

const balanceOf = async (key: string) => (await send<CreditsBalance>('/api/v1/credits/balance', { key })).json

/** Buys as an agent does: one fetch that answers the challenge by itself. */
function buy(key: string, packCents: number, pay = cardPayer()): Promise<Response> {
  return pay(`${system.base_url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ pack_cents: packCents }),
  })
}

type Refused = ErrorAnswer & { payment_methods: { type: string; url: string; packs_cents?: number[] }[] }

test('an agent without credits buys a pack with the official client and sends its refused request again', async () => {
  const { accountId, apiKey } = await operator.openAccount()
  const verify = () =>
    send<OneCallResponse & Refused>('/api/v1/verify', {
      key: apiKey,
      body: delivery(),
      headers: { 'idempotency-key': 'the same request' },
    })
  const refused = await verify()
  expect([refused.status, refused.json.code]).toEqual([402, 'credits_required'])
  const offer = refused.json.payment_methods.find(({ type }) => type === 'mpp')
  expect(offer).toMatchObject({
    authorization: 'agent_credential',
    packs_cents: [500, 1_000, 2_000],
    methods: ['card'],
    protocol: 'mpp',
  })

  expect(offer?.url).toMatch(/\/api\/v1\/credits\/packs\/mpp$/)
  const bought = await buy(apiKey, offer?.packs_cents?.[0] ?? 0)
  expect([bought.status, bought.headers.get('payment-receipt')]).toEqual([
    202,
    expect.stringMatching(/^[\w-]+$/),
  ])
  const accepted = PackAccepted.parse(await bought.json())
  expect(accepted).toMatchObject({ status: 'payment_accepted', pack_cents: 500 })
  const { json: balance } = await send<CreditsBalance>(accepted.balance_url, { key: apiKey })
  expect(balance).toMatchObject({ available_micros: '5000000', pending_purchases: [], pending_micros: '0' })
  expect(balance.grants.map(({ source }) => source)).toEqual(['pack_mpp'])
  expect(await takenFrom(accountId)).toBe(500)

  expect((await verify()).status).toBe(201)
  expect((await balanceOf(apiKey)).available_micros).toBe('4900000')
})

test('the challenge is the contract’s error object, and nothing is kept of who asks for it', async () => {
  const { apiKey } = await operator.openAccount()
  const answer = await send(path, { key: apiKey, body: { pack_cents: 2_000 } })
  const challenge = Challenge.deserialize(answer.headers.get('www-authenticate') ?? '')
  expect(answer.json).toMatchObject({
    code: 'payment_required_mpp',
    retryable: true,
    reason: 'payment_missing',
    type: 'https://paymentauth.org/problems/payment-required',
    status: 402,
    challengeId: challenge.id,
    challenge: { id: challenge.id, request: { amount: '2000', currency: 'usd' } },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await balanceOf(apiKey)).pending_purchases).toEqual([])
})

test('the key is taken from either header on either call', async () => {
  const { accountId, apiKey } = await operator.openAccount()
  const bearer = { authorization: `Bearer ${apiKey}` }
  const apart = { 'x-api-key': apiKey }
  const ask = (headers: Record<string, string>) => send(path, { headers, body: { pack_cents: 500 } })
  for (const headers of [bearer, apart, { ...bearer, ...apart }]) {
    expect((await ask(headers)).json.code).toBe('payment_required_mpp')
  }
  const { apiKey: other } = await operator.openAccount()
  expect((await ask({ ...bearer, 'x-api-key': other })).json).toMatchObject({
    code: 'validation_failed',
    field: 'X-Api-Key',
  })
  const withoutKey = [{}, { authorization: 'Payment e30' }, { 'x-api-key': 'spk_live_no_such_key' }]
  for (const headers of withoutKey) expect((await ask(headers)).json.code).toBe('unauthenticated')
  expect(await takenFrom(accountId)).toBe(0)
})

test('a body that is no pack is refused before any payment, also with one', async () => {
  const { apiKey } = await operator.openAccount()
  for (const body of [{}, { pack_cents: 501 }, { pack_cents: '500' }, { pack_cents: 500, more: 1 }]) {
    for (const headers of [{}, { 'x-api-key': apiKey, authorization: 'Payment e30' }]) {
      const { status, json } = await send(path, { key: apiKey, body, headers })
      expect([status, json.code]).toEqual([400, 'validation_failed'])
    }
  }
})

test('a payment is good for the account, the pack and the environment that it was made for, and once', async () => {
  const { accountId, apiKey } = await operator.openAccount()
  const thief = await operator.openAccount()
  let credential = ''
  const recording: typeof fetch = (input, init) => {
    credential = new Request(input, init).headers.get('authorization') ?? credential
    return fetch(input, init)
  }
  const bought = await buy(apiKey, 1_000, cardPayer({ sendBy: recording }))
  expect(bought.status).toBe(202)
  const repeat = (key: string, packCents: number) =>
    send<PackAccepted & ErrorAnswer>(path, {
      headers: { 'x-api-key': key, authorization: credential },
      body: { pack_cents: packCents },
    })
  const repeats = await Promise.all(Array.from({ length: 8 }, () => repeat(apiKey, 1_000)))
  expect(new Set(repeats.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(repeats[0]?.status).toBe(202)
  for (const other of [await repeat(thief.apiKey, 1_000), await repeat(apiKey, 500)]) {
    expect([other.status, other.json.code, other.json.reason]).toEqual([409, 'conflict', 'payment_bound'])
    expect(other.headers.get('www-authenticate')).toBeNull()
  }
  const { token } = await openSession(send)
  expect((await repeat(token, 1_000)).json.code).toBe('unsupported_environment_capability')
  expect([await takenFrom(accountId), await takenFrom(thief.accountId)]).toEqual([1_000, 0])
  expect((await balanceOf(apiKey)).available_micros).toBe('10000000')
})

test('the typed client buys with a fetch that pays, and its repetition buys nothing', async () => {
  const { accountId, apiKey } = await operator.openAccount()
  const client = createClient({ baseUrl: system.base_url, apiKey, fetch: cardPayer() })
  const buyOnce = () => client.credits.buyPackByMpp({ pack_cents: 500 }, { idempotencyKey: 'reload 17' })
  expect(await buyOnce()).toEqual(await buyOnce())
  expect(await takenFrom(accountId)).toBe(500)
})

test('no key, no payment and no token of all this is in a log', () => {
  const folder = join(dirname(system.database_url_file), '../logs')
  const files = readdirSync(folder).filter((name) => name.endsWith('.log'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    const found = /spk_live_[0-9A-Za-z]{8}|spt_[0-9a-f]{8}|Payment (?:id=|ey)|sk_test_[0-9a-f]{8}/.exec(text)
    expect([file, found?.[0]]).toEqual([file, undefined])
  }
})

test('a verify key may buy for its account; a declined card gets a fresh challenge and takes nothing', async () => {
  const { accountId } = await operator.openAccount()
  const { apiKey } = await operator.send(createKey, { accountId, scope: 'verify', label: 'tests' })
  const declined = await buy(apiKey, 500, cardPayer({ paymentMethod: 'pm_card_chargeDeclined' }))
  expect([declined.status, ((await declined.json()) as ErrorAnswer).reason]).toEqual([
    402,
    'payment_declined',
  ])
  expect([await takenFrom(accountId), (await balanceOf(apiKey)).available_micros]).toEqual([0, '0'])
})

test('an agent with a wallet buys the pack that the refusal names, with its key in either header', async () => {
  const { apiKey } = await operator.openAccount()
  const wallet = await newPayer(50_000_000n)
  const { json } = await send<Refused>('/api/v1/verify', { key: apiKey, body: delivery() })
  const offer = json.payment_methods.find(({ type }) => type === 'x402')
  expect(offer).toEqual({
    type: 'x402',
    authorization: 'agent_wallet',
    url: expect.stringMatching(/\/api\/v1\/credits\/packs\/x402$/),
    packs_cents: [500, 1_000, 2_000],
    chains: ['base'],
    asset: 'usdc',
    network: 'eip155:8453',
    facilitator: 'hosted',
    protocol: 'x402',
    x402_version: 2,
  })
  const buyBy = (headers: Record<string, string>) =>
    send<PackAccepted & ErrorAnswer>(new URL(offer?.url ?? '').pathname, {
      headers,
      body: { pack_cents: 500 },
    })
  const asked = await buyBy({ authorization: `Bearer ${apiKey}` })
  expect([asked.status, asked.json.code]).toEqual([402, 'payment_required_x402'])
  const payment = await wallet.pay(asked.headers.get('payment-required') ?? '')
  const bought = await buyBy({ 'x-api-key': apiKey, 'payment-signature': payment })
  expect(PackAccepted.parse(bought.json)).toMatchObject({ status: 'payment_accepted', pack_cents: 500 })
  expect([bought.status, bought.headers.get('payment-response')]).toEqual([202, expect.stringMatching(/=*$/)])
  const repeated = await buyBy({ authorization: `Bearer ${apiKey}`, 'payment-signature': payment })
  expect([repeated.status, repeated.text]).toEqual([202, bought.text])
  expect(await wallet.left()).toBe(45_000_000n)
  const { available_micros: available, grants } = await balanceOf(apiKey)
  expect([available, grants.map(({ source }) => source)]).toEqual(['5000000', ['pack_x402']])

  const { apiKey: thief } = await operator.openAccount()
  const stolen = await buyBy({ 'x-api-key': thief, 'payment-signature': payment })
  expect([stolen.status, stolen.json.reason]).toEqual([409, 'payment_reused'])
  const { token } = await openSession(send)
  const inSandbox = await buyBy({ 'x-api-key': token, 'payment-signature': payment })
  expect(inSandbox.json.code).toBe('unsupported_environment_capability')
})

test('the capabilities say that packs are sold by card, in production alone', async () => {
  const railsOf = async (key?: string) =>
    (await send<{ rails: object }>('/api/v1/capabilities', { key })).json.rails
  const { token } = await openSession(send)
  expect([await railsOf(), await railsOf(token)]).toMatchObject([{ mpp: true }, { mpp: false }])
})
