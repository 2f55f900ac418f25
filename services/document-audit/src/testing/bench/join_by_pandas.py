"""The plain rival of the audit: reads both files, joins them by key and adds up what the record supports, without reasons."""

import json
import resource
import sys
import time

started = time.perf_counter()
import pandas  # noqa: E402

imported = time.perf_counter()
invoice = pandas.read_csv(sys.argv[1])
record = pandas.read_csv(sys.argv[2])
joined = invoice.merge(record, left_on="shipment", right_on="id", how="left", suffixes=("", "_recorded"))
billed = (joined["sum"] * 100).round().astype("int64")
in_period = (joined["day_recorded"] >= "2026-02-01") & (joined["day_recorded"] <= "2026-02-28")
billable = (joined["state"] == "delivered") & in_period
excess = (joined["pieces"] - joined["pieces_recorded"]).clip(lower=0).fillna(0)
supported = (billed - (excess * joined["price"] * 100).round().astype("int64")).where(billable, 0)
print(
    json.dumps(
        {
            "billedCents": int(billed.sum()),
            "supportedCents": int(supported.sum()),
            "ms": (time.perf_counter() - imported) * 1000,
            "startMs": (imported - started) * 1000,
            "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6,
        }
    )
)
