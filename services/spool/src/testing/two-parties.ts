import {
  type CommandInput,
  type CreateSpoolRequest,
  type Principal,
  Refusal,
  type SpoolView,
  type submitEvidence,
} from '@outturn/contracts'

/** A production key of the account with this number. */
export function account(
  n: number,
  scope: 'full' | 'verify' = 'full',
): Extract<Principal, { kind: 'account' }> {
  const hex = n.toString(16).padStart(24, '0')
  return {
    kind: 'account',
    accountId: `acc_${hex}`,
    accountName: `Account ${n}`,
    accountKind: 'org',
    keyId: `key_${hex}`,
    scope,
  }
}

/** Makes Spools. */
export const buyer = account(1)
/** The other party of every Spool, unless a test says otherwise. */
export const seller = account(2)
export const stranger = account(3)

/** Ten leads for five dollars, each of which must have an email address. */
export function leadsRequest(change: Partial<CreateSpoolRequest> = {}): CreateSpoolRequest {
  return {
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme', contact: 'buyer@example.com' },
      { role: 'seller', kind: 'agent', display_name: 'LeadBot', account_id: seller.accountId },
    ],
    value: { amount_cents: 500, currency: 'USD' },
    deliverable: { type: 'dataset', title: 'Leads', description: 'Ten leads', attributes: {} },
    terms: [{ text: 'Ten leads with email.', provenance: { source: 'freeform' } }],
    conditions: [
      {
        description: 'Every row has email.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      },
    ],
    unitization: { total_units: 10, unit_amount_cents: 50 },
    ...change,
  }
}

/** Rows for the first condition of a Spool. */
export function rowsFor(view: SpoolView, rows: object[]): CommandInput<typeof submitEvidence> {
  return {
    spoolId: view.id,
    request: {
      condition_id: view.conditions[0]?.id ?? '',
      type: 'dataset',
      source: 'crm export',
      metadata: { rows, note: 'second batch' },
    },
  }
}

/** Code of the refusal with its reason, or with its field where it has none. */
export async function refused(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { field, reason } = error.options
    return [error.code, reason ?? (field === undefined ? '' : `at ${field}`)].join(' ').trim()
  }
  throw new Error('nothing was refused')
}
