import type { DisputeRequest } from '@outturn/contracts'
import type { DisputeStatement } from '../domain/model/spool.ts'

export function disputeStatementOf(request: DisputeRequest): DisputeStatement {
  const { reason, detail, requested, condition_ids, units, evidence_refs } = request
  return {
    ...{ reason, detail, remedy: requested },
    ...{ conditionIds: condition_ids ?? [], units: units ?? [], evidenceRefs: evidence_refs ?? [] },
  }
}
