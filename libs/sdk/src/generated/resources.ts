// Rendered from the OpenAPI document: see rendered-files.test.ts. Do not edit.

import type { ApiPromise } from '../http/api-promise.ts'
import type { ActOptions, AsSummary, CallOptions, IfChanged, WriteOptions } from '../http/call-options.ts'
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
  OneCallResponseSummary,
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
  ReceiptRecordSummary,
  ReceiptStatus,
  ReceiptStatusV1,
  Recipe,
  RequestRecord,
  RequestSummary,
  SandboxSession,
  SandboxSessionState,
  SettlementGrant,
  SettlementGrantRequest,
  SettlementGrantTemplate,
  SettlementSignaturesRequest,
  SharedSpool,
  SharedSpoolSummary,
  Spool,
  SpoolEvent,
  SpoolListSummary,
  SpoolSummary,
  SupersedeRequest,
  SupersededReceipt,
  Usage,
  VerificationPreview,
  VerifiedSpool,
  VerifiedSpoolSummary,
  VerifySpoolRequest,
} from './types.ts'

export interface ApiOperations {
  /** Verify a delivery in one call; without its long parts. */
  verify(body: OneCallRequest, options: VerifyOptions & AsSummary): ApiPromise<OneCallResponseSummary>
  /**
   * Verify a delivery in one call.
   * Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/verify`
   * @returns The verdict, the earned amount and the receipt.
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  verify(body: OneCallRequest, options?: VerifyOptions): ApiPromise<OneCallResponse>
  /**
   * Verify a delivery in one call, as a dry run: nothing is stored, signed or charged.
   * Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/verify`
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  preflight(body: OneCallRequest, options?: PreflightOptions): ApiPromise<Preflight>
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
  readonly requests: RequestsOperations
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
   * @returns The verdict, the earned amount, the receipt and the payment.
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  buy(body: OneCallRequest, options?: VerificationsBuyOptions): ApiPromise<PaidVerification>
}

export interface SpoolsOperations {
  /**
   * Create a Spool.
   * Requires an API key of scope `full`, or a sandbox session. A sandbox session uses one of its `spools`.
   * `POST /api/v1/spools`
   * @returns The Spool, the path for its provider, and the next step for the counterparty.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`
   */
  create(body: CreateSpoolRequest, options?: WriteOptions): ApiPromise<CreatedSpool>
  /** List Spools; without its long parts. */
  list(options: SpoolsListOptions & AsSummary): PagedList<SpoolListSummary['data'][number]>
  /**
   * List Spools.
   * Requires an API key of scope `full`, or a sandbox session.
   * `GET /api/v1/spools`
   * @returns One page of Spools, newest first.
   * @throws {OutturnError} `validation_failed`
   */
  list(options?: SpoolsListOptions): PagedList<Spool>
  /** Read a Spool; without its long parts, and null while it is as the tag names it. */
  get(spoolId: string, options: SpoolsGetOptions & IfChanged & AsSummary): ApiPromise<SpoolSummary | null>
  /** Read a Spool; null while it is as the tag names it. */
  get(spoolId: string, options: SpoolsGetOptions & IfChanged): ApiPromise<Spool | null>
  /** Read a Spool; without its long parts. */
  get(spoolId: string, options: SpoolsGetOptions & AsSummary): ApiPromise<SpoolSummary>
  /**
   * Read a Spool.
   * Requires the API key of a party, a sandbox session, or the share ID of the Spool.
   * `GET /api/v1/spools/{id}`
   * @param spoolId ID of the Spool, or its share ID.
   * @returns The Spool as the caller sees it. A request with a share ID and without a credential gets the shared view.
   * @throws {OutturnError} `spool_not_found`
   */
  get(spoolId: string, options?: SpoolsGetOptions): ApiPromise<Spool>
  /** Read a Spool; without its long parts, and null while it is as the tag names it. */
  shared(spoolId: string, options: SpoolsSharedOptions & IfChanged & AsSummary): ApiPromise<SharedSpoolSummary | null>
  /** Read a Spool; null while it is as the tag names it. */
  shared(spoolId: string, options: SpoolsSharedOptions & IfChanged): ApiPromise<SharedSpool | null>
  /** Read a Spool; without its long parts. */
  shared(spoolId: string, options: SpoolsSharedOptions & AsSummary): ApiPromise<SharedSpoolSummary>
  /**
   * Read a Spool.
   * Requires the API key of a party, a sandbox session, or the share ID of the Spool.
   * `GET /api/v1/spools/{id}`
   * @param spoolId ID of the Spool, or its share ID.
   * @throws {OutturnError} `spool_not_found`
   */
  shared(spoolId: string, options?: SpoolsSharedOptions): ApiPromise<SharedSpool>
  /**
   * List the events of a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `GET /api/v1/spools/{id}/events`
   * @param spoolId ID of the Spool.
   * @returns Events in the order in which they were recorded. `Link` names the next page, if there is one.
   * @throws {OutturnError} `spool_not_found`
   */
  events(spoolId: string, options?: SpoolsEventsOptions): PagedList<SpoolEvent>
  /**
   * Invite the counterparty of a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/invite`
   * @param spoolId ID of the Spool.
   * @returns A grant for the counterparty. It can be used once, within 15 minutes. It replaces an earlier unused grant.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  invite(spoolId: string, options?: WriteOptions): ApiPromise<Invitation>
  /**
   * Create a binding quote for an agent Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/quote`
   * @param spoolId ID of the Spool.
   * @returns A new quote, or the current quote if it is still valid.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  quote(spoolId: string, options?: WriteOptions): ApiPromise<Quote>
  /**
   * Read the current quote of an agent Spool.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/spools/{id}/quote`
   * @param spoolId ID of the Spool.
   * @returns The current quote. `expired` and `superseded` say if it can no longer be accepted.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  readQuote(spoolId: string, options?: CallOptions): ApiPromise<Quote>
  /**
   * Propose a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/propose`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  propose(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Accept a Spool.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/accept`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Decline a Spool or a cancellation request.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/decline`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  decline(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Cancel a Spool, or request its cancellation.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/cancel`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  cancel(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Abandon a Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/abandon`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  abandon(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Amend the conditions or units of a proposed Spool.
   * Requires an API key of scope `full`, or a sandbox session.
   * `POST /api/v1/spools/{id}/amend`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`
   */
  amend(spoolId: string, body: AmendRequest, options?: SpoolsAmendOptions): ApiPromise<Spool>
  /**
   * Commit to the settlement of a Spool.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/commit`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  commit(spoolId: string, body?: CommitRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Submit evidence.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/evidence`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read an evidence item.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}`
   * @param spoolId ID of the Spool.
   * @param evidenceId ID of the evidence item.
   * @returns The evidence item. Visible only to the parties of its Spool.
   * @throws {OutturnError} `not_found`
   */
  evidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<EvidenceDetail>
  /**
   * Download the content of an evidence item.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}/content`
   * @param spoolId ID of the Spool.
   * @param evidenceId ID of the evidence item.
   * @returns The content as it was submitted, as an attachment. Rows and JSON are in the canonical form that `content_digest` applies to.
   * @throws {OutturnError} `not_found`
   */
  downloadEvidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<Uint8Array>
  /** Verify the delivery of a Spool; without its long parts. */
  verify(spoolId: string, body: VerifySpoolRequest | undefined, options: SpoolsVerifyOptions & AsSummary): ApiPromise<VerifiedSpoolSummary>
  /**
   * Verify the delivery of a Spool.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @returns The Spool with the result of the run. Without a new run if confirmations are missing, or with the result of the latest run if nothing has changed since. Or `limit_reached`. Or `sandbox_resting`. For a dry run: the verdict and the price of a run.
   * @throws {OutturnError} `credits_required`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: SpoolsVerifyOptions): ApiPromise<VerifiedSpool>
  /**
   * Verify the delivery of a Spool, as a dry run: nothing is stored, signed or charged.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @throws {OutturnError} `credits_required`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: SpoolsPreviewVerificationOptions): ApiPromise<VerificationPreview>
  /**
   * Submit the signed result of an external party.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/external-result`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`
   */
  recordExternalResult(spoolId: string, body: ExternalResultRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Start the payout set-up of the provider.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/onboard-provider`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  onboardProvider(spoolId: string, body: OnboardProviderRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read a completed Spool.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `POST /api/v1/spools/{id}/complete`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  complete(spoolId: string, options?: ActOptions): ApiPromise<Spool>
}

export interface SettlementOperations {
  /**
   * Submit the signatures of the settlement transfers.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/settlement/signatures`
   * @param spoolId ID of the Spool.
   * @returns The Spool after the action, as the caller sees it.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  sign(spoolId: string, body: SettlementSignaturesRequest, options?: WriteOptions): ApiPromise<Spool>
  /**
   * Read the template of a settlement grant.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `GET /api/v1/spools/{id}/settlement/grant/template`
   * @param spoolId ID of the Spool.
   * @returns The permission that the buyer signs or approves without changes.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  grantTemplate(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrantTemplate>
  /**
   * Create a settlement grant.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `POST /api/v1/spools/{id}/settlement/grant`
   * @param spoolId ID of the Spool.
   * @returns The stored grant and its state on the chain.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `configuration_unavailable`, `grants_paused`
   */
  grant(spoolId: string, body: SettlementGrantRequest, options?: WriteOptions): ApiPromise<SettlementGrant>
  /**
   * Read a settlement grant.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `GET /api/v1/spools/{id}/settlement/grant`
   * @param spoolId ID of the Spool.
   * @returns The grant, its state on the chain, and the call that revokes it.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  readGrant(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrant>
}

export interface ReceiptsOperations {
  /** Read a receipt with its status and attestation; without its long parts. */
  get(receiptId: string, options: ReceiptsGetOptions & AsSummary): ApiPromise<ReceiptRecordSummary>
  /**
   * Read a receipt with its status and attestation.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}`
   * @param receiptId ID of the receipt.
   * @returns The receipt. Visible only to the parties of its Spool.
   * @throws {OutturnError} `not_found`
   */
  get(receiptId: string, options?: ReceiptsGetOptions): ApiPromise<ReceiptRecord>
  /**
   * Read the online status of a receipt.
   * Requires no credential.
   * `GET /api/v1/receipts/{receipt_id}/status`
   * @param receiptId ID of the receipt.
   * @returns Status of the receipt; `unknown` if there is no receipt with this ID.
   * @throws {OutturnError} `not_found`
   */
  status(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatusV1>
  /**
   * Read the online status of a receipt.
   * Requires no credential.
   * `GET /api/receipts/{receipt_id}/status`
   * @param receiptId ID of the receipt.
   * @returns Status of the receipt.
   * @throws {OutturnError} `not_found`
   */
  publicStatus(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatus>
  /**
   * Download the bundle of a receipt for offline verification.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/bundle`
   * @param receiptId ID of the receipt.
   * @returns The bundle. Visible only to the parties of the Spool.
   * @throws {OutturnError} `not_found`
   */
  bundle(receiptId: string, options?: CallOptions): ApiPromise<ReceiptBundle>
  /**
   * Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022).
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/credential`
   * @param receiptId ID of the receipt.
   * @returns The credential. Only for a current receipt, and visible only to the parties of its Spool.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  credential(receiptId: string, options?: CallOptions): ApiPromise<ReceiptCredential>
  /**
   * Read a receipt as an in-toto statement in a DSSE envelope.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/dsse`
   * @param receiptId ID of the receipt.
   * @returns The envelope. Only for a current receipt, and visible only to the parties of its Spool.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  envelope(receiptId: string, options?: CallOptions): ApiPromise<ReceiptEnvelope>
  /**
   * Download a receipt.
   * Requires no credential.
   * `GET /r/{receipt_id}/receipt.json`
   * @param receiptId ID of the receipt.
   * @returns The signed receipt.
   * @throws {OutturnError} `not_found`
   */
  download(receiptId: string, options?: CallOptions): ApiPromise<OutcomeReceipt>
  /**
   * Record a use of a receipt.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `POST /api/v1/receipts/{receipt_id}/consumptions`
   * @param receiptId ID of the receipt.
   * @returns The recorded use.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  recordConsumption(receiptId: string, body: ConsumptionRequest, options?: WriteOptions): ApiPromise<Consumption>
  /**
   * Replace a receipt.
   * Requires an API key of scope `full`, or a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/v1/receipts/{receipt_id}/supersede`
   * @param receiptId ID of the receipt.
   * @returns The new receipt. The replaced receipt gets the status `corrected` and refers to the new one. No payment is reversed.
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `internal_error`, `checker_error`
   */
  supersede(receiptId: string, body: SupersedeRequest, options?: WriteOptions): ApiPromise<SupersededReceipt>
}

export interface AttestationsOperations {
  /**
   * Verify an attestation.
   * Requires no credential.
   * `POST /api/v1/attestations/verify`
   * @returns Result of the check with the codes of all failed checks; `superseded` and `revoked` concern its receipt. The attestation is not part of the answer. Or `trusted_key_unavailable`.
   * @throws {OutturnError} `validation_failed`
   */
  verify(body: Attestation, options?: WriteOptions): ApiPromise<AttestationVerdict>
}

export interface DisputesOperations {
  /**
   * Dispute a receipt.
   * Requires an API key of scope `full` or `counterparty`, or a sandbox session.
   * `POST /api/v1/receipts/{receipt_id}/disputes`
   * @param receiptId ID of the receipt.
   * @returns The dispute. It is open until its deadline.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  open(receiptId: string, body: DisputeRequest, options?: WriteOptions): ApiPromise<Dispute>
  /**
   * Read a dispute.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/disputes/{dispute_id}`
   * @param disputeId ID of the dispute.
   * @returns The dispute. Visible only to the parties of its Spool.
   * @throws {OutturnError} `not_found`
   */
  get(disputeId: string, options?: CallOptions): ApiPromise<Dispute>
}

export interface PoliciesOperations {
  /**
   * Compile a text into conditions.
   * Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of its `compiles`.
   * `POST /api/v1/policy-compiler`
   * @returns Suggested conditions, and questions about parts of the text that are not exact. They have no effect until they are confirmed.
   * @throws {OutturnError} `credits_required`, `conflict`, `store_conflict`, `invalid_state`
   */
  compile(body: CompilePolicyRequest, options?: WriteOptions): ApiPromise<CompiledPolicy>
  /**
   * Confirm a compiled policy.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `POST /api/v1/policy-compiler/confirm`
   * @returns Conditions for creating a Spool. They have no effect until the Spool is created.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`
   */
  confirm(body: ConfirmPolicyRequest, options?: WriteOptions): ApiPromise<ConfirmedPolicy>
}

export interface RecipesOperations {
  /**
   * List recipes.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `GET /api/v1/recipes`
   * @returns The built-in recipes and those of the account.
   * @throws {OutturnError} `validation_failed`
   */
  list(options?: RecipesListOptions): PagedList<Recipe>
  /**
   * Read a recipe.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `GET /api/v1/recipes/{id}`
   * @param recipeId Name and version of the recipe.
   * @returns The recipe with its hash.
   * @throws {OutturnError} `not_found`
   */
  get(recipeId: string, options?: CallOptions): ApiPromise<Recipe>
}

export interface AccountOperations {
  /**
   * Read the account and limits of the caller.
   * Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.
   * `GET /api/v1/account`
   * @returns The account with its limits and remaining allowance.
   * @throws {OutturnError} `validation_failed`
   */
  get(options?: CallOptions): ApiPromise<Account>
}

export interface UsageOperations {
  /**
   * Read the usage of a period.
   * Requires an API key of scope `full` or `verify`, or a sandbox session.
   * `GET /api/v1/usage`
   * @returns Runs and amounts of the period.
   * @throws {OutturnError} `validation_failed`
   */
  get(options?: UsageGetOptions): ApiPromise<Usage>
}

export interface RequestsOperations {
  /**
   * List the refused requests of the account.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `GET /api/v1/requests`
   * @returns One page of requests, newest first.
   * @throws {OutturnError} `conflict`, `store_conflict`, `invalid_state`
   */
  list(options?: RequestsListOptions): PagedList<RequestSummary>
  /**
   * Read a request of the account: why it was refused, and what was sent.
   * Requires an API key of scope `full`. Not available in the sandbox.
   * `GET /api/v1/requests/{request_id}`
   * @param requestId ID of the request.
   * @returns The request, with its body redacted.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  get(requestId: string, options?: CallOptions): ApiPromise<RequestRecord>
}

export interface CreditsOperations {
  /**
   * Read the credit balance.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `GET /api/v1/credits/balance`
   * @returns Credits and remaining allowance of the account.
   * @throws {OutturnError} `conflict`, `store_conflict`, `invalid_state`
   */
  balance(options?: CallOptions): ApiPromise<CreditsBalance>
  /**
   * Buy a credit pack by card with MPP.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `POST /api/v1/credits/packs/mpp`
   * @returns The payment was accepted. The credits are added to the balance now or shortly.
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  buyPackByMpp(body: PackRequest, options?: WriteOptions): ApiPromise<PackAccepted>
  /**
   * Buy a credit pack with x402.
   * Requires an API key of scope `full` or `verify`. Not available in the sandbox.
   * `POST /api/v1/credits/packs/x402`
   * @returns The payment is on the chain, and the credits are added to the balance.
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  buyPackByX402(body: PackRequest, options?: CreditsBuyPackByX402Options): ApiPromise<PackAccepted>
}

export interface SandboxOperations {
  /**
   * Open a sandbox session.
   * Requires no credential.
   * `POST /api/sandbox/session`
   * @returns Session token and limits. The token is shown only once.
   * @throws {OutturnError} `validation_failed`
   */
  openSession(options?: WriteOptions): ApiPromise<SandboxSession>
  /**
   * Read the remaining budget of a sandbox session.
   * Requires a sandbox session.
   * `GET /api/sandbox/session`
   * @returns Budget and active Spools of the session.
   * @throws {OutturnError} `validation_failed`
   */
  readSession(options?: CallOptions): ApiPromise<SandboxSessionState>
  /** Verify a delivery in one call, in the sandbox; without its long parts. */
  verify(body: OneCallRequest, options: SandboxVerifyOptions & AsSummary): ApiPromise<OneCallResponseSummary>
  /**
   * Verify a delivery in one call, in the sandbox.
   * Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/verify`
   * @returns The verdict, the earned amount and the receipt.
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  verify(body: OneCallRequest, options?: SandboxVerifyOptions): ApiPromise<OneCallResponse>
  /**
   * Verify a delivery in one call, in the sandbox, as a dry run: nothing is stored, signed or charged.
   * Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/verify`
   * @throws {OutturnError} `credits_required`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  preflight(body: OneCallRequest, options?: SandboxPreflightOptions): ApiPromise<Preflight>
  /**
   * Compile a text into a demo Spool.
   * Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of its `compiles`.
   * `POST /api/sandbox/compile`
   * @returns The demo Spool. It is proposed, or a draft if parts of the text are open. It also counts as one of the `spools`.
   * @throws {OutturnError} `not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`
   */
  compile(body: CompileSandboxRequest, options?: WriteOptions): ApiPromise<CompiledSpool>
  readonly spools: SandboxSpoolsOperations
}

export interface SandboxSpoolsOperations {
  /** Read a demo Spool; without its long parts, and null while it is as the tag names it. */
  get(spoolId: string, options: SandboxSpoolsGetOptions & IfChanged & AsSummary): ApiPromise<SpoolSummary | null>
  /** Read a demo Spool; null while it is as the tag names it. */
  get(spoolId: string, options: SandboxSpoolsGetOptions & IfChanged): ApiPromise<Spool | null>
  /** Read a demo Spool; without its long parts. */
  get(spoolId: string, options: SandboxSpoolsGetOptions & AsSummary): ApiPromise<SpoolSummary>
  /**
   * Read a demo Spool.
   * Requires a sandbox session.
   * `GET /api/sandbox/spools/{id}`
   * @param spoolId ID of the Spool, or its share ID.
   * @returns The Spool as the caller sees it. A request with a share ID and without a credential gets the shared view.
   * @throws {OutturnError} `spool_not_found`
   */
  get(spoolId: string, options?: SandboxSpoolsGetOptions): ApiPromise<Spool>
  /**
   * List the events of a demo Spool.
   * Requires a sandbox session.
   * `GET /api/sandbox/spools/{id}/events`
   * @param spoolId ID of the Spool.
   * @returns Events in the order in which they were recorded. `Link` names the next page, if there is one.
   * @throws {OutturnError} `spool_not_found`
   */
  events(spoolId: string, options?: SandboxSpoolsEventsOptions): PagedList<SpoolEvent>
  /**
   * Accept a demo Spool.
   * Requires a sandbox session.
   * `POST /api/sandbox/spools/{id}/accept`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: SandboxSpoolsAcceptOptions): ApiPromise<Spool>
  /**
   * Submit evidence to a demo Spool.
   * Requires a sandbox session.
   * `POST /api/sandbox/spools/{id}/evidence`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: SandboxSpoolsSubmitEvidenceOptions): ApiPromise<Spool>
  /**
   * Confirm conditions of a demo Spool.
   * Requires a sandbox session.
   * `POST /api/sandbox/spools/{id}/confirm`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`
   */
  confirm(spoolId: string, body: ConfirmRequest, options?: SandboxSpoolsConfirmOptions): ApiPromise<Spool>
  /** Verify the delivery of a demo Spool; without its long parts. */
  verify(spoolId: string, body: VerifySpoolRequest | undefined, options: SandboxSpoolsVerifyOptions & AsSummary): ApiPromise<VerifiedSpoolSummary>
  /**
   * Verify the delivery of a demo Spool.
   * Requires a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @returns The Spool with the result of the run. Without a new run if confirmations are missing, or with the result of the latest run if nothing has changed since. Or `limit_reached`. Or `sandbox_resting`. For a dry run: the verdict and the price of a run.
   * @throws {OutturnError} `credits_required`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: SandboxSpoolsVerifyOptions): ApiPromise<VerifiedSpool>
  /**
   * Verify the delivery of a demo Spool, as a dry run: nothing is stored, signed or charged.
   * Requires a sandbox session. A sandbox session uses one of its `verifies`.
   * `POST /api/sandbox/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @throws {OutturnError} `credits_required`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `internal_error`, `checker_error`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: SandboxSpoolsPreviewVerificationOptions): ApiPromise<VerificationPreview>
}

export interface KeysOperations {
  /**
   * Exchange a grant for an API key.
   * Requires no credential.
   * `POST /api/v1/keys/exchange`
   * @returns The API key. It is shown only once.
   * @throws {OutturnError} `validation_failed`
   */
  exchange(body: KeyExchangeRequest, options?: WriteOptions): ApiPromise<ExchangedKey>
  /** Read the public keys of all signatures; null while it is as the tag names it. */
  read(options: CallOptions & IfChanged): ApiPromise<KeyDocument | null>
  /**
   * Read the public keys of all signatures.
   * Requires no credential. Not rate limited.
   * `GET /.well-known/outturn-keys.json`
   * @returns Public keys by purpose and environment.
   * @throws {OutturnError} `validation_failed`
   */
  read(options?: CallOptions): ApiPromise<KeyDocument>
  /** Read an earlier version of the public keys; null while it is as the tag names it. */
  readVersion(environment: string, version: string, options: CallOptions & IfChanged): ApiPromise<KeyDocument | null>
  /**
   * Read an earlier version of the public keys.
   * Requires no credential.
   * `GET /.well-known/outturn-keys/{environment}/{version}`
   * @param environment Environment of the keys.
   * @param version Version number of the key document; the first is 1.
   * @returns The key document, byte for byte as it was published. Its SHA-256 is the `prev_document_hash` of the next version.
   * @throws {OutturnError} `not_found`
   */
  readVersion(environment: string, version: string, options?: CallOptions): ApiPromise<KeyDocument>
  /** Read the DID document of the keys that sign payment offers and receipts; null while it is as the tag names it. */
  readDid(options: CallOptions & IfChanged): ApiPromise<DidDocument | null>
  /**
   * Read the DID document of the keys that sign payment offers and receipts.
   * Requires no credential. Not rate limited.
   * `GET /.well-known/did.json`
   * @returns DID document of the service (`did:web`).
   * @throws {OutturnError} `validation_failed`
   */
  readDid(options?: CallOptions): ApiPromise<DidDocument>
}

export interface LogOperations {
  /**
   * Read the signed checkpoint of the transparency log of production.
   * Requires no credential. Not rate limited.
   * `GET /log/checkpoint`
   * @returns Size and root hash of the log, as a signed note (C2SP tlog-checkpoint).
   * @throws {OutturnError} `not_found`
   */
  checkpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of production.
   * Requires no credential. Not rate limited.
   * `GET /log/tile/{level}/{index}`
   * @param level Level of the tile: 0 for the hashes of the leaves, or `entries` for the leaves themselves.
   * @param index Index of the tile in three digits. A longer index is split by `/`, with an `x` before all but the last three digits, as in `x001/234`. The index of a partial tile of W entries ends in `.p/W`. C2SP tlog-tiles specifies both.
   * @returns Hashes of 32 bytes each, or entries, each preceded by its length in two bytes.
   * @throws {OutturnError} `not_found`
   */
  tile(level: string, index: string, options?: CallOptions): ApiPromise<Uint8Array>
  /**
   * Read the signed checkpoint of the transparency log of demo.
   * Requires no credential. Not rate limited.
   * `GET /log/demo/checkpoint`
   * @returns Size and root hash of the log, as a signed note (C2SP tlog-checkpoint).
   * @throws {OutturnError} `not_found`
   */
  demoCheckpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of demo.
   * Requires no credential. Not rate limited.
   * `GET /log/demo/tile/{level}/{index}`
   * @param level Level of the tile: 0 for the hashes of the leaves, or `entries` for the leaves themselves.
   * @param index Index of the tile in three digits. A longer index is split by `/`, with an `x` before all but the last three digits, as in `x001/234`. The index of a partial tile of W entries ends in `.p/W`. C2SP tlog-tiles specifies both.
   * @returns Hashes of 32 bytes each, or entries, each preceded by its length in two bytes.
   * @throws {OutturnError} `not_found`
   */
  demoTile(level: string, index: string, options?: CallOptions): ApiPromise<Uint8Array>
}

export interface GuideOperations {
  /**
   * Search the documentation.
   * Requires no credential.
   * `GET /docs/search`
   * @param words Search text: a few words, an error code or the ID of an operation.
   * @returns Search results, best first.
   * @throws {OutturnError} `validation_failed`
   */
  search(words: string, options?: CallOptions): ApiPromise<GuideResults>
  /**
   * Read the list of error codes and reasons.
   * Requires no credential.
   * `GET /docs/errors`
   * @returns All error codes and reasons in Markdown.
   * @throws {OutturnError} `validation_failed`
   */
  errors(options?: CallOptions): ApiPromise<string>
  /**
   * Read a page of the guide.
   * Requires no credential.
   * `GET /docs/guide/{page}`
   * @param page Name of the page.
   * @returns The page in Markdown.
   * @throws {OutturnError} `not_found`
   */
  page(page: string, options?: CallOptions): ApiPromise<string>
}

export interface ServiceOperations {
  /**
   * Read the capabilities of this deployment.
   * Requires no credential.
   * `GET /api/v1/capabilities`
   * @returns Verification methods, checkers, settlement and payment protocols.
   * @throws {OutturnError} `validation_failed`
   */
  capabilities(options?: CallOptions): ApiPromise<Capabilities>
  /**
   * Check that the service answers.
   * Requires no credential. Not rate limited.
   * `GET /api/health`
   * @returns The service answers. Nothing else is checked.
   * @throws {OutturnError} `validation_failed`
   */
  health(options?: CallOptions): ApiPromise<Health>
  /**
   * Check that the service is ready.
   * Requires no credential. Not rate limited.
   * `GET /api/ready`
   * @returns The service is ready.
   * @throws {OutturnError} `validation_failed`, `configuration_unavailable`
   */
  readiness(options?: CallOptions): ApiPromise<Readiness>
}

export interface PagesOperations {
  /**
   * Show a receipt.
   * Requires no credential.
   * `GET /r/{receipt_id}`
   * @param receiptId ID of the receipt.
   * @returns The page in HTML.
   * @throws {OutturnError} `not_found`
   */
  receipt(receiptId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show a shared Spool.
   * Requires no credential.
   * `GET /s/{share_id}`
   * @param shareId Share ID of the Spool.
   * @returns The Spool without contacts, accounts and actions.
   * @throws {OutturnError} `spool_not_found`
   */
  spool(shareId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show how to get credits.
   * Requires no credential.
   * `GET /credits`
   * @returns The page in HTML.
   * @throws {OutturnError} `validation_failed`
   */
  credits(options?: CallOptions): ApiPromise<string>
  /**
   * Show the next page after the payout set-up.
   * Requires no credential.
   * `GET /return/{return_id}`
   * @param returnId ID of the page.
   * @returns The page in HTML.
   * @throws {OutturnError} `not_found`
   */
  return(returnId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show deprecated parts of the API.
   * Requires no credential.
   * `GET /versions`
   * @returns The page in HTML.
   * @throws {OutturnError} `validation_failed`
   */
  versions(options?: CallOptions): ApiPromise<string>
}

/** Options of `verify`. */
export interface VerifyOptions extends WriteOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `preflight`. */
export interface PreflightOptions extends WriteOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `verifications.buy`. */
export interface VerificationsBuyOptions extends WriteOptions {
  /** SHA-256 of the canonical JSON of the body, as in the URL of the payment challenge. A request with another body is refused. */
  digest?: string | undefined
  /** The signed payment, where `fetch` does not add it. */
  paymentSignature?: string | undefined
}

/** Options of `spools.list`. */
export interface SpoolsListOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `spools.get`. */
export interface SpoolsGetOptions extends CallOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `spools.shared`. */
export interface SpoolsSharedOptions extends CallOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `spools.events`. */
export interface SpoolsEventsOptions extends CallOptions {
  /** Sequence number (`seq`) of the last event that you have read. If omitted, the list starts with the first event. */
  after?: number | undefined
}

/** Options of `spools.amend`. */
export interface SpoolsAmendOptions extends ActOptions {
  /** `true` for a dry run: nothing is stored, signed or charged. */
  dryRun?: boolean | undefined
}

/** Options of `spools.verify`. */
export interface SpoolsVerifyOptions extends ActOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `spools.previewVerification`. */
export interface SpoolsPreviewVerificationOptions extends ActOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `receipts.get`. */
export interface ReceiptsGetOptions extends CallOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `recipes.list`. */
export interface RecipesListOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
}

/** Options of `usage.get`. */
export interface UsageGetOptions extends CallOptions {
  /** Length of the period in days, 1 to 365. Default: 30. */
  periodDays?: number | undefined
}

/** Options of `requests.list`. */
export interface RequestsListOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
  /** `refused` for refused requests only, or `all`. Default: `refused`. */
  outcome?: 'refused' | 'all' | undefined
  /** Only requests that were refused with this error code. */
  code?: string | undefined
  /** Only requests of this key. */
  keyId?: string | undefined
  /** Only requests whose path begins like this. */
  path?: string | undefined
  /** Only requests at or after this time. */
  since?: string | undefined
}

/** Options of `credits.buyPackByX402`. */
export interface CreditsBuyPackByX402Options extends WriteOptions {
  /** The signed payment, where `fetch` does not add it. */
  paymentSignature?: string | undefined
}

/** Options of `sandbox.verify`. */
export interface SandboxVerifyOptions extends WriteOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `sandbox.preflight`. */
export interface SandboxPreflightOptions extends WriteOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `sandbox.spools.get`. */
export interface SandboxSpoolsGetOptions extends CallOptions {
  /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
  actAsParty?: string | undefined
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `sandbox.spools.events`. */
export interface SandboxSpoolsEventsOptions extends CallOptions {
  /** Sequence number (`seq`) of the last event that you have read. If omitted, the list starts with the first event. */
  after?: number | undefined
}

/** Options of `sandbox.spools.accept`. */
export interface SandboxSpoolsAcceptOptions extends ActOptions {
  /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
  actAsParty?: string | undefined
}

/** Options of `sandbox.spools.submitEvidence`. */
export interface SandboxSpoolsSubmitEvidenceOptions extends ActOptions {
  /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
  actAsParty?: string | undefined
}

/** Options of `sandbox.spools.confirm`. */
export interface SandboxSpoolsConfirmOptions extends ActOptions {
  /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
  actAsParty?: string | undefined
}

/** Options of `sandbox.spools.verify`. */
export interface SandboxSpoolsVerifyOptions extends ActOptions {
  /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
  actAsParty?: string | undefined
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `sandbox.spools.previewVerification`. */
export interface SandboxSpoolsPreviewVerificationOptions extends ActOptions {
  /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to. */
  actAsParty?: string | undefined
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}
