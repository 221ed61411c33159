"""An attacker without a password, at a broker that believes anybody or has no access list: mosquitto as Debian's
default has it, or with passwords alone. He shows no amount on our signs, and no controller yields to him."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import aiomqtt
import pytest
from support.config.files import Edit, write
from support.signs.broker import HardBroker
from support.waiting import until

from buses.contract import Packet
from buses.mqtt import MqttSettings
from controller.__main__ import main
from controller.signs.access import TableUsers, access_list, password_line
from controller.signs.publisher import Publication, Publisher
from display.hearing import Hearing
from display.kept_heads import KeptHeads

PASSWORD = "of the table"  # noqa: S105
OURS = b'{"state":"online","epoch":1,"seq":1,"run":"ours"}'
FORGED = b'{"state":"online","epoch":9,"seq":9,"run":"forged"}'
MILLIONS = {"jackpot": "bonus", "cents": 999_999_999, "text": "9999999.99", "state": "open"} | {
    "epoch": 1 << 50, "seq": 9, "pub": 9,
}  # fmt: skip
USERS = TableUsers("litbet/bj-1", "bj-1", ("bonus",), {"bj-1.sign-1": "sign-1"})
ANONYMOUS = "allow_anonymous true"
PASSWORDS = "allow_anonymous {}\npassword_file {}/passwords"


class Page:
    """A page of the players' sign."""

    sign, seen = "sign-1", True

    def __init__(self) -> None:
        self.heard: list[str] = []

    def tell(self, topic: str, text: str) -> None:
        self.heard.append(f"{topic} {text}")


@pytest.fixture(params=["nobody has a password", "some have one", "no access list", "as it should be"])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[HardBroker]:
    """The last is the proof that the attacks are ones: its publisher has the table's password."""
    lines = [password_line(user, PASSWORD, b"salt of test") for user in USERS.names]
    (tmp_path / "passwords").write_text("\n".join([*lines, ""]))
    (tmp_path / "acl").write_text(access_list([USERS]))
    for path in (tmp_path / "passwords", tmp_path / "acl"):
        path.chmod(0o600)
    extra = {
        "nobody has a password": ANONYMOUS,
        "some have one": PASSWORDS.format("true", tmp_path),
        "no access list": PASSWORDS.format("false", tmp_path),
        "as it should be": f"{PASSWORDS.format('false', tmp_path)}\nacl_file {tmp_path}/acl",
    }
    with HardBroker(tmp_path, extra[request.param]) as made:
        made.anonymous = "allow_anonymous true" in extra[request.param]  # type: ignore[attr-defined]
        made.sound = request.param == "as it should be"  # type: ignore[attr-defined]
        yield made


def is_sound(broker: HardBroker) -> bool:
    return bool(cast(Any, broker).sound)


def settings(broker: HardBroker, user: str | None) -> MqttSettings:
    return MqttSettings(host="127.0.0.1", port=broker.port, user=user)


@asynccontextmanager
async def attacker(broker: HardBroker) -> AsyncIterator[aiomqtt.Client]:
    """Whoever may publish the table's topics there: anybody, another sign, or only the table."""
    user = "bj-1" if is_sound(broker) else "bj-1.sign-1"
    made = aiomqtt.Client(
        "127.0.0.1", broker.port, username=user, password=PASSWORD, protocol=aiomqtt.ProtocolVersion.V5
    )
    async with made as client:
        yield client


@pytest.mark.parametrize("user", [None, "bj-1.sign-1"])
async def test_a_sign_shows_no_amount_whose_publisher_it_cannot_tell(broker: HardBroker, user: str | None) -> None:
    hearing, page = Hearing(settings(broker, user).connect("bj-1", PASSWORD if user else None), KeptHeads(None)), Page()
    hearing.add(cast(Any, page))
    listening = asyncio.create_task(hearing.run())
    if is_sound(broker) and user:
        await until(lambda: hearing._bus)
    async with attacker(broker) as forger:
        for _ in range(30):
            await forger.publish("litbet/bj-1/status", FORGED, qos=1, retain=True)
            await forger.publish("litbet/bj-1/jackpot/bonus/meter", json.dumps(MILLIONS).encode(), qos=1, retain=True)
            await asyncio.sleep(0.1)
    assert any("9999999.99" in text for text in page.heard) is (is_sound(broker) and user is not None)
    assert bool(hearing._bus) is (is_sound(broker) and user is not None)
    listening.cancel()
    await asyncio.wait({listening})


async def test_a_controller_yields_to_no_status_that_anybody_could_write(broker: HardBroker) -> None:
    shown = Publisher(
        settings(broker, "bj-1").connect("bj-1", PASSWORD),
        lambda _: (Publication("status", OURS, True, 30),),
        lambda _: Packet("status", OURS, True, 30),
        1,
    )
    running = asyncio.create_task(shown.run())
    await until(lambda: shown.health()["acked"])
    async with attacker(broker) as forger:
        for _ in range(30):
            await forger.publish("litbet/bj-1/status", FORGED, qos=1, retain=True)
            await asyncio.sleep(0.1)
    assert shown.health()["yields"] is is_sound(broker)  # there only a second controller has the password
    assert (shown.health()["doubt"] is None) is is_sound(broker)
    running.cancel()
    await asyncio.wait({running})


@pytest.mark.parametrize("user", [None, "bj-1"])
def test_check_warns_of_it(
    broker: HardBroker, user: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    login = [
        Edit('#user = "bj-1"', 'user = "bj-1"'),
        Edit('#password_file = "/etc/credstore/litbet.mqtt-password"', f'password_file = "{tmp_path}/secret"'),
    ]
    (folder := tmp_path / "table").mkdir()
    file = write(folder, [Edit("#port = 1883", f"port = {broker.port}"), *(login if user else ())])
    assert main(["check", str(file)]) == 0
    warned = "lets in who has no password" in capsys.readouterr().out
    assert warned is cast(Any, broker).anonymous
