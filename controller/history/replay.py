"""The replay of one seat in one round (R131, E23, E58): its sensor, the lock, the posted amounts and what the signs
acknowledged, claims, approvals, money, slips, and the rows of the chain that prove it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.history.claims import Win
from controller.history.last_rounds import round_facts
from controller.history.replay_steps import Event, Seat, of_a_note, of_a_row
from controller.history.round_rows import RoundRows, rows_of, unsound
from controller.history.rounds import Round, Rounds
from controller.history.shown_amounts import at_the_lock, heard_at, lines_around, troubles
from controller.ledger.reader import Reader
from controller.reports.labels import jackpot_title
from controller.table import records
from controller.table.accounts import meter_account
from controller.table.journal import Entry
from controller.table.money import cents, dollars, parse_dollars
from controller.table.refusals import Refused
from controller.table.rules import Rules
from words.message import Message, as_json, message

FOREVER = 1 << 62

Step = dict[str, Any]


def seat_story(reader: Reader, rules: Rules, folder: Path, number: int, spot: str) -> dict[str, Any]:
    """`folder` has the file with what the signs acknowledged."""
    rows = rows_of(reader, number)
    if rows is None:
        raise Refused("no_such_round", round=number)
    broken = unsound(reader, (*rows.block, *rows.later))
    try:
        return _replayed(rules, folder, rows, number, spot, verified=not broken)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        if not broken:
            raise
        raise Refused("unsound_row", row=broken, round=number) from None


def _replayed(rules: Rules, folder: Path, rows: RoundRows, number: int, spot: str, *, verified: bool) -> dict[str, Any]:
    entries = rows.entries
    found = Rounds.of(entries).round(number)
    wins = [win for win in found.wins if win.spot == spot]
    seat = Seat(rules, spot, number, {win.claim: win.award for win in wins})
    steps = [step for entry in entries for step in _steps(seat, entry)]
    about_the_seat = {step["row"] for step in steps}
    signs, seen = _signs(rules, folder, found, entries)
    for step in seen:
        steps.insert(_place(steps, step), step)
    wager = rules.wagers.get(spot.partition("/")[2])
    meters = {name: amount for name, amount in found.posted.items() if wager is None or name in wager.jackpots}
    plays = found.played and spot in found.stakes
    return {
        **round_facts(rules, found),
        "zone": str(rules.zone),
        "spot": spot,
        "plays": plays,
        "stake": dollars(found.stakes[spot]) if plays else "0.00",
        "posted": {name: dollars(amount) for name, amount in meters.items()},
        "steps": steps,
        "signs": signs,
        "slips": [slip for win in wins for slip in _slips(rules, win)],
        "chain": [
            {"seq": row.seq, "kind": row.kind, "hash": row.hash.hex()}
            for row in (*rows.block, *rows.later)
            if row.seq in about_the_seat
        ],
        "verified": verified,
        "until": rows.until,
    }


def _steps(seat: Seat, entry: Entry) -> list[Step]:
    """The notes before a row, then the row itself."""
    found = []
    ends = isinstance(entry.record, records.Clear | records.Void | records.Unlock)
    before = ends and entry.round != seat.round  # notes about the table in its row belong to that round
    for note in entry.notes:
        if before and note.where != seat.spot:
            continue
        if event := of_a_note(seat, note.what, note.where):
            found.append(_step(entry, note.utc, event))
    return found + [_step(entry, entry.at.utc, event, entry.by) for event in of_a_row(seat, entry)]


def _step(entry: Entry, utc: int, event: Event, by: tuple[str, ...] = ()) -> Step:
    return {
        "utc": utc,
        "trusted": entry.trusted,
        "kind": event.kind,
        "say": as_json(event.message),
        "row": entry.seq,
        "by": list(by),
    }


def _place(steps: list[Step], new: Step) -> int:
    """The place of a step without a row: after the step with its row, and from there on by time."""
    place = 0
    for number, step in enumerate(steps):
        if step["row"] <= new["row"] or step["utc"] <= new["utc"]:
            place = number + 1
        else:
            break
    return place


# -- signs ---------------------------------------------------------------------------------------------------


def _signs(rules: Rules, folder: Path, found: Round, entries: list[Entry]) -> tuple[list[dict[str, Any]], list[Step]]:
    """What the signs had acknowledged at the lock, and their faults during the round."""
    lock = found.row
    if found.late:  # a late lock counts from an earlier moment
        lock = next((entry.seq for entry in entries if entry.at.utc > found.utc), found.row)
    moved = {
        name: next((entry.seq for entry in entries if entry.seq > lock and _moves(entry, name)), FOREVER)
        for name in found.posted
    }
    after = {name: cents(amount) for name, amount in found.posted.items()}
    before = {name: cents(amount - found.contributions.get(name, 0)) for name, amount in found.posted.items()}
    lines = lines_around(folder, found.utc)
    shown = at_the_lock(lines, lock, moved, before, after)
    steps = [_seen(found, heard_at(each["at"]), each["seq"], _showed(rules, each)) for each in shown]
    for line, trouble in troubles(lines, entries[0].at.utc, entries[-1].at.utc):
        steps.append(_seen(found, heard_at(line["heard"]), 0, trouble))
    return shown, steps


def _moves(entry: Entry, jackpot: str) -> bool:
    account = meter_account(jackpot)
    return any(account in (move.source, move.target) for move in entry.transfers)


def _showed(rules: Rules, shown: Mapping[str, Any]) -> Message:
    title, amount = jackpot_title(rules, shown["jackpot"]), parse_dollars(shown["amount"])
    code = "story.showed" if shown["agrees"] else "story.showed_other"
    return message(code, sign=shown["sign"], amount=amount, title=title)


def _seen(found: Round, utc: int, row: int, seen: Message) -> Step:
    return {"utc": utc, "trusted": found.trusted, "kind": "sign", "say": as_json(seen), "row": row, "by": []}


# -- slips ---------------------------------------------------------------------------------------------------


def _slips(rules: Rules, win: Win) -> list[dict[str, Any]]:
    """All slips issued for a claim, including void ones."""
    numbers = [*win.replaced, *([win.slip] if win.slip else [])]
    issued = [
        {
            "slip": rules.slip(number),
            "claim": win.claim,
            "amount": dollars(win.amount) if number == win.slip else "",
            "state": "void" if number in win.void_slips else "paid" if win.paid else "owed",
        }
        for number in numbers
    ]
    for each in win.corrections:
        amount = f"{'-' if each.amount < 0 else ''}{dollars(abs(each.amount))}"
        issued.append({"slip": rules.slip(each.slip), "claim": win.claim, "amount": amount, "state": "correction"})
    return issued
