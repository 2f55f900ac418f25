import type { Route } from '../http/route.ts'

const judge = { evaluator: 'lab', verdict: 'pass', observed_at: '2026-01-02T03:04:05Z' }

/** An attestation of the right form; nothing in it holds. */
export const attestationBody = {
  id: 'att_000000000000000000000001',
  environment: 'production',
  spoolId: 'spl_000000000000000000000001',
  compilationVersion: '1.0.0',
  verificationPlanVersion: '1',
  result: 'partial',
  approvedAmount: '4.00',
  maximumAmount: '5.00',
  assetOrCurrency: 'USD',
  payerPartyId: 'pty_000000000000000000000001',
  providerPartyId: 'pty_000000000000000000000002',
  conditionResults: [],
  evidenceDigest: 'sha256:00',
  verificationDigest: 'sha256:00',
  issuedAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-09T03:04:05.000Z',
  nonce: 'x',
  signingKeyId: 'k',
  signature: 's',
}

/** Bodies that the schemas of these operations accept; the others have an example, or take none. */
const bodies: Readonly<Record<string, unknown>> = {
  'amend-spool': { unitization: { total_units: 1, unit_amount_cents: 1 } },
  'record-external-result': {
    ...judge,
    condition_results: [{ condition_id: 'cond_000000000000000000000001', result: 'pass' }],
    proof: { type: 'hmac_sha256', signature: 's' },
  },
  'onboard-provider': { refresh_url: 'https://example.com/a', return_url: 'https://example.com/b' },
  'compile-policy': { source: '50 rows' },
  'verify-pasted-receipt': { receipt: '{}' },
  'try-delivery': { conditions: 'every row has a name' },
  'finish-sign-in': { token: 'none' },
  'call-tools': { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  'confirm-policy': {
    policy_id: 'pol_000000000000000000000001',
    policy_digest: `sha256:${'0'.repeat(64)}`,
    accept: [],
  },
  'exchange-key': { grant_token: `spg_${'a'.repeat(32)}` },
  'verify-attestation': attestationBody,
}

/** A body that the schema of this route accepts, or undefined where it takes none. */
export function bodyFor({ operationId, example, body, isBodyOptional, takesForm }: Route): unknown {
  const found = bodies[operationId] ?? example ?? (takesForm === true ? {} : undefined)
  if (found === undefined && body !== undefined && isBodyOptional !== true) {
    throw new Error(`there is no body for ${operationId}`)
  }
  return found
}

/** The path of this route with ids that are well-formed. */
export function pathFor({ path, operationId }: Route): string {
  return `${path}${operationId === 'search-guide' ? '?q=row_count' : ''}`
    .replace(':source_id', 'src_000000000000000000000001')
    .replace(':receipt_id', 'ocr_000000000000000000000001')
    .replace(':discrepancy_id', 'dsc_000000000000000000000001')
    .replace(':dispute_id', 'dsp_000000000000000000000001')
    .replace(':grant_token', `spg_${'a'.repeat(32)}`)
    .replace(':review_token', `rvt_${'a'.repeat(43)}`)
    .replace(':review_id', 'rev_000000000000000000000001')
    .replace(':return_id', '0'.repeat(32))
    .replace(':share_id', 'shr_000000000000000000000001')
    .replace(':evidence_id', 'ev_000000000000000000000001')
    .replace(':id', operationId === 'read-recipe' ? 'lead-list@1' : 'spl_000000000000000000000001')
    .replace(':action', 'finish')
    .replace(':key_id', 'key_000000000000000000000001')
    .replace(':purchase_id', 'cpp_000000000000000000000001')
    .replace(':month', '2026-10')
    .replace(':person_id', '00000000-0000-4000-8000-000000000001')
    .replace(':token', 'a'.repeat(43))
    .replace(':name', 'none')
    .replace(':log', '3')
    .replace(':level', '0')
    .replace(':index', '000')
    .replace(':environment', 'production')
    .replace(':version', '1')
    .replaceAll(/:(?:first|second|third)/g, 'x001')
}
