import { MortalProcess } from '@outturn/testkit'
import { expect, test } from 'vitest'
import type { GrantChain } from '../domain/grants/grant-chain.ts'
import type { WalletChain } from '../domain/wallet-chain.ts'
import { grant, grantRig, type GrantStory } from '../testing/grant-rig.ts'
import { commit, decide, summary } from '../testing/settlement-rig.ts'
import { expectPaidOnce, sweeps } from '../testing/paid-once.ts'
import type { SettlementDeps } from '../deps.ts'
import { releaseGrants } from '../sweepers/release-grants.ts'
import { keepSlots } from './chain/keep-slots.ts'

// A process that takes a grant and settles under it ends at one instruction after another; another goes on from what is stored.

const rig = await grantRig()
const { steady } = rig

type Ended = { story: GrantStory; instructions: number }

/** Has a process do this for a story until it ends; how many instructions it took. */
async function endingAfter(
  endsAfter: number,
  story: GrantStory,
  work: (mortal: SettlementDeps) => Promise<unknown>,
): Promise<Ended> {
  const process = new MortalProcess(endsAfter)
  const chains = {
    chain: process.mortal<WalletChain>(rig.wallet, ['token'], ['broadcast']),
    grants: process.mortal<GrantChain>(rig.grants, ['place', 'settleCall', 'releaseCall'], []),
  }
  try {
    await work(rig.open(chains, (pool) => process.pool(pool, { readsCount: false })))
  } catch (error) {
    if (!process.hasEnded) throw error
  }
  return { story, instructions: process.count }
}

async function settleIn(endsAfter: number, name: string): Promise<Ended> {
  const story = await rig.story(name)
  return endingAfter(endsAfter, story, async (mortal) => {
    await grant(mortal, story)
    await commit(mortal, story)
    await decide(mortal, story)
    await sweeps(rig, mortal, 3)
  })
}

/** Turns of the sweeper of unused grants, each after what is on its way was looked at. */
async function releases(deps: SettlementDeps, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await keepSlots(deps)
    await releaseGrants(deps, new Date(Date.now() + 10_000 * (turn + 1)))
    await rig.local.untilMined()
  }
}

async function releaseIn(endsAfter: number, name: string): Promise<Ended> {
  const story = await rig.story(name)
  await grant(steady, story)
  await decide(steady, story, false)
  return endingAfter(endsAfter, story, (mortal) => releases(mortal, 2))
}

const whole = await settleIn(Number.POSITIVE_INFINITY, 'whole')

test('a settlement under a grant takes so many instructions that ending at each of them says something', async () => {
  expect((await summary(steady, whole.story)).state).toBe('settled')
  expect(whole.instructions).toBeGreaterThan(30)
})

test('ended after any instruction, a settlement under a grant comes to the same end, paid once', async () => {
  const stories: GrantStory[] = []
  const before = await rig.local.balanceOf(rig.feeRecipient)
  for (let at = 1; at <= whole.instructions; at += 1) {
    const { story } = await settleIn(at, `ends after ${at}`)
    // The calls and the event that the end cut off come again.
    await grant(steady, story)
    await commit(steady, story)
    await decide(steady, story)
    stories.push(story)
  }
  // Those that are due are taken some at a time.
  await sweeps(rig, steady, 12)
  await expectPaidOnce(rig, stories, before)
}, 600_000)

test('ended after any instruction, an unused grant is given back by one transaction', async () => {
  // Those that were paid above are looked at once.
  await releases(steady, 8)
  const { instructions } = await releaseIn(Number.POSITIVE_INFINITY, 'released')
  expect(instructions).toBeGreaterThan(8)
  const stories: GrantStory[] = []
  for (let at = 1; at <= instructions; at += 1) {
    stories.push((await releaseIn(at, `release ends after ${at}`)).story)
  }
  await releases(steady, 8)
  const { rows } = await steady.pool.query<{ spool_id: string; by: string | null; sent: number }>(
    `select spool_id, revoked_by as by, (select count(*)::int from tx_slot as t where t.permission_hash = g.permission_hash) as sent
     from settlement_grant as g where spool_id = any ($1)`,
    [stories.map(({ spoolId }) => spoolId)],
  )
  expect(rows.map(({ by, sent }) => [by, sent])).toEqual(stories.map(() => ['release', 1]))
}, 600_000)
