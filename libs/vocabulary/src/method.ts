/** The methods that need more than a checker: a person, a model or an outside judge. */
export const assistedMethods = ['human_confirmed', 'ai_assisted', 'external_tool'] as const
export type AssistedMethod = (typeof assistedMethods)[number]

/** How a condition is judged. */
export const verificationMethods = ['deterministic', ...assistedMethods] as const
export type VerificationMethod = (typeof verificationMethods)[number]

/** The member of a condition that holds the terms of its method. */
export const termOfMethod = {
  deterministic: 'deterministic_check',
  human_confirmed: 'confirmation_method',
  ai_assisted: 'claim_cited',
  external_tool: 'external_judge',
} as const satisfies Record<VerificationMethod, string>

/** Which sides must confirm a condition. */
export const confirmationMethods = ['buyer_confirm', 'both_confirm'] as const
export type ConfirmationMethod = (typeof confirmationMethods)[number]

/** What a side said about a condition. */
export const confirmationOutcomes = ['passed', 'failed', 'waived'] as const
export type ConfirmationOutcome = (typeof confirmationOutcomes)[number]

/** Which authority decides the required conditions of a Spool. */
export const decisionAuthorities = ['deterministic', 'buyer_confirmation', 'both_confirm', 'none'] as const
export type DecisionAuthority = (typeof decisionAuthorities)[number]

/** What a model said about a claim. */
export const opinionVerdicts = ['supported', 'contradicted', 'not_found'] as const
export type OpinionVerdict = (typeof opinionVerdicts)[number]

/** Why a model gave no verdict on a claim. */
export const opinionFailures = [
  'executor_unavailable',
  'opinion_malformed',
  'evidence_too_large_for_judge',
] as const
export type OpinionFailure = (typeof opinionFailures)[number]

/** Why the fetcher has no status for a URL. */
export const observationFailures = ['unreachable', 'blocked_address'] as const
export type ObservationFailure = (typeof observationFailures)[number]

/** How the fetcher asks for a URL. */
export const observationMethods = ['HEAD', 'GET'] as const
