import { createSpoolExample, type ExplainedAction, type SpoolEventView, SpoolView } from '@outturn/contracts'
import { actionNames, type ActionName } from '@outturn/vocabulary'
import type { SpoolPageView } from './spool-view.ts'

const at = '2026-11-27T10:50:00.000Z'
const hash = '0'.repeat(64)
const hex = (n: number) => n.toString(16).padStart(24, '0')

/** A Spool as its buyer sees it; members given replace its own. */
export function buyersSpool(changes: Partial<SpoolView> = {}): SpoolView {
  return SpoolView.parse({
    id: `spl_${hex(1)}`,
    share_id: `shr_${hex(1)}`,
    version: 7,
    environment: 'production',
    type: 'service',
    created_at: at,
    updated_at: at,
    status: {
      agreement: 'accepted',
      fulfillment: 'evidence_submitted',
      verification: 'partial',
      settlement: 'uncommitted',
      outcome: 'active',
    },
    status_reason: null,
    agreement: { mode: 'bilateral', version: 1, agreement_hash: hash, plan_hash: hash, acceptance: null },
    parties: [
      {
        role: 'buyer',
        kind: 'org',
        display_name: 'Larkfield Data',
        party_id: `pty_${hex(1)}`,
        assigned: true,
        is_caller: true,
      },
      {
        role: 'seller',
        kind: 'agent',
        display_name: 'LeadBot',
        party_id: `pty_${hex(2)}`,
        assigned: true,
        is_caller: false,
      },
    ],
    value: { amount_cents: 1_000, currency: 'USD' },
    deliverable: { type: 'dataset', title: 'Leads with an email', description: 'Four leads', attributes: {} },
    terms: [{ text: 'Four leads with an email.', provenance: { source: 'freeform' } }],
    conditions: createSpoolExample.conditions.map((condition, index) => ({
      ...condition,
      id: `cond_${hex(index)}`,
      evidence_requirements: [],
      last_result: null,
      ...(condition.verification_method === 'human_confirmed' && {
        confirmation: { evidence_ids: [], evidence_digest: null, given: [] },
      }),
    })),
    unitization: { total_units: 4, unit_amount_cents: 250 },
    economics: { allowed_actions: ['evidence', 'verify', 'abandon'] },
    evidence: [],
    terminal: false,
    settlement_eligible: false,
    can_resubmit_evidence: true,
    can_rerun: true,
    next_step: {
      type: 'submit_evidence',
      action: 'submit_evidence',
      actor: 'provider',
      reason: 'Add email to row 3, then call evidence and verify again.',
    },
    decision_authority: 'buyer_confirmation',
    verification_summary: {
      conditions: 2,
      required: 2,
      by_method: {},
      executable: 2,
      non_executable: [],
      unitized: true,
      runs: 1,
      last_run: { run_id: `vr_${hex(1)}`, result: 'partial', at, receipt_id: `ocr_${hex(1)}` },
    },
    corrective_hint: 'Add email to row 3, then call evidence and verify again.',
    latest_receipt_id: `ocr_${hex(1)}`,
    open_disputes: [],
    open_discrepancies: 0,
    finality: { mode: 'open', max_runs: 20, closes_at: null },
    dispute_policy: { window_hours: 72, holds_settlement: true, resolver: 'review' },
    gated_action: null,
    gated_action_note: null,
    pricing_quote: null,
    ...changes,
  })
}

/** Who may do what: these actions the caller, and everything the other party. */
export function explainedFor(allowed: readonly ActionName[]): NonNullable<SpoolPageView['explained']> {
  const denial = { code: 'forbidden' as const, reason: 'x', message: 'Not now.', remediation: null }
  return {
    actions: actionNames.map(
      (action): ExplainedAction => ({
        action,
        own: { side: 'buyer', denial: allowed.includes(action) ? null : denial },
        other: { side: 'provider', denial: null },
      }),
    ),
    dispute: { denial: null, until: at },
    cancelRequestedBy: null,
  }
}

/** One entry of a history. */
export function entryOf(seq: number, type: string, changes: Partial<SpoolEventView> = {}): SpoolEventView {
  const actor = { party_id: `pty_${hex(1)}`, kind: 'party' as const }
  return { id: `evt_${hex(seq)}`, type, at, actor, data: {}, seq, prev_hash: hash, hash, ...changes }
}

/** The page of an owner; members given replace its own. */
export function pageView(changes: Partial<SpoolPageView> = {}): SpoolPageView {
  return {
    spool: buyersSpool(),
    tab: 'overview',
    role: 'owner',
    accountName: 'Larkfield Data',
    explained: explainedFor(['evidence', 'verify', 'abandon']),
    events: [entryOf(1, 'spool.created')],
    hasMoreEvents: false,
    receipt: undefined,
    receipts: undefined,
    money: undefined,
    discrepancies: undefined,
    reviews: undefined,
    people: new Map(),
    shareUrl: 'https://outturn.example/s/shr_1',
    formToken: (path) => `token of ${path}`,
    formId: () => '00000000-0000-4000-8000-000000000001',
    done: null,
    ...changes,
  }
}
