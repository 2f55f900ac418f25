import { MortalProcess } from '@outturn/testkit'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import type { GrantChain } from '../domain/grants/grant-chain.ts'
import type { WalletChain } from '../domain/wallet-chain.ts'
import { handleListAnomalies } from '../handlers/operator/list-anomalies.ts'
import { handleRecheckSettlement } from '../handlers/operator/recheck-settlement.ts'
import { handleShowSettlement } from '../handlers/operator/show-settlement.ts'
import { readBookTotals } from '../store/book-totals.ts'
import { readSlotsOf } from '../store/slot-store.ts'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import { releaseGrants } from '../sweepers/release-grants.ts'
import { watchBooks } from '../sweepers/watch-books.ts'
import { operate, reason } from '../testing/as-operator.ts'
import { grant, grantRig, type GrantStory } from '../testing/grant-rig.ts'
import { legTtlSeconds } from '../testing/open-deps.ts'
import { commit, decide, signAll, type Story, submitLeg, summary } from '../testing/settlement-rig.ts'

// A chain that drops blocks with payments that counted, on which a block is final after 64 others by the word of the chain itself.

const rig = await grantRig()
const { local } = rig
const chain = rig.chain(1, null)
const grants = rig.grantChain(1, undefined, null)
await Promise.all([chain.check(), grants.check()])
const deps = rig.open({ chain, grants })
const root = local.client()
let passedMs = 0

async function rounds(count = 4, by: SettlementDeps = deps): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    passedMs += 1_000_000
    await advanceSettlements(by, new Date(Date.now() + passedMs))
    // Another block waits for the one in which the transactions are.
    if (await root.getAutomine()) await root.mine({ blocks: 1 })
  }
}

const slotsOf = ({ spoolId }: Story) => readSlotsOf(deps.pool, spoolId)
const hashesOf = async (story: Story) =>
  (await slotsOf(story)).map(({ versions }) => versions.map(({ hash }) => hash))
const stateOf = async (story: Story) => (await summary(deps, story)).state
const show = ({ settlementId: reference }: Story) => operate(handleShowSettlement(deps), { reference })
const anomaliesOf = async ({ settlementId }: Story, isOpen = true) =>
  (await operate(handleListAnomalies(deps), { isOpen, limit: 1_000 }))
    .filter((each) => each.settlementId === settlementId)
    .map(({ kind }) => kind)
const watch = () => watchBooks(deps, () => undefined)
const paidOnce = { seller: 4_950_000n, left: 0n }

async function settle(story: Story): Promise<void> {
  await signAll(deps, story)
  await expectPaid(story)
}

async function expectPaid(story: Story, by: SettlementDeps = deps): Promise<void> {
  for (let round = 0; round < 8 && (round === 0 || (await stateOf(story)) !== 'settled'); round += 1) {
    await rounds(1, by)
  }
  expect([await stateOf(story), await rig.moved(story)]).toEqual(['settled', paidOnce])
}

async function expectBalanced(): Promise<void> {
  expect((await readBookTotals(deps.pool)).imbalanceMicros).toBe(0n)
}

test('a payment that a reorganisation drops is owed again, told, and paid again by the stored bytes', async () => {
  const before = await readBookTotals(deps.pool)
  const fees = await local.balanceOf(rig.feeRecipient)
  const story = await rig.due('dropped', {}, deps)
  const takeBack = await local.keep()
  await settle(story)
  const sent = await hashesOf(story)
  await root.mine({ blocks: 5 })
  await rounds(1)
  await takeBack()
  expect(await rig.moved(story)).toEqual({ seller: 0n, left: 5_040_000n })
  await root.setAutomine(false)
  try {
    await rounds(1)
    expect(await summary(deps, story)).toMatchObject({ state: 'releasing', payments: [] })
    const { owedMicros, paidMicros, imbalanceMicros } = await readBookTotals(deps.pool)
    expect([owedMicros - before.owedMicros, paidMicros - before.paidMicros, imbalanceMicros]).toEqual([
      5_040_000n,
      0n,
      0n,
    ])
    expect(await anomaliesOf(story)).toEqual(['payment_dropped', 'payment_dropped'])
  } finally {
    await root.setAutomine(true)
    await root.mine({ blocks: 1 })
  }
  await rounds()
  expect([await stateOf(story), await rig.moved(story)]).toEqual(['settled', paidOnce])
  expect(await hashesOf(story)).toEqual(sent)
  expect((await local.balanceOf(rig.feeRecipient)) - fees).toBe(90_000n)
  const { books } = await show(story)
  expect(books.map(({ key, from, to }) => `${key} ${from} ${to}`).toSorted()).toEqual([
    'determined:fee determined owed',
    'determined:seller determined owed',
    'paid:fee owed paid',
    'paid:fee:2 owed paid',
    'paid:seller owed paid',
    'paid:seller:2 owed paid',
    'taken_back:fee:1 paid owed',
    'taken_back:seller:1 paid owed',
  ])
  await watch()
  expect(await anomaliesOf(story)).toEqual([])
  await expectBalanced()
})

test('after a reorganisation the transactions that the chain lost are sent before later ones, which wait for them', async () => {
  const [first, second] = [await rig.due('lost', {}, deps), await rig.due('after the gap', {}, deps)]
  const takeBack = await local.keep()
  await settle(first)
  await root.mine({ blocks: 70 })
  await rounds(2)
  expect((await slotsOf(first)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  await takeBack()
  // Nothing has compared the chain yet, and another account settles.
  await signAll(deps, second)
  const { settlementId } = first
  await operate(handleRecheckSettlement(deps), { settlementId, reason })
  expect(await anomaliesOf(first, false)).toContain('payment_dropped')
  for (const story of [first, second]) await expectPaid(story)
  await expectBalanced()
})

test('a chain that goes back behind its final block is noticed by itself', async () => {
  const story = await rig.due('final', {}, deps)
  const takeBack = await local.keep()
  await settle(story)
  await root.mine({ blocks: 70 })
  await rounds(2)
  await takeBack()
  const later = rig.open({ chain, grants, clock: { now: () => new Date(Date.now() + 60_000) } })
  await expectPaid(story, later)
  expect(await anomaliesOf(story, false)).toContain('payment_dropped')
  await expectBalanced()
})

test('a payment that the new blocks have as well stays paid, and the books do not change', async () => {
  const story = await rig.due('moved', {}, deps)
  // A reorganisation drops what was written into the storage of the token, too.
  await root.mine({ blocks: 10 })
  await settle(story)
  await rounds(1)
  const raws = (await slotsOf(story)).flatMap(({ versions }) => versions.map(({ raw }) => raw as Hex))
  const { books } = await show(story)
  await root.request({ method: 'anvil_reorg', params: [4, raws.map((raw, index) => [raw, index])] } as never)
  expect(await rig.moved(story)).toEqual(paidOnce)
  await rounds(2)
  expect(await stateOf(story)).toBe('settled')
  expect((await show(story)).books).toEqual(books)
  expect(await anomaliesOf(story, false)).toEqual([])
  await root.mine({ blocks: 70 })
  await rounds(3)
  expect((await slotsOf(story)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  await expectBalanced()
})

test('a payment that others sent and a reorganisation dropped is asked for again under the same nonce', async () => {
  const story = await rig.due('by others', {}, deps)
  const asked = (await summary(deps, story)).requiredLegs
  const takeBack = await local.keep()
  await submitLeg(rig, story, asked, 'seller')
  await rounds(1)
  expect(await stateOf(story)).toBe('partially_settled')
  await takeBack()
  await rounds(1)
  const { state, requiredLegs } = await summary(deps, story)
  expect([state, requiredLegs.map(({ nonce }) => nonce)]).toEqual([
    'awaiting_signature',
    asked.map(({ nonce }) => nonce),
  ])
  await settle(story)
})

test('a leg that ran out is asked for again once the block that shows it is final', async () => {
  const story = await rig.due('ran out', {}, deps)
  const [first] = (await summary(deps, story)).requiredLegs
  await local.passSeconds(legTtlSeconds + 600)
  await rounds(2)
  expect((await summary(deps, story)).requiredLegs[0]?.nonce).toBe(first?.nonce)
  await root.mine({ blocks: 64 })
  await rounds(1)
  expect((await summary(deps, story)).requiredLegs[0]?.nonce).not.toBe(first?.nonce)
})

test('a payment under a grant that a reorganisation drops is paid again, both legs, and its grant is not given back meanwhile', async () => {
  const story: GrantStory = await rig.story('granted')
  await grant(deps, story)
  await commit(deps, story)
  const release = () => releaseGrants(deps, new Date(Date.now() + (passedMs += 1_000_000)))
  const takeBack = await local.keep()
  await decide(deps, story)
  await rounds(2)
  expect([await stateOf(story), await rig.moved(story)]).toEqual(['settled', paidOnce])
  await release()
  expect((await show(story)).grants).toMatchObject([{ revokedBy: 'payment' }])
  await takeBack()
  await release()
  await release()
  expect((await show(story)).grants).toMatchObject([{ revokedBy: null }])
  await rounds(4)
  expect([await stateOf(story), await rig.moved(story)]).toEqual(['settled', paidOnce])
  expect(await slotsOf(story)).toHaveLength(1)
  await release()
  expect((await show(story)).grants).toMatchObject([{ revokedBy: 'payment' }])
  await expectBalanced()
})

test('a signer whose transactions do not move is told, and no more once they do', async () => {
  const story = await rig.due('stalled', {}, deps)
  const stalledAt = async (ms: number) => {
    let count = 0
    const later = rig.open({ chain, grants, clock: { now: () => new Date(Date.now() + ms) } })
    await watchBooks(later, ({ anomalies, signerStalledSeconds }) => {
      count = anomalies.signer_stalled
      expect(signerStalledSeconds >= 300).toBe(count > 0)
    })
    return count
  }
  await root.setAutomine(false)
  try {
    await signAll(deps, story)
    await rounds(2)
    expect([await stalledAt(0), await stalledAt(400_000)]).toEqual([0, 1])
  } finally {
    await root.setAutomine(true)
    await root.mine({ blocks: 1 })
  }
  await rounds()
  expect([await stateOf(story), await stalledAt(400_000)]).toEqual(['settled', 0])
})

test('a transaction that cannot be looked at keeps those of other accounts from nothing', async () => {
  const [first, second] = [await rig.due('unreadable', {}, deps), await rig.due('readable', {}, deps)]
  await root.setAutomine(false)
  await signAll(deps, first)
  await rounds(1)
  await root.setAutomine(true)
  await root.mine({ blocks: 1 })
  const [[hash] = []] = await hashesOf(first)
  const unreadable: WalletChain = {
    ...chain,
    blockOf: (asked) => (asked === hash ? Promise.reject(new Error('pruned')) : chain.blockOf(asked)),
  }
  const blind = rig.open({ chain: unreadable, grants })
  await signAll(blind, second)
  for (let round = 0; round < 4; round += 1) await rounds(1, blind).catch(() => undefined)
  expect([await stateOf(second), await rig.moved(second)]).toEqual(['settled', paidOnce])
  await rounds()
})

/** A settlement whose payments a reorganisation drops, after which a process ends after so many instructions. */
async function recoverIn(endsAfter: number, name: string): Promise<{ story: Story; instructions: number }> {
  const story = await rig.due(name, {}, deps)
  const takeBack = await local.keep()
  await settle(story)
  await takeBack()
  const process = new MortalProcess(endsAfter)
  const mortal = rig.open(
    {
      chain: process.mortal<WalletChain>(chain, ['token'], ['broadcast']),
      grants: process.mortal<GrantChain>(grants, ['place', 'settleCall', 'releaseCall'], []),
    },
    (pool) => process.pool(pool, { readsCount: false }),
  )
  for (let round = 0; round < 4; round += 1) {
    await rounds(1, mortal).catch((error: unknown) => {
      if (!process.hasEnded) throw error
    })
  }
  return { story, instructions: process.count }
}

test('ended after any instruction of the recovery, each leg is paid once and the books agree', async () => {
  const whole = await recoverIn(Number.POSITIVE_INFINITY, 'recovered')
  expect(await stateOf(whole.story)).toBe('settled')
  expect(whole.instructions).toBeGreaterThan(8)
  for (let at = 1; at <= whole.instructions; at += 1) {
    const { story } = await recoverIn(at, `recovery ends after ${at}`)
    await expectPaid(story)
  }
  await expectBalanced()
}, 300_000)
