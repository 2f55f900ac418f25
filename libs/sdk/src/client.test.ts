import { errorCodes } from '@outturn/contracts'
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { OutturnError, OutturnUnreachable } from './errors.ts'
import { refusal } from './testing/refusal.ts'
import { hangUp, json, staySilent, type TestService, testService } from './testing/test-service.ts'

let service: TestService
let client: Client
let pauses: number[]

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())
beforeEach(() => {
  pauses = []
  client = createClient({
    baseUrl: `${service.baseUrl}/`,
    apiKey: 'spk_live_example',
    pause: async (ms) => void pauses.push(ms),
  })
})

/** A Spool as it was read, as far as an acceptance needs it. */
const read = { id: 'spl_1', agreement: { agreement_hash: 'a1' } }
const delivery = {
  conditions: ['exactly 1 row'],
  max_amount_cents: 100,
  evidence: { rows: [{ email: 'ana@example.com' }] },
}

test.each<[string, (c: Client) => Promise<unknown>, string, string, boolean]>([
  ['verify', (c) => c.verify(delivery), 'POST', '/api/v1/verify', true],
  ['spools.get', (c) => c.spools.get('spl_1'), 'GET', '/api/v1/spools/spl_1', true],
  ['preflight', (c) => c.preflight(delivery), 'POST', '/api/v1/verify?dry_run=true', true],
  ['spools.create', (c) => c.spools.create({} as never), 'POST', '/api/v1/spools', true],
  [
    'spools.list of a page',
    (c) => c.spools.list({ limit: 5, after: 'spl_1' }).page(),
    'GET',
    '/api/v1/spools?limit=5&after=spl_1',
    true,
  ],
  ['spools.shared', (c) => c.spools.shared('shr_1'), 'GET', '/api/v1/spools/shr_1', false],
  ['spools.invite', (c) => c.spools.invite('spl_1'), 'POST', '/api/v1/spools/spl_1/invite', true],
  ['spools.quote', (c) => c.spools.quote('spl_1'), 'POST', '/api/v1/spools/spl_1/quote', true],
  ['spools.readQuote', (c) => c.spools.readQuote('spl_1'), 'GET', '/api/v1/spools/spl_1/quote', true],
  ['spools.propose', (c) => c.spools.propose('spl_1'), 'POST', '/api/v1/spools/spl_1/propose', true],
  ['spools.accept', (c) => c.spools.accept(read), 'POST', '/api/v1/spools/spl_1/accept', true],
  ['spools.decline', (c) => c.spools.decline('spl_1'), 'POST', '/api/v1/spools/spl_1/decline', true],
  ['spools.cancel', (c) => c.spools.cancel('spl_1'), 'POST', '/api/v1/spools/spl_1/cancel', true],
  ['spools.abandon', (c) => c.spools.abandon('spl_1'), 'POST', '/api/v1/spools/spl_1/abandon', true],
  ['spools.amend', (c) => c.spools.amend('spl_1', {}), 'POST', '/api/v1/spools/spl_1/amend', true],
  [
    'spools.amend tried out',
    (c) => c.spools.amend('spl_1', {}, { dryRun: true }),
    'POST',
    '/api/v1/spools/spl_1/amend?dry_run=true',
    true,
  ],
  [
    'settlement.sign',
    (c) => c.settlement.sign('spl_1', { legs: [] }),
    'POST',
    '/api/v1/spools/spl_1/settlement/signatures',
    true,
  ],
  ['spools.commit', (c) => c.spools.commit('spl_1'), 'POST', '/api/v1/spools/spl_1/commit', true],
  [
    'spools.submitEvidence',
    (c) => c.spools.submitEvidence('spl_1', {} as never),
    'POST',
    '/api/v1/spools/spl_1/evidence',
    true,
  ],
  [
    'spools.confirm',
    (c) => c.spools.confirm({ id: 'spl_1', conditions: [] }, { condition_id: 'cond_1', outcome: 'passed' }),
    'POST',
    '/api/v1/spools/spl_1/evidence',
    true,
  ],
  ['spools.verify', (c) => c.spools.verify('spl_1'), 'POST', '/api/v1/spools/spl_1/verify', true],
  [
    'spools.recordExternalResult',
    (c) => c.spools.recordExternalResult('spl_1', {} as never),
    'POST',
    '/api/v1/spools/spl_1/external-result',
    true,
  ],
  [
    'spools.onboardProvider',
    (c) => c.spools.onboardProvider('spl_1', {} as never),
    'POST',
    '/api/v1/spools/spl_1/onboard-provider',
    true,
  ],
  ['spools.complete', (c) => c.spools.complete('spl_1'), 'POST', '/api/v1/spools/spl_1/complete', true],
  [
    'policies.compile',
    (c) => c.policies.compile({ source: '50 rows' }),
    'POST',
    '/api/v1/policy-compiler',
    true,
  ],
  [
    'policies.confirm',
    (c) => c.policies.confirm({} as never),
    'POST',
    '/api/v1/policy-compiler/confirm',
    true,
  ],
  ['recipes.list', (c) => c.recipes.list().page(), 'GET', '/api/v1/recipes', true],
  ['recipes.get', (c) => c.recipes.get('lead-list@1'), 'GET', '/api/v1/recipes/lead-list%401', true],
  ['keys.exchange', (c) => c.keys.exchange({ grant_token: 'spg_1' }), 'POST', '/api/v1/keys/exchange', false],
  ['receipts.get', (c) => c.receipts.get('ocr_1'), 'GET', '/api/v1/receipts/ocr_1', true],
  ['receipts.bundle', (c) => c.receipts.bundle('ocr_1'), 'GET', '/api/v1/receipts/ocr_1/bundle', true],
  [
    'receipts.recordConsumption',
    (c) => c.receipts.recordConsumption('ocr_1', {} as never),
    'POST',
    '/api/v1/receipts/ocr_1/consumptions',
    true,
  ],
  [
    'receipts.supersede',
    (c) => c.receipts.supersede('ocr_1', {} as never),
    'POST',
    '/api/v1/receipts/ocr_1/supersede',
    true,
  ],
  [
    'disputes.open',
    (c) => c.disputes.open('ocr_1', {} as never),
    'POST',
    '/api/v1/receipts/ocr_1/disputes',
    true,
  ],
  ['disputes.get', (c) => c.disputes.get('dsp_1'), 'GET', '/api/v1/disputes/dsp_1', true],
  ['receipts.status', (c) => c.receipts.status('ocr_1'), 'GET', '/api/v1/receipts/ocr_1/status', false],
  [
    'attestations.verify',
    (c) => c.attestations.verify({} as never),
    'POST',
    '/api/v1/attestations/verify',
    false,
  ],
  ['credits.balance', (c) => c.credits.balance(), 'GET', '/api/v1/credits/balance', true],
  ['usage.get', (c) => c.usage.get(), 'GET', '/api/v1/usage', true],
  ['usage.get of a week', (c) => c.usage.get({ periodDays: 7 }), 'GET', '/api/v1/usage?period_days=7', true],
  ['sandbox.openSession', (c) => c.sandbox.openSession(), 'POST', '/api/sandbox/session', false],
  ['sandbox.readSession', (c) => c.sandbox.readSession(), 'GET', '/api/sandbox/session', true],
  ['keys.read', (c) => c.keys.read(), 'GET', '/.well-known/outturn-keys.json', false],
])(
  '%s calls its operation, with the key only where it is needed',
  async (_, call, method, path, needsKey) => {
    service.answerWith(json(200, { done: true }))
    expect(await call(client)).toEqual({ done: true })
    expect(service.received).toHaveLength(1)
    expect(service.received[0]).toMatchObject({ method, path })
    expect(service.received[0]?.headers.authorization).toBe(needsKey ? 'Bearer spk_live_example' : undefined)
    expect(service.received[0]?.headers['idempotency-key']).toEqual(
      method === 'POST' ? expect.any(String) : undefined,
    )
  },
)

test('a purchase leaves Authorization to its payment', async () => {
  service.answerWith(json(202, { status: 'payment_accepted' }))
  await client.credits.buyPackByMpp({ pack_cents: 500 })
  expect(service.received[0]).toMatchObject({ method: 'POST', path: '/api/v1/credits/packs/mpp' })
  const { authorization, 'x-api-key': key } = service.received[0]?.headers ?? {}
  expect([authorization, key]).toEqual([undefined, 'spk_live_example'])
})

test('a history that goes on is read to its end', async () => {
  const link = { link: '</api/v1/spools/spl_1/events?after=2>; rel="next"' }
  service.answerWith(json(200, [{ seq: 1 }, { seq: 2 }], link), json(200, [{ seq: 3 }]))
  expect(await client.spools.events('spl_1').all()).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }])
  expect(service.received.map(({ path }) => path)).toEqual([
    '/api/v1/spools/spl_1/events',
    '/api/v1/spools/spl_1/events?after=2',
  ])
})

test('an id cannot leave its place in the path', async () => {
  service.answerWith(json(200, {}))
  await client.spools.get('../credits/balance?x=1')
  expect(service.received[0]?.path).toBe('/api/v1/spools/..%2Fcredits%2Fbalance%3Fx%3D1')
})

test('every attempt of one call carries one idempotency key, and two calls carry two', async () => {
  service.answerWith(
    hangUp,
    json(503, refusal('configuration_unavailable')),
    json(201, { spool_id: 'spl_1' }),
  )
  await client.verify(delivery)
  const first = service.received.map(({ headers }) => headers['idempotency-key'])
  service.answerWith(json(201, {}))
  await client.verify(delivery)
  expect(new Set(first).size).toBe(1)
  expect(first).toHaveLength(3)
  expect(service.received[0]?.headers['idempotency-key']).not.toBe(first[0])
})

test('a key named in the body is the key of the call', async () => {
  service.answerWith(json(201, {}))
  await client.verify({ ...delivery, idempotency_key: 'order-7' }, { idempotencyKey: 'other' })
  expect(service.received[0]?.headers['idempotency-key']).toBe('order-7')
  expect(service.received[0]?.body).toMatchObject({ idempotency_key: 'order-7' })
})

test('a refusal is an error with everything the body says', async () => {
  service.answerWith(json(400, refusal('validation_failed', { field: 'evidence.rows[0]' })))
  const error = await client.verify(delivery).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OutturnError)
  expect(error).toMatchObject({
    code: 'validation_failed',
    retryable: false,
    remediation: errorCodes.validation_failed.remediation,
    field: 'evidence.rows[0]',
    requestId: 'req_0123456789abcdef01234567',
    status: 400,
  })
  expect(service.received).toHaveLength(1)
})

test('a condition that is not exact comes with its questions and with what no checker decides', async () => {
  const question = {
    text: 'a phone',
    start: 14,
    end: 21,
    reason: 'field_unmarked',
    question: 'Which field of the rows is "phone"?',
    wants: 'field',
    candidates: ['mobile'],
    rewrites: ['every row has "mobile"'],
  }
  service.answerWith(json(422, refusal('ambiguity_required', { questions: [question], unsupported: [] })))
  await expect(client.verify(delivery)).rejects.toMatchObject({ questions: [question], unsupported: [] })
  service.answerWith(json(400, refusal('validation_failed')))
  await expect(client.verify(delivery)).rejects.toMatchObject({ questions: [], unsupported: [] })
})

test('an error with status 200 is an error too', async () => {
  service.answerWith(json(200, refusal('limit_reached')))
  await expect(client.verify(delivery)).rejects.toMatchObject({ code: 'limit_reached', status: 200 })
})

test('credits_required is not sent again although it is retryable: it needs a payment first', async () => {
  service.answerWith(json(402, refusal('credits_required', { top_up_url: 'https://example.com/top-up' })))
  const error = await client.verify(delivery).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'credits_required', retryable: true })
  expect((error as OutturnError).body['top_up_url']).toBe('https://example.com/top-up')
  expect(service.received).toHaveLength(1)
})

test('an error the service calls final is not sent again, whatever its status', async () => {
  service.answerWith(json(500, refusal('checker_error')))
  await expect(client.verify(delivery)).rejects.toMatchObject({ code: 'checker_error' })
  expect(service.received).toHaveLength(1)
})

test('Retry-After is the least wait before the next attempt', async () => {
  service.answerWith(json(429, refusal('rate_limited'), { 'retry-after': '7' }), json(200, {}))
  await client.credits.balance()
  expect(pauses).toEqual([7000])
})

test('a wait that would pass the deadline is not begun', async () => {
  service.answerWith(json(429, refusal('rate_limited'), { 'retry-after': '60' }))
  await expect(client.credits.balance()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(pauses).toEqual([])
})

test('attempts are bounded and wait longer each time', async () => {
  service.answerWith(json(409, refusal('store_conflict')))
  await expect(client.verify(delivery)).rejects.toMatchObject({ code: 'store_conflict' })
  expect(service.received).toHaveLength(4)
  expect(pauses).toHaveLength(3)
  expect(pauses[2]).toBeGreaterThan(pauses[0] ?? 0)
})

test('a silent service ends the call at its deadline and names the key to try again with', async () => {
  service.answerWith(staySilent)
  const error = await client
    .verify(delivery, { deadlineMs: 50, idempotencyKey: 'order-7' })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OutturnUnreachable)
  expect(error).toMatchObject({ reason: 'deadline_passed', idempotencyKey: 'order-7' })
})

test('the caller can end a call, and learns its own reason', async () => {
  service.answerWith(staySilent)
  const stop = new AbortController()
  const call = client.credits.balance({ signal: stop.signal })
  stop.abort(new Error('no longer needed'))
  await expect(call).rejects.toThrow('no longer needed')
})

test('an answer of something else than the service is told apart from a refusal', async () => {
  service.answerWith((response) => response.writeHead(502).end('<html>Bad Gateway</html>'))
  await expect(client.credits.balance()).rejects.toMatchObject({ reason: 'unexpected_answer' })
})

test('a redirect is not followed, so the key stays here', async () => {
  service.answerWith((response) => response.writeHead(307, { location: '/elsewhere' }).end())
  await expect(client.credits.balance()).rejects.toMatchObject({ reason: 'unexpected_answer', status: 307 })
  expect(service.received.map(({ path }) => path)).toEqual(['/api/v1/credits/balance'])
})

test('a service that is not there is reported as unreachable', async () => {
  const gone = await testService()
  await gone.close()
  const lonely = createClient({ baseUrl: gone.baseUrl, maxAttempts: 2, pause: async () => {} })
  await expect(lonely.keys.read()).rejects.toMatchObject({ reason: 'connection_failed' })
})

test('a Spool is read with its tag, and is null while it is as the tag names it', async () => {
  service.answerWith(json(200, { id: 'spl_1' }, { etag: '"3.abc"' }))
  expect(await client.spools.get('spl_1').withResponse()).toMatchObject({
    data: { id: 'spl_1' },
    etag: '"3.abc"',
  })
  service.answerWith((response) => response.writeHead(304, { etag: '"3.abc"' }).end())
  expect(await client.spools.get('spl_1', { ifNoneMatch: '"3.abc"' })).toBeNull()
  expect(service.received[0]?.headers['if-none-match']).toBe('"3.abc"')
})

test('an action for a state that is past is not sent again, and one for any state is', async () => {
  service.answerWith(json(409, refusal('store_conflict')))
  const accepted = client.spools.accept(read, {}, { ifMatch: '"3.abc"' })
  await expect(accepted).rejects.toMatchObject({ code: 'store_conflict' })
  expect(service.received.map(({ headers }) => headers['if-match'])).toEqual(['"3.abc"'])
  service.answerWith(json(409, refusal('store_conflict')), json(200, { id: 'spl_1' }))
  expect(await client.spools.accept(read)).toEqual({ id: 'spl_1' })
})

test('an action sends the body that it is given, and none otherwise', async () => {
  service.answerWith(json(200, {}))
  await client.spools.accept(read)
  await client.spools.accept(read, { quote_digest: 'sha256:0' })
  await client.spools.decline('spl_1')
  expect(service.received.map(({ body }) => body)).toEqual([
    { agreement_hash: 'a1' },
    { agreement_hash: 'a1', quote_digest: 'sha256:0' },
    undefined,
  ])
})

test('a confirmation names the evidence of the Spool that was read', async () => {
  const shown = { evidence_ids: ['ev_1', 'ev_2'], evidence_digest: 'd1', given: [] }
  const seen = { id: 'spl_1', conditions: [{ id: 'cond_1', confirmation: shown }] }
  service.answerWith(json(200, { done: true }))
  await client.spools.confirm(seen as never, { condition_id: 'cond_1', outcome: 'passed' })
  expect(service.received[0]?.body).toMatchObject({
    condition_id: 'cond_1',
    type: 'confirmation',
    metadata: {
      method: 'buyer_confirm',
      outcome: 'passed',
      evidence_refs: ['ev_1', 'ev_2'],
      evidence_digest: 'd1',
    },
  })
})

test('a summary is typed as an answer whose long parts may be missing', async () => {
  const short = { id: 'spl_1', terms: [{}], left_out: ['terms[].text'] }
  service.answerWith(json(200, short))
  const spool = await client.spools.get('spl_1', { view: 'summary' })
  expectTypeOf(spool.terms[0]?.text).toEqualTypeOf<string | undefined>()
  expectTypeOf(spool.deliverable).toHaveProperty('title')
  expect(spool.left_out).toEqual(['terms[].text'])
  expect(service.received[0]?.path).toBe('/api/v1/spools/spl_1?view=summary')
})
