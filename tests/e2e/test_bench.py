"""`litbet bench`, as anybody would run it."""

import json
import os
import signal
from pathlib import Path
from typing import Any

from support.processes.litbet import PATIENCE, ROOT, litbet, spawn, until

from controller.daemon.control_client import ControlError, ask


def test_hands_that_play_themselves(tmp_path: Path) -> None:
    done = litbet("bench", "--hands", "12", "--speed", "300", "--seed", "7", "--dir", tmp_path / "D", "--json")
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results["audit"] == "ok"
    assert results["rounds"] == 12
    assert results["wagered_cents"] == 500 * results["wagers"]
    assert [post["cents"] for post in results["posts"]] == [results["wagered_cents"] // 10]
    assert results["meter_after"]["bonus"] == f"{1250 + results['wagered_cents'] / 1000:.2f}"
    latency = results["latency_ms"]
    assert latency["commit"]["p50"] <= min(latency["lamp"]["p50"], latency["sign"]["p50"]), (
        "shown before it was on disk"
    )
    assert litbet("audit", tmp_path / "D").returncode == 0


def test_kill_9_in_the_middle_then_the_same_round_again(tmp_path: Path) -> None:
    folder = tmp_path / "D"
    bench = spawn("bench", "--hands", "500", "--speed", "100", "--seed", "7", "--dir", folder, "--json")

    def locked() -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = ask(folder / "control.sock", "status", {})["status"]
        except ControlError:
            return None
        return found if found["phase"] == "locked" and found["rounds_today"] > 2 else None

    found = until(locked, "a locked round")
    os.kill(bench.pid, signal.SIGKILL)
    bench.communicate()
    audit = until(lambda: litbet("audit", folder, "--json"), "the audit")
    assert json.loads(audit.stdout)["ok"], audit.stdout
    again = litbet("bench", "--hands", "2", "--speed", "300", "--seed", "8", "--dir", folder, "--json")
    assert again.returncode == 0, again.stderr
    results = json.loads(again.stdout)
    recovered = results["recovered"]
    if recovered["locked"]:  # unless the cut fell after the round that was seen
        assert recovered["round"] >= found["round"]
    if recovered["round"] == found["round"] and recovered["locked"]:
        assert recovered["locked"] == [spot for spot, state in found["spots"].items() if state["plays"]]
    assert results["audit"] == "ok"


def test_nothing_is_left_behind_after_ctrl_c(tmp_path: Path) -> None:
    bench = spawn("bench", env={**os.environ, "TMPDIR": str(tmp_path)}, stdin=-3)
    folder = until(lambda: next(tmp_path.glob("litbet-bench-*"), None), "the bench's folder")
    until(lambda: (folder / "control.sock").exists(), "the controller")
    bench.send_signal(signal.SIGINT)
    bench.communicate(timeout=PATIENCE)
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_the_bench_cannot_play(tmp_path: Path) -> None:
    more = '\n[[driver]]\nname = "more"\nkind = "serial"\nport = "/dev/ttyUSB9"\ninputs = ["a"]\nlamps = ["b"]\n'
    (tmp_path / "table.toml").write_text((ROOT / "config/table.toml").read_text() + more)
    done = litbet("bench", "--config", tmp_path / "table.toml", "--hands", "1")
    assert done.returncode == 1
    assert "one sensor board" in done.stderr
