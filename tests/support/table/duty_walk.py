"""Random ways of people with every role through many hands, on the real rules: all commands that touch a hand, a meter
or a person. A second table of duties, which knows only the rows, says whether somebody did what he may not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from support.table.story import Table, body_of, make_rules

from controller.table import events, meter_events
from controller.table.claim_book import deeds_in
from controller.table.counters import Parts
from controller.table.duties import Deed
from controller.table.events import Command, Event, Moment, PastRound
from controller.table.funding.base import Funding
from controller.table.journal import Entry
from controller.table.money import DOLLAR
from controller.table.rules import Authority, Role, Rules
from controller.table.state import Phase, Stage, State, hand_of
from controller.table.step import step
from controller.table.transfers import Note
from testbed.simulation.second_duties import People, RowError, SecondDuties

CAST = ("Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kay")
AWARDS = ("", "straight", "three-of-a-kind-suited", "three-aces-suited", "three-aces-suited", "three-aces-suited")
PARTNER, KEY = "bj-9", bytes(32)
WHY = {"reason": "x"}
RAISES = 2  # of the commands of a meter, those that put money into it; a share of it was to be seen much more seldom
Asked = list[tuple[int, type[Command], dict[str, Any]]]  # with its weight
Past = dict[str, tuple[Deed, ...]]  # by hand, as the journal has it for a late claim


@dataclass(frozen=True)
class Line:
    """What a line of a pay table pays."""

    fixed: int
    share: int
    meter: str


class Files:
    """A table's definition, as the second table of duties asks for it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def people(self, decision: str, amount: int) -> People:
        found = next(
            each
            for each in self.rules.authority
            if each.decision == decision and (each.up_to is None or amount <= each.up_to)
        )
        return People(found.persons, frozenset(found.roles))

    def awards(self, spot: str, stake: int) -> Mapping[str, Line]:
        wager = self.rules.wagers[self.rules.spots[spot].wager]
        return {
            line.event: Line(0, line.shares[0], wager.jackpot_of(line))
            if line.shares
            else Line(wager.paytable.pays(line, stake or wager.amount), 0, "")
            for line in wager.paytable.lines
            if not line.loses
        }  # fmt: skip


def walk_table(authority: tuple[Authority, ...], funding: Funding) -> Table:
    """Two seats whose wager has two amounts. All people of the cast have all roles."""
    rules = make_rules(seats=2, amounts=(5 * DOLLAR, 10 * DOLLAR), funding=funding)
    rules = replace(rules, authority=authority, partners={PARTNER: KEY}, may_rise=rules.may_rise | {"management"})
    table = Table(rules)
    for name in CAST:
        roles = tuple(role.value for role in Role)
        assert not table.do(events.AddPerson, name=name, roles=roles, by=("admin", "manager")), table.refused
    table.wait(1)
    return table


def walk(table: Table, random: Random, steps: int) -> str:
    """One way from this state on: why it must not be, with its commands; empty if nothing is wrong."""
    rules, state, at = table.rules, table.state, table.at
    duties, done, past = SecondDuties(Files(rules)), list[Event](), dict[str, tuple[Deed, ...]]()
    for entry in table.journal:
        _read(duties, entry)
    for _ in range(steps):
        at = Moment(at.mono + 1000, at.utc + 1000)
        event = _event(rules, state, past, random, at)
        outcome = step(rules, state, event)
        if outcome.defect:
            raise outcome.defect
        if outcome.refused:
            continue
        done.append(event)
        for entry in outcome.entries:
            spots = {each.number: each.spot for each in (*state.book.claims, *outcome.state.book.claims)}
            for spot, deeds in deeds_in(entry, spots).items():
                hand = hand_of(entry.round, spot)
                past[hand] = (*past.get(hand, ()), *deeds)
        state = outcome.state
        try:
            for entry in outcome.entries:
                _read(duties, entry)
        except RowError as error:
            return "\n".join((str(error), *map(_told, done)))
    return ""


def _read(duties: SecondDuties, entry: Entry) -> None:
    duties.read(entry.kind, entry.round, body_of(entry), entry.at.utc)


def _told(event: Event) -> str:
    facts = {name: value for name, value in vars(event).items() if value and name != "at"}
    return f"  {type(event).__name__} {facts}"


def _event(rules: Rules, state: State, past: Past, random: Random, at: Moment) -> Event:
    """What a few of the cast ask of the table next, or a key, or a touch; most of it makes sense now."""
    by = tuple(random.sample(CAST, random.choice((0, 0, 1, 1, 1, 2, 2, 2, 2, 3))))
    spot = random.choice(list(rules.spots))
    if state.book.phase is Phase.BETTING and random.random() < 0.3:
        return events.Touched(at, spot)
    of_hand = _of_hand(rules, state, random, spot)
    of_meters = _of_meters(state, random)
    seldom = random.sample(of_meters, 3) if random.random() < 0.5 else of_meters[:RAISES]
    kinds = [*of_hand, *_of_claims(state, past, random, spot), *seldom]
    weights = [weight for weight, _, _ in kinds]
    _, command, facts = random.choices(kinds, weights)[0]
    if claim := next((each for each in state.book.claims if each.number == facts.get("claim")), None):
        by = _of_claim(past.get(hand_of(claim.round, claim.spot), ()), random)
    return command(at, by, **facts)


def _of_claim(deeds: Iterable[Deed], random: Random) -> tuple[str, ...]:
    """Those who decide on a claim: mostly people who had no part in its hand, and often one of the others."""
    part = {name for deed in deeds for name in deed.by}
    free = [name for name in CAST if name not in part]
    by = random.sample(free, min(len(free), random.choice((0, 1, 1, 2, 2, 3))))
    return tuple(dict.fromkeys((*by, random.choice(CAST)))) if random.random() < 0.5 else tuple(by)


def _of_hand(rules: Rules, state: State, random: Random, spot: str) -> Asked:
    seat, book = {"spot": spot}, state.book
    amount = {"amount": random.choice(rules.wagers["gbj"].amounts)}
    if book.phase is Phase.CLOSED:
        return [(20, events.Open, {})]
    if book.locked:
        return [
            (3, events.Settle, {}), (4, events.Clear, {}), (2, events.Unlock, {}), (2, events.Void, WHY),
            (4, events.VoidSpot, seat | WHY), (10, events.AddSpot, seat | WHY),
            (10, events.SetTier, seat | amount | WHY),
        ]  # fmt: skip
    seen = book.missed.seen if book.missed else state.live.seen
    late: Asked = [(20, events.LateLock, {"moment": random.choice(seen).utc})] if seen else []
    return [
        (40, events.Lock, {}), (5, events.Clear, {}), (2, events.DropSpot, seat), (10, events.SetTier, seat | amount),
        (2, events.ConfirmSpot, seat), (10, events.ReopenClaims, WHY), (2, events.Close, {}), *late,
    ]  # fmt: skip


def _of_claims(state: State, past: Past, random: Random, spot: str) -> Asked:
    book, award = state.book, {"award": random.choice(AWARDS)}
    playing = random.choice(book.locked.spots) if book.locked and book.locked.spots else spot
    found: Asked = [(30 if book.locked and not book.claims else 3, events.OpenClaim, {"spot": playing} | award)]
    if over := book.previous:
        paid = tuple(each.spot for each in book.claims if each.round == over.number and each.stage is Stage.PAID)
        deeds = {each: past.get(hand_of(over.number, each), ()) for each in over.spots}
        was = PastRound(over.number, over.utc, over.spots, over.meters, paid, tiers=over.tiers, deeds=deeds)
        found.append((10, events.OpenClaim, {"spot": spot, "past": was, "reference": "r"} | award))
    for each in book.claims:
        claim = {"claim": each.number}
        change = {"amount": random.choice((-1, 1, 600)) * DOLLAR}
        found += [
            (30, events.ConfirmClaim, claim), (2, events.DenyClaim, claim | WHY), (2, events.WithdrawClaim, claim),
            (30, events.PayClaim, claim), (30, events.CorrectWin, claim | change | WHY),
            (10, meter_events.ReadSign, claim | {"jackpot": "main", "shown": 5000 * DOLLAR}),
        ]  # fmt: skip
        if read := [seen.number for seen in book.variances if seen.claim == each.number]:
            found.append((30, events.CorrectWin, claim | {"variance": read[-1]} | WHY))
    return found


def _of_meters(state: State, random: Random) -> Asked:
    name = random.choice((*CAST, "N. New"))
    moved: dict[str, Any] = {"jackpot": "main", "amount": random.choice((1, 100)) * DOLLAR, "cause": "malfunction"}
    day = {"day": state.book.today.day if state.book.today else "", "wager": "gbj", "wagers": random.choice((-1, 7))}
    set_to = {"jackpot": "main", "amount": random.choice((1000, 2000)) * DOLLAR}
    found: Asked = [
        (10, meter_events.CorrectCount, day | WHY),
        (5, meter_events.RaiseMeter, moved | {"source": "house"} | WHY),
        (10, meter_events.SetMeter, set_to | WHY),
        (2, meter_events.LowerMeter, moved | {"account": "displayed"} | WHY),
        (1, events.AddPerson, {"name": name, "roles": ("floor",)}),
        (1, events.ChangeRoles, {"name": name, "roles": ("floor", "cage")}),
        (1, events.RemovePerson, {"name": name}),
    ]
    if not state.book.round:
        found.append((30, meter_events.TakeOver, {"jackpot": "main", "amount": 1500 * DOLLAR, "base": 5 * DOLLAR}))
    if state.book.phase is Phase.CLOSED and not state.book.asks:
        found.append((30, meter_events.TransferAsk, {"jackpot": "main", "giver": PARTNER}))
    for ask in state.book.asks:
        money = Parts(random.choice((1, 500)) * DOLLAR)
        note = Note(PARTNER, state.book.table, ask.jackpot, "bonus", ask.nonce, money).text(KEY)
        found.append((30, meter_events.TransferIn, {"jackpot": ask.jackpot, "note": note}))
    return found
