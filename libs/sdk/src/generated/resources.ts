// Rendered from the OpenAPI document: see rendered-files.test.ts. Do not edit.

import type { ApiPromise } from '../http/api-promise.ts'
import type { ActOptions, AsSummary, CallOptions, IfChanged, WriteOptions } from '../http/call-options.ts'
import type { PagedList } from '../http/paged-list.ts'
import type {
  AcceptRequest,
  AcceptedDelivery,
  Account,
  AmendRequest,
  Attestation,
  AttestationVerdict,
  Capabilities,
  Claim,
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
  Discrepancy,
  DiscrepancyRequest,
  DismissDiscrepancyRequest,
  Dispute,
  DisputeAnswer,
  DisputeRequest,
  DisputeResultRequest,
  DisputeStatementRequest,
  EvidenceDetail,
  EvidenceRequest,
  ExchangedKey,
  ExternalResultRequest,
  Fact,
  GuideResults,
  Health,
  Invitation,
  InvoiceAudit,
  InvoiceAuditRequest,
  KeyDocument,
  KeyExchangeRequest,
  Match,
  MatchRequest,
  MatchResult,
  OnboardProviderRequest,
  OneCallRequest,
  OneCallResponse,
  OneCallResponseSummary,
  OutcomeIndex,
  OutcomeReceipt,
  PackAccepted,
  PackRequest,
  PaidVerification,
  Preflight,
  PromiseReplay,
  PromiseReplayRequest,
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
  RecordClaimsRequest,
  RecordedClaims,
  RequestRecord,
  RequestSummary,
  RequestedReview,
  ResolveDiscrepancyRequest,
  Review,
  ReviewCode,
  ReviewDecision,
  ReviewRequest,
  SandboxSession,
  SandboxSessionState,
  SettlementGrant,
  SettlementGrantRequest,
  SettlementGrantTemplate,
  SettlementSignaturesRequest,
  SharedSpool,
  SharedSpoolSummary,
  Source,
  SourceRequest,
  SourceRotateRequest,
  SourceTestRequest,
  SourceTestResult,
  SourceWithSecret,
  Spool,
  SpoolEvent,
  SpoolListSummary,
  SpoolSummary,
  StartedSync,
  SupersedeRequest,
  SupersededReceipt,
  Usage,
  VerificationPreview,
  VerifiedSpool,
  VerifiedSpoolSummary,
  VerifySpoolRequest,
  WithdrawnEvidence,
} from './types.ts'

export interface ApiOperations {
  /** Verify a delivery in one call; without its long parts. */
  verify(body: OneCallRequest, options: VerifyOptions & AsSummary): ApiPromise<OneCallResponseSummary>
  /**
   * Verify a delivery in one call.
   * Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or charging. To correct a delivery, send the whole request again under a new idempotency key: it is a new Spool and a new run.
   * `POST /api/v1/verify`
   * @returns The verdict, the earned amount and the receipt.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  verify(body: OneCallRequest, options?: VerifyOptions): ApiPromise<OneCallResponse>
  /**
   * Verify a delivery in one call, as a dry run: nothing is stored, signed or charged.
   * Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or charging. To correct a delivery, send the whole request again under a new idempotency key: it is a new Spool and a new run.
   * `POST /api/v1/verify`
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  preflight(body: OneCallRequest, options?: PreflightOptions): ApiPromise<Preflight>
  /**
   * Read the outcome index.
   * Returns how first verification runs ended, by kind of work, over all accounts in one calendar month. A month is published 3 days after its end and never changed. Small groups are left out and counts are rounded, so that no single run can be read from it. It costs nothing. Add `format=csv` for a table.
   * `GET /api/outcome-index`
   * @returns The published document.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  outcomeIndex(options?: OutcomeIndexOptions): ApiPromise<OutcomeIndex>
  readonly audits: AuditsOperations
  readonly verifications: VerificationsOperations
  readonly spools: SpoolsOperations
  readonly sources: SourcesOperations
  readonly settlement: SettlementOperations
  readonly receipts: ReceiptsOperations
  readonly attestations: AttestationsOperations
  readonly disputes: DisputesOperations
  readonly discrepancies: DiscrepanciesOperations
  readonly reviews: ReviewsOperations
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

export interface AuditsOperations {
  /**
   * Audit an invoice against a record.
   * Compares each line of an invoice with your own record of the work and says what the record supports, in exact cents and with a reason for each difference. Both files are read in memory and neither stored nor logged. Equal input gives equal bytes, apart from `audit_id`. It costs one verification; the same request under the same idempotency key is computed again and not charged.
   * `POST /api/v1/invoice-audit`
   * @returns Each line with the money that the record supports, and every discrepancy. Or `limit_reached`. Or `sandbox_resting`.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  invoice(body: InvoiceAuditRequest, options?: WriteOptions): ApiPromise<InvoiceAudit>
  /**
   * Replay a promise over a history.
   * Computes how the terms of a promise would have measured your own history: by customer and window, in exact cents, with a grid of other terms to try. It replays the history that you send and predicts nothing. The history is read in memory and neither stored nor logged. Equal input gives equal bytes, apart from `audit_id`. It costs one verification; the same request under the same idempotency key is computed again and not charged.
   * `POST /api/v1/promise-replay`
   * @returns Each window with its rate and hypothetical remedy, and the grid. Or `limit_reached`. Or `sandbox_resting`.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  replay(body: PromiseReplayRequest, options?: WriteOptions): ApiPromise<PromiseReplay>
}

export interface VerificationsOperations {
  /**
   * Verify a delivery in one call and pay with x402.
   * Judges a delivery against conditions in one request, without an account: the payment stands in for the API key. The first request is answered with 402 and the price; send the same body again with the signed payment. One payment buys one verdict and its receipt.
   * `POST /api/v1/verify/x402`
   * @returns The verdict, the earned amount, the receipt and the payment.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  buy(body: OneCallRequest, options?: VerificationsBuyOptions): ApiPromise<PaidVerification>
}

export interface SpoolsOperations {
  /**
   * Create a Spool.
   * Proposes an agreement between a buyer and a seller: what is delivered, under which conditions, for how much. It moves no money and charges nothing. With `agreement.mode` `unilateral` it is accepted at once; otherwise the other party accepts it, with its own account or after invite-counterparty.
   * `POST /api/v1/spools`
   * @returns The Spool, the path for its provider, and the next step for the counterparty.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`, `rate_limited`
   */
  create(body: CreateSpoolRequest, options?: WriteOptions): ApiPromise<CreatedSpool>
  /** List Spools; without its long parts. */
  list(options: SpoolsListOptions & AsSummary): PagedList<SpoolListSummary['data'][number]>
  /**
   * List Spools.
   * Lists the Spools that the account is a party of, one page at a time. It costs nothing. Read on with `after` set to `next_cursor` while `has_more` is true. Use read-spool for one Spool.
   * `GET /api/v1/spools`
   * @returns One page of Spools, newest first.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `rate_limited`
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
   * Returns the agreement, its evidence, the latest verdict and `next_step`, which names who acts next. It costs nothing. Send the `ETag` as `If-None-Match` to poll, and as `If-Match` with an action to be refused if the Spool has changed.
   * `GET /api/v1/spools/{id}`
   * @param spoolId ID of the Spool, or its share ID.
   * @returns The Spool as the caller sees it. A request with a share ID and without a credential gets the shared view.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
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
   * Returns the agreement, its evidence, the latest verdict and `next_step`, which names who acts next. It costs nothing. Send the `ETag` as `If-None-Match` to poll, and as `If-Match` with an action to be refused if the Spool has changed.
   * `GET /api/v1/spools/{id}`
   * @param spoolId ID of the Spool, or its share ID.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
   */
  shared(spoolId: string, options?: SpoolsSharedOptions): ApiPromise<SharedSpool>
  /**
   * List the events of a Spool.
   * Reads the history of a Spool, one page at a time. Each event names the hash of the one before, so a change of the past shows. It costs nothing. Read on from `after` with the `seq` of the last event.
   * `GET /api/v1/spools/{id}/events`
   * @param spoolId ID of the Spool.
   * @returns Events in the order in which they were recorded. `Link` names the next page, if there is one.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
   */
  events(spoolId: string, options?: SpoolsEventsOptions): PagedList<SpoolEvent>
  /**
   * Invite the counterparty of a Spool.
   * Makes a grant with which the other party gets a key for this Spool alone. Hand it over in private: the first to exchange it is the other party. It costs nothing. Next, the other party calls exchange-key within 15 minutes.
   * `POST /api/v1/spools/{id}/invite`
   * @param spoolId ID of the Spool.
   * @returns A grant for the counterparty. It can be used once, within 15 minutes. It replaces an earlier unused grant.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  invite(spoolId: string, options?: WriteOptions): ApiPromise<Invitation>
  /**
   * Create a binding quote for an agent Spool.
   * Fixes the most that a Spool of type `agent_task` can cost, with all fees. The other party accepts the Spool and this quote together. It moves no money. An amendment or the end of its time makes a new quote necessary.
   * `POST /api/v1/spools/{id}/quote`
   * @param spoolId ID of the Spool.
   * @returns A new quote, or the current quote if it is still valid.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  quote(spoolId: string, options?: WriteOptions): ApiPromise<Quote>
  /**
   * Read the current quote of an agent Spool.
   * Returns the quote that accept-spool would accept now. Compare its digest and its amounts before you accept. It costs nothing.
   * `GET /api/v1/spools/{id}/quote`
   * @param spoolId ID of the Spool.
   * @returns The current quote. `expired` and `superseded` say if it can no longer be accepted.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  readQuote(spoolId: string, options?: CallOptions): ApiPromise<Quote>
  /**
   * Propose a Spool.
   * Offers a draft or a declined Spool to the other party. It moves no money. A Spool made by create-spool is proposed already. Next, the other party accepts or declines it.
   * `POST /api/v1/spools/{id}/propose`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  propose(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Accept a Spool.
   * Binds the party that did not create the Spool to its conditions and its amount. It moves no money. The Spool must be proposed; a Spool of type `agent_task` is accepted together with its quote. Next, the provider delivers with submit-evidence.
   * `POST /api/v1/spools/{id}/accept`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Decline a Spool or a cancellation request.
   * Refuses a proposed Spool, or a request of the other party to cancel one. A party that asked to cancel takes its request back with it. It moves no money. A declined Spool can be proposed again only where its agreement says so.
   * `POST /api/v1/spools/{id}/decline`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  decline(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Cancel a Spool, or request its cancellation.
   * Ends a Spool on which nothing was delivered or paid out. Before settlement is committed one party is enough; afterwards the call is a request, which the other party confirms with cancel or refuses with decline. A key of scope `counterparty` can only answer such a request. What is held is released.
   * `POST /api/v1/spools/{id}/cancel`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  cancel(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Abandon a Spool.
   * Ends the Spool for both parties at once, without asking the other one. It cannot be undone. Use it before settlement is committed, when the work will not go on; afterwards use cancel. It moves no money, runs already made stay charged, and receipts already issued stay valid.
   * `POST /api/v1/spools/{id}/abandon`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  abandon(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Amend the conditions or units of a proposed Spool.
   * Replaces the conditions or the units before the Spool is accepted, and raises its version. A quote of the earlier version no longer counts. It moves no money. Use `dry_run=true` to see the new digests without storing anything.
   * `POST /api/v1/spools/{id}/amend`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`, `rate_limited`
   */
  amend(spoolId: string, body: AmendRequest, options?: SpoolsAmendOptions): ApiPromise<Spool>
  /**
   * Commit to the settlement of a Spool.
   * Commits the buyer to pay what the verdict will earn, through this service. By card the agreed amount and the fee are held, and only what is earned is taken; from a wallet nothing moves before the transfers are signed or a grant is used. Use it after acceptance; `next_step` names what follows. Parties that pay each other elsewhere do not need it.
   * `POST /api/v1/spools/{id}/commit`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  commit(spoolId: string, body?: CommitRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Submit evidence.
   * Delivers one item: rows, a file, a text, or the word of a party (`confirmation`). **Of one condition, party and `source` the latest item counts**: to correct an item, send the new one under the same `source`. Items under different sources are counted together. Nothing is judged or charged yet; call verify-spool next.
   * `POST /api/v1/spools/{id}/evidence`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read an evidence item.
   * Returns what is recorded about one evidence item: type, source, time, size and digest. It costs nothing. Use download-evidence for the content itself.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}`
   * @param spoolId ID of the Spool.
   * @param evidenceId ID of the evidence item.
   * @returns The evidence item. Visible only to the parties of its Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  evidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<EvidenceDetail>
  /**
   * Download the content of an evidence item.
   * Returns the bytes of an evidence item as an attachment. It costs nothing. Compare their SHA-256 with `content_digest` to see that nothing changed.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}/content`
   * @param spoolId ID of the Spool.
   * @param evidenceId ID of the evidence item.
   * @returns The content as it was submitted, as an attachment. Rows and JSON are in the canonical form that `content_digest` applies to.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  downloadEvidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<Uint8Array>
  /**
   * Withdraw the content of an evidence item.
   * Deletes the content that you submitted, for good, once the verdict is final, no case is open and the dispute window is over; `until` of a refusal names the earliest time. The receipt, its digests and its signature stay valid. Verifications of that content can no longer be repeated. It costs nothing.
   * `DELETE /api/v1/spools/{id}/evidence/{evidence_id}/content`
   * @param spoolId ID of the Spool.
   * @param evidenceId ID of the evidence item.
   * @returns The content is deleted, now or before.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  withdrawEvidence(spoolId: string, evidenceId: string, options?: WriteOptions): ApiPromise<WithdrawnEvidence>
  /** Verify the delivery of a Spool; without its long parts. */
  verify(spoolId: string, body: VerifySpoolRequest | undefined, options: SpoolsVerifyOptions & AsSummary): ApiPromise<VerifiedSpoolSummary>
  /**
   * Verify the delivery of a Spool.
   * Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new evidence it returns the latest result at no cost. Where settlement is committed, a final verdict releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and each party may try it a limited number of times a day.
   * `POST /api/v1/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @returns The Spool with the result of the run. Without a new run if confirmations are missing, or with the result of the latest run if nothing has changed since. Or `limit_reached`. Or `sandbox_resting`. For a dry run: the verdict and the price of a run.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: SpoolsVerifyOptions): ApiPromise<VerifiedSpool>
  /**
   * Verify the delivery of a Spool, as a dry run: nothing is stored, signed or charged.
   * Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new evidence it returns the latest result at no cost. Where settlement is committed, a final verdict releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and each party may try it a limited number of times a day.
   * `POST /api/v1/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: SpoolsPreviewVerificationOptions): ApiPromise<VerificationPreview>
  /**
   * Submit the signed result of an external party.
   * Records the signed verdict of a judge outside this service, for a condition that names this judge. The signature is checked against the key in the agreement. It costs nothing by itself. Next, verify-spool takes the result into account.
   * `POST /api/v1/spools/{id}/external-result`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `rate_limited`
   */
  recordExternalResult(spoolId: string, body: ExternalResultRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Start the payout set-up of the provider.
   * Returns the address of a page on which the provider enters where card payments go. It moves no money. The buyer can commit by card once the set-up is complete. Call it again for a fresh link.
   * `POST /api/v1/spools/{id}/onboard-provider`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  onboardProvider(spoolId: string, body: OnboardProviderRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read a completed Spool.
   * Returns a Spool whose outcome is `completed`, and refuses any other with `invalid_state`. It changes nothing, costs nothing and may be repeated. Use read-spool for a Spool in any state.
   * `POST /api/v1/spools/{id}/complete`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  complete(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * List facts of a Spool.
   * Lists what sources reported of a Spool, newest first, for both parties. It costs nothing. Corrected facts are left out unless `current=false`.
   * `GET /api/v1/spools/{id}/facts`
   * @param spoolId ID of the Spool.
   * @returns The facts. Visible only to the parties of the Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
   */
  facts(spoolId: string, options?: SpoolsFactsOptions): PagedList<Fact>
  readonly claims: SpoolsClaimsOperations
  readonly matches: SpoolsMatchesOperations
}

export interface SourcesOperations {
  /**
   * Register a source.
   * Registers a system of record whose payloads become facts of Spools. It costs nothing. Keep `signing_secret`: it is shown once. Next, try a payload with test-source.
   * `POST /api/v1/sources`
   * @returns The source, with its secret.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  create(body: SourceRequest, options?: WriteOptions): ApiPromise<SourceWithSecret>
  /**
   * List sources.
   * Lists the sources of the account, newest first. It costs nothing.
   * `GET /api/v1/sources`
   * @returns The sources.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  list(options?: SourcesListOptions): PagedList<Source>
  /**
   * Read a source.
   * Returns a source with its last rejections. It costs nothing. Secrets are never shown again.
   * `GET /api/v1/sources/{source_id}`
   * @param sourceId ID of the source.
   * @returns The source.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  get(sourceId: string, options?: CallOptions): ApiPromise<Source>
  /**
   * Try a payload.
   * Says which facts a payload would become. Nothing is stored. It costs nothing.
   * `POST /api/v1/sources/{source_id}/test`
   * @param sourceId ID of the source.
   * @returns The facts and the rejections.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  test(sourceId: string, body: SourceTestRequest, options?: WriteOptions): ApiPromise<SourceTestResult>
  /**
   * Rotate the key of a source.
   * Gives a source a new secret, or the public key that you send. The previous one stays valid for the overlap. At most two are valid. It costs nothing.
   * `POST /api/v1/sources/{source_id}/rotate`
   * @param sourceId ID of the source.
   * @returns The source, with its new secret.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  rotate(sourceId: string, body?: SourceRotateRequest, options?: WriteOptions): ApiPromise<SourceWithSecret>
  /**
   * Pause a source.
   * Stops taking deliveries and syncs until resume-source. It costs nothing.
   * `POST /api/v1/sources/{source_id}/pause`
   * @param sourceId ID of the source.
   * @returns The source.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  pause(sourceId: string, options?: WriteOptions): ApiPromise<Source>
  /**
   * Resume a source.
   * Takes deliveries and syncs again after pause-source. It costs nothing.
   * `POST /api/v1/sources/{source_id}/resume`
   * @param sourceId ID of the source.
   * @returns The source.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  resume(sourceId: string, options?: WriteOptions): ApiPromise<Source>
  /**
   * Revoke a source.
   * Ends a source for good and destroys its secrets. Its facts stay. It costs nothing.
   * `POST /api/v1/sources/{source_id}/revoke`
   * @param sourceId ID of the source.
   * @returns The source.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  revoke(sourceId: string, options?: WriteOptions): ApiPromise<Source>
  /**
   * Sync a source.
   * Fetches a source of kind `pull_http` now. One sync runs at a time. It costs nothing. Next, read the source for the result.
   * `POST /api/v1/sources/{source_id}/sync`
   * @param sourceId ID of the source.
   * @returns The running sync.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  sync(sourceId: string, options?: WriteOptions): ApiPromise<StartedSync>
  /**
   * Deliver signed payloads.
   * Takes a payload that is signed by Standard Webhooks, without a key. It is stored when 202 is answered. Send the same `webhook-id` again after a failure. It costs nothing.
   * `POST /api/v1/sources/{source_id}/webhook`
   * @param sourceId ID of the source.
   * @returns The delivery is stored.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  deliver(sourceId: string, body?: unknown, options?: WriteOptions): ApiPromise<AcceptedDelivery>
}

export interface SettlementOperations {
  /**
   * Submit the signatures of the settlement transfers.
   * Sends the signatures of the wallet of the buyer for the transfers in `next_step.required_legs`. **This moves money**: the service broadcasts the signed transfers. Signatures that are sent again change nothing, and each transfer happens at most once.
   * `POST /api/v1/spools/{id}/settlement/signatures`
   * @param spoolId ID of the Spool.
   * @returns The Spool after the action, as the caller sees it.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  sign(spoolId: string, body: SettlementSignaturesRequest, options?: WriteOptions): ApiPromise<Spool>
  /**
   * Read the template of a settlement grant.
   * Returns the spend permission that the wallet of the buyer has to grant: at most the agreed value and fee, for this Spool alone. It moves no money. Next, sign or approve it without changes and send it to submit-settlement-grant.
   * `GET /api/v1/spools/{id}/settlement/grant/template`
   * @param spoolId ID of the Spool.
   * @returns The permission that the buyer signs or approves without changes.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  grantTemplate(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrantTemplate>
  /**
   * Create a settlement grant.
   * Stores the spend permission of the buyer, signed or already approved on the chain. Nothing moves yet: after the final verdict the service takes what was earned and the fee, never more than was granted. Next, call commit-spool with `unattended_outcome_settlement`.
   * `POST /api/v1/spools/{id}/settlement/grant`
   * @param spoolId ID of the Spool.
   * @returns The stored grant and its state on the chain.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`, `configuration_unavailable`, `grants_paused`
   */
  grant(spoolId: string, body: SettlementGrantRequest, options?: WriteOptions): ApiPromise<SettlementGrant>
  /**
   * Read a settlement grant.
   * Returns the permission that the wallet of the buyer gave, and what the chain says about it. It costs nothing. It has the call with which the buyer revokes the permission at any time.
   * `GET /api/v1/spools/{id}/settlement/grant`
   * @param spoolId ID of the Spool.
   * @returns The grant, its state on the chain, and the call that revokes it.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  readGrant(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrant>
}

export interface ReceiptsOperations {
  /** Read a receipt with its status and attestation; without its long parts. */
  get(receiptId: string, options: ReceiptsGetOptions & AsSummary): ApiPromise<ReceiptRecordSummary>
  /**
   * Read a receipt with its status and attestation.
   * Returns the signed receipt of a run: what was judged, what was earned and for which digests. It costs nothing. Check its signature before you pay by it, and check its status, for a receipt can be corrected or revoked.
   * `GET /api/v1/receipts/{receipt_id}`
   * @param receiptId ID of the receipt.
   * @returns The receipt. Visible only to the parties of its Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  get(receiptId: string, options?: ReceiptsGetOptions): ApiPromise<ReceiptRecord>
  /**
   * Read the online status of a receipt.
   * Says if a receipt still counts, or was replaced, revoked or disputed. It needs no key and costs nothing. Ask before you pay by a receipt.
   * `GET /api/v1/receipts/{receipt_id}/status`
   * @param receiptId ID of the receipt.
   * @returns Status of the receipt; `unknown` if there is no receipt with this ID.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  status(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatusV1>
  /**
   * Read the online status of a receipt.
   * Says if a receipt still counts, or was replaced, revoked or disputed. It needs no key and costs nothing. Ask before you pay by a receipt.
   * `GET /api/receipts/{receipt_id}/status`
   * @param receiptId ID of the receipt.
   * @returns Status of the receipt.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  publicStatus(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatus>
  /**
   * Download the bundle of a receipt for offline verification.
   * Returns the receipt with all that a verifier needs without this service: keys, status, proof of the log, and the digests of the evidence. It costs nothing. Check it with `outturn verify`, or with a verifier library.
   * `GET /api/v1/receipts/{receipt_id}/bundle`
   * @param receiptId ID of the receipt.
   * @returns The bundle. Visible only to the parties of the Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  bundle(receiptId: string, options?: CallOptions): ApiPromise<ReceiptBundle>
  /**
   * Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022).
   * Returns the receipt in a format that other tools verify: a W3C Verifiable Credential 2.0 (eddsa-jcs-2022). It costs nothing. A receipt that was corrected or revoked is refused, so that only a current one is handed on.
   * `GET /api/v1/receipts/{receipt_id}/credential`
   * @param receiptId ID of the receipt.
   * @returns The credential. Only for a current receipt, and visible only to the parties of its Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  credential(receiptId: string, options?: CallOptions): ApiPromise<ReceiptCredential>
  /**
   * Read a receipt as an in-toto statement in a DSSE envelope.
   * Returns the receipt in a format that other tools verify: an in-toto statement in a DSSE envelope. It costs nothing. A receipt that was corrected or revoked is refused, so that only a current one is handed on.
   * `GET /api/v1/receipts/{receipt_id}/dsse`
   * @param receiptId ID of the receipt.
   * @returns The envelope. Only for a current receipt, and visible only to the parties of its Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  envelope(receiptId: string, options?: CallOptions): ApiPromise<ReceiptEnvelope>
  /**
   * Download a receipt.
   * Returns the signed receipt as a file, for anyone with its address. It costs nothing. Verify it with the published keys, or with read-receipt-bundle offline.
   * `GET /r/{receipt_id}/receipt.json`
   * @param receiptId ID of the receipt.
   * @returns The signed receipt.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  download(receiptId: string, options?: CallOptions): ApiPromise<OutcomeReceipt>
  /**
   * Record a use of a receipt.
   * Records that a payment or another decision was made by this receipt. It moves no money: pay first, then record it. A use is recorded once, and a receipt that no longer counts is refused, so that nothing is paid twice.
   * `POST /api/v1/receipts/{receipt_id}/consumptions`
   * @param receiptId ID of the receipt.
   * @returns The recorded use.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  recordConsumption(receiptId: string, body: ConsumptionRequest, options?: WriteOptions): ApiPromise<Consumption>
  /**
   * Replace a receipt.
   * Runs the conditions again and issues a receipt that takes the place of one that was wrong. Say why in `reason`. It charges one run and reverses no payment. The replaced receipt stays readable with the status `corrected`.
   * `POST /api/v1/receipts/{receipt_id}/supersede`
   * @param receiptId ID of the receipt.
   * @returns The new receipt. The replaced receipt gets the status `corrected` and refers to the new one. No payment is reversed.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`, `internal_error`, `checker_error`
   */
  supersede(receiptId: string, body: SupersedeRequest, options?: WriteOptions): ApiPromise<SupersededReceipt>
}

export interface AttestationsOperations {
  /**
   * Verify an attestation.
   * Checks the signature, the schema and the status of an attestation that you hold. Anyone may ask, without a key and at no cost, and nothing is stored. Use a bundle and a verifier of your own to check without this service.
   * `POST /api/v1/attestations/verify`
   * @returns Result of the check with the codes of all failed checks; `superseded` and `revoked` concern its receipt. The attestation is not part of the answer. Or `trusted_key_unavailable`.
   * @throws {OutturnError} `rate_limited`
   */
  verify(body: Attestation, options?: WriteOptions): ApiPromise<AttestationVerdict>
}

export interface SpoolsClaimsOperations {
  /**
   * Record claims.
   * Records what the provider says it did, one event each. It costs nothing and moves no money. Use match-claims to compare the claims with the facts that the sources of the Spool reported. Equal claims are kept; use `supersedes` to correct one.
   * `POST /api/v1/spools/{id}/claims`
   * @param spoolId ID of the Spool.
   * @returns The recorded claims, in the order of the request.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  record(spoolId: string, body: RecordClaimsRequest, options?: WriteOptions): ApiPromise<RecordedClaims>
  /**
   * List claims.
   * Lists the claims of a Spool, oldest first, one page at a time. It costs nothing. Read on with `after` set to `next_cursor` while `has_more` is true.
   * `GET /api/v1/spools/{id}/claims`
   * @param spoolId ID of the Spool.
   * @returns One page of claims, oldest first.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
   */
  list(spoolId: string, options?: SpoolsClaimsListOptions): PagedList<Claim>
}

export interface SpoolsMatchesOperations {
  /**
   * Match claims with facts.
   * Compares the claims of the provider with the facts that the sources reported, and opens a discrepancy for what does not match. It costs nothing and moves no money. The same claims and facts always give the same result. Up to 60 runs a day for each Spool.
   * `POST /api/v1/spools/{id}/match`
   * @param spoolId ID of the Spool.
   * @returns The counts, the first results, and the discrepancies that were opened.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  run(spoolId: string, body: MatchRequest, options?: WriteOptions): ApiPromise<MatchResult>
  /**
   * List the results of the last match.
   * Lists the results of the last match of a Spool, one page at a time: claims by ordinal, then facts without a claim. It costs nothing. Read on with `after` set to `next_cursor` while `has_more` is true.
   * `GET /api/v1/spools/{id}/matches`
   * @param spoolId ID of the Spool.
   * @returns One page of results, with the counts of the whole run.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  list(spoolId: string, options?: SpoolsMatchesListOptions): PagedList<Match>
}

export interface DisputesOperations {
  /**
   * Dispute a receipt.
   * Says that a receipt is wrong, and why. Use it within the dispute window of the agreement, on the latest receipt of the Spool. While the dispute is open nothing is settled, where the agreement says so, and a further run needs new evidence of the provider. It costs nothing.
   * `POST /api/v1/receipts/{receipt_id}/disputes`
   * @param receiptId ID of the receipt.
   * @returns The dispute. It is open until its deadline.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  open(receiptId: string, body: DisputeRequest, options?: WriteOptions): ApiPromise<Dispute>
  /**
   * Read a dispute.
   * Returns a dispute with its deadline, its timeline and how it ended. It costs nothing. Use it to see if settlement is still held.
   * `GET /api/v1/disputes/{dispute_id}`
   * @param disputeId ID of the dispute.
   * @returns The dispute. Visible only to the parties of its Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  get(disputeId: string, options?: CallOptions): ApiPromise<Dispute>
  /**
   * Withdraw a dispute.
   * Ends an open dispute; the receipt stands, and settlement goes on. Only the party that opened the dispute can withdraw it. It counts among the five disputes that a party can open of a Spool. It costs nothing.
   * `POST /api/v1/disputes/{dispute_id}/withdraw`
   * @param disputeId ID of the dispute.
   * @returns The dispute.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  withdraw(disputeId: string, options?: WriteOptions): ApiPromise<Dispute>
  /**
   * Respond to a dispute.
   * Accepts what a dispute of the other party asks for, rejects it, or proposes other outcomes. Use it if `can` has `respond`. A rejection ends nothing: the dispute goes on until its deadline. Accepting can lead to a new receipt, which states the amount that was earned. It costs nothing.
   * `POST /api/v1/disputes/{dispute_id}/respond`
   * @param disputeId ID of the dispute.
   * @returns The dispute.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  respond(disputeId: string, body: DisputeAnswer, options?: WriteOptions): ApiPromise<Dispute>
  /**
   * Record an external decision on a dispute.
   * Records the decision of the external party that `resolver_ref` of the agreement names, by its signature. `overturn` leads to a new receipt. Any party can send the decision. It costs nothing.
   * `POST /api/v1/disputes/{dispute_id}/external-result`
   * @param disputeId ID of the dispute.
   * @returns The dispute.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  recordResult(disputeId: string, body: DisputeResultRequest, options?: WriteOptions): ApiPromise<Dispute>
  /**
   * Add a statement to a dispute.
   * Adds a statement for the other party and a reviewer to an open dispute, at most 10 from each party. No checker judges it; submit evidence if a verification is to see it. It costs nothing.
   * `POST /api/v1/disputes/{dispute_id}/statements`
   * @param disputeId ID of the dispute.
   * @returns The dispute, with the statement.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  addStatement(disputeId: string, body: DisputeStatementRequest, options?: WriteOptions): ApiPromise<Dispute>
}

export interface DiscrepanciesOperations {
  /**
   * List the discrepancies of a Spool.
   * Lists the differences that the parties and matches recorded, one page at a time. It costs nothing. Filter by `status`; read on with `after` set to `next_cursor`.
   * `GET /api/v1/spools/{id}/discrepancies`
   * @param spoolId ID of the Spool.
   * @returns One page of discrepancies, newest first.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
   */
  list(spoolId: string, options?: DiscrepanciesListOptions): PagedList<Discrepancy>
  /**
   * Open a discrepancy.
   * Records that claims, facts or deliveries differ. It changes no verdict and no receipt and costs nothing. Use severity `block` to keep the money from being settled until both parties agree, `warn` to note the difference, and open-dispute to contest a receipt.
   * `POST /api/v1/spools/{id}/discrepancies`
   * @param spoolId ID of the Spool.
   * @returns The discrepancy.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  open(spoolId: string, body: DiscrepancyRequest, options?: WriteOptions): ApiPromise<Discrepancy>
  /**
   * Read a discrepancy.
   * Returns a discrepancy: what differs, what was proposed, whose word is awaited, and what you may do. It costs nothing. Use it to see if a block still holds the money.
   * `GET /api/v1/discrepancies/{discrepancy_id}`
   * @param discrepancyId ID of the discrepancy.
   * @returns The discrepancy. Visible only to the parties of its Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  get(discrepancyId: string, options?: CallOptions): ApiPromise<Discrepancy>
  /**
   * Resolve a discrepancy.
   * Says how a difference was settled. A `block` stays open until the other party sends the same outcome: until then this is a proposal, which either party can replace. It changes no verdict and no receipt and costs nothing.
   * `POST /api/v1/discrepancies/{discrepancy_id}/resolve`
   * @param discrepancyId ID of the discrepancy.
   * @returns The discrepancy: `resolved`, or open with the proposal.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  resolve(discrepancyId: string, body: ResolveDiscrepancyRequest, options?: WriteOptions): ApiPromise<Discrepancy>
  /**
   * Dismiss a discrepancy.
   * Says that there is no difference. Use it for a discrepancy that you or a match opened; for one of the other party use resolve-discrepancy. A `block` stays open until the other party dismisses it too.
   * `POST /api/v1/discrepancies/{discrepancy_id}/dismiss`
   * @param discrepancyId ID of the discrepancy.
   * @returns The discrepancy: `dismissed`, or open with the proposal.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  dismiss(discrepancyId: string, body: DismissDiscrepancyRequest, options?: WriteOptions): ApiPromise<Discrepancy>
}

export interface ReviewsOperations {
  /**
   * Request a review.
   * Asks a named person to review the latest receipt of a Spool, and returns the link for that person. The request changes neither the receipt nor the settlement. It costs nothing. Next, send the link to the reviewer, and have the other party consent if the review is advisory.
   * `POST /api/v1/receipts/{receipt_id}/reviews`
   * @param receiptId ID of the receipt.
   * @returns The review, with the link for the reviewer.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  request(receiptId: string, body: ReviewRequest, options?: WriteOptions): ApiPromise<RequestedReview>
  /**
   * Read a review.
   * Returns a review with its status, its decision and the effect of the decision. It costs nothing. Use it to wait for the decision; the link for the reviewer is not in it.
   * `GET /api/v1/reviews/{review_id}`
   * @param reviewId ID of the review.
   * @returns The review. Visible only to the parties of its Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  get(reviewId: string, options?: CallOptions): ApiPromise<Review>
  /**
   * Consent to a review.
   * Makes a review binding: the decision of the reviewer can then replace the receipt, and with it the amount that was earned. Only the party that did not ask for the review can consent, before the decision. It costs nothing.
   * `POST /api/v1/reviews/{review_id}/consent`
   * @param reviewId ID of the review.
   * @returns The review.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  consent(reviewId: string, options?: WriteOptions): ApiPromise<Review>
  /**
   * Withdraw a review.
   * Ends a review that is not decided; the link of the reviewer decides nothing any more. Only the party that asked for the review can withdraw it. It costs nothing.
   * `POST /api/v1/reviews/{review_id}/withdraw`
   * @param reviewId ID of the review.
   * @returns The review.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  withdraw(reviewId: string, options?: WriteOptions): ApiPromise<Review>
  /**
   * Mail a code to the reviewer.
   * Mails a code of six digits to the address of the reviewer. Send the token of the review link as the bearer token. Needed if `verified_by` is `email`. A code is valid for 10 minutes and 5 attempts; a review has 3 codes. It costs nothing.
   * `POST /api/v1/reviews/{review_id}/code`
   * @param reviewId ID of the review.
   * @returns The mail with the code is queued.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  mailCode(reviewId: string, options?: WriteOptions): ApiPromise<ReviewCode>
  /**
   * Decide a review.
   * Records the decision of the reviewer, once. Send the token of the review link as the bearer token; the API key of a party is refused. If a binding decision overturns the receipt, a new receipt replaces it and states the amount that was earned. It costs nothing.
   * `POST /api/v1/reviews/{review_id}/decision`
   * @param reviewId ID of the review.
   * @returns The review.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  decide(reviewId: string, body: ReviewDecision, options?: WriteOptions): ApiPromise<Review>
}

export interface PoliciesOperations {
  /**
   * Compile a text into conditions.
   * Reads an agreement in plain words and suggests conditions that a checker can decide. It changes no Spool. It counts as one compile of the account, unless nothing of the text was read. Next, answer its questions with confirm-policy.
   * `POST /api/v1/policy-compiler`
   * @returns Suggested conditions, and questions about parts of the text that are not exact. They have no effect until they are confirmed.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  compile(body: CompilePolicyRequest, options?: WriteOptions): ApiPromise<CompiledPolicy>
  /**
   * Confirm a compiled policy.
   * Turns the suggestions of compile-policy into final conditions: choose which ones to keep and answer every question. It changes no Spool and costs nothing. Next, send the conditions to create-spool or verify-delivery.
   * `POST /api/v1/policy-compiler/confirm`
   * @returns Conditions for creating a Spool. They have no effect until the Spool is created.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`, `rate_limited`
   */
  confirm(body: ConfirmPolicyRequest, options?: WriteOptions): ApiPromise<ConfirmedPolicy>
}

export interface RecipesOperations {
  /**
   * List recipes.
   * Lists the ready-made sets of conditions that the account may use, with their parameters. It costs nothing. Send the `id` of one, its hash and its parameters as `recipe` to verify-delivery.
   * `GET /api/v1/recipes`
   * @returns The built-in recipes and those of the account.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `rate_limited`
   */
  list(options?: RecipesListOptions): PagedList<Recipe>
  /**
   * Read a recipe.
   * Returns one ready-made set of conditions, its parameters and its hash. It costs nothing. Send the hash with the `id`, so that nothing but what you read is agreed.
   * `GET /api/v1/recipes/{id}`
   * @param recipeId Name and version of the recipe.
   * @returns The recipe with its hash.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `rate_limited`
   */
  get(recipeId: string, options?: CallOptions): ApiPromise<Recipe>
}

export interface AccountOperations {
  /**
   * Read the account and limits of the caller.
   * Returns whose key this is, its scope and environment, the limits and what is left of the monthly allowance. It costs nothing. Use it to check a key before the first run.
   * `GET /api/v1/account`
   * @returns The account with its limits and remaining allowance.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `rate_limited`
   */
  get(options?: CallOptions): ApiPromise<Account>
}

export interface UsageOperations {
  /**
   * Read the usage of a period.
   * Returns the verification runs of the account in the last days, their verdicts and what they cost. It costs nothing.
   * `GET /api/v1/usage`
   * @returns Runs and amounts of the period.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `rate_limited`
   */
  get(options?: UsageGetOptions): ApiPromise<Usage>
}

export interface RequestsOperations {
  /**
   * List the refused requests of the account.
   * Lists the latest requests of the account that were refused, one page at a time. It costs nothing. Read one whole with read-request.
   * `GET /api/v1/requests`
   * @returns One page of requests, newest first.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  list(options?: RequestsListOptions): PagedList<RequestSummary>
  /**
   * Read a request of the account: why it was refused, and what was sent.
   * Returns one request by the `request_id` of its answer: why it was refused and what was sent, without secrets. It costs nothing. Use it to find out what a program of yours sends.
   * `GET /api/v1/requests/{request_id}`
   * @param requestId ID of the request.
   * @returns The request, with its body redacted.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  get(requestId: string, options?: CallOptions): ApiPromise<RequestRecord>
}

export interface CreditsOperations {
  /**
   * Read the credit balance.
   * Returns the credits of the account and what is left of the monthly allowance. Runs of the allowance are used before credits. It costs nothing. With too few credits a run is refused with `credits_required`; buy a pack then.
   * `GET /api/v1/credits/balance`
   * @returns Credits and remaining allowance of the account.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  balance(options?: CallOptions): ApiPromise<CreditsBalance>
  /**
   * Buy a credit pack by card with MPP.
   * Buys a credit pack with a payment by card. The first request is answered with 402 and the price; send it again with the payment. The credits are added once, however often the same payment is sent. Read them with read-balance.
   * `POST /api/v1/credits/packs/mpp`
   * @returns The payment was accepted. The credits are added to the balance now or shortly.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  buyPackByMpp(body: PackRequest, options?: WriteOptions): ApiPromise<PackAccepted>
  /**
   * Buy a credit pack with x402.
   * Buys a credit pack with a stablecoin payment. The first request is answered with 402 and the price; send it again with the signed payment. The credits are added once, however often the same payment is sent. Read them with read-balance.
   * `POST /api/v1/credits/packs/x402`
   * @returns The payment is on the chain, and the credits are added to the balance.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  buyPackByX402(body: PackRequest, options?: CreditsBuyPackByX402Options): ApiPromise<PackAccepted>
}

export interface SandboxOperations {
  /**
   * Open a sandbox session.
   * Opens a session for trying the service out, without an account. It costs nothing, and nothing in it is real: demo Spools move no money, and demo receipts are marked. Send the token as `Authorization: Bearer sbx_…` until it expires.
   * `POST /api/sandbox/session`
   * @returns Session token and limits. The token is shown only once.
   * @throws {OutturnError} `rate_limited`
   */
  openSession(options?: WriteOptions): ApiPromise<SandboxSession>
  /**
   * Read the remaining budget of a sandbox session.
   * Returns what is left of the session, when it ends, and its active Spools. It costs nothing.
   * `GET /api/sandbox/session`
   * @returns Budget and active Spools of the session.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `rate_limited`
   */
  readSession(options?: CallOptions): ApiPromise<SandboxSessionState>
  /** Verify a delivery in one call, in the sandbox; without its long parts. */
  verify(body: OneCallRequest, options: SandboxVerifyOptions & AsSummary): ApiPromise<OneCallResponseSummary>
  /**
   * Verify a delivery in one call, in the sandbox.
   * Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or charging. To correct a delivery, send the whole request again under a new idempotency key: it is a new Spool and a new run.
   * `POST /api/sandbox/verify`
   * @returns The verdict, the earned amount and the receipt.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  verify(body: OneCallRequest, options?: SandboxVerifyOptions): ApiPromise<OneCallResponse>
  /**
   * Verify a delivery in one call, in the sandbox, as a dry run: nothing is stored, signed or charged.
   * Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or charging. To correct a delivery, send the whole request again under a new idempotency key: it is a new Spool and a new run.
   * `POST /api/sandbox/verify`
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  preflight(body: OneCallRequest, options?: SandboxPreflightOptions): ApiPromise<Preflight>
  /**
   * Compile a text into a demo Spool.
   * Reads an agreement in plain words and makes a demo Spool of it, between a buyer and a seller that are both you. It moves no money. While the text leaves questions open the Spool is a draft: compile again with words that answer them.
   * `POST /api/sandbox/compile`
   * @returns The demo Spool. It is proposed, or a draft if parts of the text are open. It also counts as one of the `spools`.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `not_found`, `conflict`, `store_conflict`, `invalid_state`, `validation_failed`, `ambiguity_required`, `rate_limited`
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
   * Returns a Spool of the session, as the buyer or as the seller sees it: choose with `act_as_party`. `next_step` names who acts next. It costs nothing.
   * `GET /api/sandbox/spools/{id}`
   * @param spoolId ID of the Spool, or its share ID.
   * @returns The Spool as the caller sees it. A request with a share ID and without a credential gets the shared view.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
   */
  get(spoolId: string, options?: SandboxSpoolsGetOptions): ApiPromise<Spool>
  /**
   * List the events of a demo Spool.
   * Reads the history of a Spool, one page at a time. Each event names the hash of the one before, so a change of the past shows. It costs nothing. Read on from `after` with the `seq` of the last event.
   * `GET /api/sandbox/spools/{id}/events`
   * @param spoolId ID of the Spool.
   * @returns Events in the order in which they were recorded. `Link` names the next page, if there is one.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `rate_limited`
   */
  events(spoolId: string, options?: SandboxSpoolsEventsOptions): PagedList<SpoolEvent>
  /**
   * Accept a demo Spool.
   * Binds the party that did not create the Spool to its conditions and its amount. It moves no money. The Spool must be proposed; a Spool of type `agent_task` is accepted together with its quote. Next, the provider delivers with submit-evidence.
   * `POST /api/sandbox/spools/{id}/accept`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: SandboxSpoolsAcceptOptions): ApiPromise<Spool>
  /**
   * Submit evidence to a demo Spool.
   * Delivers one item: rows, a file, a text, or the word of a party (`confirmation`). **Of one condition, party and `source` the latest item counts**: to correct an item, send the new one under the same `source`. Items under different sources are counted together. Nothing is judged or charged yet; call verify-spool next.
   * `POST /api/sandbox/spools/{id}/evidence`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: SandboxSpoolsSubmitEvidenceOptions): ApiPromise<Spool>
  /**
   * Confirm conditions of a demo Spool.
   * Records the word of a party on conditions that people decide. It runs no verification and costs nothing. Next, call verify-sandbox-spool.
   * `POST /api/sandbox/spools/{id}/confirm`
   * @param spoolId ID of the Spool.
   * @returns A Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `rate_limited`
   */
  confirm(spoolId: string, body: ConfirmRequest, options?: SandboxSpoolsConfirmOptions): ApiPromise<Spool>
  /** Verify the delivery of a demo Spool; without its long parts. */
  verify(spoolId: string, body: VerifySpoolRequest | undefined, options: SandboxSpoolsVerifyOptions & AsSummary): ApiPromise<VerifiedSpoolSummary>
  /**
   * Verify the delivery of a demo Spool.
   * Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new evidence it returns the latest result at no cost. Where settlement is committed, a final verdict releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and each party may try it a limited number of times a day.
   * `POST /api/sandbox/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @returns The Spool with the result of the run. Without a new run if confirmations are missing, or with the result of the latest run if nothing has changed since. Or `limit_reached`. Or `sandbox_resting`. For a dry run: the verdict and the price of a run.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: SandboxSpoolsVerifyOptions): ApiPromise<VerifiedSpool>
  /**
   * Verify the delivery of a demo Spool, as a dry run: nothing is stored, signed or charged.
   * Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new evidence it returns the latest result at no cost. Where settlement is committed, a final verdict releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and each party may try it a limited number of times a day.
   * `POST /api/sandbox/spools/{id}/verify`
   * @param spoolId ID of the Spool.
   * @throws {OutturnError} `unauthenticated`, `session_expired`, `credits_required`, `forbidden`, `account_suspended`, `spool_not_found`, `conflict`, `store_conflict`, `invalid_state`, `input_too_large`, `evidence_too_large`, `validation_failed`, `ambiguity_required`, `rate_limited`, `internal_error`, `checker_error`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: SandboxSpoolsPreviewVerificationOptions): ApiPromise<VerificationPreview>
}

export interface KeysOperations {
  /**
   * Exchange a grant for an API key.
   * Turns the grant of an invitation or of an operator into an API key. A grant works once and for a short time. Keep the key: it is shown only in this answer. A lost grant is replaced by a new one of the same issuer.
   * `POST /api/v1/keys/exchange`
   * @returns The API key. It is shown only once.
   * @throws {OutturnError} `forbidden`, `account_suspended`, `rate_limited`
   */
  exchange(body: KeyExchangeRequest, options?: WriteOptions): ApiPromise<ExchangedKey>
  /** Read the public keys of all signatures; null while it is as the tag names it. */
  read(options: CallOptions & IfChanged): ApiPromise<KeyDocument | null>
  /**
   * Read the public keys of all signatures.
   * Returns the keys that receipts, status answers and bundles are checked with, now and for earlier signatures. Fetch them from here once and keep them: a key inside a receipt proves nothing.
   * `GET /.well-known/outturn-keys.json`
   * @returns Public keys by purpose and environment.
   * @throws {OutturnError} `validation_failed`
   */
  read(options?: CallOptions): ApiPromise<KeyDocument>
  /** Read an earlier version of the public keys; null while it is as the tag names it. */
  readVersion(environment: string, version: string, options: CallOptions & IfChanged): ApiPromise<KeyDocument | null>
  /**
   * Read an earlier version of the public keys.
   * Returns a key document as it was published before, to follow the chain of versions back. Each version names the hash of the one before.
   * `GET /.well-known/outturn-keys/{environment}/{version}`
   * @param environment Environment of the keys.
   * @param version Version number of the key document; the first is 1.
   * @returns The key document, byte for byte as it was published. Its SHA-256 is the `prev_document_hash` of the next version.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  readVersion(environment: string, version: string, options?: CallOptions): ApiPromise<KeyDocument>
  /** Read the DID document of the keys that sign payment offers and receipts; null while it is as the tag names it. */
  readDid(options: CallOptions & IfChanged): ApiPromise<DidDocument | null>
  /**
   * Read the DID document of the keys that sign payment offers and receipts.
   * Returns the keys that sign x402 offers and payment receipts, as `did:web` resolvers expect them. Use read-keys for the keys of verification receipts.
   * `GET /.well-known/did.json`
   * @returns DID document of the service (`did:web`).
   * @throws {OutturnError} `validation_failed`
   */
  readDid(options?: CallOptions): ApiPromise<DidDocument>
}

export interface LogOperations {
  /**
   * Read the signed checkpoint of the transparency log of production.
   * Returns the signed size and root hash of the log in which every receipt stands. Keep checkpoints and compare them: a log that was rewritten does not fit an earlier one.
   * `GET /log/checkpoint`
   * @returns Size and root hash of the log, as a signed note (C2SP tlog-checkpoint).
   * @throws {OutturnError} `not_found`
   */
  checkpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of production.
   * Returns one tile of the tree of the log, from which anyone proves that a receipt is in it. A full tile never changes and may be cached for good.
   * `GET /log/tile/{level}/{index}`
   * @param level Level of the tile: 0 for the hashes of the leaves, or `entries` for the leaves themselves.
   * @param index Index of the tile in three digits. A longer index is split by `/`, with an `x` before all but the last three digits, as in `x001/234`. The index of a partial tile of W entries ends in `.p/W`. C2SP tlog-tiles specifies both.
   * @returns Hashes of 32 bytes each, or entries, each preceded by its length in two bytes.
   * @throws {OutturnError} `not_found`
   */
  tile(level: string, index: string, options?: CallOptions): ApiPromise<Uint8Array>
  /**
   * Read the signed checkpoint of the transparency log of demo.
   * Returns the signed size and root hash of the log in which every receipt stands. Keep checkpoints and compare them: a log that was rewritten does not fit an earlier one.
   * `GET /log/demo/checkpoint`
   * @returns Size and root hash of the log, as a signed note (C2SP tlog-checkpoint).
   * @throws {OutturnError} `not_found`
   */
  demoCheckpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of demo.
   * Returns one tile of the tree of the log, from which anyone proves that a receipt is in it. A full tile never changes and may be cached for good.
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
   * Finds pages and sections of the guide by words. It costs nothing. Read a page whole with read-guide-page.
   * `GET /docs/search`
   * @param words Search text: a few words, an error code or the ID of an operation.
   * @returns Search results, best first.
   * @throws {OutturnError} `rate_limited`
   */
  search(words: string, options?: CallOptions): ApiPromise<GuideResults>
  /**
   * Read the list of error codes and reasons.
   * Returns every `code` and `reason` of an `Error`, what it means and what to do, as Markdown.
   * `GET /docs/errors`
   * @returns All error codes and reasons in Markdown.
   * @throws {OutturnError} `rate_limited`
   */
  errors(options?: CallOptions): ApiPromise<string>
  /**
   * Read a page of the guide.
   * Returns one page of the documentation as Markdown. Find pages with search-guide.
   * `GET /docs/guide/{page}`
   * @param page Name of the page.
   * @returns The page in Markdown.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  page(page: string, options?: CallOptions): ApiPromise<string>
}

export interface ServiceOperations {
  /**
   * Read the capabilities of this deployment.
   * Returns what this deployment can do: verification methods, checkers, judges, settlement and payment protocols. Read it before you rely on one of them. It costs nothing.
   * `GET /api/v1/capabilities`
   * @returns Verification methods, checkers, settlement and payment protocols.
   * @throws {OutturnError} `rate_limited`
   */
  capabilities(options?: CallOptions): ApiPromise<Capabilities>
  /**
   * Check that the service answers.
   * Answers as long as the process runs. Use it for restarts by a supervisor, and read-readiness for load balancing.
   * `GET /api/health`
   * @returns The service answers. Nothing else is checked.
   * @throws {OutturnError} `validation_failed`
   */
  health(options?: CallOptions): ApiPromise<Health>
  /**
   * Check that the service is ready.
   * Says if the service can work now, with the state of each of its parts. Use it for load balancing and monitoring.
   * `GET /api/ready`
   * @returns The service is ready.
   * @throws {OutturnError} `validation_failed`, `configuration_unavailable`
   */
  readiness(options?: CallOptions): ApiPromise<Readiness>
}

export interface PagesOperations {
  /**
   * Show a receipt.
   * A page for people: what was agreed, what was judged and earned, and the proof. Anyone with its address may read it. Programs use download-receipt.
   * `GET /r/{receipt_id}`
   * @param receiptId ID of the receipt.
   * @returns The page in HTML.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  receipt(receiptId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show a shared Spool.
   * A page for people: what was agreed and what happens next, without contacts, accounts and actions. Anyone with the share ID may read it.
   * `GET /s/{share_id}`
   * @param shareId Share ID of the Spool.
   * @returns The Spool without contacts, accounts and actions.
   * @throws {OutturnError} `spool_not_found`, `rate_limited`
   */
  spool(shareId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show how to get credits.
   * A page for people: how credits are bought or granted in this deployment. Programs use read-balance and the operations that buy packs.
   * `GET /credits`
   * @returns The page in HTML.
   * @throws {OutturnError} `rate_limited`
   */
  credits(options?: CallOptions): ApiPromise<string>
  /**
   * Show the outcome index.
   * A page for people: the outcome index as charts and tables. With `format=csv` it is a file.
   * `GET /outcome-index`
   * @returns The page in HTML.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  outcomeIndex(options?: PagesOutcomeIndexOptions): ApiPromise<string>
  /**
   * Show the next page after the payout set-up.
   * A page for people, to which the payment processor sends the provider after the payout set-up. It says if anything is missing still.
   * `GET /return/{return_id}`
   * @param returnId ID of the page.
   * @returns The page in HTML.
   * @throws {OutturnError} `not_found`, `rate_limited`
   */
  return(returnId: string, options?: CallOptions): ApiPromise<string>
  /**
   * Show deprecated parts of the API.
   * A page for people: the parts of the API that are on their way out, since when, until when, and what takes their place.
   * `GET /versions`
   * @returns The page in HTML.
   * @throws {OutturnError} `rate_limited`
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

/** Options of `sources.list`. */
export interface SourcesListOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
}

/** Options of `spools.facts`. */
export interface SpoolsFactsOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
  /** Only facts of this source. */
  sourceId?: string | undefined
  /** Only facts of this subject. */
  subject?: string | undefined
  /** `false` adds facts that were corrected. Default: `true`. */
  current?: boolean | undefined
}

/** Options of `outcomeIndex`. */
export interface OutcomeIndexOptions extends CallOptions {
  /** Month, or part of one. Default: the latest. */
  period?: string | undefined
}

/** Options of `receipts.get`. */
export interface ReceiptsGetOptions extends CallOptions {
  /** `summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`. */
  view?: 'summary' | 'full' | undefined
}

/** Options of `spools.claims.list`. */
export interface SpoolsClaimsListOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
  /** Only claims of this subject. */
  subject?: string | undefined
  /** `false` to include claims that others replaced. Default: `true`. */
  current?: boolean | undefined
}

/** Options of `spools.matches.list`. */
export interface SpoolsMatchesListOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
}

/** Options of `discrepancies.list`. */
export interface DiscrepanciesListOptions extends CallOptions {
  /** Number of items per page, 1 to 100. Default: 20. */
  limit?: number | undefined
  /** Value of `next_cursor` from the previous page. */
  after?: string | undefined
  /** Only discrepancies of this status. */
  status?: 'open' | 'resolved' | 'dismissed' | undefined
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

/** Options of `pages.outcomeIndex`. */
export interface PagesOutcomeIndexOptions extends CallOptions {
  /** Month, or part of one. Default: the latest. */
  period?: string | undefined
  /** `csv` for a table. Default: `json`. */
  format?: 'json' | 'csv' | undefined
}
