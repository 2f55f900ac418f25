/** How one error code answers: its HTTP status, whether the same request may be sent again, and what to do next by default. */
export type ErrorRule = { status: number; retryable: boolean; remediation: string }

/** The whole catalogue of the contract. Codes are stable; wording is not. */
export const errorCodes = {
  ambiguity_required: {
    status: 422,
    retryable: false,
    remediation:
      'Replace the unresolved text at the named field with an exact value and send the request again.',
  },
  checker_error: {
    status: 500,
    retryable: false,
    remediation:
      'Nothing was charged and the evidence is kept. Send the request again, and report the request id if it persists.',
  },
  configuration_unavailable: {
    status: 503,
    retryable: true,
    remediation:
      'Wait for the seconds in Retry-After and send the same request again with the same idempotency key.',
  },
  compile_failed: {
    status: 422,
    retryable: true,
    remediation: 'Rewrite the source so that each condition names one exact check, then compile again.',
  },
  conflict: {
    status: 409,
    retryable: false,
    remediation: 'Read the resource and decide again; send a new idempotency key for a different request.',
  },
  credits_required: {
    status: 402,
    retryable: true,
    remediation: 'Add credits by one of payment_methods, then send the same request again.',
  },
  forbidden: {
    status: 403,
    retryable: false,
    remediation: 'Use a key whose scope and party allow this operation.',
  },
  grant_cap_exceeded: {
    status: 409,
    retryable: false,
    remediation: 'Reduce the amount of this grant or release earlier ones.',
  },
  grants_paused: {
    status: 503,
    retryable: true,
    remediation: 'New settlement grants are paused. Wait for the seconds in Retry-After and try again.',
  },
  input_too_large: {
    status: 413,
    retryable: false,
    remediation: 'Send a smaller body; reference large material by URL or digest.',
  },
  evidence_too_large: {
    status: 413,
    retryable: false,
    remediation: 'Keep each evidence item within 1 MB, or reference it by URL or digest.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    remediation:
      'Send the same request again with the same idempotency key. If it persists, report the request id.',
  },
  invalid_json: {
    status: 400,
    retryable: false,
    remediation: 'Send one JSON object in UTF-8 with Content-Type application/json.',
  },
  invalid_state: {
    status: 409,
    retryable: false,
    remediation: 'Read the resource and take one of its allowed_actions.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    remediation: 'Use one of the methods in the Allow header.',
  },
  not_found: {
    status: 404,
    retryable: false,
    remediation: 'Check the id and that your key belongs to a party of it.',
  },
  not_acceptable: {
    status: 406,
    retryable: false,
    remediation: 'Send Accept: application/json, or leave the header out.',
  },
  not_allowed_in_unilateral_mode: {
    status: 409,
    retryable: false,
    remediation: 'Create a bilateral Spool with POST /api/v1/spools for this action.',
  },
  payout_destination_required: {
    status: 409,
    retryable: false,
    remediation: 'The provider must register a payout destination before wallet capture.',
  },
  payment_required_mpp: {
    status: 402,
    retryable: true,
    remediation: 'Answer the WWW-Authenticate challenge and send the request again.',
  },
  payment_required_x402: {
    status: 402,
    retryable: true,
    remediation: 'Sign the advertised requirement and repeat the call with the payment-signature header.',
  },
  payment_failed_x402: {
    status: 402,
    retryable: true,
    remediation:
      'The facilitator could not confirm the payment. Check the authorization and repeat the call.',
  },
  limit_reached: {
    status: 200,
    retryable: false,
    remediation:
      'This sandbox session has used its budget. Open a new session with POST /api/sandbox/session.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    remediation: 'Wait for the seconds in Retry-After before the next request.',
  },
  recipe_hash_mismatch: {
    status: 409,
    retryable: false,
    remediation: 'Read the recipe again and pin its current hash.',
  },
  recipe_not_found: {
    status: 404,
    retryable: false,
    remediation: 'List the recipes and use one of their ids.',
  },
  route_not_found: {
    status: 404,
    retryable: false,
    remediation: 'Check the path against /openapi.json.',
  },
  sandbox_resting: {
    status: 200,
    retryable: true,
    remediation: 'The shared sandbox budget of the day is used up. Come back after midnight UTC.',
  },
  settlement_unavailable: {
    status: 409,
    retryable: true,
    remediation: 'Managed settlement is not available here. Settle under your own policy with the receipt.',
  },
  session_expired: {
    status: 401,
    retryable: false,
    remediation: 'Open a new sandbox session with POST /api/sandbox/session.',
  },
  spool_not_found: {
    status: 404,
    retryable: false,
    remediation: 'Check the id and that your key belongs to a party of the Spool.',
  },
  store_conflict: {
    status: 409,
    retryable: true,
    remediation: 'The resource changed since it was read. Read it and send the request again.',
  },
  trusted_key_unavailable: {
    status: 200,
    retryable: true,
    remediation:
      'The trust key of this environment is not loaded. Try again later or verify with pinned keys.',
  },
  unsupported_environment_capability: {
    status: 409,
    retryable: false,
    remediation: 'The sandbox does not have this capability. Use a production key.',
  },
  unknown_action: {
    status: 404,
    retryable: false,
    remediation: 'Use one of the actions that the Spool lists in economics.allowed_actions.',
  },
  unauthenticated: {
    status: 401,
    retryable: false,
    remediation: 'Send Authorization: Bearer with a valid API key.',
  },
  validation_failed: {
    status: 400,
    retryable: false,
    remediation: 'Correct the named field and send the request again.',
  },
  wrong_funding_lane: {
    status: 409,
    retryable: false,
    remediation: 'This operation needs a wallet-funded Spool of type agent_task.',
  },
} as const satisfies Record<string, ErrorRule>

export type ErrorCode = keyof typeof errorCodes
export const errorCodeNames = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]
