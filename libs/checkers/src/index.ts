export { activeItems, defaultClaimClass } from './active-evidence.ts'
export { centsText, reconciles } from './amounts.ts'
export { type BadParameter, refuseBadParameters } from './bad-parameters.ts'
export { type Checker, type CheckInput } from './check-input.ts'
export {
  type CheckerName,
  type CheckOf,
  CompletenessCheck,
  checkerNames,
  checkSchemas,
  DeadlineMetCheck,
  DeterministicCheck,
  DuplicateRateCheck,
  HashMatchesCheck,
  HttpStatusCheck,
  JsonPathCheck,
  jsonPathOperators,
  jsonTypeNames,
  parameterLimits,
  RowCountCheck,
  TextContainsCheck,
  UrlFormatCheck,
} from './check-parameters.ts'
export {
  type CheckResult,
  type GateResult,
  type RowFinding,
  type RowsResult,
  rowFailed,
  rowPassed,
  rowUncertain,
  type UndecidedResult,
  type UnitReason,
} from './check-result.ts'
export { checkers, checkerVersion, runCheck } from './checkers.ts'
export { locateQuote } from './citation.ts'
export type { ClaimText } from './claim-text.ts'
export { contentDigest } from './content-digest.ts'
export { evaluateRun } from './evaluate-run.ts'
export { fitsItsUnits } from './external-tool-executor.ts'
export {
  type CompiledCondition,
  compileCondition,
  conditionForms,
  maxConditionChars,
  type PartSpan,
  type RefusedCondition,
} from './grammar/compile-condition.ts'
export type { Form } from './grammar/form.ts'
export { findPlaceholder, type Span } from './grammar/placeholder.ts'
export type { JsonObject, JsonValue } from './json-value.ts'
export { judgesUnits } from './judges-units.ts'
export { checkerOf, planCheckOf } from './plan-check.ts'
export { type AnsweredCondition, type AnsweredPolicy, answerPolicy } from './policy/answer-policy.ts'
export type { PolicyAmount } from './policy/amount-forms.ts'
export type { PolicyPart } from './policy/policy-part.ts'
export {
  maxPolicyChars,
  type PolicyOptions,
  type PolicyReading,
  policyCompilerVersion,
  readPolicy,
} from './policy/read-policy.ts'
export { unitsText } from './policy/settle-amounts.ts'
export {
  aggregationPolicy,
  compilePlan,
  compilerVersion,
  evidencePolicyVersion,
  planHash,
  planText,
  planVersion,
} from './plan.ts'
export { maxObservedUrls, type PlannedObservation, plannedObservations } from './planned-observations.ts'
export { type PlannedQuestion, plannedQuestions } from './planned-questions.ts'
export {
  type AgreedValue,
  type Citation,
  type ClaimClass,
  type ClaimTerms,
  type Confirmation,
  type ConfirmationMethod,
  type ConfirmationTerms,
  type EvidenceContent,
  type EvidenceItem,
  type EvidenceRequirement,
  type EvidenceType,
  type ExternalConditionResult,
  type ExternalJudge,
  type ExternalResult,
  type JudgeProof,
  type JudgeTerms,
  type Observation,
  type ObservationFailure,
  type ObservationSet,
  type Opinion,
  type OpinionFailure,
  type PlanCheck,
  type PlanCondition,
  type RecordedOpinion,
  type RunEvidence,
  type RunInput,
  type Unitization,
  type VerificationMethod,
  type VerificationPlan,
  verificationMethods,
} from './run-input.ts'
export type {
  ConditionOutcome,
  EvidenceStatus,
  Rejection,
  RunOutcome,
  UnitVerdict,
  Verdict,
} from './run-outcome.ts'
export { type UnitSecrets, unitSecretsOfLeaves, unitSecretsOfSpool } from './unit-secrets.ts'
export { checkDefaults, withDefaults } from './with-defaults.ts'
