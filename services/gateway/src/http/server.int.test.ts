import { connect } from 'node:net'
import { ErrorBody, Refusal, verifyDelivery } from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { parseList } from 'structured-headers'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, type HttpAnswer, type HttpRequest, oneCall } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'

const bodyLimit = 200_000
const reply = '{"spool_id":"spl_000000000000000000000001","text":"as it was signed"}'

let gateway: OpenGateway
let token: string
let answer: () => Promise<ReturnType<typeof rawReply>>

beforeAll(async () => {
  gateway = await openGateway(
    { testDatabase, testNats },
    { OUTTURN_BODY_LIMIT_BYTES: String(bodyLimit), RATE_QUOTA: '100000' },
  )
  await gateway.answerAs('spool', 'production', [on(verifyDelivery, () => answer())])
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())

const send = (method: string, path: string, request?: HttpRequest) =>
  ask(gateway.baseUrl, method, path, request)
const verify = (request: HttpRequest = {}) =>
  send('POST', '/api/v1/verify', { token, body: oneCall, ...request })

/** What every refusal is, whatever its cause. */
function expectRefusal(refused: HttpAnswer, status: number, code: string): void {
  expect([refused.status, refused.body['code']]).toEqual([status, code])
  expect(ErrorBody.parse(refused.body).request_id).toBe(refused.headers.get('request-id'))
  expect(refused.headers.get('request-id')).toMatch(/^req_[0-9a-f]{24}$/)
  expect(refused.headers.get('cache-control')).toBe('no-store')
}

function expectRateFields({ headers }: HttpAnswer): void {
  const [policy] = parseList(headers.get('ratelimit-policy') ?? '')
  expect(policy).toEqual([
    'api-v1',
    new Map([
      ['q', 100_000],
      ['w', 60],
    ]),
  ])
  const [rate] = parseList(headers.get('ratelimit') ?? '')
  expect(rate?.[0]).toBe('api-v1')
  expect([...(rate?.[1].keys() ?? [])]).toEqual(['r', 't'])
}

test('the bytes of the reply are the body of the 201', async () => {
  answer = async () => rawReply(reply)
  const answered = await verify()
  expect([answered.status, answered.text]).toEqual([201, reply])
  expect(answered.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expectRateFields(answered)
})

describe('refusals of the spool service', () => {
  test.each(verifyDelivery.refuses)('%s reaches the caller with its status', async (code) => {
    const refusal = new Refusal(code, 'words of the spool service', {
      field: 'conditions[0]',
      reason: 'timeout',
    })
    answer = () => Promise.reject(refusal)
    const refused = await verify()
    expectRefusal(refused, refusal.status, code)
    expect(refused.body).toMatchObject({
      field: 'conditions[0]',
      reason: 'timeout',
      retryable: expect.any(Boolean),
    })
    expectRateFields(refused)
  })

  test('a defect is internal_error and says nothing of itself', async () => {
    answer = () => Promise.reject(new Error('the password is hunter2'))
    const refused = await verify()
    expectRefusal(refused, 500, 'internal_error')
    expect(refused.text).not.toContain('hunter2')
  })

  test('details such as a quote stand beside the members of every error', async () => {
    answer = () =>
      Promise.reject(new Refusal('credits_required', 'x', { details: { retry_after: 'reload' } }))
    const refused = await verify()
    expect(refused.body['retry_after']).toBe('reload')
    expect(refused.headers.get('retry-after')).toBeNull()
  })

  test('headers of a refusal are sent with it, and none that every answer has', async () => {
    const headers = { 'payment-required': 'e30=', 'content-type': 'text/html' }
    answer = () => Promise.reject(new Refusal('payment_required_x402', 'x', { headers }))
    const refused = await verify()
    expectRefusal(refused, 402, 'payment_required_x402')
    expect(refused.headers.get('payment-required')).toBe('e30=')
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('a caller without a good key', () => {
  test('missing, malformed, unknown and revoked keys get one answer', async () => {
    const { apiKey: revoked, keyId } = await gateway.issueKey()
    await gateway.pool('production').query('update api_key set revoked_at = now() where id = $1', [keyId])
    gateway.instances.production?.keys.forget()
    const unknown = `${revoked.slice(0, -1)}${revoked.endsWith('A') ? 'B' : 'A'}`
    const answers = [
      await send('POST', '/api/v1/verify', { body: oneCall }),
      await verify({ token: 'spk_live_nonsense' }),
      await verify({ token: unknown }),
      await verify({ token: revoked }),
      await verify({ headers: { authorization: 'Basic abc' } }),
      await verify({ token: 'spk_test_aaaaaaaaaaaaaaaa' }),
    ]
    for (const refused of answers) {
      expectRefusal(refused, 401, 'unauthenticated')
      expectRateFields(refused)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="outturn"')
      const { request_id: _, ...rest } = refused.body
      expect(rest).toEqual({ ...answers[0]?.body, request_id: undefined })
    }
  })

  test('two credentials that differ are refused, and one that is sent twice is not', async () => {
    answer = async () => rawReply(reply)
    const { apiKey: other } = await gateway.issueKey()
    const refused = await verify({ headers: { 'x-api-key': other } })
    expectRefusal(refused, 400, 'validation_failed')
    expect(refused.body['reason']).toBe('two_credentials')
    expect((await verify({ headers: { 'x-api-key': token } })).status).toBe(201)
  })

  test('is refused before the body is looked at', async () => {
    expectRefusal(await send('POST', '/api/v1/verify', { body: '{' }), 401, 'unauthenticated')
  })
})

describe('paths and methods', () => {
  test.each([
    '/api/v1/nowhere',
    '/api/v1/verify/',
    '/api',
    '//',
    '/api/v1/%zz',
    `/api/v1/spools/${'x'.repeat(300)}`,
  ])('there is no route at %s', async (path) => {
    const refused = await send('GET', path, { token })
    expectRefusal(refused, 404, 'route_not_found')
    if (path.startsWith('/api/')) expectRateFields(refused)
  })

  test.each([
    ['GET', '/api/v1/verify', 'POST'],
    ['DELETE', '/api/v1/spools/spl_000000000000000000000001', 'GET, HEAD'],
    ['PUT', '/api/sandbox/session', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/health', 'GET, HEAD'],
  ])('%s %s is refused and the methods there are named', async (method, path, allow) => {
    const refused = await send(method, path, { token })
    expectRefusal(refused, 405, 'method_not_allowed')
    expect(refused.headers.get('allow')).toBe(allow)
    expectRateFields(refused)
  })

  test('a wrong path is no reason to read a body, whatever its type', async () => {
    const refused = await send('POST', '/api/v1/nowhere', {
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expectRefusal(refused, 404, 'route_not_found')
  })
})

describe('bodies', () => {
  test.each([
    ['text/plain', 'content_type'],
    ['application/json; charset=latin1', 'content_type'],
    ['application/json x', 'content_type'],
  ])('content type %s is refused', async (type, reason) => {
    const refused = await verify({ headers: { 'content-type': type } })
    expectRefusal(refused, 400, 'invalid_json')
    expect(refused.body['reason']).toBe(reason)
  })

  test('a compressed body is refused', async () => {
    const refused = await verify({ headers: { 'content-encoding': 'gzip' } })
    expect(refused.body).toMatchObject({ code: 'invalid_json', reason: 'content_encoding' })
  })

  test.each([
    ['{"conditions":', 'invalid_json', 'syntax', 'conditions'],
    ['', 'invalid_json', 'content_type', undefined],
    ['{"conditions":[],"conditions":[]}', 'validation_failed', 'duplicate_key', 'conditions'],
    ['{"evidence":{"rows":[{"a":"\\u0000"}]}}', 'validation_failed', 'nul_character', 'evidence.rows[0].a'],
    [
      '{"evidence":{"rows":[{"__proto__":{}}]}}',
      'validation_failed',
      'forbidden_key',
      'evidence.rows[0].__proto__',
    ],
  ])('%s is refused', async (body, code, reason, field) => {
    const refused = await verify({ body, ...(body === '' && { headers: { 'content-type': 'x' } }) })
    expectRefusal(refused, 400, code)
    expect([refused.body['reason'], refused.body['field']]).toEqual([reason, field])
  })

  test('an unknown key is named with the allowed ones and the nearest', async () => {
    const refused = await verify({ body: { ...oneCall, max_amount_cent: 1 } })
    expectRefusal(refused, 400, 'validation_failed')
    expect(refused.body['field']).toBe('max_amount_cent')
    expect(refused.body['remediation']).toContain('Did you mean max_amount_cents?')
  })

  test('a body that says it is too long is refused before it is sent', async () => {
    const refused = await rawExchange(`Content-Length: ${bodyLimit + 1}`, '')
    expect(refused).toMatch(/^HTTP\/1\.1 413 /)
    expect(refused).toContain('"code":"input_too_large"')
    expect(refused.toLowerCase()).toContain('ratelimit: "api-v1"')
  })

  test('a body that turns out too long is refused while it is sent, and its sender can read why', async () => {
    const chunk = 'x'.repeat(65_536)
    const chunks = Array.from({ length: 40 }, () => `10000\r\n${chunk}\r\n`).join('')
    expect(await rawExchange('Transfer-Encoding: chunked', `${chunks}0\r\n\r\n`)).toContain('input_too_large')
    const refused = await verify({ body: JSON.stringify({ x: 'y'.repeat(3_000_000) }) })
    expectRefusal(refused, 413, 'input_too_large')
  })

  test('a body up to the limit is read', async () => {
    answer = async () => rawReply(reply)
    const padding = bodyLimit - JSON.stringify({ ...oneCall, evidence: { rows: [{ email: '' }] } }).length
    const body = { ...oneCall, evidence: { rows: [{ email: 'x'.repeat(padding) }] } }
    expect((await verify({ body })).status).toBe(201)
  })
})

/** One request written by hand, up to the end of the answer's body. */
async function rawExchange(header: string, body: string): Promise<string> {
  const { port, hostname } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  const head = `POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  socket.write(`${head}${header}\r\n\r\n${body}`)
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('"request_id"')) break
  }
  socket.destroy()
  return text
}

describe('answers that the caller cannot take', () => {
  test.each([
    ['accept', 'application/json; charset=utf-8'],
    ['accept', ''],
    ['content-type', 'application/json;'],
    ['content-type', 'application/json; charset=utf-8; profile="a;b"'],
  ])('%s: %s is none', async (name, value) => {
    answer = async () => rawReply(reply)
    expect((await verify({ headers: { [name]: value } })).status).toBe(201)
  })

  test('an Accept header without JSON is refused', async () => {
    const refused = await verify({ headers: { accept: 'text/html' } })
    expectRefusal(refused, 406, 'not_acceptable')
    expectRateFields(refused)
  })
})

test('a service that no one answers for is 503 with the seconds to wait', async () => {
  const refused = await send('GET', '/api/v1/usage', { token })
  expectRefusal(refused, 503, 'configuration_unavailable')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body['reason']).toBe('no_responder')
})

test('health asks nothing and says which environment open routes have', async () => {
  const healthy = await send('GET', '/api/health')
  expect(healthy.body).toMatchObject({
    status: 'ok',
    service: 'outturn',
    version: '1.0.0',
    environment: 'production',
  })
})

test('health answers a caller with a key while the store of keys cannot be asked', async () => {
  const lonely = await openGateway(gateway)
  const client = await gateway.pool('production').connect()
  try {
    await client.query('begin; lock table api_key in access exclusive mode')
    expect((await ask(lonely.baseUrl, 'GET', '/api/health', { token })).status).toBe(200)
  } finally {
    await client.query('rollback')
    client.release()
    await lonely.close()
  }
})

test('HEAD answers like GET, without the body', async () => {
  const { status, headers, text } = await send('HEAD', '/api/health')
  expect([status, text, headers.get('content-type')]).toEqual([200, '', 'application/json; charset=utf-8'])
})
