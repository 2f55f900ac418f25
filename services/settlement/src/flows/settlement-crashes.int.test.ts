import { MortalProcess } from '@outturn/testkit'
import { expect, test } from 'vitest'
import type { WalletChain } from '../domain/wallet-chain.ts'
import { commit, decide, settlementRig, signAll, summary, type Story } from '../testing/settlement-rig.ts'
import { tellHold } from '../testing/spool-hold.ts'
import { expectPaidOnce, sweeps } from '../testing/paid-once.ts'

// A process that settles ends at one instruction after another; another goes on from what is stored.

const rig = await settlementRig()
const { steady } = rig

/** Settles in a process that ends after so many instructions; how many it took. */
async function settleIn(endsAfter: number, name: string): Promise<{ story: Story; instructions: number }> {
  const story = await rig.committed(name)
  const process = new MortalProcess(endsAfter)
  const chain = process.mortal<WalletChain>(rig.wallet, ['token'], ['broadcast'])
  const mortal = rig.open({ chain }, (pool) => process.pool(pool, { readsCount: false }))
  try {
    await commit(mortal, story)
    await tellHold(mortal, story, 2, true)
    await decide(mortal, story)
    await tellHold(mortal, story, 3, false)
    await signAll(mortal, story)
    await sweeps(rig, mortal, 4)
  } catch (error) {
    if (!process.hasEnded) throw error
  }
  return { story, instructions: process.count }
}

const whole = await settleIn(Number.POSITIVE_INFINITY, 'whole')

test('a settlement takes so many instructions that ending at each of them says something', async () => {
  expect((await summary(steady, whole.story)).state).toBe('settled')
  expect(whole.instructions).toBeGreaterThan(40)
})

test('ended after any instruction, the settlement comes to the same end, each leg paid once', async () => {
  const stories: Story[] = []
  const before = await rig.local.balanceOf(rig.feeRecipient)
  for (let at = 1; at <= whole.instructions; at += 1) {
    const { story } = await settleIn(at, `ends after ${at}`)
    // The events and the call that the end cut off come again, in any order.
    await tellHold(steady, story, 3, false)
    await decide(steady, story)
    await tellHold(steady, story, 2, true)
    await signAll(steady, story)
    stories.push(story)
  }
  // Those that are due are taken some at a time.
  await sweeps(rig, steady, 12)
  await expectPaidOnce(rig, stories, before)
}, 600_000)
