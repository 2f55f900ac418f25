import type { DisputeView, DiscrepancyView, ReviewView, SpoolEventView, SpoolView } from '@outturn/contracts'
import type { System } from '../../system/running-system.ts'
import { readAccountRecords } from '../books.ts'
import type { Stage } from './stage.ts'

type Resolver = 'counterparty' | 'none' | 'review'

/** Work for 5.00 of which one of two rows is right, and its receipt. */
export interface HalfDone {
  readonly spoolId: string
  readonly conditionId: string
  readonly receiptId: string
}

/** A Spool that both parties agreed to. */
export async function agree({ buyer, provider, post }: Stage, resolver: Resolver): Promise<SpoolView> {
  const spool = await post<SpoolView>(buyer, '/api/v1/spools', {
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Meridian Data', account_id: buyer.accountId },
      { role: 'provider', kind: 'agent', display_name: 'LeadBot', account_id: provider.accountId },
    ],
    value: { amount_cents: 500, currency: 'USD' },
    unitization: { total_units: 2, unit_amount_cents: 250 },
    deliverable: { type: 'leads', title: 'Leads', description: 'Two leads', attributes: {} },
    terms: [{ text: 'Two leads with email.', provenance: { source: 'freeform' } }],
    conditions: [
      {
        description: 'Every row has email.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      },
    ],
    dispute_policy: { window_hours: 72, holds_settlement: true, resolver },
  })
  await post(provider, `/api/v1/spools/${spool.id}/accept`)
  return spool
}

export async function halfDone(stage: Stage, resolver: Resolver): Promise<HalfDone> {
  const { buyer, provider, post } = stage
  const { id: spoolId, conditions } = await agree(stage, resolver)
  const conditionId = conditions[0]?.id ?? ''
  await post(provider, `/api/v1/spools/${spoolId}/evidence`, {
    condition_id: conditionId,
    type: 'dataset',
    source: 'crm',
    metadata: { rows: [{ email: 'a@example.com' }, { email: '' }] },
  })
  const verified = await post<SpoolView>(buyer, `/api/v1/spools/${spoolId}/verify`)
  return { spoolId, conditionId, receiptId: verified.latest_receipt_id ?? '' }
}

export function dispute({ buyer, post }: Stage, { receiptId }: HalfDone, wish: object): Promise<DisputeView> {
  const body = { reason: 'quality', detail: 'Row 2 is a lead.', ...wish }
  return post(buyer, `/api/v1/receipts/${receiptId}/disputes`, body)
}

/** Everything that the parties of a Spool read of it in the end, and what the tables hold of the buyer. */
export async function endOf(
  system: System,
  { buyer, read }: Stage,
  spoolId: string,
  cases: readonly string[] = [],
): Promise<object> {
  const spool = await read<SpoolView>(buyer, `/api/v1/spools/${spoolId}`)
  const events = await read<SpoolEventView[]>(buyer, `/api/v1/spools/${spoolId}/events`)
  const receipts = new Set(events.flatMap(({ data }) => receiptsIn(data)))
  const { status, latest_receipt_id, settlement_eligible } = spool
  return {
    spool: {
      ...{ status, latest_receipt_id, settlement_eligible },
      ...{
        disputes: spool.open_disputes,
        discrepancies: spool.open_discrepancies,
        reviews: spool.open_reviews,
      },
    },
    events: events.map(({ type, actor, data }) => ({ type, actor, data })),
    receipts: await Promise.all(
      [...receipts].map(async (id) => {
        const standing = await read<object>(buyer, `/api/v1/receipts/${id}/status`)
        const { receipt } = await read<{ receipt: Receipt }>(buyer, `/api/v1/receipts/${id}`)
        return { id, advisories: advisoriesIn(standing), ...essentials(receipt) }
      }),
    ),
    cases: await Promise.all(
      cases.map((path) => read<DisputeView | DiscrepancyView | ReviewView>(buyer, `/api/v1/${path}`)),
    ),
    records: await readAccountRecords(system.file(), buyer.accountId),
  }
}

interface Receipt {
  supersedes?: string
  amounts?: unknown
  result?: unknown
}

function essentials({ supersedes, amounts, result }: Receipt): object {
  return { supersedes, amounts, result }
}

function advisoriesIn(standing: object): unknown {
  const { status, advisories } = standing as { status: string; advisories: { code: string }[] }
  return { status, codes: advisories.map(({ code }) => code) }
}

function receiptsIn(data: Record<string, unknown>): string[] {
  return JSON.stringify(data).match(/\bocr_[0-9a-f]{24}\b/g) ?? []
}
