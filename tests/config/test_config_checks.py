"""Each combination that a table must not have is refused alone, at its line, with the row it breaks."""

import re
from pathlib import Path

import pytest
from support.config.files import JACKPOT, Edit, faults, warnings

SPOT = '\n[[spot]]\nseat = 1\nwager = "mega"\nsensor = "button"\ninput = "board:door"\nlamp = "board:spare"\n'
NO_DOOR = Edit('door = "board:door"', "#")
WAGER = """
[[wager]]
id = "second"
amount = "5.00"
jackpots = ["bonus"]
paytable = "brook-galaxy-bonus-jackpot"
collect = "settlement"
"""
BOTH = Edit('jackpots = ["bonus"]', 'jackpots = ["bonus", "second"]')
NAMED = Edit('share = "100.00 %"', 'share = "100.00 %"\nmeter = "bonus"', "paytable")
EITHER_TYPE = Edit('profile = "nh-brook"', 'profile = "generic-gli"')
MANAGED = Edit('profile = "nh-brook"', 'profile = "nh-mega-major-minor"')
PLACARD = Edit("#placard = false", "placard = true")
NO_NETWORK = (
    Edit("networked = true", "networked = false", "profile"),
    Edit("placard = false", "placard = true", "profile"),
    PLACARD,
)
PROGRESSIVE = JACKPOT.replace('"bonus"', '"progressive"').replace("daily_percent", "per_wager")
ANY_DECKS = (
    Edit("min_decks = 6", "min_decks = 2", "paytable"),
    Edit("decks = [6]", "decks = [2, 6]", "game"),
    Edit("decks = 6", "decks = 2"),
)
LADIES = (
    Edit('game = "brook"', 'game = "lucky-ladies"'),
    Edit("brook-galaxy-bonus-jackpot", "LL/JP 13"),
    Edit("decks = 6", 'decks = 6\nsuit = "hearts"'),
)
GPIO = Edit("\n[keys]", '\n[[driver]]\nname = "pins"\nkind = "gpio"\n[keys]')

PARTNER = '\n[[partner]]\ntable = "{}"\nkey_file = "/etc/credstore/litbet.key"\n[keys]'

# the changes; the key, how the line begins that is pointed at, and words of the sentence
CASES: dict[str, tuple[list[Edit], str, str, str]] = {
    "R002 a type the profile lacks": (
        [Edit('profile = "nh-brook"', 'profile = "wa-progressive"'), PLACARD],
        "type",
        "type =",
        'no jackpots of type "bonus"',
    ),
    "R002 per_wager for a bonus": (
        [EITHER_TYPE, Edit('"daily_percent"', '"per_wager"')],
        "funding",
        "funding =",
        'for a jackpot of type "bonus"',
    ),
    "a table that is its own partner": (
        [Edit("\n[keys]", PARTNER.format("bj-1"))],
        "table",
        'table = "bj-1"',
        "no table is its own partner",
    ),
    "a partner twice": (
        [Edit("\n[keys]", PARTNER.format("bj-2")), Edit("\n[keys]", PARTNER.format("bj-2"))],
        "table",
        'table = "bj-2"',
        "bj-2",
    ),
    "R004 two spots at one seat for one wager": (
        [Edit("seat = 2", "seat = 1")],
        "seat",
        "seat = 1",
        'seat 1 has a spot for "galaxy" at line',
    ),
    "R004 two sensors on one input": (
        [Edit("board:seat2", "board:seat1")],
        "input",
        'input = "board:seat1"',
        '"seat1" of board is in use',
    ),
    "R004 two spots on one lamp": (
        [Edit('lamp = "board:lamp2"', 'lamp = "board:lamp1"')],
        "lamp",
        "lamp =",
        '"lamp1" of board is in use',
    ),
    "R004 a sensor on a key's input": (
        [Edit('input = "board:seat2"', 'input = "board:lock"')],
        "input",
        "input =",
        '"lock" of board is in use',
    ),
    "R004 two keys on one input": (
        [Edit('"board:clear"', '"board:lock"')],
        "clear",
        "clear =",
        '"lock" of board is in use',
    ),
    "R004 a wager without a spot": ([Edit("", WAGER)], "id", 'id = "second"', 'write a [[spot]] with wager = "second"'),
    "R004 a jackpot without a wager": ([Edit("", JACKPOT)], "id", 'id = "second"', "no wager plays for it"),
    "R004 more jackpot bets than the game has": (
        [
            *LADIES,
            Edit("", WAGER.replace("brook-galaxy-bonus-jackpot", "PT-BJS-213-01")),
            Edit("jackpots = 2", "jackpots = 1", "games/lucky-ladies.toml"),
            Edit('seat = 6\nwager = "galaxy"', 'seat = 6\nwager = "second"'),
        ],
        "paytable",
        'paytable = "PT-BJS-213-01"',
        "on a layout of game lucky-ladies is at most 1",
    ),
    "R004 two pay tables of one bet": (
        [
            *LADIES,
            Edit("", WAGER.replace("brook-galaxy-bonus-jackpot", "LL/JP 11")),
            Edit('seat = 6\nwager = "galaxy"', 'seat = 6\nwager = "second"'),
        ],
        "paytable",
        'paytable = "LL/JP 11"',
        'write "LL/JP 13": Lucky Ladies Jackpot has one pay table at a table',
    ),
    "R005 a share of nobody knows which meter": (
        [Edit("", JACKPOT), BOTH],
        "paytable",
        "paytable =",
        "does not say from which meter",
    ),
    "R005 a share of a meter the wager does not play for": (
        [Edit("", JACKPOT), BOTH, NAMED, Edit('meter = "bonus"', 'meter = "mega"', "paytable")],
        "jackpots",
        "jackpots =",
        'write "mega": pay table',
    ),
    "R005 a meter that no line takes from": (
        [Edit("", JACKPOT), BOTH, NAMED],
        "jackpots",
        "jackpots =",
        'write "bonus": pay table',
    ),
    "R005 a line with amount and share": (
        [Edit('share = "100.00 %"', 'share = "100.00 %"\namount = "5.00"', "paytable")],
        "share",
        "share =",
        "exactly one of times, amount, share, shares, loses",
    ),
    "R005 a line with neither": (
        [Edit('amount = "50.00"', "", "paytable")],
        "times",
        "[[line]]",
        "exactly one of times, amount, share, shares, loses",
    ),
    "R005 a pay table that is not the game's": (
        [Edit('paytables = ["brook-galaxy-bonus-jackpot"]', 'paytables = ["brook-lucky-ladies"]', "game")],
        "paytable",
        "paytable =",
        "write one of brook-",
    ),
    "R006 a meter that cannot be won": (
        [*ANY_DECKS],
        "decks",
        "decks = 2",
        "three-aces-suited cannot occur with decks = 2",
    ),
    "R006 a pay table outside its printed decks": (
        [*ANY_DECKS[1:]],
        "decks",
        "decks = 2",
        "write 6, for which pay table",
    ),
    "R006 decks that the game does not know": (
        [Edit("decks = 6", "decks = 8"), Edit("max_decks = 6", "max_decks = 8", "paytable")],
        "decks",
        "decks = 8",
        "write 6, the decks that game brook is played with",
    ),
    "R007 no multiple of the pay table's wager": (
        [Edit('base_wager = "5.00"', 'base_wager = "2.00"', "paytable")],
        "amount",
        "amount =",
        '"2.00"',
    ),
    "R008 an amount that takes from a meter": (
        [Edit('amount = "50.00"', 'amount = "50.00"\nmeter = "bonus"', "paytable")],
        "meter",
        "meter =",
        "only a share",
    ),
    "R010 no rate for a percentage": ([Edit('rate = "10.00 %"', "#")], "rate", "[[jackpot]]", "is missing"),
    "R010 a rate for management's amount": (
        [MANAGED, Edit('"daily_percent"', '"manual_house"')],
        "rate",
        "rate =",
        "remove it",
    ),
    "R014 opened below the reset amount": (
        [Edit('base = "1250.00"', 'base = "1249.99"')],
        "base",
        "base =",
        'write "1250.00"',
    ),
    "R015 a spot beyond the seats": ([Edit("seat = 6", "seat = 7")], "seat", "seat = 7", "from 1 to 6"),
    "R015 more seats than the game": ([Edit("seats = 6", "seats = 7")], "seats", "seats = 7", "6 or less"),
    "R022 a collection the profile forbids": (
        [Edit('collect = "settlement"', 'collect = "lock"')],
        "collect",
        "collect =",
        'write "settlement", which profile nh-brook permits',
    ),
    "R029 dwell on for a button": (
        [Edit("seat = 6", "seat = 6\ndwell_on_ms = 200")],
        "dwell_on_ms",
        "dwell_on_ms =",
        "only a presence",
    ),
    "R029 dwell off for a button": (
        [Edit("seat = 6", "seat = 6\ndwell_off_ms = 500")],
        "dwell_off_ms",
        "dwell_off_ms =",
        "only a presence",
    ),
    "R034 a coin sensor without pulses": (
        [Edit('sensor = "button"', 'sensor = "coin"')],
        "pulses",
        "[[spot]]",
        "is missing",
    ),
    "pulses of a button": ([Edit("seat = 6", "seat = 6\npulses = 5")], "pulses", "pulses =", "only a coin sensor"),
    "R036 a wager outside the game's limits": (
        [Edit('amounts = ["5.00"]', 'lowest = "10.00"\nhighest = "15.00"', "game")],
        "amount",
        "amount =",
        '"10.00" to "15.00"',
    ),
    "R036 an amount between those that the game names": (
        [Edit('amounts = ["5.00"]', 'amounts = ["2.50", "10.00"]', "game")],
        "amount",
        "amount =",
        '"2.50" or "10.00"',
    ),
    "R057 a bound below one round": (
        [Edit('unreasonable = "6000.00"', 'unreasonable = "2.99"')],
        "unreasonable",
        "unreasonable =",
        '"3.00"',
    ),
    "R069 a profile that rises and does not": (
        [Edit("rises_per_wager = false", "rises_per_wager = true", "profile")],
        "rises_per_wager",
        "rises_per_wager =",
        'write false, or add "per_wager"',
    ),
    "R095 several winners as the profile forbids": (
        [Edit('["full_each", "split", "ordered"]', '["full_each"]', "profile")],
        "multiple_winners",
        "multiple_winners =",
        'write "full_each", which profile nh-brook permits',
    ),
    "R103 an authority with a gap": (
        [Edit('decision = "award"      # $125, $625', 'decision = "award"\nup_to = "900.00"', "profile")],
        "authority",
        "[[authority]]",
        '"award" and without up_to',
    ),
    "R103 the dealer's keys add bets": (
        [Edit('offered or not\nroles = ["floor"', 'offered or not\nroles = ["dealer"', "profile")],
        "roles",
        'roles = ["dealer", "manager"]',
        'no dealer decides "round"',
    ),
    "R103 an award that only the dealer decides": (
        [Edit('roles = ["dealer", "floor", "manager"]', 'roles = ["dealer"]', "profile")],
        "roles",
        'roles = ["dealer"]',
        "name another role beside dealer",
    ),
    "R103 people for a share by its amount": (
        [
            Edit(
                "",
                '[[authority]]\ndecision = "share"\nup_to = "9.00"\nroles = ["manager"]\npersons = 2',
                "profile",
            )
        ],
        "up_to",
        'up_to = "9.00"',
        "only an award depends on its amount",
    ),
    "an authority decided twice": (
        [Edit('up_to = "50.00"', "", "profile")],
        "up_to",
        "[[authority]]",
        'above decides "award" up to this amount',
    ),
    "R143 an adjustment by one person": (
        [Edit('roles = ["manager", "accounting"]\npersons = 2', 'roles = ["manager"]\npersons = 1', "profile")],
        "persons",
        "persons = 1",
        "needs two people",
    ),
    "R129 a networked sign where they are forbidden": (
        [*NO_NETWORK, Edit("127.0.0.1", "10.0.0.9")],
        "host",
        "host =",
        'write "127.0.0.1"',
    ),
    "R129 a sign that answers where none has a network": (
        [*NO_NETWORK, Edit("#expected = []", 'expected = ["sign-1"]')],
        "expected",
        "expected =",
        "without a network they cannot answer",
    ),
    "R129 words that hang nowhere": (
        [*NO_NETWORK[:2]],
        "placard",
        "[signs]",
        "once the text of profile nh-brook hangs",
    ),
    "R071 a reserve of a bonus": (
        [Edit("unreasonable =", 'reserve = "1.00 %"\nunreasonable =')],
        "reserve",
        "reserve =",
        'funding = "daily_percent" has no reserve',
    ),
    "R075 a limit of a bonus": (
        [Edit("unreasonable =", 'limit = "9000.00"\nunreasonable =')],
        "limit",
        "limit =",
        'funding = "daily_percent" has no limit',
    ),
    "R192 a time zone of nowhere": (
        [Edit("America/New_York", "America/Nowhere")],
        "timezone",
        "timezone =",
        "not known to this machine",
    ),
    "R241 a wager above the cap": (
        [Edit('cap = "50.00"', 'cap = "4.00"', "profile")],
        "amount",
        "amount =",
        'write "4.00" or less',
    ),
    "C03 a funding the profile forbids": (
        [MANAGED],
        "funding",
        "funding =",
        'write "manual_house", which profile nh-mega-major-minor permits',
    ),
    "C09 several winners left open": (
        [Edit("multiple_winners =", "#")],
        "multiple_winners",
        "[[jackpot]]",
        "as your regulator approved",
    ),
    # names
    "no such profile": (
        [Edit('profile = "nh-brook"', 'profile = "nh-brok"')],
        "profile",
        "profile =",
        'no profile "nh-brok"; write one of nh-brook',
    ),
    "no such game": (
        [Edit('game = "brook"', 'game = "brok"')],
        "game",
        "game =",
        'no game "brok"; write one of brook, ',
    ),
    "no such pay table": (
        [Edit('paytable = "brook-', 'paytable = "brok-')],
        "paytable",
        "paytable =",
        "one of brook-galaxy-bonus-jackpot, ",
    ),
    "no such jackpot": (
        [Edit('jackpots = ["bonus"]', 'jackpots = ["bonus", "bones"]')],
        "jackpots",
        "jackpots =",
        'no jackpot "bones"',
    ),
    "a jackpot twice in a wager": (
        [Edit('jackpots = ["bonus"]', 'jackpots = ["bonus", "bonus"]'), NAMED],
        "jackpots",
        "jackpots =",
        "once",
    ),
    "no such wager": (
        [Edit("", SPOT), NO_DOOR, Edit('lamps = ["lamp1"', 'lamps = ["spare", "lamp1"')],
        "wager",
        'wager = "mega"',
        "write one of galaxy",
    ),
    "two jackpots of one name": (
        [Edit("", JACKPOT.replace('"second"', '"bonus"'))],
        "id",
        'id = "bonus"',
        "is taken by the [[jackpot]] at line",
    ),
    "two wagers of one name": (
        [Edit("", WAGER.replace('"second"', '"galaxy"'))],
        "id",
        'id = "galaxy"',
        "is taken by the [[wager]] at line",
    ),
    "two drivers of one name": (
        [Edit("", '\n[[driver]]\nname = "board"\nkind = "gpio"\n')],
        "name",
        "name =",
        "is taken by the [[driver]]",
    ),
    # wiring
    "no such driver": (
        [Edit('lock = "board:lock"', 'lock = "bord:lock"')],
        "lock",
        "lock =",
        "write one of board before",
    ),
    "no such input": (
        [Edit('lock = "board:lock"', 'lock = "board:look"')],
        "lock",
        "lock =",
        'has no input "look"; write one of',
    ),
    "no such lamp": ([Edit('lamp = "board:lamp1"', 'lamp = "board:lock"')], "lamp", "lamp =", 'has no lamp "lock"'),
    "no such pin": ([GPIO, Edit('door = "board:door"', 'door = "pins:GPIO28"')], "door", "door =", '"pins:GPIO27"'),
    "R004 a pin for input and lamp": (
        [
            GPIO,
            Edit('door = "board:door"', 'door = "pins:GPIO5"'),
            Edit('lamp = "board:lamp1"', 'lamp = "pins:GPIO4+GPIO5+GPIO6"'),
        ],
        "lamp",
        "lamp =",
        '"GPIO5" of pins is in use',
    ),
    "R004 a pin twice in a lamp": (
        [GPIO, Edit('lamp = "board:lamp1"', 'lamp = "pins:GPIO4+GPIO4+GPIO6"')],
        "lamp",
        "lamp =",
        '"GPIO4" of pins',
    ),
    "a lamp of two pins": (
        [GPIO, Edit('lamp = "board:lamp1"', 'lamp = "pins:GPIO4+GPIO5"')],
        "lamp",
        "lamp =",
        "one pin, or three",
    ),
    "two drivers on one port": (
        [
            Edit(
                "",
                '\n[[driver]]\nname = "b2"\nkind = "serial"\nport = "/dev/serial/by-id/usb-litbet_board-if00"\n'
                'inputs = ["x"]\nlamps = ["x"]\n',
            )
        ],
        "port",
        "port =",
        "in use at line",
    ),
    # surroundings
    "a folder too long for its socket": (
        [Edit('dir = "/var/lib/litbet"', f'dir = "/{"x" * 100}"')],
        "dir",
        "dir =",
        "shorter path",
    ),
    "a socket's path too long": (
        [Edit('#socket = "/var/lib/litbet/control.sock"', f'socket = "/{"x" * 120}"')],
        "socket",
        "socket =",
        "shorter",
    ),
    "a second copy of a ledger on a server": (
        [
            Edit('#ledger = "sqlite:////var/lib/litbet/ledger.db"', 'ledger = "postgresql://db/x"'),
            Edit("#second_copy = ", 'second_copy = "/mnt/copy" #'),
        ],
        "second_copy",
        "second_copy =",
        "makes its own copies",
    ),
    "R166 a second copy beside the ledger": (
        [Edit("#second_copy = ", 'second_copy = "/var/lib/litbet/copy" #')],
        "second_copy",
        "second_copy =",
        "on another medium",
    ),
    "a password in the ledger's address": (
        [Edit('#ledger = "sqlite:////var/lib/litbet/ledger.db"', 'ledger = "postgresql://me:secret@db/x"')],
        "ledger",
        "ledger =",
        "without the password",
    ),
    "a user without a password": (
        [Edit('#user = "bj-1"', 'user = "bj-1"')],
        "user",
        "user =",
        "both user and password_file",
    ),
    # the catalogue
    "a side bet upside down": (
        [Edit('highest = "10.00"\nmax_payout', 'highest = "1.00"\nmax_payout', "game")],
        "highest",
        "highest =",
        'write "2.00", which is lowest',
    ),
    "decks upside down": (
        [Edit("max_decks = 6", "max_decks = 5", "paytable")],
        "max_decks",
        "max_decks =",
        "write 6, which is min_decks",
    ),
    "a line twice": (
        [Edit('event = "straight"', 'event = "straight-flush"', "paytable")],
        "event",
        "event =",
        "paid by a line above",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_refused(tmp_path: Path, name: str) -> None:
    edits, key, line, words = CASES[name]
    found = faults(tmp_path, *edits)
    assert [fault.key for fault in found] == [key], found
    assert found[0].line.startswith(line), found
    assert words in found[0].what
    row = re.match(r"[RC][0-9]+", name)
    assert row is None or row[0] in found[0].what


def test_r003_types_are_not_mixed(tmp_path: Path) -> None:
    """Neither at a table nor, what is worse, behind one wager."""
    other = Edit('amount = "625.00"', 'share = "1.00 %"\nmeter = "second"', "paytable")
    found = faults(tmp_path, EITHER_TYPE, Edit("", PROGRESSIVE), BOTH, NAMED, other)
    assert [(fault.key, "R003" in fault.what) for fault in found] == [("jackpots", True), ("type", True)]
    assert found[1].line == 'type = "progressive"'


def test_r004_two_jackpot_bets_at_a_seat_and_two_amounts_of_one(tmp_path: Path) -> None:
    """`lucky-ladies` has two jackpot bets; a bet of two amounts is taken by two sensors (C11)."""
    at_seat_6 = Edit('seat = 6\nwager = "galaxy"', 'seat = 6\nwager = "second"')
    for paytable in ("PT-BJS-213-01", "LL/JP 13"):
        second = WAGER.replace("brook-galaxy-bonus-jackpot", paytable).replace("5.00", "10.00")
        assert faults(tmp_path, *LADIES, Edit("", second), at_seat_6) == []


def test_r006_a_line_that_cannot_occur_is_a_warning_where_no_meter_must_be_winnable(tmp_path: Path) -> None:
    found = warnings(tmp_path, *ANY_DECKS, Edit("winnable = true", "winnable = false", "profile"))
    assert [(fault.file, fault.line.split()[-1]) for fault in found] == [
        ("brook-galaxy-bonus-jackpot.toml", '"three-aces-suited"'),
        ("brook-galaxy-bonus-jackpot.toml", '"three-of-a-kind-suited"'),
    ]


def test_what_refers_to_a_faulty_section_is_not_judged(tmp_path: Path) -> None:
    """One slip in a driver or a wager is one error, not one for each spot that names it."""
    found = faults(tmp_path, Edit('kind = "serial"', 'kind = "cereal"'), Edit('amount = "5.00"', "amount = 5"))
    assert [fault.key for fault in found] == ["kind", "amount"]


GPIO_LAMP = [GPIO, Edit('lamp = "board:lamp1"', 'lamp = "pins:GPIO4"')]
PRESENCE = Edit('sensor = "button"', 'sensor = "presence"')
NO_SETTLE = Edit('settle = "board:settle"', "#")
WARNED: dict[str, tuple[list[Edit], str, str]] = {
    "R009 a share below a fixed line": (
        [Edit('share = "100.00 %"', 'share = "10.00 %"', "paytable")],
        "paytable",
        "less",
    ),
    "R015 a seat without a spot": (
        [
            Edit(
                '[[spot]]\nseat = 6\nwager = "galaxy"\nsensor = "button"\ninput = "board:seat6"\nlamp = "board:lamp6"',
                "",
            ),
        ],
        "seats",
        "seat 6",
    ),
    "R024 chips collected unannounced": ([PRESENCE, NO_SETTLE], "sensor", "settle_after_seconds"),
    "R026 a lamp of one colour": (GPIO_LAMP, "lamp", "look alike"),
    "R200 a broker without TLS": ([Edit("127.0.0.1", "10.0.0.9")], "host", "ca"),
}


@pytest.mark.parametrize("name", WARNED)
def test_warned_of(tmp_path: Path, name: str) -> None:
    edits, key, words = WARNED[name]
    found = warnings(tmp_path, *edits)
    assert [fault.key for fault in found] == [key], found
    assert words in found[0].what
    row = re.match(r"[RC][0-9]+", name)
    assert row is None or row[0] in found[0].what


def test_nothing_to_warn_of_once_it_is_put_right(tmp_path: Path) -> None:
    assert warnings(tmp_path, PRESENCE) == []
    timed = Edit("#settle_after_seconds = 0", "settle_after_seconds = 30")
    assert warnings(tmp_path, PRESENCE, NO_SETTLE, timed) == []
    assert warnings(tmp_path, Edit("127.0.0.1", "10.0.0.9"), Edit("#ca =", "ca =")) == []
