"""Replays of a story-teller's table, through a real ledger."""

import json
from pathlib import Path
from typing import Any

from support.reports.papers import history_of
from support.table.story import Table

from controller.history.last_rounds import last_rounds
from controller.history.replay import seat_story
from controller.present.views import stamp
from words.catalogue import catalogue
from words.message import Message


def replayed(table: Table, folder: Path, number: int, seat: int) -> dict[str, Any]:
    """A seat's story, as the socket would answer it."""
    with history_of(table, folder) as history:
        found = seat_story(history._reader, table.rules, folder, number, f"{seat}/gbj")
    answer: dict[str, Any] = json.loads(json.dumps(found))
    return answer


def listed(table: Table, folder: Path) -> list[dict[str, Any]]:
    with history_of(table, folder) as history:
        found: list[dict[str, Any]] = json.loads(json.dumps(last_rounds(history._reader, table.rules)))["rounds"]
    return found


def sentences(story: dict[str, Any], *kinds: str) -> list[str]:
    english = catalogue("en")
    return [
        english.say(Message.from_json(step["say"])) for step in story["steps"] if not kinds or step["kind"] in kinds
    ]


def acknowledged(folder: Path, sign: str, seq: int, cents: int, utc: int, name: str = "signs.jsonl") -> None:
    """A line of the witness file, as `controller/signs/acknowledgements.py` keeps it."""
    line = {"sign": sign, "jackpot": "main", "epoch": 1, "seq": seq, "pub": seq << 24, "cents": cents, "at": ""}
    with (folder / name).open("a") as file:
        file.write(json.dumps({**line, "heard": stamp(utc)}, separators=(",", ":")) + "\n")
