"""Who is at the table: people prove it by PIN or by log-in, one PIN at a time."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from controller.daemon.pins import Pins, ProofError
from controller.daemon.tries import Counts, Place, Tally, Tries

log = logging.getLogger(__name__)

IDLE, WHOLE = 300_000, 1_800_000  # ms: how long a log-in lasts without use, and at most
MOST = 100  # log-ins at a time; a further one replaces the oldest


class LockOutError(ProofError):
    """This wrong PIN locked the person, or a whole screen, out."""

    def __init__(self, problem: ProofError, places: tuple[Place, ...]) -> None:
        super().__init__(problem.code, **problem.message.facts)
        self.places = places


@dataclass(frozen=True, slots=True)
class _LogIn:
    name: str
    since: int  # ms of the table's running time
    used: int


class People:
    """Checks PINs one at a time in a thread: the loop never waits for a hash, and many attempts need only the memory of
    one. Each screen has one attempt in the queue, so that nobody waits for the many of another."""

    def __init__(self, pins: Pins, tries: Tries, mono: Callable[[], int]) -> None:
        self._pins, self.tries = pins, tries
        self._mono = mono  # ms
        self._one = asyncio.Lock()
        self._turns: dict[str, asyncio.Lock] = {}  # by screen
        self._logins: dict[str, _LogIn] = {}

    async def vouch(self, name: str, pin: str, screen: str, least: int) -> None:
        """Returns if the PIN is right and has as many digits as the person's roles need; raises otherwise."""
        async with self._turn(screen), self._one:
            if name not in self._pins:
                raise ProofError("no_pin", name=name)
            self._pins.check_pepper(name)
            before = await self._begin(name, screen)
            if await asyncio.to_thread(self._pins.is_right, name, pin):
                await asyncio.to_thread(self.tries.keep, before.and_right(name, screen))
                if not self._pins.has_best_pepper(name):
                    await asyncio.to_thread(self._pins.make, name, pin)
                if len(pin) < least:
                    raise ProofError("short_pin", name=name, least=least)
                return
            error = self._wrong("wrong_pin", before, name, screen)
        raise error

    async def unlike(self, pin: str, name: str, by: tuple[str, ...], screen: str) -> None:
        """Refuses a new PIN that somebody else has. As this tells that somebody has it, it counts as a wrong PIN. So
        does each change of an own PIN, which needs nobody else, or one could look for PINs in this way."""
        async with self._turn(screen), self._one:
            before = await self._begin(by[0], screen)
            if not await asyncio.to_thread(self._pins.taken, pin, name):
                tried = replace(self.tries.counts, untold=before.untold)  # no wrong PIN: none is told
                await asyncio.to_thread(self.tries.keep, tried if by == (name,) else before)
                return
            error = self._wrong("pin_taken", before, by[0], screen)
        raise error

    def _turn(self, screen: str) -> asyncio.Lock:
        return self._turns.setdefault(screen, asyncio.Lock())

    async def _begin(self, name: str, screen: str) -> Counts:
        if out := self.tries.counts.out(name, screen, self._mono()):
            raise self._refused("out", name, *out)
        return await asyncio.to_thread(self.tries.begin, name, screen)

    def _wrong(self, code: str, before: Counts, name: str, screen: str) -> ProofError:
        counts = self.tries.counts
        log.warning("wrong PIN of %s at %s", name, screen)
        out = counts.out(name, screen, self._mono())
        if out is None:
            return ProofError(code, name=name, left=counts.left(name, screen))
        log.warning("locked out after a wrong PIN: %s at %s", name, screen)
        return LockOutError(self._refused("out_now", name, *out), counts.locked_by(before, name, screen))

    async def told(self, place: Place, number: int) -> None:
        """The ledger has a row about so many wrong PINs."""
        async with self._one:
            await asyncio.to_thread(self.tries.told, place, number)

    def _refused(self, how: str, name: str, place: Place, tally: Tally) -> ProofError:
        """A lock-out, of the person or of everybody at a screen."""
        whose, minutes = ("locked" if place.name else "screen"), _minutes(tally.until - self._mono())
        return ProofError(f"{whose}_{how}", name=name, wrong=tally.wrong, minutes=minutes)

    async def set_pin(self, name: str, pin: str, *, own: bool) -> None:
        """Sets a new PIN, which ends the name's log-ins; one that others set also ends its lock-outs."""
        async with self._one:
            self._forget(name)
            await asyncio.to_thread(self._pins.make, name, pin)
            if not own:
                await asyncio.to_thread(self.tries.keep, self.tries.counts.without_lock_outs(name))

    async def drop(self, name: str) -> None:
        async with self._one:
            self._forget(name)
            await asyncio.to_thread(self._pins.drop, name)
            await asyncio.to_thread(self.tries.keep, self.tries.counts.without_screens(name))

    def _forget(self, name: str) -> None:
        self._logins = {token: login for token, login in self._logins.items() if login.name != name}

    def view(self, name: str, screen: str) -> dict[str, Any]:
        """Public facts about a person's PIN, as far as they concern this screen."""
        now, out = self._mono(), self.tries.counts.out(name, screen, self._mono())
        return {"pin": name in self._pins, "locked_out": _minutes(out[1].until - now) if out else 0}

    # -- log-ins ---------------------------------------------------------------------------------------------

    def log_in(self, name: str) -> str:
        """A token that replaces the PIN for a while, for a person whose PIN was right just now."""
        now = self._mono()
        alive = {token: login for token, login in self._logins.items() if _lives(login, now)}
        while len(alive) >= MOST:
            del alive[min(alive, key=lambda token: alive[token].used)]
        token = f"login-{secrets.token_urlsafe(24)}"
        self._logins = {**alive, token: _LogIn(name, now, now)}
        return token

    def whose(self, token: str) -> str:
        """The name behind a token; the use extends the log-in."""
        login, now = self._logins.get(token), self._mono()
        if login is None or not _lives(login, now):
            self.log_out(token)
            raise ProofError("login_ended")
        self._logins[token] = replace(login, used=now)
        return login.name

    def log_out(self, token: str) -> None:
        with contextlib.suppress(KeyError):
            del self._logins[token]


def _lives(login: _LogIn, now: int) -> bool:
    return now - login.used < IDLE and now - login.since < WHOLE


def _minutes(ms: int) -> int:
    """Rounded up."""
    return -(-ms // 60_000)
