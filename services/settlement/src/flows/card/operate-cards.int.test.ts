import { expect, test } from 'vitest'
import { stripeProcessor } from '../../adapters/stripe-processor.ts'
import { ProcessorFailure } from '../../domain/card/card-processor.ts'
import { handleBumpSettlement } from '../../handlers/operator/bump-settlement.ts'
import { handleCloseSettlement } from '../../handlers/operator/close-settlement.ts'
import { handleHoldSettlement } from '../../handlers/operator/hold-settlement.ts'
import { handleListSettlements } from '../../handlers/operator/list-settlements.ts'
import { handleRecheckSettlement } from '../../handlers/operator/recheck-settlement.ts'
import { handleShowSettlement } from '../../handlers/operator/show-settlement.ts'
import { handleReadSettlementOfSpool } from '../../handlers/read-settlement-of-spool.ts'
import { readBookTotals } from '../../store/book-totals.ts'
import { readStateAges } from '../../store/settlement-ages.ts'
import { type SettlementWatch, watchBooks } from '../../sweepers/watch-books.ts'
import { operate, reason, refusedFor } from '../../testing/as-operator.ts'
import { type CardStory, cardRig, cardSummary, commitCard, decideCardStory } from '../../testing/card-rig.ts'

// What operators see and do about settlements by card.

const rig = await cardRig()
const { steady, processor } = rig
const hourMs = 3_600_000
const half = { earnedCents: 250, feeCents: 12 }
/** Below what a card takes. */
const little = { earnedCents: 10, feeCents: 0 }

async function held(name: string): Promise<CardStory> {
  const story = await rig.story(name)
  await commitCard(steady, story, { paymentMethod: 'pm_card_visa' })
  return story
}

const hold = ({ settlementId }: CardStory, isHeld: boolean) =>
  operate(handleHoldSettlement(steady), { settlementId, isHeld, reason })
const close = ({ settlementId }: CardStory, commandId?: string) =>
  operate(handleCloseSettlement(steady), { settlementId, reason, evidence: 'invoice 1' }, commandId)
const show = ({ spoolId: reference }: CardStory) => operate(handleShowSettlement(steady), { reference })
const stateOf = async (story: CardStory) => (await cardSummary(steady, story)).state
const open = async () =>
  (await operate(handleListSettlements(steady), { state: 'open', limit: 1_000 })).map(({ id }) => id)

test('a card settlement that is held takes nothing until it is let go, and the record says who held it and why', async () => {
  const story = await held('kept')
  const money = () => operate(handleReadSettlementOfSpool(steady), { spoolId: story.spoolId })
  expect(await money()).toMatchObject({
    ...{ lane: 'card', state: 'committed', earnedCents: null, paidCents: 0 },
    waitsFor: { what: 'verdict' },
  })
  expect(await hold(story, true)).toMatchObject({ lane: 'card', isHeld: true, state: 'committed' })
  await decideCardStory(steady, rig, story, half)
  await rig.pass(hourMs, steady, 2)
  expect(rig.intentsOf(story)).toEqual([{ status: 'requires_capture', held: 525, taken: 0, fee: 25 }])
  expect(await stateOf(story)).toBe('releasing')
  await hold(story, false)
  await rig.pass(2_000)
  expect([await stateOf(story), rig.intentsOf(story)[0]?.taken]).toEqual(['settled', 262])
  expect(await money()).toMatchObject({ state: 'settled', earnedCents: 250, paidCents: 250, waitsFor: null })
  const { actions, holds, terms, books } = await show(story)
  expect(actions.map(({ kind, doneBy }) => [kind, doneBy])).toEqual([
    ['hold', 'alice'],
    ['unhold', 'alice'],
  ])
  expect(holds).toMatchObject([{ hold: 1, state: 'captured', cents: 525, end: null, problem: null }])
  expect(terms).toMatchObject({ payer: `acc_${'1'.repeat(24)}`, chainId: null, token: null })
  expect(books.map(({ key }) => key)).toContain('paid:seller')
  expect(await refusedFor(hold(story, true))).toBe('settlement_ended')
})

test('what no card takes is closed as settled elsewhere once, and nothing is held for it any more', async () => {
  const story = await held('small')
  expect(await refusedFor(close(story))).toBe('nothing_due')
  await decideCardStory(steady, rig, story, little)
  expect(await stateOf(story)).toBe('failed')
  const before = await readBookTotals(steady.pool)
  const done = await close(story, 'close once')
  expect(await close(story, 'close once')).toEqual(done)
  expect(done).toMatchObject({ isClosed: true, state: 'voided' })
  await rig.pass(2_000, steady, 2)
  expect(rig.intentsOf(story)).toMatchObject([{ status: 'canceled', taken: 0 }])
  const after = await readBookTotals(steady.pool)
  expect(after.externalMicros - before.externalMicros).toBe(100_000n)
  expect(after.imbalanceMicros).toBe(0n)
  expect(await refusedFor(close(story))).toBe('settlement_ended')
  expect(await refusedFor(commitCard(steady, story))).toBe('spool_closed')
  await decideCardStory(steady, rig, story, half)
  expect(await stateOf(story)).toBe('voided')
})

test('while what was earned is being taken it is not closed; once the hold has lapsed it is', async () => {
  const story = await held('lapsing')
  await hold(story, true)
  await decideCardStory(steady, rig, story, half)
  expect(await refusedFor(close(story))).toBe('leg_may_be_paid')
  processor.lapse((await show(story)).holds[0]?.paymentIntent ?? '')
  expect(
    await operate(handleRecheckSettlement(steady), { settlementId: story.settlementId, reason }),
  ).toMatchObject({ state: 'uncommitted', isHeld: true })
  expect(await open()).toContain(story.settlementId)
  expect((await readStateAges(steady.pool)).card.get('uncommitted')?.count).toBe(1)
  await close(story)
  expect(await open()).not.toContain(story.settlementId)
  expect(rig.intentsOf(story)[0]?.taken).toBe(0)
  expect((await readBookTotals(steady.pool)).imbalanceMicros).toBe(0n)
})

test('a page that the processor never opened is sought no more once its settlement is closed', async () => {
  const story = await rig.story('never opened')
  const lost = () => Promise.reject(new ProcessorFailure('lost', null))
  const away = rig.open({ cards: { ...rig.cards, openCheckout: lost } })
  await commitCard(away, story)
  await decideCardStory(away, rig, story, half)
  const { settlementId } = story
  await operate(handleCloseSettlement(away), { settlementId, reason, evidence: 'invoice 7' })
  await rig.pass(60_000, steady, 2)
  expect(await show(story)).toMatchObject({ holds: [{ state: 'ended' }], terms: { nextLookAt: null } })
})

test('there is no transaction of a card to offer more for', async () => {
  const { settlementId } = await held('no chain')
  expect(await refusedFor(operate(handleBumpSettlement(steady), { settlementId, reason }))).toBe(
    'nothing_under_way',
  )
})

test('operators are told of a processor that does not answer, of holds that end with work open, and of what waits for long', async () => {
  const watched = async (deps = steady): Promise<SettlementWatch> => {
    let told: SettlementWatch | null = null
    await watchBooks(deps, (each) => {
      told = each
    })
    return told as unknown as SettlementWatch
  }
  const before = await watched()
  expect([before.areCardsOpen, before.endingHolds.releasing]).toEqual([true, 0])
  const [unjudged, due] = [await held('ends unjudged'), await held('ends untaken')]
  await hold(due, true)
  await decideCardStory(steady, rig, due, half)
  for (const story of [unjudged, due]) {
    const inHours = (hours: number) => new Date(steady.clock.now().getTime() + hours * hourMs)
    const { paymentIntent } = (await show(story)).holds[0] ?? { paymentIntent: null }
    processor.holdUntil(paymentIntent ?? '', inHours(23))
    await operate(handleRecheckSettlement(steady), { settlementId: story.settlementId, reason })
  }
  const { endingHolds } = await watched()
  expect(endingHolds).toEqual({ committed: before.endingHolds.committed + 1, releasing: 1 })

  // A buyer that never paid leaves nothing that waits; a hold that lapsed leaves what was earned.
  const unpaid = await rig.story('never paid')
  await commitCard(steady, unpaid)
  const waits = async () => (await watched()).states.card.get('uncommitted')
  const waiting = await waits()
  expect(waiting?.oldest).toBeNull()
  await hold(due, false)
  processor.lapse((await show(due)).holds[0]?.paymentIntent ?? '')
  await operate(handleRecheckSettlement(steady), { settlementId: due.settlementId, reason })
  expect(await waits()).toEqual({ count: (waiting?.count ?? 0) + 1, oldest: expect.any(Date) })

  const away = stripeProcessor({ url: processor.url, secretKey: 'sk_test_that_was_rolled' })
  expect((await watched(rig.open({ cards: away }))).areCardsOpen).toBe(false)
})
