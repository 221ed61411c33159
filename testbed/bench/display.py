"""The pages of a bench: those of every table, on the bench's broker, and the felt.

python -m testbed.bench.display --config FILE --dir DIR --listen ADDRESS:PORT --broker PORT [--felt SOCKET]
"""

import argparse
import sys
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

from aiohttp import web

from controller.cli.display import serve, settings
from controller.cli.errors import exit_status
from controller.cli.parser import Parser
from controller.cli.shared import config_of, of_a_table
from display.server import Server, converse
from display.settings import Settings
from testbed.bench import WORDS
from testbed.bench.boards import SIGN, at_broker
from testbed.bench.felt_line import FeltLine
from words.catalogue import Catalogue, catalogue

SITE = Path(__file__).parent / "site" / "bench"


class BenchServer(Server):
    """The bench's page beside the others."""

    def __init__(self, settings: Settings, felt: Path) -> None:
        super().__init__(settings)
        self._felt = FeltLine(felt)

    def app(self) -> web.Application:
        app = super().app()
        app.router.add_get("/bench", self.page(SITE, private=True))
        app.router.add_get("/live/bench", self._live_bench)
        app.router.add_static("/site/bench/", SITE)
        return app

    def lines(self) -> list[Coroutine[Any, Any, None]]:
        return [*super().lines(), self._felt.run()]

    def words(self, language: str) -> Catalogue:
        return catalogue(language, WORDS)

    def private_pages(self) -> dict[str, str]:
        return super().private_pages() | {"/bench": "bench.title"}

    async def _live_bench(self, request: web.Request) -> web.StreamResponse:
        page = await self.trusted(request)
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
    made.add_argument("--listen", metavar="ADDRESS:PORT")
    made.add_argument("--broker", type=int, required=True, metavar="PORT")
    made.add_argument("--felt", type=Path, metavar="SOCKET")
    return exit_status(lambda: display(made.parse_args()))


def display(args: argparse.Namespace) -> int:
    here = settings(at_broker(config_of(args), args.broker), args.listen)
    if args.felt is None:
        return serve(Server(here))
    return serve(BenchServer(replace(here, sign=here.sign or SIGN), args.felt))


if __name__ == "__main__":
    sys.exit(main())
