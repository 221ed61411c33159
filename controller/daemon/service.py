"""A table as a service: signals, notifications to the service manager, training and back, and the exit."""

import asyncio
import gc
import logging
import os
import signal
from collections.abc import Callable
from typing import NoReturn

from controller.config.settings import Config
from controller.daemon.assemble import Io, assembled
from controller.daemon.clock import now
from controller.daemon.control import Control
from controller.daemon.loop import Loop
from controller.daemon.systemd import notify
from controller.table.commands.entry import Effect
from words.message import Message

Say = Callable[[Message], str]


def serve(config: Config, io: Io, say: Say, *, moved: bool) -> NoReturn:
    """Runs until SIGTERM or SIGINT, then ends the process. `say` makes the service's status line; `moved`: the table
    uses another folder than its file says."""
    table = config
    while True:
        effect = asyncio.run(_serve(table, io, say, _words(table, moved=moved or table is not config)))
        if effect is Effect.SWITCH:
            from controller.daemon.training import training_table

            table = training_table(config, now(io.clock)) if table is config else config


def _words(table: Config, *, moved: bool) -> tuple[str, ...]:
    """The arguments that name this table to another command."""
    words = ("--config", str(table.path.absolute()))
    return (*words, "--dir", str(table.dir)) if moved else words


async def _serve(config: Config, io: Io, say: Say, words: tuple[str, ...]) -> Effect:
    """Returns when the table is to continue, in training or back, or by new table terms."""
    async with assembled(config, io, words) as table:
        await table.control.start()
        gc.collect()
        gc.freeze()  # keeps garbage collections from walking what was loaded, while a round is locked
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, _end, table.loop, table.control)
        notify("READY=1")  # recovered, checked, and ready for requests
        living = asyncio.create_task(table.health.live(table.loop.alive, say))
        try:
            await table.run()
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
            await table.control.close()
    return table.control.continues or _leave()


def _end(loop: Loop, control: Control) -> None:
    """Ends for good, even while the table starts anew."""
    notify("STOPPING=1")
    control.continues = None
    loop.finish()


def _leave() -> NoReturn:
    """Exits after everything is on disk and closed. It skips the interpreter's own exit, which waits for every thread:
    a library's thread may wait half a minute for a name server."""
    logging.shutdown()
    os._exit(0)
