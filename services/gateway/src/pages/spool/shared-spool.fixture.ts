import { createSpoolExample, SharedSpool } from '@outturn/contracts'

const at = '2026-01-02T03:04:05.000Z'
const hash = '0'.repeat(64)

/** A Spool as its share link has it; members given replace its own. */
export function sharedSpool(changes: Partial<SharedSpool> = {}): SharedSpool {
  return SharedSpool.parse({
    id: 'spl_000000000000000000000001',
    share_id: 'shr_000000000000000000000001',
    version: 1,
    environment: 'production',
    type: 'service',
    created_at: at,
    updated_at: at,
    status: {
      agreement: 'proposed',
      fulfillment: 'pending',
      verification: 'pending',
      settlement: 'uncommitted',
      outcome: 'active',
    },
    status_reason: null,
    agreement: { mode: 'bilateral', version: 1, agreement_hash: hash, plan_hash: hash, acceptance: null },
    parties: createSpoolExample.parties.map(({ contact: _, ...party }, index) => ({
      ...party,
      party_id: `pty_00000000000000000000000${index}`,
      assigned: index === 0,
      is_caller: false,
    })),
    value: createSpoolExample.value,
    deliverable: createSpoolExample.deliverable,
    terms: createSpoolExample.terms.map(({ text, provenance: { source } }) => ({
      text,
      provenance: { source },
    })),
    conditions: createSpoolExample.conditions.map((condition, index) => ({
      ...condition,
      id: `cond_00000000000000000000000${index}`,
      ...(index === 0 && { reads_as: 'every row has "company", "contact" and "email"' }),
      evidence_requirements: [],
      last_result: null,
    })),
    unitization: createSpoolExample.unitization,
    economics: {},
    evidence: [],
    terminal: false,
    settlement_eligible: false,
    can_resubmit_evidence: false,
    can_rerun: false,
    next_step: { type: 'await_confirmation', action: 'await_confirmation', actor: 'provider', reason: 'x' },
    decision_authority: 'buyer_confirmation',
    verification_summary: {
      conditions: 2,
      required: 2,
      by_method: {},
      executable: 2,
      non_executable: [],
      unitized: true,
      runs: 0,
      last_run: null,
    },
    latest_receipt_id: null,
    open_disputes: [],
    open_discrepancies: 0,
    finality: { mode: 'open', max_runs: 20, closes_at: null },
    dispute_policy: { window_hours: 72, holds_settlement: true, resolver: 'review' },
    gated_action: null,
    pricing_quote: null,
    ...changes,
  })
}
