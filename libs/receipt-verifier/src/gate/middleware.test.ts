import { type IncomingMessage, type Server, createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createEd25519Signer } from '@outturn/canonical/node'
import express from 'express'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as forExpress from '../express.ts'
import * as forFastify from '../fastify.ts'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { type OutcomePolicy, PolicyError } from '../policy/outcome-policy.ts'
import { altered, golden, resigned, statusAnswer } from '../receipt/golden.fixture.ts'
import type { GateErrorBody, GateRefusal } from './gate-refusal.ts'
import type { OutcomeGateOptions } from './outcome-gate.ts'
import { usedInMemory } from './used-receipts.ts'

const trustSet = parseKeyDocument(golden.keys)
const { receipt } = golden
const stranger = createEd25519Signer(new Uint8Array(32).fill(9))
const base = {
  policy: { minimum_status: 'partial', min_earned: '1.00', environment: 'demo' } as OutcomePolicy,
  trustSet,
  now: () => new Date('2026-01-01T01:00:01.000Z'),
}

/** What the servers demand in the present test. Both read it anew for every request. */
let options: OutcomeGateOptions<object> = base
let refusals: GateRefusal[] = []
let handled = 0
beforeEach(() => {
  options = { ...base, onRefused: (refusal) => refusals.push(refusal) }
  refusals = []
  handled = 0
})

const encoded = (document: unknown) => Buffer.from(JSON.stringify(document)).toString('base64url')

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: GateErrorBody & { earned?: string }
}

/** Sends over a real connection, where a header can be repeated. */
async function send(port: number, headers: [string, string][], body?: unknown): Promise<Answer> {
  const payload = JSON.stringify(body ?? {})
  const all = [
    ['host', `127.0.0.1:${port}`],
    ...headers,
    ['content-type', 'application/json'],
    ['content-length', String(Buffer.byteLength(payload))],
  ]
  const outgoing = sendRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/release',
    headers: all.flat(),
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  outgoing.end(payload)
  const response = await answered
  const text = (await Readable.from(response).toArray()).join('')
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: text === '' ? ({} as Answer['body']) : (JSON.parse(text) as Answer['body']),
  }
}

const inHeader = (document: unknown): [string, string][] => [['Outcome-Receipt', encoded(document)]]

let expressServer: Server
let fastifyServer: FastifyInstance
const ports = { express: 0, fastify: 0 }

beforeAll(async () => {
  const app = express()
  app.use(express.json())
  app.post(
    '/release',
    (request, response, next) => forExpress.requireOutcome(options)(request, response, next),
    (request, response) => {
      handled += 1
      response.json({ earned: forExpress.outcomeOf(request).verdict.amounts?.earned })
    },
  )
  app.use(
    (error: Error, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      response.status(500).json({ error: error.message })
    },
  )
  expressServer = createServer(app).listen(0, '127.0.0.1')
  fastifyServer = fastify()
  fastifyServer.post(
    '/release',
    { preHandler: (request, reply) => forFastify.requireOutcome(options)(request, reply) },
    (request, reply) => {
      handled += 1
      return reply.send({ earned: forFastify.outcomeOf(request).verdict.amounts?.earned })
    },
  )
  await fastifyServer.listen({ port: 0, host: '127.0.0.1' })
  ports.express = (expressServer.address() as AddressInfo).port
  ports.fastify = (fastifyServer.server.address() as AddressInfo).port
})
afterAll(async () => {
  expressServer.close()
  expressServer.closeAllConnections()
  await fastifyServer.close()
})

describe.each(['express', 'fastify'] as const)('%s', (framework) => {
  const post = (headers: [string, string][], body?: unknown) => send(ports[framework], headers, body)

  async function expectRefused(
    answer: Promise<Answer>,
    status: number,
    code: string,
  ): Promise<GateErrorBody> {
    const { status: answered, headers, body } = await answer
    expect([answered, body.code]).toEqual([status, code])
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({
      error: expect.stringMatching(/\.$/) as string,
      remediation: expect.stringMatching(/\.$/) as string,
    })
    expect(handled).toBe(0)
    expect(refusals.map((refusal) => refusal.body.code)).toEqual([code])
    return body
  }

  test('a receipt that meets the policy opens the route, in the header or in the body', async () => {
    expect(await post(inHeader(receipt))).toMatchObject({ status: 200, body: { earned: '1.00' } })
    expect(await post([], { outcome_receipt: receipt })).toMatchObject({
      status: 200,
      body: { earned: '1.00' },
    })
    const padded = Buffer.from(JSON.stringify(receipt)).toString('base64')
    expect(await post([['outcome-receipt', padded]])).toMatchObject({ status: 200 })
    expect(handled).toBe(3)
  })

  test('a request without a receipt is told how to send one', async () => {
    const body = await expectRefused(post([]), 401, 'receipt_required')
    expect(body.remediation).toContain('Outcome-Receipt')
  })

  test.each<[string, unknown, string]>([
    ['an altered receipt', altered({ nonce: 'n_000000000000000000000002' }), 'receipt_id_mismatch'],
    ['a receipt of another issuer', resigned(receipt, stranger), 'untrusted_signing_key'],
    [
      'a receipt of another environment',
      resigned({ ...receipt, environment: 'production' }),
      'environment_mismatch',
    ],
    ['a revoked receipt', { ...receipt, status_proof: statusAnswer('revoked').status_proof }, 'revoked'],
    ['something else', { schema: 'x' }, 'malformed_receipt'],
  ])('%s is refused with its reasons', async (_, candidate, reason) => {
    const { reasons, failed } = await expectRefused(post(inHeader(candidate)), 403, 'outcome_not_met')
    expect(reasons).toContain(reason)
    expect(failed?.map((each) => each.reason)).toEqual(reasons)
  })

  test('a demonstration opens no route that does not ask for one', async () => {
    options = { ...options, policy: {} }
    const { reasons } = await expectRefused(post(inHeader(receipt)), 403, 'outcome_not_met')
    expect(reasons).toEqual(['environment_mismatch'])
  })

  test('a valid receipt that shows too little is refused with what it lacks', async () => {
    options = {
      ...options,
      policy: { ...base.policy, min_earned: '1.01', max_age_seconds: 3_599 },
    }
    const { reasons, failed } = await expectRefused(post(inHeader(receipt)), 403, 'outcome_not_met')
    expect(reasons).toEqual(['min_earned_not_met', 'max_age_exceeded'])
    expect(failed?.[0]?.detail).toContain('less than 1.01')
  })

  test.each<[string, [string, string][], unknown, string]>([
    ['two headers', [...inHeader(receipt), ...inHeader(receipt)], undefined, 'receipt_ambiguous'],
    ['a header and a body', inHeader(receipt), { outcome_receipt: receipt }, 'receipt_ambiguous'],
    [
      'two values in one header',
      [['outcome-receipt', `${encoded(receipt)}, ${encoded(receipt)}`]],
      undefined,
      'receipt_unreadable',
    ],
    ['an empty header', [['outcome-receipt', '']], undefined, 'receipt_unreadable'],
    ['a header that is no base64url', [['outcome-receipt', '{"id":1}']], undefined, 'receipt_unreadable'],
    [
      'a member that is repeated',
      [['outcome-receipt', Buffer.from('{"id":"a","id":"b"}').toString('base64url')]],
      undefined,
      'receipt_unreadable',
    ],
    ['a receipt in something else', inHeader({ receipt }), undefined, 'receipt_unreadable'],
  ])('%s: the receipt is not guessed', async (_, headers, body, code) => {
    await expectRefused(post(headers, body), 400, code)
  })

  test('a header that is too large is refused', async () => {
    options = { ...options, maxHeaderBytes: 1_000 }
    await expectRefused(post(inHeader(receipt)), 413, 'receipt_too_large')
  })

  test('each receipt opens the route once, also when it is sent twice at once', async () => {
    options = { ...options, used: usedInMemory() }
    const statuses = await Promise.all([1, 2, 3].map(async () => (await post(inHeader(receipt))).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    // A copy without its unit results is the same receipt.
    const { unit_results: _, ...copy } = receipt
    expect((await post(inHeader(copy))).body.code).toBe('receipt_already_used')
    expect(handled).toBe(1)
  })

  test('a receipt that is refused is not counted as used', async () => {
    const used = usedInMemory()
    options = { ...options, used, policy: { ...base.policy, min_earned: '9' } }
    await expectRefused(post(inHeader(receipt)), 403, 'outcome_not_met')
    expect(await used.use(receipt.id)).toBe(true)
  })

  test('the present status decides where the route reads it', async () => {
    options = { ...options, status: async () => statusAnswer('active') }
    expect((await post(inHeader(receipt))).status).toBe(200)
    handled = 0
    options = { ...options, status: async () => statusAnswer('revoked') }
    const { reasons } = await expectRefused(post(inHeader(receipt)), 403, 'outcome_not_met')
    expect(reasons).toContain('revoked')
  })

  test.each<[string, Partial<OutcomeGateOptions<object>>]>([
    ['no keys', { trustSet: () => Promise.reject(new Error('no route to host')) }],
    ['no status', { status: () => Promise.reject(new Error('no route to host')) }],
    [
      'a status that no one signed',
      { status: async () => ({ ...statusAnswer('active'), status_proof: null }) },
    ],
    [
      'a status of long ago',
      { status: async () => statusAnswer('active', { expires_at: '2026-01-01T00:45:00.000Z' }) },
    ],
    ['no record of used receipts', { used: { use: () => Promise.reject(new Error('no route to host')) } }],
    ['a record of used receipts that is full', { used: usedInMemory({ maxReceipts: 0 }) }],
  ])('with %s the route stays shut, and the request may be repeated', async (_, change) => {
    options = { ...options, ...change }
    const body = await expectRefused(post(inHeader(receipt)), 503, 'outcome_unavailable')
    expect(body.retryable).toBe(true)
    expect(JSON.stringify(body)).not.toContain('no route to host')
    expect(refusals[0]?.cause).toBeInstanceOf(Error)
  })

  test('a policy can depend on the request', async () => {
    options = {
      ...options,
      policy: () => ({ ...base.policy, spool_id: `spl_${'9'.repeat(24)}` }),
    }
    const { reasons } = await expectRefused(post(inHeader(receipt)), 403, 'outcome_not_met')
    expect(reasons).toEqual(['spool_id_mismatch'])
  })

  test('a policy that cannot be applied to a request is a defect of the server, and opens nothing', async () => {
    options = { ...options, policy: () => ({ min_earnt: '1' }) as OutcomePolicy }
    expect((await post(inHeader(receipt))).status).toBe(500)
    expect(handled).toBe(0)
  })
})

test('a policy that cannot be applied keeps the server from starting', () => {
  const policy = { min_earnt: '4.00' } as OutcomePolicy
  expect(() => forExpress.requireOutcome({ policy, trustSet })).toThrow(PolicyError)
  expect(() => forFastify.requireOutcome({ policy, trustSet })).toThrow(PolicyError)
})

test('a request that comes by an adapter, without a connection, is judged the same', async () => {
  const inject = (header: string | string[]) =>
    fastifyServer.inject({
      method: 'POST',
      url: '/release',
      headers: { 'outcome-receipt': header },
      payload: {},
    })
  expect((await inject(encoded(receipt))).statusCode).toBe(200)
  expect((await inject([encoded(receipt), encoded(receipt)])).statusCode).toBe(400)
})

test('a handler that no gate stands before gets no outcome', () => {
  expect(() => forExpress.outcomeOf({})).toThrow('Put requireOutcome before the handler')
})

test('the middleware fits the types of both frameworks', () => {
  const handler: express.RequestHandler = forExpress.requireOutcome({ policy: {}, trustSet })
  const app = fastify()
  app.addHook('preHandler', forFastify.requireOutcome({ policy: {}, trustSet }))
  expect(handler).toBeTypeOf('function')
})
