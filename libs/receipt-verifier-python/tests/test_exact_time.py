import unittest

from outturn_receipt_verifier.shape import exact_time, time


class ExactTimes(unittest.TestCase):
    def test_an_exact_time_has_up_to_nine_decimals_in_one_form(self):
        cases = [
            ("2025-12-31T12:00:00.000Z", True, True),
            ("2025-12-31T12:00:00.123456789Z", False, True),
            ("2025-12-31T12:00:00.0001Z", False, True),
            ("2025-12-31T12:00:00.1230Z", False, False),
            ("2025-12-31T12:00:00.1234567891Z", False, False),
            ("2025-12-31T12:00:00.12Z", False, False),
            ("2025-02-29T12:00:00.1234Z", False, False),
            ("2025-12-31T12:00:00.1234Z\n", False, False),
            (1, False, False),
        ]
        for value, is_time, is_exact in cases:
            with self.subTest(value):
                self.assertEqual(time()(value, "at") is None, is_time)
                self.assertEqual(exact_time()(value, "at") is None, is_exact)
