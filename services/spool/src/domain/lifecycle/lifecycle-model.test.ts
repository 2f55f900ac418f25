import { type ActionName, actionNames } from '@outturn/vocabulary'
import type { CreateSpoolRequest, NextStep } from '@outturn/contracts'
import { expect, test } from 'vitest'
import {
  act,
  callers,
  closesAt,
  createdFrom,
  expiresAt,
  found,
  happenings,
  keyOf,
  nowOf,
  otherAccount,
  type ModelState,
  withCounterparty,
} from './lifecycle-model.fixture.ts'
import { expectedActions } from './lifecycle-oracle.fixture.ts'
import { flagsOf } from './flags.ts'
import type { SpoolState } from './spool.ts'
import { nextStepOf } from '../views/next-step.ts'
import { allowedActionsOf, actionContextOf, findDenial } from './transitions.ts'
import { boundKeysEndAt, type Viewer, viewerOf } from './viewer.ts'

type Condition = CreateSpoolRequest['conditions'][number]
const check = (change: Partial<Condition>): Condition => ({
  description: 'The work is done.',
  required: true,
  verification_method: 'deterministic',
  ...change,
})
const rows = check({ deterministic_check: { checker: 'row_count', expected: 1 } })
const deadline = check({ deterministic_check: { checker: 'deadline_met', deadline: '2026-01-01T00:00:00Z' } })
const byBuyer = check({ verification_method: 'human_confirmed' })
const byBoth = check({ verification_method: 'human_confirmed', confirmation_method: 'both_confirm' })
const byJudge = check({
  verification_method: 'external_tool',
  external_judge: {
    id: 'lab',
    name: 'Lab',
    proof: { type: 'ed25519', public_key: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w' },
  },
})
const conditionSets: Condition[][] = [
  [],
  [rows],
  [deadline],
  [byBuyer],
  [byBoth],
  [rows, { ...byBoth, required: false }],
  [byJudge, rows],
]

const forms = [
  { mode: 'bilateral', type: 'service' },
  { mode: 'bilateral', type: 'agent_task' },
  { mode: 'unilateral', type: 'service' },
] as const
const finalities = [
  { mode: 'open' },
  { mode: 'first_verdict' },
  { mode: 'until', closes_at: closesAt },
] as const

const roles = [
  ['buyer', 'seller'],
  ['provider', 'client'],
] as const

/** Whether the party that makes a unilateral Spool can bring it to a verdict: its conditions ask no one who is not there. */
function isDecidableAlone(pair: {
  conditions: Condition[]
  roles: readonly string[]
  isAssigned: boolean
}): boolean {
  const { conditions, isAssigned } = pair
  const isAsked = ({ verification_method: method, confirmation_method: form }: Condition) =>
    method === 'human_confirmed' && (form === 'both_confirm' || pair.roles[0] !== 'buyer')
  return conditions.length > 0 && (isAssigned || !conditions.some(isAsked))
}

/** Each form with each set of conditions, and the rest turning with them, so that every two kinds of each meet. */
function requests(): CreateSpoolRequest[] {
  const pairs = forms.flatMap((form) => conditionSets.map((conditions) => ({ ...form, conditions })))
  return pairs
    .map((pair, index) => ({
      ...pair,
      index,
      roles: roles[index % 2] as (typeof roles)[number],
      isAssigned: index % 4 < 2,
    }))
    .filter((pair) => pair.mode === 'bilateral' || isDecidableAlone(pair))
    .map(({ mode, type, conditions, index, roles: [creatorRole, otherRole], isAssigned }) => {
      const mayReopen = index % 3 !== 0
      return {
        type,
        parties: [
          { role: creatorRole, kind: 'org', display_name: 'Acme' },
          {
            role: otherRole,
            kind: 'agent',
            display_name: 'Bot',
            ...(isAssigned && { account_id: otherAccount }),
          },
        ],
        value: { amount_cents: 500, currency: 'USD' },
        deliverable: { type: 'report', title: 'Report', description: '', attributes: {} },
        terms: [{ text: 'One report.', provenance: { source: 'freeform' } }],
        conditions,
        // A second run squares the states of an agreement on which two people must confirm: each kind has it in one form.
        finality: {
          ...(finalities[index % 3] as (typeof finalities)[number]),
          max_runs: type === 'service' ? 2 : 1,
        },
        agreement: { mode, reopen_on_decline: mayReopen },
        ...(mayReopen && { economics: { expiry: expiresAt } }),
      }
    })
}

/** Every action by every caller in one state: what is listed succeeds, what is not is refused with a reason. */
function tryEverything(state: ModelState): ModelState[] {
  const { spool } = state
  const offers: Offer[] = []
  const reached = callers.flatMap(({ name, principal }) => {
    const viewer = viewerOf(spool, principal)
    const moment = actionContextOf(spool, viewer, nowOf(state))
    const listed = viewer.party === null ? [] : allowedActionsOf(moment)
    offers.push({ viewer, isPerson: principal.kind === 'sandbox', listed })
    const offered = listed.join()
    const expected = expectedActions(state, principal).join()
    demand(offered === expected, state, `${name} is offered ${offered}, not ${expected}`)
    return actionNames.flatMap((action) => {
      if (listed.includes(action)) return act(action, state, principal)
      const reason = findDenial(action, moment)?.options.reason
      demand(reason !== undefined, state, `${name} is refused ${action} without a reason`)
      return []
    })
  })
  demandActorWhoCan(state, offers)
  demandTwo(state, offers)
  return reached
}

/** Like `expect`, which is too slow for millions of demands. */
function demand(holds: boolean, state: ModelState, otherwise: string): void {
  if (!holds) throw new Error(`${otherwise}, in ${keyOf(state)}`)
}

/** What no step may undo: an end, a final verdict, an accepted agreement. */
function demandNoWayBack(before: ModelState, after: ModelState): void {
  const [from, to] = [before.spool.state, after.spool.state]
  const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
  if (from.status.outcome !== 'active') demand(isSame(from.status, to.status), after, 'an end is undone')
  if (flagsOf(before.spool, nowOf(before)).terminal) {
    demand(flagsOf(after.spool, nowOf(after)).terminal, after, 'a final verdict is open again')
    demand(isSame(from.lastRun, to.lastRun), after, 'a run follows a final verdict')
  }
  if (from.status.agreement !== 'accepted') return
  const [agreed, kept] = [before.spool.agreement, after.spool.agreement]
  demand(agreed.agreementHash === kept.agreementHash, after, 'an accepted agreement changes')
  demand(isSame(from.acceptance, to.acceptance), after, 'an acceptance changes')
  demand(isSame(from.quote, to.quote), after, 'an accepted quote changes')
}

/** What is to be done next, as actions of which one must be open to a key of the party that is named. */
function askedActions({ type }: NextStep, { status, openRun }: SpoolState): readonly ActionName[] | null {
  switch (type) {
    case 'submit_evidence':
      return ['evidence']
    case 'rerun_allowed':
      return openRun === null ? ['verify'] : null
    case 'await_confirmation':
      return status.agreement === 'proposed' ? ['accept', 'quote'] : ['verify', 'evidence']
    case 'settle':
    case 'sign_settlement':
    case 'terminal':
    case 'new_spool':
      return null
    default:
      return type satisfies never
  }
}

/** What each caller that is a party is offered. */
type Offer = { viewer: Viewer; isPerson: boolean; listed: readonly ActionName[] }

/** The party that is to act next has a key, or gets one by the invitation to its place, that is offered what is asked for. */
function demandActorWhoCan(state: ModelState, offers: readonly Offer[]): void {
  const { spool } = state
  const now = nowOf(state)
  const step = nextStepOf(spool, flagsOf(spool, now), now)
  const asked = askedActions(step, spool.state)
  if (asked === null) return
  // The initiator of a unilateral Spool submits what its provider delivered: the provider has no key here.
  const actsForBoth = spool.agreement.mode === 'unilateral' && step.type === 'submit_evidence'
  const isAsked = ({ viewer: { sides }, listed }: Omit<Offer, 'isPerson'>) =>
    (step.actor === 'verifier' || actsForBoth || sides.some((side) => side === step.actor)) &&
    asked.some((action) => listed.includes(action))
  if (offers.some((offer) => !offer.isPerson && isAsked(offer))) return
  const taken = withCounterparty(state)
  const canAct =
    taken !== null &&
    callers.some(({ principal }) => {
      const viewer = viewerOf(taken, principal)
      if (viewer.party === null || viewer.isCreator) return false
      return isAsked({ viewer, listed: allowedActionsOf(actionContextOf(taken, viewer, now)) })
    })
  demand(canAct, state, `no key of the ${step.actor} can ${asked.join(' or ')}: ${step.reason}`)
}

/** In a Spool of one party, what takes two is refused as that to both parties. */
function demandTwo(state: ModelState, offers: readonly Offer[]): void {
  const { spool } = state
  if (spool.agreement.mode === 'bilateral') return
  for (const { viewer } of offers) {
    if (viewer.scope !== 'full') continue
    for (const action of ['accept', 'decline', 'cancel', 'commit', 'onboard-provider'] as const) {
      const code = findDenial(action, actionContextOf(spool, viewer, nowOf(state)))?.code
      demand(code === 'not_allowed_in_unilateral_mode', state, `${action} is refused with ${code}`)
    }
  }
}

/** What the booleans and the next step promise about money and about who can act. */
function demandSoundState(state: ModelState): void {
  const { spool } = state
  const { status, lastRun, openRun } = spool.state
  const flags = flagsOf(spool, nowOf(state))
  const step = nextStepOf(spool, flags, nowOf(state))
  const earned = lastRun?.earnedCents ?? 0
  const { receiptStatuses, settledCents } = spool.state
  const receiptId = lastRun?.receiptId ?? null
  const isCertified = receiptId !== null && receiptStatuses[receiptId] === undefined
  const mayBePaid =
    earned > 0 && isCertified && (status.outcome === 'active' || status.outcome === 'completed')
  const isOver = status.outcome !== 'active'
  const truths: [string, boolean][] = [
    ['earned exceeds what was committed', earned <= spool.agreement.value.amount_cents],
    ['eligibility is not what was earned', flags.settlement_eligible === mayBePaid],
    ['money moves by itself', status.settlement === 'uncommitted'],
    ['a payment is due on an open verdict', step.type !== 'settle' || (mayBePaid && flags.terminal)],
    ['what is settled is due again', step.type !== 'settle' || settledCents < earned],
    ['an end is not terminal', !isOver || flags.terminal],
    ['a final verdict leaves the Spool open', !flags.terminal || isOver],
    ['evidence is asked for and not taken', step.type !== 'submit_evidence' || flags.can_resubmit_evidence],
    ['a run is asked for and not possible', step.type !== 'rerun_allowed' || flags.can_rerun],
    ['a run is possible and evidence is not', !flags.can_rerun || flags.can_resubmit_evidence],
    ['a run is open on a Spool that is over', openRun === null || !isOver],
    ['when it was over is not said', (spool.state.closedAt !== null) === isOver],
    ['an end has no end of its keys', (boundKeysEndAt(spool) !== null) === isOver],
  ]
  for (const [otherwise, holds] of truths) demand(holds, state, otherwise)
}

test('every listed action succeeds, every other is refused, nothing is undone, and every Spool can end', () => {
  let total = 0
  for (const request of requests()) {
    const seen = new Set<string>()
    const arrivals = new Map<string, Set<string>>()
    const ends: string[] = []
    const first = found(createdFrom(request))
    const waiting = [{ key: keyOf(first), state: first }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { key, state } = next
      seen.add(key)
      demandSoundState(state)
      if (state.spool.state.status.outcome !== 'active') ends.push(key)
      for (const reached of [...tryEverything(state), ...happenings(state)].map(found)) {
        demandNoWayBack(state, reached)
        const to = keyOf(reached)
        const from = arrivals.get(to)
        if (from !== undefined) from.add(key)
        else {
          arrivals.set(to, new Set([key]))
          if (!seen.has(to)) waiting.push({ key: to, state: reached })
        }
      }
    }
    expect(endable(ends, arrivals)).toEqual(seen)
    total += seen.size
  }
  console.info(`explored ${total} states`)
  expect(total).toBeGreaterThan(10_000)
}, 300_000)

/** The states from which some way leads to an end. */
function endable(ends: readonly string[], arrivals: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set(ends)
  const waiting = [...ends]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const from of arrivals.get(key) ?? []) {
      if (reached.has(from)) continue
      reached.add(from)
      waiting.push(from)
    }
  }
  return reached
}
