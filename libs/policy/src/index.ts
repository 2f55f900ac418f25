export { unitsText } from './amounts/settle-amounts.ts'
export { answerPolicy } from './answer-policy.ts'
export { connectivesOf } from './connectives-of.ts'
export { isGeneric } from './policy-part.ts'
export { findPlaceholder } from './placeholders/placeholder.ts'
export { type PolicyOptions, policyCompilerVersion, type PolicyReading, readPolicy } from './read-policy.ts'
export type {
  Circumstances,
  Extract,
  KnownField,
  Question,
  QuestionReason,
  ReadCheck,
  TextOutcome,
  Undecided,
  UnsupportedReason,
} from './outcome.ts'
export { readText } from './read-text.ts'
export { isFaithfulRewrite } from './rewrites/faithful-rewrite.ts'
