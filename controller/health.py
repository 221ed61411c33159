"""What works and what does not, since when, and what to do about it: everything around the table that the core cannot
know. The core's own faults and questions are in `status` already."""

import asyncio
import os
import statistics
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from controller.core.money import CENT, dollars
from controller.notify import notify, watched

LOOK = 5.0  # s between two looks, or fewer if a watchdog asks for it
SLOW = 0.25  # s for a commit in the middle of the newest ones: the dealer waits for it
LITTLE = 200 << 20  # bytes free on the disk, or fewer: some weeks of play
HOT = 80  # degrees C, at which a Pi begins to slow down

THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")  # a Pi's firmware: bit 0, the voltage is low
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16


class Fact(NamedTuple):
    """Something works, or does not; `do` says what a person can do then."""

    name: str
    ok: bool
    say: str
    do: str = ""


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
        say = "readable" if driver["up"] else driver.get("why") or "cannot be read"
        yield Fact(name, bool(driver["up"]), say, "Look at its cable and its power.")
    if copy := status.get("copy"):
        yield from _copy(copy, folder)
    yield from _signs(status["signs"])
    trusted = status["clock"]["trusted"]
    yield Fact(
        "time",
        trusted,
        "trusted" if trusted else f"not trusted: {status['clock']['why']}",
        "Compare it with a watch, then: litbet clock confirm",
    )
    damage = status["faults"].get("program", "")
    yield Fact("program", not damage, damage or f"litbet {status['version']}", "Install it again, then restart.")
    bites = watched()
    yield Fact("watchdog", True, f"bites after {bites:g} s of silence" if bites else "nobody watches this process")
    yield from _machine()


def _ledger(status: Mapping[str, Any], writes: Sequence[float]) -> Fact:
    wrong = [text for code, text in status["faults"].items() if code in ("ledger", "ledger_write", "continuity")]
    if wrong:
        return Fact("ledger", False, wrong[0], "Call the technician: litbet audit says what is wrong.")
    middle, longest = (statistics.median(writes), max(writes)) if writes else (0.0, 0.0)
    say = f"a write takes {middle * 1000:.1f} ms, the longest of the last {len(writes)} took {longest * 1000:.0f} ms"
    return Fact("ledger", middle < SLOW, say, "The disk is slow: have it replaced before it fails.")


def _copy(copy: Mapping[str, Any], folder: Path) -> Iterator[Fact]:
    say = copy["why"] or f"kept to row {copy['row']} in {copy['path']}"
    yield Fact("copy", not copy["why"], say, "The table plays on. Look at its medium.")
    try:
        apart = folder.stat().st_dev != Path(copy["path"]).parent.stat().st_dev
    except OSError:
        return  # said above
    say = "another than the ledger's" if apart else f"{copy['path']} is on the ledger's own disk"
    yield Fact("second medium", apart, say, "Mount the medium, then restart the controller.")


def _disk(folder: Path) -> Fact:
    try:
        found = os.statvfs(folder)
    except OSError as error:
        return Fact("disk", False, f"{folder}: {error.strerror}", "Call the technician.")
    free = found.f_bavail * found.f_frsize
    return Fact("disk", free > LITTLE, f"{free >> 20:,} MB free in {folder}", "Move old backups and reports elsewhere.")


def _signs(signs: Mapping[str, Any]) -> Iterator[Fact]:
    if not signs["broker"]:
        yield Fact("no broker", True, "the signs hang on lines of their own")
    elif signs["connected"] and not signs["refused"]:
        yield Fact("broker", True, "connected")
    elif signs["connected"]:
        yield Fact("broker", False, str(signs["refused"]), "Correct the broker's access list.")
    else:
        yield Fact("broker", False, str(signs["error"]) or "no connection yet", "The table plays on.")
    for name, line in signs["lines"].items():
        say = line["why"] or (f"shows {line['shows']}" if line["echo"] else f"is told {line['told'] or 'no amount'}")
        yield Fact(f"sign {name}", bool(line["up"]), str(say), "Look at its cable, its power, and what it shows.")
    for sign in signs["acknowledged"]:
        if sign["sign"] in signs["lines"]:
            continue
        wrong = sign["doubt"] or ("does not answer" if sign["silent"] else "")
        amounts = ", ".join(f"{ack['jackpot']} {dollars(ack['cents'] * CENT)}" for ack in sign["shows"])
        say = wrong or (f"shows {amounts}, said at {sign['heard']}" if amounts else "expected to answer soon")
        yield Fact(f"sign {sign['sign']}", not wrong, say, "Look at what it shows; start it anew.")


def _machine() -> Iterator[Fact]:
    if (millis := _number(THERMAL, 10)) is not None:
        degrees = millis // 1000
        yield Fact("temperature", degrees < HOT, f"{degrees} °C", "Let air get at the box.")
    if (bits := _number(THROTTLED, 16)) is not None:
        say = "too low now" if bits & LOW_NOW else "was too low since the start" if bits & LOW_BEFORE else "good"
        yield Fact("power", not bits & (LOW_NOW | LOW_BEFORE), f"voltage {say}", "Use a stronger power supply.")


def _number(path: Path, base: int) -> int | None:
    try:
        return int(path.read_text(), base)
    except (OSError, ValueError):
        return None
