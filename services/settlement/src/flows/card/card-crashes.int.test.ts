import { hash } from 'node:crypto'
import { MortalProcess } from '@outturn/testkit'
import { expect, test } from 'vitest'
import type { CardProcessor } from '../../domain/card/card-processor.ts'
import { readBookTotals } from '../../store/book-totals.ts'
import {
  cardRig,
  cardSummary,
  type CardStory,
  commitCard,
  decideCardStory,
  fill,
} from '../../testing/card-rig.ts'
import { tellHold } from '../../testing/spool-hold.ts'

// A process that settles by card ends at one instruction after another; another goes on from what is stored.

const rig = await cardRig()
const { steady } = rig
const half = { earnedCents: 250, feeCents: 12 }

/** What changes something at the processor. */
const cardWrites = [
  'createAccount',
  'openCheckout',
  'authorize',
  'capture',
  'cancel',
  'expireCheckout',
] as const

/** The event that tells the verdict has one id, however often it comes. */
function eventOf({ spoolId }: CardStory): string {
  return hash('sha256', spoolId).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** The buyer pays where it is asked to. */
async function pay(story: CardStory): Promise<void> {
  const page = (await cardSummary(steady, story)).card?.checkoutUrl ?? null
  if (page !== null) await fill(page)
}

/** Settles in a process that ends after so many instructions; how many it took. */
async function settleIn(endsAfter: number, name: string) {
  const story = await rig.story(name)
  const process = new MortalProcess(endsAfter)
  const cards = process.mortal<CardProcessor>(rig.cards, [], cardWrites)
  const mortal = rig.open({ cards }, (pool) => process.pool(pool, { readsCount: false }))
  try {
    await commitCard(mortal, story)
    await pay(story)
    await rig.pass(2_000, mortal)
    await tellHold(mortal, story, 2, true)
    await decideCardStory(mortal, rig, story, half, eventOf(story))
    await tellHold(mortal, story, 3, false)
  } catch (error) {
    if (!process.hasEnded) throw error
  }
  return { story, instructions: process.count }
}

const whole = await settleIn(Number.POSITIVE_INFINITY, 'whole')

test('a settlement by card takes so many instructions that ending at each of them says something', async () => {
  expect((await cardSummary(steady, whole.story)).state).toBe('settled')
  expect(whole.instructions).toBeGreaterThan(25)
})

test('ended after any instruction, a settlement by card comes to the same end: held once, taken once, booked once', async () => {
  const stories: CardStory[] = []
  for (let at = 1; at <= whole.instructions; at += 1) {
    const { story } = await settleIn(at, `ends after ${at}`)
    // The call and the events that the end cut off come again, in any order.
    const { state } = await commitCard(steady, story)
    if (state !== 'settled') {
      await rig.pass(60_000, steady, 2)
      await pay(story)
      await rig.pass(60_000)
      await tellHold(steady, story, 3, false)
      await decideCardStory(steady, rig, story, half, eventOf(story))
      await tellHold(steady, story, 2, true)
      await rig.pass(60_000)
    }
    stories.push(story)
  }
  for (const story of stories) {
    expect([(await cardSummary(steady, story)).state, rig.intentsOf(story)]).toEqual([
      'settled',
      [{ status: 'succeeded', held: 0, taken: 262, fee: 12 }],
    ])
  }
  const totals = await readBookTotals(steady.pool)
  expect([totals.imbalanceMicros, totals.paidMicros]).toEqual([0n, 2_620_000n * BigInt(stories.length + 1)])
}, 600_000)
