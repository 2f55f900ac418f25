import type { EvidenceItem } from '@outturn/agreement'
import type { ConditionEvidence, EvidenceObstacle } from './condition-evidence.ts'
import { gateJudgment, type JudgedEffect } from '../executors/condition-judgment.ts'

const phrases = {
  missing: 'the evidence was not submitted',
  stale: 'the evidence is older than agreed',
  unavailable: 'the source of the evidence did not answer',
  provenance_unsatisfied: 'the evidence is not from an agreed source',
} as const

/** What was agreed about the evidence and is not so; null when all of it is. */
export function requirementObstacle({ unmet }: ConditionEvidence): EvidenceObstacle | null {
  if (unmet === null) return null
  const { status, fails } = unmet
  const code = status === 'provenance_unsatisfied' ? status : (`evidence_${status}` as const)
  return { outcome: fails ? 'fail' : 'uncertain', code, reason: phrases[status] }
}

/** The same, and that the delivery is labelled as several. */
export function deliveryObstacle(evidence: ConditionEvidence): EvidenceObstacle | null {
  return requirementObstacle(evidence) ?? evidence.different
}

/** That there is nothing to judge, where nothing in particular was agreed; null when there is. */
export function absenceObstacle(
  { rows }: ConditionEvidence,
  judged: readonly EvidenceItem[],
): EvidenceObstacle | null {
  if (judged.length > 0) return null
  const status = rows.some((row) => row.status === 'unavailable') ? 'unavailable' : 'missing'
  return { outcome: 'uncertain', code: `evidence_${status}` as const, reason: phrases[status] }
}

/** The obstacle as the judgment of a condition that is a gate. */
export function obstacleGate({ outcome, code, reason }: EvidenceObstacle): JudgedEffect {
  return gateJudgment(outcome, code, reason)
}
