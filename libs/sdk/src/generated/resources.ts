// Rendered from the OpenAPI document: see rendered-files.test.ts. Do not edit.

import type { ApiPromise } from '../http/api-promise.ts'
import type { ActOptions, CallOptions, WriteOptions } from '../http/call-options.ts'
import type { PagedList } from '../http/paged-list.ts'
import type {
  AcceptRequest,
  Account,
  AmendRequest,
  Attestation,
  AttestationVerdict,
  Capabilities,
  CommitRequest,
  CompilePolicyRequest,
  CompileSandboxRequest,
  CompiledPolicy,
  CompiledSpool,
  ConfirmPolicyRequest,
  ConfirmRequest,
  ConfirmedPolicy,
  Consumption,
  ConsumptionRequest,
  CreateSpoolRequest,
  CreatedSpool,
  CreditsBalance,
  DidDocument,
  Dispute,
  DisputeRequest,
  EvidenceDetail,
  EvidenceRequest,
  ExchangedKey,
  ExternalResultRequest,
  GuideResults,
  Health,
  Invitation,
  KeyDocument,
  KeyExchangeRequest,
  OnboardProviderRequest,
  OneCallRequest,
  OneCallResponse,
  OutcomeReceipt,
  PackAccepted,
  PackRequest,
  PaidVerification,
  Preflight,
  Quote,
  Readiness,
  ReceiptBundle,
  ReceiptCredential,
  ReceiptEnvelope,
  ReceiptRecord,
  ReceiptStatus,
  ReceiptStatusV1,
  Recipe,
  SandboxSession,
  SandboxSessionState,
  SettlementGrant,
  SettlementGrantRequest,
  SettlementGrantTemplate,
  SettlementSignaturesRequest,
  SharedSpool,
  Spool,
  SpoolEvent,
  SupersedeRequest,
  SupersededReceipt,
  Usage,
  VerificationPreview,
  VerifiedSpool,
  VerifySpoolRequest,
} from './types.ts'

export interface ApiOperations {
  /**
   * Verify a delivery in one call.
   * Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/verify`
   */
  verify(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<OneCallResponse>
  /**
   * Verify a delivery in one call, as a dry run: nothing is stored, signed or charged.
   * Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/verify`
   */
  preflight(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<Preflight>
  readonly verifications: VerificationsOperations
  readonly spools: SpoolsOperations
  readonly settlement: SettlementOperations
  readonly receipts: ReceiptsOperations
  readonly attestations: AttestationsOperations
  readonly disputes: DisputesOperations
  readonly policies: PoliciesOperations
  readonly recipes: RecipesOperations
  readonly account: AccountOperations
  readonly usage: UsageOperations
  readonly credits: CreditsOperations
  readonly sandbox: SandboxOperations
  readonly keys: KeysOperations
  readonly log: LogOperations
  readonly guide: GuideOperations
  readonly service: ServiceOperations
  readonly pages: PagesOperations
}

export interface VerificationsOperations {
  /**
   * Verify a delivery in one call and pay with x402.
   * Requires no credential.
   * `POST /api/v1/verify/x402`
   */
  buy(body: OneCallRequest, options?: WriteOptions & {
    /** SHA-256 of the canonical JSON of the body, as in the URL of the payment challenge. A request with another body is refused. */
    digest?: string | undefined
    /** The signed payment, where `fetch` does not add it. */
    paymentSignature?: string | undefined
  }): ApiPromise<PaidVerification>
}

export interface SpoolsOperations {
  /**
   * Create a Spool.
   * Requires an API key of scope `full`, or a sandbox session. A sandbox session uses one of its `spools`.
   * `POST /api/v1/spools`
   */
  create(body: CreateSpoolRequest, options?: WriteOptions): ApiPromise<CreatedSpool>
  /**
   * List Spools.
   * Requires an API key of scope `full`, or a sandbox session.
   * `GET /api/v1/spools`
   */
  list(options?: CallOptions & {
    /** Number of items per page, 1 to 100. Default: 20. */
    limit?: number | undefined
    /** Value of `next_cursor` from the previous page. */
    after?: string | undefined
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): PagedList<Spool>
  /** Read a Spool; null while it is as the tag names it. */
  get(spoolId: string, options: CallOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  } & { ifNoneMatch: string }): ApiPromise<Spool | null>
  /**
   * Read a Spool.
   * Requires the API key of a party, a sandbox session, or the share ID of the Spool.
   * `GET /api/v1/spools/{id}`
   */
  get(spoolId: string, options?: CallOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<Spool>
  /** Read a Spool; null while it is as the tag names it. */
  shared(spoolId: string, options: CallOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  } & { ifNoneMatch: string }): ApiPromise<SharedSpool | null>
  /**
   * Read a Spool.
   * Requires the API key of a party, a sandbox session, or the share ID of the Spool.
   * `GET /api/v1/spools/{id}`
   */
  shared(spoolId: string, options?: CallOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<SharedSpool>
  /**
   * List the events of a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `GET /api/v1/spools/{id}/events`
   */
  events(spoolId: string, options?: CallOptions & {
    /** Sequence number (`seq`) of the last event that you have read. If omitted, the list starts with the first event. */
    after?: number | undefined
  }): PagedList<SpoolEvent>
  /**
   * Invite the counterparty of a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/invite`
   */
  invite(spoolId: string, options?: WriteOptions): ApiPromise<Invitation>
  /**
   * Create a binding quote for an agent Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/quote`
   */
  quote(spoolId: string, options?: WriteOptions): ApiPromise<Quote>
  /**
   * Read the current quote of an agent Spool.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/spools/{id}/quote`
   */
  readQuote(spoolId: string, options?: CallOptions): ApiPromise<Quote>
  /**
   * Propose a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/propose`
   */
  propose(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Accept a Spool.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/accept`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Decline a Spool or a cancellation request.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/decline`
   */
  decline(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Cancel a Spool, or request its cancellation.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/cancel`
   */
  cancel(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Abandon a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/abandon`
   */
  abandon(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Amend the conditions or units of a proposed Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/amend`
   */
  amend(spoolId: string, body: AmendRequest, options?: ActOptions & {
    /** `true` for a dry run: nothing is stored, signed or charged. */
    dryRun?: boolean | undefined
  }): ApiPromise<Spool>
  /**
   * Commit to the settlement of a Spool.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/commit`
   */
  commit(spoolId: string, body?: CommitRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Submit evidence.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/evidence`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read an evidence item.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}`
   */
  evidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<EvidenceDetail>
  /**
   * Download the content of an evidence item.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}/content`
   */
  downloadEvidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<Uint8Array>
  /**
   * Verify the delivery of a Spool.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/spools/{id}/verify`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerifiedSpool>
  /**
   * Verify the delivery of a Spool, as a dry run: nothing is stored, signed or charged.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/spools/{id}/verify`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerificationPreview>
  /**
   * Submit the signed result of an external party.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/external-result`
   */
  recordExternalResult(spoolId: string, body: ExternalResultRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Start the payout set-up of the provider.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/onboard-provider`
   */
  onboardProvider(spoolId: string, body: OnboardProviderRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read a completed Spool.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/complete`
   */
  complete(spoolId: string, options?: ActOptions): ApiPromise<Spool>
}

export interface SettlementOperations {
  /**
   * Submit the signatures of the settlement transfers.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/settlement/signatures`
   */
  sign(spoolId: string, body: SettlementSignaturesRequest, options?: WriteOptions): ApiPromise<Spool>
  /**
   * Read the template of a settlement grant.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `GET /api/v1/spools/{id}/settlement/grant/template`
   */
  grantTemplate(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrantTemplate>
  /**
   * Create a settlement grant.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/settlement/grant`
   */
  grant(spoolId: string, body: SettlementGrantRequest, options?: WriteOptions): ApiPromise<SettlementGrant>
  /**
   * Read a settlement grant.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `GET /api/v1/spools/{id}/settlement/grant`
   */
  readGrant(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrant>
}

export interface ReceiptsOperations {
  /**
   * Read a receipt with its status and attestation.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}`
   */
  get(receiptId: string, options?: CallOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<ReceiptRecord>
  /**
   * Read the online status of a receipt.
   * Requires no credential.
   * `GET /api/v1/receipts/{receipt_id}/status`
   */
  status(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatusV1>
  /**
   * Read the online status of a receipt.
   * Requires no credential.
   * `GET /api/receipts/{receipt_id}/status`
   */
  publicStatus(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatus>
  /**
   * Download the bundle of a receipt for offline verification.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/bundle`
   */
  bundle(receiptId: string, options?: CallOptions): ApiPromise<ReceiptBundle>
  /**
   * Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022).
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/credential`
   */
  credential(receiptId: string, options?: CallOptions): ApiPromise<ReceiptCredential>
  /**
   * Read a receipt as an in-toto statement in a DSSE envelope.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/dsse`
   */
  envelope(receiptId: string, options?: CallOptions): ApiPromise<ReceiptEnvelope>
  /**
   * Download a receipt.
   * Requires no credential.
   * `GET /r/{receipt_id}/receipt.json`
   */
  download(receiptId: string, options?: CallOptions): ApiPromise<OutcomeReceipt>
  /**
   * Record a use of a receipt.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `POST /api/v1/receipts/{receipt_id}/consumptions`
   */
  recordConsumption(receiptId: string, body: ConsumptionRequest, options?: WriteOptions): ApiPromise<Consumption>
  /**
   * Replace a receipt.
   * Requires an API key of scope `full`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/receipts/{receipt_id}/supersede`
   */
  supersede(receiptId: string, body: SupersedeRequest, options?: WriteOptions): ApiPromise<SupersededReceipt>
}

export interface AttestationsOperations {
  /**
   * Verify an attestation.
   * Requires no credential.
   * `POST /api/v1/attestations/verify`
   */
  verify(body: Attestation, options?: WriteOptions): ApiPromise<AttestationVerdict>
}

export interface DisputesOperations {
  /**
   * Dispute a receipt.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/receipts/{receipt_id}/disputes`
   */
  open(receiptId: string, body: DisputeRequest, options?: WriteOptions): ApiPromise<Dispute>
  /**
   * Read a dispute.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/disputes/{dispute_id}`
   */
  get(disputeId: string, options?: CallOptions): ApiPromise<Dispute>
}

export interface PoliciesOperations {
  /**
   * Compile a text into conditions.
   * Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of its `compiles`.
   * `POST /api/v1/policy-compiler`
   */
  compile(body: CompilePolicyRequest, options?: WriteOptions): ApiPromise<CompiledPolicy>
  /**
   * Confirm a compiled policy.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `POST /api/v1/policy-compiler/confirm`
   */
  confirm(body: ConfirmPolicyRequest, options?: WriteOptions): ApiPromise<ConfirmedPolicy>
}

export interface RecipesOperations {
  /**
   * List recipes.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `GET /api/v1/recipes`
   */
  list(options?: CallOptions & {
    /** Number of items per page, 1 to 100. Default: 20. */
    limit?: number | undefined
    /** Value of `next_cursor` from the previous page. */
    after?: string | undefined
  }): PagedList<Recipe>
  /**
   * Read a recipe.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `GET /api/v1/recipes/{id}`
   */
  get(recipeId: string, options?: CallOptions): ApiPromise<Recipe>
}

export interface AccountOperations {
  /**
   * Read the account and limits of the caller.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/account`
   */
  get(options?: CallOptions): ApiPromise<Account>
}

export interface UsageOperations {
  /**
   * Read the usage of a period.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `GET /api/v1/usage`
   */
  get(options?: CallOptions & {
    /** Length of the period in days, 1 to 365. Default: 30. */
    periodDays?: number | undefined
  }): ApiPromise<Usage>
}

export interface CreditsOperations {
  /**
   * Read the credit balance.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `GET /api/v1/credits/balance`
   */
  balance(options?: CallOptions): ApiPromise<CreditsBalance>
  /**
   * Buy a credit pack by card with MPP.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `POST /api/v1/credits/packs/mpp`
   */
  buyPackByMpp(body: PackRequest, options?: WriteOptions): ApiPromise<PackAccepted>
  /**
   * Buy a credit pack with x402.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `POST /api/v1/credits/packs/x402`
   */
  buyPackByX402(body: PackRequest, options?: WriteOptions & {
    /** The signed payment, where `fetch` does not add it. */
    paymentSignature?: string | undefined
  }): ApiPromise<PackAccepted>
}

export interface SandboxOperations {
  /**
   * Open a sandbox session.
   * Requires no credential.
   * `POST /api/sandbox/session`
   */
  openSession(options?: WriteOptions): ApiPromise<SandboxSession>
  /**
   * Read the remaining budget of a sandbox session.
   * Requires a sandbox session.
   * `GET /api/sandbox/session`
   */
  readSession(options?: CallOptions): ApiPromise<SandboxSessionState>
  /**
   * Verify a delivery in one call, in the sandbox.
   * Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/verify`
   */
  verify(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<OneCallResponse>
  /**
   * Verify a delivery in one call, in the sandbox, as a dry run: nothing is stored, signed or charged.
   * Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/verify`
   */
  preflight(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<Preflight>
  /**
   * Compile a text into a demo Spool.
   * Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of its `compiles`.
   * `POST /api/sandbox/compile`
   */
  compile(body: CompileSandboxRequest, options?: WriteOptions): ApiPromise<CompiledSpool>
  readonly spools: SandboxSpoolsOperations
}

export interface SandboxSpoolsOperations {
  /** Read a demo Spool; null while it is as the tag names it. */
  get(spoolId: string, options: CallOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
    actAsParty?: string | undefined
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  } & { ifNoneMatch: string }): ApiPromise<Spool | null>
  /**
   * Read a demo Spool.
   * Requires a sandbox session.
   * `GET /api/sandbox/spools/{id}`
   */
  get(spoolId: string, options?: CallOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
    actAsParty?: string | undefined
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<Spool>
  /**
   * List the events of a demo Spool.
   * Requires a sandbox session.
   * `GET /api/sandbox/spools/{id}/events`
   */
  events(spoolId: string, options?: CallOptions & {
    /** Sequence number (`seq`) of the last event that you have read. If omitted, the list starts with the first event. */
    after?: number | undefined
  }): PagedList<SpoolEvent>
  /**
   * Accept a demo Spool.
   * Requires a sandbox session.
   * `POST /api/sandbox/spools/{id}/accept`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
    actAsParty?: string | undefined
  }): ApiPromise<Spool>
  /**
   * Submit evidence to a demo Spool.
   * Requires a sandbox session.
   * `POST /api/sandbox/spools/{id}/evidence`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
    actAsParty?: string | undefined
  }): ApiPromise<Spool>
  /**
   * Confirm conditions of a demo Spool.
   * Requires a sandbox session.
   * `POST /api/sandbox/spools/{id}/confirm`
   */
  confirm(spoolId: string, body: ConfirmRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
    actAsParty?: string | undefined
  }): ApiPromise<Spool>
  /**
   * Verify the delivery of a demo Spool.
   * Requires a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/spools/{id}/verify`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
    actAsParty?: string | undefined
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerifiedSpool>
  /**
   * Verify the delivery of a demo Spool, as a dry run: nothing is stored, signed or charged.
   * Requires a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/spools/{id}/verify`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
    actAsParty?: string | undefined
    /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerificationPreview>
}

export interface KeysOperations {
  /**
   * Exchange a grant for an API key.
   * Requires no credential.
   * `POST /api/v1/keys/exchange`
   */
  exchange(body: KeyExchangeRequest, options?: WriteOptions): ApiPromise<ExchangedKey>
  /** Read the public keys of all signatures; null while it is as the tag names it. */
  read(options: CallOptions & { ifNoneMatch: string }): ApiPromise<KeyDocument | null>
  /**
   * Read the public keys of all signatures.
   * Requires no credential. Not rate limited.
   * `GET /.well-known/outturn-keys.json`
   */
  read(options?: CallOptions): ApiPromise<KeyDocument>
  /** Read an earlier version of the public keys; null while it is as the tag names it. */
  readVersion(environment: string, version: string, options: CallOptions & { ifNoneMatch: string }): ApiPromise<KeyDocument | null>
  /**
   * Read an earlier version of the public keys.
   * Requires no credential.
   * `GET /.well-known/outturn-keys/{environment}/{version}`
   */
  readVersion(environment: string, version: string, options?: CallOptions): ApiPromise<KeyDocument>
  /** Read the DID document of the keys that sign payment offers and receipts; null while it is as the tag names it. */
  readDid(options: CallOptions & { ifNoneMatch: string }): ApiPromise<DidDocument | null>
  /**
   * Read the DID document of the keys that sign payment offers and receipts.
   * Requires no credential. Not rate limited.
   * `GET /.well-known/did.json`
   */
  readDid(options?: CallOptions): ApiPromise<DidDocument>
}

export interface LogOperations {
  /**
   * Read the signed checkpoint of the transparency log of production.
   * Requires no credential. Not rate limited.
   * `GET /log/checkpoint`
   */
  checkpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of production.
   * Requires no credential. Not rate limited.
   * `GET /log/tile/{level}/{index}`
   */
  tile(level: string, index: string, options?: CallOptions): ApiPromise<Uint8Array>
  /**
   * Read the signed checkpoint of the transparency log of demo.
   * Requires no credential. Not rate limited.
   * `GET /log/demo/checkpoint`
   */
  demoCheckpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of demo.
   * Requires no credential. Not rate limited.
   * `GET /log/demo/tile/{level}/{index}`
   */
  demoTile(level: string, index: string, options?: CallOptions): ApiPromise<Uint8Array>
}

export interface GuideOperations {
  /**
   * Search the documentation.
   * Requires no credential.
   * `GET /docs/search`
   */
  search(words: string, options?: CallOptions): ApiPromise<GuideResults>
  /**
   * Read the list of error codes and reasons.
   * Requires no credential.
   * `GET /docs/errors`
   */
  errors(options?: CallOptions): ApiPromise<string>
  /**
   * Read a page of the guide.
   * Requires no credential.
   * `GET /docs/guide/{page}`
   */
  page(page: string, options?: CallOptions): ApiPromise<string>
}

export interface ServiceOperations {
  /**
   * Read the capabilities of this deployment.
   * Requires no credential.
   * `GET /api/v1/capabilities`
   */
  capabilities(options?: CallOptions): ApiPromise<Capabilities>
  /**
   * Check that the service answers.
   * Requires no credential. Not rate limited.
   * `GET /api/health`
   */
  health(options?: CallOptions): ApiPromise<Health>
  /**
   * Check that the service is ready.
   * Requires no credential. Not rate limited.
   * `GET /api/ready`
   */
  readiness(options?: CallOptions): ApiPromise<Readiness>
}

export interface PagesOperations {
  /**
   * Show a receipt.
   * Requires no credential.
   * `GET /r/{receipt_id}`
   */
  receipt(receiptId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show a shared Spool.
   * Requires no credential.
   * `GET /s/{share_id}`
   */
  spool(shareId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show how to get credits.
   * Requires no credential.
   * `GET /credits`
   */
  credits(options?: CallOptions): ApiPromise<string>
  /**
   * Show the next page after the payout set-up.
   * Requires no credential.
   * `GET /return/{return_id}`
   */
  return(returnId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show deprecated parts of the API.
   * Requires no credential.
   * `GET /versions`
   */
  versions(options?: CallOptions): ApiPromise<string>
}
