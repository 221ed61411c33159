"""What signs acknowledge: when it is believed, what is kept of it, and when the table hears of silence (R131, R203;
E37, E55-E57, E59, E38)."""

import asyncio
import json
import logging
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.spoken import problem, say

from controller.signs import acknowledgements as module
from controller.signs.acknowledgements import AckError, Place, Witness, last_acknowledged, read_ack, witness_lines
from controller.signs.publisher import Publication
from controller.table.events import Event, Moment, SignsBack, SignsSilent
from testbed.bench.clock import BenchClock

GRACE = 60.0


class House:
    """A witness, what is published, and a clock that tests turn."""

    def __init__(self, folder: Path, signs: tuple[str, ...] = ("one", "two")) -> None:
        self.seconds = 1000.0
        self.folder = folder
        self.witness = Witness(folder, signs, GRACE, BenchClock(1_795_000_000_000), lambda: self.seconds)
        self.pub = 100
        self.meters = {"bonus": 125_000}
        self.epoch, self.seq = 1, 7

    def publish(self, **cents: int) -> None:
        self.meters |= cents
        self.pub += 1
        list(self.witness.watch(self._snapshot)(self.pub))

    def _snapshot(self, pub: int) -> list[Publication]:
        meters = [
            {"jackpot": jackpot, "epoch": self.epoch, "seq": self.seq, "cents": cents}
            for jackpot, cents in self.meters.items()
        ]
        other = [
            Publication("jackpot/bonus/value", b"1250.00", True, 30),
            Publication("status", b"", True, 30, {"seq": 9}),
        ]
        return [Publication(f"jackpot/{meter['jackpot']}/meter", b"", True, 30, meter) for meter in meters] + other

    def ack(self, sign: str = "one", **changes: Any) -> None:
        right = {"jackpot": "bonus", "epoch": self.epoch, "seq": self.seq, "pub": self.pub, "at": "12:00"}
        self.witness.heard(sign, json.dumps({**right, "cents": self.meters["bonus"], **changes}).encode())

    def judge(self) -> Event | None:
        made = self.witness.judge()
        return made(Moment(0, 0)) if made else None

    def sign(self, sign: str = "one") -> dict[str, Any]:
        return next(each for each in self.witness.view() if each["sign"] == sign)

    def witness_lines(self) -> list[dict[str, Any]]:
        self.witness.write(self.witness.take())
        return list(witness_lines(self.folder))


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path)
    made.publish()
    return made


def test_r131_what_a_sign_shows_is_kept(house: House) -> None:
    house.ack()
    house.publish()
    house.ack()  # a heartbeat's: nothing new
    house.seq = 8
    house.publish(bonus=126_000)
    house.ack()
    shown = [(each["sign"], each["seq"], each["cents"]) for each in house.witness_lines()]
    assert shown == [("one", 7, 125_000), ("one", 8, 126_000)]
    assert house.sign()["shows"][0]["pub"] == house.pub
    assert house.sign()["heard"] == house.witness_lines()[-1]["heard"]
    assert not house.sign("two")["shows"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"pub": 102}, "ahead of this controller"),
        ({"seq": 8}, "ahead of this controller"),
        ({"epoch": 2}, "ahead of this controller"),
        ({"epoch": 0}, "epoch 0, the ledger is of epoch 1"),
        ({"cents": 124_999}, "$1,249.99 for bonus, the amount is $1,250.00"),
        ({"jackpot": "mega"}, "not published here"),
        ({"cents": -1}, "cents must be a whole number"),
        ({"cents": True}, "cents must be a whole number"),
        ({"cents": 1.5}, "cents must be a whole number"),
        ({"cents": 1 << 60}, "cents must be a whole number"),
        ({"at": 12}, "at must be a text"),
        ({"at": "\n"}, "at must be a text"),
        ({"jackpot": None}, "jackpot must be a text"),
    ],
)
def test_what_is_not_believed(house: House, changes: dict[str, Any], why: str) -> None:
    """E38, E57: and the floor is told which sign it is. It does not count as shown."""
    house.seconds += GRACE
    house.ack(**changes)
    assert why in say(house.sign()["doubt"])
    house.seconds += 1
    assert isinstance(house.judge(), SignsSilent)
    house.publish()
    house.ack()
    assert not house.sign()["doubt"]
    assert isinstance(house.judge(), SignsBack)


@given(st.binary(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(
    lambda value: json.dumps(value).encode()
))  # fmt: skip
def test_junk_is_refused_with_a_sentence(payload: bytes) -> None:
    with problem(AckError, r"\w"):
        read_ack(payload)


def test_a_deep_nest_is_junk_too() -> None:
    with problem(AckError, "not JSON"):
        read_ack(b"[" * 4000)


def test_e59_an_older_word_changes_nothing(house: House) -> None:
    house.ack()
    first = house.pub
    house.publish(bonus=126_000)
    house.ack()
    house.ack(pub=first, cents=125_000)
    assert house.sign()["shows"][0]["cents"] == 126_000
    assert len(house.witness_lines()) == 2


def test_a_publication_has_one_amount(house: House) -> None:
    """A sign that says two amounts of one publication fills no file with it."""
    house.ack()
    for cents in range(100):
        house.ack(cents=cents)
    assert len(house.witness_lines()) == 1


def test_strangers_are_not_heard(house: House) -> None:
    house.ack("three")
    assert [each["sign"] for each in house.witness.view()] == ["one", "two"]
    assert not house.witness_lines()


def test_r203_the_grace(house: House) -> None:
    """Never heard since the start counts as silent only after the grace; each word begins it anew."""
    house.seconds += GRACE
    assert house.judge() is None
    house.ack()
    house.seconds += GRACE
    assert house.judge() is None
    house.seconds += 1
    silent = house.judge()
    assert isinstance(silent, SignsSilent)
    assert say(silent.why) == "No sign has acknowledged the amount of bonus for 60 s."
    assert house.judge() is None  # said once
    house.ack()
    assert isinstance(house.judge(), SignsBack)
    assert house.judge() is None


def test_the_amount_before_is_not_the_amount(house: House) -> None:
    """A sign stays at what it showed before: heard, but the meter of now is shown by nobody (E57)."""
    house.ack()
    old = house.pub
    house.publish(bonus=126_000)
    for _ in range(7):
        house.seconds += 10
        house.ack(pub=old, cents=125_000)
    assert isinstance(house.judge(), SignsSilent)
    assert not house.sign()["silent"]


def test_e56_one_sign_of_two_is_enough_and_the_other_is_told(house: House, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(8):
        house.seconds += 10
        house.publish()
        house.ack("two")
        assert house.judge() is None
    assert "sign one is silent" in caplog.text
    assert (house.sign("one")["silent"], house.sign("two")["silent"]) == (True, False)
    assert {key: house.witness_lines()[-1][key] for key in ("sign", "silent")} == {"sign": "one", "silent": True}


def test_every_jackpot_must_be_shown(house: House) -> None:
    house.publish(mega=9_900_000)
    house.seconds += GRACE
    house.ack()
    house.seconds += 1
    silent = house.judge()
    assert isinstance(silent, SignsSilent)
    assert "of mega for" in say(silent.why)


def test_e71_nobody_waits_for_a_jackpot_that_is_no_more(house: House) -> None:
    """Not even where it was the only one."""
    house.ack()
    house.meters.clear()
    gone = Publication("jackpot/bonus/meter", b"", True, None, once=True)
    list(house.witness.watch(lambda _pub: [gone])(house.pub + 1))
    house.seconds += 10 * GRACE
    assert house.judge() is None


def test_a_table_without_signs_waits_for_none(tmp_path: Path) -> None:
    house = House(tmp_path, ())
    house.publish()
    house.seconds += 10 * GRACE
    assert house.judge() is None


def test_nothing_published_is_nothing_shown(tmp_path: Path) -> None:
    """E55: the broker was not there from the start."""
    house = House(tmp_path)
    house.seconds += GRACE + 1
    silent = house.judge()
    assert isinstance(silent, SignsSilent)
    assert "Nothing could be published" in say(silent.why)
    house.publish()
    house.ack()
    assert isinstance(house.judge(), SignsBack)


def test_e37_what_was_shown_last(house: House) -> None:
    assert last_acknowledged(house.folder) is None
    house.ack("two")
    house.seq, house.pub = 90, 200
    house.publish()
    house.ack("one")
    house.witness_lines()
    with (house.folder / module.FILE).open("ab") as file:
        file.write(b'{"sign":"one","epo')  # the power goes
    again = House(house.folder)
    again.publish()
    again.ack()
    again.witness_lines()
    assert last_acknowledged(house.folder) == Place(1, 90, 201)
    assert len(list(witness_lines(house.folder))) == 3


def test_the_file_is_rotated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 2000)
    for house.seq in range(10, 200):
        house.publish()
        house.ack()
        house.witness.write(house.witness.take())
    sizes = [(house.folder / name).stat().st_size for name in (module.OLDER, module.FILE)]
    assert all(size < 2500 for size in sizes)
    seqs = [each["seq"] for each in witness_lines(house.folder)]
    assert seqs == list(range(seqs[0], 200))


def test_the_name_of_a_new_file_is_on_disk_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(module, "sync", synced.append)
    for house.seq, largest in enumerate((1 << 20, 1 << 20, 1), 10):  # a first file, one that grows, one after it
        monkeypatch.setattr(module, "LARGEST", largest)
        house.publish()
        house.ack()
        house.witness.write(house.witness.take())
    assert synced == [house.folder, house.folder]


def test_a_full_disk_costs_evidence_not_play(house: House, caplog: pytest.LogCaptureFixture) -> None:
    (house.folder / module.FILE).mkdir()
    house.ack()
    house.witness.write(house.witness.take())
    assert "cannot be written" in caplog.text


def test_a_simulated_day_without_a_broker_costs_no_memory(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """E55: and so does a sign that talks nonsense all day."""
    caplog.set_level(logging.CRITICAL)
    tracemalloc.start()
    try:
        judgements = 0
        for second in range(86_400):
            house.seconds += 1
            judgements += house.judge() is not None
            if second % 100 == 0:
                house.ack(cents=second)
            if second == 1000:
                before, _ = tracemalloc.get_traced_memory()
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert judgements == 1
    assert grown - before < 10_000


def test_a_disk_that_hangs_bounds_what_waits(house: House, caplog: pytest.LogCaptureFixture) -> None:
    for house.seq in range(10, 10 + module.WAITING + 500):
        house.publish()
        house.ack()
    assert len(house.witness.take()) == module.WAITING
    assert "500 acknowledgements of signs are lost" in caplog.text


async def test_the_core_is_asked_and_the_file_written(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.001)
    asked: list[Event] = []
    both = asyncio.Event()

    async def ask(made: Any) -> None:
        asked.append(made(Moment(1, 2)))
        if len(asked) == 1:
            house.ack()
        else:
            both.set()

    house.seconds += GRACE + 1
    running = asyncio.create_task(house.witness.run(ask))
    await asyncio.wait_for(both.wait(), 30)
    house.publish(bonus=130_000)
    house.ack()
    running.cancel()
    await asyncio.wait({running})
    assert [type(event) for event in asked] == [SignsSilent, SignsBack]
    assert [each["cents"] for each in witness_lines(house.folder) if "cents" in each] == [125_000, 130_000]


def spoil(house: House, line: bytes) -> None:
    """A sound acknowledgement, and this behind it."""
    house.ack()
    house.witness_lines()
    with (house.folder / module.FILE).open("ab") as file:
        file.write(line + b"\n")


@pytest.mark.parametrize(
    "spoilt",
    [
        b'{"sign":"one","heard":"x","jackpot":"bonus","epoch":9}',
        b'{"sign":"one","heard":"x","jackpot":"bonus","epoch":"9","seq":1,"pub":1,"cents":1}',
        b"[" * 5000,
        b"\xff\xfe",
        b"7",
    ],
)
def test_a_spoilt_line_of_the_file_stops_no_start(house: House, spoilt: bytes) -> None:
    """R170 is asked of this file at each start: a bad sector in it must not keep the table closed."""
    spoil(house, spoilt)
    assert last_acknowledged(house.folder) == (house.epoch, house.seq, house.pub)


@pytest.mark.parametrize(
    "spoilt",
    [
        b'{"sign":"one","hear!":"x","jackpot":"bonus","epoch":9,"seq":1,"pub":1,"cents":1}',
        b'{"sign":"one","heard":"x","epoch":9,"seq":1,"pub":1,"cents":1}',
        b'{"sign":1,"heard":"x","jackpot":"bonus","epoch":9,"seq":1,"pub":1,"cents":1}',
    ],
)
def test_r170_a_line_that_is_spoilt_elsewhere_is_believed_for_its_place(house: House, spoilt: bytes) -> None:
    """Or a bit that flips in the newest acknowledgement would let an old ledger start."""
    spoil(house, spoilt)
    assert last_acknowledged(house.folder) == (9, 1, 1)
    assert len(house.witness_lines()) == 1
