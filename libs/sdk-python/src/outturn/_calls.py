"""The operations of the service: one function for each describes what is sent and received.

Rendered from the OpenAPI document by `npm run render:clients`. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

from ._core import Call, Listing, Plan, body_of, listed_by_cursor, listed_by_sequence, segment, send
from .types import (
    AcceptedDelivery,
    Account,
    Attestation,
    AttestationVerdict,
    AuditRules,
    Capabilities,
    Claim,
    ClaimId,
    ClaimInput,
    ColumnMapping,
    CompileSandboxRequestEconomics,
    CompiledPolicy,
    CompiledSpool,
    ConditionId,
    ConditionInput,
    ConfirmRequest,
    Confirmation,
    ConfirmedPolicy,
    Consumption,
    CreateSpoolRequestAgreement,
    CreateSpoolRequestDeliverable,
    CreateSpoolRequestDisputePolicy,
    CreateSpoolRequestEconomics,
    CreateSpoolRequestFinality,
    CreateSpoolRequestTerm,
    CreateSpoolRequestValue,
    CreatedSpool,
    CreditsBalance,
    DecidedCondition,
    DidDocument,
    Discrepancy,
    DiscrepancyId,
    Dispute,
    DisputeId,
    DisputeResultRequestProofEd25519,
    DisputeResultRequestProofEip712,
    DisputeResultRequestProofHmacSha256,
    DisputeResultRequestProofJws,
    Error,
    ErrorCode,
    EvidenceDetail,
    EvidenceId,
    EvidenceRequest,
    ExchangedKey,
    ExternalResultRequestConditionResult,
    Fact,
    FactId,
    GrantToken,
    GuideResults,
    Health,
    Invitation,
    InvoiceAudit,
    KeyDocument,
    KeyId,
    Match,
    MatchId,
    MatchResult,
    OneCallEvidence,
    OneCallRequestCondition,
    OneCallResponse,
    OutcomeIndex,
    OutcomeReceipt,
    PackAccepted,
    PaidVerification,
    PartyInput,
    PolicyId,
    Preflight,
    PromiseReplay,
    PromiseTerms,
    ProvenanceInput,
    Quote,
    Readiness,
    ReceiptBundle,
    ReceiptCredential,
    ReceiptEnvelope,
    ReceiptRecord,
    ReceiptStatus,
    ReceiptStatusV1,
    Recipe,
    RecipeReference,
    RecordedClaims,
    ReplayedUnit,
    RequestId,
    RequestRecord,
    RequestSummary,
    RequestedReview,
    Review,
    ReviewCode,
    ReviewDecisionConditionOutcome2,
    ReviewDecisionUnitOutcome2,
    ReviewRequestReviewer,
    ReviewScope,
    RowField,
    SandboxSession,
    SandboxSessionState,
    SensitivityAxes,
    SettlementGrant,
    SettlementGrantTemplate,
    SettlementSignaturesRequestLeg,
    Sha256Digest,
    Sha256Hex,
    SharedSpool,
    Source,
    SourceId,
    SourceMapping,
    SourceRequestPull,
    SourceRequestSigningEd25519,
    SourceRequestSigningHmacSha256,
    SourceTestResult,
    SourceWithSecret,
    SpendPermission,
    Spool,
    SpoolEvent,
    SpoolId,
    StartedSync,
    SupersededReceipt,
    UnitCorrection,
    UnitizationInput,
    Usage,
    VerificationPreview,
    VerifiedSpool,
    WithdrawnEvidence,
)


def spools_abandon(
    spool_id: str,
    *,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Abandon a Spool.

    Ends the Spool for both parties at once, without asking the other one. It cannot be undone. Use it
    before settlement is committed, when the work will not go on; afterwards use cancel. It moves no
    money, runs already made stay charged, and receipts already issued stay valid.

    Requires an API key of scope `full`, or a sandbox session.

    - spool_id: ID of the Spool.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "abandon-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/abandon",
            headers={"if-match": if_match},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def disputes_add_statement(
    dispute_id: str,
    *,
    detail: str,
    evidence: Optional[Sequence[EvidenceId]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Add a statement to a dispute.

    Adds a statement for the other party and a reviewer to an open dispute, at most 10 from each party.
    No checker judges it; submit evidence if a verification is to see it. It costs nothing.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - dispute_id: ID of the dispute.
    - detail: Statement for the other party and the reviewer.
    - evidence: IDs of evidence items that the statement refers to. They must belong to the Spool.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "add-dispute-statement",
            "POST",
            f"/api/v1/disputes/{segment(dispute_id)}/statements",
            body=body_of(detail=detail, evidence=evidence),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_amend(
    spool_id: str,
    *,
    add_conditions: Optional[Sequence[ConditionInput]] = None,
    remove_condition_ids: Optional[Sequence[ConditionId]] = None,
    unitization: Optional[UnitizationInput] = None,
    dry_run: Optional[bool] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Amend the conditions or units of a proposed Spool.

    Replaces the conditions or the units before the Spool is accepted, and raises its version. A quote
    of the earlier version no longer counts. It moves no money. Use `dry_run=true` to see the new
    digests without storing anything.

    Requires an API key of scope `full`, or a sandbox session.

    - spool_id: ID of the Spool.
    - add_conditions: Conditions to add.
    - remove_condition_ids: IDs of the conditions to remove.
    - unitization: New number of units and price of each.
    - dry_run: `true` for a dry run: nothing is stored, signed or charged.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "amend-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/amend",
            query={"dry_run": dry_run},
            headers={"if-match": if_match},
            body=body_of(add_conditions=add_conditions, remove_condition_ids=remove_condition_ids,
                unitization=unitization),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def audits_invoice(
    *,
    record_csv: str,
    column_mapping: ColumnMapping,
    currency: str,
    invoice_csv: Optional[str] = None,
    invoice_pdf_base64: Optional[str] = None,
    rules: Optional[AuditRules] = None,
    invoice_total_cents: Optional[int] = None,
    sign: Optional[bool] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[InvoiceAudit]:
    """Audit an invoice against a record.

    Compares each line of an invoice with your own record of the work and says what the record supports,
    in exact cents and with a reason for each difference. Both files are read in memory and neither
    stored nor logged. Equal input gives equal bytes, apart from `audit_id`. It costs one verification;
    the same request under the same idempotency key is computed again and not charged.

    Requires an API key of scope `full` or `verify`, or a sandbox session. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - invoice_csv: Invoice as CSV text with a header row: at most 5,000,000 bytes and 50,000 rows. Send
      either this or `invoice_pdf_base64`.
    - invoice_pdf_base64: Invoice as a PDF with a text layer or an attached e-invoice, in standard
      base64: at most 3,000,000 bytes. A key may have 200 read a day.
    - record_csv: Your own record of the work as CSV text with a header row, within the same limits.
    - column_mapping: See the type.
    - rules: See the type.
    - currency: Currency of the invoice, as an ISO 4217 code.
    - invoice_total_cents: Total that the invoice states, in cents. It is compared with the sum of the
      lines.
    - sign: Whether a signed statement of the audit is added to the result. Default: `false`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "audit-invoice",
            "POST",
            "/api/v1/invoice-audit",
            body=body_of(invoice_csv=invoice_csv, invoice_pdf_base64=invoice_pdf_base64,
                record_csv=record_csv, column_mapping=column_mapping, rules=rules, currency=currency,
                invoice_total_cents=invoice_total_cents, sign=sign),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def credits_buy_pack_by_mpp(
    pack_cents: Literal[500, 1000, 2000],
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[PackAccepted]:
    """Buy a credit pack by card with MPP.

    Buys a credit pack with a payment by card. The first request is answered with 402 and the price;
    send it again with the payment. The credits are added once, however often the same payment is sent.
    Read them with read-balance.

    Requires an API key of scope `full` or `verify`. Not available in the sandbox.

    - pack_cents: Size of the credit pack, in cents: 500, 1000 or 2000.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "buy-pack-by-mpp",
            "POST",
            "/api/v1/credits/packs/mpp",
            body=body_of(pack_cents=pack_cents),
            key="beside_payment",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def credits_buy_pack_by_x402(
    pack_cents: Literal[500, 1000, 2000],
    *,
    payment_signature: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[PackAccepted]:
    """Buy a credit pack with x402.

    Buys a credit pack with a stablecoin payment. The first request is answered with 402 and the price;
    send it again with the signed payment. The credits are added once, however often the same payment is
    sent. Read them with read-balance.

    Requires an API key of scope `full` or `verify`. Not available in the sandbox.

    - pack_cents: Size of the credit pack, in cents: 500, 1000 or 2000.
    - payment_signature: The signed payment, as base64-encoded JSON of x402 version 2. Without a
      payment, the request is answered with 402 and the required payment. A payment is valid for one
      body. A repeated request with the same payment, or with another payment under the same payment
      identifier, gets the first answer again.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "buy-pack-by-x402",
            "POST",
            "/api/v1/credits/packs/x402",
            headers={"payment-signature": payment_signature},
            body=body_of(pack_cents=pack_cents),
            key="beside_payment",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def verifications_buy(
    evidence: OneCallEvidence,
    *,
    conditions: Optional[Sequence[Union[str, OneCallRequestCondition]]] = None,
    recipe: Optional[RecipeReference] = None,
    max_amount_cents: Optional[int] = None,
    unit: Optional[UnitizationInput] = None,
    settlement: Optional[Literal["external", "managed"]] = None,
    fields: Optional[Sequence[Union[str, RowField]]] = None,
    unit_name: Optional[str] = None,
    as_of: Optional[str] = None,
    time_zone: Optional[str] = None,
    declared_actor_type: Optional[Literal["human", "agent", "org", "service"]] = None,
    digest: Optional[Sha256Hex] = None,
    payment_signature: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[PaidVerification]:
    """Verify a delivery in one call and pay with x402.

    Judges a delivery against conditions in one request, without an account: the payment stands in for
    the API key. The first request is answered with 402 and the price; send the same body again with the
    signed payment. One payment buys one verdict and its receipt.

    Requires no credential.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects.
    - recipe: Recipe of the conditions, in place of `conditions`.
    - max_amount_cents: Price of the whole delivery, in cents.
    - unit: Number of units and the price of each, if each row is accepted and paid separately.
    - settlement: `external` if you settle the payment yourself. `managed` is refused, because a
      one-call verification has no second party.
    - fields: Fields of the rows, as names or as objects. A noun in a plain-text condition names a field
      if it is one of these names or aliases, or if the text marks it as a field.
    - unit_name: Noun that the text uses for one row.
    - as_of: Time from which relative times in the text are counted. If omitted, no answers are proposed
      for a time such as `by Friday`.
    - time_zone: IANA time zone that is assumed for times in the text without a zone.
    - declared_actor_type: Kind of party that sends the request. For an agent or a service, no condition
      is proposed that a person must decide.
    - digest: SHA-256 of the canonical JSON of the body, as in the URL of the payment challenge. A
      request with another body is refused.
    - payment_signature: The signed payment, as base64-encoded JSON of x402 version 2. Without a
      payment, the request is answered with 402 and the required payment. A payment is valid for one
      body. A repeated request with the same payment, or with another payment under the same payment
      identifier, gets the first answer again.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "buy-verification",
            "POST",
            "/api/v1/verify/x402",
            query={"digest": digest},
            headers={"payment-signature": payment_signature},
            body=body_of(conditions=conditions, recipe=recipe, max_amount_cents=max_amount_cents, unit=unit,
                evidence=evidence, settlement=settlement, fields=fields, unit_name=unit_name, as_of=as_of,
                time_zone=time_zone, declared_actor_type=declared_actor_type),
            key="none",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_cancel(
    spool_id: str,
    *,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Cancel a Spool, or request its cancellation.

    Ends a Spool on which nothing was delivered or paid out. Before settlement is committed one party is
    enough; afterwards the call is a request, which the other party confirms with cancel or refuses with
    decline. A key of scope `counterparty` can only answer such a request. What is held is released.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "cancel-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/cancel",
            headers={"if-match": if_match},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_commit(
    spool_id: str,
    *,
    payment_method: Optional[str] = None,
    direct_signer: Optional[Literal["principal_runtime"]] = None,
    settlement_mode: Optional[Literal["direct_eip3009", "unattended_outcome_settlement"]] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Commit to the settlement of a Spool.

    Commits the buyer to pay what the verdict will earn, through this service. By card the agreed amount
    and the fee are held, and only what is earned is taken; from a wallet nothing moves before the
    transfers are signed or a grant is used. Use it after acceptance; `next_step` names what follows.
    Parties that pay each other elsewhere do not need it.

    Requires an API key of scope `full`. Not available in the sandbox.

    - spool_id: ID of the Spool.
    - payment_method: ID of a card payment method at the payment processor.
    - direct_signer: Signer of the transfers, if a wallet settles directly after the verdict.
    - settlement_mode: Way in which a wallet settles: it signs the transfers after the verdict, or it
      grants a spend permission in advance.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "commit-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/commit",
            headers={"if-match": if_match},
            body=body_of(payment_method=payment_method, direct_signer=direct_signer,
                settlement_mode=settlement_mode),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def policies_compile(
    source: str,
    *,
    unitization: Optional[UnitizationInput] = None,
    fields: Optional[Sequence[Union[str, RowField]]] = None,
    unit_name: Optional[str] = None,
    as_of: Optional[str] = None,
    time_zone: Optional[str] = None,
    declared_actor_type: Optional[Literal["human", "agent", "org", "service"]] = None,
    suggest: Optional[Literal["model"]] = None,
    currency: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[CompiledPolicy]:
    """Compile a text into conditions.

    Reads an agreement in plain words and suggests conditions that a checker can decide. It changes no
    Spool. It counts as one compile of the account, unless nothing of the text was read. Next, answer
    its questions with confirm-policy.

    Requires an API key of scope `full` or `verify`, or a sandbox session. In the sandbox, each call
    counts towards the limit `compiles` of the session.

    - source: Text to compile, in plain English.
    - unitization: Number of units and the price of each. Send it if the text does not state them.
    - fields: Fields of the rows, as names or as objects. A noun in a plain-text condition names a field
      if it is one of these names or aliases, or if the text marks it as a field.
    - unit_name: Noun that the text uses for one row.
    - as_of: Time from which relative times in the text are counted. If omitted, no answers are proposed
      for a time such as `by Friday`.
    - time_zone: IANA time zone that is assumed for times in the text without a zone.
    - declared_actor_type: Kind of party that sends the request. For an agent or a service, no condition
      is proposed that a person must decide.
    - suggest: Send `model` to let a model propose rewrites for the open parts of the text, if this
      deployment has a model. It does not change any other part of the result.
    - currency: Currency of amounts in the text, as an ISO 4217 code. Only `USD` is supported.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "compile-policy",
            "POST",
            "/api/v1/policy-compiler",
            body=body_of(source=source, unitization=unitization, fields=fields, unit_name=unit_name,
                as_of=as_of, time_zone=time_zone, declared_actor_type=declared_actor_type, suggest=suggest,
                currency=currency),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_complete(
    spool_id: str,
    *,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Read a completed Spool.

    Returns a Spool whose outcome is `completed`, and refuses any other with `invalid_state`. It changes
    nothing, costs nothing and may be repeated. Use read-spool for a Spool in any state.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "complete-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/complete",
            headers={"if-match": if_match},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def policies_confirm(
    *,
    policy_id: PolicyId,
    policy_digest: Sha256Digest,
    accept: Sequence[str],
    decline: Optional[Sequence[str]] = None,
    answers: Optional[Mapping[str, Union[str, Sequence[str]]]] = None,
    add_conditions: Optional[Sequence[ConditionInput]] = None,
    create_recipe: Optional[bool] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[ConfirmedPolicy]:
    """Confirm a compiled policy.

    Turns the suggestions of compile-policy into final conditions: choose which ones to keep and answer
    every question. It changes no Spool and costs nothing. Next, send the conditions to create-spool or
    verify-delivery.

    Requires an API key of scope `full` or `verify`, or a sandbox session.

    - policy_id: ID of the compiled policy.
    - policy_digest: Digest of the draft, as the compiler returned it.
    - accept: IDs of the suggestions that become conditions.
    - decline: IDs of the suggestions that do not become conditions. If `accept` is empty, this list
      must contain every suggestion.
    - answers: Answers to the questions, by question ID: one of the candidates, one of the rewrites, a
      sentence of your own, or `term` to keep the text as a term.
    - add_conditions: Conditions to add to those of the text.
    - create_recipe: True to save the conditions as a recipe.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "confirm-policy",
            "POST",
            "/api/v1/policy-compiler/confirm",
            body=body_of(policy_id=policy_id, policy_digest=policy_digest, accept=accept, decline=decline,
                answers=answers, add_conditions=add_conditions, create_recipe=create_recipe),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sandbox_spools_confirm(
    spool_id: str,
    body: ConfirmRequest,
    *,
    act_as_party: Optional[str] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Confirm conditions of a demo Spool.

    Records the word of a party on conditions that people decide. It runs no verification and costs
    nothing. Next, call verify-sandbox-spool.

    Requires a sandbox session.

    - spool_id: ID of the Spool.
    - body: See the type.
    - act_as_party: Party of the Spool that the session acts as: `buyer`, `client`, `seller`,
      `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that
      the action belongs to.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "confirm-sandbox-spool",
            "POST",
            f"/api/sandbox/spools/{segment(spool_id)}/confirm",
            query={"act_as_party": act_as_party},
            headers={"if-match": if_match},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def reviews_consent(
    review_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Review]:
    """Consent to a review.

    Makes a review binding: the decision of the reviewer can then replace the receipt, and with it the
    amount that was earned. Only the party that did not ask for the review can consent, before the
    decision. It costs nothing.

    Requires an API key of scope `full` or `counterparty`. Not available in the sandbox.

    - review_id: ID of the review.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "consent-to-review",
            "POST",
            f"/api/v1/reviews/{segment(review_id)}/consent",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_create(
    *,
    name: str,
    kind: Literal["webhook", "pull_http"],
    mapping: SourceMapping,
    spool_id: Optional[SpoolId] = None,
    signing: Optional[Union[SourceRequestSigningHmacSha256, SourceRequestSigningEd25519]] = None,
    pull: Optional[SourceRequestPull] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[SourceWithSecret]:
    """Register a source.

    Registers a system of record whose payloads become facts of Spools. It costs nothing. Keep
    `signing_secret`: it is shown once. Next, try a payload with test-source.

    Requires an API key of scope `full`. Not available in the sandbox.

    - name: Name, unique among the sources of the account that are not revoked.
    - kind: `webhook`: the system sends signed payloads. `pull_http`: the service fetches them.
    - spool_id: Spool that every fact is of. Without it, `mapping.spool` finds it.
    - signing: How deliveries are signed. Required for `webhook`.
    - mapping: See the type.
    - pull: What is fetched. Required for `pull_http`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "create-source",
            "POST",
            "/api/v1/sources",
            body=body_of(name=name, kind=kind, spool_id=spool_id, signing=signing, mapping=mapping,
                pull=pull),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_list(
    *,
    limit: Optional[int] = None,
    after: Optional[SourceId] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Source]]:
    """List sources.

    Lists the sources of the account, newest first. It costs nothing.

    Requires an API key of scope `full`. Not available in the sandbox.

    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-sources",
            "GET",
            "/api/v1/sources",
            query={"limit": limit, "after": after},
            timeout=timeout,
        )
    )


def spools_create(
    *,
    parties: Sequence[PartyInput],
    value: CreateSpoolRequestValue,
    deliverable: CreateSpoolRequestDeliverable,
    terms: Sequence[CreateSpoolRequestTerm],
    type: Optional[Literal["goods_in_person", "service", "digital", "agent_task"]] = None,
    conditions: Optional[Sequence[ConditionInput]] = None,
    recipe: Optional[RecipeReference] = None,
    unitization: Optional[UnitizationInput] = None,
    economics: Optional[CreateSpoolRequestEconomics] = None,
    agreement: Optional[CreateSpoolRequestAgreement] = None,
    dispute_policy: Optional[CreateSpoolRequestDisputePolicy] = None,
    finality: Optional[CreateSpoolRequestFinality] = None,
    gated_action: Optional[Literal["payment", "workflow_step", "publish", "merge", "delegation",
        "other"]] = None,
    gated_action_note: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[CreatedSpool]:
    """Create a Spool.

    Proposes an agreement between a buyer and a seller: what is delivered, under which conditions, for
    how much. It moves no money and charges nothing. With `agreement.mode` `unilateral` it is accepted
    at once; otherwise the other party accepts it, with its own account or after invite-counterparty.

    Requires an API key of scope `full`, or a sandbox session. In the sandbox, each call counts towards
    the limit `spools` of the session.

    - type: Type of work that the Spool covers. Default: `service`.
    - parties: The two parties of the agreement.
    - value: Price of the whole delivery.
    - deliverable: The work to deliver.
    - terms: Terms of the agreement in words, which no checker tests.
    - conditions: Conditions that the delivery must meet.
    - recipe: Recipe of the conditions, in place of `conditions`.
    - unitization: Number of units and the price of each, if the work is split into units.
    - economics: Fee and expiry of the proposal.
    - agreement: Way in which the agreement is accepted.
    - dispute_policy: Rules for disputes.
    - finality: Limits on how often and how long the delivery can be verified.
    - gated_action: Action that you intend to take by the verdict, which it does not affect.
    - gated_action_note: Note on the intended action.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "create-spool",
            "POST",
            "/api/v1/spools",
            body=body_of(type=type, parties=parties, value=value, deliverable=deliverable, terms=terms,
                conditions=conditions, recipe=recipe, unitization=unitization, economics=economics,
                agreement=agreement, dispute_policy=dispute_policy, finality=finality,
                gated_action=gated_action, gated_action_note=gated_action_note),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_list(
    *,
    limit: Optional[int] = None,
    after: Optional[SpoolId] = None,
    view: Optional[Literal["summary", "full"]] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Spool]]:
    """List Spools.

    Lists the Spools that the account is a party of, one page at a time. It costs nothing. Read on with
    `after` set to `next_cursor` while `has_more` is true. Use read-spool for one Spool.

    Requires an API key of scope `full`, or a sandbox session.

    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-spools",
            "GET",
            "/api/v1/spools",
            query={"limit": limit, "after": after, "view": view},
            timeout=timeout,
        )
    )


def reviews_decide(
    review_id: str,
    *,
    decision: Literal["uphold", "overturn", "needs_evidence"],
    detail: Optional[str] = None,
    condition_outcomes: Optional[Sequence[ReviewDecisionConditionOutcome2]] = None,
    unit_outcomes: Optional[Sequence[ReviewDecisionUnitOutcome2]] = None,
    code: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Review]:
    """Decide a review.

    Records the decision of the reviewer, once. Send the token of the review link as the bearer token;
    the API key of a party is refused. If a binding decision overturns the receipt, a new receipt
    replaces it and states the amount that was earned. It costs nothing.

    Requires no credential.

    - review_id: ID of the review.
    - decision: Decision. `overturn` needs outcomes that differ from the receipt; `needs_evidence` needs
      `detail`.
    - detail: Explanation for both parties.
    - condition_outcomes: Outcomes of conditions of the scope. Only with `overturn`.
    - unit_outcomes: Outcomes of single units, which take precedence. Only with `overturn`.
    - code: Code from the mail to the reviewer. Required if `verified_by` is `email`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "decide-review",
            "POST",
            f"/api/v1/reviews/{segment(review_id)}/decision",
            body=body_of(decision=decision, detail=detail, condition_outcomes=condition_outcomes,
                unit_outcomes=unit_outcomes, code=code),
            key="none",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_decline(
    spool_id: str,
    *,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Decline a Spool or a cancellation request.

    Refuses a proposed Spool, or a request of the other party to cancel one. A party that asked to
    cancel takes its request back with it. It moves no money. A declined Spool can be proposed again
    only where its agreement says so.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "decline-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/decline",
            headers={"if-match": if_match},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def discrepancies_dismiss(
    discrepancy_id: str,
    *,
    note: str,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Discrepancy]:
    """Dismiss a discrepancy.

    Says that there is no difference. Use it for a discrepancy that you or a match opened; for one of
    the other party use resolve-discrepancy. A `block` stays open until the other party dismisses it
    too.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - discrepancy_id: ID of the discrepancy.
    - note: Explanation for the other party.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "dismiss-discrepancy",
            "POST",
            f"/api/v1/discrepancies/{segment(discrepancy_id)}/dismiss",
            body=body_of(note=note),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_invite(
    spool_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Invitation]:
    """Invite the counterparty of a Spool.

    Makes a grant with which the other party gets a key for this Spool alone. Hand it over in private:
    the first to exchange it is the other party. It costs nothing. Next, the other party calls
    exchange-key within 15 minutes.

    Requires an API key of scope `full`, or a sandbox session.

    - spool_id: ID of the Spool.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "invite-counterparty",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/invite",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_claims_list(
    spool_id: str,
    *,
    limit: Optional[int] = None,
    after: Optional[ClaimId] = None,
    subject: Optional[str] = None,
    current: Optional[bool] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Claim]]:
    """List claims.

    Lists the claims of a Spool, oldest first, one page at a time. It costs nothing. Read on with
    `after` set to `next_cursor` while `has_more` is true.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - subject: Only claims of this subject.
    - current: `false` to include claims that others replaced. Default: `true`.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-claims",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/claims",
            query={"limit": limit, "after": after, "subject": subject, "current": current},
            timeout=timeout,
        )
    )


def spools_claims_record(
    spool_id: str,
    *,
    claims: Sequence[ClaimInput],
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[RecordedClaims]:
    """Record claims.

    Records what the provider says it did, one event each. It costs nothing and moves no money. Use
    match-claims to compare the claims with the facts that the sources of the Spool reported. Equal
    claims are kept; use `supersedes` to correct one.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - claims: Claims, 1 to 1000. All of them are recorded, or none.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "record-claims",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/claims",
            body=body_of(claims=claims),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def discrepancies_list(
    spool_id: str,
    *,
    limit: Optional[int] = None,
    after: Optional[DiscrepancyId] = None,
    status: Optional[Literal["open", "resolved", "dismissed"]] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Discrepancy]]:
    """List the discrepancies of a Spool.

    Lists the differences that the parties and matches recorded, one page at a time. It costs nothing.
    Filter by `status`; read on with `after` set to `next_cursor`.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - status: Only discrepancies of this status.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-discrepancies",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/discrepancies",
            query={"limit": limit, "after": after, "status": status},
            timeout=timeout,
        )
    )


def discrepancies_open(
    spool_id: str,
    *,
    kind: Literal["claim_fact_mismatch", "missing_fact", "unclaimed_fact", "duplicate", "amount_mismatch",
        "quantity_mismatch", "timing", "provenance", "other"],
    description: str,
    severity: Optional[Literal["info", "warn", "block"]] = None,
    claim_id: Optional[ClaimId] = None,
    condition_id: Optional[ConditionId] = None,
    unit: Optional[int] = None,
    field: Optional[str] = None,
    expected: Optional[str] = None,
    observed: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Discrepancy]:
    """Open a discrepancy.

    Records that claims, facts or deliveries differ. It changes no verdict and no receipt and costs
    nothing. Use severity `block` to keep the money from being settled until both parties agree, `warn`
    to note the difference, and open-dispute to contest a receipt.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - kind: What differs.
    - severity: Default: `warn`. `block` keeps the money of the Spool from being settled until both
      parties close the discrepancy or it lapses; the dispute policy must have `holds_settlement`.
    - description: What is wrong, for the other party.
    - claim_id: ID of the claim concerned. It must belong to the Spool.
    - condition_id: ID of the condition concerned.
    - unit: Number of the unit concerned; the first unit is 1.
    - field: Name of the field that differs.
    - expected: Value that was expected.
    - observed: Value that was observed.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "open-discrepancy",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/discrepancies",
            body=body_of(kind=kind, severity=severity, description=description, claim_id=claim_id,
                condition_id=condition_id, unit=unit, field=field, expected=expected, observed=observed),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_facts(
    spool_id: str,
    *,
    limit: Optional[int] = None,
    after: Optional[FactId] = None,
    source_id: Optional[SourceId] = None,
    subject: Optional[str] = None,
    current: Optional[bool] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Fact]]:
    """List facts of a Spool.

    Lists what sources reported of a Spool, newest first, for both parties. It costs nothing. Corrected
    facts are left out unless `current=false`.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - source_id: Only facts of this source.
    - subject: Only facts of this subject.
    - current: `false` adds facts that were corrected. Default: `true`.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-facts",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/facts",
            query={"limit": limit, "after": after, "source_id": source_id, "subject": subject, "current": current},
            timeout=timeout,
        )
    )


def spools_matches_list(
    spool_id: str,
    *,
    limit: Optional[int] = None,
    after: Optional[MatchId] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Match]]:
    """List the results of the last match.

    Lists the results of the last match of a Spool, one page at a time: claims by ordinal, then facts
    without a claim. It costs nothing. Read on with `after` set to `next_cursor` while `has_more` is
    true.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-matches",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/matches",
            query={"limit": limit, "after": after},
            timeout=timeout,
        )
    )


def recipes_list(
    *,
    limit: Optional[int] = None,
    after: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Recipe]]:
    """List recipes.

    Lists the ready-made sets of conditions that the account may use, with their parameters. It costs
    nothing. Send the `id` of one, its hash and its parameters as `recipe` to verify-delivery.

    Requires an API key of scope `full` or `verify`, or a sandbox session.

    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-recipes",
            "GET",
            "/api/v1/recipes",
            query={"limit": limit, "after": after},
            timeout=timeout,
        )
    )


def spools_events(
    spool_id: str,
    *,
    after: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[SpoolEvent]]:
    """List the events of a Spool.

    Reads the history of a Spool, one page at a time. Each event names the hash of the one before, so a
    change of the past shows. It costs nothing. Read on from `after` with the `seq` of the last event.

    Requires an API key of scope `full`, or a sandbox session.

    - spool_id: ID of the Spool.
    - after: Sequence number (`seq`) of the last event that you have read. If omitted, the list starts
      with the first event.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_sequence(
        Call(
            "list-spool-events",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/events",
            query={"after": after},
            timeout=timeout,
        )
    )


def reviews_mail_code(
    review_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[ReviewCode]:
    """Mail a code to the reviewer.

    Mails a code of six digits to the address of the reviewer. Send the token of the review link as the
    bearer token. Needed if `verified_by` is `email`. A code is valid for 10 minutes and 5 attempts; a
    review has 3 codes. It costs nothing.

    Requires no credential.

    - review_id: ID of the review.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "mail-review-code",
            "POST",
            f"/api/v1/reviews/{segment(review_id)}/code",
            key="none",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_matches_run(
    spool_id: str,
    *,
    key: Optional[Sequence[Literal["subject", "predicate"]]] = None,
    window_seconds: Optional[int] = None,
    value_tolerance_bp: Optional[int] = None,
    source_ids: Optional[Sequence[SourceId]] = None,
    open_discrepancies: Optional[bool] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[MatchResult]:
    """Match claims with facts.

    Compares the claims of the provider with the facts that the sources reported, and opens a
    discrepancy for what does not match. It costs nothing and moves no money. The same claims and facts
    always give the same result. Up to 60 runs a day for each Spool.

    Requires an API key of scope `full`, or a sandbox session.

    - spool_id: ID of the Spool.
    - key: Members that a claim and its fact share: `["subject"]` or both. Default: both.
    - window_seconds: Maximum time between a claim and its fact, in seconds. Default: 0.
    - value_tolerance_bp: Maximum difference of a number from the observed one, in basis points of the
      observed one. Default: 0.
    - source_ids: Sources whose facts are matched. Default: all sources of the Spool.
    - open_discrepancies: `false` to open no discrepancies for what does not match. Default: `true`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "match-claims",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/match",
            body=body_of(key=key, window_seconds=window_seconds, value_tolerance_bp=value_tolerance_bp,
                source_ids=source_ids, open_discrepancies=open_discrepancies),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_onboard_provider(
    spool_id: str,
    *,
    refresh_url: str,
    return_url: str,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Start the payout set-up of the provider.

    Returns the address of a page on which the provider enters where card payments go. It moves no
    money. The buyer can commit by card once the set-up is complete. Call it again for a fresh link.

    Requires an API key of scope `full`. Not available in the sandbox.

    - spool_id: ID of the Spool.
    - refresh_url: URL to which the provider is sent if the set-up link has expired. A confirmation page
      is shown first unless the host is allowed for the account.
    - return_url: URL to which the provider is sent after the set-up. A confirmation page is shown first
      unless the host is allowed for the account.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "onboard-provider",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/onboard-provider",
            headers={"if-match": if_match},
            body=body_of(refresh_url=refresh_url, return_url=return_url),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def disputes_open(
    receipt_id: str,
    *,
    reason: Literal["not_delivered", "quality", "wrong_evidence", "wrong_terms", "late", "duplicate",
        "other"],
    detail: str,
    requested: Literal["re_verify", "correct_receipt", "release", "refund"],
    condition_ids: Optional[Sequence[ConditionId]] = None,
    units: Optional[Sequence[int]] = None,
    proposed_outcomes: Optional[Sequence[DecidedCondition]] = None,
    evidence_refs: Optional[Sequence[EvidenceId]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Dispute a receipt.

    Says that a receipt is wrong, and why. Use it within the dispute window of the agreement, on the
    latest receipt of the Spool. While the dispute is open nothing is settled, where the agreement says
    so, and a further run needs new evidence of the provider. It costs nothing.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - receipt_id: ID of the receipt.
    - reason: Reason for the dispute.
    - detail: Explanation for the other party.
    - condition_ids: IDs of the disputed conditions. They must belong to the agreement of the receipt.
    - units: Numbers of the disputed units; the first unit is 1.
    - requested: Remedy that the party asks for.
    - proposed_outcomes: Outcomes that the party proposes. Only with `correct_receipt`.
    - evidence_refs: IDs of the disputed evidence items. They must belong to the Spool of the receipt.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "open-dispute",
            "POST",
            f"/api/v1/receipts/{segment(receipt_id)}/disputes",
            body=body_of(reason=reason, detail=detail, condition_ids=condition_ids, units=units,
                requested=requested, proposed_outcomes=proposed_outcomes, evidence_refs=evidence_refs),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_pause(
    source_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Source]:
    """Pause a source.

    Stops taking deliveries and syncs until resume-source. It costs nothing.

    Requires an API key of scope `full`. Not available in the sandbox.

    - source_id: ID of the source.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "pause-source",
            "POST",
            f"/api/v1/sources/{segment(source_id)}/pause",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_propose(
    spool_id: str,
    *,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Propose a Spool.

    Offers a draft or a declined Spool to the other party. It moves no money. A Spool made by
    create-spool is proposed already. Next, the other party accepts or declines it.

    Requires an API key of scope `full`, or a sandbox session.

    - spool_id: ID of the Spool.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "propose-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/propose",
            headers={"if-match": if_match},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_quote(
    spool_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Quote]:
    """Create a binding quote for an agent Spool.

    Fixes the most that a Spool of type `agent_task` can cost, with all fees. The other party accepts
    the Spool and this quote together. It moves no money. An amendment or the end of its time makes a
    new quote necessary.

    Requires an API key of scope `full`, or a sandbox session.

    - spool_id: ID of the Spool.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "quote-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/quote",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_read_quote(
    spool_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[Quote]:
    """Read the current quote of an agent Spool.

    Returns the quote that accept-spool would accept now. Compare its digest and its amounts before you
    accept. It costs nothing.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-quote",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/quote",
            timeout=timeout,
        )
    )


def credits_balance(
    *,
    timeout: Optional[float] = None,
) -> Plan[CreditsBalance]:
    """Read the credit balance.

    Returns the credits of the account and what is left of the monthly allowance. Runs of the allowance
    are used before credits. It costs nothing. With too few credits a run is refused with
    `credits_required`; buy a pack then.

    Requires an API key of scope `full` or `verify`. Not available in the sandbox.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-balance",
            "GET",
            "/api/v1/credits/balance",
            timeout=timeout,
        )
    )


def discrepancies_get(
    discrepancy_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[Discrepancy]:
    """Read a discrepancy.

    Returns a discrepancy: what differs, what was proposed, whose word is awaited, and what you may do.
    It costs nothing. Use it to see if a block still holds the money.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - discrepancy_id: ID of the discrepancy.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-discrepancy",
            "GET",
            f"/api/v1/discrepancies/{segment(discrepancy_id)}",
            timeout=timeout,
        )
    )


def disputes_get(
    dispute_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Read a dispute.

    Returns a dispute with its deadline, its timeline and how it ended. It costs nothing. Use it to see
    if settlement is still held.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - dispute_id: ID of the dispute.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-dispute",
            "GET",
            f"/api/v1/disputes/{segment(dispute_id)}",
            timeout=timeout,
        )
    )


def spools_evidence(
    spool_id: str,
    evidence_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[EvidenceDetail]:
    """Read an evidence item.

    Returns what is recorded about one evidence item: type, source, time, size and digest. It costs
    nothing. Use download-evidence for the content itself.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - evidence_id: ID of the evidence item.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-evidence",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/evidence/{segment(evidence_id)}",
            timeout=timeout,
        )
    )


def outcome_index(
    *,
    period: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[OutcomeIndex]:
    """Read the outcome index.

    Returns how first verification runs ended, by kind of work, over all accounts in one calendar month.
    A month is published 3 days after its end and never changed. Small groups are left out and counts
    are rounded, so that no single run can be read from it. It costs nothing. Add `format=csv` for a
    table.

    Requires an API key of scope `full` or `verify`. Not available in the sandbox.

    - period: Month, or part of one. Default: the latest.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-outcome-index",
            "GET",
            "/api/outcome-index",
            query={"period": period},
            timeout=timeout,
        )
    )


def receipts_get(
    receipt_id: str,
    *,
    view: Optional[Literal["summary", "full"]] = None,
    timeout: Optional[float] = None,
) -> Plan[ReceiptRecord]:
    """Read a receipt with its status and attestation.

    Returns the signed receipt of a run: what was judged, what was earned and for which digests. It
    costs nothing. Check its signature before you pay by it, and check its status, for a receipt can be
    corrected or revoked.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - receipt_id: ID of the receipt.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-receipt",
            "GET",
            f"/api/v1/receipts/{segment(receipt_id)}",
            query={"view": view},
            timeout=timeout,
        )
    )


def receipts_status(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[ReceiptStatusV1]:
    """Read the online status of a receipt.

    Says if a receipt still counts, or was replaced, revoked or disputed. It needs no key and costs
    nothing. Ask before you pay by a receipt.

    Requires no credential.

    - receipt_id: ID of the receipt.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-receipt-status-v1",
            "GET",
            f"/api/v1/receipts/{segment(receipt_id)}/status",
            key="none",
            timeout=timeout,
        )
    )


def recipes_get(
    recipe_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[Recipe]:
    """Read a recipe.

    Returns one ready-made set of conditions, its parameters and its hash. It costs nothing. Send the
    hash with the `id`, so that nothing but what you read is agreed.

    Requires an API key of scope `full` or `verify`, or a sandbox session.

    - recipe_id: Name and version of the recipe.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-recipe",
            "GET",
            f"/api/v1/recipes/{segment(recipe_id)}",
            timeout=timeout,
        )
    )


def reviews_get(
    review_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[Review]:
    """Read a review.

    Returns a review with its status, its decision and the effect of the decision. It costs nothing. Use
    it to wait for the decision; the link for the reviewer is not in it.

    Requires an API key of scope `full` or `counterparty`. Not available in the sandbox.

    - review_id: ID of the review.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-review",
            "GET",
            f"/api/v1/reviews/{segment(review_id)}",
            timeout=timeout,
        )
    )


def settlement_read_grant(
    spool_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[SettlementGrant]:
    """Read a settlement grant.

    Returns the permission that the wallet of the buyer gave, and what the chain says about it. It costs
    nothing. It has the call with which the buyer revokes the permission at any time.

    Requires an API key of scope `full`. Not available in the sandbox.

    - spool_id: ID of the Spool.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-settlement-grant",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/settlement/grant",
            timeout=timeout,
        )
    )


def settlement_grant(
    spool_id: str,
    *,
    permission: SpendPermission,
    signature: Optional[str] = None,
    approval_tx_hash: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[SettlementGrant]:
    """Create a settlement grant.

    Stores the spend permission of the buyer, signed or already approved on the chain. Nothing moves
    yet: after the final verdict the service takes what was earned and the fee, never more than was
    granted. Next, call commit-spool with `unattended_outcome_settlement`.

    Requires an API key of scope `full`. Not available in the sandbox.

    - spool_id: ID of the Spool.
    - permission: The complete permission from the template.
    - signature: Signature of the typed data as 0x and hexadecimal digits.
    - approval_tx_hash: Hash of the transaction in which the account approved the permission.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "submit-settlement-grant",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/settlement/grant",
            body=body_of(permission=permission, signature=signature, approval_tx_hash=approval_tx_hash),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def settlement_grant_template(
    spool_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[SettlementGrantTemplate]:
    """Read the template of a settlement grant.

    Returns the spend permission that the wallet of the buyer has to grant: at most the agreed value and
    fee, for this Spool alone. It moves no money. Next, sign or approve it without changes and send it
    to submit-settlement-grant.

    Requires an API key of scope `full`. Not available in the sandbox.

    - spool_id: ID of the Spool.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-settlement-grant-template",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/settlement/grant/template",
            timeout=timeout,
        )
    )


def sources_get(
    source_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[Source]:
    """Read a source.

    Returns a source with its last rejections. It costs nothing. Secrets are never shown again.

    Requires an API key of scope `full`. Not available in the sandbox.

    - source_id: ID of the source.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-source",
            "GET",
            f"/api/v1/sources/{segment(source_id)}",
            timeout=timeout,
        )
    )


def spools_get(
    spool_id: str,
    *,
    view: Optional[Literal["summary", "full"]] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Read a Spool.

    Returns the agreement, its evidence, the latest verdict and `next_step`, which names who acts next.
    It costs nothing. Send the `ETag` as `If-None-Match` to poll, and as `If-Match` with an action to be
    refused if the Spool has changed.

    Requires the API key of a party, a sandbox session, or the share ID of the Spool.

    - spool_id: ID of the Spool, or its share ID.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-spool",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}",
            query={"view": view},
            timeout=timeout,
        )
    )


def spools_shared(
    spool_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[SharedSpool]:
    """Read a Spool.

    Returns the agreement, its evidence, the latest verdict and `next_step`, which names who acts next.
    It costs nothing. Send the `ETag` as `If-None-Match` to poll, and as `If-Match` with an action to be
    refused if the Spool has changed.

    Requires the API key of a party, a sandbox session, or the share ID of the Spool.

    - spool_id: ID of the Spool, or its share ID.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-spool",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}",
            key="none",
            timeout=timeout,
        )
    )


def usage_get(
    *,
    period_days: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Plan[Usage]:
    """Read the usage of a period.

    Returns the verification runs of the account in the last days, their verdicts and what they cost. It
    costs nothing.

    Requires an API key of scope `full` or `verify`, or a sandbox session.

    - period_days: Length of the period in days, 1 to 365. Default: 30.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-usage",
            "GET",
            "/api/v1/usage",
            query={"period_days": period_days},
            timeout=timeout,
        )
    )


def sources_deliver(
    source_id: str,
    body: Any,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[AcceptedDelivery]:
    """Deliver signed payloads.

    Takes a payload that is signed by Standard Webhooks, without a key. It is stored when 202 is
    answered. Send the same `webhook-id` again after a failure. It costs nothing.

    Requires no credential. Not rate limited.

    - source_id: ID of the source.
    - body: See the type.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "receive-delivery",
            "POST",
            f"/api/v1/sources/{segment(source_id)}/webhook",
            body=body,
            key="none",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def receipts_record_consumption(
    receipt_id: str,
    *,
    consumer: str,
    purpose: Literal["settlement", "workflow", "audit", "other"],
    reference: str,
    amount: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Consumption]:
    """Record a use of a receipt.

    Records that a payment or another decision was made by this receipt. It moves no money: pay first,
    then record it. A use is recorded once, and a receipt that no longer counts is refused, so that
    nothing is paid twice.

    Requires an API key of scope `full` or `verify`, or a sandbox session.

    - receipt_id: ID of the receipt.
    - consumer: Name of the system that uses the receipt.
    - purpose: Purpose of the use. Only the paying party can record a `settlement`, with an API key of
      scope `full`.
    - reference: Your reference for this use, such as an invoice number.
    - amount: Settled amount in the currency of the receipt. Required, and greater than 0.00, if
      `purpose` is `settlement`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "record-consumption",
            "POST",
            f"/api/v1/receipts/{segment(receipt_id)}/consumptions",
            body=body_of(consumer=consumer, purpose=purpose, reference=reference, amount=amount),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def disputes_record_result(
    dispute_id: str,
    *,
    evaluator: str,
    decision: Literal["uphold", "overturn"],
    observed_at: str,
    proof: Union[DisputeResultRequestProofEd25519, DisputeResultRequestProofJws,
        DisputeResultRequestProofEip712, DisputeResultRequestProofHmacSha256],
    condition_outcomes: Optional[Sequence[DecidedCondition]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Record an external decision on a dispute.

    Records the decision of the external party that `resolver_ref` of the agreement names, by its
    signature. `overturn` leads to a new receipt. Any party can send the decision. It costs nothing.

    Requires an API key of scope `full` or `verify`, or a sandbox session.

    - dispute_id: ID of the dispute.
    - evaluator: ID of the external party, as agreed in `dispute_policy.resolver_ref`.
    - decision: `uphold`: the receipt stands. `overturn`: a new receipt with these outcomes replaces it.
    - condition_outcomes: Outcomes of conditions. At least one with `overturn`, none with `uphold`.
    - observed_at: Time of the evaluation.
    - proof: Signature of the external party over the result.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "record-dispute-result",
            "POST",
            f"/api/v1/disputes/{segment(dispute_id)}/external-result",
            body=body_of(evaluator=evaluator, decision=decision, condition_outcomes=condition_outcomes,
                observed_at=observed_at, proof=proof),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_record_external_result(
    spool_id: str,
    *,
    evaluator: str,
    verdict: Literal["pass", "partial", "fail", "uncertain"],
    condition_results: Sequence[ExternalResultRequestConditionResult],
    proof: Union[DisputeResultRequestProofEd25519, DisputeResultRequestProofJws,
        DisputeResultRequestProofEip712, DisputeResultRequestProofHmacSha256],
    observed_at: str,
    evidence_refs: Optional[Sequence[EvidenceId]] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Submit the signed result of an external party.

    Records the signed verdict of a judge outside this service, for a condition that names this judge.
    The signature is checked against the key in the agreement. It costs nothing by itself. Next,
    verify-spool takes the result into account.

    Requires an API key of scope `full` or `verify`. Not available in the sandbox.

    - spool_id: ID of the Spool.
    - evaluator: ID of the external party, as agreed in the condition.
    - verdict: Overall verdict of the external party.
    - condition_results: Result of each condition that the external party decides.
    - proof: Signature of the external party over the result.
    - observed_at: Time of the evaluation.
    - evidence_refs: IDs of the evidence items that the external party evaluated.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "record-external-result",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/external-result",
            headers={"if-match": if_match},
            body=body_of(evaluator=evaluator, verdict=verdict, condition_results=condition_results,
                proof=proof, observed_at=observed_at, evidence_refs=evidence_refs),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def audits_replay(
    *,
    promise: PromiseTerms,
    units: Sequence[ReplayedUnit],
    as_of: str,
    corrections: Optional[Sequence[UnitCorrection]] = None,
    sensitivity: Optional[SensitivityAxes] = None,
    sign: Optional[bool] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[PromiseReplay]:
    """Replay a promise over a history.

    Computes how the terms of a promise would have measured your own history: by customer and window, in
    exact cents, with a grid of other terms to try. It replays the history that you send and predicts
    nothing. The history is read in memory and neither stored nor logged. Equal input gives equal bytes,
    apart from `audit_id`. It costs one verification; the same request under the same idempotency key is
    computed again and not charged.

    Requires an API key of scope `full` or `verify`, or a sandbox session. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - promise: See the type.
    - units: Units of the history; one that was delivered after `as_of` is left out.
    - as_of: Time as of which the history is measured.
    - corrections: Later changes of units.
    - sensitivity: See the type.
    - sign: Whether a signed statement of the replay is added to the result. Default: `false`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "replay-promise",
            "POST",
            "/api/v1/promise-replay",
            body=body_of(promise=promise, units=units, as_of=as_of, corrections=corrections,
                sensitivity=sensitivity, sign=sign),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def reviews_request(
    receipt_id: str,
    *,
    reviewer: ReviewRequestReviewer,
    question: str,
    dispute_id: Optional[DisputeId] = None,
    scope: Optional[ReviewScope] = None,
    expires_in_hours: Optional[int] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[RequestedReview]:
    """Request a review.

    Asks a named person to review the latest receipt of a Spool, and returns the link for that person.
    The request changes neither the receipt nor the settlement. It costs nothing. Next, send the link to
    the reviewer, and have the other party consent if the review is advisory.

    Requires an API key of scope `full`. Not available in the sandbox.

    - receipt_id: ID of the receipt.
    - reviewer: Person who is asked to review.
    - question: Question for the reviewer.
    - dispute_id: ID of an open dispute that the review is to resolve. The dispute policy must name a
      review as resolver.
    - scope: Part of the receipt to review. If left out, all of it.
    - expires_in_hours: Hours in which the reviewer can decide; 72 if left out.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "request-review",
            "POST",
            f"/api/v1/receipts/{segment(receipt_id)}/reviews",
            body=body_of(reviewer=reviewer, question=question, dispute_id=dispute_id, scope=scope,
                expires_in_hours=expires_in_hours),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def discrepancies_resolve(
    discrepancy_id: str,
    *,
    outcome: Literal["claim_corrected", "fact_corrected", "accepted_variance"],
    note: str,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Discrepancy]:
    """Resolve a discrepancy.

    Says how a difference was settled. A `block` stays open until the other party sends the same
    outcome: until then this is a proposal, which either party can replace. It changes no verdict and no
    receipt and costs nothing.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - discrepancy_id: ID of the discrepancy.
    - outcome: How the difference was settled.
    - note: Explanation for the other party.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "resolve-discrepancy",
            "POST",
            f"/api/v1/discrepancies/{segment(discrepancy_id)}/resolve",
            body=body_of(outcome=outcome, note=note),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def disputes_respond(
    dispute_id: str,
    *,
    answer: Literal["accept", "reject"],
    condition_outcomes: Optional[Sequence[DecidedCondition]] = None,
    detail: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Respond to a dispute.

    Accepts what a dispute of the other party asks for, rejects it, or proposes other outcomes. Use it
    if `can` has `respond`. A rejection ends nothing: the dispute goes on until its deadline. Accepting
    can lead to a new receipt, which states the amount that was earned. It costs nothing.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - dispute_id: ID of the dispute.
    - answer: `accept` does what the dispute asks for. With `correct_receipt` it takes effect if both
      parties state equal outcomes; otherwise it is a proposal to the other party.
    - condition_outcomes: Outcomes that the party agrees to. Required to accept `correct_receipt`,
      otherwise left out.
    - detail: Explanation for the other party. Required with `reject`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "respond-to-dispute",
            "POST",
            f"/api/v1/disputes/{segment(dispute_id)}/respond",
            body=body_of(answer=answer, condition_outcomes=condition_outcomes, detail=detail),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_resume(
    source_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Source]:
    """Resume a source.

    Takes deliveries and syncs again after pause-source. It costs nothing.

    Requires an API key of scope `full`. Not available in the sandbox.

    - source_id: ID of the source.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "resume-source",
            "POST",
            f"/api/v1/sources/{segment(source_id)}/resume",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_revoke(
    source_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Source]:
    """Revoke a source.

    Ends a source for good and destroys its secrets. Its facts stay. It costs nothing.

    Requires an API key of scope `full`. Not available in the sandbox.

    - source_id: ID of the source.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "revoke-source",
            "POST",
            f"/api/v1/sources/{segment(source_id)}/revoke",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_rotate(
    source_id: str,
    *,
    overlap_seconds: Optional[int] = None,
    public_key: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[SourceWithSecret]:
    """Rotate the key of a source.

    Gives a source a new secret, or the public key that you send. The previous one stays valid for the
    overlap. At most two are valid. It costs nothing.

    Requires an API key of scope `full`. Not available in the sandbox.

    - source_id: ID of the source.
    - overlap_seconds: Seconds for which the previous key stays valid.
    - public_key: Ed25519 public key of the sender: `whpk_` and base64, or base64url of 32 bytes.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "rotate-source",
            "POST",
            f"/api/v1/sources/{segment(source_id)}/rotate",
            body=body_of(overlap_seconds=overlap_seconds, public_key=public_key),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def settlement_sign(
    spool_id: str,
    *,
    legs: Sequence[SettlementSignaturesRequestLeg],
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Submit the signatures of the settlement transfers.

    Sends the signatures of the wallet of the buyer for the transfers in `next_step.required_legs`.
    **This moves money**: the service broadcasts the signed transfers. Signatures that are sent again
    change nothing, and each transfer happens at most once.

    Requires an API key of scope `full`. Not available in the sandbox.

    - spool_id: ID of the Spool.
    - legs: Signed transfers: one for each entry of `next_step.required_legs`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "submit-settlement-signatures",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/settlement/signatures",
            body=body_of(legs=legs),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def receipts_supersede(
    receipt_id: str,
    *,
    reason: Literal["evidence_error", "confirmation_changed", "review_overturned", "dispute_resolved"],
    advisory: str,
    evidence_ids: Optional[Sequence[EvidenceId]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[SupersededReceipt]:
    """Replace a receipt.

    Runs the conditions again and issues a receipt that takes the place of one that was wrong. Say why
    in `reason`. It charges one run and reverses no payment. The replaced receipt stays readable with
    the status `corrected`.

    Requires an API key of scope `full`, or a sandbox session. In the sandbox, each call counts towards
    the limit `verifies` of the session.

    - receipt_id: ID of the receipt.
    - reason: Reason for the correction.
    - advisory: Notice that readers of the replaced receipt see.
    - evidence_ids: IDs of the evidence items that the correction concerns. They must belong to the
      Spool of the receipt.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "supersede-receipt",
            "POST",
            f"/api/v1/receipts/{segment(receipt_id)}/supersede",
            body=body_of(reason=reason, advisory=advisory, evidence_ids=evidence_ids),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_sync(
    source_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[StartedSync]:
    """Sync a source.

    Fetches a source of kind `pull_http` now. One sync runs at a time. It costs nothing. Next, read the
    source for the result.

    Requires an API key of scope `full`. Not available in the sandbox.

    - source_id: ID of the source.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "sync-source",
            "POST",
            f"/api/v1/sources/{segment(source_id)}/sync",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sources_test(
    source_id: str,
    *,
    payload: Any,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[SourceTestResult]:
    """Try a payload.

    Says which facts a payload would become. Nothing is stored. It costs nothing.

    Requires an API key of scope `full`. Not available in the sandbox.

    - source_id: ID of the source.
    - payload: JSON document as the system would send it.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "test-source",
            "POST",
            f"/api/v1/sources/{segment(source_id)}/test",
            body=body_of(payload=payload),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def attestations_verify(
    attestation: Attestation,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[AttestationVerdict]:
    """Verify an attestation.

    Checks the signature, the schema and the status of an attestation that you hold. Anyone may ask,
    without a key and at no cost, and nothing is stored. Use a bundle and a verifier of your own to
    check without this service.

    Requires no credential.

    - attestation: See the type.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-attestation",
            "POST",
            "/api/v1/attestations/verify",
            body=attestation,
            key="none",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def verify(
    evidence: OneCallEvidence,
    *,
    conditions: Optional[Sequence[Union[str, OneCallRequestCondition]]] = None,
    recipe: Optional[RecipeReference] = None,
    max_amount_cents: Optional[int] = None,
    unit: Optional[UnitizationInput] = None,
    settlement: Optional[Literal["external", "managed"]] = None,
    fields: Optional[Sequence[Union[str, RowField]]] = None,
    unit_name: Optional[str] = None,
    as_of: Optional[str] = None,
    time_zone: Optional[str] = None,
    declared_actor_type: Optional[Literal["human", "agent", "org", "service"]] = None,
    view: Optional[Literal["summary", "full"]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[OneCallResponse]:
    """Verify a delivery in one call.

    Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a
    unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or
    charging. To correct a delivery, send the whole request again under a new idempotency key: it is a
    new Spool and a new run.

    Requires an API key of scope `full` or `verify`, or a sandbox session. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects.
    - recipe: Recipe of the conditions, in place of `conditions`.
    - max_amount_cents: Price of the whole delivery, in cents.
    - unit: Number of units and the price of each, if each row is accepted and paid separately.
    - settlement: `external` if you settle the payment yourself. `managed` is refused, because a
      one-call verification has no second party.
    - fields: Fields of the rows, as names or as objects. A noun in a plain-text condition names a field
      if it is one of these names or aliases, or if the text marks it as a field.
    - unit_name: Noun that the text uses for one row.
    - as_of: Time from which relative times in the text are counted. If omitted, no answers are proposed
      for a time such as `by Friday`.
    - time_zone: IANA time zone that is assumed for times in the text without a zone.
    - declared_actor_type: Kind of party that sends the request. For an agent or a service, no condition
      is proposed that a person must decide.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-delivery",
            "POST",
            "/api/v1/verify",
            query={"view": view},
            body=body_of(conditions=conditions, recipe=recipe, max_amount_cents=max_amount_cents, unit=unit,
                evidence=evidence, settlement=settlement, fields=fields, unit_name=unit_name, as_of=as_of,
                time_zone=time_zone, declared_actor_type=declared_actor_type),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def preflight(
    evidence: OneCallEvidence,
    *,
    conditions: Optional[Sequence[Union[str, OneCallRequestCondition]]] = None,
    recipe: Optional[RecipeReference] = None,
    max_amount_cents: Optional[int] = None,
    unit: Optional[UnitizationInput] = None,
    settlement: Optional[Literal["external", "managed"]] = None,
    fields: Optional[Sequence[Union[str, RowField]]] = None,
    unit_name: Optional[str] = None,
    as_of: Optional[str] = None,
    time_zone: Optional[str] = None,
    declared_actor_type: Optional[Literal["human", "agent", "org", "service"]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Preflight]:
    """Verify a delivery in one call.

    Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a
    unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or
    charging. To correct a delivery, send the whole request again under a new idempotency key: it is a
    new Spool and a new run.

    Requires an API key of scope `full` or `verify`, or a sandbox session. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects.
    - recipe: Recipe of the conditions, in place of `conditions`.
    - max_amount_cents: Price of the whole delivery, in cents.
    - unit: Number of units and the price of each, if each row is accepted and paid separately.
    - settlement: `external` if you settle the payment yourself. `managed` is refused, because a
      one-call verification has no second party.
    - fields: Fields of the rows, as names or as objects. A noun in a plain-text condition names a field
      if it is one of these names or aliases, or if the text marks it as a field.
    - unit_name: Noun that the text uses for one row.
    - as_of: Time from which relative times in the text are counted. If omitted, no answers are proposed
      for a time such as `by Friday`.
    - time_zone: IANA time zone that is assumed for times in the text without a zone.
    - declared_actor_type: Kind of party that sends the request. For an agent or a service, no condition
      is proposed that a person must decide.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-delivery",
            "POST",
            "/api/v1/verify",
            query={"dry_run": "true"},
            body=body_of(conditions=conditions, recipe=recipe, max_amount_cents=max_amount_cents, unit=unit,
                evidence=evidence, settlement=settlement, fields=fields, unit_name=unit_name, as_of=as_of,
                time_zone=time_zone, declared_actor_type=declared_actor_type),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_verify(
    spool_id: str,
    *,
    confirmations: Optional[Sequence[Confirmation]] = None,
    evidence: Optional[Sequence[EvidenceRequest]] = None,
    view: Optional[Literal["summary", "full"]] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[VerifiedSpool]:
    """Verify the delivery of a Spool.

    Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new
    evidence it returns the latest result at no cost. Where settlement is committed, a final verdict
    releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and
    each party may try it a limited number of times a day.

    Requires an API key of scope `full` or `verify`; with `dry_run=true` also of scope `counterparty`,
    or a sandbox session. In the sandbox, each call counts towards the limit `verifies` of the session.

    - spool_id: ID of the Spool.
    - confirmations: Confirmations by the caller for conditions that the parties confirm.
    - evidence: Additional evidence for a dry run. It is verified together with the stored evidence and
      not stored.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/verify",
            query={"view": view},
            headers={"if-match": if_match},
            body=body_of(confirmations=confirmations, evidence=evidence),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_preview_verification(
    spool_id: str,
    *,
    confirmations: Optional[Sequence[Confirmation]] = None,
    evidence: Optional[Sequence[EvidenceRequest]] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[VerificationPreview]:
    """Verify the delivery of a Spool.

    Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new
    evidence it returns the latest result at no cost. Where settlement is committed, a final verdict
    releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and
    each party may try it a limited number of times a day.

    Requires an API key of scope `full` or `verify`; with `dry_run=true` also of scope `counterparty`,
    or a sandbox session. In the sandbox, each call counts towards the limit `verifies` of the session.

    - spool_id: ID of the Spool.
    - confirmations: Confirmations by the caller for conditions that the parties confirm.
    - evidence: Additional evidence for a dry run. It is verified together with the stored evidence and
      not stored.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/verify",
            query={"dry_run": "true"},
            headers={"if-match": if_match},
            body=body_of(confirmations=confirmations, evidence=evidence),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def disputes_withdraw(
    dispute_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Withdraw a dispute.

    Ends an open dispute; the receipt stands, and settlement goes on. Only the party that opened the
    dispute can withdraw it. It counts among the five disputes that a party can open of a Spool. It
    costs nothing.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - dispute_id: ID of the dispute.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "withdraw-dispute",
            "POST",
            f"/api/v1/disputes/{segment(dispute_id)}/withdraw",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_withdraw_evidence(
    spool_id: str,
    evidence_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[WithdrawnEvidence]:
    """Withdraw the content of an evidence item.

    Deletes the content that you submitted, for good, once the verdict is final, no case is open and the
    dispute window is over; `until` of a refusal names the earliest time. The receipt, its digests and
    its signature stay valid. Verifications of that content can no longer be repeated. It costs nothing.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - evidence_id: ID of the evidence item.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "withdraw-evidence",
            "DELETE",
            f"/api/v1/spools/{segment(spool_id)}/evidence/{segment(evidence_id)}/content",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_download_evidence(
    spool_id: str,
    evidence_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[bytes]:
    """Download the content of an evidence item.

    Returns the bytes of an evidence item as an attachment. It costs nothing. Compare their SHA-256 with
    `content_digest` to see that nothing changed.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - spool_id: ID of the Spool.
    - evidence_id: ID of the evidence item.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "download-evidence",
            "GET",
            f"/api/v1/spools/{segment(spool_id)}/evidence/{segment(evidence_id)}/content",
            reads="bytes",
            timeout=timeout,
        )
    )


def reviews_withdraw(
    review_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Review]:
    """Withdraw a review.

    Ends a review that is not decided; the link of the reviewer decides nothing any more. Only the party
    that asked for the review can withdraw it. It costs nothing.

    Requires an API key of scope `full`. Not available in the sandbox.

    - review_id: ID of the review.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "withdraw-review",
            "POST",
            f"/api/v1/reviews/{segment(review_id)}/withdraw",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def receipts_credential(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[ReceiptCredential]:
    """Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022).

    Returns the receipt in a format that other tools verify: a W3C Verifiable Credential 2.0
    (eddsa-jcs-2022). It costs nothing. A receipt that was corrected or revoked is refused, so that only
    a current one is handed on.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - receipt_id: ID of the receipt.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-receipt-credential",
            "GET",
            f"/api/v1/receipts/{segment(receipt_id)}/credential",
            timeout=timeout,
        )
    )


def receipts_envelope(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[ReceiptEnvelope]:
    """Read a receipt as an in-toto statement in a DSSE envelope.

    Returns the receipt in a format that other tools verify: an in-toto statement in a DSSE envelope. It
    costs nothing. A receipt that was corrected or revoked is refused, so that only a current one is
    handed on.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - receipt_id: ID of the receipt.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-receipt-envelope",
            "GET",
            f"/api/v1/receipts/{segment(receipt_id)}/dsse",
            timeout=timeout,
        )
    )


def sandbox_spools_accept(
    spool_id: str,
    *,
    agreement_hash: Optional[Sha256Hex] = None,
    quote_digest: Optional[Sha256Digest] = None,
    act_as_party: Optional[str] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Accept a demo Spool.

    Binds the party that did not create the Spool to its conditions and its amount. It moves no money.
    The Spool must be proposed; a Spool of type `agent_task` is accepted together with its quote. Next,
    the provider delivers with submit-evidence.

    Requires a sandbox session.

    - spool_id: ID of the Spool.
    - agreement_hash: Hash of the agreement that you read. The request is refused if the terms have
      changed since.
    - quote_digest: Digest of the current quote. Required on Spools of type `agent_task`.
    - act_as_party: Party of the Spool that the session acts as: `buyer`, `client`, `seller`,
      `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that
      the action belongs to.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "accept-sandbox-spool",
            "POST",
            f"/api/sandbox/spools/{segment(spool_id)}/accept",
            query={"act_as_party": act_as_party},
            headers={"if-match": if_match},
            body=body_of(agreement_hash=agreement_hash, quote_digest=quote_digest),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sandbox_compile(
    source: str,
    *,
    economics: Optional[CompileSandboxRequestEconomics] = None,
    conditions: Optional[Sequence[ConditionInput]] = None,
    fields: Optional[Sequence[Union[str, RowField]]] = None,
    unit_name: Optional[str] = None,
    as_of: Optional[str] = None,
    time_zone: Optional[str] = None,
    declared_actor_type: Optional[Literal["human", "agent", "org", "service"]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[CompiledSpool]:
    """Compile a text into a demo Spool.

    Reads an agreement in plain words and makes a demo Spool of it, between a buyer and a seller that
    are both you. It moves no money. While the text leaves questions open the Spool is a draft: compile
    again with words that answer them.

    Requires a sandbox session that was opened, not one that was invited. In the sandbox, each call
    counts towards the limit `compiles` of the session.

    - source: Text of the agreement, in plain English.
    - economics: Price of the work.
    - conditions: Conditions to add to those of the text. A condition whose description is the text of
      an `unsupported` entry resolves that entry.
    - fields: Fields of the rows, as names or as objects. A noun in a plain-text condition names a field
      if it is one of these names or aliases, or if the text marks it as a field.
    - unit_name: Noun that the text uses for one row.
    - as_of: Time from which relative times in the text are counted. If omitted, no answers are proposed
      for a time such as `by Friday`.
    - time_zone: IANA time zone that is assumed for times in the text without a zone.
    - declared_actor_type: Kind of party that sends the request. For an agent or a service, no condition
      is proposed that a person must decide.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "compile-sandbox-spool",
            "POST",
            "/api/sandbox/compile",
            body=body_of(source=source, economics=economics, conditions=conditions, fields=fields,
                unit_name=unit_name, as_of=as_of, time_zone=time_zone,
                declared_actor_type=declared_actor_type),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def receipts_download(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[OutcomeReceipt]:
    """Download a receipt.

    Returns the signed receipt as a file, for anyone with its address. It costs nothing. Verify it with
    the published keys, or with read-receipt-bundle offline.

    Requires no credential.

    - receipt_id: ID of the receipt.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "download-receipt",
            "GET",
            f"/r/{segment(receipt_id)}/receipt.json",
            key="none",
            timeout=timeout,
        )
    )


def keys_exchange(
    grant_token: GrantToken,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[ExchangedKey]:
    """Exchange a grant for an API key.

    Turns the grant of an invitation or of an operator into an API key. A grant works once and for a
    short time. Keep the key: it is shown only in this answer. A lost grant is replaced by a new one of
    the same issuer.

    Requires no credential.

    - grant_token: See the type.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "exchange-key",
            "POST",
            "/api/v1/keys/exchange",
            body=body_of(grant_token=grant_token),
            key="none",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def requests_list(
    *,
    limit: Optional[int] = None,
    after: Optional[RequestId] = None,
    outcome: Optional[Literal["refused", "all"]] = None,
    code: Optional[ErrorCode] = None,
    key_id: Optional[KeyId] = None,
    path: Optional[str] = None,
    since: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[RequestSummary]]:
    """List the refused requests of the account.

    Lists the latest requests of the account that were refused, one page at a time. It costs nothing.
    Read one whole with read-request.

    Requires an API key of scope `full`. Not available in the sandbox.

    - limit: Number of items per page, 1 to 100. Default: 20.
    - after: Value of `next_cursor` from the previous page.
    - outcome: `refused` for refused requests only, or `all`. Default: `refused`.
    - code: Only requests that were refused with this error code.
    - key_id: Only requests of this key.
    - path: Only requests whose path begins like this.
    - since: Only requests at or after this time.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_cursor(
        Call(
            "list-requests",
            "GET",
            "/api/v1/requests",
            query={"limit": limit, "after": after, "outcome": outcome, "code": code, "key_id": key_id, "path": path, "since": since},
            timeout=timeout,
        )
    )


def sandbox_spools_events(
    spool_id: str,
    *,
    after: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[SpoolEvent]]:
    """List the events of a demo Spool.

    Reads the history of a Spool, one page at a time. Each event names the hash of the one before, so a
    change of the past shows. It costs nothing. Read on from `after` with the `seq` of the last event.

    Requires a sandbox session.

    - spool_id: ID of the Spool.
    - after: Sequence number (`seq`) of the last event that you have read. If omitted, the list starts
      with the first event.
    - timeout: Seconds for the call with all its attempts.
    """
    return listed_by_sequence(
        Call(
            "list-sandbox-spool-events",
            "GET",
            f"/api/sandbox/spools/{segment(spool_id)}/events",
            query={"after": after},
            timeout=timeout,
        )
    )


def sandbox_open_session(
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[SandboxSession]:
    """Open a sandbox session.

    Opens a session for trying the service out, without an account. It costs nothing, and nothing in it
    is real: demo Spools move no money, and demo receipts are marked. Send the token as `Authorization:
    Bearer sbx_…` until it expires.

    Requires no credential.

    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "open-sandbox-session",
            "POST",
            "/api/sandbox/session",
            key="none",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sandbox_read_session(
    *,
    timeout: Optional[float] = None,
) -> Plan[SandboxSessionState]:
    """Read the remaining budget of a sandbox session.

    Returns what is left of the session, when it ends, and its active Spools. It costs nothing.

    Requires a sandbox session.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-sandbox-session",
            "GET",
            "/api/sandbox/session",
            timeout=timeout,
        )
    )


def account_get(
    *,
    timeout: Optional[float] = None,
) -> Plan[Account]:
    """Read the account and limits of the caller.

    Returns whose key this is, its scope and environment, the limits and what is left of the monthly
    allowance. It costs nothing. Use it to check a key before the first run.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-account",
            "GET",
            "/api/v1/account",
            timeout=timeout,
        )
    )


def service_capabilities(
    *,
    timeout: Optional[float] = None,
) -> Plan[Capabilities]:
    """Read the capabilities of this deployment.

    Returns what this deployment can do: verification methods, checkers, judges, settlement and payment
    protocols. Read it before you rely on one of them. It costs nothing.

    Requires no credential.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-capabilities",
            "GET",
            "/api/v1/capabilities",
            key="none",
            timeout=timeout,
        )
    )


def keys_read_did(
    *,
    timeout: Optional[float] = None,
) -> Plan[DidDocument]:
    """Read the DID document of the keys that sign payment offers and receipts.

    Returns the keys that sign x402 offers and payment receipts, as `did:web` resolvers expect them. Use
    read-keys for the keys of verification receipts.

    Requires no credential. Not rate limited.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-did-document",
            "GET",
            "/.well-known/did.json",
            key="none",
            timeout=timeout,
        )
    )


def guide_errors(
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Read the list of error codes and reasons.

    Returns every `code` and `reason` of an `Error`, what it means and what to do, as Markdown.

    Requires no credential.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-error-codes",
            "GET",
            "/docs/errors",
            key="none",
            reads="text",
            timeout=timeout,
        )
    )


def guide_page(
    page: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Read a page of the guide.

    Returns one page of the documentation as Markdown. Find pages with search-guide.

    Requires no credential.

    - page: Name of the page.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-guide-page",
            "GET",
            f"/docs/guide/{segment(page)}",
            key="none",
            reads="text",
            timeout=timeout,
        )
    )


def service_health(
    *,
    timeout: Optional[float] = None,
) -> Plan[Health]:
    """Check that the service answers.

    Answers as long as the process runs. Use it for restarts by a supervisor, and read-readiness for
    load balancing.

    Requires no credential. Not rate limited.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-health",
            "GET",
            "/api/health",
            key="none",
            timeout=timeout,
        )
    )


def receipts_public_status(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[ReceiptStatus]:
    """Read the online status of a receipt.

    Says if a receipt still counts, or was replaced, revoked or disputed. It needs no key and costs
    nothing. Ask before you pay by a receipt.

    Requires no credential.

    - receipt_id: ID of the receipt.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-receipt-status",
            "GET",
            f"/api/receipts/{segment(receipt_id)}/status",
            key="none",
            timeout=timeout,
        )
    )


def service_readiness(
    *,
    timeout: Optional[float] = None,
) -> Plan[Readiness]:
    """Check that the service is ready.

    Says if the service can work now, with the state of each of its parts. Use it for load balancing and
    monitoring.

    Requires no credential. Not rate limited.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-readiness",
            "GET",
            "/api/ready",
            key="none",
            timeout=timeout,
        )
    )


def receipts_bundle(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[ReceiptBundle]:
    """Download the bundle of a receipt for offline verification.

    Returns the receipt with all that a verifier needs without this service: keys, status, proof of the
    log, and the digests of the evidence. It costs nothing. Check it with `outturn verify`, or with a
    verifier library.

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session.

    - receipt_id: ID of the receipt.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-receipt-bundle",
            "GET",
            f"/api/v1/receipts/{segment(receipt_id)}/bundle",
            timeout=timeout,
        )
    )


def requests_get(
    request_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[RequestRecord]:
    """Read a request of the account: why it was refused, and what was sent.

    Returns one request by the `request_id` of its answer: why it was refused and what was sent, without
    secrets. It costs nothing. Use it to find out what a program of yours sends.

    Requires an API key of scope `full`. Not available in the sandbox.

    - request_id: ID of the request.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-request",
            "GET",
            f"/api/v1/requests/{segment(request_id)}",
            timeout=timeout,
        )
    )


def sandbox_spools_get(
    spool_id: str,
    *,
    act_as_party: Optional[str] = None,
    view: Optional[Literal["summary", "full"]] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Read a demo Spool.

    Returns a Spool of the session, as the buyer or as the seller sees it: choose with `act_as_party`.
    `next_step` names who acts next. It costs nothing.

    Requires a sandbox session.

    - spool_id: ID of the Spool, or its share ID.
    - act_as_party: Party of the Spool that the session acts as: `buyer`, `client`, `seller`,
      `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that
      the action belongs to.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-sandbox-spool",
            "GET",
            f"/api/sandbox/spools/{segment(spool_id)}",
            query={"act_as_party": act_as_party, "view": view},
            timeout=timeout,
        )
    )


def guide_search(
    *,
    q: str,
    timeout: Optional[float] = None,
) -> Plan[GuideResults]:
    """Search the documentation.

    Finds pages and sections of the guide by words. It costs nothing. Read a page whole with
    read-guide-page.

    Requires no credential.

    - q: Search text: a few words, an error code or the ID of an operation.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "search-guide",
            "GET",
            "/docs/search",
            query={"q": q},
            key="none",
            timeout=timeout,
        )
    )


def pages_credits(
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Show how to get credits.

    A page for people: how credits are bought or granted in this deployment. Programs use read-balance
    and the operations that buy packs.

    Requires no credential.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "show-credits",
            "GET",
            "/credits",
            key="none",
            reads="text",
            accepts="text/html",
            timeout=timeout,
        )
    )


def pages_outcome_index(
    *,
    period: Optional[str] = None,
    format: Optional[Literal["json", "csv"]] = None,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Show the outcome index.

    A page for people: the outcome index as charts and tables. With `format=csv` it is a file.

    Requires no credential.

    - period: Month, or part of one. Default: the latest.
    - format: `csv` for a table. Default: `json`.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "show-outcome-index",
            "GET",
            "/outcome-index",
            query={"period": period, "format": format},
            key="none",
            reads="text",
            accepts="text/html",
            timeout=timeout,
        )
    )


def pages_receipt(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Show a receipt.

    A page for people: what was agreed, what was judged and earned, and the proof. Anyone with its
    address may read it. Programs use download-receipt.

    Requires no credential.

    - receipt_id: ID of the receipt.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "show-receipt",
            "GET",
            f"/r/{segment(receipt_id)}",
            key="none",
            reads="text",
            accepts="text/html",
            timeout=timeout,
        )
    )


def pages_return_(
    return_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Show the next page after the payout set-up.

    A page for people, to which the payment processor sends the provider after the payout set-up. It
    says if anything is missing still.

    Requires no credential.

    - return_id: ID of the page.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "show-return",
            "GET",
            f"/return/{segment(return_id)}",
            key="none",
            reads="text",
            accepts="text/html",
            timeout=timeout,
        )
    )


def pages_spool(
    share_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Show a shared Spool.

    A page for people: what was agreed and what happens next, without contacts, accounts and actions.
    Anyone with the share ID may read it.

    Requires no credential.

    - share_id: Share ID of the Spool.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "show-spool",
            "GET",
            f"/s/{segment(share_id)}",
            key="none",
            reads="text",
            accepts="text/html",
            timeout=timeout,
        )
    )


def pages_versions(
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Show deprecated parts of the API.

    A page for people: the parts of the API that are on their way out, since when, until when, and what
    takes their place.

    Requires no credential.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "show-versions",
            "GET",
            "/versions",
            key="none",
            reads="text",
            accepts="text/html",
            timeout=timeout,
        )
    )


def sandbox_spools_submit_evidence(
    spool_id: str,
    *,
    condition_id: ConditionId,
    type: Literal["photo", "text", "file", "url", "dataset", "confirmation"],
    source: str,
    metadata: Optional[Mapping[str, Any]] = None,
    on_behalf_of: Optional[str] = None,
    provenance: Optional[ProvenanceInput] = None,
    claim_class: Optional[Literal["actor_identity", "artifact_state", "machine_fact"]] = None,
    act_as_party: Optional[str] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Submit evidence to a demo Spool.

    Delivers one item: rows, a file, a text, or the word of a party (`confirmation`). **Of one
    condition, party and `source` the latest item counts**: to correct an item, send the new one under
    the same `source`. Items under different sources are counted together. Nothing is judged or charged
    yet; call verify-spool next.

    Requires a sandbox session.

    - spool_id: ID of the Spool.
    - condition_id: ID of the condition that the evidence supports.
    - type: Type of evidence.
    - source: Name of the source of the evidence, in your own words. The item replaces an earlier one of
      the same condition and source; tables of different sources are counted together.
    - metadata: Content of the evidence in one form, and your own notes. Inline content is one of
      `rows`, `text`, `json`, or `content_base64` with `media_type`; larger content is referenced by
      `url` or `sha256`. Default: `{}`.
    - on_behalf_of: Party in whose name the evidence is submitted: a role (`provider`, `seller`,
      `buyer`, `client`) or a party ID.
    - provenance: Method by which you obtained the evidence.
    - claim_class: Kind of claim that the evidence supports.
    - act_as_party: Party of the Spool that the session acts as: `buyer`, `client`, `seller`,
      `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that
      the action belongs to.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "submit-sandbox-evidence",
            "POST",
            f"/api/sandbox/spools/{segment(spool_id)}/evidence",
            query={"act_as_party": act_as_party},
            headers={"if-match": if_match},
            body=body_of(condition_id=condition_id, type=type, source=source, metadata=metadata,
                on_behalf_of=on_behalf_of, provenance=provenance, claim_class=claim_class),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sandbox_verify(
    evidence: OneCallEvidence,
    *,
    conditions: Optional[Sequence[Union[str, OneCallRequestCondition]]] = None,
    recipe: Optional[RecipeReference] = None,
    max_amount_cents: Optional[int] = None,
    unit: Optional[UnitizationInput] = None,
    settlement: Optional[Literal["external", "managed"]] = None,
    fields: Optional[Sequence[Union[str, RowField]]] = None,
    unit_name: Optional[str] = None,
    as_of: Optional[str] = None,
    time_zone: Optional[str] = None,
    declared_actor_type: Optional[Literal["human", "agent", "org", "service"]] = None,
    view: Optional[Literal["summary", "full"]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[OneCallResponse]:
    """Verify a delivery in one call, in the sandbox.

    Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a
    unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or
    charging. To correct a delivery, send the whole request again under a new idempotency key: it is a
    new Spool and a new run.

    Requires a sandbox session that was opened, not one that was invited. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects.
    - recipe: Recipe of the conditions, in place of `conditions`.
    - max_amount_cents: Price of the whole delivery, in cents.
    - unit: Number of units and the price of each, if each row is accepted and paid separately.
    - settlement: `external` if you settle the payment yourself. `managed` is refused, because a
      one-call verification has no second party.
    - fields: Fields of the rows, as names or as objects. A noun in a plain-text condition names a field
      if it is one of these names or aliases, or if the text marks it as a field.
    - unit_name: Noun that the text uses for one row.
    - as_of: Time from which relative times in the text are counted. If omitted, no answers are proposed
      for a time such as `by Friday`.
    - time_zone: IANA time zone that is assumed for times in the text without a zone.
    - declared_actor_type: Kind of party that sends the request. For an agent or a service, no condition
      is proposed that a person must decide.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-sandbox-delivery",
            "POST",
            "/api/sandbox/verify",
            query={"view": view},
            body=body_of(conditions=conditions, recipe=recipe, max_amount_cents=max_amount_cents, unit=unit,
                evidence=evidence, settlement=settlement, fields=fields, unit_name=unit_name, as_of=as_of,
                time_zone=time_zone, declared_actor_type=declared_actor_type),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sandbox_preflight(
    evidence: OneCallEvidence,
    *,
    conditions: Optional[Sequence[Union[str, OneCallRequestCondition]]] = None,
    recipe: Optional[RecipeReference] = None,
    max_amount_cents: Optional[int] = None,
    unit: Optional[UnitizationInput] = None,
    settlement: Optional[Literal["external", "managed"]] = None,
    fields: Optional[Sequence[Union[str, RowField]]] = None,
    unit_name: Optional[str] = None,
    as_of: Optional[str] = None,
    time_zone: Optional[str] = None,
    declared_actor_type: Optional[Literal["human", "agent", "org", "service"]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Preflight]:
    """Verify a delivery in one call, in the sandbox.

    Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a
    unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or
    charging. To correct a delivery, send the whole request again under a new idempotency key: it is a
    new Spool and a new run.

    Requires a sandbox session that was opened, not one that was invited. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects.
    - recipe: Recipe of the conditions, in place of `conditions`.
    - max_amount_cents: Price of the whole delivery, in cents.
    - unit: Number of units and the price of each, if each row is accepted and paid separately.
    - settlement: `external` if you settle the payment yourself. `managed` is refused, because a
      one-call verification has no second party.
    - fields: Fields of the rows, as names or as objects. A noun in a plain-text condition names a field
      if it is one of these names or aliases, or if the text marks it as a field.
    - unit_name: Noun that the text uses for one row.
    - as_of: Time from which relative times in the text are counted. If omitted, no answers are proposed
      for a time such as `by Friday`.
    - time_zone: IANA time zone that is assumed for times in the text without a zone.
    - declared_actor_type: Kind of party that sends the request. For an agent or a service, no condition
      is proposed that a person must decide.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-sandbox-delivery",
            "POST",
            "/api/sandbox/verify",
            query={"dry_run": "true"},
            body=body_of(conditions=conditions, recipe=recipe, max_amount_cents=max_amount_cents, unit=unit,
                evidence=evidence, settlement=settlement, fields=fields, unit_name=unit_name, as_of=as_of,
                time_zone=time_zone, declared_actor_type=declared_actor_type),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sandbox_spools_verify(
    spool_id: str,
    *,
    confirmations: Optional[Sequence[Confirmation]] = None,
    evidence: Optional[Sequence[EvidenceRequest]] = None,
    act_as_party: Optional[str] = None,
    view: Optional[Literal["summary", "full"]] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[VerifiedSpool]:
    """Verify the delivery of a demo Spool.

    Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new
    evidence it returns the latest result at no cost. Where settlement is committed, a final verdict
    releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and
    each party may try it a limited number of times a day.

    Requires a sandbox session. An invited session needs `dry_run=true`. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - spool_id: ID of the Spool.
    - confirmations: Confirmations by the caller for conditions that the parties confirm.
    - evidence: Additional evidence for a dry run. It is verified together with the stored evidence and
      not stored.
    - act_as_party: Party of the Spool that the session acts as: `buyer`, `client`, `seller`,
      `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that
      the action belongs to.
    - view: `summary` omits long parts: unit results, all but the first rejections, texts of terms and
      contents of evidence. `left_out` names the omitted parts. Default: `full`.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-sandbox-spool",
            "POST",
            f"/api/sandbox/spools/{segment(spool_id)}/verify",
            query={"act_as_party": act_as_party, "view": view},
            headers={"if-match": if_match},
            body=body_of(confirmations=confirmations, evidence=evidence),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def sandbox_spools_preview_verification(
    spool_id: str,
    *,
    confirmations: Optional[Sequence[Confirmation]] = None,
    evidence: Optional[Sequence[EvidenceRequest]] = None,
    act_as_party: Optional[str] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[VerificationPreview]:
    """Verify the delivery of a demo Spool.

    Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new
    evidence it returns the latest result at no cost. Where settlement is committed, a final verdict
    releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and
    each party may try it a limited number of times a day.

    Requires a sandbox session. An invited session needs `dry_run=true`. In the sandbox, each call
    counts towards the limit `verifies` of the session.

    - spool_id: ID of the Spool.
    - confirmations: Confirmations by the caller for conditions that the parties confirm.
    - evidence: Additional evidence for a dry run. It is verified together with the stored evidence and
      not stored.
    - act_as_party: Party of the Spool that the session acts as: `buyer`, `client`, `seller`,
      `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that
      the action belongs to.
    - if_match: `ETag` of the Spool as you last read it. If the Spool has changed since, the request is
      refused with 409 `store_conflict`.
    - idempotency_key: Name of this call: repeated under it, the call answers again and has no second
      effect. Drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "verify-sandbox-spool",
            "POST",
            f"/api/sandbox/spools/{segment(spool_id)}/verify",
            query={"dry_run": "true", "act_as_party": act_as_party},
            headers={"if-match": if_match},
            body=body_of(confirmations=confirmations, evidence=evidence),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def keys_read(
    *,
    timeout: Optional[float] = None,
) -> Plan[KeyDocument]:
    """Read the public keys of all signatures.

    Returns the keys that receipts, status answers and bundles are checked with, now and for earlier
    signatures. Fetch them from here once and keep them: a key inside a receipt proves nothing.

    Requires no credential. Not rate limited.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-keys",
            "GET",
            "/.well-known/outturn-keys.json",
            key="none",
            timeout=timeout,
        )
    )


def keys_read_version(
    environment: str,
    version: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[KeyDocument]:
    """Read an earlier version of the public keys.

    Returns a key document as it was published before, to follow the chain of versions back. Each
    version names the hash of the one before.

    Requires no credential.

    - environment: Environment of the keys.
    - version: Version number of the key document; the first is 1.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-key-version",
            "GET",
            f"/.well-known/outturn-keys/{segment(environment)}/{segment(version)}",
            key="none",
            timeout=timeout,
        )
    )


def log_checkpoint(
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Read the signed checkpoint of the transparency log of production.

    Returns the signed size and root hash of the log in which every receipt stands. Keep checkpoints and
    compare them: a log that was rewritten does not fit an earlier one.

    Requires no credential. Not rate limited.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-log-checkpoint",
            "GET",
            "/log/checkpoint",
            key="none",
            reads="text",
            timeout=timeout,
        )
    )


def log_tile(
    level: str,
    index: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[bytes]:
    """Read a tile of the transparency log of production.

    Returns one tile of the tree of the log, from which anyone proves that a receipt is in it. A full
    tile never changes and may be cached for good.

    Requires no credential. Not rate limited.

    - level: Level of the tile: 0 for the hashes of the leaves, or `entries` for the leaves themselves.
    - index: Index of the tile in three digits. A longer index is split by `/`, with an `x` before all
      but the last three digits, as in `x001/234`. The index of a partial tile of W entries ends in
      `.p/W`. C2SP tlog-tiles specifies both.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-log-tile",
            "GET",
            f"/log/tile/{segment(level)}/{segment(index)}",
            key="none",
            reads="bytes",
            timeout=timeout,
        )
    )


def log_demo_checkpoint(
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Read the signed checkpoint of the transparency log of demo.

    Returns the signed size and root hash of the log in which every receipt stands. Keep checkpoints and
    compare them: a log that was rewritten does not fit an earlier one.

    Requires no credential. Not rate limited.

    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-demo-log-checkpoint",
            "GET",
            "/log/demo/checkpoint",
            key="none",
            reads="text",
            timeout=timeout,
        )
    )


def log_demo_tile(
    level: str,
    index: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[bytes]:
    """Read a tile of the transparency log of demo.

    Returns one tile of the tree of the log, from which anyone proves that a receipt is in it. A full
    tile never changes and may be cached for good.

    Requires no credential. Not rate limited.

    - level: Level of the tile: 0 for the hashes of the leaves, or `entries` for the leaves themselves.
    - index: Index of the tile in three digits. A longer index is split by `/`, with an `x` before all
      but the last three digits, as in `x001/234`. The index of a partial tile of W entries ends in
      `.p/W`. C2SP tlog-tiles specifies both.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(
        Call(
            "read-demo-log-tile",
            "GET",
            f"/log/demo/tile/{segment(level)}/{segment(index)}",
            key="none",
            reads="bytes",
            timeout=timeout,
        )
    )
