"""Each play of the simulated board, against the whole controller: what a technician would see on the lamps."""

from pathlib import Path

import pytest
from support.processes.litbet import PATIENCE, Daemon, audited, until

from controller.config.resources import shipped
from testbed.firmware import firmware_sim

PLAYS = sorted((firmware_sim() / "scenarios").glob("*.play"))
SENSORS = {"button-round": "button", "coins": "coin"}  # the others play with chips
REAL_TIME = ("cut-in-round", "brown-out")  # cables and power keep real time


def table_for(sensor: str, folder: Path) -> Path:
    """The shipped table with other sensors."""
    text = (shipped("config") / "table.toml").read_text()
    line = f'sensor = "{sensor}"' + ("\npulses = 2" if sensor == "coin" else "")
    path = folder / "table.toml"
    path.write_text(text.replace('sensor = "button"', line))
    return path


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.stem)
def test_a_play_holds(play: Path, tmp_path: Path) -> None:
    sensor = SENSORS.get(play.stem, "presence")
    table = Daemon(tmp_path, table_for(sensor, tmp_path), speed=1 if play.stem in REAL_TIME else 4)
    try:
        table.broker.start()
        table.init()
        table.start_board("--seed", "7", "--play", str(play))
        table.start()
        table.do("table open")
        assert table.board is not None
        assert table.board.wait(PATIENCE) == 0, table.hands.text()
        assert table.stop() == 0
    finally:
        table.end()
    assert audited(tmp_path).returncode == 0


def test_a_bad_cable_changes_nothing_but_the_counters(tmp_path: Path) -> None:
    """Frames are lost, repeated, split, damaged and late: the same seats are locked, or a person is told."""
    table = Daemon(tmp_path)
    try:
        table.broker.start()
        table.init()
        table.start_board("--cable", "11:bad")
        table.start()
        table.do("table open")
        for seats in ([1, 4], [2, 3, 6], [5]):
            table.hand(f"press {' '.join(map(str, seats))}")
            table.lit(*seats)
            table.hand("key lock")
            table.phase("locked")
            assert table.playing() == seats
            table.hand("key clear")
            table.phase("betting")
        until(lambda: damaged(table.status()["drivers"]["board"]) > 0, "damaged frames")
    finally:
        table.end()


def damaged(health: dict[str, int]) -> int:
    return health["bad_crc"] + health["bad_cobs"] + health["bad_length"]
