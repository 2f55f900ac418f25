import { expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from './codes.ts'

// The contract's table, copied by hand: code, status, whether the same request may be sent again.
const table = `
account_suspended 403 no
ambiguity_required 422 no
checker_error 500 no
configuration_unavailable 503 yes
compile_failed 422 yes
conflict 409 no
credits_required 402 yes
forbidden 403 no
grant_cap_exceeded 409 no
grants_paused 503 yes
input_too_large 413 no
evidence_too_large 413 no
internal_error 500 yes
invalid_json 400 no
invalid_state 409 no
method_not_allowed 405 no
not_found 404 no
not_acceptable 406 no
not_allowed_in_unilateral_mode 409 no
payout_destination_required 409 no
payment_required_mpp 402 yes
payment_required_x402 402 yes
payment_failed_x402 402 yes
limit_reached 200 no
rate_limited 429 yes
recipe_hash_mismatch 409 no
recipe_not_found 404 no
route_not_found 404 no
sandbox_resting 200 yes
settlement_unavailable 409 yes
session_expired 401 yes
spool_not_found 404 no
store_conflict 409 yes
trusted_key_unavailable 200 yes
unsupported_environment_capability 409 no
unknown_action 404 no
unauthenticated 401 no
validation_failed 400 no
wrong_funding_lane 409 no
`

test('the catalogue has the codes of the contract, each with its status and whether it may be repeated', () => {
  const contracted = table.trim().split('\n')
  const served = Object.entries(errorCodes).map(([code, rule]) =>
    [code, rule.status, rule.retryable ? 'yes' : 'no'].join(' '),
  )
  expect(new Set(served)).toEqual(new Set(contracted))
})

test('every code says what to do next in a sentence', () => {
  const without = (Object.keys(errorCodes) as ErrorCode[]).filter(
    (code) => !/^[A-Z].*\.$/.test(errorCodes[code].remediation),
  )
  expect(without).toEqual([])
})
