"""The local control socket: one JSON object a line, asked and answered in turn (docs/CONTROL.md). It checks who asks,
carries commands to the core and brings its answers back; it decides nothing."""

import asyncio
import json
import logging
import math
import os
import socket
import struct
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from controller.answers import said
from controller.app import App
from controller.clock import now
from controller.commands import ACTIONS, MOST_LETTERS, MOST_NAMES, Action, BadRequestError, quoted
from controller.core.entries import Entry
from controller.core.events import Event, LockedOut, LoggedIn, Moment, Names, RemovePerson, Train
from controller.ledger.errors import StoreError
from controller.ledger.reader import Reader
from controller.past import past_day, past_payment, past_round
from controller.people import People, PinFileError, ProofError, unfit
from controller.questions import Answer, ControlError, line_of
from controller.telling import reasons

log = logging.getLogger(__name__)

LONGEST = 65_536  # bytes of a line
LONGEST_NUMBER = 30  # digits
LONGEST_PATH = 107  # bytes, by Linux
BEHIND = 262_144  # bytes that a watcher may leave unread; then it is let go
SO_PEERGROUPS = 59  # Linux; the socket module has no name for it

NOT_ALLOWED = {"ok": False, "code": "not_allowed", "say": "Only the service's own user and its group may ask here."}
NO_FACTS: Mapping[str, str] = {}
Query = Callable[[], Answer]
Lookup = Callable[[Answer], Awaitable[Answer]]  # of a question's facts: what only the journal still knows


class Control:
    """The socket of one running table."""

    def __init__(
        self,
        app: App,
        path: Path,
        people: People,
        reader: Reader,
        queries: dict[str, Query],
        lookups: Mapping[str, Lookup],
    ) -> None:
        self._app, self._path, self._people, self._reader = app, path, people, reader
        self._lookups = lookups
        self._queries: dict[str, Query] = {
            "status": app.status,
            "fault list": lambda: app.status()["faults"],
            "win list": lambda: {"claims": app.status()["claims"]},
            "reconcile list": lambda: {"variances": app.status()["variances"]},
            "user list": self._list_people,
            **queries,
        }
        self.switched = False  # to training, or back: the daemon starts anew on the other ledger
        self._watchers: set[asyncio.StreamWriter] = set()
        self._close_watchers: set[asyncio.StreamWriter] = set()  # those of them who hear of what is not on disk, too
        self._seen: object = None  # what they were last told of
        self._server: asyncio.Server | None = None
        app.committed = self._tell_watchers

    async def start(self) -> None:
        if len(bytes(self._path)) > LONGEST_PATH:
            raise ControlError(
                f"{self._path}: a socket's path has at most {LONGEST_PATH} bytes; name a folder with a shorter path"
            )
        if _answers(self._path):
            raise ControlError(f"{self._path}: another controller listens there; stop it first")
        if self._path.exists() and not self._path.is_socket():
            raise ControlError(f"{self._path}: is no socket but something else; choose another path for the socket")
        try:
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self._path, limit=LONGEST)
            self._path.chmod(0o660)
        except OSError as error:
            raise ControlError(f"{self._path}: cannot listen there ({error.strerror}); choose another socket") from None

    async def close(self) -> None:
        if self._server:
            self._server.close()
            for watcher in self._watchers:
                watcher.close()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            allowed = _may_ask(writer, self._path)
            while line := await reader.readline():
                answer = await self.answer(line) if allowed else NOT_ALLOWED
                writer.write(line_of(answer))
                await writer.drain()
                if not allowed:
                    break
                if watching := answer.get("watching"):
                    self._watchers.add(writer)
                    if watching == "changes":
                        self._close_watchers.add(writer)
        except (ValueError, ConnectionError):  # a line beyond all bounds, or nobody there any more
            log.info("control: a connection was ended")
        finally:
            self._let_go(writer)
            writer.close()

    async def answer(self, line: bytes) -> Answer:
        """To one line, from whoever may ask."""
        try:
            asked = json.loads(line.decode(), parse_constant=_no_constant, parse_int=_integer, parse_float=_finite)
            if not isinstance(asked, dict) or not isinstance(asked.get("do"), str):
                raise BadRequestError('write one JSON object a line, such as {"do": "status"}')
            answer = await self._do(asked["do"], asked.get("with", {}), asked.get("who", []))
        except (BadRequestError, ValueError, RecursionError) as error:
            text = str(error) if isinstance(error, BadRequestError) else f"this is not JSON: {error}"
            return _refusal("bad_request", text)
        except ProofError as error:
            answer = _refusal(error.code, str(error), error.facts)
        except (StoreError, PinFileError) as error:
            answer = _refusal("ledger" if isinstance(error, StoreError) else "pins", str(error))
        return answer | ({"id": asked["id"]} if "id" in asked else {})

    async def _do(self, command: str, facts: Any, who: Any) -> Answer:
        if not isinstance(facts, dict):
            raise BadRequestError('"with" takes a JSON object')
        if command == "watch":
            return {"ok": True, "watching": "changes" if facts.get("changes") else "rows"}
        if command == "user logout":
            return await self._log_out(who)
        if command in self._queries:
            return {"ok": True, command: self._queries[command]()}
        if command in self._lookups:
            return {"ok": True, command: await self._lookups[command](facts)}
        action = ACTIONS.get(command)
        if action is None:
            raise BadRequestError(f"there is no command {quoted(command)}")
        action.build(facts, self._app.rules, now(self._app.clock))  # said before it waits its turn
        self._sensible(command, action, facts, who)
        names = await self._names(who)
        past: Answer = {}

        async def look() -> None:
            past.update(await self._past(command, facts))

        def ask(at: Moment) -> Event:
            return action.build(facts, self._app.rules, at, names, **past)

        outcome = await self._app.ask(ask, look)
        if outcome.refused:
            return _refusal(outcome.refused.code, str(outcome.refused), outcome.refused.facts)
        rows = [{"seq": entry.seq, "kind": entry.kind, "round": entry.round} for entry in outcome.entries]
        answer = {"ok": True, "rows": rows, "say": said(self._app.rules, outcome.state.book, outcome.entries)}
        return answer | await self._after(action, facts, names)

    # -- who asks --------------------------------------------------------------------------------------------

    async def _names(self, who: Any) -> Names:
        """Those whose PIN or log-in was right. Names come from nowhere else."""
        if not isinstance(who, list) or len(who) > MOST_NAMES:
            raise BadRequestError(f'"who" takes a list of at most {MOST_NAMES} people')
        return tuple(dict.fromkeys([await self._vouched(each) for each in who]))

    async def _vouched(self, proof: Any) -> str:
        match proof:
            case {"login": str(token), **more} if not more:
                return self._people.whose(token)
            case {"name": str(name), "pin": str(pin), **more} if not more:
                name = name.strip()
            case _:
                raise BadRequestError('each of "who" is {"name": ..., "pin": ...} or {"login": ...}, all of them texts')
        if len(name) > MOST_LETTERS or not name.isprintable():
            raise BadRequestError(f"{quoted(name)} is nobody's name; names are as `litbet user list` shows them")
        if name not in self._app.state.book.people:
            raise ProofError(
                "nobody", f"{name} is not known here. Names are as `litbet user list` shows them.", name=name
            )
        try:
            await self._people.vouch(name, pin)
        except ProofError as error:
            if error.locked_out:
                await self._app.ask(lambda at: LockedOut(at, name))
            raise
        return name

    def _sensible(self, command: str, action: Action, facts: Answer, who: Any) -> None:
        """What can be said before anybody's PIN is looked at."""
        name = str(facts.get("name", "")).strip()
        if command.startswith("user ") and command != "user login" and self._app.rules.training:
            raise ProofError("training", "People are changed at the real table. End the training first.")
        if command == "user add" and not who:
            raise ProofError(
                "say_who",
                "Somebody who is here adds the next one, by PIN. The first administrator is made at the machine, with "
                "the table stopped: `litbet user add NAME --role administrator`.",
            )
        if action.asks_pin and (why := unfit(facts["pin"], name)):
            raise ProofError("unfit_pin", why)
        if command == "user login":
            match who:
                case [{"name": _, "pin": _}]:
                    pass
                case _:
                    raise BadRequestError('a log-in takes one person in "who", with name and PIN')

    async def _after(self, action: Action, facts: Answer, names: Names) -> Answer:
        """What follows a decision about people, once it is on disk."""
        if action.event is LoggedIn:
            return {"login": self._people.log_in(names[0])}
        if action.asks_pin:
            await self._people.set_pin(facts["name"].strip(), facts["pin"])
        elif action.event is RemovePerson:
            await self._people.drop(facts["name"].strip())
        elif action.event is Train:
            self.switched = True
            self._app.finish()
        return {}

    async def _log_out(self, who: Any) -> Answer:
        match who:
            case [{"login": str(token)}]:
                self._people.whose(token)
                self._people.log_out(token)
                return {"ok": True, "say": "Logged out."}
            case _:
                raise BadRequestError('a log-out takes one {"login": ...} in "who"')

    def _list_people(self) -> Answer:
        people = self._app.state.book.people.items()
        return {name: {"roles": list(person.roles), **self._people.told(name)} for name, person in people}

    async def _past(self, command: str, facts: Answer) -> Answer:
        """What only the journal still knows: a late claim's round, a corrected claim's payment. Both may change until
        the command's turn has come."""
        if command == "win claim" and "round" in facts:
            number = int(str(facts["round"]))
            past = await asyncio.to_thread(past_round, self._reader, self._app.rules, number)
            if past is None:
                raise ProofError("no_such_round", f"Round {number} was not locked here, or was taken back or void.")
            return {"past": past}
        if command == "win correct":
            return {"paid": await asyncio.to_thread(past_payment, self._reader, int(str(facts["claim"])))}
        if command == "reconcile count":
            day, wager = str(facts["day"]), str(facts["wager"])
            return {"locked": await asyncio.to_thread(past_day, self._reader, self._app.rules, day, wager)}
        return {}

    # -- who watches -----------------------------------------------------------------------------------------

    def _tell_watchers(self, entries: tuple[Entry, ...]) -> None:
        if not self._watchers or not entries:
            return
        rows = [{"seq": entry.seq, "kind": entry.kind, "round": entry.round} for entry in entries]
        self._tell(self._watchers, {"committed": rows, "ns": time.monotonic_ns()})

    def changed(self) -> None:
        """Something may have changed, on disk or not: a lamp, an alarm, a chip before the lock. Told without a word of
        what, and only to those who asked; time that merely passes is no news."""
        if not self._close_watchers:
            return
        live = self._app.state.live
        seen = (self._app.state.book, replace(live, clock=replace(live.clock, last=None)))
        if seen != self._seen:
            self._seen = seen
            self._tell(self._close_watchers, {"changed": True})

    def _tell(self, watchers: set[asyncio.StreamWriter], what: Answer) -> None:
        line = line_of(what)
        for watcher in list(watchers):
            if watcher.transport.get_write_buffer_size() > BEHIND:
                self._let_go(watcher)
                watcher.transport.abort()
            else:
                watcher.write(line)

    def _let_go(self, watcher: asyncio.StreamWriter) -> None:
        self._watchers.discard(watcher)
        self._close_watchers.discard(watcher)


def _refusal(code: str, text: str, facts: Mapping[str, str] = NO_FACTS) -> Answer:
    return {"ok": False, "code": code, "say": text, "facts": reasons(facts)}


def _may_ask(writer: asyncio.StreamWriter, path: Path) -> bool:
    """The kernel's word for who connected: our own user, root, or a member of the socket's group. The file's mode says
    the same, but not before it is set, and not if somebody sets it otherwise."""
    peer = writer.get_extra_info("socket")
    _pid, uid, gid = struct.unpack(
        "iII", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("iII"))
    )
    if uid in (os.geteuid(), 0):
        return True
    told = peer.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, 1024)  # 256 groups, the most that Python can be told
    return path.stat().st_gid in (gid, *struct.unpack(f"{len(told) // 4}I", told))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    """An infinite one would come back as what is no JSON."""
    return _no_constant(text) if math.isinf(number := float(text)) else number


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadRequestError(f"a number has at most {LONGEST_NUMBER} digits")
    return int(digits)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        return probe.connect_ex(str(path)) == 0
