"""A lifecycle between two parties by the client that is awaited: create, accept, evidence, verify, and a check without the service.

Address and key come from the environment. Prints what it saw as one object of JSON.
"""

from __future__ import annotations

import json
from typing import List

import anyio
from outturn import AsyncOutturn, Attempt, refusals

CONDITION = {
    "description": "Every row has an e-mail address.",
    "required": True,
    "verification_method": "deterministic",
    "deterministic_check": {"checker": "completeness", "required_fields": ["email"]},
}


async def main() -> None:
    attempts: List[Attempt] = []
    async with AsyncOutturn(on_attempt=attempts.append) as buyer:
        keys = await buyer.keys.read()
        spool = await buyer.spools.create(
            parties=[
                {"role": "buyer", "kind": "org", "display_name": "Acme"},
                {"role": "seller", "kind": "human", "display_name": "Lena Ortiz"},
            ],
            value={"amount_cents": 500, "currency": "USD"},
            deliverable={"type": "dataset", "title": "Leads", "description": "", "attributes": {}},
            terms=[{"text": "Delivered as one table.", "provenance": {"source": "chat"}}],
            conditions=[CONDITION],
        )
        invitation = await buyer.spools.invite(spool["id"])
        exchanged = await buyer.keys.exchange(invitation["grant_token"])
        seller = buyer.with_options(api_key=exchanged["api_key"])
        read = await seller.with_response.spools.get(spool["id"])

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(deliver, seller, read.data, read.etag)
            delivered = await buyer.spools.wait_for(spool["id"], until="delivered", timeout=60)

        verified = await buyer.with_response.spools.verify(spool["id"], idempotency_key="verify-once")
        again = await buyer.spools.verify(spool["id"], idempotency_key="verify-once")
        receipt = verified.data["receipt"] or {}
        record = await buyer.receipts.get(receipt["id"])
        altered = {**record["receipt"], "result": "fail"}
        late = "accepted"
        try:
            await seller.spools.cancel(spool["id"], if_match=read.etag)
        except refusals.StoreConflict as error:
            late = error.code
        result = {
            "fulfillment": delivered["status"]["fulfillment"],
            "earned_cents": verified.data["earned_cents"],
            "same_receipt": (again["receipt"] or {}).get("id") == receipt["id"],
            "valid": buyer.receipts.verify(record["receipt"], trust_set=keys, status=record["status"]).valid,
            "altered": buyer.receipts.verify(altered, trust_set=keys).valid,
            "stale": late,
            "events": [event["type"] async for event in buyer.spools.events(spool["id"])][:2],
            "operations": sorted({attempt.operation for attempt in attempts}),
        }
    print(json.dumps(result))


async def deliver(seller: AsyncOutturn, spool: object, etag: object) -> None:
    await seller.spools.accept(spool, if_match=etag)
    await seller.spools.submit_evidence(
        spool["id"],
        condition_id=spool["conditions"][0]["id"],
        file=b"email\nana@example.com\nbo@example.com\n",
        media_type="text/csv",
        source="export of 2 March",
    )


anyio.run(main)
