import { causesOf, checkerOf, type PlanCondition, type RunOutcome } from '@outturn/agreement'
import { deliveringSide } from '@outturn/evaluation'
import { isOneOf, transientCauses } from '@outturn/vocabulary'
import { settleVerdict } from '../lifecycle/timers.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { RunSummary, Spool, SpoolState } from '../model/spool.ts'
import { isFinalityClosed } from '../lifecycle/flags.ts'
import { correctiveHint } from '../hints/corrective-hint.ts'
import { waysForward } from '../hints/ways-forward.ts'

/** Conditions of which the plan does not say how they are judged. */
function unjudgedIn(conditions: readonly PlanCondition[]): ReadonlySet<string> {
  return new Set(conditions.filter(({ check }) => check === null).map((each) => each.condition_id))
}

/** The conditions that waiting may help: something was out of reach, and nothing that was judged counts against them. */
function transientIn(conditions: readonly PlanCondition[], outcome: RunOutcome): ReadonlySet<string> {
  const unjudged = unjudgedIn(conditions)
  const causes = causesOf(outcome)
  const transient = outcome.conditionResults.filter(({ condition_id: id, result }, index) => {
    const isInDoubt = result === 'uncertain' || result === 'partial'
    return isInDoubt && !unjudged.has(id) && isOneOf(transientCauses, causes[index] ?? '')
  })
  return new Set(transient.map((each) => each.condition_id))
}

/** A deadline that was missed by what the service itself received stays missed, whatever is submitted afterwards. */
function isPastDeadline({ check }: PlanCondition): boolean {
  const found = checkerOf(check)
  return found?.checker === 'deadline_met' && (found.basis ?? 'received_at') === 'received_at'
}

/** Whether a fail stays one: every required condition that failed is past fixing. */
export function isIrremediable(conditions: readonly PlanCondition[], outcome: RunOutcome): boolean {
  if (outcome.result !== 'fail') return false
  const failing = outcome.conditionResults.filter(
    ({ requirement, result }) => requirement === 'mandatory' && (result === 'fail' || result === 'partial'),
  )
  return (
    failing.length > 0 &&
    failing.every(({ condition_id: id }) =>
      conditions.some((condition) => condition.condition_id === id && isPastDeadline(condition)),
    )
  )
}

/** What a run leaves behind beside its outcome. */
export type ConclusionFacts = {
  /** When the run was recorded. */
  at: string
  receiptId: string | null
  /** When the newest evidence that the run judged was received. */
  evidenceUpTo: string
}

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/**
 * What a recorded run makes of a Spool, with its receipt issued. The Spool may have taken evidence since the run began;
 * that belongs to the next one.
 */
export function concludeRun(
  spool: Spool,
  outcome: RunOutcome,
  facts: ConclusionFacts,
): Decision & { at: string } {
  const at = facts.at < spool.updatedAt ? spool.updatedAt : facts.at
  const judged = withVerdict(spool, outcome, facts)
  const closed = withFinality(judged, at)
  const settled = settleVerdict(closed.spool, at)
  return {
    at,
    spool: settled.spool,
    entries: [...verdictEntries(outcome, facts.receiptId, at), ...closed.entries, ...settled.entries],
  }
}

/**
 * Whether a run uses up the verdicts that were agreed on. Where the delivery of the provider is judged, one that was made before
 * there was any does not: the buyer could close the finality while there is nothing that can pass.
 */
function countsForFinality({ agreement, state: { deliveredAt } }: Spool, evidenceUpTo: string): boolean {
  const isOfDelivery =
    agreement.mode === 'bilateral' && agreement.plan.conditions.some((each) => isOfProvider(each))
  return !isOfDelivery || (deliveredAt !== null && deliveredAt <= evidenceUpTo)
}

function isOfProvider(condition: PlanCondition): boolean {
  const { check } = condition
  const found = checkerOf(check)
  const isObserved = found?.checker === 'http_status' && found.url !== undefined
  const isOfEvidence = found === null ? check !== null && 'claim_cited' in check : !isObserved
  return isOfEvidence && deliveringSide(condition) === 'provider'
}

function withVerdict(spool: Spool, outcome: RunOutcome, facts: ConclusionFacts): Spool {
  const { conditions } = spool.agreement.plan
  const irremediable = isIrremediable(conditions, outcome)
  const hint = correctiveHint(spool.agreement.conditions, outcome, { isPastFixing: irremediable })
  const seen = correctiveHint(spool.agreement.conditions, outcome, {
    isPastFixing: irremediable,
    seesEvidence: true,
  })
  const lastRun: RunSummary = {
    runId: outcome.runId,
    result: outcome.result,
    at: facts.at,
    receiptId: facts.receiptId,
    earnedCents: outcome.earnedCents,
    evidenceUpTo: facts.evidenceUpTo,
    isTransient: transientIn(conditions, outcome).size > 0,
    isIrremediable: irremediable,
    hint,
    ...(seen !== null && seen !== hint && { hintWithSightings: seen }),
    ways: irremediable ? [] : waysForward(spool.agreement.conditions, outcome),
  }
  const state: SpoolState = {
    ...spool.state,
    status: { ...spool.state.status, verification: outcome.result },
    openRun: null,
    runs: spool.state.runs + 1,
    countedRuns: spool.state.countedRuns + (countsForFinality(spool, facts.evidenceUpTo) ? 1 : 0),
    lastRun,
    lastResults: {
      ...spool.state.lastResults,
      ...Object.fromEntries(
        outcome.conditionResults.map((c) => [c.condition_id, { result: c.result, run_id: outcome.runId }]),
      ),
    },
    latestReceiptId: facts.receiptId ?? spool.state.latestReceiptId,
    latestReceiptAt: facts.receiptId === null ? spool.state.latestReceiptAt : facts.at,
    ...statusesSince(facts.receiptId, spool.state),
  }
  return { ...spool, state }
}

/** What became of receipts before this one says nothing about the Spool any more. */
function statusesSince(
  receiptId: string | null,
  { receiptStatuses }: SpoolState,
): Partial<Pick<SpoolState, 'receiptStatuses'>> {
  if (receiptId === null) return {}
  const status = receiptStatuses[receiptId]
  return { receiptStatuses: status === undefined ? {} : { [receiptId]: status } }
}

/** The last run that was agreed on, or the only verdict that was, closes the finality. */
function withFinality(spool: Spool, at: string): Decision {
  const { state } = spool
  if (state.finalizedAt !== null || !isFinalityClosed(spool, new Date(at))) {
    return { spool, entries: [] }
  }
  return {
    spool: { ...spool, state: { ...state, finalizedAt: at } },
    entries: [
      {
        type: 'verification.finalized',
        at,
        actor: byService,
        data: { runs: state.runs, result: state.lastRun?.result ?? null },
      },
    ],
  }
}

function verdictEntries(outcome: RunOutcome, receiptId: string | null, at: string): Entry[] {
  const completed: Entry = {
    type: 'verification.completed',
    at,
    actor: byService,
    data: { run_id: outcome.runId, result: outcome.result, run_digest: outcome.runDigest },
  }
  if (receiptId === null) return [completed]
  return [
    completed,
    {
      type: 'receipt.issued',
      at,
      actor: byService,
      data: { run_id: outcome.runId, receipt_id: receiptId },
    },
  ]
}

/** The Spool after a run without a verdict: the run has ended, and the evidence stays. */
export function abandonRun(
  spool: Spool,
  run: { runId: string; code: string; at: string },
): Decision & { at: string } {
  const at = run.at < spool.updatedAt ? spool.updatedAt : run.at
  return {
    at,
    spool: { ...spool, state: { ...spool.state, openRun: null } },
    entries: [
      {
        type: 'verification.failed',
        at,
        actor: byService,
        data: { run_id: run.runId, code: run.code },
      },
    ],
  }
}
