"""What the signs acknowledged while a round was played, from the file of acknowledgements (R131, E58). A binary search
over the times of its lines finds them, so an old round takes no longer than a new one."""

import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from controller.present.views import stamp
from controller.signs.acknowledgements import FILE, OLDER, line_in
from controller.table.money import CENT, dollars
from words.message import Message, message

WINDOW = 256 << 10  # bytes that are read before the lock, and again after it: some thousand lines
LINE = 4096  # bytes; no line is longer

Line = dict[str, Any]


def lines_around(folder: Path, utc: int) -> list[Line]:
    """The lines around an instant, in the order in which they were received."""
    found: list[Line] = []
    moment = stamp(utc)
    for name in (OLDER, FILE):
        path = folder / name
        if path.exists():
            with path.open("rb") as file:
                middle = _heard_from(file, moment)
                found += _lines(file, max(middle - WINDOW, 0), middle + WINDOW)
    return found


def _heard_from(file: BinaryIO, moment: str) -> int:
    """Approximately the first line received at the moment or later: the clock may have stepped."""
    low, high = 0, file.seek(0, os.SEEK_END)
    while high - low > LINE:
        middle = (low + high) // 2
        line = next(_lines(file, middle, middle + 2 * LINE), None)
        if line is None or str(line.get("heard", "")) >= moment:
            high = middle
        else:
            low = middle
    return high


def _lines(file: BinaryIO, begin: int, end: int) -> Iterator[Line]:
    """The complete lines between two offsets; damaged ones are ignored."""
    file.seek(begin)
    if begin:
        file.readline()  # the rest of a line, or a line that belongs to the part before
    while file.tell() < end and (raw := file.readline()):
        if line := line_in(raw):
            yield line


def at_the_lock(
    lines: Iterable[Line], lock: int, moved: Mapping[str, int], before: Mapping[str, int], after: Mapping[str, int]
) -> list[dict[str, Any]]:
    """For each sign and jackpot the last acknowledgement before the lock's row, and the first one from that row until
    the meter `moved` again; and whether each agrees with the ledger `before` and `after` that row. Amounts are
    cents."""
    last: dict[tuple[str, str], Line] = {}
    first: dict[tuple[str, str], Line] = {}
    for line in lines:
        if not {"jackpot", "seq", "cents", "heard"} <= line.keys() or line["jackpot"] not in after:
            continue
        key = (line["sign"], line["jackpot"])
        if line["seq"] < lock and key not in first:  # numbers decrease after a restored ledger
            last[key] = line
        elif lock <= line["seq"] < moved[line["jackpot"]]:
            first.setdefault(key, line)
    return [
        _shown(line, when, amounts[line["jackpot"]])
        for key in sorted({*last, *first})
        for line, amounts, when in ((last.get(key), before, "before"), (first.get(key), after, "after"))
        if line
    ]


def _shown(line: Line, when: str, ledger: int) -> dict[str, Any]:
    return {
        "sign": line["sign"],
        "jackpot": line["jackpot"],
        "amount": dollars(line["cents"] * CENT),
        "seq": line["seq"],
        "at": line["heard"],
        "when": when,  # "before" or "after" the lock's row
        "agrees": line["cents"] == ledger,
    }


def troubles(lines: Iterable[Line], first: int, last: int) -> list[tuple[Line, Message]]:
    """Signs that stopped responding, responded again or were misread between two instants."""
    begin, end = stamp(first), stamp(last)
    found = ((line, _trouble(line)) for line in lines if begin <= str(line.get("heard")) <= end)
    return [(line, trouble) for line, trouble in found if trouble]


def _trouble(line: Line) -> Message | None:
    if "misread" in line:
        return message("story.misread", sign=line["sign"], glass=line["misread"], jackpot=line.get("jackpot"))
    if "silent" in line:
        return message("story.fell_silent" if line["silent"] else "story.heard_again", sign=line["sign"])
    return None


def heard_at(text: str) -> int:
    """The line's time in ms since the epoch."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
