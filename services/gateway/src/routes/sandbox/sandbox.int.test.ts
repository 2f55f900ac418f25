import {
  compilePolicy,
  createSpool,
  listRecentSpools,
  previewDelivery,
  Refusal,
  SandboxSession,
  SandboxSessionState,
  submitEvidence,
  verifyDelivery,
  verifySpool,
} from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { clockAhead, testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpoolExample, evidenceExample } from '@outturn/contracts'
import { ask, oneCall } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

const clock = clockAhead()
let gateway: OpenGateway
let answer: () => Promise<ReturnType<typeof rawReply>>

beforeAll(async () => {
  gateway = await openGateway(
    { testDatabase, testNats },
    {
      OUTTURN_SANDBOX_VERIFIES: '3',
      OUTTURN_SANDBOX_SPOOLS: '2',
      OUTTURN_SANDBOX_COMPILES: '1',
      OUTTURN_SANDBOX_MAX_ROWS: '2',
      OUTTURN_SANDBOX_MAX_EVIDENCE_BYTES: '2000',
      OUTTURN_SANDBOX_DAILY_VERIFIES: '9',
      RATE_QUOTA: '100000',
    },
    { clock },
  )
  await gateway.answerAs('spool', 'demo', [
    on(verifyDelivery, () => answer()),
    on(previewDelivery, () => answer()),
    on(createSpool, () => answer()),
    on(verifySpool, () => answer()),
    on(submitEvidence, async () => rawReply('{"version":2}')),
    on(listRecentSpools, async () => []),
  ])
  await gateway.answerAs('verification', 'demo', [on(compilePolicy, () => answer())])
})
afterAll(() => gateway?.close())

async function openSession(): Promise<string> {
  const opened = await ask(gateway.baseUrl, 'POST', '/api/sandbox/session')
  expect(opened.status).toBe(200)
  return SandboxSession.parse(opened.body).token
}

test('a request for a session that is sent again under its key gets the same session', async () => {
  const open = (key: string) =>
    ask(gateway.baseUrl, 'POST', '/api/sandbox/session', { headers: { 'idempotency-key': key } })
  const [first, again, other] = [await open('k1'), await open('k1'), await open('k2')]
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(other.body['token']).not.toBe(first.body['token'])
  expect(await usedVerifies(String(again.body['token']))).toBe(0)
})

const verify = (token: string, body: unknown = oneCall, path = '/api/sandbox/verify') =>
  ask(gateway.baseUrl, 'POST', path, { token, body })

async function usedBy(token: string): Promise<SandboxSessionState['used']> {
  const { body } = await ask(gateway.baseUrl, 'GET', '/api/sandbox/session', { token })
  const { remaining, limits, used } = SandboxSessionState.parse(body)
  for (const use of ['compiles', 'spools', 'verifies'] as const) {
    expect(remaining[use]).toBe(limits[use] - used[use])
  }
  return used
}

async function usedVerifies(token: string): Promise<number> {
  return (await usedBy(token)).verifies
}

async function usedToday(): Promise<number> {
  const { rows } = await gateway
    .pool('demo')
    .query('select sum(verifies_used)::integer as used from sandbox_day')
  return rows[0].used ?? 0
}

async function endOfDay(): Promise<void> {
  await gateway.pool('demo').query('delete from sandbox_day')
}

test('a session is its token, its end and its limits', async () => {
  const { body } = await ask(gateway.baseUrl, 'POST', '/api/sandbox/session')
  const session = SandboxSession.parse(body)
  expect(session.limits).toEqual({ compiles: 1, spools: 2, verifies: 3 })
  expect(Date.parse(session.expires_at) - clock.now().getTime()).toBe(3_600_000)
  const { rows } = await gateway.pool('demo').query('select * from sandbox_session')
  expect(JSON.stringify(rows)).not.toContain(session.token)
})

describe('the budget', () => {
  test('a text of which nothing was read counts as compiled, and the next one is over the limit at either path', async () => {
    answer = async () => rawReply('{"charged":false}')
    const token = await openSession()
    const compile = (path: string) => ask(gateway.baseUrl, 'POST', path, { token, body: { source: 'hello' } })
    const unread = await compile('/api/sandbox/compile')
    expect([unread.status, unread.body['code'], unread.body['field']]).toEqual([
      422,
      'compile_failed',
      'source',
    ])
    for (const path of ['/api/sandbox/compile', '/api/v1/policy-compiler']) {
      const over = await compile(path)
      expect([over.status, over.body['code'], over.body['status']]).toEqual([
        200,
        'limit_reached',
        'limit_reached',
      ])
    }
    expect(await usedBy(token)).toEqual({ compiles: 1, spools: 0, verifies: 0 })
  })

  test('each verification counts once, on either path, until the session has none left', async () => {
    await endOfDay()
    answer = async () => rawReply('{"demo":true}')
    const token = await openSession()
    const answers = [
      await verify(token),
      await verify(token, oneCall, '/api/v1/verify'),
      await verify(token),
      await verify(token),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200])
    expect(answers[3]?.body).toMatchObject({
      code: 'limit_reached',
      status: 'limit_reached',
      retryable: false,
      message: expect.any(String),
    })
    expect([await usedVerifies(token), await usedToday()]).toEqual([3, 3])
  })

  test('concurrent requests never pass it', async () => {
    await endOfDay()
    answer = async () => rawReply('{}')
    const token = await openSession()
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(token)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await usedVerifies(token)).toBe(3)
  })

  test('what was refused or replayed is not counted', async () => {
    await endOfDay()
    const token = await openSession()
    answer = () => Promise.reject(new Refusal('ambiguity_required', 'x'))
    expect((await verify(token)).status).toBe(422)
    answer = async () => rawReply('{}', { isReplayed: true })
    expect((await verify(token)).status).toBe(201)
    expect((await verify(token, {})).status).toBe(400)
    expect([await usedVerifies(token), await usedToday()]).toEqual([0, 0])
  })

  test('what failed without an answer stays counted, because it may have been done', async () => {
    await endOfDay()
    const token = await openSession()
    answer = () => Promise.reject(new Refusal('configuration_unavailable', 'x', { reason: 'timeout' }))
    expect((await verify(token)).status).toBe(503)
    expect(await usedVerifies(token)).toBe(1)
  })

  test('a use whose first sending never ended is counted once, also where the budget is used up', async () => {
    await endOfDay()
    const token = await openSession()
    const send = (key: string) =>
      ask(gateway.baseUrl, 'POST', '/api/sandbox/verify', {
        token,
        body: oneCall,
        headers: { 'idempotency-key': key },
      })
    const lost = () => Promise.reject(new Refusal('configuration_unavailable', 'x', { reason: 'timeout' }))
    answer = async () => rawReply('{}')
    await send('first')
    await send('second')
    answer = lost
    expect((await send('last')).status).toBe(503)
    answer = async () => rawReply('{}')
    expect((await send('last')).status).toBe(201)
    answer = async () => rawReply('{}', { isReplayed: true })
    expect((await send('last')).status).toBe(201)
    expect((await send('one more')).body['code']).toBe('limit_reached')
    expect([await usedVerifies(token), await usedToday()]).toEqual([3, 3])
  })

  test('what is refused is given back once, and not while another sending of it is at work', async () => {
    await endOfDay()
    const token = await openSession()
    const send = () =>
      ask(gateway.baseUrl, 'POST', '/api/sandbox/verify', {
        token,
        body: oneCall,
        headers: { 'idempotency-key': 'refused' },
      })
    const refuse = (code: 'ambiguity_required' | 'store_conflict') => () =>
      Promise.reject(new Refusal(code, 'x'))
    answer = () => Promise.reject(new Refusal('configuration_unavailable', 'x', { reason: 'timeout' }))
    await send()
    answer = refuse('store_conflict')
    await send()
    expect(await usedVerifies(token)).toBe(1)
    answer = refuse('ambiguity_required')
    await send()
    await send()
    expect([await usedVerifies(token), await usedToday()]).toEqual([0, 0])
  })

  test('all sessions together rest when the day is used up, and wake on the next', async () => {
    await endOfDay()
    answer = async () => rawReply('{}')
    for (let i = 0; i < 3; i++) {
      const token = await openSession()
      for (let j = 0; j < 3; j++) expect((await verify(token)).status).toBe(201)
    }
    const resting = await verify(await openSession())
    expect(resting.status).toBe(200)
    expect(resting.body).toMatchObject({ code: 'sandbox_resting', status: 'resting', retryable: true })
    await endOfDay()
    expect((await verify(await openSession())).status).toBe(201)
  })
})

const spoolPath = '/api/v1/spools/spl_000000000000000000000001'
const create = (token: string, changes: object = {}) =>
  ask(gateway.baseUrl, 'POST', '/api/v1/spools', { token, body: { ...createSpoolExample, ...changes } })

describe('the budget of a session on the routes of v1', () => {
  const compile = (token: string) =>
    ask(gateway.baseUrl, 'POST', '/api/v1/policy-compiler', { token, body: { source: '50 rows' } })

  test.each([
    ['spools', 2, create],
    ['compiles', 1, compile],
  ] as const)('%s are counted up to %i, also when many come at once', async (use, limit, send) => {
    answer = async () => rawReply('{"version":1}')
    const token = await openSession()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(token)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit)
    const refused = answers.filter(({ status }) => status === 200)
    expect(refused).toHaveLength(8 - limit)
    expect(refused[0]?.body).toMatchObject({ code: 'limit_reached', status: 'limit_reached' })
    expect((await usedBy(token))[use]).toBe(limit)
  })

  test('what was refused or replayed is given back', async () => {
    const token = await openSession()
    answer = () => Promise.reject(new Refusal('ambiguity_required', 'x'))
    expect([(await create(token)).status, (await compile(token)).status]).toEqual([422, 422])
    answer = async () => rawReply('{"version":1}', { isReplayed: true })
    expect((await create(token)).headers.get('idempotent-replayed')).toBe('true')
    expect(await usedBy(token)).toEqual({ compiles: 0, spools: 0, verifies: 0 })
  })

  test('a verify action counts when there was a run, and not when it only recorded confirmations', async () => {
    await endOfDay()
    const token = await openSession()
    const act = () => ask(gateway.baseUrl, 'POST', `${spoolPath}/verify`, { token })
    answer = async () => rawReply('{"version":2,"verification_run_id":null}')
    expect((await act()).status).toBe(200)
    expect(await usedVerifies(token)).toBe(0)
    answer = async () => rawReply('{"version":3,"verification_run_id":"vr_000000000000000000000001"}')
    expect((await act()).status).toBe(200)
    expect([await usedVerifies(token), await usedToday()]).toEqual([1, 1])
  })

  test('a dry run counts like the run that it tries out', async () => {
    await endOfDay()
    answer = async () => rawReply('{}')
    const token = await openSession()
    const answers = [
      await verify(token, oneCall, '/api/v1/verify?dry_run=true'),
      await verify(token, oneCall, '/api/sandbox/verify?dry_run=true'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await usedVerifies(token)).toBe(2)
  })
})

describe('what the sandbox does not have', () => {
  const condition = { description: 'x', required: true }
  const fetching = {
    ...condition,
    verification_method: 'deterministic',
    deterministic_check: { checker: 'http_status', url: 'https://example.com' },
  }
  const judge = { id: 'lab', name: 'Lab', proof: { type: 'hmac_sha256', source_id: 'lab' } }
  const judged = { ...condition, verification_method: 'external_tool', external_judge: judge }

  test.each([
    [fetching, 'conditions[0].deterministic_check'],
    [judged, 'conditions[0].external_judge'],
  ])('cannot be agreed on: %j', async (wanted, field) => {
    const token = await openSession()
    const refused = await create(token, { conditions: [wanted] })
    expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([
      409,
      'unsupported_environment_capability',
      field,
    ])
    const amended = await ask(gateway.baseUrl, 'POST', `${spoolPath}/amend`, {
      token,
      body: { add_conditions: [wanted] },
    })
    expect(amended.body['field']).toBe(field.replace('conditions', 'add_conditions'))
    expect((await usedBy(token)).spools).toBe(0)
  })

  test.each([
    [{ rows: [{}, {}] }, 200],
    [{ rows: [{}, {}, {}] }, 413],
    [{ text: 'x'.repeat(1_900) }, 200],
    [{ text: 'x'.repeat(2_000) }, 413],
  ])('takes evidence within the demo record limit', async (metadata, status) => {
    const token = await openSession()
    const body = { ...evidenceExample, metadata }
    const answered = await ask(gateway.baseUrl, 'POST', `${spoolPath}/evidence`, { token, body })
    expect(answered.status).toBe(status)
    if (status === 413) expect(answered.body).toMatchObject({ code: 'evidence_too_large', field: 'metadata' })
  })

  test.each([
    ['commit', 'commit-spool'],
    ['external-result', 'record-external-result'],
    ['onboard-provider', 'onboard-provider'],
  ])('is named: %s', async (action, operation) => {
    const refused = await ask(gateway.baseUrl, 'POST', `${spoolPath}/${action}`, {
      token: await openSession(),
    })
    expect(refused.body).toMatchObject({
      error: `The sandbox does not have ${operation}.`,
      code: 'unsupported_environment_capability',
      reason: 'production_only',
    })
    expect(refused.body).not.toHaveProperty('field')
  })

  test('is no credential for what is of production alone, such as the outcome index', async () => {
    const refused = await ask(gateway.baseUrl, 'GET', '/api/outcome-index', { token: await openSession() })
    expect([refused.status, refused.body['code']]).toEqual([401, 'unauthenticated'])
  })

  test.each([
    [{ ...oneCall, settlement: 'managed' }, 'settlement'],
    [
      {
        ...oneCall,
        conditions: [
          { description: 'up', deterministic_check: { checker: 'http_status', url: 'https://example.com' } },
        ],
      },
      'conditions[0].deterministic_check',
    ],
  ])('is refused and named', async (body, field) => {
    const token = await openSession()
    const refused = await verify(token, body, '/api/v1/verify')
    expect([refused.status, refused.body['code']]).toEqual([409, 'unsupported_environment_capability'])
    expect(refused.body['field']).toBe(field)
    expect(await usedVerifies(token)).toBe(0)
  })

  test.each([{ rows: [{}, {}, {}] }, { rows: [{ text: 'x'.repeat(2_000) }] }])(
    'evidence over the demo record limit is refused',
    async ({ rows }) => {
      const refused = await verify(await openSession(), { ...oneCall, evidence: { rows } })
      expect([refused.status, refused.body['code']]).toEqual([413, 'evidence_too_large'])
      expect(refused.body['field']).toBe('evidence.rows')
    },
  )
})

describe('the share of a client in a day', () => {
  let bounded: OpenGateway
  beforeAll(async () => {
    const settings = { OUTTURN_SANDBOX_DAILY_VERIFIES_PER_ADDRESS: '4', OUTTURN_TRUSTED_PROXIES: '1' }
    bounded = await openGateway(gateway, settings)
  })
  afterAll(() => bounded?.close())

  test('is used up by any number of its sessions, and leaves what others have', async () => {
    await endOfDay()
    answer = async () => rawReply('{}')
    const judge = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      const opened = await ask(bounded.baseUrl, 'POST', '/api/sandbox/session', { headers })
      const options = { token: String(opened.body['token']), body: oneCall, headers }
      return ask(bounded.baseUrl, 'POST', '/api/sandbox/verify', options)
    }
    const answers = await Promise.all(Array.from({ length: 7 }, () => judge('203.0.113.7')))
    const done = answers.filter(({ status }) => status === 201)
    const resting = answers.filter(({ body }) => body['code'] === 'sandbox_resting')
    expect([done.length, resting.length]).toEqual([4, 3])
    expect((await judge('203.0.113.8')).status).toBe(201)
    expect(await usedToday()).toBe(5)
  })
})

test('an expired, an unknown and a missing session are session_expired', async () => {
  const token = await openSession()
  clock.advance(3_600_000)
  try {
    for (const refused of [
      await verify(token),
      await verify(token, oneCall, '/api/v1/verify'),
      await verify('sbx_unknown'),
      await ask(gateway.baseUrl, 'GET', '/api/sandbox/session'),
    ]) {
      expect([refused.status, refused.body['code']]).toEqual([401, 'session_expired'])
    }
  } finally {
    clock.set(new Date())
  }
})

test('sessions that ended over a day ago are forgotten', async () => {
  await openSession()
  const later = new Date(clock.now().getTime() + 26 * 3_600_000)
  expect(await gateway.instances.demo?.sessions.sweep(later)).toBeGreaterThan(0)
  const { rows } = await gateway.pool('demo').query('select 1 from sandbox_session')
  expect(rows).toEqual([])
})

describe('the form of the front page', () => {
  const fields = { conditions: 'every row has a name', name1: 'Aurora', website1: 'https://aurora.example' }
  const sendForm = (headers: Record<string, string>, form: Record<string, string> = fields) =>
    fetch(`${gateway.baseUrl}/try`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      body: new URLSearchParams(form).toString(),
    })
  const ownPage = { 'sec-fetch-site': 'same-origin' }
  const receipt = { id: 'ocr_000000000000000000000001', result: 'pass' }
  const good = { earned_cents: 250, accepted: 1, rejected: 0, rejections: [], receipt }

  test('opens a session of its browser, keeps its token where no script reads it, and tells the limit plainly', async () => {
    await endOfDay()
    answer = async () => rawReply(JSON.stringify(good))
    const first = await sendForm(ownPage)
    const [cookie = '', ...attributes] = (first.headers.get('set-cookie') ?? '').split('; ')
    expect(attributes).toEqual(['Path=/', 'Max-Age=3600', 'HttpOnly', 'SameSite=Strict'])
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await first.text()).toContain(`href="/r/${receipt.id}"`)
    const token = cookie.slice(cookie.indexOf('=') + 1)
    expect(await usedVerifies(token)).toBe(1)
    const more = [await sendForm({ ...ownPage, cookie }), await sendForm({ ...ownPage, cookie })]
    expect(more.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null])
    const over = await (await sendForm({ ...ownPage, cookie })).text()
    expect(over).toContain('This session has used its 3 verifications.')
    expect(over).not.toContain(token)
    expect(await usedVerifies(token)).toBe(3)
  })

  test('a session that is unknown or has ended is replaced', async () => {
    await endOfDay()
    answer = async () => rawReply(JSON.stringify(good))
    for (const token of [`sbx_${'A1b2C3d4'.repeat(5)}`, 'not a token']) {
      const again = await sendForm({ ...ownPage, cookie: `outturn_try_local=${token}` })
      expect([again.status, again.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('sbx_')])
    }
  })

  test.each([
    [{}],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
  ])('is not taken from another site: %j', async (headers) => {
    const refused = await sendForm(headers)
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null])
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('has a page for what is too long, unknown or no form', async () => {
    const long = await sendForm(ownPage, { ...fields, name1: 'x'.repeat(201) })
    const unknown = await sendForm(ownPage, { ...fields, price: '1' })
    const huge = await sendForm(ownPage, { ...fields, name1: 'x'.repeat(70_000) })
    const json = await sendForm({ ...ownPage, 'content-type': 'application/json' })
    expect([long, unknown, huge, json].map(({ status }) => status)).toEqual([400, 400, 413, 400])
    for (const page of [long, unknown, huge, json]) expect(await page.text()).toContain('What to do')
  })

  test('the front page is the same with a cookie and without, and is not sent twice', async () => {
    const read = (headers: Record<string, string>) => fetch(gateway.baseUrl, { headers })
    const plain = await read({})
    const known = await read({ cookie: 'outturn_try_local=sbx_x' })
    expect(await known.text()).toBe(await plain.text())
    expect([plain.headers.get('cache-control'), plain.headers.get('vary')]).toEqual([
      'public, max-age=300',
      null,
    ])
    expect((await read({ 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304)
  })
})
