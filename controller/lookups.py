"""What only the journal still knows, for whoever asks through the control socket: the last rounds, a seat's story,
charts. Each looks for itself and changes nothing; play goes on meanwhile."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from controller.commands import LOOKUPS, facts_of
from controller.control import Lookup
from controller.core.events import Moment
from controller.core.rules import Rules
from controller.drawing import Drawing
from controller.ledger.reader import Reader
from controller.questions import Answer


def lookups(
    reader: Reader, rules: Rules, folder: Path, drawing: Drawing, now: Callable[[], Moment]
) -> dict[str, Lookup]:
    """`folder` is the table's: beside the ledger lies what its signs have acknowledged."""

    async def rounds(asked: Answer) -> Answer:
        from controller.replay.rounds import last_rounds

        facts_of(LOOKUPS["round list"], asked, rules, now())
        return await asyncio.to_thread(last_rounds, reader, rules)

    async def replay(asked: Answer) -> Answer:
        from controller.replay.story import seat_story

        facts = facts_of(LOOKUPS["round replay"], asked, rules, now())
        return await asyncio.to_thread(seat_story, reader, rules, folder, facts["round"], facts["spot"])

    async def chart(asked: Answer) -> Answer:
        facts = facts_of(LOOKUPS["jackpot chart"], asked, rules, now())
        return {"svg": await drawing.chart(facts["chart"])}

    return {"round list": rounds, "round replay": replay, "jackpot chart": chart}
