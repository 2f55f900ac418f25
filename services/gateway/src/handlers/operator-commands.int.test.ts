import { idPattern } from '@outturn/agreement'
import { createAccount, createKey, listKeys, Refusal, revokeKey } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHasher } from '../auth/token-hash.ts'
import { ask } from '../testing/http-client.ts'
import {
  asOperator,
  type OpenGateway,
  openGateway,
  testPepper,
  untilServed,
} from '../testing/open-gateway.ts'

let gateway: OpenGateway
let operator: Bus
beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  operator = await gateway.operator('production')
})
afterAll(() => gateway?.close())

const account = { name: 'Acme', kind: 'agent', quota: null } as const
const unknownAccount = 'acc_0000000000000000000000ff'

/** Whether a key gets past the gate; no one answers behind it. */
async function opens(apiKey: string): Promise<boolean> {
  return (await ask(gateway.baseUrl, 'GET', '/api/v1/spools/none', { token: apiKey })).status !== 401
}

function codeOf(refused: Promise<unknown>): Promise<string> {
  return refused.then(
    () => 'not refused',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
}

test('an account is opened once for each command, with the quota of the deployment unless it has its own', async () => {
  const options = { ...asOperator(), commandId: 'cmd_account' }
  const first = await untilServed(() => operator.request(createAccount, account, options))
  const again = await untilServed(() => operator.request(createAccount, account, options))
  expect(again).toEqual(first)
  expect(first.accountId).toMatch(idPattern('account'))
  expect(first.quota).toBe(120)
  const own = await untilServed(() => operator.request(createAccount, { ...account, quota: 7 }, asOperator()))
  expect(own.quota).toBe(7)
})

test('a key is handed out once and stored as a hash only', async () => {
  const { apiKey, keyId, accountId } = await gateway.issueKey()
  expect(apiKey).toMatch(/^spk_live_[0-9A-Za-z]{40}$/)
  expect(await opens(apiKey)).toBe(true)
  const { rows } = await gateway.pool('production').query('select * from api_key where id = $1', [keyId])
  expect(JSON.stringify(rows)).not.toContain(apiKey)
  expect(rows[0]).toMatchObject({ account_id: accountId, token_hash: tokenHasher(testPepper)(apiKey) })
})

test('the same command again is answered with the same key, whichever of its answers arrives', async () => {
  const { accountId } = await gateway.issueKey()
  const options = { ...asOperator(), commandId: 'cmd_key' }
  const input = { accountId, scope: 'verify', label: 'ci' } as const
  const first = await untilServed(() => operator.request(createKey, input, options))
  const [again, other] = await Promise.all([
    untilServed(() => operator.request(createKey, input, options)),
    untilServed(() => operator.request(createKey, input, { ...options, commandId: 'cmd_other_key' })),
  ])
  expect([again.keyId, again.apiKey]).toEqual([first.keyId, first.apiKey])
  expect(other.apiKey).not.toBe(first.apiKey)
  expect(await opens(first.apiKey)).toBe(true)
})

test('a key of no account is refused', async () => {
  const input = { accountId: unknownAccount, scope: 'full', label: '' } as const
  expect(await codeOf(untilServed(() => operator.request(createKey, input, asOperator())))).toBe('not_found')
})

test('the sandbox has no keys', async () => {
  const demo = await gateway.operator('demo')
  const { accountId } = await untilServed(() => demo.request(createAccount, account, asOperator()))
  const input = { accountId, scope: 'full', label: '' } as const
  expect(await codeOf(untilServed(() => demo.request(createKey, input, asOperator())))).toBe(
    'unsupported_environment_capability',
  )
})

test('a revoked key opens nothing from then on, and revoking it again says when it was', async () => {
  const { apiKey, keyId } = await gateway.issueKey()
  expect(await opens(apiKey)).toBe(true)
  const first = await untilServed(() => operator.request(revokeKey, { keyId }, asOperator()))
  expect(await opens(apiKey)).toBe(false)
  const again = await untilServed(() => operator.request(revokeKey, { keyId }, asOperator()))
  expect(again.revokedAt).toBe(first.revokedAt)
  const unknown = { keyId: 'key_0000000000000000000000ff' }
  expect(await codeOf(untilServed(() => operator.request(revokeKey, unknown, asOperator())))).toBe(
    'not_found',
  )
})

test('keys are listed by account, with when they were last used and never with their secret', async () => {
  const { apiKey, keyId, accountId } = await gateway.issueKey()
  await opens(apiKey)
  await gateway.instances.production?.keys.flushUses()
  const listed = await untilServed(() => operator.request(listKeys, { accountId }, asOperator()))
  expect(listed).toEqual([
    {
      keyId,
      accountId,
      scope: 'full',
      label: 'test',
      display: `spk_live_…${apiKey.slice(-4)}`,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      revokedAt: null,
    },
  ])
  const all = await untilServed(() => operator.request(listKeys, { accountId: null }, asOperator()))
  expect(all.length).toBeGreaterThan(1)
})
