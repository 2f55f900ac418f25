import type { Sha256 } from '@outturn/canonical'
import { type EvidenceInput, gatherRun } from './evidence/active-evidence.ts'
import { claimOf, type ClaimText, claimTexts } from './executors/claim-text.ts'
import { deliveryObstacle } from './evidence/evidence-obstacle.ts'
import type { VerificationPlan } from '@outturn/agreement'

/** What a judge must be asked before a run can judge one `ai_assisted` condition. */
export interface PlannedQuestion {
  readonly conditionId: string
  readonly claim: string
  /** At least one. */
  readonly texts: readonly ClaimText[]
}

/** The questions of a plan over its evidence, in condition order; none where the answer could decide nothing. */
export function plannedQuestions(
  plan: VerificationPlan,
  input: Pick<EvidenceInput, 'slug' | 'evidence' | 'evaluatedAt'>,
  sha256: Sha256,
): readonly PlannedQuestion[] {
  const gathered = gatherRun({ ...input, plan, observations: [], opinions: [] }, sha256)
  return gathered.flatMap(({ condition, evidence }) => {
    const terms = claimOf(condition.check)
    if (terms === null) return []
    const texts = claimTexts(terms, evidence.usable)
    if (texts.length === 0 || deliveryObstacle(evidence) !== null) return []
    return [{ conditionId: condition.condition_id, claim: terms.claim, texts }]
  })
}
