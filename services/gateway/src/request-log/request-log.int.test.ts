import {
  Refusal,
  RequestList,
  RequestRecord,
  revokeKey,
  schemaName,
  verifyDelivery,
} from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { createPool } from '@outturn/postgres'
import { createLog, createMetrics } from '@outturn/service'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropRequestDays, trimRequestLog } from '../store/request-store.ts'
import { ask, oneCall } from '../testing/http-client.ts'
import { asOperator, type OpenGateway, openGateway } from '../testing/open-gateway.ts'
import { shutDoorTo } from '../testing/shut-door.ts'
import { caller, entryOf } from '../testing/request-entry.ts'
import { createRequestLog } from './request-log.ts'

let gateway: OpenGateway
let token: string
let keyId: string
let answer: () => Promise<ReturnType<typeof rawReply>>

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats }, { RATE_QUOTA: '100000' })
  await gateway.answerAs('spool', 'production', [on(verifyDelivery, () => answer())])
  ;({ apiKey: token, keyId } = await gateway.issueKey())
})
afterAll(() => gateway?.close())

const get = (path: string, key = token) => ask(gateway.baseUrl, 'GET', path, { token: key })
const verify = (body: unknown, key = token, headers = {}) =>
  ask(gateway.baseUrl, 'POST', '/api/v1/verify', { token: key, body, headers })
const list = async (query = '', key = token) =>
  RequestList.parse((await get(`/api/v1/requests${query}`, key)).body)
const read = async (id: string, key = token) =>
  RequestRecord.parse((await get(`/api/v1/requests/${id}`, key)).body)
const idOf = ({ headers }: { headers: Headers }) => headers.get('request-id') ?? ''

test('a refused request is found by its id at once, with its body, error and what to do', async () => {
  const refused = await verify({ ...oneCall, max_amount_cents: 0, unit_name: 'Hunter2' }, token, {
    'idempotency-key': '9a1e7c44-0000-4000-8000-00000000f6a8',
  })
  expect(refused.status).toBe(400)
  const record = await read(idOf(refused))
  expect(record).toMatchObject({
    method: 'POST',
    route: '/api/v1/verify',
    path: '/api/v1/verify',
    status: 400,
    code: 'validation_failed',
    error: refused.body['error'],
    remediation: refused.body['remediation'],
    field: 'max_amount_cents',
    docs: refused.body['docs'],
    key_id: keyId,
    scope: 'full',
    address: '127.0.0.0/24',
    idempotency_key: '9a1e7c44…f6a8',
    body: { max_amount_cents: 0, unit_name: { $redacted: 'text', length: 7 } },
    weight: 1,
    seen_before: [],
  })
  expect(record.rate_limit).toContain('api-v1')
  const again = await verify({ ...oneCall, max_amount_cents: 0, unit_name: 'Hunter2' })
  const { seen_before: seen } = await read(idOf(again))
  expect(seen).toEqual([{ id: record.id, at: record.at, is_same_body: true }])
})

test('a list has the refusals newest first, filtered and by pages; successes only where they are asked for', async () => {
  const { apiKey } = await gateway.issueKey()
  const ids = [
    idOf(await ask(gateway.baseUrl, 'POST', '/api/v1/spools', { token: apiKey, body: '{"a"' })),
    idOf(await get('/api/v1/usage?period_days=no', apiKey)),
    idOf(await get('/api/v1/none/My%20Secret', apiKey)),
  ].toReversed()
  answer = async () => rawReply('{}')
  const served = idOf(await verify(oneCall, apiKey))
  const page = await list('', apiKey)
  expect(page.data.map(({ id }) => id)).toEqual(ids)
  expect(page.data.map(({ code }) => code)).toEqual(['route_not_found', 'validation_failed', 'invalid_json'])
  expect(page.data[0]).toMatchObject({ route: null, path: '/api/v1/{4}/{11}' })
  expect(JSON.stringify(page)).not.toContain('Secret')
  expect((await list('?outcome=all', apiKey)).data.map(({ id }) => id)).toContain(served)
  expect((await list('?code=invalid_json', apiKey)).data.map(({ id }) => id)).toEqual([ids[2]])
  expect((await list('?path=/api/v1/usage', apiKey)).data.map(({ id }) => id)).toEqual([ids[1]])
  const first = await list('?limit=2', apiKey)
  expect([first.has_more, first.next_cursor]).toEqual([true, ids[1]])
  const second = await list(`?limit=2&after=${ids[1]}`, apiKey)
  expect([second.data.map(({ id }) => id), second.has_more]).toEqual([[ids[2]], false])
  expect((await read(served, apiKey)).code).toBeNull()
})

test('a request of another account is one that does not exist, and no cursor either', async () => {
  const id = idOf(await verify({}))
  const { apiKey } = await gateway.issueKey()
  const others = await get(`/api/v1/requests/${id}`, apiKey)
  const absent = await get('/api/v1/requests/req_000000000000000000000000', apiKey)
  const shape = ({ status, body }: typeof others) => ({ status, ...body, request_id: '' })
  expect(shape(others)).toEqual(shape(absent))
  expect(others.status).toBe(404)
  expect((await get(`/api/v1/requests?after=${id}`, apiKey)).status).toBe(400)
  expect((await list('', apiKey)).data.some((each) => each.id === id)).toBe(false)
  const { apiKey: narrow } = await gateway.issueKey({ scope: 'verify' })
  expect((await get('/api/v1/requests', narrow)).body['code']).toBe('forbidden')
})

test('a revoked key still shows its refusals to its account; an unknown one leaves nothing', async () => {
  const { apiKey, keyId: revoked, accountId } = await gateway.issueKey()
  const bus = await gateway.operator('production')
  await bus.request(revokeKey, { keyId: revoked }, asOperator())
  const refused = idOf(await verify(oneCall, apiKey))
  const unknown = idOf(await verify(oneCall, `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`))
  await gateway.instances.production?.requestLog.flush()
  const rows = await gateway
    .pool('production')
    .query('select account_id, key_id, code from request_log where id = any($1)', [[refused, unknown]])
  expect(rows.rows).toEqual([{ account_id: accountId, key_id: revoked, code: 'unauthenticated' }])
})

test('a refusal of another service is kept in its own words, and no secret in any header', async () => {
  answer = async () => {
    throw new Refusal('credits_required', 'The account has 0.00 USD, and a run costs 0.10 USD.')
  }
  const secret = 'spk_live_QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ'
  const headers = {
    'x-note': secret,
    cookie: `a=${secret}`,
    'user-agent': `tool/1 ${secret}`,
    referer: secret,
  }
  const id = idOf(await verify(oneCall, token, headers))
  expect((await read(id)).error).toBe('The account has 0.00 USD, and a run costs 0.10 USD.')
  const { rows } = await gateway
    .pool('production')
    .query<{ text: string }>('select r::text as text from request_log r')
  for (const { text } of rows) for (const each of [secret, token, 'Hunter2']) expect(text).not.toContain(each)
})

describe('the log behind the answers', () => {
  const logOf = (url: string, metrics = createMetrics({ service: 'gateway', tellsProcess: false })) => {
    const pool = createPool({
      connectionString: url,
      schema: schemaName('gateway', 'production'),
      applicationName: 'test request log',
      max: 1,
      poolWaitMs: 30_000,
    })
    const requests = createRequestLog({
      environment: 'production',
      pool,
      hash: (text) => text,
      log: createLog('test', { level: 'silent' }),
      metrics,
      flushEveryMs: null,
    })
    return { pool, requests, metrics }
  }
  const at = new Date('2026-03-04T10:00:00.000Z')

  test('what comes while the database is away is written when it is back, and what did not fit is counted and shown', async () => {
    const { pool, requests, metrics } = logOf(gateway.database.url)
    pool.query = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    const entries = Array.from({ length: 4_100 }, (_, index) =>
      entryOf({ id: `req_a${index.toString(16).padStart(23, '0')}`, at }),
    )
    for (const entry of entries) requests.push(entry)
    await expect(requests.flush()).rejects.toThrow('away')
    Reflect.deleteProperty(pool, 'query')
    await requests.stop()
    const count = 'select count(*)::int as count from request_log where at = $1'
    expect((await pool.query<{ count: number }>(count, [at])).rows).toEqual([{ count: 4_096 }])
    const { body } = await metrics.expose()
    expect(body).toMatch(/outturn_request_log_dropped_total\{.*kind="refusal".*\} 4\n/)
    const gaps = 'select dropped from request_log_gap where account_id = $1'
    expect((await pool.query(gaps, [caller.accountId])).rows).toEqual([{ dropped: 4 }])
    await pool.end()
  })

  test('ten seconds without a database lose no request: each try fails by its connection, and what waits is written once it is back', async () => {
    const door = await shutDoorTo(gateway.database.url)
    const { pool, requests, metrics } = logOf(door.url)
    const ids = Array.from({ length: 40 }, (_, tick) => `req_d${tick.toString(16).padStart(23, '0')}`)
    // As often as the flusher tries in that time.
    for (const id of ids) {
      requests.push(entryOf({ id, at }))
      await expect(requests.flush()).rejects.toBeInstanceOf(Error)
    }
    door.open()
    await requests.flush()
    const found = await pool.query<{ id: string }>(
      'select id from request_log where id = any($1) order by id',
      [ids],
    )
    expect(found.rows.map(({ id }) => id)).toEqual(ids)
    expect((await metrics.expose()).body).not.toMatch(/dropped_total\{.*\} [1-9]/)
    await requests.stop()
    await pool.end()
    door.close()
  })

  test('above its size the log loses the oldest bodies, then the oldest successes, and never a refusal', async () => {
    const { pool, requests } = logOf(gateway.database.url)
    const days = ['2024-03-01', '2024-03-02', '2024-03-03']
    const body = Buffer.from(JSON.stringify({ max_amount_cents: 0, conditions: ['x'.repeat(100)] }))
    for (const [index, day] of days.entries()) {
      const noon = new Date(`${day}T12:00:00.000Z`)
      requests.push(
        entryOf({ id: `req_e0000000000000000000000${index}`, at: noon, body, bodyBytes: body.length }),
      )
      requests.push(
        entryOf({ id: `req_e0000000000000000000001${index}`, at: noon, refusal: null, status: 200 }),
      )
    }
    await requests.stop()
    await pool.end()
    const runtime = logOf(gateway.database.urlOf('outturn_gateway')).pool
    const left = async () =>
      (
        await runtime.query<{ id: string; kept: boolean }>(
          `select id, body is not null as kept from request_log where id like 'req_e000000000000000000000%' order by id`,
        )
      ).rows.map(({ id, kept }) => `${id.slice(-2)}${kept ? ' with body' : ''}`)
    const refusals = (...kept: number[]) =>
      days.map((_, index) => `0${index}${kept.includes(index) ? ' with body' : ''}`)
    const all = await left()
    expect(all).toEqual([...refusals(0, 1, 2), '10', '11', '12'])
    expect(await trimRequestLog(runtime, 2 ** 40, '2024-03-03')).toEqual([])
    // The last day is still written.
    const changed = await trimRequestLog(runtime, 1, '2024-03-03')
    expect(changed).toEqual([
      'request_log_refused_20240301',
      'request_log_refused_20240302',
      'request_log_served_20240301',
      'request_log_served_20240302',
    ])
    expect(await left()).toEqual([...refusals(2), '12'])
    // A day that was written anew is one that can be read, written and dropped as before.
    const again = logOf(gateway.database.urlOf('outturn_gateway'))
    again.requests.push(
      entryOf({ id: 'req_e00000000000000000000020', at: new Date('2024-03-01T13:00:00.000Z') }),
    )
    await again.requests.stop()
    await again.pool.end()
    expect(await left()).toContain('20')
    expect(await dropRequestDays(runtime, { refusedBefore: '2024-03-02', servedBefore: '2024-03-02' })).toBe(
      2,
    )
    expect(await left()).toEqual([...refusals(2).slice(1), '12'])
    await dropRequestDays(runtime, { refusedBefore: '2024-04-01', servedBefore: '2024-04-01' })
    await runtime.end()
  })

  test('a row that the database does not take is left out alone', async () => {
    const { pool, requests, metrics } = logOf(gateway.database.url)
    const good = entryOf({ id: 'req_b00000000000000000000001', at })
    requests.push(entryOf({ id: 'no id', at }))
    requests.push(good)
    await requests.stop()
    const found = 'select id from request_log where id = any($1)'
    expect((await pool.query(found, [[good.id, 'no id']])).rows).toEqual([{ id: good.id }])
    expect((await metrics.expose()).body).toMatch(/dropped_total\{.*kind="refusal".*\} 1\n/)
    await pool.end()
  })

  test('refusals are kept for 30 days and successes for 7, by days that are dropped whole', async () => {
    const { pool, requests } = logOf(gateway.database.url)
    for (const day of ['2025-01-01', '2025-01-02']) {
      const noon = new Date(`${day}T12:00:00.000Z`)
      requests.push(entryOf({ id: `req_c0000000000000${day.replaceAll('-', '')}01`, at: noon }))
      requests.push(
        entryOf({
          id: `req_c0000000000000${day.replaceAll('-', '')}02`,
          at: noon,
          refusal: null,
          status: 200,
        }),
      )
    }
    await requests.stop()
    await pool.end()
    const runtime = logOf(gateway.database.urlOf('outturn_gateway')).pool
    const dropped = await dropRequestDays(runtime, {
      refusedBefore: '2025-01-01',
      servedBefore: '2025-01-02',
    })
    expect(dropped).toBe(1)
    const left = `select id from request_log where at < '2025-02-01' order by id`
    expect((await runtime.query<{ id: string }>(left)).rows.map(({ id }) => id.slice(-4))).toEqual([
      '0101',
      '0201',
      '0202',
    ])
    await runtime.end()
  })
})
