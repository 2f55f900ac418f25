import type { RunOutcome } from '@outturn/checkers'
import { flagsOf } from './standing.ts'
import type { RunSummary, Spool, Standing } from './spool.ts'

const transientReasons = new Set(['unreachable', 'blocked_address', 'executor_unavailable', 'unavailable'])

function isTransient(outcome: RunOutcome): boolean {
  return outcome.conditionResults.some(
    (condition) =>
      condition.result === 'uncertain' &&
      [...transientReasons].some((reason) => condition.reason.includes(reason)),
  )
}

function listed(units: readonly number[]): string {
  const shown = units.slice(0, 5).join(', ')
  return units.length > 5 ? `${shown} and ${units.length - 5} more` : shown
}

/** One sentence on what to mend, made of condition ids, counts, field names and unit numbers; never evidence values. */
export function correctiveHint(outcome: RunOutcome): string | null {
  if (outcome.result === 'pass') return null
  const byReason = new Map<string, number[]>()
  for (const rejection of outcome.rejections) {
    const units = byReason.get(rejection.reason)
    if (units === undefined) byReason.set(rejection.reason, [rejection.unit])
    else units.push(rejection.unit)
  }
  if (outcome.units !== null && byReason.size > 0) {
    const parts = [...byReason].map(([reason, units]) => {
      const field = reason.startsWith('missing_field:') ? reason.slice('missing_field:'.length) : null
      const noun = units.length === 1 ? 'row' : 'rows'
      return field === null
        ? `mend ${reason} in ${noun} ${listed(units)}`
        : `add ${field} to ${noun} ${listed(units)}`
    })
    const sentence = parts.slice(0, 3).join('; ')
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}, then call evidence and verify again.`
  }
  const open = outcome.conditionResults.filter(
    (condition) => condition.requirement === 'mandatory' && condition.result !== 'pass',
  )
  if (open.length === 0) return null
  const ids = open.slice(0, 5).map((condition) => condition.condition_id)
  return `Meet ${open.length === 1 ? 'condition' : 'conditions'} ${ids.join(', ')}, then call evidence and verify again.`
}

/** What the Spool becomes when a run is recorded and its receipt issued. */
export function concludeRun(
  spool: Spool,
  outcome: RunOutcome,
  facts: { at: string; receiptId: string | null; evidenceUpTo: string },
): Spool {
  const lastRun: RunSummary = {
    runId: outcome.runId,
    result: outcome.result,
    at: facts.at,
    receiptId: facts.receiptId,
    earnedCents: outcome.earnedCents,
    evidenceUpTo: facts.evidenceUpTo,
    isTransient: isTransient(outcome),
    hint: correctiveHint(outcome),
  }
  const standing: Standing = {
    ...spool.standing,
    status: { ...spool.standing.status, verification: outcome.result },
    runs: spool.standing.runs + 1,
    lastRun,
    lastResults: {
      ...spool.standing.lastResults,
      ...Object.fromEntries(
        outcome.conditionResults.map((c) => [c.condition_id, { result: c.result, run_id: outcome.runId }]),
      ),
    },
    latestReceiptId: facts.receiptId ?? spool.standing.latestReceiptId,
  }
  const concluded: Spool = { ...spool, version: spool.version + 1, updatedAt: facts.at, standing }
  return withOutcome(concluded, outcome, new Date(facts.at))
}

/** A terminal verdict settles what was fulfilled; a one-call Spool, which nobody settles here, is then complete. */
function withOutcome(spool: Spool, outcome: RunOutcome, now: Date): Spool {
  if (!flagsOf(spool, now).terminal) return spool
  const fulfillment =
    outcome.result === 'pass' ? 'fulfilled' : outcome.earnedCents > 0 ? 'partially_fulfilled' : 'unfulfilled'
  const isSettledElsewhere = spool.agreement.mode === 'unilateral'
  return {
    ...spool,
    standing: {
      ...spool.standing,
      status: {
        ...spool.standing.status,
        fulfillment,
        outcome: isSettledElsewhere ? 'completed' : spool.standing.status.outcome,
      },
    },
  }
}
