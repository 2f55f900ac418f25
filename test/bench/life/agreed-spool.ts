import type { ConditionInput } from '@outturn/agreement'
import type {
  CreatedSpool,
  CreateSpoolRequest,
  EvidenceRequest,
  VerifySpoolRequest,
} from '@outturn/contracts'
import { deliveredRows } from '../load/delivery.ts'
import type { KeptAnswer, PreparedRequest } from '../load/load.ts'
import { type Parties, post } from './parties.ts'

/** A Spool of the two parties, as far as requests have to know it. */
export interface AgreedSpool {
  id: string
  conditionIds: string[]
  /** What was delivered, as far as it was known when the Spool was read. */
  evidenceIds: string[]
}

type CreateBody = (typeof CreateSpoolRequest)['_zod']['input']

/** A few rows, of which the service is told 1 KiB, and as many as one item may hold. */
export const evidenceRows = { small: 10, large: 50_000 } as const

const complete: ConditionInput = {
  description: 'No field is left out.',
  required: true,
  verification_method: 'deterministic',
  deterministic_check: {
    checker: 'completeness',
    required_fields: ['id', 'company', 'website', 'employees'],
  },
}
const lookedAt: ConditionInput = {
  description: 'The buyer has looked at it.',
  required: true,
  verification_method: 'human_confirmed',
}
/** What the compared Spools agree on: a check of every unit, and the word of the buyer. */
export const comparedConditions: ConditionInput[] = [complete, lookedAt]

/** As many checks as there are to be conditions. */
export function manyConditions(count: number): ConditionInput[] {
  return Array.from({ length: count }, (_, index) => ({
    ...complete,
    description: `No field of part ${index + 1} is left out.`,
  }))
}

export function createRequest(parties: Parties, conditions: ConditionInput[]): PreparedRequest {
  const body: CreateBody = {
    type: 'service',
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Bench', account_id: parties.buyer.accountId },
      { role: 'seller', kind: 'org', display_name: 'Bench seller', account_id: parties.seller.accountId },
    ],
    value: { amount_cents: evidenceRows.small * 5, currency: 'USD' },
    unitization: { total_units: evidenceRows.small, unit_amount_cents: 5 },
    deliverable: { type: 'dataset', title: 'Orders', description: 'The orders of a day', attributes: {} },
    terms: [{ text: 'Delivered as one table.', provenance: { source: 'freeform' } }],
    conditions,
  }
  return post(parties, parties.buyer, '/spools', body)
}

export function createdSpool({ text }: KeptAnswer): AgreedSpool {
  const { id, conditions, evidence } = JSON.parse(text) as CreatedSpool
  return {
    id,
    conditionIds: conditions.map((condition) => condition.id),
    evidenceIds: evidence.map((item) => item.id),
  }
}

export function acceptRequest(parties: Parties, { id }: AgreedSpool): PreparedRequest {
  return post(parties, parties.seller, `/spools/${id}/accept`)
}

/** Rows delivered by the seller for one of the conditions. */
export function evidenceRequest(
  parties: Parties,
  { id, conditionIds }: AgreedSpool,
  { rowCount, condition = 0 }: { rowCount: number; condition?: number },
): PreparedRequest {
  const body: EvidenceRequest = {
    condition_id: conditionIds[condition] ?? '',
    type: 'dataset',
    source: 'export',
    metadata: { rows: deliveredRows(rowCount) },
  }
  return post(parties, parties.seller, `/spools/${id}/evidence`, body)
}

/** A run asked for by the buyer, who confirms in the same call that it has looked at the work. */
export function confirmingVerifyRequest(
  parties: Parties,
  { id, conditionIds, evidenceIds }: AgreedSpool,
): PreparedRequest {
  const body: VerifySpoolRequest = {
    confirmations: [
      {
        condition_id: conditionIds[1] ?? '',
        method: 'buyer_confirm',
        outcome: 'passed',
        evidence_refs: evidenceIds,
      },
    ],
  }
  return post(parties, parties.buyer, `/spools/${id}/verify`, body)
}

export function verifyRequest(parties: Parties, { id }: AgreedSpool): PreparedRequest {
  return post(parties, parties.buyer, `/spools/${id}/verify`)
}
