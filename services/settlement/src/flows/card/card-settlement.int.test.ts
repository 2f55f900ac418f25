import { randomUUID } from 'node:crypto'
import { type CommandOutput, type readLostTime, Refusal, type SettlementSummary } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { expect, test } from 'vitest'
import { handleShowSettlement } from '../../handlers/operator/show-settlement.ts'
import { listAnomalies } from '../../store/anomaly-store.ts'
import { readBookTotals } from '../../store/book-totals.ts'
import { readStateAges } from '../../store/settlement-ages.ts'
import { readSwitch, setSwitch } from '../../store/operator-store.ts'
import { createRestorePause } from '../pause-after-restore.ts'
import {
  cardRig,
  cardSummary,
  type CardStory,
  commitCard,
  decideCardStory,
  fill,
  onboard,
} from '../../testing/card-rig.ts'
import { operate } from '../../testing/as-operator.ts'
import { tellHold } from '../../testing/spool-hold.ts'
import { watchPayouts } from '../../sweepers/watch-payouts.ts'

const rig = await cardRig()
const { steady, processor } = rig
const hourMs = 3_600_000
const half = { earnedCents: 250, feeCents: 12 }

/** A Spool whose buyer has paid on the page. */
async function held(name: string): Promise<CardStory> {
  const story = await rig.story(name)
  const { card } = await commitCard(steady, story)
  await fill(card?.checkoutUrl ?? '')
  await rig.pass(2_000)
  expect((await cardSummary(steady, story)).state).toBe('committed')
  return story
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw new Error('it was not refused', { cause: error })
  return `${error.code} ${error.options.reason}`
}

const stateOf = async (story: CardStory): Promise<SettlementSummary['state']> =>
  (await cardSummary(steady, story)).state

async function isBalanced(): Promise<boolean> {
  return (await readBookTotals(steady.pool)).imbalanceMicros === 0n
}

test('a buyer pays on a page, the amount is held, what was earned is taken once with the fee, and the rest is released', async () => {
  const story = await rig.story('whole')
  const before = await readBookTotals(steady.pool)
  const opened = await commitCard(steady, story)
  expect([opened.state, opened.card?.state]).toEqual(['uncommitted', 'open'])
  const page = opened.card?.checkoutUrl ?? ''
  expect((await commitCard(steady, story)).card?.checkoutUrl).toBe(page)
  await rig.pass(2_000)
  expect(await stateOf(story)).toBe('uncommitted')
  await fill(page)
  await rig.pass(2_000)
  expect(await cardSummary(steady, story)).toMatchObject({
    state: 'committed',
    card: { checkoutUrl: null, warnings: 0, holdEndsAt: expect.any(String), askedBy: 'request 1' },
  })
  await decideCardStory(steady, rig, story, half)
  await decideCardStory(steady, rig, story, half)
  const settled = await cardSummary(steady, story)
  expect([settled.state, settled.payments.map(({ leg }) => leg)]).toEqual(['settled', ['seller', 'fee']])
  expect(rig.intentsOf(story)).toEqual([{ status: 'succeeded', held: 0, taken: 262, fee: 12 }])
  const after = await readBookTotals(steady.pool)
  expect(after.paidMicros - before.paidMicros).toBe(2_620_000n)
  await rig.pass(hourMs, steady, 3)
  expect(rig.intentsOf(story)[0]?.taken).toBe(262)
  expect(await isBalanced()).toBe(true)
})

test('a provider gets a new link on every call to one account, and without payouts nothing is funded', async () => {
  const story = { ...(await rig.story('unready')), payeeId: `acc_${'a'.repeat(24)}` }
  expect(await refusalOf(commitCard(steady, story))).toBe('payout_destination_required no_payout_destination')
  const first = await onboard(steady, story.payeeId)
  const second = await onboard(steady, story.payeeId)
  expect([first.isReady, first.url === second.url]).toEqual([false, false])
  expect(await refusalOf(commitCard(steady, story))).toBe('payout_destination_required no_payout_destination')
  await fill(second.url)
  expect((await onboard(steady, story.payeeId)).isReady).toBe(true)
  expect((await commitCard(steady, story)).card?.checkoutUrl).toMatch(/\/pay\//)
})

test('the party that set up the payouts of a provider without an account gets no link to them afterwards', async () => {
  const payeeId = `pty_${'b'.repeat(24)}`
  await fill((await onboard(steady, payeeId)).url)
  expect(await refusalOf(onboard(steady, payeeId))).toBe('invalid_state payouts_set_up')
  const story = { ...(await rig.story('set up in its place')), payeeId }
  expect((await commitCard(steady, story)).card?.checkoutUrl).toMatch(/\/pay\//)
})

test('nothing is taken by a receipt that was revoked before the capture, and what is held is released', async () => {
  const story = await held('revoked receipt')
  await decideCardStory(rig.open({ isReceiptActive: async () => false }), rig, story, half)
  expect(rig.intentsOf(story)).toEqual([{ status: 'canceled', held: 0, taken: 0, fee: 25 }])
  expect(await stateOf(story)).toBe('uncommitted')
  expect(await isBalanced()).toBe(true)
})

test('a card that is sent along is held at once, asks its holder on a page, or is declined and may be followed by another', async () => {
  const atOnce = await rig.story('at once')
  const heldAtOnce = await commitCard(steady, atOnce, { paymentMethod: 'pm_card_visa' })
  expect([heldAtOnce.state, heldAtOnce.card?.holdEndsAt]).toEqual(['committed', expect.any(String)])
  expect((await commitCard(steady, atOnce, { paymentMethod: 'pm_card_visa' })).state).toBe('committed')
  expect(rig.intentsOf(atOnce)).toHaveLength(1)

  const asking = await rig.story('asking')
  const asked = await commitCard(steady, asking, { paymentMethod: 'pm_card_authenticationRequired' })
  await fill(asked.card?.checkoutUrl ?? '')
  await rig.pass(2_000)
  expect(await stateOf(asking)).toBe('committed')

  const story = await rig.story('declined')
  const declined = commitCard(steady, story, { paymentMethod: 'pm_card_chargeDeclined' })
  expect(await refusalOf(declined)).toBe('settlement_unavailable card_declined')
  const open = await commitCard(steady, story)
  const other = commitCard(steady, story, { paymentMethod: 'pm_card_visa' })
  expect(await refusalOf(other)).toBe('conflict settlement_committed')
  await fill(open.card?.checkoutUrl ?? '')
  await rig.pass(2_000)
  expect(await stateOf(story)).toBe('committed')
})

test('where nothing is due the hold is released, and a page that no one has paid on ends', async () => {
  const story = await held('nothing earned')
  await decideCardStory(steady, rig, story, null)
  expect([await stateOf(story), rig.intentsOf(story)[0]?.status]).toEqual(['voided', 'canceled'])

  const open = await rig.story('abandoned')
  const { card } = await commitCard(steady, open)
  await decideCardStory(steady, rig, open, null)
  expect(await stateOf(open)).toBe('voided')
  expect((await fill(card?.checkoutUrl ?? '')).status).toBe(410)

  const raced = await rig.story('paid as it was abandoned')
  const page = (await commitCard(steady, raced)).card?.checkoutUrl ?? ''
  await fill(page)
  await decideCardStory(steady, rig, raced, null)
  await rig.pass(2_000, steady, 2)
  expect(rig.intentsOf(raced)[0]?.status).toBe('canceled')
  expect(await isBalanced()).toBe(true)
})

test('a Spool that ended takes no hold any more, also where its commitment comes late', async () => {
  const story = await rig.story('closed first')
  await decideCardStory(steady, rig, story, null)
  expect(await refusalOf(commitCard(steady, story))).toBe('invalid_state spool_closed')
  const ended = await held('closed later')
  await decideCardStory(steady, rig, ended, null)
  expect(await refusalOf(commitCard(steady, ended))).toBe('invalid_state spool_closed')
  expect(rig.intentsOf(story)).toEqual([])
})

test('the end of a hold is warned of twice; when it lapses what was earned stays owed, and the buyer funds it again', async () => {
  const story = await held('lapsing')
  const [{ id } = { id: '' }] = processor.intents().filter((each) => each.transfer_group === story.spoolId)
  for (const [hours, warnings] of [
    [40, 1],
    [11, 2],
  ] as const) {
    processor.holdUntil(id, new Date(steady.clock.now().getTime() + hours * hourMs))
    await rig.pass(hourMs)
    await rig.pass(hourMs)
    expect((await cardSummary(steady, story)).card?.warnings).toBe(warnings)
  }
  processor.lapse(id)
  await decideCardStory(steady, rig, story, half)
  expect(await cardSummary(steady, story)).toMatchObject({ state: 'uncommitted', card: { state: 'lapsed' } })
  expect((await readBookTotals(steady.pool)).owedMicros).toBeGreaterThan(0n)
  expect(await isBalanced()).toBe(true)

  const again = await commitCard(steady, story, { holdCents: 250, holdFeeCents: 12 })
  await fill(again.card?.checkoutUrl ?? '')
  await rig.pass(2_000)
  // What was said of the hold before releases nothing of this one.
  expect(await stateOf(story)).toBe('committed')
  await decideCardStory(steady, rig, story, half)
  expect(await stateOf(story)).toBe('settled')
  expect(rig.intentsOf(story).map(({ taken }) => taken)).toEqual([0, 262])
  expect(await isBalanced()).toBe(true)
})

test.each([
  ['before the next hold, while it is open', ['first', 'fund', 'second']],
  ['after the next hold, instead of its own', ['fund', 'first', 'second']],
  ['after the next hold was taken', ['fund', 'second', 'first']],
])('a release that was delayed while its hold lapsed comes %s: it is taken once', async (name, course) => {
  const story = await held(`delayed ${name}`)
  const ids = [randomUUID(), randomUUID()]
  const [{ id } = { id: '' }] = processor.intents().filter((each) => each.transfer_group === story.spoolId)
  processor.lapse(id)
  await rig.pass(hourMs)
  expect(await stateOf(story)).toBe('uncommitted')
  const steps: Record<string, () => Promise<unknown>> = {
    first: () => decideCardStory(steady, rig, story, half, ids[0]),
    async fund() {
      await fill((await commitCard(steady, story)).card?.checkoutUrl ?? '')
      await rig.pass(2_000)
    },
    second: () => decideCardStory(steady, rig, story, half, ids[1]),
  }
  for (const step of course) await steps[step]?.()
  for (const step of ['first', 'second']) await steps[step]?.()
  await rig.pass(hourMs, steady, 2)
  expect(await stateOf(story)).toBe('settled')
  expect(rig.intentsOf(story).map(({ taken, fee }) => [taken, fee])).toEqual([
    [0, expect.anything()],
    [262, 12],
  ])
  expect(await isBalanced()).toBe(true)
})

test('while nothing is held another receipt may take the place of the first: its amount is taken', async () => {
  const story = await held('superseded')
  const [{ id } = { id: '' }] = processor.intents().filter((each) => each.transfer_group === story.spoolId)
  processor.lapse(id)
  await decideCardStory(steady, rig, story, half)
  const later = { ...story, receiptId: `ocr_${'b'.repeat(24)}` }
  await fill((await commitCard(steady, later)).card?.checkoutUrl ?? '')
  await rig.pass(2_000)
  await decideCardStory(steady, rig, later, { earnedCents: 400, feeCents: 20 })
  expect(rig.intentsOf(story).map(({ taken }) => taken)).toEqual([0, 420])
  expect(await isBalanced()).toBe(true)
})

test('less than a card takes is not taken and not rounded: the hold is released, and it stays owed', async () => {
  const story = await held('too small')
  await decideCardStory(steady, rig, story, { earnedCents: 40, feeCents: 2 })
  expect(await cardSummary(steady, story)).toMatchObject({
    state: 'failed',
    card: { problem: 'below_minimum' },
  })
  expect(rig.intentsOf(story)).toEqual([{ status: 'canceled', held: 0, taken: 0, fee: 25 }])
  const tiny = commitCard(steady, await rig.story('tiny'), { holdCents: 49, holdFeeCents: 0 })
  expect(await refusalOf(tiny)).toBe('settlement_unavailable below_card_minimum')
  expect(await isBalanced()).toBe(true)
})

test('an amount that the receipt does not attest, and one that someone else took, release nothing', async () => {
  const story = await held('other amount')
  rig.attest(story, 250)
  const wrong = { attest: () => undefined }
  await expect(decideCardStory(steady, wrong, story, { earnedCents: 300, feeCents: 0 })).rejects.toThrow(
    /attestation/,
  )
  expect([await stateOf(story), rig.intentsOf(story)[0]?.taken]).toEqual(['committed', 0])

  const taken = await held('taken outside')
  const [{ id } = { id: '' }] = processor.intents().filter((each) => each.transfer_group === taken.spoolId)
  await fetch(`${processor.url}/v1/payment_intents/${id}/capture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${processor.secretKey}` },
  })
  await decideCardStory(steady, rig, taken, half)
  expect(await cardSummary(steady, taken)).toMatchObject({
    state: 'failed',
    card: { problem: 'amount_mismatch' },
    payments: [],
  })
  const found = await listAnomalies(steady.db, { isOpen: true, settlementId: taken.settlementId, limit: 5 })
  expect(found.map(({ kind, subject }) => [kind, subject])).toEqual([['amount_mismatch', id]])
})

const faulty = ['lost_before', 'lost_after', 'error_before', 'error_after'] as const
test.for(faulty)('the processor fails by %s: each amount is held and taken once', async (fault) => {
  // The client calls once more by itself where a connection ended.
  const faults = fault.startsWith('lost') ? [fault, fault] : [fault]
  const story = await rig.story(`fault ${fault}`)
  processor.failNextCall('checkout', ...faults)
  await commitCard(steady, story)
  await rig.pass(60_000)
  await fill((await cardSummary(steady, story)).card?.checkoutUrl ?? '')
  await rig.pass(60_000)
  processor.failNextCall('capture', ...faults)
  await decideCardStory(steady, rig, story, half)
  await rig.pass(60_000, steady, 2)
  expect([await stateOf(story), rig.intentsOf(story)]).toEqual([
    'settled',
    [{ status: 'succeeded', held: 0, taken: 262, fee: 12 }],
  ])

  const direct = await rig.story(`fault of a card ${fault}`)
  processor.failNextCall('charge', ...faults)
  await commitCard(steady, direct, { paymentMethod: 'pm_card_visa' })
  await rig.pass(130_000, steady, 2)
  processor.failNextCall('cancel', ...faults)
  await decideCardStory(steady, rig, direct, null)
  await rig.pass(60_000, steady, 2)
  expect([await stateOf(direct), rig.intentsOf(direct).map(({ status }) => status)]).toEqual([
    'voided',
    ['canceled'],
  ])
  expect(await isBalanced()).toBe(true)
})

test('while an operator has paused the sending nothing is captured, and what is not due is released all the same', async () => {
  const [story, ended] = [await held('paused'), await held('paused and void')]
  const pause = (value: bigint) =>
    inTransaction(steady.db, (tx) => setSwitch(tx, 'sending_paused', value, steady.clock.now()))
  await pause(1n)
  await decideCardStory(steady, rig, story, half)
  await decideCardStory(steady, rig, ended, null)
  await rig.pass(60_000)
  expect([await stateOf(story), rig.intentsOf(story)[0]?.taken]).toEqual(['releasing', 0])
  expect(rig.intentsOf(ended)[0]?.status).toBe('canceled')
  await pause(0n)
  await rig.pass(60_000)
  expect([await stateOf(story), rig.intentsOf(story)[0]?.taken]).toEqual(['settled', 262])
})

test('after a restore nothing is captured until an operator resumes, and the decision about it pauses no second time', async () => {
  const story = await held('restored')
  let answer: (() => Promise<CommandOutput<typeof readLostTime>>) | null = null
  const process = createRestorePause(steady, () => answer?.() ?? Promise.reject(new Error('no answer')))
  const lost = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:05:00.000Z' }
  const paused = () => readSwitch(steady.db, 'sending_paused')
  const resume = () =>
    inTransaction(steady.db, (tx) => setSwitch(tx, 'sending_paused', 0n, steady.clock.now()))
  const sweeps: Date[] = []
  const sweep = process.guard(async (now) => void sweeps.push(now))
  await sweep(steady.clock.now())
  expect(sweeps).toEqual([])
  answer = async () => ({ lost, isRestored: true, recoveryEpoch: 0 })
  await sweep(steady.clock.now())
  expect([sweeps.length, await paused()]).toEqual([1, 1n])
  await decideCardStory(steady, rig, story, half)
  await rig.pass(60_000)
  expect(rig.intentsOf(story)[0]?.taken).toBe(0)
  await resume()
  answer = async () => ({ lost, isRestored: false, recoveryEpoch: 1 })
  await process.check(steady.clock.now())
  expect(await paused()).toBe(0n)
  await rig.pass(60_000)
  expect([await stateOf(story), rig.intentsOf(story)[0]?.taken]).toEqual(['settled', 262])
})

test('two processes with one settlement hold and take once', async () => {
  const other = rig.open()
  const story = await rig.story('two processes')
  const [a, b] = await Promise.all([commitCard(steady, story), commitCard(other, story)])
  await rig.pass(2_000)
  const page =
    a.card?.checkoutUrl ?? b.card?.checkoutUrl ?? (await cardSummary(steady, story)).card?.checkoutUrl
  await fill(page ?? '')
  await rig.pass(2_000)
  await Promise.all([
    decideCardStory(steady, rig, story, half),
    decideCardStory(other, rig, story, half),
    rig.pass(2_000, other),
  ])
  await rig.pass(60_000)
  expect(rig.intentsOf(story)).toEqual([{ status: 'succeeded', held: 0, taken: 262, fee: 12 }])
  expect(await isBalanced()).toBe(true)
})

test('nothing is taken from a card while an open case holds it; what lapses meanwhile is held anew, and taken afterwards', async () => {
  const story = await held('disputed')
  await tellHold(steady, story, 2, true)
  await decideCardStory(steady, rig, story, half)
  await rig.pass(hourMs, steady, 3)
  expect([await stateOf(story), rig.intentsOf(story)[0]?.taken]).toEqual(['releasing', 0])
  expect((await readStateAges(steady.pool)).card.get('releasing')).toEqual({ count: 1, oldest: null })
  const { terms } = await operate(handleShowSettlement(steady), { reference: story.spoolId })
  expect(Date.parse(terms?.nextLookAt ?? '') - steady.clock.now().getTime()).toBeGreaterThan(hourMs / 2)
  const [intent] = processor.intents().filter(({ transfer_group: group }) => group === story.spoolId)
  processor.lapse(intent?.id ?? '')
  await rig.pass(hourMs)
  expect(await stateOf(story)).toBe('uncommitted')
  const again = await commitCard(steady, story, { paymentMethod: 'pm_card_visa' })
  expect(again.state).toBe('committed')
  await decideCardStory(steady, rig, story, half)
  await rig.pass(hourMs)
  expect(rig.intentsOf(story).map(({ taken }) => taken)).toEqual([0, 0])
  await tellHold(steady, story, 3, false)
  expect([await stateOf(story), rig.intentsOf(story).map(({ taken }) => taken)]).toEqual([
    'settled',
    [0, 262],
  ])
  expect(await isBalanced()).toBe(true)
})

test('a card is not charged for a Spool that says it is held, before the news of it has come', async () => {
  const story = await held('disputed unheard')
  const warned = rig.open({ isHeldByCase: async () => true })
  await decideCardStory(warned, rig, story, half)
  await rig.pass(2_000, warned, 2)
  expect([await stateOf(story), rig.intentsOf(story)[0]?.taken]).toEqual(['releasing', 0])
  await rig.pass(2_000)
  expect(await stateOf(story)).toBe('settled')
})

test('that a payee has set up its payouts is found out by asking, and told once', async () => {
  const told = async (payeeId: string) => {
    const { rows } = await steady.pool.query<{ body: string }>(
      `select body from outbox where body::json ->> 'payeeId' = $1 order by seq`,
      [payeeId],
    )
    return rows.map(({ body }) => {
      const { isReady, version } = JSON.parse(body) as { isReady: boolean; version: number }
      return [isReady, version]
    })
  }
  const payeeId = await rig.payee('to be found out', false)
  expect(await told(payeeId)).toEqual([[false, 1]])
  const look = (afterMs: number) => watchPayouts(steady, new Date(steady.clock.now().getTime() + afterMs))
  await look(60_000)
  expect(await told(payeeId)).toEqual([[false, 1]])
  const { url } = await onboard(steady, payeeId)
  await fill(url)
  await look(3_600_000)
  await look(7_200_000)
  expect(await told(payeeId)).toEqual([
    [false, 1],
    [true, 2],
  ])
})
