"""What works and what does not, since when, and what to do: everything around the table that the core cannot know. The
core's own faults and requests are in `status`."""

import asyncio
import os
import statistics
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from controller.daemon.systemd import listens, notify, watched
from controller.table.money import CENT
from words.message import Message, as_json, message, typed

LOOK = 5.0  # s between two checks; less if the watchdog needs it
SLOW = 0.25  # s for the median of the newest commits; the dealer waits for a commit
LITTLE = 200 << 20  # bytes free on the disk, or fewer: enough for some weeks of play
HOT = 80  # degrees C at which a Pi begins to slow down

THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")  # a Pi's firmware; bit 0: the voltage is low
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16


class Fact(NamedTuple):
    """Something that works or does not; `do` says what a person can do about it."""

    name: str
    ok: bool
    say: Message
    do: Message | None = None
    title: Message | None = None  # set for a sign or a board, which has its own name

    @property
    def heading(self) -> Message:
        return self.title or message(f"health_names.{self.name.replace(' ', '_')}")


class Health:
    """Remembers since when each fact has held, and tells the service manager that the table is alive."""

    def __init__(self, facts: Callable[[], Iterable[Fact]], utc: Callable[[], int]) -> None:
        self._facts, self._utc = facts, utc
        self._since: dict[str, tuple[bool, int]] = {}

    def view(self) -> list[dict[str, Any]]:
        """The facts with the time (utc ms) since which they have held; what does not work comes first."""
        return [
            {
                "name": fact.name,
                "title": as_json(fact.heading),
                "ok": fact.ok,
                "say": as_json(fact.say),
                "do": None if fact.ok else as_json(fact.do),
                "since": self._since[fact.name][1],
            }
            for fact in self._look()
        ]

    def _look(self) -> list[Fact]:
        found = sorted(self._facts(), key=lambda fact: fact.ok)
        for fact in found:
            ok, _since = self._since.get(fact.name, (None, 0))
            if ok is not fact.ok:
                self._since[fact.name] = fact.ok, self._utc()
        return found

    async def live(self, alive: Callable[[], Awaitable[None]], say: Callable[[Message], str]) -> None:
        """Feeds the watchdog only after `alive` has returned, which goes through the loop and the writer thread. `say`
        makes the line that `systemctl status` shows."""
        bites = watched()
        pause = min(LOOK, bites / 3) if bites else LOOK
        shown: Message | None = None
        while True:
            await alive()
            fails = tuple(
                message("health.fails", name=fact.heading, why=fact.say) for fact in self._look() if not fact.ok
            )
            found = message("health.some_fail", facts=fails) if fails else message("health.all_works")
            if listens() and found != shown:  # without a service manager a table loads no catalogue for this
                shown = found
                notify(f"STATUS={' '.join(say(found).split())}")  # a line break would end the status
            notify("WATCHDOG=1")
            await asyncio.sleep(pause)


def facts(
    status: Mapping[str, Any], writes: Sequence[float], folder: Path, witnesses: tuple[str, ...]
) -> Iterator[Fact]:
    """The facts, from what `status` says of a running table and from the machine."""
    yield _ledger(status, writes)
    yield _disk(folder)
    for name, driver in status["drivers"].items():
        yield _driver(name, driver)
    if second_copy := status.get("second_copy"):
        yield from _second_copy(second_copy, folder)
    if not status["training"]:
        seen = message("health.witness", names=witnesses) if witnesses else message("health.no_witness")
        yield Fact("witness", bool(witnesses), seen, message("do.witness"))
    yield from _signs(status["signs"])
    clock = status["clock"]
    trusted = (
        message("health.trusted")
        if clock["trusted"]
        else message("health.not_trusted", why=Message.from_json(clock["why"]))
    )
    yield Fact("time", clock["trusted"], trusted, message("do.time"))
    damage = status["faults"].get("program")
    program = Message.from_json(damage) if damage else message("health.program", version=status["version"])
    yield Fact("program", not damage, program, message("do.program"))
    bites = watched()
    watchdog = message("health.watchdog", ms=round(bites * 1000)) if bites else message("health.no_watchdog")
    yield Fact("watchdog", True, watchdog)
    yield from _machine()


def _driver(name: str, driver: Mapping[str, Any]) -> Fact:
    if driver["up"]:
        return Fact(name, True, message("health.driver_up"), title=typed(name))
    why = Message.from_json(driver["why"]) if driver.get("why") else message("health.driver_unread")
    return Fact(name, False, why, message("do.driver"), typed(name))


def _ledger(status: Mapping[str, Any], writes: Sequence[float]) -> Fact:
    wrong = [why for code, why in status["faults"].items() if code in ("ledger", "ledger_write", "continuity")]
    if wrong:
        return Fact("ledger", False, Message.from_json(wrong[0]), message("do.ledger_wrong"))
    middle, longest = (statistics.median(writes), max(writes)) if writes else (0.0, 0.0)
    takes = message("health.ledger", middle=_micros(middle), number=len(writes), longest=_micros(longest))
    return Fact("ledger", middle < SLOW, takes, message("do.ledger_slow"))


def _micros(seconds: float) -> int:
    return round(seconds * 1_000_000)


def _second_copy(view: Mapping[str, Any], folder: Path) -> Iterator[Fact]:
    why, path = view["why"], view["path"]
    found = Message.from_json(why) if why else message("health.second_copy", row=view["row"], path=path)
    yield Fact("second copy", not why, found, message("do.second_copy"))
    try:
        apart = folder.stat().st_dev != Path(path).parent.stat().st_dev
    except OSError:
        return  # reported above
    medium = message("health.apart") if apart else message("health.not_apart", path=path)
    yield Fact("second medium", apart, medium, message("do.second_medium"))


def _disk(folder: Path) -> Fact:
    try:
        found = os.statvfs(folder)
    except OSError as error:
        unread = message("health.disk_unread", path=str(folder), error=error.strerror)
        return Fact("disk", False, unread, message("do.disk_unread"))
    free = found.f_bavail * found.f_frsize
    found_free = message("health.disk", free=free >> 20, path=str(folder))
    return Fact("disk", free > LITTLE, found_free, message("do.disk_fills"))


def _signs(signs: Mapping[str, Any]) -> Iterator[Fact]:
    if not signs["broker"]:
        yield Fact("no broker", True, message("health.no_broker"))
    elif signs["connected"] and signs["doubt"]:
        yield Fact("broker", False, Message.from_json(signs["doubt"]), message("do.broker_doubted"))
    elif signs["connected"] and not signs["refused"]:
        yield Fact("broker", True, message("health.broker"))
    elif signs["connected"]:
        refused = message("health.broker_refuses", refusals=tuple(map(Message.from_json, signs["refused"])))
        yield Fact("broker", False, refused, message("do.broker_refuses"))
    else:
        away = Message.from_json(signs["error"]) if signs["error"] else message("health.broker_not_yet")
        yield Fact("broker", False, away, message("do.broker_away"))
    for name, line in signs["lines"].items():
        title = message("health_names.sign", name=name)
        yield Fact(f"sign {name}", bool(line["up"]), _line(line), message("do.line"), title)
    for sign in signs["acknowledged"]:
        if sign["sign"] not in signs["lines"]:
            title = message("health_names.sign", name=sign["sign"])
            sound = not (sign["doubt"] or sign["silent"])
            yield Fact(f"sign {sign['sign']}", sound, _sign(sign), message("do.sign"), title)


def _line(line: Mapping[str, Any]) -> Message:
    if line["why"]:
        return Message.from_json(line["why"])
    if line["echo"]:
        return message("health.line_shows", amount=line["shows"])
    return message("health.line_told", amount=line["amount"]) if line["amount"] else message("health.line_blank")


def _sign(sign: Mapping[str, Any]) -> Message:
    if sign["doubt"]:
        return Message.from_json(sign["doubt"])
    if sign["silent"]:
        return message("health.sign_silent")
    if not sign["shows"]:
        return message("health.sign_soon")
    amounts = tuple(
        message("health.amount", jackpot=ack["jackpot"], amount=ack["cents"] * CENT) for ack in sign["shows"]
    )
    return message("health.sign_shows", amounts=amounts, at=sign["heard"])


def _machine() -> Iterator[Fact]:
    if (millis := _number(THERMAL, 10)) is not None:
        found = message("health.temperature", degrees=millis // 1000)
        yield Fact("temperature", millis // 1000 < HOT, found, message("do.temperature"))
    if (bits := _number(THROTTLED, 16)) is not None:
        ok = not bits & (LOW_NOW | LOW_BEFORE)
        low = message("health.power_low" if bits & LOW_NOW else "health.power_was_low")
        yield Fact("power", ok, message("health.power") if ok else low, message("do.power"))


def _number(path: Path, base: int) -> int | None:
    try:
        return int(path.read_text(), base)
    except (OSError, ValueError):
        return None
