"""Rounds on a terminal: the answers of the socket in the language of `words`. Times are in the table's zone (R192)."""

import textwrap
from collections.abc import Mapping
from datetime import tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from controller.reports.labels import local_time
from words.catalogue import Catalogue
from words.message import Message, message

WIDTH = 100
KIND_WIDTH = 11  # of the column of kinds
SHORT = 12  # hexadecimal digits of a hash


def rounds_text(words: Catalogue, found: Mapping[str, Any]) -> str:
    """The last rounds, one line each."""
    zone = ZoneInfo(found["zone"])
    return "\n".join(words.say(_line(each, zone)) for each in found["rounds"]) or words.text("replay.none_yet")


def replay_text(words: Catalogue, found: Mapping[str, Any]) -> str:
    """One seat in one round."""
    stake = message("replay.seat_played_for" if found["plays"] else "replay.seat_did_not_play", stake=found["stake"])
    lines = [
        words.text("replay.head", round=found["round"], spot=found["spot"], states=_states(found), stake=stake),
        *(words.text("replay.posted_at_lock", jackpot=name, amount=amount) for name, amount in found["posted"].items()),
        "",
    ]
    zone = ZoneInfo(found["zone"])
    for step in found["steps"]:
        kind, sentence = words.text(f"steps.{step['kind']}"), words.say(Message.from_json(step["say"]))
        by = f" {words.text('replay.by', names=tuple(step['by']))}" if step["by"] else ""
        at = f"{_clock(step['utc'], step['trusted'], zone)}  {kind:<{KIND_WIDTH}} "
        lines += textwrap.wrap(f"{at}{sentence}{by}", WIDTH, subsequent_indent=" " * len(at))
    return "\n".join([*lines, "", words.say(_signs(found)), textwrap.fill(words.say(_chain(found)), WIDTH)])


def _line(found: Mapping[str, Any], zone: tzinfo) -> Message:
    bets = len(found["spots"])
    line = message(
        "replay.line",
        round=found["round"],
        at=_clock(found["utc"], found["trusted"], zone),
        states=_states(found),
        bets=message("story.bets" if bets else "story.bets_none", number=bets),
        amount=found["value"],
    )
    if not found["claims"]:
        return line
    return message("replay.line_with_claims", line=line, claims=tuple(map(_claim, found["claims"])))


def _states(found: Mapping[str, Any]) -> tuple[Message, ...]:
    late = [message("replay.late")] if found["late"] else []
    recovered = [message("replay.recovered")] if found["recovered"] else []
    return message(f"round_states.{found['state']}"), *late, *recovered


def _claim(claim: Mapping[str, Any]) -> Message:
    code = "replay.claim_with_amount" if claim["amount"] else "replay.claim"
    return message(code, claim=claim["claim"], spot=claim["spot"], stage=claim["stage"], amount=claim["amount"])


def _clock(utc: int, trusted: bool, zone: tzinfo) -> str:
    return f"{local_time(utc, zone)}{' ' if trusted else '?'}"


def _signs(found: Mapping[str, Any]) -> Message:
    if not found["signs"]:
        return message("replay.no_signs")
    wrong = [each for each in found["signs"] if not each["agrees"]]
    if not wrong:
        return message("replay.signs_agree")
    signs = tuple(message("replay.sign_amount", sign=each["sign"], amount=each["amount"]) for each in wrong)
    return message("replay.signs_differ", signs=signs)


def _chain(found: Mapping[str, Any]) -> Message:
    if not found["chain"]:
        return message("replay.no_rows")
    rows = tuple(f"{row['seq']} {row['hash'][:SHORT]}" for row in found["chain"])
    return message("replay.rows_verified" if found["verified"] else "replay.rows_not_verified", rows=rows)
