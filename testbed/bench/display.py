"""The pages of a bench: those of every table, on the bench's broker and at one address, and the felt.

python -m testbed.bench.display --config FILE --dir DIR --listen ADDRESS:PORT --broker PORT [--felt SOCKET]
"""

import argparse
import sys
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

from aiohttp import web

from controller.cli.display import connect_of, serve, settings
from controller.cli.errors import exit_status
from controller.cli.parser import Parser
from controller.cli.shared import config_of, of_a_table
from display.dealer_site import DealerSite
from display.server import Server, Site, converse
from display.sign_site import SignSite
from testbed.bench import WORDS
from testbed.bench.boards import SIGN, at_broker
from testbed.bench.felt_line import FeltLine
from words.catalogue import Catalogue, catalogue

FILES = Path(__file__).parent / "site" / "bench"


class BenchServer(Server):
    """The felt has words of its own."""

    def words(self, language: str) -> Catalogue:
        return catalogue(language, WORDS)


class FeltSite(Site):
    """The bench's page beside the others."""

    title = "bench.title"
    private = True

    def __init__(self, felt: Path) -> None:
        self._felt = FeltLine(felt)

    def address(self) -> str:
        return "/bench"

    def routes(self, server: Server) -> list[web.AbstractRouteDef]:
        async def live(request: web.Request) -> web.StreamResponse:
            return await self._live(server, request)

        page = server.page(FILES, private=True)
        return [web.get("/bench", page), web.get("/live/bench", live), web.static("/site/bench/", FILES)]

    def lines(self) -> list[Coroutine[Any, Any, None]]:
        return [self._felt.run()]

    async def _live(self, server: Server, request: web.Request) -> web.StreamResponse:
        page = await server.trusted(request)
        if page is None:
            return web.Response()

        async def handle(message: dict[str, Any]) -> None:
            if isinstance(message.get("bench"), dict):
                await self._felt.say(message["bench"])

        self._felt.add(page)
        try:
            await converse(page, handle)
        finally:
            self._felt.remove(page)
        return page.socket


def main() -> int:
    made = of_a_table(Parser("bench display", prog="testbed.bench.display"))
    made.add_argument("--listen", required=True, metavar="ADDRESS:PORT")
    made.add_argument("--broker", type=int, required=True, metavar="PORT")
    made.add_argument("--felt", type=Path, metavar="SOCKET")
    return exit_status(lambda: display(made.parse_args()))


def display(args: argparse.Namespace) -> int:
    """A bench has no money: whoever uses this machine may try it."""
    config = at_broker(config_of(args), args.broker)
    here = settings(config, kiosk=None)
    if args.felt is not None:
        here = replace(here, sign=here.sign or SIGN)
    sites = [SignSite(here, connect_of(config)), DealerSite(here, config.socket_path)]
    if args.felt is None:
        return serve(Server(here, sites), args.listen)
    return serve(BenchServer(here, [*sites, FeltSite(args.felt)]), args.listen)


if __name__ == "__main__":
    sys.exit(main())
