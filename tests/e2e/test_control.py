"""The control socket with rude company."""

import asyncio
import json
import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from support.processes.litbet import PATIENCE, Daemon, litbet, running
from support.spoken import refusal_of, say

from display.control_line import ControlLine


def talk(table: Daemon, *lines: bytes) -> list[Any]:
    """Say these lines on one connection; the answers, until the other side ends it."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(str(table.folder / "control.sock"))
        with line.makefile("rb") as answers:
            found: list[Any] = []
            for request in lines:
                try:
                    line.sendall(request + b"\n")
                    answer = answers.readline()
                except ConnectionError:
                    answer = b""
                if not answer:
                    break
                found.append(json.loads(answer))
            return found


def test_garbage_is_answered_and_harms_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        rude = [b"", b"hello", b"[]", b"{}", b'{"do": 7}', b'{"do": "make coffee"}', b'{"do": "round lock", "with": 3}']
        rude += [
            b'{"do": "round void", "with": {"reason": 1}}',
            b"\xff\xfe",
            b"[" * 5000,
            b'{"do": "status", "do": null}',
        ]
        rude += [b'{"do": "win confirm", "with": {"claim": ' + b"9" * 5000 + b"}}"]
        rude += [b'{"do": "round late-lock", "with": {"moment": "' + b"9" * 5000 + b'"}}']
        rude += [b'{"do": "round late-lock", "with": {"moment": "' + b"9" * 4000 + b'"}}']
        long = b"x" * 900
        rude += [b'{"do": "' + long + b'"}', b'{"do": "win claim", "with": {"spot": "' + long + b'"}}']
        rude += [b'{"do": "round lock", "with": {"' + long + b'": 1}}']
        rude += [b'{"do": "win confirm", "with": {"claim": {"a": "' + long + b'"}}}']
        rude += [b'{"do": "reconcile reading", "with": {"jackpot": "bonus", "shown": "' + long + b'"}}']
        rude += [b'{"do": "round lock", "who": [{"name": "\\u001b[2J", "pin": "1"}]}']
        rude += [b'{"do": "status", "id": 1e999}', b'{"do": "status", "id": -1e999}']
        answers = talk(table, *rude)
        assert len(answers) == len(rude)
        for answer in answers:
            assert isinstance(answer, dict)
            assert answer["ok"] is False
            assert answer["code"] == "refusals.bad_request"
            text = refusal_of(answer)
            assert "Traceback" not in text
            assert "set_int_max_str_digits" not in text
            assert len(text) < 300
            assert text.isprintable()
            assert answer.get("id") is None
        assert talk(table, b"x" * 200_000) == []
        assert table.status()["phase"] == "betting"


def test_two_connections_and_a_watcher_that_never_reads(tmp_path: Path) -> None:
    with running(tmp_path) as table, socket.socket(socket.AF_UNIX) as lazy:
        lazy.connect(str(tmp_path / "control.sock"))
        lazy.sendall(b'{"do": "watch"}\n')
        seq = table.status()["seq"]
        answers = talk(table, b'{"do": "round lock", "id": 1}', b'{"do": "round clear", "id": 2}')
        assert [say(answer.pop("say")) for answer in answers] == ["Round 1 is locked: no bets.", "Round 1 is over."]
        assert answers == [
            {"ok": True, "rows": [{"seq": seq + 1, "kind": "lock", "round": 1}], "id": 1},
            {"ok": True, "rows": [{"seq": seq + 2, "kind": "clear", "round": 1}], "id": 2},
        ]
        assert table.stop() == 0


def test_only_owner_and_group_may_ask(tmp_path: Path) -> None:
    with running(tmp_path):
        assert (tmp_path / "control.sock").stat().st_mode & 0o777 == 0o660


def test_sigterm_in_the_middle_of_everything_loses_no_answer(tmp_path: Path) -> None:
    """What was answered is on disk, and the last row says that the table ended in good order."""
    with running(tmp_path) as table:
        answered = 0
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(tmp_path / "control.sock"))
            # Of what was asked last nobody read a word.
            with line.makefile("rb") as answers, suppress(ConnectionError):
                for number in range(200):
                    line.sendall(b'{"do": "round lock"}\n{"do": "round clear"}\n')
                    if number == 100:
                        assert table.process is not None
                        table.process.terminate()
                    for _ in range(2):
                        answer = answers.readline()
                        if not answer:
                            break
                        message = json.loads(answer)
                        if message["ok"]:
                            answered = message["rows"][-1]["seq"]
                        else:
                            assert message["code"] == "refusals.ending"
                    if not answer:
                        break
        assert table.stop() == 0
        report = json.loads(litbet("audit", tmp_path, "--json").stdout)
        assert report["ok"], report
        assert report["rows"] > answered > 200
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as rows:
        assert rows.execute("SELECT kind FROM journal ORDER BY seq DESC LIMIT 1").fetchone() == ("stop",)


def test_a_page_is_answered_only_what_the_list_gives_to_pages(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        line = ControlLine(tmp_path / "control.sock")

        def asked(command: str, page: bool) -> dict[str, Any]:
            return asyncio.run(line.ask(command, page=page))

        for command in ("table training", "jackpot set", "user add", "status", "floor", "watch", "bench wind", "none"):
            assert asked(command, page=True)["code"] == "refusals.not_here", command
        for command in ("user list", "round list", "table close"):
            assert asked(command, page=True)["ok"], command
        for command in ("status", "floor"):
            assert asked(command, page=False)["ok"], command
        table.phase("closed")
