from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Tuple

from outturn_receipt_verifier.canonical_json import canonical_json
from outturn_receipt_verifier.cli import main
from vectors import read_vector

GOLDEN = read_vector("receipt/golden.json")
SOURCES = Path(__file__).resolve().parent.parent / "src"


def text_of(stream: TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("ascii")


class CommandLine(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        receipt = GOLDEN["receipt"]
        self.write("receipt.json", receipt)
        answer = {
            "spool_id": receipt["agreement"]["spool_id"],
            "earned_cents": 100,
            "accepted": 2,
            "rejected": 1,
            "receipt": receipt,
            "receipt_url": "https://example.com/r/1",
            "verification_run_id": receipt["verification"]["run_id"],
        }
        self.write("answer.json", answer)
        self.write("more-earned.json", {**answer, "earned_cents": 150})
        self.write("more-accepted.json", {**answer, "accepted": 3})
        self.write("another-result.json", {**answer, "result": "pass"})
        self.write("another-spool.json", {**answer, "spool_id": f"spl_{'9' * 24}"})
        self.write("wrapped.json", {"verdict": "pass", "receipt": receipt})
        self.write("tampered.json", {**receipt, "nonce": f"n_{'0' * 24}"})
        self.write("hostile.json", {**receipt, "\x1b[2K\nVALID": 1})
        self.write("keys.json", GOLDEN["keys"])
        self.write("enough.json", {"min_earned": "1.00"})
        self.write("more.json", {"min_earned": "1.01"})
        self.write("odd.json", {"min_eraned": "1.01"})
        self.write("revoked.json", GOLDEN["revoked"])
        self.write("data.json", {"data": receipt})
        self.write("list.json", [receipt])
        self.write("tool.json", {"content": [{"type": "text", "text": json.dumps(answer)}]})
        text = json.dumps(receipt)
        (self.folder / "marked.json").write_bytes(text.encode("utf-8-sig"))
        (self.folder / "utf16.json").write_bytes(text.encode("utf-16"))
        (self.folder / "unmarked16.json").write_bytes(text.encode("utf-16-le"))
        (self.folder / "utf32.json").write_bytes(text.encode("utf-32-le"))
        (self.folder / "twice.json").write_text('{"id":1,"id":2}', "utf-8")

    def write(self, name: str, value: Any) -> None:
        (self.folder / name).write_text(json.dumps(value), "utf-8")

    def run_verify(self, *arguments: str) -> Tuple[int, str, str]:
        # The golden receipt is a demonstration.
        environment = [] if "--environment" in arguments else ["--environment", "demo"]
        return self.run_command(*arguments, *environment)

    def run_command(self, *arguments: str) -> Tuple[int, str, str]:
        return self.run_plain("verify", *arguments)

    def run_plain(self, *arguments: str) -> Tuple[int, str, str]:
        """Runs the command in this process, in the folder of the files, on a terminal that knows ASCII alone."""
        output, complaints = (TextIOWrapper(BytesIO(), encoding="ascii") for _ in range(2))
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            with redirect_stdout(output), redirect_stderr(complaints):
                status = main([*arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        finally:
            os.chdir(here)
        return status, text_of(output), text_of(complaints)

    def test_a_program_of_its_own(self) -> None:
        for file, expected in {"receipt.json": 0, "tampered.json": 1, "twice.json": 2}.items():
            done = subprocess.run(
                [sys.executable, "-m", "outturn_receipt_verifier", "verify", file]
                + ["--keys", "keys.json", "--environment", "demo"],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONIOENCODING": "ascii"},
                capture_output=True,
                encoding="ascii",
                check=False,
            )
            self.assertEqual(done.returncode, expected)
            self.assertEqual(done.stdout == "", expected == 2)
            self.assertNotIn("Traceback", done.stderr)

    def test_a_valid_receipt(self) -> None:
        for file in ("receipt.json", "answer.json"):
            status, output, complaints = self.run_verify(file, "--keys", "keys.json", "--environment", "demo")
            self.assertEqual((status, complaints), (0, ""))
            self.assertRegex(output.splitlines()[-1], r"^VALID: result partial, earned 1\.00 of 1\.50 USD")

    def test_an_invalid_one_names_the_reasons(self) -> None:
        expected = {
            ("tampered.json",): "INVALID: receipt_id_mismatch, invalid_signature",
            ("receipt.json", "--environment", "production"): "INVALID: environment_mismatch",
            ("receipt.json", "--status", "revoked.json"): "INVALID: revoked",
            ("receipt.json", "--policy", "more.json"): "VALID, BUT NOT ENOUGH: min_earned_not_met",
        }
        for arguments, last in expected.items():
            status, output, _ = self.run_verify(*arguments, "--keys", "keys.json")
            self.assertEqual((status, output.splitlines()[-1]), (1, last))

    def test_a_demonstration_is_valid_only_where_one_is_asked_for(self) -> None:
        status, output, _ = self.run_command("receipt.json", "--keys", "keys.json")
        self.assertEqual((status, output.splitlines()[-1]), (1, "INVALID: environment_mismatch"))

    def test_a_bundle_is_whole_or_unusable(self) -> None:
        bundle = read_vector("bundle/golden.json")
        self.write("bundle.json", bundle)
        self.assertEqual(self.run_verify("bundle.json", "--keys", "keys.json")[0], 0)
        forged = {
            "events": {name: value for name, value in bundle.items() if name != "events"},
            "evidence": {**bundle, "evidence": bundle["evidence"] * 2},
            "contents": {**bundle, "contents": {}},
            "status": {**bundle, "status": GOLDEN["revoked"]},
            "manifest": {name: value for name, value in bundle.items() if name != "manifest"},
        }
        for member, changed in forged.items():
            self.write("changed.json", changed)
            status, output, complaints = self.run_verify("changed.json", "--keys", "keys.json")
            self.assertEqual((status, output), (2, ""))
            self.assertIn(member, complaints)

    def test_an_old_key_document_is_called_one(self) -> None:
        _, output, _ = self.run_verify("receipt.json", "--keys", "keys.json")
        self.assertIn("Note (key_document_stale)", output)
        _, output, _ = self.run_verify("receipt.json", "--keys", "keys.json", "--max-key-age", "99999")
        self.assertNotIn("Note (key_document_stale)", output)

    def test_a_key_document_counts_by_the_signature_of_the_root_key_that_is_named(self) -> None:
        self.write("signed-keys.json", GOLDEN["root"]["keys"])
        self.write("forged-keys.json", {**GOLDEN["root"]["keys"], "updated_at": "2026-12-01T00:00:00.000Z"})
        root = ("--root-key", GOLDEN["root"]["public_key"])
        self.assertEqual(self.run_verify("receipt.json", "--keys", "signed-keys.json", *root)[0], 0)
        for keys in ("keys.json", "forged-keys.json"):
            self.assertEqual(self.run_verify("receipt.json", "--keys", keys, *root)[:2], (2, ""))

    def test_a_policy_that_is_met(self) -> None:
        status, output, _ = self.run_verify("receipt.json", "--keys", "keys.json", "--policy", "enough.json")
        self.assertEqual(status, 0)
        self.assertIn("By the policy:", output)

    def test_a_disclosed_unit(self) -> None:
        leaves = GOLDEN["receipt"]["unit_results"]
        # Of three leaves the third is paired with the node above the first two.
        hashes = [sha256(b"\0" + canonical_json(leaf).encode()).digest() for leaf in leaves]
        proof = [hashes[0].hex(), hashes[2].hex()]
        kept = {name: value for name, value in GOLDEN["receipt"].items() if name != "unit_results"}
        disclosed = {**kept, "unit_disclosures": [{"leaf": leaves[1], "index": 1, "proof": proof}]}
        self.write("one.json", disclosed)
        status, output, _ = self.run_verify("one.json", "--keys", "keys.json")
        self.assertEqual(status, 0)
        self.assertIn("Proven: unit 2 is fail: missing_field:email.", output.splitlines())
        _, output, _ = self.run_verify("one.json", "--keys", "keys.json", "--json")
        self.assertEqual(json.loads(output)["disclosed_units"], [leaves[1]])
        self.write("forged.json", json.loads(json.dumps(disclosed).replace('"fail"', '"pass"')))
        status, output, _ = self.run_verify("forged.json", "--keys", "keys.json")
        self.assertEqual((status, output.splitlines()[-1]), (1, "INVALID: invalid_run_digest"))
        self.assertNotIn("Proven", output)

    def test_the_verdict_for_a_program(self) -> None:
        arguments = ("receipt.json", "--keys", "keys.json", "--policy", "more.json", "--json")
        status, output, _ = self.run_verify(*arguments)
        answer = json.loads(output)
        self.assertEqual((status, answer["valid"]), (1, True))
        self.assertEqual(answer["policy"]["reasons"], ["min_earned_not_met"])

    def test_what_a_receipt_says_cannot_write_over_the_report(self) -> None:
        status, output, _ = self.run_verify("hostile.json", "--keys", "keys.json")
        self.assertEqual(status, 1)
        self.assertNotIn("\x1b", output)
        self.assertFalse(any(line.startswith("VALID") for line in output.splitlines()))

    def test_where_a_receipt_is_in_a_file_that_is_none(self) -> None:
        for file, message in (
            ("data.json", "a receipt seems to be at data:"),
            ("list.json", "a receipt seems to be at [0]:"),
            ("tool.json", "a receipt seems to be at content[0].text:"),
            ("wrapped.json", "a receipt seems to be at receipt:"),
            ("utf16.json", "it is UTF-16"),
            ("unmarked16.json", "it is UTF-16"),
            ("utf32.json", "it is UTF-32"),
        ):
            status, output, complaints = self.run_verify(file, "--keys", "keys.json")
            self.assertEqual((status, output), (2, ""), file)
            self.assertIn(message, complaints)

    def test_the_self_test_answers_the_published_corpus(self) -> None:
        corpus = SOURCES.parent.parent.parent / "test/vectors/receipts"
        status, output, complaints = self.run_plain("--self-test", str(corpus))
        self.assertEqual((status, complaints), (0, ""))
        self.assertRegex(output, r"^(\d{4}) of \1 cases are answered as expected\.\n$")
        self.assertEqual(self.run_plain("self-test", "nowhere")[0], 2)

    def test_the_self_test_finds_a_case_that_expects_otherwise(self) -> None:
        corpus = SOURCES.parent.parent.parent / "test/vectors/receipts"
        first = json.loads((corpus / "receipts.jsonl").read_text("utf-8").split("\n")[0])
        self.write("receipts.jsonl", {**first, "expect": {"valid": "odd"}})
        for name in ("attestations.jsonl", "keys.json"):
            (self.folder / name).write_bytes((corpus / name).read_bytes())
        status, _, complaints = self.run_plain("self-test", ".")
        self.assertEqual((status, complaints), (1, f"not as expected: {first['name']}\n"))

    def test_a_byte_order_mark_is_read_over(self) -> None:
        self.assertEqual(self.run_verify("marked.json", "--keys", "keys.json")[0], 0)

    def test_unusable_input(self) -> None:
        unusable = [
            [],
            ["receipt.json"],
            ["absent.json", "--keys", "keys.json"],
            ["twice.json", "--keys", "keys.json"],
            ["receipt.json", "--keys", "absent.json"],
            ["receipt.json", "--keys", "receipt.json"],
            ["receipt.json", "--keys", "keys.json", "--environment", "staging"],
            ["receipt.json", "--keys", "keys.json", "--policy", "odd.json"],
            ["receipt.json", "--keys", "keys.json", "--unknown"],
            ["receipt.json", "--keys", "keys.json", "--root-key", "AAAA"],
            ["receipt.json", "--keys", "keys.json", "--max-key-age", "old"],
            ["more-earned.json", "--keys", "keys.json"],
            ["more-accepted.json", "--keys", "keys.json"],
            ["another-result.json", "--keys", "keys.json"],
            ["another-spool.json", "--keys", "keys.json"],
            ["wrapped.json", "--keys", "keys.json"],
            ["receipt.json", "answer.json", "--keys", "keys.json"],
        ]
        for arguments in unusable:
            status, output, complaints = self.run_verify(*arguments)
            self.assertEqual((status, output), (2, ""), arguments)
            self.assertTrue(complaints)
            self.assertNotIn("Traceback", complaints)


if __name__ == "__main__":
    unittest.main()
