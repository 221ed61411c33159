"""Queries that only the ledger can answer, for clients of the control socket: the last rounds, a seat's replay, charts.
They change nothing, and play continues meanwhile."""

import asyncio
from pathlib import Path

from controller.daemon.control_client import Answer
from controller.daemon.requests import Lookup
from controller.ledger.reader import Reader
from controller.reports.charts.process import Drawing
from controller.table.rules import Rules


def lookups(reader: Reader, rules: Rules, folder: Path, drawing: Drawing) -> dict[str, Lookup]:
    """`folder` is the table's; next to the ledger it has the record of what its signs have acknowledged."""

    async def rounds(facts: Answer) -> Answer:
        from controller.history.last_rounds import last_rounds

        return await asyncio.to_thread(last_rounds, reader, rules)

    async def replay(facts: Answer) -> Answer:
        from controller.history.replay import seat_story

        return await asyncio.to_thread(seat_story, reader, rules, folder, facts["round"], facts["spot"])

    async def chart(facts: Answer) -> Answer:
        return {"svg": await drawing.chart(facts["chart"])}

    return {"round list": rounds, "round replay": replay, "jackpot chart": chart}
