"""The command line: verifies a receipt offline."""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any, NoReturn, Optional, Sequence

from .key_document import KeyDocumentError, TrustSet, parse_key_document
from .outcome_policy import PolicyError, parse_policy
from .report import disclosed_units, printable, write_decision, write_report
from .require_outcome import require_outcome
from .strict_json import StrictJsonError, parse_strict_json

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
    request = _parser().parse_args(arguments)
    try:
        return _verify(request)
    except _UnusableInput as problem:
        print(printable(str(problem)), file=sys.stderr)
        return EXIT_UNUSABLE


def _verify(request: argparse.Namespace) -> int:
    has_policy = request.policy is not None
    receipt = _receipt_in(_read_json(request.file))
    decision = require_outcome(
        receipt,
        _read_policy(request.policy) if has_policy else {},
        trust_set=_read_keys(request.keys),
        environment=request.environment,
        status=None if request.status is None else _read_json(request.status),
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
    verify.add_argument("file", help='the receipt, alone or as the member "receipt" of an answer of the service')
    verify.add_argument("--keys", required=True, help="the service's key document")
    verify.add_argument(
        "--environment", choices=["production", "demo"], help="refuse a receipt of another environment"
    )
    verify.add_argument(
        "--status", help="the answer of the receipt status route, for corrections and revocations"
    )
    verify.add_argument("--policy", help="what the receipt must show beyond being valid")
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
    try:
        return parse_strict_json(source)
    except StrictJsonError as problem:
        at = f"{problem.path} (position {problem.position})" if problem.path else f"position {problem.position}"
        raise _UnusableInput(f"{file} is not strict JSON at {at}: {problem}") from None


def _receipt_in(document: Any) -> Any:
    """The receipt itself, whether the file holds it alone or an answer of the service around it."""
    return document["receipt"] if isinstance(document, dict) and "receipt" in document else document


def _read_keys(file: str) -> TrustSet:
    try:
        return parse_key_document(_read_json(file))
    except KeyDocumentError as problem:
        raise _UnusableInput(f"{file} is not a usable key document: {problem}") from None


def _read_policy(file: str) -> Any:
    try:
        return parse_policy(_read_json(file))
    except PolicyError as problem:
        raise _UnusableInput(f"{file} is not a usable policy: {problem}") from None
