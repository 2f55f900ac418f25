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
   * Verify delivered work in one call.
   * Answers 201: The verdict, what was earned and the receipt. For a key of scope full or verify, or a sandbox session. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/verify`
   */
  verify(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<OneCallResponse>
  /**
   * Verify delivered work in one call, as a dry run: nothing is stored, signed or charged.
   * Answers 201: The verdict, what was earned and the receipt. For a key of scope full or verify, or a sandbox session. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/verify`
   */
  preflight(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
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
   * Verify delivered work in one call and pay for it with x402.
   * Answers 201: The verdict, what was earned, the receipt and the payment. Open to anyone. Sent again with the same payment it gets the same answer. With an `Idempotency-Key` it can be sent again without a second effect.
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
   * Answers 201: The Spool, the provider path it takes, and how the counterparty receives it. For a key of scope full, or a sandbox session. A sandbox session spends one of its `spools`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools`
   */
  create(body: CreateSpoolRequest, options?: WriteOptions): ApiPromise<CreatedSpool>
  /**
   * List the Spools that the account is a party of.
   * Answers 200: One page, newest first. For a key of scope full, or a sandbox session.
   * `GET /api/v1/spools`
   */
  list(options?: CallOptions & {
    /** Number of items per page, 1 to 100. Default: 20. */
    limit?: number | undefined
    /** Value of `next_cursor` from the previous page. */
    after?: string | undefined
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): PagedList<Spool>
  /** Read a Spool; null while it is as the tag names it. */
  get(spoolId: string, options: CallOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  } & { ifNoneMatch: string }): ApiPromise<Spool | null>
  /**
   * Read a Spool.
   * Answers 200: The Spool as the caller sees it; by its share id without a key, what the link shows. For a key of the parties, a sandbox session, or anyone who has the share id.
   * `GET /api/v1/spools/{id}`
   */
  get(spoolId: string, options?: CallOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<Spool>
  /** Read a Spool; null while it is as the tag names it. */
  shared(spoolId: string, options: CallOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  } & { ifNoneMatch: string }): ApiPromise<SharedSpool | null>
  /**
   * Read a Spool.
   * Answers 200: The Spool as the caller sees it; by its share id without a key, what the link shows. For a key of the parties, a sandbox session, or anyone who has the share id.
   * `GET /api/v1/spools/{id}`
   */
  shared(spoolId: string, options?: CallOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<SharedSpool>
  /**
   * List the history of a Spool.
   * Answers 200: Its events in recorded order, as many as fit; `Link` names the page after them. For a key of scope full, or a sandbox session.
   * `GET /api/v1/spools/{id}/events`
   */
  events(spoolId: string, options?: CallOptions & {
    /** Sequence number (`seq`) of the last event that you have read. If omitted, the list starts with the first event. */
    after?: number | undefined
  }): PagedList<SpoolEvent>
  /**
   * Invite the counterparty of a Spool.
   * Answers 201: A grant to hand over, good once within 15 minutes. It replaces an earlier unused one. For a key of scope full, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/invite`
   */
  invite(spoolId: string, options?: WriteOptions): ApiPromise<Invitation>
  /**
   * Get a binding quote for an agent Spool.
   * Answers 200: A fresh quote, or the current one while it holds. For a key of scope full, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/quote`
   */
  quote(spoolId: string, options?: WriteOptions): ApiPromise<Quote>
  /**
   * Read the current quote of an agent Spool.
   * Answers 200: The quote, and whether it still holds. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/spools/{id}/quote`
   */
  readQuote(spoolId: string, options?: CallOptions): ApiPromise<Quote>
  /**
   * Propose the agreement.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/propose`
   */
  propose(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Accept the agreement.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full or counterparty, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/accept`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Decline the agreement, or the request of the other party to cancel.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full or counterparty, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/decline`
   */
  decline(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Cancel the agreement; once the settlement is committed, ask for it, or confirm the request of the other party.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full or counterparty, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/cancel`
   */
  cancel(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Abandon the Spool.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/abandon`
   */
  abandon(spoolId: string, options?: ActOptions): ApiPromise<Spool>
  /**
   * Amend the conditions or the unitization of a proposed Spool.
   * Answers 200: The amended Spool; of a dry run the Spool as it would be, with its new digests. For a key of scope full, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/amend`
   */
  amend(spoolId: string, body: AmendRequest, options?: ActOptions & {
    /** `true` for a dry run: nothing is stored, signed or charged. */
    dryRun?: boolean | undefined
  }): ApiPromise<Spool>
  /**
   * Commit the settlement.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full; the sandbox does not have it. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/commit`
   */
  commit(spoolId: string, body?: CommitRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Submit evidence.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full or verify or counterparty, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/evidence`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read one evidence item.
   * Answers 200: The item, for a party of its Spool. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}`
   */
  evidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<EvidenceDetail>
  /**
   * Download the content of one evidence item.
   * Answers 200: The bytes as they were supplied, as an attachment; rows and JSON in their canonical form, whose digest the item states. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/spools/{id}/evidence/{evidence_id}/content`
   */
  downloadEvidence(spoolId: string, evidenceId: string, options?: CallOptions): ApiPromise<Uint8Array>
  /**
   * Verify the work delivered so far.
   * Answers 200: The Spool with the result of the run; without a run while confirmations are missing, and of the last run where there is nothing new to judge. For a key of scope full or verify or counterparty, or a sandbox session. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/verify`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerifiedSpool>
  /**
   * Verify the work delivered so far, as a dry run: nothing is stored, signed or charged.
   * Answers 200: The Spool with the result of the run; without a run while confirmations are missing, and of the last run where there is nothing new to judge. For a key of scope full or verify or counterparty, or a sandbox session. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/verify`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerificationPreview>
  /**
   * Record the signed judgment of the declared outside judge.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full or verify; the sandbox does not have it. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/external-result`
   */
  recordExternalResult(spoolId: string, body: ExternalResultRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Start the onboarding of the provider for payouts.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full; the sandbox does not have it. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/onboard-provider`
   */
  onboardProvider(spoolId: string, body: OnboardProviderRequest, options?: ActOptions): ApiPromise<Spool>
  /**
   * Read a completed Spool; changes nothing.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full or verify or counterparty, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/complete`
   */
  complete(spoolId: string, options?: ActOptions): ApiPromise<Spool>
}

export interface SettlementOperations {
  /**
   * Send the signatures of the transfers that settle a Spool.
   * Answers 200: The Spool as its caller sees it afterwards. For a key of scope full; the sandbox does not have it. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/settlement/signatures`
   */
  sign(spoolId: string, body: SettlementSignaturesRequest, options?: WriteOptions): ApiPromise<Spool>
  /**
   * Read the spend permission that settles a Spool without a further signature.
   * Answers 200: The permission to grant, to be signed or approved as it is. For a key of scope full; the sandbox does not have it.
   * `GET /api/v1/spools/{id}/settlement/grant/template`
   */
  grantTemplate(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrantTemplate>
  /**
   * Grant the authority that settles a Spool.
   * Answers 200: The grant as it is kept, and what the chain says of it. For a key of scope full; the sandbox does not have it. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/spools/{id}/settlement/grant`
   */
  grant(spoolId: string, body: SettlementGrantRequest, options?: WriteOptions): ApiPromise<SettlementGrant>
  /**
   * Read the settlement grant of a Spool.
   * Answers 200: The grant, what the chain says of it, and how to revoke it. For a key of scope full; the sandbox does not have it.
   * `GET /api/v1/spools/{id}/settlement/grant`
   */
  readGrant(spoolId: string, options?: CallOptions): ApiPromise<SettlementGrant>
}

export interface ReceiptsOperations {
  /**
   * Read a receipt with its status and attestation.
   * Answers 200: The receipt, for a party of its Spool. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}`
   */
  get(receiptId: string, options?: CallOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<ReceiptRecord>
  /**
   * Read the online status of a receipt.
   * Answers 200: Its status; `unknown` for a well-formed id that no receipt has. Open to anyone.
   * `GET /api/v1/receipts/{receipt_id}/status`
   */
  status(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatusV1>
  /**
   * Read the online status of a receipt.
   * Answers 200: Its status. Open to anyone.
   * `GET /api/receipts/{receipt_id}/status`
   */
  publicStatus(receiptId: string, options?: CallOptions): ApiPromise<ReceiptStatus>
  /**
   * Download everything needed to run the verification of a receipt again offline.
   * Answers 200: The bundle, for a party of its Spool. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/bundle`
   */
  bundle(receiptId: string, options?: CallOptions): ApiPromise<ReceiptBundle>
  /**
   * Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022).
   * Answers 200: The credential of a current receipt, for a party of its Spool. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/credential`
   */
  credential(receiptId: string, options?: CallOptions): ApiPromise<ReceiptCredential>
  /**
   * Read a receipt as an in-toto statement in a DSSE envelope.
   * Answers 200: The envelope of a current receipt, for a party of its Spool. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/receipts/{receipt_id}/dsse`
   */
  envelope(receiptId: string, options?: CallOptions): ApiPromise<ReceiptEnvelope>
  /**
   * Download a receipt for offline verification.
   * Answers 200: The receipt alone. Open to anyone.
   * `GET /r/{receipt_id}/receipt.json`
   */
  download(receiptId: string, options?: CallOptions): ApiPromise<OutcomeReceipt>
  /**
   * Record that a receipt was used, and never settle more than was earned.
   * Answers 201: The use as it was recorded. For a key of scope full or verify, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/receipts/{receipt_id}/consumptions`
   */
  recordConsumption(receiptId: string, body: ConsumptionRequest, options?: WriteOptions): ApiPromise<Consumption>
  /**
   * Replace a receipt by one over the evidence as it is now.
   * Answers 201: The new receipt; the one before is `corrected` and names it. No payment is taken back. For a key of scope full, or a sandbox session. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/receipts/{receipt_id}/supersede`
   */
  supersede(receiptId: string, body: SupersedeRequest, options?: WriteOptions): ApiPromise<SupersededReceipt>
}

export interface AttestationsOperations {
  /**
   * Check an attestation.
   * Answers 200: Whether it is valid, and every reason why not; `superseded` and `revoked` say what became of its receipt. The attestation is never echoed. Open to anyone. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/attestations/verify`
   */
  verify(body: Attestation, options?: WriteOptions): ApiPromise<AttestationVerdict>
}

export interface DisputesOperations {
  /**
   * Dispute a receipt, within the window that was agreed.
   * Answers 201: The dispute, open until its deadline. For a key of scope full or counterparty, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/receipts/{receipt_id}/disputes`
   */
  open(receiptId: string, body: DisputeRequest, options?: WriteOptions): ApiPromise<Dispute>
  /**
   * Read a dispute.
   * Answers 200: The dispute, for a party of its Spool. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/disputes/{dispute_id}`
   */
  get(disputeId: string, options?: CallOptions): ApiPromise<Dispute>
}

export interface PoliciesOperations {
  /**
   * Read conditions out of a text.
   * Answers 201: Suggestions that bind nothing, and questions where the text is not exact. For a key of scope full or verify, or a sandbox session. A sandbox session spends one of its `compiles`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/policy-compiler`
   */
  compile(body: CompilePolicyRequest, options?: WriteOptions): ApiPromise<CompiledPolicy>
  /**
   * Choose among the suggestions and answer the questions.
   * Answers 201: Conditions to create a Spool with; they bind when it is created. For a key of scope full or verify, or a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/policy-compiler/confirm`
   */
  confirm(body: ConfirmPolicyRequest, options?: WriteOptions): ApiPromise<ConfirmedPolicy>
}

export interface RecipesOperations {
  /**
   * List the recipes: named sets of conditions.
   * Answers 200: The built-in recipes and those of the account. For a key of scope full or verify, or a sandbox session.
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
   * Answers 200: The recipe and its hash. For a key of scope full or verify, or a sandbox session.
   * `GET /api/v1/recipes/{id}`
   */
  get(recipeId: string, options?: CallOptions): ApiPromise<Recipe>
}

export interface AccountOperations {
  /**
   * Read the account, the key and the limits of the caller.
   * Answers 200: The account and what is left of its allowance. For a key of scope full or verify or counterparty, or a sandbox session.
   * `GET /api/v1/account`
   */
  get(options?: CallOptions): ApiPromise<Account>
}

export interface UsageOperations {
  /**
   * Read the usage of a period.
   * Answers 200: Runs and amounts of the last days. For a key of scope full or verify, or a sandbox session.
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
   * Answers 200: What the account may still use. For a key of scope full or verify; the sandbox does not have it.
   * `GET /api/v1/credits/balance`
   */
  balance(options?: CallOptions): ApiPromise<CreditsBalance>
  /**
   * Buy a credit pack by card with MPP.
   * Answers 202: The processor took the payment. The credits are in the balance, or will be. For a key of scope full or verify; the sandbox does not have it. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/credits/packs/mpp`
   */
  buyPackByMpp(body: PackRequest, options?: WriteOptions): ApiPromise<PackAccepted>
  /**
   * Buy a credit pack with x402.
   * Answers 202: The chain has the payment, and the credits are in the balance. For a key of scope full or verify; the sandbox does not have it. Sent again with the same payment it gets the same answer. With an `Idempotency-Key` it can be sent again without a second effect.
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
   * Answers 200: A token, shown once, and its budget. Open to anyone. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/session`
   */
  openSession(options?: WriteOptions): ApiPromise<SandboxSession>
  /**
   * Read what is left of a sandbox session.
   * Answers 200: Its budget and its active Spools, newest first. For a sandbox session.
   * `GET /api/sandbox/session`
   */
  readSession(options?: CallOptions): ApiPromise<SandboxSessionState>
  /**
   * Verify delivered work in one call, in the sandbox.
   * Answers 201: The verdict, what was earned and the receipt. For a sandbox session that was opened, not one that was invited. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/verify`
   */
  verify(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<OneCallResponse>
  /**
   * Verify delivered work in one call, in the sandbox, as a dry run: nothing is stored, signed or charged.
   * Answers 201: The verdict, what was earned and the receipt. For a sandbox session that was opened, not one that was invited. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/verify`
   */
  preflight(body: OneCallRequest, options?: WriteOptions & {
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<Preflight>
  /**
   * Compile a text into a demo Spool.
   * Answers 201: The demo Spool that the text states: proposed, or a draft while the text leaves something open. It also counts as one of the `spools`. For a sandbox session that was opened, not one that was invited. A sandbox session spends one of its `compiles`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/compile`
   */
  compile(body: CompileSandboxRequest, options?: WriteOptions): ApiPromise<CompiledSpool>
  readonly spools: SandboxSpoolsOperations
}

export interface SandboxSpoolsOperations {
  /** Read a demo Spool; null while it is as the tag names it. */
  get(spoolId: string, options: CallOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is. */
    actAsParty?: string | undefined
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  } & { ifNoneMatch: string }): ApiPromise<Spool | null>
  /**
   * Read a demo Spool.
   * Answers 200: The Spool as the caller sees it; by its share id without a key, what the link shows. For a sandbox session.
   * `GET /api/sandbox/spools/{id}`
   */
  get(spoolId: string, options?: CallOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is. */
    actAsParty?: string | undefined
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<Spool>
  /**
   * List the history of a demo Spool.
   * Answers 200: Its events in recorded order, as many as fit; `Link` names the page after them. For a sandbox session.
   * `GET /api/sandbox/spools/{id}/events`
   */
  events(spoolId: string, options?: CallOptions & {
    /** Sequence number (`seq`) of the last event that you have read. If omitted, the list starts with the first event. */
    after?: number | undefined
  }): PagedList<SpoolEvent>
  /**
   * Accept the agreement of a demo Spool.
   * Answers 200: The Spool as its caller sees it afterwards. For a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/spools/{id}/accept`
   */
  accept(spoolId: string, body?: AcceptRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is. */
    actAsParty?: string | undefined
  }): ApiPromise<Spool>
  /**
   * Submit evidence to a demo Spool.
   * Answers 200: The Spool as its caller sees it afterwards. For a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/spools/{id}/evidence`
   */
  submitEvidence(spoolId: string, body: EvidenceRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is. */
    actAsParty?: string | undefined
  }): ApiPromise<Spool>
  /**
   * Confirm conditions that people decide, in a demo Spool.
   * Answers 200: The Spool with the confirmations; nothing is verified by them. For a sandbox session. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/spools/{id}/confirm`
   */
  confirm(spoolId: string, body: ConfirmRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is. */
    actAsParty?: string | undefined
  }): ApiPromise<Spool>
  /**
   * Verify the work delivered so far to a demo Spool.
   * Answers 200: The Spool with the result of the run; without a run while confirmations are missing, and of the last run where there is nothing new to judge. For a sandbox session. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/spools/{id}/verify`
   */
  verify(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is. */
    actAsParty?: string | undefined
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerifiedSpool>
  /**
   * Verify the work delivered so far to a demo Spool, as a dry run: nothing is stored, signed or charged.
   * Answers 200: The Spool with the result of the run; without a run while confirmations are missing, and of the last run where there is nothing new to judge. For a sandbox session. A sandbox session spends one of its `verifies`. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/sandbox/spools/{id}/verify`
   */
  previewVerification(spoolId: string, body?: VerifySpoolRequest, options?: ActOptions & {
    /** Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is. */
    actAsParty?: string | undefined
    /** `summary` leaves out what is long: results of units, all but the first rejections, texts of terms and contents of evidence. `left_out` then names what is missing. `full` when left out. */
    view?: 'summary' | 'full' | undefined
  }): ApiPromise<VerificationPreview>
}

export interface KeysOperations {
  /**
   * Exchange a grant for its key.
   * Answers 201: The key, shown once. Open to anyone. With an `Idempotency-Key` it can be sent again without a second effect.
   * `POST /api/v1/keys/exchange`
   */
  exchange(body: KeyExchangeRequest, options?: WriteOptions): ApiPromise<ExchangedKey>
  /** Read the public keys that receipts, attestations, statuses and exports are signed with; null while it is as the tag names it. */
  read(options: CallOptions & { ifNoneMatch: string }): ApiPromise<KeyDocument | null>
  /**
   * Read the public keys that receipts, attestations, statuses and exports are signed with.
   * Answers 200: The keys by purpose and environment. Open to anyone. It is not counted against the rate limit.
   * `GET /.well-known/outturn-keys.json`
   */
  read(options?: CallOptions): ApiPromise<KeyDocument>
  /** Read a version of the key document of one environment, byte for byte as it was published; null while it is as the tag names it. */
  readVersion(environment: string, version: string, options: CallOptions & { ifNoneMatch: string }): ApiPromise<KeyDocument | null>
  /**
   * Read a version of the key document of one environment, byte for byte as it was published.
   * Answers 200: The document; its SHA-256 is the `prev_document_hash` of the next version. Open to anyone.
   * `GET /.well-known/outturn-keys/{environment}/{version}`
   */
  readVersion(environment: string, version: string, options?: CallOptions): ApiPromise<KeyDocument>
  /** Read the DID document with the keys that offers and receipts of payments are signed with; null while it is as the tag names it. */
  readDid(options: CallOptions & { ifNoneMatch: string }): ApiPromise<DidDocument | null>
  /**
   * Read the DID document with the keys that offers and receipts of payments are signed with.
   * Answers 200: The document of the `did:web` of the service. Open to anyone. It is not counted against the rate limit.
   * `GET /.well-known/did.json`
   */
  readDid(options?: CallOptions): ApiPromise<DidDocument>
}

export interface LogOperations {
  /**
   * Read the signed checkpoint of the transparency log of production.
   * Answers 200: How many leaves the log has under which root, as a signed note (C2SP tlog-checkpoint). Open to anyone. It is not counted against the rate limit.
   * `GET /log/checkpoint`
   */
  checkpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of production.
   * Answers 200: Hashes of 32 bytes each, or entries, each behind its length in two bytes. Open to anyone. It is not counted against the rate limit.
   * `GET /log/tile/{level}/{index}`
   */
  tile(level: string, index: string, options?: CallOptions): ApiPromise<Uint8Array>
  /**
   * Read the signed checkpoint of the transparency log of demo.
   * Answers 200: How many leaves the log has under which root, as a signed note (C2SP tlog-checkpoint). Open to anyone. It is not counted against the rate limit.
   * `GET /log/demo/checkpoint`
   */
  demoCheckpoint(options?: CallOptions): ApiPromise<string>
  /**
   * Read a tile of the transparency log of demo.
   * Answers 200: Hashes of 32 bytes each, or entries, each behind its length in two bytes. Open to anyone. It is not counted against the rate limit.
   * `GET /log/demo/tile/{level}/{index}`
   */
  demoTile(level: string, index: string, options?: CallOptions): ApiPromise<Uint8Array>
}

export interface GuideOperations {
  /**
   * Search the guide, the error codes and the operations.
   * Answers 200: What fits, best first. Open to anyone.
   * `GET /docs/search`
   */
  search(words: string, options?: CallOptions): ApiPromise<GuideResults>
  /**
   * Read a page of the guide.
   * Answers 200: The page in Markdown. Open to anyone.
   * `GET /docs/guide/{page}`
   */
  page(page: string, options?: CallOptions): ApiPromise<string>
}

export interface ServiceOperations {
  /**
   * See what this deployment can execute.
   * Answers 200: Methods, checkers, settlement and payment. Open to anyone.
   * `GET /api/v1/capabilities`
   */
  capabilities(options?: CallOptions): ApiPromise<Capabilities>
  /**
   * See that the service answers.
   * Answers 200: The service answers; nothing else is asked. Open to anyone. It is not counted against the rate limit.
   * `GET /api/health`
   */
  health(options?: CallOptions): ApiPromise<Health>
  /**
   * See that the service can do its work.
   * Answers 200: Everything it needs answers. Open to anyone. It is not counted against the rate limit.
   * `GET /api/ready`
   */
  readiness(options?: CallOptions): ApiPromise<Readiness>
}

export interface PagesOperations {
  /**
   * See a receipt as a page that verifies itself in the browser.
   * Answers 200: The page. Open to anyone.
   * `GET /r/{receipt_id}`
   */
  receipt(receiptId: string, options?: CallOptions): ApiPromise<string>
  /**
   * See a shared Spool as a page, or as JSON where Accept prefers that.
   * Answers 200: What was agreed and where it stands, without contacts, accounts or actions. Open to anyone.
   * `GET /s/{share_id}`
   */
  spool(shareId: string, options?: CallOptions): ApiPromise<string>
  /**
   * See how an account gets credits.
   * Answers 200: The page. Open to anyone.
   * `GET /credits`
   */
  credits(options?: CallOptions): ApiPromise<string>
  /**
   * See where a browser goes on to after the setup of payouts.
   * Answers 200: The page. Open to anyone.
   * `GET /return/{return_id}`
   */
  return(returnId: string, options?: CallOptions): ApiPromise<string>
  /**
   * See what of the interface is on its way out.
   * Answers 200: The page. Open to anyone.
   * `GET /versions`
   */
  versions(options?: CallOptions): ApiPromise<string>
}
