import { Account, assignParty, readBalance, readUsage } from '@outturn/contracts'
import { counterpartyKey } from '../../testing/counterparty-key.ts'
import { on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

let gateway: OpenGateway
let token: string
let issued: { apiKey: string; keyId: string; accountId: string }
let periodDays: number | undefined
const testKey = 'spk_test_aaaaaaaaaaaaaaaa'
const allowance = { limit: 20, used: 3, remaining: 17 }
const month = { period_start: '2026-01-01T00:00:00.000Z', period_end: '2026-02-01T00:00:00.000Z' }

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats }, { OUTTURN_TEST_KEYS: `alice:${testKey}` })
  for (const environment of ['production', 'demo'] as const) {
    await gateway.answerAs('billing', environment, [
      on(readBalance, async () =>
        rawReply(JSON.stringify({ allowance: { ...month, verification: allowance, compile: allowance } })),
      ),
    ])
    await gateway.answerAs('spool', environment, [
      on(assignParty, async ({ spoolId, partyId }) => ({ spoolId, partyId })),
    ])
  }
  await gateway.answerAs('billing', 'production', [
    on(readUsage, async (input) => {
      periodDays = input.periodDays
      return rawReply('{}')
    }),
  ])
  issued = await gateway.issueKey({ quota: 77 })
  token = issued.apiKey
})
afterAll(() => gateway?.close())

const get = (path: string) => ask(gateway.baseUrl, 'GET', path, { token })

describe('the account', () => {
  const read = async (key: string) =>
    (await ask(gateway.baseUrl, 'GET', '/api/v1/account', { token: key })).body
  const bound = { spoolId: 'spl_000000000000000000000001', partyId: 'pty_000000000000000000000001' }

  test('of a key has its name, scope, limits and what is left of the allowance', async () => {
    const { status, headers, body } = await get('/api/v1/account')
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect(Account.parse(body)).toEqual({
      id: issued.accountId,
      name: 'Acme',
      kind: 'agent',
      environment: 'production',
      scope: 'full',
      key: { id: issued.keyId, name: 'test' },
      spool_id: null,
      party_id: null,
      limits: { requests_per_minute: 77 },
      allowance: { ...month, verification: allowance, compile: allowance },
    })
  })

  test('of a counterparty key names its Spool and party, and has no allowance', async () => {
    const { apiKey } = await counterpartyKey(gateway, bound)
    expect(Account.parse(await read(apiKey))).toMatchObject({
      scope: 'counterparty',
      spool_id: bound.spoolId,
      party_id: bound.partyId,
      limits: { requests_per_minute: 120 },
      allowance: null,
    })
  })

  test('of a sandbox session and of a test key is one of the demo environment', async () => {
    const session = await ask(gateway.baseUrl, 'POST', '/api/sandbox/session')
    const demo = Account.parse(await read(String(session.body['token'])))
    expect(demo).toMatchObject({ environment: 'demo', scope: 'full', key: null, allowance: null })
    const { apiKey } = await counterpartyKey(gateway, bound, 'demo')
    expect(await read(apiKey)).toMatchObject({ environment: 'demo', scope: 'counterparty', key: null })
    expect(await read(testKey)).toMatchObject({ environment: 'demo', key: { name: 'alice' } })
  })
})

describe('usage', () => {
  test.each([
    ['', 30],
    ['?period_days=1', 1],
    ['?period_days=365', 365],
  ])('of %j is read for %i days', async (query, days) => {
    expect((await get(`/api/v1/usage${query}`)).status).toBe(200)
    expect(periodDays).toBe(days)
  })

  test.each(['0', '366', '-1', '1.5', '1e2', '', 'x', '5&period_days=6'])(
    'period_days=%s is refused',
    async (days) => {
      const refused = await get(`/api/v1/usage?period_days=${days}`)
      expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([
        400,
        'validation_failed',
        'period_days',
      ])
    },
  )

  test('an unknown parameter is refused', async () => {
    const refused = await get('/api/v1/usage?period=3')
    expect([refused.status, refused.body['field']]).toEqual([400, 'period'])
  })
})
