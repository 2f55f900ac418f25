export { centsText, reconciles } from './amounts.ts'
export { evaluateRun } from './evaluate-run.ts'
export { defaultClaimClass, selectionOf } from './evidence/active-evidence.ts'
export { confirmedItems, latestOf } from './evidence/confirmed-evidence.ts'
export { canHoldRows, deliveringSide } from './evidence/delivery.ts'
export { isUnbound } from './evidence/selected-evidence.ts'
export { contentSignatures } from './evidence/content-signature.ts'
export { contentDigest } from './evidence/content-digest.ts'
export { locateQuote } from './executors/citation.ts'
export { fitsItsUnits } from './executors/external-tool-executor.ts'
export {
  aggregationPolicy,
  compilePlan,
  evidencePolicyVersion,
  evidencePolicyVersions,
  judgesOneDelivery,
  judgesWholeDelivery,
  planHash,
  planText,
  planVersion,
} from './plan.ts'
export { type PlannedObservation, plannedObservations } from './planned-observations.ts'
export { type PlannedQuestion, plannedQuestions } from './planned-questions.ts'
export {
  estimateRun,
  isHeavyRun,
  limitOver,
  type RunEstimate,
  runLimits,
  type SizedItem,
} from './run-estimate.ts'
export type { RunInput } from './run-input.ts'
export { unitSecretsOfLeaves, unitSecretsOfSpool } from './units/unit-secrets.ts'
