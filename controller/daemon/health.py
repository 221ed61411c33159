"""What works and what does not, since when, and what to do about it: everything around the table that the core cannot
know. The core's own faults and questions are in `status` already."""

import asyncio
import os
import statistics
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from controller.daemon.systemd import notify, watched
from controller.present.sentence_names import named
from controller.present.sentences import Sentence, sentence
from controller.table.money import CENT, dollars

LOOK = 5.0  # s between two looks, or fewer if a watchdog asks for it
SLOW = 0.25  # s for a commit in the middle of the newest ones: the dealer waits for it
LITTLE = 200 << 20  # bytes free on the disk, or fewer: some weeks of play
HOT = 80  # degrees C, at which a Pi begins to slow down

THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")  # a Pi's firmware: bit 0, the voltage is low
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16


SENTENCES = {
    "driver_up": "readable",
    "driver_down": "{why}",
    "driver_unread": "cannot be read",
    "trusted": "trusted",
    "not_trusted": "not trusted: {why}",
    "program": "litbet {version}",
    "program_wrong": "{why}",
    "watchdog": "bites after {seconds} s of silence",
    "no_watchdog": "nobody watches this process",
    "ledger_wrong": "{why}",
    "ledger": "a write takes {middle} ms, the longest of the last {number} took {longest} ms",
    "second_copy": "kept to row {row} in {path}",
    "second_copy_away": "{why}",
    "apart": "another than the ledger's",
    "not_apart": "{path} is on the ledger's own disk",
    "disk_unread": "{path}: {error}",
    "disk": "{free} MB free in {path}",
    "no_broker": "the signs hang on lines of their own",
    "broker": "connected",
    "broker_refuses": "{why}",
    "broker_away": "{why}",
    "broker_not_yet": "no connection yet",
    "line_wrong": "{why}",
    "line_shows": "shows {amount}",
    "line_told": "is told {amount}",
    "line_blank": "is told no amount",
    "sign_doubted": "{why}",
    "sign_silent": "does not answer",
    "sign_shows": "shows {amounts}, said at {at}",
    "sign_soon": "expected to answer soon",
    "temperature": "{degrees} °C",
    "power": "voltage good",
    "power_low": "voltage too low now",
    "power_was_low": "voltage was too low since the start",
}
DO = {
    "driver": "Look at its cable and its power.",
    "time": "Compare it with a watch, then: litbet clock confirm",
    "program": "Install it again, then restart.",
    "ledger_wrong": "Call the technician: litbet audit says what is wrong.",
    "ledger_slow": "The disk is slow: have it replaced before it fails.",
    "second_copy": "The table plays on. Look at its medium.",
    "second_medium": "Mount the medium, then restart the controller.",
    "disk_unread": "Call the technician.",
    "disk_fills": "Move old backups and reports elsewhere.",
    "broker_refuses": "Correct the broker's access list.",
    "broker_away": "The table plays on.",
    "line": "Look at its cable, its power, and what it shows.",
    "sign": "Look at what it shows; start it anew.",
    "temperature": "Let air get at the box.",
    "power": "Use a stronger power supply.",
}


class Fact(NamedTuple):
    """Something works, or does not; `do` says what a person can do then."""

    name: str
    ok: bool
    say: str
    do: str = ""


def _say(code: str, /, **facts: object) -> Sentence:
    """What is in it of somebody else's words has its own name, where it is known."""
    return sentence(SENTENCES, code, **{name: named(str(fact)) for name, fact in facts.items()})


def _do(code: str) -> Sentence:
    return sentence(DO, code)


class Health:
    """Remembers since when each thing has been as it is, and tells the service manager that the table lives."""

    def __init__(self, facts: Callable[[], Iterable[Fact]], utc: Callable[[], int]) -> None:
        self._facts, self._utc = facts, utc
        self._since: dict[str, tuple[bool, int]] = {}

    def look(self) -> list[dict[str, Any]]:
        """The facts with the time (utc ms) since which they have held, what does not work first."""
        found = []
        for fact in self._facts():
            ok, since = self._since.get(fact.name, (None, 0))
            if ok is not fact.ok:
                since = self._utc()
                self._since[fact.name] = fact.ok, since
            found.append({**fact._asdict(), "do": "" if fact.ok else fact.do, "since": since})
        return sorted(found, key=lambda fact: bool(fact["ok"]))

    async def live(self, alive: Callable[[], Awaitable[None]]) -> None:
        """The watchdog is fed only after `alive` has returned: through the loop, and the thread that writes."""
        bites = watched()
        pause = min(LOOK, bites / 3) if bites else LOOK
        while True:
            await alive()
            wrong = [f"{fact['name']}: {fact['say']}" for fact in self.look() if not fact["ok"]]
            told = " ".join("; ".join(wrong).split())  # a line's end would end the word
            notify("WATCHDOG=1", f"STATUS={told or 'all works'}")
            await asyncio.sleep(pause)


def facts(status: Mapping[str, Any], writes: Sequence[float], folder: Path) -> Iterator[Fact]:
    """From what `status` says of a running table, and from the machine."""
    yield _ledger(status, writes)
    yield _disk(folder)
    for name, driver in status["drivers"].items():
        why = driver.get("why")
        say = _say("driver_up") if driver["up"] else _say("driver_down", why=why) if why else _say("driver_unread")
        yield Fact(name, bool(driver["up"]), say, _do("driver"))
    if second_copy := status.get("second_copy"):
        yield from _second_copy(second_copy, folder)
    yield from _signs(status["signs"])
    clock = status["clock"]
    say = _say("trusted") if clock["trusted"] else _say("not_trusted", why=clock["why"])
    yield Fact("time", clock["trusted"], say, _do("time"))
    damage = status["faults"].get("program", "")
    say = _say("program_wrong", why=damage) if damage else _say("program", version=status["version"])
    yield Fact("program", not damage, say, _do("program"))
    bites = watched()
    yield Fact("watchdog", True, _say("watchdog", seconds=f"{bites:g}") if bites else _say("no_watchdog"))
    yield from _machine()


def _ledger(status: Mapping[str, Any], writes: Sequence[float]) -> Fact:
    wrong = [text for code, text in status["faults"].items() if code in ("ledger", "ledger_write", "continuity")]
    if wrong:
        return Fact("ledger", False, _say("ledger_wrong", why=wrong[0]), _do("ledger_wrong"))
    middle, longest = (statistics.median(writes), max(writes)) if writes else (0.0, 0.0)
    say = _say("ledger", middle=f"{middle * 1000:.1f}", number=len(writes), longest=f"{longest * 1000:.0f}")
    return Fact("ledger", middle < SLOW, say, _do("ledger_slow"))


def _second_copy(view: Mapping[str, Any], folder: Path) -> Iterator[Fact]:
    why, path = view["why"], view["path"]
    say = _say("second_copy_away", why=why) if why else _say("second_copy", row=view["row"], path=path)
    yield Fact("second copy", not why, say, _do("second_copy"))
    try:
        apart = folder.stat().st_dev != Path(path).parent.stat().st_dev
    except OSError:
        return  # said above
    yield Fact("second medium", apart, _say("apart") if apart else _say("not_apart", path=path), _do("second_medium"))


def _disk(folder: Path) -> Fact:
    try:
        found = os.statvfs(folder)
    except OSError as error:
        return Fact("disk", False, _say("disk_unread", path=folder, error=error.strerror), _do("disk_unread"))
    free = found.f_bavail * found.f_frsize
    return Fact("disk", free > LITTLE, _say("disk", free=f"{free >> 20:,}", path=folder), _do("disk_fills"))


def _signs(signs: Mapping[str, Any]) -> Iterator[Fact]:
    if not signs["broker"]:
        yield Fact("no broker", True, _say("no_broker"))
    elif signs["connected"] and not signs["refused"]:
        yield Fact("broker", True, _say("broker"))
    elif signs["connected"]:
        yield Fact("broker", False, _say("broker_refuses", why=signs["refused"]), _do("broker_refuses"))
    else:
        error = signs["error"]
        say = _say("broker_away", why=error) if error else _say("broker_not_yet")
        yield Fact("broker", False, say, _do("broker_away"))
    for name, line in signs["lines"].items():
        yield Fact(f"sign {name}", bool(line["up"]), _line(line), _do("line"))
    for sign in signs["acknowledged"]:
        if sign["sign"] not in signs["lines"]:
            yield Fact(f"sign {sign['sign']}", not (sign["doubt"] or sign["silent"]), _sign(sign), _do("sign"))


def _line(line: Mapping[str, Any]) -> Sentence:
    if line["why"]:
        return _say("line_wrong", why=line["why"])
    if line["echo"]:
        return _say("line_shows", amount=line["shows"])
    return _say("line_told", amount=line["told"]) if line["told"] else _say("line_blank")


def _sign(sign: Mapping[str, Any]) -> Sentence:
    if sign["doubt"]:
        return _say("sign_doubted", why=sign["doubt"])
    if sign["silent"]:
        return _say("sign_silent")
    amounts = ", ".join(f"{ack['jackpot']} {dollars(ack['cents'] * CENT)}" for ack in sign["shows"])
    return _say("sign_shows", amounts=amounts, at=sign["heard"]) if amounts else _say("sign_soon")


def _machine() -> Iterator[Fact]:
    if (millis := _number(THERMAL, 10)) is not None:
        degrees = millis // 1000
        yield Fact("temperature", degrees < HOT, _say("temperature", degrees=degrees), _do("temperature"))
    if (bits := _number(THROTTLED, 16)) is not None:
        code = "power_low" if bits & LOW_NOW else "power_was_low" if bits & LOW_BEFORE else "power"
        yield Fact("power", code == "power", _say(code), _do("power"))


def _number(path: Path, base: int) -> int | None:
    try:
        return int(path.read_text(), base)
    except (OSError, ValueError):
        return None
