import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DidDocument, KeyDocument, OneCallResponse, SettledPayment } from '@outturn/contracts'
import { paymentHeader } from '@outturn/local-servers/payments'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { createClient, isRefused, type OneCallRequest } from '@outturn/sdk'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { runAdmin } from '../system/admin.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { delivery, type ErrorAnswer, type HttpAnswer, openSession, readSystem, sendTo } from './api.ts'
import { failNext, newPayer } from './payments.ts'

// A stranger with a wallet and nothing else pays for one verification, by the official client on a real chain.

const path = '/api/v1/verify/x402'
const system = readSystem(inject('system'))
const send = sendTo(system)
const priceMicros = 100_000n
let operator: Operator
beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(() => operator.close())

type Paid = OneCallResponse & { payment: SettledPayment }
type Challenged = ErrorAnswer & { x402Version: number; accepts: { amount: string }[] }

/** A delivery that differs from those of other tests. */
const named = (name: string) =>
  delivery({ evidence: { rows: [1, 2].map((n) => ({ name, website: `https://${n}.example` })) } })

function call<T = ErrorAnswer>(body: unknown, payment?: string, key?: string): Promise<HttpAnswer<T>> {
  const headers = payment === undefined ? {} : { 'payment-signature': payment }
  return send<T>(path, { method: 'POST', body, headers, key })
}

/** What a payment is asked for; an offer of it is signed anew each time. */
function askedBy(headers: Headers): unknown {
  const { extensions: _, ...asked } = JSON.parse(
    Buffer.from(headers.get('payment-required') ?? '', 'base64').toString(),
  ) as Record<string, unknown>
  return asked
}

async function challengeFor(body: unknown): Promise<string> {
  return (await call(body)).headers.get('payment-required') ?? ''
}

test('a wallet without an account pays for a receipt that holds offline, in two calls, and gets the same bytes again', async () => {
  const payer = await newPayer()
  const body = named('first')
  const unpaid = await call<Challenged>(body)
  expect(unpaid.status).toBe(402)
  expect(unpaid.json).toMatchObject({
    code: 'payment_required_x402',
    retryable: true,
    x402Version: 2,
    accepts: [
      { scheme: 'exact', network: 'eip155:8453', amount: String(priceMicros), extra: { version: '2' } },
    ],
  })
  const payment = await payer.pay(unpaid.headers.get('payment-required') ?? '')
  const paid = await call<Paid>(body, payment)
  expect([paid.status, paid.text.slice(0, 300)]).toEqual([201, expect.stringContaining('spool_id')])
  expect(paid.json).toMatchObject({ earned_cents: 500, payment: { amount: String(priceMicros) } })
  const trustSet = parseKeyDocument(await (await fetch(system.keys_url)).json())
  expect(verifyOutcomeReceipt(paid.json.receipt, { trustSet })).toMatchObject({ valid: true })
  expect(paid.headers.get('payment-response')).not.toBeNull()
  expect(await payer.left()).toBe(900_000n)

  const again = await Promise.all([1, 2, 3].map(() => call(body, payment)))
  for (const repeated of again) {
    expect([repeated.status, repeated.text]).toEqual([201, paid.text])
    expect(repeated.headers.get('payment-response')).toBe(paid.headers.get('payment-response'))
  }
  expect(await payer.left()).toBe(900_000n)

  const { verifications } = createClient({ baseUrl: system.base_url })
  const error = await verifications.buy(body as OneCallRequest).catch((thrown: unknown) => thrown)
  if (!isRefused(error, 'payment_required_x402')) throw new Error('It needs a payment.')
  expect(error.body.accepts[0]?.amount).toBe(String(priceMicros))
  expect(askedBy(error.headers)).toEqual(askedBy(unpaid.headers))
  const bought = await verifications.buy(body as OneCallRequest, { paymentSignature: payment })
  expect(bought).toEqual(paid.json)
})

test('a request that cannot be verified leaves its authorization unspent, and no one is asked to pay for it', async () => {
  const payer = await newPayer()
  const body = named('careful')
  const payment = await payer.pay(await challengeFor(body))
  const unclear = { ...body, conditions: ['The rows are nice.'] }
  expect((await call(unclear)).status).toBe(422)
  expect((await call(unclear, payment)).status).toBe(422)
  expect((await call({ ...body, evidence: 3 }, payment)).status).toBe(400)
  expect(await payer.left()).toBe(1_000_000n)
  expect((await call(body, payment)).status).toBe(201)
})

test('an authorization pays for one body of one caller, signed once', async () => {
  const payer = await newPayer()
  const body = named('bound')
  const payment = await payer.pay(await challengeFor(body))
  // Before its first use it says which body it is for.
  const swapped = await call<Challenged>(named('swapped'), payment)
  expect([swapped.status, swapped.json.code]).toEqual([402, 'payment_required_x402'])
  expect((await call(body, payment)).status).toBe(201)
  const { apiKey } = await operator.openAccount()
  for (const [other, key] of [
    [named('another'), undefined],
    [body, apiKey],
  ] as const) {
    const refused = await call(other, payment, key)
    expect([refused.status, refused.json.code, refused.json.reason]).toEqual([
      409,
      'conflict',
      'payment_reused',
    ])
  }
  expect(await payer.left()).toBe(900_000n)
})

test('what is no payment is refused before anything is done', async () => {
  const body = named('malformed')
  const payer = await newPayer()
  const signed = await payer.sign(await challengeFor(body))
  const malformed = ['x', 'bm90IGpzb24=', paymentHeader({ ...signed, x402Version: 1 }), 'a'.repeat(9_000)]
  for (const payment of malformed) {
    const { status, json } = await call(body, payment)
    expect([payment.slice(0, 20), status, json.field]).toEqual([
      payment.slice(0, 20),
      400,
      'PAYMENT-SIGNATURE',
    ])
  }
  const twice = await call(body, `${paymentHeader(signed)}, ${paymentHeader(signed)}`)
  expect(twice.status).toBe(400)
  const elsewhere = await send(`${path}?digest=${'0'.repeat(64)}`, { method: 'POST', body })
  expect([elsewhere.status, elsewhere.json.field]).toEqual([400, 'digest'])
  expect(await payer.left()).toBe(1_000_000n)
})

test('the sandbox takes no payments', async () => {
  const { token } = await openSession(send)
  const { status, json } = await call(named('sandbox'), undefined, token)
  expect([status, json.code]).toEqual([409, 'unsupported_environment_capability'])
})

test('a wallet without the money is told so and may sign again; nothing is delivered', async () => {
  const payer = await newPayer(1n)
  const body = named('poor')
  const refused = await call(body, await payer.pay(await challengeFor(body)))
  expect([refused.status, refused.json.code, refused.json.reason]).toEqual([
    402,
    'payment_failed_x402',
    'payment_refused',
  ])
  expect(refused.headers.get('payment-required')).not.toBeNull()
})

test('an answer of the facilitator that is lost costs nothing but time: the chain has the payment', async () => {
  const payer = await newPayer()
  const body = named('lost')
  const payment = await payer.pay(await challengeFor(body))
  await failNext('lost_answer')
  expect((await call(body, payment)).status).toBe(201)
  expect(await payer.left()).toBe(900_000n)
})

test('a verdict that was paid for without a key names what its payer can do: pay for another one', async () => {
  const payer = await newPayer()
  const body = delivery({
    evidence: { rows: [{ name: 'No website' }, { name: 'b', website: 'https://b.example' }] },
  })
  const { json } = await call<Paid>(body, await payer.pay(await challengeFor(body)))
  expect(json).toMatchObject({
    earned_cents: 250,
    terminal: false,
    can_resubmit_evidence: false,
    can_rerun: false,
    next_step: { type: 'new_spool', action: 'new_spool', actor: 'buyer' },
  })
  expect(json.corrective_hint).toMatch(/website.*row 1.*then pay for another verification\.$/)
  expect(json.next_step.reason).toBe(json.corrective_hint)
})

test('under its idempotency key a call that is signed anew gets the first answer, and another body is a conflict', async () => {
  const payer = await newPayer()
  const body = named('keyed')
  const challenge = await challengeFor(body)
  const keyed = async (sent: object) => {
    const headers = { 'payment-signature': await payer.pay(challenge), 'idempotency-key': 'order 17' }
    return send<Paid & ErrorAnswer>(path, { method: 'POST', body: sent, headers })
  }
  const first = await keyed(body)
  const again = await keyed(body)
  expect([again.status, again.text]).toEqual([201, first.text])
  expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  const inBody = { ...body, idempotency_key: 'order 17' }
  const third = await send(path, {
    method: 'POST',
    body: inBody,
    headers: { 'payment-signature': await payer.pay(challenge) },
  })
  expect([third.status, third.text]).toEqual([201, first.text])
  const other = await keyed(named('keyed otherwise'))
  expect([other.status, other.json.reason]).toEqual([409, 'idempotency_key_reused'])
  expect(await payer.left()).toBe(900_000n)
})

test('what is paid for with the key of an account is listed there, and counted as paid by itself', async () => {
  const { apiKey } = await operator.openAccount()
  const payer = await newPayer()
  const body = named('of an account')
  const bad = await call(body, await payer.pay(await challengeFor(body)), 'spk_live_no_such_key')
  expect([bad.status, await payer.left()]).toEqual([401, 1_000_000n])
  const { json } = await call<Paid>(body, await payer.pay(await challengeFor(body)), apiKey)
  const read = <T>(of: string) => send<T>(of, { key: apiKey })
  const spools = await read<{ spools: { id: string }[] }>('/api/v1/spools')
  expect(spools.text).toContain(json.spool_id)
  expect((await read(`/api/v1/spools/${json.spool_id}`)).status).toBe(200)
  const receiptId = (json.receipt as { id: string }).id
  expect((await read(`/api/v1/receipts/${receiptId}`)).status).toBe(200)
  await vi.waitFor(async () => {
    const usage = await read<{ totals: object; recent: object[] }>('/api/v1/usage?period_days=1')
    expect(usage.json.totals).toMatchObject({ totalRuns: 1, fees_accrued_micros: '0', paid_micros: '100000' })
    expect(usage.json.recent).toMatchObject([{ spool_id: json.spool_id }])
  }, 10_000)
})

test('an operator finds a payment by its transaction, with what the ledger has of it', async () => {
  const payer = await newPayer()
  const body = named('shown')
  const { json } = await call<Paid>(body, await payer.pay(await challengeFor(body)))
  const shown = await runAdmin(system, 'alice', 'payments', 'show', json.payment.transaction)
  expect([shown.code, shown.errors]).toEqual([0, ''])
  expect(shown.json).toMatchObject({
    payments: [{ rail: 'x402', buys: 'verification', state: 'settled', amount_micros: String(priceMicros) }],
    transfers: expect.arrayContaining([
      expect.objectContaining({ kind: 'payment', amount_micros: String(priceMicros) }),
    ]),
    anomalies: [],
    notes: [],
  })
})

type Sample = (names: Record<string, unknown>) => Promise<Record<string, unknown>>

/** The samples of a page that are written for an official client, as one function of the names that the reader fills in. */
function clientSample(page: string, filledIn: readonly string[], results: readonly string[]): Sample {
  const text = readFileSync(join(import.meta.dirname, '../../docs/guide', page), 'utf8')
  const blocks = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('\n')
  const script = blocks
    .replaceAll(/^import (\{[^}]*\}) from '([^']+)'$/gm, "const $1 = await load('$2')")
    .replaceAll('console.log', 'report')
  const AsyncFunction = (async () => {}).constructor as new (
    ...code: string[]
  ) => (...values: unknown[]) => Promise<Record<string, unknown>>
  const run = new AsyncFunction(...filledIn, 'load', 'report', `${script}\nreturn { ${results.join(', ')} }`)
  const load = (name: string) => import(name) as Promise<unknown>
  return (names) => run(...filledIn.map((name) => names[name]), load, () => undefined)
}

const guideSample = clientSample(
  'paying.md',
  ['account', 'url', 'delivery', 'paymentId'],
  ['answer', 'receipt', 'kid', 'paid'],
)

test('the sample of the guide pays once however often it is run, and ends in a receipt that the key of did:web holds', async () => {
  const { account, left } = await newPayer()
  const names = { account, url: system.base_url, delivery: named('sample'), paymentId: `pay_${randomUUID()}` }
  const first = await guideSample(names)
  const again = await guideSample(names)
  const [answer, repeated] = [first['answer'], again['answer']] as [Response, Response]
  expect([answer.status, repeated.status]).toEqual([201, 201])
  expect(await repeated.text()).toBe(await answer.text())
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(await left()).toBe(900_000n)
  expect(again['receipt']).toEqual(first['receipt'])
  expect(first['paid']).toMatchObject({ payer: account.address.toLowerCase(), version: 1 })

  const { json: keys } = await send<KeyDocument>('/.well-known/outturn-keys.json')
  const { json: did } = await send<DidDocument>('/.well-known/did.json')
  const published = did.verificationMethod.map(({ id }) => id)
  expect(published).toContain(first['kid'])
  // No key of the sandbox vouches for a payment.
  expect(keys.payments?.demo).toHaveLength(1)
  expect(published).toEqual(keys.payments?.production.map(({ key_id: id }) => `${did.id}#${id}`))
  const stolen = await guideSample({ ...names, delivery: named('another sample') }).catch(() => null)
  expect([stolen, await left()]).toEqual([null, 900_000n])
})

test('no payment reaches a log', async () => {
  const payer = await newPayer()
  const body = named('logged')
  const payment = await payer.pay(await challengeFor(body))
  await failNext('error_before')
  await call(body, `${payment.slice(0, -8)}!`)
  await call(named('logged elsewhere'), payment)
  await call(body, payment)
  const { payload } = JSON.parse(Buffer.from(payment, 'base64').toString()) as {
    payload: { signature: string }
  }
  const folder = join(dirname(system.database_url_file), '../logs')
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(logs.some((text) => text.includes('/api/v1/verify/x402'))).toBe(true)
  const secrets = [payment.slice(0, 200), payment.slice(-200, -8), payload.signature]
  expect(secrets.filter((secret) => logs.some((text) => text.includes(secret)))).toEqual([])
})
