import { type CreditsRequired, type ErrorCode, errorCodes, errorDocsUrl } from '@outturn/contracts'

/** A refusal as a caller gets it: the code, what was wrong, and the other members that depend on it. */
type Refused = readonly [code: ErrorCode, error: string, more?: Readonly<Record<string, unknown>>]

const allowance = { limit: 20, used: 20, remaining: 0 }
const wantOfCredits: CreditsRequired = {
  retry_after: 'reload',
  quote: {
    currency: 'USD',
    compile: { pricing_version: '2026-01', amount_micros: '0' },
    verification: { pricing_version: '2026-01', amount_micros: '100000' },
    maximum_micros: '100000',
    amount_due_micros: '100000',
  },
  balance: { available_micros: '0' },
  allowance: {
    period_start: '2026-01-01T00:00:00.000Z',
    period_end: '2026-02-01T00:00:00.000Z',
    verification: allowance,
    compile: allowance,
  },
  included_remaining: {
    verification_runs: 0,
    free_text_compiles: 0,
    resets_on: '2026-02-01T00:00:00.000Z',
  },
  available_balance_micros: '0',
  available_balance_usd: '0.00',
  required_for_request_micros: '100000',
  required_for_request_usd: '0.10',
  minimum_reload_cents: 500,
  payment_methods: [
    { type: 'hosted_checkout', authorization: 'account_owner', url: 'https://outturn.example/credits' },
  ],
  top_up_url: 'https://outturn.example/credits',
}

const byStatus: Readonly<Record<number, Refused>> = {
  200: [
    'limit_reached',
    'This session has used its 25 verifies.',
    { status: 'limit_reached', message: 'This session has used its 25 verifies.' },
  ],
  400: ['validation_failed', 'limit: must be a whole number from 1 to 100', { field: 'limit' }],
  401: ['unauthenticated', 'No valid API key was presented.'],
  402: [
    'credits_required',
    'The allowance of the month is used up, and the credits do not cover the price.',
    wantOfCredits,
  ],
  403: [
    'forbidden',
    'A key of scope verify cannot use this operation.',
    { reason: 'full_scope_required', remediation: 'Use a key of scope full.' },
  ],
  404: ['spool_not_found', 'There is no such Spool.', { field: 'id' }],
  409: ['invalid_state', 'Only a proposed Spool can be accepted.'],
  413: ['evidence_too_large', 'The evidence item is larger than 1 MB.', { field: 'metadata' }],
  422: [
    'ambiguity_required',
    'conditions[0]: "phone" names no field of the rows.',
    { field: 'conditions[0]' },
  ],
  429: ['rate_limited', 'The quota of 120 requests a minute is used up.'],
  500: ['checker_error', 'A checker failed.'],
  503: ['configuration_unavailable', 'The service has not started.'],
}

const byDefault: Refused = [
  'validation_failed',
  'max_amount_cent: is not a key of this body.',
  { field: 'max_amount_cent' },
]

const byProtocol: Readonly<Record<'mpp' | 'x402', Refused>> = {
  mpp: ['payment_required_mpp', 'The credit pack costs 5.00 USD.'],
  x402: ['payment_required_x402', 'The verification costs 0.10 USD.'],
}

/** The error object of a refusal with this status, or of a call that has to be paid by this protocol. */
export function refusalExample(status: number | 'default', paidBy?: 'mpp' | 'x402'): object {
  const paid = status === 402 && paidBy !== undefined ? byProtocol[paidBy] : undefined
  const [code, error, more = {}] = paid ?? byStatus[Number(status)] ?? byDefault
  const { retryable, remediation } = errorCodes[code]
  return {
    ...{ error, code, retryable, remediation, ...more },
    docs: errorDocsUrl('https://outturn.example', code),
    request_id: 'req_0123456789abcdef01234567',
  }
}
