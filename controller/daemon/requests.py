"""Requests at the control socket: it checks who asks, passes commands to the core and returns the answers; it decides
nothing. It reads everything about a command from the one list of commands (`controller/table/commands`)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any

from controller.daemon.arguments import (
    MOST_LETTERS,
    MOST_NAMES,
    BadRequestError,
    event_of,
    facts_of,
    quoted,
)
from controller.daemon.clock import now
from controller.daemon.control_client import Answer
from controller.daemon.loop import Loop
from controller.daemon.people import LockOutError, People
from controller.daemon.pins import ProofError, check_new
from controller.history.past_rounds import past_day, past_round, past_win
from controller.ledger.reader import Reader
from controller.present.answers import answer_of
from controller.table.commands import ACTIONS, QUERIES
from controller.table.commands.entry import Action, Effect, Found, Kind, Proof
from controller.table.events import Event, LockedOut, Moment, Names, WrongPins
from controller.table.journal import Entry
from controller.table.names import normal
from controller.table.people import least_digits
from controller.table.refusals import Refused
from words.message import Message, as_json, message

SUM = 60.0  # s: wrong PINs of this time are one row

Query = Callable[[], Answer]
Lookup = Callable[[Answer], Awaitable[Answer]]  # answers a query from the ledger
Session = Callable[[Answer, Any], Answer]  # answers a query about a connection or a log-in


class Requests:
    """Answers all requests for one running table."""

    def __init__(
        self,
        loop: Loop,
        people: People,
        reader: Reader,
        queries: Mapping[str, Query],
        lookups: Mapping[str, Lookup],
    ) -> None:
        self._loop, self._people, self._reader = loop, people, reader
        self._queries: dict[str, Query] = {
            "status": loop.status,
            "fault list": lambda: loop.status()["faults"],
            "win list": lambda: {"claims": loop.status()["claims"]},
            "reconcile list": lambda: {"variances": loop.status()["variances"]},
            **queries,
        }
        self._lookups = lookups
        self._sessions: dict[str, Session] = {
            "watch": lambda facts, _who: {"watching": "changes" if facts.get("changes") else "rows"},
            "user logout": lambda _facts, who: self._log_out(who),
        }
        self._found: dict[Found, Callable[[Answer], Awaitable[Answer]]] = {
            Found.ROUND: self._find_round,
            Found.PAYMENT: self._find_payment,
            Found.DAY: self._find_day,
        }
        self._setting = asyncio.Lock()
        self._telling: asyncio.Task[None] | None = None
        self.continues: Effect | None = None  # how the daemon starts anew when the loop ends; None: not

    async def answer(self, name: str, asked: Mapping[str, Any], screen: str) -> Answer:
        """Answers one request from a screen. A page may only send commands that the list gives to the page."""
        facts, who = asked.get("with", {}), asked.get("who", [])
        if not isinstance(facts, dict):
            raise BadRequestError("no_object")
        entry = ACTIONS.get(name) or QUERIES.get(name)
        if asked.get("page") and not (entry and entry.of_page):
            raise Refused("not_here")
        if isinstance(entry, Action):
            return await self._decide(entry, facts, who, screen)
        read = facts_of(entry.arguments, facts, self._loop.rules, now(self._loop.clock)) if entry else {}
        if name in self._sessions:
            return {"ok": True, **self._sessions[name](read, who)}
        if name == "user list":
            return {"ok": True, name: self._list_people(screen)}
        if name in self._queries:
            return {"ok": True, name: self._queries[name]()}
        if name in self._lookups:
            return {"ok": True, name: await self._lookups[name](read)}
        raise BadRequestError("no_command", command=quoted(name))

    async def _decide(self, action: Action, asked: Answer, who: Any, screen: str) -> Answer:
        rules = self._loop.rules
        event_of(action, asked, rules, now(self._loop.clock))  # reports a bad request before it waits for its turn
        facts = facts_of(action.arguments, asked, rules, now(self._loop.clock))
        self._check(action, facts, who)
        names = await self._names(who, screen)
        if not action.argument(Kind.PIN):
            return await self._decided(action, asked, facts, names, screen)
        async with self._setting:  # two people who choose the same PIN at the same time do so one after the other
            if refused := self._loop.refusal(event_of(action, asked, rules, now(self._loop.clock), names)):
                return refusal(refused.message)
            await self._tried(self._people.unlike(facts["pin"], facts["name"], names, screen))
            return await self._decided(action, asked, facts, names, screen)

    async def _decided(self, action: Action, asked: Answer, facts: Answer, names: Names, screen: str) -> Answer:
        rules = self._loop.rules
        found: Answer = {}

        async def look() -> None:
            """Runs when the command's turn comes: until then the ledger may change."""
            if action.found:
                found.update(await self._found[action.found](facts))

        def ask(at: Moment) -> Event:
            return event_of(action, asked, rules, at, names, screen, **found)

        outcome = await self._loop.ask(ask, look)
        if outcome.refused:
            return refusal(outcome.refused.message)
        messages = answer_of(rules, outcome.state.book, outcome.entries)
        answer = {"ok": True, "rows": row_names(outcome.entries), "say": as_json(messages)}
        return answer | (await self._follow(action.effect, facts, names) if action.effect else {})

    # -- who asks ------------------------------------------------------------------------------------------------

    def _check(self, action: Action, facts: Answer, who: Any) -> None:
        """Checks that need no PIN."""
        if self._loop.rules.training and not action.in_training:
            raise ProofError("training")
        if action.proof is Proof.SOMEBODY and not who:
            raise ProofError("say_who")
        pin = action.argument(Kind.PIN)
        if pin:
            known = self._loop.state.book.people.get(facts["name"])
            roles = facts.get("roles") or (known.roles if known else ())
            check_new(facts[pin.name], facts["name"], least_digits(self._loop.rules, roles))
        if action.proof is Proof.PIN:
            match who:
                case [{"name": _, "pin": _}]:
                    pass
                case _:
                    raise BadRequestError("one_login")

    async def _names(self, who: Any, screen: str) -> Names:
        """The people whose PIN or log-in was right. Names come from nowhere else."""
        if not isinstance(who, list) or len(who) > MOST_NAMES:
            raise BadRequestError("no_people", most=MOST_NAMES)
        return tuple(dict.fromkeys([await self._vouched(each, screen) for each in who]))

    async def _vouched(self, proof: Any, screen: str) -> str:
        match proof:
            case {"login": str(token), **more} if not more:
                return self._people.whose(token)
            case {"name": str(name), "pin": str(pin), **more} if not more:
                name = normal(name)
            case _:
                raise BadRequestError("no_proof")
        if len(name) > MOST_LETTERS or not name.isprintable():
            raise BadRequestError("nobody", name=quoted(name))
        if name not in self._loop.state.book.people:
            raise ProofError("nobody", name=name)
        least = least_digits(self._loop.rules, self._loop.state.book.people[name].roles)
        await self._tried(self._people.vouch(name, pin, screen, least))
        return name

    async def _tried(self, attempt: Awaitable[None]) -> None:
        try:
            await attempt
        except LockOutError as out:
            await self._tell_wrong_pins()
            for place in out.places:
                await self._loop.ask(partial(LockedOut, name=place.name, screen=place.screen))
            raise
        finally:
            self.tell_later()

    # -- wrong PINs as rows --------------------------------------------------------------------------------------

    def tell_later(self) -> None:
        """Wrong PINs become rows within a minute, after a restart too: what no row has yet is on disk."""
        if self._people.tries.counts.untold and self._telling is None:
            self._telling = asyncio.create_task(self._wait_and_tell())

    async def _wait_and_tell(self) -> None:
        try:
            while self._people.tries.counts.untold:
                await asyncio.sleep(SUM)
                await self._tell_wrong_pins()
        finally:
            self._telling = None

    async def _tell_wrong_pins(self) -> None:
        for place, number in tuple(self._people.tries.counts.untold.items()):
            outcome = await self._loop.ask(partial(WrongPins, name=place.name, screen=place.screen, number=number))
            if outcome.entries:
                await self._people.told(place, number)

    async def close(self) -> None:
        if self._telling:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    # -- after a decision ----------------------------------------------------------------------------------------

    async def _follow(self, effect: Effect, facts: Answer, names: Names) -> Answer:
        """What happens after a decision, once it is on disk."""
        match effect:
            case Effect.LOG_IN:
                return {"login": self._people.log_in(names[0])}
            case Effect.SET_PIN:
                await self._people.set_pin(facts["name"], facts["pin"], own=names == (facts["name"],))
            case Effect.DROP_PIN:
                await self._people.drop(facts["name"])
            case Effect.SWITCH:
                self.continues = effect
                self._loop.finish()
            case Effect.RENEW if self._loop.rules.proposed:
                self.continues = effect
                self._loop.finish()
        return {}

    # -- lookups in the ledger before a command ------------------------------------------------------------------

    async def _find_round(self, facts: Answer) -> Answer:
        """The round of a late claim."""
        if "round" not in facts:
            return {}
        number = facts["round"]
        past = await asyncio.to_thread(past_round, self._reader, self._loop.rules, number)
        if past is None:
            raise Refused("no_such_round", round=number)
        return {"past": past}

    async def _find_payment(self, facts: Answer) -> Answer:
        return {"past": await asyncio.to_thread(past_win, self._reader, facts["claim"])}

    async def _find_day(self, facts: Answer) -> Answer:
        locked = await asyncio.to_thread(past_day, self._reader, self._loop.rules, facts["day"], facts["wager"])
        return {"locked": locked}

    # -- queries ---------------------------------------------------------------------------------------------

    def _log_out(self, who: Any) -> Answer:
        match who:
            case [{"login": str(token)}]:
                self._people.whose(token)
                self._people.log_out(token)
                return {"say": [as_json(message("answers.logged_out"))]}
            case _:
                raise BadRequestError("one_logout")

    def _list_people(self, screen: str) -> Answer:
        people = self._loop.state.book.people.items()
        return {name: {"roles": list(person.roles), **self._people.view(name, screen)} for name, person in people}


def refusal(why: Message) -> Answer:
    return {"ok": False, **as_json(why)}


def row_names(entries: Iterable[Entry]) -> list[Answer]:
    """The numbers of the rows that were written."""
    return [{"seq": entry.seq, "kind": entry.kind, "round": entry.round} for entry in entries]
