import type { CauseCode, Verdict } from '@outturn/vocabulary'
import type { RunOutcome } from '@outturn/agreement'
import { abandonRun, concludeRun } from '../runs/conclude-run.ts'
import { isPaidByCard } from '../model/lane.ts'
import { payeesOf } from '../model/payees.ts'
import { payoutsEntry } from '../settlement/payouts.ts'
import { assignParty } from './counterparty-slot.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { nextVersionAlways } from '../model/decision.ts'
import { applyReceiptStatus } from '../receipts/apply-receipt-status.ts'
import { isObserved } from './flags.ts'
import type { Condition, Spool } from '../model/spool.ts'
import { viewerOf } from '../model/viewer.ts'
import {
  hex,
  hourMs,
  instants,
  counterpartyId,
  hash,
  tools,
  nowOf,
  type ModelState,
  callers,
  after,
} from './lifecycle-model.fixture.ts'

/**
 * What happens without a caller: the counterparty takes its place, the provider sets up its payouts, the open run ends in every way, the
 * latest receipt is settled, revoked or disputed, time passes.
 */
export function happenings(state: ModelState): ModelState[] {
  return [
    ...assigned(state),
    ...setUp(state),
    ...ended(state),
    ...told(state),
    ...disputed(state),
    ...later(state),
  ]
}

/** A party disputes the latest receipt, once on every way. */
function disputed(state: ModelState): ModelState[] {
  const { spool, phase } = state
  const { latestReceiptId: receiptId, latestReceiptAt, disputes } = spool.state
  const { window_hours: hours } = spool.agreement.disputePolicy
  const isOver = phase === instants.length - 1 || disputes.length > 0
  if (hours === 0 || isOver || receiptId === null || latestReceiptAt === null) return []
  if (nowOf(state).getTime() >= Date.parse(latestReceiptAt) + hours * hourMs) return []
  const parties = callers.filter(
    ({ name }) => name === 'creator, full key' || name === 'other party, full key',
  )
  const viewers = parties
    .map(({ principal }) => viewerOf(spool, principal))
    .filter(({ party }) => party !== null)
  const about = { conditionIds: [], units: [], evidenceRefs: [] }
  const said = { reason: 'quality', detail: 'Bad.', remedy: 're_verify', ...about } as const
  const asked = { disputeId: `dsp_${hex(1)}`, receiptId, said }
  return viewers.map((viewer) =>
    after(state, openDispute({ spool, evidence: [] }, viewer, asked, nowOf(state))),
  )
}

function assigned(state: ModelState): ModelState[] {
  const isOpen = state.spool.state.status.outcome === 'active'
  const party = state.spool.agreement.parties.find(({ partyId }) => partyId === counterpartyId)
  if (!isOpen || party?.accountId !== null) return []
  const place = { partyId: counterpartyId, accountId: `acc_${hex(9)}`, invitationId: `inv_${hex(1)}` }
  return [after(state, assignParty(state.spool, place, nowOf(state)))]
}

/** The provider begins to set up its payouts, and ends it, at the processor of cards. */
function setUp(state: ModelState): ModelState[] {
  const { spool } = state
  const [payeeId = ''] = payeesOf(spool)
  const known = spool.state.payouts[payeeId]
  if (!isPaidByCard(spool.agreement.lane) || spool.state.status.outcome !== 'active' || known === true) {
    return []
  }
  const news = { payeeId, isReady: known === false }
  const decision = payoutsEntry(spool, news, nowOf(state).toISOString())
  return decision === null ? [] : [after(state, decision)]
}

function ended(state: ModelState): ModelState[] {
  const { spool } = state
  if (spool.state.openRun === null) return []
  const { runId } = spool.state.openRun
  const at = nowOf(state).toISOString()
  const receiptId = `ocr_${hex(spool.state.runs)}`
  const verdicts: [Verdict, number, string | null][] = [
    ['pass', 500, receiptId],
    ['pass', 500, null],
    ['partial', 200, receiptId],
    ['fail', 0, receiptId],
    ['uncertain', 0, receiptId],
  ]
  return [
    abandonRun(spool, { runId, code: 'checker_error', at }),
    ...verdicts.map(([result, earned, issued]) =>
      concludeRun(spool, outcomeOf(spool, runId, result, earned), {
        at,
        receiptId: issued,
        evidenceUpTo: at,
      }),
    ),
  ].map((decision) => after(state, decision))
}

/** The signer tells that what was earned is settled, or that the latest receipt is revoked. */
function told(state: ModelState): ModelState[] {
  const { spool } = state
  const { latestReceiptId: receiptId, lastRun } = spool.state
  if (receiptId === null) return []
  const at = nowOf(state).toISOString()
  const facts = [
    { status: 'active' as const, settledCents: lastRun?.earnedCents ?? 0 },
    { status: 'revoked' as const, settledCents: 0 },
  ]
  return facts.flatMap((fact) => {
    const decision = applyReceiptStatus(spool, { spoolId: spool.id, receiptId, at, ...fact }, at)
    return decision === null ? [] : [{ ...state, spool: nextVersionAlways(decision, at, tools).spool }]
  })
}

function outcomeOf(spool: Spool, runId: string, result: Verdict, earnedCents: number): RunOutcome {
  return {
    runId,
    result,
    earnedCents,
    runDigest: hash(),
    rejections: [],
    unitFindings: [],
    units: null,
    conditionResults: spool.agreement.conditions.map((condition) => ({
      condition_id: condition.id,
      requirement: condition.required ? 'mandatory' : 'optional',
      result,
      reason: `${causeOf(condition)}: as modelled`,
    })),
  } as unknown as RunOutcome
}

/** Why a condition of this kind is not met. */
function causeOf(condition: Condition): CauseCode {
  switch (condition.verification_method) {
    case 'human_confirmed':
      return 'confirmation_failed'
    case 'ai_assisted':
      return 'claim_not_found'
    case 'external_tool':
      return 'judgment_missing'
    default:
      return isObserved(condition) ? 'status_mismatch' : 'missing_field'
  }
}

/** Time passes to the next instant at which something of this Spool can be different. */
function later(state: ModelState): ModelState[] {
  const next = instants.findIndex((instant, phase) => phase > state.phase && isSomethingDue(state, instant))
  return next === -1 ? [] : [{ ...state, phase: next }]
}

/** A Spool without conditions passes by every instant: time by itself changes nothing that no date says. */
function isSomethingDue(state: ModelState, instant: Date): boolean {
  const { agreement, state: now } = state.spool
  if (agreement.conditions.length === 0) return true
  const dates = [
    agreement.economics.expiry,
    agreement.finality.closes_at,
    now.quote?.expires_at,
    ...now.disputes.map(({ deadline }) => deadline),
  ]
  const isBetween = (at: string) => at > nowOf(state).toISOString() && at <= instant.toISOString()
  return dates.some((at) => typeof at === 'string' && isBetween(at))
}
