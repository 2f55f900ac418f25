"""The command line: verifies a receipt offline."""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from pathlib import Path
from typing import Any, Mapping, NoReturn, Optional, Sequence

from .bundle_manifest import bundle_problem
from .encoding import from_base64url
from .file_text import file_text
from .key_document import KeyDocumentError, TrustSet, parse_key_document
from .outcome_policy import PolicyError, parse_policy
from .receipt_envelope import EnvelopeError, FoundReceipt, read_receipt_envelope
from .report import disclosed_units, printable, write_decision, write_report
from .require_outcome import require_outcome
from .self_test import run_self_test
from .strict_json import StrictJsonError, parse_strict_json

MAX_BUNDLE_DEPTH = 40
"""A bundle holds request bodies one level deeper than they came in, and has room for more."""

EXIT_VALID = 0
EXIT_INVALID = 1
EXIT_UNUSABLE = 2


class _UnusableInput(Exception):
    """Something the user must put right before a receipt can be judged."""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command and returns the exit status: 0 valid and as the policy demands, 1 not, 2 not judged."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character must not end the program with another exit status.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    # The other verifier spells it as an option.
    request = _parser().parse_args(["self-test" if word == "--self-test" else word for word in given[:1]] + given[1:])
    try:
        return _self_test(request.self_test) if request.command == "self-test" else _verify(request)
    except _UnusableInput as problem:
        print(printable(str(problem)), file=sys.stderr)
        return EXIT_UNUSABLE


def _verify(request: argparse.Namespace) -> int:
    has_policy = request.policy is not None
    receipt, bundled, bundle = _receipt_in(request.file)
    trust_set = _read_keys(request.keys, _read_root_key(request.root_key))
    if bundle is not None:
        _assert_whole(request.file, bundle, trust_set)
    decision = require_outcome(
        receipt,
        _read_policy(request.policy) if has_policy else {},
        trust_set=trust_set,
        environment=request.environment,
        status=bundled if request.status is None else _read_json(request.status),
        max_key_age_seconds=request.max_key_age * 86_400,
    )
    verdict = decision.verdict
    disclosed = disclosed_units(receipt, verdict)
    if request.json:
        units = {"disclosed_units": disclosed} if disclosed else {}
        policy = {"policy": decision.as_json()} if has_policy else {}
        print(json.dumps({**verdict.as_json(), **units, **policy}, indent=2))
    elif has_policy:
        write_decision(decision, disclosed, print)
    else:
        write_report(verdict, disclosed, print)
    return EXIT_VALID if decision.ok else EXIT_INVALID


def _self_test(folder: str) -> int:
    """Whether this verifier, on this machine, answers the published corpus as its authors expect."""
    try:
        cases, wrong = run_self_test(Path(folder))
    except (OSError, ValueError, KeyError) as problem:
        raise _UnusableInput(f"{folder} has no usable corpus: {problem}") from None
    for name in wrong:
        print(f"not as expected: {printable(name)}", file=sys.stderr)
    print(f"{cases - len(wrong)} of {cases} cases are answered as expected.")
    return EXIT_VALID if cases and not wrong else EXIT_INVALID


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="outturn-receipt-verifier", description="Checks Outcome Receipts offline.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    verify = commands.add_parser(
        "verify",
        help="verify an Outcome Receipt",
        description="Verifies an Outcome Receipt offline: nothing is sent or fetched.",
        epilog="Exit status: 0 the receipt is valid and meets the policy, 1 it is not or does not, "
        "2 it could not be judged.",
        allow_abbrev=False,
    )
    self_test = commands.add_parser("self-test", help="answer every case of the published corpus", allow_abbrev=False)
    self_test.add_argument("self_test", metavar="FOLDER", help="the corpus, test/vectors/receipts of the repository")
    verify.add_argument("file", help="the receipt, an answer of the service that has it, or its bundle")
    verify.add_argument("--keys", required=True, help="the service's key document")
    verify.add_argument(
        "--environment",
        choices=["production", "demo"],
        help="the environment that it must be of, production unless the policy names one",
    )
    verify.add_argument(
        "--status", help="the answer of the receipt status route, for corrections and revocations; else what FILE has"
    )
    verify.add_argument("--policy", help="what the receipt must show beyond being valid")
    verify.add_argument("--root-key", help="a root key in base64url: the key document counts only with its signature")
    verify.add_argument(
        "--max-key-age",
        type=_days,
        default=30,
        help="how many days old the key document may be before it is called stale",
    )
    verify.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return parser


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_UNUSABLE, f"{message}\n\n{self.format_usage()}")


def _read_json(file: str) -> Any:
    try:
        source = Path(file).read_bytes()
    except OSError as problem:
        raise _UnusableInput(f"Cannot read {file}: {problem.strerror}") from None
    text, encoding_problem = file_text(source)
    if encoding_problem is not None:
        raise _UnusableInput(f"{file} cannot be read: {encoding_problem}.")
    try:
        return parse_strict_json(text, max_depth=MAX_BUNDLE_DEPTH)
    except StrictJsonError as problem:
        at = f"{problem.path} (position {problem.position})" if problem.path else f"position {problem.position}"
        raise _UnusableInput(f"{file} is not strict JSON at {at}: {problem}") from None


def _receipt_in(file: str) -> FoundReceipt:
    try:
        return read_receipt_envelope(_read_json(file))
    except EnvelopeError as problem:
        raise _UnusableInput(f"{file} cannot be judged: {problem}.") from None


def _assert_whole(file: str, bundle: Mapping[str, Any], trust_set: TrustSet) -> None:
    """A bundle that was cut or changed shows less or more than its service did."""
    problem = bundle_problem(bundle, trust_set)
    if problem is not None:
        raise _UnusableInput(f"{file} cannot be judged: {problem}.")


def _days(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text) is None:
        raise argparse.ArgumentTypeError("the age of the key document is a number of days, such as 30")
    return int(text)


def _read_root_key(text: Optional[str]) -> Optional[bytes]:
    key = None if text is None else from_base64url(text)
    if text is not None and (key is None or len(key) != 32):
        raise _UnusableInput("A root key is 32 bytes in base64url without padding.")
    return key


def _read_keys(file: str, root_key: Optional[bytes]) -> TrustSet:
    try:
        return parse_key_document(_read_json(file), root_key=root_key)
    except KeyDocumentError as problem:
        raise _UnusableInput(f"{file} is not a usable key document: {problem}") from None


def _read_policy(file: str) -> Any:
    try:
        return parse_policy(_read_json(file))
    except PolicyError as problem:
        raise _UnusableInput(f"{file} is not a usable policy: {problem}") from None
