import { once } from 'node:events'
import { connect } from 'node:net'
import { ErrorBody, type ErrorCode, errorCodeNames, Refusal, verifyDelivery } from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseEverything } from '../testing/fakes.ts'
import { oneCall } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'

/** Texts that a header, a path or a line of JSON cannot hold as they are, or that end one. */
const texts = [
  'ключ',
  'é',
  '\u{1F600}',
  'a\r\nSet-Cookie: b=c',
  'a\nb',
  'a\tb',
  ' a ',
  'a\u007fb',
  'a\u0080b',
  'a\u2028b',
  'a\ufeffb',
  '"a" \\ b',
  '%zz',
  '%E0%A4%A',
  '%00',
  'x'.repeat(255),
  '__proto__',
  '../../etc',
  '<script>',
]

let gateway: OpenGateway
let token: string
let answer: () => Promise<ReturnType<typeof rawReply>>

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats }, { RATE_QUOTA: '1000000' })
  await refuseEverything(gateway, [on(verifyDelivery, () => answer())])
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())

type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends these bytes and reads what comes until the connection ends. */
async function exchange(bytes: string | Buffer, { endsItself = false } = {}): Promise<RawAnswer | null> {
  const { port, hostname } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => socket.destroy())
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.write(bytes)
  if (endsItself) socket.end()
  await once(socket, 'close')
  const text = Buffer.concat(parts).toString('latin1')
  if (text === '') return null
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  expect(first).toMatch(/^HTTP\/1\.1 \d{3} /)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8'),
  }
}

type Sent = { method?: string; path?: string; headers?: readonly string[]; body?: string }

function send({
  method = 'POST',
  path = '/api/v1/verify',
  headers = [],
  body = '',
}: Sent): Promise<RawAnswer | null> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  return exchange(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const own = () => [`Authorization: Bearer ${token}`, 'Content-Type: application/json']

/** What every answer is that is not a success, whatever its cause. */
function expectOwnError(answered: RawAnswer | null): void {
  if (answered === null) throw new Error('there is no answer')
  const { status, headers, body } = answered
  if (status < 400) return
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body))
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['set-cookie']).toBeUndefined()
  expect(Object.values(headers).join('')).toMatch(/^[\t\x20-\x7e]*$/)
  expect(ErrorBody.parse(JSON.parse(body)).request_id).toBe(headers['request-id'])
}

describe('a refusal to a browser', () => {
  const browser = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test.each([
    ['GET', '/nothing-here', 404],
    ['GET', '/<script>alert(1)</script>', 404],
    ['POST', '/openapi.json', 405],
    ['GET', '/docs/guide/nothing', 404],
  ])('of %s %s is a page with its status, its request id and what to do', async (method, path, status) => {
    const page = await send({ method, path, headers: [browser] })
    expect([page?.status, page?.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect([page?.headers['cache-control'], page?.headers['vary']]).toEqual(['no-store', 'accept'])
    expect(page?.headers['content-security-policy']).toContain("default-src 'none'")
    const { body = '', headers } = page ?? {}
    for (const text of ['What happened', 'What to do', headers?.['request-id'] ?? 'none'])
      expect(body).toContain(text)
    expect(body).not.toContain('<script')
    expect(headers?.['allow'] !== undefined).toBe(status === 405)
  })

  test.each([
    ['/nothing-here', '*/*'],
    ['/nothing-here', 'application/json, text/html'],
    ['/api/v1/nothing', 'text/html'],
  ])('of %s is the error object where Accept is %s', async (path, accept) => {
    const answered = await send({ method: 'GET', path, headers: [`Accept: ${accept}`] })
    expect(answered?.status).toBe(404)
    expectOwnError(answered)
  })
})

describe('a text that a header cannot hold', () => {
  const paths: readonly ErrorCode[] = errorCodeNames

  test.each(paths)(
    'as idempotency key of a request that ends in %s leaves our error object',
    async (code) => {
      answer = () =>
        Promise.reject(new Refusal(code, 'words', { field: texts.join(), headers: { 'x-echo': 'ключ' } }))
      for (const text of texts) {
        const answered = await send({
          headers: own(),
          body: JSON.stringify({ ...oneCall, idempotency_key: text }),
        })
        expectOwnError(answered)
        const { status, headers, body } = answered ?? { status: 0, headers: {}, body: '{}' }
        expect([status, JSON.parse(body).code]).toEqual([new Refusal(code, '').status, code])
        const key = headers['idempotency-key']
        if (key !== undefined) expect([key, JSON.parse(body).idempotency_key]).toEqual([text.trim(), text])
      }
    },
  )

  test('as idempotency key of a defect', async () => {
    answer = () => Promise.reject(new Error('the password is hunter2'))
    for (const text of texts) {
      const body = JSON.stringify({ ...oneCall, idempotency_key: text })
      const answered = await send({ headers: own(), body })
      expectOwnError(answered)
      expect([answered?.status, JSON.parse(answered?.body ?? '{}').idempotency_key]).toEqual([500, text])
    }
  })
})

test('texts in paths, queries, methods and headers leave our error object', async () => {
  expect.hasAssertions()
  answer = async () => rawReply('{}')
  for (const text of texts) {
    const line = encodeURI(text.replaceAll(/[\ud800-\udfff]/gu, ''))
    const raw = text.replaceAll(/[\s\u0080-\uffff]/gu, '')
    for (const each of [line, raw, encodeURIComponent(text)]) {
      expectOwnError(await send({ method: 'GET', path: `/api/v1/spools/${each}`, headers: own() }))
      expectOwnError(await send({ method: 'GET', path: `/${each}` }))
      expectOwnError(
        await send({ method: 'GET', path: `/api/v1/usage?period_days=${each}&${each}=1`, headers: own() }),
      )
      expectOwnError(
        await send({
          method: 'POST',
          path: `/api/v1/spools/spl_000000000000000000000001/${each}`,
          headers: own(),
        }),
      )
    }
    const value = text.replaceAll(/[\r\n]/gu, ' ')
    for (const name of [
      'Idempotency-Key',
      'Accept',
      'If-Match',
      'Expect',
      'X-Forwarded-For',
      'Content-Encoding',
      'Content-Type',
      'PAYMENT-SIGNATURE',
      'Host',
      'Authorization',
      'X-Api-Key',
    ]) {
      const others = ['Authorization', 'Content-Type'].includes(name)
        ? own().filter((one) => !one.startsWith(name))
        : own()
      for (const path of ['/api/v1/verify', '/api/v1/verify/x402']) {
        expectOwnError(
          await send({ path, headers: [...others, `${name}: ${value}`], body: JSON.stringify(oneCall) }),
        )
      }
    }
    expectOwnError(await send({ headers: own(), body: JSON.stringify({ ...oneCall, [text]: 1 }) }))
    expectOwnError(
      await send({ headers: own(), body: JSON.stringify({ ...oneCall, max_amount_cents: text }) }),
    )
    expectOwnError(await send({ headers: own(), body: text }))
  }
})

test('methods of all kinds leave our error object', async () => {
  expect.hasAssertions()
  for (const method of [
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'PROPFIND',
    'SEARCH',
    'PURGE',
    'get',
    'FOO',
    'M-SEARCH',
    'HTTP/1.1',
  ]) {
    for (const path of [
      '/api/v1/verify',
      '/api/health',
      '/nothing',
      '*',
      'http://x/api/health',
      '//',
      '/%',
      '',
    ]) {
      const answered = await send({ method, path })
      if (answered !== null && method !== 'HEAD') expectOwnError(answered)
    }
  }
})

const head = 'POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.each([
  ['no request', 'NONSENSE\r\n\r\n'],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a version that does not exist', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
  ['a header with a space in its name', 'GET / HTTP/1.1\r\nHost: x\r\na b: y\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: y\r\n z\r\n\r\n'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n'],
  [
    'a byte above ASCII in the path',
    Buffer.from('GET /\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'latin1'),
  ],
  ['a header of 17 KB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(17_000)}\r\n\r\n`],
  ['a path of 17 KB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  [
    'a path of 15 KB',
    `GET /api/v1/spools/${'x'.repeat(15_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  ],
  ['3,000 headers', `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(3_000)}\r\n`],
  ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  ['a length that is no number', `${head}Content-Length: x\r\n\r\n`],
  ['a negative length', `${head}Content-Length: -1\r\n\r\n`],
  ['a length and chunks', `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['an unknown transfer encoding', `${head}Transfer-Encoding: brotli\r\n\r\n`],
  ['a chunk without a size', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n`],
  [
    'an upgrade',
    'GET /api/v1/verify HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
  ],
  ['an expectation', 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: a miracle\r\n\r\n'],
  ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'],
  ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('%s leaves our error object', async (_, bytes) => {
  const answered = await exchange(bytes)
  expectOwnError(answered)
  expect(answered?.status).toBeGreaterThanOrEqual(400)
})

test('a bad chunk in a body that is being read leaves our error object', async () => {
  const bytes = `${head}Authorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nzz\r\nab\r\n0\r\n\r\n`
  expectOwnError(await exchange(bytes))
})

test('a body that ends early leaves our error object, or none', async () => {
  const bytes = `${head}Authorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{"a`
  const answered = await exchange(bytes, { endsItself: true })
  expect([null, 400]).toContain(answered?.status ?? null)
  if (answered !== null) expectOwnError(answered)
})
