import type { PlanCheck } from '@outturn/agreement'
import { compilePlan } from '@outturn/evaluation'
import { initialState } from '../model/new-spool.ts'
import type { Condition, Spool, SpoolState } from '../model/spool.ts'

export const at = '2026-01-01T00:00:00.000Z'
export const hex = (n: number): string => n.toString(16).padStart(24, '0')

function termsOf(condition: Condition): PlanCheck | null {
  if (condition.deterministic_check !== undefined) return condition.deterministic_check
  if (condition.claim_cited !== undefined) return { claim_cited: condition.claim_cited }
  if (condition.external_judge !== undefined) return { external_judge: condition.external_judge }
  return { confirmation_method: condition.confirmation_method ?? 'buyer_confirm' }
}

/** The state of a Spool that its initiator accepted and that has evidence, with the head of its history. */
export function acceptedState(head: { length: number; hash: string }): SpoolState {
  const state = initialState('unilateral', at)
  return {
    ...state,
    status: { ...state.status, fulfillment: 'evidence_submitted' },
    evidenceCount: 1,
    deliveredAt: at,
    historyLength: head.length,
    historyHash: head.hash,
  }
}

const oneRow = { checker: 'row_count', expected: 1 } as const

/** An accepted bilateral Spool of two accounts over 200 cents, whose conditions have the ids cond_…0, cond_…1, … */
export function acceptedSpool(
  conditions: readonly Omit<Condition, 'id' | 'description' | 'required'>[],
  change: Partial<SpoolState> = {},
): Spool {
  const agreed = conditions.map((condition, index) => ({
    id: `cond_${hex(index)}`,
    description: `Condition ${index}`,
    required: true,
    ...(condition.verification_method === 'deterministic' && { deterministic_check: oneRow }),
    ...condition,
  }))
  return {
    id: `spl_${hex(1)}`,
    shareId: `shr_${hex(1)}`,
    environment: 'production',
    accountId: `acc_${hex(1)}`,
    version: 3,
    createdAt: at,
    updatedAt: at,
    agreement: {
      mode: 'bilateral',
      version: 1,
      agreementHash: 'a'.repeat(64),
      planHash: 'b'.repeat(64),
      plan: compilePlan({
        conditions: agreed.map((condition) => ({
          condition_id: condition.id,
          required: condition.required,
          verification_method: condition.verification_method,
          check: termsOf(condition),
          evidence_requirements: condition.evidence_requirements ?? [],
        })),
        unitization: null,
        value: { amount_cents: 200, currency: 'USD' },
      }),
      type: 'service',
      parties: [
        {
          partyId: `pty_${hex(1)}`,
          role: 'buyer',
          kind: 'org',
          displayName: 'Acme',
          accountId: `acc_${hex(1)}`,
        },
        {
          partyId: `pty_${hex(2)}`,
          role: 'provider',
          kind: 'agent',
          displayName: 'Bot',
          accountId: `acc_${hex(2)}`,
        },
      ],
      value: { amount_cents: 200, currency: 'USD' },
      deliverable: { type: 'report', title: 'Report', description: 'A report', attributes: {} },
      terms: [{ text: 'One report.', provenance: { source: 'freeform' } }],
      conditions: agreed,
      unitization: null,
      economics: {},
      disputePolicy: { window_hours: 72, holds_settlement: true, resolver: 'review' },
      finality: { mode: 'open', max_runs: 20, closes_at: null },
    },
    state: {
      ...acceptedState({ length: 2, hash: 'c'.repeat(64) }),
      evidenceCount: agreed.length,
      deliveredAt: at,
      acceptance: {
        mode: 'bilateral',
        provider_accepted_in_spoolis: true,
        accepted_by: 'provider',
        accepted_at: at,
      },
      ...change,
    },
  }
}
