"""Reads one question a line and writes one answer a line, until its input ends.

``--pure`` leaves ``cryptography`` out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from document_answering import document_answer  # noqa: E402
from outturn_receipt_verifier import default_verifier, pure_verifier  # noqa: E402
from outturn_receipt_verifier.self_test import answer_to  # noqa: E402


def main() -> None:
    verify_signature = pure_verifier if "--pure" in sys.argv[1:] else default_verifier
    for line in sys.stdin.buffer:
        try:
            question = json.loads(line)
            is_document = "kind" in question
            answer = (
                document_answer(question, {}, verify_signature) if is_document else answer_to(question, verify_signature)
            )
        except Exception as defect:  # A defect is an answer too: one that the other verifier does not give.
            answer = {"defect": f"{type(defect).__name__}: {defect}"}
        sys.stdout.buffer.write(json.dumps(answer).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()


main()
