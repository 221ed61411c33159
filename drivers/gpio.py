"""Sensors, keys and lamps on a Raspberry Pi's own pins, through gpiozero.

gpiozero calls back on the one thread that serves all its pins, and any exception silently ends that thread. So a
callback only passes the level to the event loop; and once a second every pin is polled, to find edges that had no
callback.
"""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any

from gpiozero import GPIOPinInUse, InputDevice, OutputDevice, PinFixedPull, PinInvalidPin, PinUnknownPi

from drivers.contract import (
    Batch,
    Clock,
    DriverError,
    Health,
    LinkDown,
    LinkUp,
    Pattern,
    Reading,
    Signal,
    Sink,
    Storm,
    Unsure,
)
from drivers.debounce import Debounce, StormGuard
from drivers.lamps import RGB, Colour, blinks, colour_at, step_at
from drivers.settings import DriverSettings, Wire
from kinds.settings import setting
from words.message import Message, message

MS = 1_000_000
POLL = 1000 * MS
GRACE = 10 * MS  # a callback may be this late before a polled level counts against it
RAW_LIMIT = 80  # raw edges in a second: each edge by a hand makes some; mains hum makes 100

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class InputPin:
    """The wiring of one input. Active low is a contact to ground with the Pi's pull-up, active high a contact to 3.3 V
    with its pull-down."""

    pin: str
    active_low: bool = True
    debounce_ms: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PinSettings(DriverSettings):
    active_low: bool = setting(message("values.yes_no"), True)

    def wires(self, name: str, *, lamp: bool) -> tuple[Wire, ...]:  # noqa: ARG002 (a pin is a pin)
        """A pin is either an input or a lamp, in whichever driver."""
        return tuple(Wire(("a pin", pin, False), pin) for pin in name.split("+"))

    def fault(self, name: str, *, lamp: bool) -> Message | None:
        pins = name.split("+")
        if not all(re.fullmatch(r"GPIO([0-9]|1[0-9]|2[0-7])", pin) for pin in pins):
            return message("config.no_pin", driver=self.name)
        if lamp and len(pins) == 2:
            return message("config.two_pins", driver=self.name)
        return None

    def warning(self, name: str, *, lamp: bool) -> Message | None:
        return message("config.one_colour") if lamp and "+" not in name else None

    def build(self, inputs: Mapping[str, int], lamps: tuple[str, ...], clock: Clock) -> "Gpio":
        pins = {pin: InputPin(pin, self.active_low, ms) for pin, ms in inputs.items()}
        return Gpio(self.name, pins, {lamp: tuple(lamp.split("+")) for lamp in lamps}, clock=clock)


def lgpio_factory() -> Any:
    """The pin factory of this Raspberry Pi."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, AttributeError) as error:  # the stub package of old indexes lacks most names
        raise DriverError("lgpio_missing", error=str(error)) from None
    except OSError as error:  # lgpio makes a FIFO when it is imported
        raise DriverError("lgpio_fifo", error=str(error)) from None
    try:
        return LGPIOFactory()
    except PinUnknownPi:
        raise DriverError("no_raspberry_pi") from None
    except Exception as error:  # lgpio.error, which cannot be named if lgpio is missing
        raise DriverError("gpiochip_closed", error=str(error)) from None


class _Contact:
    """One input: the edges of its pin, and how many of them have been reported."""

    def __init__(
        self, name: str, wiring: InputPin, factory: Any, hand_over: Callable[["_Contact", bool], None]
    ) -> None:
        self.name = name
        self.wiring = wiring
        self.hand_over = hand_over
        self.device = InputDevice(wiring.pin, pull_up=wiring.active_low, pin_factory=factory)
        self.device.pin.when_changed = self.on_change  # gpiozero holds a weak reference
        self.guard = StormGuard(limit=RAW_LIMIT)
        self.recheck: int | None = None  # when to read a pin again that contradicts its callbacks

    def start(self, now: int) -> None:
        self.begin(self.level(), now)
        self.count = int(self.debounce.level)  # edges that happened
        self.reported = self.count  # edges that the receiver knows

    def begin(self, level: bool, now: int) -> None:
        self.debounce = Debounce(self.wiring.debounce_ms * MS, level, now)

    def on_change(self, _ticks: object, state: object) -> None:
        """Runs on gpiozero's thread; see the top of this file."""
        with suppress(Exception):
            self.hand_over(self, bool(state) != self.wiring.active_low)

    def level(self) -> bool:
        return bool(self.device.value)

    def contradicted(self) -> bool:
        return self.level() != self.debounce.raw

    def unreported(self) -> int:
        return self.count - self.reported

    def unsettled_since(self) -> int | None:
        """An edge with this time may still be reported."""
        return None if self.debounce.deadline() is None else self.debounce.since

    def next_look(self) -> int | None:
        looks = (self.debounce.deadline(), self.guard.deadline(), self.recheck)
        return min((due for due in looks if due is not None), default=None)

    def close(self) -> None:
        self.device.pin.when_changed = None  # gpiozero's close leaves the callback in place
        self.device.close()


class Gpio:
    """Inputs and lamps on pins; a lamp has one pin (on for any colour) or three (red, green, blue). Lamp pins are
    active high, because gpiozero drives every output low for a moment at its start."""

    def __init__(
        self,
        name: str,
        inputs: Mapping[str, InputPin],
        lamps: Mapping[str, tuple[str, ...]],
        factory: Callable[[], Any] = lgpio_factory,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        self.name = name
        self.inputs = tuple(inputs)
        self.lamps = tuple(lamps)
        self._clock = clock
        self._factory = factory()
        self._contacts: dict[str, _Contact] = {}
        self._lights: dict[str, tuple[Any, ...]] = {}
        try:
            for key, wiring in inputs.items():
                make = partial(_Contact, key, wiring, self._factory, self._hand_over)
                self._contacts[key] = self._claim("input", key, wiring.pin, make)
            for key, pins in lamps.items():
                if len(pins) not in (1, 3):
                    raise DriverError("lamp_pins", name=name, lamp=key, pins=len(pins))
                self._lights[key] = tuple(
                    self._claim("lamp", key, pin, partial(OutputDevice, pin, pin_factory=self._factory)) for pin in pins
                )
        except DriverError:
            self._factory.close()
            raise
        self._shown: Mapping[str, Pattern] = {}
        self._painted = dict.fromkeys(lamps, Colour.DARK)
        self._sink: Sink | None = None  # None before the start and after the close
        self._boot = secrets.randbelow(2**32 - 1) + 1
        self._tokens = count(1)
        self._up = False
        self._held: list[Signal] = []  # until nothing earlier can come
        self._next_poll = 0
        self._missed_in_silence = 0  # edges found by polling since the last callback
        self._tally = {"raw_edges": 0, "missed_edges": 0, "storms": 0, "lamp_errors": 0, "sink_errors": 0}
        self._look_timer: asyncio.TimerHandle | None = None
        self._blink_timer: asyncio.TimerHandle | None = None

    def _claim(self, what: str, key: str, pin: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except GPIOPinInUse:
            fault = message("drivers.pin_used_twice")
        except PinInvalidPin:
            fault = message("drivers.pin_unknown")
        except PinFixedPull:
            fault = message("drivers.pin_pulled_up")
        except Exception as error:  # lgpio.error, which cannot be named if lgpio is missing
            fault = message("drivers.pin_held", error=str(error))
        raise DriverError("pin_unusable", name=self.name, what=what, key=key, pin=pin, fault=fault)

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._loop = asyncio.get_running_loop()
        now = self._clock()
        for contact in self._contacts.values():
            contact.start(now)
        self._link_up(now)
        self._next_poll = now + POLL
        self._look()
        self._paint()

    def show(self, lamps: Mapping[str, Pattern]) -> None:
        unknown = lamps.keys() - self._lights.keys()
        if unknown:
            raise ValueError(f"{self.name} has no lamp {', '.join(sorted(unknown))}")
        self._shown = dict(lamps)
        if self._sink:
            self._paint()

    def done(self, token: int) -> None:
        """Pins have nothing that could be reported again."""

    def health(self) -> Health:
        muted = [contact.name for contact in self._contacts.values() if contact.guard.muted]
        return {"up": self._up, "muted": ", ".join(muted), **self._tally}

    async def close(self) -> None:
        if self._factory is None:
            return
        self._sink = None
        self._up = False
        for timer in (self._look_timer, self._blink_timer):
            if timer:
                timer.cancel()
        for contact in self._contacts.values():
            contact.close()
        for pin in chain.from_iterable(self._lights.values()):
            pin.off()
            pin.close()
        self._factory.close()
        self._factory = None

    def _hand_over(self, contact: _Contact, level: bool) -> None:
        if self._sink:
            self._loop.call_soon_threadsafe(self._hear, contact, level, self._clock())

    def _hear(self, contact: _Contact, level: bool, at: int) -> None:
        """A raw edge, now on the loop."""
        if self._sink is None:
            return
        at = max(at, contact.debounce.since)
        self._tally["raw_edges"] += 1
        self._missed_in_silence = 0
        contact.recheck = None
        if not self._up:
            self._link_up(at)
        self._settle(contact, contact.debounce.see(level, at))
        if contact.guard.edge(at):
            self._tally["storms"] += 1
            self._held.append(Storm(contact.name, contact.guard.edges, at))
        self._look()

    def _look(self) -> None:
        """Reports what is confirmed, and schedules the next look."""
        now = self._clock()
        polling = now >= self._next_poll
        if polling:
            self._next_poll = now + POLL
        try:
            for contact in self._contacts.values():
                self._settle(contact, contact.debounce.look(now))
                if contact.guard.calm(now):
                    self._unsure(contact, now)
                if contact.recheck is not None and now >= contact.recheck:
                    contact.recheck = None
                    if contact.contradicted():
                        self._missed(contact, now)
                elif polling and contact.recheck is None and contact.contradicted():
                    contact.recheck = now + contact.debounce.quiet + GRACE
        except Exception as error:  # lgpio.error, as above
            self._link_down(message("drivers.pins_unread", name=self.name, error=str(error)), now)
        self._release()
        dues = [contact.next_look() for contact in self._contacts.values()]
        due = min([self._next_poll, *(due for due in dues if due is not None)])
        if self._look_timer:
            self._look_timer.cancel()
        self._look_timer = self._loop.call_later(max(0, due - self._clock()) / 1e9, self._look)

    def _settle(self, contact: _Contact, edge: int | None) -> None:
        if edge is None:
            return
        contact.count += 1
        if self._up and not contact.guard.muted:
            contact.reported = contact.count
            self._held.append(Reading(contact.name, contact.debounce.level, contact.count, edge))

    def _unsure(self, contact: _Contact, now: int) -> None:
        if self._up:
            self._held.append(Unsure(contact.name, contact.unreported(), now))
            contact.reported = contact.count

    def _missed(self, contact: _Contact, now: int) -> None:
        """The pin's level differs from what its callbacks reported: the pin is right."""
        contact.begin(contact.level(), now)
        contact.count += 1
        if contact.guard.muted:
            return  # in a storm not every edge need be seen
        self._unsure(contact, now)
        self._tally["missed_edges"] += 1
        self._missed_in_silence += 1
        if self._missed_in_silence == 2:
            self._link_down(message("drivers.pins_dead", name=self.name), now)

    def _release(self) -> None:
        """Reports in the order of the edges: a short debounce may end before a longer one that began earlier."""
        pending = [contact.unsettled_since() for contact in self._contacts.values() if self._up]
        horizon = min((since for since in pending if since is not None), default=None)
        self._held.sort(key=lambda signal: signal.at)
        ready = [signal for signal in self._held if horizon is None or signal.at <= horizon]
        self._held = self._held[len(ready) :]
        self._report(ready)

    def _link_up(self, at: int) -> None:
        self._up = True
        contacts = self._contacts.values()
        counts = {contact.name: contact.count for contact in contacts}
        missed = {contact.name: contact.unreported() for contact in contacts if contact.unreported()}
        for contact in contacts:
            contact.reported = contact.count
        self._report([LinkUp(self._boot, counts, missed, at)])

    def _link_down(self, why: Message, now: int) -> None:
        if self._up:
            self._up = False
            self._held.append(LinkDown(why, now))

    def _report(self, signals: list[Signal]) -> None:
        if not signals or self._sink is None:
            return
        try:
            self._sink(Batch(tuple(signals), next(self._tokens)))
        except Exception:
            self._tally["sink_errors"] += 1
            log.exception("%s: the receiver failed; sensing goes on", self.name)

    def _paint(self) -> None:
        """Shows the current step of every lamp, and schedules the next one if a lamp blinks."""
        ms = self._clock() // MS
        for key, pins in self._lights.items():
            colour = colour_at(self._shown.get(key, Pattern.OFF), ms)
            if colour != self._painted[key]:
                levels = RGB[colour] if len(pins) == 3 else (colour != Colour.DARK,)
                try:
                    for pin, level in zip(pins, levels, strict=True):
                        pin.value = level
                    self._painted[key] = colour
                except Exception:  # lgpio.error, as above; tried again at the next step or show
                    self._tally["lamp_errors"] += 1
        if self._blink_timer:
            self._blink_timer.cancel()
        waits = [step_at(pattern, ms)[1] for pattern in self._shown.values() if blinks(pattern)]
        self._blink_timer = self._loop.call_later(min(waits) / 1000, self._paint) if waits else None
