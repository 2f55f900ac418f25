"""Whether a bundle is whole: its signed manifest, its members and its events."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from .canonical_json import canonical_json
from .digests import digest_of, schema_id, slug_of_schema_id
from .ed25519 import VerifySignature, default_verifier
from .instant import instant_of
from .key_document import TrustSet
from .receipt_shape import receipt_problem
from .shape import any_text, exact_object, hex64, id_of, integer, list_of, map_of, one_of, or_null, text, time
from .signer import SignedText, find_signer

_SIGNED = ("schema", "receipt_id", "made_at", "members", "signing_key_id")

_manifest = exact_object(
    {
        "schema": text(),
        "receipt_id": text(),
        "made_at": time(),
        "members": map_of(text(), hex64()),
        "signing_key_id": any_text(),
        "signature": any_text(),
    }
)
_REQUIRED = frozenset(
    ("schema", "receipt", "agreement", "plan", "evidence", "contents", "observations", "evaluated_at", "keys", "manifest")
)
_OPTIONAL = frozenset(("opinions", "withheld", "events", "status"))
_withheld = list_of(
    exact_object({"evidence_id": id_of("ev_"), "content_digest": hex64(), "reason": one_of("withdrawn")})
)
_history = list_of(
    exact_object(
        {
            "id": text(),
            "type": text(),
            "at": time(),
            "actor": exact_object(
                {"party_id": or_null(text()), "kind": one_of("party", "service", "operator", "reviewer")}
            ),
            "data": lambda value, path: None,
            "seq": integer(1),
            "prev_hash": hex64(),
            "hash": hex64(),
        }
    )
)


def bundle_problem(
    bundle: Mapping[str, Any], trust_set: TrustSet, verify_signature: VerifySignature = default_verifier
) -> Optional[str]:
    """What is wrong with a bundle as a whole, as the end of a sentence; None when nothing is.

    Its manifest is signed, every member that it names is there as it was, no other is, and the events end where the
    receipt says.
    """
    members = {name: value for name, value in bundle.items() if name != "manifest"}
    for name in sorted(_REQUIRED - bundle.keys()):
        return f"{name} is missing"
    for name in sorted(bundle.keys() - _REQUIRED - _OPTIONAL):
        return f"{name} is no member of a bundle"
    manifest, receipt = bundle["manifest"], bundle["receipt"]
    receipt_defect = receipt_problem(receipt)
    if receipt_defect is not None:
        return f"receipt.{receipt_defect}"
    problem = _manifest(manifest, "manifest")
    if problem is not None:
        return problem
    slug = slug_of_schema_id(str(bundle["schema"]), "bundle") or ""
    if manifest["schema"] != schema_id(slug, "bundle-manifest"):
        return f"its manifest is a {manifest['schema']}"
    if manifest["receipt_id"] != receipt["id"]:
        return "its manifest is of another receipt"
    signed = SignedText(
        text=canonical_json({name: manifest[name] for name in _SIGNED}),
        signing_key_id=manifest["signing_key_id"],
        signature=manifest["signature"],
        signed_at=instant_of(manifest["made_at"]),
    )
    found = find_signer(signed, trust_set.status[receipt["environment"]], verify_signature)
    if any(finding.status != "ok" for finding in (found.key_id, found.trust, found.signature)):
        return "its manifest is not signed by a trusted status key"
    for name in manifest["members"]:
        if name not in members:
            return f"its member {name} is missing"
    for name, value in members.items():
        if manifest["members"].get(name) != _member_digest(name, value):
            return f"its member {name} is not the one that was signed"
    if "withheld" in members:
        problem = _withheld_problem(members, receipt)
        if problem is not None:
            return problem
    return history_problem(members["events"], receipt["history"]) if "events" in members else None


def history_problem(events: Any, head: Optional[Mapping[str, Any]] = None) -> Optional[str]:
    """What is wrong with the events of a Spool from its first on; None when nothing is.

    Each has the hash of its content and follows the one before, and the one that a receipt names as its last (``history``
    of the receipt) has the hash it names.
    """
    problem = _history(events, "events")
    if problem is not None:
        return problem
    before = "0" * 64
    for number, event in enumerate(events, 1):
        if event["seq"] != number:
            return f"event {number} is missing: the next one is {event['seq']}"
        if event["prev_hash"] != before:
            return f"event {number} does not follow the one before"
        unhashed = {name: value for name, value in event.items() if name != "hash"}
        if digest_of(canonical_json(unhashed)) != event["hash"]:
            return f"event {number} was changed"
        before = event["hash"]
    if head is None:
        return None
    if head["seq"] > len(events):
        return f"the receipt stands on {head['seq']} events, and {len(events)} are here"
    is_same = events[head["seq"] - 1]["hash"] == head["hash"]
    return None if is_same else f"event {head['seq']} is another one than the receipt names"


def _withheld_problem(members: Mapping[str, Any], receipt: Mapping[str, Any]) -> Optional[str]:
    """What is withheld is evidence of the run under its digest, each item once, and none of it is there all the same."""
    problem = _withheld(members["withheld"], "withheld")
    if problem is not None:
        return problem
    known = {(row["evidence_id"], row["content_digest"]) for row in receipt["evidence"]}
    evidence, contents = members["evidence"], members["contents"]
    for item in evidence if isinstance(evidence, list) else []:
        if isinstance(item, dict):
            known.add((str(item.get("id")), str(item.get("content_digest"))))
    named: set[str] = set()
    for item in members["withheld"]:
        evidence_id, digest = item["evidence_id"], item["content_digest"]
        if evidence_id in named:
            return f"it withholds {evidence_id} twice"
        if (evidence_id, digest) not in known:
            return f"it withholds {evidence_id}, which is no evidence of its run"
        named.add(evidence_id)
        if isinstance(contents, dict) and (evidence_id in contents or digest in contents):
            return f"it withholds {evidence_id} and holds its content"
    return None if named else "withheld names nothing"


def _member_digest(name: str, value: Any) -> str:
    """The digest of one member; that of the contents is over the digests of each, so that they go one by one."""
    if name == "contents" and isinstance(value, dict):
        value = {key: digest_of(canonical_json(content)) for key, content in value.items()}
    return digest_of(canonical_json(value))
