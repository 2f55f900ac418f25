import { setImmediate as nextTurn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { OutturnUnreachable } from '../errors.ts'
import { refusal } from '../testing/refusal.ts'
import { type Answer, hangUp, json, type TestService, testService } from '../testing/test-service.ts'
import type { Attempt } from './attempt.ts'

const apiKey = 'spk_live_never_shown_0123456789'
let service: TestService
let client: Client
let pauses: number[]
let attempts: Attempt[]

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(() => {
  pauses = []
  attempts = []
  client = createClient({
    baseUrl: service.baseUrl,
    apiKey,
    maxAnswerBytes: 1_000,
    onAttempt: (attempt) => void attempts.push(attempt),
    pause: async (ms) => void pauses.push(ms),
  })
})

const html =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>An address for sale</html>')
const cutJson: Answer = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "spl_')
const cutConnection: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' })
  response.write('{"id": ', () => response.destroy())
}
const stalled: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"id": ')
}
const announcedHuge: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.end('x'.repeat(5_000))
}
const endlessHuge: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.on('error', () => {})
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(16_384)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}
const redirect: Answer = (response) =>
  void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()

test.each<[string, Answer, number, Partial<OutturnUnreachable>]>([
  ['a page of another site', html(200), 1, { reason: 'unexpected_answer', status: 200 }],
  ['a page that is not found', html(404), 1, { reason: 'unexpected_answer', status: 404 }],
  ['the page of a busy proxy', html(502), 4, { reason: 'unexpected_answer', status: 502 }],
  ['JSON that is cut', cutJson, 4, { reason: 'unexpected_answer' }],
  ['a connection that ends within the answer', cutConnection, 4, { reason: 'connection_failed' }],
  ['a connection that ends before the answer', hangUp, 4, { reason: 'connection_failed' }],
  ['an answer of announced size that is too large', announcedHuge, 1, { reason: 'unexpected_answer' }],
  ['an answer without an end', endlessHuge, 1, { reason: 'unexpected_answer' }],
  ['a redirect', redirect, 1, { reason: 'unexpected_answer', status: 302 }],
  ['nothing', (response) => void response.writeHead(200).end(), 1, { reason: 'unexpected_answer' }],
])('%s is no answer of the service', async (_, answer, requests, expected) => {
  service.answerWith(answer)
  const error = await client.spools.get('spl_1').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OutturnUnreachable)
  expect(error).toMatchObject(expected)
  expect(service.received).toHaveLength(requests)
  expect(attempts.map(({ outcome }) => outcome)).toEqual(Array<string>(requests).fill('unreachable'))
})

test('an answer that stalls ends at the deadline of the call', async () => {
  service.answerWith(stalled)
  const call = client.spools.get('spl_1', { deadlineMs: 50 })
  await expect(call).rejects.toMatchObject({ reason: 'deadline_passed' })
  expect(service.received).toHaveLength(1)
})

test('neither an error nor a log ever has the key', async () => {
  const failing: Answer[] = [html(200), hangUp, redirect, json(401, refusal('unauthenticated'))]
  const errors: unknown[] = []
  for (const answer of failing) {
    service.answerWith(answer)
    await client.verify({} as never).catch((error: unknown) => errors.push(error))
  }
  const brokenFetch = createClient({
    baseUrl: service.baseUrl,
    apiKey,
    fetch: () => Promise.reject(new Error('no route')),
  })
  await brokenFetch.account.get({ maxAttempts: 1 }).catch((error: unknown) => errors.push(error))
  expect(errors).toHaveLength(5)
  expect(inspect([errors, attempts], { depth: 9, showHidden: true })).not.toContain('never_shown')
})

test('what cannot be sent is refused before anything is sent, without its value', async () => {
  service.answerWith(json(200, {}))
  const withBreak = 'secret\r\nx-injected: yes'
  const calls = [
    client.verify({} as never, { idempotencyKey: withBreak }),
    client.spools.get('spl_1', { headers: { 'proxy-authorization': withBreak } }),
    client.spools.get('spl_1', { headers: { 'bad name': 'value' } }),
  ]
  for (const call of calls) {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(inspect(error)).not.toContain('secret')
  }
  expect(service.received).toEqual([])
})

test.each(['', '.', '..', undefined])('the id %j is refused, as it would reach another operation', (id) => {
  expect(() => client.spools.get(id as string)).toThrow(TypeError)
})

test('a call whose answer was lost has its effect once', async () => {
  const charged = new Set<unknown>()
  const chargeAndHangUp: Answer = (response) => {
    charged.add(service.received.at(-1)?.headers['idempotency-key'])
    response.destroy()
  }
  const answerFirst: Answer = (response) => {
    charged.add(service.received.at(-1)?.headers['idempotency-key'])
    json(201, { earned_cents: 500 })(response)
  }
  service.answerWith(chargeAndHangUp, chargeAndHangUp, cutConnection, answerFirst)
  expect(await client.verify({} as never)).toEqual({ earned_cents: 500 })
  expect([service.received.length, charged.size]).toEqual([4, 1])
})

test('without a Retry-After the waits grow, each with a part of chance', async () => {
  service.answerWith(json(429, refusal('rate_limited')))
  await expect(client.account.get()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(pauses).toHaveLength(3)
  for (const [index, ms] of pauses.entries()) {
    expect(ms).toBeGreaterThanOrEqual(100 * 2 ** index)
    expect(ms).toBeLessThanOrEqual(200 * 2 ** index)
  }
})

test('a clock that is wrong or goes back changes no wait', async () => {
  let now = Date.parse('2031-01-01T00:00:00.000Z')
  vi.spyOn(Date, 'now').mockImplementation(() => (now -= 3_600_000))
  const busy = json(503, refusal('configuration_unavailable'), {
    date: 'Fri, 02 Jan 2026 03:04:05 GMT',
    'retry-after': 'Fri, 02 Jan 2026 03:04:12 GMT',
  })
  service.answerWith(busy, json(200, { id: 'acc_1' }))
  await client.account.get()
  expect(pauses).toEqual([7_000])
})

test('a code that this client does not know yet is a refusal like any other', async () => {
  const unknown = { ...refusal('conflict'), code: 'made_up_later', retryable: false }
  service.answerWith(json(418, unknown))
  await expect(client.account.get()).rejects.toMatchObject({ code: 'made_up_later', status: 418 })
  expect(service.received).toHaveLength(1)
})

test('each attempt is reported with what is known of it, and a log that fails harms nothing', async () => {
  service.answerWith(
    json(429, refusal('rate_limited'), { 'retry-after': '2', 'request-id': 'req_1' }),
    json(200, { id: 'acc_1' }, { 'request-id': 'req_2' }),
  )
  const failing = client.withOptions({
    onAttempt(attempt) {
      attempts.push(attempt)
      throw new Error('the disk is full')
    },
  })
  expect(await failing.account.get()).toEqual({ id: 'acc_1' })
  const common = { operation: 'read-account', method: 'GET', path: '/api/v1/account' }
  expect(attempts).toMatchObject([
    {
      ...common,
      attempt: 1,
      outcome: 'refused',
      status: 429,
      code: 'rate_limited',
      requestId: 'req_1',
      retryInMs: 2_000,
    },
    { ...common, attempt: 2, outcome: 'answered', status: 200, requestId: 'req_2', retryInMs: undefined },
  ])
})

test('a call that is ended while it waits ends at once, with the reason of its signal', async () => {
  const waiting = createClient({ baseUrl: service.baseUrl, apiKey })
  service.answerWith(json(429, refusal('rate_limited'), { 'retry-after': '20' }))
  const stop = new AbortController()
  const call = waiting.account.get({ signal: stop.signal })
  await expect.poll(() => service.received.length).toBe(1)
  stop.abort(new Error('no longer needed'))
  await expect(call).rejects.toThrow('no longer needed')
  expect(service.received).toHaveLength(1)
})

test('a call with an ended signal sends nothing', async () => {
  service.answerWith(json(200, {}))
  const call = client.account.get({ signal: AbortSignal.abort(new Error('too late')) })
  await expect(call).rejects.toThrow('too late')
  expect(service.received).toEqual([])
})

test('an answer carries its status, headers, tag and number of attempts, and is sent for once', async () => {
  service.answerWith(hangUp, json(201, { id: 'spl_1' }, { etag: '"1.a"', 'request-id': 'req_7' }))
  const call = client.spools.create({} as never, { idempotencyKey: 'order-1' })
  const [{ headers, ...answer }, body] = await Promise.all([call.withResponse(), call])
  expect(answer).toEqual({
    data: body,
    status: 201,
    requestId: 'req_7',
    etag: '"1.a"',
    attempts: 2,
    idempotencyKey: 'order-1',
  })
  expect(headers.get('content-type')).toBe('application/json')
  expect(service.received).toHaveLength(2)
})

test('a rejected call that is read by its answer leaves no unhandled rejection', async () => {
  const unhandled: unknown[] = []
  const record = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', record)
  service.answerWith(json(404, refusal('spool_not_found')))
  const settled = await client.spools
    .get('spl_1')
    .withResponse()
    .catch(() => 'refused')
  await nextTurn()
  process.off('unhandledRejection', record)
  expect([settled, unhandled]).toEqual(['refused', []])
})

test('an answer of a runtime without streams is read too, within the limit', async () => {
  const without = (text: string) => {
    const response = new Response(text, { headers: { 'content-type': 'application/json' } })
    return Object.defineProperty(response, 'body', { value: undefined })
  }
  const answers = [without('{"id": "acc_1"}'), without(`{"id": "${'x'.repeat(2_000)}"}`)]
  const { account } = client.withOptions({ fetch: async () => answers.shift() ?? Response.error() })
  expect(await account.get()).toEqual({ id: 'acc_1' })
  await expect(account.get()).rejects.toMatchObject({ reason: 'unexpected_answer' })
})
