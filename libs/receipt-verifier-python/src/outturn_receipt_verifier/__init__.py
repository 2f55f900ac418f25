"""Verifies Outcome Receipts offline, with nothing beneath but the standard library."""

from .bundle_manifest import bundle_problem, history_problem
from .canonical_json import CanonicalJsonError, canonical_json
from .digests import (
    confirmed_evidence_digest,
    dispute_result_text,
    evidence_root,
    quote_digest,
    quote_problem,
    receipt_id_of,
    schema_id,
    signing_key_id_of,
)
from .ed25519 import VerifySignature, default_verifier, native_verifier, pure_verifier
from .key_document import KeyDocumentError, TrustedKey, TrustSet, parse_key_document
from .outcome_policy import PolicyError, parse_policy
from .receipt_checks import RECEIPT_REASONS
from .require_outcome import POLICY_REASONS, OutcomeDecision, PolicyCheck, require_outcome
from .strict_json import MAX_JSON_DEPTH, StrictJsonError, parse_strict_json
from .verify_attestation import ATTESTATION_REASONS, AttestationVerdict, verify_attestation
from .verify_audit_statement import AUDIT_STATEMENT_REASONS, AuditStatementVerdict, verify_audit_statement
from .verify_receipt import (
    MAX_KEY_AGE_SECONDS,
    RECEIPT_ADVISORIES,
    ReceiptCheck,
    ReceiptVerdict,
    verify_outcome_receipt,
)

__all__ = [
    "ATTESTATION_REASONS",
    "AUDIT_STATEMENT_REASONS",
    "AttestationVerdict",
    "AuditStatementVerdict",
    "CanonicalJsonError",
    "KeyDocumentError",
    "MAX_JSON_DEPTH",
    "MAX_KEY_AGE_SECONDS",
    "OutcomeDecision",
    "POLICY_REASONS",
    "PolicyCheck",
    "PolicyError",
    "RECEIPT_ADVISORIES",
    "RECEIPT_REASONS",
    "ReceiptCheck",
    "ReceiptVerdict",
    "StrictJsonError",
    "TrustSet",
    "TrustedKey",
    "VerifySignature",
    "bundle_problem",
    "canonical_json",
    "confirmed_evidence_digest",
    "default_verifier",
    "dispute_result_text",
    "evidence_root",
    "history_problem",
    "native_verifier",
    "parse_key_document",
    "parse_policy",
    "parse_strict_json",
    "pure_verifier",
    "quote_digest",
    "quote_problem",
    "receipt_id_of",
    "require_outcome",
    "schema_id",
    "signing_key_id_of",
    "verify_attestation",
    "verify_audit_statement",
    "verify_outcome_receipt",
]
