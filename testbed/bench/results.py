"""The results of a bench's hands: from the ledger's rows alone, and as text for a terminal."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from controller.cli.speech import say_json, text
from controller.history.rounds import Rounds
from controller.ledger.bookkeeping import to_entry
from controller.ledger.reader import Reader
from controller.table import records
from controller.table.accounts import meter_account, overflow_account, reserve_account
from controller.table.money import CENT, cents, parse_dollars
from controller.table.rules import Rules
from words.message import Message, message


def from_ledger(reader: Reader, rules: Rules, after: int) -> dict[str, Any]:
    """The totals of the rows since `after`."""
    wagers = wagered = shoes = 0
    rounds = Rounds()
    posts: list[dict[str, Any]] = []
    parts = {"meter": meter_account, "reserve": reserve_account, "overflow": overflow_account}
    moves = {part(name): Counter[str]() for name in rules.jackpots for part in parts.values()}
    played: dict[str, Counter[str]] = {name: Counter() for name in rules.jackpots}
    for entry in map(to_entry, reader.walk(after)):
        for account, moved in moves.items():
            for move in entry.transfers:
                moved[move.code] += move.amount * ((move.target == account) - (move.source == account))
        for bet in rounds.take(entry):
            wagers += bet.wagers
            wagered += bet.amount
        match entry.record:
            case records.Locking(accruals=accruals):
                for name, accrual in accruals.items():
                    played[name].update(wagers=accrual.wagers, wagered_micros=accrual.base)
            case records.ShoeEnd():
                shoes += 1
            case records.Post(for_day=day, jackpot=jackpot, amount=amount):
                posts.append({"day": day, "jackpot": jackpot, "cents": cents(amount)})
            case records.MeterAward(jackpot=jackpot, amounts=amounts):
                played[jackpot].update(wins=len(amounts))
    wins = [win for each in rounds.all for win in each.wins if win.paid]
    return {
        "rounds": sum(each.played for each in rounds.all),
        "wagers": wagers,
        "wagered_cents": wagered // CENT,
        "posts": posts,
        "shoes": shoes,
        "wins": [
            {"round": win.round, "spot": win.spot, "cents": cents(win.amount)}
            for win in sorted(wins, key=lambda win: (win.round, win.spot))
        ],
        "jackpots": {
            name: {
                "wagers": played[name]["wagers"],
                "wagered_micros": played[name]["wagered_micros"],
                "wins": played[name]["wins"],
                "moves_micros": {
                    each: {code: amount for code, amount in sorted(moves[part(name)].items()) if amount}
                    for each, part in parts.items()
                },
            }
            for name in rules.jackpots
        },
    }


def as_text(results: dict[str, Any]) -> Iterator[str]:
    """The results of `play` as text for people, line by line."""
    yield text("bench.result_hands", **{name: results[name] for name in ("hands", "rounds", "shoes")})
    yield text("bench.result_wagers", wagers=results["wagers"], amount=results["wagered_cents"] * CENT)
    for post in results["posts"]:
        yield text("bench.result_post", jackpot=post["jackpot"], day=post["day"], amount=post["cents"] * CENT)
    for name, jackpot in results["jackpots"].items():
        before, after = jackpot["before_micros"], jackpot["meter_micros"]
        yield text("bench.result_meter", jackpot=name, before=before, after=after, wins=jackpot["wins"])
    for award in results["awards"]:
        facts = {name: award[name] for name in ("round", "spot", "award", "cards", "dealer")}
        yield text("bench.result_award", worth=_worth(award), **facts)
    for name, shown in results["signs"].items():
        yield text("bench.glass", name=name, text=shown)
    for name, times in results["latency_ms"].items():
        if times:
            yield text(f"bench.result_{name}", middle=str(times["p50"]), slow=str(times["p99"]))
    if results["audit"] == "ok":
        yield text("bench.result_audit")
    else:
        yield from map(say_json, results["audit"])


def _worth(award: dict[str, Any]) -> Message:
    if "share" in award:
        return message("bench.result_share", share=award["share"], jackpot=award["jackpot"])
    return message("games.amount", amount=parse_dollars(award["pays"]))
