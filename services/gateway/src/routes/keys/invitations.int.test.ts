import { randomUUID } from 'node:crypto'
import {
  assignParty,
  createAccount,
  createOwnerGrant,
  ExchangedKey,
  Invitation,
  inviteCounterparty,
  Refusal,
  readSpool,
} from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { fixedClock, testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onSpoolClosed } from '../../reactions/spool-closed.ts'
import { createDatabase } from '@outturn/postgres/typed'
import type { Tables } from '../../store/tables.ts'
import { ask, type HttpAnswer } from '../../testing/http-client.ts'
import { asOperator, type OpenGateway, openGateway, untilServed } from '../../testing/open-gateway.ts'

const partyId = 'pty_000000000000000000000001'
const minute = 60_000
const ahead = () => new Date(Date.now() + 60 * minute)
// Requests carry a deadline, so the clock starts an hour ahead of the machine's: none ends while a test runs.
const clock = fixedClock(ahead())
let gateway: OpenGateway
let token: string
let spoolId: string
/** Who holds the slot of each Spool, as the spool service would: the first invitation to come. */
const slots = new Map<string, { invitationId: string; accountId: string }>()
let beforeAssigning: () => Promise<void>

beforeAll(async () => {
  gateway = await openGateway(
    { testDatabase, testNats },
    {
      RATE_QUOTA: '100000',
      OUTTURN_PUBLIC_URL: 'https://outturn.example/',
    },
    { clock },
  )
  await gateway.answerAs('spool', 'production', [
    on(inviteCounterparty, async (input) => ({ spoolId: input.spoolId, partyId })),
    on(assignParty, async ({ spoolId: id, invitationId, accountId }) => {
      await beforeAssigning()
      const holder = slots.get(id) ?? { invitationId, accountId }
      slots.set(id, holder)
      if (holder.invitationId !== invitationId) throw new Refusal('conflict', 'somebody has the slot')
      return { spoolId: id, partyId }
    }),
    on(readSpool, async ({ id }) => rawReply(JSON.stringify({ id, version: 1 }))),
  ])
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())
beforeEach(() => {
  clock.set(ahead())
  spoolId = derivedId('spool', randomUUID())
  beforeAssigning = async () => {}
})

function keyed(idempotencyKey: string | undefined): Record<string, string> {
  return idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
}

async function invite(idempotencyKey?: string): Promise<Invitation> {
  const path = `/api/v1/spools/${spoolId}/invite`
  const answered = await ask(gateway.baseUrl, 'POST', path, { token, headers: keyed(idempotencyKey) })
  expect(answered.status).toBe(201)
  return Invitation.parse(answered.body)
}

function exchange(grantToken: string, idempotencyKey?: string, { baseUrl } = gateway): Promise<HttpAnswer> {
  const body = { grant_token: grantToken }
  return ask(baseUrl, 'POST', '/api/v1/keys/exchange', { body, headers: keyed(idempotencyKey) })
}

const opens = async (apiKey: string) =>
  (await ask(gateway.baseUrl, 'GET', `/api/v1/spools/${spoolId}`, { token: apiKey })).status !== 401

test('an invitation is a token for 15 minutes, where to exchange it, and for whom it is', async () => {
  const invitation = await invite()
  expect(invitation).toMatchObject({
    spool_id: spoolId,
    party_id: partyId,
    exchange_url: 'https://outturn.example/api/v1/keys/exchange',
    page_url: `https://outturn.example/invitation/${invitation.grant_token}`,
  })
  expect(Date.parse(invitation.expires_at) - clock.now().getTime()).toBe(15 * minute)
  const { rows } = await gateway.pool('production').query('select * from key_grant')
  expect(JSON.stringify(rows)).not.toContain(invitation.grant_token)
})

test('a repeated invitation is the same one; another has another token, and ends the one before', async () => {
  const first = await invite('one')
  expect(await invite('one')).toEqual(first)
  const second = await invite('two')
  expect(second.grant_token).not.toBe(first.grant_token)
  expect((await exchange(first.grant_token)).status).toBe(403)
  // Asking for the first again brings it back no more than it ends the second.
  expect(await invite('one')).toEqual(first)
  expect((await exchange(first.grant_token)).status).toBe(403)
  expect((await exchange(second.grant_token)).status).toBe(201)
})

test('of invitations at the same time one stays open', async () => {
  const invitations = await Promise.all(Array.from({ length: 6 }, () => invite()))
  const { rows } = await gateway
    .pool('production')
    .query('select id from key_grant where spool_id = $1 and revoked_at is null', [spoolId])
  expect(new Set(invitations.map((each) => each.grant_token)).size).toBe(6)
  expect(rows).toHaveLength(1)
})

test('a grant is exchanged for a key of one party of one Spool, shown once', async () => {
  const { grant_token: grant } = await invite()
  const answered = await exchange(grant)
  expect(answered.status).toBe(201)
  const key = ExchangedKey.parse(answered.body)
  expect(key).toMatchObject({
    scope: 'counterparty',
    spool_id: spoolId,
    party_id: partyId,
    environment: 'production',
    expires_at: null,
  })
  expect(await opens(key.api_key)).toBe(true)
  const { rows } = await gateway.pool('production').query('select * from api_key where id = $1', [key.key_id])
  expect(rows[0]).toMatchObject({ account_id: slots.get(spoolId)?.accountId, party_id: partyId })
  expect(JSON.stringify(rows)).not.toContain(key.api_key)
})

describe('a grant that is not to be exchanged', () => {
  test('gets the same answer whether it is unknown, used, revoked, expired or without a slot', async () => {
    const unknown = `spg_${'A'.repeat(32)}`
    const revoked = (await invite()).grant_token
    const used = (await invite()).grant_token
    expect((await exchange(used, 'mine')).status).toBe(201)
    const answers = [
      await exchange(unknown),
      await exchange(revoked),
      await exchange(used),
      await exchange(used, 'x'),
    ]

    spoolId = derivedId('spool', randomUUID())
    const taken = (await invite()).grant_token
    slots.set(spoolId, { invitationId: 'inv_of_somebody_else', accountId: 'acc_of_somebody_else' })
    answers.push(await exchange(taken))

    spoolId = derivedId('spool', randomUUID())
    const expired = (await invite()).grant_token
    clock.advance(15 * minute)
    answers.push(await exchange(expired))
    expect(slots.has(spoolId)).toBe(false)

    for (const { status, body } of answers) {
      expect([status, body['code']]).toEqual([403, 'forbidden'])
      expect({ ...body, request_id: '' }).toEqual({ ...answers[0]?.body, request_id: '' })
    }
  })

  test.each(['spg_x', `spg_${'a'.repeat(31)}`, `spg_${'a'.repeat(33)}`, `spk_${'a'.repeat(32)}`, 7])(
    'is 400 when it cannot be one: %s',
    async (grantToken) => {
      const refused = await ask(gateway.baseUrl, 'POST', '/api/v1/keys/exchange', {
        body: { grant_token: grantToken },
      })
      expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([
        400,
        'validation_failed',
        'grant_token',
      ])
    },
  )

  test.each([
    [-1, 201],
    [0, 403],
    [1, 403],
  ])('%i ms after its 15 minutes: %i', async (ms, status) => {
    const { grant_token: grant } = await invite()
    clock.advance(15 * minute + ms)
    expect((await exchange(grant)).status).toBe(status)
  })
})

describe('a repeated exchange', () => {
  test('with the same idempotency key gets the same key, for as long as the grant would last', async () => {
    const { grant_token: grant } = await invite()
    const first = await exchange(grant, 'again')
    const second = await exchange(grant, 'again')
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text])
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    clock.advance(15 * minute)
    expect((await exchange(grant, 'again')).status).toBe(403)
  })

  test('of many at once one gets a key, or all the same one', async () => {
    const { grant_token: alone } = await invite()
    const alones = await Promise.all(Array.from({ length: 8 }, () => exchange(alone)))
    expect(alones.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(alones.filter(({ status }) => status === 403)).toHaveLength(7)

    spoolId = derivedId('spool', randomUUID())
    const { grant_token: same } = await invite()
    const sames = await Promise.all(Array.from({ length: 8 }, () => exchange(same, 'same')))
    expect(new Set(sames.map(({ body }) => body['api_key'])).size).toBe(1)
  })

  test('after the slot was taken and no key was kept is done again with the same token', async () => {
    const { grant_token: grant } = await invite()
    const client = await gateway.pool('production').connect()
    beforeAssigning = async () => {
      await client.query('begin; lock table api_key in access exclusive mode')
    }
    const impatient = await openGateway(gateway, { OUTTURN_STATEMENT_TIMEOUT_MS: '300' }, { clock })
    const failed = await exchange(grant, undefined, impatient)
    await impatient.close()
    await client.query('rollback')
    client.release()
    expect([failed.status, failed.body['code'], failed.headers.get('retry-after')]).toEqual([
      503,
      'configuration_unavailable',
      '1',
    ])
    expect(slots.has(spoolId)).toBe(true)
    beforeAssigning = async () => {}
    expect((await exchange(grant)).status).toBe(201)
  })
})

describe('when its Spool is over', () => {
  const closed = (id = randomUUID(), keysEndAt = clock.now()) => {
    const { keys } = gateway.instances.production ?? {}
    if (keys === undefined) throw new Error('production is not hosted')
    const db = createDatabase<Tables>(gateway.pool('production'))
    const context = { id, attempt: 1, now: clock.now(), traceContext: {} }
    const event = {
      spoolId,
      outcome: 'completed' as const,
      at: clock.now().toISOString(),
      keysEndAt: keysEndAt.toISOString(),
    }
    return onSpoolClosed({ db, keys }).handle(event, context)
  }

  test('the key opens what it did until its time, and then nothing', async () => {
    const key = ExchangedKey.parse((await exchange((await invite()).grant_token)).body)
    const keysEndAt = new Date(clock.now().getTime() + 60 * minute)
    await closed(randomUUID(), keysEndAt)
    expect(await opens(key.api_key)).toBe(true)
    clock.advance(60 * minute)
    gateway.instances.production?.keys.forget()
    expect(await opens(key.api_key)).toBe(false)
  })

  test('the key opens nothing, and the same event again changes nothing', async () => {
    const key = ExchangedKey.parse((await exchange((await invite()).grant_token)).body)
    expect(await opens(key.api_key)).toBe(true)
    const eventId = randomUUID()
    await closed(eventId)
    expect(await opens(key.api_key)).toBe(false)
    const endOf = async () =>
      (await gateway.pool('production').query('select expires_at from api_key where id = $1', [key.key_id]))
        .rows
    const before = await endOf()
    clock.advance(minute)
    await closed(eventId)
    expect(await endOf()).toEqual(before)
  })

  test('a grant that is still open yields no key, not even to an exchange under way', async () => {
    const { grant_token: grant } = await invite()
    beforeAssigning = () => closed()
    expect((await exchange(grant)).status).toBe(403)
    expect((await exchange(grant)).status).toBe(403)
  })

  test('keys of other Spools and of accounts go on', async () => {
    const key = ExchangedKey.parse((await exchange((await invite()).grant_token)).body)
    spoolId = derivedId('spool', randomUUID())
    await closed()
    expect([await opens(key.api_key), await opens(token)]).toEqual([true, true])
  })
})

describe("an owner's grant", () => {
  async function grantTo(accountId: string, commandId: string = `cmd_${randomUUID()}`) {
    const operator = await gateway.operator('production')
    const options = { ...asOperator(), commandId }
    return untilServed(() => operator.request(createOwnerGrant, { accountId, label: 'laptop' }, options))
  }

  test('is exchanged for a verify-scoped key of the account', async () => {
    const { accountId } = await gateway.issueKey()
    const granted = await grantTo(accountId, 'cmd_owner')
    expect(await grantTo(accountId, 'cmd_owner')).toEqual(granted)
    expect(granted.exchangeUrl).toBe('https://outturn.example/api/v1/keys/exchange')
    const key = ExchangedKey.parse((await exchange(granted.grantToken)).body)
    expect(key).toMatchObject({ scope: 'verify', spool_id: null, party_id: null })
    expect(await gateway.instances.production?.keys.find(key.api_key)).toMatchObject({
      accountId,
      scope: 'verify',
    })
    expect((await exchange(granted.grantToken)).status).toBe(403)
  })

  test('is not for an account that there is not, nor for the sandbox', async () => {
    const unknownAccount = 'acc_0000000000000000000000ff'
    await expect(grantTo(unknownAccount)).rejects.toMatchObject({ code: 'not_found' })
    const demo = await gateway.operator('demo')
    const account = { name: 'Acme', kind: 'agent', quota: null } as const
    const { accountId } = await untilServed(() => demo.request(createAccount, account, asOperator()))
    const granted = demo.request(createOwnerGrant, { accountId, label: '' }, asOperator())
    await expect(granted).rejects.toMatchObject({ code: 'unsupported_environment_capability' })
  })
})

test('grants that are long over are forgotten, and others are not', async () => {
  const old = await invite()
  clock.advance(49 * 60 * minute)
  const fresh = await invite()
  expect(await gateway.instances.production?.grants.sweep(clock.now())).toBeGreaterThan(0)
  const { rows } = await gateway.pool('production').query('select expires_at from key_grant')
  expect(rows.map(({ expires_at: at }) => at.toISOString())).toContain(fresh.expires_at)
  expect(rows.map(({ expires_at: at }) => at.toISOString())).not.toContain(old.expires_at)
})
