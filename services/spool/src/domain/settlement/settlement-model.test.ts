import type { ActionName, SettlementState } from '@outturn/vocabulary'
import type { CreateSpoolRequest, Principal, SettlementSummary } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { changeEvents } from '../../events.ts'
import { act } from '../lifecycle/lifecycle-actions.fixture.ts'
import { happenings } from '../lifecycle/lifecycle-happenings.fixture.ts'
import {
  after,
  type Caller,
  callers,
  closesAt,
  createdFrom,
  disputable,
  found,
  keyOf,
  type ModelState,
  nowOf,
  otherAccount,
} from '../lifecycle/lifecycle-model.fixture.ts'
import {
  demand,
  explore,
  holdingDisputes,
  isWholeSearch,
  tryEverything,
} from '../lifecycle/lifecycle-search.fixture.ts'
import { nextVersionAlways } from '../model/decision.ts'
import { flagsOf } from '../lifecycle/flags.ts'
import { actionContextOf, allowedActionsOf, assertAllowed } from '../lifecycle/transitions.ts'
import { type Viewer, viewerOf } from '../model/viewer.ts'
import { nextStepOf } from '../views/next-step.ts'
import { applySettlement } from './apply-settlement.ts'
import { commitByCard } from './commit-by-card.ts'
import { commitSettlement } from './commit-settlement.ts'
import {
  cardCommitted,
  cardReceives,
  cardSteps,
  cardSummary,
  isLiveHold,
  nothingYet,
  type Settling,
  walletCommitted,
  walletReceives,
  walletSteps,
  walletSummary,
} from './settling.fixture.ts'

/** A Spool with its settlement, and what is on its way between the two. */
type Model = ModelState & {
  readonly lane: 'wallet' | 'card'
  readonly settling: Settling
  /** Decisions that the settlement service has not received: cents that are due, or null for nothing. What is decided again is known. */
  readonly decided: readonly (number | null)[]
  /** Whether what was sent before a dispute may still pay. */
  readonly isUnderWay: boolean
  /** News that the Spool has not received. It may come in any order, and what is older than what came is no news. */
  readonly news: readonly SettlementSummary[]
}

/** News that waits behind these is as if it had come late. Where not everything is searched, it comes in another order in one story. */
function mostNews({ lane, spool }: Model): number {
  if (isDisputable({ spool })) return 1
  const { mode } = spool.agreement.finality
  return isWholeSearch || (lane === 'wallet' && mode === 'first_verdict') ? 2 : 1
}
/** Where parties may dispute, their receipts are not revoked, nor settled with where a card takes it, and less news waits: that is searched by itself. */
const isDisputable = ({ spool }: Pick<Model, 'spool'>) => spool.agreement.disputePolicy.window_hours > 0
const isNarrow = (model: ModelState): boolean => {
  const { settledCents, receiptStatuses, status } = model.spool.state
  const isUnsettled = settledCents === 0 || status.settlement === 'failed'
  return !isDisputable(model) || (isUnsettled && Object.keys(receiptStatuses).length === 0)
}
const tools = { eventHash: () => '0', entryId: () => 'evt' }
const announcer = { environment: 'production', ids: { newUuid: () => 'id' } } as never

/** What a change of the Spool tells the settlement service goes on its way. */
function announced(before: Model, { spool, phase }: ModelState): Model {
  const rows = changeEvents(announcer, before.spool, spool, nowOf({ spool, phase }))
  const told = rows
    .filter(({ subject }) => subject.endsWith('settlement-decided'))
    .map(({ body }) => (JSON.parse(body) as { due: { earnedCents: number } | null }).due?.earnedCents ?? null)
  const next = { ...before, spool, phase, decided: [...new Set([...before.decided, ...told])] }
  for (const due of told) {
    if (due === null) {
      const { outcome, settlement } = before.spool.state.status
      const isDecidedHere = outcome === 'active' && settlement === 'committed'
      const shown = spool.state.status.settlement
      demand(!isDecidedHere || shown === 'voided', next, `nothing is due, and it is ${shown}`)
      continue
    }
    demandVerdict(next, due, 'is released')
    const { lastRun, receiptStatuses } = spool.state
    demand(
      receiptStatuses[lastRun?.receiptId ?? ''] !== 'revoked',
      next,
      'money is released by a revoked receipt',
    )
    const isKnown = before.settling.due === due || before.spool.state.status.outcome !== 'active'
    demand(
      isKnown || holdingDisputes(spool.state).length === 0,
      next,
      'money is released that a dispute holds',
    )
  }
  return next
}

/** What is released or paid is what the final verdict says. */
function demandVerdict(model: Model, due: number, what: string): void {
  const { lastRun } = model.spool.state
  demand(flagsOf(model.spool, nowOf(model)).terminal, model, `money ${what} on an open verdict`)
  demand(lastRun?.earnedCents === due && due > 0, model, `another amount than was earned ${what}`)
}

function settles(model: Model, settling: Settling): Model {
  if (settling.version === model.settling.version) return { ...model, settling }
  const isPaid = settling.paid > model.settling.paid
  if (isPaid) demandVerdict(model, settling.paid, 'is paid')
  const isUnderWay = model.isUnderWay && !isPaid
  return {
    ...model,
    settling,
    isUnderWay,
    news: [...model.news, summaryOf(model, settling)].slice(-mostNews(model)),
  }
}

function summaryOf({ lane }: Pick<Model, 'lane'>, settling: Settling): SettlementSummary {
  return lane === 'wallet' ? walletSummary(settling) : cardSummary(settling)
}

/** A committed Spool is cancelled by the second side to ask, and not by one that asks twice. */
function demandBoth({ spool: before }: Model, taken: Model, { sides }: Viewer): void {
  if (before.state.status.settlement !== 'committed' || taken.spool.state.status.outcome === 'active') return
  const asked = new Set([...before.state.cancelConsents, ...sides])
  demand(asked.size === 2, taken, 'one side alone cancels what is committed')
  demand(taken.spool.state.status.settlement === 'voided', taken, 'what is cancelled stays committed')
}

/** Takes an action as its handler does. The settlement service commits first, and its answer may be lost. */
function take(action: ActionName, model: Model, principal: Principal): Model[] {
  const viewer = viewerOf(model.spool, principal)
  if (action !== 'commit') {
    const taken = act(action, model, principal).map((next) => announced(model, found(next)))
    if (action === 'cancel') for (const next of taken) demandBoth(model, next, viewer)
    return taken
  }
  assertAllowed(action, model.spool, viewer, nowOf(model))
  const at = nowOf(model).toISOString()
  if (model.lane === 'wallet') {
    const committed = walletCommitted(model.settling)
    demand(committed !== null, model, 'a commitment is listed, and the settlement service takes none')
    const known = settles(model, committed ?? nothingYet)
    return [known, announced(known, after(known, commitSettlement(known.spool, viewer, at)))]
  }
  const answers = cardCommitted(model.settling)
  demand(answers !== null, model, 'a commitment is listed, and the settlement service takes none')
  return [
    settles(model, answers?.declined ?? nothingYet),
    ...(answers?.taken ?? []).flatMap((settling) => {
      const known = settles(model, settling)
      const decision = commitByCard(known.spool, cardSummary(settling), at)
      return [known, announced(known, after(known, decision))]
    }),
  ]
}

/** Time passes, runs end, receipts change (by card the parties settle by them only what no card takes), the settlement goes on, and what is on its way comes, late, or in another order. */
function meanwhile(model: Model): Model[] {
  const { lane, settling, decided, news } = model
  const isHeld = holdingDisputes(model.spool.state).length > 0
  const isFailed = model.spool.state.status.settlement === 'failed'
  const steps = lane === 'wallet' ? walletSteps(settling) : cardSteps(settling)
  return [
    ...happenings(model)
      .filter(isNarrow)
      .filter(({ spool }) => lane === 'wallet' || isFailed || spool.state.settledCents === 0)
      .flatMap((next) => underWay(model, announced(model, found(next)))),
    ...steps
      .filter((next) => !isHeld || next.paid === settling.paid || model.isUnderWay)
      .map((next) => settles(model, next)),
    ...decided.flatMap((due, index) => {
      const told = { ...model, decided: decided.toSpliced(index, 1) }
      const nexts = lane === 'wallet' ? walletReceives(settling, due) : cardReceives(settling, due)
      return nexts.map((next) => settles(told, next))
    }),
    ...news.map((_, index) => received(model, index)),
  ]
}

/** A payment that was sent before a dispute was opened may come through. */
function underWay(before: Model, model: Model): Model[] {
  const isNew = model.spool.state.disputes.length > before.spool.state.disputes.length
  const isSent = ['signed', 'seller_paid', 'released'].includes(model.settling.at)
  return isNew && isSent ? [model, { ...model, isUnderWay: true }] : [model]
}

function received(model: Model, index: number): Model {
  const summary = model.news[index] as SettlementSummary
  const at = nowOf(model).toISOString()
  const left = { ...model, news: model.news.slice(index + 1) }
  const decision = applySettlement(model.spool, summary, at)
  if (decision === null) return left
  const { spool } = nextVersionAlways(decision, at, tools)
  demandShownOnwards(model, spool.state.status.settlement)
  for (const late of model.news.slice(0, index + 1)) {
    demand(applySettlement(spool, late, at) === null, model, 'news that comes late or twice counts')
  }
  return announced(left, { ...model, spool })
}

/** What was decided is not shown as undecided by a service that does not know it yet. */
function demandShownOnwards(model: Model, shown: SettlementState): void {
  const before = model.spool.state.status.settlement
  const isUndone =
    (before === 'releasing' && shown === 'committed') ||
    (before === 'voided' && ['uncommitted', 'committed', 'releasing'].includes(shown))
  demand(!isUndone, model, `${before} is shown as ${shown} again`)
}

function keyOfModel(model: Model): string {
  const { lane, settling, decided, news, spool } = model
  const { settlement, cancelConsents, status } = spool.state
  const { version, ...rest } = settling
  return [
    keyOf(model),
    lane,
    JSON.stringify(rest),
    JSON.stringify(decided),
    model.isUnderWay,
    JSON.stringify(news.map(({ version: _, requiredLegs, ...told }) => [told, requiredLegs.length])),
    settlement === null
      ? ''
      : `${settlement.card?.state} ${settlement.requiredLegs.length} ${settlement.payments.length}`,
    settlement?.blocked?.reason ?? '',
    // Whether it has received everything.
    (settlement?.version ?? 0) >= version,
    cancelConsents.join(),
    status.settlement,
  ].join('|')
}

/** What must hold wherever the two stand. */
function demandSound(model: Model): void {
  const { settling, decided, lane, news, spool } = model
  const { status, lastRun, settledCents } = spool.state
  const flags = flagsOf(spool, nowOf(model))
  const step = nextStepOf(spool, flags, nowOf(model))
  const shown = status.settlement
  const isOver = status.outcome !== 'active'
  const isQuiet = decided.length === 0 && news.length === 0
  const told = settling.at === 'none' ? 'uncommitted' : summaryOf(model, settling).state
  const isKnown = spool.state.settlement !== null || lane === 'card'
  const truths: [string, boolean][] = [
    ['more is paid than was earned', settling.paid <= (lastRun?.earnedCents ?? 0)],
    ['it is shown as settled, and nothing was paid', shown !== 'settled' || settling.paid > 0],
    [
      'the Spool shows another state than there is',
      !isQuiet || !isKnown || shown === told || (isOver && told === 'uncommitted'),
    ],
    [
      'money stays held for a Spool that is over',
      !isQuiet ||
        !isOver ||
        !isLiveHold(settling) ||
        settling.isVoid ||
        settling.at === 'too_small' ||
        settledCents > 0,
    ],
    [
      'what was earned is owed, and no one is told to settle it',
      !flags.terminal ||
        !flags.settlement_eligible ||
        isOver ||
        shown !== 'uncommitted' ||
        step.type === 'settle',
    ],
    [
      'a committed settlement outlives a final verdict',
      !flags.terminal || isOver || shown !== 'committed' || holdingDisputes(spool.state).length > 0,
    ],
  ]
  for (const [otherwise, holds] of truths)
    demand(holds, model, `${otherwise} (${lane} ${settling.at}, shown ${shown})`)
}

/** Nothing is held, owed or on its way. */
function isEnd({ spool, settling, decided, news, lane }: Model): boolean {
  if (spool.state.status.outcome === 'active' || decided.length > 0 || news.length > 0) return false
  if (lane === 'card') return !isLiveHold(settling)
  return (
    settling.isVoid || ['none', 'committed', 'all_paid', 'closed_unpaid', 'closed_paid'].includes(settling.at)
  )
}

const wallets = { buyer: `0x${'a'.repeat(40)}`, seller: `0x${'b'.repeat(40)}` }

function requestOf(
  lane: Model['lane'],
  finality: CreateSpoolRequest['finality'],
  creator: 'buyer' | 'seller',
  disputePolicy: CreateSpoolRequest['dispute_policy'] = { window_hours: 0 },
): CreateSpoolRequest {
  const other = creator === 'buyer' ? 'seller' : 'buyer'
  const party = (role: 'buyer' | 'seller', more: object = {}) => ({
    role,
    kind: 'org' as const,
    display_name: role,
    ...(lane === 'wallet' && { settlement_address: `wallet:eip155:42431:${wallets[role]}` }),
    ...more,
  })
  return {
    type: lane === 'wallet' ? 'agent_task' : 'service',
    parties: [party(creator), party(other, { account_id: otherAccount })],
    value: { amount_cents: 500, currency: 'USD' },
    deliverable: { type: 'report', title: 'Report', description: '', attributes: {} },
    terms: [{ text: 'One report.', provenance: { source: 'freeform' } }],
    conditions: [
      {
        description: 'The work is done.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'row_count', expected: 1 },
      },
    ],
    finality,
    dispute_policy: disputePolicy,
    agreement: { mode: 'bilateral', reopen_on_decline: false },
  }
}

/** The Spool once its other party has accepted it: what comes before moves no money and is searched by itself. */
function agreed(created: ModelState): ModelState {
  const by = (action: ActionName, name: string, state: ModelState): ModelState => {
    const caller = callers.find((each) => each.name === name) as Caller
    return found(act(action, state, caller.principal)[0] as ModelState)
  }
  const proposed = found(created)
  const isQuoted = created.spool.agreement.type === 'agent_task'
  const quoted = isQuoted ? by('quote', 'creator, full key', proposed) : proposed
  return by('accept', 'other party, full key', quoted)
}

function startOf(first: ModelState, lane: Model['lane']): Model {
  return { ...first, lane, settling: nothingYet, decided: [], isUnderWay: false, news: [] }
}

const stories = [
  ['wallet', { mode: 'first_verdict', max_runs: 1 }, 'buyer'],
  ['wallet', { mode: 'until', closes_at: closesAt, max_runs: 1 }, 'seller'],
  ['card', { mode: 'first_verdict', max_runs: 1 }, 'seller'],
] as const

test.each(stories)('money of a %s moves by final verdicts alone, once: %j', (...story) => {
  const [lane, finality, creator] = story
  const isOfEveryone = isWholeSearch || finality.mode === 'first_verdict'
  const first = agreed(createdFrom(requestOf(lane, finality, creator), ['external', 'wallet', 'card']))
  expect(first.spool.agreement.lane?.funding).toBe(lane === 'wallet' ? 'wallet_authority' : 'hosted_checkout')
  const total = explore<Model>({
    first: startOf(first, lane),
    reach: (model) => [
      ...(isOfEveryone ? tryEverything(model, take) : takeAsParties(model)),
      ...meanwhile(model),
    ],
    keyOf: keyOfModel,
    demandSound,
    isEnd,
  })
  expect(total).toBeGreaterThan(1_000)
})

const disputes = [
  ['wallet', { mode: 'open', max_runs: 2 }, 'buyer'],
  ['card', { mode: 'open', max_runs: isWholeSearch ? 2 : 1 }, 'seller'],
] as const

/** What the two parties do with their full keys, abandoning only what has no receipt; everything else is searched without disputes. */
function takeAsParties(model: Model): Model[] {
  return callers
    .filter(({ name }) => name === 'creator, full key' || name === 'other party, full key')
    .flatMap(({ principal }) => {
      const viewer = viewerOf(model.spool, principal)
      const listed = allowedActionsOf(actionContextOf(model.spool, viewer, nowOf(model)))
      return listed
        .filter((action) => action !== 'abandon' || model.spool.state.lastRun?.receiptId === null)
        .flatMap((action) => take(action, model, principal))
    })
}

test.each(disputes)('a dispute holds the money of a %s, which is never stuck: %j', (...story) => {
  const [lane, finality, creator] = story
  const request = requestOf(lane, finality, creator, disputable)
  const total = explore<Model>({
    first: startOf(agreed(createdFrom(request, ['external', 'wallet', 'card'])), lane),
    reach: (model) => [...takeAsParties(model), ...meanwhile(model)],
    keyOf: keyOfModel,
    demandSound,
    isEnd,
  })
  expect(total).toBeGreaterThan(1_000)
})
