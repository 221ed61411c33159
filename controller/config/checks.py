"""Checks that concern more than one key: the table against its profile, its game, its pay tables and its wiring.

Each error names its requirement. A check that needs a section with errors is skipped until they are fixed.
"""

import re
import zoneinfo
from collections.abc import Mapping

from controller.config.bus import check_bus
from controller.config.draft import Draft
from controller.config.meters import check_meters
from controller.config.numeric_signs import check_numeric_signs
from controller.config.pages import check_pages
from controller.config.prizes import check_jackpot_bets, check_paytables, check_prizes
from controller.config.schema import Signs, Spot, Wager
from controller.config.settings import witnesses
from controller.config.source import quoted
from controller.config.tiers import check_tiers
from controller.config.wires import check_wires
from controller.table.money import dollars
from controller.table.names import alike
from controller.table.rules import Collect, Sensor
from words.message import Message, message

LONGEST_SOCKET = 107  # bytes of its path; the kernel's limit


def check_all(d: Draft) -> None:
    _ids(d)
    _surroundings(d)
    check_bus(d)
    check_meters(d)
    for n, wager in d.wagers.items():
        _wager(d, n, wager)
    if d.game:
        check_jackpot_bets(d, d.game)
        check_paytables(d, d.game)
    check_tiers(d)
    _feeding(d)
    _seats(d)
    for n, spot in d.spots.items():
        _spot(d, n, spot)
    check_wires(d)
    check_numeric_signs(d)
    check_pages(d)


def _ids(d: Draft) -> None:
    sections: tuple[tuple[str, str, Mapping[int, object]], ...] = (
        ("jackpot", "id", d.jackpots),
        ("wager", "id", d.wagers),
        ("driver", "name", d.drivers),
        ("sign", "name", d.numeric_signs),
        ("partner", "table", d.partners),
    )
    for section, key, entries in sections:
        first: dict[str, int] = {}
        for n, entry in entries.items():
            name = getattr(entry, key)
            other = first.setdefault(alike(name), n)
            if other != n:
                taken = "name_taken" if getattr(entries[other], key) == name else "name_alike"
                line = d.src.line((section, other, key))
                d.src.fault((section, n, key), message(f"config.{taken}", name=name, section=section, line=line))


def _surroundings(d: Draft) -> None:
    if d.table:
        try:
            zoneinfo.ZoneInfo(d.table.timezone)
        except (KeyError, ValueError, OSError):
            d.src.fault(("table", "timezone"), message("config.no_timezone", zone=d.table.timezone))
    if d.state:
        socket = d.state.socket or f"{d.state.dir}/control.sock"
        if len(socket.encode()) > LONGEST_SOCKET:
            key = "socket" if d.state.socket else "dir"
            d.src.fault(("state", key), message("config.long_socket", most=LONGEST_SOCKET))
        if d.state.ledger and re.search(r"://[^/@]*:[^/]*@|[?&]password=", d.state.ledger):
            d.src.fault(("state", "ledger"), message("config.password_in_ledger"))
        if d.state.second_copy and d.state.second_copy.startswith(f"{d.state.dir}/"):
            d.src.fault(("state", "second_copy"), message("config.copy_beside_ledger"))
        if d.state.second_copy and (d.state.ledger or "").startswith("postgres"):
            d.src.fault(("state", "second_copy"), message("config.copy_of_server"))
        if d.state.laboratory_clock:
            d.src.warn(("state", "laboratory_clock"), message("config.laboratory"))
    for n, partner in d.partners.items():
        if d.table and alike(partner.table) == alike(d.table.id):
            d.src.fault(("partner", n, "table"), message("config.own_partner"))
    if d.backup and (len(set(d.backup.keys)) < len(d.backup.keys) or len(d.backup.keys) == 1):
        d.src.fault(("backup", "keys"), message("config.two_keys"))
    if d.signs:
        _signs(d, d.signs)
    if d.state and d.signs:
        bus = next(iter(d.buses.values()), None)
        own_sign = d.display.sign if d.display else None
        if not witnesses(d.state.second_copy, bus, d.signs.expected, own_sign):
            d.src.warn(("state",), message("config.no_witness"))


def _signs(d: Draft, signs: Signs) -> None:
    seen = {alike(name) for name in signs.expected}
    if len(seen) < len(signs.expected):
        d.src.fault(("signs", "expected"), message("config.each_sign_once"))
    if d.table and alike(d.table.id) in seen:
        d.src.fault(("signs", "expected"), message("config.sign_is_table"))
    beyond = set(signs.expected) - {
        d.display.sign if d.display else None
    }  # a screen at our own video output may answer
    if d.profile and beyond and not d.profile.signs.networked:
        what = message("config.signs_without_network", profile=d.profile.id)
        d.src.fault(("signs", "expected"), what)
    if d.profile and d.profile.disclosure.placard and not signs.placard:
        what = message("config.no_placard", profile=d.profile.id)
        d.src.fault(("signs", "placard"), what)


def _wager(d: Draft, n: int, wager: Wager) -> None:
    def fault(key: str, what: Message) -> None:
        d.src.fault(("wager", n, key), what)

    types = {jackpot.id: jackpot.type for jackpot in d.jackpots.values()}
    for name in wager.jackpots:
        if name not in types and d.whole("jackpot"):
            fault("jackpots", message("config.no_jackpot", name=name, known=tuple(sorted(types))))
    if len({types[name] for name in wager.jackpots if name in types}) > 1:
        fault("jackpots", message("config.mixed_types"))
    if len(set(wager.jackpots)) < len(wager.jackpots):
        fault("jackpots", message("config.each_jackpot_once"))
    if d.profile:
        if wager.amount > d.profile.betting.cap:
            fault("amount", message("config.above_cap", cap=dollars(d.profile.betting.cap)))
        if wager.collect not in d.profile.betting.collect:
            ways = quoted(sorted(d.profile.betting.collect))
            fault("collect", message("config.collect_of_profile", ways=ways, profile=d.profile.id))
    if wager.paytable in d.paytables:
        check_prizes(d, n, wager, *d.paytables[wager.paytable])


def _feeding(d: Draft) -> None:
    if not d.whole("jackpot", "wager", "spot"):
        return
    for n, wager in d.wagers.items():
        if not any(spot.wager == wager.id for spot in d.spots.values()):
            d.src.fault(("wager", n, "id"), message("config.wager_without_spot", wager=wager.id))
    wagers = {wager.id: wager for wager in d.wagers.values()}
    for n, jackpot in d.jackpots.items():
        if not any(jackpot.id in wager.jackpots for wager in d.wagers.values()):
            d.src.fault(("jackpot", n, "id"), message("config.jackpot_without_wager", jackpot=jackpot.id))
        playing = (wagers[spot.wager] for spot in d.spots.values() if spot.wager in wagers)
        a_round = sum(
            jackpot.funding.growth(jackpot.terms, (w.tiers or (w.amount,))[-1])
            for w in playing
            if jackpot.id in w.jackpots
        )
        if jackpot.unreasonable < a_round:
            d.src.fault(("jackpot", n, "unreasonable"), message("config.below_round", round=dollars(a_round)))


def _seats(d: Draft) -> None:
    if not d.table:
        return
    if d.game:
        if d.table.seats > d.game.seats:
            d.src.fault(("table", "seats"), message("config.seats_of_game", most=d.game.seats, game=d.game.id))
        if d.table.decks not in d.game.decks:
            d.src.fault(("table", "decks"), message("config.decks_permitted", game=d.game.id, decks=d.game.decks))
    if d.whole("spot"):
        empty = set(range(1, d.table.seats + 1)) - {spot.seat for spot in d.spots.values()}
        if empty:
            code = "config.seats_without_spot" if len(empty) > 1 else "config.seat_without_spot"
            d.src.warn(("table", "seats"), message(code, seats=tuple(sorted(empty))))


def _spot(d: Draft, n: int, spot: Spot) -> None:
    def fault(key: str, what: Message) -> None:
        d.src.fault(("spot", n, key), what)

    if d.table and spot.seat > d.table.seats:
        fault("seat", message("config.no_seat", most=d.table.seats))
    wager = next((wager for wager in d.wagers.values() if wager.id == spot.wager), None)
    if wager is None and d.whole("wager"):
        known = tuple(sorted(each.id for each in d.wagers.values()))
        fault("wager", message("config.no_wager", name=spot.wager, known=known))
    for m, other in d.spots.items():
        if m < n and (other.seat, other.wager) == (spot.seat, spot.wager):
            line = d.src.line(("spot", m))
            fault("seat", message("config.spot_taken", seat=spot.seat, wager=spot.wager, line=line))
            break
    if (spot.pulses is None) == (spot.sensor is Sensor.COIN):
        if spot.pulses is None:
            fault("pulses", message("config.no_pulses"))
        else:
            fault("pulses", message("config.pulses_without_coin"))
    for key in ("dwell_on_ms", "dwell_off_ms"):
        if getattr(spot, key) is not None and spot.sensor is not Sensor.PRESENCE:
            fault(key, message("config.dwell_without_presence"))
    collecting = wager is not None and wager.collect is Collect.SETTLEMENT and spot.sensor is Sensor.PRESENCE
    if collecting and d.table and d.table.settle_after_seconds == 0 and d.keys and d.keys.settle is None:
        d.src.warn(("spot", n, "sensor"), message("config.collected_unannounced"))
