import type { ConditionEvidence } from '../evidence/condition-evidence.ts'
import {
  type ConditionJudgment,
  executorVersion,
  gateJudgment,
  type JudgedEffect,
  waivedJudgment,
} from './condition-judgment.ts'
import { obstacleGate, requirementObstacle } from '../evidence/evidence-obstacle.ts'
import type { Execution } from './execution.ts'
import type { ConfirmationMethod, Side } from '@outturn/vocabulary'
import type { Confirmation } from '@outturn/agreement'

/** Which sides each method needs, in the order in which a missing one is named. */
const neededSides: { readonly [Method in ConfirmationMethod]: readonly Side[] } = {
  buyer_confirm: ['buyer'],
  both_confirm: ['buyer', 'provider'],
}

/**
 * Takes the parties at their word: the latest of each side whose word is needed. A gate: people speak of the delivery as
 * a whole.
 */
export function judgeHumanConfirmed({ condition, evidence }: Execution): ConditionJudgment {
  const terms = condition.check
  return {
    ...(terms !== null && 'confirmation_method' in terms
      ? judgeWords(terms.confirmation_method, evidence)
      : gateJudgment('uncertain', 'executor_unavailable', 'no confirmation method is declared')),
    verifierId: 'executor.human_confirmed',
    verifierVersion: executorVersion,
    evidenceRefs: [...evidence.usable, ...evidence.statements].map(({ id }) => id),
  }
}

/** A no outweighs everything; a buyer who gives the condition up also gives up the evidence that was agreed for it. */
function judgeWords(method: ConfirmationMethod, evidence: ConditionEvidence): JudgedEffect {
  const sides = neededSides[method]
  const words = latestWords(method, evidence)
  const objector = sides.find((side) => words.get(side) === 'failed')
  if (objector !== undefined) {
    return gateJudgment('fail', 'confirmation_failed', `the ${objector} says that it is not met`)
  }
  if (words.get('buyer') === 'waived') return waivedJudgment('the buyer waived it')
  const obstacle = requirementObstacle(evidence)
  if (obstacle !== null) return obstacleGate(obstacle)
  const silent = sides.find((side) => words.get(side) !== 'passed')
  return silent === undefined
    ? gateJudgment(
        'pass',
        null,
        method === 'both_confirm' ? 'both sides confirmed it' : 'the buyer confirmed it',
      )
    : gateJudgment('uncertain', 'confirmation_missing', `the ${silent} has not confirmed it`)
}

function latestWords(
  method: ConfirmationMethod,
  { statements }: ConditionEvidence,
): ReadonlyMap<Side, Confirmation['outcome']> {
  const words = new Map<Side, Confirmation['outcome']>()
  for (const { content } of statements) {
    if (content.kind === 'confirmation' && content.method === method)
      words.set(content.party, content.outcome)
  }
  return words
}
