from __future__ import annotations

import unittest

from outturn_receipt_verifier import CanonicalJsonError, StrictJsonError, canonical_json, parse_strict_json


class StrictJson(unittest.TestCase):
    def refuse(self, source: object, code: str, path: str, position: int) -> None:
        with self.assertRaises(StrictJsonError) as caught:
            parse_strict_json(source)  # type: ignore[arg-type]
        found = caught.exception
        self.assertEqual((found.code, found.path, found.position), (code, path, position))

    def test_a_refusal_names_the_member_and_the_place(self) -> None:
        self.refuse('{"a":[1,{"b c":01}]}', "syntax", 'a[1]["b c"]', 16)
        self.refuse('{"a":1,"a":2}', "duplicate_key", "a", 10)
        self.refuse('{"a":{"b":1},"c":[tru]}', "syntax", "c[0]", 18)
        self.refuse('{"a":1e999}', "number_out_of_range", "a", 5)
        self.refuse('{"a":1e-1001}', "number_too_long", "a", 5)
        self.refuse('{"a":0.' + "1" * 101 + "}", "number_too_long", "a", 5)
        self.refuse("\ud800", "lone_surrogate", "", 0)
        self.refuse(b"\xff", "invalid_utf8", "", 0)
        self.refuse("[" * 33, "too_deep", "[0]" * 32, 32)

    def test_values_are_read_as_they_are_written(self) -> None:
        text = r' {"a": [null, true, false, -0.0, 1e2, 1.5, "\u00e9\ud83d\ude00\/\n"], "b": {}} '
        self.assertEqual(
            parse_strict_json(text), {"a": [None, True, False, 0, 100, 1.5, "é😀/\n"], "b": {}}
        )
        self.assertIsInstance(parse_strict_json("1.0"), int)

    def test_the_depth_is_the_callers_to_choose(self) -> None:
        self.assertEqual(parse_strict_json("[[1]]", max_depth=2), [[1]])
        with self.assertRaises(StrictJsonError):
            parse_strict_json("[[1]]", max_depth=1)


class CanonicalJson(unittest.TestCase):
    def test_numbers_are_written_as_ecmascript_writes_them(self) -> None:
        # RFC 8785, appendix B, and the borders between its notations.
        written = {
            5e-324: "5e-324",
            -5e-324: "-5e-324",
            1.7976931348623157e308: "1.7976931348623157e+308",
            9.999999999999997e22: "9.999999999999997e+22",
            1e23: "1e+23",
            999999999999999700000.0: "999999999999999700000",
            1e21: "1e+21",
            1e20: "100000000000000000000",
            333333333.3333332: "333333333.3333332",
            9.999999999999997e-7: "9.999999999999997e-7",
            0.000001: "0.000001",
            1e-7: "1e-7",
            1.5: "1.5",
            -1.5: "-1.5",
            120.0: "120",
            -0.0: "0",
            0.1: "0.1",
        }
        for value, text in written.items():
            self.assertEqual(canonical_json(value), text)

    def test_a_number_that_no_float_holds_keeps_its_digits(self) -> None:
        texts = {
            "10.000000000000000001": "10000000000000000001e-18",
            "1e-400": "1e-400",
            "-0.10e-399": "-1e-400",
            "0.12345678901234567890": "1234567890123456789e-19",
            "0.00000012345678901234567890": "1234567890123456789e-25",
            "9007199254740990.5": "90071992547409905e-1",
            "70e-1": "7",
            "0.30000000000000004": "0.30000000000000004",
            "5e-324": "5e-324",
            "0e-5000": "0",
        }
        for text, canonical in texts.items():
            self.assertEqual(canonical_json(parse_strict_json(text)), canonical)

    def test_members_are_in_the_order_of_utf16(self) -> None:
        value = {"€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\x80": 6, "ö": 7}
        order = '{"\\r":2,"1":4,"\x80":6,"ö":7,"€":1,"😀":5,"\ufb33":3}'
        self.assertEqual(canonical_json(value), order)

    def test_only_what_must_be_is_escaped(self) -> None:
        text = '"\\/\b\f\n\r\t\x01\x1f\x7f\u2028é'
        self.assertEqual(canonical_json(text), '"\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\u2028é"')

    def test_what_is_not_json_is_refused(self) -> None:
        cyclic: list = []
        cyclic.append(cyclic)
        refused = {
            "not_json": [object(), (1,), {1: 2}, b"x", {1, 2}],
            "not_finite": [float("nan"), float("inf")],
            "not_exact": [2**53, -(2**53)],
            "lone_surrogate": ["\ud800", {"\udc00": 1}],
            "too_deep": [cyclic],
        }
        for code, values in refused.items():
            for value in values:
                with self.assertRaises(CanonicalJsonError) as caught:
                    canonical_json([value])
                self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
