import type {
  DecidedCondition as SentOutcome,
  DisputeAnswer,
  DisputeRequest,
  DisputeResultRequest,
} from '@outturn/contracts'
import type { SentAnswer } from '../domain/disputes/answer-dispute.ts'
import type { SentResult } from '../domain/disputes/dispute-result.ts'
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

export function answerOf({ answer, condition_outcomes: outcomes, detail }: DisputeAnswer): SentAnswer {
  return {
    answer,
    outcomes: outcomes === undefined ? null : outcomesOf(outcomes),
    detail: detail ?? null,
  }
}

export function resultOf(request: DisputeResultRequest): SentResult {
  const { evaluator, decision, condition_outcomes: outcomes = [], observed_at: observedAt } = request
  return { evaluator, decision, outcomes: outcomesOf(outcomes), observedAt }
}

function outcomesOf(sent: readonly SentOutcome[]): DecidedCondition[] {
  return sent.map(({ condition_id: conditionId, outcome }) => ({ conditionId, outcome }))
}
