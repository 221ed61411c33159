"""The numeric signs of a table: what each is told, and whose word counts (R127, R131, R203; E56, E58)."""

from pathlib import Path
from typing import Any

import pytest
from support.spoken import say

from controller.present.views import value
from controller.signs.acknowledgements import Witness, last_acknowledged, witness_lines
from controller.signs.numeric_signs import NumericSigns, counted
from controller.table.events import Event, Moment, SignsBack, SignsSilent
from drivers.contract import Seen
from drivers.settings import NumericSignSettings
from testbed.bench.clock import BenchClock

GRACE = 60.0


def wanted(name: str, jackpot: str = "bonus", *, echo: bool = True) -> NumericSignSettings:
    return NumericSignSettings(name=name, jackpot=jackpot, digits=8, echo=echo)


class Digits:
    """Stands for the driver."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown: list[str] = []

    def start(self, seen: Seen) -> None:
        self.seen = seen

    def show(self, text: str) -> None:
        self.shown.append(text)

    def echo(self) -> None:
        """The sign shows what it was told."""
        self.seen(self.shown[-1], True)

    def health(self) -> dict[str, int | str | bool]:
        return {"up": True}

    async def close(self) -> None:
        pass


class House:
    def __init__(self, folder: Path, *signs: NumericSignSettings, networked: tuple[str, ...] = ()) -> None:
        self.seconds, self.folder = 1000.0, folder
        self.meters: dict[str, dict[str, Any]] = {
            name: {"jackpot": name, "epoch": 1, "seq": 7, "cents": 125_000, "text": "1250.00", "state": "open"}
            for name in dict.fromkeys(sign.jackpot for sign in signs)
        }
        lines = counted(signs, networked)
        clock = BenchClock(1_795_000_000_000)
        self.witness = Witness(
            folder, (*networked, *lines), GRACE, clock, lambda: self.seconds, jackpots=tuple(self.meters)
        )
        self.drivers = {sign.name: Digits(sign.name) for sign in signs}
        self.signs = NumericSigns(signs, self.drivers, lambda name: dict(self.meters[name]), self.witness, lines)
        self.signs.start()

    def judge(self) -> Event | None:
        made = self.witness.judge()
        return made(Moment(0, 0)) if made else None

    def pass_by(self, seconds: float, *echoing: str) -> Event | None:
        """Signs are heard each second, as at a table."""
        event = None
        for _ in range(int(seconds)):
            self.seconds += 1
            for name in echoing:
                self.drivers[name].echo()
            event = self.judge() or event
        return event

    def witness_lines(self) -> list[dict[str, Any]]:
        self.witness.write(self.witness.take())
        return list(witness_lines(self.folder))


def test_each_sign_is_told_the_amount_of_its_own_jackpot(tmp_path: Path) -> None:
    house = House(tmp_path, wanted("one"), wanted("two", "mega"))
    house.meters["mega"]["text"] = "9999.99"
    house.signs.changed()
    assert {name: sign.shown[-1] for name, sign in house.drivers.items()} == {"one": "1250.00", "two": "9999.99"}
    assert house.signs.health()["two"] == {"jackpot": "mega", "up": True}


@pytest.mark.parametrize(
    ("state", "text"),
    [("fault", ""), ("test", ""), ("open", "1250.00"), ("closed", "1250.00"), ("verifying", "1250.00"),
     ("suspended", "1250.00"), ("locked", "1250.00"), ("won", "1250.00"), ("not_offered", "1250.00")],
)  # fmt: skip
def test_r127_no_amount_that_nobody_vouches_for(tmp_path: Path, state: str, text: str) -> None:
    """The same text as on the topic `value`."""
    house = House(tmp_path, wanted("one"))
    house.meters["bonus"]["state"] = state
    house.signs.changed()
    assert house.drivers["one"].shown[-1] == value(house.meters["bonus"]) == text


def test_what_cannot_be_told_is_not_left_standing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    house = House(tmp_path, wanted("one"))
    del house.meters["bonus"]
    house.signs.changed()
    assert house.drivers["one"].shown[-1] == ""
    assert "cannot be shown" in caplog.text


def test_r131_an_echo_is_evidence(tmp_path: Path) -> None:
    house = House(tmp_path, wanted("one"))
    house.drivers["one"].echo()
    house.drivers["one"].echo()  # each second's: nothing new
    house.meters["bonus"] |= {"seq": 9, "cents": 126_000, "text": "1260.00"}
    house.signs.changed()
    house.drivers["one"].echo()
    assert [(line["sign"], line["seq"], line["cents"]) for line in house.witness_lines()] == [
        ("one", 7, 125_000),
        ("one", 9, 126_000),
    ]
    shown = last_acknowledged(tmp_path)
    assert shown
    assert shown[:2] == (1, 9)


def test_e58_a_wrong_echo_is_evidence_once_and_no_acknowledgement(tmp_path: Path) -> None:
    house = House(tmp_path, wanted("one"))
    house.seconds += GRACE
    for _ in range(5):
        house.drivers["one"].seen("8250.00", False)
    house.seconds += 1
    assert isinstance(house.judge(), SignsSilent)
    assert [line["misread"] for line in house.witness_lines() if "misread" in line] == ["8250.00"]
    assert "8250.00" in say(house.witness.view()[0]["doubt"])
    house.drivers["one"].echo()
    assert isinstance(house.judge(), SignsBack)
    assert not house.witness.view()[0]["doubt"]


def test_dashes_are_no_evidence_and_no_silence(tmp_path: Path) -> None:
    """A table that is out of service has signs that work."""
    house = House(tmp_path, wanted("one"))
    house.meters["bonus"]["state"] = "fault"
    house.signs.changed()
    assert house.pass_by(2 * GRACE, "one") is None
    assert not house.witness_lines()


def test_e56_each_jackpot_needs_one_sign_and_one_is_enough(tmp_path: Path) -> None:
    house = House(tmp_path, wanted("one"), wanted("two"), wanted("three", "mega"))
    assert house.pass_by(2 * GRACE, "one", "three") is None
    event = house.pass_by(2 * GRACE, "one", "two")
    assert isinstance(event, SignsSilent)
    assert "the amount of mega for 60 s" in say(event.why)


def test_a_sign_that_never_came_is_missed_too(tmp_path: Path) -> None:
    house = House(tmp_path, wanted("one"), wanted("three", "mega"))
    event = house.pass_by(2 * GRACE, "one")
    assert isinstance(event, SignsSilent)
    assert "the amount of mega for 60 s" in say(event.why)


@pytest.mark.parametrize(
    ("signs", "networked", "counts"),
    [
        ([wanted("deaf", echo=False)], (), ["deaf"]),
        ([wanted("deaf", echo=False), wanted("one")], (), ["one"]),
        ([wanted("deaf", echo=False), wanted("one", "mega")], (), ["deaf", "one"]),
        ([wanted("deaf", echo=False)], ("sign-1",), []),
        ([wanted("one")], ("sign-1",), ["one"]),
    ],
)
def test_a_line_is_taken_at_its_word_only_where_nobody_can_answer(
    tmp_path: Path, signs: list[NumericSignSettings], networked: tuple[str, ...], counts: list[str]
) -> None:
    assert counted(signs, networked) == counts
    house = House(tmp_path, *signs, networked=networked)
    event = house.pass_by(2 * GRACE, *(sign.name for sign in signs))
    assert (event is None) == bool(counts)
    deaf = [sign.name for sign in signs if not sign.echo]
    lines = [line for line in house.witness_lines() if line["sign"] in deaf]
    assert not [line for line in lines if "cents" in line], "its word is no evidence"
