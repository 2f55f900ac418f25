import type { DisputeRemedy, Side } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { hex } from '../agreement/accepted-spool.fixture.ts'
import { asOf } from '../lifecycle/as-of.ts'
import { isWholeSearch } from '../lifecycle/lifecycle-search.fixture.ts'
import { settleVerdict } from '../lifecycle/timers.ts'
import { openDisputes } from '../model/casework/dispute.ts'
import { budgetEnd, isHeld, windowEnd, withHold, withoutHolds } from '../model/hold.ts'
import type { Spool } from '../model/spool.ts'
import { answerDispute } from './answer-dispute.ts'
import { canOf } from './dispute-actions.ts'
import { hour, judged, said, tools, viewer, withPolicy } from './disputed-spool.fixture.ts'
import { openDispute } from './open-dispute.ts'
import { reviewEnded, reviewStarted } from './reviewed-dispute.ts'
import { withdrawDispute } from './withdraw-dispute.ts'

const windowHours = 2
const windowMs = windowHours * 3_600_000
/** What is opened on one way at most: a little where not everything is searched, which uses up all the time of both sides too. */
const most = isWholeSearch ? { disputes: 3, blocks: 2, receipts: 2 } : { disputes: 2, blocks: 1, receipts: 2 }
const sides = ['buyer', 'provider'] as const

/** A Spool at an hour, and how much was opened on the way there. */
type Model = { spool: Spool; hours: number; opened: number; blocks: number; receipts: number }

const now = ({ hours }: Model) => hour(hours)
const found = (model: Model): Model => {
  const at = now(model)
  const { spool } = asOf(model.spool, at, tools)
  // A discrepancy goes on when its block has lapsed.
  const lapsed = spool.state.holds.filter(
    ({ cause, until }) => cause === 'discrepancy' && until <= at.toISOString(),
  )
  const holds = lapsed.reduce(
    (state, { id, until }) => ({ ...state, ...withoutHolds(state, [id], until) }),
    spool.state,
  )
  return { ...model, spool: { ...spool, state: holds } }
}
const after = (model: Model, spool: Spool, change: Partial<Model> = {}): Model => ({
  ...model,
  ...change,
  spool,
})

const later = (model: Model): Model => found({ ...model, hours: model.hours + windowHours / 2 })

/** How long a side has held the money by now, ms. */
function heldMs({ spool: { state }, ...model }: Model, side: Side): number {
  const { spentMs, since } = state.heldTime[side]
  return spentMs + (since === null ? 0 : hour(model.hours).getTime() - Date.parse(since))
}

const remedies: readonly DisputeRemedy[] = ['release']

/** What the parties may do, each by itself: dispute, answer, withdraw, have it reviewed, block, and verify again. */
function moves(model: Model): Model[] {
  const at = now(model).toISOString()
  return [
    ...sides.flatMap((side) => remedies.flatMap((remedy) => disputed(model, side, remedy))),
    ...sides.flatMap((side) => blocked(model, side, at)),
    ...openDisputes(model.spool.state).flatMap((dispute) =>
      sides.flatMap((side) => {
        const moment = { spool: model.spool, dispute, viewer: viewer(model.spool, side) }
        const facts = { at, digestOf: () => '' }
        const can = canOf(moment)
        const accept = { answer: 'accept', outcomes: null, detail: null } as const
        return [
          ...(can.includes('withdraw') ? [after(model, withdrawDispute(moment, at).spool)] : []),
          ...(can.includes('respond') && remedyOf(dispute.id) === 'release'
            ? [
                after(
                  model,
                  answerDispute({ ...moment, said: { ...said, remedy: 'release' } }, accept, facts).decision
                    .spool,
                ),
              ]
            : []),
        ]
      }),
    ),
    ...reviewed(model, at),
    ...verified(model, at),
  ]
}

const remedyOf = (id: string) => (id.includes('release') ? 'release' : 'correct_receipt')

function disputed(model: Model, side: Side, remedy: DisputeRemedy): Model[] {
  if (model.opened >= most.disputes) return []
  const { spool } = model
  const id = `dsp_${remedy}_${model.opened}`
  const asked = { disputeId: id, receiptId: spool.state.latestReceiptId ?? '', said: { ...said, remedy } }
  try {
    const decision = openDispute({ spool, evidence: [] }, viewer(spool, side), asked, now(model))
    return [after(model, decision.spool, { opened: model.opened + 1 })]
  } catch {
    return []
  }
}

/** A discrepancy that blocks, until its own end or that of the budget of its side. */
function blocked(model: Model, side: Side, at: string): Model[] {
  const { spool } = model
  const [lapse, spent] = [windowEnd(spool, at), budgetEnd(spool, side, at)]
  if (model.blocks >= most.blocks || spent <= at) return []
  const id = `dsc_${model.blocks}`
  const until = lapse < spent ? lapse : spent
  const hold = { id, cause: 'discrepancy', side, receiptId: null, blocks: true, until } as const
  const state = { ...spool.state, ...withHold(spool.state, hold, at) }
  return [after(model, { ...spool, state }, { blocks: model.blocks + 1 })]
}

function reviewed(model: Model, at: string): Model[] {
  const { spool } = model
  return spool.state.disputes.flatMap((dispute) => {
    const review = { disputeId: dispute.id, reviewId: 'rev_1' }
    if (dispute.status === 'open') {
      const expiresAt = hour(model.hours + 9).toISOString()
      return [after(model, reviewStarted(spool, { ...review, expiresAt }, at).spool)]
    }
    if (dispute.status !== 'under_review') return []
    return (['upheld', 'undecided'] as const).map((outcome) =>
      after(model, reviewEnded(spool, review, { outcome }, at).spool),
    )
  })
}

/** A further run has brought another receipt, which can be disputed anew. */
function verified(model: Model, at: string): Model[] {
  if (model.receipts >= most.receipts) return []
  const state = {
    ...model.spool.state,
    latestReceiptId: `ocr_${hex(model.receipts + 1)}`,
    latestReceiptAt: at,
  }
  return [after(model, { ...model.spool, state }, { receipts: model.receipts + 1 })]
}

/** What two states must share to be explored as one: every time as far as it lies ahead. */
const keyOf = (model: Model): string => {
  const { spool, opened, blocks, receipts } = model
  const { disputes, holds, latestReceiptId, latestReceiptAt, status } = spool.state
  const ahead = (at: string) => Math.max(0, Date.parse(at) - now(model).getTime())
  return JSON.stringify([
    ...[opened, blocks, receipts, status.outcome, ahead(windowEnd(spool, latestReceiptAt ?? ''))],
    sides.map((side) => heldMs(model, side)),
    holds.map(({ cause, side, blocks: isHolding, until }) => [cause, side, isHolding, ahead(until)]),
    openDisputes({ disputes }).map((each) => [
      ...[
        each.side,
        each.status,
        ahead(each.deadline),
        each.isDeadlineMoved,
        each.receiptId === latestReceiptId,
      ],
    ]),
  ])
}

/** What is lost or stuck where everyone is silent from here on; null where the receipt stands, every dispute ends and the money goes on. */
function stuckBySilence(model: Model): string | null {
  const { spool } = found({ ...model, hours: model.hours + 4 * windowHours })
  const { disputes, latestReceiptId, lastRun } = spool.state
  const wasOpen = new Set(openDisputes(model.spool.state).map(({ id }) => id))
  const truths: [string, boolean][] = [
    ['a dispute never ends', openDisputes(spool.state).length === 0],
    ['a hold never ends', !isHeld(spool.state)],
    ['silence decides', disputes.every(({ id, status: end }) => !wasOpen.has(id) || end === 'expired')],
    [
      'silence changes the receipt',
      latestReceiptId === model.spool.state.latestReceiptId && lastRun?.earnedCents === 200,
    ],
    [
      'what was earned is not due',
      settleVerdict(spool, spool.updatedAt).spool.state.status.outcome === 'completed',
    ],
  ]
  return truths.find(([, holds]) => !holds)?.[0] ?? null
}

test('every dispute ends, silence decides for neither side, and no chain of disputes, reviews and blocks holds the money longer than four windows', () => {
  const spool = withPolicy(judged({}, 'pass'), { window_hours: windowHours, resolver: 'counterparty' })
  const first: Model = { spool, hours: 0, opened: 0, blocks: 0, receipts: 1 }
  const seen = new Set([keyOf(first)])
  const open = [first]
  let longest = 0
  for (let model = open.pop(); model !== undefined; model = open.pop()) {
    const current = model
    const held = sides.map((side) => heldMs(current, side))
    longest = Math.max(
      longest,
      held.reduce((sum, ms) => sum + ms, 0),
    )
    const problem = held.some((ms) => ms > 2 * windowMs)
      ? 'a side holds longer than two windows'
      : stuckBySilence(model)
    if (problem !== null) throw new Error(`${problem}, in ${keyOf(model)}`)
    for (const each of [later(model), ...moves(model)]) {
      const key = keyOf(each)
      if (!seen.has(key)) {
        seen.add(key)
        open.push(each)
      }
    }
  }
  console.info(`explored ${seen.size} states of disputes`)
  // Both sides can use up all of their time.
  expect(longest).toBe(4 * windowMs)
}, 300_000)
