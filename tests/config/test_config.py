"""The shipped configuration, what it becomes, and the sentences for what is wrong in a file."""

import errno
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.config.files import FILES, Edit, faults, located, write
from support.spoken import say

from buses.settings import BUSES
from controller.config import games, paytables, profiles, schema
from controller.config.kinds import section_of, section_of_bus
from controller.config.load import check, load
from controller.config.profile_file import read_profile
from controller.config.resources import shipped
from controller.config.settings import ConfigError, Ref, why_unreadable
from controller.config.source import MOST_DOTS, Report, Section, line_index
from controller.table.funding import DAILY_PERCENT
from controller.table.money import DOLLAR
from controller.table.rules import Collect, Key, Sensor
from drivers.serial_board import BoardSettings
from drivers.settings import DRIVERS, NUMERIC_SIGNS
from words.catalogue import catalogue
from words.message import Message, message

CONFIG = shipped("config")
TABLES = [CONFIG / "table.toml", *sorted((CONFIG / "examples").glob("*.toml"))]


# -- what is shipped


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_every_shipped_table_passes_and_is_warned_of_nothing_but_that_it_has_no_witness(path: Path) -> None:
    """The names of its signs, its second medium and its broker are the casino's."""
    errors, warnings = check(path)
    assert errors == ()
    assert [warning.facts["what"] for warning in warnings] == [message("config.no_witness")]
    assert load(path).witnesses == ()


def test_the_shipped_profiles_are_right_in_themselves() -> None:
    """Games and pay tables: test_catalogue.py."""
    report = Report()
    assert [read_profile(path, report) for path in (CONFIG / "profiles").glob("*.toml")]
    assert report.errors == []


def test_the_reference_explains_every_key() -> None:
    """In the reference itself, or, for the two other sensors, in their examples."""
    text = "".join(path.read_text() for path in TABLES)
    explained = set(re.findall(r"^#?([a-z_]+) = .*?(?:#|$)", text, re.MULTILINE))
    sections = [cls for cls in vars(schema).values() if isinstance(cls, type) and issubclass(cls, Section)]
    sections += [schema.jackpot_section(), *(section_of_bus(kind) for kind in BUSES.classes)]
    sections += [section_of(kinds)({"kind": kind}) for kinds in (DRIVERS, NUMERIC_SIGNS) for kind in kinds.classes]
    assert {key for section in sections for key in section.model_fields} == explained


def test_the_values_it_shows_for_what_may_be_left_out_are_those_in_force(tmp_path: Path) -> None:
    written = write(tmp_path)
    defaults = r"^#((?:settle_after_seconds|placard|port|prefix|button_ms|presence_ms|coin_ms|key_ms|baud) = )"
    without_signs = re.sub(r"^#\[\[sign\]\]\n(#.*\n)+", "", written.read_text(), flags=re.MULTILINE)
    shown, number = re.subn(defaults, r"\1", without_signs, flags=re.MULTILINE)
    assert number == 9
    before = load(written)
    written.write_text(shown)
    after = load(written)
    assert (after.bus, after.rules, after.debounce_ms, after.drivers) == (
        before.bus,
        before.rules,
        before.debounce_ms,
        before.drivers,
    )


def test_every_key_of_every_file_says_what_to_write() -> None:
    modules = (schema, profiles, games, paytables)
    found = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    sections = [each for each in found if issubclass(each, Section) and each is not Section]
    sections += [schema.jackpot_section(), *(section_of_bus(kind) for kind in BUSES.classes)]
    sections += [section_of(kinds)({"kind": kind}) for kinds in (DRIVERS, NUMERIC_SIGNS) for kind in kinds.classes]
    for section in sections:
        for name, field in section.model_fields.items():
            what: object = field.description
            assert isinstance(what, Message), f"{section.__name__}.{name}"
            assert what.code in catalogue("en"), what


def test_the_keys_section_has_the_core_s_keys() -> None:
    assert list(schema.Keys.model_fields) == ["lock", "clear", *(k for k in Key if k not in (Key.LOCK, Key.CLEAR))]


# -- what it becomes


def test_the_table_of_brook() -> None:
    config = load(CONFIG / "table.toml")
    rules = config.rules
    jackpot = rules.jackpots["bonus"]
    assert (jackpot.type, jackpot.funding) == ("bonus", DAILY_PERCENT)
    assert (jackpot.base, jackpot.terms.reset, jackpot.terms.rate_bp) == (1250 * DOLLAR, 1250 * DOLLAR, 1000)
    assert [award["pays"] for award in jackpot.awards] == ["100 %", "$625.00", "$125.00", "$50.00", "$15.00"]
    assert (jackpot.disclosure, jackpot.text_id) == (config.profile.disclosure.text, "nh-brook-1")
    assert rules.wagers["galaxy"].amount == 5 * DOLLAR
    assert rules.wagers["galaxy"].collect is Collect.SETTLEMENT
    assert [spot.id for spot in rules.spots.values()] == [f"{seat}/galaxy" for seat in range(1, 7)]
    assert {spot.sensor for spot in rules.spots.values()} == {Sensor.BUTTON}
    assert (str(rules.zone), rules.roll, rules.posting.automatic) == ("America/New_York", 360, True)
    assert config.spot_inputs[Ref("board", "seat3")] == config.lamps[Ref("board", "lamp3")] == "3/galaxy"
    assert config.key_inputs[Ref("board", "lock")] is Key.LOCK
    assert not rules.deal_input
    (board,) = config.drivers
    assert isinstance(board, BoardSettings)
    assert board.inputs[:2] == ("seat1", "seat2")
    assert config.debounce_ms.keys() == {Ref("board", name) for name in board.inputs}
    assert (config.ledger_url, str(config.socket_path)) == (
        "sqlite:////var/lib/litbet/ledger.db",
        "/var/lib/litbet/control.sock",
    )


def test_presence_and_coin() -> None:
    presence = load(CONFIG / "examples/presence.toml").rules
    assert {(s.sensor, s.dwell_on, s.dwell_off) for s in presence.spots.values()} == {
        (Sensor.PRESENCE, 200, 500)
    }  # R029
    assert presence.settle_after == 45_000
    coin = load(CONFIG / "examples/coin.toml")
    assert {(s.sensor, s.pulses, s.dwell_on) for s in coin.rules.spots.values()} == {(Sensor.COIN, 5, 0)}
    assert (coin.debounce_ms[Ref("board", "seat1")], coin.debounce_ms[Ref("board", "lock")]) == (5, 20)


def test_a_fixed_award_grows_with_the_wager(tmp_path: Path) -> None:
    """R007, R124: at twice the pay table's wager an amount is twice as high, a share is not."""
    path = write(tmp_path, [Edit('base_wager = "5.00"', 'base_wager = "2.50"', "paytable")])
    (jackpot,) = load(path).rules.jackpots.values()
    assert [award["pays"] for award in jackpot.awards][:2] == ["100 %", "$1250.00"]


def test_what_lies_beside_the_table_s_file_goes_before_what_is_shipped(tmp_path: Path) -> None:
    path = write(tmp_path, [Edit('title = "New', 'title = "Old', "profile")])
    assert load(path).profile.title.startswith("Old")
    (tmp_path / FILES["profile"]).unlink()
    assert load(path).profile.title.startswith("New")


def test_the_digest_is_of_every_file_and_not_of_the_place(tmp_path: Path) -> None:
    there = write(tmp_path)
    here = load(CONFIG / "table.toml").digest
    assert load(there).digest == here
    for name in FILES.values():
        path = there.parent / name
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert load(there).digest != here
        path.write_bytes(before)


# -- mistakes


def test_five_mistakes_are_five_located_lines(tmp_path: Path) -> None:
    """Of types, names, wiring and law at once, in the order of the file."""
    path = write(
        tmp_path,
        [
            Edit("seats = 6", 'seats = "six"'),
            Edit("host =", "hots ="),
            Edit('lock = "board:lock"', 'lock = "bord:lock"'),
            Edit('base = "1250.00"', 'base = "1000.00"'),
            Edit("seat = 4", "seat = 3"),
        ],
    )
    with pytest.raises(ConfigError) as caught:
        load(path)
    lines = path.read_text().split("\n")

    def at(start: str, after: int = 0) -> int:
        return next(n for n, line in enumerate(lines, 1) if n > after and line.startswith(start))

    third = at("seat = 3")
    again = at("seat = 3", third)
    assert say(caught.value.message).splitlines() == [
        f'{path}:{at("seats =")}: seats: write a whole number from 1 to 9, not "six"',
        f"{path}:{at('hots')}: hots: is not known here; write host",
        f'{path}:{at("lock =")}: lock: there is no driver "bord"; write one of board before the colon',
        f'{path}:{at("base =")}: base: write "1250.00", the reset amount, or more (R014)',
        f'{path}:{again}: seat: write another seat: seat 3 has a spot for "galaxy" at line {third - 1} (R004)',
    ]


MISTAKES = {
    "a number in quotes": (Edit("seats = 6", 'seats = "6"'), "seats", 'write a whole number from 1 to 9, not "6"'),
    "a fraction": (Edit("decks = 6", "decks = 6.0"), "decks", "write a whole number from 1 to 8, not 6.0"),
    "a boolean": (Edit("decks = 6", "decks = true"), "decks", "write a whole number from 1 to 8, not true"),
    "money as a float": (Edit('base = "1250.00"', "base = 1250.00"), "base", "an amount in quotes with two decimals"),
    "money with a comma": (Edit('base = "1250.00"', 'base = "1,250.00"'), "base", "an amount in quotes"),
    "money in cents": (Edit('amount = "5.00"', 'amount = "5"'), "amount", 'as "5.00", not "5"'),
    "nothing": (Edit('amount = "5.00"', 'amount = "0.00"'), "amount", 'as "5.00", not "0.00"'),
    "a rate above all": (
        Edit('rate = "10.00 %"', 'rate = "100.01 %"'),
        "rate",
        'in this form: "10.00 %", not "100.01 %"',
    ),
    "a rate as a number": (Edit('rate = "10.00 %"', "rate = 10"), "rate", 'in this form: "10.00 %", not 10'),
    "an hour that is none": (Edit('"06:00"', '"24:00"'), "roll", 'write hours and minutes as "06:00", not "24:00"'),
    "a time without quotes": (Edit('"06:00"', "06:00:00"), "roll", 'write hours and minutes as "06:00"'),
    "a relative folder": (Edit('"/var/lib/litbet"', '"state"'), "dir", "write an absolute path without blanks"),
    "a wildcard in a topic": (Edit('#prefix = "litbet"', 'prefix = "lit/+"'), "prefix", "without the wildcards"),
    "a driver's name": (
        Edit('name = "board"', 'name = "Board 1"'),
        "name",
        'a letter first, as "board", not "Board 1"',
    ),
    "no LOCK": (Edit("\nlock =", "\n#"), "lock", "is missing; write an input as"),
    "no CLEAR": (Edit("clear =", "#"), "clear", "is missing; write an input as"),
    "no lamp": (Edit('lamp = "board:lamp4"', ""), "lamp", "is missing; write a lamp as"),
    "R057 no bound": (Edit("unreasonable =", "#"), "unreasonable", "is missing; write an amount"),
    "an unknown key": (
        Edit("seats = 6", "seats = 6\ncolour = 1"),
        "colour",
        "is not known here; remove it, or write one of",
    ),
    "an unknown section": (Edit("[keys]", "[keyz]"), "keyz", "is not known here; write keys"),
    "a word that is none of three": (Edit('sensor = "button"', 'sensor = "knob"'), "sensor", '"coin", not "knob"'),
    "one table for many": (Edit("[[wager]]", "[wager]"), "wager", "write one or more tables [[wager]]"),
    "a list": (Edit('jackpots = ["bonus"]', 'jackpots = "bonus"'), "jackpots", 'as ["bonus"], not "bonus"'),
    "a long value": (Edit('"America/New_York"', f'"{"x" * 99}"'), "timezone", "..."),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_has_a_message_that_says_what_to_write(tmp_path: Path, name: str) -> None:
    edit, key, words = MISTAKES[name]
    found = next(fault for fault in faults(tmp_path, edit) if fault.key == key)
    assert words in found.what
    assert found.line.startswith(key) or "[" in found.line


def test_a_section_that_is_missing_or_misspelt_is_one_line(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, Edit("[state]\ndir", "#"))
    assert (fault.key, fault.what) == ("state", "is missing; write a table [state]")
    (fault,) = faults(tmp_path, Edit("[mqtt]", "[mqqt]"))
    assert (fault.key, fault.line, fault.what) == ("mqqt", "[mqqt]", "is not known here; write mqtt")


def only_fault(tmp_path: Path, raw: bytes) -> tuple[str, str]:
    """Its line number and the rest."""
    path = tmp_path / "t.toml"
    path.write_bytes(raw)
    ((error,), warnings) = check(path)
    assert warnings == ()
    _, number, rest = say(error).removeprefix(str(tmp_path)).split(":", 2)
    return number, rest


@pytest.mark.parametrize(
    ("raw", "number", "words"),
    [
        (b'[table]\nid = "x\n', "2", 'syntax: this is not TOML: id = "x; write key = value'),
        (b"[table]\n[table]\n", "2", "each table and key once"),
        (b"[table]\nid =", "2", "syntax: the file ends in the middle of a value"),
        (b"[table]\n\n\xff\n", "3", "file: holds bytes that are not text; save it as UTF-8"),
        (b"a = " + b"[" * 100_000, "1", "file: is nested too deeply"),
        (b"a = " + b"9" * 5_000, "1", "syntax: holds a number with thousands of digits"),
        (b"\n" + b"a." * 8000 + b"a = 1", "2", "file: has more than 100 dots in this line; write plain [tables]"),
        (b"\n" * 300_000, "1", "file: is longer than 256 KB; write the path of a TOML file"),
    ],
    ids=["string", "twice", "end", "bytes", "deep", "long", "dots", "large"],
)
def test_what_is_no_toml_is_one_line(tmp_path: Path, raw: bytes, number: str, words: str) -> None:
    found = only_fault(tmp_path, raw)
    assert found[0] == number
    assert words in found[1]


def test_every_depth_is_either_read_or_an_error(tmp_path: Path) -> None:
    """What reads TOML, what writes JSON and what reads that again give up at depths of their own."""
    path = tmp_path / "t.toml"
    names = ".a" * MOST_DOTS
    for deep in range(1, 16):
        opened, closed = f"[\n{{a{names} = " * deep, "}\n]" * deep
        path.write_text(f"[table]\na = {opened}1{closed}\n")
        assert check(path)[0]


def test_an_endless_name_is_shortened_in_its_message(tmp_path: Path) -> None:
    (fault, *_) = [each for each in faults(tmp_path, Edit("[table]", f"[table]\n{'9' * 5000} = 1")) if "9" in each.key]
    assert len(fault.key) < 80
    assert fault.what.startswith("is not known here")


def test_a_name_that_hides_or_never_ends_is_shown_printable_and_short(tmp_path: Path) -> None:
    """It is quoted wherever it is used; a terminal would turn its own line around, or be filled."""
    for name in ("\u202e", "x" * 5000):
        errors, _ = check(write(tmp_path, [Edit('jackpots = ["bonus"]', f'jackpots = ["{name}"]')]))
        lines = [*map(say, errors)]
        assert any("there is no jackpot" in line for line in lines)
        assert all(line.isprintable() and len(line) < 1500 for line in lines)


def test_a_devices_file_is_no_table(tmp_path: Path) -> None:
    """It would be read without end."""
    ((error,), _) = check(Path("/dev/zero"))
    assert "is longer than 256 KB" in say(error)


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path, words in ((tmp_path / "none.toml", "there is no such file"), (tmp_path, "this is a folder")):
        ((error,), _) = check(path)
        assert say(error).startswith(f"{path}:1: file: {words}; write the path of ")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(), "this user may not read it"),
        (OSError(errno.EIO, "Input/output error"), "it cannot be read (EIO); check the disk"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, ""), "save it as UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_has_a_reason(error: OSError | UnicodeDecodeError, words: str) -> None:
    assert words in say(why_unreadable(error))


def test_a_fault_in_another_file_is_located_there(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, Edit('share = "100.00 %"', "share = 1", "paytable"))
    assert (fault.file, fault.line.split()[0], fault.key) == ("brook-galaxy-bonus-jackpot.toml", "share", "share")


def test_a_catalogue_file_that_is_no_toml_is_one_line_too(tmp_path: Path) -> None:
    for file in ("profile", "game", "paytable"):
        (fault,) = faults(tmp_path, Edit("", "\nnonsense\n", file))
        assert (fault.key, fault.line) == ("syntax", "nonsense")


def test_an_event_that_nobody_can_judge(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, Edit('event = "straight"', 'event = "full-house"', "paytable"))
    assert fault.what.startswith("there is no such hand; write one of docs/PAYTABLES.md, such as ")


# -- any text at all


TEXTS = {name: (CONFIG / name).read_text() for name in FILES.values()}
SCRAPS = [*"[]{}=,.#\"'", "[[spot]]", "[spot.x]", '"""', "\n", "nan", "-inf", "0x" + "F" * 5000, "true", "-1"]
SCRAPS += ["1979-05-27", "\\u0000", "é", "\u2028", "\x00", "\ud800", "[[[[", "{a={b=[1]}}", '"a\\nb" = 1']


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Cuts, repeats and scraps, between tokens rather than anywhere so that much of it parses."""
    parts = re.findall(r"\w+|\s+|[^\w\s]", text)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(parts)))
        upto = min(len(parts), at + draw(st.integers(0, 6)))
        parts[at:upto] = draw(
            st.one_of(st.just([]), st.just(parts[at:upto] * 2), st.lists(st.sampled_from(SCRAPS), max_size=2))
        )
    return "".join(parts)


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_no_text_raises_anything_but_a_located_list(tmp_path: Path, data: st.DataObject) -> None:
    path = write(tmp_path)
    name = data.draw(st.sampled_from(sorted(TEXTS)))
    (tmp_path / name).write_bytes(data.draw(mutated(TEXTS[name])).encode(errors="surrogatepass"))
    errors, _ = check(path)
    for line in map(say, errors):
        assert re.fullmatch(r"\S+\.toml:[1-9][0-9]*: [^:]+: .+", line), line
    located(errors)  # every line is there
    if errors:
        with pytest.raises(ConfigError):
            load(path)
    else:
        load(path)


def places(value: Any, where: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Every place of a value that has a line of its own."""
    if isinstance(value, dict):
        return {where}.union(*(places(v, (*where, k)) for k, v in value.items()))
    if isinstance(value, list):
        return {where}.union(*(places(v, (*where, n)) for n, v in enumerate(value)))
    return {where}


def test_the_line_of_every_kind_of_place() -> None:
    text = '''
a.b = 1     # = [no]
"c d" = """
[no]
x = 1"""
l = [
  1, {x = 2, y = [3,
    "]"]},

  [4],
]
[t]
k = 'v'
[[t.u]]
k = 1
[t.u.w]
z = 1979-05-27 07:32:00
[[t.u]]
k = 2
'''
    lines = line_index(text)
    assert places(tomllib.loads(text)) - {()} == lines.keys()
    assert (lines["a", "b"], lines["c d",], lines["l", 1, "y", 1], lines["l", 2, 0]) == (2, 3, 8, 10)
    assert (lines["t", "u", 0, "w", "z"], lines["t", "u", 1], lines["t", "u", 1, "k"]) == (17, 18, 19)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(TEXTS.values())).flatmap(mutated))
def test_every_place_of_a_text_has_a_line(text: str) -> None:
    try:
        value = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    assert places(value) - {()} <= line_index(text).keys()
