"""Turns `table.toml` into the settings that the program runs on: `load`, or `check` for all its errors and warnings."""

import hashlib
import zoneinfo
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from buses.settings import BUSES, BusSettings
from controller.config import schema
from controller.config.catalogue import names, path_of
from controller.config.checks import check_all
from controller.config.draft import Draft, ref
from controller.config.games import read_game
from controller.config.kinds import section_of, section_of_bus, settings_of
from controller.config.paytables import read_paytable
from controller.config.profile_file import read_profile
from controller.config.profiles import Profile, ends, lawful
from controller.config.settings import (
    Config,
    ConfigError,
    Disclosure,
    Display,
    Jurisdiction,
    Ref,
)
from controller.config.source import Report, Source, Where, in_order, nearest
from controller.games.cards import Suit
from controller.games.game import Game
from controller.table.money import dollars
from controller.table.rules import (
    Authority,
    Jackpot,
    Key,
    Posting,
    Removal,
    Rules,
    Sensor,
    SignPolicy,
    Spot,
    TaxRule,
    Thresholds,
    Wager,
)
from drivers.settings import DRIVERS, NUMERIC_SIGNS
from words.message import Message, message

DWELL_ON_MS, DWELL_OFF_MS = 200, 500  # R029


def load(path: Path) -> Config:
    report = Report()
    d = _read(path, report)
    table, state, profile, game = d.table, d.state, d.profile, d.game
    debounce, keys, display = d.debounce, d.keys, d.display
    if report.errors or not (table and state and debounce and keys and display and profile and game):
        raise ConfigError(*in_order(report.errors))
    spots = {f"{spot.seat}/{spot.wager}": spot for spot in d.spots.values()}
    key_inputs = {ref(text): key for key in Key if (text := getattr(keys, key)) is not None}
    quiet = {Ref(v.name, name): debounce.key_ms for v in d.drivers.values() for name in v.all_inputs()}
    quiet |= dict.fromkeys(key_inputs, debounce.key_ms)
    quiet |= {ref(spot.input): int(getattr(debounce, f"{spot.sensor}_ms")) for spot in spots.values()}
    return Config(
        path=path,
        rules=_rules(d, table, profile, game, spots),
        profile=_jurisdiction(profile),
        game=game,
        decks=table.decks,
        suit=table.suit,
        paytables={name: paytable for name, (_, paytable) in d.paytables.items()},
        drivers=tuple(d.drivers.values()),
        spot_inputs={ref(spot.input): id_ for id_, spot in spots.items()},
        key_inputs=key_inputs,
        lamps={ref(spot.lamp): id_ for id_, spot in spots.items()},
        debounce_ms=quiet,
        bus=next(iter(d.buses.values()), None),
        numeric_signs=tuple(d.numeric_signs.values()),
        display=Display(**dict(display)),
        partners={partner.table: partner.key_file for partner in d.partners.values()},
        dir=Path(state.dir),
        ledger=state.ledger,
        second_copy=Path(state.second_copy) if state.second_copy else None,
        laboratory_clock=Path(state.laboratory_clock) if state.laboratory_clock else None,
        socket=Path(state.socket) if state.socket else None,
        warnings=in_order(report.warnings),
        digest=_digest(report),
    )


def check(path: Path) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Errors and warnings, each with its place in the file."""
    report = Report()
    _read(path, report)
    return in_order(report.errors), in_order(report.warnings)


def _read(path: Path, report: Report) -> Draft:
    src = Source(path, report)
    draft = Draft(
        src,
        table=src.one("table", schema.Table),
        state=src.one("state", schema.State),
        backup=src.one("backup", schema.Backup),
        buses=_buses(src),
        signs=src.one("signs", schema.Signs),
        display=src.one("display", schema.Display),
        debounce=src.one("debounce", schema.Debounce),
        keys=src.one("keys", schema.Keys),
        drivers=settings_of(DRIVERS, src.many("driver", section_of(DRIVERS))),
        numeric_signs=settings_of(NUMERIC_SIGNS, src.any("sign", section_of(NUMERIC_SIGNS))),
        partners=src.any("partner", lambda _: schema.Partner),
        jackpots=src.many("jackpot", lambda _: schema.jackpot_section()),
        wagers=src.many("wager", lambda _: schema.Wager),
        spots=src.many("spot", lambda _: schema.Spot),
    )
    src.end()
    if draft.table:
        draft.profile = _named(src, "profiles", draft.table.profile, ("table", "profile"), read_profile)
        draft.game = _named(src, "games", draft.table.game, ("table", "game"), read_game)
    for n, wager in draft.wagers.items():
        if wager.paytable not in draft.paytables:
            found = _named(src, "paytables", wager.paytable, ("wager", n, "paytable"), read_paytable)
            if found and found[1]:
                draft.paytables[wager.paytable] = (found[0], found[1])
    check_all(draft)
    return draft


def _buses(src: Source) -> dict[str, BusSettings]:
    """The buses in the file, by kind: each kind has its own section."""
    read = {kind: src.maybe(kind, partial(section_of_bus, kind)) for kind in BUSES.classes}
    return {kind: BUSES.settings(kind)(**dict(section)) for kind, section in read.items() if section}


T = TypeVar("T")


def _named(src: Source, folder: str, name: str, where: Where, read: Callable[[Path, Report], T]) -> T | None:
    beside = src.path.parent
    if path := path_of(folder, name, beside):
        return read(path, src.report)
    src.fault(where, message("config.no_file_of", kind=folder, name=name, close=nearest(name, names(folder, beside))))
    return None


def _jurisdiction(profile: Profile) -> Jurisdiction:
    return Jurisdiction(
        id=profile.id,
        title=profile.names.title,
        cap=profile.betting.cap,
        multiple_winners=profile.meter.multiple_winners,
        automatic_posts=profile.posting.automatic,
        networked_signs=profile.signs.networked,
        disclosure=Disclosure(**dict(profile.disclosure)),
    )


def _rules(d: Draft, table: schema.Table, profile: Profile, game: Game, spots: Mapping[str, schema.Spot]) -> Rules:
    hours, minutes = table.roll.split(":")
    type_ = next(iter(d.jackpots.values())).type  # the same for all jackpots (R003)
    return Rules(
        laboratory=bool(d.state and d.state.laboratory_clock),
        table=table.id,
        zone=zoneinfo.ZoneInfo(table.timezone),
        roll=int(hours) * 60 + int(minutes),
        spots={id_: _spot(id_, spot, _rivals(d, id_, spot)) for id_, spot in spots.items()},
        wagers={
            w.id: Wager(
                id=w.id,
                amounts=w.tiers or (w.amount,),
                jackpots=w.jackpots,
                paytable=d.paytables[w.paytable][1],
                looks_at=next(bet.looks_at for bet in game.side_bets.values() if w.paytable in bet.paytables),
                collect=w.collect,
            )
            for w in d.wagers.values()
        },
        jackpots={
            j.id: Jackpot(
                id=j.id,
                title=j.title,
                funding=j.funding,
                base=j.base,
                terms=j.terms,
                awards=_awards(d, j),
                disclosure=profile.disclosure.text,
                text_id=profile.disclosure.id,
                suit=_suit(d, table, j),
                notices=profile.disclosure.notices,
            )
            for j in d.jackpots.values()
        },
        posting=Posting(**dict(profile.posting)),
        authority=tuple(Authority(**dict(rule)) for rule in profile.authority),
        reseed=profile.meter.reseed,
        win_pays=profile.meter.win_pays,
        tax=tuple(TaxRule(**dict(rule)) for rule in sorted(profile.tax, key=lambda rule: rule.since, reverse=True)),
        decks=table.decks,
        suit=table.suit or Suit.HEARTS,
        settle_after=table.settle_after_seconds * 1000,
        deal_input=d.keys is not None and d.keys.deal is not None,
        may_rise=lawful(profile.meter.may_rise, type_),
        may_fall=lawful(profile.meter.may_fall, type_),
        removal=Removal(profile.removal.notice_days, profile.removal.dispose_days, ends(profile.removal.to, type_)),
        thresholds=Thresholds(**dict(profile.thresholds)),
        flat_bet=game.flat_bet,
        backup_keys=d.backup.keys if d.backup else (),
        signs=SignPolicy(
            d.signs.expected if d.signs else (),
            profile.signs.grace_seconds * 1000,
            profile.signs.after_grace == "close_betting",
        ),
    )


def _suit(d: Draft, table: schema.Table, jackpot: schema.Jackpot) -> str:
    """The chosen suit, if an award of this jackpot needs one (R123)."""
    played = (d.paytables[wager.paytable][1] for wager in d.wagers.values() if jackpot.id in wager.jackpots)
    specific = any(paytable.suit_specific for paytable in played)
    return str(table.suit) if specific and table.suit else ""


def _awards(d: Draft, jackpot: schema.Jackpot) -> tuple[dict[str, str], ...]:
    """What a wager for this jackpot can win at each of the table's amounts, without shares of other meters."""
    wager = next(wager for wager in d.wagers.values() if jackpot.id in wager.jackpots)
    same = [each for each in d.wagers.values() if each.paytable == wager.paytable and jackpot.id in each.jackpots]
    amounts = sorted({amount for each in same for amount in each.tiers or (each.amount,)})
    paytable = d.paytables[wager.paytable][1]
    awards = []
    for line in paytable.lines:
        if line.shares:
            pays = [f"{paytable.share(line, amount) / 100:g} %" for amount in amounts]
        else:
            pays = [f"${dollars(paytable.pays(line, amount))}" for amount in amounts]  # R124
        if line.meter in (None, jackpot.id) and not line.loses:
            awards.append({"event": line.title, "pays": " / ".join(dict.fromkeys(pays))})
    return tuple(awards)


def _rivals(d: Draft, id_: str, spot: schema.Spot) -> tuple[str, ...]:
    """The seat's other spots that take the same bet for another amount (C11)."""
    paytables = {wager.id: wager.paytable for wager in d.wagers.values()}
    seat = [f"{each.seat}/{each.wager}" for each in d.spots.values() if each.seat == spot.seat]
    return tuple(each for each in seat if each != id_ and paytables[each.split("/")[1]] == paytables[spot.wager])


def _spot(id_: str, spot: schema.Spot, rivals: tuple[str, ...]) -> Spot:
    chip = spot.sensor is Sensor.PRESENCE
    return Spot(
        id=id_,
        seat=spot.seat,
        wager=spot.wager,
        sensor=spot.sensor,
        pulses=spot.pulses or 0,
        dwell_on=(spot.dwell_on_ms or DWELL_ON_MS) if chip else 0,
        dwell_off=(spot.dwell_off_ms or DWELL_OFF_MS) if chip else 0,
        rivals=rivals,
    )


def _digest(report: Report) -> str:
    """A digest of kinds, names and bytes, each with its length, so that different sets of files never look alike. Paths
    are left out: the same files in another folder are the same configuration."""
    whole = hashlib.sha256()
    for src in report.sources:  # the table's file first, then in the order in which it names them
        name = f"{src.path.parent.name}/{src.path.name}" if src.rank else "table"
        for part in (name.encode(), src.raw):
            whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()
