import type { SpendPermission } from '@outturn/contracts'
import { payerOf } from '@outturn/local-servers/payments'
import { expect, test } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import { handleChangeGrantLimits } from '../handlers/grants/change-grant-limits.ts'
import { handleReadGrant } from '../handlers/grants/read-grant.ts'
import { handleRecordGrant } from '../handlers/grants/record-grant.ts'
import { byWallet, grant, grantRig, type GrantStory, signPermission, template } from '../testing/grant-rig.ts'
import { minutesOf } from '../testing/pass-minutes.ts'
import { answerOf, commit, context, decide, refusal, summary } from '../testing/settlement-rig.ts'

const rig = await grantRig()
const { steady, localGrants } = rig

const sweeps = minutesOf(rig)

async function untilSettled(story: GrantStory, deps: SettlementDeps = steady): Promise<void> {
  await sweeps(4, deps)
  expect((await summary(deps, story)).state).toBe('settled')
  expect(await rig.moved(story)).toEqual({ seller: BigInt(story.earnedCents) * 10_000n, left: 0n })
}

async function readGrant({ spoolId }: GrantStory, deps: SettlementDeps = steady) {
  return answerOf(await handleReadGrant(deps)({ spoolId }, context))
}

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
