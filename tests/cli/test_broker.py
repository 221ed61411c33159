"""`litbet broker setup`: users, passwords and lists from the tables' files, each readable by the right user only."""

import os
import stat
import tomllib
from pathlib import Path

import pytest
from support.config.files import Edit, write
from support.signs.house_broker import users_of
from support.spoken import problem

from controller.cli.broker import BrokerError, Place, Table, set_up, table_of, with_keys
from controller.config.load import load
from controller.signs.access import access_list, password_line

SIGNS = Edit("#expected = []", 'expected = ["display-1", "sign-2"]')
PAGE = Edit('#sign = "display-1"', 'sign = "display-1"')


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "etc/litbet").mkdir(parents=True)
    return Place(tmp_path, (os.geteuid(), os.getegid()))


def test_a_table_and_its_broker_are_ready_after_it(place: Place) -> None:
    file = write(place.root / "etc/litbet", [SIGNS, PAGE])
    file.chmod(0o640)
    kept = set_up(place, [table_of(load(file))], ())
    assert set(kept) == {"bj-1", "bj-1.display-1", "bj-1.sign-2"}
    config = load(file)  # it was filled in, and is still a table's file
    found = tomllib.loads(file.read_text())
    assert found["mqtt"] == {
        "host": "127.0.0.1", "port": 8883, "user": "bj-1", "password_file": "/etc/credstore/litbet.mqtt-password",
        "ca": "/etc/litbet/ca.pem",
    }  # fmt: skip
    assert (config.display.user, config.display.password_file) == (
        "bj-1.display-1", "/etc/credstore/litbet-display.mqtt-password",
    )  # fmt: skip
    for path, user in (
        ("etc/credstore/litbet.mqtt-password", "bj-1"),
        ("etc/credstore/litbet-display.mqtt-password", "bj-1.display-1"),
    ):
        assert (place.root / path).read_text() == kept[user].read_text()
        assert mode(place.root / path) == 0o600
    assert {path.name: mode(path) for path in place.mosquitto.rglob("*") if path.is_file()} == {
        "acl": 0o600, "passwords": 0o600, "mosquitto.conf": 0o644,
        "litbet-broker.pem": 0o600, "litbet-broker.key": 0o600,
    }  # fmt: skip
    assert mode(place.kept) == 0o700
    assert mode(place.kept / "ca.key") == 0o600
    assert mode(file) == 0o640
    assert mode(place.root / "etc/litbet/ca.pem") == 0o644
    assert "listener 8883 127.0.0.1\n" in (place.mosquitto / "mosquitto.conf").read_text()


def test_a_second_run_keeps_the_passwords_and_forgets_who_is_gone(place: Place) -> None:
    before = {user: path.read_text() for user, path in set_up(place, [_table(place, SIGNS, PAGE)], ()).items()}
    assert len(set(before.values())) == 3
    after = {user: path.read_text() for user, path in set_up(place, [_table(place, PAGE)], ["broker.example"]).items()}
    assert after == {user: before[user] for user in ("bj-1", "bj-1.display-1")}
    assert "sign-2" not in (place.mosquitto / "acl").read_text()
    assert "sign-2" not in (place.mosquitto / "passwords").read_text()
    assert "listener 8883\n" in (place.mosquitto / "mosquitto.conf").read_text()


@pytest.mark.parametrize("form", ["[ mqtt ]", '["mqtt"]'])
def test_a_file_in_another_form_is_refused_before_anything_is_written(place: Place, form: str) -> None:
    table = _table(place, Edit("[mqtt]", form))
    before = table.file.read_text()
    with problem(BrokerError, 'on a line of its own, and below it: port = 8883, user = "bj-1"'):
        set_up(place, [table], ())
    assert table.file.read_text() == before
    assert not place.kept.exists()
    assert not place.mosquitto.exists()


def _table(place: Place, *edits: Edit) -> Table:
    return table_of(load(write(place.root / "etc/litbet", edits)))


def test_a_broker_that_was_there_is_kept_beside(place: Place) -> None:
    place.mosquitto.mkdir()
    (place.mosquitto / "mosquitto.conf").write_text("listener 1883\n")
    for _ in range(2):
        set_up(place, [_table(place)], ())
    assert (place.mosquitto / "mosquitto.conf.before-litbet").read_text() == "listener 1883\n"


def test_no_file_behind_a_link_is_written(place: Place) -> None:
    (victim := place.root / "victim").write_text("as it was")
    (place.root / "etc/credstore").mkdir()
    (place.root / "etc/credstore/litbet.mqtt-password").symlink_to(victim)
    (place.root / "etc/credstore/.litbet.mqtt-password.new").symlink_to(victim)
    set_up(place, [_table(place)], ())
    assert victim.read_text() == "as it was"


def test_two_tables_with_one_user_are_refused(place: Place) -> None:
    table = _table(place)
    with pytest.raises(BrokerError, match="broker_twice name=bj-1"):
        set_up(place, [table, table], ())
    assert not (place.mosquitto / "acl").exists()


@pytest.mark.parametrize("user", ["a:b", "a/b", "#", "a b", ""])
def test_a_name_that_could_mean_something_else_is_no_user(place: Place, user: str) -> None:
    edits = [
        Edit('#user = "bj-1"', f'user = "{user or "x" * 81}"'),
        Edit('#password_file = "/etc/credstore/litbet.mqtt', 'password_file = "/etc/credstore/litbet.mqtt'),
    ]
    with pytest.raises(BrokerError, match="broker_name"):
        set_up(place, [_table(place, *edits)], ())


def test_a_section_that_is_missing_is_added_and_a_line_is_replaced() -> None:
    found = with_keys('[mqtt]\nhost = "h"\n#user = "a"\nuser = "b"  # who\n\n[x]\nuser = "c"\n', "mqtt", {"user": "d"})
    assert found == '[mqtt]\nhost = "h"\n#user = "a"\nuser = "d"  # who\n\n[x]\nuser = "c"\n'
    assert tomllib.loads(with_keys("a = 1\n", "display", {"user": "d", "port": 2}))["display"] == {
        "user": "d",
        "port": 2,
    }


def test_every_topic_of_the_access_list_names_its_table() -> None:
    """No pattern, no wildcard: so each user can leave as many messages at the broker as it has topics."""
    rules = [
        line for line in access_list([users_of("bj-1"), users_of("bj-2")]).splitlines() if line[:1] not in ("", "#")
    ]
    table = ""
    for rule in rules:
        kind, *words = rule.split()
        assert not set("+#%") & set(rule)
        if kind == "user":
            table = words[0].partition(".")[0]
        else:
            assert kind == "topic"
            assert words[1].startswith(f"litbet/{table}/")


def test_a_password_is_kept_as_a_hash_of_its_own() -> None:
    first, second = (password_line("bj-1", "secret", salt) for salt in (b"one", b"two"))
    assert first.split("$")[0:3] == ["bj-1:", "7", "10000"]
    assert first != second
    assert "secret" not in first
