import type { SpendPermission } from '@outturn/contracts'
import { localAccounts, payerOf } from '@outturn/local-servers/payments'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import { permissionStruct } from '../domain/grants/spend-permission.ts'
import { handleChangeGrantLimits } from '../handlers/grants/change-grant-limits.ts'
import { handleReadGrant } from '../handlers/grants/read-grant.ts'
import { handleRecordGrant } from '../handlers/grants/record-grant.ts'
import { handleCloseSettlement } from '../handlers/operator/close-settlement.ts'
import { listAnomalies } from '../store/anomaly-store.ts'
import { readBookTotals } from '../store/book-totals.ts'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import { paymentId } from './advance-granted.ts'
import { keepSlots } from './keep-slots.ts'
import { byWallet, grant, grantRig, type GrantStory, signPermission, template } from '../testing/grant-rig.ts'
import { dispute } from '../testing/dispute.ts'
import { operate, reason } from '../testing/as-operator.ts'
import { answerOf, commit, context, decide, refusal, summary } from '../testing/settlement-rig.ts'

const rig = await grantRig()
const { steady, local, localGrants } = rig

let passedMs = 0

/** Turns of the sweeper, as if a minute passed before each. */
async function sweeps(count = 4, deps: SettlementDeps = steady): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    passedMs += 60_000
    await advanceSettlements(deps, new Date(Date.now() + passedMs))
    await local.untilMined()
  }
}

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
  expect(await commit(steady, story)).toEqual({ settlementId: story.settlementId })
  await decide(steady, story)
  await sweeps(2)
  expect(await rig.moved(story)).toEqual({ seller: 4_950_000n, left: 0n })
})

test('what is asked for stays the same, binds the agreement, and is kept once', async () => {
  const story = await rig.story('stable')
  expect(await refusal(readGrant(story))).toMatch(/^not_found/)
  const asked = await template(steady, story)
  expect(await template(steady, story)).toEqual(asked)
  expect(asked.permission).toMatchObject({
    account: story.wallet.toLowerCase(),
    spender: localGrants.settler.toLowerCase(),
    allowance: '5540000',
    extraData: `0x${story.terms.agreementHash}`,
  })
  const { start, end, period } = asked.permission
  expect(Number(end) - Number(start)).toBe(Number(period))
  const first = await grant(steady, story)
  expect(first).toMatchObject({ state: 'recorded', approved: false, revoked: false, window: 'open' })
  expect(first.permission_hash).toBe(asked.permission_hash)
  expect(first.revocation.url).toBe(`https://explorer.example/address/${localGrants.manager.toLowerCase()}`)
  expect(await grant(steady, story)).toEqual(first)
  expect(await readGrant(story)).toEqual(first)
  const unreachable = { ...rig.grants, facts: () => Promise.reject(new Error('no answer')) }
  expect(await readGrant(story, rig.open({ grants: unreachable }))).toMatchObject({
    state: null,
    revoked: null,
    revocation: first.revocation,
  })
})

test('a grant that is sent again after it was spent or revoked is answered as it stands', async () => {
  const spent = await rig.story('sent again')
  const { permission } = await template(steady, spent)
  const request = { permission, signature: await signPermission(spent, await template(steady, spent)) }
  const send = (story: GrantStory) => handleRecordGrant(steady)({ terms: story.terms, request }, context)
  expect(answerOf(await send(spent))).toMatchObject({ state: 'recorded' })
  await commit(steady, spent)
  await decide(steady, spent)
  await untilSettled(spent)
  expect(answerOf(await send(spent))).toMatchObject({ state: 'exhausted' })
  expect(await rig.moved(spent)).toMatchObject({ left: 0n })
})

test('a permission that differs from the template in any field is refused, and the field is named', async () => {
  const story = await rig.story('altered')
  const asked = await template(steady, story)
  const signature = await signPermission(story, asked)
  const other: SpendPermission = {
    account: payerOf().account.address,
    spender: payerOf().account.address,
    token: payerOf().account.address,
    allowance: '1',
    period: '1',
    start: '1',
    end: '1',
    salt: '1',
    extraData: '0x',
  }
  for (const field of Object.keys(other) as (keyof SpendPermission)[]) {
    const permission = { ...asked.permission, [field]: other[field] }
    const sent = handleRecordGrant(steady)(
      { terms: story.terms, request: { permission, signature } },
      context,
    )
    expect(await refusal(sent)).toBe(`validation_failed permission.${field}`)
  }
})

test('a grant that the settler could not spend is refused, and what is in the way is named', async () => {
  const story = await rig.story('unspendable')
  const by = (change: Partial<GrantStory>, granting: Parameters<typeof grant>[2] = null) =>
    refusal(grant(steady, { ...story, ...change }, granting))
  expect(await by({ buyer: payerOf() })).toBe('validation_failed signature')
  expect(await by({}, { approval_tx_hash: `0x${'1'.repeat(64)}` })).toBe('validation_failed approval_tx_hash')
  const other = await rig.story('another approval')
  const elsewhere = await byWallet(localGrants, steady, other, 'approve')
  expect(await by({}, { approval_tx_hash: elsewhere })).toBe('validation_failed approval_tx_hash')
  const plain = await rig.story('plain key')
  const { address } = plain.buyer.account
  const payer = `wallet:eip155:42431:${address}`
  const withPlainKey = { ...plain, wallet: address, terms: { ...plain.terms, payer } }
  expect(await refusal(grant(steady, withPlainKey))).toBe('validation_failed permission.account')
  const closed = await rig.story('closed wallet')
  const wallet = await localGrants.newWallet(closed.buyer, payerOf().account.address)
  const withClosed = { ...closed, wallet, terms: { ...closed.terms, payer: payer.replace(address, wallet) } }
  expect(await refusal(grant(steady, withClosed))).toBe('validation_failed permission.account')
  const away = rig.open({
    grants: { ...rig.grants, isContract: () => Promise.reject(new Error('no answer')) },
  })
  expect(await refusal(grant(away, story))).toBe('settlement_unavailable managed_settlement_disabled')
  expect(await refusal(grant(rig.open({ grants: null }), story))).toBe(
    'settlement_unavailable managed_settlement_disabled',
  )
})

test('an approval by the account itself counts once its block is final', async () => {
  const story = await rig.story('approved by itself')
  const approval = await byWallet(localGrants, steady, story, 'approve')
  const patient = rig.open({ grants: rig.grantChain(3) })
  await patient.grants?.check()
  expect(await refusal(grant(patient, story, { approval_tx_hash: approval }))).toBe(
    'validation_failed approval_tx_hash',
  )
  expect(await grant(steady, story, { approval_tx_hash: approval })).toMatchObject({ state: 'approved' })
  await commit(steady, story)
  await decide(steady, story)
  await untilSettled(story)
})

const limits = (change: object) =>
  handleChangeGrantLimits(steady)(
    { change, reason: 'test' },
    { ...context, principal: { kind: 'operator', name: 'alice' } },
  )

test('once operators paused grants none is recorded, also one that is being looked into, and no other change undoes it', async () => {
  const story = await rig.story('paused meanwhile')
  const isContract = async (address: string) => {
    await limits({ isPaused: true })
    return rig.grants.isContract(address)
  }
  const slow = rig.open({ grants: { ...rig.grants, isContract } })
  expect(await refusal(grant(slow, story))).toMatch(/^grants_paused/)
  await limits({ isPaused: false })
  const caps = [1, 2, 3, 4].map((deploymentCapCents) => ({ deploymentCapCents }))
  await Promise.all([{ isPaused: true }, ...caps].map(limits))
  expect(await refusal(grant(steady, story))).toMatch(/^grants_paused/)
  await limits({ isPaused: false, deploymentCapCents: null })
  await grant(steady, story)
})

test('paused grants and caps refuse new grants, count what is open, and leave recorded ones alone', async () => {
  const story = await rig.story('capped')
  await limits({ isPaused: true })
  expect(await refusal(grant(steady, story))).toMatch(/^grants_paused/)
  await limits({ isPaused: false, spoolCapCents: 553 })
  expect(await refusal(grant(steady, story))).toBe('grant_cap_exceeded grant_cap_spool')
  const open = await rig.story('open', { earnedCents: 100 })
  const accountId = `acc_${'7'.repeat(24)}`
  const ofAccount = (each: GrantStory) => ({ ...each, terms: { ...each.terms, accountId } })
  await grant(steady, ofAccount(open))
  await limits({ spoolCapCents: null, accountCapCents: 159 + 553 })
  expect(await refusal(grant(steady, ofAccount(story)))).toBe('grant_cap_exceeded grant_cap_account')
  await limits({ accountCapCents: 159 + 554, deploymentCapCents: 554 })
  expect(await refusal(grant(steady, ofAccount(story)))).toBe('grant_cap_exceeded grant_cap_deployment')
  await limits({ deploymentCapCents: null })
  await grant(steady, ofAccount(story))
  await limits({ accountCapCents: 0, isPaused: true })
  await commit(steady, story)
  await decide(steady, story)
  await untilSettled(story)
  await limits({ accountCapCents: null, isPaused: false })
})

test('a commitment is refused while nothing that was granted would pay it, in the words of the contract', async () => {
  const story = await rig.story('uncommittable')
  const refused = async (deps: SettlementDeps = steady, each = story) => {
    const error = (await commit(deps, each).catch((cause: unknown) => cause)) as Error & {
      options: { reason: string }
    }
    return `${error.options.reason}: ${error.message.toLowerCase()}`
  }
  expect(await refused(rig.open({ grants: null }))).toContain(
    'managed_settlement_disabled: managed wallet settlement is not enabled in this deployment',
  )
  expect(await refused(rig.open({ pilotAccounts: new Set() }))).toContain('pilot_gated')
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

test('nothing is paid under a grant while a dispute is open, by the news of it or by the Spool itself', async () => {
  const story = await committed('disputed')
  const warned = rig.open({ isDisputed: async () => true })
  await decide(warned, story)
  await sweeps(2, warned)
  expect((await rig.moved(story)).seller).toBe(0n)
  await dispute(steady, story, 2, true)
  await sweeps(2)
  expect([(await summary(steady, story)).state, (await rig.moved(story)).seller]).toEqual(['releasing', 0n])
  await dispute(steady, story, 3, false)
  await untilSettled(story)
})
