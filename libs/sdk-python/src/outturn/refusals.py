"""One exception class for each error code of the service.

Rendered from the OpenAPI document by `npm run render:clients`. Do not edit.
"""

from __future__ import annotations

from typing import Mapping, Type

from .errors import OutturnError

__all__ = [
    "AccountSuspended",
    "AmbiguityRequired",
    "CheckerError",
    "CompileFailed",
    "ConfigurationUnavailable",
    "Conflict",
    "CreditsRequired",
    "EvidenceTooLarge",
    "Forbidden",
    "GrantCapExceeded",
    "GrantsPaused",
    "InputTooLarge",
    "InternalError",
    "InvalidJson",
    "InvalidState",
    "LimitReached",
    "MethodNotAllowed",
    "NotAcceptable",
    "NotAllowedInUnilateralMode",
    "NotFound",
    "PaymentFailedX402",
    "PaymentRequiredMpp",
    "PaymentRequiredX402",
    "PayoutDestinationRequired",
    "RateLimited",
    "RecipeHashMismatch",
    "RecipeNotFound",
    "RouteNotFound",
    "SandboxResting",
    "SessionExpired",
    "SettlementUnavailable",
    "SpoolNotFound",
    "StoreConflict",
    "TrustedKeyUnavailable",
    "Unauthenticated",
    "UnknownAction",
    "UnsupportedEnvironmentCapability",
    "ValidationFailed",
    "WrongFundingLane",
]


class AccountSuspended(OutturnError):
    """`account_suspended`, status 403. Ask the operator of this service why the account is suspended."""


class AmbiguityRequired(OutturnError):
    """`ambiguity_required`, status 422. Replace the unresolved text at the named field with an exact value
    and send the request again.
    """


class CheckerError(OutturnError):
    """`checker_error`, status 500. Nothing was charged and the evidence is kept. Send the request again,
    and report the request id if it persists.
    """


class CompileFailed(OutturnError):
    """`compile_failed`, status 422. Rewrite the source so that each condition names one exact check, then
    compile again.
    """


class ConfigurationUnavailable(OutturnError):
    """`configuration_unavailable`, status 503. Wait for the seconds in Retry-After and send the same
    request again with the same idempotency key.
    """


class Conflict(OutturnError):
    """`conflict`, status 409. Read the resource and decide again; send a new idempotency key for a
    different request.
    """


class CreditsRequired(OutturnError):
    """`credits_required`, status 402. Add credits by one of payment_methods, then send the same request
    again.
    """


class EvidenceTooLarge(OutturnError):
    """`evidence_too_large`, status 413. Keep each evidence item within 1 MB, or reference it by URL or
    digest.
    """


class Forbidden(OutturnError):
    """`forbidden`, status 403. Use a key whose scope and party allow this operation."""


class GrantCapExceeded(OutturnError):
    """`grant_cap_exceeded`, status 409. Reduce the amount of this grant or release earlier ones."""


class GrantsPaused(OutturnError):
    """`grants_paused`, status 503. New settlement grants are paused. Wait for the seconds in Retry-After
    and try again.
    """


class InputTooLarge(OutturnError):
    """`input_too_large`, status 413. Send a smaller body; reference large material by URL or digest."""


class InternalError(OutturnError):
    """`internal_error`, status 500. Send the same request again with the same idempotency key. If it
    persists, report the request id.
    """


class InvalidJson(OutturnError):
    """`invalid_json`, status 400. Send one JSON object in UTF-8 with Content-Type application/json."""


class InvalidState(OutturnError):
    """`invalid_state`, status 409. Read the resource and take one of its allowed_actions."""


class LimitReached(OutturnError):
    """`limit_reached`, status 200. This sandbox session has used its budget. Open a new session with POST
    /api/sandbox/session.
    """


class MethodNotAllowed(OutturnError):
    """`method_not_allowed`, status 405. Use one of the methods in the Allow header."""


class NotAcceptable(OutturnError):
    """`not_acceptable`, status 406. Send Accept: application/json, or leave the header out."""


class NotAllowedInUnilateralMode(OutturnError):
    """`not_allowed_in_unilateral_mode`, status 409. Create a bilateral Spool with POST /api/v1/spools for
    this action.
    """


class NotFound(OutturnError):
    """`not_found`, status 404. Check the id and that your key belongs to a party of it."""


class PaymentFailedX402(OutturnError):
    """`payment_failed_x402`, status 402. The facilitator could not confirm the payment. Check the
    authorization and repeat the call.
    """


class PaymentRequiredMpp(OutturnError):
    """`payment_required_mpp`, status 402. Answer the WWW-Authenticate challenge and send the request
    again.
    """


class PaymentRequiredX402(OutturnError):
    """`payment_required_x402`, status 402. Sign the advertised requirement and repeat the call with the
    payment-signature header.
    """


class PayoutDestinationRequired(OutturnError):
    """`payout_destination_required`, status 409. The provider must register a payout destination before
    wallet capture.
    """


class RateLimited(OutturnError):
    """`rate_limited`, status 429. Wait for the seconds in Retry-After before the next request."""


class RecipeHashMismatch(OutturnError):
    """`recipe_hash_mismatch`, status 409. Read the recipe again and pin its current hash."""


class RecipeNotFound(OutturnError):
    """`recipe_not_found`, status 404. List the recipes and use one of their ids."""


class RouteNotFound(OutturnError):
    """`route_not_found`, status 404. Check the path against /openapi.json."""


class SandboxResting(OutturnError):
    """`sandbox_resting`, status 200. The shared sandbox budget of the day is used up. Come back after
    midnight UTC.
    """


class SessionExpired(OutturnError):
    """`session_expired`, status 401. Open a new sandbox session with POST /api/sandbox/session and send
    the request again with its token.
    """


class SettlementUnavailable(OutturnError):
    """`settlement_unavailable`, status 409. Managed settlement is not available here. Settle under your
    own policy with the receipt.
    """


class SpoolNotFound(OutturnError):
    """`spool_not_found`, status 404. Check the id and that your key belongs to a party of the Spool."""


class StoreConflict(OutturnError):
    """`store_conflict`, status 409. The resource changed since it was read. Read it and send the request
    again.
    """


class TrustedKeyUnavailable(OutturnError):
    """`trusted_key_unavailable`, status 200. The trust key of this environment is not loaded. Try again
    later or verify with pinned keys.
    """


class Unauthenticated(OutturnError):
    """`unauthenticated`, status 401. Send Authorization: Bearer with a valid API key."""


class UnknownAction(OutturnError):
    """`unknown_action`, status 404. Use one of the actions that the Spool lists in
    economics.allowed_actions.
    """


class UnsupportedEnvironmentCapability(OutturnError):
    """`unsupported_environment_capability`, status 409. The sandbox does not have this capability. Use a
    production key.
    """


class ValidationFailed(OutturnError):
    """`validation_failed`, status 400. Correct the named field and send the request again."""


class WrongFundingLane(OutturnError):
    """`wrong_funding_lane`, status 409. This operation needs a wallet-funded Spool of type agent_task."""


CLASSES: Mapping[str, Type[OutturnError]] = {
    "account_suspended": AccountSuspended,
    "ambiguity_required": AmbiguityRequired,
    "checker_error": CheckerError,
    "compile_failed": CompileFailed,
    "configuration_unavailable": ConfigurationUnavailable,
    "conflict": Conflict,
    "credits_required": CreditsRequired,
    "evidence_too_large": EvidenceTooLarge,
    "forbidden": Forbidden,
    "grant_cap_exceeded": GrantCapExceeded,
    "grants_paused": GrantsPaused,
    "input_too_large": InputTooLarge,
    "internal_error": InternalError,
    "invalid_json": InvalidJson,
    "invalid_state": InvalidState,
    "limit_reached": LimitReached,
    "method_not_allowed": MethodNotAllowed,
    "not_acceptable": NotAcceptable,
    "not_allowed_in_unilateral_mode": NotAllowedInUnilateralMode,
    "not_found": NotFound,
    "payment_failed_x402": PaymentFailedX402,
    "payment_required_mpp": PaymentRequiredMpp,
    "payment_required_x402": PaymentRequiredX402,
    "payout_destination_required": PayoutDestinationRequired,
    "rate_limited": RateLimited,
    "recipe_hash_mismatch": RecipeHashMismatch,
    "recipe_not_found": RecipeNotFound,
    "route_not_found": RouteNotFound,
    "sandbox_resting": SandboxResting,
    "session_expired": SessionExpired,
    "settlement_unavailable": SettlementUnavailable,
    "spool_not_found": SpoolNotFound,
    "store_conflict": StoreConflict,
    "trusted_key_unavailable": TrustedKeyUnavailable,
    "unauthenticated": Unauthenticated,
    "unknown_action": UnknownAction,
    "unsupported_environment_capability": UnsupportedEnvironmentCapability,
    "validation_failed": ValidationFailed,
    "wrong_funding_lane": WrongFundingLane,
}
"""The class of each code. A code that this version does not know is an OutturnError."""
