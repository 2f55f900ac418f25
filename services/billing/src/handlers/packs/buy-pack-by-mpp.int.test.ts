import { Challenge, Receipt } from 'mppx'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { describe, expect, test } from 'vitest'
import type { PackLane } from '../../deps.ts'
import { readDriftingAccounts, readLedgerTotals } from '../../store/balances.ts'
import { resumePurchases } from '../../sweepers/resume-purchases.ts'
import { accountId, type OpenBilling, send, testBilling, testNow } from '../../testing/open-billing.ts'
import { openMpp, payment } from '../../testing/open-mpp.ts'
import { handleBuyPackByMpp } from './buy-pack-by-mpp.ts'
import { handleReadBalance } from '../read-balance.ts'

const { open } = await testBilling()
const { stripe, lane } = await openMpp()
const billing = open({ mpp: lane() })
const after = (ms: number) => new Date(testNow.getTime() + ms)
const quiet = () => undefined

type Ask = {
  account: string
  packCents?: 500 | 1_000 | 2_000
  credential?: string | null
  commandId?: string
  now?: Date
  on?: OpenBilling
  waitMs?: number
}

let commands = 0

/** What is the same for every repetition of an answer. */
async function buy(ask: Ask) {
  const { accepted, paymentReceipt } = await buyOnce(ask)
  return { accepted, paymentReceipt }
}

function buyOnce({
  account,
  packCents = 500,
  credential = null,
  commandId,
  now,
  on = billing,
  waitMs = 5_000,
}: Ask) {
  commands += 1
  return send(
    handleBuyPackByMpp(on.deps),
    { accountId: account, request: { pack_cents: packCents }, credential },
    {
      commandId: commandId ?? `cmd_pack_${commands}`,
      deadline: Date.now() + waitMs,
      ...(now !== undefined && { now }),
    },
  )
}

/** The challenge that an unpaid call is refused with. */
async function challengeFor(account: string, ask: Partial<Ask> = {}): Promise<string> {
  const refusal = await refusalOfPending(buy({ account, ...ask }))
  expect(refusal.code).toBe('payment_required_mpp')
  return refusal.options.headers?.['www-authenticate'] ?? ''
}

async function payFor(account: string, ask: Partial<Ask> & { paymentMethod?: string } = {}): Promise<string> {
  const { paymentMethod = 'pm_card_visa', packCents = 500 } = ask
  return payment(
    await challengeFor(account, ask),
    stripe.grantToken({ amountCents: packCents, paymentMethod }),
  )
}

async function reasonOf(pending: Promise<unknown>): Promise<string> {
  const { code, options } = await refusalOfPending(pending)
  // A client pays a fresh challenge at once, so only a payment that took nothing is answered with one.
  expect(options.headers?.['www-authenticate'] !== undefined).toBe(code === 'payment_required_mpp')
  return `${code} ${options.reason}`
}

const balanceOf = (account: string) => send(handleReadBalance(billing.deps), { accountId: account })

/** What the processor took of an account, and what the ledger booked for it, in cents. */
async function moneyOf(account: string): Promise<{ taken: number; booked: number }> {
  const { rows } = await billing.deps.pool.query<{ micros: string }>(
    `select coalesce(sum(amount_micros), 0)::text as micros from transfer
     where debit_account = 'payments:mpp' and credit_account = $1`,
    [`customer:${account}:available`],
  )
  const taken = stripe
    .intents()
    .filter(({ metadata }) => metadata['account_id'] === account)
    .reduce((sum, { amount_received: received }) => sum + received, 0)
  return { taken, booked: Number(rows[0]?.micros) / 10_000 }
}

describe('a pack is bought', () => {
  test('with the challenge of the first call, and its credits are in the ledger and the balance', async () => {
    const account = accountId('pack bought')
    const header = await challengeFor(account, { packCents: 1_000 })
    const challenge = Challenge.deserialize(header)
    expect(challenge).toMatchObject({
      method: 'stripe',
      intent: 'charge',
      realm: 'outturn.example',
      request: {
        amount: '1000',
        currency: 'usd',
        methodDetails: { networkId: stripe.networkId, paymentMethodTypes: ['card'] },
      },
    })
    const credential = payment(header, stripe.grantToken({ amountCents: 1_000 }))
    const bought = await buy({ account, packCents: 1_000, credential })
    expect(bought.accepted).toMatchObject({
      status: 'payment_accepted',
      pack_cents: 1_000,
      balance_url: '/api/v1/credits/balance',
    })
    const [intent] = stripe.intents().filter(({ metadata }) => metadata['account_id'] === account)
    expect(Receipt.deserialize(bought.paymentReceipt)).toMatchObject({
      method: 'stripe',
      reference: intent?.id,
    })
    expect(await balanceOf(account)).toMatchObject({
      available_micros: '10000000',
      pending_purchases: [],
      grants: [{ source: 'pack_mpp', original_micros: '10000000', expires_at: null }],
    })
    expect(await moneyOf(account)).toEqual({ taken: 1_000, booked: 1_000 })
  })

  test('once, however often and by how many at once its payment is sent, and all get the same answer', async () => {
    const account = accountId('pack raced')
    const credential = await payFor(account)
    const other = open({ mpp: lane() })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => buy({ account, credential, on: index % 2 ? other : billing })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await buy({ account, credential, now: after(86_400_000) })).toEqual(answers[0])
    expect(await moneyOf(account)).toEqual({ taken: 500, booked: 500 })
  })

  test('once for one command, also when it comes with another payment, which stays unspent', async () => {
    const account = accountId('pack by command')
    const first = await buyOnce({ account, credential: await payFor(account), commandId: 'cmd_keyed' })
    const { isReplayed, ...bought } = first
    expect(isReplayed).toBe(false)
    const again = { account, credential: await payFor(account), commandId: 'cmd_keyed' }
    expect(await buyOnce(again)).toEqual({ ...bought, isReplayed: true })
    expect(await buy({ account, commandId: 'cmd_keyed' })).toEqual(bought)
    expect(await buy({ account, credential: await payFor(account), commandId: 'cmd_keyed' })).toEqual(bought)
    expect(await reasonOf(buy({ account, packCents: 2_000, commandId: 'cmd_keyed' }))).toBe(
      'conflict idempotency_key_reused',
    )
    expect(await moneyOf(account)).toEqual({ taken: 500, booked: 500 })
  })
})

describe('nothing is taken for', () => {
  const account = accountId('pack hostile')

  test('a payment of another pack or another account', async () => {
    const credential = await payFor(account)
    expect(await reasonOf(buy({ account, packCents: 2_000, credential }))).toBe('conflict payment_bound')
    expect(await reasonOf(buy({ account: accountId('pack thief'), credential }))).toBe(
      'conflict payment_bound',
    )
    await buy({ account, credential })
    expect(await reasonOf(buy({ account, packCents: 2_000, credential }))).toBe('conflict payment_bound')
    expect(await reasonOf(buy({ account: accountId('pack thief'), credential }))).toBe(
      'conflict payment_bound',
    )
    expect(await moneyOf(accountId('pack thief'))).toEqual({ taken: 0, booked: 0 })
  })

  test('a second token under a challenge that is used, at once or later', async () => {
    const owner = accountId('pack two tokens')
    const header = await challengeFor(owner)
    const credentials = [1, 2].map(() => payment(header, stripe.grantToken({ amountCents: 500 })))
    const outcomes = await Promise.allSettled(
      credentials.map((credential) => buy({ account: owner, credential })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const third = payment(header, stripe.grantToken({ amountCents: 500 }))
    expect(await reasonOf(buy({ account: owner, credential: third }))).toBe('conflict payment_bound')
    expect(await moneyOf(owner)).toEqual({ taken: 500, booked: 500 })
  })

  test('a challenge that is changed, of another secret, or expired', async () => {
    const header = await challengeFor(account, { packCents: 2_000 })
    const token = stripe.grantToken({ amountCents: 2_000 })
    const cheap = { ...Challenge.deserialize(header).request, amount: '500' }
    const changes = [
      { request: cheap },
      { realm: 'other.example' },
      { expires: '2030-01-01T00:00:00.000Z' },
      { id: 'forged' },
      { opaque: 'e30' },
    ]
    for (const change of changes) {
      const credential = payment(header, token, change)
      for (const packCents of [500, 2_000] as const) {
        expect(await reasonOf(buy({ account, packCents, credential }))).toBe(
          'payment_required_mpp challenge_unknown',
        )
      }
    }
    const elsewhere = open({ mpp: lane({ secret: 'another secret of thirty-two characters' }) })
    const foreign = payment(await challengeFor(account, { on: elsewhere }), token)
    expect(await reasonOf(buy({ account, credential: foreign }))).toBe(
      'payment_required_mpp challenge_unknown',
    )
    const late = await payFor(account)
    expect(await reasonOf(buy({ account, credential: late, now: after(300_000) }))).toBe(
      'payment_required_mpp challenge_expired',
    )
  })

  test.each(['Payment', 'Payment e30', 'Payment %%%', 'Bearer spk_live_x'])(
    'a credential that says nothing: %s',
    async (credential) => {
      expect(await reasonOf(buy({ account, credential }))).toBe('payment_required_mpp credential_malformed')
    },
  )

  test('a credential that is nested more deeply than can be written down', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64url')
    const request = encoded(`{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`)
    const challenge = { id: 'deep', realm: 'outturn.example', method: 'stripe', intent: 'charge', request }
    const credential = `Payment ${encoded(JSON.stringify({ challenge, payload: { spt: 'spt_1' } }))}`
    expect(await reasonOf(buy({ account, credential }))).toBe('payment_required_mpp challenge_unknown')
  })

  test.each([
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_authenticationRequired', 'requires_action'],
  ])('a card that does not pay: %s', async (paymentMethod, word) => {
    const owner = accountId(`pack ${paymentMethod}`)
    const credential = await payFor(owner, { paymentMethod })
    const refusal = await refusalOfPending(buy({ account: owner, credential }))
    expect([refusal.code, refusal.options.reason]).toEqual(['payment_required_mpp', 'payment_declined'])
    expect(refusal.message).toContain(word)
    expect(await reasonOf(buy({ account: owner, credential }))).toBe('payment_required_mpp payment_declined')
    expect(await moneyOf(owner)).toEqual({ taken: 0, booked: 0 })
    expect(await balanceOf(owner)).toMatchObject({ pending_purchases: [], available_micros: '0' })
  })

  test('tokens that the processor does not know, of a smaller amount, or for another seller', async () => {
    const tokens = [
      'spt_unknown',
      stripe.grantToken({ amountCents: 499 }),
      stripe.grantToken({ amountCents: 500, networkId: 'profile_other' }),
    ]
    for (const token of tokens) {
      const credential = payment(await challengeFor(account), token)
      expect(await reasonOf(buy({ account, credential }))).toBe('payment_required_mpp payment_declined')
    }
  })

  test('a deployment that sells no packs', async () => {
    const off = open()
    expect(await reasonOf(buy({ account, on: off }))).toBe('not_found payment_lane_off')
  })
})

describe('the payer is charged once and credited once when', () => {
  // The library asks once more by itself when an answer is lost.
  test.each([
    ['the answer to the charge is lost', ['lost_after', 'lost_after']],
    ['the connection ends before the charge', ['lost_before', 'lost_before']],
    ['the processor answers with an error after the charge, for good', ['error_after', 'error_after']],
    ['the processor answers with an error before the charge', ['error_before', 'error_before']],
  ] as const)('%s', async (words, faults) => {
    const account = accountId(`pack ${words}`)
    const credential = await payFor(account)
    stripe.failNext(...faults)
    expect(await reasonOf(buy({ account, credential }))).toBe('configuration_unavailable payment_unresolved')
    expect(await balanceOf(account)).toMatchObject({
      pending_micros: '5000000',
      available_micros: '0',
      pending_purchases: [{ rail: 'mpp', pack_cents: 500, status: 'charging' }],
    })
    // Its caller asks no more: what was begun goes on by itself, for as long as it takes.
    for (const ms of [5_000, 30_000, 24 * 3_600_000]) await resumePurchases(billing.deps, quiet, after(ms))
    const { taken, booked } = await moneyOf(account)
    expect(booked).toBe(taken)
    expect(await balanceOf(account)).toMatchObject({ pending_purchases: [], pending_micros: '0' })
    if (words.includes('after') || words.includes('lost')) expect(taken).toBe(500)
    if (taken === 500) expect((await buy({ account, credential })).accepted.status).toBe('payment_accepted')
  })

  test('its caller asks again before anyone else does', async () => {
    const account = accountId('pack asked again')
    const credential = await payFor(account)
    stripe.failNext('lost_after', 'lost_after')
    await refusalOfPending(buy({ account, credential }))
    expect((await buy({ account, credential, now: after(1_000) })).accepted.status).toBe('payment_accepted')
    expect(await moneyOf(account)).toEqual({ taken: 500, booked: 500 })
  })

  type Death = (charge: PackLane['charge']) => PackLane['charge']
  const never = () => new Promise<never>(() => undefined)
  test.each<[string, Death]>([
    ['before it asks the processor', () => never],
    [
      'after the processor has charged',
      (charge) =>
        async (...asked) =>
          charge(...asked).then(never),
    ],
  ])('its process dies %s', async (words, death) => {
    const account = accountId(`pack died ${words}`)
    const credential = await payFor(account)
    const alive = lane()
    const dying = open({ mpp: { ...alive, charge: death(alive.charge) } })
    void buy({ account, credential, on: dying })
    await expect.poll(async () => (await balanceOf(account)).pending_purchases[0]?.status).toBe('charging')
    if (words.startsWith('after')) await expect.poll(async () => (await moneyOf(account)).taken).toBe(500)

    expect(await reasonOf(buy({ account, credential, waitMs: 1_200 }))).toBe(
      'configuration_unavailable payment_unresolved',
    )
    await resumePurchases(billing.deps, quiet, after(20_000))
    expect(await moneyOf(account)).toEqual({ taken: 500, booked: 500 })
    expect((await buy({ account, credential })).accepted.status).toBe('payment_accepted')
  })

  test('its card asks its holder, who agrees before the charge is canceled', async () => {
    const account = accountId('pack agreed meanwhile')
    const credential = await payFor(account, { paymentMethod: 'pm_card_authenticationRequired' })
    stripe.failNext('held_after')
    const asked = reasonOf(buy({ account, credential }))
    const intentOf = () => stripe.intents().find(({ metadata }) => metadata['account_id'] === account)
    await expect.poll(() => intentOf()?.status).toBe('requires_action')
    Object.assign(intentOf() ?? {}, { status: 'succeeded', amount_received: 500 })
    stripe.release()
    expect(await asked).toBe('configuration_unavailable payment_unresolved')
    expect((await buy({ account, credential, now: after(1_000) })).accepted.status).toBe('payment_accepted')
    expect(await moneyOf(account)).toEqual({ taken: 500, booked: 500 })
  })

  test('its process dies when the payment is recorded and nothing else', async () => {
    const account = accountId('pack died early')
    const credential = await payFor(account)
    const alive = lane()
    const dying = open({ mpp: alive })
    const { db } = dying.deps
    // Everything after the claim is a transaction; this process gets none.
    const handler = handleBuyPackByMpp({
      ...dying.deps,
      db: new Proxy(db, {
        get(of, name) {
          const member: unknown = Reflect.get(of, name, of)
          if (name === 'transaction') return never
          return typeof member === 'function' ? (member.bind(of) as unknown) : member
        },
      }),
    })
    void send(
      handler,
      { accountId: account, request: { pack_cents: 500 }, credential },
      { commandId: 'cmd_died_early', deadline: Date.now() + 5_000 },
    ).catch(quiet)
    const pending = () =>
      billing.deps.pool.query(`select state from credit_purchase where account_id = $1`, [account])
    await expect.poll(async () => (await pending()).rows).toEqual([{ state: 'claimed' }])
    await resumePurchases(billing.deps, quiet, after(5_000))
    expect(await moneyOf(account)).toEqual({ taken: 500, booked: 500 })
  })

  test('the charge took something else than the price: nothing is granted, and a person is told', async () => {
    const account = accountId('pack wrong price')
    const credential = await payFor(account)
    const wrong = open({
      mpp: {
        ...lane(),
        charge: async () => ({
          status: 'succeeded',
          paymentId: 'pi_wrong',
          amountCents: 400,
          currency: 'usd',
        }),
      },
    })
    await expect(buy({ account, credential, on: wrong })).rejects.toThrow(/its price is 500 usd/)
    expect(await balanceOf(account)).toMatchObject({ available_micros: '0', pending_micros: '5000000' })
    await resumePurchases(billing.deps, quiet, after(20_000))
  })
})

test('a token is forgotten when its purchase has ended, and the books of all this are right', async () => {
  const { rows } = await billing.deps.pool.query(
    `select state, token is null as forgotten, count(*)::int as purchases from credit_purchase group by 1, 2 order by 1`,
  )
  expect(rows.map(({ state, forgotten }) => `${state} ${forgotten}`)).toEqual([
    'granted true',
    'refused true',
  ])
  expect(await readDriftingAccounts(billing.deps.db)).toEqual([])
  const totals = await readLedgerTotals(billing.deps.db)
  expect(totals.sumMicros).toBe('0')
  const taken = stripe.intents().reduce((sum, { amount_received: received }) => sum + received, 0)
  const rail = totals.accounts.find(({ account }) => account === 'payments:mpp')
  expect(rail?.balanceMicros).toBe(String(-taken * 10_000))
})

test('how many purchases are open, and how old the oldest is, is told', async () => {
  const account = accountId('pack told')
  const credential = await payFor(account)
  stripe.failNext('lost_before', 'lost_before')
  await refusalOfPending(buy({ account, credential }))
  const told: unknown[] = []
  const off = open()
  await resumePurchases(off.deps, (each) => told.push(each), after(60_000))
  expect(told).toEqual([{ count: 1, oldestMs: 60_000 }])
  await resumePurchases(billing.deps, (each) => told.push(each), after(60_000))
  expect(told[1]).toEqual({ count: 0, oldestMs: 0 })
})
