"""A day and its exceptions as plain facts, for programs: JSON, and CSV with one line for each figure (R220)."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from controller.reports.conduct import Conduct
from controller.reports.continuity import account_facts, custody_facts
from controller.reports.day import At, Day, awards
from controller.reports.games import games_of
from controller.reports.history import History
from controller.reports.labels import moment, names
from controller.reports.register import win_facts
from controller.table import records
from controller.table.journal import Entry
from controller.table.money import amount
from words.message import as_json


def sealed(history: History, report: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Adds the source, and a SHA-256 of the whole in canonical JSON."""
    whole = {"report": report, "table": history.rules.table, "row": history.seq, "head": history.head, **facts}
    if history.rules.unreal:
        whole["training"] = True
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    return {**whole, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def day_facts(history: History, day: Day) -> dict[str, Any]:
    zone = history.rules.zone

    def at(found: At | None) -> str | None:
        return moment(found.utc, found.trusted, zone) if found else None

    return {
        "day": day.day,
        "runs": day.runs,
        "first_row": day.first,
        "last_row": day.last,
        "sessions": [{"opened": at(each.opened), "closed": at(each.closed)} for each in day.sessions],
        "rounds": day.rounds,
        "rounds_without_bets": day.empty,
        "rounds_void": day.void,
        "hands_not_locked": day.not_locked,
        "lit": {spot: day.lit[spot] for spot in dict.fromkeys((*history.rules.spots, *sorted(day.lit)))},
        "lit_possible": day.rounds * len(history.rules.spots),
        "wagers": dict(day.wagers),
        "wagered": amount(day.wagered),
        "won": amount(day.won.total()),
        "corrected": amount(day.corrected),
        "result": amount(games_of(history.rules, day).result),
        "awards": [
            {"award": award, "jackpot": jackpot, "wins": wins, "money": amount(money)}
            for (award, jackpot), (wins, money) in awards(history.rules, day).items()
        ],
        "jackpots": {
            jackpot.of: {
                **account_facts(jackpot),
                "wagers": jackpot.wagers,
                "base": amount(jackpot.base),
                "accrued": amount(jackpot.accrued),
                "retained": amount(jackpot.retained),
                "posted": amount(jackpot.post.amount) if jackpot.post else None,
            }
            for jackpot in day.jackpots.values()
        },
        "beside": {name: account_facts(account) for name, account in day.beside.items()},
        **custody_facts(history.rules, day),
        "accounts": {account: amount(change) for account, change in sorted(day.accounts.items())},
        "wins": [win_facts(history, win) for win in day.wins],
        "unpaid": [win_facts(history, win) for win in day.unpaid],
        "faults": [
            {
                "at": at(each.at),
                "code": each.code,
                "reason": as_json(each.reason),
                "cleared": at(each.cleared),
                "by": each.by,
            }
            for each in day.troubles
        ],
        "untrusted": [{"from": at(first), "to": at(last)} for first, last in day.untrusted],
        **conduct_facts(history, day.conduct),
        "software": _software(day.started),
    }


def _software(started: Entry | None) -> dict[str, Any]:
    match started and started.record:
        case records.Start(release=release, config=config, program=program, boot=boot):
            return {"release": release, "config": config, "program": program, "boot": boot}
    return {}


def conduct_facts(history: History, conduct: Conduct) -> dict[str, Any]:
    return {
        "rounds_locked": conduct.rounds,
        "exceptions": {name: dict(kinds) for name, kinds in conduct.by_person().items()},
        "noted": dict(conduct.noted),
        "approved_together": [[*pair, times] for pair, times in sorted(conduct.pairs.items())],
        "approvals": dict(conduct.approvals),
        "signed_in": dict(conduct.logins),
        "answered_for": dict(conduct.signed),
        "deeds": deed_lines(history, conduct),
    }


def deed_lines(history: History, conduct: Conduct) -> list[dict[str, Any]]:
    zone = history.rules.zone
    return [
        {
            "table": history.rules.table,
            "day": deed.day,
            "at": moment(deed.utc, deed.trusted, zone),
            "row": deed.row,
            "round": deed.round,
            "what": deed.what,
            "by": names(deed.by),
            "at_screen": deed.at_screen,
            "where": as_json(deed.where),
            "reason": as_json(deed.reason),
        }
        for deed in conduct.deeds
    ]


def day_lines(history: History, day: Day) -> Iterator[dict[str, Any]]:
    """One line for each figure, so that a spreadsheet can pivot over days and tables."""

    def line(section: str, figure: str, count: object = "", dollars: object = "") -> dict[str, Any]:
        return {
            "table": history.rules.table,
            "day": day.day,
            "section": section,
            "figure": figure,
            "count": count,
            "dollars": dollars,
        }

    facts = day_facts(history, day)
    for figure in ("rounds", "rounds_without_bets", "rounds_void", "hands_not_locked", "lit_possible"):
        yield line("rounds", figure, facts[figure])
    for spot, number in facts["lit"].items():
        yield line("lit", spot, number)
    for figure in ("wagered", "won", "corrected", "result"):
        yield line("money", figure, dollars=facts[figure])
    for award in facts["awards"]:
        title = ", ".join(filter(None, (award["award"], award["jackpot"])))
        yield line("award", title, award["wins"], award["money"])
    for name, jackpot in facts["jackpots"].items():
        yield line(f"jackpot {name}", "opening", dollars=jackpot["opening"])
        for move in jackpot["moves"]:
            sign = "" if move["into_meter"] else "-"
            yield line(f"jackpot {name}", move["code"], dollars=f"{sign}{move['amount']}")
        yield line(f"jackpot {name}", "closing", dollars=jackpot["closing"])
        yield line(f"jackpot {name}", "base", jackpot["wagers"], jackpot["base"])
        yield line(f"jackpot {name}", "accrued", dollars=jackpot["accrued"])
        yield line(f"jackpot {name}", "posted", dollars=jackpot["posted"] or "")
    for name, account in facts["beside"].items():
        yield line(name, "opening", dollars=account["opening"])
        for move in account["moves"]:
            yield line(name, move["code"], dollars=f"{'' if move['into_meter'] else '-'}{move['amount']}")
        yield line(name, "closing", dollars=account["closing"])
    for figure in ("liability", "deposit_at_least"):
        yield line("players", figure, dollars=facts[figure])
    for account, change in facts["accounts"].items():
        yield line("account", account, dollars=change)
    for name, kinds in facts["exceptions"].items():
        for what, times in kinds.items():
            yield line(f"exceptions {name}".rstrip(), what, times)
    for what, times in facts["noted"].items():
        yield line("noted", what, times)
    yield line("source", f"row {history.seq} {history.head}")
