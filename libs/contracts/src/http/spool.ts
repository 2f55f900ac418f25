import { z } from 'zod'
import {
  ConditionId,
  EvidenceId,
  PartyId,
  ReceiptId,
  RunId,
  Sha256Hex,
  ShareId,
  SpoolId,
  Timestamp,
} from '../ids.ts'
import { partyKinds } from '../principal.ts'
import { Quote } from './quote.ts'

export const agreementStates = ['draft', 'proposed', 'accepted', 'declined', 'cancelled', 'expired'] as const
export const fulfillmentStates = [
  'pending',
  'in_progress',
  'evidence_submitted',
  'fulfilled',
  'partially_fulfilled',
  'unfulfilled',
] as const
export const verificationStates = [
  'pending',
  'awaiting_confirmation',
  'pass',
  'partial',
  'fail',
  'uncertain',
] as const
export const settlementStates = [
  'uncommitted',
  'committed',
  'awaiting_signature',
  'releasing',
  'partially_settled',
  'settled',
  'voided',
  'failed',
] as const
export const outcomeStates = ['active', 'completed', 'cancelled', 'expired'] as const

export const actionNames = [
  'propose',
  'accept',
  'decline',
  'amend',
  'quote',
  'cancel',
  'abandon',
  'commit',
  'evidence',
  'verify',
  'external-result',
  'onboard-provider',
  'complete',
] as const
export type ActionName = (typeof actionNames)[number]

export const SpoolStatus = z.strictObject({
  agreement: z.enum(agreementStates),
  fulfillment: z.enum(fulfillmentStates),
  verification: z.enum(verificationStates),
  settlement: z.enum(settlementStates),
  outcome: z.enum(outcomeStates),
})
export type SpoolStatus = z.infer<typeof SpoolStatus>

export const nextStepTypes = [
  'settle',
  'submit_evidence',
  'rerun_allowed',
  'await_confirmation',
  'sign_settlement',
  'terminal',
  'new_spool',
] as const

/** Who does what next. `action` mirrors `type` during the v1 compatibility period. */
export const NextStep = z
  .strictObject({
    type: z.enum(nextStepTypes),
    action: z.enum(nextStepTypes),
    actor: z.enum(['buyer', 'provider', 'verifier', 'none']),
    reason: z.string(),
    required_legs: z.array(z.enum(['seller', 'fee'])).optional(),
  })
  .meta({ id: 'NextStep' })
export type NextStep = z.infer<typeof NextStep>

export const DecisionAuthority = z.enum(['deterministic', 'buyer_confirmation', 'both_confirm', 'none'])
export type DecisionAuthority = z.infer<typeof DecisionAuthority>

export const AgreementAcceptance = z.strictObject({
  mode: z.enum(['bilateral', 'unilateral']),
  provider_accepted_in_spoolis: z.boolean(),
  accepted_by: z.enum(['initiator', 'provider', 'buyer', 'both']),
  accepted_at: Timestamp.optional(),
})
export type AgreementAcceptance = z.infer<typeof AgreementAcceptance>

export const SpoolParty = z.strictObject({
  party_id: PartyId,
  role: z.enum(['buyer', 'seller', 'client', 'provider']),
  kind: z.enum(partyKinds),
  display_name: z.string(),
  assigned: z.boolean(),
  is_caller: z.boolean(),
  settlement_address: z.string().optional(),
  /** Shown to the party itself and to the creator. */
  contact: z.string().optional(),
  account_id: z.string().optional(),
  processor_account_id: z.string().optional(),
})

export const VerificationSummary = z.strictObject({
  conditions: z.int(),
  required: z.int(),
  by_method: z.record(z.string(), z.int()),
  executable: z.int(),
  non_executable: z.array(ConditionId),
  unitized: z.boolean(),
  runs: z.int(),
  last_run: z
    .strictObject({ run_id: RunId, result: z.string(), at: Timestamp, receipt_id: ReceiptId.nullable() })
    .nullable(),
})

/** The canonical Spool as one caller sees it. */
export const SpoolView = z
  .strictObject({
    id: SpoolId,
    share_id: ShareId,
    version: z.int(),
    environment: z.enum(['production', 'demo']),
    type: z.enum(['goods_in_person', 'service', 'digital', 'agent_task']),
    created_at: Timestamp,
    updated_at: Timestamp,
    status: SpoolStatus,
    status_reason: z.string().nullable(),
    agreement: z.strictObject({
      mode: z.enum(['bilateral', 'unilateral']),
      version: z.int(),
      agreement_hash: Sha256Hex,
      plan_hash: Sha256Hex,
      acceptance: AgreementAcceptance.nullable(),
    }),
    parties: z.array(SpoolParty),
    value: z.strictObject({
      amount_cents: z.int(),
      currency: z.literal('USD'),
      rail_preference: z.string().optional(),
    }),
    deliverable: z.strictObject({
      type: z.string(),
      title: z.string(),
      description: z.string(),
      attributes: z.record(z.string(), z.string()),
    }),
    terms: z.array(
      z.strictObject({
        text: z.string(),
        provenance: z.strictObject({ source: z.string(), origin: z.string().optional() }),
      }),
    ),
    conditions: z.array(
      z.looseObject({
        id: ConditionId,
        description: z.string(),
        required: z.boolean(),
        verification_method: z.string(),
        last_result: z.strictObject({ result: z.string(), run_id: RunId }).nullable(),
      }),
    ),
    unitization: z.record(z.string(), z.unknown()).nullable(),
    economics: z.strictObject({
      fee_cents: z.int().optional(),
      expiry: Timestamp.optional(),
      allowed_actions: z.array(z.enum(actionNames)),
    }),
    evidence: z.array(
      z.looseObject({
        id: EvidenceId,
        condition_id: ConditionId,
        type: z.string(),
        source: z.string(),
        claim_class: z.string(),
        on_behalf_of: z.string(),
        provenance: z.record(z.string(), z.unknown()),
        content_digest: Sha256Hex.nullable(),
        bytes: z.int(),
        received_at: Timestamp,
      }),
    ),
    terminal: z.boolean(),
    settlement_eligible: z.boolean(),
    can_resubmit_evidence: z.boolean(),
    can_rerun: z.boolean(),
    next_step: NextStep,
    decision_authority: DecisionAuthority,
    verification_summary: VerificationSummary,
    corrective_hint: z.string().optional(),
    latest_receipt_id: ReceiptId.nullable(),
    open_disputes: z.array(z.string()),
    open_discrepancies: z.int(),
    finality: z.strictObject({
      mode: z.enum(['open', 'first_verdict', 'until']),
      max_runs: z.int(),
      closes_at: Timestamp.nullable(),
    }),
    dispute_policy: z.strictObject({
      window_hours: z.int(),
      holds_settlement: z.boolean(),
      resolver: z.string(),
      resolver_ref: z.string().optional(),
    }),
    gated_action: z.string().nullable(),
    gated_action_note: z.string().nullable(),
    pricing_quote: Quote.nullable(),
  })
  .meta({ id: 'Spool' })
export type SpoolView = z.infer<typeof SpoolView>

/** A Spool as anyone with its share link sees it: what was agreed and where it stands, without contacts, accounts or actions. */
export const SharedSpool = SpoolView.omit({ economics: true })
  .extend({ economics: SpoolView.shape.economics.omit({ allowed_actions: true }) })
  .meta({ id: 'SharedSpool' })
export type SharedSpool = z.infer<typeof SharedSpool>

/** One entry of a Spool's history; `hash` covers the entry without itself, `prev_hash` chains it to the one before. */
export const SpoolEventView = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    at: Timestamp,
    actor: z.strictObject({ party_id: PartyId.nullable(), kind: z.enum(['party', 'service', 'operator']) }),
    data: z.record(z.string(), z.unknown()),
    seq: z.int().min(1),
    prev_hash: Sha256Hex,
    hash: Sha256Hex,
  })
  .meta({ id: 'SpoolEvent' })
export type SpoolEventView = z.infer<typeof SpoolEventView>
