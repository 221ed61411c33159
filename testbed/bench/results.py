"""What came of a bench's hands, from the ledger's rows alone."""

import json
from collections import Counter
from typing import Any

from controller.core.accounts import meter_account, overflow_account, reserve_account
from controller.core.money import CENT, cents
from controller.core.rules import Rules
from controller.ledger.reader import Reader


def from_ledger(reader: Reader, rules: Rules, after: int) -> dict[str, Any]:
    """What the rows since `after` add up to."""
    rounds = wagers = wagered = shoes = 0
    wins: list[dict[str, Any]] = []
    claims: dict[int, dict[str, Any]] = {}
    posts: list[dict[str, Any]] = []
    parts = {"meter": meter_account, "reserve": reserve_account, "overflow": overflow_account}
    moves = {part(name): Counter[str]() for name in rules.jackpots for part in parts.values()}
    played: dict[str, Counter[str]] = {name: Counter() for name in rules.jackpots}
    for row in reader.walk(after):
        body = json.loads(row.body)
        transfers = json.loads(row.transfers)
        for account, moved in moves.items():
            for source, target, amount, code in transfers:
                moved[code] += amount * ((target == account) - (source == account))
        if row.kind == "lock":
            rounds += 1
            wagers += len(body["spots"])
            wagered += sum(amount for _, _, amount, code in transfers if code == "wager")
            for name, (number, base, _accrued) in body["adds"].items():
                played[name].update(wagers=number, wagered_micros=base)
        elif row.kind == "shoe":
            shoes += 1
        elif row.kind == "claim":
            claims[body["claim"]] = {"round": row.round, "spot": body["spot"]}
        elif row.kind in ("fixed", "paid") and body["claim"] in claims:
            wins.append(claims[body["claim"]] | {"cents": cents(body["amount"])})
        elif row.kind == "post":
            posts.append({"day": body["of"], "jackpot": body["jackpot"], "cents": cents(body["amount"])})
        elif row.kind == "award":
            played[body["jackpot"]].update(wins=len(body["amounts"]))
    return {
        "rounds": rounds,
        "wagers": wagers,
        "wagered_cents": wagered // CENT,
        "posts": posts,
        "shoes": shoes,
        "wins": sorted(wins, key=lambda win: (win["round"], win["spot"])),
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
