import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Environment, environments } from '@outturn/vocabulary'
import {
  ErrorBody,
  type KeyDocument,
  readKeyDocument,
  PassedText,
  readPublicReceipt,
  readReceiptFile,
  readReceiptStatus,
  readRootSignature,
  readSpool,
  Refusal,
  runtimeRole,
  verifyAttestation,
  verifyDelivery,
} from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintGrantToken, mintToken } from '../auth/token.ts'
import { answerWorkChecks } from '../testing/fakes.ts'
import { ask, type HttpAnswer, type HttpRequest, oneCall } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'
import { attestationBody } from '../testing/route-bodies.ts'
import { shutDoorTo } from '../testing/shut-door.ts'

const golden = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as { receipt: { id: string }; keys: { receipts: { demo: object[] } } }

const idOf = { production: 'ocr_000000000000000000000001', demo: golden.receipt.id }
const shareOf = { production: 'shr_000000000000000000000001', demo: 'shr_00000000000000000000000d' }
const unknown = 'ocr_0000000000000000000000ff'
const testKey = `spk_test_${'a'.repeat(32)}`
const deployed = { RATE_QUOTA: '100000', OUTTURN_TEST_KEYS: `ci:${testKey}` }

let whole: OpenGateway
let token: string
let sandboxToken: string

beforeAll(async () => {
  whole = await openGateway({ testDatabase, testNats }, deployed)
  for (const environment of environments) {
    await whole.answerAs('signing', environment, [
      on(readReceiptStatus, async ({ receiptId }) => statusOf(environment, receiptId)),
      on(readKeyDocument, async () => keysOf(environment)),
      on(readRootSignature, async () => ({ signed: null })),
      on(readPublicReceipt, async ({ receiptId }) => {
        if (receiptId !== idOf[environment]) throw new Refusal('not_found', 'x')
        const receipt = { ...golden.receipt, id: receiptId }
        return rawReply(JSON.stringify({ receipt, status: statusOf(environment, receiptId) }))
      }),
      on(readReceiptFile, async ({ receiptId }) => {
        if (receiptId !== idOf[environment]) throw new Refusal('not_found', 'x')
        return { receipt: new PassedText(Buffer.from(JSON.stringify({ ...golden.receipt, id: receiptId }))) }
      }),
      on(verifyAttestation, async () => {
        const checked_at = '2026-01-02T03:04:05.000Z'
        return { valid: true, environment, reasons: [], checked_at }
      }),
    ])
    await answerWorkChecks(whole, environment)
    await whole.answerAs('spool', environment, [
      on(readSpool, async ({ id }) => {
        if (id !== shareOf[environment]) throw new Refusal('spool_not_found', 'x')
        return rawReply(`{"id":"${id}","version":1}`)
      }),
      on(verifyDelivery, async () => rawReply(`{"judged_in":"${environment}"}`)),
    ])
  }
  token = (await whole.issueKey()).apiKey
  const session = await ask(whole.baseUrl, 'POST', '/api/sandbox/session', { body: {} })
  sandboxToken = String(session.body['token'])
})
afterAll(() => whole?.close())

function statusOf(environment: Environment, receiptId: string) {
  const base = { receipt_id: receiptId, advisories: [], checked_at: '2026-01-02T03:04:05.000Z' }
  return receiptId === idOf[environment]
    ? ({ ...base, status: 'active', state: 'current', consumptions_recorded: 0 } as const)
    : ({ ...base, status: 'unknown', state: 'unknown' } as const)
}

function keysOf(environment: Environment) {
  const lists = { production: golden.keys.receipts.demo, demo: golden.keys.receipts.demo }
  return {
    schema: 'outturn/key-document@1',
    issuer: 'https://outturn.example',
    version: environment === 'demo' ? 2 : 3,
    updated_at: '2026-01-01T00:00:00.000Z',
    receipts: lists,
    attestations: lists,
    status: lists,
    prev_document_hash: null,
  } as unknown as KeyDocument
}

/** One more gateway that cannot reach the database of one of its environments until the door is opened. */
async function gatewayWithout(environment: Environment) {
  const door = await shutDoorTo(whole.database.urlOf(runtimeRole('gateway', environment)))
  const name = environment === 'demo' ? 'DEMO_DATABASE_URL' : 'DATABASE_URL'
  const gateway = await openGateway(
    whole,
    { ...deployed, [name]: door.url, OUTTURN_START_TIMEOUT_MS: '1000' },
    { awaits: environments.filter((each) => each !== environment) },
  )
  const send = (method: string, path: string, request?: HttpRequest) =>
    ask(gateway.baseUrl, method, path, request)
  return {
    send,
    get: (path: string, as?: string) => send('GET', path, as === undefined ? {} : { token: as }),
    verify: (as: string) => send('POST', '/api/v1/verify', { token: as, body: oneCall }),
    open: () => door.open(),
    async close() {
      await gateway.close()
      door.close()
    },
  }
}

/** The refusal of what only the environment that has not started could answer. */
function expectNotStarted(...answers: HttpAnswer[]): void {
  for (const { status, headers, body } of answers) {
    expect([status, body['code'], body['reason']]).toEqual([
      503,
      'configuration_unavailable',
      'environment_not_started',
    ])
    expect(ErrorBody.parse(body).retryable).toBe(true)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
}

const attestationIn = (environment: Environment) => ({ body: { ...attestationBody, environment } })
const brief = ({ status, body }: HttpAnswer) => [status, body['code'] ?? body['state']]

test('a gateway whose sandbox cannot start serves production, and the sandbox as soon as it can', async () => {
  const { send, get, verify, open, close } = await gatewayWithout('demo')
  expect((await verify(token)).body).toEqual({ judged_in: 'production' })
  expect(brief(await get(`/api/v1/receipts/${idOf.production}/status`))).toEqual([200, 'current'])
  expect((await get(`/r/${idOf.production}/receipt.json`)).status).toBe(200)
  expect((await get(`/api/v1/spools/${shareOf.production}`)).status).toBe(200)
  expect((await get('/api/health')).body).toMatchObject({ status: 'ok', environment: 'production' })
  const ready = await get('/api/ready')
  expect([ready.status, ready.body['status'], ready.body['environments']]).toEqual([
    200,
    'ready',
    { production: 'ready', demo: 'not_started' },
  ])

  expectNotStarted(
    await verify(sandboxToken),
    await verify(testKey),
    await get('/api/sandbox/session', sandboxToken),
    await send('POST', '/api/sandbox/session', { body: {} }),
    await get('/log/demo/checkpoint'),
    await get('/.well-known/outturn-keys/demo/1'),
    await send('POST', '/api/v1/attestations/verify', attestationIn('demo')),
  )
  // What production does not have may be in the sandbox, so it is not said to be absent.
  expectNotStarted(
    await get(`/api/v1/receipts/${idOf.demo}/status`),
    await get(`/api/receipts/${unknown}/status`),
    await get(`/r/${idOf.demo}/receipt.json`),
    await get(`/api/v1/spools/${shareOf.demo}`),
  )
  expect((await get(`/r/${unknown}`)).status).toBe(503)

  // What production signed is verified with the keys of production.
  const keys = await get('/.well-known/outturn-keys.json')
  expect(keys.body['parts']).toEqual({ production: expect.objectContaining({ version: 3 }) })
  expect(keys.body['receipts']).toEqual({ production: golden.keys.receipts.demo, demo: [] })
  expect(keys.headers.get('cache-control')).toBe('public, max-age=5')

  open()
  await expect.poll(async () => (await verify(sandboxToken)).body).toEqual({ judged_in: 'demo' })
  expect(brief(await get(`/api/receipts/${unknown}/status`))).toEqual([404, 'not_found'])
  await expect
    .poll(async () => (await get('/api/ready')).body['environments'])
    .toEqual({ production: 'ready', demo: 'ready' })
  expect((await get('/.well-known/outturn-keys.json')).body['parts']).toHaveProperty('demo')
  await close()
})

test('a gateway whose production cannot start serves the sandbox, and says of no key that it is not good', async () => {
  const { send, get, verify, open, close } = await gatewayWithout('production')
  expect((await verify(sandboxToken)).body).toEqual({ judged_in: 'demo' })
  expect((await verify(testKey)).body).toEqual({ judged_in: 'demo' })
  expect((await send('POST', '/api/sandbox/session', { body: {} })).status).toBe(200)
  expect(brief(await get(`/api/v1/receipts/${idOf.demo}/status`))).toEqual([200, 'current'])
  expect((await get(`/r/${idOf.demo}/receipt.json`)).status).toBe(200)
  expect((await get(`/api/v1/spools/${shareOf.demo}`)).status).toBe(200)
  expect((await get('/api/health')).status).toBe(200)
  expect((await send('POST', '/api/v1/attestations/verify', attestationIn('demo'))).status).toBe(200)

  expectNotStarted(
    await verify(token),
    await verify(mintToken('live', randomBytes)),
    await get('/api/v1/capabilities'),
    await send('POST', '/api/v1/keys/exchange', { body: { grant_token: mintGrantToken(randomBytes) } }),
    await get('/log/checkpoint'),
    await get(`/api/v1/receipts/${unknown}/status`),
    await get(`/api/v1/spools/${shareOf.production}`),
    // A document without the keys of production would say that its receipts are forged.
    await get('/.well-known/outturn-keys.json'),
    await send('POST', '/api/v1/attestations/verify', attestationIn('production')),
  )
  // Without a credential nothing is known but that there is none.
  expect(brief(await send('POST', '/api/v1/verify', { body: oneCall }))).toEqual([401, 'unauthenticated'])
  const ready = await get('/api/ready')
  expect([ready.status, ready.body['checks'], ready.body['environments']]).toEqual([
    503,
    {
      ...{ store: 'failing', rate_limit: 'failing', queue: 'failing' },
      ...{ spool: 'failing', verification: 'failing', billing: 'failing', signing: 'failing' },
    },
    { production: 'not_started', demo: 'ready' },
  ])

  open()
  await expect
    .poll(async () => (await verify(token)).body)
    .toEqual({
      judged_in: 'production',
    })
  await close()
})
