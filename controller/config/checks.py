"""What no single key can get wrong: the table against its profile, its game, its pay tables and its own wiring.

Each check names the requirement it holds to. A check that looks something up in a section which has faults of
its own keeps silent: its turn comes when that section is right.
"""

import re
import zoneinfo
from collections.abc import Mapping

from controller.config.digits import check_signs
from controller.config.draft import Draft
from controller.config.meters import check_meters
from controller.config.pages import check_pages
from controller.config.prizes import check_jackpot_bets, check_paytables, check_prizes
from controller.config.schema import DigitSign, Jackpot, Signs, Spot, Wager
from controller.config.source import words
from controller.config.tiers import check_tiers
from controller.config.wires import check_wires
from controller.table.money import dollars, percentage
from controller.table.rules import Collect, Sensor
from drivers.settings import DriverSettings


def check_all(d: Draft) -> None:
    _ids(d)
    _surroundings(d)
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
    check_signs(d)
    check_pages(d)


def _ids(d: Draft) -> None:
    kinds: tuple[tuple[str, str, Mapping[int, Jackpot | Wager | DriverSettings | DigitSign]], ...] = (
        ("jackpot", "id", d.jackpots),
        ("wager", "id", d.wagers),
        ("driver", "name", d.drivers),
        ("sign", "name", d.digit_signs),
    )
    for section, key, entries in kinds:
        first: dict[str, int] = {}
        for n, entry in entries.items():
            name = getattr(entry, key)
            if name in first:
                line = d.src.line((section, first[name], key))
                d.src.fault((section, n, key), f'write another name: "{name}" is taken by the {section} at line {line}')
            first.setdefault(name, n)


def _surroundings(d: Draft) -> None:
    if d.table:
        try:
            zoneinfo.ZoneInfo(d.table.timezone)
        except (KeyError, ValueError, OSError):
            d.src.fault(
                ("table", "timezone"),
                f'"{d.table.timezone}" is not known to this machine; write a zone as "America/New_York" (R192)',
            )
    if d.state:
        socket = d.state.socket or f"{d.state.dir}/control.sock"
        if len(socket.encode()) > 107:
            key = "socket" if d.state.socket else "dir"
            d.src.fault(("state", key), "write a shorter path: a socket's may have 107 bytes with its name")
        if d.state.ledger and re.search(r"://[^/@]*:[^/]*@|[?&]password=", d.state.ledger):
            d.src.fault(("state", "ledger"), "write it without the password, and put that into the service's ~/.pgpass")
        if d.state.second_copy and d.state.second_copy.startswith(f"{d.state.dir}/"):
            d.src.fault(("state", "second_copy"), "write a path on another medium, not beside the ledger (R166)")
        if d.state.second_copy and (d.state.ledger or "").startswith("postgres"):
            d.src.fault(("state", "second_copy"), "leave it out: a ledger on a server is copied by its server")
    if d.mqtt:
        if (d.mqtt.user is None) != (d.mqtt.password_file is None):
            d.src.fault(("mqtt", "user"), "write both user and password_file, or neither")
        if not _loopback(d.mqtt.host):
            if d.profile and not d.profile.signs.networked:
                d.src.fault(
                    ("mqtt", "host"),
                    f'write "127.0.0.1": profile {d.profile.id} forbids networked signs (R129, C01)',
                )
            if d.mqtt.ca is None:
                d.src.warn(("mqtt", "host"), "this broker is reached without TLS; write ca as well (R200)")
    if d.signs:
        _signs(d, d.signs)


def _signs(d: Draft, signs: Signs) -> None:
    if len(set(signs.expected)) < len(signs.expected):
        d.src.fault(("signs", "expected"), "write each sign once")
    if d.table and d.table.id in signs.expected:
        d.src.fault(("signs", "expected"), "give the sign another name than the table: both are users of the broker")
    beyond = set(signs.expected) - {
        d.display.sign if d.display else None
    }  # a screen at our own video output may answer
    if d.profile and beyond and not d.profile.signs.networked:
        what = f"remove it: the signs of profile {d.profile.id} have no network to answer by (R129, C01)"
        d.src.fault(("signs", "expected"), what)
    if d.profile and d.profile.disclosure.placard and not signs.placard:
        what = f"write true in [signs] once the words of profile {d.profile.id} hang at the table (R121, R129)"
        d.src.fault(("signs", "placard"), what)


def _loopback(host: str) -> bool:
    return host in ("localhost", "::1") or re.fullmatch(r"127(\.[0-9]{1,3}){3}", host) is not None


def _wager(d: Draft, n: int, wager: Wager) -> None:
    def fault(key: str, what: str) -> None:
        d.src.fault(("wager", n, key), what)

    types = {jackpot.id: jackpot.type for jackpot in d.jackpots.values()}
    for name in wager.jackpots:
        if name not in types and d.whole("jackpot"):
            fault("jackpots", f'there is no jackpot "{name}"; write one of {words(types)}')
    if len({types[name] for name in wager.jackpots if name in types}) > 1:
        fault("jackpots", "write jackpots of one type: a bonus is never linked with a progressive (R003)")
    if len(set(wager.jackpots)) < len(wager.jackpots):
        fault("jackpots", "write each jackpot once")
    if d.profile:
        if wager.amount > d.profile.betting.cap:
            fault("amount", f'write "{dollars(d.profile.betting.cap)}" or less: the profile\'s cap (R241)')
        if wager.collect not in d.profile.betting.collect:
            fault("collect", f"profile {d.profile.id} permits {words(d.profile.betting.collect)} (R022, C17)")
    if wager.paytable in d.paytables:
        check_prizes(d, n, wager, *d.paytables[wager.paytable])


def _feeding(d: Draft) -> None:
    if not d.whole("jackpot", "wager", "spot"):
        return
    for n, wager in d.wagers.items():
        if not any(spot.wager == wager.id for spot in d.spots.values()):
            d.src.fault(
                ("wager", n, "id"),
                f"no spot takes it, so nobody feeds {words(wager.jackpots)}; write a [[spot]] or remove it (R004)",
            )
    wagers = {wager.id: wager for wager in d.wagers.values()}
    for n, jackpot in d.jackpots.items():
        if not any(jackpot.id in wager.jackpots for wager in d.wagers.values()):
            d.src.fault(
                ("jackpot", n, "id"), f'no wager plays for it; write "{jackpot.id}" into a wager\'s jackpots (R004)'
            )
        playing = (wagers[spot.wager] for spot in d.spots.values() if spot.wager in wagers)
        a_round = sum(
            percentage((w.tiers or (w.amount,))[-1], jackpot.rate or 0) for w in playing if jackpot.id in w.jackpots
        )
        if jackpot.unreasonable < a_round:
            d.src.fault(
                ("jackpot", n, "unreasonable"),
                f'write at least "{dollars(a_round)}", which one full round adds (R057)',
            )


def _seats(d: Draft) -> None:
    if not d.table:
        return
    if d.game:
        if d.table.seats > d.game.seats:
            d.src.fault(("table", "seats"), f"write {d.game.seats} or less: game {d.game.id} has no more (R015)")
        if d.table.decks not in d.game.decks:
            d.src.fault(("table", "decks"), f"game {d.game.id} is played with {words(d.game.decks)} decks (R006)")
    if d.whole("spot"):
        empty = set(range(1, d.table.seats + 1)) - {spot.seat for spot in d.spots.values()}
        if empty:
            d.src.warn(("table", "seats"), f"no spot at seat {words(empty)}: nobody can bet there (R015)")


def _spot(d: Draft, n: int, spot: Spot) -> None:
    def fault(key: str, what: str) -> None:
        d.src.fault(("spot", n, key), what)

    if d.table and spot.seat > d.table.seats:
        fault("seat", f"write a seat from 1 to {d.table.seats}: the table has no more (R015)")
    wager = next((wager for wager in d.wagers.values() if wager.id == spot.wager), None)
    if wager is None and d.whole("wager"):
        fault("wager", f"there is no such wager; write one of {words(w.id for w in d.wagers.values())}")
    for m, other in d.spots.items():
        if m < n and (other.seat, other.wager) == (spot.seat, spot.wager):
            line = d.src.line(("spot", m))
            fault("seat", f'write another seat: seat {spot.seat} has a spot for "{spot.wager}" at line {line} (R004)')
            break
    if (spot.pulses is None) == (spot.sensor is Sensor.COIN):
        if spot.pulses is None:
            fault("pulses", "is missing; write how many pulses of the coin sensor make the wager (R034)")
        else:
            fault("pulses", "remove it: only a coin sensor counts pulses")
    for key in ("dwell_on_ms", "dwell_off_ms"):
        if getattr(spot, key) is not None and spot.sensor is not Sensor.PRESENCE:
            fault(key, "remove it: only a presence sensor waits for a chip to lie still (R029)")
    collecting = wager is not None and wager.collect is Collect.SETTLEMENT and spot.sensor is Sensor.PRESENCE
    if collecting and d.table and d.table.settle_after_seconds == 0 and d.keys and d.keys.settle is None:
        d.src.warn(
            ("spot", n, "sensor"),
            "chips collected here raise the removed-bet alarm: write a settle key or settle_after_seconds (R024)",
        )
