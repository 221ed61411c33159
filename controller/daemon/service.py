"""A table as a service: its signals, what the service manager is sent, training and back, and the end."""

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
from words.message import Message

Say = Callable[[Message], str]


def serve(config: Config, io: Io, say: Say, *, moved: bool) -> NoReturn:
    """Until SIGTERM or SIGINT, which end the process. `say` makes the service's status line; `moved`: the table lies in
    another folder than its file says."""
    table = config
    while True:
        asyncio.run(_serve(table, io, say, _words(table, moved=moved or table is not config)))
        from controller.daemon.training import training_table

        table = training_table(config, now(io.clock)) if table is config else config


def _words(table: Config, *, moved: bool) -> tuple[str, ...]:
    """That name this table to another command."""
    words = ("--config", str(table.path.absolute()))
    return (*words, "--dir", str(table.dir)) if moved else words


async def _serve(config: Config, io: Io, say: Say, words: tuple[str, ...]) -> None:
    """Returns when the table is to go on in training, or back."""
    async with assembled(config, io, words) as table:
        await table.control.start()
        gc.collect()
        gc.freeze()  # what was loaded stays: collections need not walk it while a round is locked
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, _end, table.loop, table.control)
        notify("READY=1")  # recovered, checked, and whoever asks is answered
        living = asyncio.create_task(table.health.live(table.loop.alive, say))
        try:
            await table.run()
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
            await table.control.close()
    if not table.control.switched:
        _leave()


def _end(loop: Loop, control: Control) -> None:
    """For good, even while it is about to go on in training."""
    notify("STOPPING=1")
    control.switched = False
    loop.finish()


def _leave() -> None:
    """All is on disk and closed. Not by the interpreter's own end, which waits for every thread: one of a library's may
    wait for a name server for half a minute."""
    logging.shutdown()
    os._exit(0)
