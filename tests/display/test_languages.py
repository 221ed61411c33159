"""A language is one PO file: the pages' server offers it and speaks it, without a change to any program."""

import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import polib
import pytest
from aiohttp import ClientSession

from display.dealer_site import DealerSite
from display.server import Server
from display.settings import Settings
from display.sign_site import SignSite
from words import catalogue, languages

NEW = "qx"


@pytest.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ClientSession]:
    """A server whose words have one more language: each text of it is the code of its entry."""
    file = polib.pofile(str(languages.FOLDER / f"{languages.SOURCE}.po"))
    file.save(str(tmp_path / f"{languages.SOURCE}.po"))
    for entry in file:
        entry.msgstr = f"{entry.msgctxt} {{table}}"
    file.save(str(tmp_path / f"{NEW}.po"))
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    monkeypatch.setattr("display.server.LANGUAGES", languages.languages_in(tmp_path))
    settings = Settings("bj-1", os.geteuid(), language=NEW)
    server = Server(settings, [SignSite(settings, None), DealerSite(settings, tmp_path / "control.sock")])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        async with server.serving([listener]), ClientSession(base) as opened:
            yield opened


async def test_a_page_of_a_new_language_gets_its_words_and_links(client: ClientSession) -> None:
    page = await (await client.get("/table/bj-1")).text()
    assert f'<html lang="{NEW}">' in page
    assert f'<meta name="litbet-languages" content="en {NEW}">' in page
    texts = await (await client.get(f"/words/{NEW}.json")).json()
    assert texts["sign"]["open"] == "sign.open {table}"


async def test_what_the_server_says_itself_is_in_the_table_s_language(client: ClientSession) -> None:
    listed = await (await client.get("/")).text()
    assert f'<html lang="{NEW}">' in listed
    assert "<h1>pages.table bj-1</h1>" in listed
    assert "pages.sign" in listed
    assert "pages.dealer" in listed
    chart = await client.get("/chart/bj-1/meter.svg")
    assert (chart.status, await chart.text()) == (503, "refusals.no_controller ")
    sign = await client.get("/live/sign/bj-1")
    assert (sign.status, await sign.text()) == (404, "pages.no_broker ")


async def test_a_language_that_is_none_is_said_so_in_the_language_that_was_asked_for(client: ClientSession) -> None:
    found = await client.get("/words/xx.json?language=en")
    assert (found.status, await found.text()) == (404, "There is no language 'xx' here.")
