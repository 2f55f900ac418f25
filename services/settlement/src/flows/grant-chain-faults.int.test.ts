import { outcomeSettlerAbi, outcomeSettlerCode } from '@outturn/evm-token/settler'
import { dollarAddress, localAccounts } from '@outturn/local-servers/payments'
import { type Address, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import { permissionStruct } from '../domain/grants/spend-permission.ts'
import { readBookTotals } from '../store/book-totals.ts'
import { readSlotsOf } from '../store/slot-store.ts'
import { byWallet, grant, grantRig, type GrantStory, template } from '../testing/grant-rig.ts'
import { commit, decide, summary } from '../testing/settlement-rig.ts'
import { minutesOf } from '../testing/pass-minutes.ts'
import { paymentId } from './advance-granted.ts'

// Payments under grants while the chain, its pool of transactions and others get in their way: each is paid once, both legs or none.

const rig = await grantRig()
const { steady, local, localGrants } = rig
const chain = local.client()
const impatient = rig.open({ bumpAfterMs: 0 })
const sweeps = minutesOf(rig)

async function committed(name: string): Promise<GrantStory> {
  const story = await rig.story(name)
  await grant(steady, story)
  await commit(steady, story)
  return story
}

/** Has a verdict become final and its payment take its slot. */
async function due(story: GrantStory, deps: SettlementDeps = steady): Promise<void> {
  await decide(deps, story)
  await sweeps(1, deps)
}

async function withoutBlocks<T>(work: () => Promise<T>): Promise<T> {
  await chain.setAutomine(false)
  try {
    return await work()
  } finally {
    await chain.setAutomine(true)
    await chain.mine({ blocks: 1 })
  }
}

/** Paid to the unit, the seller and the fee, by transactions of so many places. */
async function expectPaid(stories: GrantStory[], feesBefore: bigint, places = 1): Promise<void> {
  for (const story of stories) {
    expect((await summary(steady, story)).state).toBe('settled')
    expect(await rig.moved(story)).toEqual({ seller: 4_950_000n, left: 0n })
    expect(await slotsOf(story)).toHaveLength(places)
  }
  expect((await feesPaid()) - feesBefore).toBe(90_000n * BigInt(stories.length))
  expect((await readBookTotals(steady.pool)).imbalanceMicros).toBe(0n)
}

const slotsOf = ({ spoolId }: GrantStory) => readSlotsOf(steady.pool, spoolId)
const feesPaid = () => local.balanceOf(rig.feeRecipient)
const hashesOf = async (story: GrantStory) =>
  (await slotsOf(story)).flatMap(({ versions }) => versions.map(({ hash }) => hash as Hex))

test('a payment under a grant that a reorganisation drops is sent again as it was', async () => {
  const [careful, grants] = [rig.chain(3), rig.grantChain(3)]
  await Promise.all([careful.check(), grants.check()])
  const deps = rig.open({ chain: careful, grants })
  const story = await committed('reorganised')
  // The contracts are there as of a final block.
  await chain.mine({ blocks: 3 })
  const before = await feesPaid()
  const takeBack = await local.keep()
  await due(story, deps)
  await sweeps(1, deps)
  expect(await rig.moved(story)).toEqual({ seller: 4_950_000n, left: 0n })
  // A block that may still be dropped pays nothing.
  expect((await summary(deps, story)).payments).toEqual([])
  await takeBack()
  expect(await rig.moved(story)).toEqual({ seller: 0n, left: 5_040_000n })
  for (let turn = 0; turn < 6; turn += 1) {
    await sweeps(1, deps)
    await chain.mine({ blocks: 2 })
  }
  await expectPaid([story], before)
  expect(await hashesOf(story)).toHaveLength(1)
})

test('a payment that the pool drops is sent again, and so is the one that the next of the key waits behind', async () => {
  const [first, second] = [await committed('dropped'), await committed('behind a gap')]
  const before = await feesPaid()
  await withoutBlocks(async () => {
    await due(first)
    await due(second)
    const [hash] = await hashesOf(first)
    await chain.dropTransaction({ hash: hash as Hex })
    await chain.mine({ blocks: 1 })
    expect([(await rig.moved(first)).seller, (await rig.moved(second)).seller]).toEqual([0n, 0n])
    await sweeps(1)
  })
  await sweeps()
  await expectPaid([first, second], before)
})

test('for a payment that no block takes more is offered in the same place, and what was offered before is refused', async () => {
  const story = await committed('not mined')
  const before = await feesPaid()
  await withoutBlocks(async () => {
    await due(story)
    await sweeps(2, impatient)
    const [slot] = await slotsOf(story)
    expect(slot?.versions.length).toBeGreaterThan(1)
    expect(await rig.wallet.broadcast(slot?.versions[0]?.raw ?? '')).toMatch(/underpriced/)
  })
  await sweeps()
  await expectPaid([story], before)
})

test('of two processes with one key several settlements under grants are each paid once', async () => {
  const stories = [await committed('two 1'), await committed('two 2'), await committed('two 3')]
  const before = await feesPaid()
  await withoutBlocks(async () => {
    const other = rig.open()
    await Promise.all(stories.flatMap((story) => [decide(steady, story), decide(other, story)]))
    await Promise.all([sweeps(2), sweeps(2, other)])
  })
  await sweeps()
  await expectPaid(stories, before)
})

test('no one but the operator pays under the id of a settlement or spends what was granted', async () => {
  const story = await committed('front-run')
  const before = await feesPaid()
  const { permission } = await template(steady, story)
  const stranger = local.client(localAccounts.payer)
  const call = rig.grants.settleCall({
    ...{ id: paymentId({ id: story.settlementId }), permission, signature: null },
    ...{ seller: story.seller, sellerUnits: 1n, feeRecipient: story.seller, feeUnits: 0n },
  })
  const attempts = [
    stranger.call({ account: localAccounts.payer, to: call.to as Address, data: call.data as Hex }),
    stranger.simulateContract({
      address: localGrants.settler,
      abi: outcomeSettlerAbi,
      functionName: 'release',
      args: [permissionStruct(permission)],
      account: localAccounts.payer,
    }),
    stranger.simulateContract({
      address: localGrants.manager,
      abi: parseAbi([
        'struct SpendPermission { address account; address spender; address token; uint160 allowance; uint48 period; uint48 start; uint48 end; uint256 salt; bytes extraData; }',
        'function spend(SpendPermission permission, uint160 value)',
      ]),
      functionName: 'spend',
      args: [permissionStruct(permission), 1n],
      account: localAccounts.payer,
    }),
  ]
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow(/revert/)))
  await decide(steady, story)
  await sweeps()
  await expectPaid([story], before)
})

test('a settler that is stopped while a payment is on its way pays neither leg, and pays both once it goes on', async () => {
  const story = await committed('stopped on the way')
  const before = await feesPaid()
  const away = rig.open({ chain: { ...rig.wallet, broadcast: () => Promise.resolve('the node is away') } })
  await due(story, away)
  await localGrants.setPaused(true)
  await sweeps(3)
  expect(await rig.moved(story)).toEqual({ seller: 0n, left: 5_040_000n })
  expect(await feesPaid()).toBe(before)
  await localGrants.setPaused(false)
  await sweeps()
  await expectPaid([story], before, 2)
})

test('a grant that is revoked between the slot of its payment and its block leaves both legs owed, and another one pays them once', async () => {
  const story = await committed('revoked on the way')
  const before = await feesPaid()
  const owed = async () => (await readBookTotals(steady.pool)).owedMicros
  expect(await owed()).toBe(0n)
  const away = rig.open({ chain: { ...rig.wallet, broadcast: () => Promise.resolve('the node is away') } })
  await due(story, away)
  expect(await slotsOf(story)).toMatchObject([{ state: 'open' }])
  await byWallet(localGrants, steady, story, 'revoke')
  await sweeps(3)
  expect(await summary(steady, story)).toMatchObject({
    state: 'releasing',
    blocked: { reason: 'permission_revoked' },
    payments: [],
  })
  expect([await rig.moved(story), (await feesPaid()) - before]).toEqual([
    { seller: 0n, left: 5_040_000n },
    0n,
  ])
  expect(await owed()).toBe(5_040_000n)
  await grant(steady, story)
  await sweeps()
  await expectPaid([story], before, 2)
  expect(await owed()).toBe(0n)
})

test('a payment of a settler that another one replaces meanwhile is found, and not paid again by the other', async () => {
  const story = await committed('replaced settler')
  const before = await feesPaid()
  const away = rig.open({ chain: { ...rig.wallet, broadcast: () => Promise.resolve('the node is away') } })
  await due(story, away)
  const stranger = local.client(localAccounts.payer)
  const { address: owner } = localAccounts.payer
  const operator = localAccounts.facilitator.address
  const hash = await stranger.deployContract({
    ...{ abi: outcomeSettlerAbi, bytecode: outcomeSettlerCode },
    args: [localGrants.manager, dollarAddress, owner, operator, 1_000_000_000n],
  })
  const { contractAddress } = await stranger.waitForTransactionReceipt({ hash })
  const grants = rig.grantChain(1, contractAddress as Address)
  await grants.check()
  expect(grants.place()?.settler).toBe(contractAddress?.toLowerCase())
  const replaced = rig.open({ grants })
  await sweeps(1, replaced)
  // As a buyer would that is asked for a grant again, with funds for both.
  await grant(replaced, story)
  await local.fund(story.wallet, (await local.balanceOf(story.wallet)) + 5_040_000n)
  await sweeps(4, replaced)
  await local.fund(story.wallet, (await local.balanceOf(story.wallet)) - 5_040_000n)
  await expectPaid([story], before)
})
