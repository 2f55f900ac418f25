import { z } from 'zod'
import { EvidenceView } from './evidence.ts'
import { ReadsAs } from '../plain-text.ts'
import { RequiredLeg } from './settlement.ts'
import {
  AgreementAcceptance,
  Condition,
  ConditionId,
  DisputeId,
  DisputePolicy,
  EvidenceId,
  ExactTimestamp,
  EvidenceRequirement,
  Finality,
  PartyId,
  Quote,
  ReceiptId,
  RunId,
  Sha256Hex,
  ShareId,
  SpoolId,
  SpoolStatus,
  Timestamp,
  Unitization,
  listOf,
} from '@outturn/agreement'
import {
  actionNames,
  actorKinds,
  agreementModes,
  cardHoldStates,
  cardProblems,
  confirmationOutcomes,
  decisionAuthorities,
  environments,
  nextStepActors,
  nextStepTypes,
  partyKinds,
  partyRoles,
  sides,
  spoolTypes,
} from '@outturn/vocabulary'

/** Who does what next. `action` mirrors `type` during the v1 compatibility period. */
export const NextStep = z
  .strictObject({
    type: z.enum(nextStepTypes),
    action: z
      .enum(nextStepTypes)
      .meta({ deprecated: true })
      .describe('The same as `type`, for clients of before; on its way out.'),
    actor: z.enum(nextStepActors),
    reason: z.string(),
    required_legs: z.array(RequiredLeg).optional(),
    /** Where the buyer pays by card; shown to the buyer. */
    checkout_url: z.string().optional(),
  })
  .meta({ id: 'NextStep' })
export type NextStep = z.infer<typeof NextStep>

export const SpoolParty = z.strictObject({
  party_id: PartyId,
  role: z.enum(partyRoles),
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

/**
 * Of a condition that people decide, for the parties: the evidence that a confirmation is about, and what each side said of
 * which evidence. A confirmation that is void has no outcome, and names the evidence by which it became so.
 */
export const ConditionConfirmation = z
  .strictObject({
    evidence_ids: z
      .array(EvidenceId)
      .describe('Ids of the evidence that a confirmation is about now; sent as `evidence_refs`.'),
    evidence_digest: Sha256Hex.nullable().describe(
      'Digest of that evidence. A confirmation that sends it back as `evidence_digest` is refused when the evidence has changed since. Null before any evidence.',
    ),
    given: z.array(
      z.strictObject({
        side: z.enum(sides),
        outcome: z.enum(confirmationOutcomes).nullable(),
        evidence_id: EvidenceId,
        confirmed_evidence_digest: Sha256Hex,
        voided_by: EvidenceId.nullable(),
      }),
    ),
  })
  .meta({ id: 'ConditionConfirmation' })

/** What is held on the card of the buyer, for the parties. */
export const CardHold = z
  .strictObject({
    state: z.enum(cardHoldStates),
    ends_at: Timestamp.nullable(),
    hold_expiring: z.boolean(),
    problem: z.enum(cardProblems).nullable(),
  })
  .meta({ id: 'CardHold' })

/** A link by which the provider sets up its payouts; it works once, for some minutes. */
export const ProviderOnboarding = z
  .strictObject({ url: z.string(), expires_at: Timestamp, ready: z.boolean() })
  .meta({ id: 'ProviderOnboarding' })
export type ProviderOnboarding = z.infer<typeof ProviderOnboarding>

const ActedAs = z.strictObject({ party_id: PartyId, role: z.enum(partyRoles) })

/** The canonical Spool as one caller sees it. */
export const SpoolView = z
  .strictObject({
    id: SpoolId,
    share_id: ShareId,
    version: z.int(),
    environment: z.enum(environments),
    type: z.enum(spoolTypes),
    created_at: Timestamp,
    updated_at: Timestamp,
    status: SpoolStatus,
    status_reason: z.string().nullable(),
    agreement: z.strictObject({
      mode: z.enum(agreementModes),
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
      Condition.extend({
        reads_as: ReadsAs.optional(),
        evidence_requirements: listOf(EvidenceRequirement),
        last_result: z.strictObject({ result: z.string(), run_id: RunId }).nullable(),
        confirmation: ConditionConfirmation.optional(),
      }),
    ),
    unitization: Unitization.nullable(),
    economics: z.strictObject({
      fee_cents: z.int().optional(),
      expiry: ExactTimestamp.optional(),
      allowed_actions: z.array(z.enum(actionNames)),
    }),
    evidence: z.array(EvidenceView),
    terminal: z.boolean(),
    settlement_eligible: z.boolean(),
    can_resubmit_evidence: z.boolean(),
    can_rerun: z.boolean(),
    next_step: NextStep,
    decision_authority: z.enum(decisionAuthorities),
    verification_summary: VerificationSummary,
    corrective_hint: z.string().optional(),
    latest_receipt_id: ReceiptId.nullable(),
    open_disputes: z.array(DisputeId),
    open_discrepancies: z.int(),
    finality: Finality,
    dispute_policy: DisputePolicy.extend({ resolver: z.string() }),
    gated_action: z.string().nullable(),
    gated_action_note: z.string().nullable(),
    pricing_quote: Quote.nullable(),
    card_hold: CardHold.optional(),
    provider_onboarding: ProviderOnboarding.optional(),
    acted_as: ActedAs.optional().describe(
      'Party that the sandbox session acted as; after a read, the party whose view it is. Left out for keys.',
    ),
  })
  .meta({ id: 'Spool' })
export type SpoolView = z.infer<typeof SpoolView>

/**
 * A Spool as anyone with its share link sees it: what was agreed and where it stands. Contacts, accounts, actions, notes,
 * and where evidence came from and how it was collected are for its parties.
 */
export const SharedSpool = SpoolView.omit({
  acted_as: true,
  card_hold: true,
  gated_action_note: true,
  provider_onboarding: true,
})
  .extend({
    economics: SpoolView.shape.economics.omit({ allowed_actions: true }),
    conditions: z.array(SpoolView.shape.conditions.element.omit({ confirmation: true })),
    terms: z.array(z.strictObject({ text: z.string(), provenance: z.strictObject({ source: z.string() }) })),
    evidence: z.array(
      z.strictObject({
        condition_id: ConditionId,
        type: z.string(),
        status: z.enum(['judged', 'waiting']).describe('Whether the last verification has seen it.'),
        content_digest: Sha256Hex.nullable(),
        received_at: Timestamp,
      }),
    ),
  })
  .meta({ id: 'SharedSpool' })
export type SharedSpool = z.infer<typeof SharedSpool>

/** One entry of a Spool's history; `hash` covers the entry without itself, `prev_hash` chains it to the one before. */
export const SpoolEventView = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    at: Timestamp,
    actor: z.strictObject({ party_id: PartyId.nullable(), kind: z.enum(actorKinds) }),
    data: z.record(z.string(), z.unknown()),
    seq: z.int().min(1),
    prev_hash: Sha256Hex,
    hash: Sha256Hex,
  })
  .meta({ id: 'SpoolEvent' })
export type SpoolEventView = z.infer<typeof SpoolEventView>
