import { localAccounts, payerOf } from '@outturn/local-servers/payments'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { handleCommitSettlement } from '../handlers/commit-settlement.ts'
import type { SettlementDeps } from '../deps.ts'
import { permissionStruct } from '../domain/grants/spend-permission.ts'
import { handleReadGrant } from '../handlers/grants/read-grant.ts'
import { handleCloseSettlement } from '../handlers/operator/close-settlement.ts'
import { listAnomalies } from '../store/anomaly-store.ts'
import { readBookTotals } from '../store/book-totals.ts'
import { paymentId } from './advance-granted.ts'
import { keepSlots } from './chain/keep-slots.ts'
import { byWallet, grant, grantRig, type GrantStory, signPermission, template } from '../testing/grant-rig.ts'
import { minutesOf } from '../testing/pass-minutes.ts'
import { tellHold } from '../testing/spool-hold.ts'
import { operate, reason } from '../testing/as-operator.ts'
import { answerOf, commit, context, decide, refusal, summary } from '../testing/settlement-rig.ts'

const rig = await grantRig()
const { steady, local, localGrants } = rig

const sweeps = minutesOf(rig)

async function untilSettled(story: GrantStory, deps: SettlementDeps = steady): Promise<void> {
  await sweeps(4, deps)
  expect((await summary(deps, story)).state).toBe('settled')
  expect(await rig.moved(story)).toEqual({ seller: BigInt(story.earnedCents) * 10_000n, left: 0n })
}

/** A story with its grant made and its settlement committed under it. */
async function committed(name: string, amounts = {}): Promise<GrantStory> {
  const story = await rig.story(name, amounts)
  await grant(steady, story)
  await commit(steady, story)
  return story
}

async function readGrant({ spoolId }: GrantStory, deps: SettlementDeps = steady) {
  return answerOf(await handleReadGrant(deps)({ spoolId }, context))
}

test('under a grant seller and fee are paid by one transaction, to the unit, without a signature of a transfer', async () => {
  const story = await committed('whole')
  const feesBefore = await local.balanceOf(rig.feeRecipient)
  await decide(steady, story)
  await untilSettled(story)
  expect((await local.balanceOf(rig.feeRecipient)) - feesBefore).toBe(90_000n)
  const { payments, requiredLegs } = await summary(steady, story)
  expect(requiredLegs).toEqual([])
  expect(payments.map(({ leg }) => leg)).toEqual(['seller', 'fee'])
  expect(new Set(payments.map(({ transaction }) => transaction)).size).toBe(1)
  expect(await readGrant(story)).toMatchObject({
    state: 'exhausted',
    approved: true,
    revoked: true,
    current_period: { spent_units: '5040000', remaining_units: '500000' },
  })
  // What comes again finds it done, although its grant is spent.
  const [{ endsAt } = { endsAt: null }] = (
    await steady.pool.query(
      'select ends_at as "endsAt" from settlement_grant where spool_id = $1 and granted_at is not null',
      [story.spoolId],
    )
  ).rows as { endsAt: Date | null }[]
  // The Spool learns when the payment has to be made at the latest.
  expect(await commit(steady, story)).toEqual({
    settlementId: story.settlementId,
    grantEndsAt: endsAt?.toISOString(),
  })
  await decide(steady, story)
  await sweeps(2)
  expect(await rig.moved(story)).toEqual({ seller: 4_950_000n, left: 0n })
})

test('each of the seven causes for which nothing is committed is named in the words of the contract', async () => {
  const story = await rig.story('uncommittable')
  const refused = async (deps: SettlementDeps = steady, each = story) => {
    const error = (await commit(deps, each).catch((cause: unknown) => cause)) as Error & {
      options: { reason: string }
    }
    return `${error.options.reason}: ${error.message.toLowerCase()}`
  }
  const disabled = 'managed_settlement_disabled: managed wallet settlement is not enabled in this deployment'
  expect(await refused(rig.open({ grants: null }))).toContain(disabled)
  await localGrants.setPaused(true)
  const stopped = rig.grantChain()
  await stopped.check()
  expect(await refused(rig.open({ grants: stopped }))).toContain(disabled)
  await localGrants.setPaused(false)
  expect(await refused(rig.open({ pilotAccounts: new Set() }))).toContain(
    'pilot_gated: production settlement access is pilot-gated for the account',
  )
  const onAnotherChain = handleCommitSettlement(steady)(
    {
      ...{ spoolId: story.spoolId, accountId: story.terms.accountId, mode: story.mode },
      payer: `wallet:eip155:1:${story.payer}`,
      payee: story.terms.payer,
      ...{ maximumCents: 495, maximumFeeCents: 9, neededCents: 504 },
    },
    context,
  )
  await expect(onAnotherChain).rejects.toMatchObject({
    options: { reason: 'no_active_principal' },
    message: expect.stringMatching(/no active production principal on the configured network/i),
  })
  expect(await refused()).toContain('no_spend_permission: no spend permission grants the service authority')
  await grant(steady, story)
  expect(await refused(steady, { ...story, earnedCents: 546 })).toContain(
    'allowance_exceeded: the earned amount exceeds the remaining allowance of the current period',
  )
  await byWallet(localGrants, steady, story, 'revoke')
  expect(await refused()).toContain('permission_revoked: every matching permission is revoked')
  await grant(steady, story)
  await local.passSeconds(86_400)
  expect(await refused()).toContain(
    'permission_inactive: every matching permission is expired or not yet active',
  )
  await grant(steady, story)
  await commit(steady, story)
})

test('a grant that is revoked after the commitment blocks the payment, and another one pays it once', async () => {
  const story = await committed('revoked')
  await byWallet(localGrants, steady, story, 'revoke')
  await decide(steady, story)
  await sweeps(2)
  expect(await summary(steady, story)).toMatchObject({
    state: 'releasing',
    blocked: { reason: 'permission_revoked' },
  })
  expect(await readGrant(story)).toMatchObject({ state: 'revoked' })
  await grant(steady, story)
  await untilSettled(story)
  expect(await summary(steady, story)).not.toHaveProperty('blocked')
})

test('a grant that is revoked while its payment is on the way pays nothing, and another one pays it once', async () => {
  const story = await committed('overtaken')
  const chain = local.client()
  await chain.setAutomine(false)
  await decide(steady, story)
  await sweeps(1)
  // The wallet's own call offers more, and is taken before the payment.
  const revoked = byWallet(localGrants, steady, story, 'revoke')
  await expect.poll(async () => (await chain.getTxpoolStatus()).pending).toBe(2)
  await chain.mine({ blocks: 1 })
  await chain.setAutomine(true)
  await revoked
  await sweeps(3)
  expect((await summary(steady, story)).blocked?.reason).toBe('permission_revoked')
  await grant(steady, story)
  await untilSettled(story)
})

test('a wallet that holds too little is named, and paid from once it is funded', async () => {
  const story = await committed('unfunded')
  await local.fund(story.wallet, 5_039_999n)
  await decide(steady, story)
  await sweeps(2)
  expect((await summary(steady, story)).blocked?.reason).toBe('insufficient_funds')
  await local.fund(story.wallet, 5_040_000n)
  await untilSettled(story)
})

test('an approval that someone else brought to the chain changes nothing', async () => {
  const story = await committed('front-run')
  const asked = await template(steady, story)
  await localGrants.approveFor(permissionStruct(asked.permission), await signPermission(story, asked))
  expect((await readGrant(story)).state).toBe('approved')
  await decide(steady, story)
  await untilSettled(story)
})

test('a settler that is stopped pays nothing until it goes on', async () => {
  const story = await committed('stopped')
  await localGrants.setPaused(true)
  await decide(steady, story)
  await sweeps(2)
  expect((await summary(steady, story)).state).toBe('releasing')
  expect(await local.balanceOf(story.seller)).toBe(0n)
  await localGrants.setPaused(false)
  await untilSettled(story)
})

test('nothing is paid by a receipt that was revoked while its payment waited', async () => {
  let isReceiptActive: () => Promise<boolean> = async () => true
  const deps = rig.open({ isReceiptActive: () => isReceiptActive() })
  const story = await committed('revoked receipt')
  await local.fund(story.wallet, 0n)
  await decide(deps, story)
  await sweeps(2, deps)
  expect((await summary(deps, story)).blocked?.reason).toBe('insufficient_funds')
  isReceiptActive = async () => false
  await local.fund(story.wallet, 5_040_000n)
  await sweeps(3, deps)
  expect((await summary(deps, story)).blocked?.reason).toBe('receipt_not_active')
  isReceiptActive = () => Promise.reject(new Error('no answer'))
  await Promise.allSettled([sweeps(2, deps)])
  expect((await rig.moved(story)).seller).toBe(0n)
  isReceiptActive = async () => true
  await untilSettled(story, deps)
})

/** Has a wallet do what it is told while it is asked, where a call offers nothing for its gas, and refuse it in every block. */
async function betray(wallet: Address): Promise<() => Promise<void>> {
  const chain = local.client()
  const code = (await chain.getCode({ address: wallet })) as Hex
  const kept = payerOf().account.address
  const asTold = `3660006000376000600036600073${kept.slice(2)}5af43d6000803e603a573d6000fd5b3d6000f3` as const
  await chain.setCode({ address: kept, bytecode: code })
  await chain.setCode({ address: wallet, bytecode: `0x3a15600957600080fd5b${asTold}` })
  return () => chain.setCode({ address: wallet, bytecode: code })
}

test('a wallet that refuses in every block what it takes when it is asked does not drain the signer of its gas', async () => {
  const story = await committed('two-faced')
  const repent = await betray(story.wallet)
  let aheadMs = 0
  const deps = rig.open({ clock: { now: () => new Date(Date.now() + aheadMs) } })
  const sent = await rig.wallet.signerNonce('latest')
  await decide(deps, story)
  await sweeps(12, deps)
  expect((await rig.wallet.signerNonce('latest')) - sent).toBe(2)
  expect((await summary(deps, story)).state).toBe('releasing')
  const found = await listAnomalies(steady.db, { isOpen: true, settlementId: story.settlementId, limit: 10 })
  expect(found.map(({ kind }) => kind)).toEqual(['sent_in_vain'])
  await repent()
  aheadMs = 86_400_000
  await untilSettled(story, deps)
})

test('what was granted does not settle a Spool that was committed to signatures', async () => {
  const story = await rig.story('by signatures')
  await commit(steady, { ...story, mode: 'direct_eip3009' })
  expect(await refusal(grant(steady, story))).toBe('invalid_state settlement_committed')
  expect(await refusal(commit(steady, story))).toBe('settlement_unavailable no_spend_permission')
})

test('two processes that take the same settlement on pay it once', async () => {
  const story = await committed('two workers')
  await decide(steady, story)
  await Promise.all([sweeps(3), sweeps(3, rig.open()), sweeps(3, rig.open())])
  await untilSettled(story)
  expect((await summary(steady, story)).payments).toHaveLength(2)
})

test('a payment of the settler that is another than is due is no payment here, and an operator is told', async () => {
  const story = await committed('other amounts')
  const asked = await template(steady, story)
  const call = rig.grants.settleCall({
    id: paymentId({ id: story.settlementId }),
    permission: asked.permission,
    signature: await signPermission(story, asked),
    seller: story.seller.toLowerCase(),
    sellerUnits: 1n,
    feeRecipient: rig.feeRecipient,
    feeUnits: 0n,
  })
  await local
    .client(localAccounts.facilitator)
    .sendTransaction({ to: call.to as Address, data: call.data as Hex, chain: null })
  await decide(steady, story)
  await sweeps(2)
  const { state, payments } = await summary(steady, story)
  expect([state, payments]).toEqual(['releasing', []])
  const found = await listAnomalies(steady.db, { isOpen: true, settlementId: story.settlementId, limit: 10 })
  expect(found.map(({ kind }) => kind)).toEqual(['amount_mismatch'])
  await operate(handleCloseSettlement(steady), {
    ...{ settlementId: story.settlementId, reason, evidence: 'invoice 1' },
  })
  expect((await readBookTotals(steady.pool)).imbalanceMicros).toBe(0n)
})

test('a settlement that the settler may have paid is not closed as settled elsewhere while the chain does not say so', async () => {
  const story = await committed('paid unseen')
  await decide(steady, story)
  await sweeps(1)
  await keepSlots(steady)
  const close = (deps: SettlementDeps) =>
    operate(handleCloseSettlement(deps), {
      ...{ settlementId: story.settlementId, reason, evidence: 'invoice 2' },
    })
  const paymentOf = () => Promise.reject(new Error('no answer'))
  const away = rig.open({ grants: { ...rig.grants, paymentOf } })
  expect(await refusal(close(away))).toBe('conflict leg_may_be_paid')
  expect(await refusal(close(rig.open({ grants: null })))).toBe('conflict leg_may_be_paid')
  expect(await refusal(close(steady))).toBe('conflict settlement_ended')
  await untilSettled(story)
})

test('the books agree with what the settler has paid', async () => {
  const totals = await readBookTotals(steady.pool)
  expect(totals.imbalanceMicros).toBe(0n)
  expect(totals.owedMicros).toBe(0n)
})

test('nothing is paid under a grant while an open case holds it, by the news of it or by the Spool itself', async () => {
  const story = await committed('disputed')
  const warned = rig.open({ isHeldByCase: async () => true })
  await decide(warned, story)
  await sweeps(2, warned)
  expect((await rig.moved(story)).seller).toBe(0n)
  await tellHold(steady, story, 2, true)
  await sweeps(2)
  expect([(await summary(steady, story)).state, (await rig.moved(story)).seller]).toEqual(['releasing', 0n])
  await tellHold(steady, story, 3, false)
  await untilSettled(story)
})
