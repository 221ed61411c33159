"""What the dealer's page asks the controller for: the fixed facts of the table, and everything that it may show now."""

from typing import Any

from controller.config.settings import Config
from controller.games.game import Looks
from controller.games.paytable import Line
from controller.table.claims import CARDS
from controller.table.commands import ACTIONS
from controller.table.commands.entry import Action, Kind
from controller.table.money import dollars
from controller.table.rules import Rules, Wager

View = dict[str, Any]


def table_facts(config: Config, rules: Rules) -> View:
    """What does not change while the controller runs."""
    return {
        "table": rules.table,
        "training": rules.training,
        "profile": config.profile.title,
        "zone": str(rules.zone),
        "decks": rules.decks,
        "suit": str(config.suit) if config.suit else "",
        "seats": max(rule.seat for rule in rules.spots.values()),
        "spots": {
            spot: {"seat": rule.seat, "wager": rule.wager, "sensor": rule.sensor.value}
            for spot, rule in rules.spots.items()
        },
        "wagers": {name: _wager(wager) for name, wager in rules.wagers.items()},
        "jackpots": {jackpot.id: {"title": jackpot.title, "type": jackpot.type} for jackpot in rules.jackpots.values()},
        "keys": [key.value for key in config.key_inputs.values()],
        "flat_bet": rules.flat_bet,
        "collect": sorted({wager.collect.value for wager in rules.wagers.values()}),
        "commands": {action.name: _command(action) for action in ACTIONS.values() if action.of_page},
    }


def _command(action: Action) -> View:
    """Where the page has the command's key, and whether it needs a reason."""
    reason = action.argument(Kind.REASON)
    return {
        "places": [place.value for place in action.places],
        "reason": reason is not None and reason.needed,
    }


def _wager(wager: Wager) -> View:
    return {
        "amounts": [dollars(amount) for amount in wager.amounts],
        "jackpots": list(wager.jackpots),
        "paytable": wager.paytable.id,
        "cards": 0 if wager.looks_at is Looks.HAND else CARDS[wager.looks_at],  # that a claim names; 0: only its award
        "awards": [
            {
                "event": line.event,
                "title": line.title,
                **_worth(wager, line),
                "jackpot": wager.jackpot_of(line) if line.shares else "",  # the meter that pays it
            }
            for line in wager.paytable.lines
            if not line.loses
        ],
    }


def _worth(wager: Wager, line: Line) -> dict[str, list[int]]:
    """For each of the wager's amounts: micro-dollars that it pays, or basis points of the meter."""
    if line.shares:
        return {"pays": [], "shares": [wager.paytable.share(line, amount) for amount in wager.amounts]}
    return {"pays": [wager.paytable.pays(line, amount) for amount in wager.amounts], "shares": []}
