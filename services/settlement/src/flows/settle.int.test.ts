import { localAccounts } from '@outturn/local-servers/payments'
import { describe, expect, test, vi } from 'vitest'
import { readBookTotals } from '../store/book-totals.ts'
import {
  cancelLeg,
  commit,
  decide,
  send,
  settlementRig,
  signAll,
  signed,
  submitLeg,
  summary,
  type Story,
} from '../testing/settlement-rig.ts'
import { minutesOf } from '../testing/pass-minutes.ts'
import { settlingOf } from '../testing/until-settled.ts'
import { legTtlSeconds } from '../testing/open-deps.ts'
import type { Hex } from 'viem'

const rig = await settlementRig()
const { steady, local } = rig

const sweeps = minutesOf(rig)
const untilSettled = settlingOf(rig, sweeps)

test('what is due is asked for, signed, and paid to the unit: the seller first, then the fee', async () => {
  const story = await rig.due('whole')
  const asked = await summary(steady, story)
  expect(asked).toMatchObject({
    state: 'awaiting_signature',
    requiredLegs: [
      { leg: 'seller', amount_cents: 495, value_units: '4950000', to: story.seller.toLowerCase() },
      { leg: 'fee', amount_cents: 9, value_units: '90000', to: rig.feeRecipient.toLowerCase() },
    ],
  })
  const before = await local.balanceOf(rig.feeRecipient)
  expect((await signAll(steady, story)).state).toBe('releasing')
  await untilSettled(story)
  expect((await local.balanceOf(rig.feeRecipient)) - before).toBe(90_000n)
  expect((await summary(steady, story)).payments.map(({ leg }) => leg)).toEqual(['seller', 'fee'])
})

test('said again, nothing changes: the commitment, the verdict, the signatures', async () => {
  const story = await rig.due('repeated')
  await commit(steady, story)
  await decide(steady, story)
  const { requiredLegs } = await summary(steady, story)
  const legs = await signed(story, requiredLegs)
  const first = await send(steady, story, legs)
  expect(await send(steady, story, legs)).toMatchObject({ state: first.state, requiredLegs: [] })
  await untilSettled(story)
  expect((await send(steady, story, legs)).state).toBe('settled')
  await sweeps(2)
  expect(await rig.moved(story)).toEqual({ seller: 4_950_000n, left: 0n })
})

test('a signature that ends in 0 or 1 is the one that ends in 27 or 28', async () => {
  const story = await rig.due('ends in 0 or 1')
  const legs = await signed(story, (await summary(steady, story)).requiredLegs)
  const short = legs.map((leg) => {
    const recovery = Number.parseInt(leg.signature.slice(-2), 16) - 27
    return { ...leg, signature: `${leg.signature.slice(0, -2)}0${recovery}` as Hex }
  })
  expect((await send(steady, story, short)).state).toBe('releasing')
  expect(await send(steady, story, legs)).toMatchObject({ requiredLegs: [] })
  await untilSettled(story)
  expect(await send(steady, story, short)).toMatchObject({ state: 'settled' })
})

test('without a fee there is one transfer, and without anything due there is none', async () => {
  const free = await rig.due('no fee', { feeCents: 0 })
  expect((await summary(steady, free)).requiredLegs.map(({ leg }) => leg)).toEqual(['seller'])
  await signAll(steady, free)
  await untilSettled(free)
  const ended = await rig.committed('nothing due')
  await decide(steady, ended, false)
  expect(await summary(steady, ended)).toMatchObject({ state: 'voided', requiredLegs: [] })
})

test('what the parties settled by the receipt is asked for and sent no more; what is signed goes on', async () => {
  const story = await rig.due('settled by the receipt')
  const legs = await signed(story, (await summary(steady, story)).requiredLegs)
  const before = await readBookTotals(steady.pool)
  await decide(steady, story, false)
  await decide(steady, story, false)
  expect(await summary(steady, story)).toMatchObject({ state: 'voided', requiredLegs: [] })
  await expect(send(steady, story, legs)).rejects.toMatchObject({ code: 'invalid_state' })
  await sweeps(2)
  expect((await rig.moved(story)).seller).toBe(0n)
  const { externalMicros, imbalanceMicros } = await readBookTotals(steady.pool)
  expect([externalMicros - before.externalMicros, imbalanceMicros]).toEqual([5_040_000n, 0n])
  const late = await rig.due('recorded too late')
  await signAll(steady, late)
  await decide(steady, late, false)
  await untilSettled(late)
})

test('an amount that is not the attested one is never asked for', async () => {
  const story = await rig.committed('other amount')
  await expect(decide(steady, { ...story, earnedCents: 494 })).rejects.toThrow('attestation')
  expect((await summary(steady, story)).state).toBe('committed')
})

async function submitBySelf(story: Story, leg: 'seller' | 'fee'): Promise<void> {
  await submitLeg(rig, story, (await summary(steady, story)).requiredLegs, leg)
}

async function cancelBySelf(story: Story): Promise<void> {
  const [asked] = (await summary(steady, story)).requiredLegs
  if (asked === undefined) throw new Error('nothing is asked for')
  await cancelLeg(rig, story, asked)
}

describe('what others do on the chain', () => {
  test('a leg that somebody else sent is paid, and is not sent again', async () => {
    const story = await rig.due('sent by others')
    const { requiredLegs } = await summary(steady, story)
    const legs = await signed(story, requiredLegs)
    await submitBySelf(story, 'seller')
    await sweeps(1)
    const after = await summary(steady, story)
    expect(after).toMatchObject({ state: 'partially_settled', requiredLegs: [{ leg: 'fee' }] })
    await send(steady, story, legs.slice(1))
    await untilSettled(story)
  })

  test('a leg that its payer canceled is asked for again under another nonce', async () => {
    const story = await rig.due('canceled')
    const before = (await summary(steady, story)).requiredLegs
    await cancelBySelf(story)
    await sweeps(1)
    const { requiredLegs } = await summary(steady, story)
    expect(requiredLegs.map(({ leg }) => leg)).toEqual(['seller', 'fee'])
    expect(requiredLegs[0]?.nonce).not.toBe(before[0]?.nonce)
    expect(requiredLegs[1]?.nonce).toBe(before[1]?.nonce)
    await signAll(steady, story)
    await untilSettled(story)
  })

  test('a place of the signer that another program took is given up, and the leg is sent in the next', async () => {
    const client = local.client(localAccounts.facilitator)
    const story = await rig.due('foreign nonce')
    await local.client().setAutomine(false)
    try {
      await signAll(steady, story)
      await sweeps(1)
      const nonce = await rig.wallet.signerNonce('latest')
      // It offers more for the same place, as a program with the same key would.
      const fees = { maxFeePerGas: 90_000_000_000n, maxPriorityFeePerGas: 50_000_000_000n }
      await client.sendTransaction({ to: story.seller, value: 0n, nonce, gas: 21_000n, ...fees })
      await local.client().mine({ blocks: 1 })
    } finally {
      await local.client().setAutomine(true)
    }
    await untilSettled(story)
    expect((await summary(steady, story)).payments).toHaveLength(2)
  })

  test('a place of the signer that another program took is given up once its block is final, and not when a reorganisation drops it', async () => {
    const careful = rig.chain(3)
    await careful.check()
    const deps = rig.open({ chain: careful })
    const story = await rig.due('foreign nonce that is dropped')
    await local.client().mine({ blocks: 3 })
    const takeBack = await local.keep()
    await local.client().setAutomine(false)
    try {
      const nonce = await careful.signerNonce('latest')
      await signAll(deps, story)
      await sweeps(1, deps)
      const fees = { maxFeePerGas: 90_000_000_000n, maxPriorityFeePerGas: 50_000_000_000n }
      const foreign = { to: story.seller, value: 0n, nonce, gas: 21_000n, ...fees }
      await local.client(localAccounts.facilitator).sendTransaction(foreign)
      await local.client().mine({ blocks: 1 })
      await sweeps(2, deps)
    } finally {
      await local.client().setAutomine(true)
    }
    await takeBack()
    for (let turn = 0; turn < 6; turn += 1) {
      await sweeps(1, deps)
      await local.client().mine({ blocks: 2 })
    }
    await untilSettled(story, deps)
    expect((await summary(deps, story)).payments).toHaveLength(2)
  })
})

describe('transactions that do not arrive', () => {
  test('one that no block takes is offered more for in the same place', async () => {
    const impatient = rig.open({ bumpAfterMs: 0 })
    const story = await rig.due('not mined')
    await local.client().setAutomine(false)
    try {
      await signAll(steady, story)
      // What the signatures set off sends the first one, in its own time.
      await vi.waitFor(async () => {
        await sweeps(1, impatient)
        const { rows } = await steady.pool.query<{ nonces: number; versions: number }>(
          `select count(distinct nonce)::int as nonces, count(*)::int as versions
           from tx_version join tx_slot using (signer, chain_id, nonce) where settlement_id = $1`,
          [story.settlementId],
        )
        expect(rows[0]?.nonces).toBe(1)
        expect(rows[0]?.versions).toBeGreaterThan(1)
      }, 60_000)
    } finally {
      await local.client().setAutomine(true)
      await local.client().mine({ blocks: 1 })
    }
    await untilSettled(story)
  })

  test('one that the chain forgot, by a restart or a reorganisation, is sent again as it was', async () => {
    const careful = rig.chain(3)
    await careful.check()
    const deps = rig.open({ chain: careful })
    const story = await rig.due('forgotten')
    const takeBack = await local.keep()
    await signAll(deps, story)
    await vi.waitFor(async () => {
      await sweeps(1, deps)
      expect((await rig.moved(story)).seller).toBe(4_950_000n)
    }, 60_000)
    await takeBack()
    expect((await rig.moved(story)).seller).toBe(0n)
    for (let turn = 0; turn < 6; turn += 1) {
      await sweeps(1, deps)
      await local.client().mine({ blocks: 2 })
    }
    await untilSettled(story, deps)
  })

  test('of two processes with one key each leg is paid once', async () => {
    const other = rig.open()
    const stories = await Promise.all([1, 2, 3, 4].map((n) => rig.due(`two processes ${n}`)))
    for (const story of stories) await signAll(steady, story)
    for (let turn = 0; turn < 6; turn += 1) {
      await Promise.allSettled([sweeps(1), sweeps(1, other)])
    }
    for (const story of stories) await untilSettled(story)
    expect((await readBookTotals(steady.pool)).imbalanceMicros).toBe(0n)
  }, 120_000)
})

test('a leg of a wallet that was emptied after it signed waits for its funds, and is not sent in vain', async () => {
  const story = await rig.due('emptied')
  const away = { ...rig.wallet, facts: () => Promise.reject(new Error('this part of the chain is away')) }
  await signAll(rig.open({ chain: away }), story)
  await local.fund(story.buyer.account.address, 0n)
  const sent = await rig.wallet.signerNonce('latest')
  await sweeps(3)
  expect(await rig.wallet.signerNonce('latest')).toBe(sent)
  const refused = await summary(steady, story)
  expect([refused.state, refused.blocked?.reason]).toEqual(['releasing', 'insufficient_funds'])
  await local.fund(story.buyer.account.address, 5_040_000n)
  await untilSettled(story)
  expect((await summary(steady, story)).blocked).toBeUndefined()
})

test('what the token refuses after the signatures is told in its words, with who can end it, and sent once it takes it', async () => {
  const story = await rig.due('token paused')
  const pausing = (text: string) =>
    rig.open({ chain: { ...rig.wallet, refusalOf: () => Promise.resolve(text) } })
  const away = { ...rig.wallet, facts: () => Promise.reject(new Error('this part of the chain is away')) }
  await signAll(rig.open({ chain: away }), story)
  await sweeps(1, pausing('execution reverted: Pausable: paused'))
  expect((await summary(steady, story)).blocked).toMatchObject({
    reason: 'transfer_refused',
    actor: 'none',
    message: expect.stringMatching(/"execution reverted: Pausable: paused".*issuer of the token/),
  })
  await sweeps(1, pausing('execution reverted: Blacklistable: account is blacklisted'))
  expect((await summary(steady, story)).blocked).toMatchObject({ actor: 'buyer' })
  await untilSettled(story)
  expect((await summary(steady, story)).blocked).toBeUndefined()
})

test('a signed leg is not sent by a receipt that was revoked meanwhile', async () => {
  const story = await rig.due('revoked receipt')
  const revoked = rig.open({ isReceiptActive: async () => false })
  await signAll(revoked, story)
  await sweeps(3, revoked)
  expect(await rig.moved(story)).toEqual({ seller: 0n, left: 5_040_000n })
  await untilSettled(story)
})

test('of a fee that ran out after the seller was paid, the fee alone is asked for again', async () => {
  const story = await rig.due('late fee')
  const before = (await summary(steady, story)).requiredLegs
  await submitBySelf(story, 'seller')
  await local.passSeconds(legTtlSeconds + 1)
  // A leg ends once the block that is later than its end is final, which takes further blocks: at rest the chain makes one a minute.
  await vi.waitFor(async () => {
    await local.passSeconds(1)
    await sweeps(1)
    const { state, requiredLegs } = await summary(steady, story)
    expect([state, requiredLegs.map(({ leg }) => leg)]).toEqual(['partially_settled', ['fee']])
    expect(requiredLegs[0]?.nonce).not.toBe(before[1]?.nonce)
  }, 60_000)
  await signAll(steady, story)
  await untilSettled(story)
})

test('legs that ran out unpaid are both asked for again, and pay once', async () => {
  const story = await rig.due('all late')
  const old = await signed(story, (await summary(steady, story)).requiredLegs)
  await local.passSeconds(legTtlSeconds + 1)
  await sweeps(1)
  await expect(send(steady, story, old)).rejects.toMatchObject({ code: 'conflict' })
  await signAll(steady, story)
  await untilSettled(story)
})

test('the books agree with what is due and with the legs that are paid', async () => {
  const totals = await readBookTotals(steady.pool)
  expect(totals.imbalanceMicros).toBe(0n)
  expect(totals.paidMicros).toBeGreaterThan(0n)
})

// Last: what is refused stays open, and every sweep after it would ask the chain about it.
describe('signatures that are refused leave everything as it was', () => {
  test('of a wallet that holds too little', async () => {
    const story = await rig.due('poor', { spareCents: -1 })
    await expect(signAll(steady, story)).rejects.toMatchObject({ code: 'validation_failed' })
    await local.fund(story.buyer.account.address, 5_040_000n)
    await signAll(steady, story)
    await untilSettled(story)
  })

  test('another one for a leg that is signed, and any before the verdict', async () => {
    const early = await rig.committed('early')
    await expect(send(steady, early, [])).rejects.toMatchObject({ code: 'invalid_state' })
    const story = await rig.due('signed twice')
    const legs = await signed(story, (await summary(steady, story)).requiredLegs)
    await send(steady, story, legs)
    const other = legs.map((leg) => ({ ...leg, signature: `0x${'11'.repeat(65)}` as const }))
    await expect(send(steady, story, other)).rejects.toMatchObject({ code: 'conflict' })
    await untilSettled(story)
  })

  test.each<[string, (legs: Awaited<ReturnType<typeof signed>>, other: Hex) => unknown[], object]>([
    [
      'of another wallet',
      (legs, other) => [{ ...legs[0], signature: other }, legs[1]],
      { field: 'legs[0].signature' },
    ],
    ['of one leg alone', (legs) => [legs[0]], { field: 'legs' }],
    ['of one leg twice', (legs) => [legs[0], legs[0]], { field: 'legs' }],
    [
      'under another nonce',
      (legs) => [{ ...legs[0], nonce: `0x${'00'.repeat(32)}` }, legs[1]],
      { field: 'legs[0].nonce' },
    ],
    [
      'of the legs exchanged',
      ([seller, fee]) => [{ ...seller, nonce: fee?.nonce }, fee],
      { field: 'legs[0].nonce' },
    ],
    [
      'that is too long',
      (legs) => [{ ...legs[0], signature: `${legs[0]?.signature}00` }, legs[1]],
      { field: 'legs[0].signature' },
    ],
  ])('%s', async (name, change, options) => {
    const story = await rig.due(`refused ${name}`)
    const { requiredLegs } = await summary(steady, story)
    const legs = await signed(story, requiredLegs)
    const stranger = await rig.committed(`stranger ${name}`)
    const [foreign] = await signed(stranger, requiredLegs)
    const sent = change(legs, foreign?.signature as Hex) as typeof legs
    await expect(send(steady, story, sent)).rejects.toMatchObject({ code: 'validation_failed', options })
    expect((await summary(steady, story)).state).toBe('awaiting_signature')
  })
})
