// Rendered from the OpenAPI document: see rendered-files.test.ts. Do not edit.

export interface AcceptRequest {
  /** Hash of the agreement that you read. The request is refused if the terms have changed since. */
  agreement_hash?: string | undefined
  /** Digest of the current quote. Required on Spools of type `agent_task`. */
  quote_digest?: string | undefined
}

export interface Account {
  /** ID of the account. */
  id: string
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
    id: string
    /** Name of the key; may be empty. */
    name: string
  } | null
  /** The only Spool that the credential gives access to; null for all. */
  spool_id: string | null
  /** Party of that Spool that the credential acts for; null for all. */
  party_id: string | null
  /** Limits of the account. */
  limits: {
    /** Number of requests per minute and client address. */
    requests_per_minute: number
  }
  /** Runs and compilations included per month; null for a sandbox session and for a counterparty key, which have none. */
  allowance: AccountAllowance | null
}

export interface AccountAllowance {
  /** Start of the current month. */
  period_start: string
  /** End of the current month, when the allowance is renewed. */
  period_end: string
  /** Verification runs. */
  verification: AccountVerification
  /** Compilations of plain text. */
  compile: AccountVerification
}

/** Verification runs. */
export interface AccountVerification {
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
  remove_condition_ids?: readonly string[] | undefined
  /** New number of units and price of each. */
  unitization?: UnitizationInput | undefined
}

export interface AnsweredError {
  /** What went wrong, for people. Wording may change. */
  error: string
  /** Stable code. Only an error has it: branch on its presence. */
  code: 'limit_reached' | 'sandbox_resting' | 'trusted_key_unavailable'
  /** Whether the same request can succeed later. */
  retryable: boolean
  /** What to do next. */
  remediation: string
  /** Path of the failed field or condition. */
  field?: string
  /** Finer reason within the code. */
  reason?: string
  /** Where the work may have been begun: the key to repeat the request with. A request that came without a key is told the one that was drawn for it. */
  idempotency_key?: string
  /** Page about the error. */
  docs?: string
  /** Names the request in the logs of the service. */
  request_id: string
  /** The outcome in one word. */
  status: string
  /** The text of `error`. */
  message: string
  /** Of an attestation whose key is not available. */
  valid?: false
}

export interface Attestation {
  /** ID of the attestation. */
  id: string
  /** Environment in which the attestation was issued. */
  environment: 'production' | 'demo'
  /** ID of the Spool. */
  spoolId: string
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
  /** What was found of each condition. */
  conditionResults: readonly {
    /** ID of the condition. */
    conditionId: string
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
  /** Ed25519 signature in base64url. */
  signature: string
  /** Wallet at which the provider is paid. Covered by the signature, but not by `verificationDigest`. */
  providerDestination?: string | undefined
}

export interface AttestationVerdict {
  /** True if the signature and all other checks of the attestation pass. */
  valid: boolean
  /** Environment that the attestation names. */
  environment: 'production' | 'demo'
  /** Codes of the checks that failed; empty if the attestation is valid. */
  reasons: string[]
  /** Time of the check. */
  checked_at: string
}

export interface BundleManifest {
  /** Name and version of the document format. */
  schema: string
  /** ID of the receipt. */
  receipt_id: string
  /** Time at which the bundle was created. */
  made_at: string
  /** SHA-256 of each other member of the bundle, by name. */
  members: { [name: string]: string }
  /** SHA-256 of the public key that verifies the signature. */
  signing_key_id: string
  /** Ed25519 signature in base64url. */
  signature: string
}

/** The object whose canonical JSON has the agreement hash. */
export interface BundledAgreement {
  /** Name and version of the document format. */
  schema: string
  /** ID of the Spool that the agreement belongs to. */
  spool_id: string
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
  value: {
    /** Agreed price of the whole delivery, in cents. */
    amount_cents: number
    /** Currency of the price. */
    currency: string
    /** Payment method that the parties prefer. */
    rail_preference?: string
  }
  /** The work to deliver. */
  deliverable: SpoolDeliverable
  /** Terms of the agreement in words, which no checker tests. */
  terms: SpoolTerm[]
  /** Conditions that the delivery must meet. */
  conditions: {
    /** ID of the condition. */
    id: string
    /** Description of the condition for people. The checker or method decides, not this text. */
    description: string
    /** True if the verdict depends on the condition. */
    required: boolean
    /** Method that decides the condition: a checker, the parties, a model, or an external party. */
    verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
    /** Checker with its parameters, for the method `deterministic`. */
    deterministic_check?: PreflightDeterministicCheck
    /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
    confirmation_method?: 'buyer_confirm' | 'both_confirm'
    /** Claim that the evidence must support. Required for the method `ai_assisted`. */
    claim_cited?: PreflightClaimCited
    /** External party whose signed result decides the condition. Required for the method `external_tool`. */
    external_judge?: ExternalJudge
    /** Requirements that the evidence must meet. */
    evidence_requirements?: EvidenceRequirement[]
  }[]
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** Fee and expiry of the agreement. */
  economics: {
    /** Fee in cents. */
    fee_cents?: number
    /** Time until which the proposal could be accepted. */
    expiry?: string
  }
  /** Rules for disputes over a receipt. */
  dispute_policy: {
    /** Number of hours after a receipt is issued in which a dispute can be opened. */
    window_hours: number
    /** True if settlement is paused while a dispute is open. */
    holds_settlement: boolean
    /** Party that resolves disputes. */
    resolver: 'review' | 'counterparty' | 'external' | 'none'
    /** Name or ID of the external resolver. */
    resolver_ref?: string
  }
  /** Limits on how often and how long the delivery can be verified. */
  finality: SpoolFinality
}

/** Rows that the check is about; the others pass. */
export interface BundledAgreementWhere {
  /** Where the value is, as a JSON path. */
  path: string
  /** How the value is compared. */
  operator: 'exists' | 'not_exists' | 'equals' | 'not_equals' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'contains' | 'matches' | 'not_matches'
  /** The value. */
  value?: unknown
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
  sha256?: string
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
  confirmed_evidence_digest: string
  /** Comment of the party. */
  detail?: string
} | {
  /** Form of the content. */
  kind: 'external_result'
  /** SHA-256 of the agreement that the result applies to. */
  agreement_hash: string
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
}

export interface BundledEvidence {
  /** ID of the evidence item. */
  id: string
  /** ID of the condition that the item supports; null if it supports all conditions. */
  condition_id: string | null
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
  content_digest: string | null
  /** Time at which the submitter says the evidence was observed; null if none was given. */
  observed_at: string | null
  /** Time at which the service received the evidence. */
  received_at: string
}

export interface BundledObservations {
  /** ID of the evidence item that records the observations. */
  evidence_id: string
  /** ID of the condition that asked for the observations. */
  condition_id: string
  /** Time at which the service fetched the URLs. */
  observed_at: string
  /** Time at which the service stored the observations. */
  received_at: string
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
    at: string
  }[]
}

export interface BundledOpinion {
  /** ID of the evidence item that records the opinion. */
  evidence_id: string
  /** ID of the condition whose claim was checked. */
  condition_id: string
  /** Time at which the model answered. */
  observed_at: string
  /** Time at which the service stored the answer. */
  received_at: string
  /** Answer of the model. */
  opinion: {
    /** Type of model interface. */
    judge: 'openai_compatible'
    /** Name of the requested model. */
    model: string
    /** Name of the model as given in its answer; null if it did not answer. */
    model_version: string | null
    /** SHA-256 of the prompt; null if no prompt was sent. */
    prompt_digest: string | null
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
  aggregation_policy: {
    /** Name of the rule. */
    policy_id: string
    /** Version of the rule. */
    policy_version: string
  }
  /** Conditions of the plan, in the order in which they were agreed. */
  conditions: {
    /** ID of the condition. */
    condition_id: string
    /** True if the verdict depends on the condition. */
    required: boolean
    /** Method that decides the condition. */
    verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
    /** Checker that decides the condition, or the terms of another verification method; null if there is neither. */
    check: PreflightDeterministicCheck | {
      /** Parties that must confirm the condition. */
      confirmation_method: 'buyer_confirm' | 'both_confirm'
    } | {
      /** Claim that a model checks against the evidence. */
      claim_cited: PreflightClaimCited
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
  state: 'requested' | 'open' | 'held' | 'captured' | 'canceled' | 'declined' | 'expired' | 'failed' | 'lapsed'
  /** Time until which the held amount can be charged; null if nothing is held. */
  ends_at: string | null
  /** True if the hold ends within two days. */
  hold_expiring: boolean
  /** Reason why the earned amount cannot be charged to the card; null if there is none. */
  problem: 'amount_mismatch' | 'below_minimum' | null
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
  /** Where it comes from, as its sender calls it. */
  source: string
  /** How many units there are, and what each earns; null where the work is one. */
  unitization?: UnitizationInput | undefined
  /** Fields that the rows have, as names or as objects. A noun of a plain text is taken for a field when it is one of their names or aliases, or when the text marks it as a field. */
  fields?: readonly (string | RowField)[] | undefined
  /** Noun that one row is called by in the text, such as `caption`. */
  unit_name?: string | undefined
  /** Time that relative times of the text count from. Without it, `by Friday` has no candidates. */
  as_of?: string | undefined
  /** IANA time zone, for the candidates of a time that names no zone. */
  time_zone?: string | undefined
  /** Kind of the party that asks. Judgment is not left to a person where an agent or a service asks. */
  declared_actor_type?: 'human' | 'agent' | 'org' | 'service' | undefined
  /** Has a model suggest sentences beside questions and beside what no checker decides, where the deployment has one. It answers nothing and changes nothing else. */
  suggest?: 'model' | undefined
  /** The currency. */
  currency?: string | undefined
}

export interface CompileSandboxRequest {
  /** Text of the agreement, in plain words. */
  source: string
  /** What the work is worth. */
  economics?: {
    /** Units that the value is earned in. They come to the amount that the text names, where it names one. */
    unitization?: UnitizationInput | undefined
  } | undefined
  /** Conditions beside those of the text. One whose description is an entry of `unsupported` settles that entry. */
  conditions?: readonly ConditionInput[] | undefined
  /** Fields that the rows have, as names or as objects. A noun of a plain text is taken for a field when it is one of their names or aliases, or when the text marks it as a field. */
  fields?: readonly (string | RowField)[] | undefined
  /** Noun that one row is called by in the text, such as `caption`. */
  unit_name?: string | undefined
  /** Time that relative times of the text count from. Without it, `by Friday` has no candidates. */
  as_of?: string | undefined
  /** IANA time zone, for the candidates of a time that names no zone. */
  time_zone?: string | undefined
  /** Kind of the party that asks. Judgment is not left to a person where an agent or a service asks. */
  declared_actor_type?: 'human' | 'agent' | 'org' | 'service' | undefined
}

export interface CompiledPolicy {
  /** Id of the policy. */
  policy_id: string
  /** Its status. */
  status: 'draft'
  /** The compiler that read the text. */
  compiler: {
    /** Its version. */
    version: string
    /** What reads the text. */
    engine: 'rules'
  }
  /** Conditions that the text states exactly. */
  suggested_conditions: {
    /** Id of the suggestion. */
    suggestion_id: string
    /** The condition as it would be agreed. */
    condition: ConditionInput
    /** The check in a sentence, as the service reads it; `description` has the words of its author. */
    reads_as: string
    /** `unit`: each row is judged for itself. `gate`: the delivery is judged as a whole. */
    applies: 'unit' | 'gate'
    /** Effect of the condition that may surprise its author. */
    note?: string
    /** Where in the text it stands. */
    source_span: CompiledPolicyConnective
  }[]
  /** Sentences that say of themselves that they only inform, as "Note: …". No check decides them. */
  terms: CompiledPolicyTerm[]
  /** The value. */
  value: CompiledPolicyValue
  /** How many units there are, and what each earns; null where the work is one. */
  unitization: Unitization | null
  /** Where the text says what value and unitization come to. */
  amounts: {
    /** The text. */
    text: string
    /** Where in the text it stands. */
    source_span: CompiledPolicyConnective
  }[]
  /** Questions about places that are not exact. */
  ambiguities: CompiledSpoolQuestion[]
  /** What the text asks for and no checker tests. */
  unsupported: CompiledSpoolUnsupported[]
  /** Words outside of every other span: headings, greetings, list marks and what joins two clauses. Every word of the source is in one span. */
  connectives: CompiledPolicyConnective[]
  /** Present where the text was read by `fields` of the request. */
  fields_from?: 'request'
  /** Present where nothing of the text was read and nothing is charged for it. */
  charged?: false
  /** Digest of the draft, sent back when it is confirmed. */
  policy_digest: string
  /** When it ends. */
  expires_at: string
}

/** Where in the text it stands. */
export interface CompiledPolicyConnective {
  /** Where it begins. */
  start: number
  /** Where it ends, behind the last character. */
  end: number
  /** The text. */
  text: string
}

export interface CompiledPolicyTerm {
  /** The text. */
  text: string
  /** How its submitter came by it. */
  provenance: {
    /** Where it comes from, as its sender calls it. */
    source: 'freeform'
  }
}

/** The value. */
export type CompiledPolicyValue = {
  /** Amount in cents. */
  amount_cents: number
  /** The currency. */
  currency: string
} | null

export interface CompiledSpool extends CreatedSpool {
  /** Questions about words that are not exact. While there is one, the Spool is a draft: compile again with words that answer it. */
  questions: CompiledSpoolQuestion[]
  /** Words that no checker decides. While there is one, the Spool is a draft: compile again without them, or with their `condition` among `conditions`. */
  unsupported: CompiledSpoolUnsupported[]
}

export interface CompiledSpoolAcceptance {
  /** `bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone. */
  mode: 'bilateral' | 'unilateral'
  /** True if the provider accepted the agreement through this service. */
  provider_accepted_in_spoolis: boolean
  /** Parties that accepted the agreement. */
  accepted_by: 'initiator' | 'provider' | 'buyer' | 'both'
  /** Time at which the agreement was accepted. */
  accepted_at?: string
}

export interface CompiledSpoolQuestion {
  /** Id of the question. */
  ambiguity_id: string
  /** Where the value is, as a JSON path. */
  path: 'conditions' | 'deadline' | 'terms' | 'unitization' | 'value'
  /** The words that are not exact; source_span is the clause they stand in. */
  text: string
  /** What has to be answered. */
  question: string
  /** Why. */
  reason: 'placeholder' | 'field_unmarked' | 'inexact_value' | 'percent_or_number' | 'time_open' | 'unit_open' | 'misspelt' | 'several_readings' | 'qualified' | 'other_language'
  /** What the words could mean, where that can be listed. */
  candidates: string[]
  /** The whole condition with each candidate in place, best first: a text, or a list of texts that are one condition each. Each compiles as it stands, except one that holds `{}`, which is the place of a free answer. */
  rewrites: (string | string[])[]
  /** Present with `suggest` where a model wrote sentences that hold. Nothing binds by them: send one as an answer or in the text. */
  model_rewrites?: ModelRewrites
  /** Where in the text it stands. */
  source_span: CompiledPolicyConnective
}

export interface CompiledSpoolUnsupported {
  /** The text. */
  text: string
  /** Why. */
  reason: string
  /** Method that could judge it. */
  suggested_method: 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Condition of that method for a Spool, ready to be sent. */
  condition: ConditionInput
  /** Members that the caller has to add to `condition` before it can be decided. */
  incomplete?: 'external_judge'[]
  /** Present with `suggest` where a model wrote sentences that hold. Nothing binds by them: send one as an answer or in the text. */
  model_rewrites?: ModelRewrites
  /** Where in the text it stands. */
  source_span: CompiledPolicyConnective
}

export interface ConditionConfirmation {
  /** IDs of the evidence items that a confirmation now refers to. Send them as `evidence_refs`. */
  evidence_ids: string[]
  /** SHA-256 of those evidence items; null if there are none. Send it as `evidence_digest` so that the confirmation is refused if the evidence has changed. */
  evidence_digest: string | null
  /** Confirmations by the parties. */
  given: {
    /** Party that confirmed. */
    side: 'buyer' | 'provider'
    /** Decision of the party; null if the confirmation is void. */
    outcome: 'passed' | 'failed' | 'waived' | null
    /** ID of the evidence item that records the confirmation. */
    evidence_id: string
    /** SHA-256 of the evidence that the confirmation applies to. */
    confirmed_evidence_digest: string
    /** ID of the later evidence item that made the confirmation void; null if it is in force. */
    voided_by: string | null
  }[]
}

export interface ConditionInput {
  /** Description of the condition for people. The checker or method decides, not this text. */
  description: string
  /** True if the verdict depends on the condition. */
  required: boolean
  /** Method that decides the condition: a checker, the parties, a model, or an external party. */
  verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Checker with its parameters, as a single object. Required for the method `deterministic`. */
  deterministic_check?: PreflightDeterministicCheck | undefined
  /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
  confirmation_method?: 'buyer_confirm' | 'both_confirm' | undefined
  /** Claim that the evidence must support. Required for the method `ai_assisted`. */
  claim_cited?: PreflightClaimCited | undefined
  /** External party whose signed result decides the condition. Required for the method `external_tool`. */
  external_judge?: ExternalJudge | undefined
  /** Requirements that the evidence must meet. A single object is treated as a list of one. */
  evidence_requirements?: EvidenceRequirement | readonly EvidenceRequirement[] | undefined
}

export interface ConfirmPolicyRequest {
  /** Id of the policy. */
  policy_id: string
  /** Digest of the draft, sent back when it is confirmed. */
  policy_digest: string
  /** Ids of the suggestions that become conditions. */
  accept: readonly string[]
  /** Ids of suggestions that do not become conditions. Where `accept` is empty, every suggestion has to be listed. */
  decline?: readonly string[] | undefined
  /** Answers to the questions, by their ids: one of the candidates, one of the rewrites, a sentence of your own, or `term` to keep the words as a term. */
  answers?: { [name: string]: string | readonly string[] } | undefined
  /** Conditions to add. */
  add_conditions?: readonly ConditionInput[] | undefined
  /** Whether the conditions are kept as a recipe. */
  create_recipe?: boolean | undefined
}

export type ConfirmRequest = Confirmation | {
  /** Confirmations to record together. */
  confirmations: readonly Confirmation[]
}

export interface Confirmation {
  /** ID of the condition to confirm. */
  condition_id: string
  /** Parties that must confirm the condition, as agreed. */
  method: 'buyer_confirm' | 'both_confirm'
  /** Your decision on the condition. */
  outcome: 'passed' | 'failed' | 'waived'
  /** IDs of the evidence items that you reviewed: all current items of the condition, as listed in its `confirmation.evidence_ids`. If the condition has evidence, `evidence_refs`, `evidence_digest` or the If-Match header is required. Default: `[]`. */
  evidence_refs?: readonly string[] | undefined
  /** The `evidence_digest` that the Spool showed for the condition. The request is refused with 409 if the evidence has changed since. */
  evidence_digest?: string | undefined
  /** Comment on the decision. */
  detail?: string | undefined
}

export interface ConfirmedPolicy {
  /** Id of the policy. */
  policy_id: string
  /** Its status. */
  status: 'confirmed'
  /** The conditions that the work must meet, or how many there are. */
  conditions: ConditionInput[]
  /** How many units there are, and what each earns; null where the work is one. */
  unitization: Unitization | null
  /** The value. */
  value: CompiledPolicyValue
  /** Words that were kept as they are, in the order of the text; no check decides them. An unsupported part is one of them, unless `add_conditions` has a condition with its words as the description. */
  terms: CompiledPolicyTerm[]
  /** Hash of the confirmed policy. */
  policy_hash: string
  /** The recipe that the conditions are made from. */
  recipe: {
    /** Its id. */
    id: string
    /** Hash of the recipe. */
    recipe_hash: string
  } | null
}

export interface Consumption {
  /** ID of the recorded use. */
  id: string
  /** ID of the receipt. */
  receipt_id: string
  /** Party that recorded the use. It is derived from the API key, not from `consumer`. */
  recorded_by: {
    /** ID of the party. */
    party_id: string
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
  recorded_at: string
  /** Number of recorded uses of the receipt, including this one. */
  consumptions_recorded: number
  /** Earned amount that is not yet settled after this use. */
  amount_remaining: string
  /** Notices on the receipt at the time of the use, such as an open dispute. Omitted if there are none. */
  advisories?: ConsumptionAdvisory[]
}

export interface ConsumptionAdvisory {
  /** Machine-readable code of the notice. */
  code: string
  /** Text of the notice for people. */
  message: string
  /** Time from which the notice applies. */
  at: string
  /** ID of the receipt that replaces this one. */
  replacement_receipt_id?: string
}

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
    /** Title of the deliverable. */
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
  conditions: readonly ConditionInput[]
  /** Number of units and the price of each. Omit it if the work is not split into units. */
  unitization?: UnitizationInput | undefined
  /** Fee and expiry of the proposal. */
  economics?: {
    /** Fee that the parties agree on, in cents. */
    fee_cents?: number | undefined
    /** Time until which the proposal can be accepted. */
    expiry?: string | undefined
    /** Alternative place for `unitization`. Send only one of the two. */
    unitization?: UnitizationInput | undefined
  } | undefined
  /** Way in which the agreement is accepted. */
  agreement?: {
    /** `bilateral` if both parties must accept the agreement, `unilateral` if you set it alone. */
    mode?: 'bilateral' | 'unilateral' | undefined
    /** True to keep the Spool active after a decline, so that it can be proposed again. */
    reopen_on_decline?: boolean | undefined
  } | undefined
  /** Rules for disputes over a receipt. */
  dispute_policy?: {
    /** Number of hours in which a receipt can be disputed. 0 allows no disputes. */
    window_hours?: number | undefined
    /** True to pause settlement while a dispute is open. */
    holds_settlement?: boolean | undefined
    /** Party that resolves disputes. */
    resolver?: 'review' | 'counterparty' | 'external' | 'none' | undefined
    /** Name or ID of the external resolver. Required if `resolver` is `external`. */
    resolver_ref?: string | undefined
  } | undefined
  /** Limits on how often and how long the delivery can be verified. */
  finality?: {
    /** `open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after the first verdict. `until`: no run after `closes_at`. */
    mode: 'open' | 'first_verdict' | 'until'
    /** Maximum number of verification runs. */
    max_runs?: number | undefined
    /** Time after which no run is possible. */
    closes_at?: string | null | undefined
  } | undefined
  /** Action that you intend to take depending on the verdict. It has no effect on the verdict. */
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
  available_micros: string
  /** Credits available to spend, in US dollars. */
  available_usd: string
  /** Credits reserved for runs in progress, in millionths of a US dollar. */
  held_micros: string
  /** Credits that are paid but not yet added to the balance, in millionths of a US dollar. */
  pending_micros: string
  /** Amount owed for spent credits whose payment was reversed, in millionths of a US dollar. It is deducted from the next purchase. */
  owed_micros: string
  /** Time at which the balance was read. */
  as_of: string
  /** Credit grants that make up the balance. */
  grants: {
    /** ID of the credit grant. */
    id: string
    /** Source of the grant. */
    source: string
    /** Credits initially granted, in millionths of a US dollar. */
    original_micros: string
    /** Credits of the grant that are not yet spent, in millionths of a US dollar. */
    remaining_micros: string
    /** Order in which grants are spent: the lowest number first. */
    priority: number
    /** Time at which the grant expires; null if it does not expire. */
    expires_at: string | null
    /** Time at which the grant was created. */
    created_at: string
  }[]
  /** Runs and compilations included per month. */
  allowance: AccountAllowance
  /** Credit purchases whose payment is in progress, oldest first. */
  pending_purchases: {
    /** ID of the purchase. */
    id: string
    /** Payment protocol of the purchase. */
    rail: 'mpp' | 'x402'
    /** Size of the credit pack, in cents. */
    pack_cents: 500 | 1000 | 2000
    /** `claimed` before the charge is sent to the payment processor, `charging` until the processor confirms it. */
    status: 'claimed' | 'charging'
    /** Time at which the purchase was started. */
    created_at: string
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
    maximum_micros: string
    /** Price of the request after the allowance, in millionths of a US dollar. */
    amount_due_micros: string
  }
  /** Credit balance of the account. */
  balance: {
    /** Credits available to spend, in millionths of a US dollar. */
    available_micros: string
  }
  /** Runs and compilations included per month. */
  allowance: {
    /** Start of the current month. */
    period_start: string
    /** End of the current month, when the allowance is renewed. */
    period_end: string
    /** Verification runs. */
    verification: CreditsRequiredVerification
    /** Compilations of plain text. */
    compile: CreditsRequiredVerification
  }
  /** Remaining allowance of the month. */
  included_remaining: {
    /** Number of included verification runs that are left. */
    verification_runs: number
    /** Number of included compilations of plain text that are left. */
    free_text_compiles: number
    /** Time at which the allowance is renewed. */
    resets_on: string
  }
  /** Credits available to spend, in millionths of a US dollar. */
  available_balance_micros: string
  /** Credits available to spend, in US dollars. */
  available_balance_usd: string
  /** Credits that the request needs, in millionths of a US dollar. */
  required_for_request_micros: string
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
  amount_micros: string
}

/** Verification runs. */
export interface CreditsRequiredVerification {
  /** Number of units included per month. */
  limit: number
  /** Number of units used this month. */
  used: number
  /** Number of units left this month. */
  remaining: number
}

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

export interface Dispute {
  /** ID of the dispute. */
  id: string
  /** ID of the disputed receipt. */
  receipt_id: string
  /** ID of the Spool that the receipt belongs to. */
  spool_id: string
  /** Status of the dispute. `expired`: the deadline passed and the receipt remains valid. `withdrawn`: the party that opened the dispute ended the Spool. */
  status: 'open' | 'expired' | 'withdrawn'
  /** Party that opened the dispute. */
  opened_by: 'buyer' | 'provider'
  /** Reason for the dispute. */
  reason: 'not_delivered' | 'quality' | 'wrong_evidence' | 'wrong_terms' | 'late' | 'duplicate' | 'other'
  /** Explanation by the party that opened the dispute. */
  detail: string
  /** IDs of the disputed conditions. */
  condition_ids: string[]
  /** Numbers of the disputed units; the first unit is 1. */
  units: number[]
  /** Remedy that the party asks for. */
  requested: 're_verify' | 'correct_receipt' | 'release' | 'refund'
  /** IDs of the disputed evidence items. */
  evidence_refs: string[]
  /** True if settlement is paused while the dispute is open. The dispute policy of the agreement decides this. */
  holds_settlement: boolean
  /** Party that resolves the dispute. */
  resolver: 'review' | 'counterparty' | 'external' | 'none'
  /** Time at which the dispute was opened. */
  opened_at: string
  /** Time at which an open dispute expires. The receipt then remains valid. */
  deadline: string
  /** Events of the dispute, oldest first. */
  timeline: {
    /** Type of the event. */
    type: 'opened' | 'expired' | 'withdrawn'
    /** Time of the event. */
    at: string
  }[]
  /** Decision on the dispute; null if it is open, expired or withdrawn. */
  resolution: null
}

export interface DisputeRequest {
  /** Reason for the dispute. */
  reason: 'not_delivered' | 'quality' | 'wrong_evidence' | 'wrong_terms' | 'late' | 'duplicate' | 'other'
  /** Explanation for the other party. */
  detail: string
  /** IDs of the disputed conditions. They must belong to the agreement of the receipt. */
  condition_ids?: readonly string[] | undefined
  /** Numbers of the disputed units; the first unit is 1. */
  units?: readonly number[] | undefined
  /** Remedy that the party asks for. */
  requested: 're_verify' | 'correct_receipt' | 'release' | 'refund'
  /** IDs of the disputed evidence items. They must belong to the Spool of the receipt. */
  evidence_refs?: readonly string[] | undefined
}

export type ErrorBody = {
  /** What went wrong, for people. Wording may change. */
  error: string
  /** Stable code; branch on this and on retryable. */
  code: 'account_suspended' | 'ambiguity_required' | 'checker_error' | 'configuration_unavailable' | 'compile_failed' | 'conflict' | 'credits_required' | 'forbidden' | 'grant_cap_exceeded' | 'grants_paused' | 'input_too_large' | 'evidence_too_large' | 'internal_error' | 'invalid_json' | 'invalid_state' | 'method_not_allowed' | 'not_found' | 'not_acceptable' | 'not_allowed_in_unilateral_mode' | 'payout_destination_required' | 'payment_required_mpp' | 'payment_required_x402' | 'payment_failed_x402' | 'limit_reached' | 'rate_limited' | 'recipe_hash_mismatch' | 'recipe_not_found' | 'route_not_found' | 'sandbox_resting' | 'settlement_unavailable' | 'session_expired' | 'spool_not_found' | 'store_conflict' | 'trusted_key_unavailable' | 'unsupported_environment_capability' | 'unknown_action' | 'unauthenticated' | 'validation_failed' | 'wrong_funding_lane'
  /** Whether the same request can succeed later. */
  retryable: boolean
  /** What to do next. */
  remediation: string
  /** Path of the failed field or condition. */
  field?: string
  /** Finer reason within the code. */
  reason?: string
  /** Where the work may have been begun: the key to repeat the request with. A request that came without a key is told the one that was drawn for it. */
  idempotency_key?: string
  /** Page about the error. */
  docs?: string
  /** Names the request in the logs of the service. */
  request_id: string
  /** With `ambiguity_required`, of a condition in plain text: what it leaves open. */
  questions?: TextQuestion[]
  /** With `ambiguity_required`, of a condition in plain text: what no checker decides. */
  unsupported?: UnsupportedText[]
  /** With `ambiguity_required`, of a condition in plain text: checks that it states beside the rest. */
  stated?: StatedCheck[]
  /** Where the names of fields come from by which plain text was read: `fields` of the request, or the rows. */
  fields_from?: 'request' | 'rows'
  [name: string]: unknown
}

export interface Evidence {
  /** Its id. */
  id: string
  /** Id of the condition. */
  condition_id: string
  /** Which type. */
  type: string
  /** Where it comes from, as its sender calls it. */
  source: string
  /** What kind of claim the evidence supports. */
  claim_class: string
  /** Which side supplied it. */
  on_behalf_of: string
  /** The party that sent the item, also where it sent it in the name of the other; null where the service recorded it. */
  supplied_by: string | null
  /** How its submitter came by it. */
  provenance: EvidenceProvenance
  /** SHA-256 of the content; null where only a reference is held. */
  content_digest: string | null
  /** Size of the item as it counts against the limits: of its canonical JSON with the content in it, in bytes. A file within it is base64, so this is not the size of the file. */
  bytes: number
  /** How the file is read as a table; left out where it is none, and where it is JSON or lines of JSON, which are read in one way. */
  dialect?: TableDialect
  /** When the service received it. */
  received_at: string
  /** What its submitter sent beside the content; for both parties. */
  metadata?: { [name: string]: unknown }
}

export interface EvidenceDetail extends Evidence {
  /** The content, and where it is read. */
  content: {
    /** The address. */
    url: string
    /** Media type of the bytes. */
    media_type: string
  } | null
}

/** How its submitter came by it. */
export interface EvidenceProvenance {
  /** By which method. */
  method: 'caller_declared' | 'uploaded_text' | 'uploaded_json' | 'uploaded_csv' | 'uploaded_file' | 'service_fetched' | 'source_webhook_signed' | 'third_party_attested'
  /** Who or what collected the content. */
  collector?: string
  /** Who owns the content. */
  owner?: string
  /** When it was observed. */
  observed_at?: string
  /** What it is called elsewhere. */
  reference?: string
}

export interface EvidenceRequest {
  /** ID of the condition that the evidence supports. */
  condition_id: string
  /** Type of evidence. */
  type: 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation'
  /** Name of the source of the evidence, in your own words. */
  source: string
  /** Content of the evidence in one form, and your own notes. Inline content is one of `rows`, `text`, `json`, or `content_base64` with `media_type`; larger content is referenced by `url` or `sha256`. Default: `{}`. */
  metadata?: { [name: string]: unknown } | undefined
  /** Party in whose name the evidence is submitted: a role (`provider`, `seller`, `buyer`, `client`) or a party ID. */
  on_behalf_of?: string | undefined
  /** Method by which you obtained the evidence. */
  provenance?: EvidenceRequestProvenance | undefined
  /** Kind of claim that the evidence supports. */
  claim_class?: 'actor_identity' | 'artifact_state' | 'machine_fact' | undefined
}

/** Method by which you obtained the evidence. */
export type EvidenceRequestProvenance = 'caller_declared' | 'uploaded_text' | 'uploaded_json' | 'uploaded_csv' | 'uploaded_file' | {
  /** By which method. */
  method: 'caller_declared' | 'uploaded_text' | 'uploaded_json' | 'uploaded_csv' | 'uploaded_file'
  /** Who or what collected the content. */
  collector?: string | undefined
  /** Display name of the external provider. */
  owner?: string | undefined
  /** When it was observed. */
  observed_at?: string | undefined
  /** What it is called elsewhere. */
  reference?: string | undefined
}

export interface EvidenceRequirement {
  /** Required type of evidence. */
  expected_type: 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation'
  /** Required source of the evidence, in the words of the parties. */
  source_ref: string
  /** Accepted ways of obtaining the evidence. If omitted, all are accepted. */
  provenance?: readonly ('caller_declared' | 'uploaded_text' | 'uploaded_json' | 'uploaded_csv' | 'uploaded_file' | 'service_fetched' | 'source_webhook_signed' | 'third_party_attested')[] | undefined
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

export interface ExchangedKey {
  /** The key. It is shown once. */
  api_key: string
  /** Id of the key. */
  key_id: string
  /** What it reaches. */
  scope: 'verify' | 'counterparty'
  /** Id of the Spool. */
  spool_id: string | null
  /** Id of the party. */
  party_id: string | null
  /** Production, or the demo of the sandbox. */
  environment: 'production' | 'demo'
  /** When it was made. */
  created_at: string
  /** When it ends. */
  expires_at: string | null
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
    condition_id: string
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
  proof: {
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
  /** Time of the evaluation. */
  observed_at: string
  /** IDs of the evidence items that the external party evaluated. */
  evidence_refs?: readonly string[] | undefined
}

export interface GuideResult {
  /** Page of the guide, error code, or operation. */
  kind: 'guide' | 'error' | 'operation'
  /** Heading of the section, the code, or what the operation does. */
  title: string
  /** Text of the section in Markdown, what to do about the code, or who may use it. */
  text: string
  /** Page of the guide that the section is on. */
  page?: string
  /** Id of the operation. */
  operation_id?: string
  /** HTTP method of the operation. */
  method?: 'GET' | 'POST'
  /** Path of the operation, with its parameters in braces. */
  path?: string
  /** Names of the path and query parameters of the operation. */
  parameters?: string[]
  /** JSON Schema of the body that the operation takes. */
  body?: { [name: string]: unknown }
}

export interface GuideResults {
  /** Words that were searched for. */
  query: string
  /** What fits the words, best first; at most six. */
  results: GuideResult[]
}

export interface Handoff {
  /** Way in which the counterparty receives the Spool. `account`: its account already lists the Spool. `share_url`: you send it the link. `email` is not used at present, because the service sends no e-mail. */
  method: 'account' | 'share_url' | 'email'
  /** Link under which anyone can read the Spool. */
  share_url: string
  /** ID of the party that has not joined yet. */
  counterparty_party_id: string
  /** Path of the operation that creates an invitation for the counterparty; null if no party can be invited. */
  invite_endpoint: string | null
  /** True if an invitation was sent by e-mail. */
  invite_email_sent: boolean
  /** Masked e-mail address to which the invitation was sent; null if none was sent. */
  invite_email_to: string | null
  /** Explanation of the chosen method for people. */
  reason: string
}

export interface Health {
  /** Its status. */
  status: 'ok'
  /** Name of the service. */
  service: string
  /** Its version. */
  version: string
  /** Production, or the demo of the sandbox. */
  environment: 'production' | 'demo'
  /** The time of the service. */
  time: string
}

export interface Invitation {
  /** A grant, good for one exchange. */
  grant_token: string
  /** When it ends. */
  expires_at: string
  /** Where the grant is exchanged for its key. */
  exchange_url: string
  /** Id of the Spool. */
  spool_id: string
  /** Id of the party. */
  party_id: string
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
  updated_at: string
  /** Keys that sign receipts. */
  receipts: KeyDocumentReceipts
  /** Keys that sign attestations. */
  attestations: KeyDocumentReceipts
  /** Keys that sign status statements. */
  status: KeyDocumentReceipts
  /** Keys that sign receipts exported as credentials or DSSE envelopes. Absent in documents from before exports existed. */
  exports?: KeyDocumentReceipts
  /** Keys that sign offers and receipts of payments by x402. Absent in documents from before these were signed. */
  payments?: KeyDocumentReceipts
  /** Transparency log of production; null if there is none. */
  log?: KeyDocumentLog
  /** Transparency log of the sandbox; null if there is none. */
  demo_log?: KeyDocumentLog
  /** SHA-256 of the previous document; null in the first, and if `parts` lists the documents instead. */
  prev_document_hash: string | null
  /** Documents of the environments that this document combines. */
  parts?: {
    /** Document of the production environment. */
    production?: KeyDocumentPartsProduction
    /** Document of the sandbox. */
    demo?: KeyDocumentPartsProduction
  }
  /** Time at which the root key confirmed that this document is current. */
  as_of?: string
  /** Signature for clients that pin the root key. Absent if the root key has not signed this document. */
  root_signature?: RootSignature
}

/** Transparency log of production; null if there is none. */
export type KeyDocumentLog = {
  /** Name of the log. */
  origin: string
  /** Public key of the log in the signed note format. */
  vkey: string
  /** Earlier public keys of the log that are still trusted. */
  previous_vkeys: string[]
} | null

/** Document of the production environment. */
export interface KeyDocumentPartsProduction {
  /** Version number of the document of this environment. */
  version: number
  /** SHA-256 of the published document of this environment. */
  document_hash: string
  /** SHA-256 of the previous document of this environment; null in the first. */
  prev_document_hash: string | null
}

export interface KeyDocumentProduction {
  /** SHA-256 of the public key. */
  key_id: string
  /** Signature algorithm. */
  algorithm: 'Ed25519'
  /** Raw public key in base64url. */
  public_key: string
  /** Status of the key. */
  status: 'active' | 'retiring' | 'retired' | 'revoked'
  /** Time from which signatures of the key are valid. */
  not_before: string
  /** Time after which signatures of the key are no longer valid; null if there is no such time. */
  not_after: string | null
  /** Time at which the key was retired; null while it is in use. */
  retired_at: string | null
}

/** Keys that sign receipts. */
export interface KeyDocumentReceipts {
  /** Keys of the production environment. */
  production: KeyDocumentProduction[]
  /** Keys of the sandbox. */
  demo: KeyDocumentProduction[]
}

export interface KeyExchangeRequest {
  /** A grant, good for one exchange. */
  grant_token: string
}

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

export interface ModelRewrites {
  /** Name of the model that wrote them. */
  model: string
  /** Sentences in place of `source_span`. Each compiles as it stands, with known fields and without a number, time or quoted word of its own. */
  rewrites: string[]
}

export interface NextStep {
  /** Next step in the Spool. */
  type: 'settle' | 'submit_evidence' | 'rerun_allowed' | 'await_confirmation' | 'sign_settlement' | 'terminal' | 'new_spool'
  /**
   * Same value as `type`. Deprecated: use `type`.
   * @deprecated
   */
  action: 'settle' | 'submit_evidence' | 'rerun_allowed' | 'await_confirmation' | 'sign_settlement' | 'terminal' | 'new_spool'
  /** Party that takes the next step. */
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
  /** Which type. Default: `dataset`. */
  type?: 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation' | undefined
  /** The rows, each a JSON object. */
  rows: JsonRows
  /** How its submitter came by it. */
  provenance?: EvidenceRequestProvenance | undefined
  /** Where it comes from, as its sender calls it. */
  source?: string | undefined
}

export interface OneCallRequest {
  /** The conditions that the work must meet, or how many there are. */
  conditions?: readonly (string | {
    /** Description of the condition for people. The checker or method decides, not this text. */
    description: string
    /** Whether it must be met, or how many must. */
    required?: boolean | undefined
    /** Who or what decides the condition. */
    verification_method?: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool' | undefined
    /** Checker with its parameters, as a single object. Required for the method `deterministic`. */
    deterministic_check?: PreflightDeterministicCheck | undefined
    /** Requirements that the evidence must meet. A single object is treated as a list of one. */
    evidence_requirements?: EvidenceRequirement | readonly EvidenceRequirement[] | undefined
    /** Of the Spool that the condition was read from; means nothing here. */
    id?: string | undefined
    /** Of the Spool that the condition was read from; means nothing here. */
    last_result?: unknown
    /** Of the Spool that the condition was read from; means nothing here. */
    reads_as?: string | undefined
  })[] | undefined
  /** In place of conditions. */
  recipe?: RecipeReference | undefined
  /** What the whole delivery is worth, in cents. */
  max_amount_cents?: number | undefined
  /** Number of the unit, from 1; in a request, how many there are and what each earns. */
  unit?: UnitizationInput | undefined
  /** What was delivered, item by item. */
  evidence: OneCallEvidence
  /** How the money moves. */
  settlement?: 'external' | 'managed' | undefined
  /** Names the request, so that sending it again repeats its answer and not its effect. */
  idempotency_key?: string | undefined
  /** Fields that the rows have, as names or as objects. A noun of a plain text is taken for a field when it is one of their names or aliases, or when the text marks it as a field. */
  fields?: readonly (string | RowField)[] | undefined
  /** Noun that one row is called by in the text, such as `caption`. */
  unit_name?: string | undefined
  /** Time that relative times of the text count from. Without it, `by Friday` has no candidates. */
  as_of?: string | undefined
  /** IANA time zone, for the candidates of a time that names no zone. */
  time_zone?: string | undefined
  /** Kind of the party that asks. Judgment is not left to a person where an agent or a service asks. */
  declared_actor_type?: 'human' | 'agent' | 'org' | 'service' | undefined
}

export interface OneCallResponse {
  /** Id of the Spool. */
  spool_id: string
  /** What was earned, in cents. */
  earned_cents: number
  /** Units that were accepted; of a delivery without units 1 or 0. */
  accepted: number
  /** Units that were rejected. */
  rejected: number
  /** Rejected units, each with its first reason: a cause that the guide lists, with the field where it is about one. */
  rejections: PreflightRejection[]
  /** Whether there are more than are listed. */
  rejections_truncated?: boolean
  /** The signed receipt. */
  receipt: OutcomeReceipt | null
  /** Page of the receipt. */
  receipt_url: string | null
  /** Id of the run; null where none was needed. */
  verification_run_id: string
  /** Whether nothing can change the verdict. */
  terminal: boolean
  /** Whether something earned can be settled now. */
  settlement_eligible: boolean
  /** Whether the caller may submit more evidence. */
  can_resubmit_evidence: boolean
  /** Whether the caller may verify again. */
  can_rerun: boolean
  /** Who does what next, and why. */
  next_step: NextStep
  /** Who decides the required conditions. */
  decision_authority: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
  /** What to do about the first thing that is wrong. */
  corrective_hint?: string
  /** The lower-level signed verdict. */
  attestation: Attestation | null
  /** Where the names of fields come from by which plain text was read: `fields` of the request, or the rows. */
  fields_from?: 'request' | 'rows'
  /** Whether receipts are signed here. */
  signing?: 'not_configured'
  /** The service itself could not look at what the verdict needs, so that it is uncertain: nothing is charged for the run. */
  charged?: false
}

export type OutcomeReceipt = {
  /** Name and version of the document format. */
  schema: string
  /** ID of the receipt. */
  id: string
  /** Environment in which the receipt was issued. */
  environment: 'production' | 'demo'
  /** The agreement that was verified. */
  agreement: {
    /** ID of the Spool. */
    spool_id: string
    /** Version number of the agreement. */
    agreement_version: number
    /** SHA-256 of the canonical JSON of the agreement. */
    agreement_hash: string
    /** Acceptance of the agreement by its parties. */
    acceptance: CompiledSpoolAcceptance
    /** Digest of the accepted quote. Present only on Spools of type `agent_task`. */
    quote_digest?: string
    [name: string]: unknown
  }
  /** The verification run, with the versions of the rules that it applied. */
  verification: {
    /** Version of the plan format. */
    plan_version: string
    /** SHA-256 of the canonical JSON of the verification plan. */
    plan_hash: string
    /** Version of the compiler that made the plan from the agreement. */
    compiler_version: string
    /** Version of the rules for accepting evidence. */
    evidence_policy_version: string
    /** ID of the verification run. */
    run_id: string
    /** SHA-256 of the findings of the run. */
    run_digest: string
    /** Rule that combines the condition results into the verdict. */
    aggregation_policy: {
      /** Name of the rule. */
      policy_id: string
      /** Version of the rule. */
      policy_version: string
    }
    /** Authority that decides the mandatory conditions. */
    decision_authority?: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
    /** Number of this run among the runs of the Spool; the first run is 1. */
    attempt?: number
    [name: string]: unknown
  }
  /** Merkle root over the entries of `evidence`. */
  evidence_root: string
  /** Evidence that the run considered. */
  evidence: {
    /** ID of the evidence item; null if it is missing. */
    evidence_id: string | null
    /** ID of the condition that the item supports. */
    condition_id: string
    /** Status of the evidence in the run. Only `present` evidence can satisfy a condition. */
    status: 'present' | 'missing' | 'stale' | 'unavailable' | 'provenance_unsatisfied'
    /** Type of evidence. */
    type: string
    /** Kind of claim that the evidence supports. */
    claim_class: string
    /** Method by which the evidence was obtained. */
    provenance: string
    /** SHA-256 of the content; null if the service stores only a reference to it. */
    content_digest: string | null
    /** Time at which the submitter says the evidence was observed; null if none was given. */
    observed_at: string | null
    /** Time at which the service received the evidence; null if it is missing. */
    received_at: string | null
    /** SHA-256 of the evidence that a confirmation applies to. Present only on confirmations. */
    confirmed_evidence_digest?: string
    /** Party that submitted the item, if it did so in the name of the other party. */
    supplied_by?: 'buyer' | 'provider'
    /** Party in whose name the other party submitted the item. */
    on_behalf_of?: 'buyer' | 'provider'
  }[]
  /** Result of each condition. */
  condition_results: PreflightConditionResult[]
  /** Verdict of the run. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** Counts of the units; null if the work is not split into units. */
  units: {
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
    unit_results_digest: string
  } | null
  /** Earned and committed amounts. */
  amounts: {
    /** Value of the accepted units, as a decimal with two places. */
    earned: string
    /** Value of all agreed units, as a decimal with two places. */
    committed: string
    /** Currency of the amounts. */
    asset: 'USD'
    /** Number of decimal places in the amounts. */
    decimals: 2
  }
  /** Number and hash of the last event of the Spool before the run. */
  history: {
    /** Sequence number of the event; the first event is 1. */
    seq: number
    /** SHA-256 of the canonical JSON of the event. */
    hash: string
  }
  /** Payer and provider, identified by pseudonyms. */
  actors: {
    /** The party that pays. */
    payer: OutcomeReceiptPayer
    /** The party that delivers. */
    provider: OutcomeReceiptPayer
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
  supersedes?: string
  /** Time at which the receipt was signed. */
  issued_at: string
  /** Random value that makes the receipt unique. */
  nonce: string
  /** Signature algorithm. */
  algorithm: 'Ed25519'
  /** SHA-256 of the public key that verifies the signature. */
  signing_key_id: string
  /** Ed25519 signature in base64url. */
  signature: string
  /** Result of each unit. Not part of the signed text, but bound to it by `units.unit_results_digest`. */
  unit_results?: OutcomeReceiptUnitResult[]
  /** Results of selected units with their Merkle proofs, instead of all unit results. */
  unit_disclosures?: {
    /** Result of one unit. */
    leaf: OutcomeReceiptUnitResult
    /** Position of the unit in the Merkle tree; the first is 0. */
    index: number
    /** Sibling hashes from the leaf to the Merkle root. */
    proof: string[]
  }[]
  /** Proof of inclusion in the transparency log, in the C2SP tlog-proof format. Present once the receipt is logged; not part of the signed text. */
  log_proof?: string
  /** Signed statement of the receipt status, valid for 24 hours. */
  status_proof?: StatusProof
  /** Data added by third parties, such as co-signatures. It is neither signed nor checked. */
  extensions?: { [name: string]: unknown }
  [name: string]: unknown
}

/** The party that pays. */
export interface OutcomeReceiptPayer {
  /** Pseudonym of the party. */
  subject: string
  /** Kind of party, such as a person, an organization or an agent. */
  kind: string
}

export interface OutcomeReceiptUnitResult {
  /** Number of the unit; the first unit is 1. */
  unit: number
  /** Result of the unit. */
  result: 'pass' | 'fail' | 'uncertain'
  /** Reasons why the unit was not accepted; at most five. */
  reasons: {
    /** ID of the condition that the unit did not meet. */
    condition_id: string
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

export interface PackAccepted {
  /** Status of the payment. */
  status: 'payment_accepted'
  /** ID of the purchase. */
  purchase_id: string
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

export interface Preflight {
  /** Nothing was stored, signed or charged. */
  dry_run: true
  /** As they bind, compiled. */
  conditions: PreflightCondition[]
  /** How many units there are, and what each earns; null where the work is one. */
  unitization: Unitization | null
  /** The value. */
  value: PreflightValue
  /** Of these conditions under the ids of this dry run. */
  plan_hash: string
  /** What the run would cost. */
  price: PreflightPrice
  /** The verdict, or what was found. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** What was earned, in cents. */
  earned_cents: number
  /** Units that were accepted; of a delivery without units 1 or 0. */
  accepted: number
  /** Units that were rejected. */
  rejected: number
  /** Rejected units, each with its first reason: a cause that the guide lists, with the field where it is about one. */
  rejections: PreflightRejection[]
  /** Whether there are more than are listed. */
  rejections_truncated?: boolean
  /** What was found of each condition. */
  condition_results: PreflightConditionResult[]
  /** Who decides the required conditions. */
  decision_authority: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
  /** What to do about the first thing that is wrong. */
  corrective_hint?: string
  /** Where the names of fields come from by which plain text was read: `fields` of the request, or the rows. */
  fields_from?: 'request' | 'rows'
}

/** Claim that the evidence must support. Required for the method `ai_assisted`. */
export interface PreflightClaimCited {
  /** Claim that the evidence must support. */
  claim: string
  /** Source of the evidence to check. If omitted, all evidence for the condition is checked. */
  evidence_ref?: string | undefined
}

export interface PreflightCondition {
  /** ID of the condition. */
  id: string
  /** Description of the condition for people. The checker or method decides, not this text. */
  description: string
  /** True if the verdict depends on the condition. */
  required: boolean
  /** Method that decides the condition: a checker, the parties, a model, or an external party. */
  verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Checker with its parameters, for the method `deterministic`. */
  deterministic_check?: PreflightDeterministicCheck
  /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
  confirmation_method?: 'buyer_confirm' | 'both_confirm'
  /** Claim that the evidence must support. Required for the method `ai_assisted`. */
  claim_cited?: PreflightClaimCited
  /** External party whose signed result decides the condition. Required for the method `external_tool`. */
  external_judge?: ExternalJudge
  /** Requirements that the evidence must meet. */
  evidence_requirements?: EvidenceRequirement[]
  /** The check in a sentence, as the service reads it; `description` has the words of its author. */
  reads_as?: string
}

export interface PreflightConditionResult {
  /** ID of the condition. */
  condition_id: string
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
  evidence_refs: string[]
  /** Explanation of the result. */
  reason: string
}

/** Checker with its parameters, for the method `deterministic`. */
export type PreflightDeterministicCheck = {
  /** Name of the checker. */
  checker: 'row_count'
  /** The agreed value. */
  expected?: number | undefined
  /** Least number of rows, or least length. */
  min?: number | undefined
  /** Greatest number of rows, or greatest length. */
  max?: number | undefined
} | {
  /** Name of the checker. */
  checker: 'completeness'
  /** Fields that every row must have. */
  required_fields: readonly string[]
  /** Whether a blank value counts as missing. */
  treat_blank_as_missing?: boolean | undefined
  /** How many of the required fields a row must have; all of them when left out. */
  at_least?: number | undefined
  /** Rows that the check is about; the others pass. */
  where?: BundledAgreementWhere | undefined
  /** Share of rows that must pass, in hundredths of a percent; the check then judges the delivery as a whole. */
  min_share_bp?: number | undefined
  /** Whether the share must be more than min_share_bp, and not only reach it. */
  share_exclusive?: boolean | undefined
} | {
  /** Name of the checker. */
  checker: 'duplicate_rate'
  /** Fields whose values together must not repeat. */
  key_fields: readonly string[]
  /** Greatest share of repeated rows, in hundredths of a percent. */
  max_rate_bp?: number | undefined
  /** Whether upper and lower case differ. */
  case_sensitive?: boolean | undefined
  /** Whether spaces at the ends are ignored. */
  trim?: boolean | undefined
  /** Rows without any key value: rejected, or ignored. */
  empty_keys?: 'reject' | 'ignore' | undefined
} | {
  /** Name of the checker. */
  checker: 'url_format'
  /** Name of a field of the rows. */
  field?: string | undefined
  /** Schemes that an address may begin with. */
  schemes?: readonly string[] | undefined
  /** Whether the host must be a public name. */
  require_public_host?: boolean | undefined
  /** Whether a blank value passes. */
  allow_empty?: boolean | undefined
  /** Share of rows that must pass, in hundredths of a percent; the check then judges the delivery as a whole. */
  min_share_bp?: number | undefined
  /** Whether the share must be more than min_share_bp, and not only reach it. */
  share_exclusive?: boolean | undefined
} | {
  /** Name of the checker. */
  checker: 'json_path'
  /** Where the value is, as a JSON path. */
  path: string
  /** How the value is compared. */
  operator?: 'exists' | 'not_exists' | 'equals' | 'not_equals' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'contains' | 'matches' | 'not_matches' | 'type' | 'count_equals' | 'format' | undefined
  /** The value. */
  value?: unknown
  /** JSON path of another value of the same row or document, which is compared with in place of value. */
  value_path?: string | undefined
  /** Whether all selected values count, or one is enough. */
  quantifier?: 'all' | 'any' | undefined
  /** What it reaches. */
  scope?: 'document' | 'row' | undefined
  /** Reads the values as days or as times with an offset. */
  as?: 'time' | undefined
  /** Compares the length of the values: characters or words of a text, or items of a list. */
  measure?: 'characters' | 'words' | 'items' | undefined
  /** Least number of rows, or least length. */
  min?: number | undefined
  /** Greatest number of rows, or greatest length. */
  max?: number | undefined
  /** What the selected values come to together, exactly; a value that is no number fails a sum, mean, min or max. */
  aggregate?: 'sum' | 'mean' | 'min' | 'max' | 'count' | 'distinct' | undefined
  /** Whether not_matches looks for the pattern anywhere in the text. */
  partial?: boolean | undefined
  /** Whether a value that is missing, null or blank passes. */
  when_missing?: 'fail' | 'pass' | undefined
  /** Rows that the check is about; the others pass. */
  where?: BundledAgreementWhere | undefined
  /** Share of rows that must pass, in hundredths of a percent; the check then judges the delivery as a whole. */
  min_share_bp?: number | undefined
  /** Whether the share must be more than min_share_bp, and not only reach it. */
  share_exclusive?: boolean | undefined
} | {
  /** Name of the checker. */
  checker: 'http_status'
  /** The address. */
  url?: string | undefined
  /** Name of a field of the rows. */
  field?: string | undefined
  /** The agreed value. */
  expected?: number | readonly number[] | string | undefined
  /** By which method. */
  method?: 'HEAD' | 'GET' | undefined
  /** Redirects that are followed. */
  max_redirects?: number | undefined
  /** Milliseconds to wait for the page. */
  timeout_ms?: number | undefined
} | {
  /** Name of the checker. */
  checker: 'text_contains'
  /** The text. */
  text?: string | undefined
  /** Phrases that must all be there. */
  all_of?: readonly string[] | undefined
  /** Phrases of which one must be there. */
  any_of?: readonly string[] | undefined
  /** Phrases that must not be there. */
  none_of?: readonly string[] | undefined
  /** Whether upper and lower case differ. */
  case_sensitive?: boolean | undefined
  /** How texts are made alike before they are compared. */
  normalize?: 'nfkc_ws' | 'none' | undefined
  /** Name of a field of the rows. */
  field?: string | undefined
  /** Share of rows that must pass, in hundredths of a percent; the check then judges the delivery as a whole. */
  min_share_bp?: number | undefined
  /** Whether the share must be more than min_share_bp, and not only reach it. */
  share_exclusive?: boolean | undefined
} | {
  /** Name of the checker. */
  checker: 'hash_matches'
  /** The agreed value. */
  expected: string
  /** The algorithm. */
  algorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
  /** What the digest is over. */
  over?: 'content' | 'canonical_json' | undefined
  /** Name of a field of the rows. */
  field?: string | undefined
} | {
  /** Name of the checker. */
  checker: 'deadline_met'
  /** Latest time, with its offset. */
  deadline: string
  /** Which time the deadline is held against. */
  basis?: 'received_at' | 'field' | 'source_timestamp' | undefined
  /** Name of a field of the rows. */
  field?: string | undefined
  /** Seconds that a delivery may be late. */
  grace_seconds?: number | undefined
}

/** What the run would cost. */
export interface PreflightPrice {
  /** Version of the price list. */
  pricing_version: string
  /** Price of the run, in millionths of a dollar. */
  verification_micros: string
  /** Price of compiling, in millionths of a dollar. */
  compile_micros: string
  /** Sum, in millionths of a dollar. */
  total_micros: string
  /** What the run would be paid from. */
  covered_by: 'allowance' | 'credits' | 'free' | 'nothing'
}

export interface PreflightRejection {
  /** Number of the unit; the first unit is 1. */
  unit: number
  /** First reason for the rejection: a code, with the name of the field if there is one. */
  reason: string
  /** Number of the earlier unit that this unit duplicates. */
  duplicate_of?: number
}

/** The value. */
export interface PreflightValue {
  /** Amount in cents. */
  amount_cents: number
  /** The currency. */
  currency: 'USD'
}

export interface ProviderOnboarding {
  /** URL of the page on which the provider sets up payouts. It works once. */
  url: string
  /** Time at which the URL expires. */
  expires_at: string
  /** True if the provider can be paid. */
  ready: boolean
}

export interface Quote {
  /** ID of the quote. */
  quote_id: string
  /** ID of the quoted Spool. */
  spool_id: string
  /** Version of the agreement that was quoted. */
  agreement_version: number
  /** SHA-256 of the canonical JSON of the verification plan that was quoted. */
  plan_hash: string
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
      expiry?: string
    }
    /** SHA-256 of the canonical JSON of the other members. */
    digest: string
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
  expires_at: string
  /** SHA-256 of the quote. Send it back to accept the quote. */
  quote_digest: string
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

export interface Readiness {
  /** That of production where it is hosted, so that nothing of the sandbox takes production out of service. */
  status: 'ready' | 'not_ready'
  /** What was asked for `status`. A service can do its work when it answers, writes a row and has a message stored. All are failing while the environment has not started. */
  checks: {
    /** The database of keys and sessions takes writes. */
    store: 'ok' | 'failing'
    /** The store of rate limits answers. */
    rate_limit: 'ok' | 'failing'
    /** The message bus answers. */
    queue: 'ok' | 'failing'
    /** The service of agreements and deliveries can do its work. */
    spool: 'ok' | 'failing'
    /** The service that judges deliveries can do its work. */
    verification: 'ok' | 'failing'
    /** The service of credits and payments can do its work. */
    billing: 'ok' | 'failing'
    /** The service that signs can do its work: it has an active key for each purpose that a verification needs. */
    signing: 'ok' | 'failing'
  }
  /** Why services of the checks are failing, and what the operator does about it. */
  problems: {
    /** The service that cannot do its work. */
    service: 'spool' | 'verification' | 'billing' | 'signing'
    /** What fails of the service. */
    part: 'service' | 'store' | 'queue' | 'signing_keys'
    /** One of the reasons of errors. */
    reason: string
    /** What is wrong. */
    message: string
    /** What the operator does about it. */
    remediation?: string
  }[]
  /** Each environment that is hosted: whether all of its checks pass, and `not_started` while requests to it are refused with 503. */
  environments: {
    /** Of production. */
    production?: 'ready' | 'not_ready' | 'not_started'
    /** Of the sandbox. */
    demo?: 'ready' | 'not_ready' | 'not_started'
  }
  /** Lanes that take payments for single calls; nothing else waits for them. `mismatch`: the chain has another token than the one configured, so the lane stays off. `unreachable`: the chain or the facilitator does not answer. */
  payments: {
    /** Whether credits can be bought by x402. */
    x402: 'open' | 'off' | 'unreachable' | 'mismatch' | 'unknown'
  }
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
  /** Time as of which deadlines and ages were evaluated. */
  evaluated_at: string
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
  validFrom: string
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
    receipt_id: string
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
    receipt_digest: string
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
    keyid: string
    /** Base64-encoded Ed25519 signature. */
    sig: string
  }[]
}

export interface ReceiptRecord {
  /** The signed receipt. */
  receipt: OutcomeReceipt
  /** Current status of the receipt. */
  status: ReceiptStatusV1
  /** URL of the receipt page. */
  receipt_url: string
  /** ID of the Spool that the receipt belongs to. */
  spool_id: string
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

export interface ReceiptStatus {
  /** ID of the receipt. */
  receipt_id: string
  /** Current status of the receipt. */
  status: 'active' | 'corrected' | 'revoked' | 'unknown'
  /** Notices that explain the status, newest first. */
  advisories: ConsumptionAdvisory[]
  /** Time at which the status was read. */
  checked_at: string
  /** Signed statement of the status, valid for 24 hours. */
  status_proof?: StatusProof
}

export interface ReceiptStatusV1 {
  /** ID of the receipt. */
  receipt_id: string
  /** Current status of the receipt. */
  status: 'active' | 'corrected' | 'revoked' | 'unknown'
  /** Notices that explain the status, newest first. */
  advisories: ConsumptionAdvisory[]
  /** Time at which the status was read. */
  checked_at: string
  /** Signed statement of the status, valid for 24 hours. */
  status_proof?: StatusProof
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
  recipe_hash: string
}

export interface RecipeReference {
  /** Name and version of the recipe. */
  id: string
  /** Expected hash of the recipe. The request is refused if the recipe has another hash. */
  recipe_hash?: string | undefined
  /** Values of the recipe parameters, by name. */
  params?: { [name: string]: unknown } | undefined
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

export interface RootSignature {
  /** SHA-256 of the public root key. */
  key_id: string
  /** Ed25519 signature in base64url. */
  signature: string
}

export interface RowField {
  /** Name. */
  name: string
  /** Meaning of the field, for people. */
  description?: string | undefined
  /** Other names of the field. A noun that is one of them means this field. */
  aliases?: readonly string[] | undefined
  /** Type of the values of the field. */
  type?: 'text' | 'number' | 'boolean' | 'list' | 'object' | 'time' | undefined
  /** Unit of the values. `percent` counts to 100 and `fraction` to 1, so that 99.9% is 99.9 or 0.999. */
  unit?: string | undefined
  /** Every value that the field can have. */
  values?: readonly (string | number | boolean)[] | undefined
}

export interface SandboxSession {
  /** The token. It is shown once. */
  token: string
  /** When it ends. */
  expires_at: string
  /** What the session may use. */
  limits: SandboxSessionLimits
}

/** What the session may use. */
export interface SandboxSessionLimits {
  /** Compilations. */
  compiles: number
  /** Spools. */
  spools: number
  /** Verifications. */
  verifies: number
}

export interface SandboxSessionState {
  /** When it ends. */
  expires_at: string
  /** What the session may use. */
  limits: SandboxSessionLimits
  /** What is left. */
  remaining: SandboxSessionLimits
  /** What was used. */
  used: SandboxSessionLimits
  /** Spools. */
  spools: {
    /** Its id. */
    id: string
    /** Which type. */
    type: string
    /** Its status. */
    status: { [name: string]: string }
    /** When it was made. */
    created_at: string
    /** Addresses of related resources. */
    links: {
      /** Its own address. */
      self: string
    }
  }[]
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
  spool_id: string
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
  revoked_at: string | null
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
    call: SettlementGrantCall
  }
}

/** Contract call with which the account revokes the permission. */
export interface SettlementGrantCall {
  /** Address of the contract to call. */
  to: string
  /** Encoded call data in hexadecimal. */
  data: string
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
  spool_id: string
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
  approve_transaction: SettlementGrantCall
  /** Maximum cost of the work including all fees, in cents. */
  maximum_all_in_cents: number
  /** Maximum amount that can be spent, in the smallest unit of the token. */
  allowance_units: string
  /** Requirements that the account must meet. */
  requirements: string[]
  /** Time at which the permission expires. */
  expires_at: string
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

export interface SharedSpool {
  /** ID of the Spool. */
  id: string
  /** ID under which anyone with the share link can read the Spool. */
  share_id: string
  /** Version number of the Spool. Each change increases it. */
  version: number
  /** Environment of the Spool. */
  environment: 'production' | 'demo'
  /** Type of work that the Spool covers. */
  type: 'goods_in_person' | 'service' | 'digital' | 'agent_task'
  /** Time at which the Spool was created. */
  created_at: string
  /** Time of the last change. */
  updated_at: string
  /** Current states of the Spool. */
  status: SpoolStatus
  /** Code that explains the status; null if the status needs no explanation. */
  status_reason: string | null
  /** Version, hashes and acceptance of the agreement. */
  agreement: SpoolAgreement
  /** The two parties of the agreement. */
  parties: SpoolParty[]
  /** Agreed price of the whole delivery. */
  value: SpoolValue
  /** The work to deliver. */
  deliverable: SpoolDeliverable
  /** Terms of the agreement in words, which no checker tests. */
  terms: {
    /** Text of the term. */
    text: string
    /** Origin of the text of the term. */
    provenance: {
      /** Kind of source that the term comes from. */
      source: string
    }
  }[]
  /** Conditions that the delivery must meet. */
  conditions: {
    /** ID of the condition. */
    id: string
    /** Description of the condition for people. The checker or method decides, not this text. */
    description: string
    /** True if the verdict depends on the condition. */
    required: boolean
    /** Method that decides the condition: a checker, the parties, a model, or an external party. */
    verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
    /** Checker with its parameters, for the method `deterministic`. */
    deterministic_check?: PreflightDeterministicCheck
    /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
    confirmation_method?: 'buyer_confirm' | 'both_confirm'
    /** Claim that the evidence must support. Required for the method `ai_assisted`. */
    claim_cited?: PreflightClaimCited
    /** External party whose signed result decides the condition. Required for the method `external_tool`. */
    external_judge?: ExternalJudge
    /** Requirements that the evidence must meet. */
    evidence_requirements: EvidenceRequirement[]
    /** The check in a sentence, as the service reads it; `description` has the words of its author. */
    reads_as?: string
    /** Result of the condition in the latest run; null before the first. */
    last_result: SharedSpoolLastResult
  }[]
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** Fee and expiry. */
  economics: {
    /** Fee that the parties agreed on, in cents. */
    fee_cents?: number
    /** Time until which the proposal can be accepted. */
    expiry?: string
  }
  /** Submitted evidence. */
  evidence: {
    /** ID of the condition that the item supports. */
    condition_id: string
    /** Type of evidence. */
    type: string
    /** `judged` if the latest verification run included the item, otherwise `waiting`. */
    status: 'judged' | 'waiting'
    /** SHA-256 of the content; null if the service stores only a reference to it. */
    content_digest: string | null
    /** Time at which the service received the evidence. */
    received_at: string
  }[]
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
  verification_summary: SpoolVerificationSummary
  /** Instruction for correcting the first problem of the delivery. */
  corrective_hint?: string
  /** ID of the latest receipt; null before the first. */
  latest_receipt_id: string | null
  /** IDs of the open disputes. Visible only to the parties. */
  open_disputes: string[]
  /** Number of unresolved payment discrepancies. */
  open_discrepancies: number
  /** Limits on how often and how long the delivery can be verified. */
  finality: SpoolFinality
  /** Rules for disputes over a receipt. */
  dispute_policy: SpoolDisputePolicy
  /** Action that the creator intends to take depending on the verdict; null if none was declared. It has no effect on the verdict. */
  gated_action: string | null
  /** Current quote; null if there is none. Only Spools of type `agent_task` have quotes. */
  pricing_quote: Quote | null
}

/** Result of the condition in the latest run; null before the first. */
export type SharedSpoolLastResult = {
  /** Result of the condition. */
  result: string
  /** ID of the run. */
  run_id: string
} | null

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

export interface Spool {
  /** ID of the Spool. */
  id: string
  /** ID under which anyone with the share link can read the Spool. */
  share_id: string
  /** Version number of the Spool. Each change increases it. */
  version: number
  /** Environment of the Spool. */
  environment: 'production' | 'demo'
  /** Type of work that the Spool covers. */
  type: 'goods_in_person' | 'service' | 'digital' | 'agent_task'
  /** Time at which the Spool was created. */
  created_at: string
  /** Time of the last change. */
  updated_at: string
  /** Current states of the Spool. */
  status: SpoolStatus
  /** Code that explains the status; null if the status needs no explanation. */
  status_reason: string | null
  /** Version, hashes and acceptance of the agreement. */
  agreement: SpoolAgreement
  /** The two parties of the agreement. */
  parties: SpoolParty[]
  /** Agreed price of the whole delivery. */
  value: SpoolValue
  /** The work to deliver. */
  deliverable: SpoolDeliverable
  /** Terms of the agreement in words, which no checker tests. */
  terms: SpoolTerm[]
  /** Conditions that the delivery must meet. */
  conditions: SpoolCondition[]
  /** Number of units and the price of each; null if the work is not split into units. */
  unitization: Unitization | null
  /** Fee, expiry and permitted actions. */
  economics: SpoolEconomics
  /** Submitted evidence. */
  evidence: Evidence[]
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
  verification_summary: SpoolVerificationSummary
  /** Instruction for correcting the first problem of the delivery. */
  corrective_hint?: string
  /** ID of the latest receipt; null before the first. */
  latest_receipt_id: string | null
  /** IDs of the open disputes. Visible only to the parties. */
  open_disputes: string[]
  /** Number of unresolved payment discrepancies. */
  open_discrepancies: number
  /** Limits on how often and how long the delivery can be verified. */
  finality: SpoolFinality
  /** Rules for disputes over a receipt. */
  dispute_policy: SpoolDisputePolicy
  /** Action that the creator intends to take depending on the verdict; null if none was declared. It has no effect on the verdict. */
  gated_action: string | null
  /** Note of the creator on the intended action; null if there is none. */
  gated_action_note: string | null
  /** Current quote; null if there is none. Only Spools of type `agent_task` have quotes. */
  pricing_quote: Quote | null
  /** Hold on the card of the buyer. Present once the buyer has committed to pay by card. */
  card_hold?: CardHold
  /** Link with which the provider sets up payouts. */
  provider_onboarding?: ProviderOnboarding
  /** Party that the sandbox session acted as, or whose view was read. Omitted for API keys. */
  acted_as?: SpoolActedAs
}

/** Party that the sandbox session acted as, or whose view was read. Omitted for API keys. */
export interface SpoolActedAs {
  /** ID of the party. */
  party_id: string
  /** Role of the party in the agreement. */
  role: 'buyer' | 'seller' | 'client' | 'provider'
}

/** Version, hashes and acceptance of the agreement. */
export interface SpoolAgreement {
  /** `bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone. */
  mode: 'bilateral' | 'unilateral'
  /** Version number of the agreement. Each amendment increases it by one. */
  version: number
  /** SHA-256 of the canonical JSON of the agreement. */
  agreement_hash: string
  /** SHA-256 of the canonical JSON of the verification plan. */
  plan_hash: string
  /** Acceptance of the agreement by its parties; null before it is accepted. */
  acceptance: CompiledSpoolAcceptance | null
}

export interface SpoolCondition {
  /** ID of the condition. */
  id: string
  /** Description of the condition for people. The checker or method decides, not this text. */
  description: string
  /** True if the verdict depends on the condition. */
  required: boolean
  /** Method that decides the condition: a checker, the parties, a model, or an external party. */
  verification_method: 'deterministic' | 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Checker with its parameters, for the method `deterministic`. */
  deterministic_check?: PreflightDeterministicCheck
  /** Parties that must confirm the condition. Required for the method `human_confirmed`. */
  confirmation_method?: 'buyer_confirm' | 'both_confirm'
  /** Claim that the evidence must support. Required for the method `ai_assisted`. */
  claim_cited?: PreflightClaimCited
  /** External party whose signed result decides the condition. Required for the method `external_tool`. */
  external_judge?: ExternalJudge
  /** Requirements that the evidence must meet. */
  evidence_requirements: EvidenceRequirement[]
  /** The check in a sentence, as the service reads it; `description` has the words of its author. */
  reads_as?: string
  /** Result of the condition in the latest run; null before the first. */
  last_result: SharedSpoolLastResult
  /** Confirmations by the parties and the evidence that they refer to. Present only on conditions that the parties confirm. */
  confirmation?: ConditionConfirmation
}

/** The work to deliver. */
export interface SpoolDeliverable {
  /** Kind of deliverable, in the words of the creator. */
  type: string
  /** Title of the deliverable. */
  title: string
  /** Description of the deliverable for people. */
  description: string
  /** Additional properties of the deliverable, by name. */
  attributes: { [name: string]: string }
}

/** Rules for disputes over a receipt. */
export interface SpoolDisputePolicy {
  /** Number of hours after a receipt is issued in which a dispute can be opened. */
  window_hours: number
  /** True if settlement is paused while a dispute is open. */
  holds_settlement: boolean
  /** Party that resolves disputes. */
  resolver: string
  /** Name or ID of the external resolver. */
  resolver_ref?: string
}

/** Fee, expiry and permitted actions. */
export interface SpoolEconomics {
  /** Fee that the parties agreed on, in cents. */
  fee_cents?: number
  /** Time until which the proposal can be accepted. */
  expiry?: string
  /** Actions that the caller can take now. */
  allowed_actions: ('propose' | 'accept' | 'decline' | 'amend' | 'quote' | 'cancel' | 'abandon' | 'commit' | 'evidence' | 'verify' | 'external-result' | 'onboard-provider' | 'complete')[]
}

export interface SpoolEvent {
  /** ID of the event. */
  id: string
  /** Type of the event. */
  type: string
  /** Time of the event. */
  at: string
  /** Actor that caused the event. */
  actor: {
    /** ID of the party; null if the actor is not a party. */
    party_id: string | null
    /** Kind of actor. */
    kind: 'party' | 'service' | 'operator'
  }
  /** Details of the event, depending on its type. */
  data: { [name: string]: unknown }
  /** Sequence number of the event; the first event is 1. */
  seq: number
  /** Hash of the previous event. */
  prev_hash: string
  /** SHA-256 of the canonical JSON of the event without this member. */
  hash: string
}

/** Limits on how often and how long the delivery can be verified. */
export interface SpoolFinality {
  /** `open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after the first verdict. `until`: no run after `closes_at`. */
  mode: 'open' | 'first_verdict' | 'until'
  /** Maximum number of verification runs. */
  max_runs: number
  /** Time after which no run is possible; null if there is no limit. */
  closes_at: string | null
}

export interface SpoolList {
  /** Items of this page. */
  data: Spool[]
  /** True if there are more items after this page. */
  has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface SpoolParty {
  /** ID of the party. */
  party_id: string
  /** Role of the party in the agreement. */
  role: 'buyer' | 'seller' | 'client' | 'provider'
  /** Kind of party. */
  kind: 'human' | 'agent' | 'org' | 'service'
  /** Name of the party, as the other party sees it. */
  display_name: string
  /** True if an account acts for the party. */
  assigned: boolean
  /** True if the party is the caller. */
  is_caller: boolean
  /** Wallet at which the party is paid. */
  settlement_address?: string
  /** Contact details of the party. Visible only to the party and to the creator of the Spool. */
  contact?: string
  /** ID of the account that acts for the party. */
  account_id?: string
  /** ID of the account of the party at the payment processor. */
  processor_account_id?: string
}

/** Current states of the Spool. */
export interface SpoolStatus {
  /** State of the agreement. */
  agreement: 'draft' | 'proposed' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  /** State of the delivery. */
  fulfillment: 'pending' | 'in_progress' | 'evidence_submitted' | 'fulfilled' | 'partially_fulfilled' | 'unfulfilled'
  /** State of the verification. */
  verification: 'pending' | 'awaiting_confirmation' | 'pass' | 'partial' | 'fail' | 'uncertain'
  /** State of the payment. */
  settlement: 'uncommitted' | 'committed' | 'awaiting_signature' | 'releasing' | 'partially_settled' | 'settled' | 'voided' | 'failed'
  /** Overall state of the Spool. */
  outcome: 'active' | 'completed' | 'cancelled' | 'expired'
}

export interface SpoolTerm {
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

/** Agreed price of the whole delivery. */
export interface SpoolValue {
  /** Price, in cents. */
  amount_cents: number
  /** Currency of the price. */
  currency: 'USD'
  /** Payment method that the parties prefer. */
  rail_preference?: string
}

/** Counts of conditions and runs. */
export interface SpoolVerificationSummary {
  /** Number of conditions. */
  conditions: number
  /** Number of conditions that the verdict depends on. */
  required: number
  /** Number of conditions by verification method. */
  by_method: { [name: string]: number }
  /** Number of conditions that this deployment can verify. */
  executable: number
  /** IDs of the conditions that this deployment cannot verify. */
  non_executable: string[]
  /** True if the work is split into units that are accepted and paid one by one. */
  unitized: boolean
  /** Number of verification runs so far. */
  runs: number
  /** Latest verification run; null before the first. */
  last_run: {
    /** ID of the run. */
    run_id: string
    /** Verdict of the run. */
    result: string
    /** Time of the run. */
    at: string
    /** ID of the receipt of the run; null if none was issued. */
    receipt_id: string | null
  } | null
}

export interface StatedCheck {
  /** The words that the entry is about. */
  text: string
  /** Place of the first character of `text`, in UTF-16 code units. */
  start: number
  /** Place after the last character of `text`, in UTF-16 code units. */
  end: number
  /** The condition as it would be agreed. */
  condition: ConditionInput
  /** `unit`: each row is judged for itself. `gate`: the delivery is judged as a whole. */
  applies: 'unit' | 'gate'
}

export interface StatusProof {
  /** Name and version of the document format. */
  schema: string
  /** ID of the receipt. */
  receipt_id: string
  /** Status of the receipt when the statement was signed. */
  status: 'active' | 'corrected' | 'revoked'
  /** Time at which the statement was signed. */
  issued_at: string
  /** Time until which the statement is valid: 24 hours after it was signed. */
  expires_at: string
  /** SHA-256 of the public key that verifies the signature. */
  signing_key_id: string
  /** Ed25519 signature in base64url. */
  signature: string
}

export interface SupersedeRequest {
  /** Reason for the correction. */
  reason: 'evidence_error' | 'confirmation_changed' | 'review_overturned' | 'dispute_resolved'
  /** Notice that readers of the replaced receipt see. */
  advisory: string
  /** IDs of the evidence items that the correction concerns. They must belong to the Spool of the receipt. */
  evidence_ids?: readonly string[] | undefined
}

export interface SupersededReceipt {
  /** The new receipt. */
  receipt: OutcomeReceipt
  /** URL of the page of the new receipt. */
  receipt_url: string
  /** Attestation of the new verdict. */
  attestation: Attestation
  /** ID of the receipt that was replaced. */
  superseded: string
  /** Present and false if the run is not charged because the service itself could not reach data that the verdict needs. */
  charged?: false
}

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

export interface TextQuestion {
  /** The words that the entry is about. */
  text: string
  /** Place of the first character of `text`, in UTF-16 code units. */
  start: number
  /** Place after the last character of `text`, in UTF-16 code units. */
  end: number
  /** Why. */
  reason: 'placeholder' | 'field_unmarked' | 'inexact_value' | 'percent_or_number' | 'time_open' | 'unit_open' | 'misspelt' | 'several_readings' | 'qualified' | 'other_language'
  /** What has to be answered. */
  question: string
  /** Kind of the answer. */
  wants: 'field' | 'number' | 'percentage' | 'time' | 'address' | 'digest' | 'reading' | 'sentence'
  /** Meanings that the words could have, best first. */
  candidates: string[]
  /** The whole condition with each candidate in place, best first: a text, or a list of texts that are one condition each. Each compiles as it stands, except one that holds `{}`, which is the place of a free answer. */
  rewrites: (string | string[])[]
}

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

export interface Unitization {
  /** Number of units to deliver. */
  total_units: number
  /** Price of each accepted unit, in cents. */
  unit_amount_cents: number
  /** Field that identifies a unit in receipts. */
  identity?: UnitizationIdentity
}

/** Field that identifies a unit in receipts. */
export interface UnitizationIdentity {
  /** Name of the field that identifies a unit. */
  source_key: string
  /** `label` shows the value of the field in receipts, `pseudonymous` shows a pseudonym instead. */
  visibility: 'label' | 'pseudonymous'
}

export interface UnitizationInput {
  /** Number of units to deliver. */
  total_units: number
  /** Price of each accepted unit, in cents. */
  unit_amount_cents: number
  /** Field that identifies a unit in receipts. */
  identity?: UnitizationIdentity | undefined
}

export interface UnsupportedText {
  /** The words that the entry is about. */
  text: string
  /** Place of the first character of `text`, in UTF-16 code units. */
  start: number
  /** Place after the last character of `text`, in UTF-16 code units. */
  end: number
  /** Why. */
  reason: string
  /** Method that could judge it. */
  suggested_method: 'human_confirmed' | 'ai_assisted' | 'external_tool'
  /** Condition of that method for a Spool, ready to be sent. */
  condition: ConditionInput
  /** Members that the caller has to add to `condition` before it can be decided. */
  incomplete?: 'external_judge'[]
}

export interface Usage {
  /** Totals per day. */
  days: {
    /** Day in UTC. */
    date: string
    /** Number of verification runs. */
    totalRuns: number
    /** Number of accepted units. A delivery without units counts as one. */
    accepted: number
    /** Number of submitted units. A delivery without units counts as one. */
    submitted: number
    /** Earned value as determined by the runs, in millionths of a US dollar. It may not be settled yet. */
    earned_micros: string
    /** Fees recorded in the ledger, in millionths of a US dollar. They may not be collected yet. */
    fees_accrued_micros: string
    /** Amount paid per request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added. */
    paid_micros: string
    /** Cost of the runs to the service, in millionths of a US dollar. */
    cogs_micros: string
    /** Fraction of runs with the verdict `pass`, from 0 to 1; null if there were no runs. */
    pass_rate: number | null
  }[]
  /** Totals of the whole period. */
  totals: {
    /** Number of verification runs. */
    totalRuns: number
    /** Number of accepted units. A delivery without units counts as one. */
    accepted: number
    /** Number of submitted units. A delivery without units counts as one. */
    submitted: number
    /** Earned value as determined by the runs, in millionths of a US dollar. It may not be settled yet. */
    earned_micros: string
    /** Fees recorded in the ledger, in millionths of a US dollar. They may not be collected yet. */
    fees_accrued_micros: string
    /** Amount paid per request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added. */
    paid_micros: string
    /** Cost of the runs to the service, in millionths of a US dollar. */
    cogs_micros: string
    /** Fraction of runs with the verdict `pass`, from 0 to 1; null if there were no runs. */
    pass_rate: number | null
  }
  /** Totals per use case. */
  use_cases: {
    /** Type of Spool that the runs belong to. */
    use_case: string
    /** Number of verification runs. */
    totalRuns: number
    /** Number of accepted units. A delivery without units counts as one. */
    accepted: number
    /** Number of submitted units. A delivery without units counts as one. */
    submitted: number
    /** Earned value as determined by the runs, in millionths of a US dollar. It may not be settled yet. */
    earned_micros: string
    /** Fees recorded in the ledger, in millionths of a US dollar. They may not be collected yet. */
    fees_accrued_micros: string
    /** Amount paid per request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added. */
    paid_micros: string
    /** Cost of the runs to the service, in millionths of a US dollar. */
    cogs_micros: string
    /** Fraction of runs with the verdict `pass`, from 0 to 1; null if there were no runs. */
    pass_rate: number | null
  }[]
  /** Latest runs. */
  recent: {
    /** ID of the verification run. */
    verification_run_id: string
    /** ID of the Spool. */
    spool_id: string
    /** ID of the receipt of the run; null if none was issued. */
    receipt_id: string | null
    /** Time of the run. */
    at: string
    /** Verdict of the run. */
    result: string
    /** Number of submitted units. A delivery without units counts as one. */
    submitted: number
    /** Number of accepted units. A delivery without units counts as one. */
    accepted: number
    /** Value earned in the run, in millionths of a US dollar. */
    earned_micros: string
    /** Fee of the run, in millionths of a US dollar. */
    fee_micros: string
    /** Amount paid for this request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added. */
    paid_micros: string
    /** Type of Spool that the runs belong to. */
    use_case: string
    /** Environment of the run. */
    environment: 'production' | 'demo'
  }[]
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
  /** Nothing was stored, signed or charged. */
  dry_run: true
  /** As they bind, compiled. */
  conditions: PreflightCondition[]
  /** How many units there are, and what each earns; null where the work is one. */
  unitization: Unitization | null
  /** The value. */
  value: PreflightValue
  /** SHA-256 of the canonical plan. */
  plan_hash: string
  /** What the run would cost. */
  price: PreflightPrice
  /** The verdict, or what was found. */
  result: 'pass' | 'partial' | 'fail' | 'uncertain'
  /** What was earned, in cents. */
  earned_cents: number
  /** Units that were accepted; of a delivery without units 1 or 0. */
  accepted: number
  /** Units that were rejected. */
  rejected: number
  /** Rejected units, each with its first reason: a cause that the guide lists, with the field where it is about one. */
  rejections: PreflightRejection[]
  /** Whether there are more than are listed. */
  rejections_truncated?: boolean
  /** What was found of each condition. */
  condition_results: PreflightConditionResult[]
  /** Who decides the required conditions. */
  decision_authority: 'deterministic' | 'buyer_confirmation' | 'both_confirm' | 'none'
  /** What to do about the first thing that is wrong. */
  corrective_hint?: string
  /** Id of the Spool. */
  spool_id: string
  /** Of the Spool that it is about. */
  version: number
  /** Items that were judged, those that were sent along included. */
  evidence_items: number
  /** Confirmations that a run would wait for. */
  awaits: {
    /** Id of the condition. */
    condition_id: string
    /** Which side. */
    side: 'buyer' | 'provider'
  }[]
  /** Dry runs that this party has left for this Spool today, by UTC. */
  previews_left: number
}

export interface VerifiedSpool extends Spool {
  /** The signed receipt; null if there was no run. */
  receipt: OutcomeReceipt | null
  /** URL of the receipt page; null if there is no receipt. */
  receipt_url: string | null
  /** Attestation of the same verdict; null if there was no run. */
  attestation: Attestation | null
  /** ID of the verification run; null if there was no run. */
  verification_run_id: string | null
  /** Earned amount, in cents. */
  earned_cents: number
  /** Number of accepted units. A delivery without units counts as one. */
  accepted: number
  /** Number of rejected units. A delivery without units counts as one. */
  rejected: number
  /** Rejected units in ascending order, each with its first reason. */
  rejections: PreflightRejection[]
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
