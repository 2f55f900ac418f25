import { z } from 'zod'
import {
  AgreementTerm,
  agreementParty,
  Deliverable,
  FeeAndExpiry,
  SharedTerm,
  SpoolValue,
} from './agreement-parts.ts'
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
  EvidenceRequirement,
  Finality,
  PartyId,
  Quote,
  ReceiptId,
  ReviewId,
  RunId,
  Sha256Hex,
  ShareId,
  SpoolId,
  SpoolStatus,
  Timestamp,
  Unitization,
  listOf,
  SourceId,
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
  partyRoles,
  sides,
  spoolTypes,
} from '@outturn/vocabulary'

/** Who does what next. `action` mirrors `type` during the v1 compatibility period. */
export const NextStep = z
  .strictObject({
    type: z.enum(nextStepTypes).describe('Next step in the Spool.'),
    action: z
      .enum(nextStepTypes)
      .meta({ deprecated: true })
      .describe('Same value as `type`. Deprecated: use `type`.'),
    actor: z
      .enum(nextStepActors)
      .describe(
        'Who takes the next step. `provider` is the party that does the work, whatever its role is called. `verifier` is the caller of verify-spool: either party, with a key of scope `full` or `verify`. `none`: wait, or nothing is left to do.',
      ),
    reason: z.string().meta({
      description: 'Explanation of the next step for people.',
      examples: ['The provider submits evidence.'],
    }),
    required_legs: z
      .array(RequiredLeg)
      .optional()
      .describe('Transfers that the buyer must sign. Present only if `type` is `sign_settlement`.'),
    checkout_url: z
      .string()
      .optional()
      .meta({
        description: 'URL of the page on which the buyer pays by card. Visible only to the buyer.',
        examples: ['https://checkout.stripe.com/c/pay/cs_1'],
      }),
  })
  .meta({ id: 'NextStep' })
export type NextStep = z.infer<typeof NextStep>

export const SpoolParty = z
  .strictObject({
    party_id: PartyId.describe('ID of the party.'),
    ...agreementParty,
    assigned: z.boolean().describe('True if an account acts for the party.'),
    is_caller: z.boolean().describe('True if the party is the caller.'),
    contact: z
      .string()
      .optional()
      .meta({
        description:
          'Contact details of the party. Visible only to the party and to the creator of the Spool.',
        examples: ['lena@example.com'],
      }),
    account_id: z
      .string()
      .optional()
      .meta({
        description: 'ID of the account that acts for the party.',
        examples: ['acc_0123456789abcdef01234567'],
      }),
    processor_account_id: z
      .string()
      .optional()
      .meta({
        description: 'ID of the account of the party at the payment processor.',
        examples: ['acct_1A2b3C'],
      }),
  })
  .meta({ id: 'SpoolParty' })

export const VerificationSummary = z
  .strictObject({
    conditions: z.int().meta({ description: 'Number of conditions.', examples: [2] }),
    required: z
      .int()
      .meta({ description: 'Number of conditions that the verdict depends on.', examples: [2] }),
    by_method: z.record(z.string(), z.int()).describe('Number of conditions by verification method.'),
    executable: z
      .int()
      .meta({ description: 'Number of conditions that this deployment can verify.', examples: [2] }),
    non_executable: z
      .array(ConditionId)
      .describe('IDs of the conditions that this deployment cannot verify.'),
    unitized: z
      .boolean()
      .describe('True if the work is split into units that are accepted and paid one by one.'),
    self_asserted_sources: z
      .array(SourceId)
      .exactOptional()
      .describe(
        'IDs of required sources that the party which earns by them registered with a shared secret, so that it could have made their facts itself. Left out if there are none.',
      ),
    runs: z.int().meta({ description: 'Number of verification runs so far.', examples: [1] }),
    last_run: z
      .strictObject({
        run_id: RunId.describe('ID of the run.'),
        result: z.string().meta({ description: 'Verdict of the run.', examples: ['pass'] }),
        at: Timestamp.describe('Time of the run.'),
        receipt_id: ReceiptId.nullable().describe('ID of the receipt of the run; null if none was issued.'),
      })
      .nullable()
      .describe('Latest verification run; null before the first.'),
  })
  .meta({ id: 'VerificationSummary' })

/**
 * Of a condition that people decide, for the parties: the evidence that a confirmation is about, and what each side said of
 * which evidence. A confirmation that is void has no outcome, and names the evidence by which it became so.
 */
export const ConditionConfirmation = z
  .strictObject({
    evidence_ids: z
      .array(EvidenceId)
      .describe('IDs of the evidence items that a confirmation now refers to. Send them as `evidence_refs`.'),
    evidence_digest: Sha256Hex.nullable().describe(
      'SHA-256 of those evidence items; null if there are none. Send it as `evidence_digest` so that the confirmation is refused if the evidence has changed.',
    ),
    given: z
      .array(
        z.strictObject({
          side: z.enum(sides).describe('Party that confirmed.'),
          outcome: z
            .enum(confirmationOutcomes)
            .nullable()
            .describe('Decision of the party; null if the confirmation is void.'),
          evidence_id: EvidenceId.describe('ID of the evidence item that records the confirmation.'),
          confirmed_evidence_digest: Sha256Hex.describe(
            'SHA-256 of the evidence that the confirmation applies to.',
          ),
          voided_by: EvidenceId.nullable().describe(
            'ID of the later evidence item that made the confirmation void; null if it is in force.',
          ),
        }),
      )
      .describe('Confirmations by the parties.'),
  })
  .meta({ id: 'ConditionConfirmation' })

/** What is held on the card of the buyer, for the parties. */
export const CardHold = z
  .strictObject({
    state: z.enum(cardHoldStates).describe('State of the hold on the card.'),
    ends_at: Timestamp.nullable().meta({
      description: 'Time until which the held amount can be charged; null if nothing is held.',
      examples: ['2026-01-08T12:00:00.000Z'],
    }),
    hold_expiring: z.boolean().describe('True if the hold ends within two days.'),
    problem: z
      .enum(cardProblems)
      .nullable()
      .describe('Reason why the earned amount cannot be charged to the card; null if there is none.'),
  })
  .meta({ id: 'CardHold' })

/** A link by which the provider sets up its payouts; it works once, for some minutes. */
export const ProviderOnboarding = z
  .strictObject({
    url: z.string().meta({
      description: 'URL of the page on which the provider sets up payouts. It works once.',
      examples: ['https://connect.stripe.com/setup/s/1'],
    }),
    expires_at: Timestamp.describe('Time at which the URL expires.'),
    ready: z.boolean().meta({ description: 'True if the provider can be paid.', examples: [false] }),
  })
  .meta({ id: 'ProviderOnboarding' })
export type ProviderOnboarding = z.infer<typeof ProviderOnboarding>

const AgreementState = z
  .strictObject({
    mode: z
      .enum(agreementModes)
      .describe(
        '`bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone.',
      ),
    version: z.int().meta({
      description: 'Version number of the agreement. Each amendment increases it by one.',
      examples: [1],
    }),
    agreement_hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the agreement.'),
    plan_hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the verification plan.'),
    acceptance: AgreementAcceptance.nullable().describe(
      'Acceptance of the agreement by its parties; null before it is accepted.',
    ),
  })
  .meta({ id: 'AgreementState' })

const SpoolEconomics = FeeAndExpiry.extend({
  allowed_actions: z.array(z.enum(actionNames)).describe('Actions that the caller can take now.'),
  overpaid_cents: z
    .int()
    .optional()
    .meta({
      description:
        'Amount that was settled beyond what the latest receipt states, in cents. The service moves no money back. Omitted if 0.',
      examples: [250],
    }),
  outstanding_cents: z
    .int()
    .optional()
    .meta({
      description:
        'Amount that the latest receipt states beyond what was settled before, in cents. Omitted if 0, and before the first settlement.',
      examples: [250],
    }),
}).meta({ id: 'SpoolEconomics', extends: 'FeeAndExpiry' })

const SpoolDisputePolicy = DisputePolicy.extend({
  resolver: z.string().meta({ description: 'Party that resolves disputes.', examples: ['review'] }),
}).meta({ id: 'DisputePolicy' })

const ActedAs = z
  .strictObject({
    party_id: PartyId.describe('ID of the party.'),
    role: z.enum(partyRoles).describe('Role of the party in the agreement.'),
  })
  .meta({ id: 'ActedAs' })

/** A condition with how the service reads it and its latest result. */
const SharedCondition = Condition.extend({
  reads_as: ReadsAs.optional(),
  evidence_requirements: listOf(EvidenceRequirement).describe('Requirements that the evidence must meet.'),
  last_result: z
    .strictObject({
      result: z.string().meta({ description: 'Result of the condition.', examples: ['pass'] }),
      run_id: RunId.describe('ID of the run.'),
    })
    .nullable()
    .meta({
      description: 'Result of the condition in the latest run; null before the first.',
      examples: [null],
    }),
}).meta({ id: 'SharedCondition' })

/** The same for the parties, with their confirmations. */
const SpoolCondition = SharedCondition.extend({
  confirmation: ConditionConfirmation.optional().describe(
    'Confirmations by the parties and the evidence that they refer to. Present only on conditions that the parties confirm.',
  ),
}).meta({ id: 'Condition', extends: 'SharedCondition' })

/** What everyone who may see a Spool sees of it. */
export const SpoolCore = z
  .strictObject({
    id: SpoolId.describe('ID of the Spool.'),
    share_id: ShareId.describe('ID under which anyone with the share link can read the Spool.'),
    version: z
      .int()
      .meta({ description: 'Version number of the Spool. Each change increases it.', examples: [3] }),
    environment: z.enum(environments).describe('Environment of the Spool.'),
    type: z.enum(spoolTypes).describe('Type of work that the Spool covers.'),
    created_at: Timestamp.describe('Time at which the Spool was created.'),
    updated_at: Timestamp.describe('Time of the last change.'),
    status: SpoolStatus.describe('Current states of the Spool.'),
    status_reason: z
      .string()
      .nullable()
      .meta({
        description: 'Code that explains the status; null if the status needs no explanation.',
        examples: ['declined'],
      }),
    agreement: AgreementState.describe('Version, hashes and acceptance of the agreement.'),
    parties: z.array(SpoolParty).describe('The two parties of the agreement.'),
    value: SpoolValue.describe('Agreed price of the whole delivery.'),
    deliverable: Deliverable.describe('The work to deliver.'),
    unitization: Unitization.nullable().describe(
      'Number of units and the price of each; null if the work is not split into units.',
    ),
    terminal: z.boolean().describe('True if the verdict can no longer change.'),
    settlement_eligible: z.boolean().describe('True if an earned amount can be settled now.'),
    can_resubmit_evidence: z.boolean().describe('True if the caller can submit more evidence.'),
    can_rerun: z.boolean().describe('True if the caller can start another verification run.'),
    next_step: NextStep.describe('Next step and the party that takes it.'),
    decision_authority: z
      .enum(decisionAuthorities)
      .describe('Authority that decides the required conditions.'),
    verification_summary: VerificationSummary.describe('Counts of conditions and runs.'),
    corrective_hint: z
      .string()
      .optional()
      .meta({
        description: 'Instruction for correcting the first problem of the delivery.',
        examples: ['Add email to row 3, then call evidence and verify again.'],
      }),
    latest_receipt_id: ReceiptId.nullable().describe('ID of the latest receipt; null before the first.'),
    open_disputes: z.array(DisputeId).describe('IDs of the open disputes. Visible only to the parties.'),
    open_reviews: z
      .array(ReviewId)
      .optional()
      .describe('IDs of the undecided reviews. Visible only to the parties.'),
    open_discrepancies: z.int().meta({
      description: 'Number of unresolved payment discrepancies.',
      examples: [0],
    }),
    finality: Finality.describe('Limits on how often and how long the delivery can be verified.'),
    dispute_policy: SpoolDisputePolicy.describe('Rules for disputes over a receipt.'),
    gated_action: z
      .string()
      .nullable()
      .meta({
        description:
          'Action that the creator intends to take depending on the verdict; null if none was declared. It has no effect on the verdict.',
        examples: ['payment'],
      }),
    pricing_quote: Quote.nullable().describe(
      'Current quote; null if there is none. Only Spools of type `agent_task` have quotes.',
    ),
  })
  .meta({ id: 'SpoolCore' })

/** The canonical Spool as one caller sees it. */
export const SpoolView = SpoolCore.extend({
  terms: z.array(AgreementTerm).describe('Terms of the agreement in words, which no checker tests.'),
  conditions: z.array(SpoolCondition).describe('Conditions that the delivery must meet.'),
  economics: SpoolEconomics.describe('Fee, expiry and permitted actions.'),
  evidence: z.array(EvidenceView).describe('Submitted evidence.'),
  gated_action_note: z
    .string()
    .nullable()
    .meta({
      description: 'Note of the creator on the intended action; null if there is none.',
      examples: ['Invoice 42'],
    }),
  card_hold: CardHold.optional().describe(
    'Hold on the card of the buyer. Present once the buyer has committed to pay by card.',
  ),
  provider_onboarding: ProviderOnboarding.optional().describe(
    'Link with which the provider sets up payouts.',
  ),
  acted_as: ActedAs.optional().describe(
    'Party that the sandbox session acted as, or whose view was read. Omitted for API keys.',
  ),
}).meta({ id: 'Spool', extends: 'SpoolCore' })
export type SpoolView = z.infer<typeof SpoolView>

/**
 * A Spool as anyone with its share link sees it: what was agreed and where it stands. Contacts, accounts, actions, notes,
 * and where evidence came from and how it was collected are for its parties.
 */
export const SharedSpool = SpoolCore.extend({
  economics: FeeAndExpiry.describe('Fee and expiry.'),
  conditions: z.array(SharedCondition).describe('Conditions that the delivery must meet.'),
  terms: z.array(SharedTerm).describe('Terms of the agreement in words, which no checker tests.'),
  evidence: z
    .array(
      z.strictObject({
        condition_id: ConditionId.describe('ID of the condition that the item supports.'),
        type: z.string().meta({ description: 'Type of evidence.', examples: ['dataset'] }),
        status: z
          .enum(['judged', 'waiting'])
          .describe('`judged` if the latest verification run included the item, otherwise `waiting`.'),
        content_digest: Sha256Hex.nullable().describe(
          'SHA-256 of the content; null if the service stores only a reference to it.',
        ),
        received_at: Timestamp.describe('Time at which the service received the evidence.'),
      }),
    )
    .describe('Submitted evidence.'),
}).meta({ id: 'SharedSpool', extends: 'SpoolCore' })
export type SharedSpool = z.infer<typeof SharedSpool>

/** One entry of a Spool's history; `hash` covers the entry without itself, `prev_hash` chains it to the one before. */
export const SpoolEventView = z
  .strictObject({
    id: z.string().meta({ description: 'ID of the event.', examples: ['evt_0123456789abcdef01234567'] }),
    type: z.string().meta({ description: 'Type of the event.', examples: ['spool.created'] }),
    at: Timestamp.describe('Time of the event.'),
    actor: z
      .strictObject({
        party_id: PartyId.nullable().describe('ID of the party; null if the actor is not a party.'),
        kind: z.enum(actorKinds).describe('Kind of actor.'),
      })
      .describe('Actor that caused the event.'),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'Details of the event, depending on its type. `by` is `person` if a person of the party acted in the console, and is absent if a program acted with a key.',
      ),
    seq: z
      .int()
      .min(1)
      .meta({ description: 'Sequence number of the event; the first event is 1.', examples: [3] }),
    prev_hash: Sha256Hex.describe('Hash of the previous event.'),
    hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the event without this member.'),
  })
  .meta({ id: 'SpoolEvent' })
export type SpoolEventView = z.infer<typeof SpoolEventView>
