"""A PIN is told to the controller, and then nowhere to be found: not in its log, not in any file of the table."""

import socket
import subprocess
from pathlib import Path

from support.processes.litbet import PATIENCE, running

PIN = "48151623"


def test_a_pin_stands_nowhere(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.do("user add", by=["admin"], name="F. Floor", roles=["floor"], pin=PIN)
        right = {"name": "F. Floor", "pin": PIN}
        for line in (
            f'{{"do": "clock confirm", "who": [{{"name": "F. Floor", "pin": "{PIN}"}}]}}',
            f'{{"do": "clock confirm", "who": [{{"name": "F. Floor", "pin": "{PIN[:-1]}"}}]}}',
            f'{{"do": "clock confirm", "who": [{{"name": "F. Floor", "pin": "{PIN}"',  # torn
            f'{{"do": "no such thing", "with": {{"pin": "{PIN}"}}, "who": {right!r}}}',
            f'{{"do": "clock confirm", "pin": "{PIN}", "fill": "{"x" * 70_000}"}}',  # beyond all bounds
        ):
            with socket.socket(socket.AF_UNIX) as end:
                end.connect(str(tmp_path / "control.sock"))
                end.sendall(line.encode() + b"\n")
                end.recv(65_536)
        assert table.process
        table.process.terminate()
        output = table.process.communicate(timeout=PATIENCE)[0] + table.process.log.text()
    assert "round" in output or "broker" in output  # the log was there to look at
    assert PIN not in output
    grep = subprocess.run(["grep", "-rl", PIN, str(tmp_path)], capture_output=True, text=True, check=False)
    assert grep.stdout == ""
