import type { CreateSpoolRequest, Principal, SettlementSummary } from '@outturn/contracts'
import type { ActionName } from '@outturn/vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neededConfirmations } from '../confirmations/needed-confirmations.ts'
import { unansweredDisputes } from '../model/casework/dispute.ts'
import { commitByCard } from '../settlement/commit-by-card.ts'
import { commitSettlement } from '../settlement/commit-settlement.ts'
import { nextStepOf } from '../views/next-step.ts'
import { cancelRequestOf, flagsOf, hasMaterial, hasNews, isObserved, supplyingSide } from './flags.ts'
import { act } from './lifecycle-actions.fixture.ts'
import { happenings } from './lifecycle-happenings.fixture.ts'
import {
  after,
  closesAt,
  createdFrom,
  disputable,
  expiresAt,
  found,
  type ModelState,
  nowOf,
  otherAccount,
} from './lifecycle-model.fixture.ts'
import { demand, tryEverything } from './lifecycle-search.fixture.ts'
import { assertAllowed } from './transitions.ts'
import { viewerOf } from '../model/viewer.ts'

type Condition = NonNullable<CreateSpoolRequest['conditions']>[number]
const wallets = {
  buyer: `wallet:eip155:42431:0x${'a'.repeat(40)}`,
  seller: `wallet:eip155:42431:0x${'b'.repeat(40)}`,
}
const adapters = ['external', 'wallet', 'card']

const requirement = fc.constantFrom<Partial<Condition>>(
  {},
  { evidence_requirements: [{ expected_type: 'dataset', source_ref: 'note', supplier: 'buyer' }] },
  { evidence_requirements: [{ expected_type: 'dataset', source_ref: 'note', supplier: 'provider' }] },
)
const terms = fc.constantFrom<Partial<Condition>>(
  { verification_method: 'deterministic', deterministic_check: { checker: 'row_count', expected: 1 } },
  {
    verification_method: 'deterministic',
    deterministic_check: { checker: 'http_status', url: 'https://example.com/' },
  },
  { verification_method: 'human_confirmed' },
  { verification_method: 'human_confirmed', confirmation_method: 'both_confirm' },
  { verification_method: 'ai_assisted', claim_cited: { claim: 'The work is done.' } },
  {
    verification_method: 'external_tool',
    external_judge: {
      id: 'lab',
      name: 'Lab',
      proof: { type: 'ed25519', public_key: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w' },
    },
  },
)
const condition = fc
  .tuple(terms, requirement, fc.boolean())
  .map(([how, evidence, required]) => ({ description: 'The work is done.', required, ...how, ...evidence }))
  .filter((each) => each.verification_method !== 'deterministic' || each.deterministic_check !== undefined)

const request = fc
  .record({
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    lane: fc.constantFrom('none', 'wallet', 'wallet of the buyer alone', 'card', 'card below its minimum'),
    isUnilateral: fc.boolean(),
    isMadeBySeller: fc.boolean(),
    isAssigned: fc.boolean(),
    isDisputable: fc.boolean(),
    finality: fc.constantFrom<CreateSpoolRequest['finality']>(
      { mode: 'open', max_runs: 3 },
      { mode: 'first_verdict' },
      { mode: 'until', closes_at: closesAt },
    ),
  })
  .map((drawn): CreateSpoolRequest & { conditions: Condition[] } => {
    const { conditions, lane, finality, isMadeBySeller, isUnilateral } = drawn
    const hasWallet = (role: string) => lane === 'wallet' || (lane.startsWith('wallet') && role === 'buyer')
    const party = (role: 'buyer' | 'seller', more: object = {}) => ({
      role,
      kind: 'org' as const,
      display_name: role,
      ...(hasWallet(role) && { settlement_address: wallets[role] }),
      ...more,
    })
    const [own, other] = isMadeBySeller ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const)
    return {
      type: lane.startsWith('wallet') ? 'agent_task' : 'service',
      parties: [party(own), party(other, drawn.isAssigned ? { account_id: otherAccount } : {})],
      value: {
        amount_cents: lane === 'card below its minimum' ? 40 : 500,
        currency: 'USD',
        ...(lane === 'none' && { rail_preference: 'external' }),
      },
      deliverable: { type: 'report', title: 'Report', description: '', attributes: {} },
      terms: [{ text: 'One report.', provenance: { source: 'freeform' } }],
      conditions: conditions as Condition[],
      finality,
      agreement: { mode: isUnilateral ? 'unilateral' : 'bilateral', reopen_on_decline: true },
      dispute_policy: drawn.isDisputable && !isUnilateral ? disputable : { window_hours: 0 },
      economics: { expiry: expiresAt },
    }
  })
  // A party that is not there can decide nothing in a Spool of one party.
  .filter(({ agreement, conditions, parties }) => {
    const isAsked = ({ verification_method: method, confirmation_method: form }: Condition) =>
      method === 'human_confirmed' && (form === 'both_confirm' || parties[0]?.role !== 'buyer')
    return agreement?.mode !== 'unilateral' || !conditions.some(isAsked)
  })

/** Takes an action as its handler does; a settlement service commits to everything. */
function take(action: ActionName, state: ModelState, principal: Principal): ModelState[] {
  if (action !== 'commit') return act(action, state, principal)
  const viewer = viewerOf(state.spool, principal)
  assertAllowed(action, state.spool, viewer, nowOf(state))
  const at = nowOf(state).toISOString()
  if (state.spool.agreement.lane?.funding === 'wallet_authority') {
    return [after(state, commitSettlement(state.spool, viewer, at))]
  }
  const card = { state: 'held', checkoutUrl: null, holdEndsAt: null, warnings: 0, problem: null } as const
  const version = (state.spool.state.settlement?.version ?? 0) + 1
  const summary: SettlementSummary = { version, state: 'committed', requiredLegs: [], payments: [], card }
  return [after(state, commitByCard(state.spool, summary, at))]
}

/** What is asked of a party can change the verdict: the evidence is judged, the confirmation is missing, the run has something new to see. */
function demandUsefulStep(state: ModelState): void {
  const { spool } = state
  const { agreement, state: now } = spool
  const flags = flagsOf(spool, nowOf(state))
  const { type, actor } = nextStepOf(spool, flags, nowOf(state))
  if (flags.terminal || now.status.agreement !== 'accepted') return
  const open = agreement.conditions.filter(
    ({ id, required }) => required && now.lastResults[id]?.result !== 'pass',
  )
  const isOpen = (holds: (each: (typeof open)[number]) => boolean) => open.length === 0 || open.some(holds)
  const isJudged = isOpen((each) => each.external_judge !== undefined)
  const isDisputed = unansweredDisputes(now).length > 0
  switch (type) {
    case 'submit_evidence': {
      const isSupplied = isOpen((each) => !isObserved(each) && supplyingSide(each) === actor)
      return demand(isSupplied || isJudged || isDisputed, state, `evidence of the ${actor} decides nothing`)
    }
    case 'rerun_allowed': {
      const isLooked = agreement.conditions.some((each) => isObserved(each))
      const isNew = now.lastRun === null ? hasMaterial(spool) : hasNews(spool) || now.lastRun.isTransient
      return demand(now.openRun !== null || isNew || isLooked, state, 'a run has nothing new to see')
    }
    case 'await_confirmation': {
      const askedBy = cancelRequestOf(spool)
      const isMissing = neededConfirmations(spool).some(({ side }) => side === actor)
      return demand(
        askedBy === null ? isMissing : askedBy !== actor,
        state,
        `the ${actor} has nothing to confirm`,
      )
    }
    case 'new_spool':
      return demand(agreement.conditions.length === 0, state, 'a Spool is given up that can be decided')
    default:
  }
}

test('on every walk each listed action is accepted and every other refused, and each step can change the verdict', () => {
  let visited = 0
  const walk = fc.property(request, fc.array(fc.nat(), { maxLength: 12 }), (drawn, choices) => {
    let state = found(createdFrom(drawn, adapters))
    for (const choice of [...choices, 0]) {
      visited += 1
      demandUsefulStep(state)
      const next = [...tryEverything(state, take), ...happenings(state)].map(found)
      if (next.length === 0) return
      state = next[choice % next.length] as ModelState
    }
  })
  fc.assert(walk, { numRuns: Number(process.env['OUTTURN_WALKS'] ?? '400'), seed: 37 })
  expect(visited).toBeGreaterThan(1_000)
}, 60_000)
