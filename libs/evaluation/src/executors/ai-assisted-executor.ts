import type { ConditionEvidence, EvidenceObstacle } from '../evidence/condition-evidence.ts'
import { areCitationsTrue } from './citation.ts'
import { type Claim, claimItems, claimOf, type ClaimText, claimTexts } from './claim-text.ts'
import {
  type ConditionJudgment,
  executorVersion,
  gateJudgment,
  type JudgedEffect,
} from './condition-judgment.ts'
import { absenceObstacle, deliveryObstacle, obstacleGate } from '../evidence/evidence-obstacle.ts'
import type { Execution } from './execution.ts'
import { isDigestOnly, type ValueRules } from '@outturn/checkers'
import type { OpinionFailure } from '@outturn/vocabulary'
import type { Opinion } from '@outturn/agreement'
import { isSaidVerbatim } from './verbatim-judge.ts'

type Verifier = Pick<ConditionJudgment, 'verifierId' | 'verifierVersion'>

const ownRules: Verifier = { verifierId: 'executor.ai_assisted', verifierVersion: executorVersion }

/**
 * Judges one bounded claim by the recorded opinion on it, or word for word where no judge was asked. Judges are not
 * trusted: what they cite must be there, whatever they or the evidence say.
 */
export function judgeAiAssisted({ condition, evidence, rules }: Execution): ConditionJudgment {
  const claim = claimOf(condition.check)
  const texts = claim === null ? [] : claimTexts(claim, evidence.usable)
  const evidenceRefs = evidence.usable.map(({ id }) => id)
  const obstacle = obstacleOf(claim, texts, evidence, rules)
  if (claim === null || obstacle !== null) {
    return { ...obstacleGate(obstacle ?? noClaim), ...ownRules, evidenceRefs }
  }
  const { opinion: recorded } = evidence
  if (recorded === null) {
    return {
      ...judgeWordForWord(claim.claim, texts, rules),
      verifierId: 'judge.verbatim',
      verifierVersion: rules.version,
      evidenceRefs,
    }
  }
  const { opinion, evidenceId } = recorded
  return {
    ...judgeOpinion(opinion, texts),
    verifierId: `judge.${opinion.judge}`,
    verifierVersion: opinion.model_version ?? opinion.model,
    evidenceRefs: [...evidenceRefs, evidenceId],
  }
}

const noClaim: EvidenceObstacle = {
  outcome: 'uncertain',
  code: 'executor_unavailable',
  reason: 'no claim is declared',
}

const noText: EvidenceObstacle = {
  outcome: 'uncertain',
  code: 'wrong_evidence_type',
  reason: 'no evidence for the claim has a text',
}

const onlyDigests: EvidenceObstacle = {
  outcome: 'uncertain',
  code: 'digest_declared_not_observed',
  reason: 'only a declared digest is held, not the content',
}

function obstacleOf(
  claim: Claim | null,
  texts: readonly ClaimText[],
  evidence: ConditionEvidence,
  { tellsDigestsApart }: ValueRules,
): EvidenceObstacle | null {
  if (claim === null) return noClaim
  const obstacle = deliveryObstacle(evidence) ?? absenceObstacle(evidence, evidence.usable)
  if (obstacle !== null || texts.length > 0) return obstacle
  return tellsDigestsApart && isDigestOnly({ items: claimItems(claim, evidence.usable) })
    ? onlyDigests
    : noText
}

function judgeWordForWord(claim: string, texts: readonly ClaimText[], rules: ValueRules): JudgedEffect {
  return isSaidVerbatim(claim, texts, rules)
    ? gateJudgment('pass', null, 'the evidence says the claim word for word')
    : gateJudgment('uncertain', 'claim_not_found', 'the evidence does not say the claim word for word')
}

const failurePhrases: { readonly [Failure in OpinionFailure]: string } = {
  executor_unavailable: 'the judge did not answer',
  opinion_malformed: 'the judge gave no usable answer',
  evidence_too_large_for_judge: 'the evidence is larger than the judge is given to read',
}

function judgeOpinion({ verdict, citations, failure }: Opinion, texts: readonly ClaimText[]): JudgedEffect {
  if (failure !== null) return gateJudgment('uncertain', failure, failurePhrases[failure])
  if (verdict === null)
    return gateJudgment('uncertain', 'opinion_malformed', failurePhrases.opinion_malformed)
  if (verdict === 'not_found') {
    return gateJudgment('uncertain', 'claim_not_found', 'the judge found nothing on the claim')
  }
  if (!areCitationsTrue(citations, texts)) {
    return gateJudgment('uncertain', 'citation_unverified', 'the judge cites what the evidence does not say')
  }
  return verdict === 'supported'
    ? gateJudgment('pass', null, 'the evidence supports the claim, as cited')
    : gateJudgment('fail', 'claim_contradicted', 'the evidence contradicts the claim, as cited')
}
