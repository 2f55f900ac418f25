"""Verifies one receipt again and again, and prints how often a second: as JSON, by what judges the signature.

Arguments: receipt, keys, seconds for each.
"""

import json
import sys
import time
from pathlib import Path
from typing import Optional

from outturn_receipt_verifier import (
    VerifySignature,
    native_verifier,
    parse_key_document,
    parse_strict_json,
    pure_verifier,
    verify_outcome_receipt,
)

receipt_file, keys_file, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
receipt = parse_strict_json(Path(receipt_file).read_bytes())
trust_set = parse_key_document(parse_strict_json(Path(keys_file).read_bytes()))


def per_second(verify_signature: Optional[VerifySignature]) -> Optional[float]:
    if verify_signature is None:
        return None
    verified = 0
    started_at = time.perf_counter()
    while time.perf_counter() - started_at < seconds:
        if not verify_outcome_receipt(receipt, trust_set=trust_set, verify_signature=verify_signature).valid:
            sys.exit("the receipt is not valid")
        verified += 1
    return verified / (time.perf_counter() - started_at)


print(json.dumps({"pure": per_second(pure_verifier), "native": per_second(native_verifier())}))
