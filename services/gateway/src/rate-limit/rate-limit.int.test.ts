import { receiveDelivery, Refusal } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import fc from 'fast-check'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'
import { aheadMs, type SlidingLog, takeFromLog } from './sliding-log.ts'

let gateway: OpenGateway
beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats }, { OUTTURN_TRUSTED_PROXIES: '1' })
})
afterAll(() => gateway?.close())

const path = '/api/v1/receipts/ocr_zz/status'
const from = (address: string) => ({ 'x-forwarded-for': address })

async function rateOf(baseUrl: string, request: Parameters<typeof ask>[3]) {
  const { status, headers, body } = await ask(baseUrl, 'GET', path, request)
  const [, remaining, reset] = /r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  return { status, code: body['code'], remaining: Number(remaining), reset: Number(reset), headers }
}

test('the statement and the function decide every history alike', async () => {
  const pool = gateway.pool('production')
  const edge = fc.constantFrom(0, 1, aheadMs, 59_999, 60_000, 60_001, 60_000 + aheadMs)
  const pause = fc.oneof(fc.integer({ min: 0, max: 25_000 }), edge)
  const step = fc.record({
    gap: pause,
    wanted: fc.integer({ min: 0, max: 4 }),
    ahead: fc.integer({ min: 0, max: 3 }),
    // Of what any earlier step was granted ahead, some or more than all of it.
    unused: fc.option(fc.record({ of: fc.nat(), count: fc.integer({ min: 1, max: 4 }) })),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(step, { maxLength: 12 }),
      async (quota, steps) => {
        const caller = `history ${run++}`
        const places: number[] = []
        let log: SlidingLog = []
        let now = 1_800_000_000_000
        for (const { gap, wanted, ahead, unused } of steps) {
          now += gap
          const countedAt = places[(unused?.of ?? 0) % places.length]
          const back = unused === null || countedAt === undefined ? null : { count: unused.count, countedAt }
          const taken = takeFromLog(log, { quota, wanted, ahead, unused: back, now })
          log = taken.log
          places.push(taken.allowance.countedAt)
          const { rows } = await pool.query(
            `select granted, ahead, counted_at::double precision as "countedAt", remaining, reset_ms::integer as "resetMs"
             from rate_take_ahead($1, $2, $3, $4, $5, $6, $7, $8)`,
            [caller, quota, wanted, ahead, aheadMs, back?.count ?? 0, back?.countedAt ?? 0, now],
          )
          expect(rows[0]).toEqual(taken.allowance)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a replica of the version before counts in the same log', async () => {
  const pool = gateway.pool('production')
  const now = 1_800_000_000_000
  await pool.query('select rate_take_ahead($1, 10, 2, 3, $2, 0, 0, $3)', ['both', aheadMs, now])
  const { rows } = await pool.query('select granted, remaining from rate_take($1, 10, 1, $2)', ['both', now])
  expect(rows[0]).toEqual({ granted: 1, remaining: 4 })
})

test('what the service refuses for its own reasons is given back to the quota', async () => {
  const { apiKey } = await gateway.issueKey({ quota: 2 })
  const request = { token: apiKey, headers: from('198.51.100.7') }
  for (let n = 0; n < 4; n++) {
    // No service answers for it here.
    const { status, headers } = await ask(gateway.baseUrl, 'GET', '/api/v1/usage', request)
    expect([status, headers.get('ratelimit')]).toEqual([503, expect.stringMatching(/r=2;t=\d+$/)])
  }
  const rates = [await rateOf(gateway.baseUrl, request), await rateOf(gateway.baseUrl, request)]
  expect(rates.map(({ status, remaining }) => [status, remaining])).toEqual([
    [404, 1],
    [404, 0],
  ])
})

test('the quota counts down and ends in 429 with the seconds to wait', async () => {
  const { apiKey } = await gateway.issueKey({ quota: 3 })
  const request = { token: apiKey, headers: from('198.51.100.1') }
  const rates = []
  for (let i = 0; i < 4; i++) rates.push(await rateOf(gateway.baseUrl, request))
  expect(rates.map(({ status, remaining }) => [status, remaining])).toEqual([
    [404, 2],
    [404, 1],
    [404, 0],
    [429, 0],
  ])
  const refused = rates.at(-1)
  expect(refused?.code).toBe('rate_limited')
  expect(refused?.headers.get('ratelimit-policy')).toBe('"api-v1";q=3;w=60')
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(refused?.reset ?? 0)
  expect(refused?.reset).toBeLessThanOrEqual(60)
})

test('another address of the same account, and another account at the same address, have quotas of their own', async () => {
  const [mine, theirs] = [await gateway.issueKey({ quota: 2 }), await gateway.issueKey({ quota: 2 })]
  const remaining = async (token: string, address: string) =>
    (await rateOf(gateway.baseUrl, { token, headers: from(address) })).remaining
  expect([
    await remaining(mine.apiKey, '198.51.100.2'),
    await remaining(mine.apiKey, '198.51.100.3'),
    await remaining(theirs.apiKey, '198.51.100.2'),
    await remaining(mine.apiKey, '198.51.100.2'),
  ]).toEqual([1, 1, 1, 0])
})

test('a caller without a good key is counted by address, and what it claims before the proxy means nothing', async () => {
  const quota = 120
  const first = await rateOf(gateway.baseUrl, { headers: from('198.51.100.9') })
  const claims = await rateOf(gateway.baseUrl, { headers: from('203.0.113.1, 198.51.100.9') })
  const wrongKey = await rateOf(gateway.baseUrl, { token: 'spk_live_x', headers: from('198.51.100.9') })
  expect([first.remaining, claims.remaining, wrongKey.remaining]).toEqual([quota - 1, quota - 2, quota - 3])
})

test('a flood from one address ends in 429 and not in queries', async () => {
  const flood = Array.from({ length: 200 }, () =>
    ask(gateway.baseUrl, 'POST', '/api/v1/verify', {
      token: 'spk_live_x',
      body: {},
      headers: from('198.51.100.10'),
    }),
  )
  const codes = (await Promise.all(flood)).map(({ status }) => status)
  expect(codes.filter((status) => status === 401)).toHaveLength(120)
  expect(codes.filter((status) => status === 429)).toHaveLength(80)
})

test('guessing at grants is counted by address', async () => {
  const codes: number[] = []
  // Ten at a time, as many as the gateway has connections: each guess that is let through is looked up.
  for (let first = 0; first < 130; first += 10) {
    const guesses = Array.from({ length: 10 }, (_, index) =>
      ask(gateway.baseUrl, 'POST', '/api/v1/keys/exchange', {
        body: { grant_token: `spg_${String(first + index).padStart(32, '0')}` },
        headers: from('198.51.100.11'),
      }),
    )
    codes.push(...(await Promise.all(guesses)).map(({ status }) => status))
  }
  expect(codes.filter((status) => status === 403)).toHaveLength(120)
  expect(codes.filter((status) => status === 429)).toHaveLength(10)
})

test('two gateways share one quota', async () => {
  const settings = { OUTTURN_TRUSTED_PROXIES: '1' }
  const [one, other] = await Promise.all([openGateway(gateway, settings), openGateway(gateway, settings)])
  try {
    const { apiKey } = await gateway.issueKey({ quota: 10 })
    const request = { token: apiKey, headers: from('198.51.100.4') }
    const rates = await Promise.all(
      Array.from({ length: 20 }, (_, i) => rateOf(i % 2 === 0 ? one.baseUrl : other.baseUrl, request)),
    )
    expect(rates.filter(({ status }) => status !== 429)).toHaveLength(10)
    // So are the wrong signatures of one address to one source: 60 a minute, and a good delivery is taken after them.
    let signature = 'wrong'
    await gateway.answerAs('verification', 'production', [
      on(receiveDelivery, async () => {
        if (signature === 'wrong') throw new Refusal('unauthenticated', 'No signature is that of the source.')
        return { accepted: true as const, duplicate: false, fact_ids: [], rejected: [] }
      }),
    ])
    const deliver = async (at: number, source = 'src_000000000000000000000001') => {
      const { baseUrl } = at % 2 === 0 ? one : other
      const sent = { body: {}, headers: from('198.51.100.5') }
      return (await ask(baseUrl, 'POST', `/api/v1/sources/${source}/webhook`, sent)).status
    }
    const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => deliver(at)))
    expect(answers.filter((status) => status === 401)).toHaveLength(60)
    expect(answers.filter((status) => status === 429)).toHaveLength(4)
    expect(await deliver(0, 'src_000000000000000000000002')).toBe(401)
    signature = 'good'
    expect([await deliver(0), await deliver(1)]).toEqual([202, 202])
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})

describe('while the store cannot be asked', () => {
  /** Holds the table for the time of `work`, so that every statement on it runs into its timeout. */
  async function withoutStore(work: () => Promise<void>): Promise<void> {
    const client = await gateway.pool('production').connect()
    try {
      await client.query('begin; lock table rate_log in access exclusive mode')
      await work()
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  const impatient = { OUTTURN_RATE_STATEMENT_TIMEOUT_MS: '50' }

  test('a production deployment refuses and says to come back in 30 s', async () => {
    const production = await openGateway(gateway, { ...impatient, OUTTURN_DEPLOYMENT: 'production' })
    try {
      await withoutStore(async () => {
        const refused = await ask(production.baseUrl, 'GET', path)
        expect([refused.status, refused.body['code']]).toEqual([503, 'configuration_unavailable'])
        expect(refused.body['reason']).toBe('rate_limit_store')
        expect(refused.headers.get('retry-after')).toBe('30')
      })
      await expect.poll(async () => (await ask(production.baseUrl, 'GET', path)).status).toBe(404)
    } finally {
      await production.close()
    }
  })

  test('any other deployment limits in its own process', async () => {
    const { apiKey } = await gateway.issueKey({ quota: 1 })
    const alone = await openGateway(gateway, impatient)
    try {
      await withoutStore(async () => {
        const request = { token: apiKey }
        const [first, second] = [await rateOf(alone.baseUrl, request), await rateOf(alone.baseUrl, request)]
        expect([first.status, second.status]).toEqual([404, 429])
        expect(first.headers.get('ratelimit-policy')).toBe('"api-v1";q=1;w=60')
      })
    } finally {
      await alone.close()
    }
  })
})
