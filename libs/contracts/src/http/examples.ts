import type { z } from 'zod'
import type { CompileSandboxRequest } from './sandbox.ts'
import type { SentWithConditions } from './spools/create-spool.ts'
import type { OneCallRequest } from './spools/one-call.ts'
import type { SettlementSignaturesRequest } from './spools/settlement.ts'
import type { SettlementGrantRequest } from './spools/settlement-grant.ts'
import type { ConfirmPolicyRequest, CompilePolicyRequest } from './policy.ts'
import type { AttestationBody } from './receipts/attestation.ts'
import type { KeyExchangeRequest } from './spools/invitation.ts'
import type {
  AcceptRequest,
  AmendRequest,
  CommitRequest,
  ConfirmRequest,
  ConfirmationInput,
  EvidenceRequest,
  ExternalResultRequest,
  OnboardProviderRequest,
  VerifySpoolRequest,
} from './spools/spool-actions.ts'

/** Bodies for the interface document, as a caller would send them. A test holds each to its schema. */

export const createSpoolExample: SentWithConditions = {
  type: 'service',
  parties: [
    { role: 'buyer', kind: 'org', display_name: 'Acme Sales' },
    { role: 'seller', kind: 'human', display_name: 'Lena Ortiz', contact: 'lena@example.com' },
  ],
  value: { amount_cents: 50_000, currency: 'USD' },
  deliverable: {
    type: 'dataset',
    title: 'Qualified leads, spring campaign',
    description: '100 companies in the Nordics with a named contact.',
    attributes: { region: 'Nordics' },
  },
  terms: [
    { text: 'Delivered by e-mail as one table, payment per accepted row.', provenance: { source: 'chat' } },
  ],
  conditions: [
    {
      description: 'Every row has a company, a contact and an e-mail address.',
      required: true,
      verification_method: 'deterministic',
      deterministic_check: { checker: 'completeness', required_fields: ['company', 'contact', 'email'] },
    },
    {
      description: 'The buyer confirms that the companies fit the campaign.',
      required: true,
      verification_method: 'human_confirmed',
      confirmation_method: 'buyer_confirm',
    },
  ],
  unitization: { total_units: 100, unit_amount_cents: 500 },
}

export const evidenceExample: z.input<typeof EvidenceRequest> = {
  condition_id: 'cond_0123456789abcdef01234567',
  type: 'dataset',
  source: 'export of 2 March',
  metadata: { rows: [{ company: 'Fjord AS', contact: 'Ida Berg', email: 'ida@fjord.example' }] },
  provenance: 'uploaded_json',
}

const confirmation: z.input<typeof ConfirmationInput> = {
  condition_id: 'cond_0123456789abcdef01234568',
  method: 'buyer_confirm',
  outcome: 'passed',
  evidence_refs: ['ev_0123456789abcdef01234567'],
}
export const verifySpoolExample: z.input<typeof VerifySpoolRequest> = { confirmations: [confirmation] }

export const confirmExample: z.input<typeof ConfirmRequest> = { confirmations: [confirmation] }

export const oneCallExample: z.input<typeof OneCallRequest> = {
  conditions: [
    {
      description: 'Every row has an e-mail address.',
      deterministic_check: { checker: 'completeness', required_fields: ['email'] },
    },
    'no duplicate emails',
  ],
  fields: ['email'],
  unit: { total_units: 2, unit_amount_cents: 250 },
  evidence: { rows: [{ email: 'ida@fjord.example' }, { email: '' }] },
}

const digest = '0123456789abcdef'.repeat(4)

export const acceptExample: z.input<typeof AcceptRequest> = {}

export const amendExample: z.input<typeof AmendRequest> = {
  unitization: { total_units: 50, unit_amount_cents: 1_000 },
}

export const commitExample: z.input<typeof CommitRequest> = {
  settlement_mode: 'direct_eip3009',
  direct_signer: 'principal_runtime',
}

export const settlementSignaturesExample: z.input<typeof SettlementSignaturesRequest> = {
  legs: [{ leg: 'seller', nonce: `0x${'1a'.repeat(32)}`, signature: `0x${'2b'.repeat(64)}1c` }],
}

export const settlementGrantExample: z.input<typeof SettlementGrantRequest> = {
  permission: {
    account: `0x${'1a'.repeat(20)}`,
    spender: `0x${'2b'.repeat(20)}`,
    token: `0x${'3c'.repeat(20)}`,
    allowance: '5250000',
    period: '2592000',
    start: '1800000000',
    end: '1802592000',
    salt: '7',
    extraData: `0x${'4d'.repeat(32)}`,
  },
  signature: `0x${'2b'.repeat(64)}1c`,
}

export const onboardProviderExample: z.input<typeof OnboardProviderRequest> = {
  refresh_url: 'https://example.com/again',
  return_url: 'https://example.com/done',
}

export const keyExchangeExample: z.input<typeof KeyExchangeRequest> = {
  grant_token: `spg_${'A1b2C3d4'.repeat(4)}`,
}

export const compilePolicyExample: z.input<typeof CompilePolicyRequest> = {
  source: 'Exactly 100 rows. Every row has a company and an email.',
  fields: ['company', { name: 'email', description: 'Work address', aliases: ['e-mail'], type: 'text' }],
  as_of: '2026-01-15T12:00:00Z',
  time_zone: 'Europe/Paris',
}

export const compileSandboxExample: z.input<typeof CompileSandboxRequest> = {
  source: '2 leads at $2.50 each. Every row has "name" and "website".',
}

export const confirmPolicyExample: z.input<typeof ConfirmPolicyRequest> = {
  policy_id: 'pol_0123456789abcdef01234567',
  policy_digest: `sha256:${digest}`,
  accept: ['sug_1'],
}

export const externalResultExample: z.input<typeof ExternalResultRequest> = {
  evaluator: 'qa-lab-1',
  verdict: 'pass',
  condition_results: [{ condition_id: 'cond_0123456789abcdef01234567', result: 'pass' }],
  proof: { type: 'ed25519', signature: `${'A'.repeat(85)}A` },
  observed_at: '2026-01-01T09:30:00Z',
}

export const attestationExample: z.input<typeof AttestationBody> = {
  id: 'att_0123456789abcdef01234567',
  environment: 'production',
  spoolId: 'spl_0123456789abcdef01234567',
  compilationVersion: '1.0.0',
  verificationPlanVersion: '1',
  result: 'partial',
  approvedAmount: '4.00',
  maximumAmount: '5.00',
  assetOrCurrency: 'USD',
  payerPartyId: 'pty_0123456789abcdef01234567',
  providerPartyId: 'pty_0123456789abcdef01234568',
  conditionResults: [
    {
      conditionId: 'cond_0123456789abcdef01234567',
      result: 'partial',
      method: 'deterministic',
      requirement: 'mandatory',
    },
  ],
  evidenceDigest: `sha256:${digest}`,
  verificationDigest: `sha256:${digest}`,
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-02T00:00:00.000Z',
  nonce: 'n_0123456789abcdef0123456789abcdef',
  signingKeyId: digest,
  signature: `${'A'.repeat(85)}A`,
}
