import type { SpendPermission } from '@outturn/contracts'
import { expect, test } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import { handleReadGrant } from '../handlers/grants/read-grant.ts'
import { handleCloseSettlement } from '../handlers/operator/close-settlement.ts'
import { handleShowSettlement } from '../handlers/operator/show-settlement.ts'
import { handleSwitchSending } from '../handlers/operator/switch-sending.ts'
import { permissionStruct } from '../domain/grants/spend-permission.ts'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import { releaseGrants } from '../sweepers/release-grants.ts'
import { operate, reason } from '../testing/as-operator.ts'
import { byWallet, grant, grantRig, type GrantStory, template } from '../testing/grant-rig.ts'
import { answerOf, commit, context, decide, refusal, summary } from '../testing/settlement-rig.ts'

// What becomes of authority that is granted and not used: it is given back on the chain.

const rig = await grantRig()
const { steady, local, localGrants } = rig
let passedMs = 0

/** Turns of both sweepers, as if ten seconds passed before each. */
async function sweeps(count = 3, deps: SettlementDeps = steady): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    passedMs += 10_000
    const now = new Date(Date.now() + passedMs)
    await advanceSettlements(deps, now)
    await releaseGrants(deps, now)
    await local.untilMined()
  }
}

/** A story with its grant made; the permission that was granted. */
async function granted(name: string, amounts = {}): Promise<GrantStory & { permission: SpendPermission }> {
  const story = await rig.story(name, amounts)
  const { permission } = await grant(steady, story)
  return { ...story, permission }
}

const isRevoked = ({ permission }: { permission: SpendPermission }) =>
  localGrants.isRevoked(permissionStruct(permission))
const readGrant = async ({ spoolId }: GrantStory) =>
  answerOf(await handleReadGrant(steady)({ spoolId }, context))
const show = ({ spoolId: reference }: GrantStory) => operate(handleShowSettlement(steady), { reference })
const sentBy = () => rig.wallet.signerNonce('pending')

test('a grant of a Spool that is voided is revoked on the chain once, whether it was approved there or not', async () => {
  const signed = await granted('voided, signed')
  const approved = await rig.story('voided, approved')
  const approval = await byWallet(localGrants, steady, approved, 'approve')
  const { permission } = await grant(steady, approved, { approval_tx_hash: approval })
  const before = await sentBy()
  for (const story of [signed, { ...approved, permission }]) {
    await commit(steady, story)
    await sweeps(1)
    expect(await isRevoked(story)).toBe(false)
    await decide(steady, story, false)
    await sweeps()
    expect(await isRevoked(story)).toBe(true)
    const kept = await readGrant(story)
    expect(kept).toMatchObject({ state: 'revoked', revoked_by: 'release' })
    const { grants, transactions } = await show(story)
    expect(grants).toMatchObject([{ generation: 1, revokedBy: 'release', revokedIn: kept.revoked_in }])
    expect(transactions).toMatchObject([{ carries: 'release', n: 1, transaction: kept.revoked_in }])
  }
  await sweeps()
  expect((await sentBy()) - before).toBe(2)
})

test('a grant of a Spool that ended uncommitted is given back, and the Spool is committed no more', async () => {
  const story = await granted('uncommitted')
  await decide(steady, story, false)
  expect(await refusal(commit(steady, story))).toBe('invalid_state spool_closed')
  await sweeps()
  expect(await isRevoked(story)).toBe(true)
  expect(await show(story)).toMatchObject({ settlement: [], terms: null, grants: [{ revokedBy: 'release' }] })
})

test('a grant of a Spool that is settled otherwise is given back: by signatures, or elsewhere as an operator recorded', async () => {
  const bySignatures = await granted('by signatures')
  await commit(steady, { ...bySignatures, mode: 'direct_eip3009' })
  const elsewhere = await granted('elsewhere')
  await commit(steady, elsewhere)
  await operate(handleSwitchSending(steady), { isPaused: true, reason })
  await decide(steady, elsewhere)
  const { settlementId } = elsewhere
  await operate(handleCloseSettlement(steady), { settlementId, reason, evidence: 'invoice 1' })
  await sweeps()
  expect([await isRevoked(bySignatures), await isRevoked(elsewhere)]).toEqual([false, false])
  await operate(handleSwitchSending(steady), { isPaused: false, reason })
  await sweeps()
  expect([await isRevoked(bySignatures), await isRevoked(elsewhere)]).toEqual([true, true])
})

test('a grant under which something may still be paid is never given back: committed, due, blocked or held up', async () => {
  const uncommitted = await granted('still uncommitted')
  const committed = await granted('still committed')
  await commit(steady, committed)
  const unfunded = await granted('still unfunded')
  await local.fund(unfunded.wallet, 5_039_999n)
  await commit(steady, unfunded)
  await decide(steady, unfunded)
  await sweeps(4)
  expect((await summary(steady, unfunded)).blocked?.reason).toBe('insufficient_funds')
  const all = [uncommitted, committed, unfunded]
  expect(await Promise.all(all.map(isRevoked))).toEqual([false, false, false])
  await local.fund(unfunded.wallet, 5_040_000n)
  await sweeps(8)
  expect((await summary(steady, unfunded)).state).toBe('settled')
  expect(await readGrant(unfunded)).toMatchObject({
    revoked_by: 'payment',
    revoked_in: (await summary(steady, unfunded)).payments[0]?.transaction,
  })
})

test('what the parties settled by the receipt is not paid under a grant that waited for funds, and the grant is given back', async () => {
  const story = await granted('settled by the receipt')
  await local.fund(story.wallet, 0n)
  await commit(steady, story)
  await decide(steady, story)
  await sweeps()
  expect((await summary(steady, story)).blocked?.reason).toBe('insufficient_funds')
  await decide(steady, story, false)
  await local.fund(story.wallet, 5_040_000n)
  await sweeps()
  expect((await summary(steady, story)).state).toBe('voided')
  expect([await isRevoked(story), await rig.moved(story)]).toEqual([true, { seller: 0n, left: 5_040_000n }])
})

test('for a grant that has ended, and for one that its account revoked, nothing is sent', async () => {
  const ended = await granted('ended')
  const byItself = await granted('revoked by its account')
  await byWallet(localGrants, steady, byItself, 'revoke')
  await decide(steady, byItself, false)
  const before = await sentBy()
  await sweeps()
  expect(await readGrant(byItself)).toMatchObject({ revoked_by: 'account', revoked_in: null })
  await local.passSeconds(Number(ended.permission.period))
  await decide(steady, ended, false)
  await sweeps()
  expect([await isRevoked(ended), await sentBy()]).toEqual([false, before])
})

test('of several grants of one Spool the last one pays, and one that a reorganisation brought back is given back', async () => {
  const story = await granted('superseded')
  const takeBack = await local.keep()
  await byWallet(localGrants, steady, story, 'revoke')
  const second = await template(steady, story)
  await takeBack()
  expect(await isRevoked(story)).toBe(false)
  await grant(steady, story)
  expect(second.permission.salt).not.toBe(story.permission.salt)
  await commit(steady, story)
  await sweeps()
  expect([await isRevoked(story), await isRevoked(second)]).toEqual([true, false])
  await decide(steady, story)
  await sweeps(6)
  expect((await summary(steady, story)).state).toBe('settled')
  const { grants } = await show(story)
  expect(grants.map(({ generation, revokedBy }) => [generation, revokedBy])).toEqual([
    [1, 'release'],
    [2, 'payment'],
  ])
})

test('a grant that its account revokes before the release has a block is revoked by its account', async () => {
  const story = await granted('overtaken')
  const chain = local.client()
  await decide(steady, story, false)
  await chain.setAutomine(false)
  await sweeps(1)
  // The wallet's own call offers more, and is taken before the release.
  const revoked = byWallet(localGrants, steady, story, 'revoke')
  await expect.poll(async () => (await chain.getTxpoolStatus()).pending).toBe(2)
  await chain.mine({ blocks: 1 })
  await chain.setAutomine(true)
  await revoked
  await sweeps()
  expect(await readGrant(story)).toMatchObject({ revoked_by: 'account', revoked_in: null })
})

test('a release that the chain forgot is sent again, one that no block takes is offered more for in its place, and two processes send one', async () => {
  const careful = rig.chain(3)
  await careful.check()
  const grants = rig.grantChain(3)
  await grants.check()
  const [deps, other] = [0, 1].map(() => rig.open({ chain: careful, grants, bumpAfterMs: 0 })) as [
    SettlementDeps,
    SettlementDeps,
  ]
  const story = await granted('forgotten')
  const chain = local.client()
  await decide(deps, story, false)
  const takeBack = await local.keep()
  const before = await sentBy()
  await chain.setAutomine(false)
  await Promise.all([sweeps(2, deps), sweeps(2, other)])
  expect((await sentBy()) - before).toBe(1)
  await chain.mine({ blocks: 1 })
  await chain.setAutomine(true)
  expect(await isRevoked(story)).toBe(true)
  await takeBack()
  expect(await isRevoked(story)).toBe(false)
  for (let turn = 0; turn < 6; turn += 1) {
    await sweeps(1, deps)
    await chain.mine({ blocks: 2 })
  }
  expect(await isRevoked(story)).toBe(true)
  expect(await readGrant(story)).toMatchObject({ revoked_by: 'release' })
  const { rows } = await steady.pool.query<{ nonces: number; versions: number; open: number }>(
    `select count(distinct nonce)::int as nonces, count(*)::int as versions, (count(*) filter (where state = 'open'))::int as open
     from tx_slot join tx_version using (signer, chain_id, nonce) where permission_hash = $1`,
    [(await readGrant(story)).permission_hash],
  )
  expect(rows[0]).toMatchObject({ nonces: 1, open: 0 })
  expect(rows[0]?.versions).toBeGreaterThan(1)
})
