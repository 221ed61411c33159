"""Reads a table's files a second time, as plain numbers, for the second bookkeeping. It shares no code with the
controller's reading, so that errors there are found."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from testbed.simulation.second_duties import People

MICROS = 1_000_000
HOUR = 3_600_000  # ms


def micros(text: str) -> int:
    """`1250.00` in micro-dollars."""
    whole, _, part = text.partition(".")
    return int(whole) * MICROS + int(part.ljust(6, "0"))


def points(text: str) -> int:
    """`12.50 %` in basis points."""
    return micros(text.removesuffix("%").strip()) // 10_000


@dataclass(frozen=True)
class Award:
    """One line of a pay table, for one stake."""

    fixed: int  # micro-dollars
    share: int  # basis points
    meter: str


@dataclass
class Jackpot:
    """A jackpot's terms in force."""

    base: int
    reset: int
    rate: int
    reserve: int
    limit: int
    policy: str
    progressive: bool
    daily: bool


@dataclass(frozen=True)
class Wager:
    """A wager, and the spots that take it."""

    stake: int
    stakes: tuple[int, ...]
    jackpots: tuple[str, ...]
    awards: Mapping[tuple[str, int], Award]  # (event, stake)


class TableFiles:
    """The table's file, its profile and its pay tables, read independently of the controller."""

    def __init__(self, path: Path, shipped: Path) -> None:
        table = tomllib.loads(path.read_text())
        place = table["table"]
        profile = tomllib.loads((shipped / "profiles" / f"{place['profile']}.toml").read_text())
        self.authority = profile["authority"]
        self.posts, self.interval = profile["posting"]["automatic"], profile["posting"]["min_interval_hours"] * HOUR
        self.zone, self.roll = ZoneInfo(place["timezone"]), time.fromisoformat(place["roll"])
        self.jackpots = {each["id"]: _jackpot(each) for each in table["jackpot"]}
        tables = dict(_paytables(shipped / "paytables"))
        self.wagers = {each["id"]: _wager(each, tables[each["paytable"]]) for each in table["wager"]}
        self.spots = {f"{each['seat']}/{each['wager']}": each["wager"] for each in table["spot"]}
        self.seats = {f"{each['seat']}/{each['wager']}": int(each["seat"]) for each in table["spot"]}
        self.coins = {f"{each['seat']}/{each['wager']}": each["pulses"] for each in table["spot"] if "pulses" in each}

    def wager(self, spot: str) -> Wager:
        return self.wagers[self.spots[spot]]

    def awards(self, spot: str, stake: int) -> Mapping[str, Award]:
        """The winning lines of this spot's pay table, by event."""
        wager = self.wager(spot)
        lines = {event: award for (event, of), award in wager.awards.items() if of == (stake or wager.stake)}
        return {event: award for event, award in lines.items() if award.fixed or award.share}

    def people(self, decision: str, amount: int) -> People:
        """Whom the profile names for a decision of this amount."""
        limits = (each for each in self.authority if each["decision"] == decision)
        found = next(each for each in limits if "up_to" not in each or amount <= micros(each["up_to"]))
        return People(int(found["persons"]), frozenset(found["roles"]))

    def day(self, utc: int) -> str:
        """The gaming day of this instant in the table's zone."""
        here = datetime.fromtimestamp(utc / 1000, self.zone)
        return (here.date() - timedelta(days=here.time() < self.roll)).isoformat()


def _jackpot(text: Mapping[str, Any]) -> Jackpot:
    return Jackpot(
        micros(text["base"]),
        micros(text["reset"]),
        points(text.get("rate", "0 %")),
        points(text.get("reserve", "0 %")),
        micros(text.get("limit", "0")),
        text["multiple_winners"],
        text["type"] == "progressive",
        text["funding"] == "daily_percent",
    )


def _paytables(folder: Path) -> Iterator[tuple[str, Any]]:
    for path in folder.glob("*.toml"):
        found = tomllib.loads(path.read_text())
        yield found["paytable"]["id"], found


def _wager(text: Mapping[str, Any], paytable: Mapping[str, Any]) -> Wager:
    stakes = tuple(micros(each) for each in text.get("tiers", [text["amount"]]))
    base = micros(paytable["paytable"]["base_wager"])
    printed = [micros(each) for each in paytable["paytable"].get("wagers", [])]
    awards = {}
    for line in paytable["line"]:
        for stake in stakes:
            shares = line.get("shares") or ([line["share"]] if "share" in line else [])
            share = points(shares[printed.index(stake)] if len(shares) > 1 else shares[0]) if shares else 0
            fixed = micros(line["amount"]) * stake // base if "amount" in line else line.get("times", 0) * stake
            awards[line["event"], stake] = Award(fixed, share, line.get("meter", text["jackpots"][0]))
    return Wager(stakes[0], stakes, tuple(text["jackpots"]), awards)
