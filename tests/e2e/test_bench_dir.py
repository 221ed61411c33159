"""A bench touches nothing but its own folder, and says at once which process died."""

import os
import signal
import subprocess
from pathlib import Path

from support.processes.litbet import PATIENCE, ROOT, litbet, spawn, until


def test_a_bench_in_a_folder_never_plays_into_the_ledger_that_the_file_names(tmp_path: Path) -> None:
    real = tmp_path / "real.db"
    text = (ROOT / "config/table.toml").read_text()
    config = tmp_path / "table.toml"
    config.write_text(text.replace("#ledger = ", f'ledger = "sqlite:///{real}" #'))
    (tmp_path / "D").mkdir()
    (tmp_path / "D/log-notes.txt").write_text("mine")
    done = litbet("bench", "--config", config, "--dir", tmp_path / "D", "--hands", "1", "--speed", "200", "--json")
    assert done.returncode == 0, done.stderr
    assert not real.exists()
    assert (tmp_path / "D/ledger.db").exists()
    assert (tmp_path / "D/log-notes.txt").read_text() == "mine"
    report = litbet("report", "day", "--dir", tmp_path / "D", "--json")
    assert report.returncode == 0, report.stderr


def test_a_dead_controller_ends_the_bench_with_a_sentence(tmp_path: Path) -> None:
    bench = spawn("bench", "--hands", "500", "--speed", "20", "--dir", tmp_path / "D")
    until(lambda: litbet("status", "--dir", tmp_path / "D").returncode == 0, "the controller")
    children = subprocess.run(["pgrep", "-f", f"testbed.bench.controller .*{tmp_path}"], capture_output=True, text=True)
    os.kill(int(children.stdout.split()[0]), signal.SIGKILL)
    bench.communicate(timeout=PATIENCE)
    log = bench.log.text()
    assert bench.returncode == 1
    assert "ended" in log
    assert "Traceback" not in log


def test_the_socket_is_never_taken_for_a_file(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("keep")
    config = tmp_path / "table.toml"
    text = (ROOT / "config/table.toml").read_text().replace('dir = "/var/lib/litbet"', f'dir = "{tmp_path}"')
    config.write_text(text.replace("#socket = ", f'socket = "{precious}" #'))
    assert litbet("init", "--config", config, "--by", "A").returncode == 0
    done = litbet("run", "--config", config)
    assert done.returncode == 1
    assert "is not a socket" in done.stderr
    assert precious.read_text() == "keep"


def test_wrong_usage_is_told_at_once() -> None:
    for wrong in (["--speed", "0"], ["--speed", "nan"], ["--hands", "-1"], ["--hands", "many"]):
        assert litbet("bench", *wrong).returncode == 2
