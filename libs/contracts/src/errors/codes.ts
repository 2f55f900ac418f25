/** How one error code answers: its HTTP status, whether the same request may be sent again, and what to do next by default. */
type ErrorRule = { readonly status: number; readonly retryable: boolean; readonly remediation: string }

const retryable = (status: number, remediation: string): ErrorRule => ({
  status,
  retryable: true,
  remediation,
})
const final = (status: number, remediation: string): ErrorRule => ({ status, retryable: false, remediation })

/** The whole catalogue of the contract. Codes are stable; wording is not. */
export const errorCodes = {
  account_suspended: final(403, 'Ask the operator of this service why the account is suspended.'),
  ambiguity_required: final(
    422,
    'Replace the unresolved text at the named field with an exact value and send the request again.',
  ),
  checker_error: final(
    500,
    'Nothing was charged and the evidence is kept. Send the request again, and report the request id if it persists.',
  ),
  configuration_unavailable: retryable(
    503,
    'Wait for the seconds in Retry-After and send the same request again with the same idempotency key.',
  ),
  compile_failed: retryable(
    422,
    'Rewrite the source so that each condition names one exact check, then compile again.',
  ),
  conflict: final(
    409,
    'Read the resource and decide again; send a new idempotency key for a different request.',
  ),
  credits_required: retryable(
    402,
    'Add credits by one of payment_methods, then send the same request again.',
  ),
  forbidden: final(403, 'Use a key whose scope and party allow this operation.'),
  grant_cap_exceeded: final(409, 'Reduce the amount of this grant or release earlier ones.'),
  grants_paused: retryable(
    503,
    'New settlement grants are paused. Wait for the seconds in Retry-After and try again.',
  ),
  input_too_large: final(413, 'Send a smaller body; reference large material by URL or digest.'),
  evidence_too_large: final(413, 'Keep each evidence item within 1 MB, or reference it by URL or digest.'),
  internal_error: retryable(
    500,
    'Send the same request again with the same idempotency key. If it persists, report the request id.',
  ),
  invalid_json: final(400, 'Send one JSON object in UTF-8 with Content-Type application/json.'),
  invalid_state: final(409, 'Read the resource and take one of its allowed_actions.'),
  method_not_allowed: final(405, 'Use one of the methods in the Allow header.'),
  not_found: final(404, 'Check the id and that your key belongs to a party of it.'),
  not_acceptable: final(406, 'Send Accept: application/json, or leave the header out.'),
  not_allowed_in_unilateral_mode: final(
    409,
    'Create a bilateral Spool with POST /api/v1/spools for this action.',
  ),
  payout_destination_required: final(
    409,
    'The provider must register a payout destination before wallet capture.',
  ),
  payment_required_mpp: retryable(402, 'Answer the WWW-Authenticate challenge and send the request again.'),
  payment_required_x402: retryable(
    402,
    'Sign the advertised requirement and repeat the call with the payment-signature header.',
  ),
  payment_failed_x402: retryable(
    402,
    'The facilitator could not confirm the payment. Check the authorization and repeat the call.',
  ),
  limit_reached: final(
    200,
    'This sandbox session has used its budget. Open a new session with POST /api/sandbox/session.',
  ),
  rate_limited: retryable(429, 'Wait for the seconds in Retry-After before the next request.'),
  recipe_hash_mismatch: final(409, 'Read the recipe again and pin its current hash.'),
  recipe_not_found: final(404, 'List the recipes and use one of their ids.'),
  route_not_found: final(404, 'Check the path against /openapi.json.'),
  sandbox_resting: retryable(
    200,
    'The shared sandbox budget of the day is used up. Come back after midnight UTC.',
  ),
  settlement_unavailable: retryable(
    409,
    'Managed settlement is not available here. Settle under your own policy with the receipt.',
  ),
  session_expired: retryable(
    401,
    'Open a new sandbox session with POST /api/sandbox/session and send the request again with its token.',
  ),
  spool_not_found: final(404, 'Check the id and that your key belongs to a party of the Spool.'),
  store_conflict: retryable(
    409,
    'The resource changed since it was read. Read it and send the request again.',
  ),
  trusted_key_unavailable: retryable(
    200,
    'The trust key of this environment is not loaded. Try again later or verify with pinned keys.',
  ),
  unsupported_environment_capability: final(
    409,
    'The sandbox does not have this capability. Use a production key.',
  ),
  unknown_action: final(404, 'Use one of the actions that the Spool lists in economics.allowed_actions.'),
  unauthenticated: final(401, 'Send Authorization: Bearer with a valid API key.'),
  validation_failed: final(400, 'Correct the named field and send the request again.'),
  wrong_funding_lane: final(409, 'This operation needs a wallet-funded Spool of type agent_task.'),
}

export type ErrorCode = keyof typeof errorCodes
export const errorCodeNames = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]
