"""Files beside the ledger that a bad medium may have spoilt: the signs' witness, the PINs, the second copy.

Promised: the witness is read as far as it is sound, and tells a start or a round's story nothing but whole numbers; the
PINs are read, or refused in a sentence; of a copy no row is given out that was not written, in another order neither,
and what cannot be read is refused in a sentence; a copy that opens takes the next row and has it. Never another
exception.
"""

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from fuzz.surface import Surface, script
from support.ledger.rows import EMPTY, next_rows

from controller.daemon.pins import Pin, PinFileError, Pins
from controller.history.shown_amounts import at_the_lock, lines_around, troubles
from controller.ledger.errors import StoreError
from controller.ledger.rows import Checkpoint
from controller.ledger.second_copy_file import SecondCopyFile, line_of, tail_of, walk
from controller.signs.acknowledgements import FILE, last_acknowledged, witness_lines

UTC = 1_795_000_000_000
ACK = {"sign": "one", "jackpot": "bonus", "epoch": 1, "seq": 7, "pub": 9, "cents": 125000, "at": "",
       "heard": "2026-11-18T10:26:40.000Z"}  # fmt: skip
ROWS = next_rows(EMPTY, 40)


class KeptFiles(Surface):
    """What is sound is read, the rest is refused in a sentence."""

    name = "kept-files"
    reaches = (
        "controller/signs/acknowledgements.py",
        "controller/history/shown_amounts.py",
        "controller/daemon/pins.py",
        "controller/ledger/second_copy_file.py",
    )
    words = ("sign", "heard", "jackpot", "epoch", "seq", "pub", "cents", "silent", "misread", "salt", "hash", "n", "r",
             "p", "wrong", "utc", "mono", "trusted", "kind", "day", "round", "body", "transfers", "lock",
             "00" * 32)  # fmt: skip

    def seeds(self) -> Sequence[bytes]:
        pins = {"floor": asdict(Pin("00" * 16, "00" * 32, 2, 1, 1)), "admin": asdict(Pin("11", "22", 2, 1, 1))}
        lines = [*map(line_of, ROWS)]
        return [
            script(ACK, {**ACK, "seq": 8, "cents": 125050}, {"sign": "one", "silent": True, "heard": ACK["heard"]}),
            script(ACK, {"sign": "two", "jackpot": "bonus", "misread": "99", "heard": ACK["heard"]})[:-9],
            json.dumps(pins).encode(),
            b"".join(lines[:3]),
            b"".join(lines),
            b"".join(lines[:2])[:-20],
        ]

    def check(self, data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self._witness(Path(folder), data)
            self._pins(Path(folder) / "pins.json", data)
            self._copy(Path(folder) / "copy.jsonl", data)

    def _witness(self, folder: Path, data: bytes) -> None:
        (folder / FILE).write_bytes(data)
        shown = last_acknowledged(folder)
        assert shown is None or all(type(number) is int for number in shown)
        assert all(isinstance(line["sign"], str) for line in witness_lines(folder))
        lines = lines_around(folder, UTC)
        found = at_the_lock(lines, 8, {"bonus": 9}, {"bonus": 125000}, {"bonus": 125050})
        assert len(json.dumps(found)) < 2 * len(data) + 10_000
        assert all(text for _, text in troubles(lines, 0, 2 * UTC))

    def _pins(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        try:
            pins = Pins(path)
            for name in json.loads(data):
                pins[name].is_right("4739")
        except PinFileError as error:
            _sentence(error)

    def _copy(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        try:
            rows = list(walk(path))
            assert rows == ROWS[: len(rows)], "a row that nobody wrote"
        except StoreError as error:
            _sentence(error)
        copy = SecondCopyFile(path)
        try:
            tail = copy.open()
            assert replace(tail, torn=0) == tail_of(path)
            assert tail.last or data.startswith(b'{"seq":1,') or len(data.strip(b"\0")) < 9, "another's file is cut"
            assert tail.last is None or tail.last in ROWS
            after = Checkpoint.at(tail.last.seq, "{}", tail.last.hash) if tail.last else EMPTY
            (more,) = next_rows(after)
            copy.append([more])
            assert tail_of(path).last == more
        except StoreError as error:
            _sentence(error)
        finally:
            copy.close()


def _sentence(error: Exception) -> None:
    assert str(error).isprintable(), f"{error} is not for people"
    assert len(str(error)) < 600
