import {
  acceptSpool,
  type AccountPrincipal,
  type CommandInput,
  createSpool,
  type CreateSpoolRequest,
  type Principal,
  listSpoolEvents,
  readSpool,
  Refusal,
  type SpoolEventView,
  type SpoolView,
  type submitEvidence,
} from '@outturn/contracts'
import type { KeyScope } from '@outturn/vocabulary'
import type { OpenSpool } from './open-spool.ts'

/** The same account by a key of another scope. */
export function withScope(principal: AccountPrincipal, scope: KeyScope): AccountPrincipal {
  return { ...principal, via: { kind: 'key', keyId: `key_${'f'.repeat(24)}`, scope } }
}

/** A production key of the account with this number. */
export function account(n: number, scope: KeyScope = 'full'): AccountPrincipal {
  const hex = n.toString(16).padStart(24, '0')
  return {
    kind: 'account',
    accountId: `acc_${hex}`,
    accountName: `Account ${n}`,
    accountKind: 'org',
    via: { kind: 'key', keyId: `key_${hex}`, scope },
    mayMoveMoney: scope === 'full',
  }
}

/** Makes Spools. */
export const buyer = account(1)
/** The other party of every Spool, unless a test says otherwise. */
export const seller = account(2)
/** The seller, where what is sold is a service. */
export const provider = account(2)
export const stranger = account(3)

export const everyRowHasEmail: NonNullable<CreateSpoolRequest['conditions']>[number] = {
  description: 'Every row has email.',
  required: true,
  verification_method: 'deterministic',
  deterministic_check: { checker: 'completeness', required_fields: ['email'] },
}

type WithConditions = CreateSpoolRequest & { conditions: (typeof everyRowHasEmail)[] }

/** Ten leads for five dollars, each of which must have an email address. */
export function leadsRequest(change: Partial<CreateSpoolRequest> = {}): WithConditions {
  return {
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme', contact: 'buyer@example.com' },
      { role: 'seller', kind: 'agent', display_name: 'LeadBot', account_id: seller.accountId },
    ],
    value: { amount_cents: 500, currency: 'USD' },
    deliverable: { type: 'dataset', title: 'Leads', description: 'Ten leads', attributes: {} },
    terms: [{ text: 'Ten leads with email.', provenance: { source: 'freeform' } }],
    conditions: [everyRowHasEmail],
    unitization: { total_units: 10, unit_amount_cents: 50 },
    ...change,
  } as WithConditions
}

/** Two leads for two dollars, which the buyer has of a provider with an account. */
export function provisionRequest(change: Partial<CreateSpoolRequest> = {}): CreateSpoolRequest {
  return {
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme', account_id: buyer.accountId },
      { role: 'provider', kind: 'agent', display_name: 'LeadBot', account_id: provider.accountId },
    ],
    value: { amount_cents: 200, currency: 'USD' },
    deliverable: { type: 'leads', title: 'Leads', description: 'Two leads', attributes: {} },
    terms: [{ text: 'Two leads with email.', provenance: { source: 'freeform' } }],
    conditions: [everyRowHasEmail],
    ...change,
  }
}

/** What the buyer and the seller of leads do in most tests. */
export function dealsOf(spools: OpenSpool) {
  const created = (change: Partial<CreateSpoolRequest> = {}, by = buyer) =>
    spools.send(createSpool, { request: leadsRequest(change) }, by)
  return {
    created,
    async accepted(change: Partial<CreateSpoolRequest> = {}): Promise<SpoolView> {
      const { id } = await created(change)
      return spools.send(acceptSpool, { spoolId: id, request: {} }, seller)
    },
    read: (id: string, by: Principal = buyer) => spools.send(readSpool, { id }, by) as Promise<SpoolView>,
  }
}

/** The history of a Spool, read to its end page by page. */
export async function wholeHistory(
  spools: OpenSpool,
  spoolId: string,
  by: Principal,
): Promise<SpoolEventView[]> {
  const events: SpoolEventView[] = []
  for (;;) {
    const page = await spools.send(listSpoolEvents, { spoolId, after: events.at(-1)?.seq ?? 0 }, by)
    events.push(...page.data)
    if (!page.has_more) return events
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

/** One row for each email, for a condition. */
export function emailsFor(
  spoolId: string,
  conditionId: string,
  emails: string[],
  source = 'crm',
): CommandInput<typeof submitEvidence> {
  const metadata = { rows: emails.map((email) => ({ email })) }
  return { spoolId, request: { condition_id: conditionId, type: 'dataset', source, metadata } }
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
