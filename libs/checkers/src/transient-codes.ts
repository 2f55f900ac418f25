/** Codes of an uncertainty that waiting and running again may end without other evidence. */
export const transientCodes: readonly string[] = [
  'unreachable',
  'blocked_address',
  'not_observed',
  'evidence_unavailable',
  'executor_unavailable',
  'opinion_malformed',
]
