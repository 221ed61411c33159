"""A round told again while the table plays, through the socket and on the command line, with what a real sign had
acknowledged; charts for the floor's page; and `litbet watch` on a terminal and in a pipe (R131, R310). One table for
all of it."""

import json
import subprocess
import sys
import termios
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from xml.etree import ElementTree

import pytest
from support.config.files import Edit, write
from support.display.browser import Display, showing
from support.processes.litbet import ROOT, Daemon, litbet, running, spawn, until
from support.processes.terminal import Terminal
from support.spoken import refusal_of

from controller.cli.watch import CLOSE, HOME, OPEN, REST, REST_OF_LINE
from words.catalogue import catalogue

GONE = catalogue("en").text("status.gone")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """With a round behind it: seat 3 won a fixed award, and sign-1 showed what was posted."""
    folder = tmp_path_factory.mktemp("story")
    config = write(folder, [Edit("#expected = []", 'expected = ["sign-1"]')])
    with running(folder, config=config) as daemon:
        command = ["setpriv", "--pdeathsig", "KILL", sys.executable, str(ROOT / "tests/support/signs/sign.py")]
        sign = subprocess.Popen([*command, str(daemon.broker.port), "bj-1", "sign-1"], stdout=subprocess.DEVNULL)
        try:
            until(lambda: daemon.status()["signs"]["acknowledged"][0]["shows"], "the sign's word")
            daemon.hand("press 3")
            daemon.lit(3)
            until(lambda: daemon.status()["signs"]["acknowledged"][0]["shows"], "the sign's word")
            daemon.do("round lock")
            daemon.do("win claim", spot=3, award="straight")
            assert daemon.ask("win confirm", by=["floor"], claim=1)["ok"]
            daemon.do("round clear")
            until(lambda: (folder / "signs.jsonl").exists(), "the witness file")
            yield daemon
        finally:
            sign.kill()
            sign.wait()


@pytest.fixture(scope="module")
def display(table: Daemon) -> Iterator[Display]:
    with showing(table) as shown:
        yield shown


def test_a_round_is_told_through_the_socket(table: Daemon) -> None:
    (listed,) = table.ask("round list")["round list"]["rounds"]
    assert (listed["round"], listed["state"], listed["spots"]) == (1, "over", ["3/galaxy"])
    assert listed["claims"][0]["stage"] == "paid"
    answer = table.ask("round replay", round=1, spot=3)
    story = answer["round replay"]
    assert story["verified"]
    assert story["posted"] == {"bonus": "1250.00"}
    kinds = [step["kind"] for step in story["steps"]]
    assert kinds.index("sensor") < kinds.index("lock") < kinds.index("claim") < kinds.index("money")
    assert story["signs"], "what the sign said it showed"
    assert all(each["agrees"] and each["sign"] == "sign-1" for each in story["signs"])
    by = {name for step in story["steps"] for name in step["by"]}
    assert by == {"floor"}


@pytest.mark.parametrize(
    ("facts", "code", "says"),
    [
        ({"round": 7, "spot": 3}, "no_such_round", "Round 7 was not locked here"),
        ({"round": 1, "spot": 9}, "bad_request", "there is no spot '9'"),
        ({"round": "one", "spot": 3}, "bad_request", "write a whole number"),
        ({"spot": 3}, "bad_request", "round is missing"),
        ({"round": 1, "spot": 3, "claim": 1}, "bad_request", "unknown argument 'claim'"),
    ],
)
def test_what_cannot_be_told_is_refused_in_words(table: Daemon, facts: dict[str, Any], code: str, says: str) -> None:
    answer = table.ask("round replay", **facts)
    assert (answer["ok"], answer["code"]) == (False, f"refusals.{code}")
    assert says in refusal_of(answer)


def test_a_round_is_told_on_the_command_line(table: Daemon) -> None:
    listed = litbet("round", "list", *table.table)
    assert "round 1 " in listed.stdout, listed.stderr
    assert "played, 1 bet, $5.00; claim 1 of seat 3/galaxy paid, $15.00" in listed.stdout
    result = litbet("round", "replay", "1", "--seat", "3", *table.table)
    assert result.returncode == 0
    assert "Round 1 was locked with 1 bet. Seat 3/galaxy plays for $5.00." in result.stdout
    assert "Each sign that responded showed what the ledger had." in result.stdout
    assert "verified." in result.stdout
    facts = json.loads(litbet("round", "replay", "1", "--seat", "3", "--json", *table.table).stdout)
    assert facts == table.ask("round replay", round=1, spot=3)["round replay"]
    refused = litbet("round", "replay", "99", "--seat", "3", *table.table)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "Round 99 was not locked here, or was unlocked or voided.\n"


def get(display: Display, path: str, host: str = "127.0.0.1") -> tuple[int, dict[str, str], str]:
    """Asked of this machine under a name; status, headers, text."""
    line = HTTPConnection("127.0.0.1", display.port, timeout=60)
    try:
        line.request("GET", path, headers={"Host": f"{host}:{display.port}"})
        answer = line.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        line.close()


def test_the_floors_page_has_charts(table: Daemon, display: Display) -> None:
    display.charts_drawn()
    for name, word in (("meter", "$1,250.00"), ("wagers", "seat 3"), ("take-up", "100 %"), ("wins", "Straight")):
        status, headers, drawn = get(display, f"/chart/bj-1/{name}.svg")
        assert status == 200
        assert headers["Content-Type"].startswith("image/svg+xml")
        assert headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert ElementTree.fromstring(drawn).tag.endswith("svg")  # noqa: S314  our own
        assert word in drawn


def test_a_chart_that_there_is_not_is_said_in_a_sentence(table: Daemon, display: Display) -> None:
    status, _, text = get(display, "/chart/bj-1/gold.svg")
    assert (status, text.partition(": ")[2]) == (404, "the charts are meter, wagers, take-up, wins")
    assert get(display, "/chart/bj-1/meter.svg", host="litbet.example")[0] == 403


def test_watch_in_a_pipe(table: Daemon) -> None:
    """A line of JSON at each change, and the table is found again after a restart of the controller."""
    watching = spawn("watch", "--json", *table.table)
    try:
        assert watching.stdout is not None
        first = json.loads(watching.stdout.readline())
        assert first["phase"] == "betting"
        table.hand("press 5")
        while json.loads(watching.stdout.readline())["spots"]["5/galaxy"]["lamp"] != "lit":
            pass
        table.stop()
        until(lambda: watching.log.text() == f"{GONE}\n", "that the controller is gone")
        table.start()
        while json.loads(watching.stdout.readline())["phase"] != "recovered":
            pass
    finally:
        watching.terminate()
        watching.communicate()
    table.do("round resume")


def drawn(terminal: Terminal) -> list[str]:
    """The lines of the next drawing."""
    terminal.shows(REST)
    whole = terminal.output.rpartition(REST)[0].rpartition(HOME)[2]
    return whole.replace(REST_OF_LINE, "").split("\r\n")


def test_watch_on_a_terminal(table: Daemon) -> None:
    """Drawn anew with every change on the other screen; q ends it, and the terminal is as it was."""
    with Terminal("watch", *table.table) as terminal:
        terminal.shows("table bj-1: BETS OPEN")
        assert terminal.output.startswith(OPEN)
        assert not terminal.modes()[3] & termios.ICANON, "keys come one by one"
        table.hand("press 2")
        terminal.shows("2/galaxy lit")
        terminal.resize(40, 10)
        until(lambda: len(drawn(terminal)) == 10, "a drawing of the new size")  # one of the old may be on its way
        assert max(map(len, drawn(terminal))) < 40, "nothing is wrapped"
        table.stop()
        terminal.shows(GONE[:30])
        table.start()
        terminal.shows("table bj-1: RESTARTED")
        terminal.types("q")
        assert terminal.ends() == 0
        assert terminal.output.endswith(CLOSE)
        assert terminal.modes() == terminal.at_first
    table.do("round resume")


@pytest.mark.parametrize("how", ["\x03", "hangup"])
def test_watch_leaves_the_terminal_as_it_was(table: Daemon, how: str) -> None:
    with Terminal("watch", *table.table) as terminal:
        terminal.shows("table bj-1")
        terminal.types(how) if len(how) == 1 else terminal.terminate()
        assert terminal.ends() == 0
        assert terminal.output.endswith(CLOSE)
        assert terminal.modes() == terminal.at_first


def test_watch_in_a_pipe_tells_what_no_decision_tells(table: Daemon) -> None:
    """Nobody touches the table, and the broker goes."""
    watching = spawn("watch", "--json", *table.table)
    try:
        assert watching.stdout is not None
        until(lambda: table.status()["signs"]["connected"], "the broker")
        watching.stdout.readline()  # as it was found
        table.broker.stop()
        while (signs := json.loads(watching.stdout.readline())["signs"])["connected"]:
            pass
        assert not signs["acknowledged"][0]["silent"], "told long before the sign's silence changed anything"
    finally:
        watching.terminate()
        watching.communicate()
