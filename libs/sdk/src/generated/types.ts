// Rendered from the OpenAPI document: see rendered-files.test.ts. Do not edit.

export interface AcceptRequest {
  /** Hash of the agreement that you read. The request is refused if the terms have changed since. */
  agreement_hash?: Sha256Hex | undefined
  /** Digest of the current quote. Required on Spools of type `agent_task`. */
  quote_digest?: Sha256Digest | undefined
}

export interface AcceptedDelivery {
  /** The delivery is stored. */
  accepted: true
  /** True if this webhook-id was taken before. */
  duplicate: boolean
  /** Facts of the delivery, in its order. */
  fact_ids: FactId[]
  /** Elements that became no fact. */
  rejected: RejectedElement[]
}

export interface Account {
  /** ID of the account. */
  id: AccountId
  /** Name of the account. */
  name: string
  /** Kind of the account holder. */
  kind: 'human' | 'agent' | 'org' | 'service'
  /** Environment of the account: `demo` for a sandbox session, else `production`. */
  environment: 'production' | 'demo'
  /** Operations that the credential of this request allows. */
  scope: 'full' | 'verify' | 'counterparty'
  /** Key of this request; null for a sandbox session. */
  key: {
    /** ID of the key. */
    id: KeyId
    /** Name of the key; may be empty. */
    name: string
  } | null
  /** The only Spool that the credential gives access to; null for all. */
  spool_id: SpoolId | null
  /** Party of that Spool that the credential acts for; null for all. */
  party_id: PartyId | null
  /** Limits of the account. */
  limits: {
    /** Number of requests per minute and client address. */
    requests_per_minute: number
  }
  /** Runs and compilations included per month; null for a sandbox session and for a counterparty key, which have none. */
  allowance: Allowance | null
}

export type AccountId = string

export interface ActedAs {
  /** ID of the party. */
  party_id: PartyId
  /** Role of the party in the agreement. */
  role: 'buyer' | 'seller' | 'client' | 'provider'
}

export interface AggregationPolicy {
  /** Name of the rule. */
  policy_id: string
  /** Version of the rule. */
  policy_version: string
}

export interface AgreedCondition {
  /** ID of the condition. */
  id: ConditionId
  /** Description of the condition for people. The checker or method decides, not this text. */
  description: string
  /** True if the verdict depends on the condition. */
  required: boolean
  /** Method that decides the condition: a checker, the parties, a model, or an external party. */
  verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Checker with its parameters, for the method `deterministic`. */
  deterministic_check?: DeterministicCheck
  /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
  confirmation_method?: 'buyer_confirm' | 'both_confirm'
  /** Claim that the evidence must support. Required for the method `ai_assisted`. */
  claim_cited?: CitedClaim
  /** External party whose signed result decides the condition. Required for the method `external_tool`. */
  external_judge?: ExternalJudge
  /** Requirements that the evidence must meet. */
  evidence_requirements?: EvidenceRequirement[]
}

export interface AgreedDisputePolicy {
  /** Number of hours after a receipt is issued in which a dispute can be opened. */
  window_hours: number
  /** True if settlement is paused while a dispute is open. */
  holds_settlement: boolean
  /** Party that resolves disputes. */
  resolver: 'review' | 'counterparty' | 'external' | 'none'
  /** Name or ID of the external resolver. */
  resolver_ref?: string
}

export interface AgreementAcceptance {
  /** `bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone. */
  mode: 'bilateral' | 'unilateral'
  /** True if the provider accepted the agreement through this service. */
  provider_accepted_in_spoolis: boolean
  /** Parties that accepted the agreement. */
  accepted_by: 'initiator' | 'provider' | 'buyer' | 'both'
  /** Time at which the agreement was accepted. */
  accepted_at?: Timestamp
}

export interface AgreementState {
  /** `bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone. */
  mode: 'bilateral' | 'unilateral'
  /** Version number of the agreement. Each amendment increases it by one. */
  version: number
  /** SHA-256 of the canonical JSON of the agreement. */
  agreement_hash: Sha256Hex
  /** SHA-256 of the canonical JSON of the verification plan. */
  plan_hash: Sha256Hex
  /** Acceptance of the agreement by its parties; null before it is accepted. */
  acceptance: AgreementAcceptance | null
}

export interface AgreementTerm {
  /** Text of the term. */
  text: string
  /** Origin of the text of the term. */
  provenance: {
    /** Kind of source that the term comes from. */
    source: string
    /** Document or message that the term comes from. */
    origin?: string
  }
}

export interface Allowance {
  /** Start of the current month. */
  period_start: Timestamp
  /** End of the current month, when the allowance is renewed. */
  period_end: Timestamp
  /** Verification runs. */
  verification: AllowanceUse
  /** Compilations of plain text. */
  compile: AllowanceUse
}

export interface AllowanceUse {
  /** Number of units included per month. */
  limit: number
  /** Number of units used this month. */
  used: number
  /** Number of units left this month. */
  remaining: number
}

export interface AmendRequest {
  /** Conditions to add. */
  add_conditions?: readonly ConditionInput[] | undefined
  /** IDs of the conditions to remove. */
  remove_condition_ids?: readonly ConditionId[] | undefined
  /** New number of units and price of each. */
  unitization?: UnitizationInput | undefined
}

export interface AnsweredError {
  /** Explanation of the error for people. The wording can change. */
  error: string
  /** Stable error code. Only an error has this member. */
  code: 'limit_reached' | 'sandbox_resting' | 'trusted_key_unavailable'
  /** True if the same request can succeed later. */
  retryable: boolean
  /** Instruction for resolving the error. */
  remediation: string
  /** Path of the field or condition that caused the error. */
  field?: string
  /** More specific reason for the code. All reasons are listed at `/docs/errors#reasons`. */
  reason?: string
  /** Key to repeat the request with. Present if the work may have started. For a request without a key, the service generated it. */
  idempotency_key?: string
  /** URL of the documentation of the error code. */
  docs: string
  /** ID of the request in the logs of the service. Quote it when you ask for support. */
  request_id: string
  /** Error in one word. */
  status: string
  /** Same text as `error`. */
  message: string
  /** Present and false if the key of an attestation is not available. */
  valid?: false
}

export interface Attestation {
  /** ID of the attestation. */
  id: AttestationId
  /** Environment in which the attestation was issued. */
  environment: 'production' | 'demo'
  /** ID of the Spool. */
  spoolId: SpoolId
  /** Version of the compiler that made the plan from the agreement. */
  compilationVersion: string
  /** Version of the plan format. */
  verificationPlanVersion: string
  /** Verdict of the run. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** Earned amount, as a decimal with two places. */
  approvedAmount: string
  /** Committed amount, as a decimal with two places. */
  maximumAmount: string
  /** Currency of the amounts. */
  assetOrCurrency: string
  /** ID of the party that pays. */
  payerPartyId: string
  /** ID of the party that delivers. */
  providerPartyId: string
  /** Result of each condition. */
  conditionResults: readonly {
    /** ID of the condition. */
    conditionId: ConditionId
    /** Result of the condition. */
    result: 'pass' | 'partial' | 'fail' | 'uncertain' | 'not_evaluated' | 'not_applicable'
    /** Verification method of the condition. */
    method: string
    /** `mandatory` if the verdict depends on the condition, otherwise `optional`. */
    requirement: 'mandatory' | 'optional'
  }[]
  /** SHA-256 of the evidence. */
  evidenceDigest: string
  /** SHA-256 of the verdict. */
  verificationDigest: string
  /** Time at which the attestation was signed. */
  issuedAt: string
  /** Time at which the attestation expires. */
  expiresAt: string
  /** Random value that makes the attestation unique. */
  nonce: string
  /** SHA-256 of the public key that verifies the signature. */
  signingKeyId: string
  signature: Ed25519Signature
  /** Wallet at which the provider is paid. Covered by the signature, but not by `verificationDigest`. */
  providerDestination?: string | undefined
}

export type AttestationId = string

export interface AttestationVerdict {
  /** True if the signature and all other checks of the attestation pass. */
  valid: boolean
  /** Environment that the attestation names. */
  environment: 'production' | 'demo'
  /** Codes of the checks that failed; empty if the attestation is valid. */
  reasons: string[]
  /** Time of the check. */
  checked_at: Timestamp
}

export type AuditId = string

/** Digests of what was compared. */
export interface AuditInputs {
  /** Version of the rules of the audit. */
  engine_version: string
  /** Digest of the invoice as it was sent. */
  invoice_digest: Sha256Digest
  /** Digest of the canonical JSON of the request without its files. */
  mapping_digest: Sha256Digest
  /** Digest of the record as it was sent. */
  record_digest: Sha256Digest
}

/** Days whose work may be billed, by the date of the record. */
export interface AuditPeriod {
  /** First day of the period, in UTC. */
  from?: string | undefined
  /** Last day of the period, in UTC; the whole day is included. */
  to?: string | undefined
}

/** Rules of the agreement. A rule that is left out is not checked. */
export interface AuditRules {
  /** Statuses of the record that may be billed, as they are written there. */
  billable_statuses?: readonly string[] | undefined
  period?: AuditPeriod | undefined
  /** Agreed price of one unit, in cents. It replaces the prices of the record. */
  unit_price_cents?: number | undefined
  /** Difference of an amount that is still accepted, in cents. Default: `0`. */
  amount_tolerance_cents?: number | undefined
  /** Difference of a quantity that is still accepted, in units. Default: `0`. */
  quantity_tolerance?: number | undefined
  /** Whether keys that differ in case are different keys. Default: `true`. */
  case_sensitive_keys?: boolean | undefined
}

/** Signed statement of the audit, if `sign` was sent. */
export interface AuditStatement {
  /** Schema of this document. */
  schema: string
  /** Environment whose key signed it. */
  environment: 'production' | 'demo'
  /** ID of the audit. */
  audit_id: AuditId
  /** Kind of the audit. */
  kind: 'invoice_audit' | 'promise_replay'
  /** Digests of the inputs, by their names in the result. */
  inputs: { [name: string]: Sha256Digest }
  /** Digest of the result. */
  result_digest: Sha256Digest
  /** Currency of the sums. */
  currency: string | null
  /** Sums of the result, by their names. */
  totals: { [name: string]: number }
  /** Version of the rules of the audit. */
  engine_version: string
  /** Time of the signature. */
  issued_at: Timestamp
  /** ID of the attestation key that signed it. */
  signing_key_id: string
  /** Ed25519 signature over the canonical JSON of the statement without it, in base64url. */
  signature: string
}

/** Sums over all lines. */
export interface AuditTotals {
  /** Lines of the invoice. */
  invoice_lines: Count
  /** Rows of the record. */
  record_rows: Count
  /** Sum of the lines, in cents. A line whose amount cannot be read counts as 0. */
  billed_cents: Cents
  /** Money that the record supports, in cents. */
  supported_cents: Cents
  /** Money that the record does not support, in cents; counted once for each line. */
  unsupported_cents: Cents
  /** Sum of quantity times unit price, in cents; of the amount where a line does not state both. */
  recomputed_cents: Cents
  /** Billed minus supported, in cents. */
  variance_cents: Cents
  /** Lines that are supported in full. */
  lines_supported: Count
  /** Lines with at least one discrepancy. */
  lines_with_discrepancies: Count
}

export interface AuditedLine {
  /** Number of the line as the invoice writes it, or its row. */
  line: string
  /** Key of the line. */
  key: string
  /** Amount of the line, in cents; negative for a credit. */
  billed_cents: Cents
  /** Part of the amount that the record supports, in cents. */
  supported_cents: Cents
  /** Part of the line that the record supports. */
  status: 'supported' | 'partially_supported' | 'unsupported' | 'unparseable'
  /** Rows of the record with the key of the line. */
  record_rows: RecordRow[]
  /** Codes of the discrepancies of the line. */
  discrepancies: DiscrepancyCode[]
  source: AuditedLineSource
}

/** Place of the line on the pages of a PDF; null for CSV and for an e-invoice. */
export type AuditedLineSource = {
  /** Page, from 1. */
  page: number
  /** Row of text on the page, from 1. */
  line: number
} | null

/** A rate in basis points; 10000 is all. */
export type BasisPoints = number

export interface BundleManifest {
  /** Name and version of the document format. */
  schema: string
  /** ID of the receipt. */
  receipt_id: ReceiptId
  /** Time at which the bundle was created. */
  made_at: Timestamp
  /** SHA-256 of each other member of the bundle, by name. */
  members: { [name: string]: Sha256Hex }
  /** SHA-256 of the public key that verifies the signature. */
  signing_key_id: Sha256Hex
  signature: Ed25519Signature
}

/** The object whose canonical JSON has the agreement hash. */
export interface BundledAgreement {
  /** Name and version of the document format. */
  schema: string
  /** ID of the Spool that the agreement belongs to. */
  spool_id: SpoolId
  /** Version number of the agreement. Each amendment increases it by one. */
  agreement_version: number
  /** Type of work that the Spool covers. */
  type: 'goods_in_person' | 'service' | 'digital' | 'agent_task'
  /** `bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone. */
  mode: 'bilateral' | 'unilateral'
  /** The two parties of the agreement. */
  parties: {
    /** Role of the party in the agreement. */
    role: 'buyer' | 'seller' | 'client' | 'provider'
    /** Kind of party, such as a person, an organization or an agent. */
    kind: 'human' | 'agent' | 'org' | 'service'
    /** Name of the party, as the other party sees it. */
    display_name: string
    /** Wallet at which the party is paid. */
    settlement_address?: string
  }[]
  /** Agreed price of the whole delivery. */
  value: SpoolValue
  /** The work to deliver. */
  deliverable: Deliverable
  /** Terms of the agreement in words, which no checker tests. */
  terms: AgreementTerm[]
  /** Conditions that the delivery must meet. */
  conditions: AgreedCondition[]
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** Fee and expiry of the agreement. */
  economics: FeeAndExpiry
  /** Rules for disputes over a receipt. */
  dispute_policy: AgreedDisputePolicy
  /** Limits on how often and how long the delivery can be verified. */
  finality: Finality
}

export type BundledContent = {
  /** Form of the content. */
  kind: 'rows'
  /** Rows of the delivery, each as a JSON object. */
  rows: { [name: string]: unknown }[]
} | {
  /** Form of the content. */
  kind: 'json'
  /** JSON document. */
  json: unknown
} | {
  /** Form of the content. */
  kind: 'text'
  /** Text of the delivery. */
  text: string
} | {
  /** Form of the content. */
  kind: 'bytes'
  /** Base64-encoded file. */
  base64: string
  /** Media type of the file. */
  media_type: string
  /** Format in which the file is read as a table. */
  dialect?: TableDialect
} | {
  /** Form of the content. */
  kind: 'reference'
  /** URL of the content. */
  url?: string
  /** SHA-256 of the content. */
  sha256?: Sha256Hex
} | {
  /** Form of the content. */
  kind: 'unavailable'
} | {
  /** Form of the content. */
  kind: 'confirmation'
  /** Parties that must confirm the condition. */
  method: 'buyer_confirm' | 'both_confirm'
  /** Decision of the party on the condition. */
  outcome: 'passed' | 'failed' | 'waived'
  /** Party that confirmed. */
  party: 'buyer' | 'provider'
  /** IDs of the evidence items that the party reviewed. */
  evidence_refs: string[]
  /** SHA-256 of the evidence that the confirmation applies to. Later evidence makes the confirmation void. */
  confirmed_evidence_digest: Sha256Hex
  /** Comment of the party. */
  detail?: string
} | {
  /** Form of the content. */
  kind: 'external_result'
  /** SHA-256 of the agreement that the result applies to. */
  agreement_hash: Sha256Hex
  /** ID of the external party, as agreed in the condition. */
  evaluator: string
  /** Overall verdict of the external party. */
  verdict: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** Result of each condition that the external party decides. */
  condition_results: { [name: string]: unknown }[]
  /** Time of the evaluation, exactly as it was signed. */
  observed_at: string
  /** IDs of the evidence items that the external party evaluated. */
  evidence_refs: string[]
  /** Proof that the result comes from the external party. */
  proof: { [name: string]: unknown }
} | {
  /** Form of the content. */
  kind: 'review'
  /** ID of the review. */
  review_id: ReviewId
  /** ID of the receipt that was reviewed. */
  receipt_id: ReceiptId
  /** Party that named the reviewer. */
  named_by: 'buyer' | 'provider'
  /** Proof by which the reviewer was known. */
  known_by: 'link' | 'email'
  /** Outcome of the condition as a whole; left out if the reviewer stated single units only. */
  outcome?: 'passed' | 'failed'
  /** Outcomes of single units. They take precedence over the outcome of the condition. */
  units?: {
    /** Number of the unit; the first unit is 1. */
    unit: number
    /** Outcome of the unit. */
    outcome: 'passed' | 'failed'
  }[]
  /** SHA-256 of the evidence that was reviewed. Later evidence makes the finding void. */
  confirmed_evidence_digest: Sha256Hex
} | {
  /** Form of the content. */
  kind: 'dispute'
  /** ID of the dispute. */
  dispute_id: DisputeId
  /** ID of the disputed receipt. */
  receipt_id: ReceiptId
  /** Whose decision it is: of both parties, or of the external party that the agreement names. */
  decided_by: 'counterparty' | 'external'
  /** ID of the external party. */
  judge?: string
  /** Outcome of the condition for all its units. */
  outcome: 'passed' | 'failed'
  /** SHA-256 of the evidence that was judged before. Later evidence makes the finding void. */
  confirmed_evidence_digest: Sha256Hex
}

export interface BundledEvidence {
  /** ID of the evidence item. */
  id: EvidenceId
  /** ID of the condition that the item supports; null if it supports all conditions. */
  condition_id: ConditionId | null
  /** Type of evidence. */
  type: 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation'
  /** Name that the submitter gave to the source of the evidence. */
  source: string
  /** Kind of claim that the evidence supports. */
  claim_class: 'actor_identity' | 'artifact_state' | 'machine_fact'
  /** Method by which the evidence was obtained. */
  provenance: string
  /** Party in whose name the evidence was submitted. */
  on_behalf_of: string
  /** Party that submitted the item, if it did so in the name of the other party. */
  supplied_by?: 'buyer' | 'provider'
  /** SHA-256 of the content; null if the service stores only a reference to it. */
  content_digest: Sha256Hex | null
  /** Time at which the submitter says the evidence was observed; null if none was given. */
  observed_at: ExactTimestamp | null
  /** Time at which the service received the evidence. */
  received_at: Timestamp
}

export interface BundledObservations {
  /** ID of the evidence item that records the observations. */
  evidence_id: EvidenceId
  /** ID of the condition that asked for the observations. */
  condition_id: ConditionId
  /** Time at which the service fetched the URLs. */
  observed_at: Timestamp
  /** Time at which the service stored the observations. */
  received_at: Timestamp
  /** One entry for each URL that was fetched. */
  observations: {
    /** Requested URL. */
    url: string
    /** URL after redirects; null if there was no response. */
    final_url: string | null
    /** HTTP status code of the response; null if there was no response. */
    status: number | null
    /** Reason why there was no response; null if there was one. */
    failure: 'unreachable' | 'blocked_address' | null
    /** Time of the request. */
    at: Timestamp
  }[]
}

export interface BundledOpinion {
  /** ID of the evidence item that records the opinion. */
  evidence_id: EvidenceId
  /** ID of the condition whose claim was checked. */
  condition_id: ConditionId
  /** Time at which the model answered. */
  observed_at: Timestamp
  /** Time at which the service stored the answer. */
  received_at: Timestamp
  /** Answer of the model. */
  opinion: {
    /** Type of model interface. */
    judge: 'openai_compatible'
    /** Name of the requested model. */
    model: string
    /** Name of the model as given in its answer; null if it did not answer. */
    model_version: string | null
    /** SHA-256 of the prompt; null if no prompt was sent. */
    prompt_digest: Sha256Digest | null
    /** Verdict of the model on the claim; null if it gave none. */
    verdict: 'supported' | 'contradicted' | 'not_found' | null
    /** Quotes from the evidence that support the verdict. */
    citations: {
      /** ID of the cited evidence item. */
      evidence_id: string
      /** Position of the first cited byte in the UTF-8 text; null if the text does not contain the quote. */
      start: number | null
      /** Position after the last cited byte in the UTF-8 text; null if the text does not contain the quote. */
      end: number | null
      /** Cited words. */
      quote: string
    }[]
    /** Reason why there is no verdict; null if there is one. */
    failure: 'executor_unavailable' | 'opinion_malformed' | 'evidence_too_large_for_judge' | null
  }
}

/** The object whose canonical JSON has the plan hash. */
export interface BundledPlan {
  /** Name and version of the document format. */
  schema: string
  /** Version of the plan format. */
  plan_version: string
  /** Version of the compiler that made the plan from the agreement. */
  compiler_version: string
  /** Version of the rules for accepting evidence. */
  evidence_policy_version: string
  /** Rule that combines the condition results into the verdict. */
  aggregation_policy: AggregationPolicy
  /** Conditions of the plan, in the order in which they were agreed. */
  conditions: {
    /** ID of the condition. */
    condition_id: ConditionId
    /** True if the verdict depends on the condition. */
    required: boolean
    /** Method that decides the condition. */
    verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
    /** Checker that decides the condition, or the terms of another verification method; null if there is neither. */
    check: DeterministicCheck | {
      /** Parties that must confirm the condition. */
      confirmation_method: 'buyer_confirm' | 'both_confirm'
    } | {
      /** Claim that a model checks against the evidence. */
      claim_cited: CitedClaim
    } | {
      /** External party whose signed result decides the condition. */
      external_judge: ExternalJudge
    } | null
    /** Requirements that the evidence for the condition must meet. */
    evidence_requirements: EvidenceRequirement[]
  }[]
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** Agreed price of the whole delivery. */
  value: {
    /** Agreed price of the whole delivery, in cents. */
    amount_cents: number
    /** Currency of the price. */
    currency: string
  }
}

export interface Capabilities {
  /** Environment of the caller. Requests without credentials belong to production. */
  environment: 'production' | 'demo'
  /** Availability of each verification method. */
  methods: {
    /** Conditions decided by a checker. */
    deterministic: 'live'
    /** Conditions confirmed by the parties. */
    human_confirmed: 'live'
    /** Conditions that cite a claim. `live` if a model checks the claim, `verbatim_only` if only exact wording is found. */
    ai_assisted: 'live' | 'verbatim_only'
    /** `live` if an external party can decide conditions. */
    external_tool: 'live' | 'unavailable'
  }
  /** Available checkers. */
  checkers: {
    /** Name of the checker. */
    name: string
    /** Version of the checker. */
    version: string
  }[]
  /** Available ways to settle earned amounts. */
  settlement: string[]
  /** Available protocols for paying the service. */
  rails: {
    /** True if requests can be paid with x402. */
    x402: boolean
    /** True if credits can be bought with MPP. */
    mpp: boolean
  }
  /** `configured` if this deployment can sign receipts. */
  signing: 'configured' | 'not_configured'
}

export interface CardHold {
  /** State of the hold on the card. */
  state:
    | 'requested'
    | 'open'
    | 'held'
    | 'captured'
    | 'canceled'
    | 'declined'
    | 'expired'
    | 'failed'
    | 'lapsed'
  /** Time until which the held amount can be charged; null if nothing is held. */
  ends_at: Timestamp | null
  /** True if the hold ends within two days. */
  hold_expiring: boolean
  /** Reason why the earned amount cannot be charged to the card; null if there is none. */
  problem: 'amount_mismatch' | 'below_minimum' | null
}

/** Money, in cents. */
export type Cents = number

export interface CitedClaim {
  /** Claim that the evidence must support. */
  claim: string
  /** Source of the evidence to check. If omitted, all evidence for the condition is checked. */
  evidence_ref?: string | undefined
}

export interface Claim {
  /** ID of the claim. */
  id: ClaimId
  /** Number of the claim in its Spool; the first is 1. */
  ordinal: number
  /** Object of the claim, such as a ticket or an order. */
  subject: string
  /** Event or property that is claimed of it. */
  predicate: string
  /** Claimed value: a text, a whole number or a boolean. A decimal is kept as a text; send it as one to keep its digits. */
  value: string | number | boolean
  /** Claimed quantity, a whole number. */
  quantity?: number
  /** Claimed amount in cents of the currency of the Spool. */
  amount_cents?: number
  /** Time of the event. */
  occurred_at?: Timestamp
  /** ID of an evidence item of the Spool that supports the claim. */
  evidence_ref?: EvidenceId
  /** Result of the last match for this claim; `unmatched` before the first one. */
  status: 'unmatched' | 'matched' | 'mismatched' | 'ambiguous'
  /** Side that made the claim. */
  claimed_by: 'provider'
  /** Time at which the claim was recorded. */
  claimed_at: Timestamp
  /** SHA-256 of the canonical JSON of the claimed values. */
  content_digest: string
  /** ID of the claim that this one replaced; null for none. */
  supersedes: ClaimId | null
  /** ID of the claim that replaced this one; null while it is current. */
  superseded_by: ClaimId | null
  /** ID of the earliest current claim with the same values; null for none. */
  duplicate_of: ClaimId | null
}

export type ClaimId = string

export interface ClaimInput {
  /** Object of the claim, such as a ticket or an order. */
  subject: string | number
  /** Event or property that is claimed of it. */
  predicate: string | number
  /** Claimed value: a text, a whole number or a boolean. A decimal is kept as a text; send it as one to keep its digits. */
  value: string | number | boolean
  /** Claimed quantity, a whole number. */
  quantity?: number | null | undefined
  /** Claimed amount in cents of the currency of the Spool. */
  amount_cents?: number | null | undefined
  /** Time of the event: RFC 3339 with an offset. It is kept to the millisecond. */
  occurred_at?: string | number | null | undefined
  /** ID of an evidence item of the Spool that supports the claim. */
  evidence_ref?: EvidenceId | undefined
  /** ID of the current claim that this one replaces. */
  supersedes?: ClaimId | undefined
}

export interface ClaimList {
  /** Items of this page. */
  data: Claim[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
}

/** Header of a column, as the file writes it. */
export type ColumnHeader = string

/** Columns of both files, by their headers. */
export interface ColumnMapping {
  invoice: InvoiceColumns
  record: RecordColumns
}

export interface CommitRequest {
  /** ID of a card payment method at the payment processor. */
  payment_method?: string | undefined
  /** Signer of the transfers, if a wallet settles directly after the verdict. */
  direct_signer?: 'principal_runtime' | undefined
  /** Way in which a wallet settles: it signs the transfers after the verdict, or it grants a spend permission in advance. */
  settlement_mode?: 'direct_eip3009' | 'unattended_outcome_settlement' | undefined
}

export interface CompilePolicyRequest {
  /** Text to compile, in plain English. */
  source: string
  /** Number of units and the price of each. Send it if the text does not state them. */
  unitization?: UnitizationInput | undefined
  /** Fields of the rows, as names or as objects. A noun in a plain-text condition names a field if it is one of these names or aliases, or if the text marks it as a field. */
  fields?: readonly (string | RowField)[] | undefined
  /** Noun that the text uses for one row. */
  unit_name?: string | undefined
  /** Time from which relative times in the text are counted. If omitted, no answers are proposed for a time such as `by Friday`. */
  as_of?: string | undefined
  /** IANA time zone that is assumed for times in the text without a zone. */
  time_zone?: string | undefined
  /** Kind of party that sends the request. For an agent or a service, no condition is proposed that a person must decide. */
  declared_actor_type?: 'human' | 'agent' | 'org' | 'service' | undefined
  /** Send `model` to let a model propose rewrites for the open parts of the text, if this deployment has a model. It does not change any other part of the result. */
  suggest?: 'model' | undefined
  /** Currency of amounts in the text, as an ISO 4217 code. Only `USD` is supported. */
  currency?: string | undefined
}

export interface CompileSandboxRequest {
  /** Text of the agreement, in plain English. */
  source: string
  /** Price of the work. */
  economics?: {
    /** Number of units and the price of each. Their total must equal the amount in the text, if it states one. */
    unitization?: UnitizationInput | undefined
  } | undefined
  /** Conditions to add to those of the text. A condition whose description is the text of an `unsupported` entry resolves that entry. */
  conditions?: readonly ConditionInput[] | undefined
  /** Fields of the rows, as names or as objects. A noun in a plain-text condition names a field if it is one of these names or aliases, or if the text marks it as a field. */
  fields?: readonly (string | RowField)[] | undefined
  /** Noun that the text uses for one row. */
  unit_name?: string | undefined
  /** Time from which relative times in the text are counted. If omitted, no answers are proposed for a time such as `by Friday`. */
  as_of?: string | undefined
  /** IANA time zone that is assumed for times in the text without a zone. */
  time_zone?: string | undefined
  /** Kind of party that sends the request. For an agent or a service, no condition is proposed that a person must decide. */
  declared_actor_type?: 'human' | 'agent' | 'org' | 'service' | undefined
}

export interface CompiledPolicy {
  /** ID of the compiled policy. */
  policy_id: PolicyId
  /** Status of the policy: a draft until it is confirmed. */
  status: 'draft'
  /** Compiler that read the text. */
  compiler: {
    /** Version of the compiler. */
    version: string
    /** Kind of compiler: a fixed grammar, not a model. */
    engine: 'rules'
  }
  /** Conditions that the text states exactly. They have no effect until they are confirmed. */
  suggested_conditions: SuggestedCondition[]
  /** Sentences that are marked as information, such as "Note: …". No checker decides them. */
  terms: PolicyTerm[]
  /** Price of the whole delivery that the text states; null if it states none. */
  value: PolicyValue | null
  /** Number of units and the price of each that the text states; null if it states none. */
  unitization: Unitization | null
  /** Parts of the text that state the price or the units. */
  amounts: {
    /** Text of the amount. */
    text: string
    /** Position of the amount in the source. */
    source_span: SourceSpan
  }[]
  /** Questions about parts of the text that are not exact. */
  ambiguities: PolicyQuestion[]
  /** Parts of the text that no checker can decide. */
  unsupported: UnsupportedClause[]
  /** Remaining parts of the text: headings, greetings, list marks and conjunctions. Together with the other spans they cover every word of the source. */
  connectives: SourceSpan[]
  /** Present if the text was matched with `fields` of the request. */
  fields_from?: 'request'
  /** Present and false if no part of the text could be read, so that nothing is charged. */
  charged?: false
  /** Digest of the draft. Send it back to confirm the draft. */
  policy_digest: Sha256Digest
  /** Time until which the draft can be confirmed. */
  expires_at: Timestamp
}

export interface CompiledSpool extends CreatedSpool {
  /** Questions about parts of the text that are not exact. While there are any, the Spool is a draft: compile the text again with the answers in it. */
  questions: PolicyQuestion[]
  /** Parts of the text that no checker can decide. While there are any, the Spool is a draft: compile the text again without them, or send their `condition` in `conditions`. */
  unsupported: UnsupportedClause[]
}

export interface CompletenessCheck {
  /** Name of the checker. */
  checker: 'completeness'
  /** Fields that each row must have, as member names or JSON Pointers. */
  required_fields: readonly string[]
  /** True if a blank value counts as missing. Default: `true`. */
  treat_blank_as_missing?: boolean | undefined
  /** Number of the required fields that each row must have. If omitted, each row must have all of them. */
  at_least?: number | undefined
  /** Filter that selects the rows to check. All other rows pass. Not combined with `min_share_bp`. */
  where?: RowFilter | undefined
  /** Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then decides on the delivery as a whole, not on each row. */
  min_share_bp?: number | undefined
  /** True if the share must be greater than `min_share_bp`, not only equal. Default: `false`. */
  share_exclusive?: boolean | undefined
}

export interface Condition extends SharedCondition {
  /** Confirmations by the parties and the evidence that they refer to. Present only on conditions that the parties confirm. */
  confirmation?: ConditionConfirmation
}

export interface ConditionConfirmation {
  /** IDs of the evidence items that a confirmation now refers to. Send them as `evidence_refs`. */
  evidence_ids: EvidenceId[]
  /** SHA-256 of those evidence items; null if there are none. Send it as `evidence_digest` so that the confirmation is refused if the evidence has changed. */
  evidence_digest: Sha256Hex | null
  /** Confirmations by the parties. */
  given: {
    /** Party that confirmed. */
    side: 'buyer' | 'provider'
    /** Decision of the party; null if the confirmation is void. */
    outcome: 'passed' | 'failed' | 'waived' | null
    /** ID of the evidence item that records the confirmation. */
    evidence_id: EvidenceId
    /** SHA-256 of the evidence that the confirmation applies to. */
    confirmed_evidence_digest: Sha256Hex
    /** ID of the later evidence item that made the confirmation void; null if it is in force. */
    voided_by: EvidenceId | null
  }[]
}

export type ConditionId = string

export interface ConditionInput {
  /** Description of the condition for people. The checker or method decides, not this text. */
  description: string
  /** True if the verdict depends on the condition. */
  required: boolean
  /** Method that decides the condition: a checker, the parties, a model, or an external party. */
  verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Checker with its parameters, as a single object. Required for the method `deterministic`. */
  deterministic_check?: DeterministicCheck | undefined
  /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
  confirmation_method?: 'buyer_confirm' | 'both_confirm' | undefined
  /** Claim that the evidence must support. Required for the method `ai_assisted`. */
  claim_cited?: CitedClaim | undefined
  /** External party whose signed result decides the condition. Required for the method `external_tool`. */
  external_judge?: ExternalJudge | undefined
  /** Requirements that the evidence must meet. A single object is treated as a list of one. */
  evidence_requirements?: EvidenceRequirement | readonly EvidenceRequirement[] | undefined
}

export interface ConditionResult {
  /** ID of the condition. */
  condition_id: ConditionId
  /** `mandatory` if the verdict depends on the condition, otherwise `optional`. */
  requirement: 'mandatory' | 'optional'
  /** Result of the condition. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain' | 'not_evaluated' | 'not_applicable'
  /** Verification method of the condition. */
  method: string
  /** Checker or other verifier that decided the condition. */
  verifier_id: string
  /** Version of the verifier. */
  verifier_version: string
  /** IDs of the evidence items that the result is based on. */
  evidence_refs: EvidenceId[]
  /** Explanation of the result. */
  reason: string
}

export interface ConfirmPolicyRequest {
  /** ID of the compiled policy. */
  policy_id: PolicyId
  /** Digest of the draft, as the compiler returned it. */
  policy_digest: Sha256Digest
  /** IDs of the suggestions that become conditions. */
  accept: readonly string[]
  /** IDs of the suggestions that do not become conditions. If `accept` is empty, this list must contain every suggestion. */
  decline?: readonly string[] | undefined
  /** Answers to the questions, by question ID: one of the candidates, one of the rewrites, a sentence of your own, or `term` to keep the text as a term. */
  answers?: { [name: string]: string | readonly string[] } | undefined
  /** Conditions to add to those of the text. */
  add_conditions?: readonly ConditionInput[] | undefined
  /** True to save the conditions as a recipe. */
  create_recipe?: boolean | undefined
}

export type ConfirmRequest = Confirmation | {
  /** Confirmations to record together. */
  confirmations: readonly Confirmation[]
}

export interface Confirmation {
  /** ID of the condition to confirm. */
  condition_id: ConditionId
  /** Parties that must confirm the condition, as agreed. */
  method: 'buyer_confirm' | 'both_confirm'
  /** Your decision on the condition. */
  outcome: 'passed' | 'failed' | 'waived'
  /** IDs of the evidence items that you reviewed: all current items of the condition, as listed in its `confirmation.evidence_ids`. If the condition has evidence, `evidence_refs`, `evidence_digest` or the If-Match header is required. Default: `[]`. */
  evidence_refs?: readonly EvidenceId[] | undefined
  /** The `evidence_digest` that the Spool showed for the condition. The request is refused with 409 if the evidence has changed since. */
  evidence_digest?: Sha256Hex | undefined
  /** Comment on the decision. */
  detail?: string | undefined
}

export interface ConfirmedPolicy {
  /** ID of the compiled policy. */
  policy_id: PolicyId
  /** Status of the policy. */
  status: 'confirmed'
  /** Confirmed conditions, ready to be used in a Spool. */
  conditions: ConditionInput[]
  /** Number of units and the price of each that the text states; null if it states none. */
  unitization: Unitization | null
  /** Price of the whole delivery that the text states; null if it states none. */
  value: PolicyValue | null
  /** Parts of the text that are kept as terms, in the order of the text. No checker decides them. An unsupported part becomes a term unless a condition in `add_conditions` has its text as the description. */
  terms: PolicyTerm[]
  /** Hash of the confirmed policy. */
  policy_hash: Sha256Digest
  /** Saved recipe; null if `create_recipe` was not sent. */
  recipe: {
    /** Name and version of the recipe. */
    id: string
    /** SHA-256 of the canonical JSON of the recipe. */
    recipe_hash: Sha256Digest
  } | null
}

export interface Consumption {
  /** ID of the recorded use. */
  id: ConsumptionId
  /** ID of the receipt. */
  receipt_id: ReceiptId
  /** Party that recorded the use. It is derived from the API key, not from `consumer`. */
  recorded_by: {
    /** ID of the party. */
    party_id: PartyId
    /** Role of the party in the agreement. */
    role: 'payer' | 'provider'
  }
  /** Name of the system that uses the receipt. */
  consumer: string
  /** Purpose of the use. Only the paying party can record a `settlement`, with an API key of scope `full`. */
  purpose: 'settlement' | 'workflow' | 'audit' | 'other'
  /** Reference that the recording party gave to this use. */
  reference: string
  /** Settled amount in the currency of the receipt; null if no amount was given. */
  amount: string | null
  /** Time at which the use was recorded. */
  recorded_at: Timestamp
  /** Number of recorded uses of the receipt, including this one. */
  consumptions_recorded: number
  /** Earned amount that is not yet settled after this use. */
  amount_remaining: string
  /** Notices on the receipt at the time of the use, such as an open dispute. Omitted if there are none. */
  advisories?: ReceiptAdvisory[]
}

export type ConsumptionId = string

export interface ConsumptionRequest {
  /** Name of the system that uses the receipt. */
  consumer: string
  /** Purpose of the use. Only the paying party can record a `settlement`, with an API key of scope `full`. */
  purpose: 'settlement' | 'workflow' | 'audit' | 'other'
  /** Your reference for this use, such as an invoice number. */
  reference: string
  /** Settled amount in the currency of the receipt. Required, and greater than 0.00, if `purpose` is `settlement`. */
  amount?: string | undefined
}

/** A number of things. */
export type Count = number

export interface CreateSpoolRequest {
  /** Type of work that the Spool covers. Default: `service`. */
  type?: 'goods_in_person' | 'service' | 'digital' | 'agent_task' | undefined
  /** The two parties of the agreement. */
  parties: readonly PartyInput[]
  /** Price of the whole delivery. */
  value: {
    /** Price, in cents. */
    amount_cents: number
    /** Currency of the price. Only `USD` is accepted. */
    currency: string
    /** Payment method that the parties prefer. */
    rail_preference?: string | undefined
  }
  /** The work to deliver. */
  deliverable: {
    /** Kind of deliverable, in your own words. */
    type: string
    /** Its title. */
    title: string
    /** Description of the deliverable for people. */
    description: string
    /** Additional properties of the deliverable, by name. */
    attributes: { [name: string]: string }
  }
  /** Terms of the agreement in words, which no checker tests. */
  terms: readonly {
    /** Text of the term. */
    text: string
    /** Origin of the text of the term. */
    provenance: {
      /** Kind of source that the term comes from. */
      source: 'listing' | 'chat' | 'image' | 'freeform' | 'user_added'
      /** Document or message that the term comes from. */
      origin?: string | undefined
    }
  }[]
  /** Conditions that the delivery must meet. */
  conditions?: readonly ConditionInput[] | undefined
  /** Recipe of the conditions, in place of `conditions`. */
  recipe?: RecipeReference | undefined
  /** Number of units and the price of each, if the work is split into units. */
  unitization?: UnitizationInput | undefined
  /** Fee and expiry of the proposal. */
  economics?: {
    /** Fee that the parties agree on, in cents. */
    fee_cents?: number | undefined
    /** Time until which the proposal can be accepted. */
    expiry?: string | undefined
    /** The same as `unitization`. Send only one. */
    unitization?: UnitizationInput | undefined
  } | undefined
  /** Way in which the agreement is accepted. */
  agreement?: {
    /** `bilateral` if both parties must accept the agreement, `unilateral` if you set it alone. */
    mode?: 'bilateral' | 'unilateral' | undefined
    /** True to keep the Spool active after a decline, so that it can be proposed again. */
    reopen_on_decline?: boolean | undefined
  } | undefined
  /** Rules for disputes. */
  dispute_policy?: {
    /** Number of hours in which a receipt can be disputed. 0 allows no disputes. */
    window_hours?: number | undefined
    /** True to pause settlement while a dispute is open. */
    holds_settlement?: boolean | undefined
    /** Party that resolves disputes. */
    resolver?: 'review' | 'counterparty' | 'external' | 'none' | undefined
    /** ID of the judge if `resolver` is `external`, where it is required; e-mail address of the agreed reviewer if it is `review`. */
    resolver_ref?: string | undefined
  } | undefined
  /** Limits on how often and how long the delivery can be verified. */
  finality?: {
    /** `open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after the first verdict. `until`: no run after `closes_at`. */
    mode: 'open' | 'first_verdict' | 'until'
    /** Most verification runs. */
    max_runs?: number | undefined
    /** Time after which no run is possible. */
    closes_at?: string | null | undefined
  } | undefined
  /** Action that you intend to take by the verdict, which it does not affect. */
  gated_action?: 'payment' | 'workflow_step' | 'publish' | 'merge' | 'delegation' | 'other' | undefined
  /** Note on the intended action. */
  gated_action_note?: string | undefined
}

export interface CreatedSpool extends Spool {
  /** Path for the provider and the reason for it. */
  lane: Lane
  /** Link under which anyone can read the Spool. */
  share_url: string
  /** Next step for getting the Spool to the counterparty; null for a unilateral agreement. */
  handoff: Handoff | null
}

export interface CreditsBalance {
  /** Currency of the credits. */
  currency: 'USD'
  /** Credits available to spend, in millionths of a US dollar. */
  available_micros: Micros
  /** Credits available to spend, in US dollars. */
  available_usd: string
  /** Credits reserved for runs in progress, in millionths of a US dollar. */
  held_micros: Micros
  /** Credits that are paid but not yet added to the balance, in millionths of a US dollar. */
  pending_micros: Micros
  /** Amount owed for spent credits whose payment was reversed, in millionths of a US dollar. It is deducted from the next purchase. */
  owed_micros: Micros
  /** Time at which the balance was read. */
  as_of: Timestamp
  /** Credit grants that make up the balance. */
  grants: {
    /** ID of the credit grant. */
    id: GrantId
    /** Source of the grant. */
    source: string
    /** Credits initially granted, in millionths of a US dollar. */
    original_micros: Micros
    /** Credits of the grant that are not yet spent, in millionths of a US dollar. */
    remaining_micros: Micros
    /** Order in which grants are spent: the lowest number first. */
    priority: number
    /** Time at which the grant expires; null if it does not expire. */
    expires_at: Timestamp | null
    /** Time at which the grant was created. */
    created_at: Timestamp
  }[]
  /** Runs and compilations included per month. */
  allowance: Allowance
  /** Credit purchases whose payment is in progress, oldest first. */
  pending_purchases: {
    /** ID of the purchase. */
    id: PurchaseId
    /** Payment protocol of the purchase. */
    rail: 'mpp' | 'x402'
    /** Size of the credit pack, in cents. */
    pack_cents: 500 | 1000 | 2000
    /** `claimed` before the charge is sent to the payment processor, `charging` until the processor confirms it. */
    status: 'claimed' | 'charging'
    /** Time at which the purchase was started. */
    created_at: Timestamp
  }[]
}

export interface CreditsRequired {
  /** Action after which the request can be retried: `reload` means to add credits. */
  retry_after: 'reload'
  /** Price of the request. */
  quote: {
    /** Currency of the price. */
    currency: 'USD'
    /** List price of compiling the plain text of the request. */
    compile: CreditsRequiredCompile
    /** List price of the verification run. */
    verification: CreditsRequiredCompile
    /** Highest possible price of the request, in millionths of a US dollar: its list price without the allowance. */
    maximum_micros: Micros
    /** Price of the request after the allowance, in millionths of a US dollar. */
    amount_due_micros: Micros
  }
  /** Credit balance of the account. */
  balance: {
    /** Credits available to spend, in millionths of a US dollar. */
    available_micros: Micros
  }
  /** Runs and compilations included per month. */
  allowance: Allowance
  /** Remaining allowance of the month. */
  included_remaining: {
    /** Number of included verification runs that are left. */
    verification_runs: number
    /** Number of included compilations of plain text that are left. */
    free_text_compiles: number
    /** Time at which the allowance is renewed. */
    resets_on: Timestamp
  }
  /** Credits available to spend, in millionths of a US dollar. */
  available_balance_micros: Micros
  /** Credits available to spend, in US dollars. */
  available_balance_usd: string
  /** Credits that the request needs, in millionths of a US dollar. */
  required_for_request_micros: Micros
  /** Credits that the request needs, in US dollars. */
  required_for_request_usd: string
  /** Smallest amount of credits that can be bought, in cents. */
  minimum_reload_cents: 500
  /** Ways to buy credits. */
  payment_methods: PaymentMethod[]
  /** URL of the page on which the account owner buys credits. */
  top_up_url: string
}

/** List price of compiling the plain text of the request. */
export interface CreditsRequiredCompile {
  /** Version of the price list. */
  pricing_version: string
  /** List price, in millionths of a US dollar. */
  amount_micros: Micros
}

export interface DeadlineMetCheck {
  /** Name of the checker. */
  checker: 'deadline_met'
  /** Latest time, as RFC 3339 with an offset. */
  deadline: string
  /** Time that is compared with the deadline: `received_at` is the time at which the service received the evidence, `source_timestamp` the `observed_at` of its submitter, `field` a field of each row. Default: `received_at`. */
  basis?: 'received_at' | 'field' | 'source_timestamp' | undefined
  /** Field of each row that holds the time. Required with the basis `field`. */
  field?: string | undefined
  /** Number of seconds after the deadline that are still accepted. Default: `0`. */
  grace_seconds?: number | undefined
}

export interface DecidedCondition {
  /** ID of the condition. */
  condition_id: ConditionId
  /** Outcome of the condition for all its units. */
  outcome: 'passed' | 'failed'
}

export interface Deliverable {
  /** Kind of deliverable, in the words of the creator. */
  type: string
  /** Title of the deliverable. */
  title: string
  /** Description of the deliverable for people. */
  description: string
  /** Additional properties of the deliverable, by name. */
  attributes: { [name: string]: string }
}

/** One checker with its parameters. `checker` names it. */
export type DeterministicCheck =
  | RowCountCheck
  | CompletenessCheck
  | DuplicateRateCheck
  | UrlFormatCheck
  | JsonPathCheck
  | HttpStatusCheck
  | TextContainsCheck
  | HashMatchesCheck
  | DeadlineMetCheck

export interface DidDocument {
  /** Vocabularies of the document. */
  "@context": string[]
  /** DID of the service, of the method `did:web`. */
  id: string
  /** Keys whose signatures are valid. A revoked key is not listed. */
  verificationMethod: VerificationMethod[]
  /** Keys that may sign now. */
  assertionMethod: string[]
}

export interface Discrepancy {
  /** ID of the discrepancy. */
  id: DiscrepancyId
  /** ID of the Spool. */
  spool_id: SpoolId
  /** ID of the latest receipt at the time of opening; null before the first receipt. */
  receipt_id: ReceiptId | null
  /** What differs. */
  kind:
    | 'claim_fact_mismatch'
    | 'missing_fact'
    | 'unclaimed_fact'
    | 'duplicate'
    | 'amount_mismatch'
    | 'quantity_mismatch'
    | 'timing'
    | 'provenance'
    | 'other'
  /** `block`: nothing is settled while it is open. A block that has lapsed is a `warn`. */
  severity: 'info' | 'warn' | 'block'
  /** Status of the discrepancy. */
  status: 'open' | 'resolved' | 'dismissed'
  /** ID of the claim concerned. It must belong to the Spool. */
  claim_id?: ClaimId
  /** ID of the fact concerned, if a match found the discrepancy. */
  fact_id?: FactId
  /** Object of the claim or fact concerned, if a match found the discrepancy. */
  subject?: string
  /** Event or property that is said of the subject. */
  predicate?: string
  /** ID of the condition concerned. */
  condition_id?: ConditionId
  /** Number of the unit concerned; the first unit is 1. */
  unit?: number
  /** Name of the field that differs. */
  field?: string
  /** Value that was expected. */
  expected?: string
  /** Value that was observed. */
  observed?: string
  /** What is wrong. */
  description: string
  /** Party that opened it, or `service` for a match. */
  opened_by: 'buyer' | 'provider' | 'service'
  /** Time at which it was opened. */
  opened_at: Timestamp
  /** False if a later match no longer finds the difference. It stays open until a party closes it. */
  still_found: boolean
  /** How one party wants to close a block; null if neither has proposed it. */
  proposal: {
    /** Party that proposes it. */
    by: 'buyer' | 'provider'
    /** How the party wants to close the discrepancy. */
    action: 'dismiss' | 'resolve'
    /** How the difference was settled; null for a dismissal, which says that there is none. */
    outcome: 'claim_corrected' | 'fact_corrected' | 'accepted_variance' | null
    /** Explanation by that party. */
    note: string
    /** Time of the proposal. */
    at: Timestamp
  } | null
  /** Party that has to agree to the proposal, or to propose something else; null if none. */
  awaiting: 'buyer' | 'provider' | null
  /** Time at which a block becomes a `warn`; null if it never was one. */
  lapses_at: Timestamp | null
  /** How the discrepancy was closed; null while it is open. */
  resolution: {
    /** Party whose word closed it, or `operator`. */
    by: 'buyer' | 'provider' | 'operator'
    /** How the difference was settled; null for a dismissal, which says that there is none. */
    outcome: 'claim_corrected' | 'fact_corrected' | 'accepted_variance' | null
    /** Explanation. */
    note: string
    /** Time at which it was closed. */
    at: Timestamp
  } | null
  /** What the caller may do now: the last words of the paths. */
  can: ('dismiss' | 'resolve')[]
}

/** Kind of a discrepancy. */
export type DiscrepancyCode =
  | 'missing_key'
  | 'unparseable_value'
  | 'currency_mismatch'
  | 'duplicate_invoice_line'
  | 'not_in_record'
  | 'status_not_billable'
  | 'outside_period'
  | 'quantity_mismatch'
  | 'unit_price_mismatch'
  | 'amount_arithmetic_mismatch'
  | 'date_mismatch'
  | 'duplicate_record_key'
  | 'total_mismatch'
  | 'unbilled_record'

export type DiscrepancyId = string

export interface DiscrepancyList {
  /** Items of this page. */
  data: Discrepancy[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface DiscrepancyRequest {
  /** What differs. */
  kind:
    | 'claim_fact_mismatch'
    | 'missing_fact'
    | 'unclaimed_fact'
    | 'duplicate'
    | 'amount_mismatch'
    | 'quantity_mismatch'
    | 'timing'
    | 'provenance'
    | 'other'
  /** Default: `warn`. `block` keeps the money of the Spool from being settled until both parties close the discrepancy or it lapses; the dispute policy must have `holds_settlement`. */
  severity?: 'info' | 'warn' | 'block' | undefined
  /** What is wrong, for the other party. */
  description: string
  /** ID of the claim concerned. It must belong to the Spool. */
  claim_id?: ClaimId | undefined
  /** ID of the condition concerned. */
  condition_id?: ConditionId | undefined
  /** Number of the unit concerned; the first unit is 1. */
  unit?: number | undefined
  /** Name of the field that differs. */
  field?: string | undefined
  /** Value that was expected. */
  expected?: string | undefined
  /** Value that was observed. */
  observed?: string | undefined
}

export interface DismissDiscrepancyRequest {
  /** Explanation for the other party. */
  note: string
}

export interface Dispute {
  /** ID of the dispute. */
  id: DisputeId
  /** ID of the disputed receipt. */
  receipt_id: ReceiptId
  /** ID of the Spool that the receipt belongs to. */
  spool_id: SpoolId
  /** Status of the dispute; the first two are open. `expired`: the deadline passed and the receipt stands. `withdrawn`: the party that opened the dispute took it back, or ended the Spool. */
  status:
    | 'open'
    | 'under_review'
    | 'resolved_upheld'
    | 'resolved_corrected'
    | 'withdrawn'
    | 'expired'
  /** Party that opened the dispute. */
  opened_by: 'buyer' | 'provider'
  /** Reason for the dispute. */
  reason:
    | 'not_delivered'
    | 'quality'
    | 'wrong_evidence'
    | 'wrong_terms'
    | 'late'
    | 'duplicate'
    | 'other'
  /** Explanation by the party that opened the dispute. */
  detail: string
  /** IDs of the disputed conditions. */
  condition_ids: ConditionId[]
  /** Numbers of the disputed units; the first unit is 1. */
  units: number[]
  /** Remedy that the party asks for. */
  requested: 're_verify' | 'correct_receipt' | 'release' | 'refund'
  /** Outcomes that the party proposed when it opened the dispute. */
  proposed_outcomes?: DecidedCondition[]
  /** IDs of the disputed evidence items. */
  evidence_refs: EvidenceId[]
  /** True if settlement waits for the dispute while it is open. False if the agreement does not provide for it, if money is on its way, or if `hold_ended` says why. */
  holds_settlement: boolean
  /** Time at which settlement no longer waits for the dispute; null if it never did. */
  hold_ends_at?: Timestamp | null
  /** Reason why settlement no longer waits for the open dispute; otherwise null. `budget_spent`: the party has held the money for two dispute windows. `authorization_ending`: the authorization of the payment ends soon. */
  hold_ended?: 'budget_spent' | 'authorization_ending' | null
  /** Party that resolves the dispute. */
  resolver: 'review' | 'counterparty' | 'external' | 'none'
  /** Time at which the dispute was opened. */
  opened_at: Timestamp
  /** Time at which an open dispute expires. The receipt then remains valid. */
  deadline: Timestamp
  /** Latest proposal in answer to the dispute; null if there is none. */
  proposal?: {
    /** Party that made the proposal. */
    by: 'buyer' | 'provider'
    /** Proposed outcomes. */
    condition_outcomes: DecidedCondition[]
    /** Time of the proposal. */
    at: Timestamp
  } | null
  /** Statements of both parties and the explanations of their answers, oldest first. */
  statements?: {
    /** Party that made the statement. */
    by: 'buyer' | 'provider'
    /** Text. */
    detail: string
    /** IDs of the evidence items that it refers to. */
    evidence: EvidenceId[]
    /** Time of the statement. */
    at: Timestamp
  }[]
  /** Events of the dispute, oldest first. */
  timeline: {
    /** Type of the event. */
    type:
      | 'opened'
      | 'rejected'
      | 'outcomes_proposed'
      | 'accepted'
      | 'judged'
      | 'correction_failed'
      | 'under_review'
      | 'review_ended'
      | 'hold_ended'
      | 'resolved_upheld'
      | 'resolved_corrected'
      | 'withdrawn'
      | 'expired'
    /** Time of the event. */
    at: Timestamp
    /** Party that acted. Omitted if no party did. */
    by?: 'buyer' | 'provider'
  }[]
  /** Decision on the dispute; null if it is open, expired or withdrawn. */
  resolution: {
    /** `upheld`: the receipt stands. `corrected`: a new receipt replaced it. */
    outcome: 'upheld' | 'corrected'
    /** Decision on which the outcome rests. */
    by: 'review' | 'counterparty' | 'external'
    /** ID of the review that decided. */
    review_id?: ReviewId
    /** ID of the new receipt. */
    replacement_receipt_id?: ReceiptId
    /** Time of the outcome. */
    at: Timestamp
  } | null
  /** Operations on the dispute that the caller can use now. */
  can?: ('respond' | 'statements' | 'withdraw')[]
}

export interface DisputeAnswer {
  /** `accept` does what the dispute asks for. With `correct_receipt` it takes effect if both parties state equal outcomes; otherwise it is a proposal to the other party. */
  answer: 'accept' | 'reject'
  /** Outcomes that the party agrees to. Required to accept `correct_receipt`, otherwise left out. */
  condition_outcomes?: readonly DecidedCondition[] | undefined
  /** Explanation for the other party. Required with `reject`. */
  detail?: string | undefined
}

export type DisputeId = string

export interface DisputePolicy {
  /** Number of hours after a receipt is issued in which a dispute can be opened. */
  window_hours: number
  /** True if settlement is paused while a dispute is open. */
  holds_settlement: boolean
  /** Party that resolves disputes. */
  resolver: string
  /** Name or ID of the external resolver. */
  resolver_ref?: string
}

export interface DisputeRequest {
  /** Reason for the dispute. */
  reason:
    | 'not_delivered'
    | 'quality'
    | 'wrong_evidence'
    | 'wrong_terms'
    | 'late'
    | 'duplicate'
    | 'other'
  /** Explanation for the other party. */
  detail: string
  /** IDs of the disputed conditions. They must belong to the agreement of the receipt. */
  condition_ids?: readonly ConditionId[] | undefined
  /** Numbers of the disputed units; the first unit is 1. */
  units?: readonly number[] | undefined
  /** Remedy that the party asks for. */
  requested: 're_verify' | 'correct_receipt' | 'release' | 'refund'
  /** Outcomes that the party proposes. Only with `correct_receipt`. */
  proposed_outcomes?: readonly DecidedCondition[] | undefined
  /** IDs of the disputed evidence items. They must belong to the Spool of the receipt. */
  evidence_refs?: readonly EvidenceId[] | undefined
}

export interface DisputeResultRequest {
  /** ID of the external party, as agreed in `dispute_policy.resolver_ref`. */
  evaluator: string
  /** `uphold`: the receipt stands. `overturn`: a new receipt with these outcomes replaces it. */
  decision: 'uphold' | 'overturn'
  /** Outcomes of conditions. At least one with `overturn`, none with `uphold`. */
  condition_outcomes?: readonly DecidedCondition[] | undefined
  /** Time of the evaluation. */
  observed_at: string
  /** Signature of the external party over the result. */
  proof: DisputeResultRequestProof
}

/** Signature of the external party over the result. */
export type DisputeResultRequestProof = {
  /** Type of signature. */
  type: 'ed25519'
  /** SHA-256 of the public key of the external party, in hexadecimal. */
  key_id?: string | undefined
  /** Ed25519 signature in base64url. */
  signature: string
} | {
  /** Type of signature. */
  type: 'jws'
  /** Compact JWS with a detached payload. */
  jws: string
} | {
  /** Type of signature. */
  type: 'eip712'
  /** EIP-712 signature as 0x and hexadecimal digits. */
  signature: string
} | {
  /** Type of signature. */
  type: 'hmac_sha256'
  /** HMAC-SHA-256 of the result in base64url. */
  signature: string
}

export interface DisputeStatementRequest {
  /** Statement for the other party and the reviewer. */
  detail: string
  /** IDs of evidence items that the statement refers to. They must belong to the Spool. */
  evidence?: readonly EvidenceId[] | undefined
}

export interface DuplicateRateCheck {
  /** Name of the checker. */
  checker: 'duplicate_rate'
  /** Fields whose combined values must be unique, as member names or JSON Pointers. */
  key_fields: readonly string[]
  /** Maximum share of duplicate rows, in hundredths of a percent. `500` is 5%. Default: `0`. */
  max_rate_bp?: number | undefined
  /** True if upper and lower case are different. Default: `true`. */
  case_sensitive?: boolean | undefined
  /** True if white space at both ends of a value is ignored. Default: `true`. */
  trim?: boolean | undefined
  /** Treatment of rows without a value in any key field: `reject` rejects them, `ignore` does not count them. Default: `reject`. */
  empty_keys?: 'reject' | 'ignore' | undefined
}

export interface EarnedAmounts {
  /** Value of the accepted units, as a decimal with two places. */
  earned: string
  /** Value of all agreed units, as a decimal with two places. */
  committed: string
  /** Currency of the amounts. */
  asset: 'USD'
  /** Number of decimal places in the amounts. */
  decimals: 2
}

/** Ed25519 signature in base64url. */
export type Ed25519Signature = string

export type ErrorBody = {
  /** Explanation of the error for people. The wording can change. */
  error: string
  /** Stable error code. Branch on this and on `retryable`. */
  code: ErrorCode
  /** True if the same request can succeed later. */
  retryable: boolean
  /** Instruction for resolving the error. */
  remediation: string
  /** Path of the field or condition that caused the error. */
  field?: string
  /** More specific reason for the code. All reasons are listed at `/docs/errors#reasons`. */
  reason?: string
  /** Key to repeat the request with. Present if the work may have started. For a request without a key, the service generated it. */
  idempotency_key?: string
  /** URL of the documentation of the error code. */
  docs: string
  /** ID of the request in the logs of the service. Quote it when you ask for support. */
  request_id: string
  /** Questions about a plain-text condition. Only with `ambiguity_required`. */
  questions?: TextQuestion[]
  /** Parts of a plain-text condition that no checker can decide. Only with `ambiguity_required`. */
  unsupported?: UnsupportedText[]
  /** Checks that a plain-text condition states beside its open parts. Only with `ambiguity_required`. */
  stated?: StatedCheck[]
  /** Source of the field names that the plain text was matched with: `request` for `fields` of the request, `rows` for the rows. */
  fields_from?: 'request' | 'rows'
  /** Earliest time at which the request can succeed; null if unknown. Only with `evidence_in_use`. */
  until?: string | null
  [name: string]: unknown
}

/** Stable error code. Each code is explained at `/docs/errors#{code}`. */
export type ErrorCode =
  | 'account_suspended'
  | 'ambiguity_required'
  | 'checker_error'
  | 'configuration_unavailable'
  | 'compile_failed'
  | 'conflict'
  | 'credits_required'
  | 'forbidden'
  | 'grant_cap_exceeded'
  | 'grants_paused'
  | 'input_too_large'
  | 'evidence_too_large'
  | 'internal_error'
  | 'invalid_json'
  | 'invalid_state'
  | 'method_not_allowed'
  | 'not_found'
  | 'not_acceptable'
  | 'not_allowed_in_unilateral_mode'
  | 'payout_destination_required'
  | 'payment_required_mpp'
  | 'payment_required_x402'
  | 'payment_failed_x402'
  | 'limit_reached'
  | 'rate_limited'
  | 'recipe_hash_mismatch'
  | 'recipe_not_found'
  | 'route_not_found'
  | 'sandbox_resting'
  | 'settlement_unavailable'
  | 'session_expired'
  | 'spool_not_found'
  | 'store_conflict'
  | 'trusted_key_unavailable'
  | 'unsupported_environment_capability'
  | 'unknown_action'
  | 'unauthenticated'
  | 'validation_failed'
  | 'wrong_funding_lane'

export interface Evidence {
  /** ID of the evidence item. */
  id: EvidenceId
  /** ID of the condition that the item supports. */
  condition_id: ConditionId
  /** Type of evidence. */
  type: string
  /** Name that the submitter gave to the source of the evidence. */
  source: string
  /** Kind of claim that the evidence supports. */
  claim_class: string
  /** Party in whose name the evidence was submitted. */
  on_behalf_of: string
  /** ID of the party that submitted the item, even if in the name of the other party; null if the service recorded the item. */
  supplied_by: PartyId | null
  /** Origin of the evidence. */
  provenance: EvidenceProvenance
  /** SHA-256 of the content; null if the service stores only a reference to it. */
  content_digest: Sha256Hex | null
  /** Size of the item that counts toward the limits: its canonical JSON including the content, in bytes. Files count as base64. */
  bytes: number
  /** Format in which the file is read as a table. Omitted if the file is not a table, and for JSON and JSON Lines. */
  dialect?: TableDialect
  /** Time at which the service received the evidence. */
  received_at: Timestamp
  /** Time at which the content was deleted. Omitted while the service stores it. */
  withdrawn_at?: Timestamp
  /** Additional data of the submitter, visible to both parties. */
  metadata?: { [name: string]: unknown }
}

export interface EvidenceDetail extends Evidence {
  /** Location of the content; null if the service stores only a reference to it. */
  content: {
    /** URL of the content. */
    url: string
    /** Media type of the content. */
    media_type: string
  } | null
}

export interface EvidenceFinding {
  /** ID of the evidence item; null if it is missing. */
  evidence_id: EvidenceId | null
  /** ID of the condition that the item supports. */
  condition_id: ConditionId
  /** Status of the evidence in the run. Only `present` evidence can satisfy a condition. */
  status: 'present' | 'missing' | 'stale' | 'unavailable' | 'provenance_unsatisfied'
  /** Type of evidence. */
  type: string
  /** Kind of claim that the evidence supports. */
  claim_class: string
  /** Method by which the evidence was obtained. */
  provenance: string
  /** SHA-256 of the content; null if the service stores only a reference to it. */
  content_digest: Sha256Hex | null
  /** Time at which the submitter says the evidence was observed; null if none was given. */
  observed_at: ExactTimestamp | null
  /** Time at which the service received the evidence; null if it is missing. */
  received_at: Timestamp | null
  /** SHA-256 of the evidence that a confirmation applies to. Present only on confirmations. */
  confirmed_evidence_digest?: Sha256Hex
  /** Party that submitted the item, if it did so in the name of the other party. */
  supplied_by?: 'buyer' | 'provider'
  /** Party in whose name the other party submitted the item. */
  on_behalf_of?: 'buyer' | 'provider'
}

export type EvidenceId = string

export interface EvidenceProvenance {
  /** Method by which the evidence was obtained. */
  method:
    | 'caller_declared'
    | 'uploaded_text'
    | 'uploaded_json'
    | 'uploaded_csv'
    | 'uploaded_file'
    | 'service_fetched'
    | 'source_webhook_signed'
    | 'third_party_attested'
  /** Person or system that collected the evidence. */
  collector?: string
  /** Display name of the external provider. */
  owner?: string
  /** Time at which the submitter says the evidence was observed. */
  observed_at?: string
  /** Reference of the evidence in the system of its submitter. */
  reference?: string
}

export interface EvidenceRequest {
  /** ID of the condition that the evidence supports. */
  condition_id: ConditionId
  /** Type of evidence. */
  type: 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation'
  /** Name of the source of the evidence, in your own words. The item replaces an earlier one of the same condition and source; tables of different sources are counted together. */
  source: string
  /** Content of the evidence in one form, and your own notes. Inline content is one of `rows`, `text`, `json`, or `content_base64` with `media_type`; larger content is referenced by `url` or `sha256`. Default: `{}`. */
  metadata?: { [name: string]: unknown } | undefined
  /** Party in whose name the evidence is submitted: a role (`provider`, `seller`, `buyer`, `client`) or a party ID. */
  on_behalf_of?: string | undefined
  /** Method by which you obtained the evidence. */
  provenance?: ProvenanceInput | undefined
  /** Kind of claim that the evidence supports. */
  claim_class?: 'actor_identity' | 'artifact_state' | 'machine_fact' | undefined
}

export interface EvidenceRequirement {
  /** Required type of evidence. */
  expected_type: 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation'
  /** Required source of the evidence, in the words of the parties. */
  source_ref: string
  /** Accepted ways of obtaining the evidence. If omitted, all are accepted. */
  provenance?: readonly (
    | 'caller_declared'
    | 'uploaded_text'
    | 'uploaded_json'
    | 'uploaded_csv'
    | 'uploaded_file'
    | 'service_fetched'
    | 'source_webhook_signed'
    | 'third_party_attested')[] | undefined
  /** Party that must supply the evidence: `provider`, `buyer` or a party ID. */
  supplier?: string | undefined
  /** Maximum age of the evidence. */
  freshness?: {
    /** Maximum age, in seconds. */
    max_age_seconds: number
  } | undefined
  /** Result of the condition if the evidence is missing. */
  on_missing?: 'uncertain' | 'fail' | undefined
}

/** A time in UTC with three to nine fractional digits (RFC 3339). */
export type ExactTimestamp = string

export interface ExchangedKey {
  /** The API key. It is shown only once. */
  api_key: string
  /** ID of the API key. */
  key_id: KeyId
  /** Scope of the API key. */
  scope: 'verify' | 'counterparty'
  /** ID of the only Spool that the key can access; null if it can access all Spools of its account. */
  spool_id: SpoolId | null
  /** ID of the party that the key acts for; null if it is not limited to one. */
  party_id: PartyId | null
  /** Environment of the API key. */
  environment: 'production' | 'demo'
  /** Time at which the API key was created. */
  created_at: Timestamp
  /** Time at which the API key expires; null if it does not expire. */
  expires_at: Timestamp | null
}

export interface ExternalJudge {
  /** ID of the external party. */
  id: string
  /** Name of the external party. */
  name: string
  /** Key that verifies the results of the external party. */
  proof: {
    /** Type of signature. */
    type: 'ed25519'
    /** Raw Ed25519 public key in base64url. */
    public_key: string
  } | {
    /** Type of signature. */
    type: 'jws'
    /** Public key as a JSON Web Key. */
    jwk: { [name: string]: unknown }
  } | {
    /** Type of signature. */
    type: 'eip712'
    /** Ethereum address of the signing wallet. */
    address: string
  } | {
    /** Type of signature. */
    type: 'hmac_sha256'
    /** ID of the shared secret that verifies the signature. */
    source_id: string
  }
  /** Maximum age of a result when the condition is evaluated, in seconds. */
  max_age_seconds?: number | undefined
}

export interface ExternalResultRequest {
  /** ID of the external party, as agreed in the condition. */
  evaluator: string
  /** Overall verdict of the external party. */
  verdict: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** Result of each condition that the external party decides. */
  condition_results: readonly {
    /** ID of the condition that was decided. */
    condition_id: ConditionId
    /** Result of the condition. */
    result: 'pass' | 'partial' | 'fail' | 'uncertain'
    /** Results of individual units, if the work is split into units. */
    units?: readonly {
      /** Number of the unit; the first unit is 1. */
      unit: number
      /** Result of the unit. */
      result: 'pass' | 'fail' | 'uncertain'
      /** Reason for the result. */
      reason?: string | undefined
    }[] | undefined
  }[]
  /** Signature of the external party over the result. */
  proof: DisputeResultRequestProof
  /** Time of the evaluation. */
  observed_at: string
  /** IDs of the evidence items that the external party evaluated. */
  evidence_refs?: readonly EvidenceId[] | undefined
}

export interface Fact {
  /** ID of the fact. */
  id: FactId
  /** ID of its source. */
  source_id: SourceId
  /** Name of its source. */
  source_name: string
  /** ID of the Spool. */
  spool_id: SpoolId
  /** Thing that the fact is about. */
  subject: string
  /** What is said of the subject. */
  predicate: string
  /** Text, whole number or boolean. */
  value: string | number | boolean
  /** Number of things. */
  quantity?: number
  /** Amount in cents. */
  amount_cents?: number
  /** Currency of the amount. */
  currency?: string
  /** Time of the fact. */
  occurred_at: Timestamp
  /** Time at which the service received it. */
  observed_at: Timestamp
  /** How it arrived: signed by its source, or fetched by the service. */
  provenance: 'source_webhook_signed' | 'service_fetched'
  /** SHA-256 of the canonical JSON of its values. */
  content_digest: Sha256Digest
  /** Side that registered the source. */
  registered_by: 'buyer' | 'provider'
  /** True if the side that earns by it registered the source and knows its secret. */
  self_asserted: boolean
  /** Fact that it corrects; null for none. */
  supersedes: FactId | null
  /** Fact that corrects it; null if it is current. */
  superseded_by: FactId | null
  /** ID of the delivery; null if fetched. */
  webhook_id: string | null
}

export type FactId = string

export interface FactList {
  /** Items of this page. */
  data: Fact[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface FeeAndExpiry {
  /** Fee that the parties agreed on, in cents. */
  fee_cents?: number
  /** Time until which the proposal can be accepted. */
  expiry?: ExactTimestamp
}

export interface Finality {
  /** `open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after the first verdict. `until`: no run after `closes_at`. */
  mode: 'open' | 'first_verdict' | 'until'
  /** Maximum number of verification runs. */
  max_runs: number
  /** Time after which no run is possible; null if there is no limit. */
  closes_at: ExactTimestamp | null
}

/** Days after its delivery at which a unit is final. */
export type FinalityDays = number

export type GrantId = string

/** Token that can be exchanged once for an API key, within 15 minutes. */
export type GrantToken = string

export interface GuideResult {
  /** Page of the guide, error code, or operation. */
  kind: 'guide' | 'error' | 'operation'
  /** Heading of the section, name of the error code, or summary of the operation. */
  title: string
  /** Text of the section in Markdown, or explanation of the error code or operation. */
  text: string
  /** Page of the guide that contains the section. */
  page?: string
  /** ID of the operation. */
  operation_id?: string
  /** HTTP method of the operation. */
  method?: 'DELETE' | 'GET' | 'POST'
  /** Path of the operation, with its parameters in braces. */
  path?: string
  /** Names of the path and query parameters of the operation. */
  parameters?: string[]
  /** JSON Schema of the request body of the operation. */
  body?: { [name: string]: unknown }
}

export interface GuideResults {
  /** Search text of the request. */
  query: string
  /** Results, best first; at most six. */
  results: GuideResult[]
}

export interface Handoff {
  /** Way in which the counterparty receives the Spool. `account`: its account already lists the Spool. `share_url`: you send it the link. `email` is not used at present. */
  method: 'account' | 'share_url' | 'email'
  /** Link under which anyone can read the Spool. */
  share_url: string
  /** ID of the party that has not joined yet. */
  counterparty_party_id: PartyId
  /** Path of the operation that creates an invitation for the counterparty; null if no party can be invited. */
  invite_endpoint: string | null
  /** True if an invitation was sent by e-mail. */
  invite_email_sent: boolean
  /** Masked e-mail address to which the invitation was sent; null if none was sent. */
  invite_email_to: string | null
  /** Explanation of the chosen method for people. */
  reason: string
}

export interface HashMatchesCheck {
  /** Name of the checker. */
  checker: 'hash_matches'
  /** Expected digest in hexadecimal. */
  expected: string
  /** Hash algorithm. Default: `sha256`. */
  algorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
  /** Input of the hash: the bytes of the content, or its canonical JSON (RFC 8785). Default: `content`. */
  over?: 'content' | 'canonical_json' | undefined
  /** Field of each row that is hashed. If omitted, the delivered content is hashed. */
  field?: string | undefined
}

export interface Health {
  /** Always `ok`. */
  status: 'ok'
  /** Name of the service. */
  service: string
  /** Version of the API. */
  version: string
  /** Environment that answered. */
  environment: 'production' | 'demo'
  /** Current time of the service. */
  time: Timestamp
}

export interface HttpStatusCheck {
  /** Name of the checker. */
  checker: 'http_status'
  /** URL to request. Send either `url` or `field`. */
  url?: string | undefined
  /** Field of each row that holds the URL to request. Send either `url` or `field`. */
  field?: string | undefined
  /** Expected HTTP status: a number, a list of numbers, or a class such as `2xx`. Default: `200`. */
  expected?: number | readonly number[] | string | undefined
  /** HTTP method of the request. If omitted, the service sends HEAD, and GET if HEAD is answered with 405 or 501. */
  method?: 'HEAD' | 'GET' | undefined
  /** Maximum number of redirects to follow. Default: `0`. */
  max_redirects?: number | undefined
  /** Timeout of the request, in milliseconds. Default: `5000`. */
  timeout_ms?: number | undefined
}

export interface IgnoredCorrection {
  /** Reason why it was not applied. */
  cause: 'after_as_of' | 'unknown_unit' | 'unit_not_delivered'
  /** Time of the correction. */
  corrected_at: string
  /** ID of the unit. */
  unit_id: string
}

export interface Invitation {
  grant_token: GrantToken
  /** Time at which the grant expires. */
  expires_at: Timestamp
  /** URL at which the grant is exchanged for its API key. */
  exchange_url: string
  /** URL of the page on which a person reads the agreement and joins. Opening it uses nothing up. Null in the sandbox. */
  page_url: string | null
  /** ID of the Spool. */
  spool_id: SpoolId
  /** ID of the invited party. */
  party_id: PartyId
}

export interface InvoiceAudit {
  /** ID of the audit. Nothing is stored under it. */
  audit_id: AuditId
  /** Digest of the canonical JSON of this result without `audit_id`, `result_digest` and `statement`. */
  result_digest: Sha256Digest
  /** Currency of the invoice. */
  currency: string
  /** Discrepancies in the order of the lines, then of the record. */
  discrepancies: InvoiceDiscrepancy[]
  inputs: AuditInputs
  /** Source of the lines; `limitations` name the e-invoice. */
  invoice_source: 'csv' | 'pdf_layout' | 'e_invoice'
  /** What the audit could not check. */
  limitations: string[]
  /** Lines of the invoice, in their order. */
  lines: AuditedLine[]
  /** The result in two sentences. */
  readout: string
  /** Schema of this document. */
  schema: string
  statement?: AuditStatement
  totals: AuditTotals
  /** Rows of the record that may be billed and that no line bills. */
  unbilled_records: UnbilledRecord[]
}

export interface InvoiceAuditRequest {
  /** Invoice as CSV text with a header row: at most 5,000,000 bytes and 50,000 rows. Send either this or `invoice_pdf_base64`. */
  invoice_csv?: string | undefined
  /** Invoice as a PDF with a text layer or an attached e-invoice, in standard base64: at most 3,000,000 bytes. A key may have 200 read a day. */
  invoice_pdf_base64?: string | undefined
  /** Your own record of the work as CSV text with a header row, within the same limits. */
  record_csv: string
  column_mapping: ColumnMapping
  rules?: AuditRules | undefined
  /** Currency of the invoice, as an ISO 4217 code. */
  currency: string
  /** Total that the invoice states, in cents. It is compared with the sum of the lines. */
  invoice_total_cents?: number | undefined
  /** Whether a signed statement of the audit is added to the result. Default: `false`. */
  sign?: boolean | undefined
}

/** Columns of the invoice. */
export interface InvoiceColumns {
  /** Column with the key that the record has, such as a ticket number; for an e-invoice a term such as `BT-155`. */
  key: ColumnHeader
  /** Column with the billed sum of the line. */
  amount: ColumnHeader
  /** Column with the number of the line. */
  line?: ColumnHeader | null | undefined
  /** Column with the billed quantity. */
  quantity?: ColumnHeader | null | undefined
  /** Column with the price of one unit. */
  unit_price?: ColumnHeader | null | undefined
  /** Column with the date of the line, in ISO 8601. */
  date?: ColumnHeader | null | undefined
  /** Column with the text of the line, which is not compared. */
  description?: ColumnHeader | null | undefined
}

export interface InvoiceDiscrepancy {
  code: DiscrepancyCode
  /** `error` costs money or could not be checked, `warning` costs nothing. */
  severity: 'error' | 'warning' | 'info'
  /** Line of the invoice; null for the whole invoice. */
  line: string | null
  /** Key of the line or of the record. */
  key: string | null
  /** Row of the record that the line was compared with. */
  record_row: RecordRow | null
  /** Value that differs. */
  field: 'key' | 'quantity' | 'unit_price' | 'amount' | 'status' | 'date' | 'invoice_total'
  /** Value by the record or the rules. */
  expected: string | null
  /** Value that was found. */
  observed: string | null
  /** Money that it leaves unsupported, in cents. */
  delta_cents: Cents
  /** The discrepancy in a sentence. */
  explanation: string
}

export interface JsonPathCheck {
  /** Name of the checker. */
  checker: 'json_path'
  /** JSONPath of the values to check (RFC 9535). */
  path: string
  /** Comparison that each selected value must satisfy. Default: `exists`. */
  operator?:
    | 'exists'
    | 'not_exists'
    | 'equals'
    | 'not_equals'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'in'
    | 'contains'
    | 'matches'
    | 'not_matches'
    | 'type'
    | 'count_equals'
    | 'format' | undefined
  /** Value that the operator compares with. */
  value?: unknown
  /** JSONPath of another value in the same row or document. The operator compares with it instead of `value`. */
  value_path?: string | undefined
  /** `all` if every selected value must satisfy the comparison, `any` if one is enough. Default: `all`. */
  quantifier?: 'all' | 'any' | undefined
  /** `row` applies the path to each row, `document` to the whole table or JSON document. Default: `row` for tables. */
  scope?: 'document' | 'row' | undefined
  /** `time` compares values as dates, or as times with an offset. */
  as?: 'time' | undefined
  /** Unit in which the length of a value is compared: characters or words of a text, or items of a list. */
  measure?: 'characters' | 'words' | 'items' | undefined
  /** Minimum length, in units of `measure`. */
  min?: number | undefined
  /** Maximum length, in units of `measure`. */
  max?: number | undefined
  /** Exact total of the selected values that is compared instead of each value. A value that is not a number fails `sum`, `mean`, `min` and `max`. */
  aggregate?: 'sum' | 'mean' | 'min' | 'max' | 'count' | 'distinct' | undefined
  /** True if `not_matches` searches for the pattern anywhere in the text, not only in the text as a whole. Default: `false`. */
  partial?: boolean | undefined
  /** Result for a value that is missing, null or blank. Default: `fail`. */
  when_missing?: 'fail' | 'pass' | undefined
  /** Filter that selects the rows to check. All other rows pass. Not combined with `min_share_bp`. */
  where?: RowFilter | undefined
  /** Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then decides on the delivery as a whole, not on each row. */
  min_share_bp?: number | undefined
  /** True if the share must be greater than `min_share_bp`, not only equal. Default: `false`. */
  share_exclusive?: boolean | undefined
}

export type JsonRows = readonly {
  [name: string]: unknown
}[]

export interface KeyDocument {
  /** Name and version of the document format. */
  schema: string
  /** URL of the service that signs with these keys. */
  issuer: string
  /** Version number of the document. Each change increases it. */
  version: number
  /** Time of the last change. */
  updated_at: Timestamp
  /** Keys that sign receipts. */
  receipts: PurposeKeys
  /** Keys that sign attestations. */
  attestations: PurposeKeys
  /** Keys that sign status statements. */
  status: PurposeKeys
  /** Keys that sign receipts exported as credentials or DSSE envelopes. Absent in older documents. */
  exports?: PurposeKeys
  /** Keys that sign offers and receipts of payments by x402. Absent in older documents. */
  payments?: PurposeKeys
  /** Transparency log of production; null if there is none. */
  log?: LogKey | null
  /** Transparency log of the sandbox; null if there is none. */
  demo_log?: LogKey | null
  /** SHA-256 of the previous document; null in the first, and if `parts` lists the documents instead. */
  prev_document_hash: Sha256Hex | null
  /** Documents of the environments that this document combines. */
  parts?: {
    /** Document of the production environment. */
    production?: KeyDocumentPart
    /** Document of the sandbox. */
    demo?: KeyDocumentPart
  }
  /** Time at which the root key confirmed that this document is current. */
  as_of?: Timestamp
  /** Signature for clients that pin the root key. Absent if the root key has not signed this document. */
  root_signature?: RootSignature
}

export interface KeyDocumentPart {
  /** Version number of the document of this environment. */
  version: number
  /** SHA-256 of the published document of this environment. */
  document_hash: Sha256Hex
  /** SHA-256 of the previous document of this environment; null in the first. */
  prev_document_hash: Sha256Hex | null
}

export interface KeyExchangeRequest {
  grant_token: GrantToken
}

export type KeyId = string

export interface Lane {
  /** Path for the provider, by the kind of provider. */
  path: 'person_business' | 'agent_software'
  /** Kind of provider. */
  provider_kind: 'human' | 'agent' | 'org' | 'service'
  /** Way in which the buyer pays for the work. */
  funding: 'hosted_checkout' | 'wallet_authority' | 'external'
  /** True if the provider must set up payouts. */
  payout_setup_required: boolean
  /** Step before which payouts must be set up. */
  payout_setup_before: 'funding' | 'none'
  /** Type of work that the Spool covers. */
  type: 'goods_in_person' | 'service' | 'digital' | 'agent_task'
  /** True if the request named no type, so that the default `service` applies. */
  type_defaulted: boolean
  /** Explanation of the path for people. */
  note: string
}

export interface LogKey {
  /** Name of the log. */
  origin: string
  /** Public key of the log in the signed note format. */
  vkey: string
  /** Earlier public keys of the log that are still trusted. */
  previous_vkeys: string[]
  /** Earlier logs. */
  ended?: { [name: string]: unknown }[]
}

export interface MappedFact {
  /** ID of the Spool. */
  spool_id: SpoolId
  /** Thing that the fact is about. */
  subject: string
  /** What is said of the subject. */
  predicate: string
  /** Text, whole number or boolean. */
  value: string | number | boolean
  /** Number of things. */
  quantity?: number
  /** Amount in cents. */
  amount_cents?: number
  /** Currency of the amount. */
  currency?: string
  /** Time of the fact. */
  occurred_at: Timestamp
}

export interface Match {
  /** ID of this result. */
  id: MatchId
  /** ID of the claim; null for a fact without a claim. */
  claim_id: ClaimId | null
  /** IDs of the facts; of an ambiguous claim, the first 20. */
  fact_ids: FactId[]
  /** Object of the claim, or of the fact without a claim. Absent in older match runs. */
  subject?: string
  /** Event or property that is said of the subject. */
  predicate?: string
  /** Result for the claim, or for a fact without a claim. */
  status: 'matched' | 'mismatched' | 'unmatched_claim' | 'unmatched_fact' | 'ambiguous'
  /** Differences between the claim and its fact. */
  differences: {
    /** Member that differs. */
    field: 'value' | 'quantity' | 'amount_cents' | 'currency'
    /** Claimed value as a text; of `currency`, that of the Spool. */
    claimed: string | null
    /** Observed value as a text. */
    observed: string | null
  }[]
}

export type MatchId = string

export interface MatchList {
  /** Items of this page. */
  data: Match[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
  /** ID of the match run. */
  run_id: MatchRunId
  /** Time as of which claims and facts were matched. */
  as_of: Timestamp
  /** Number of claims that a fact confirms. */
  matched: number
  /** Number of claims whose fact differs. */
  mismatched: number
  /** Number of claims without a fact. */
  unmatched_claims: number
  /** Number of facts without a claim. */
  unmatched_facts: number
  /** Number of claims without a time for which several facts with different values exist. */
  ambiguous: number
  /** SHA-256 over the options, the digests of claims and facts, and the results. The same claims and facts give the same digest. */
  match_digest: Sha256Digest
}

export interface MatchRequest {
  /** Members that a claim and its fact share: `["subject"]` or both. Default: both. */
  key?: readonly ('subject' | 'predicate')[] | undefined
  /** Maximum time between a claim and its fact, in seconds. Default: 0. */
  window_seconds?: number | undefined
  /** Maximum difference of a number from the observed one, in basis points of the observed one. Default: 0. */
  value_tolerance_bp?: number | undefined
  /** Sources whose facts are matched. Default: all sources of the Spool. */
  source_ids?: readonly SourceId[] | undefined
  /** `false` to open no discrepancies for what does not match. Default: `true`. */
  open_discrepancies?: boolean | undefined
}

export interface MatchResult {
  /** ID of the match run. */
  run_id: MatchRunId
  /** Time as of which claims and facts were matched. */
  as_of: Timestamp
  /** Number of claims that a fact confirms. */
  matched: number
  /** Number of claims whose fact differs. */
  mismatched: number
  /** Number of claims without a fact. */
  unmatched_claims: number
  /** Number of facts without a claim. */
  unmatched_facts: number
  /** Number of claims without a time for which several facts with different values exist. */
  ambiguous: number
  /** SHA-256 over the options, the digests of claims and facts, and the results. The same claims and facts give the same digest. */
  match_digest: Sha256Digest
  /** Results: claims by ordinal, then facts without a claim. At most 1,000; list-matches has all. */
  matches: Match[]
  /** True if there are more results than `matches` has. */
  matches_truncated: boolean
  /** IDs of the discrepancies that this run opened. */
  discrepancy_ids: DiscrepancyId[]
}

export type MatchRunId = string

/** An exact amount in millionths of a US dollar; 10000 are one cent. */
export type Micros = string

export interface ModelRewrites {
  /** Name of the model that wrote the sentences. */
  model: string
  /** Sentences that can replace `source_span`. Each can be compiled as it is, uses only known fields, and adds no number, time or quoted text. */
  rewrites: string[]
}

export interface NextStep {
  /** Next step in the Spool. */
  type:
    | 'settle'
    | 'submit_evidence'
    | 'rerun_allowed'
    | 'await_confirmation'
    | 'sign_settlement'
    | 'terminal'
    | 'new_spool'
  /**
   * Same value as `type`. Deprecated: use `type`.
   * @deprecated
   */
  action:
    | 'settle'
    | 'submit_evidence'
    | 'rerun_allowed'
    | 'await_confirmation'
    | 'sign_settlement'
    | 'terminal'
    | 'new_spool'
  /** Who takes the next step. `provider` is the party that does the work, whatever its role is called. `verifier` is the caller of verify-spool: either party, with a key of scope `full` or `verify`. `none`: wait, or nothing is left to do. */
  actor: 'buyer' | 'provider' | 'verifier' | 'none'
  /** Explanation of the next step for people. */
  reason: string
  /** Transfers that the buyer must sign. Present only if `type` is `sign_settlement`. */
  required_legs?: RequiredLeg[]
  /** URL of the page on which the buyer pays by card. Visible only to the buyer. */
  checkout_url?: string
}

export interface OnboardProviderRequest {
  /** URL to which the provider is sent if the set-up link has expired. A confirmation page is shown first unless the host is allowed for the account. */
  refresh_url: string
  /** URL to which the provider is sent after the set-up. A confirmation page is shown first unless the host is allowed for the account. */
  return_url: string
}

export interface OneCallEvidence {
  /** Type of evidence. Default: `dataset`. */
  type?: 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation' | undefined
  /** Rows of the delivery, each as a JSON object. */
  rows: JsonRows
  /** Method by which you obtained the evidence. */
  provenance?: ProvenanceInput | undefined
  /** Name of the source of the evidence, in your own words. */
  source?: string | undefined
}

export interface OneCallRequest {
  /** Conditions that the delivery must meet, as plain text or as objects. */
  conditions?: readonly (string | {
    /** Description of the condition for people. The checker or method decides, not this text. */
    description: string
    /** True if the verdict depends on the condition. */
    required?: boolean | undefined
    /** Method that decides the condition: a checker, the parties, a model, or an external party. */
    verification_method?: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool' | undefined
    /** Checker with its parameters, as a single object. Required for the method `deterministic`. */
    deterministic_check?: DeterministicCheck | undefined
    /** Requirements that the evidence must meet. A single object is treated as a list of one. */
    evidence_requirements?: EvidenceRequirement | readonly EvidenceRequirement[] | undefined
    /** Accepted if the condition was read from a Spool. It has no effect. */
    id?: string | undefined
    /** Accepted if the condition was read from a Spool. It has no effect. */
    last_result?: unknown
    /** Accepted if the condition was read from a Spool. It has no effect. */
    reads_as?: string | undefined
  })[] | undefined
  /** Recipe of the conditions, in place of `conditions`. */
  recipe?: RecipeReference | undefined
  /** Price of the whole delivery, in cents. */
  max_amount_cents?: number | undefined
  /** Number of units and the price of each, if each row is accepted and paid separately. */
  unit?: UnitizationInput | undefined
  /** The delivery to verify. */
  evidence: OneCallEvidence
  /** `external` if you settle the payment yourself. `managed` is refused, because a one-call verification has no second party. */
  settlement?: 'external' | 'managed' | undefined
  /** Your key for this request. A repeated request with the same key and body gets the first answer again. The `Idempotency-Key` header is equivalent. */
  idempotency_key?: string | undefined
  /** Fields of the rows, as names or as objects. A noun in a plain-text condition names a field if it is one of these names or aliases, or if the text marks it as a field. */
  fields?: readonly (string | RowField)[] | undefined
  /** Noun that the text uses for one row. */
  unit_name?: string | undefined
  /** Time from which relative times in the text are counted. If omitted, no answers are proposed for a time such as `by Friday`. */
  as_of?: string | undefined
  /** IANA time zone that is assumed for times in the text without a zone. */
  time_zone?: string | undefined
  /** Kind of party that sends the request. For an agent or a service, no condition is proposed that a person must decide. */
  declared_actor_type?: 'human' | 'agent' | 'org' | 'service' | undefined
}

export interface OneCallResponse {
  /** ID of the Spool that was created for the delivery. */
  spool_id: SpoolId
  /** Earned amount, in cents. */
  earned_cents: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of rejected units. A delivery without units counts as one. */
  rejected: number
  /** Rejected units in ascending order, each with its first reason. */
  rejections: Rejection[]
  /** True if more units were rejected than are listed. */
  rejections_truncated?: boolean
  /** The signed receipt; null if this deployment does not sign receipts. */
  receipt: OutcomeReceipt | null
  /** URL of the receipt page; null if there is no receipt. */
  receipt_url: string | null
  /** ID of the verification run. */
  verification_run_id: RunId
  /** True if the verdict can no longer change. */
  terminal: boolean
  /** True if an earned amount can be settled now. */
  settlement_eligible: boolean
  /** True if the caller can submit more evidence. */
  can_resubmit_evidence: boolean
  /** True if the caller can start another verification run. */
  can_rerun: boolean
  /** Next step and the party that takes it. */
  next_step: NextStep
  /** Authority that decides the required conditions. */
  decision_authority: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
  /** Instruction for correcting the first problem of the delivery. */
  corrective_hint?: string
  /** Attestation of the same verdict; null if this deployment does not sign attestations. */
  attestation: Attestation | null
  /** Source of the field names that the plain text was matched with: `request` for `fields` of the request, `rows` for the rows. */
  fields_from?: 'request' | 'rows'
  /** Present if this deployment does not sign receipts. */
  signing?: 'not_configured'
  /** Present and false if the run is not charged because the service itself could not reach data that the verdict needs. */
  charged?: false
}

export interface OneCallResponseSummary extends OneCallResponse {
  /** Parts that the summary leaves out; absent if it leaves out nothing. */
  left_out?: string[]
}

export interface OutcomeIndex {
  /** Name and version of the format. */
  schema: string
  /** Time of publication; null before the first. */
  generated_at: string | null
  /** Period of the runs; null before the first publication. */
  window: {
    /** First instant. */
    from: string
    /** First instant after it. */
    to: string
  } | null
  /** Least number of runs of a row. */
  min_cell: number
  /** One row for each kind of work and set of checkers. */
  rows: OutcomeIndexRow[]
  /** Number of rows that are not shown, rounded up to a multiple of 5. */
  suppressed_cells: number
  /** SHA-256 of the canonical JSON of the document without this member; null before the first publication. */
  dataset_digest: Sha256Digest | null
}

export interface OutcomeIndexRow {
  /** Kind of deliverable; `other` for those beyond the 20 most used. */
  deliverable_type: string
  /** Checkers of the conditions. */
  checkers: string[]
  /** Environment of the runs. */
  environment: 'production'
  /** Number of first runs, rounded to a multiple of 5. */
  runs: number
  /** Share of runs that ended `pass`, in basis points. */
  pass_bp: number
  /** Share of runs that ended `partial`, in basis points. */
  partial_bp: number
  /** Share of runs that ended `fail`, in basis points. */
  fail_bp: number
  /** Share of runs that ended `uncertain`, in basis points. */
  uncertain_bp: number
  /** Share of delivered units that were accepted, in basis points; null if unknown. */
  unit_acceptance_bp: number | null
  /** Median number of runs until a Spool was closed; null below 10 closed Spools. */
  median_runs_to_terminal: number | null
}

export type OutcomeReceipt = {
  /** Name and version of the document format. */
  schema: string
  /** ID of the receipt. */
  id: ReceiptId
  /** Environment in which the receipt was issued. */
  environment: 'production' | 'demo'
  /** The agreement that was verified. */
  agreement: {
    /** ID of the Spool. */
    spool_id: SpoolId
    /** Version number of the agreement. */
    agreement_version: number
    /** SHA-256 of the canonical JSON of the agreement. */
    agreement_hash: Sha256Hex
    /** Acceptance of the agreement by its parties. */
    acceptance: AgreementAcceptance
    /** Digest of the accepted quote. Present only on Spools of type `agent_task`. */
    quote_digest?: Sha256Digest
    [name: string]: unknown
  }
  /** The verification run, with the versions of the rules that it applied. */
  verification: {
    /** Version of the plan format. */
    plan_version: string
    /** SHA-256 of the canonical JSON of the verification plan. */
    plan_hash: Sha256Hex
    /** Version of the compiler that made the plan from the agreement. */
    compiler_version: string
    /** Version of the rules for accepting evidence. */
    evidence_policy_version: string
    /** ID of the verification run. */
    run_id: RunId
    /** SHA-256 of the findings of the run. */
    run_digest: Sha256Hex
    /** Rule that combines the condition results into the verdict. */
    aggregation_policy: AggregationPolicy
    /** Authority that decides the mandatory conditions. */
    decision_authority?: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
    /** Number of this run among the runs of the Spool; the first run is 1. */
    attempt?: number
    [name: string]: unknown
  }
  /** Merkle root over the entries of `evidence`. */
  evidence_root: Sha256Hex
  /** Evidence that the run considered. */
  evidence: EvidenceFinding[]
  /** Result of each condition. */
  condition_results: ConditionResult[]
  /** Verdict of the run. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** Counts of the units; null if the work is not split into units. */
  units: UnitCounts | null
  /** Earned and committed amounts. */
  amounts: EarnedAmounts
  /** Number and hash of the last event of the Spool before the run. */
  history: {
    /** Sequence number of the event; the first event is 1. */
    seq: number
    /** SHA-256 of the canonical JSON of the event. */
    hash: Sha256Hex
  }
  /** Payer and provider, identified by pseudonyms. */
  actors: {
    /** The party that pays. */
    payer: ReceiptActor
    /** The party that delivers. */
    provider: ReceiptActor
  }
  /** Intended use of the verdict, as declared by the creator. It has no effect on the verdict. */
  declared_intent?: {
    /** Action that the creator intends to take depending on the verdict. */
    gated_action?: string
    /** Note of the creator on the intended action. */
    note?: string
  }
  /** Recipe that the conditions were created from. */
  recipe?: {
    /** Name and version of the recipe. */
    id: string
    /** SHA-256 of the canonical JSON of the recipe. */
    recipe_hash: string
  }
  /** ID of the receipt that this receipt replaces. */
  supersedes?: ReceiptId
  /** Time at which the receipt was signed. */
  issued_at: Timestamp
  /** Random value that makes the receipt unique. */
  nonce: string
  /** Signature algorithm. */
  algorithm: 'Ed25519'
  /** SHA-256 of the public key that verifies the signature. */
  signing_key_id: Sha256Hex
  signature: Ed25519Signature
  /** Result of each unit. Not part of the signed text, but bound to it by `units.unit_results_digest`. */
  unit_results?: UnitResult[]
  /** Results of selected units with their Merkle proofs, instead of all unit results. */
  unit_disclosures?: UnitDisclosure[]
  /** Proof of inclusion in the transparency log, in the C2SP tlog-proof format. Present once the receipt is logged; not part of the signed text. */
  log_proof?: string
  /** Signed statement of the receipt status, valid for 24 hours. */
  status_proof?: StatusProof
  /** Data added by third parties, such as co-signatures. It is neither signed nor checked. */
  extensions?: { [name: string]: unknown }
  [name: string]: unknown
}

export interface PackAccepted {
  /** Status of the payment. */
  status: 'payment_accepted'
  /** ID of the purchase. */
  purchase_id: PurchaseId
  /** Size of the credit pack, in cents. */
  pack_cents: 500 | 1000 | 2000
  /** Path at which the credit balance can be read. */
  balance_url: string
}

export interface PackRequest {
  /** Size of the credit pack, in cents: 500, 1000 or 2000. */
  pack_cents: 500 | 1000 | 2000
  /** Unique key of the purchase. A repeated request with the same key returns the same result and does not charge again. */
  idempotency_key?: string | undefined
}

export interface PaidVerification extends OneCallResponse {
  /** Payment for the request. */
  payment: SettledPayment
}

export type PartyId = string

export interface PartyInput {
  /** Role of the party. One party is the buyer or client, the other the seller or provider. */
  role: 'buyer' | 'seller' | 'client' | 'provider'
  /** Kind of party. */
  kind: 'human' | 'agent' | 'org' | 'service'
  /** Name of the party, as the other party sees it. */
  display_name: string
  /** Contact details of the party, visible only to it and to you. */
  contact?: string | undefined
  /** ID of the account that acts for the party. The account must exist and have an API key. */
  account_id?: string | undefined
  /** Wallet at which the party is paid. */
  settlement_address?: string | undefined
  /** ID of the account of the party at the payment processor. */
  processor_account_id?: string | undefined
}

export type PaymentMethod = {
  /** Way to pay. */
  type: 'hosted_checkout'
  /** Party that must authorize the payment. */
  authorization: 'account_owner'
  /** URL at which the payment is made. */
  url: string
} | {
  /** Way to pay. */
  type: 'mpp'
  /** Party that must authorize the payment. */
  authorization: 'agent_credential'
  /** URL at which the payment is made. */
  url: string
  /** Available pack sizes, in cents. */
  packs_cents: (500 | 1000 | 2000)[]
  /** Payment methods that the protocol accepts. */
  methods: 'card'[]
  /** Payment protocol. */
  protocol: 'mpp'
} | {
  /** Way to pay. */
  type: 'x402'
  /** Party that must authorize the payment. */
  authorization: 'agent_wallet'
  /** URL at which the payment is made. */
  url: string
  /** Available pack sizes, in cents. */
  packs_cents: (500 | 1000 | 2000)[]
  /** Blockchains on which the payment can be made, as CAIP-2 identifiers. */
  chains: string[]
  /** Token to pay with. */
  asset: 'usdc'
  /** Blockchain to pay on, as a CAIP-2 identifier. */
  network: string
  /** Service that submits the payment to the blockchain. */
  facilitator: 'hosted'
  /** Payment protocol. */
  protocol: 'x402'
  /** Version of the x402 protocol. */
  x402_version: 2
}

export interface PermissionTypedData {
  /** EIP-712 type definitions. */
  types: { [name: string]: {
    /** Name of the field. */
    name: string
    /** Solidity type of the field. */
    type: string
  }[] }
  /** EIP-712 type of the signed message. */
  primaryType: 'SpendPermission'
  /** EIP-712 domain of the permission manager contract. */
  domain: {
    /** Name of the EIP-712 domain. */
    name: string
    /** Version of the EIP-712 domain. */
    version: string
    /** ID of the blockchain. */
    chainId: number
    /** Address of the permission manager contract. */
    verifyingContract: string
  }
  /** The permission to sign. */
  message: SpendPermission
}

export type PolicyId = string

export interface PolicyQuestion {
  /** ID of the question within the draft. */
  ambiguity_id: string
  /** Part of the agreement that the question concerns. */
  path: 'conditions' | 'deadline' | 'terms' | 'unitization' | 'value'
  /** Text that is not exact. `source_span` is the clause that contains it. */
  text: string
  /** Question for the author. */
  question: string
  /** Reason for the question. */
  reason:
    | 'placeholder'
    | 'field_unmarked'
    | 'inexact_value'
    | 'percent_or_number'
    | 'time_open'
    | 'unit_open'
    | 'misspelt'
    | 'several_readings'
    | 'qualified'
    | 'other_language'
  /** Possible meanings of the text, if they can be listed. */
  candidates: string[]
  /** Complete conditions that each use one candidate, best first: a text, or a list of texts that are one condition each. Each can be sent as it is, except that `{}` must be replaced by your answer. */
  rewrites: (string | string[])[]
  /** Proposals of a model. Present only if `suggest` was sent and the model wrote usable sentences. To use one, send it as an answer or in the text. */
  model_rewrites?: ModelRewrites
  /** Position of the clause in the source. */
  source_span: SourceSpan
}

export interface PolicyTerm {
  /** Text of the term. */
  text: string
  /** Origin of the text of the term. */
  provenance: {
    /** Kind of source that the term comes from. */
    source: 'freeform'
  }
}

export interface PolicyValue {
  /** Price, in cents. */
  amount_cents: number
  /** Currency of the price. */
  currency: string
}

export interface Preflight {
  /** Always true: nothing was stored, signed or charged. */
  dry_run: true
  /** Conditions as they would be agreed. */
  conditions: PreviewedCondition[]
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** Price of the whole delivery. */
  value: {
    /** Price, in cents. */
    amount_cents: number
    /** Currency of the price. */
    currency: 'USD'
  }
  /** SHA-256 of the canonical JSON of the verification plan, with the condition IDs of this dry run. */
  plan_hash: Sha256Hex
  /** Price of the run. */
  price: RunPrice
  /** Verdict that a run would give. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** Earned amount, in cents. */
  earned_cents: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of rejected units. A delivery without units counts as one. */
  rejected: number
  /** Rejected units in ascending order, each with its first reason. */
  rejections: Rejection[]
  /** True if more units were rejected than are listed. */
  rejections_truncated?: boolean
  /** Result of each condition. */
  condition_results: ConditionResult[]
  /** Authority that decides the required conditions. */
  decision_authority: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
  /** Instruction for correcting the first problem of the delivery. */
  corrective_hint?: string
  /** Source of the field names that the plain text was matched with: `request` for `fields` of the request, `rows` for the rows. */
  fields_from?: 'request' | 'rows'
}

export interface PreviewedCondition extends AgreedCondition {
  /** Sentence that states the check as the service applies it. */
  reads_as?: string
}

export interface PromiseReplay {
  /** ID of the replay. Nothing is stored under it. */
  audit_id: AuditId
  /** Digest of the canonical JSON of this result without `audit_id`, `result_digest` and `statement`. */
  result_digest: Sha256Digest
  /** Time as of which the history was measured. */
  as_of: Timestamp
  /** Corrections that were applied. */
  corrections_applied: Count
  /** Corrections that were not applied. */
  corrections_ignored: IgnoredCorrection[]
  /** Sums of each customer. */
  customers: ReplayedCustomer[]
  /** Version of the rules of the replay. */
  engine_version: string
  /** Digest of the canonical JSON of the request without `sign`. */
  input_digest: Sha256Digest
  /** Version of the promise. */
  promise_version: string
  /** What the result is and is not. */
  readout: string
  /** Rounding of rates and remedies. */
  rounding: 'floor'
  /** Schema of this document. */
  schema: string
  /** Each combination of the terms to try. */
  sensitivity: SensitivityCell[]
  statement?: AuditStatement
  totals: ReplayTotals
  /** Windows whose remedy the terms leave open. */
  warnings: ReplayWarning[]
  /** Windows by customer, then by time. */
  windows: PromiseWindow[]
}

export interface PromiseReplayRequest {
  promise: PromiseTerms
  /** Units of the history; one that was delivered after `as_of` is left out. */
  units: readonly ReplayedUnit[]
  /** Time as of which the history is measured. */
  as_of: string
  /** Later changes of units. */
  corrections?: readonly UnitCorrection[] | undefined
  sensitivity?: SensitivityAxes | undefined
  /** Whether a signed statement of the replay is added to the result. Default: `false`. */
  sign?: boolean | undefined
}

/** Terms of the promise. */
export interface PromiseTerms {
  /** Your version of the promise, which the result repeats. */
  promise_version: string
  /** Window over which each customer is measured, in UTC. */
  window: 'calendar_month' | 'calendar_quarter' | 'calendar_week' | 'rolling_30d' | 'all'
  /** Rate of accepted units under which the promise is breached. */
  threshold_bp: BasisPoints
  finality_days: FinalityDays
  uncertain_treatment: UncertainTreatment
  /** Value of the measured units that a remedy is a part of. */
  fee_basis: 'delivered_value' | 'accepted_value' | 'rejected_value'
  /** Remedies in strict order of their rates. The highest tier that the rate reaches applies. */
  remedy_tiers: readonly RemedyTier[]
  /** Fewest measured units of a window that can be breached. */
  min_units: number
}

export interface PromiseWindow {
  /** ID of the customer. */
  customer_id: string
  /** Start of the window. */
  window_start: Timestamp
  /** End of the window. */
  window_end: Timestamp
  /** Units delivered in the window. */
  units: Count
  /** Units that are not final yet. */
  pending_units: Count
  /** Final units that count. */
  measured_units: Count
  /** Measured units that are accepted or count as accepted. */
  accepted: Count
  /** Measured units that are rejected or count as rejected. */
  rejected: Count
  /** Final units whose verdict is uncertain. */
  uncertain: Count
  /** Accepted among measured units, rounded down; null without any. */
  rate_bp: BasisPoints | null
  /** Threshold of the promise. */
  threshold_bp: BasisPoints
  /** Whether the rate is under the threshold. */
  breached: boolean
  /** Tier that applies to the breach. */
  tier: RemedyTier | null
  /** Value of the measured units by `fee_basis`, in cents. */
  basis_cents: Cents
  /** Remedy that the terms would have given, in cents, rounded down. */
  hypothetical_remedy_cents: Cents
  /** `below_min_units`: too few units to be breached. `no_tier`: breached, and no tier covers the rate. */
  status: 'measured' | 'below_min_units' | 'no_tier'
}

export type ProvenanceInput = 'caller_declared' | 'uploaded_text' | 'uploaded_json' | 'uploaded_csv' | 'uploaded_file' | {
  /** Method by which the evidence was obtained. */
  method: 'caller_declared' | 'uploaded_text' | 'uploaded_json' | 'uploaded_csv' | 'uploaded_file'
  /** Person or system that collected the evidence. */
  collector?: string | undefined
  /** Display name of the external provider. */
  owner?: string | undefined
  /** Time at which the evidence was observed. */
  observed_at?: string | undefined
  /** Reference of the evidence in your own system. */
  reference?: string | undefined
}

export interface ProviderOnboarding {
  /** URL of the page on which the provider sets up payouts. It works once. */
  url: string
  /** Time at which the URL expires. */
  expires_at: Timestamp
  /** True if the provider can be paid. */
  ready: boolean
}

export interface PublicKey {
  /** SHA-256 of the public key. */
  key_id: Sha256Hex
  /** Signature algorithm. */
  algorithm: 'Ed25519'
  /** Raw public key in base64url. */
  public_key: string
  /** Status of the key. */
  status: 'active' | 'retiring' | 'retired' | 'revoked'
  /** Time from which signatures of the key are valid. */
  not_before: Timestamp
  /** Time after which its signatures are no longer valid; null if there is none. */
  not_after: Timestamp | null
  /** Time at which the key was retired; null while it is in use. */
  retired_at: Timestamp | null
}

export type PurchaseId = string

export interface PurposeKeys {
  /** Keys of the production environment. */
  production: PublicKey[]
  /** Keys of the sandbox. */
  demo: PublicKey[]
}

export interface Quote {
  /** ID of the quote. */
  quote_id: QuoteId
  /** ID of the quoted Spool. */
  spool_id: SpoolId
  /** Version of the agreement that was quoted. */
  agreement_version: number
  /** SHA-256 of the canonical JSON of the verification plan that was quoted. */
  plan_hash: Sha256Hex
  /** Price, units and terms that the quote applies to. */
  economics: {
    /** Agreed price of the whole delivery. */
    value: {
      /** Price, in cents. */
      amount_cents: number
      /** Currency of the price. */
      currency: string
    }
    /** Number of units and the price of each; null if the work is not split into units. */
    unitization: Unitization | null
    /** Fee and expiry of the proposal. */
    economics: {
      /** Fee that the parties agreed on, in cents. */
      fee_cents?: number
      /** Time until which the proposal can be accepted. */
      expiry?: ExactTimestamp
    }
    /** SHA-256 of the canonical JSON of the other members. */
    digest: Sha256Digest
  }
  /** Price of the work without fees, in cents. */
  work_budget_cents: number
  /** Fee of the service. */
  service_fee: {
    /** Estimated fee, in cents. */
    estimated_cents: number
    /** Maximum fee, in cents. */
    maximum_cents: number
  }
  /** Fee of the payment provider. */
  rail_fee: {
    /** Always true: the fee is passed on without a markup. */
    pass_through: true
    /** Estimated fee, in cents. */
    estimated_cents: number
    /** Maximum fee, in cents. */
    maximum_cents: number
  }
  /** Maximum cost of the work including all fees, in cents. */
  maximum_all_in_cents: number
  /** Time until which the quote can be accepted. */
  expires_at: Timestamp
  /** SHA-256 of the quote. Send it back to accept the quote. */
  quote_digest: Sha256Digest
  /** Role of the party that pays. */
  payer: 'buyer' | 'client'
  /** Discounts that the quote includes. */
  discounts: {
    /** Code of the discount. */
    code: string
    /** Discount, in cents. */
    amount_cents: number
  }[]
  /** Version of the price list. */
  pricing_version: string
  /** True if the quote can no longer be accepted because it expired. */
  expired: boolean
  /** True if the Spool changed after the quote, so that the quote can no longer be accepted. */
  superseded: boolean
}

export type QuoteId = string

export interface Readiness {
  /** Readiness of the production environment, or of the sandbox if this deployment has no production environment. */
  status: 'ready' | 'not_ready'
  /** Checks that decide `status`. A service passes if it answers, can write to its database and can store a message. All checks fail until the environment has started. */
  checks: {
    /** State of the database of keys and sessions. */
    store: 'ok' | 'failing'
    /** State of the rate limit store. */
    rate_limit: 'ok' | 'failing'
    /** State of the message bus. */
    queue: 'ok' | 'failing'
    /** State of the service for agreements and deliveries. */
    spool: 'ok' | 'failing'
    /** State of the service that verifies deliveries. */
    verification: 'ok' | 'failing'
    /** State of the service for credits and payments. */
    billing: 'ok' | 'failing'
    /** State of the signing service: it needs an active key for each kind of signature. */
    signing: 'ok' | 'failing'
  }
  /** Causes of the failing checks, and what the operator can do. */
  problems: {
    /** Name of the failing service. */
    service: 'spool' | 'verification' | 'billing' | 'signing'
    /** Failing part of the service. */
    part: 'service' | 'store' | 'queue' | 'signing_keys' | 'log'
    /** Reason, as listed at `/docs/errors#reasons`. */
    reason: string
    /** Explanation for the operator. */
    message: string
    /** Action for the operator. */
    remediation?: string
  }[]
  /** State of each environment of this deployment. While it is `not_started`, requests to it are refused with 503. */
  environments: {
    /** State of the production environment. */
    production?: 'ready' | 'not_ready' | 'not_started'
    /** State of the sandbox. */
    demo?: 'ready' | 'not_ready' | 'not_started'
  }
  /** State of payments for single requests. It does not affect `status`. */
  payments: {
    /** State of x402 payments. `off`: not offered. `mismatch`: the token on the chain is not the configured one. `unreachable`: the chain or the facilitator does not answer. */
    x402: 'open' | 'off' | 'unreachable' | 'mismatch' | 'unknown'
  }
}

export interface ReceiptActor {
  /** Pseudonym of the party. */
  subject: string
  /** Kind of party, such as a person, an organization or an agent. */
  kind: string
}

export interface ReceiptAdvisory {
  /** Machine-readable code of the notice. */
  code: string
  /** Text of the notice for people. */
  message: string
  /** Time from which the notice applies. */
  at: Timestamp
  /** ID of the receipt that replaces this one. */
  replacement_receipt_id?: ReceiptId
  /** ID of the evidence whose content was deleted. */
  evidence_id?: EvidenceId
}

export interface ReceiptBundle {
  /** Name and version of the document format. */
  schema: string
  /** The signed receipt. */
  receipt: OutcomeReceipt
  /** The agreement that was verified. */
  agreement: BundledAgreement
  /** The verification plan that was executed. */
  plan: BundledPlan
  /** The evidence items that were verified. */
  evidence: BundledEvidence[]
  /** Content of the evidence items by content digest, or by evidence ID for an item without a digest. Content that exceeds the size limit of a bundle is omitted. */
  contents: { [name: string]: BundledContent }
  /** Evidence items whose content was deleted. Omitted if there are none. */
  withheld?: {
    /** ID of the evidence item. */
    evidence_id: EvidenceId
    /** SHA-256 of the deleted content. */
    content_digest: Sha256Hex
    /** Reason why the content is missing. */
    reason: 'withdrawn'
  }[]
  /** Time as of which deadlines and ages were evaluated. */
  evaluated_at: Timestamp
  /** History of the Spool up to the event of the receipt. Omitted if the API key may not list events. */
  events?: SpoolEvent[]
  /** Responses of the URLs that the service fetched during the run. */
  observations: BundledObservations[]
  /** Answers of the model that checked claims. Omitted if no model was used. */
  opinions?: BundledOpinion[]
  /** Public keys that were valid when the bundle was created. */
  keys: KeyDocument
  /** Status of the receipt when the bundle was created. */
  status: ReceiptStatusV1
  /** Signed list of the digests of all other members of the bundle. */
  manifest: BundleManifest
}

export interface ReceiptCredential {
  /** JSON-LD contexts of the credential. */
  "@context": string[]
  /** URL of the credential. */
  id: string
  /** Types of the credential. */
  type: string[]
  /** Issuer as a `did:key`. The key document lists the key under `exports`. */
  issuer: string
  /** Time from which the credential is valid: the issue time of the receipt. */
  validFrom: Timestamp
  /** Location of the current status of the receipt. */
  credentialStatus: {
    /** URL of the receipt status. */
    id: string
    /** Type of the status entry. */
    type: 'OutcomeReceiptStatus'
  }
  /** Contents of the receipt. */
  credentialSubject: {
    /** URL of the receipt page. */
    id: string
    /** Type of the subject. */
    type: 'OutcomeReceipt'
    /** ID of the receipt. */
    receipt_id: ReceiptId
    /** Environment in which the receipt was issued. */
    environment: 'production' | 'demo'
    /** Verdict of the verification run. */
    result: 'pass' | 'partial' | 'fail' | 'uncertain'
    /** Earned and committed amounts. */
    amounts: {
      /** Value of the accepted units, as a decimal with two places. */
      earned: string
      /** Value of all agreed units, as a decimal with two places. */
      committed: string
      /** Currency of the amounts. */
      asset: string
      /** Number of decimal places in the amounts. */
      decimals: number
    }
    /** SHA-256 of the text that the receipt signature covers. */
    receipt_digest: Sha256Hex
    /** Signed receipt as JSON text, without its unsigned members. */
    receipt: string
  }
  /** Data Integrity proof of the credential. */
  proof: {
    /** JSON-LD contexts of the proof. */
    "@context": string[]
    /** Type of the proof. */
    type: 'DataIntegrityProof'
    /** Cryptographic suite of the proof. */
    cryptosuite: 'eddsa-jcs-2022'
    /** Key that verifies the proof, as a `did:key` URL. */
    verificationMethod: string
    /** Purpose of the proof. */
    proofPurpose: 'assertionMethod'
    /** Signature, base58-encoded with the multibase prefix `z`. */
    proofValue: string
  }
}

export interface ReceiptEnvelope {
  /** Media type of the decoded payload. */
  payloadType: 'application/vnd.in-toto+json'
  /** Base64-encoded in-toto statement. The receipt is its predicate; the receipt and the verified content are its subjects. */
  payload: string
  /** Signature of the payload. */
  signatures: {
    /** ID of the key that signed the payload. */
    keyid: Sha256Hex
    /** Base64-encoded Ed25519 signature. */
    sig: string
  }[]
}

export type ReceiptId = string

export interface ReceiptRecord {
  /** The signed receipt. */
  receipt: OutcomeReceipt
  /** Current status of the receipt. */
  status: ReceiptStatusV1
  /** URL of the receipt page. */
  receipt_url: string
  /** ID of the Spool that the receipt belongs to. */
  spool_id: SpoolId
  /** Attestation of the same verdict. */
  attestation: Attestation
  /** URLs of related resources. */
  links: {
    /** URL of the bundle for offline verification. */
    bundle?: string
    /** URL of the current receipt status. */
    status: string
  }
}

export interface ReceiptRecordSummary extends ReceiptRecord {
  /** Parts that the summary leaves out; absent if it leaves out nothing. */
  left_out?: string[]
}

export interface ReceiptStatus {
  /** ID of the receipt. */
  receipt_id: ReceiptId
  /** Current status of the receipt. */
  status: 'active' | 'corrected' | 'revoked' | 'unknown'
  /** Notices that explain the status, newest first. */
  advisories: ReceiptAdvisory[]
  /** Time at which the status was read. */
  checked_at: Timestamp
  /** Signed statement of the status, valid for 24 hours. */
  status_proof?: StatusProof
}

export interface ReceiptStatusV1 extends ReceiptStatus {
  /** `current` if the receipt is in force; otherwise the cause why it is not. */
  state: 'current' | 'superseded' | 'revoked' | 'unknown'
  /** Number of recorded uses of the receipt. */
  consumptions_recorded?: number
}

export interface Recipe {
  /** Name and version of the recipe. */
  id: string
  /** Title of the recipe. */
  title: string
  /** Description of the recipe for people. */
  description: string
  /** Condition templates. `{"$param":"name"}` marks the place of a parameter value. */
  conditions: { [name: string]: unknown }[]
  /** Parameters of the recipe. */
  params: {
    /** Name of the parameter. */
    name: string
    /** Type of the parameter value. */
    type: 'integer' | 'string' | 'string_list' | 'timestamp' | 'sha256'
    /** True if a value must be given. */
    required: boolean
    /** Value that is used if none is given. */
    default?: unknown
    /** Description of the parameter for people. */
    description: string
  }[]
  /** SHA-256 of the canonical JSON of the recipe without this member. */
  recipe_hash: Sha256Digest
}

export interface RecipeList {
  /** Items of this page. */
  data: Recipe[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface RecipeReference {
  /** Name and version of the recipe. */
  id: string
  /** Expected hash of the recipe. The request is refused if the recipe has another hash. */
  recipe_hash?: Sha256Digest | undefined
  /** Values of the recipe parameters, by name. */
  params?: { [name: string]: unknown } | undefined
}

export interface RecordClaimsRequest {
  /** Claims, 1 to 1000. All of them are recorded, or none. */
  claims: readonly ClaimInput[]
}

/** Columns of the record. */
export interface RecordColumns {
  /** Column with the key. */
  key: ColumnHeader
  /** Column with the delivered quantity; rows with the same key are added up. */
  quantity?: ColumnHeader | null | undefined
  /** Column with the agreed price of one unit. */
  unit_price?: ColumnHeader | null | undefined
  /** Column with the status. */
  status?: ColumnHeader | null | undefined
  /** Column with the date of the work, in ISO 8601. */
  date?: ColumnHeader | null | undefined
}

/** Row of the record; 1 is the first row under the header. */
export type RecordRow = number

export interface RecordedClaims {
  /** The recorded claims, in the order of the request. */
  data: Claim[]
}

export interface RejectedElement {
  /** Place in the list, from 0. */
  index: number
  /** Reason. */
  code: string
  /** Pointer of the mapping at fault; null for a constant. */
  pointer: string | null
}

export interface Rejection {
  /** Number of the unit; the first unit is 1. */
  unit: number
  /** First reason for the rejection: a code, with the name of the field if there is one. */
  reason: string
  /** Number of the earlier unit that this unit duplicates. */
  duplicate_of?: number
}

export interface RemedyTier {
  /** Lowest rate of the tier. */
  min_rate_bp: BasisPoints
  /** Part of the basis that is the remedy. */
  remedy_bp: BasisPoints
}

/** Sums over all windows. */
export interface ReplayTotals {
  basis_cents: Cents
  breached_windows: Count
  /** Remedy that the terms would have given, in cents, rounded down. */
  hypothetical_remedy_cents: Cents
  measured_units: Count
  units: Count
  windows: Count
}

export interface ReplayWarning {
  /** Kind of the warning. */
  code: 'no_tier'
  /** ID of the customer. */
  customer_id: string
  /** The warning in a sentence. */
  message: string
  /** Start of the window. */
  window_start: Timestamp
}

export interface ReplayedCustomer {
  /** Windows that are breached. */
  breached: Count
  /** ID of the customer. */
  customer_id: string
  /** Remedy that the terms would have given, in cents, rounded down. */
  hypothetical_remedy_cents: Cents
  /** Windows of the customer. */
  windows: Count
}

export interface ReplayedUnit {
  /** Your ID of the unit. */
  unit_id: string
  /** Your ID of the customer. */
  customer_id: string
  /** Time of the delivery. */
  delivered_at: string
  /** Verdict on the unit; `pass` and `fail` mean accepted and rejected. */
  verdict: 'accepted' | 'rejected' | 'uncertain' | 'pass' | 'fail'
  /** Value of the unit, in cents. */
  value_cents: number
}

export type RequestId = string

export interface RequestList {
  /** Items of this page. */
  data: RequestSummary[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
  /** Requests that the log could not record, such as while its database was down; newest first. */
  not_recorded: {
    /** Number of requests. */
    requests: number
    /** Time of the first of them. */
    from: Timestamp
    /** Time of the last of them. */
    to: Timestamp
  }[]
}

export interface RequestRecord extends RequestSummary {
  /** Account of the key. */
  account_id: AccountId
  /** Instruction for resolving the error; null for a request that succeeded. */
  remediation: string | null
  /** URL of the documentation of the error code; null for a request that succeeded. */
  docs: string | null
  /** Scope of the key. */
  scope: 'full' | 'verify' | 'counterparty'
  /** Program that sent the request, up to 200 characters. */
  user_agent: string
  /** Network of the caller: /24 for IPv4, /48 for IPv6. */
  address: string
  /** First 8 and last 4 characters of the idempotency key; null if there was none, or if it has fewer than 20 characters. */
  idempotency_key: string | null
  /** Header `RateLimit` of the answer, or null. */
  rate_limit: string | null
  /** Size of the body in bytes. */
  body_bytes: number
  /** Redacted body of a refused request, or null. An object with `$redacted` stands for what is not kept: its kind and size. Numbers, booleans, IDs, times and enumerated words are kept. */
  body: unknown
  /** Up to 10 refusals of the 24 hours before with the same code, from the same key, to the same operation; newest first. */
  seen_before: {
    /** ID of the earlier request. */
    id: RequestId
    /** Time at which it arrived. */
    at: Timestamp
    /** True if it had the same body, byte for byte. */
    is_same_body: boolean
  }[]
  /** Time after which the request is deleted. */
  kept_until: Timestamp
}

export interface RequestSummary {
  /** ID of the request: the header `Request-Id` of its answer. */
  id: RequestId
  /** Time at which the request arrived. */
  at: Timestamp
  /** Time until the answer was sent, in milliseconds. */
  took_ms: number
  /** HTTP method. */
  method: string
  /** Path of the operation; null if no operation has the path. */
  route: string | null
  /** Path of the request. A segment that is neither part of an operation nor an ID stands as its length in braces. */
  path: string
  /** HTTP status of the answer; 499 if the caller disconnected before it. */
  status: number
  /** Error code; null for a request that succeeded. */
  code: ErrorCode | null
  /** Explanation of the error, where `[redacted]` stands for what it quoted of the request; null for a request that succeeded. */
  error: string | null
  /** Path of the member that caused the error, or null. */
  field: string | null
  /** More specific reason for the code, or null. */
  reason: string | null
  /** Key that the request was sent with, also one that was revoked. */
  key_id: KeyId
  /** Number of requests that this one stands for. Always 1 for a refusal. Of many successes in one second, only some are recorded. */
  weight: number
}

export interface RequestedReview extends Review {
  /** Link for the reviewer. The holder of the link can decide; it is in this response only. The last part of its path is the bearer token of the decision. */
  decision_url: string
}

export interface RequiredLeg {
  /** Recipient: `seller`, or `fee` for the platform fee. */
  leg: 'seller' | 'fee'
  /** Unique value of the transfer. Send it back with the signature. */
  nonce: string
  /** Amount in cents. */
  amount_cents: number
  /** Amount in the smallest unit of the token. */
  value_units: string
  /** Wallet address of the recipient. */
  to: string
  /** Unix time in seconds before which the transfer must be executed. */
  valid_before: number
  /** EIP-712 typed data to sign without changes. */
  typed_data: TransferTypedData
}

export interface ResolveDiscrepancyRequest {
  /** How the difference was settled. */
  outcome: 'claim_corrected' | 'fact_corrected' | 'accepted_variance'
  /** Explanation for the other party. */
  note: string
}

export interface Review {
  /** ID of the review. */
  id: ReviewId
  /** ID of the reviewed receipt. */
  receipt_id: ReceiptId
  /** ID of the Spool that the receipt belongs to. */
  spool_id: SpoolId
  /** ID of the dispute that the review is to resolve, if any. */
  dispute_id: DisputeId | null
  /** Status of the review. */
  status: 'requested' | 'upheld' | 'overturned' | 'needs_evidence' | 'expired' | 'withdrawn'
  /** Reason why the service withdrew the review; otherwise null. */
  status_reason: 'receipt_replaced' | null
  /** Party that asked for the review. */
  requested_by: 'buyer' | 'provider'
  /** A `binding` decision can replace the receipt. An `advisory` one is recorded only; it becomes binding if the other party consents before the decision. */
  standing: 'binding' | 'advisory'
  /** Proof of the identity of the reviewer: the link alone, or also a code by mail. */
  verified_by: 'link' | 'email'
  /** Request to the reviewer. */
  request: {
    /** Name of the reviewer. */
    name: string
    /** Question for the reviewer. */
    question: string
    /** Part of the receipt to review. */
    scope: ReviewScope
  }
  /** Mail to the reviewer. */
  notification: ReviewNotification
  /** Time of the request. */
  created_at: Timestamp
  /** Time at which an undecided review expires. The receipt then stands. */
  expires_at: Timestamp
  /** Decision of the reviewer; null before it. */
  decision: {
    /** Decision. */
    decision: 'uphold' | 'overturn' | 'needs_evidence'
    /** Explanation of the reviewer. */
    detail: string | null
    /** Outcomes of conditions. */
    condition_outcomes: {
      /** ID of the condition. */
      condition_id: ConditionId
      /** Outcome of the condition for all its units. */
      outcome: 'passed' | 'failed'
    }[]
    /** Outcomes of single units. */
    unit_outcomes: {
      /** ID of the condition. */
      condition_id: ConditionId
      /** Number of the unit; the first unit is 1. */
      unit: number
      /** Outcome of the condition for this unit. */
      outcome: 'passed' | 'failed'
    }[]
    /** Time of the decision. */
    at: Timestamp
  } | null
  /** Effect of the decision on the receipt; null before it. `pending`: the new receipt is issued as soon as no settlement is under way. */
  effect: 'none' | 'pending' | 'superseded' | null
  /** ID of the receipt that the review led to. */
  replacement_receipt_id: ReceiptId | null
  /** Operations on the review that the caller can use now. */
  can: ('consent' | 'withdraw')[]
}

export interface ReviewCode {
  /** Masked address that the code is mailed to. */
  to: string
  /** Time at which the code expires. */
  expires_at: Timestamp
  /** Further codes that can be requested. */
  codes_left: number
}

export interface ReviewDecision {
  /** Decision. `overturn` needs outcomes that differ from the receipt; `needs_evidence` needs `detail`. */
  decision: 'uphold' | 'overturn' | 'needs_evidence'
  /** Explanation for both parties. */
  detail?: string | undefined
  /** Outcomes of conditions of the scope. Only with `overturn`. */
  condition_outcomes?: readonly {
    /** ID of the condition. */
    condition_id: ConditionId
    /** Outcome of the condition for all its units. */
    outcome: 'passed' | 'failed'
  }[] | undefined
  /** Outcomes of single units, which take precedence. Only with `overturn`. */
  unit_outcomes?: readonly {
    /** ID of the condition. */
    condition_id: ConditionId
    /** Number of the unit; the first unit is 1. */
    unit: number
    /** Outcome of the condition for this unit. */
    outcome: 'passed' | 'failed'
  }[] | undefined
  /** Code from the mail to the reviewer. Required if `verified_by` is `email`. */
  code?: string | undefined
}

export type ReviewId = string

export interface ReviewNotification {
  /** Channel of the mail; `none` if no mail is sent. */
  channel: 'smtp' | 'none'
  /** State of the mail to the reviewer. `accepted`: the mail server took it; its delivery is not known. `suppressed`: a limit on mails was reached. */
  status: 'not_configured' | 'no_address' | 'queued' | 'accepted' | 'failed' | 'suppressed'
  /** Masked address of the reviewer. */
  to: string | null
  /** Time at which the state was reached. */
  at: Timestamp | null
  /** Number of attempts to hand over the mail. */
  attempts: number
}

export interface ReviewRequest {
  /** Person who is asked to review. */
  reviewer: {
    /** Name of the reviewer. */
    name: string
    /** E-mail address of the reviewer. With it, and a mail server, the reviewer receives the link and confirms the decision by a mailed code. It cannot be the contact of a party. */
    email?: string | undefined
  }
  /** Question for the reviewer. */
  question: string
  /** ID of an open dispute that the review is to resolve. The dispute policy must name a review as resolver. */
  dispute_id?: DisputeId | undefined
  /** Part of the receipt to review. If left out, all of it. */
  scope?: ReviewScope | undefined
  /** Hours in which the reviewer can decide; 72 if left out. */
  expires_in_hours?: number | undefined
}

export interface ReviewScope {
  /** IDs of the conditions to review. If left out, all conditions are reviewed. */
  condition_ids?: readonly ConditionId[] | undefined
  /** Numbers of the units to review; the first unit is 1. If left out, all units are reviewed. */
  units?: readonly number[] | undefined
}

export interface RootSignature {
  /** SHA-256 of the public root key. */
  key_id: Sha256Hex
  /** Ed25519 signature in base64url. */
  signature: string
}

export interface RowCountCheck {
  /** Name of the checker. */
  checker: 'row_count'
  /** Exact number of rows. Not combined with `min` and `max`. */
  expected?: number | undefined
  /** Minimum number of rows. */
  min?: number | undefined
  /** Maximum number of rows. */
  max?: number | undefined
}

export interface RowField {
  /** Name of the field in the rows. */
  name: string
  /** Description of the field for people. */
  description?: string | undefined
  /** Other names of the field. The text may use any of them. */
  aliases?: readonly string[] | undefined
  /** Type of the values of the field. */
  type?: 'text' | 'number' | 'boolean' | 'list' | 'object' | 'time' | undefined
  /** Unit of the values. With `percent`, 99.9% is written as 99.9; with `fraction`, as 0.999. */
  unit?: string | undefined
  /** List of all values that the field can have. */
  values?: readonly (string | number | boolean)[] | undefined
}

export interface RowFilter {
  /** JSONPath of the value within the row (RFC 9535). */
  path: string
  /** Comparison that selects the row. */
  operator:
    | 'exists'
    | 'not_exists'
    | 'equals'
    | 'not_equals'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'in'
    | 'contains'
    | 'matches'
    | 'not_matches'
  /** Value that the operator compares with. */
  value?: unknown
}

export type RunId = string

export interface RunPrice {
  /** Version of the price list. */
  pricing_version: string
  /** Price of the verification, in millionths of a US dollar. */
  verification_micros: Micros
  /** Price of compiling plain text, in millionths of a US dollar. */
  compile_micros: Micros
  /** Total price, in millionths of a US dollar. */
  total_micros: Micros
  /** Source that the run would be paid from; `nothing` if the account cannot pay for it. */
  covered_by: 'allowance' | 'credits' | 'free' | 'nothing'
}

export interface SandboxBudget {
  /** Number of compilations. */
  compiles: number
  /** Number of demo Spools. */
  spools: number
  /** Number of verifications. */
  verifies: number
}

export interface SandboxSession {
  /** Session token. It is shown only once. Send it as a Bearer token. */
  token: string
  /** Time at which the session expires. */
  expires_at: Timestamp
  /** Limits of the session. */
  limits: SandboxBudget
}

export interface SandboxSessionState {
  /** Time at which the session expires. */
  expires_at: Timestamp
  /** Limits of the session. */
  limits: SandboxBudget
  /** Remaining budget of the session. */
  remaining: SandboxBudget
  /** Used budget of the session. */
  used: SandboxBudget
  /** Active demo Spools of the session, newest first. */
  spools: {
    /** ID of the demo Spool. */
    id: string
    /** Type of work that the Spool covers. */
    type: string
    /** Current states of the Spool. */
    status: { [name: string]: string }
    /** Time at which the Spool was created. */
    created_at: Timestamp
    /** Paths of related resources. */
    links: {
      /** Path of the Spool. */
      self: string
    }
  }[]
}

/** Terms to try in every combination, at most 200 of them. */
export interface SensitivityAxes {
  /** Thresholds to try. */
  threshold_bp?: readonly BasisPoints[] | undefined
  /** Days of finality to try. */
  finality_days?: readonly FinalityDays[] | undefined
  /** Treatments to try. */
  uncertain_treatment?: readonly UncertainTreatment[] | undefined
}

export interface SensitivityCell {
  /** Windows that would have been breached. */
  breached_windows: Count
  finality_days: FinalityDays
  /** Remedy that the terms would have given, in cents, rounded down. */
  hypothetical_remedy_cents: Cents
  threshold_bp: BasisPoints
  uncertain_treatment: UncertainTreatment
}

export interface SettledPayment {
  /** Blockchain of the payment, as a CAIP-2 identifier. */
  network: string
  /** Hash of the transaction that transferred the money. */
  transaction: string
  /** Wallet address of the payer. */
  payer: string
  /** Amount in the smallest unit of the token. For USDC this is a millionth of a dollar. */
  amount: string
}

export interface SettlementGrant {
  /** ID of the Spool that the permission pays for. */
  spool_id: SpoolId
  /** Blockchain of the permission, as a CAIP-2 identifier. */
  network: string
  /** Address of the contract that manages permissions. */
  manager: string
  /** The permission to spend tokens of the buyer. */
  permission: SpendPermission
  /** EIP-712 hash of the permission, by which the manager contract identifies it. */
  permission_hash: string
  /** State of the permission; null if the blockchain cannot be read now. */
  state: 'recorded' | 'approved' | 'exhausted' | 'revoked' | 'expired' | null
  /** True if the manager contract has approved the permission; null if the blockchain cannot be read now. */
  approved: boolean | null
  /** True if the account or the spender revoked the permission, which is final; null if the blockchain cannot be read now. */
  revoked: boolean | null
  /** Time at which the service detected the revocation; null if there is none. */
  revoked_at: Timestamp | null
  /** Cause of the revocation: `account` if the account revoked it, `payment` if it was revoked together with the payment, `release` if the service released it because nothing is left to pay. */
  revoked_by: 'account' | 'payment' | 'release' | null
  /** Hash of the transaction in which the service revoked the permission; null if there is none. */
  revoked_in: string | null
  /** Position of the current time relative to the validity period; null if the blockchain cannot be read now. */
  window: 'not_started' | 'open' | 'ended' | null
  /** Spent and remaining allowance; null outside the validity period, or if the blockchain cannot be read now. */
  current_period: {
    /** Unix time in seconds at which the period starts. */
    start: string
    /** Unix time in seconds at which the period ends. */
    end: string
    /** Amount already spent, in the smallest unit of the token. */
    spent_units: string
    /** Amount that can still be spent, in the smallest unit of the token. */
    remaining_units: string
  } | null
  /** Instructions for revoking the permission without this service. */
  revocation: {
    /** URL of a page on which the account can revoke the permission. */
    url: string
    /** Address of the contract that manages permissions. */
    manager: string
    /** ID of the blockchain. */
    chain_id: number
    /** Contract call with which the account revokes the permission. */
    call: {
      /** Address of the contract to call. */
      to: string
      /** Encoded call data in hexadecimal. */
      data: string
    }
  }
}

export interface SettlementGrantRequest {
  /** The complete permission from the template. */
  permission: SpendPermission
  /** Signature of the typed data as 0x and hexadecimal digits. */
  signature?: string | undefined
  /** Hash of the transaction in which the account approved the permission. */
  approval_tx_hash?: string | undefined
}

export interface SettlementGrantTemplate {
  /** ID of the Spool that the permission pays for. */
  spool_id: SpoolId
  /** Blockchain of the permission, as a CAIP-2 identifier. */
  network: string
  /** Address of the contract that manages permissions. */
  manager: string
  /** The permission to spend tokens of the buyer. */
  permission: SpendPermission
  /** EIP-712 hash of the permission, by which the manager contract identifies it. */
  permission_hash: string
  /** EIP-712 typed data to sign without changes. */
  typed_data: PermissionTypedData
  /** Contract call that the account can send instead of a signature. */
  approve_transaction: {
    /** Address of the contract to call. */
    to: string
    /** Encoded call data in hexadecimal. */
    data: string
  }
  /** Maximum cost of the work including all fees, in cents. */
  maximum_all_in_cents: number
  /** Maximum amount that can be spent, in the smallest unit of the token. */
  allowance_units: string
  /** Requirements that the account must meet. */
  requirements: string[]
  /** Time at which the permission expires. */
  expires_at: Timestamp
}

export interface SettlementSignaturesRequest {
  /** Signed transfers: one for each entry of `next_step.required_legs`. */
  legs: readonly {
    /** Recipient: `seller`, or `fee` for the platform fee. */
    leg: 'seller' | 'fee'
    /** Nonce of the transfer from `next_step.required_legs`. */
    nonce: string
    /** Signature of the typed data as 0x and hexadecimal digits. */
    signature: string
  }[]
}

/** A SHA-256 digest: `sha256:` and 64 lower-case hexadecimal digits. */
export type Sha256Digest = string

/** A SHA-256 digest as 64 lower-case hexadecimal digits. */
export type Sha256Hex = string

export type ShareId = string

export interface SharedCondition {
  /** ID of the condition. */
  id: ConditionId
  /** Description of the condition for people. The checker or method decides, not this text. */
  description: string
  /** True if the verdict depends on the condition. */
  required: boolean
  /** Method that decides the condition: a checker, the parties, a model, or an external party. */
  verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Checker with its parameters, for the method `deterministic`. */
  deterministic_check?: DeterministicCheck
  /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
  confirmation_method?: 'buyer_confirm' | 'both_confirm'
  /** Claim that the evidence must support. Required for the method `ai_assisted`. */
  claim_cited?: CitedClaim
  /** External party whose signed result decides the condition. Required for the method `external_tool`. */
  external_judge?: ExternalJudge
  /** Requirements that the evidence must meet. */
  evidence_requirements: EvidenceRequirement[]
  /** Sentence that states the check as the service applies it. */
  reads_as?: string
  /** Result of the condition in the latest run; null before the first. */
  last_result: {
    /** Result of the condition. */
    result: string
    /** ID of the run. */
    run_id: RunId
  } | null
}

export interface SharedSpool extends SpoolCore {
  /** Fee and expiry. */
  economics: FeeAndExpiry
  /** Conditions that the delivery must meet. */
  conditions: SharedCondition[]
  /** Terms of the agreement in words, which no checker tests. */
  terms: SharedTerm[]
  /** Submitted evidence. */
  evidence: SharedSpoolEvidence[]
}

export interface SharedSpoolEvidence {
  /** ID of the condition that the item supports. */
  condition_id: ConditionId
  /** Type of evidence. */
  type: string
  /** `judged` if the latest verification run included the item, otherwise `waiting`. */
  status: 'judged' | 'waiting'
  /** SHA-256 of the content; null if the service stores only a reference to it. */
  content_digest: Sha256Hex | null
  /** Time at which the service received the evidence. */
  received_at: Timestamp
}

export interface SharedSpoolSummary extends SpoolCore {
  /** Fee and expiry. */
  economics: FeeAndExpiry
  /** Conditions that the delivery must meet. */
  conditions: SharedCondition[]
  /** Terms of the agreement in words, which no checker tests. */
  terms: {
    /** Text of the term. */
    text?: string
    /** Origin of the text of the term. */
    provenance: {
      /** Kind of source that the term comes from. */
      source: string
    }
  }[]
  /** Submitted evidence. */
  evidence: SharedSpoolEvidence[]
  /** Parts that the summary leaves out; absent if it leaves out nothing. */
  left_out?: string[]
}

export interface SharedTerm {
  /** Text of the term. */
  text: string
  /** Origin of the text of the term. */
  provenance: {
    /** Kind of source that the term comes from. */
    source: string
  }
}

export interface Source {
  /** ID of the source. */
  id: SourceId
  /** Name, unique among the sources of the account that are not revoked. */
  name: string
  /** `webhook`: the system sends signed payloads. `pull_http`: the service fetches them. */
  kind: 'webhook' | 'pull_http'
  /** `failing`: what arrives becomes no fact, or cannot be fetched. `revoked`: ended for good. */
  status: 'active' | 'paused' | 'failing' | 'revoked'
  /** Spool that its facts are of; null if the mapping finds it. */
  spool_id: SpoolId | null
  /** Account that registered the source. */
  registered_by: {
    /** Always true: only its account sees a source. */
    account_is_caller: true
  }
  /** How deliveries are checked; null for `pull_http`. */
  signing: SourceSigning | null
  mapping: SourceMapping
  /** What is fetched; null for `webhook`. */
  pull: SourcePull | null
  /** Address that deliveries are sent to; null for `pull_http`. */
  webhook_url: string | null
  /** Time of registration. */
  created_at: Timestamp
  /** Time of the last change by its account. */
  updated_at: Timestamp
  /** Time of the last delivery or page that was taken. */
  last_received_at: Timestamp | null
  /** Last sync; null before one and for `webhook`. */
  last_sync: SourceSync | null
  /** Facts that it reported so far. */
  facts: number
  /** Last 20 rejections, newest first. */
  rejections: {
    /** Time of the rejection. */
    at: Timestamp
    /** ID of the delivery or the sync. */
    webhook_id: string
    /** Reason. */
    code: string
    /** Pointer of the mapping at fault; null for a constant. */
    pointer: string | null
  }[]
  /** Failures since the last success; null for none. */
  failure: {
    /** Reason of the last failure. */
    code: string
    /** Time of the first failure in a row. */
    since: Timestamp
    /** Failures in a row. */
    count: number
  } | null
}

export type SourceId = string

export interface SourceList {
  /** Items of this page. */
  data: Source[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
}

/** Where the members of facts are found in a payload. */
export interface SourceMapping {
  /** Thing that the fact is about: a JSON Pointer, or `{"const":…}`. */
  subject: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  }
  /** What is said of the subject. */
  predicate: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  }
  /** Text, whole number or boolean. A decimal is kept as the text that was sent. */
  value: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  }
  /** Time of the fact. Default: the time of the delivery. */
  occurred_at?: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  } | undefined
  /** Whole number of things. */
  quantity?: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  } | undefined
  /** Amount in cents. */
  amount_cents?: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  } | undefined
  /** Currency of the amount. */
  currency?: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  } | undefined
  /** ID of the Spool of the fact. Required without `spool_id`. */
  spool?: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  } | undefined
  /** JSON Pointer to a list whose elements become facts. The other pointers are then relative to the element; one that starts with `//` is read from the document. */
  items?: string | {
    /** Text, whole number or boolean that every fact has. */
    const: unknown
  } | undefined
}

export interface SourcePull {
  /** https address that is fetched. */
  url: string
  /** Seconds between two syncs. */
  interval_seconds: number
  /** JSON Pointer to the list of facts on each page, in place of `mapping.items`. */
  items?: string
  /** How further pages are asked for, up to 50 in a sync. */
  cursor?: {
    /** JSON Pointer to the cursor of the next page. */
    pointer: string
    /** Query parameter that carries the cursor. */
    parameter: string
  }
  /** True if request headers are kept. */
  has_headers: boolean
}

export interface SourceRequest {
  /** Name, unique among the sources of the account that are not revoked. */
  name: string
  /** `webhook`: the system sends signed payloads. `pull_http`: the service fetches them. */
  kind: 'webhook' | 'pull_http'
  /** Spool that every fact is of. Without it, `mapping.spool` finds it. */
  spool_id?: SpoolId | undefined
  /** How deliveries are signed. Required for `webhook`. */
  signing?: {
    /** HMAC-SHA256 under a secret that the service makes. */
    scheme: 'hmac_sha256'
  } | {
    /** Ed25519 under a key of the sender. */
    scheme: 'ed25519'
    /** Ed25519 public key of the sender: `whpk_` and base64, or base64url of 32 bytes. */
    public_key: string
  } | undefined
  mapping: SourceMapping
  /** What is fetched. Required for `pull_http`. */
  pull?: {
    /** https address that is fetched. */
    url: string
    /** Seconds between two syncs. */
    interval_seconds: number
    /** JSON Pointer to the list of facts on each page, in place of `mapping.items`. */
    items?: string | undefined
    /** How further pages are asked for, up to 50 in a sync. */
    cursor?: {
      /** JSON Pointer to the cursor of the next page. */
      pointer: string
      /** Query parameter that carries the cursor. */
      parameter: string
    } | undefined
    /** Up to 5 request headers, such as Authorization. Kept encrypted and never shown. */
    headers?: { [name: string]: string } | undefined
  } | undefined
}

export interface SourceRotateRequest {
  /** Seconds for which the previous key stays valid. */
  overlap_seconds?: number | undefined
  /** Ed25519 public key of the sender: `whpk_` and base64, or base64url of 32 bytes. */
  public_key?: string | undefined
}

export type SourceSecretId = string

export interface SourceSigning {
  /** Scheme of the signatures. */
  scheme: 'hmac_sha256' | 'ed25519'
  /** Public key of the sender, newest. */
  public_key?: string
  /** Secrets that are valid, without their text. */
  secrets?: {
    /** ID of the secret. */
    id: SourceSecretId
    /** Time at which it was made. */
    created_at: Timestamp
    /** Time at which it ends; null for the newest. */
    expires_at: Timestamp | null
  }[]
}

export interface SourceSpan {
  /** Position of the first character in `source`, in UTF-16 code units. */
  start: number
  /** Position after the last character in `source`, in UTF-16 code units. */
  end: number
  /** Part of `source` between the two positions. */
  text: string
}

export interface SourceSync {
  /** ID of the sync. */
  sync_id: SyncId
  /** Status of the sync. */
  status: 'running' | 'completed' | 'failed'
  /** Time at which it started. */
  started_at: Timestamp
  /** Time at which it ended; null while it runs. */
  ended_at: Timestamp | null
  /** New facts. */
  facts_created: number
  /** Why it failed. */
  error?: string
}

export interface SourceTestRequest {
  /** JSON document as the system would send it. */
  payload: unknown
}

export interface SourceTestResult {
  /** Facts that the payload would become. */
  facts: MappedFact[]
  /** Elements that would become none. */
  rejected: RejectedElement[]
}

export interface SourceWithSecret extends Source {
  /** Secret that deliveries are signed with; shown here alone. Configure the sender with it. */
  signing_secret?: string
}

export interface SpendPermission {
  /** Wallet address of the buyer, whose tokens can be spent. */
  account: string
  /** Address of the settlement contract, which can spend the tokens. */
  spender: string
  /** Address of the token contract. */
  token: string
  /** Maximum amount that can be spent, in the smallest unit of the token. */
  allowance: string
  /** Number of seconds after which the allowance is renewed. It covers the whole lifetime of the permission, so that the allowance is granted once. */
  period: string
  /** Unix time in seconds from which the permission is valid. */
  start: string
  /** Unix time in seconds at which the permission expires. */
  end: string
  /** Value that makes the permission unique. It is derived from the Spool, its quote and the number of earlier permissions. */
  salt: string
  /** Hash of the agreement, so that the signature covers the agreement. */
  extraData: string
}

export interface Spool extends SpoolCore {
  /** Terms of the agreement in words, which no checker tests. */
  terms: AgreementTerm[]
  /** Conditions that the delivery must meet. */
  conditions: Condition[]
  /** Fee, expiry and permitted actions. */
  economics: SpoolEconomics
  /** Submitted evidence. */
  evidence: Evidence[]
  /** Note of the creator on the intended action; null if there is none. */
  gated_action_note: string | null
  /** Hold on the card of the buyer. Present once the buyer has committed to pay by card. */
  card_hold?: CardHold
  /** Link with which the provider sets up payouts. */
  provider_onboarding?: ProviderOnboarding
  /** Party that the sandbox session acted as, or whose view was read. Omitted for API keys. */
  acted_as?: ActedAs
}

export interface SpoolCore {
  /** ID of the Spool. */
  id: SpoolId
  /** ID under which anyone with the share link can read the Spool. */
  share_id: ShareId
  /** Version number of the Spool. Each change increases it. */
  version: number
  /** Environment of the Spool. */
  environment: 'production' | 'demo'
  /** Type of work that the Spool covers. */
  type: 'goods_in_person' | 'service' | 'digital' | 'agent_task'
  /** Time at which the Spool was created. */
  created_at: Timestamp
  /** Time of the last change. */
  updated_at: Timestamp
  /** Current states of the Spool. */
  status: SpoolStatus
  /** Code that explains the status; null if the status needs no explanation. */
  status_reason: string | null
  /** Version, hashes and acceptance of the agreement. */
  agreement: AgreementState
  /** The two parties of the agreement. */
  parties: SpoolParty[]
  /** Agreed price of the whole delivery. */
  value: SpoolValue
  /** The work to deliver. */
  deliverable: Deliverable
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** True if the verdict can no longer change. */
  terminal: boolean
  /** True if an earned amount can be settled now. */
  settlement_eligible: boolean
  /** True if the caller can submit more evidence. */
  can_resubmit_evidence: boolean
  /** True if the caller can start another verification run. */
  can_rerun: boolean
  /** Next step and the party that takes it. */
  next_step: NextStep
  /** Authority that decides the required conditions. */
  decision_authority: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
  /** Counts of conditions and runs. */
  verification_summary: VerificationSummary
  /** Instruction for correcting the first problem of the delivery. */
  corrective_hint?: string
  /** ID of the latest receipt; null before the first. */
  latest_receipt_id: ReceiptId | null
  /** IDs of the open disputes. Visible only to the parties. */
  open_disputes: DisputeId[]
  /** IDs of the undecided reviews. Visible only to the parties. */
  open_reviews?: ReviewId[]
  /** Number of unresolved payment discrepancies. */
  open_discrepancies: number
  /** Limits on how often and how long the delivery can be verified. */
  finality: Finality
  /** Rules for disputes over a receipt. */
  dispute_policy: DisputePolicy
  /** Action that the creator intends to take depending on the verdict; null if none was declared. It has no effect on the verdict. */
  gated_action: string | null
  /** Current quote; null if there is none. Only Spools of type `agent_task` have quotes. */
  pricing_quote: Quote | null
}

export interface SpoolEconomics extends FeeAndExpiry {
  /** Actions that the caller can take now. */
  allowed_actions: (
    | 'propose'
    | 'accept'
    | 'decline'
    | 'amend'
    | 'quote'
    | 'cancel'
    | 'abandon'
    | 'commit'
    | 'evidence'
    | 'verify'
    | 'external-result'
    | 'onboard-provider'
    | 'complete')[]
  /** Amount that was settled beyond what the latest receipt states, in cents. The service moves no money back. Omitted if 0. */
  overpaid_cents?: number
  /** Amount that the latest receipt states beyond what was settled before, in cents. Omitted if 0, and before the first settlement. */
  outstanding_cents?: number
}

export interface SpoolEvent {
  /** ID of the event. */
  id: string
  /** Type of the event. */
  type: string
  /** Time of the event. */
  at: Timestamp
  /** Actor that caused the event. */
  actor: {
    /** ID of the party; null if the actor is not a party. */
    party_id: PartyId | null
    /** Kind of actor. */
    kind: 'party' | 'service' | 'operator' | 'reviewer'
  }
  /** Details of the event, depending on its type. `by` is `person` if a person of the party acted in the console, and is absent if a program acted with a key. */
  data: { [name: string]: unknown }
  /** Sequence number of the event; the first event is 1. */
  seq: number
  /** Hash of the previous event. */
  prev_hash: Sha256Hex
  /** SHA-256 of the canonical JSON of the event without this member. */
  hash: Sha256Hex
}

export type SpoolId = string

export interface SpoolList {
  /** Items of this page. */
  data: Spool[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface SpoolListSummary extends Omit<SpoolList, 'data'> {
  /** Items of this page. */
  data: SpoolSummary[]
  /** Parts that the summary leaves out; absent if it leaves out nothing. */
  left_out?: string[]
}

export interface SpoolParty {
  /** ID of the party. */
  party_id: PartyId
  /** Role of the party in the agreement. */
  role: 'buyer' | 'seller' | 'client' | 'provider'
  /** Kind of party, such as a person, an organization or an agent. */
  kind: 'human' | 'agent' | 'org' | 'service'
  /** Name of the party, as the other party sees it. */
  display_name: string
  /** Wallet at which the party is paid. */
  settlement_address?: string
  /** True if an account acts for the party. */
  assigned: boolean
  /** True if the party is the caller. */
  is_caller: boolean
  /** Contact details of the party. Visible only to the party and to the creator of the Spool. */
  contact?: string
  /** ID of the account that acts for the party. */
  account_id?: string
  /** ID of the account of the party at the payment processor. */
  processor_account_id?: string
}

export interface SpoolStatus {
  /** State of the agreement. */
  agreement: 'draft' | 'proposed' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  /** State of the delivery. */
  fulfillment:
    | 'pending'
    | 'in_progress'
    | 'evidence_submitted'
    | 'fulfilled'
    | 'partially_fulfilled'
    | 'unfulfilled'
  /** State of the verification. */
  verification: 'pending' | 'awaiting_confirmation' | 'pass' | 'partial' | 'fail' | 'uncertain'
  /** State of the payment. */
  settlement:
    | 'uncommitted'
    | 'committed'
    | 'awaiting_signature'
    | 'releasing'
    | 'partially_settled'
    | 'settled'
    | 'voided'
    | 'failed'
  /** Overall state of the Spool. */
  outcome: 'active' | 'completed' | 'cancelled' | 'expired'
}

export interface SpoolSummary extends SpoolCore {
  /** Terms of the agreement in words, which no checker tests. */
  terms: {
    /** Text of the term. */
    text?: string
    /** Origin of the text of the term. */
    provenance: {
      /** Kind of source that the term comes from. */
      source: string
      /** Document or message that the term comes from. */
      origin?: string
    }
  }[]
  /** Conditions that the delivery must meet. */
  conditions: Condition[]
  /** Fee, expiry and permitted actions. */
  economics: SpoolEconomics
  /** Submitted evidence. */
  evidence: Evidence[]
  /** Note of the creator on the intended action; null if there is none. */
  gated_action_note: string | null
  /** Hold on the card of the buyer. Present once the buyer has committed to pay by card. */
  card_hold?: CardHold
  /** Link with which the provider sets up payouts. */
  provider_onboarding?: ProviderOnboarding
  /** Party that the sandbox session acted as, or whose view was read. Omitted for API keys. */
  acted_as?: ActedAs
  /** Parts that the summary leaves out; absent if it leaves out nothing. */
  left_out?: string[]
}

export interface SpoolValue {
  /** Agreed price of the whole delivery, in cents. */
  amount_cents: number
  /** Currency of the price. */
  currency: 'USD'
  /** Payment method that the parties prefer. */
  rail_preference?: string
}

export interface StartedSync {
  /** ID of the sync. */
  sync_id: SyncId
  /** It goes on after this answer; read the source for its result. */
  status: 'running'
  /** New facts so far. */
  facts_created: number
}

export interface StatedCheck {
  /** Part of the text that the entry concerns. */
  text: string
  /** Position of the first character of `text`, in UTF-16 code units. */
  start: number
  /** Position after the last character of `text`, in UTF-16 code units. */
  end: number
  /** Condition that the text states. */
  condition: ConditionInput
  /** `unit` if each row is decided separately, `gate` if the delivery is decided as a whole. */
  applies: 'unit' | 'gate'
}

export interface StatusProof {
  /** Name and version of the document format. */
  schema: string
  /** ID of the receipt. */
  receipt_id: ReceiptId
  /** Status of the receipt when the statement was signed. */
  status: 'active' | 'corrected' | 'revoked'
  /** Time at which the statement was signed. */
  issued_at: Timestamp
  /** Time until which the statement is valid: 24 hours after it was signed. */
  expires_at: Timestamp
  /** SHA-256 of the public key that verifies the signature. */
  signing_key_id: Sha256Hex
  signature: Ed25519Signature
}

export interface SuggestedCondition {
  /** ID of the suggestion within the draft. */
  suggestion_id: string
  /** Suggested condition, ready to be used in a Spool. */
  condition: ConditionInput
  /** Sentence that states the check as the service applies it. */
  reads_as: string
  /** `unit` if each row is decided separately, `gate` if the delivery is decided as a whole. */
  applies: 'unit' | 'gate'
  /** Effect of the condition that its author may not expect. */
  note?: string
  /** Position of the condition in the source. */
  source_span: SourceSpan
}

export interface SupersedeRequest {
  /** Reason for the correction. */
  reason: 'evidence_error' | 'confirmation_changed' | 'review_overturned' | 'dispute_resolved'
  /** Notice that readers of the replaced receipt see. */
  advisory: string
  /** IDs of the evidence items that the correction concerns. They must belong to the Spool of the receipt. */
  evidence_ids?: readonly EvidenceId[] | undefined
}

export interface SupersededReceipt {
  /** The new receipt. */
  receipt: OutcomeReceipt
  /** URL of the page of the new receipt. */
  receipt_url: string
  /** Attestation of the new verdict. */
  attestation: Attestation
  /** ID of the receipt that was replaced. */
  superseded: ReceiptId
  /** Present and false if the run is not charged because the service itself could not reach data that the verdict needs. */
  charged?: false
}

export type SyncId = string

export type TableDialect = {
  /** File format: separated values with a header line. */
  format: 'csv'
  /** Character that separates the fields of a row. */
  delimiter: ',' | ';' | '	' | '|'
} | {
  /** File format: one sheet of a workbook. */
  format: 'xlsx'
  /** Name of the sheet. */
  sheet: string
}

export interface TextContainsCheck {
  /** Name of the checker. */
  checker: 'text_contains'
  /** Phrase that must occur. Send exactly one of `text`, `all_of`, `any_of` and `none_of`. */
  text?: string | undefined
  /** Phrases that must all occur. */
  all_of?: readonly string[] | undefined
  /** Phrases of which at least one must occur. */
  any_of?: readonly string[] | undefined
  /** Phrases that must not occur. */
  none_of?: readonly string[] | undefined
  /** True if upper and lower case are different. Default: `false`. */
  case_sensitive?: boolean | undefined
  /** Normalization before texts are compared: `nfkc_ws` applies Unicode NFKC and reads each run of white space as one space. Default: `nfkc_ws`. */
  normalize?: 'nfkc_ws' | 'none' | undefined
  /** Field of each row to search. If omitted, the delivered text is searched. */
  field?: string | undefined
  /** Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then decides on the delivery as a whole, not on each row. */
  min_share_bp?: number | undefined
  /** True if the share must be greater than `min_share_bp`, not only equal. Default: `false`. */
  share_exclusive?: boolean | undefined
}

export interface TextQuestion {
  /** Part of the text that the entry concerns. */
  text: string
  /** Position of the first character of `text`, in UTF-16 code units. */
  start: number
  /** Position after the last character of `text`, in UTF-16 code units. */
  end: number
  /** Reason for the question. */
  reason:
    | 'placeholder'
    | 'field_unmarked'
    | 'inexact_value'
    | 'percent_or_number'
    | 'time_open'
    | 'unit_open'
    | 'misspelt'
    | 'several_readings'
    | 'qualified'
    | 'other_language'
  /** Question for the author. */
  question: string
  /** Kind of answer. */
  wants: 'field' | 'number' | 'percentage' | 'time' | 'address' | 'digest' | 'reading' | 'sentence'
  /** Possible meanings of the text, best first. */
  candidates: string[]
  /** Complete conditions that each use one candidate, best first: a text, or a list of texts that are one condition each. Each can be sent as it is, except that `{}` must be replaced by your answer. */
  rewrites: (string | string[])[]
}

/** A time in UTC with milliseconds (RFC 3339). */
export type Timestamp = string

export interface TransferTypedData {
  /** EIP-712 type definitions. */
  types: { [name: string]: {
    /** Name of the field. */
    name: string
    /** Solidity type of the field. */
    type: string
  }[] }
  /** EIP-712 type of the signed message. */
  primaryType: 'TransferWithAuthorization'
  /** EIP-712 domain of the token contract. */
  domain: {
    /** Name of the token in its EIP-712 domain. */
    name: string
    /** Version of the EIP-712 domain. */
    version: string
    /** ID of the blockchain. */
    chainId: number
    /** Address of the token contract. */
    verifyingContract: string
  }
  /** The EIP-3009 transfer to sign. */
  message: {
    /** Wallet address of the buyer. */
    from: string
    /** Wallet address of the recipient. */
    to: string
    /** Amount in the smallest unit of the token. */
    value: string
    /** Unix time in seconds after which the transfer can be executed. */
    validAfter: string
    /** Unix time in seconds before which the transfer must be executed. */
    validBefore: string
    /** Unique value of the transfer, which prevents a second execution. */
    nonce: string
  }
}

export interface UnbilledRecord {
  /** Key of the row. */
  key: string
  /** Row of the record. */
  record_row: number
}

/** How uncertain units count: not at all, as rejected or as accepted. */
export type UncertainTreatment = 'exclude' | 'count_as_rejected' | 'count_as_accepted'

export interface UnitCorrection {
  /** ID of the corrected unit. */
  unit_id: string
  /** Time of the correction. Corrections apply in this order, and the last one wins. */
  corrected_at: string
  /** Verdict on the unit; `pass` and `fail` mean accepted and rejected. */
  verdict?: 'accepted' | 'rejected' | 'uncertain' | 'pass' | 'fail' | undefined
  /** Value of the unit, in cents. */
  value_cents?: number | undefined
  /** Your reason, which is not read. */
  reason?: string | undefined
}

export interface UnitCounts {
  /** Number of agreed units. */
  total: number
  /** Number of accepted units. */
  accepted: number
  /** Number of rejected units. */
  rejected: number
  /** Number of units that could not be decided. */
  uncertain: number
  /** Rule for the earned amount. */
  earning_rule: {
    /** Type of the rule: each accepted unit earns the same amount. */
    type: 'per_unit'
    /** Price of each accepted unit, as a decimal with two places. */
    unit_amount: string
  }
  /** Number of rejected units by reason. */
  rejection_summary: {
    /** Reason code, with the name of the field if there is one. */
    reason: string
    /** Number of units rejected for this reason. */
    count: number
  }[]
  /** Digest of the results of all units. */
  unit_results_digest: Sha256Hex
}

export interface UnitDisclosure {
  /** Result of one unit. */
  leaf: UnitResult
  /** Position of the unit in the Merkle tree; the first is 0. */
  index: number
  /** Sibling hashes from the leaf to the Merkle root. */
  proof: Sha256Hex[]
}

export interface UnitResult {
  /** Number of the unit; the first unit is 1. */
  unit: number
  /** Result of the unit. */
  result: 'pass' | 'fail' | 'uncertain'
  /** Reasons why the unit was not accepted; at most five. */
  reasons: {
    /** ID of the condition that the unit did not meet. */
    condition_id: ConditionId
    /** Machine-readable code of the reason. */
    code: string
    /** Number of the earlier unit that this unit duplicates; the first unit is 1. */
    unit?: number
    /** Name of the field that the reason concerns. */
    field?: string
  }[]
  /** Number of reasons beyond the five that are listed. */
  more_reasons?: number
  /** Random salt that keeps the unit from being guessed from its hash. */
  salt: string
  /** Identity of the unit, if the agreement defines a source key. */
  identity?: {
    /** Salted pseudonym of the unit: `uid_…`. */
    id: string
    /** Value of the source key. Present only if the agreement makes it visible as a `label`. */
    label?: string
  }
}

export interface Unitization {
  /** Number of units to deliver. */
  total_units: number
  /** Price of each accepted unit, in cents. */
  unit_amount_cents: number
  /** Field that identifies a unit in receipts. */
  identity?: {
    /** Name of the field that identifies a unit. */
    source_key: string
    /** `label` shows the value of the field in receipts, `pseudonymous` shows a pseudonym instead. */
    visibility: 'label' | 'pseudonymous'
  }
}

export interface UnitizationInput {
  /** Number of units to deliver. */
  total_units: number
  /** Price of each accepted unit, in cents. */
  unit_amount_cents: number
  /** Field that identifies a unit in receipts. */
  identity?: {
    /** Name of the field that identifies a unit. */
    source_key: string
    /** `label` shows the value of the field in receipts, `pseudonymous` shows a pseudonym instead. */
    visibility: 'label' | 'pseudonymous'
  } | undefined
}

export interface UnsupportedClause {
  /** Text that no checker can decide. */
  text: string
  /** Reason why no checker can decide this part of the text. */
  reason: string
  /** Verification method that can decide this part of the text instead. */
  suggested_method: 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Condition with that method, ready to be used in a Spool. */
  condition: ConditionInput
  /** Members that you must add to `condition` before it can be used. */
  incomplete?: 'external_judge'[]
  /** Proposals of a model. Present only if `suggest` was sent and the model wrote usable sentences. To use one, send it as an answer or in the text. */
  model_rewrites?: ModelRewrites
  /** Position of the clause in the source. */
  source_span: SourceSpan
}

export interface UnsupportedText {
  /** Part of the text that the entry concerns. */
  text: string
  /** Position of the first character of `text`, in UTF-16 code units. */
  start: number
  /** Position after the last character of `text`, in UTF-16 code units. */
  end: number
  /** Reason why no checker can decide this part of the text. */
  reason: string
  /** Verification method that can decide this part of the text instead. */
  suggested_method: 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Condition with that method, ready to be used in a Spool. */
  condition: ConditionInput
  /** Members that you must add to `condition` before it can be used. */
  incomplete?: 'external_judge'[]
}

export interface UrlFormatCheck {
  /** Name of the checker. */
  checker: 'url_format'
  /** Field of each row that holds the URL. If omitted, the delivered link is checked. */
  field?: string | undefined
  /** Allowed URL schemes. Default: `https` and `http`. */
  schemes?: readonly string[] | undefined
  /** True if the host must be a name of the public internet. Default: `true`. */
  require_public_host?: boolean | undefined
  /** True if a blank value passes. Default: `false`. */
  allow_empty?: boolean | undefined
  /** Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then decides on the delivery as a whole, not on each row. */
  min_share_bp?: number | undefined
  /** True if the share must be greater than `min_share_bp`, not only equal. Default: `false`. */
  share_exclusive?: boolean | undefined
}

export interface Usage {
  /** Totals per day. */
  days: UsageOfDay[]
  /** Totals of the whole period. */
  totals: UsageTotals
  /** Totals per use case. */
  use_cases: UsageOfUseCase[]
  /** Latest runs. */
  recent: {
    /** ID of the verification run. */
    verification_run_id: RunId
    /** ID of the Spool. */
    spool_id: SpoolId
    /** ID of the receipt of the run; null if none was issued. */
    receipt_id: ReceiptId | null
    /** Time of the run. */
    at: Timestamp
    /** Verdict of the run. */
    result: string
    /** Number of submitted units. A delivery without units counts as one. */
    submitted: number
    /** Number of accepted units. A delivery without units counts as one. */
    accepted: number
    /** Value earned in the run, in millionths of a US dollar. */
    earned_micros: Micros
    /** Fee of the run, in millionths of a US dollar. */
    fee_micros: Micros
    /** Amount paid for this request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added. */
    paid_micros: Micros
    /** Type of Spool that the runs belong to. */
    use_case: string
    /** Environment of the run. */
    environment: 'production' | 'demo'
  }[]
}

export interface UsageOfDay extends UsageTotals {
  /** Day in UTC. */
  date: string
}

export interface UsageOfUseCase extends UsageTotals {
  /** Type of Spool that the runs belong to. */
  use_case: string
}

export interface UsageTotals {
  /** Number of verification runs. */
  totalRuns: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of submitted units. A delivery without units counts as one. */
  submitted: number
  /** Earned value as determined by the runs, in millionths of a US dollar. It may not be settled yet. */
  earned_micros: Micros
  /** Fees recorded in the ledger, in millionths of a US dollar. They may not be collected yet. */
  fees_accrued_micros: Micros
  /** Amount paid per request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added. */
  paid_micros: Micros
  /** Cost of the runs to the service, in millionths of a US dollar. */
  cogs_micros: Micros
  /** Fraction of runs with the verdict `pass`, from 0 to 1; null if there were no runs. */
  pass_rate: number | null
}

export interface VerificationMethod {
  /** Name of the key: the DID, and the id of the key that `/.well-known/<service>-keys.json` lists. */
  id: string
  /** Form of the key. */
  type: 'JsonWebKey'
  /** DID of the service, of the method `did:web`. */
  controller: string
  /** End of the time in which the key signed. Absent while it may sign. */
  expires?: string
  /** Public key as a JSON Web Key. */
  publicKeyJwk: {
    /** Kind of key: an octet key pair. */
    kty: 'OKP'
    /** Curve of the key. */
    crv: 'Ed25519'
    /** Signature algorithm. */
    alg: 'EdDSA'
    /** Public key: 32 bytes in base64url without padding. */
    x: string
  }
}

export interface VerificationPreview {
  /** Always true: nothing was stored, signed or charged. */
  dry_run: true
  /** Conditions as they would be agreed. */
  conditions: PreviewedCondition[]
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** Price of the whole delivery. */
  value: {
    /** Price, in cents. */
    amount_cents: number
    /** Currency of the price. */
    currency: 'USD'
  }
  /** SHA-256 of the canonical JSON of the verification plan. */
  plan_hash: Sha256Hex
  /** Price of the run. */
  price: RunPrice
  /** Verdict that a run would give. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** Earned amount, in cents. */
  earned_cents: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of rejected units. A delivery without units counts as one. */
  rejected: number
  /** Rejected units in ascending order, each with its first reason. */
  rejections: Rejection[]
  /** True if more units were rejected than are listed. */
  rejections_truncated?: boolean
  /** Result of each condition. */
  condition_results: ConditionResult[]
  /** Authority that decides the required conditions. */
  decision_authority: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
  /** Instruction for correcting the first problem of the delivery. */
  corrective_hint?: string
  /** ID of the Spool. */
  spool_id: SpoolId
  /** Version number of the Spool that the dry run used. */
  version: number
  /** Number of verified evidence items, including those in the request. */
  evidence_items: number
  /** Confirmations that are missing for a run. */
  awaits: {
    /** ID of the condition. */
    condition_id: ConditionId
    /** Party that must confirm. */
    side: 'buyer' | 'provider'
  }[]
  /** Number of dry runs that the party has left for this Spool until midnight UTC. */
  previews_left: number
}

export interface VerificationSummary {
  /** Number of conditions. */
  conditions: number
  /** Number of conditions that the verdict depends on. */
  required: number
  /** Number of conditions by verification method. */
  by_method: { [name: string]: number }
  /** Number of conditions that this deployment can verify. */
  executable: number
  /** IDs of the conditions that this deployment cannot verify. */
  non_executable: ConditionId[]
  /** True if the work is split into units that are accepted and paid one by one. */
  unitized: boolean
  /** IDs of required sources that the party which earns by them registered with a shared secret, so that it could have made their facts itself. Left out if there are none. */
  self_asserted_sources?: SourceId[]
  /** Number of verification runs so far. */
  runs: number
  /** Latest verification run; null before the first. */
  last_run: {
    /** ID of the run. */
    run_id: RunId
    /** Verdict of the run. */
    result: string
    /** Time of the run. */
    at: Timestamp
    /** ID of the receipt of the run; null if none was issued. */
    receipt_id: ReceiptId | null
  } | null
}

export interface VerifiedSpool extends Spool {
  /** The signed receipt; null if there was no run. */
  receipt: OutcomeReceipt | null
  /** URL of the receipt page; null if there is no receipt. */
  receipt_url: string | null
  /** Attestation of the same verdict; null if there was no run. */
  attestation: Attestation | null
  /** ID of the verification run; null if there was no run. */
  verification_run_id: RunId | null
  /** Earned amount, in cents. */
  earned_cents: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of rejected units. A delivery without units counts as one. */
  rejected: number
  /** Rejected units in ascending order, each with its first reason. */
  rejections: Rejection[]
  /** True if more units were rejected than are listed. */
  rejections_truncated?: boolean
  /** Present if this deployment does not sign receipts. */
  signing?: 'not_configured'
  /** Present and false if the run is not charged because the service itself could not reach data that the verdict needs. */
  charged?: false
  /** True if nothing has changed since the latest run. The result and receipt of that run are returned, and nothing is charged. */
  unchanged?: true
}

export interface VerifiedSpoolItem {
  /** The signed receipt; null if there was no run. */
  receipt: OutcomeReceipt | null
  /** URL of the receipt page; null if there is no receipt. */
  receipt_url: string | null
  /** Attestation of the same verdict; null if there was no run. */
  attestation: Attestation | null
  /** ID of the verification run; null if there was no run. */
  verification_run_id: RunId | null
  /** Earned amount, in cents. */
  earned_cents: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of rejected units. A delivery without units counts as one. */
  rejected: number
  /** Rejected units in ascending order, each with its first reason. */
  rejections: Rejection[]
  /** True if more units were rejected than are listed. */
  rejections_truncated?: boolean
  /** Present if this deployment does not sign receipts. */
  signing?: 'not_configured'
  /** Present and false if the run is not charged because the service itself could not reach data that the verdict needs. */
  charged?: false
  /** True if nothing has changed since the latest run. The result and receipt of that run are returned, and nothing is charged. */
  unchanged?: true
}

export interface VerifiedSpoolSummary extends SpoolSummary {
  /** The signed receipt; null if there was no run. */
  receipt: OutcomeReceipt | null
  /** URL of the receipt page; null if there is no receipt. */
  receipt_url: string | null
  /** Attestation of the same verdict; null if there was no run. */
  attestation: Attestation | null
  /** ID of the verification run; null if there was no run. */
  verification_run_id: RunId | null
  /** Earned amount, in cents. */
  earned_cents: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of rejected units. A delivery without units counts as one. */
  rejected: number
  /** Rejected units in ascending order, each with its first reason. */
  rejections: Rejection[]
  /** True if more units were rejected than are listed. */
  rejections_truncated?: boolean
  /** Present if this deployment does not sign receipts. */
  signing?: 'not_configured'
  /** Present and false if the run is not charged because the service itself could not reach data that the verdict needs. */
  charged?: false
  /** True if nothing has changed since the latest run. The result and receipt of that run are returned, and nothing is charged. */
  unchanged?: true
}

export interface VerifySpoolRequest {
  /** Confirmations by the caller for conditions that the parties confirm. */
  confirmations?: readonly Confirmation[] | undefined
  /** Additional evidence for a dry run. It is verified together with the stored evidence and not stored. */
  evidence?: readonly EvidenceRequest[] | undefined
}

export interface WithdrawnEvidence {
  /** ID of the evidence item. */
  evidence_id: EvidenceId
  /** SHA-256 of the deleted content. Receipts keep it. */
  content_digest: Sha256Hex
  /** State of the content. */
  content: 'withdrawn'
  /** Time at which the content was deleted. */
  withdrawn_at: Timestamp
}
