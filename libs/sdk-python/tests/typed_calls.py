"""A program over the client that mypy reads in strict mode: types of answers are known, and mistakes in bodies are found."""

from __future__ import annotations

from typing import List, Optional

from outturn import AsyncOutturn, Outturn, Page, Response
from outturn.types import OutcomeReceipt, Spool, SpoolEvent


def deliver(client: Outturn) -> Optional[OutcomeReceipt]:
    run = client.verify(
        conditions=[
            'every row has "email"',
            {"description": "two rows", "deterministic_check": {"checker": "row_count", "expected": 2}},
        ],
        unit={"total_units": 2, "unit_amount_cents": 5},
        evidence={"rows": [{"email": "ana@example.com"}, {"email": ""}]},
    )
    return run["receipt"]


def seen(client: Outturn, spool_id: str) -> List[SpoolEvent]:
    response: Response[Spool] = client.with_response.spools.get(spool_id)
    page: Page[Spool] = client.spools.list(limit=5)
    verified: Spool = client.spools.wait_for(spool_id, until="verified")
    titles: List[str] = [spool["deliverable"]["title"] for spool in [response.data, *page, verified]]
    assert titles
    return list(client.spools.events(spool_id))


async def awaited(client: AsyncOutturn, spool_id: str) -> int:
    first: Spool = (await client.spools.list()).data[0]
    async for spool in client.spools.list():
        first = spool
    response = await client.with_response.spools.verify(spool_id)
    return response.data["earned_cents"] + first["value"]["amount_cents"]


def mistakes(client: Outturn) -> None:
    """Each of these lines has an error; where it has none, mypy reports the comment that is not needed."""
    client.verify(evidence={"rows": []}, max_amount_cents="5")  # type: ignore[arg-type]
    client.verify(evidence={"rows": []}, conditions=[{"descripton": "typo"}])  # type: ignore[list-item]
    client.verify(evidence={"rows": []}, no_such_member=1)  # type: ignore[call-arg]
    client.spools.wait_for("spl_1", until="acepted")  # type: ignore[arg-type]
    number: int = client.usage.get()  # type: ignore[assignment]
    assert number
    client.spools.get()  # type: ignore[call-arg]
