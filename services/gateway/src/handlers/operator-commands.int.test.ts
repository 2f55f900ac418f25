import { idPattern } from '@outturn/agreement'
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  createAccount,
  createKey,
  findActiveAccounts,
  listAccounts,
  listKeys,
  Refusal,
  resumeAccount,
  revokeKey,
  setQuota,
  showAccount,
  suspendAccount,
} from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyMaxAgeMs } from '../auth/key-directory.ts'
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

describe('a suspended account', () => {
  const send = <C extends Command>(command: C, input: CommandInput<C>) =>
    untilServed(() => operator.request(command, input, asOperator()))
  const codeAt = async (baseUrl: string, token: string) =>
    (await ask(baseUrl, 'GET', '/api/v1/spools/none', { token })).body['code']

  test('has its keys refused, says who suspended it and why, and is as before when it is resumed', async () => {
    const { apiKey, accountId } = await gateway.issueKey()
    const before = await codeAt(gateway.baseUrl, apiKey)
    const suspended = await send(suspendAccount, { accountId, note: 'unpaid' })
    expect(suspended).toMatchObject({ accountId, suspendedBy: 'test', suspensionNote: 'unpaid' })
    const refused = await ask(gateway.baseUrl, 'GET', '/api/v1/spools/none', { token: apiKey })
    expect([refused.status, refused.body['code'], refused.body['retryable']]).toEqual([
      403,
      'account_suspended',
      false,
    ])
    expect(await send(suspendAccount, { accountId, note: 'again' })).toEqual(suspended)
    expect(await send(listAccounts, { after: null, limit: 10, onlySuspended: true })).toEqual({
      accounts: [suspended],
      next: null,
    })
    const resumed = await send(resumeAccount, { accountId })
    expect(resumed).toMatchObject({ suspendedAt: null, suspendedBy: null, suspensionNote: null })
    expect(await codeAt(gateway.baseUrl, apiKey)).toBe(before)
  })

  test('is refused by a replica that was not told, within a second', async () => {
    expect(keyMaxAgeMs).toBeLessThan(1_000)
    const { apiKey, accountId } = await gateway.issueKey({ quota: 1_000_000 })
    const replica = await openGateway(gateway)
    const suspend = `update account set suspended_at = now(), suspended_by = 'x', suspension_note = '' where id = $1`
    try {
      expect(await codeAt(replica.baseUrl, apiKey)).not.toBe('account_suspended')
      await gateway.pool('production').query(suspend, [accountId])
      while ((await codeAt(replica.baseUrl, apiKey)) !== 'account_suspended');
    } finally {
      await replica.close()
    }
  })

  test('is not one that others can agree with', async () => {
    const { accountId } = await gateway.issueKey()
    expect(await send(findActiveAccounts, { accountIds: [accountId] })).toEqual({ active: [accountId] })
    await send(suspendAccount, { accountId, note: 'test' })
    expect(await send(findActiveAccounts, { accountIds: [accountId] })).toEqual({ active: [] })
  })

  test('an account whose only key has expired is not one that others can agree with', async () => {
    const { accountId, keyId } = await gateway.issueKey()
    await gateway
      .pool('production')
      .query('update api_key set expires_at = created_at where id = $1', [keyId])
    expect(await send(findActiveAccounts, { accountIds: [accountId] })).toEqual({ active: [] })
  })
})

test('accounts are listed newest first, page by page, and shown with their keys; a quota can be replaced', async () => {
  const made = [await gateway.issueKey(), await gateway.issueKey(), await gateway.issueKey()].toReversed()
  const ids: string[] = []
  let after: string | null = null
  do {
    const page: CommandOutput<typeof listAccounts> = await untilServed(() =>
      operator.request(listAccounts, { after, limit: 2, onlySuspended: false }, asOperator()),
    )
    ids.push(...page.accounts.map(({ accountId }) => accountId))
    after = page.next
  } while (after !== null)
  expect(ids.slice(0, 3)).toEqual(made.map(({ accountId }) => accountId))
  expect(new Set(ids).size).toBe(ids.length)

  const accountId = made[0]?.accountId ?? ''
  const shown = await untilServed(() => operator.request(showAccount, { accountId }, asOperator()))
  expect(shown).toMatchObject({ accountId, quota: 120, activeKeys: 1, returnHosts: [], suspendedAt: null })
  const changed = await untilServed(() => operator.request(setQuota, { accountId, quota: 9 }, asOperator()))
  expect(changed.quota).toBe(9)
  const limited = await ask(gateway.baseUrl, 'GET', '/api/v1/spools/none', { token: made[0]?.apiKey ?? '' })
  expect(limited.headers.get('ratelimit-policy')).toContain('q=9')
  const back = await untilServed(() => operator.request(setQuota, { accountId, quota: null }, asOperator()))
  expect(back.quota).toBe(120)
})

test('a suspension without a reason is refused', async () => {
  const { accountId } = await gateway.issueKey()
  const input = { accountId, note: ' ' }
  expect(await codeOf(untilServed(() => operator.request(suspendAccount, input, asOperator())))).toBe(
    'validation_failed',
  )
})

test.each([
  [showAccount, { accountId: unknownAccount }],
  [setQuota, { accountId: unknownAccount, quota: 1 }],
  [suspendAccount, { accountId: unknownAccount, note: 'test' }],
  [resumeAccount, { accountId: unknownAccount }],
] as const)('$name of no account is refused', async (command, input) => {
  expect(await codeOf(untilServed(() => operator.request(command, input as never, asOperator())))).toBe(
    'not_found',
  )
})
