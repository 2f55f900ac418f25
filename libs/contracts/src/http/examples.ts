import type { z } from 'zod'
import type { CreateSpoolRequest } from './spools/create-spool.ts'
import type { OneCallRequest } from './spools/one-call.ts'
import type { ConfirmationInput, EvidenceRequest, VerifySpoolRequest } from './spools/spool-actions.ts'

/** Bodies for the interface document, as a caller would send them. A test holds each to its schema. */

export const createSpoolExample: z.input<typeof CreateSpoolRequest> = {
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

export const oneCallExample: z.input<typeof OneCallRequest> = {
  conditions: [
    {
      description: 'Every row has an e-mail address.',
      deterministic_check: { checker: 'completeness', required_fields: ['email'] },
    },
  ],
  unit: { total_units: 2, unit_amount_cents: 250 },
  evidence: { rows: [{ email: 'ida@fjord.example' }, { email: '' }] },
}
