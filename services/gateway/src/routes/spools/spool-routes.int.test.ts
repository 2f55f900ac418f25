import {
  acceptSpool,
  amendSpool,
  type Command,
  commitSpool,
  createSpool,
  listSpools,
  previewDelivery,
  proposeSpool,
  quoteSpool,
  Refusal,
  readSpool,
  submitEvidence,
  verifyDelivery,
  verifySpool,
} from '@outturn/contracts'
import { type CommandContext, on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { evidenceExample } from '@outturn/contracts'
import { ask, type HttpRequest, oneCall } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

const spoolId = 'spl_000000000000000000000001'
const shareId = 'shr_000000000000000000000001'
const spool = { id: spoolId, version: 7, verification_run_id: null }

type Received = { name: string; input: Record<string, unknown>; context: CommandContext }
let gateway: OpenGateway
let token: string
let received: Received[]

const commands: readonly Command[] = [
  acceptSpool,
  amendSpool,
  commitSpool,
  createSpool,
  listSpools,
  previewDelivery,
  proposeSpool,
  quoteSpool,
  submitEvidence,
  verifyDelivery,
  verifySpool,
]

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats }, { RATE_QUOTA: '100000' })
  await gateway.answerAs('spool', 'production', [
    ...commands.map((command) =>
      on(command, async (input, context) => {
        received.push({ name: command.name, input: input as Received['input'], context })
        return rawReply(JSON.stringify(spool))
      }),
    ),
    on(readSpool, async ({ id }) => {
      if (id !== spoolId) throw new Refusal('spool_not_found', 'x')
      return rawReply(JSON.stringify(spool))
    }),
  ])
  await gateway.answerAs('spool', 'demo', [
    on(readSpool, async ({ id }, { principal }) => {
      if (id !== shareId || principal.kind !== 'public') throw new Refusal('spool_not_found', 'x')
      return rawReply(JSON.stringify(spool))
    }),
  ])
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())
beforeEach(() => {
  received = []
})

const send = (method: string, path: string, request: HttpRequest = {}) =>
  ask(gateway.baseUrl, method, path, { token, ...request })
const act = (name: string, request: HttpRequest = {}) =>
  send('POST', `/api/v1/spools/${spoolId}/${name}`, request)

describe('an action', () => {
  test('without a body, or with an empty one, is one command about its Spool', async () => {
    for (const request of [{}, { body: {} }, { body: '', headers: { 'content-type': 'application/json' } }]) {
      const { status, headers } = await act('propose', request)
      expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"7\.[\w-]{27}"$/)])
    }
    expect(received.map(({ name, input }) => [name, input])).toEqual(
      [1, 2, 3].map(() => ['spool.propose', { spoolId }]),
    )
  })

  test.each(['accept', 'commit', 'verify'])('%s needs no body and takes one', async (name) => {
    expect((await act(name)).status).toBe(200)
    expect((await act(name, { body: {} })).status).toBe(200)
    expect(received.map(({ input }) => input['request'])).toEqual([{}, {}])
  })

  test.each([
    ['propose', { anything: 1 }, 'anything'],
    ['accept', { quote_digest: 'x' }, 'quote_digest'],
    ['evidence', { ...evidenceExample, condition_id: 'x' }, 'condition_id'],
    ['evidence', { ...evidenceExample, kind: 'x' }, 'kind'],
    ['verify', { confirmations: [{}] }, 'confirmations[0].condition_id'],
  ])('%s with %j is refused at %s', async (name, body, field) => {
    const refused = await act(name, { body })
    expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([
      400,
      'validation_failed',
      field,
    ])
    expect(received).toEqual([])
  })

  test('expects the version whose tag it was sent', async () => {
    const { headers } = await send('GET', `/api/v1/spools/${spoolId}`)
    const tag = headers.get('etag') ?? ''
    await act('accept', { headers: { 'if-match': tag } })
    await act('accept', { headers: { 'if-match': '*' } })
    expect(received.map(({ input }) => input['expectedVersions'])).toEqual([[7], undefined])
    const refused = await act('accept', { headers: { 'if-match': '"abc"' } })
    expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([
      409,
      'store_conflict',
      'If-Match',
    ])
  })

  test('is the same command when it is sent again with its key, and another under another path', async () => {
    const headers = { 'idempotency-key': 'k1' }
    await act('propose', { headers })
    await act('propose', { headers })
    await act('quote', { headers })
    const [first, again, other] = received.map(({ context }) => context.commandId)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  test('of a Spool that cannot be is not found', async () => {
    const refused = await send('POST', '/api/v1/spools/spl_x/accept')
    expect([refused.status, refused.body['code']]).toEqual([404, 'spool_not_found'])
  })
})

describe('a dry run', () => {
  test('of amending stores nothing: no tag, no repetition', async () => {
    const body = { unitization: { total_units: 1, unit_amount_cents: 1 } }
    const headers = { 'idempotency-key': 'k1' }
    const dry = await act('amend?dry_run=true', { body, headers })
    const wet = await act('amend?dry_run=false', { body, headers })
    expect([dry.headers.get('etag'), wet.headers.get('etag')]).toEqual([null, expect.any(String)])
    expect(received.map(({ input }) => input['dryRun'])).toEqual([true, false])
    expect(received[0]?.context.commandId).not.toBe(received[1]?.context.commandId)
  })

  test('of a verification is 200 and another command', async () => {
    expect((await send('POST', '/api/v1/verify?dry_run=true', { body: oneCall })).status).toBe(200)
    expect((await send('POST', '/api/v1/verify', { body: oneCall })).status).toBe(201)
    expect(received.map(({ name }) => name)).toEqual(['spool.preview-delivery', 'spool.verify-delivery'])
  })
})

describe('query parameters', () => {
  test.each([
    ['limit=1', { limit: 1 }],
    ['limit=99', { limit: 99 }],
    ['limit=100', { limit: 100 }],
    ['', { limit: 20 }],
    [`after=${spoolId}`, { limit: 20, after: spoolId }],
  ])('a list with %s asks for that page', async (query, input) => {
    expect((await send('GET', `/api/v1/spools?${query}`)).status).toBe(200)
    expect(received[0]?.input).toEqual(input)
  })

  test.each([
    ['/api/v1/spools?limit=0', 'limit'],
    ['/api/v1/spools?limit=101', 'limit'],
    ['/api/v1/spools?limit=01', 'limit'],
    ['/api/v1/spools?limit=1&limit=2', 'limit'],
    ['/api/v1/spools?after=spl_x', 'after'],
    ['/api/v1/spools?page=2', 'page'],
    [`/api/v1/spools/${spoolId}?verbose=1`, 'verbose'],
    ['/api/v1/recipes?limit=1000', 'limit'],
  ])('GET %s is refused at %s', async (path, field) => {
    const refused = await send('GET', path)
    expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([
      400,
      'validation_failed',
      field,
    ])
  })

  test('pages and probes ignore what others append to their address', async () => {
    expect((await send('GET', '/api/health?probe=1')).status).toBe(200)
    expect((await send('GET', `/s/${shareId}?utm_source=mail`)).status).not.toBe(400)
  })
})

describe('a share id', () => {
  test('opens the Spool of either environment for who has no key', async () => {
    const answered = await ask(gateway.baseUrl, 'GET', `/api/v1/spools/${shareId}`)
    expect([answered.status, answered.body['id']]).toEqual([200, spoolId])
    const unchanged = await ask(gateway.baseUrl, 'GET', `/api/v1/spools/${shareId}`, {
      headers: { 'if-none-match': answered.headers.get('etag') ?? '' },
    })
    expect(unchanged.status).toBe(304)
  })

  test.each([
    ['shr_0000000000000000000000ff', 404, 'spool_not_found'],
    [spoolId, 401, 'unauthenticated'],
    ['shr_x', 401, 'unauthenticated'],
  ])('without a key %s is %i %s', async (id, status, code) => {
    const refused = await ask(gateway.baseUrl, 'GET', `/api/v1/spools/${id}`)
    expect([refused.status, refused.body['code']]).toEqual([status, code])
  })

  test('of the sandbox is nothing to a key of production', async () => {
    expect((await send('GET', `/api/v1/spools/${shareId}`)).status).toBe(404)
  })
})

test.each([
  ['x'.repeat(254), 200],
  ['x'.repeat(255), 200],
  ['x'.repeat(256), 400],
  ['', 400],
])('an idempotency key of its length is taken or refused on every POST', async (key, status) => {
  const headers = { 'idempotency-key': key }
  expect((await act('propose', { headers })).status).toBe(status)
  expect((await send('POST', '/api/sandbox/session', { headers })).status).toBe(status)
})
