"""Verifies audit statements with the Python package: a JSON object on standard input, the reasons of each on standard output."""

import json
import sys

from outturn_receipt_verifier import parse_key_document, verify_audit_statement

given = json.load(sys.stdin)
trust_set = parse_key_document(given["keys"])
verdicts = [
    verify_audit_statement(
        case, trust_set=trust_set, environment="demo", result_digest=given["result_digest"]
    )
    for case in given["cases"]
]
json.dump([list(verdict.reasons) for verdict in verdicts], sys.stdout)
