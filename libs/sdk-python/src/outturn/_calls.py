"""The operations of the service: one function for each describes what is sent and received.

Rendered from the OpenAPI document by `npm run render:clients`. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

from ._core import Call, Listing, Plan, body_of, listed_by_cursor, listed_by_sequence, segment, send
from .types import (
    Account,
    Attestation,
    AttestationVerdict,
    Capabilities,
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
    DidDocument,
    Dispute,
    ErrorCode,
    EvidenceDetail,
    EvidenceId,
    EvidenceRequest,
    ExchangedKey,
    ExternalResultRequestConditionResult,
    ExternalResultRequestProofEd25519,
    ExternalResultRequestProofEip712,
    ExternalResultRequestProofHmacSha256,
    ExternalResultRequestProofJws,
    GrantToken,
    GuideResults,
    Health,
    Invitation,
    KeyDocument,
    KeyId,
    OneCallEvidence,
    OneCallRequestCondition,
    OneCallResponse,
    OutcomeReceipt,
    PackAccepted,
    PaidVerification,
    PartyInput,
    PolicyId,
    Preflight,
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
    RequestId,
    RequestRecord,
    RequestSummary,
    RowField,
    SandboxSession,
    SandboxSessionState,
    SettlementGrant,
    SettlementGrantTemplate,
    SettlementSignaturesRequestLeg,
    Sha256Digest,
    Sha256Hex,
    SharedSpool,
    SpendPermission,
    Spool,
    SpoolEvent,
    SpoolId,
    SupersededReceipt,
    UnitizationInput,
    Usage,
    VerificationPreview,
    VerifiedSpool,
)


def spools_abandon(
    spool_id: str,
    *,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Abandon a Spool.

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


def credits_buy_pack_by_mpp(
    pack_cents: Literal[500, 1000, 2000],
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[PackAccepted]:
    """Buy a credit pack by card with MPP.

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

    Requires no credential.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects. Send either
      `conditions` or `recipe`.
    - recipe: Recipe that the conditions are created from. Send either `conditions` or `recipe`.
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

    Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of
    its `compiles`.

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


def spools_create(
    *,
    parties: Sequence[PartyInput],
    value: CreateSpoolRequestValue,
    deliverable: CreateSpoolRequestDeliverable,
    terms: Sequence[CreateSpoolRequestTerm],
    conditions: Sequence[ConditionInput],
    type: Optional[Literal["goods_in_person", "service", "digital", "agent_task"]] = None,
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

    Requires an API key of scope `full`, or a sandbox session. A sandbox session uses one of its
    `spools`.

    - type: Type of work that the Spool covers. Default: `service`.
    - parties: The two parties of the agreement.
    - value: Price of the whole delivery.
    - deliverable: The work to deliver.
    - terms: Terms of the agreement in words, which no checker tests.
    - conditions: Conditions that the delivery must meet.
    - unitization: Number of units and the price of each. Omit it if the work is not split into units.
    - economics: Fee and expiry of the proposal.
    - agreement: Way in which the agreement is accepted.
    - dispute_policy: Rules for disputes over a receipt.
    - finality: Limits on how often and how long the delivery can be verified.
    - gated_action: Action that you intend to take depending on the verdict. It has no effect on the
      verdict.
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
                conditions=conditions, unitization=unitization, economics=economics, agreement=agreement,
                dispute_policy=dispute_policy, finality=finality, gated_action=gated_action,
                gated_action_note=gated_action_note),
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


def spools_decline(
    spool_id: str,
    *,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Decline a Spool or a cancellation request.

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


def spools_invite(
    spool_id: str,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Invitation]:
    """Invite the counterparty of a Spool.

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


def recipes_list(
    *,
    limit: Optional[int] = None,
    after: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Listing[Recipe]]:
    """List recipes.

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
    evidence_refs: Optional[Sequence[EvidenceId]] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Dispute a receipt.

    Requires an API key of scope `full` or `counterparty`, or a sandbox session.

    - receipt_id: ID of the receipt.
    - reason: Reason for the dispute.
    - detail: Explanation for the other party.
    - condition_ids: IDs of the disputed conditions. They must belong to the agreement of the receipt.
    - units: Numbers of the disputed units; the first unit is 1.
    - requested: Remedy that the party asks for.
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
                requested=requested, evidence_refs=evidence_refs),
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


def disputes_get(
    dispute_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[Dispute]:
    """Read a dispute.

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


def receipts_get(
    receipt_id: str,
    *,
    view: Optional[Literal["summary", "full"]] = None,
    timeout: Optional[float] = None,
) -> Plan[ReceiptRecord]:
    """Read a receipt with its status and attestation.

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


def settlement_read_grant(
    spool_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[SettlementGrant]:
    """Read a settlement grant.

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


def spools_get(
    spool_id: str,
    *,
    view: Optional[Literal["summary", "full"]] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Read a Spool.

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


def spools_record_external_result(
    spool_id: str,
    *,
    evaluator: str,
    verdict: Literal["pass", "partial", "fail", "uncertain"],
    condition_results: Sequence[ExternalResultRequestConditionResult],
    proof: Union[ExternalResultRequestProofEd25519, ExternalResultRequestProofJws,
        ExternalResultRequestProofEip712, ExternalResultRequestProofHmacSha256],
    observed_at: str,
    evidence_refs: Optional[Sequence[EvidenceId]] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Submit the signed result of an external party.

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


def settlement_sign(
    spool_id: str,
    *,
    legs: Sequence[SettlementSignaturesRequestLeg],
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Submit the signatures of the settlement transfers.

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

    Requires an API key of scope `full`, or a sandbox session. A sandbox session uses one of its
    `verifies`.

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


def attestations_verify(
    attestation: Attestation,
    *,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[AttestationVerdict]:
    """Verify an attestation.

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

    Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of
    its `verifies`.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects. Send either
      `conditions` or `recipe`.
    - recipe: Recipe that the conditions are created from. Send either `conditions` or `recipe`.
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

    Requires an API key of scope `full` or `verify`, or a sandbox session. A sandbox session uses one of
    its `verifies`.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects. Send either
      `conditions` or `recipe`.
    - recipe: Recipe that the conditions are created from. Send either `conditions` or `recipe`.
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

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session. A sandbox
    session uses one of its `verifies`.

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

    Requires an API key of scope `full` or `verify` or `counterparty`, or a sandbox session. A sandbox
    session uses one of its `verifies`.

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


def receipts_credential(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[ReceiptCredential]:
    """Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022).

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

    Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of
    its `compiles`.

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


def spools_download_evidence(
    spool_id: str,
    evidence_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[bytes]:
    """Download the content of an evidence item.

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


def receipts_download(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[OutcomeReceipt]:
    """Download a receipt.

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


def pages_receipt(
    receipt_id: str,
    *,
    timeout: Optional[float] = None,
) -> Plan[str]:
    """Show a receipt.

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

    Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of
    its `verifies`.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects. Send either
      `conditions` or `recipe`.
    - recipe: Recipe that the conditions are created from. Send either `conditions` or `recipe`.
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

    Requires a sandbox session that was opened, not one that was invited. A sandbox session uses one of
    its `verifies`.

    - evidence: The delivery to verify.
    - conditions: Conditions that the delivery must meet, as plain text or as objects. Send either
      `conditions` or `recipe`.
    - recipe: Recipe that the conditions are created from. Send either `conditions` or `recipe`.
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

    Requires a sandbox session. A sandbox session uses one of its `verifies`.

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

    Requires a sandbox session. A sandbox session uses one of its `verifies`.

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
