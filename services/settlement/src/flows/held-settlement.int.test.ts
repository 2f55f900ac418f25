import { expect, test } from 'vitest'
import { handleHoldSettlement } from '../handlers/operator/hold-settlement.ts'
import { handleShowSettlement } from '../handlers/operator/show-settlement.ts'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import { operate, reason } from '../testing/as-operator.ts'
import { tellHold } from '../testing/spool-hold.ts'
import { minutesOf } from '../testing/pass-minutes.ts'
import { settlingOf } from '../testing/until-settled.ts'
import {
  cancelLeg,
  decide,
  refusal,
  send,
  settlementRig,
  signAll,
  signed,
  submitLeg,
  summary,
  type Story,
} from '../testing/settlement-rig.ts'

const rig = await settlementRig()
const { steady } = rig
const sweeps = minutesOf(rig)
const untilSettled = settlingOf(rig, sweeps)

const hold = ({ settlementId }: Story, isHeld: boolean) =>
  operate(handleHoldSettlement(steady), { settlementId, isHeld, reason })
const stands = async (story: Story) => {
  const { state, requiredLegs } = await summary(steady, story)
  return [state, requiredLegs.length, (await rig.moved(story)).seller]
}

test('nothing is asked for, taken or sent of a wallet, and it goes on by itself afterwards', async () => {
  const story = await rig.committed('disputed')
  await tellHold(steady, story, 4, true)
  await decide(steady, story)
  await tellHold(steady, story, 3, false)
  await sweeps()
  expect(await stands(story)).toEqual(['releasing', 0, 0n])
  // A process that ends before it goes on leaves that to the sweeper.
  await tellHold(rig.open({ chain: null }), story, 5, false)
  await advanceSettlements(steady, new Date(Date.now() + 1_000))
  expect(await stands(story)).toEqual(['awaiting_signature', 2, 0n])
  const { requiredLegs } = await summary(steady, story)
  await tellHold(steady, story, 6, true)
  const legs = await signed(story, requiredLegs)
  expect(await refusal(send(steady, story, legs))).toBe('invalid_state settlement_held')
  await tellHold(steady, story, 7, false)
  await tellHold(steady, story, 6, true)
  await send(steady, story, legs)
  await untilSettled(story)
})

test('an operator that lets a settlement go lifts no hold of a case, and the end of a case no hold of an operator', async () => {
  const story = await rig.due('disputed and held')
  await hold(story, true)
  await signAll(steady, story)
  await tellHold(steady, story, 2, true)
  await hold(story, false)
  const shown = await operate(handleShowSettlement(steady), { reference: story.spoolId })
  expect([shown.settlement[0]?.isHeld, shown.terms?.isDisputed]).toEqual([false, true])
  await sweeps()
  expect(await stands(story)).toEqual(['releasing', 0, 0n])
  await hold(story, true)
  await tellHold(steady, story, 3, false)
  await sweeps()
  expect(await stands(story)).toEqual(['releasing', 0, 0n])
  await hold(story, false)
  await untilSettled(story)
})

test('nothing is sent of which the news is still on its way, and without an answer of the Spool neither', async () => {
  const story = await rig.due('disputed unheard')
  const warned = rig.open({ isHeldByCase: async () => true })
  const unanswered = rig.open({ isHeldByCase: () => Promise.reject(new Error('no answer')) })
  await signAll(warned, story)
  await sweeps(4, warned)
  await sweeps(2, unanswered).catch(() => undefined)
  expect(await stands(story)).toEqual(['releasing', 0, 0n])
  await untilSettled(story)
})

test('what its payer sends by itself counts as paid, and a leg that ends is asked for again afterwards', async () => {
  const story = await rig.due('disputed and sent')
  const { requiredLegs } = await summary(steady, story)
  await tellHold(steady, story, 2, true)
  await submitLeg(rig, story, requiredLegs, 'seller')
  await cancelLeg(rig, story, requiredLegs[1] as never)
  await sweeps()
  const held = await summary(steady, story)
  expect([held.state, held.requiredLegs.map(({ nonce }) => nonce)]).toEqual([
    'partially_settled',
    [requiredLegs[1]?.nonce],
  ])
  await tellHold(steady, story, 3, false)
  await sweeps(1)
  const [fee] = (await summary(steady, story)).requiredLegs
  expect(fee?.nonce).not.toBe(requiredLegs[1]?.nonce)
})
