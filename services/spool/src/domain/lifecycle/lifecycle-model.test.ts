import type { CreateSpoolRequest } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { act } from './lifecycle-actions.fixture.ts'
import { happenings } from './lifecycle-happenings.fixture.ts'
import {
  closesAt,
  createdFrom,
  disputable,
  expiresAt,
  found,
  keyOf,
  nowOf,
  otherAccount,
  type ModelState,
} from './lifecycle-model.fixture.ts'
import { demand, explore, isWholeSearch, tryEverything } from './lifecycle-search.fixture.ts'
import { flagsOf } from './flags.ts'
import { nextStepOf } from '../views/next-step.ts'
import { boundKeysEndAt } from '../model/viewer.ts'

type Condition = NonNullable<CreateSpoolRequest['conditions']>[number]
const check = (change: Partial<Condition>): Condition => ({
  description: 'The work is done.',
  required: true,
  verification_method: 'deterministic',
  ...change,
})
const rows = check({ deterministic_check: { checker: 'row_count', expected: 1 } })
const deadline = check({
  deterministic_check: { checker: 'deadline_met', deadline: '2026-01-01T00:00:00.5Z' },
})
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
  [rows, { ...(isWholeSearch ? byBoth : byBuyer), required: false }],
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

/** One set of conditions with each form: what a dispute does does not depend on what is judged. */
const isDisputable = (conditions: Condition[]) => conditions === conditionSets[1]

/** Where not everything is searched: the sets of conditions that meet a form of two parties. */
const quickSets = { service: [1, 4, 5], agent_task: [0, 2, 3, 6] }
const isQuick = ({ type, conditions }: { type: keyof typeof quickSets; conditions: Condition[] }) =>
  quickSets[type].includes(conditionSets.indexOf(conditions))

/**
 * Each form with each set of conditions, and the rest turning with them, so that every two kinds of each meet. Where not
 * everything is searched, each set has one of the forms of two parties.
 */
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
    .filter((pair) => isWholeSearch || pair.mode === 'unilateral' || isQuick(pair))
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
        dispute_policy: mode === 'bilateral' && isDisputable(conditions) ? disputable : { window_hours: 0 },
        ...(mayReopen && { economics: { expiry: expiresAt } }),
      }
    })
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
  const now = nowOf(state).toISOString()
  const open = spool.state.disputes.filter((each) => each.status === 'open')
  const isHeld = open.length > 0
  const truths: [string, boolean][] = [
    ['earned exceeds what was committed', earned <= spool.agreement.value.amount_cents],
    ['eligibility is not what was earned', flags.settlement_eligible === (mayBePaid && !isHeld)],
    ['money moves by itself', status.settlement === 'uncommitted'],
    [
      'a payment is due on an open verdict',
      step.type !== 'settle' || isHeld || (mayBePaid && flags.terminal),
    ],
    [
      'a payment is asked for that a dispute holds',
      !isHeld || step.type !== 'settle' || step.actor === 'none',
    ],
    ['a dispute outlives its deadline', openRun !== null || open.every((each) => each.deadline > now)],
    ['what is settled is due again', step.type !== 'settle' || isHeld || settledCents < earned],
    ['an end is not terminal', !isOver || flags.terminal],
    ['a final verdict leaves the Spool open', !flags.terminal || isOver || isHeld],
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
  const total = requests().reduce((sum, request) => {
    const reach = (state: ModelState) => [...tryEverything(state, act), ...happenings(state)].map(found)
    return (
      sum +
      explore<ModelState>({
        first: found(createdFrom(request)),
        reach,
        keyOf,
        demandSound: demandSoundState,
        isEnd: ({ spool }) => spool.state.status.outcome !== 'active',
      })
    )
  }, 0)
  console.info(`explored ${total} states`)
  expect(total).toBeGreaterThan(10_000)
}, 300_000)
