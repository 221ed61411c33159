"""What the signs report that they show (R131, R203): evidence in a dispute over a posted amount, in a file beside the
ledger and never in it. Most signs report through the broker (`heard`); numeric signs on our serial lines report through
their driver (`shows`, `stands`, `misreads`).

A sign acknowledges a publication of a meter. The acknowledgement is accepted if it has the current epoch, is not ahead
of the last publication and not behind the sign's earlier reports. New facts are appended to a file that is rotated; a
thread writes them within a second, so nothing waits for the disk. The core receives only two events: the signs are
silent, the signs are back.
"""

import asyncio
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from controller.daemon.clock import Clock
from controller.ledger.disk import sync
from controller.ledger.head_check import SeenHead
from controller.present.views import stamp
from controller.signs.heads import read_head
from controller.signs.publisher import Publication
from controller.table.events import Event, Moment, SignsBack, SignsSilent
from controller.table.money import CENT
from words.message import Fact, Message, Problem, message

log = logging.getLogger(__name__)

FILE, OLDER = "signs.jsonl", "signs.1.jsonl"
LARGEST = 8 << 20  # bytes of the file; with its predecessor, weeks of two signs
LOOK = 1.0  # s between two checks
WAITING = 2000  # lines that may wait for a slow disk; further ones are counted
LARGEST_NUMBER = (1 << 53) - 1
LONGEST_AT = 40

Ask = Callable[[Callable[[Moment], Event]], Awaitable[object]]


class Place(NamedTuple):
    """Orders what is shown; the higher one is newer."""

    epoch: int
    seq: int
    pub: int


@dataclass(frozen=True, slots=True)
class Ack:
    """What a sign reports that it shows."""

    jackpot: str
    place: Place
    cents: int
    at: str  # by the sign's clock, if it has one
    seen: SeenHead | None = None  # a head of this table's ledger that the sign keeps


class AckError(Problem):
    """This is not an acknowledgement."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"signs.{code}", **facts)


@dataclass(slots=True)
class _Shown:
    """What is published for one jackpot."""

    place: Place
    cents: int
    since: int  # the first publication with this amount


@dataclass(slots=True)
class _Sign:
    heard: float | None = None
    heard_utc: int = 0
    acks: dict[str, Ack] | None = None
    doubt: Message | None = None  # why its last acknowledgement was rejected
    logged: float | None = None  # when a rejection was last logged
    silent: bool = False


class Witness:
    """The signs of one running table."""

    def __init__(
        self,
        folder: Path,
        signs: Iterable[str],
        grace_s: float,
        clock: Clock,
        monotonic: Callable[[], float] = time.monotonic,
        jackpots: Iterable[str] = (),
        told: Callable[[str, SeenHead], None] = lambda _sign, _seen: None,
    ) -> None:
        """`jackpots` must be shown even while nothing can be published; `told` gets the heads that signs keep."""
        self._told = told
        self._folder, self._grace, self._clock, self._now = folder, grace_s, clock, monotonic
        self._signs = {sign: _Sign() for sign in signs}
        self._shown: dict[str, _Shown] = {}
        self._spoke = False  # something was published, even if only that a jackpot has ended
        self._lines: list[str] = []
        self._lost = 0
        self._silent = False
        self._began = monotonic()
        self._acknowledged = dict.fromkeys(jackpots, self._began)  # when a sign last showed the current amount of each

    # -- incoming ------------------------------------------------------------------------------------------------

    def watch(self, snapshot: Callable[[int], Iterable[Publication]]) -> Callable[[int], Iterator[Publication]]:
        """Wraps a snapshot so that published meters are remembered."""

        def watched(pub: int) -> Iterator[Publication]:
            for publication in snapshot(pub):
                self._spoke = True
                if isinstance(publication.content, Mapping) and publication.topic.endswith("/meter"):
                    self._published(publication.content, pub)
                elif publication.once:
                    self._shown.pop(publication.topic.split("/")[1], None)  # no sign shows it any more
                    self._acknowledged.pop(publication.topic.split("/")[1], None)
                yield publication

        return watched

    def _published(self, meter: Mapping[str, Any], pub: int) -> None:
        place = Place(meter["epoch"], meter["seq"], pub)
        shown = self._shown.get(meter["jackpot"])
        if shown is None:
            self._shown[meter["jackpot"]] = _Shown(place, meter["cents"], pub)
            self._acknowledged.setdefault(meter["jackpot"], self._began)
        else:
            if (shown.place.epoch, shown.cents) != (place.epoch, meter["cents"]):
                shown.cents, shown.since = meter["cents"], pub
            shown.place = place

    def heard(self, sign: str, payload: bytes) -> None:
        """A message from a sign. Runs on the loop's thread; neither waits nor raises."""
        state = self._signs.get(sign)
        if state is None:
            return
        try:
            ack = read_ack(payload)
        except AckError as error:
            self._doubt(sign, message("signs.sign_no_ack", flaw=error.message))
            return
        if ack.seen:
            self._told(sign, ack.seen)
        shown = self._shown.get(ack.jackpot)
        if shown is None:
            self._doubt(sign, message("signs.sign_stranger", jackpot=ack.jackpot))
        elif ack.place > shown.place:
            self._doubt(sign, message("signs.sign_ahead", place=_place(ack.place), here=_place(shown.place)))
        elif ack.place.epoch != shown.place.epoch:
            self._doubt(sign, message("signs.sign_epoch", epoch=ack.place.epoch, here=shown.place.epoch))
        else:
            self._believe(sign, state, ack, shown)

    def _believe(self, sign: str, state: _Sign, ack: Ack, shown: _Shown) -> None:
        acks = state.acks or {}
        before = acks.get(ack.jackpot)
        if before and (ack.place < before.place or (ack.place == before.place and ack.cents != before.cents)):
            return  # late, repeated by the broker (E59), or two amounts of one publication
        current = ack.place.pub >= shown.since
        if current and ack.cents != shown.cents:
            self._doubt(sign, _amount(ack, shown))
        else:
            state.doubt = None
            state.heard = self._now()
            if current:
                self._acknowledged[ack.jackpot] = state.heard
        self._note(sign, state, ack)

    def _note(self, sign: str, state: _Sign, ack: Ack) -> None:
        acks = state.acks or {}
        before = acks.get(ack.jackpot)
        state.acks = {**acks, ack.jackpot: ack}
        state.heard_utc = self._clock.utc()
        if before is None or (before.place[:2], before.cents) != (ack.place[:2], ack.cents):
            self._keep(sign, vars_of(ack) | {"heard": stamp(state.heard_utc)})

    def shows(self, sign: str, ack: Ack) -> None:
        """The echo of a sign on our serial line: it shows this amount."""
        self.stands(sign, ack.jackpot)
        self._note(sign, self._signs[sign], ack)

    def stands(self, sign: str, jackpot: str) -> None:
        """Such a sign works, but shows no amount, or cannot report what it shows."""
        state = self._signs[sign]
        state.doubt = None
        state.heard = self._acknowledged[jackpot] = self._now()

    def misreads(self, sign: str, jackpot: str, glass: str) -> None:
        """Its echo differs from what it was sent: evidence, too (E58)."""
        why = message("signs.sign_misread", glass=glass, jackpot=jackpot)
        if self._signs[sign].doubt != why:
            self._keep(sign, {"jackpot": jackpot, "misread": glass, "heard": stamp(self._clock.utc())})
        self._doubt(sign, why)

    def _doubt(self, sign: str, why: Message) -> None:
        state, now = self._signs[sign], self._now()
        if state.logged is None or now - state.logged > self._grace:  # a sign that sends nonsense must not fill the log
            log.warning("sign %s: %s", sign, why)
            state.logged = now
        state.doubt = why

    def _keep(self, sign: str, facts: Mapping[str, Any]) -> None:
        if len(self._lines) < WAITING:
            self._lines.append(json.dumps({"sign": sign, **facts}, separators=(",", ":")) + "\n")
        else:
            self._lost += 1

    # -- judging ------------------------------------------------------------------------------------------------

    async def run(self, ask: Ask) -> None:
        """Until cancelled: tells the core when the signs fall silent and when they are back, and writes the file."""
        try:
            while True:
                await asyncio.sleep(LOOK)
                if event := self.judge():
                    await ask(event)
                await asyncio.to_thread(self.write, self.take())
        finally:
            self.write(self.take())

    def judge(self) -> Callable[[Moment], Event] | None:
        """The event for the core, if something changed. One sign that shows every amount is enough (E56)."""
        now = self._now()
        for sign, state in self._signs.items():
            silent = now - (state.heard or self._began) > self._grace
            if silent != state.silent:
                state.silent = silent
                log.warning("sign %s is silent", sign) if silent else log.info("sign %s is back", sign)
                self._keep(sign, {"silent": silent, "heard": stamp(self._clock.utc())})
        dark = [jackpot for jackpot, at in self._acknowledged.items() if now - at > self._grace]
        mute = not self._spoke and not self._acknowledged and now - self._began > self._grace
        silent = bool(self._signs) and (bool(dark) or mute)
        if silent == self._silent:
            return None
        self._silent = silent
        if not silent:
            return SignsBack
        seconds = int(self._grace)
        why = (
            message("reasons.signs_silent", jackpots=tuple(dark), seconds=seconds)
            if dark
            else message("reasons.signs_mute", seconds=seconds)
        )
        return lambda at: SignsSilent(at, why)

    def view(self) -> list[dict[str, Any]]:
        """For `status`: each sign, the time of its last accepted report, and what it shows."""
        now = self._now()
        return [
            {
                "sign": sign,
                "heard": stamp(state.heard_utc) if state.acks else None,
                "silent": now - (state.heard or self._began) > self._grace,
                "doubt": state.doubt,
                "shows": [vars_of(ack) for ack in (state.acks or {}).values()],
            }
            for sign, state in self._signs.items()
        ]

    # -- the file --------------------------------------------------------------------------------------------

    def take(self) -> list[str]:
        """The lines that wait for the disk. Runs on the loop's thread."""
        if self._lost:
            log.error("%d acknowledgements of signs are lost: the disk is too slow", self._lost)
        lines, self._lines, self._lost = self._lines, [], 0
        return lines

    def write(self, lines: list[str]) -> None:
        """Appends them. A failing disk costs evidence, not play; it is logged."""
        if not lines:
            return
        path = self._folder / FILE
        try:
            is_new = not path.exists()
            if not is_new and path.stat().st_size > LARGEST:
                path.replace(self._folder / OLDER)
                is_new = True
            with path.open("ab+") as file:
                whole = "".join(lines).encode()
                if file.tell():
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":  # the power failed in the middle of a line
                        whole = b"\n" + whole
                file.write(whole)
                file.flush()
                os.fsync(file.fileno())
            if is_new:
                sync(self._folder)
        except OSError as error:
            log.error("%s: acknowledgements of signs cannot be written (%s)", path, error.strerror)


def last_acknowledged(folder: Path) -> Place | None:
    """The newest place that any sign has shown from this table's ledger: a restored ledger must not be older (R170,
    E37)."""
    return max(filter(None, map(_place_in, _raw(folder))), default=None)


def witness_lines(folder: Path) -> Iterator[dict[str, Any]]:
    """Every line of the file, oldest first; incomplete or damaged ones are skipped."""
    return filter(None, map(line_in, _raw(folder)))


def _raw(folder: Path) -> Iterator[bytes]:
    for name in (OLDER, FILE):
        path = folder / name
        if path.exists():
            with path.open("rb") as file:
                yield from file


def _place_in(raw: bytes) -> Place | None:
    """Also from a line that is damaged elsewhere: it was written because something was shown."""
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    numbers = [line.get(name) for name in Place._fields] if isinstance(line, dict) else [None]
    return Place(*numbers) if all(type(number) is int for number in numbers) else None


def line_in(raw: bytes) -> dict[str, Any] | None:
    """A line as it was written; None if it is incomplete or damaged."""
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if not isinstance(line, dict) or not {"sign", "heard"} <= line.keys():
        return None
    texts = (line[name] for name in ("sign", "heard", "jackpot", "misread", "at") if name in line)
    numbers = [line.get(name) for name in (*Place._fields, "cents")]
    acknowledges = not all(number is None for number in numbers)
    sound = all(type(number) is int for number in numbers) and "jackpot" in line if acknowledges else True
    return line if sound and all(isinstance(text, str) for text in texts) else None


def vars_of(ack: Ack) -> dict[str, Any]:
    return {"jackpot": ack.jackpot, **ack.place._asdict(), "cents": ack.cents, "at": ack.at}


def read_ack(payload: bytes) -> Ack:
    """One acknowledgement."""
    try:
        fields = json.loads(payload)
    except (ValueError, RecursionError):
        raise AckError("ack_no_json") from None
    if not isinstance(fields, dict):
        raise AckError("ack_no_object")
    for name in ("epoch", "seq", "pub", "cents"):
        number = fields.get(name)
        if type(number) is not int or not 0 <= number <= LARGEST_NUMBER:
            raise AckError("ack_number", name=name)
    jackpot, at = fields.get("jackpot"), fields.get("at")
    if not isinstance(jackpot, str):
        raise AckError("ack_jackpot")
    if not isinstance(at, str) or len(at) > LONGEST_AT or not at.isprintable():
        raise AckError("ack_at", most=LONGEST_AT)
    seen = read_head(fields["seen"]) if "seen" in fields else None
    if "seen" in fields and seen is None:
        raise AckError("ack_seen")
    return Ack(jackpot[:LONGEST_AT], Place(fields["epoch"], fields["seq"], fields["pub"]), fields["cents"], at, seen)


def _amount(ack: Ack, shown: _Shown) -> Message:
    return message("signs.sign_amount", jackpot=ack.jackpot, shown=ack.cents * CENT, amount=shown.cents * CENT)


def _place(place: Place) -> Message:
    return message("signs.place", epoch=place.epoch, row=place.seq, publication=place.pub)
