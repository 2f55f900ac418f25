/** Why a condition, or one unit of it, did not pass. */
export const causeCodes = [
  // the evidence
  'evidence_missing',
  'evidence_stale',
  'evidence_unavailable',
  'provenance_unsatisfied',
  'wrong_evidence_type',
  'no_rows',
  'no_content',
  'different_deliveries',
  'work_limit_exceeded',
  // the checkers
  'bad_parameters',
  'missing_row',
  'surplus_rows',
  'missing_field',
  'duplicate_of',
  'missing_key',
  'invalid_url',
  'ambiguous_host',
  'scheme_not_allowed',
  'host_not_public',
  'path_not_found',
  'value_mismatch',
  'not_a_number',
  'text_not_number',
  'not_a_time',
  'share_not_met',
  'path_limit_exceeded',
  'status_mismatch',
  'unreachable',
  'blocked_address',
  'not_observed',
  'text_not_found',
  'text_forbidden',
  'hash_mismatch',
  'digest_declared_not_observed',
  'late',
  'no_timestamp',
  // the other methods
  'executor_unavailable',
  'confirmation_missing',
  'confirmation_failed',
  'claim_not_found',
  'claim_contradicted',
  'citation_unverified',
  'opinion_malformed',
  'evidence_too_large_for_judge',
  'judgment_missing',
  'judgment_stale',
  'judgment_inconsistent',
  'judged_partial',
  'judged_fail',
  'judged_uncertain',
  'review_failed',
  'dispute_failed',
] as const
export type CauseCode = (typeof causeCodes)[number]

/** Why a unit did not pass that a condition of the whole work holds back. That condition has the cause. */
export const gateCauses = ['gate_failed', 'gate_uncertain'] as const
export type GateCause = (typeof gateCauses)[number]

/** Causes that another run may end without other evidence: what the run needed was out of reach. */
export const transientCauses = [
  'unreachable',
  'not_observed',
  'evidence_unavailable',
  'executor_unavailable',
  'opinion_malformed',
] as const satisfies readonly CauseCode[]
