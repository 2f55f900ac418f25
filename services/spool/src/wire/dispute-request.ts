import type { DecidedCondition as SentOutcome, DisputeRequest } from '@outturn/contracts'
import type { DecidedCondition } from '../domain/model/casework/dispute-state.ts'
import type { DisputeStatement } from '../domain/model/spool.ts'

export function disputeStatementOf(request: DisputeRequest): DisputeStatement {
  const {
    reason,
    detail,
    requested,
    proposed_outcomes: proposed,
    condition_ids,
    units,
    evidence_refs,
  } = request
  return {
    ...{ reason, detail, remedy: requested },
    ...(proposed !== undefined && { proposedOutcomes: outcomesOf(proposed) }),
    ...{ conditionIds: condition_ids ?? [], units: units ?? [], evidenceRefs: evidence_refs ?? [] },
  }
}

function outcomesOf(sent: readonly SentOutcome[]): DecidedCondition[] {
  return sent.map(({ condition_id: conditionId, outcome }) => ({ conditionId, outcome }))
}
