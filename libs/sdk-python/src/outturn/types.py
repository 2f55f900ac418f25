"""Types of everything that is sent and received, under the names of the OpenAPI document.

Rendered from the OpenAPI document by `npm run render:clients`. Do not edit.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = [
    "AcceptRequest",
    "AcceptedDelivery",
    "Account",
    "AccountId",
    "AccountKey",
    "AccountLimits",
    "ActedAs",
    "AggregationPolicy",
    "AgreedCondition",
    "AgreedDisputePolicy",
    "AgreementAcceptance",
    "AgreementState",
    "AgreementTerm",
    "AgreementTermProvenance",
    "Allowance",
    "AllowanceUse",
    "AmendRequest",
    "AnsweredError",
    "Attestation",
    "AttestationConditionResult",
    "AttestationId",
    "AttestationVerdict",
    "AuditId",
    "AuditInputs",
    "AuditPeriod",
    "AuditRules",
    "AuditStatement",
    "AuditTotals",
    "AuditedLine",
    "AuditedLineSource",
    "AuditedLineSourceObject",
    "BasisPoints",
    "BundleManifest",
    "BundledAgreement",
    "BundledAgreementParty",
    "BundledContent",
    "BundledContentBytes",
    "BundledContentConfirmation",
    "BundledContentDispute",
    "BundledContentExternalResult",
    "BundledContentJson",
    "BundledContentReference",
    "BundledContentReview",
    "BundledContentReviewUnit",
    "BundledContentRows",
    "BundledContentText",
    "BundledContentUnavailable",
    "BundledEvidence",
    "BundledObservations",
    "BundledObservationsObservation",
    "BundledOpinion",
    "BundledOpinionOpinion",
    "BundledOpinionOpinionCitation",
    "BundledPlan",
    "BundledPlanCondition",
    "BundledPlanConditionCheck2",
    "BundledPlanConditionCheck3",
    "BundledPlanConditionCheck4",
    "BundledPlanValue",
    "Capabilities",
    "CapabilitiesChecker",
    "CapabilitiesMethods",
    "CapabilitiesRails",
    "CardHold",
    "Cents",
    "CitedClaim",
    "Claim",
    "ClaimId",
    "ClaimInput",
    "ClaimList",
    "ColumnHeader",
    "ColumnMapping",
    "CommitRequest",
    "CompilePolicyRequest",
    "CompileSandboxRequest",
    "CompileSandboxRequestEconomics",
    "CompiledPolicy",
    "CompiledPolicyAmount",
    "CompiledPolicyCompiler",
    "CompiledSpool",
    "CompletenessCheck",
    "Condition",
    "ConditionConfirmation",
    "ConditionConfirmationGivenItem",
    "ConditionId",
    "ConditionInput",
    "ConditionResult",
    "ConfirmPolicyRequest",
    "ConfirmRequest",
    "ConfirmRequestObject",
    "Confirmation",
    "ConfirmedPolicy",
    "ConfirmedPolicyRecipe",
    "Consumption",
    "ConsumptionId",
    "ConsumptionRecordedBy",
    "ConsumptionRequest",
    "Count",
    "CreateSpoolRequest",
    "CreateSpoolRequestAgreement",
    "CreateSpoolRequestDeliverable",
    "CreateSpoolRequestDisputePolicy",
    "CreateSpoolRequestEconomics",
    "CreateSpoolRequestFinality",
    "CreateSpoolRequestTerm",
    "CreateSpoolRequestTermProvenance",
    "CreateSpoolRequestValue",
    "CreatedSpool",
    "CreditsBalance",
    "CreditsBalanceGrant",
    "CreditsBalancePendingPurchase",
    "CreditsRequired",
    "CreditsRequiredBalance",
    "CreditsRequiredIncludedRemaining",
    "CreditsRequiredQuote",
    "CreditsRequiredQuoteCompile",
    "CreditsRequiredQuoteVerification",
    "DeadlineMetCheck",
    "DecidedCondition",
    "Deliverable",
    "DeterministicCheck",
    "DidDocument",
    "Discrepancy",
    "DiscrepancyCode",
    "DiscrepancyId",
    "DiscrepancyList",
    "DiscrepancyProposal",
    "DiscrepancyRequest",
    "DiscrepancyResolution",
    "DismissDiscrepancyRequest",
    "Dispute",
    "DisputeAnswer",
    "DisputeId",
    "DisputePolicy",
    "DisputeProposal",
    "DisputeRequest",
    "DisputeResolution",
    "DisputeResultRequest",
    "DisputeResultRequestProofEd25519",
    "DisputeResultRequestProofEip712",
    "DisputeResultRequestProofHmacSha256",
    "DisputeResultRequestProofJws",
    "DisputeStatement",
    "DisputeStatementRequest",
    "DisputeTimelineItem",
    "DuplicateRateCheck",
    "EarnedAmounts",
    "Ed25519Signature",
    "Error",
    "ErrorCode",
    "Evidence",
    "EvidenceDetail",
    "EvidenceDetailContent",
    "EvidenceFinding",
    "EvidenceId",
    "EvidenceProvenance",
    "EvidenceRequest",
    "EvidenceRequirement",
    "EvidenceRequirementFreshness",
    "ExactTimestamp",
    "ExchangedKey",
    "ExternalJudge",
    "ExternalJudgeProofEd25519",
    "ExternalJudgeProofEip712",
    "ExternalJudgeProofHmacSha256",
    "ExternalJudgeProofJws",
    "ExternalResultRequest",
    "ExternalResultRequestConditionResult",
    "ExternalResultRequestConditionResultUnit",
    "Fact",
    "FactId",
    "FactList",
    "FeeAndExpiry",
    "Finality",
    "FinalityDays",
    "GrantId",
    "GrantToken",
    "GuideResult",
    "GuideResults",
    "Handoff",
    "HashMatchesCheck",
    "Health",
    "HttpStatusCheck",
    "IgnoredCorrection",
    "Invitation",
    "InvoiceAudit",
    "InvoiceAuditRequest",
    "InvoiceColumns",
    "InvoiceDiscrepancy",
    "JsonPathCheck",
    "JsonRows",
    "KeyDocument",
    "KeyDocumentPart",
    "KeyDocumentParts",
    "KeyExchangeRequest",
    "KeyId",
    "Lane",
    "LogKey",
    "LogKeyEndedItem",
    "MappedFact",
    "Match",
    "MatchDifference",
    "MatchId",
    "MatchList",
    "MatchRequest",
    "MatchResult",
    "MatchRunId",
    "Micros",
    "ModelRewrites",
    "NextStep",
    "OnboardProviderRequest",
    "OneCallEvidence",
    "OneCallRequest",
    "OneCallRequestCondition",
    "OneCallResponse",
    "OneCallResponseSummary",
    "OutcomeIndex",
    "OutcomeIndexRow",
    "OutcomeIndexWindow",
    "OutcomeReceipt",
    "OutcomeReceiptActors",
    "OutcomeReceiptAgreement",
    "OutcomeReceiptDeclaredIntent",
    "OutcomeReceiptExtensions",
    "OutcomeReceiptHistory",
    "OutcomeReceiptRecipe",
    "OutcomeReceiptVerification",
    "PackAccepted",
    "PackRequest",
    "PaidVerification",
    "PartyId",
    "PartyInput",
    "PaymentMethod",
    "PaymentMethodHostedCheckout",
    "PaymentMethodMpp",
    "PaymentMethodX402",
    "PermissionTypedData",
    "PermissionTypedDataDomain",
    "PolicyId",
    "PolicyQuestion",
    "PolicyTerm",
    "PolicyTermProvenance",
    "PolicyValue",
    "Preflight",
    "PreflightValue",
    "PreviewedCondition",
    "PromiseReplay",
    "PromiseReplayRequest",
    "PromiseTerms",
    "PromiseWindow",
    "ProvenanceInput",
    "ProvenanceInputObject",
    "ProviderOnboarding",
    "PublicKey",
    "PurchaseId",
    "PurposeKeys",
    "Quote",
    "QuoteDiscount",
    "QuoteEconomics",
    "QuoteEconomicsEconomics",
    "QuoteEconomicsValue",
    "QuoteId",
    "QuoteRailFee",
    "QuoteServiceFee",
    "Readiness",
    "ReadinessChecks",
    "ReadinessEnvironments",
    "ReadinessPayments",
    "ReadinessProblem",
    "ReceiptActor",
    "ReceiptAdvisory",
    "ReceiptBundle",
    "ReceiptBundleWithheldItem",
    "ReceiptCredential",
    "ReceiptCredentialCredentialStatus",
    "ReceiptCredentialCredentialSubject",
    "ReceiptCredentialCredentialSubjectAmounts",
    "ReceiptCredentialProof",
    "ReceiptEnvelope",
    "ReceiptEnvelopeSignature",
    "ReceiptId",
    "ReceiptRecord",
    "ReceiptRecordLinks",
    "ReceiptRecordSummary",
    "ReceiptStatus",
    "ReceiptStatusV1",
    "Recipe",
    "RecipeList",
    "RecipeParam",
    "RecipeReference",
    "RecordClaimsRequest",
    "RecordColumns",
    "RecordRow",
    "RecordedClaims",
    "RejectedElement",
    "Rejection",
    "RemedyTier",
    "ReplayTotals",
    "ReplayWarning",
    "ReplayedCustomer",
    "ReplayedUnit",
    "RequestId",
    "RequestList",
    "RequestListNotRecordedItem",
    "RequestRecord",
    "RequestRecordSeenBeforeItem",
    "RequestSummary",
    "RequestedReview",
    "RequiredLeg",
    "ResolveDiscrepancyRequest",
    "Review",
    "ReviewCode",
    "ReviewDecision",
    "ReviewDecision2",
    "ReviewDecisionConditionOutcome",
    "ReviewDecisionConditionOutcome2",
    "ReviewDecisionUnitOutcome",
    "ReviewDecisionUnitOutcome2",
    "ReviewId",
    "ReviewNotification",
    "ReviewRequest",
    "ReviewRequest2",
    "ReviewRequestReviewer",
    "ReviewScope",
    "RootSignature",
    "RowCountCheck",
    "RowField",
    "RowFilter",
    "RunId",
    "RunPrice",
    "SandboxBudget",
    "SandboxSession",
    "SandboxSessionState",
    "SandboxSessionStateSpool",
    "SandboxSessionStateSpoolLinks",
    "SensitivityAxes",
    "SensitivityCell",
    "SettledPayment",
    "SettlementGrant",
    "SettlementGrantCurrentPeriod",
    "SettlementGrantRequest",
    "SettlementGrantRevocation",
    "SettlementGrantRevocationCall",
    "SettlementGrantTemplate",
    "SettlementGrantTemplateApproveTransaction",
    "SettlementSignaturesRequest",
    "SettlementSignaturesRequestLeg",
    "Sha256Digest",
    "Sha256Hex",
    "ShareId",
    "SharedCondition",
    "SharedConditionLastResult",
    "SharedSpool",
    "SharedSpoolEvidenceItem",
    "SharedSpoolSummary",
    "SharedSpoolSummaryTerm",
    "SharedTerm",
    "SharedTermProvenance",
    "Source",
    "SourceFailure",
    "SourceId",
    "SourceList",
    "SourceMapping",
    "SourceMappingItems",
    "SourcePull",
    "SourcePullCursor",
    "SourceRegisteredBy",
    "SourceRejection",
    "SourceRequest",
    "SourceRequestPull",
    "SourceRequestPullCursor",
    "SourceRequestSigningEd25519",
    "SourceRequestSigningHmacSha256",
    "SourceRotateRequest",
    "SourceSecretId",
    "SourceSigning",
    "SourceSigningSecret",
    "SourceSpan",
    "SourceSync",
    "SourceTestRequest",
    "SourceTestResult",
    "SourceWithSecret",
    "SpendPermission",
    "Spool",
    "SpoolCore",
    "SpoolEconomics",
    "SpoolEvent",
    "SpoolEventActor",
    "SpoolId",
    "SpoolList",
    "SpoolListSummary",
    "SpoolParty",
    "SpoolStatus",
    "SpoolSummary",
    "SpoolSummaryTerm",
    "SpoolValue",
    "StartedSync",
    "StatedCheck",
    "StatusProof",
    "SuggestedCondition",
    "SupersedeRequest",
    "SupersededReceipt",
    "SyncId",
    "TableDialect",
    "TableDialectCsv",
    "TableDialectXlsx",
    "TextContainsCheck",
    "TextQuestion",
    "Timestamp",
    "TransferTypedData",
    "TransferTypedDataDomain",
    "TransferTypedDataMessage",
    "TransferTypedDataTypeItem",
    "UnbilledRecord",
    "UncertainTreatment",
    "UnitCorrection",
    "UnitCounts",
    "UnitCountsEarningRule",
    "UnitCountsRejectionSummaryItem",
    "UnitDisclosure",
    "UnitResult",
    "UnitResultIdentity",
    "UnitResultReason",
    "Unitization",
    "UnitizationIdentity",
    "UnitizationInput",
    "UnitizationInputIdentity",
    "UnsupportedClause",
    "UnsupportedText",
    "UrlFormatCheck",
    "Usage",
    "UsageOfDay",
    "UsageOfUseCase",
    "UsageRecentItem",
    "UsageTotals",
    "VerificationMethod",
    "VerificationMethodPublicKeyJwk",
    "VerificationPreview",
    "VerificationPreviewAwait",
    "VerificationSummary",
    "VerificationSummaryLastRun",
    "VerifiedSpool",
    "VerifiedSpoolSummary",
    "VerifySpoolRequest",
    "WithdrawnEvidence",
]


class AcceptRequest(TypedDict):
    agreement_hash: NotRequired[Sha256Hex]
    """Hash of the agreement that you read. The request is refused if the terms have changed since."""
    quote_digest: NotRequired[Sha256Digest]
    """Digest of the current quote. Required on Spools of type `agent_task`."""


class AcceptedDelivery(TypedDict):
    accepted: Literal[True]
    """The delivery is stored."""
    duplicate: bool
    """True if this webhook-id was taken before."""
    fact_ids: List[FactId]
    """Facts of the delivery, in its order."""
    rejected: List[RejectedElement]
    """Elements that became no fact."""


class Account(TypedDict):
    id: AccountId
    """ID of the account."""
    name: str
    """Name of the account."""
    kind: Literal["human", "agent", "org", "service"]
    """Kind of the account holder."""
    environment: Literal["production", "demo"]
    """Environment of the account: `demo` for a sandbox session, else `production`."""
    scope: Literal["full", "verify", "counterparty"]
    """Operations that the credential of this request allows."""
    key: Optional[AccountKey]
    """Key of this request; null for a sandbox session."""
    spool_id: Optional[SpoolId]
    """The only Spool that the credential gives access to; null for all."""
    party_id: Optional[PartyId]
    """Party of that Spool that the credential acts for; null for all."""
    limits: AccountLimits
    """Limits of the account."""
    allowance: Optional[Allowance]
    """Runs and compilations included per month; null for a sandbox session and for a counterparty key,
    which have none.
    """


class AccountKey(TypedDict):
    id: KeyId
    """ID of the key."""
    name: str
    """Name of the key; may be empty."""


class AccountLimits(TypedDict):
    """Limits of the account."""

    requests_per_minute: int
    """Number of requests per minute and client address."""


class ActedAs(TypedDict):
    party_id: PartyId
    """ID of the party."""
    role: Literal["buyer", "seller", "client", "provider"]
    """Role of the party in the agreement."""


class AggregationPolicy(TypedDict):
    policy_id: str
    """Name of the rule."""
    policy_version: str
    """Version of the rule."""


class AgreedCondition(TypedDict):
    id: ConditionId
    """ID of the condition."""
    description: str
    """Description of the condition for people. The checker or method decides, not this text."""
    required: bool
    """True if the verdict depends on the condition."""
    verification_method: Literal["deterministic", "human_confirmed", "ai_assisted", "external_tool"]
    """Method that decides the condition: a checker, the parties, a model, or an external party."""
    deterministic_check: NotRequired[DeterministicCheck]
    """Checker with its parameters, for the method `deterministic`."""
    confirmation_method: NotRequired[Literal["buyer_confirm", "both_confirm"]]
    """Parties that must confirm the condition. Required for the method `human_confirmed`."""
    claim_cited: NotRequired[CitedClaim]
    """Claim that the evidence must support. Required for the method `ai_assisted`."""
    external_judge: NotRequired[ExternalJudge]
    """External party whose signed result decides the condition. Required for the method `external_tool`."""
    evidence_requirements: NotRequired[List[EvidenceRequirement]]
    """Requirements that the evidence must meet."""


class AgreedDisputePolicy(TypedDict):
    window_hours: int
    """Number of hours after a receipt is issued in which a dispute can be opened."""
    holds_settlement: bool
    """True if settlement is paused while a dispute is open."""
    resolver: Literal["review", "counterparty", "external", "none"]
    """Party that resolves disputes."""
    resolver_ref: NotRequired[str]
    """Name or ID of the external resolver."""


class AgreementAcceptance(TypedDict):
    mode: Literal["bilateral", "unilateral"]
    """`bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone."""
    provider_accepted_in_spoolis: bool
    """True if the provider accepted the agreement through this service."""
    accepted_by: Literal["initiator", "provider", "buyer", "both"]
    """Parties that accepted the agreement."""
    accepted_at: NotRequired[Timestamp]
    """Time at which the agreement was accepted."""


class AgreementState(TypedDict):
    mode: Literal["bilateral", "unilateral"]
    """`bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone."""
    version: int
    """Version number of the agreement. Each amendment increases it by one."""
    agreement_hash: Sha256Hex
    """SHA-256 of the canonical JSON of the agreement."""
    plan_hash: Sha256Hex
    """SHA-256 of the canonical JSON of the verification plan."""
    acceptance: Optional[AgreementAcceptance]
    """Acceptance of the agreement by its parties; null before it is accepted."""


class AgreementTerm(TypedDict):
    text: str
    """Text of the term."""
    provenance: AgreementTermProvenance
    """Origin of the text of the term."""


class AgreementTermProvenance(TypedDict):
    """Origin of the text of the term."""

    source: str
    """Kind of source that the term comes from."""
    origin: NotRequired[str]
    """Document or message that the term comes from."""


class Allowance(TypedDict):
    period_start: Timestamp
    """Start of the current month."""
    period_end: Timestamp
    """End of the current month, when the allowance is renewed."""
    verification: AllowanceUse
    """Verification runs."""
    compile: AllowanceUse
    """Compilations of plain text."""


class AllowanceUse(TypedDict):
    limit: int
    """Number of units included per month."""
    used: int
    """Number of units used this month."""
    remaining: int
    """Number of units left this month."""


class AmendRequest(TypedDict):
    add_conditions: NotRequired[Sequence[ConditionInput]]
    """Conditions to add."""
    remove_condition_ids: NotRequired[Sequence[ConditionId]]
    """IDs of the conditions to remove."""
    unitization: NotRequired[UnitizationInput]
    """New number of units and price of each."""


class AnsweredError(TypedDict):
    error: str
    """Explanation of the error for people. The wording can change."""
    code: Literal["limit_reached", "sandbox_resting", "trusted_key_unavailable"]
    """Stable error code. Only an error has this member."""
    retryable: bool
    """True if the same request can succeed later."""
    remediation: str
    """Instruction for resolving the error."""
    field: NotRequired[str]
    """Path of the field or condition that caused the error."""
    reason: NotRequired[str]
    """More specific reason for the code. All reasons are listed at `/docs/errors#reasons`."""
    idempotency_key: NotRequired[str]
    """Key to repeat the request with. Present if the work may have started. For a request without a key,
    the service generated it.
    """
    docs: str
    """URL of the documentation of the error code."""
    request_id: str
    """ID of the request in the logs of the service. Quote it when you ask for support."""
    status: str
    """Error in one word."""
    message: str
    """Same text as `error`."""
    valid: NotRequired[Literal[False]]
    """Present and false if the key of an attestation is not available."""


class Attestation(TypedDict):
    id: AttestationId
    """ID of the attestation."""
    environment: Literal["production", "demo"]
    """Environment in which the attestation was issued."""
    spoolId: SpoolId
    """ID of the Spool."""
    compilationVersion: str
    """Version of the compiler that made the plan from the agreement."""
    verificationPlanVersion: str
    """Version of the plan format."""
    result: Literal["pass", "partial", "fail", "uncertain"]
    """Verdict of the run."""
    approvedAmount: str
    """Earned amount, as a decimal with two places."""
    maximumAmount: str
    """Committed amount, as a decimal with two places."""
    assetOrCurrency: str
    """Currency of the amounts."""
    payerPartyId: str
    """ID of the party that pays."""
    providerPartyId: str
    """ID of the party that delivers."""
    conditionResults: Sequence[AttestationConditionResult]
    """Result of each condition."""
    evidenceDigest: str
    """SHA-256 of the evidence."""
    verificationDigest: str
    """SHA-256 of the verdict."""
    issuedAt: str
    """Time at which the attestation was signed."""
    expiresAt: str
    """Time at which the attestation expires."""
    nonce: str
    """Random value that makes the attestation unique."""
    signingKeyId: str
    """SHA-256 of the public key that verifies the signature."""
    signature: Ed25519Signature
    providerDestination: NotRequired[str]
    """Wallet at which the provider is paid. Covered by the signature, but not by `verificationDigest`."""


class AttestationConditionResult(TypedDict):
    conditionId: ConditionId
    """ID of the condition."""
    result: Literal["pass", "partial", "fail", "uncertain", "not_evaluated", "not_applicable"]
    """Result of the condition."""
    method: str
    """Verification method of the condition."""
    requirement: Literal["mandatory", "optional"]
    """`mandatory` if the verdict depends on the condition, otherwise `optional`."""


class AttestationVerdict(TypedDict):
    valid: bool
    """True if the signature and all other checks of the attestation pass."""
    environment: Literal["production", "demo"]
    """Environment that the attestation names."""
    reasons: List[str]
    """Codes of the checks that failed; empty if the attestation is valid."""
    checked_at: Timestamp
    """Time of the check."""


class AuditInputs(TypedDict):
    """Digests of what was compared."""

    engine_version: str
    """Version of the rules of the audit."""
    invoice_digest: Sha256Digest
    """Digest of the invoice as it was sent."""
    mapping_digest: Sha256Digest
    """Digest of the canonical JSON of the request without its files."""
    record_digest: Sha256Digest
    """Digest of the record as it was sent."""

AuditPeriod = TypedDict(
    "AuditPeriod",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)
"""Days whose work may be billed, by the date of the record."""


class AuditRules(TypedDict):
    """Rules of the agreement. A rule that is left out is not checked."""

    billable_statuses: NotRequired[Sequence[str]]
    """Statuses of the record that may be billed, as they are written there."""
    period: NotRequired[AuditPeriod]
    unit_price_cents: NotRequired[int]
    """Agreed price of one unit, in cents. It replaces the prices of the record."""
    amount_tolerance_cents: NotRequired[int]
    """Difference of an amount that is still accepted, in cents. Default: `0`."""
    quantity_tolerance: NotRequired[float]
    """Difference of a quantity that is still accepted, in units. Default: `0`."""
    case_sensitive_keys: NotRequired[bool]
    """Whether keys that differ in case are different keys. Default: `true`."""


class AuditStatement(TypedDict):
    """Signed statement of the audit, if `sign` was sent."""

    schema: str
    """Schema of this document."""
    environment: Literal["production", "demo"]
    """Environment whose key signed it."""
    audit_id: AuditId
    """ID of the audit."""
    kind: Literal["invoice_audit", "promise_replay"]
    """Kind of the audit."""
    inputs: Dict[str, Sha256Digest]
    """Digests of the inputs, by their names in the result."""
    result_digest: Sha256Digest
    """Digest of the result."""
    currency: Optional[str]
    """Currency of the sums."""
    totals: Dict[str, int]
    """Sums of the result, by their names."""
    engine_version: str
    """Version of the rules of the audit."""
    issued_at: Timestamp
    """Time of the signature."""
    signing_key_id: str
    """ID of the attestation key that signed it."""
    signature: str
    """Ed25519 signature over the canonical JSON of the statement without it, in base64url."""


class AuditTotals(TypedDict):
    """Sums over all lines."""

    invoice_lines: Count
    """Lines of the invoice."""
    record_rows: Count
    """Rows of the record."""
    billed_cents: Cents
    """Sum of the lines, in cents. A line whose amount cannot be read counts as 0."""
    supported_cents: Cents
    """Money that the record supports, in cents."""
    unsupported_cents: Cents
    """Money that the record does not support, in cents; counted once for each line."""
    recomputed_cents: Cents
    """Sum of quantity times unit price, in cents; of the amount where a line does not state both."""
    variance_cents: Cents
    """Billed minus supported, in cents."""
    lines_supported: Count
    """Lines that are supported in full."""
    lines_with_discrepancies: Count
    """Lines with at least one discrepancy."""


class AuditedLine(TypedDict):
    line: str
    """Number of the line as the invoice writes it, or its row."""
    key: str
    """Key of the line."""
    billed_cents: Cents
    """Amount of the line, in cents; negative for a credit."""
    supported_cents: Cents
    """Part of the amount that the record supports, in cents."""
    status: Literal["supported", "partially_supported", "unsupported", "unparseable"]
    """Part of the line that the record supports."""
    record_rows: List[RecordRow]
    """Rows of the record with the key of the line."""
    discrepancies: List[DiscrepancyCode]
    """Codes of the discrepancies of the line."""
    source: AuditedLineSource


class AuditedLineSourceObject(TypedDict):
    page: int
    """Page, from 1."""
    line: int
    """Row of text on the page, from 1."""


class BundleManifest(TypedDict):
    schema: str
    """Name and version of the document format."""
    receipt_id: ReceiptId
    """ID of the receipt."""
    made_at: Timestamp
    """Time at which the bundle was created."""
    members: Dict[str, Sha256Hex]
    """SHA-256 of each other member of the bundle, by name."""
    signing_key_id: Sha256Hex
    """SHA-256 of the public key that verifies the signature."""
    signature: Ed25519Signature


class BundledAgreement(TypedDict):
    """The object whose canonical JSON has the agreement hash."""

    schema: str
    """Name and version of the document format."""
    spool_id: SpoolId
    """ID of the Spool that the agreement belongs to."""
    agreement_version: int
    """Version number of the agreement. Each amendment increases it by one."""
    type: Literal["goods_in_person", "service", "digital", "agent_task"]
    """Type of work that the Spool covers."""
    mode: Literal["bilateral", "unilateral"]
    """`bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone."""
    parties: List[BundledAgreementParty]
    """The two parties of the agreement."""
    value: SpoolValue
    """Agreed price of the whole delivery."""
    deliverable: Deliverable
    """The work to deliver."""
    terms: List[AgreementTerm]
    """Terms of the agreement in words, which no checker tests."""
    conditions: List[AgreedCondition]
    """Conditions that the delivery must meet."""
    unitization: Optional[Unitization]
    """Number of units and the price of each; null if the work is not split into units."""
    economics: FeeAndExpiry
    """Fee and expiry of the agreement."""
    dispute_policy: AgreedDisputePolicy
    """Rules for disputes over a receipt."""
    finality: Finality
    """Limits on how often and how long the delivery can be verified."""


class BundledAgreementParty(TypedDict):
    role: Literal["buyer", "seller", "client", "provider"]
    """Role of the party in the agreement."""
    kind: Literal["human", "agent", "org", "service"]
    """Kind of party, such as a person, an organization or an agent."""
    display_name: str
    """Name of the party, as the other party sees it."""
    settlement_address: NotRequired[str]
    """Wallet at which the party is paid."""


class BundledContentBytes(TypedDict):
    kind: Literal["bytes"]
    """Form of the content."""
    base64: str
    """Base64-encoded file."""
    media_type: str
    """Media type of the file."""
    dialect: NotRequired[TableDialect]
    """Format in which the file is read as a table."""


class BundledContentConfirmation(TypedDict):
    kind: Literal["confirmation"]
    """Form of the content."""
    method: Literal["buyer_confirm", "both_confirm"]
    """Parties that must confirm the condition."""
    outcome: Literal["passed", "failed", "waived"]
    """Decision of the party on the condition."""
    party: Literal["buyer", "provider"]
    """Party that confirmed."""
    evidence_refs: List[str]
    """IDs of the evidence items that the party reviewed."""
    confirmed_evidence_digest: Sha256Hex
    """SHA-256 of the evidence that the confirmation applies to. Later evidence makes the confirmation
    void.
    """
    detail: NotRequired[str]
    """Comment of the party."""


class BundledContentDispute(TypedDict):
    kind: Literal["dispute"]
    """Form of the content."""
    dispute_id: DisputeId
    """ID of the dispute."""
    receipt_id: ReceiptId
    """ID of the disputed receipt."""
    decided_by: Literal["counterparty", "external"]
    """Whose decision it is: of both parties, or of the external party that the agreement names."""
    judge: NotRequired[str]
    """ID of the external party."""
    outcome: Literal["passed", "failed"]
    """Outcome of the condition for all its units."""
    confirmed_evidence_digest: Sha256Hex
    """SHA-256 of the evidence that was judged before. Later evidence makes the finding void."""


class BundledContentExternalResult(TypedDict):
    kind: Literal["external_result"]
    """Form of the content."""
    agreement_hash: Sha256Hex
    """SHA-256 of the agreement that the result applies to."""
    evaluator: str
    """ID of the external party, as agreed in the condition."""
    verdict: Literal["pass", "partial", "fail", "uncertain"]
    """Overall verdict of the external party."""
    condition_results: List[Dict[str, Any]]
    """Result of each condition that the external party decides."""
    observed_at: str
    """Time of the evaluation, exactly as it was signed."""
    evidence_refs: List[str]
    """IDs of the evidence items that the external party evaluated."""
    proof: Dict[str, Any]
    """Proof that the result comes from the external party."""


class BundledContentJson(TypedDict):
    kind: Literal["json"]
    """Form of the content."""
    json: Any
    """JSON document."""


class BundledContentReference(TypedDict):
    kind: Literal["reference"]
    """Form of the content."""
    url: NotRequired[str]
    """URL of the content."""
    sha256: NotRequired[Sha256Hex]
    """SHA-256 of the content."""


class BundledContentReview(TypedDict):
    kind: Literal["review"]
    """Form of the content."""
    review_id: ReviewId
    """ID of the review."""
    receipt_id: ReceiptId
    """ID of the receipt that was reviewed."""
    named_by: Literal["buyer", "provider"]
    """Party that named the reviewer."""
    known_by: Literal["link", "email"]
    """Proof by which the reviewer was known."""
    outcome: NotRequired[Literal["passed", "failed"]]
    """Outcome of the condition as a whole; left out if the reviewer stated single units only."""
    units: NotRequired[List[BundledContentReviewUnit]]
    """Outcomes of single units. They take precedence over the outcome of the condition."""
    confirmed_evidence_digest: Sha256Hex
    """SHA-256 of the evidence that was reviewed. Later evidence makes the finding void."""


class BundledContentReviewUnit(TypedDict):
    unit: int
    """Number of the unit; the first unit is 1."""
    outcome: Literal["passed", "failed"]
    """Outcome of the unit."""


class BundledContentRows(TypedDict):
    kind: Literal["rows"]
    """Form of the content."""
    rows: List[Dict[str, Any]]
    """Rows of the delivery, each as a JSON object."""


class BundledContentText(TypedDict):
    kind: Literal["text"]
    """Form of the content."""
    text: str
    """Text of the delivery."""


class BundledContentUnavailable(TypedDict):
    kind: Literal["unavailable"]
    """Form of the content."""


class BundledEvidence(TypedDict):
    id: EvidenceId
    """ID of the evidence item."""
    condition_id: Optional[ConditionId]
    """ID of the condition that the item supports; null if it supports all conditions."""
    type: Literal["photo", "text", "file", "url", "dataset", "confirmation"]
    """Type of evidence."""
    source: str
    """Name that the submitter gave to the source of the evidence."""
    claim_class: Literal["actor_identity", "artifact_state", "machine_fact"]
    """Kind of claim that the evidence supports."""
    provenance: str
    """Method by which the evidence was obtained."""
    on_behalf_of: str
    """Party in whose name the evidence was submitted."""
    supplied_by: NotRequired[Literal["buyer", "provider"]]
    """Party that submitted the item, if it did so in the name of the other party."""
    content_digest: Optional[Sha256Hex]
    """SHA-256 of the content; null if the service stores only a reference to it."""
    observed_at: Optional[ExactTimestamp]
    """Time at which the submitter says the evidence was observed; null if none was given."""
    received_at: Timestamp
    """Time at which the service received the evidence."""


class BundledObservations(TypedDict):
    evidence_id: EvidenceId
    """ID of the evidence item that records the observations."""
    condition_id: ConditionId
    """ID of the condition that asked for the observations."""
    observed_at: Timestamp
    """Time at which the service fetched the URLs."""
    received_at: Timestamp
    """Time at which the service stored the observations."""
    observations: List[BundledObservationsObservation]
    """One entry for each URL that was fetched."""


class BundledObservationsObservation(TypedDict):
    url: str
    """Requested URL."""
    final_url: Optional[str]
    """URL after redirects; null if there was no response."""
    status: Optional[int]
    """HTTP status code of the response; null if there was no response."""
    failure: Optional[Literal["unreachable", "blocked_address"]]
    """Reason why there was no response; null if there was one."""
    at: Timestamp
    """Time of the request."""


class BundledOpinion(TypedDict):
    evidence_id: EvidenceId
    """ID of the evidence item that records the opinion."""
    condition_id: ConditionId
    """ID of the condition whose claim was checked."""
    observed_at: Timestamp
    """Time at which the model answered."""
    received_at: Timestamp
    """Time at which the service stored the answer."""
    opinion: BundledOpinionOpinion
    """Answer of the model."""


class BundledOpinionOpinion(TypedDict):
    """Answer of the model."""

    judge: Literal["openai_compatible"]
    """Type of model interface."""
    model: str
    """Name of the requested model."""
    model_version: Optional[str]
    """Name of the model as given in its answer; null if it did not answer."""
    prompt_digest: Optional[Sha256Digest]
    """SHA-256 of the prompt; null if no prompt was sent."""
    verdict: Optional[Literal["supported", "contradicted", "not_found"]]
    """Verdict of the model on the claim; null if it gave none."""
    citations: List[BundledOpinionOpinionCitation]
    """Quotes from the evidence that support the verdict."""
    failure: Optional[Literal["executor_unavailable", "opinion_malformed", "evidence_too_large_for_judge"]]
    """Reason why there is no verdict; null if there is one."""


class BundledOpinionOpinionCitation(TypedDict):
    evidence_id: str
    """ID of the cited evidence item."""
    start: Optional[int]
    """Position of the first cited byte in the UTF-8 text; null if the text does not contain the quote."""
    end: Optional[int]
    """Position after the last cited byte in the UTF-8 text; null if the text does not contain the quote."""
    quote: str
    """Cited words."""


class BundledPlan(TypedDict):
    """The object whose canonical JSON has the plan hash."""

    schema: str
    """Name and version of the document format."""
    plan_version: str
    """Version of the plan format."""
    compiler_version: str
    """Version of the compiler that made the plan from the agreement."""
    evidence_policy_version: str
    """Version of the rules for accepting evidence."""
    aggregation_policy: AggregationPolicy
    """Rule that combines the condition results into the verdict."""
    conditions: List[BundledPlanCondition]
    """Conditions of the plan, in the order in which they were agreed."""
    unitization: Optional[Unitization]
    """Number of units and the price of each; null if the work is not split into units."""
    value: BundledPlanValue
    """Agreed price of the whole delivery."""


class BundledPlanCondition(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    required: bool
    """True if the verdict depends on the condition."""
    verification_method: Literal["deterministic", "human_confirmed", "ai_assisted", "external_tool"]
    """Method that decides the condition."""
    check: Optional[Union[DeterministicCheck, BundledPlanConditionCheck2, BundledPlanConditionCheck3,
        BundledPlanConditionCheck4]]
    """Checker that decides the condition, or the terms of another verification method; null if there is
    neither.
    """
    evidence_requirements: List[EvidenceRequirement]
    """Requirements that the evidence for the condition must meet."""


class BundledPlanConditionCheck2(TypedDict):
    confirmation_method: Literal["buyer_confirm", "both_confirm"]
    """Parties that must confirm the condition."""


class BundledPlanConditionCheck3(TypedDict):
    claim_cited: CitedClaim
    """Claim that a model checks against the evidence."""


class BundledPlanConditionCheck4(TypedDict):
    external_judge: ExternalJudge
    """External party whose signed result decides the condition."""


class BundledPlanValue(TypedDict):
    """Agreed price of the whole delivery."""

    amount_cents: int
    """Agreed price of the whole delivery, in cents."""
    currency: str
    """Currency of the price."""


class Capabilities(TypedDict):
    environment: Literal["production", "demo"]
    """Environment of the caller. Requests without credentials belong to production."""
    methods: CapabilitiesMethods
    """Availability of each verification method."""
    checkers: List[CapabilitiesChecker]
    """Available checkers."""
    settlement: List[str]
    """Available ways to settle earned amounts."""
    rails: CapabilitiesRails
    """Available protocols for paying the service."""
    signing: Literal["configured", "not_configured"]
    """`configured` if this deployment can sign receipts."""


class CapabilitiesChecker(TypedDict):
    name: str
    """Name of the checker."""
    version: str
    """Version of the checker."""


class CapabilitiesMethods(TypedDict):
    """Availability of each verification method."""

    deterministic: Literal["live"]
    """Conditions decided by a checker."""
    human_confirmed: Literal["live"]
    """Conditions confirmed by the parties."""
    ai_assisted: Literal["live", "verbatim_only"]
    """Conditions that cite a claim. `live` if a model checks the claim, `verbatim_only` if only exact
    wording is found.
    """
    external_tool: Literal["live", "unavailable"]
    """`live` if an external party can decide conditions."""


class CapabilitiesRails(TypedDict):
    """Available protocols for paying the service."""

    x402: bool
    """True if requests can be paid with x402."""
    mpp: bool
    """True if credits can be bought with MPP."""


class CardHold(TypedDict):
    state: Literal["requested", "open", "held", "captured", "canceled", "declined", "expired", "failed",
        "lapsed"]
    """State of the hold on the card."""
    ends_at: Optional[Timestamp]
    """Time until which the held amount can be charged; null if nothing is held."""
    hold_expiring: bool
    """True if the hold ends within two days."""
    problem: Optional[Literal["amount_mismatch", "below_minimum"]]
    """Reason why the earned amount cannot be charged to the card; null if there is none."""


class CitedClaim(TypedDict):
    claim: str
    """Claim that the evidence must support."""
    evidence_ref: NotRequired[str]
    """Source of the evidence to check. If omitted, all evidence for the condition is checked."""


class Claim(TypedDict):
    id: ClaimId
    """ID of the claim."""
    ordinal: int
    """Number of the claim in its Spool; the first is 1."""
    subject: str
    """Object of the claim, such as a ticket or an order."""
    predicate: str
    """Event or property that is claimed of it."""
    value: Union[str, float, bool]
    """Claimed value: a text, a whole number or a boolean. A decimal is kept as a text; send it as one to
    keep its digits.
    """
    quantity: NotRequired[int]
    """Claimed quantity, a whole number."""
    amount_cents: NotRequired[int]
    """Claimed amount in cents of the currency of the Spool."""
    occurred_at: NotRequired[Timestamp]
    """Time of the event."""
    evidence_ref: NotRequired[EvidenceId]
    """ID of an evidence item of the Spool that supports the claim."""
    status: Literal["unmatched", "matched", "mismatched", "ambiguous"]
    """Result of the last match for this claim; `unmatched` before the first one."""
    claimed_by: Literal["provider"]
    """Side that made the claim."""
    claimed_at: Timestamp
    """Time at which the claim was recorded."""
    content_digest: str
    """SHA-256 of the canonical JSON of the claimed values."""
    supersedes: Optional[ClaimId]
    """ID of the claim that this one replaced; null for none."""
    superseded_by: Optional[ClaimId]
    """ID of the claim that replaced this one; null while it is current."""
    duplicate_of: Optional[ClaimId]
    """ID of the earliest current claim with the same values; null for none."""


class ClaimInput(TypedDict):
    subject: Union[str, int]
    """Object of the claim, such as a ticket or an order."""
    predicate: Union[str, int]
    """Event or property that is claimed of it."""
    value: Union[str, float, bool]
    """Claimed value: a text, a whole number or a boolean. A decimal is kept as a text; send it as one to
    keep its digits.
    """
    quantity: NotRequired[Optional[int]]
    """Claimed quantity, a whole number."""
    amount_cents: NotRequired[Optional[int]]
    """Claimed amount in cents of the currency of the Spool."""
    occurred_at: NotRequired[Optional[Union[str, int]]]
    """Time of the event: RFC 3339 with an offset. It is kept to the millisecond."""
    evidence_ref: NotRequired[EvidenceId]
    """ID of an evidence item of the Spool that supports the claim."""
    supersedes: NotRequired[ClaimId]
    """ID of the current claim that this one replaces."""


class ClaimList(TypedDict):
    data: List[Claim]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""


class ColumnMapping(TypedDict):
    """Columns of both files, by their headers."""

    invoice: InvoiceColumns
    record: RecordColumns


class CommitRequest(TypedDict):
    payment_method: NotRequired[str]
    """ID of a card payment method at the payment processor."""
    direct_signer: NotRequired[Literal["principal_runtime"]]
    """Signer of the transfers, if a wallet settles directly after the verdict."""
    settlement_mode: NotRequired[Literal["direct_eip3009", "unattended_outcome_settlement"]]
    """Way in which a wallet settles: it signs the transfers after the verdict, or it grants a spend
    permission in advance.
    """


class CompilePolicyRequest(TypedDict):
    source: str
    """Text to compile, in plain English."""
    unitization: NotRequired[UnitizationInput]
    """Number of units and the price of each. Send it if the text does not state them."""
    fields: NotRequired[Sequence[Union[str, RowField]]]
    """Fields of the rows, as names or as objects. A noun in a plain-text condition names a field if it is
    one of these names or aliases, or if the text marks it as a field.
    """
    unit_name: NotRequired[str]
    """Noun that the text uses for one row."""
    as_of: NotRequired[str]
    """Time from which relative times in the text are counted. If omitted, no answers are proposed for a
    time such as `by Friday`.
    """
    time_zone: NotRequired[str]
    """IANA time zone that is assumed for times in the text without a zone."""
    declared_actor_type: NotRequired[Literal["human", "agent", "org", "service"]]
    """Kind of party that sends the request. For an agent or a service, no condition is proposed that a
    person must decide.
    """
    suggest: NotRequired[Literal["model"]]
    """Send `model` to let a model propose rewrites for the open parts of the text, if this deployment has
    a model. It does not change any other part of the result.
    """
    currency: NotRequired[str]
    """Currency of amounts in the text, as an ISO 4217 code. Only `USD` is supported."""


class CompileSandboxRequest(TypedDict):
    source: str
    """Text of the agreement, in plain English."""
    economics: NotRequired[CompileSandboxRequestEconomics]
    """Price of the work."""
    conditions: NotRequired[Sequence[ConditionInput]]
    """Conditions to add to those of the text. A condition whose description is the text of an
    `unsupported` entry resolves that entry.
    """
    fields: NotRequired[Sequence[Union[str, RowField]]]
    """Fields of the rows, as names or as objects. A noun in a plain-text condition names a field if it is
    one of these names or aliases, or if the text marks it as a field.
    """
    unit_name: NotRequired[str]
    """Noun that the text uses for one row."""
    as_of: NotRequired[str]
    """Time from which relative times in the text are counted. If omitted, no answers are proposed for a
    time such as `by Friday`.
    """
    time_zone: NotRequired[str]
    """IANA time zone that is assumed for times in the text without a zone."""
    declared_actor_type: NotRequired[Literal["human", "agent", "org", "service"]]
    """Kind of party that sends the request. For an agent or a service, no condition is proposed that a
    person must decide.
    """


class CompileSandboxRequestEconomics(TypedDict):
    """Price of the work."""

    unitization: NotRequired[UnitizationInput]
    """Number of units and the price of each. Their total must equal the amount in the text, if it states
    one.
    """


class CompiledPolicy(TypedDict):
    policy_id: PolicyId
    """ID of the compiled policy."""
    status: Literal["draft"]
    """Status of the policy: a draft until it is confirmed."""
    compiler: CompiledPolicyCompiler
    """Compiler that read the text."""
    suggested_conditions: List[SuggestedCondition]
    """Conditions that the text states exactly. They have no effect until they are confirmed."""
    terms: List[PolicyTerm]
    """Sentences that are marked as information, such as "Note: …". No checker decides them."""
    value: Optional[PolicyValue]
    """Price of the whole delivery that the text states; null if it states none."""
    unitization: Optional[Unitization]
    """Number of units and the price of each that the text states; null if it states none."""
    amounts: List[CompiledPolicyAmount]
    """Parts of the text that state the price or the units."""
    ambiguities: List[PolicyQuestion]
    """Questions about parts of the text that are not exact."""
    unsupported: List[UnsupportedClause]
    """Parts of the text that no checker can decide."""
    connectives: List[SourceSpan]
    """Remaining parts of the text: headings, greetings, list marks and conjunctions. Together with the
    other spans they cover every word of the source.
    """
    fields_from: NotRequired[Literal["request"]]
    """Present if the text was matched with `fields` of the request."""
    charged: NotRequired[Literal[False]]
    """Present and false if no part of the text could be read, so that nothing is charged."""
    policy_digest: Sha256Digest
    """Digest of the draft. Send it back to confirm the draft."""
    expires_at: Timestamp
    """Time until which the draft can be confirmed."""


class CompiledPolicyAmount(TypedDict):
    text: str
    """Text of the amount."""
    source_span: SourceSpan
    """Position of the amount in the source."""


class CompiledPolicyCompiler(TypedDict):
    """Compiler that read the text."""

    version: str
    """Version of the compiler."""
    engine: Literal["rules"]
    """Kind of compiler: a fixed grammar, not a model."""


class SpoolCore(TypedDict):
    id: SpoolId
    """ID of the Spool."""
    share_id: ShareId
    """ID under which anyone with the share link can read the Spool."""
    version: int
    """Version number of the Spool. Each change increases it."""
    environment: Literal["production", "demo"]
    """Environment of the Spool."""
    type: Literal["goods_in_person", "service", "digital", "agent_task"]
    """Type of work that the Spool covers."""
    created_at: Timestamp
    """Time at which the Spool was created."""
    updated_at: Timestamp
    """Time of the last change."""
    status: SpoolStatus
    """Current states of the Spool."""
    status_reason: Optional[str]
    """Code that explains the status; null if the status needs no explanation."""
    agreement: AgreementState
    """Version, hashes and acceptance of the agreement."""
    parties: List[SpoolParty]
    """The two parties of the agreement."""
    value: SpoolValue
    """Agreed price of the whole delivery."""
    deliverable: Deliverable
    """The work to deliver."""
    unitization: Optional[Unitization]
    """Number of units and the price of each; null if the work is not split into units."""
    terminal: bool
    """True if the verdict can no longer change."""
    settlement_eligible: bool
    """True if an earned amount can be settled now."""
    can_resubmit_evidence: bool
    """True if the caller can submit more evidence."""
    can_rerun: bool
    """True if the caller can start another verification run."""
    next_step: NextStep
    """Next step and the party that takes it."""
    decision_authority: Literal["deterministic", "buyer_confirmation", "both_confirm", "none"]
    """Authority that decides the required conditions."""
    verification_summary: VerificationSummary
    """Counts of conditions and runs."""
    corrective_hint: NotRequired[str]
    """Instruction for correcting the first problem of the delivery."""
    latest_receipt_id: Optional[ReceiptId]
    """ID of the latest receipt; null before the first."""
    open_disputes: List[DisputeId]
    """IDs of the open disputes. Visible only to the parties."""
    open_reviews: NotRequired[List[ReviewId]]
    """IDs of the undecided reviews. Visible only to the parties."""
    open_discrepancies: int
    """Number of unresolved payment discrepancies."""
    finality: Finality
    """Limits on how often and how long the delivery can be verified."""
    dispute_policy: DisputePolicy
    """Rules for disputes over a receipt."""
    gated_action: Optional[str]
    """Action that the creator intends to take depending on the verdict; null if none was declared. It has
    no effect on the verdict.
    """
    pricing_quote: Optional[Quote]
    """Current quote; null if there is none. Only Spools of type `agent_task` have quotes."""


class Spool(SpoolCore):
    terms: List[AgreementTerm]
    """Terms of the agreement in words, which no checker tests."""
    conditions: List[Condition]
    """Conditions that the delivery must meet."""
    economics: SpoolEconomics
    """Fee, expiry and permitted actions."""
    evidence: List[Evidence]
    """Submitted evidence."""
    gated_action_note: Optional[str]
    """Note of the creator on the intended action; null if there is none."""
    card_hold: NotRequired[CardHold]
    """Hold on the card of the buyer. Present once the buyer has committed to pay by card."""
    provider_onboarding: NotRequired[ProviderOnboarding]
    """Link with which the provider sets up payouts."""
    acted_as: NotRequired[ActedAs]
    """Party that the sandbox session acted as, or whose view was read. Omitted for API keys."""


class CreatedSpool(Spool):
    lane: Lane
    """Path for the provider and the reason for it."""
    share_url: str
    """Link under which anyone can read the Spool."""
    handoff: Optional[Handoff]
    """Next step for getting the Spool to the counterparty; null for a unilateral agreement."""


class CompiledSpool(CreatedSpool):
    questions: List[PolicyQuestion]
    """Questions about parts of the text that are not exact. While there are any, the Spool is a draft:
    compile the text again with the answers in it.
    """
    unsupported: List[UnsupportedClause]
    """Parts of the text that no checker can decide. While there are any, the Spool is a draft: compile the
    text again without them, or send their `condition` in `conditions`.
    """


class CompletenessCheck(TypedDict):
    checker: Literal["completeness"]
    """Name of the checker."""
    required_fields: Sequence[str]
    """Fields that each row must have, as member names or JSON Pointers."""
    treat_blank_as_missing: NotRequired[bool]
    """True if a blank value counts as missing. Default: `true`."""
    at_least: NotRequired[int]
    """Number of the required fields that each row must have. If omitted, each row must have all of them."""
    where: NotRequired[RowFilter]
    """Filter that selects the rows to check. All other rows pass. Not combined with `min_share_bp`."""
    min_share_bp: NotRequired[int]
    """Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then
    decides on the delivery as a whole, not on each row.
    """
    share_exclusive: NotRequired[bool]
    """True if the share must be greater than `min_share_bp`, not only equal. Default: `false`."""


class SharedCondition(TypedDict):
    id: ConditionId
    """ID of the condition."""
    description: str
    """Description of the condition for people. The checker or method decides, not this text."""
    required: bool
    """True if the verdict depends on the condition."""
    verification_method: Literal["deterministic", "human_confirmed", "ai_assisted", "external_tool"]
    """Method that decides the condition: a checker, the parties, a model, or an external party."""
    deterministic_check: NotRequired[DeterministicCheck]
    """Checker with its parameters, for the method `deterministic`."""
    confirmation_method: NotRequired[Literal["buyer_confirm", "both_confirm"]]
    """Parties that must confirm the condition. Required for the method `human_confirmed`."""
    claim_cited: NotRequired[CitedClaim]
    """Claim that the evidence must support. Required for the method `ai_assisted`."""
    external_judge: NotRequired[ExternalJudge]
    """External party whose signed result decides the condition. Required for the method `external_tool`."""
    evidence_requirements: List[EvidenceRequirement]
    """Requirements that the evidence must meet."""
    reads_as: NotRequired[str]
    """Sentence that states the check as the service applies it."""
    last_result: Optional[SharedConditionLastResult]
    """Result of the condition in the latest run; null before the first."""


class Condition(SharedCondition):
    confirmation: NotRequired[ConditionConfirmation]
    """Confirmations by the parties and the evidence that they refer to. Present only on conditions that
    the parties confirm.
    """


class ConditionConfirmation(TypedDict):
    evidence_ids: List[EvidenceId]
    """IDs of the evidence items that a confirmation now refers to. Send them as `evidence_refs`."""
    evidence_digest: Optional[Sha256Hex]
    """SHA-256 of those evidence items; null if there are none. Send it as `evidence_digest` so that the
    confirmation is refused if the evidence has changed.
    """
    given: List[ConditionConfirmationGivenItem]
    """Confirmations by the parties."""


class ConditionConfirmationGivenItem(TypedDict):
    side: Literal["buyer", "provider"]
    """Party that confirmed."""
    outcome: Optional[Literal["passed", "failed", "waived"]]
    """Decision of the party; null if the confirmation is void."""
    evidence_id: EvidenceId
    """ID of the evidence item that records the confirmation."""
    confirmed_evidence_digest: Sha256Hex
    """SHA-256 of the evidence that the confirmation applies to."""
    voided_by: Optional[EvidenceId]
    """ID of the later evidence item that made the confirmation void; null if it is in force."""


class ConditionInput(TypedDict):
    description: str
    """Description of the condition for people. The checker or method decides, not this text."""
    required: bool
    """True if the verdict depends on the condition."""
    verification_method: Literal["deterministic", "human_confirmed", "ai_assisted", "external_tool"]
    """Method that decides the condition: a checker, the parties, a model, or an external party."""
    deterministic_check: NotRequired[DeterministicCheck]
    """Checker with its parameters, as a single object. Required for the method `deterministic`."""
    confirmation_method: NotRequired[Literal["buyer_confirm", "both_confirm"]]
    """Parties that must confirm the condition. Required for the method `human_confirmed`."""
    claim_cited: NotRequired[CitedClaim]
    """Claim that the evidence must support. Required for the method `ai_assisted`."""
    external_judge: NotRequired[ExternalJudge]
    """External party whose signed result decides the condition. Required for the method `external_tool`."""
    evidence_requirements: NotRequired[Union[EvidenceRequirement, Sequence[EvidenceRequirement]]]
    """Requirements that the evidence must meet. A single object is treated as a list of one."""


class ConditionResult(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    requirement: Literal["mandatory", "optional"]
    """`mandatory` if the verdict depends on the condition, otherwise `optional`."""
    result: Literal["pass", "partial", "fail", "uncertain", "not_evaluated", "not_applicable"]
    """Result of the condition."""
    method: str
    """Verification method of the condition."""
    verifier_id: str
    """Checker or other verifier that decided the condition."""
    verifier_version: str
    """Version of the verifier."""
    evidence_refs: List[EvidenceId]
    """IDs of the evidence items that the result is based on."""
    reason: str
    """Explanation of the result."""


class ConfirmPolicyRequest(TypedDict):
    policy_id: PolicyId
    """ID of the compiled policy."""
    policy_digest: Sha256Digest
    """Digest of the draft, as the compiler returned it."""
    accept: Sequence[str]
    """IDs of the suggestions that become conditions."""
    decline: NotRequired[Sequence[str]]
    """IDs of the suggestions that do not become conditions. If `accept` is empty, this list must contain
    every suggestion.
    """
    answers: NotRequired[Mapping[str, Union[str, Sequence[str]]]]
    """Answers to the questions, by question ID: one of the candidates, one of the rewrites, a sentence of
    your own, or `term` to keep the text as a term.
    """
    add_conditions: NotRequired[Sequence[ConditionInput]]
    """Conditions to add to those of the text."""
    create_recipe: NotRequired[bool]
    """True to save the conditions as a recipe."""


class ConfirmRequestObject(TypedDict):
    confirmations: Sequence[Confirmation]
    """Confirmations to record together."""


class Confirmation(TypedDict):
    condition_id: ConditionId
    """ID of the condition to confirm."""
    method: Literal["buyer_confirm", "both_confirm"]
    """Parties that must confirm the condition, as agreed."""
    outcome: Literal["passed", "failed", "waived"]
    """Your decision on the condition."""
    evidence_refs: NotRequired[Sequence[EvidenceId]]
    """IDs of the evidence items that you reviewed: all current items of the condition, as listed in its
    `confirmation.evidence_ids`. If the condition has evidence, `evidence_refs`, `evidence_digest` or
    the If-Match header is required. Default: `[]`.
    """
    evidence_digest: NotRequired[Sha256Hex]
    """The `evidence_digest` that the Spool showed for the condition. The request is refused with 409 if
    the evidence has changed since.
    """
    detail: NotRequired[str]
    """Comment on the decision."""


class ConfirmedPolicy(TypedDict):
    policy_id: PolicyId
    """ID of the compiled policy."""
    status: Literal["confirmed"]
    """Status of the policy."""
    conditions: List[ConditionInput]
    """Confirmed conditions, ready to be used in a Spool."""
    unitization: Optional[Unitization]
    """Number of units and the price of each that the text states; null if it states none."""
    value: Optional[PolicyValue]
    """Price of the whole delivery that the text states; null if it states none."""
    terms: List[PolicyTerm]
    """Parts of the text that are kept as terms, in the order of the text. No checker decides them. An
    unsupported part becomes a term unless a condition in `add_conditions` has its text as the
    description.
    """
    policy_hash: Sha256Digest
    """Hash of the confirmed policy."""
    recipe: Optional[ConfirmedPolicyRecipe]
    """Saved recipe; null if `create_recipe` was not sent."""


class ConfirmedPolicyRecipe(TypedDict):
    id: str
    """Name and version of the recipe."""
    recipe_hash: Sha256Digest
    """SHA-256 of the canonical JSON of the recipe."""


class Consumption(TypedDict):
    id: ConsumptionId
    """ID of the recorded use."""
    receipt_id: ReceiptId
    """ID of the receipt."""
    recorded_by: ConsumptionRecordedBy
    """Party that recorded the use. It is derived from the API key, not from `consumer`."""
    consumer: str
    """Name of the system that uses the receipt."""
    purpose: Literal["settlement", "workflow", "audit", "other"]
    """Purpose of the use. Only the paying party can record a `settlement`, with an API key of scope
    `full`.
    """
    reference: str
    """Reference that the recording party gave to this use."""
    amount: Optional[str]
    """Settled amount in the currency of the receipt; null if no amount was given."""
    recorded_at: Timestamp
    """Time at which the use was recorded."""
    consumptions_recorded: int
    """Number of recorded uses of the receipt, including this one."""
    amount_remaining: str
    """Earned amount that is not yet settled after this use."""
    advisories: NotRequired[List[ReceiptAdvisory]]
    """Notices on the receipt at the time of the use, such as an open dispute. Omitted if there are none."""


class ConsumptionRecordedBy(TypedDict):
    """Party that recorded the use. It is derived from the API key, not from `consumer`."""

    party_id: PartyId
    """ID of the party."""
    role: Literal["payer", "provider"]
    """Role of the party in the agreement."""


class ConsumptionRequest(TypedDict):
    consumer: str
    """Name of the system that uses the receipt."""
    purpose: Literal["settlement", "workflow", "audit", "other"]
    """Purpose of the use. Only the paying party can record a `settlement`, with an API key of scope
    `full`.
    """
    reference: str
    """Your reference for this use, such as an invoice number."""
    amount: NotRequired[str]
    """Settled amount in the currency of the receipt. Required, and greater than 0.00, if `purpose` is
    `settlement`.
    """


class CreateSpoolRequest(TypedDict):
    type: NotRequired[Literal["goods_in_person", "service", "digital", "agent_task"]]
    """Type of work that the Spool covers. Default: `service`."""
    parties: Sequence[PartyInput]
    """The two parties of the agreement."""
    value: CreateSpoolRequestValue
    """Price of the whole delivery."""
    deliverable: CreateSpoolRequestDeliverable
    """The work to deliver."""
    terms: Sequence[CreateSpoolRequestTerm]
    """Terms of the agreement in words, which no checker tests."""
    conditions: NotRequired[Sequence[ConditionInput]]
    """Conditions that the delivery must meet."""
    recipe: NotRequired[RecipeReference]
    """Recipe of the conditions, in place of `conditions`."""
    unitization: NotRequired[UnitizationInput]
    """Number of units and the price of each, if the work is split into units."""
    economics: NotRequired[CreateSpoolRequestEconomics]
    """Fee and expiry of the proposal."""
    agreement: NotRequired[CreateSpoolRequestAgreement]
    """Way in which the agreement is accepted."""
    dispute_policy: NotRequired[CreateSpoolRequestDisputePolicy]
    """Rules for disputes."""
    finality: NotRequired[CreateSpoolRequestFinality]
    """Limits on how often and how long the delivery can be verified."""
    gated_action: NotRequired[Literal["payment", "workflow_step", "publish", "merge", "delegation", "other"]]
    """Action that you intend to take by the verdict, which it does not affect."""
    gated_action_note: NotRequired[str]
    """Note on the intended action."""


class CreateSpoolRequestAgreement(TypedDict):
    """Way in which the agreement is accepted."""

    mode: NotRequired[Literal["bilateral", "unilateral"]]
    """`bilateral` if both parties must accept the agreement, `unilateral` if you set it alone."""
    reopen_on_decline: NotRequired[bool]
    """True to keep the Spool active after a decline, so that it can be proposed again."""


class CreateSpoolRequestDeliverable(TypedDict):
    """The work to deliver."""

    type: str
    """Kind of deliverable, in your own words."""
    title: str
    """Its title."""
    description: str
    """Description of the deliverable for people."""
    attributes: Mapping[str, str]
    """Additional properties of the deliverable, by name."""


class CreateSpoolRequestDisputePolicy(TypedDict):
    """Rules for disputes."""

    window_hours: NotRequired[int]
    """Number of hours in which a receipt can be disputed. 0 allows no disputes."""
    holds_settlement: NotRequired[bool]
    """True to pause settlement while a dispute is open."""
    resolver: NotRequired[Literal["review", "counterparty", "external", "none"]]
    """Party that resolves disputes."""
    resolver_ref: NotRequired[str]
    """ID of the judge if `resolver` is `external`, where it is required; e-mail address of the agreed
    reviewer if it is `review`.
    """


class CreateSpoolRequestEconomics(TypedDict):
    """Fee and expiry of the proposal."""

    fee_cents: NotRequired[int]
    """Fee that the parties agree on, in cents."""
    expiry: NotRequired[str]
    """Time until which the proposal can be accepted."""
    unitization: NotRequired[UnitizationInput]
    """The same as `unitization`. Send only one."""


class CreateSpoolRequestFinality(TypedDict):
    """Limits on how often and how long the delivery can be verified."""

    mode: Literal["open", "first_verdict", "until"]
    """`open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after
    the first verdict. `until`: no run after `closes_at`.
    """
    max_runs: NotRequired[int]
    """Most verification runs."""
    closes_at: NotRequired[Optional[str]]
    """Time after which no run is possible."""


class CreateSpoolRequestTerm(TypedDict):
    text: str
    """Text of the term."""
    provenance: CreateSpoolRequestTermProvenance
    """Origin of the text of the term."""


class CreateSpoolRequestTermProvenance(TypedDict):
    """Origin of the text of the term."""

    source: Literal["listing", "chat", "image", "freeform", "user_added"]
    """Kind of source that the term comes from."""
    origin: NotRequired[str]
    """Document or message that the term comes from."""


class CreateSpoolRequestValue(TypedDict):
    """Price of the whole delivery."""

    amount_cents: int
    """Price, in cents."""
    currency: str
    """Currency of the price. Only `USD` is accepted."""
    rail_preference: NotRequired[str]
    """Payment method that the parties prefer."""


class CreditsBalance(TypedDict):
    currency: Literal["USD"]
    """Currency of the credits."""
    available_micros: Micros
    """Credits available to spend, in millionths of a US dollar."""
    available_usd: str
    """Credits available to spend, in US dollars."""
    held_micros: Micros
    """Credits reserved for runs in progress, in millionths of a US dollar."""
    pending_micros: Micros
    """Credits that are paid but not yet added to the balance, in millionths of a US dollar."""
    owed_micros: Micros
    """Amount owed for spent credits whose payment was reversed, in millionths of a US dollar. It is
    deducted from the next purchase.
    """
    as_of: Timestamp
    """Time at which the balance was read."""
    grants: List[CreditsBalanceGrant]
    """Credit grants that make up the balance."""
    allowance: Allowance
    """Runs and compilations included per month."""
    pending_purchases: List[CreditsBalancePendingPurchase]
    """Credit purchases whose payment is in progress, oldest first."""


class CreditsBalanceGrant(TypedDict):
    id: GrantId
    """ID of the credit grant."""
    source: str
    """Source of the grant."""
    original_micros: Micros
    """Credits initially granted, in millionths of a US dollar."""
    remaining_micros: Micros
    """Credits of the grant that are not yet spent, in millionths of a US dollar."""
    priority: int
    """Order in which grants are spent: the lowest number first."""
    expires_at: Optional[Timestamp]
    """Time at which the grant expires; null if it does not expire."""
    created_at: Timestamp
    """Time at which the grant was created."""


class CreditsBalancePendingPurchase(TypedDict):
    id: PurchaseId
    """ID of the purchase."""
    rail: Literal["mpp", "x402"]
    """Payment protocol of the purchase."""
    pack_cents: Literal[500, 1000, 2000]
    """Size of the credit pack, in cents."""
    status: Literal["claimed", "charging"]
    """`claimed` before the charge is sent to the payment processor, `charging` until the processor
    confirms it.
    """
    created_at: Timestamp
    """Time at which the purchase was started."""


class CreditsRequired(TypedDict):
    retry_after: Literal["reload"]
    """Action after which the request can be retried: `reload` means to add credits."""
    quote: CreditsRequiredQuote
    """Price of the request."""
    balance: CreditsRequiredBalance
    """Credit balance of the account."""
    allowance: Allowance
    """Runs and compilations included per month."""
    included_remaining: CreditsRequiredIncludedRemaining
    """Remaining allowance of the month."""
    available_balance_micros: Micros
    """Credits available to spend, in millionths of a US dollar."""
    available_balance_usd: str
    """Credits available to spend, in US dollars."""
    required_for_request_micros: Micros
    """Credits that the request needs, in millionths of a US dollar."""
    required_for_request_usd: str
    """Credits that the request needs, in US dollars."""
    minimum_reload_cents: Literal[500]
    """Smallest amount of credits that can be bought, in cents."""
    payment_methods: List[PaymentMethod]
    """Ways to buy credits."""
    top_up_url: str
    """URL of the page on which the account owner buys credits."""


class CreditsRequiredBalance(TypedDict):
    """Credit balance of the account."""

    available_micros: Micros
    """Credits available to spend, in millionths of a US dollar."""


class CreditsRequiredIncludedRemaining(TypedDict):
    """Remaining allowance of the month."""

    verification_runs: int
    """Number of included verification runs that are left."""
    free_text_compiles: int
    """Number of included compilations of plain text that are left."""
    resets_on: Timestamp
    """Time at which the allowance is renewed."""


class CreditsRequiredQuote(TypedDict):
    """Price of the request."""

    currency: Literal["USD"]
    """Currency of the price."""
    compile: CreditsRequiredQuoteCompile
    """List price of compiling the plain text of the request."""
    verification: CreditsRequiredQuoteVerification
    """List price of the verification run."""
    maximum_micros: Micros
    """Highest possible price of the request, in millionths of a US dollar: its list price without the
    allowance.
    """
    amount_due_micros: Micros
    """Price of the request after the allowance, in millionths of a US dollar."""


class CreditsRequiredQuoteCompile(TypedDict):
    """List price of compiling the plain text of the request."""

    pricing_version: str
    """Version of the price list."""
    amount_micros: Micros
    """List price, in millionths of a US dollar."""


class CreditsRequiredQuoteVerification(TypedDict):
    """List price of the verification run."""

    pricing_version: str
    """Version of the price list."""
    amount_micros: Micros
    """List price, in millionths of a US dollar."""


class DeadlineMetCheck(TypedDict):
    checker: Literal["deadline_met"]
    """Name of the checker."""
    deadline: str
    """Latest time, as RFC 3339 with an offset."""
    basis: NotRequired[Literal["received_at", "field", "source_timestamp"]]
    """Time that is compared with the deadline: `received_at` is the time at which the service received the
    evidence, `source_timestamp` the `observed_at` of its submitter, `field` a field of each row.
    Default: `received_at`.
    """
    field: NotRequired[str]
    """Field of each row that holds the time. Required with the basis `field`."""
    grace_seconds: NotRequired[int]
    """Number of seconds after the deadline that are still accepted. Default: `0`."""


class DecidedCondition(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    outcome: Literal["passed", "failed"]
    """Outcome of the condition for all its units."""


class Deliverable(TypedDict):
    type: str
    """Kind of deliverable, in the words of the creator."""
    title: str
    """Title of the deliverable."""
    description: str
    """Description of the deliverable for people."""
    attributes: Dict[str, str]
    """Additional properties of the deliverable, by name."""

DidDocument = TypedDict(
    "DidDocument",
    {
        "@context": "List[str]",
        "id": "str",
        "verificationMethod": "List[VerificationMethod]",
        "assertionMethod": "List[str]",
    },
)


class Discrepancy(TypedDict):
    id: DiscrepancyId
    """ID of the discrepancy."""
    spool_id: SpoolId
    """ID of the Spool."""
    receipt_id: Optional[ReceiptId]
    """ID of the latest receipt at the time of opening; null before the first receipt."""
    kind: Literal["claim_fact_mismatch", "missing_fact", "unclaimed_fact", "duplicate", "amount_mismatch",
        "quantity_mismatch", "timing", "provenance", "other"]
    """What differs."""
    severity: Literal["info", "warn", "block"]
    """`block`: nothing is settled while it is open. A block that has lapsed is a `warn`."""
    status: Literal["open", "resolved", "dismissed"]
    """Status of the discrepancy."""
    claim_id: NotRequired[ClaimId]
    """ID of the claim concerned. It must belong to the Spool."""
    fact_id: NotRequired[FactId]
    """ID of the fact concerned, if a match found the discrepancy."""
    subject: NotRequired[str]
    """Object of the claim or fact concerned, if a match found the discrepancy."""
    predicate: NotRequired[str]
    """Event or property that is said of the subject."""
    condition_id: NotRequired[ConditionId]
    """ID of the condition concerned."""
    unit: NotRequired[int]
    """Number of the unit concerned; the first unit is 1."""
    field: NotRequired[str]
    """Name of the field that differs."""
    expected: NotRequired[str]
    """Value that was expected."""
    observed: NotRequired[str]
    """Value that was observed."""
    description: str
    """What is wrong."""
    opened_by: Literal["buyer", "provider", "service"]
    """Party that opened it, or `service` for a match."""
    opened_at: Timestamp
    """Time at which it was opened."""
    still_found: bool
    """False if a later match no longer finds the difference. It stays open until a party closes it."""
    proposal: Optional[DiscrepancyProposal]
    """How one party wants to close a block; null if neither has proposed it."""
    awaiting: Optional[Literal["buyer", "provider"]]
    """Party that has to agree to the proposal, or to propose something else; null if none."""
    lapses_at: Optional[Timestamp]
    """Time at which a block becomes a `warn`; null if it never was one."""
    resolution: Optional[DiscrepancyResolution]
    """How the discrepancy was closed; null while it is open."""
    can: List[Literal["dismiss", "resolve"]]
    """What the caller may do now: the last words of the paths."""


class DiscrepancyList(TypedDict):
    data: List[Discrepancy]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""


class DiscrepancyProposal(TypedDict):
    by: Literal["buyer", "provider"]
    """Party that proposes it."""
    action: Literal["dismiss", "resolve"]
    """How the party wants to close the discrepancy."""
    outcome: Optional[Literal["claim_corrected", "fact_corrected", "accepted_variance"]]
    """How the difference was settled; null for a dismissal, which says that there is none."""
    note: str
    """Explanation by that party."""
    at: Timestamp
    """Time of the proposal."""


class DiscrepancyRequest(TypedDict):
    kind: Literal["claim_fact_mismatch", "missing_fact", "unclaimed_fact", "duplicate", "amount_mismatch",
        "quantity_mismatch", "timing", "provenance", "other"]
    """What differs."""
    severity: NotRequired[Literal["info", "warn", "block"]]
    """Default: `warn`. `block` keeps the money of the Spool from being settled until both parties close
    the discrepancy or it lapses; the dispute policy must have `holds_settlement`.
    """
    description: str
    """What is wrong, for the other party."""
    claim_id: NotRequired[ClaimId]
    """ID of the claim concerned. It must belong to the Spool."""
    condition_id: NotRequired[ConditionId]
    """ID of the condition concerned."""
    unit: NotRequired[int]
    """Number of the unit concerned; the first unit is 1."""
    field: NotRequired[str]
    """Name of the field that differs."""
    expected: NotRequired[str]
    """Value that was expected."""
    observed: NotRequired[str]
    """Value that was observed."""


class DiscrepancyResolution(TypedDict):
    by: Literal["buyer", "provider", "operator"]
    """Party whose word closed it, or `operator`."""
    outcome: Optional[Literal["claim_corrected", "fact_corrected", "accepted_variance"]]
    """How the difference was settled; null for a dismissal, which says that there is none."""
    note: str
    """Explanation."""
    at: Timestamp
    """Time at which it was closed."""


class DismissDiscrepancyRequest(TypedDict):
    note: str
    """Explanation for the other party."""


class Dispute(TypedDict):
    id: DisputeId
    """ID of the dispute."""
    receipt_id: ReceiptId
    """ID of the disputed receipt."""
    spool_id: SpoolId
    """ID of the Spool that the receipt belongs to."""
    status: Literal["open", "under_review", "resolved_upheld", "resolved_corrected", "withdrawn", "expired"]
    """Status of the dispute; the first two are open. `expired`: the deadline passed and the receipt
    stands. `withdrawn`: the party that opened the dispute took it back, or ended the Spool.
    """
    opened_by: Literal["buyer", "provider"]
    """Party that opened the dispute."""
    reason: Literal["not_delivered", "quality", "wrong_evidence", "wrong_terms", "late", "duplicate", "other"]
    """Reason for the dispute."""
    detail: str
    """Explanation by the party that opened the dispute."""
    condition_ids: List[ConditionId]
    """IDs of the disputed conditions."""
    units: List[int]
    """Numbers of the disputed units; the first unit is 1."""
    requested: Literal["re_verify", "correct_receipt", "release", "refund"]
    """Remedy that the party asks for."""
    proposed_outcomes: NotRequired[List[DecidedCondition]]
    """Outcomes that the party proposed when it opened the dispute."""
    evidence_refs: List[EvidenceId]
    """IDs of the disputed evidence items."""
    holds_settlement: bool
    """True if settlement waits for the dispute while it is open. False if the agreement does not provide
    for it, if money is on its way, or if `hold_ended` says why.
    """
    hold_ends_at: NotRequired[Optional[Timestamp]]
    """Time at which settlement no longer waits for the dispute; null if it never did."""
    hold_ended: NotRequired[Optional[Literal["budget_spent", "authorization_ending"]]]
    """Reason why settlement no longer waits for the open dispute; otherwise null. `budget_spent`: the
    party has held the money for two dispute windows. `authorization_ending`: the authorization of the
    payment ends soon.
    """
    resolver: Literal["review", "counterparty", "external", "none"]
    """Party that resolves the dispute."""
    opened_at: Timestamp
    """Time at which the dispute was opened."""
    deadline: Timestamp
    """Time at which an open dispute expires. The receipt then remains valid."""
    proposal: NotRequired[Optional[DisputeProposal]]
    """Latest proposal in answer to the dispute; null if there is none."""
    statements: NotRequired[List[DisputeStatement]]
    """Statements of both parties and the explanations of their answers, oldest first."""
    timeline: List[DisputeTimelineItem]
    """Events of the dispute, oldest first."""
    resolution: Optional[DisputeResolution]
    """Decision on the dispute; null if it is open, expired or withdrawn."""
    can: NotRequired[List[Literal["respond", "statements", "withdraw"]]]
    """Operations on the dispute that the caller can use now."""


class DisputeAnswer(TypedDict):
    answer: Literal["accept", "reject"]
    """`accept` does what the dispute asks for. With `correct_receipt` it takes effect if both parties
    state equal outcomes; otherwise it is a proposal to the other party.
    """
    condition_outcomes: NotRequired[Sequence[DecidedCondition]]
    """Outcomes that the party agrees to. Required to accept `correct_receipt`, otherwise left out."""
    detail: NotRequired[str]
    """Explanation for the other party. Required with `reject`."""


class DisputePolicy(TypedDict):
    window_hours: int
    """Number of hours after a receipt is issued in which a dispute can be opened."""
    holds_settlement: bool
    """True if settlement is paused while a dispute is open."""
    resolver: str
    """Party that resolves disputes."""
    resolver_ref: NotRequired[str]
    """Name or ID of the external resolver."""


class DisputeProposal(TypedDict):
    by: Literal["buyer", "provider"]
    """Party that made the proposal."""
    condition_outcomes: List[DecidedCondition]
    """Proposed outcomes."""
    at: Timestamp
    """Time of the proposal."""


class DisputeRequest(TypedDict):
    reason: Literal["not_delivered", "quality", "wrong_evidence", "wrong_terms", "late", "duplicate", "other"]
    """Reason for the dispute."""
    detail: str
    """Explanation for the other party."""
    condition_ids: NotRequired[Sequence[ConditionId]]
    """IDs of the disputed conditions. They must belong to the agreement of the receipt."""
    units: NotRequired[Sequence[int]]
    """Numbers of the disputed units; the first unit is 1."""
    requested: Literal["re_verify", "correct_receipt", "release", "refund"]
    """Remedy that the party asks for."""
    proposed_outcomes: NotRequired[Sequence[DecidedCondition]]
    """Outcomes that the party proposes. Only with `correct_receipt`."""
    evidence_refs: NotRequired[Sequence[EvidenceId]]
    """IDs of the disputed evidence items. They must belong to the Spool of the receipt."""


class DisputeResolution(TypedDict):
    outcome: Literal["upheld", "corrected"]
    """`upheld`: the receipt stands. `corrected`: a new receipt replaced it."""
    by: Literal["review", "counterparty", "external"]
    """Decision on which the outcome rests."""
    review_id: NotRequired[ReviewId]
    """ID of the review that decided."""
    replacement_receipt_id: NotRequired[ReceiptId]
    """ID of the new receipt."""
    at: Timestamp
    """Time of the outcome."""


class DisputeResultRequest(TypedDict):
    evaluator: str
    """ID of the external party, as agreed in `dispute_policy.resolver_ref`."""
    decision: Literal["uphold", "overturn"]
    """`uphold`: the receipt stands. `overturn`: a new receipt with these outcomes replaces it."""
    condition_outcomes: NotRequired[Sequence[DecidedCondition]]
    """Outcomes of conditions. At least one with `overturn`, none with `uphold`."""
    observed_at: str
    """Time of the evaluation."""
    proof: Union[DisputeResultRequestProofEd25519, DisputeResultRequestProofJws,
        DisputeResultRequestProofEip712, DisputeResultRequestProofHmacSha256]
    """Signature of the external party over the result."""


class DisputeResultRequestProofEd25519(TypedDict):
    type: Literal["ed25519"]
    """Type of signature."""
    key_id: NotRequired[str]
    """SHA-256 of the public key of the external party, in hexadecimal."""
    signature: str
    """Ed25519 signature in base64url."""


class DisputeResultRequestProofEip712(TypedDict):
    type: Literal["eip712"]
    """Type of signature."""
    signature: str
    """EIP-712 signature as 0x and hexadecimal digits."""


class DisputeResultRequestProofHmacSha256(TypedDict):
    type: Literal["hmac_sha256"]
    """Type of signature."""
    signature: str
    """HMAC-SHA-256 of the result in base64url."""


class DisputeResultRequestProofJws(TypedDict):
    type: Literal["jws"]
    """Type of signature."""
    jws: str
    """Compact JWS with a detached payload."""


class DisputeStatement(TypedDict):
    by: Literal["buyer", "provider"]
    """Party that made the statement."""
    detail: str
    """Text."""
    evidence: List[EvidenceId]
    """IDs of the evidence items that it refers to."""
    at: Timestamp
    """Time of the statement."""


class DisputeStatementRequest(TypedDict):
    detail: str
    """Statement for the other party and the reviewer."""
    evidence: NotRequired[Sequence[EvidenceId]]
    """IDs of evidence items that the statement refers to. They must belong to the Spool."""


class DisputeTimelineItem(TypedDict):
    type: Literal["opened", "rejected", "outcomes_proposed", "accepted", "judged", "correction_failed",
        "under_review", "review_ended", "hold_ended", "resolved_upheld", "resolved_corrected", "withdrawn",
        "expired"]
    """Type of the event."""
    at: Timestamp
    """Time of the event."""
    by: NotRequired[Literal["buyer", "provider"]]
    """Party that acted. Omitted if no party did."""


class DuplicateRateCheck(TypedDict):
    checker: Literal["duplicate_rate"]
    """Name of the checker."""
    key_fields: Sequence[str]
    """Fields whose combined values must be unique, as member names or JSON Pointers."""
    max_rate_bp: NotRequired[int]
    """Maximum share of duplicate rows, in hundredths of a percent. `500` is 5%. Default: `0`."""
    case_sensitive: NotRequired[bool]
    """True if upper and lower case are different. Default: `true`."""
    trim: NotRequired[bool]
    """True if white space at both ends of a value is ignored. Default: `true`."""
    empty_keys: NotRequired[Literal["reject", "ignore"]]
    """Treatment of rows without a value in any key field: `reject` rejects them, `ignore` does not count
    them. Default: `reject`.
    """


class EarnedAmounts(TypedDict):
    earned: str
    """Value of the accepted units, as a decimal with two places."""
    committed: str
    """Value of all agreed units, as a decimal with two places."""
    asset: Literal["USD"]
    """Currency of the amounts."""
    decimals: Literal[2]
    """Number of decimal places in the amounts."""


class Error(TypedDict):
    error: str
    """Explanation of the error for people. The wording can change."""
    code: ErrorCode
    """Stable error code. Branch on this and on `retryable`."""
    retryable: bool
    """True if the same request can succeed later."""
    remediation: str
    """Instruction for resolving the error."""
    field: NotRequired[str]
    """Path of the field or condition that caused the error."""
    reason: NotRequired[str]
    """More specific reason for the code. All reasons are listed at `/docs/errors#reasons`."""
    idempotency_key: NotRequired[str]
    """Key to repeat the request with. Present if the work may have started. For a request without a key,
    the service generated it.
    """
    docs: str
    """URL of the documentation of the error code."""
    request_id: str
    """ID of the request in the logs of the service. Quote it when you ask for support."""
    questions: NotRequired[List[TextQuestion]]
    """Questions about a plain-text condition. Only with `ambiguity_required`."""
    unsupported: NotRequired[List[UnsupportedText]]
    """Parts of a plain-text condition that no checker can decide. Only with `ambiguity_required`."""
    stated: NotRequired[List[StatedCheck]]
    """Checks that a plain-text condition states beside its open parts. Only with `ambiguity_required`."""
    fields_from: NotRequired[Literal["request", "rows"]]
    """Source of the field names that the plain text was matched with: `request` for `fields` of the
    request, `rows` for the rows.
    """
    until: NotRequired[Optional[str]]
    """Earliest time at which the request can succeed; null if unknown. Only with `evidence_in_use`."""


class Evidence(TypedDict):
    id: EvidenceId
    """ID of the evidence item."""
    condition_id: ConditionId
    """ID of the condition that the item supports."""
    type: str
    """Type of evidence."""
    source: str
    """Name that the submitter gave to the source of the evidence."""
    claim_class: str
    """Kind of claim that the evidence supports."""
    on_behalf_of: str
    """Party in whose name the evidence was submitted."""
    supplied_by: Optional[PartyId]
    """ID of the party that submitted the item, even if in the name of the other party; null if the service
    recorded the item.
    """
    provenance: EvidenceProvenance
    """Origin of the evidence."""
    content_digest: Optional[Sha256Hex]
    """SHA-256 of the content; null if the service stores only a reference to it."""
    bytes: int
    """Size of the item that counts toward the limits: its canonical JSON including the content, in bytes.
    Files count as base64.
    """
    dialect: NotRequired[TableDialect]
    """Format in which the file is read as a table. Omitted if the file is not a table, and for JSON and
    JSON Lines.
    """
    received_at: Timestamp
    """Time at which the service received the evidence."""
    withdrawn_at: NotRequired[Timestamp]
    """Time at which the content was deleted. Omitted while the service stores it."""
    metadata: NotRequired[Dict[str, Any]]
    """Additional data of the submitter, visible to both parties."""


class EvidenceDetail(Evidence):
    content: Optional[EvidenceDetailContent]
    """Location of the content; null if the service stores only a reference to it."""


class EvidenceDetailContent(TypedDict):
    url: str
    """URL of the content."""
    media_type: str
    """Media type of the content."""


class EvidenceFinding(TypedDict):
    evidence_id: Optional[EvidenceId]
    """ID of the evidence item; null if it is missing."""
    condition_id: ConditionId
    """ID of the condition that the item supports."""
    status: Literal["present", "missing", "stale", "unavailable", "provenance_unsatisfied"]
    """Status of the evidence in the run. Only `present` evidence can satisfy a condition."""
    type: str
    """Type of evidence."""
    claim_class: str
    """Kind of claim that the evidence supports."""
    provenance: str
    """Method by which the evidence was obtained."""
    content_digest: Optional[Sha256Hex]
    """SHA-256 of the content; null if the service stores only a reference to it."""
    observed_at: Optional[ExactTimestamp]
    """Time at which the submitter says the evidence was observed; null if none was given."""
    received_at: Optional[Timestamp]
    """Time at which the service received the evidence; null if it is missing."""
    confirmed_evidence_digest: NotRequired[Sha256Hex]
    """SHA-256 of the evidence that a confirmation applies to. Present only on confirmations."""
    supplied_by: NotRequired[Literal["buyer", "provider"]]
    """Party that submitted the item, if it did so in the name of the other party."""
    on_behalf_of: NotRequired[Literal["buyer", "provider"]]
    """Party in whose name the other party submitted the item."""


class EvidenceProvenance(TypedDict):
    method: Literal["caller_declared", "uploaded_text", "uploaded_json", "uploaded_csv", "uploaded_file",
        "service_fetched", "source_webhook_signed", "third_party_attested"]
    """Method by which the evidence was obtained."""
    collector: NotRequired[str]
    """Person or system that collected the evidence."""
    owner: NotRequired[str]
    """Display name of the external provider."""
    observed_at: NotRequired[str]
    """Time at which the submitter says the evidence was observed."""
    reference: NotRequired[str]
    """Reference of the evidence in the system of its submitter."""


class EvidenceRequest(TypedDict):
    condition_id: ConditionId
    """ID of the condition that the evidence supports."""
    type: Literal["photo", "text", "file", "url", "dataset", "confirmation"]
    """Type of evidence."""
    source: str
    """Name of the source of the evidence, in your own words. The item replaces an earlier one of the same
    condition and source; tables of different sources are counted together.
    """
    metadata: NotRequired[Mapping[str, Any]]
    """Content of the evidence in one form, and your own notes. Inline content is one of `rows`, `text`,
    `json`, or `content_base64` with `media_type`; larger content is referenced by `url` or `sha256`.
    Default: `{}`.
    """
    on_behalf_of: NotRequired[str]
    """Party in whose name the evidence is submitted: a role (`provider`, `seller`, `buyer`, `client`) or a
    party ID.
    """
    provenance: NotRequired[ProvenanceInput]
    """Method by which you obtained the evidence."""
    claim_class: NotRequired[Literal["actor_identity", "artifact_state", "machine_fact"]]
    """Kind of claim that the evidence supports."""


class EvidenceRequirement(TypedDict):
    expected_type: Literal["photo", "text", "file", "url", "dataset", "confirmation"]
    """Required type of evidence."""
    source_ref: str
    """Required source of the evidence, in the words of the parties."""
    provenance: NotRequired[Sequence[Literal["caller_declared", "uploaded_text", "uploaded_json",
        "uploaded_csv", "uploaded_file", "service_fetched", "source_webhook_signed", "third_party_attested"]]]
    """Accepted ways of obtaining the evidence. If omitted, all are accepted."""
    supplier: NotRequired[str]
    """Party that must supply the evidence: `provider`, `buyer` or a party ID."""
    freshness: NotRequired[EvidenceRequirementFreshness]
    """Maximum age of the evidence."""
    on_missing: NotRequired[Literal["uncertain", "fail"]]
    """Result of the condition if the evidence is missing."""


class EvidenceRequirementFreshness(TypedDict):
    """Maximum age of the evidence."""

    max_age_seconds: int
    """Maximum age, in seconds."""


class ExchangedKey(TypedDict):
    api_key: str
    """The API key. It is shown only once."""
    key_id: KeyId
    """ID of the API key."""
    scope: Literal["verify", "counterparty"]
    """Scope of the API key."""
    spool_id: Optional[SpoolId]
    """ID of the only Spool that the key can access; null if it can access all Spools of its account."""
    party_id: Optional[PartyId]
    """ID of the party that the key acts for; null if it is not limited to one."""
    environment: Literal["production", "demo"]
    """Environment of the API key."""
    created_at: Timestamp
    """Time at which the API key was created."""
    expires_at: Optional[Timestamp]
    """Time at which the API key expires; null if it does not expire."""


class ExternalJudge(TypedDict):
    id: str
    """ID of the external party."""
    name: str
    """Name of the external party."""
    proof: Union[ExternalJudgeProofEd25519, ExternalJudgeProofJws, ExternalJudgeProofEip712,
        ExternalJudgeProofHmacSha256]
    """Key that verifies the results of the external party."""
    max_age_seconds: NotRequired[int]
    """Maximum age of a result when the condition is evaluated, in seconds."""


class ExternalJudgeProofEd25519(TypedDict):
    type: Literal["ed25519"]
    """Type of signature."""
    public_key: str
    """Raw Ed25519 public key in base64url."""


class ExternalJudgeProofEip712(TypedDict):
    type: Literal["eip712"]
    """Type of signature."""
    address: str
    """Ethereum address of the signing wallet."""


class ExternalJudgeProofHmacSha256(TypedDict):
    type: Literal["hmac_sha256"]
    """Type of signature."""
    source_id: str
    """ID of the shared secret that verifies the signature."""


class ExternalJudgeProofJws(TypedDict):
    type: Literal["jws"]
    """Type of signature."""
    jwk: Mapping[str, Any]
    """Public key as a JSON Web Key."""


class ExternalResultRequest(TypedDict):
    evaluator: str
    """ID of the external party, as agreed in the condition."""
    verdict: Literal["pass", "partial", "fail", "uncertain"]
    """Overall verdict of the external party."""
    condition_results: Sequence[ExternalResultRequestConditionResult]
    """Result of each condition that the external party decides."""
    proof: Union[DisputeResultRequestProofEd25519, DisputeResultRequestProofJws,
        DisputeResultRequestProofEip712, DisputeResultRequestProofHmacSha256]
    """Signature of the external party over the result."""
    observed_at: str
    """Time of the evaluation."""
    evidence_refs: NotRequired[Sequence[EvidenceId]]
    """IDs of the evidence items that the external party evaluated."""


class ExternalResultRequestConditionResult(TypedDict):
    condition_id: ConditionId
    """ID of the condition that was decided."""
    result: Literal["pass", "partial", "fail", "uncertain"]
    """Result of the condition."""
    units: NotRequired[Sequence[ExternalResultRequestConditionResultUnit]]
    """Results of individual units, if the work is split into units."""


class ExternalResultRequestConditionResultUnit(TypedDict):
    unit: int
    """Number of the unit; the first unit is 1."""
    result: Literal["pass", "fail", "uncertain"]
    """Result of the unit."""
    reason: NotRequired[str]
    """Reason for the result."""


class Fact(TypedDict):
    id: FactId
    """ID of the fact."""
    source_id: SourceId
    """ID of its source."""
    source_name: str
    """Name of its source."""
    spool_id: SpoolId
    """ID of the Spool."""
    subject: str
    """Thing that the fact is about."""
    predicate: str
    """What is said of the subject."""
    value: Union[str, int, bool]
    """Text, whole number or boolean."""
    quantity: NotRequired[int]
    """Number of things."""
    amount_cents: NotRequired[int]
    """Amount in cents."""
    currency: NotRequired[str]
    """Currency of the amount."""
    occurred_at: Timestamp
    """Time of the fact."""
    observed_at: Timestamp
    """Time at which the service received it."""
    provenance: Literal["source_webhook_signed", "service_fetched"]
    """How it arrived: signed by its source, or fetched by the service."""
    content_digest: Sha256Digest
    """SHA-256 of the canonical JSON of its values."""
    registered_by: Literal["buyer", "provider"]
    """Side that registered the source."""
    self_asserted: bool
    """True if the side that earns by it registered the source and knows its secret."""
    supersedes: Optional[FactId]
    """Fact that it corrects; null for none."""
    superseded_by: Optional[FactId]
    """Fact that corrects it; null if it is current."""
    webhook_id: Optional[str]
    """ID of the delivery; null if fetched."""


class FactList(TypedDict):
    data: List[Fact]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""


class FeeAndExpiry(TypedDict):
    fee_cents: NotRequired[int]
    """Fee that the parties agreed on, in cents."""
    expiry: NotRequired[ExactTimestamp]
    """Time until which the proposal can be accepted."""


class Finality(TypedDict):
    mode: Literal["open", "first_verdict", "until"]
    """`open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after
    the first verdict. `until`: no run after `closes_at`.
    """
    max_runs: int
    """Maximum number of verification runs."""
    closes_at: Optional[ExactTimestamp]
    """Time after which no run is possible; null if there is no limit."""


class GuideResult(TypedDict):
    kind: Literal["guide", "error", "operation"]
    """Page of the guide, error code, or operation."""
    title: str
    """Heading of the section, name of the error code, or summary of the operation."""
    text: str
    """Text of the section in Markdown, or explanation of the error code or operation."""
    page: NotRequired[str]
    """Page of the guide that contains the section."""
    operation_id: NotRequired[str]
    """ID of the operation."""
    method: NotRequired[Literal["DELETE", "GET", "POST"]]
    """HTTP method of the operation."""
    path: NotRequired[str]
    """Path of the operation, with its parameters in braces."""
    parameters: NotRequired[List[str]]
    """Names of the path and query parameters of the operation."""
    body: NotRequired[Dict[str, Any]]
    """JSON Schema of the request body of the operation."""


class GuideResults(TypedDict):
    query: str
    """Search text of the request."""
    results: List[GuideResult]
    """Results, best first; at most six."""


class Handoff(TypedDict):
    method: Literal["account", "share_url", "email"]
    """Way in which the counterparty receives the Spool. `account`: its account already lists the Spool.
    `share_url`: you send it the link. `email` is not used at present.
    """
    share_url: str
    """Link under which anyone can read the Spool."""
    counterparty_party_id: PartyId
    """ID of the party that has not joined yet."""
    invite_endpoint: Optional[str]
    """Path of the operation that creates an invitation for the counterparty; null if no party can be
    invited.
    """
    invite_email_sent: bool
    """True if an invitation was sent by e-mail."""
    invite_email_to: Optional[str]
    """Masked e-mail address to which the invitation was sent; null if none was sent."""
    reason: str
    """Explanation of the chosen method for people."""


class HashMatchesCheck(TypedDict):
    checker: Literal["hash_matches"]
    """Name of the checker."""
    expected: str
    """Expected digest in hexadecimal."""
    algorithm: NotRequired[Literal["sha256", "sha384", "sha512"]]
    """Hash algorithm. Default: `sha256`."""
    over: NotRequired[Literal["content", "canonical_json"]]
    """Input of the hash: the bytes of the content, or its canonical JSON (RFC 8785). Default: `content`."""
    field: NotRequired[str]
    """Field of each row that is hashed. If omitted, the delivered content is hashed."""


class Health(TypedDict):
    status: Literal["ok"]
    """Always `ok`."""
    service: str
    """Name of the service."""
    version: str
    """Version of the API."""
    environment: Literal["production", "demo"]
    """Environment that answered."""
    time: Timestamp
    """Current time of the service."""


class HttpStatusCheck(TypedDict):
    checker: Literal["http_status"]
    """Name of the checker."""
    url: NotRequired[str]
    """URL to request. Send either `url` or `field`."""
    field: NotRequired[str]
    """Field of each row that holds the URL to request. Send either `url` or `field`."""
    expected: NotRequired[Union[int, Sequence[int], str]]
    """Expected HTTP status: a number, a list of numbers, or a class such as `2xx`. Default: `200`."""
    method: NotRequired[Literal["HEAD", "GET"]]
    """HTTP method of the request. If omitted, the service sends HEAD, and GET if HEAD is answered with 405
    or 501.
    """
    max_redirects: NotRequired[int]
    """Maximum number of redirects to follow. Default: `0`."""
    timeout_ms: NotRequired[int]
    """Timeout of the request, in milliseconds. Default: `5000`."""


class IgnoredCorrection(TypedDict):
    cause: Literal["after_as_of", "unknown_unit", "unit_not_delivered"]
    """Reason why it was not applied."""
    corrected_at: str
    """Time of the correction."""
    unit_id: str
    """ID of the unit."""


class Invitation(TypedDict):
    grant_token: GrantToken
    expires_at: Timestamp
    """Time at which the grant expires."""
    exchange_url: str
    """URL at which the grant is exchanged for its API key."""
    page_url: Optional[str]
    """URL of the page on which a person reads the agreement and joins. Opening it uses nothing up. Null in
    the sandbox.
    """
    spool_id: SpoolId
    """ID of the Spool."""
    party_id: PartyId
    """ID of the invited party."""


class InvoiceAudit(TypedDict):
    audit_id: AuditId
    """ID of the audit. Nothing is stored under it."""
    result_digest: Sha256Digest
    """Digest of the canonical JSON of this result without `audit_id`, `result_digest` and `statement`."""
    currency: str
    """Currency of the invoice."""
    discrepancies: List[InvoiceDiscrepancy]
    """Discrepancies in the order of the lines, then of the record."""
    inputs: AuditInputs
    invoice_source: Literal["csv", "pdf_layout", "e_invoice"]
    """Source of the lines; `limitations` name the e-invoice."""
    limitations: List[str]
    """What the audit could not check."""
    lines: List[AuditedLine]
    """Lines of the invoice, in their order."""
    readout: str
    """The result in two sentences."""
    schema: str
    """Schema of this document."""
    statement: NotRequired[AuditStatement]
    totals: AuditTotals
    unbilled_records: List[UnbilledRecord]
    """Rows of the record that may be billed and that no line bills."""


class InvoiceAuditRequest(TypedDict):
    invoice_csv: NotRequired[str]
    """Invoice as CSV text with a header row: at most 5,000,000 bytes and 50,000 rows. Send either this or
    `invoice_pdf_base64`.
    """
    invoice_pdf_base64: NotRequired[str]
    """Invoice as a PDF with a text layer or an attached e-invoice, in standard base64: at most 3,000,000
    bytes. A key may have 200 read a day.
    """
    record_csv: str
    """Your own record of the work as CSV text with a header row, within the same limits."""
    column_mapping: ColumnMapping
    rules: NotRequired[AuditRules]
    currency: str
    """Currency of the invoice, as an ISO 4217 code."""
    invoice_total_cents: NotRequired[int]
    """Total that the invoice states, in cents. It is compared with the sum of the lines."""
    sign: NotRequired[bool]
    """Whether a signed statement of the audit is added to the result. Default: `false`."""


class InvoiceColumns(TypedDict):
    """Columns of the invoice."""

    key: ColumnHeader
    """Column with the key that the record has, such as a ticket number; for an e-invoice a term such as
    `BT-155`.
    """
    amount: ColumnHeader
    """Column with the billed sum of the line."""
    line: NotRequired[Optional[ColumnHeader]]
    """Column with the number of the line."""
    quantity: NotRequired[Optional[ColumnHeader]]
    """Column with the billed quantity."""
    unit_price: NotRequired[Optional[ColumnHeader]]
    """Column with the price of one unit."""
    date: NotRequired[Optional[ColumnHeader]]
    """Column with the date of the line, in ISO 8601."""
    description: NotRequired[Optional[ColumnHeader]]
    """Column with the text of the line, which is not compared."""


class InvoiceDiscrepancy(TypedDict):
    code: DiscrepancyCode
    severity: Literal["error", "warning", "info"]
    """`error` costs money or could not be checked, `warning` costs nothing."""
    line: Optional[str]
    """Line of the invoice; null for the whole invoice."""
    key: Optional[str]
    """Key of the line or of the record."""
    record_row: Optional[RecordRow]
    """Row of the record that the line was compared with."""
    field: Literal["key", "quantity", "unit_price", "amount", "status", "date", "invoice_total"]
    """Value that differs."""
    expected: Optional[str]
    """Value by the record or the rules."""
    observed: Optional[str]
    """Value that was found."""
    delta_cents: Cents
    """Money that it leaves unsupported, in cents."""
    explanation: str
    """The discrepancy in a sentence."""

JsonPathCheck = TypedDict(
    "JsonPathCheck",
    {
        "checker": "Literal[\"json_path\"]",
        "path": "str",
        "operator": "NotRequired[Literal[\"exists\", \"not_exists\", \"equals\", \"not_equals\", \"gt\", \"gte\", \"lt\", \"lte\", \"in\", \"contains\", \"matches\", \"not_matches\", \"type\", \"count_equals\", \"format\"]]",
        "value": "NotRequired[Any]",
        "value_path": "NotRequired[str]",
        "quantifier": "NotRequired[Literal[\"all\", \"any\"]]",
        "scope": "NotRequired[Literal[\"document\", \"row\"]]",
        "as": "NotRequired[Literal[\"time\"]]",
        "measure": "NotRequired[Literal[\"characters\", \"words\", \"items\"]]",
        "min": "NotRequired[int]",
        "max": "NotRequired[int]",
        "aggregate": "NotRequired[Literal[\"sum\", \"mean\", \"min\", \"max\", \"count\", \"distinct\"]]",
        "partial": "NotRequired[bool]",
        "when_missing": "NotRequired[Literal[\"fail\", \"pass\"]]",
        "where": "NotRequired[RowFilter]",
        "min_share_bp": "NotRequired[int]",
        "share_exclusive": "NotRequired[bool]",
    },
)


class KeyDocument(TypedDict):
    schema: str
    """Name and version of the document format."""
    issuer: str
    """URL of the service that signs with these keys."""
    version: int
    """Version number of the document. Each change increases it."""
    updated_at: Timestamp
    """Time of the last change."""
    receipts: PurposeKeys
    """Keys that sign receipts."""
    attestations: PurposeKeys
    """Keys that sign attestations."""
    status: PurposeKeys
    """Keys that sign status statements."""
    exports: NotRequired[PurposeKeys]
    """Keys that sign receipts exported as credentials or DSSE envelopes. Absent in older documents."""
    payments: NotRequired[PurposeKeys]
    """Keys that sign offers and receipts of payments by x402. Absent in older documents."""
    log: NotRequired[Optional[LogKey]]
    """Transparency log of production; null if there is none."""
    demo_log: NotRequired[Optional[LogKey]]
    """Transparency log of the sandbox; null if there is none."""
    prev_document_hash: Optional[Sha256Hex]
    """SHA-256 of the previous document; null in the first, and if `parts` lists the documents instead."""
    parts: NotRequired[KeyDocumentParts]
    """Documents of the environments that this document combines."""
    as_of: NotRequired[Timestamp]
    """Time at which the root key confirmed that this document is current."""
    root_signature: NotRequired[RootSignature]
    """Signature for clients that pin the root key. Absent if the root key has not signed this document."""


class KeyDocumentPart(TypedDict):
    version: int
    """Version number of the document of this environment."""
    document_hash: Sha256Hex
    """SHA-256 of the published document of this environment."""
    prev_document_hash: Optional[Sha256Hex]
    """SHA-256 of the previous document of this environment; null in the first."""


class KeyDocumentParts(TypedDict):
    """Documents of the environments that this document combines."""

    production: NotRequired[KeyDocumentPart]
    """Document of the production environment."""
    demo: NotRequired[KeyDocumentPart]
    """Document of the sandbox."""


class KeyExchangeRequest(TypedDict):
    grant_token: GrantToken


class Lane(TypedDict):
    path: Literal["person_business", "agent_software"]
    """Path for the provider, by the kind of provider."""
    provider_kind: Literal["human", "agent", "org", "service"]
    """Kind of provider."""
    funding: Literal["hosted_checkout", "wallet_authority", "external"]
    """Way in which the buyer pays for the work."""
    payout_setup_required: bool
    """True if the provider must set up payouts."""
    payout_setup_before: Literal["funding", "none"]
    """Step before which payouts must be set up."""
    type: Literal["goods_in_person", "service", "digital", "agent_task"]
    """Type of work that the Spool covers."""
    type_defaulted: bool
    """True if the request named no type, so that the default `service` applies."""
    note: str
    """Explanation of the path for people."""


class LogKey(TypedDict):
    origin: str
    """Name of the log."""
    vkey: str
    """Public key of the log in the signed note format."""
    previous_vkeys: List[str]
    """Earlier public keys of the log that are still trusted."""
    ended: NotRequired[List[LogKeyEndedItem]]
    """Earlier logs."""


class LogKeyEndedItem(TypedDict):
    pass


class MappedFact(TypedDict):
    spool_id: SpoolId
    """ID of the Spool."""
    subject: str
    """Thing that the fact is about."""
    predicate: str
    """What is said of the subject."""
    value: Union[str, int, bool]
    """Text, whole number or boolean."""
    quantity: NotRequired[int]
    """Number of things."""
    amount_cents: NotRequired[int]
    """Amount in cents."""
    currency: NotRequired[str]
    """Currency of the amount."""
    occurred_at: Timestamp
    """Time of the fact."""


class Match(TypedDict):
    id: MatchId
    """ID of this result."""
    claim_id: Optional[ClaimId]
    """ID of the claim; null for a fact without a claim."""
    fact_ids: List[FactId]
    """IDs of the facts; of an ambiguous claim, the first 20."""
    subject: NotRequired[str]
    """Object of the claim, or of the fact without a claim. Absent in older match runs."""
    predicate: NotRequired[str]
    """Event or property that is said of the subject."""
    status: Literal["matched", "mismatched", "unmatched_claim", "unmatched_fact", "ambiguous"]
    """Result for the claim, or for a fact without a claim."""
    differences: List[MatchDifference]
    """Differences between the claim and its fact."""


class MatchDifference(TypedDict):
    field: Literal["value", "quantity", "amount_cents", "currency"]
    """Member that differs."""
    claimed: Optional[str]
    """Claimed value as a text; of `currency`, that of the Spool."""
    observed: Optional[str]
    """Observed value as a text."""


class MatchList(TypedDict):
    data: List[Match]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""
    run_id: MatchRunId
    """ID of the match run."""
    as_of: Timestamp
    """Time as of which claims and facts were matched."""
    matched: int
    """Number of claims that a fact confirms."""
    mismatched: int
    """Number of claims whose fact differs."""
    unmatched_claims: int
    """Number of claims without a fact."""
    unmatched_facts: int
    """Number of facts without a claim."""
    ambiguous: int
    """Number of claims without a time for which several facts with different values exist."""
    match_digest: Sha256Digest
    """SHA-256 over the options, the digests of claims and facts, and the results. The same claims and
    facts give the same digest.
    """


class MatchRequest(TypedDict):
    key: NotRequired[Sequence[Literal["subject", "predicate"]]]
    """Members that a claim and its fact share: `["subject"]` or both. Default: both."""
    window_seconds: NotRequired[int]
    """Maximum time between a claim and its fact, in seconds. Default: 0."""
    value_tolerance_bp: NotRequired[int]
    """Maximum difference of a number from the observed one, in basis points of the observed one. Default:
    0.
    """
    source_ids: NotRequired[Sequence[SourceId]]
    """Sources whose facts are matched. Default: all sources of the Spool."""
    open_discrepancies: NotRequired[bool]
    """`false` to open no discrepancies for what does not match. Default: `true`."""


class MatchResult(TypedDict):
    run_id: MatchRunId
    """ID of the match run."""
    as_of: Timestamp
    """Time as of which claims and facts were matched."""
    matched: int
    """Number of claims that a fact confirms."""
    mismatched: int
    """Number of claims whose fact differs."""
    unmatched_claims: int
    """Number of claims without a fact."""
    unmatched_facts: int
    """Number of facts without a claim."""
    ambiguous: int
    """Number of claims without a time for which several facts with different values exist."""
    match_digest: Sha256Digest
    """SHA-256 over the options, the digests of claims and facts, and the results. The same claims and
    facts give the same digest.
    """
    matches: List[Match]
    """Results: claims by ordinal, then facts without a claim. At most 1,000; list-matches has all."""
    matches_truncated: bool
    """True if there are more results than `matches` has."""
    discrepancy_ids: List[DiscrepancyId]
    """IDs of the discrepancies that this run opened."""


class ModelRewrites(TypedDict):
    model: str
    """Name of the model that wrote the sentences."""
    rewrites: List[str]
    """Sentences that can replace `source_span`. Each can be compiled as it is, uses only known fields, and
    adds no number, time or quoted text.
    """


class NextStep(TypedDict):
    type: Literal["settle", "submit_evidence", "rerun_allowed", "await_confirmation", "sign_settlement",
        "terminal", "new_spool"]
    """Next step in the Spool."""
    action: Literal["settle", "submit_evidence", "rerun_allowed", "await_confirmation", "sign_settlement",
        "terminal", "new_spool"]
    """Same value as `type`. Deprecated: use `type`."""
    actor: Literal["buyer", "provider", "verifier", "none"]
    """Who takes the next step. `provider` is the party that does the work, whatever its role is called.
    `verifier` is the caller of verify-spool: either party, with a key of scope `full` or `verify`.
    `none`: wait, or nothing is left to do.
    """
    reason: str
    """Explanation of the next step for people."""
    required_legs: NotRequired[List[RequiredLeg]]
    """Transfers that the buyer must sign. Present only if `type` is `sign_settlement`."""
    checkout_url: NotRequired[str]
    """URL of the page on which the buyer pays by card. Visible only to the buyer."""


class OnboardProviderRequest(TypedDict):
    refresh_url: str
    """URL to which the provider is sent if the set-up link has expired. A confirmation page is shown first
    unless the host is allowed for the account.
    """
    return_url: str
    """URL to which the provider is sent after the set-up. A confirmation page is shown first unless the
    host is allowed for the account.
    """


class OneCallEvidence(TypedDict):
    type: NotRequired[Literal["photo", "text", "file", "url", "dataset", "confirmation"]]
    """Type of evidence. Default: `dataset`."""
    rows: JsonRows
    """Rows of the delivery, each as a JSON object."""
    provenance: NotRequired[ProvenanceInput]
    """Method by which you obtained the evidence."""
    source: NotRequired[str]
    """Name of the source of the evidence, in your own words."""


class OneCallRequest(TypedDict):
    conditions: NotRequired[Sequence[Union[str, OneCallRequestCondition]]]
    """Conditions that the delivery must meet, as plain text or as objects."""
    recipe: NotRequired[RecipeReference]
    """Recipe of the conditions, in place of `conditions`."""
    max_amount_cents: NotRequired[int]
    """Price of the whole delivery, in cents."""
    unit: NotRequired[UnitizationInput]
    """Number of units and the price of each, if each row is accepted and paid separately."""
    evidence: OneCallEvidence
    """The delivery to verify."""
    settlement: NotRequired[Literal["external", "managed"]]
    """`external` if you settle the payment yourself. `managed` is refused, because a one-call verification
    has no second party.
    """
    idempotency_key: NotRequired[str]
    """Your key for this request. A repeated request with the same key and body gets the first answer
    again. The `Idempotency-Key` header is equivalent.
    """
    fields: NotRequired[Sequence[Union[str, RowField]]]
    """Fields of the rows, as names or as objects. A noun in a plain-text condition names a field if it is
    one of these names or aliases, or if the text marks it as a field.
    """
    unit_name: NotRequired[str]
    """Noun that the text uses for one row."""
    as_of: NotRequired[str]
    """Time from which relative times in the text are counted. If omitted, no answers are proposed for a
    time such as `by Friday`.
    """
    time_zone: NotRequired[str]
    """IANA time zone that is assumed for times in the text without a zone."""
    declared_actor_type: NotRequired[Literal["human", "agent", "org", "service"]]
    """Kind of party that sends the request. For an agent or a service, no condition is proposed that a
    person must decide.
    """


class OneCallRequestCondition(TypedDict):
    description: str
    """Description of the condition for people. The checker or method decides, not this text."""
    required: NotRequired[bool]
    """True if the verdict depends on the condition."""
    verification_method: NotRequired[Literal["deterministic", "human_confirmed", "ai_assisted",
        "external_tool"]]
    """Method that decides the condition: a checker, the parties, a model, or an external party."""
    deterministic_check: NotRequired[DeterministicCheck]
    """Checker with its parameters, as a single object. Required for the method `deterministic`."""
    evidence_requirements: NotRequired[Union[EvidenceRequirement, Sequence[EvidenceRequirement]]]
    """Requirements that the evidence must meet. A single object is treated as a list of one."""
    id: NotRequired[str]
    """Accepted if the condition was read from a Spool. It has no effect."""
    last_result: NotRequired[Any]
    """Accepted if the condition was read from a Spool. It has no effect."""
    reads_as: NotRequired[str]
    """Accepted if the condition was read from a Spool. It has no effect."""


class OneCallResponse(TypedDict):
    spool_id: SpoolId
    """ID of the Spool that was created for the delivery."""
    earned_cents: int
    """Earned amount, in cents."""
    accepted: int
    """Number of accepted units. A delivery without units counts as one."""
    rejected: int
    """Number of rejected units. A delivery without units counts as one."""
    rejections: List[Rejection]
    """Rejected units in ascending order, each with its first reason."""
    rejections_truncated: NotRequired[bool]
    """True if more units were rejected than are listed."""
    receipt: Optional[OutcomeReceipt]
    """The signed receipt; null if this deployment does not sign receipts."""
    receipt_url: Optional[str]
    """URL of the receipt page; null if there is no receipt."""
    verification_run_id: RunId
    """ID of the verification run."""
    terminal: bool
    """True if the verdict can no longer change."""
    settlement_eligible: bool
    """True if an earned amount can be settled now."""
    can_resubmit_evidence: bool
    """True if the caller can submit more evidence."""
    can_rerun: bool
    """True if the caller can start another verification run."""
    next_step: NextStep
    """Next step and the party that takes it."""
    decision_authority: Literal["deterministic", "buyer_confirmation", "both_confirm", "none"]
    """Authority that decides the required conditions."""
    corrective_hint: NotRequired[str]
    """Instruction for correcting the first problem of the delivery."""
    attestation: Optional[Attestation]
    """Attestation of the same verdict; null if this deployment does not sign attestations."""
    fields_from: NotRequired[Literal["request", "rows"]]
    """Source of the field names that the plain text was matched with: `request` for `fields` of the
    request, `rows` for the rows.
    """
    signing: NotRequired[Literal["not_configured"]]
    """Present if this deployment does not sign receipts."""
    charged: NotRequired[Literal[False]]
    """Present and false if the run is not charged because the service itself could not reach data that the
    verdict needs.
    """


class OneCallResponseSummary(OneCallResponse):
    left_out: NotRequired[List[str]]
    """Parts that the summary leaves out; absent if it leaves out nothing."""


class OutcomeIndex(TypedDict):
    schema: str
    """Name and version of the format."""
    generated_at: Optional[str]
    """Time of publication; null before the first."""
    window: Optional[OutcomeIndexWindow]
    """Period of the runs; null before the first publication."""
    min_cell: int
    """Least number of runs of a row."""
    rows: List[OutcomeIndexRow]
    """One row for each kind of work and set of checkers."""
    suppressed_cells: int
    """Number of rows that are not shown, rounded up to a multiple of 5."""
    dataset_digest: Optional[Sha256Digest]
    """SHA-256 of the canonical JSON of the document without this member; null before the first
    publication.
    """


class OutcomeIndexRow(TypedDict):
    deliverable_type: str
    """Kind of deliverable; `other` for those beyond the 20 most used."""
    checkers: List[str]
    """Checkers of the conditions."""
    environment: Literal["production"]
    """Environment of the runs."""
    runs: int
    """Number of first runs, rounded to a multiple of 5."""
    pass_bp: int
    """Share of runs that ended `pass`, in basis points."""
    partial_bp: int
    """Share of runs that ended `partial`, in basis points."""
    fail_bp: int
    """Share of runs that ended `fail`, in basis points."""
    uncertain_bp: int
    """Share of runs that ended `uncertain`, in basis points."""
    unit_acceptance_bp: Optional[int]
    """Share of delivered units that were accepted, in basis points; null if unknown."""
    median_runs_to_terminal: Optional[int]
    """Median number of runs until a Spool was closed; null below 10 closed Spools."""

OutcomeIndexWindow = TypedDict(
    "OutcomeIndexWindow",
    {
        "from": "str",
        "to": "str",
    },
)


class OutcomeReceipt(TypedDict):
    schema: str
    """Name and version of the document format."""
    id: ReceiptId
    """ID of the receipt."""
    environment: Literal["production", "demo"]
    """Environment in which the receipt was issued."""
    agreement: OutcomeReceiptAgreement
    """The agreement that was verified."""
    verification: OutcomeReceiptVerification
    """The verification run, with the versions of the rules that it applied."""
    evidence_root: Sha256Hex
    """Merkle root over the entries of `evidence`."""
    evidence: List[EvidenceFinding]
    """Evidence that the run considered."""
    condition_results: List[ConditionResult]
    """Result of each condition."""
    result: Literal["pass", "partial", "fail", "uncertain"]
    """Verdict of the run."""
    units: Optional[UnitCounts]
    """Counts of the units; null if the work is not split into units."""
    amounts: EarnedAmounts
    """Earned and committed amounts."""
    history: OutcomeReceiptHistory
    """Number and hash of the last event of the Spool before the run."""
    actors: OutcomeReceiptActors
    """Payer and provider, identified by pseudonyms."""
    declared_intent: NotRequired[OutcomeReceiptDeclaredIntent]
    """Intended use of the verdict, as declared by the creator. It has no effect on the verdict."""
    recipe: NotRequired[OutcomeReceiptRecipe]
    """Recipe that the conditions were created from."""
    supersedes: NotRequired[ReceiptId]
    """ID of the receipt that this receipt replaces."""
    issued_at: Timestamp
    """Time at which the receipt was signed."""
    nonce: str
    """Random value that makes the receipt unique."""
    algorithm: Literal["Ed25519"]
    """Signature algorithm."""
    signing_key_id: Sha256Hex
    """SHA-256 of the public key that verifies the signature."""
    signature: Ed25519Signature
    unit_results: NotRequired[List[UnitResult]]
    """Result of each unit. Not part of the signed text, but bound to it by `units.unit_results_digest`."""
    unit_disclosures: NotRequired[List[UnitDisclosure]]
    """Results of selected units with their Merkle proofs, instead of all unit results."""
    log_proof: NotRequired[str]
    """Proof of inclusion in the transparency log, in the C2SP tlog-proof format. Present once the receipt
    is logged; not part of the signed text.
    """
    status_proof: NotRequired[StatusProof]
    """Signed statement of the receipt status, valid for 24 hours."""
    extensions: NotRequired[OutcomeReceiptExtensions]
    """Data added by third parties, such as co-signatures. It is neither signed nor checked."""


class OutcomeReceiptActors(TypedDict):
    """Payer and provider, identified by pseudonyms."""

    payer: ReceiptActor
    """The party that pays."""
    provider: ReceiptActor
    """The party that delivers."""


class OutcomeReceiptAgreement(TypedDict):
    """The agreement that was verified."""

    spool_id: SpoolId
    """ID of the Spool."""
    agreement_version: int
    """Version number of the agreement."""
    agreement_hash: Sha256Hex
    """SHA-256 of the canonical JSON of the agreement."""
    acceptance: AgreementAcceptance
    """Acceptance of the agreement by its parties."""
    quote_digest: NotRequired[Sha256Digest]
    """Digest of the accepted quote. Present only on Spools of type `agent_task`."""


class OutcomeReceiptDeclaredIntent(TypedDict):
    """Intended use of the verdict, as declared by the creator. It has no effect on the verdict."""

    gated_action: NotRequired[str]
    """Action that the creator intends to take depending on the verdict."""
    note: NotRequired[str]
    """Note of the creator on the intended action."""


class OutcomeReceiptExtensions(TypedDict):
    """Data added by third parties, such as co-signatures. It is neither signed nor checked."""

    pass


class OutcomeReceiptHistory(TypedDict):
    """Number and hash of the last event of the Spool before the run."""

    seq: int
    """Sequence number of the event; the first event is 1."""
    hash: Sha256Hex
    """SHA-256 of the canonical JSON of the event."""


class OutcomeReceiptRecipe(TypedDict):
    """Recipe that the conditions were created from."""

    id: str
    """Name and version of the recipe."""
    recipe_hash: str
    """SHA-256 of the canonical JSON of the recipe."""


class OutcomeReceiptVerification(TypedDict):
    """The verification run, with the versions of the rules that it applied."""

    plan_version: str
    """Version of the plan format."""
    plan_hash: Sha256Hex
    """SHA-256 of the canonical JSON of the verification plan."""
    compiler_version: str
    """Version of the compiler that made the plan from the agreement."""
    evidence_policy_version: str
    """Version of the rules for accepting evidence."""
    run_id: RunId
    """ID of the verification run."""
    run_digest: Sha256Hex
    """SHA-256 of the findings of the run."""
    aggregation_policy: AggregationPolicy
    """Rule that combines the condition results into the verdict."""
    decision_authority: NotRequired[Literal["deterministic", "buyer_confirmation", "both_confirm", "none"]]
    """Authority that decides the mandatory conditions."""
    attempt: NotRequired[int]
    """Number of this run among the runs of the Spool; the first run is 1."""


class PackAccepted(TypedDict):
    status: Literal["payment_accepted"]
    """Status of the payment."""
    purchase_id: PurchaseId
    """ID of the purchase."""
    pack_cents: Literal[500, 1000, 2000]
    """Size of the credit pack, in cents."""
    balance_url: str
    """Path at which the credit balance can be read."""


class PackRequest(TypedDict):
    pack_cents: Literal[500, 1000, 2000]
    """Size of the credit pack, in cents: 500, 1000 or 2000."""
    idempotency_key: NotRequired[str]
    """Unique key of the purchase. A repeated request with the same key returns the same result and does
    not charge again.
    """


class PaidVerification(OneCallResponse):
    payment: SettledPayment
    """Payment for the request."""


class PartyInput(TypedDict):
    role: Literal["buyer", "seller", "client", "provider"]
    """Role of the party. One party is the buyer or client, the other the seller or provider."""
    kind: Literal["human", "agent", "org", "service"]
    """Kind of party."""
    display_name: str
    """Name of the party, as the other party sees it."""
    contact: NotRequired[str]
    """Contact details of the party, visible only to it and to you."""
    account_id: NotRequired[str]
    """ID of the account that acts for the party. The account must exist and have an API key."""
    settlement_address: NotRequired[str]
    """Wallet at which the party is paid."""
    processor_account_id: NotRequired[str]
    """ID of the account of the party at the payment processor."""


class PaymentMethodHostedCheckout(TypedDict):
    type: Literal["hosted_checkout"]
    """Way to pay."""
    authorization: Literal["account_owner"]
    """Party that must authorize the payment."""
    url: str
    """URL at which the payment is made."""


class PaymentMethodMpp(TypedDict):
    type: Literal["mpp"]
    """Way to pay."""
    authorization: Literal["agent_credential"]
    """Party that must authorize the payment."""
    url: str
    """URL at which the payment is made."""
    packs_cents: List[Literal[500, 1000, 2000]]
    """Available pack sizes, in cents."""
    methods: List[Literal["card"]]
    """Payment methods that the protocol accepts."""
    protocol: Literal["mpp"]
    """Payment protocol."""


class PaymentMethodX402(TypedDict):
    type: Literal["x402"]
    """Way to pay."""
    authorization: Literal["agent_wallet"]
    """Party that must authorize the payment."""
    url: str
    """URL at which the payment is made."""
    packs_cents: List[Literal[500, 1000, 2000]]
    """Available pack sizes, in cents."""
    chains: List[str]
    """Blockchains on which the payment can be made, as CAIP-2 identifiers."""
    asset: Literal["usdc"]
    """Token to pay with."""
    network: str
    """Blockchain to pay on, as a CAIP-2 identifier."""
    facilitator: Literal["hosted"]
    """Service that submits the payment to the blockchain."""
    protocol: Literal["x402"]
    """Payment protocol."""
    x402_version: Literal[2]
    """Version of the x402 protocol."""


class PermissionTypedData(TypedDict):
    types: Dict[str, List[TransferTypedDataTypeItem]]
    """EIP-712 type definitions."""
    primaryType: Literal["SpendPermission"]
    """EIP-712 type of the signed message."""
    domain: PermissionTypedDataDomain
    """EIP-712 domain of the permission manager contract."""
    message: SpendPermission
    """The permission to sign."""


class PermissionTypedDataDomain(TypedDict):
    """EIP-712 domain of the permission manager contract."""

    name: str
    """Name of the EIP-712 domain."""
    version: str
    """Version of the EIP-712 domain."""
    chainId: int
    """ID of the blockchain."""
    verifyingContract: str
    """Address of the permission manager contract."""


class PolicyQuestion(TypedDict):
    ambiguity_id: str
    """ID of the question within the draft."""
    path: Literal["conditions", "deadline", "terms", "unitization", "value"]
    """Part of the agreement that the question concerns."""
    text: str
    """Text that is not exact. `source_span` is the clause that contains it."""
    question: str
    """Question for the author."""
    reason: Literal["placeholder", "field_unmarked", "inexact_value", "percent_or_number", "time_open",
        "unit_open", "misspelt", "several_readings", "qualified", "other_language"]
    """Reason for the question."""
    candidates: List[str]
    """Possible meanings of the text, if they can be listed."""
    rewrites: List[Union[str, List[str]]]
    """Complete conditions that each use one candidate, best first: a text, or a list of texts that are one
    condition each. Each can be sent as it is, except that `{}` must be replaced by your answer.
    """
    model_rewrites: NotRequired[ModelRewrites]
    """Proposals of a model. Present only if `suggest` was sent and the model wrote usable sentences. To
    use one, send it as an answer or in the text.
    """
    source_span: SourceSpan
    """Position of the clause in the source."""


class PolicyTerm(TypedDict):
    text: str
    """Text of the term."""
    provenance: PolicyTermProvenance
    """Origin of the text of the term."""


class PolicyTermProvenance(TypedDict):
    """Origin of the text of the term."""

    source: Literal["freeform"]
    """Kind of source that the term comes from."""


class PolicyValue(TypedDict):
    amount_cents: int
    """Price, in cents."""
    currency: str
    """Currency of the price."""


class Preflight(TypedDict):
    dry_run: Literal[True]
    """Always true: nothing was stored, signed or charged."""
    conditions: List[PreviewedCondition]
    """Conditions as they would be agreed."""
    unitization: Optional[Unitization]
    """Number of units and the price of each; null if the work is not split into units."""
    value: PreflightValue
    """Price of the whole delivery."""
    plan_hash: Sha256Hex
    """SHA-256 of the canonical JSON of the verification plan, with the condition IDs of this dry run."""
    price: RunPrice
    """Price of the run."""
    result: Literal["pass", "partial", "fail", "uncertain"]
    """Verdict that a run would give."""
    earned_cents: int
    """Earned amount, in cents."""
    accepted: int
    """Number of accepted units. A delivery without units counts as one."""
    rejected: int
    """Number of rejected units. A delivery without units counts as one."""
    rejections: List[Rejection]
    """Rejected units in ascending order, each with its first reason."""
    rejections_truncated: NotRequired[bool]
    """True if more units were rejected than are listed."""
    condition_results: List[ConditionResult]
    """Result of each condition."""
    decision_authority: Literal["deterministic", "buyer_confirmation", "both_confirm", "none"]
    """Authority that decides the required conditions."""
    corrective_hint: NotRequired[str]
    """Instruction for correcting the first problem of the delivery."""
    fields_from: NotRequired[Literal["request", "rows"]]
    """Source of the field names that the plain text was matched with: `request` for `fields` of the
    request, `rows` for the rows.
    """


class PreflightValue(TypedDict):
    """Price of the whole delivery."""

    amount_cents: int
    """Price, in cents."""
    currency: Literal["USD"]
    """Currency of the price."""


class PreviewedCondition(AgreedCondition):
    reads_as: NotRequired[str]
    """Sentence that states the check as the service applies it."""


class PromiseReplay(TypedDict):
    audit_id: AuditId
    """ID of the replay. Nothing is stored under it."""
    result_digest: Sha256Digest
    """Digest of the canonical JSON of this result without `audit_id`, `result_digest` and `statement`."""
    as_of: Timestamp
    """Time as of which the history was measured."""
    corrections_applied: Count
    """Corrections that were applied."""
    corrections_ignored: List[IgnoredCorrection]
    """Corrections that were not applied."""
    customers: List[ReplayedCustomer]
    """Sums of each customer."""
    engine_version: str
    """Version of the rules of the replay."""
    input_digest: Sha256Digest
    """Digest of the canonical JSON of the request without `sign`."""
    promise_version: str
    """Version of the promise."""
    readout: str
    """What the result is and is not."""
    rounding: Literal["floor"]
    """Rounding of rates and remedies."""
    schema: str
    """Schema of this document."""
    sensitivity: List[SensitivityCell]
    """Each combination of the terms to try."""
    statement: NotRequired[AuditStatement]
    totals: ReplayTotals
    warnings: List[ReplayWarning]
    """Windows whose remedy the terms leave open."""
    windows: List[PromiseWindow]
    """Windows by customer, then by time."""


class PromiseReplayRequest(TypedDict):
    promise: PromiseTerms
    units: Sequence[ReplayedUnit]
    """Units of the history; one that was delivered after `as_of` is left out."""
    as_of: str
    """Time as of which the history is measured."""
    corrections: NotRequired[Sequence[UnitCorrection]]
    """Later changes of units."""
    sensitivity: NotRequired[SensitivityAxes]
    sign: NotRequired[bool]
    """Whether a signed statement of the replay is added to the result. Default: `false`."""


class PromiseTerms(TypedDict):
    """Terms of the promise."""

    promise_version: str
    """Your version of the promise, which the result repeats."""
    window: Literal["calendar_month", "calendar_quarter", "calendar_week", "rolling_30d", "all"]
    """Window over which each customer is measured, in UTC."""
    threshold_bp: BasisPoints
    """Rate of accepted units under which the promise is breached."""
    finality_days: FinalityDays
    uncertain_treatment: UncertainTreatment
    fee_basis: Literal["delivered_value", "accepted_value", "rejected_value"]
    """Value of the measured units that a remedy is a part of."""
    remedy_tiers: Sequence[RemedyTier]
    """Remedies in strict order of their rates. The highest tier that the rate reaches applies."""
    min_units: int
    """Fewest measured units of a window that can be breached."""


class PromiseWindow(TypedDict):
    customer_id: str
    """ID of the customer."""
    window_start: Timestamp
    """Start of the window."""
    window_end: Timestamp
    """End of the window."""
    units: Count
    """Units delivered in the window."""
    pending_units: Count
    """Units that are not final yet."""
    measured_units: Count
    """Final units that count."""
    accepted: Count
    """Measured units that are accepted or count as accepted."""
    rejected: Count
    """Measured units that are rejected or count as rejected."""
    uncertain: Count
    """Final units whose verdict is uncertain."""
    rate_bp: Optional[BasisPoints]
    """Accepted among measured units, rounded down; null without any."""
    threshold_bp: BasisPoints
    """Threshold of the promise."""
    breached: bool
    """Whether the rate is under the threshold."""
    tier: Optional[RemedyTier]
    """Tier that applies to the breach."""
    basis_cents: Cents
    """Value of the measured units by `fee_basis`, in cents."""
    hypothetical_remedy_cents: Cents
    """Remedy that the terms would have given, in cents, rounded down."""
    status: Literal["measured", "below_min_units", "no_tier"]
    """`below_min_units`: too few units to be breached. `no_tier`: breached, and no tier covers the rate."""


class ProvenanceInputObject(TypedDict):
    method: Literal["caller_declared", "uploaded_text", "uploaded_json", "uploaded_csv", "uploaded_file"]
    """Method by which the evidence was obtained."""
    collector: NotRequired[str]
    """Person or system that collected the evidence."""
    owner: NotRequired[str]
    """Display name of the external provider."""
    observed_at: NotRequired[str]
    """Time at which the evidence was observed."""
    reference: NotRequired[str]
    """Reference of the evidence in your own system."""


class ProviderOnboarding(TypedDict):
    url: str
    """URL of the page on which the provider sets up payouts. It works once."""
    expires_at: Timestamp
    """Time at which the URL expires."""
    ready: bool
    """True if the provider can be paid."""


class PublicKey(TypedDict):
    key_id: Sha256Hex
    """SHA-256 of the public key."""
    algorithm: Literal["Ed25519"]
    """Signature algorithm."""
    public_key: str
    """Raw public key in base64url."""
    status: Literal["active", "retiring", "retired", "revoked"]
    """Status of the key."""
    not_before: Timestamp
    """Time from which signatures of the key are valid."""
    not_after: Optional[Timestamp]
    """Time after which its signatures are no longer valid; null if there is none."""
    retired_at: Optional[Timestamp]
    """Time at which the key was retired; null while it is in use."""


class PurposeKeys(TypedDict):
    production: List[PublicKey]
    """Keys of the production environment."""
    demo: List[PublicKey]
    """Keys of the sandbox."""


class Quote(TypedDict):
    quote_id: QuoteId
    """ID of the quote."""
    spool_id: SpoolId
    """ID of the quoted Spool."""
    agreement_version: int
    """Version of the agreement that was quoted."""
    plan_hash: Sha256Hex
    """SHA-256 of the canonical JSON of the verification plan that was quoted."""
    economics: QuoteEconomics
    """Price, units and terms that the quote applies to."""
    work_budget_cents: int
    """Price of the work without fees, in cents."""
    service_fee: QuoteServiceFee
    """Fee of the service."""
    rail_fee: QuoteRailFee
    """Fee of the payment provider."""
    maximum_all_in_cents: int
    """Maximum cost of the work including all fees, in cents."""
    expires_at: Timestamp
    """Time until which the quote can be accepted."""
    quote_digest: Sha256Digest
    """SHA-256 of the quote. Send it back to accept the quote."""
    payer: Literal["buyer", "client"]
    """Role of the party that pays."""
    discounts: List[QuoteDiscount]
    """Discounts that the quote includes."""
    pricing_version: str
    """Version of the price list."""
    expired: bool
    """True if the quote can no longer be accepted because it expired."""
    superseded: bool
    """True if the Spool changed after the quote, so that the quote can no longer be accepted."""


class QuoteDiscount(TypedDict):
    code: str
    """Code of the discount."""
    amount_cents: int
    """Discount, in cents."""


class QuoteEconomics(TypedDict):
    """Price, units and terms that the quote applies to."""

    value: QuoteEconomicsValue
    """Agreed price of the whole delivery."""
    unitization: Optional[Unitization]
    """Number of units and the price of each; null if the work is not split into units."""
    economics: QuoteEconomicsEconomics
    """Fee and expiry of the proposal."""
    digest: Sha256Digest
    """SHA-256 of the canonical JSON of the other members."""


class QuoteEconomicsEconomics(TypedDict):
    """Fee and expiry of the proposal."""

    fee_cents: NotRequired[int]
    """Fee that the parties agreed on, in cents."""
    expiry: NotRequired[ExactTimestamp]
    """Time until which the proposal can be accepted."""


class QuoteEconomicsValue(TypedDict):
    """Agreed price of the whole delivery."""

    amount_cents: int
    """Price, in cents."""
    currency: str
    """Currency of the price."""


class QuoteRailFee(TypedDict):
    """Fee of the payment provider."""

    pass_through: Literal[True]
    """Always true: the fee is passed on without a markup."""
    estimated_cents: int
    """Estimated fee, in cents."""
    maximum_cents: int
    """Maximum fee, in cents."""


class QuoteServiceFee(TypedDict):
    """Fee of the service."""

    estimated_cents: int
    """Estimated fee, in cents."""
    maximum_cents: int
    """Maximum fee, in cents."""


class Readiness(TypedDict):
    status: Literal["ready", "not_ready"]
    """Readiness of the production environment, or of the sandbox if this deployment has no production
    environment.
    """
    checks: ReadinessChecks
    """Checks that decide `status`. A service passes if it answers, can write to its database and can store
    a message. All checks fail until the environment has started.
    """
    problems: List[ReadinessProblem]
    """Causes of the failing checks, and what the operator can do."""
    environments: ReadinessEnvironments
    """State of each environment of this deployment. While it is `not_started`, requests to it are refused
    with 503.
    """
    payments: ReadinessPayments
    """State of payments for single requests. It does not affect `status`."""


class ReadinessChecks(TypedDict):
    """Checks that decide `status`. A service passes if it answers, can write to its database and can store
    a message. All checks fail until the environment has started.
    """

    store: Literal["ok", "failing"]
    """State of the database of keys and sessions."""
    rate_limit: Literal["ok", "failing"]
    """State of the rate limit store."""
    queue: Literal["ok", "failing"]
    """State of the message bus."""
    spool: Literal["ok", "failing"]
    """State of the service for agreements and deliveries."""
    verification: Literal["ok", "failing"]
    """State of the service that verifies deliveries."""
    billing: Literal["ok", "failing"]
    """State of the service for credits and payments."""
    signing: Literal["ok", "failing"]
    """State of the signing service: it needs an active key for each kind of signature."""


class ReadinessEnvironments(TypedDict):
    """State of each environment of this deployment. While it is `not_started`, requests to it are refused
    with 503.
    """

    production: NotRequired[Literal["ready", "not_ready", "not_started"]]
    """State of the production environment."""
    demo: NotRequired[Literal["ready", "not_ready", "not_started"]]
    """State of the sandbox."""


class ReadinessPayments(TypedDict):
    """State of payments for single requests. It does not affect `status`."""

    x402: Literal["open", "off", "unreachable", "mismatch", "unknown"]
    """State of x402 payments. `off`: not offered. `mismatch`: the token on the chain is not the configured
    one. `unreachable`: the chain or the facilitator does not answer.
    """


class ReadinessProblem(TypedDict):
    service: Literal["spool", "verification", "billing", "signing"]
    """Name of the failing service."""
    part: Literal["service", "store", "queue", "signing_keys", "log"]
    """Failing part of the service."""
    reason: str
    """Reason, as listed at `/docs/errors#reasons`."""
    message: str
    """Explanation for the operator."""
    remediation: NotRequired[str]
    """Action for the operator."""


class ReceiptActor(TypedDict):
    subject: str
    """Pseudonym of the party."""
    kind: str
    """Kind of party, such as a person, an organization or an agent."""


class ReceiptAdvisory(TypedDict):
    code: str
    """Machine-readable code of the notice."""
    message: str
    """Text of the notice for people."""
    at: Timestamp
    """Time from which the notice applies."""
    replacement_receipt_id: NotRequired[ReceiptId]
    """ID of the receipt that replaces this one."""
    evidence_id: NotRequired[EvidenceId]
    """ID of the evidence whose content was deleted."""


class ReceiptBundle(TypedDict):
    schema: str
    """Name and version of the document format."""
    receipt: OutcomeReceipt
    """The signed receipt."""
    agreement: BundledAgreement
    """The agreement that was verified."""
    plan: BundledPlan
    """The verification plan that was executed."""
    evidence: List[BundledEvidence]
    """The evidence items that were verified."""
    contents: Dict[str, BundledContent]
    """Content of the evidence items by content digest, or by evidence ID for an item without a digest.
    Content that exceeds the size limit of a bundle is omitted.
    """
    withheld: NotRequired[List[ReceiptBundleWithheldItem]]
    """Evidence items whose content was deleted. Omitted if there are none."""
    evaluated_at: Timestamp
    """Time as of which deadlines and ages were evaluated."""
    events: NotRequired[List[SpoolEvent]]
    """History of the Spool up to the event of the receipt. Omitted if the API key may not list events."""
    observations: List[BundledObservations]
    """Responses of the URLs that the service fetched during the run."""
    opinions: NotRequired[List[BundledOpinion]]
    """Answers of the model that checked claims. Omitted if no model was used."""
    keys: KeyDocument
    """Public keys that were valid when the bundle was created."""
    status: ReceiptStatusV1
    """Status of the receipt when the bundle was created."""
    manifest: BundleManifest
    """Signed list of the digests of all other members of the bundle."""


class ReceiptBundleWithheldItem(TypedDict):
    evidence_id: EvidenceId
    """ID of the evidence item."""
    content_digest: Sha256Hex
    """SHA-256 of the deleted content."""
    reason: Literal["withdrawn"]
    """Reason why the content is missing."""

ReceiptCredential = TypedDict(
    "ReceiptCredential",
    {
        "@context": "List[str]",
        "id": "str",
        "type": "List[str]",
        "issuer": "str",
        "validFrom": "Timestamp",
        "credentialStatus": "ReceiptCredentialCredentialStatus",
        "credentialSubject": "ReceiptCredentialCredentialSubject",
        "proof": "ReceiptCredentialProof",
    },
)


class ReceiptCredentialCredentialStatus(TypedDict):
    """Location of the current status of the receipt."""

    id: str
    """URL of the receipt status."""
    type: Literal["OutcomeReceiptStatus"]
    """Type of the status entry."""


class ReceiptCredentialCredentialSubject(TypedDict):
    """Contents of the receipt."""

    id: str
    """URL of the receipt page."""
    type: Literal["OutcomeReceipt"]
    """Type of the subject."""
    receipt_id: ReceiptId
    """ID of the receipt."""
    environment: Literal["production", "demo"]
    """Environment in which the receipt was issued."""
    result: Literal["pass", "partial", "fail", "uncertain"]
    """Verdict of the verification run."""
    amounts: ReceiptCredentialCredentialSubjectAmounts
    """Earned and committed amounts."""
    receipt_digest: Sha256Hex
    """SHA-256 of the text that the receipt signature covers."""
    receipt: str
    """Signed receipt as JSON text, without its unsigned members."""


class ReceiptCredentialCredentialSubjectAmounts(TypedDict):
    """Earned and committed amounts."""

    earned: str
    """Value of the accepted units, as a decimal with two places."""
    committed: str
    """Value of all agreed units, as a decimal with two places."""
    asset: str
    """Currency of the amounts."""
    decimals: int
    """Number of decimal places in the amounts."""

ReceiptCredentialProof = TypedDict(
    "ReceiptCredentialProof",
    {
        "@context": "List[str]",
        "type": "Literal[\"DataIntegrityProof\"]",
        "cryptosuite": "Literal[\"eddsa-jcs-2022\"]",
        "verificationMethod": "str",
        "proofPurpose": "Literal[\"assertionMethod\"]",
        "proofValue": "str",
    },
)
"""Data Integrity proof of the credential."""


class ReceiptEnvelope(TypedDict):
    payloadType: Literal["application/vnd.in-toto+json"]
    """Media type of the decoded payload."""
    payload: str
    """Base64-encoded in-toto statement. The receipt is its predicate; the receipt and the verified content
    are its subjects.
    """
    signatures: List[ReceiptEnvelopeSignature]
    """Signature of the payload."""


class ReceiptEnvelopeSignature(TypedDict):
    keyid: Sha256Hex
    """ID of the key that signed the payload."""
    sig: str
    """Base64-encoded Ed25519 signature."""


class ReceiptRecord(TypedDict):
    receipt: OutcomeReceipt
    """The signed receipt."""
    status: ReceiptStatusV1
    """Current status of the receipt."""
    receipt_url: str
    """URL of the receipt page."""
    spool_id: SpoolId
    """ID of the Spool that the receipt belongs to."""
    attestation: Attestation
    """Attestation of the same verdict."""
    links: ReceiptRecordLinks
    """URLs of related resources."""


class ReceiptRecordLinks(TypedDict):
    """URLs of related resources."""

    bundle: NotRequired[str]
    """URL of the bundle for offline verification."""
    status: str
    """URL of the current receipt status."""


class ReceiptRecordSummary(ReceiptRecord):
    left_out: NotRequired[List[str]]
    """Parts that the summary leaves out; absent if it leaves out nothing."""


class ReceiptStatus(TypedDict):
    receipt_id: ReceiptId
    """ID of the receipt."""
    status: Literal["active", "corrected", "revoked", "unknown"]
    """Current status of the receipt."""
    advisories: List[ReceiptAdvisory]
    """Notices that explain the status, newest first."""
    checked_at: Timestamp
    """Time at which the status was read."""
    status_proof: NotRequired[StatusProof]
    """Signed statement of the status, valid for 24 hours."""


class ReceiptStatusV1(ReceiptStatus):
    state: Literal["current", "superseded", "revoked", "unknown"]
    """`current` if the receipt is in force; otherwise the cause why it is not."""
    consumptions_recorded: NotRequired[int]
    """Number of recorded uses of the receipt."""


class Recipe(TypedDict):
    id: str
    """Name and version of the recipe."""
    title: str
    """Title of the recipe."""
    description: str
    """Description of the recipe for people."""
    conditions: List[Dict[str, Any]]
    """Condition templates. `{"$param":"name"}` marks the place of a parameter value."""
    params: List[RecipeParam]
    """Parameters of the recipe."""
    recipe_hash: Sha256Digest
    """SHA-256 of the canonical JSON of the recipe without this member."""


class RecipeList(TypedDict):
    data: List[Recipe]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""


class RecipeParam(TypedDict):
    name: str
    """Name of the parameter."""
    type: Literal["integer", "string", "string_list", "timestamp", "sha256"]
    """Type of the parameter value."""
    required: bool
    """True if a value must be given."""
    default: NotRequired[Any]
    """Value that is used if none is given."""
    description: str
    """Description of the parameter for people."""


class RecipeReference(TypedDict):
    id: str
    """Name and version of the recipe."""
    recipe_hash: NotRequired[Sha256Digest]
    """Expected hash of the recipe. The request is refused if the recipe has another hash."""
    params: NotRequired[Mapping[str, Any]]
    """Values of the recipe parameters, by name."""


class RecordClaimsRequest(TypedDict):
    claims: Sequence[ClaimInput]
    """Claims, 1 to 1000. All of them are recorded, or none."""


class RecordColumns(TypedDict):
    """Columns of the record."""

    key: ColumnHeader
    """Column with the key."""
    quantity: NotRequired[Optional[ColumnHeader]]
    """Column with the delivered quantity; rows with the same key are added up."""
    unit_price: NotRequired[Optional[ColumnHeader]]
    """Column with the agreed price of one unit."""
    status: NotRequired[Optional[ColumnHeader]]
    """Column with the status."""
    date: NotRequired[Optional[ColumnHeader]]
    """Column with the date of the work, in ISO 8601."""


class RecordedClaims(TypedDict):
    data: List[Claim]
    """The recorded claims, in the order of the request."""


class RejectedElement(TypedDict):
    index: int
    """Place in the list, from 0."""
    code: str
    """Reason."""
    pointer: Optional[str]
    """Pointer of the mapping at fault; null for a constant."""


class Rejection(TypedDict):
    unit: int
    """Number of the unit; the first unit is 1."""
    reason: str
    """First reason for the rejection: a code, with the name of the field if there is one."""
    duplicate_of: NotRequired[int]
    """Number of the earlier unit that this unit duplicates."""


class RemedyTier(TypedDict):
    min_rate_bp: BasisPoints
    """Lowest rate of the tier."""
    remedy_bp: BasisPoints
    """Part of the basis that is the remedy."""


class ReplayTotals(TypedDict):
    """Sums over all windows."""

    basis_cents: Cents
    breached_windows: Count
    hypothetical_remedy_cents: Cents
    """Remedy that the terms would have given, in cents, rounded down."""
    measured_units: Count
    units: Count
    windows: Count


class ReplayWarning(TypedDict):
    code: Literal["no_tier"]
    """Kind of the warning."""
    customer_id: str
    """ID of the customer."""
    message: str
    """The warning in a sentence."""
    window_start: Timestamp
    """Start of the window."""


class ReplayedCustomer(TypedDict):
    breached: Count
    """Windows that are breached."""
    customer_id: str
    """ID of the customer."""
    hypothetical_remedy_cents: Cents
    """Remedy that the terms would have given, in cents, rounded down."""
    windows: Count
    """Windows of the customer."""


class ReplayedUnit(TypedDict):
    unit_id: str
    """Your ID of the unit."""
    customer_id: str
    """Your ID of the customer."""
    delivered_at: str
    """Time of the delivery."""
    verdict: Literal["accepted", "rejected", "uncertain", "pass", "fail"]
    """Verdict on the unit; `pass` and `fail` mean accepted and rejected."""
    value_cents: int
    """Value of the unit, in cents."""


class RequestList(TypedDict):
    data: List[RequestSummary]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""
    not_recorded: List[RequestListNotRecordedItem]
    """Requests that the log could not record, such as while its database was down; newest first."""

RequestListNotRecordedItem = TypedDict(
    "RequestListNotRecordedItem",
    {
        "requests": "int",
        "from": "Timestamp",
        "to": "Timestamp",
    },
)


class RequestSummary(TypedDict):
    id: RequestId
    """ID of the request: the header `Request-Id` of its answer."""
    at: Timestamp
    """Time at which the request arrived."""
    took_ms: int
    """Time until the answer was sent, in milliseconds."""
    method: str
    """HTTP method."""
    route: Optional[str]
    """Path of the operation; null if no operation has the path."""
    path: str
    """Path of the request. A segment that is neither part of an operation nor an ID stands as its length
    in braces.
    """
    status: int
    """HTTP status of the answer; 499 if the caller disconnected before it."""
    code: Optional[ErrorCode]
    """Error code; null for a request that succeeded."""
    error: Optional[str]
    """Explanation of the error, where `[redacted]` stands for what it quoted of the request; null for a
    request that succeeded.
    """
    field: Optional[str]
    """Path of the member that caused the error, or null."""
    reason: Optional[str]
    """More specific reason for the code, or null."""
    key_id: KeyId
    """Key that the request was sent with, also one that was revoked."""
    weight: int
    """Number of requests that this one stands for. Always 1 for a refusal. Of many successes in one
    second, only some are recorded.
    """


class RequestRecord(RequestSummary):
    account_id: AccountId
    """Account of the key."""
    remediation: Optional[str]
    """Instruction for resolving the error; null for a request that succeeded."""
    docs: Optional[str]
    """URL of the documentation of the error code; null for a request that succeeded."""
    scope: Literal["full", "verify", "counterparty"]
    """Scope of the key."""
    user_agent: str
    """Program that sent the request, up to 200 characters."""
    address: str
    """Network of the caller: /24 for IPv4, /48 for IPv6."""
    idempotency_key: Optional[str]
    """First 8 and last 4 characters of the idempotency key; null if there was none, or if it has fewer
    than 20 characters.
    """
    rate_limit: Optional[str]
    """Header `RateLimit` of the answer, or null."""
    body_bytes: int
    """Size of the body in bytes."""
    body: Any
    """Redacted body of a refused request, or null. An object with `$redacted` stands for what is not kept:
    its kind and size. Numbers, booleans, IDs, times and enumerated words are kept.
    """
    seen_before: List[RequestRecordSeenBeforeItem]
    """Up to 10 refusals of the 24 hours before with the same code, from the same key, to the same
    operation; newest first.
    """
    kept_until: Timestamp
    """Time after which the request is deleted."""


class RequestRecordSeenBeforeItem(TypedDict):
    id: RequestId
    """ID of the earlier request."""
    at: Timestamp
    """Time at which it arrived."""
    is_same_body: bool
    """True if it had the same body, byte for byte."""


class Review(TypedDict):
    id: ReviewId
    """ID of the review."""
    receipt_id: ReceiptId
    """ID of the reviewed receipt."""
    spool_id: SpoolId
    """ID of the Spool that the receipt belongs to."""
    dispute_id: Optional[DisputeId]
    """ID of the dispute that the review is to resolve, if any."""
    status: Literal["requested", "upheld", "overturned", "needs_evidence", "expired", "withdrawn"]
    """Status of the review."""
    status_reason: Optional[Literal["receipt_replaced"]]
    """Reason why the service withdrew the review; otherwise null."""
    requested_by: Literal["buyer", "provider"]
    """Party that asked for the review."""
    standing: Literal["binding", "advisory"]
    """A `binding` decision can replace the receipt. An `advisory` one is recorded only; it becomes binding
    if the other party consents before the decision.
    """
    verified_by: Literal["link", "email"]
    """Proof of the identity of the reviewer: the link alone, or also a code by mail."""
    request: ReviewRequest2
    """Request to the reviewer."""
    notification: ReviewNotification
    """Mail to the reviewer."""
    created_at: Timestamp
    """Time of the request."""
    expires_at: Timestamp
    """Time at which an undecided review expires. The receipt then stands."""
    decision: Optional[ReviewDecision2]
    """Decision of the reviewer; null before it."""
    effect: Optional[Literal["none", "pending", "superseded"]]
    """Effect of the decision on the receipt; null before it. `pending`: the new receipt is issued as soon
    as no settlement is under way.
    """
    replacement_receipt_id: Optional[ReceiptId]
    """ID of the receipt that the review led to."""
    can: List[Literal["consent", "withdraw"]]
    """Operations on the review that the caller can use now."""


class RequestedReview(Review):
    decision_url: str
    """Link for the reviewer. The holder of the link can decide; it is in this response only. The last part
    of its path is the bearer token of the decision.
    """


class RequiredLeg(TypedDict):
    leg: Literal["seller", "fee"]
    """Recipient: `seller`, or `fee` for the platform fee."""
    nonce: str
    """Unique value of the transfer. Send it back with the signature."""
    amount_cents: int
    """Amount in cents."""
    value_units: str
    """Amount in the smallest unit of the token."""
    to: str
    """Wallet address of the recipient."""
    valid_before: int
    """Unix time in seconds before which the transfer must be executed."""
    typed_data: TransferTypedData
    """EIP-712 typed data to sign without changes."""


class ResolveDiscrepancyRequest(TypedDict):
    outcome: Literal["claim_corrected", "fact_corrected", "accepted_variance"]
    """How the difference was settled."""
    note: str
    """Explanation for the other party."""


class ReviewCode(TypedDict):
    to: str
    """Masked address that the code is mailed to."""
    expires_at: Timestamp
    """Time at which the code expires."""
    codes_left: int
    """Further codes that can be requested."""


class ReviewDecision(TypedDict):
    decision: Literal["uphold", "overturn", "needs_evidence"]
    """Decision. `overturn` needs outcomes that differ from the receipt; `needs_evidence` needs `detail`."""
    detail: NotRequired[str]
    """Explanation for both parties."""
    condition_outcomes: NotRequired[Sequence[ReviewDecisionConditionOutcome2]]
    """Outcomes of conditions of the scope. Only with `overturn`."""
    unit_outcomes: NotRequired[Sequence[ReviewDecisionUnitOutcome2]]
    """Outcomes of single units, which take precedence. Only with `overturn`."""
    code: NotRequired[str]
    """Code from the mail to the reviewer. Required if `verified_by` is `email`."""


class ReviewDecision2(TypedDict):
    decision: Literal["uphold", "overturn", "needs_evidence"]
    """Decision."""
    detail: Optional[str]
    """Explanation of the reviewer."""
    condition_outcomes: List[ReviewDecisionConditionOutcome]
    """Outcomes of conditions."""
    unit_outcomes: List[ReviewDecisionUnitOutcome]
    """Outcomes of single units."""
    at: Timestamp
    """Time of the decision."""


class ReviewDecisionConditionOutcome(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    outcome: Literal["passed", "failed"]
    """Outcome of the condition for all its units."""


class ReviewDecisionConditionOutcome2(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    outcome: Literal["passed", "failed"]
    """Outcome of the condition for all its units."""


class ReviewDecisionUnitOutcome(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    unit: int
    """Number of the unit; the first unit is 1."""
    outcome: Literal["passed", "failed"]
    """Outcome of the condition for this unit."""


class ReviewDecisionUnitOutcome2(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    unit: int
    """Number of the unit; the first unit is 1."""
    outcome: Literal["passed", "failed"]
    """Outcome of the condition for this unit."""


class ReviewNotification(TypedDict):
    channel: Literal["smtp", "none"]
    """Channel of the mail; `none` if no mail is sent."""
    status: Literal["not_configured", "no_address", "queued", "accepted", "failed", "suppressed"]
    """State of the mail to the reviewer. `accepted`: the mail server took it; its delivery is not known.
    `suppressed`: a limit on mails was reached.
    """
    to: Optional[str]
    """Masked address of the reviewer."""
    at: Optional[Timestamp]
    """Time at which the state was reached."""
    attempts: int
    """Number of attempts to hand over the mail."""


class ReviewRequest(TypedDict):
    reviewer: ReviewRequestReviewer
    """Person who is asked to review."""
    question: str
    """Question for the reviewer."""
    dispute_id: NotRequired[DisputeId]
    """ID of an open dispute that the review is to resolve. The dispute policy must name a review as
    resolver.
    """
    scope: NotRequired[ReviewScope]
    """Part of the receipt to review. If left out, all of it."""
    expires_in_hours: NotRequired[int]
    """Hours in which the reviewer can decide; 72 if left out."""


class ReviewRequest2(TypedDict):
    """Request to the reviewer."""

    name: str
    """Name of the reviewer."""
    question: str
    """Question for the reviewer."""
    scope: ReviewScope
    """Part of the receipt to review."""


class ReviewRequestReviewer(TypedDict):
    """Person who is asked to review."""

    name: str
    """Name of the reviewer."""
    email: NotRequired[str]
    """E-mail address of the reviewer. With it, and a mail server, the reviewer receives the link and
    confirms the decision by a mailed code. It cannot be the contact of a party.
    """


class ReviewScope(TypedDict):
    condition_ids: NotRequired[Sequence[ConditionId]]
    """IDs of the conditions to review. If left out, all conditions are reviewed."""
    units: NotRequired[Sequence[int]]
    """Numbers of the units to review; the first unit is 1. If left out, all units are reviewed."""


class RootSignature(TypedDict):
    key_id: Sha256Hex
    """SHA-256 of the public root key."""
    signature: str
    """Ed25519 signature in base64url."""


class RowCountCheck(TypedDict):
    checker: Literal["row_count"]
    """Name of the checker."""
    expected: NotRequired[int]
    """Exact number of rows. Not combined with `min` and `max`."""
    min: NotRequired[int]
    """Minimum number of rows."""
    max: NotRequired[int]
    """Maximum number of rows."""


class RowField(TypedDict):
    name: str
    """Name of the field in the rows."""
    description: NotRequired[str]
    """Description of the field for people."""
    aliases: NotRequired[Sequence[str]]
    """Other names of the field. The text may use any of them."""
    type: NotRequired[Literal["text", "number", "boolean", "list", "object", "time"]]
    """Type of the values of the field."""
    unit: NotRequired[str]
    """Unit of the values. With `percent`, 99.9% is written as 99.9; with `fraction`, as 0.999."""
    values: NotRequired[Sequence[Union[str, float, bool]]]
    """List of all values that the field can have."""


class RowFilter(TypedDict):
    path: str
    """JSONPath of the value within the row (RFC 9535)."""
    operator: Literal["exists", "not_exists", "equals", "not_equals", "gt", "gte", "lt", "lte", "in",
        "contains", "matches", "not_matches"]
    """Comparison that selects the row."""
    value: NotRequired[Any]
    """Value that the operator compares with."""


class RunPrice(TypedDict):
    pricing_version: str
    """Version of the price list."""
    verification_micros: Micros
    """Price of the verification, in millionths of a US dollar."""
    compile_micros: Micros
    """Price of compiling plain text, in millionths of a US dollar."""
    total_micros: Micros
    """Total price, in millionths of a US dollar."""
    covered_by: Literal["allowance", "credits", "free", "nothing"]
    """Source that the run would be paid from; `nothing` if the account cannot pay for it."""


class SandboxBudget(TypedDict):
    compiles: int
    """Number of compilations."""
    spools: int
    """Number of demo Spools."""
    verifies: int
    """Number of verifications."""


class SandboxSession(TypedDict):
    token: str
    """Session token. It is shown only once. Send it as a Bearer token."""
    expires_at: Timestamp
    """Time at which the session expires."""
    limits: SandboxBudget
    """Limits of the session."""


class SandboxSessionState(TypedDict):
    expires_at: Timestamp
    """Time at which the session expires."""
    limits: SandboxBudget
    """Limits of the session."""
    remaining: SandboxBudget
    """Remaining budget of the session."""
    used: SandboxBudget
    """Used budget of the session."""
    spools: List[SandboxSessionStateSpool]
    """Active demo Spools of the session, newest first."""


class SandboxSessionStateSpool(TypedDict):
    id: str
    """ID of the demo Spool."""
    type: str
    """Type of work that the Spool covers."""
    status: Dict[str, str]
    """Current states of the Spool."""
    created_at: Timestamp
    """Time at which the Spool was created."""
    links: SandboxSessionStateSpoolLinks
    """Paths of related resources."""


class SandboxSessionStateSpoolLinks(TypedDict):
    """Paths of related resources."""

    self: str
    """Path of the Spool."""


class SensitivityAxes(TypedDict):
    """Terms to try in every combination, at most 200 of them."""

    threshold_bp: NotRequired[Sequence[BasisPoints]]
    """Thresholds to try."""
    finality_days: NotRequired[Sequence[FinalityDays]]
    """Days of finality to try."""
    uncertain_treatment: NotRequired[Sequence[UncertainTreatment]]
    """Treatments to try."""


class SensitivityCell(TypedDict):
    breached_windows: Count
    """Windows that would have been breached."""
    finality_days: FinalityDays
    hypothetical_remedy_cents: Cents
    """Remedy that the terms would have given, in cents, rounded down."""
    threshold_bp: BasisPoints
    uncertain_treatment: UncertainTreatment


class SettledPayment(TypedDict):
    network: str
    """Blockchain of the payment, as a CAIP-2 identifier."""
    transaction: str
    """Hash of the transaction that transferred the money."""
    payer: str
    """Wallet address of the payer."""
    amount: str
    """Amount in the smallest unit of the token. For USDC this is a millionth of a dollar."""


class SettlementGrant(TypedDict):
    spool_id: SpoolId
    """ID of the Spool that the permission pays for."""
    network: str
    """Blockchain of the permission, as a CAIP-2 identifier."""
    manager: str
    """Address of the contract that manages permissions."""
    permission: SpendPermission
    """The permission to spend tokens of the buyer."""
    permission_hash: str
    """EIP-712 hash of the permission, by which the manager contract identifies it."""
    state: Optional[Literal["recorded", "approved", "exhausted", "revoked", "expired"]]
    """State of the permission; null if the blockchain cannot be read now."""
    approved: Optional[bool]
    """True if the manager contract has approved the permission; null if the blockchain cannot be read now."""
    revoked: Optional[bool]
    """True if the account or the spender revoked the permission, which is final; null if the blockchain
    cannot be read now.
    """
    revoked_at: Optional[Timestamp]
    """Time at which the service detected the revocation; null if there is none."""
    revoked_by: Optional[Literal["account", "payment", "release"]]
    """Cause of the revocation: `account` if the account revoked it, `payment` if it was revoked together
    with the payment, `release` if the service released it because nothing is left to pay.
    """
    revoked_in: Optional[str]
    """Hash of the transaction in which the service revoked the permission; null if there is none."""
    window: Optional[Literal["not_started", "open", "ended"]]
    """Position of the current time relative to the validity period; null if the blockchain cannot be read
    now.
    """
    current_period: Optional[SettlementGrantCurrentPeriod]
    """Spent and remaining allowance; null outside the validity period, or if the blockchain cannot be read
    now.
    """
    revocation: SettlementGrantRevocation
    """Instructions for revoking the permission without this service."""


class SettlementGrantCurrentPeriod(TypedDict):
    start: str
    """Unix time in seconds at which the period starts."""
    end: str
    """Unix time in seconds at which the period ends."""
    spent_units: str
    """Amount already spent, in the smallest unit of the token."""
    remaining_units: str
    """Amount that can still be spent, in the smallest unit of the token."""


class SettlementGrantRequest(TypedDict):
    permission: SpendPermission
    """The complete permission from the template."""
    signature: NotRequired[str]
    """Signature of the typed data as 0x and hexadecimal digits."""
    approval_tx_hash: NotRequired[str]
    """Hash of the transaction in which the account approved the permission."""


class SettlementGrantRevocation(TypedDict):
    """Instructions for revoking the permission without this service."""

    url: str
    """URL of a page on which the account can revoke the permission."""
    manager: str
    """Address of the contract that manages permissions."""
    chain_id: int
    """ID of the blockchain."""
    call: SettlementGrantRevocationCall
    """Contract call with which the account revokes the permission."""


class SettlementGrantRevocationCall(TypedDict):
    """Contract call with which the account revokes the permission."""

    to: str
    """Address of the contract to call."""
    data: str
    """Encoded call data in hexadecimal."""


class SettlementGrantTemplate(TypedDict):
    spool_id: SpoolId
    """ID of the Spool that the permission pays for."""
    network: str
    """Blockchain of the permission, as a CAIP-2 identifier."""
    manager: str
    """Address of the contract that manages permissions."""
    permission: SpendPermission
    """The permission to spend tokens of the buyer."""
    permission_hash: str
    """EIP-712 hash of the permission, by which the manager contract identifies it."""
    typed_data: PermissionTypedData
    """EIP-712 typed data to sign without changes."""
    approve_transaction: SettlementGrantTemplateApproveTransaction
    """Contract call that the account can send instead of a signature."""
    maximum_all_in_cents: int
    """Maximum cost of the work including all fees, in cents."""
    allowance_units: str
    """Maximum amount that can be spent, in the smallest unit of the token."""
    requirements: List[str]
    """Requirements that the account must meet."""
    expires_at: Timestamp
    """Time at which the permission expires."""


class SettlementGrantTemplateApproveTransaction(TypedDict):
    """Contract call that the account can send instead of a signature."""

    to: str
    """Address of the contract to call."""
    data: str
    """Encoded call data in hexadecimal."""


class SettlementSignaturesRequest(TypedDict):
    legs: Sequence[SettlementSignaturesRequestLeg]
    """Signed transfers: one for each entry of `next_step.required_legs`."""


class SettlementSignaturesRequestLeg(TypedDict):
    leg: Literal["seller", "fee"]
    """Recipient: `seller`, or `fee` for the platform fee."""
    nonce: str
    """Nonce of the transfer from `next_step.required_legs`."""
    signature: str
    """Signature of the typed data as 0x and hexadecimal digits."""


class SharedConditionLastResult(TypedDict):
    result: str
    """Result of the condition."""
    run_id: RunId
    """ID of the run."""


class SharedSpool(SpoolCore):
    economics: FeeAndExpiry
    """Fee and expiry."""
    conditions: List[SharedCondition]
    """Conditions that the delivery must meet."""
    terms: List[SharedTerm]
    """Terms of the agreement in words, which no checker tests."""
    evidence: List[SharedSpoolEvidenceItem]
    """Submitted evidence."""


class SharedSpoolEvidenceItem(TypedDict):
    condition_id: ConditionId
    """ID of the condition that the item supports."""
    type: str
    """Type of evidence."""
    status: Literal["judged", "waiting"]
    """`judged` if the latest verification run included the item, otherwise `waiting`."""
    content_digest: Optional[Sha256Hex]
    """SHA-256 of the content; null if the service stores only a reference to it."""
    received_at: Timestamp
    """Time at which the service received the evidence."""


class SharedSpoolSummary(SpoolCore):
    economics: FeeAndExpiry
    """Fee and expiry."""
    conditions: List[SharedCondition]
    """Conditions that the delivery must meet."""
    terms: List[SharedSpoolSummaryTerm]
    """Terms of the agreement in words, which no checker tests."""
    evidence: List[SharedSpoolEvidenceItem]
    """Submitted evidence."""
    left_out: NotRequired[List[str]]
    """Parts that the summary leaves out; absent if it leaves out nothing."""


class SharedSpoolSummaryTerm(TypedDict):
    text: NotRequired[str]
    """Text of the term."""
    provenance: SharedTermProvenance
    """Origin of the text of the term."""


class SharedTerm(TypedDict):
    text: str
    """Text of the term."""
    provenance: SharedTermProvenance
    """Origin of the text of the term."""


class SharedTermProvenance(TypedDict):
    """Origin of the text of the term."""

    source: str
    """Kind of source that the term comes from."""


class Source(TypedDict):
    id: SourceId
    """ID of the source."""
    name: str
    """Name, unique among the sources of the account that are not revoked."""
    kind: Literal["webhook", "pull_http"]
    """`webhook`: the system sends signed payloads. `pull_http`: the service fetches them."""
    status: Literal["active", "paused", "failing", "revoked"]
    """`failing`: what arrives becomes no fact, or cannot be fetched. `revoked`: ended for good."""
    spool_id: Optional[SpoolId]
    """Spool that its facts are of; null if the mapping finds it."""
    registered_by: SourceRegisteredBy
    """Account that registered the source."""
    signing: Optional[SourceSigning]
    """How deliveries are checked; null for `pull_http`."""
    mapping: SourceMapping
    pull: Optional[SourcePull]
    """What is fetched; null for `webhook`."""
    webhook_url: Optional[str]
    """Address that deliveries are sent to; null for `pull_http`."""
    created_at: Timestamp
    """Time of registration."""
    updated_at: Timestamp
    """Time of the last change by its account."""
    last_received_at: Optional[Timestamp]
    """Time of the last delivery or page that was taken."""
    last_sync: Optional[SourceSync]
    """Last sync; null before one and for `webhook`."""
    facts: int
    """Facts that it reported so far."""
    rejections: List[SourceRejection]
    """Last 20 rejections, newest first."""
    failure: Optional[SourceFailure]
    """Failures since the last success; null for none."""


class SourceFailure(TypedDict):
    code: str
    """Reason of the last failure."""
    since: Timestamp
    """Time of the first failure in a row."""
    count: int
    """Failures in a row."""


class SourceList(TypedDict):
    data: List[Source]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""


class SourceMapping(TypedDict):
    """Where the members of facts are found in a payload."""

    subject: Union[str, SourceMappingItems]
    """Thing that the fact is about: a JSON Pointer, or `{"const":…}`."""
    predicate: Union[str, SourceMappingItems]
    """What is said of the subject."""
    value: Union[str, SourceMappingItems]
    """Text, whole number or boolean. A decimal is kept as the text that was sent."""
    occurred_at: NotRequired[Union[str, SourceMappingItems]]
    """Time of the fact. Default: the time of the delivery."""
    quantity: NotRequired[Union[str, SourceMappingItems]]
    """Whole number of things."""
    amount_cents: NotRequired[Union[str, SourceMappingItems]]
    """Amount in cents."""
    currency: NotRequired[Union[str, SourceMappingItems]]
    """Currency of the amount."""
    spool: NotRequired[Union[str, SourceMappingItems]]
    """ID of the Spool of the fact. Required without `spool_id`."""
    items: NotRequired[Union[str, SourceMappingItems]]
    """JSON Pointer to a list whose elements become facts. The other pointers are then relative to the
    element; one that starts with `//` is read from the document.
    """


class SourceMappingItems(TypedDict):
    const: Any
    """Text, whole number or boolean that every fact has."""


class SourcePull(TypedDict):
    url: str
    """https address that is fetched."""
    interval_seconds: int
    """Seconds between two syncs."""
    items: NotRequired[str]
    """JSON Pointer to the list of facts on each page, in place of `mapping.items`."""
    cursor: NotRequired[SourcePullCursor]
    """How further pages are asked for, up to 50 in a sync."""
    has_headers: bool
    """True if request headers are kept."""


class SourcePullCursor(TypedDict):
    """How further pages are asked for, up to 50 in a sync."""

    pointer: str
    """JSON Pointer to the cursor of the next page."""
    parameter: str
    """Query parameter that carries the cursor."""


class SourceRegisteredBy(TypedDict):
    """Account that registered the source."""

    account_is_caller: Literal[True]
    """Always true: only its account sees a source."""


class SourceRejection(TypedDict):
    at: Timestamp
    """Time of the rejection."""
    webhook_id: str
    """ID of the delivery or the sync."""
    code: str
    """Reason."""
    pointer: Optional[str]
    """Pointer of the mapping at fault; null for a constant."""


class SourceRequest(TypedDict):
    name: str
    """Name, unique among the sources of the account that are not revoked."""
    kind: Literal["webhook", "pull_http"]
    """`webhook`: the system sends signed payloads. `pull_http`: the service fetches them."""
    spool_id: NotRequired[SpoolId]
    """Spool that every fact is of. Without it, `mapping.spool` finds it."""
    signing: NotRequired[Union[SourceRequestSigningHmacSha256, SourceRequestSigningEd25519]]
    """How deliveries are signed. Required for `webhook`."""
    mapping: SourceMapping
    pull: NotRequired[SourceRequestPull]
    """What is fetched. Required for `pull_http`."""


class SourceRequestPull(TypedDict):
    """What is fetched. Required for `pull_http`."""

    url: str
    """https address that is fetched."""
    interval_seconds: int
    """Seconds between two syncs."""
    items: NotRequired[str]
    """JSON Pointer to the list of facts on each page, in place of `mapping.items`."""
    cursor: NotRequired[SourceRequestPullCursor]
    """How further pages are asked for, up to 50 in a sync."""
    headers: NotRequired[Mapping[str, str]]
    """Up to 5 request headers, such as Authorization. Kept encrypted and never shown."""


class SourceRequestPullCursor(TypedDict):
    """How further pages are asked for, up to 50 in a sync."""

    pointer: str
    """JSON Pointer to the cursor of the next page."""
    parameter: str
    """Query parameter that carries the cursor."""


class SourceRequestSigningEd25519(TypedDict):
    scheme: Literal["ed25519"]
    """Ed25519 under a key of the sender."""
    public_key: str
    """Ed25519 public key of the sender: `whpk_` and base64, or base64url of 32 bytes."""


class SourceRequestSigningHmacSha256(TypedDict):
    scheme: Literal["hmac_sha256"]
    """HMAC-SHA256 under a secret that the service makes."""


class SourceRotateRequest(TypedDict):
    overlap_seconds: NotRequired[int]
    """Seconds for which the previous key stays valid."""
    public_key: NotRequired[str]
    """Ed25519 public key of the sender: `whpk_` and base64, or base64url of 32 bytes."""


class SourceSigning(TypedDict):
    scheme: Literal["hmac_sha256", "ed25519"]
    """Scheme of the signatures."""
    public_key: NotRequired[str]
    """Public key of the sender, newest."""
    secrets: NotRequired[List[SourceSigningSecret]]
    """Secrets that are valid, without their text."""


class SourceSigningSecret(TypedDict):
    id: SourceSecretId
    """ID of the secret."""
    created_at: Timestamp
    """Time at which it was made."""
    expires_at: Optional[Timestamp]
    """Time at which it ends; null for the newest."""


class SourceSpan(TypedDict):
    start: int
    """Position of the first character in `source`, in UTF-16 code units."""
    end: int
    """Position after the last character in `source`, in UTF-16 code units."""
    text: str
    """Part of `source` between the two positions."""


class SourceSync(TypedDict):
    sync_id: SyncId
    """ID of the sync."""
    status: Literal["running", "completed", "failed"]
    """Status of the sync."""
    started_at: Timestamp
    """Time at which it started."""
    ended_at: Optional[Timestamp]
    """Time at which it ended; null while it runs."""
    facts_created: int
    """New facts."""
    error: NotRequired[str]
    """Why it failed."""


class SourceTestRequest(TypedDict):
    payload: Any
    """JSON document as the system would send it."""


class SourceTestResult(TypedDict):
    facts: List[MappedFact]
    """Facts that the payload would become."""
    rejected: List[RejectedElement]
    """Elements that would become none."""


class SourceWithSecret(Source):
    signing_secret: NotRequired[str]
    """Secret that deliveries are signed with; shown here alone. Configure the sender with it."""


class SpendPermission(TypedDict):
    account: str
    """Wallet address of the buyer, whose tokens can be spent."""
    spender: str
    """Address of the settlement contract, which can spend the tokens."""
    token: str
    """Address of the token contract."""
    allowance: str
    """Maximum amount that can be spent, in the smallest unit of the token."""
    period: str
    """Number of seconds after which the allowance is renewed. It covers the whole lifetime of the
    permission, so that the allowance is granted once.
    """
    start: str
    """Unix time in seconds from which the permission is valid."""
    end: str
    """Unix time in seconds at which the permission expires."""
    salt: str
    """Value that makes the permission unique. It is derived from the Spool, its quote and the number of
    earlier permissions.
    """
    extraData: str
    """Hash of the agreement, so that the signature covers the agreement."""


class SpoolEconomics(FeeAndExpiry):
    allowed_actions: List[Literal["propose", "accept", "decline", "amend", "quote", "cancel", "abandon",
        "commit", "evidence", "verify", "external-result", "onboard-provider", "complete"]]
    """Actions that the caller can take now."""
    overpaid_cents: NotRequired[int]
    """Amount that was settled beyond what the latest receipt states, in cents. The service moves no money
    back. Omitted if 0.
    """
    outstanding_cents: NotRequired[int]
    """Amount that the latest receipt states beyond what was settled before, in cents. Omitted if 0, and
    before the first settlement.
    """


class SpoolEvent(TypedDict):
    id: str
    """ID of the event."""
    type: str
    """Type of the event."""
    at: Timestamp
    """Time of the event."""
    actor: SpoolEventActor
    """Actor that caused the event."""
    data: Dict[str, Any]
    """Details of the event, depending on its type. `by` is `person` if a person of the party acted in the
    console, and is absent if a program acted with a key.
    """
    seq: int
    """Sequence number of the event; the first event is 1."""
    prev_hash: Sha256Hex
    """Hash of the previous event."""
    hash: Sha256Hex
    """SHA-256 of the canonical JSON of the event without this member."""


class SpoolEventActor(TypedDict):
    """Actor that caused the event."""

    party_id: Optional[PartyId]
    """ID of the party; null if the actor is not a party."""
    kind: Literal["party", "service", "operator", "reviewer"]
    """Kind of actor."""


class SpoolList(TypedDict):
    data: List[Spool]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""


class SpoolListSummary(TypedDict):
    data: List[SpoolSummary]
    """Items of this page."""
    has_more: bool
    """True if there are more items after this page."""
    next_cursor: Optional[str]
    """Value of `after` for the next page; null on the last page."""
    left_out: NotRequired[List[str]]
    """Parts that the summary leaves out; absent if it leaves out nothing."""


class SpoolParty(TypedDict):
    party_id: PartyId
    """ID of the party."""
    role: Literal["buyer", "seller", "client", "provider"]
    """Role of the party in the agreement."""
    kind: Literal["human", "agent", "org", "service"]
    """Kind of party, such as a person, an organization or an agent."""
    display_name: str
    """Name of the party, as the other party sees it."""
    settlement_address: NotRequired[str]
    """Wallet at which the party is paid."""
    assigned: bool
    """True if an account acts for the party."""
    is_caller: bool
    """True if the party is the caller."""
    contact: NotRequired[str]
    """Contact details of the party. Visible only to the party and to the creator of the Spool."""
    account_id: NotRequired[str]
    """ID of the account that acts for the party."""
    processor_account_id: NotRequired[str]
    """ID of the account of the party at the payment processor."""


class SpoolStatus(TypedDict):
    agreement: Literal["draft", "proposed", "accepted", "declined", "cancelled", "expired"]
    """State of the agreement."""
    fulfillment: Literal["pending", "in_progress", "evidence_submitted", "fulfilled", "partially_fulfilled",
        "unfulfilled"]
    """State of the delivery."""
    verification: Literal["pending", "awaiting_confirmation", "pass", "partial", "fail", "uncertain"]
    """State of the verification."""
    settlement: Literal["uncommitted", "committed", "awaiting_signature", "releasing", "partially_settled",
        "settled", "voided", "failed"]
    """State of the payment."""
    outcome: Literal["active", "completed", "cancelled", "expired"]
    """Overall state of the Spool."""


class SpoolSummary(SpoolCore):
    terms: List[SpoolSummaryTerm]
    """Terms of the agreement in words, which no checker tests."""
    conditions: List[Condition]
    """Conditions that the delivery must meet."""
    economics: SpoolEconomics
    """Fee, expiry and permitted actions."""
    evidence: List[Evidence]
    """Submitted evidence."""
    gated_action_note: Optional[str]
    """Note of the creator on the intended action; null if there is none."""
    card_hold: NotRequired[CardHold]
    """Hold on the card of the buyer. Present once the buyer has committed to pay by card."""
    provider_onboarding: NotRequired[ProviderOnboarding]
    """Link with which the provider sets up payouts."""
    acted_as: NotRequired[ActedAs]
    """Party that the sandbox session acted as, or whose view was read. Omitted for API keys."""
    left_out: NotRequired[List[str]]
    """Parts that the summary leaves out; absent if it leaves out nothing."""


class SpoolSummaryTerm(TypedDict):
    text: NotRequired[str]
    """Text of the term."""
    provenance: AgreementTermProvenance
    """Origin of the text of the term."""


class SpoolValue(TypedDict):
    amount_cents: int
    """Agreed price of the whole delivery, in cents."""
    currency: Literal["USD"]
    """Currency of the price."""
    rail_preference: NotRequired[str]
    """Payment method that the parties prefer."""


class StartedSync(TypedDict):
    sync_id: SyncId
    """ID of the sync."""
    status: Literal["running"]
    """It goes on after this answer; read the source for its result."""
    facts_created: int
    """New facts so far."""


class StatedCheck(TypedDict):
    text: str
    """Part of the text that the entry concerns."""
    start: int
    """Position of the first character of `text`, in UTF-16 code units."""
    end: int
    """Position after the last character of `text`, in UTF-16 code units."""
    condition: ConditionInput
    """Condition that the text states."""
    applies: Literal["unit", "gate"]
    """`unit` if each row is decided separately, `gate` if the delivery is decided as a whole."""


class StatusProof(TypedDict):
    schema: str
    """Name and version of the document format."""
    receipt_id: ReceiptId
    """ID of the receipt."""
    status: Literal["active", "corrected", "revoked"]
    """Status of the receipt when the statement was signed."""
    issued_at: Timestamp
    """Time at which the statement was signed."""
    expires_at: Timestamp
    """Time until which the statement is valid: 24 hours after it was signed."""
    signing_key_id: Sha256Hex
    """SHA-256 of the public key that verifies the signature."""
    signature: Ed25519Signature


class SuggestedCondition(TypedDict):
    suggestion_id: str
    """ID of the suggestion within the draft."""
    condition: ConditionInput
    """Suggested condition, ready to be used in a Spool."""
    reads_as: str
    """Sentence that states the check as the service applies it."""
    applies: Literal["unit", "gate"]
    """`unit` if each row is decided separately, `gate` if the delivery is decided as a whole."""
    note: NotRequired[str]
    """Effect of the condition that its author may not expect."""
    source_span: SourceSpan
    """Position of the condition in the source."""


class SupersedeRequest(TypedDict):
    reason: Literal["evidence_error", "confirmation_changed", "review_overturned", "dispute_resolved"]
    """Reason for the correction."""
    advisory: str
    """Notice that readers of the replaced receipt see."""
    evidence_ids: NotRequired[Sequence[EvidenceId]]
    """IDs of the evidence items that the correction concerns. They must belong to the Spool of the
    receipt.
    """


class SupersededReceipt(TypedDict):
    receipt: OutcomeReceipt
    """The new receipt."""
    receipt_url: str
    """URL of the page of the new receipt."""
    attestation: Attestation
    """Attestation of the new verdict."""
    superseded: ReceiptId
    """ID of the receipt that was replaced."""
    charged: NotRequired[Literal[False]]
    """Present and false if the run is not charged because the service itself could not reach data that the
    verdict needs.
    """


class TableDialectCsv(TypedDict):
    format: Literal["csv"]
    """File format: separated values with a header line."""
    delimiter: Literal[",", ";", "\t", "|"]
    """Character that separates the fields of a row."""


class TableDialectXlsx(TypedDict):
    format: Literal["xlsx"]
    """File format: one sheet of a workbook."""
    sheet: str
    """Name of the sheet."""


class TextContainsCheck(TypedDict):
    checker: Literal["text_contains"]
    """Name of the checker."""
    text: NotRequired[str]
    """Phrase that must occur. Send exactly one of `text`, `all_of`, `any_of` and `none_of`."""
    all_of: NotRequired[Sequence[str]]
    """Phrases that must all occur."""
    any_of: NotRequired[Sequence[str]]
    """Phrases of which at least one must occur."""
    none_of: NotRequired[Sequence[str]]
    """Phrases that must not occur."""
    case_sensitive: NotRequired[bool]
    """True if upper and lower case are different. Default: `false`."""
    normalize: NotRequired[Literal["nfkc_ws", "none"]]
    """Normalization before texts are compared: `nfkc_ws` applies Unicode NFKC and reads each run of white
    space as one space. Default: `nfkc_ws`.
    """
    field: NotRequired[str]
    """Field of each row to search. If omitted, the delivered text is searched."""
    min_share_bp: NotRequired[int]
    """Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then
    decides on the delivery as a whole, not on each row.
    """
    share_exclusive: NotRequired[bool]
    """True if the share must be greater than `min_share_bp`, not only equal. Default: `false`."""


class TextQuestion(TypedDict):
    text: str
    """Part of the text that the entry concerns."""
    start: int
    """Position of the first character of `text`, in UTF-16 code units."""
    end: int
    """Position after the last character of `text`, in UTF-16 code units."""
    reason: Literal["placeholder", "field_unmarked", "inexact_value", "percent_or_number", "time_open",
        "unit_open", "misspelt", "several_readings", "qualified", "other_language"]
    """Reason for the question."""
    question: str
    """Question for the author."""
    wants: Literal["field", "number", "percentage", "time", "address", "digest", "reading", "sentence"]
    """Kind of answer."""
    candidates: List[str]
    """Possible meanings of the text, best first."""
    rewrites: List[Union[str, List[str]]]
    """Complete conditions that each use one candidate, best first: a text, or a list of texts that are one
    condition each. Each can be sent as it is, except that `{}` must be replaced by your answer.
    """


class TransferTypedData(TypedDict):
    types: Dict[str, List[TransferTypedDataTypeItem]]
    """EIP-712 type definitions."""
    primaryType: Literal["TransferWithAuthorization"]
    """EIP-712 type of the signed message."""
    domain: TransferTypedDataDomain
    """EIP-712 domain of the token contract."""
    message: TransferTypedDataMessage
    """The EIP-3009 transfer to sign."""


class TransferTypedDataDomain(TypedDict):
    """EIP-712 domain of the token contract."""

    name: str
    """Name of the token in its EIP-712 domain."""
    version: str
    """Version of the EIP-712 domain."""
    chainId: int
    """ID of the blockchain."""
    verifyingContract: str
    """Address of the token contract."""

TransferTypedDataMessage = TypedDict(
    "TransferTypedDataMessage",
    {
        "from": "str",
        "to": "str",
        "value": "str",
        "validAfter": "str",
        "validBefore": "str",
        "nonce": "str",
    },
)
"""The EIP-3009 transfer to sign."""


class TransferTypedDataTypeItem(TypedDict):
    name: str
    """Name of the field."""
    type: str
    """Solidity type of the field."""


class UnbilledRecord(TypedDict):
    key: str
    """Key of the row."""
    record_row: int
    """Row of the record."""


class UnitCorrection(TypedDict):
    unit_id: str
    """ID of the corrected unit."""
    corrected_at: str
    """Time of the correction. Corrections apply in this order, and the last one wins."""
    verdict: NotRequired[Literal["accepted", "rejected", "uncertain", "pass", "fail"]]
    """Verdict on the unit; `pass` and `fail` mean accepted and rejected."""
    value_cents: NotRequired[int]
    """Value of the unit, in cents."""
    reason: NotRequired[str]
    """Your reason, which is not read."""


class UnitCounts(TypedDict):
    total: int
    """Number of agreed units."""
    accepted: int
    """Number of accepted units."""
    rejected: int
    """Number of rejected units."""
    uncertain: int
    """Number of units that could not be decided."""
    earning_rule: UnitCountsEarningRule
    """Rule for the earned amount."""
    rejection_summary: List[UnitCountsRejectionSummaryItem]
    """Number of rejected units by reason."""
    unit_results_digest: Sha256Hex
    """Digest of the results of all units."""


class UnitCountsEarningRule(TypedDict):
    """Rule for the earned amount."""

    type: Literal["per_unit"]
    """Type of the rule: each accepted unit earns the same amount."""
    unit_amount: str
    """Price of each accepted unit, as a decimal with two places."""


class UnitCountsRejectionSummaryItem(TypedDict):
    reason: str
    """Reason code, with the name of the field if there is one."""
    count: int
    """Number of units rejected for this reason."""


class UnitDisclosure(TypedDict):
    leaf: UnitResult
    """Result of one unit."""
    index: int
    """Position of the unit in the Merkle tree; the first is 0."""
    proof: List[Sha256Hex]
    """Sibling hashes from the leaf to the Merkle root."""


class UnitResult(TypedDict):
    unit: int
    """Number of the unit; the first unit is 1."""
    result: Literal["pass", "fail", "uncertain"]
    """Result of the unit."""
    reasons: List[UnitResultReason]
    """Reasons why the unit was not accepted; at most five."""
    more_reasons: NotRequired[int]
    """Number of reasons beyond the five that are listed."""
    salt: str
    """Random salt that keeps the unit from being guessed from its hash."""
    identity: NotRequired[UnitResultIdentity]
    """Identity of the unit, if the agreement defines a source key."""


class UnitResultIdentity(TypedDict):
    """Identity of the unit, if the agreement defines a source key."""

    id: str
    """Salted pseudonym of the unit: `uid_…`."""
    label: NotRequired[str]
    """Value of the source key. Present only if the agreement makes it visible as a `label`."""


class UnitResultReason(TypedDict):
    condition_id: ConditionId
    """ID of the condition that the unit did not meet."""
    code: str
    """Machine-readable code of the reason."""
    unit: NotRequired[int]
    """Number of the earlier unit that this unit duplicates; the first unit is 1."""
    field: NotRequired[str]
    """Name of the field that the reason concerns."""


class Unitization(TypedDict):
    total_units: int
    """Number of units to deliver."""
    unit_amount_cents: int
    """Price of each accepted unit, in cents."""
    identity: NotRequired[UnitizationIdentity]
    """Field that identifies a unit in receipts."""


class UnitizationIdentity(TypedDict):
    """Field that identifies a unit in receipts."""

    source_key: str
    """Name of the field that identifies a unit."""
    visibility: Literal["label", "pseudonymous"]
    """`label` shows the value of the field in receipts, `pseudonymous` shows a pseudonym instead."""


class UnitizationInput(TypedDict):
    total_units: int
    """Number of units to deliver."""
    unit_amount_cents: int
    """Price of each accepted unit, in cents."""
    identity: NotRequired[UnitizationInputIdentity]
    """Field that identifies a unit in receipts."""


class UnitizationInputIdentity(TypedDict):
    """Field that identifies a unit in receipts."""

    source_key: str
    """Name of the field that identifies a unit."""
    visibility: Literal["label", "pseudonymous"]
    """`label` shows the value of the field in receipts, `pseudonymous` shows a pseudonym instead."""


class UnsupportedClause(TypedDict):
    text: str
    """Text that no checker can decide."""
    reason: str
    """Reason why no checker can decide this part of the text."""
    suggested_method: Literal["human_confirmed", "ai_assisted", "external_tool"]
    """Verification method that can decide this part of the text instead."""
    condition: ConditionInput
    """Condition with that method, ready to be used in a Spool."""
    incomplete: NotRequired[List[Literal["external_judge"]]]
    """Members that you must add to `condition` before it can be used."""
    model_rewrites: NotRequired[ModelRewrites]
    """Proposals of a model. Present only if `suggest` was sent and the model wrote usable sentences. To
    use one, send it as an answer or in the text.
    """
    source_span: SourceSpan
    """Position of the clause in the source."""


class UnsupportedText(TypedDict):
    text: str
    """Part of the text that the entry concerns."""
    start: int
    """Position of the first character of `text`, in UTF-16 code units."""
    end: int
    """Position after the last character of `text`, in UTF-16 code units."""
    reason: str
    """Reason why no checker can decide this part of the text."""
    suggested_method: Literal["human_confirmed", "ai_assisted", "external_tool"]
    """Verification method that can decide this part of the text instead."""
    condition: ConditionInput
    """Condition with that method, ready to be used in a Spool."""
    incomplete: NotRequired[List[Literal["external_judge"]]]
    """Members that you must add to `condition` before it can be used."""


class UrlFormatCheck(TypedDict):
    checker: Literal["url_format"]
    """Name of the checker."""
    field: NotRequired[str]
    """Field of each row that holds the URL. If omitted, the delivered link is checked."""
    schemes: NotRequired[Sequence[str]]
    """Allowed URL schemes. Default: `https` and `http`."""
    require_public_host: NotRequired[bool]
    """True if the host must be a name of the public internet. Default: `true`."""
    allow_empty: NotRequired[bool]
    """True if a blank value passes. Default: `false`."""
    min_share_bp: NotRequired[int]
    """Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then
    decides on the delivery as a whole, not on each row.
    """
    share_exclusive: NotRequired[bool]
    """True if the share must be greater than `min_share_bp`, not only equal. Default: `false`."""


class Usage(TypedDict):
    days: List[UsageOfDay]
    """Totals per day."""
    totals: UsageTotals
    """Totals of the whole period."""
    use_cases: List[UsageOfUseCase]
    """Totals per use case."""
    recent: List[UsageRecentItem]
    """Latest runs."""


class UsageTotals(TypedDict):
    totalRuns: int
    """Number of verification runs."""
    accepted: int
    """Number of accepted units. A delivery without units counts as one."""
    submitted: int
    """Number of submitted units. A delivery without units counts as one."""
    earned_micros: Micros
    """Earned value as determined by the runs, in millionths of a US dollar. It may not be settled yet."""
    fees_accrued_micros: Micros
    """Fees recorded in the ledger, in millionths of a US dollar. They may not be collected yet."""
    paid_micros: Micros
    """Amount paid per request with x402, in millionths of a US dollar. It uses neither the allowance nor
    credits, and no fee is added.
    """
    cogs_micros: Micros
    """Cost of the runs to the service, in millionths of a US dollar."""
    pass_rate: Optional[float]
    """Fraction of runs with the verdict `pass`, from 0 to 1; null if there were no runs."""


class UsageOfDay(UsageTotals):
    date: str
    """Day in UTC."""


class UsageOfUseCase(UsageTotals):
    use_case: str
    """Type of Spool that the runs belong to."""


class UsageRecentItem(TypedDict):
    verification_run_id: RunId
    """ID of the verification run."""
    spool_id: SpoolId
    """ID of the Spool."""
    receipt_id: Optional[ReceiptId]
    """ID of the receipt of the run; null if none was issued."""
    at: Timestamp
    """Time of the run."""
    result: str
    """Verdict of the run."""
    submitted: int
    """Number of submitted units. A delivery without units counts as one."""
    accepted: int
    """Number of accepted units. A delivery without units counts as one."""
    earned_micros: Micros
    """Value earned in the run, in millionths of a US dollar."""
    fee_micros: Micros
    """Fee of the run, in millionths of a US dollar."""
    paid_micros: Micros
    """Amount paid for this request with x402, in millionths of a US dollar. It uses neither the allowance
    nor credits, and no fee is added.
    """
    use_case: str
    """Type of Spool that the runs belong to."""
    environment: Literal["production", "demo"]
    """Environment of the run."""


class VerificationMethod(TypedDict):
    id: str
    """Name of the key: the DID, and the id of the key that `/.well-known/<service>-keys.json` lists."""
    type: Literal["JsonWebKey"]
    """Form of the key."""
    controller: str
    """DID of the service, of the method `did:web`."""
    expires: NotRequired[str]
    """End of the time in which the key signed. Absent while it may sign."""
    publicKeyJwk: VerificationMethodPublicKeyJwk
    """Public key as a JSON Web Key."""


class VerificationMethodPublicKeyJwk(TypedDict):
    """Public key as a JSON Web Key."""

    kty: Literal["OKP"]
    """Kind of key: an octet key pair."""
    crv: Literal["Ed25519"]
    """Curve of the key."""
    alg: Literal["EdDSA"]
    """Signature algorithm."""
    x: str
    """Public key: 32 bytes in base64url without padding."""


class VerificationPreview(TypedDict):
    dry_run: Literal[True]
    """Always true: nothing was stored, signed or charged."""
    conditions: List[PreviewedCondition]
    """Conditions as they would be agreed."""
    unitization: Optional[Unitization]
    """Number of units and the price of each; null if the work is not split into units."""
    value: PreflightValue
    """Price of the whole delivery."""
    plan_hash: Sha256Hex
    """SHA-256 of the canonical JSON of the verification plan."""
    price: RunPrice
    """Price of the run."""
    result: Literal["pass", "partial", "fail", "uncertain"]
    """Verdict that a run would give."""
    earned_cents: int
    """Earned amount, in cents."""
    accepted: int
    """Number of accepted units. A delivery without units counts as one."""
    rejected: int
    """Number of rejected units. A delivery without units counts as one."""
    rejections: List[Rejection]
    """Rejected units in ascending order, each with its first reason."""
    rejections_truncated: NotRequired[bool]
    """True if more units were rejected than are listed."""
    condition_results: List[ConditionResult]
    """Result of each condition."""
    decision_authority: Literal["deterministic", "buyer_confirmation", "both_confirm", "none"]
    """Authority that decides the required conditions."""
    corrective_hint: NotRequired[str]
    """Instruction for correcting the first problem of the delivery."""
    spool_id: SpoolId
    """ID of the Spool."""
    version: int
    """Version number of the Spool that the dry run used."""
    evidence_items: int
    """Number of verified evidence items, including those in the request."""
    awaits: List[VerificationPreviewAwait]
    """Confirmations that are missing for a run."""
    previews_left: int
    """Number of dry runs that the party has left for this Spool until midnight UTC."""


class VerificationPreviewAwait(TypedDict):
    condition_id: ConditionId
    """ID of the condition."""
    side: Literal["buyer", "provider"]
    """Party that must confirm."""


class VerificationSummary(TypedDict):
    conditions: int
    """Number of conditions."""
    required: int
    """Number of conditions that the verdict depends on."""
    by_method: Dict[str, int]
    """Number of conditions by verification method."""
    executable: int
    """Number of conditions that this deployment can verify."""
    non_executable: List[ConditionId]
    """IDs of the conditions that this deployment cannot verify."""
    unitized: bool
    """True if the work is split into units that are accepted and paid one by one."""
    self_asserted_sources: NotRequired[List[SourceId]]
    """IDs of required sources that the party which earns by them registered with a shared secret, so that
    it could have made their facts itself. Left out if there are none.
    """
    runs: int
    """Number of verification runs so far."""
    last_run: Optional[VerificationSummaryLastRun]
    """Latest verification run; null before the first."""


class VerificationSummaryLastRun(TypedDict):
    run_id: RunId
    """ID of the run."""
    result: str
    """Verdict of the run."""
    at: Timestamp
    """Time of the run."""
    receipt_id: Optional[ReceiptId]
    """ID of the receipt of the run; null if none was issued."""


class VerifiedSpool(Spool):
    receipt: Optional[OutcomeReceipt]
    """The signed receipt; null if there was no run."""
    receipt_url: Optional[str]
    """URL of the receipt page; null if there is no receipt."""
    attestation: Optional[Attestation]
    """Attestation of the same verdict; null if there was no run."""
    verification_run_id: Optional[RunId]
    """ID of the verification run; null if there was no run."""
    earned_cents: int
    """Earned amount, in cents."""
    accepted: int
    """Number of accepted units. A delivery without units counts as one."""
    rejected: int
    """Number of rejected units. A delivery without units counts as one."""
    rejections: List[Rejection]
    """Rejected units in ascending order, each with its first reason."""
    rejections_truncated: NotRequired[bool]
    """True if more units were rejected than are listed."""
    signing: NotRequired[Literal["not_configured"]]
    """Present if this deployment does not sign receipts."""
    charged: NotRequired[Literal[False]]
    """Present and false if the run is not charged because the service itself could not reach data that the
    verdict needs.
    """
    unchanged: NotRequired[Literal[True]]
    """True if nothing has changed since the latest run. The result and receipt of that run are returned,
    and nothing is charged.
    """


class VerifiedSpoolSummary(SpoolSummary):
    receipt: Optional[OutcomeReceipt]
    """The signed receipt; null if there was no run."""
    receipt_url: Optional[str]
    """URL of the receipt page; null if there is no receipt."""
    attestation: Optional[Attestation]
    """Attestation of the same verdict; null if there was no run."""
    verification_run_id: Optional[RunId]
    """ID of the verification run; null if there was no run."""
    earned_cents: int
    """Earned amount, in cents."""
    accepted: int
    """Number of accepted units. A delivery without units counts as one."""
    rejected: int
    """Number of rejected units. A delivery without units counts as one."""
    rejections: List[Rejection]
    """Rejected units in ascending order, each with its first reason."""
    rejections_truncated: NotRequired[bool]
    """True if more units were rejected than are listed."""
    signing: NotRequired[Literal["not_configured"]]
    """Present if this deployment does not sign receipts."""
    charged: NotRequired[Literal[False]]
    """Present and false if the run is not charged because the service itself could not reach data that the
    verdict needs.
    """
    unchanged: NotRequired[Literal[True]]
    """True if nothing has changed since the latest run. The result and receipt of that run are returned,
    and nothing is charged.
    """


class VerifySpoolRequest(TypedDict):
    confirmations: NotRequired[Sequence[Confirmation]]
    """Confirmations by the caller for conditions that the parties confirm."""
    evidence: NotRequired[Sequence[EvidenceRequest]]
    """Additional evidence for a dry run. It is verified together with the stored evidence and not stored."""


class WithdrawnEvidence(TypedDict):
    evidence_id: EvidenceId
    """ID of the evidence item."""
    content_digest: Sha256Hex
    """SHA-256 of the deleted content. Receipts keep it."""
    content: Literal["withdrawn"]
    """State of the content."""
    withdrawn_at: Timestamp
    """Time at which the content was deleted."""

AccountId = str

AttestationId = str

AuditId = str

AuditedLineSource = Optional["AuditedLineSourceObject"]
"""Place of the line on the pages of a PDF; null for CSV and for an e-invoice."""

BasisPoints = int
"""A rate in basis points; 10000 is all."""

BundledContent = Union["BundledContentRows", "BundledContentJson", "BundledContentText",
    "BundledContentBytes", "BundledContentReference", "BundledContentUnavailable",
    "BundledContentConfirmation", "BundledContentExternalResult", "BundledContentReview",
    "BundledContentDispute"]

Cents = int
"""Money, in cents."""

ClaimId = str

ColumnHeader = str
"""Header of a column, as the file writes it."""

ConditionId = str

ConfirmRequest = Union["Confirmation", "ConfirmRequestObject"]

ConsumptionId = str

Count = int
"""A number of things."""

DeterministicCheck = Union["RowCountCheck", "CompletenessCheck", "DuplicateRateCheck", "UrlFormatCheck",
    "JsonPathCheck", "HttpStatusCheck", "TextContainsCheck", "HashMatchesCheck", "DeadlineMetCheck"]
"""One checker with its parameters. `checker` names it."""

DiscrepancyCode = Literal["missing_key", "unparseable_value", "currency_mismatch", "duplicate_invoice_line",
    "not_in_record", "status_not_billable", "outside_period", "quantity_mismatch", "unit_price_mismatch",
    "amount_arithmetic_mismatch", "date_mismatch", "duplicate_record_key", "total_mismatch",
    "unbilled_record"]
"""Kind of a discrepancy."""

DiscrepancyId = str

DisputeId = str

Ed25519Signature = str
"""Ed25519 signature in base64url."""

ErrorCode = Literal["account_suspended", "ambiguity_required", "checker_error", "configuration_unavailable",
    "compile_failed", "conflict", "credits_required", "forbidden", "grant_cap_exceeded", "grants_paused",
    "input_too_large", "evidence_too_large", "internal_error", "invalid_json", "invalid_state",
    "method_not_allowed", "not_found", "not_acceptable", "not_allowed_in_unilateral_mode",
    "payout_destination_required", "payment_required_mpp", "payment_required_x402", "payment_failed_x402",
    "limit_reached", "rate_limited", "recipe_hash_mismatch", "recipe_not_found", "route_not_found",
    "sandbox_resting", "settlement_unavailable", "session_expired", "spool_not_found", "store_conflict",
    "trusted_key_unavailable", "unsupported_environment_capability", "unknown_action", "unauthenticated",
    "validation_failed", "wrong_funding_lane"]
"""Stable error code. Each code is explained at `/docs/errors#{code}`."""

EvidenceId = str

ExactTimestamp = str
"""A time in UTC with three to nine fractional digits (RFC 3339)."""

FactId = str

FinalityDays = int
"""Days after its delivery at which a unit is final."""

GrantId = str

GrantToken = str
"""Token that can be exchanged once for an API key, within 15 minutes."""

JsonRows = Sequence[Mapping[str, Any]]

KeyId = str

MatchId = str

MatchRunId = str

Micros = str
"""An exact amount in millionths of a US dollar; 10000 are one cent."""

PartyId = str

PaymentMethod = Union["PaymentMethodHostedCheckout", "PaymentMethodMpp", "PaymentMethodX402"]

PolicyId = str

ProvenanceInput = Union[Literal["caller_declared", "uploaded_text", "uploaded_json", "uploaded_csv",
    "uploaded_file"], "ProvenanceInputObject"]

PurchaseId = str

QuoteId = str

ReceiptId = str

RecordRow = int
"""Row of the record; 1 is the first row under the header."""

RequestId = str

ReviewId = str

RunId = str

Sha256Digest = str
"""A SHA-256 digest: `sha256:` and 64 lower-case hexadecimal digits."""

Sha256Hex = str
"""A SHA-256 digest as 64 lower-case hexadecimal digits."""

ShareId = str

SourceId = str

SourceSecretId = str

SpoolId = str

SyncId = str

TableDialect = Union["TableDialectCsv", "TableDialectXlsx"]

Timestamp = str
"""A time in UTC with milliseconds (RFC 3339)."""

UncertainTreatment = Literal["exclude", "count_as_rejected", "count_as_accepted"]
"""How uncertain units count: not at all, as rejected or as accepted."""
