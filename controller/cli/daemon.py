"""`litbet run`: from the command to a table that is served."""

import argparse
import logging
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.cli.shared import clock_of, command, elsewhere, file_of, of_a_table, with_bench_clock
from controller.errors import foreseen
from controller.reading import Reading

if TYPE_CHECKING:
    from controller.settings import Config

log = logging.getLogger("litbet")


def add(groups: Any) -> None:
    made = command(groups, "run", run, "run the table, until SIGTERM", "run --config /etc/litbet/table.toml")
    with_bench_clock(of_a_table(made))
    made.add_argument("--bench-mqtt", type=int, help=argparse.SUPPRESS)
    made.add_argument("--bench-board", help=argparse.SUPPRESS)
    made.add_argument("--bench-signs", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    reading = Reading(file_of(args))  # meanwhile all the rest is loaded
    from controller.log import is_journal, logging_to

    with logging_to(sys.stderr):
        try:
            return _run(args, reading)
        except Exception as error:
            if not is_journal(sys.stderr):
                raise  # people are told without ado
            if isinstance(error, (*foreseen(), OSError)):
                log.critical("%s", error)
            else:
                log.critical("the controller ended by a fault of its own", exc_info=True)
            return 1


def _run(args: argparse.Namespace, reading: Reading) -> int:
    import asyncio

    from controller.cli.serving import serve

    config = _on_a_bench(args, elsewhere(args, reading.config()))
    clock = clock_of(args)
    table = config
    while asyncio.run(serve(table, clock, config.dir, _named(args, table, config))):
        from controller.clock import now
        from controller.training import training_table

        table = training_table(config, now(clock)) if table is config else config
    return 0


def _on_a_bench(args: argparse.Namespace, config: "Config") -> "Config":
    if args.bench_mqtt:
        from controller.bench.boards import board_of, on_a_bench
        from controller.settings import Mqtt

        config = on_a_bench(config)
        board = replace(board_of(config), port=args.bench_board)
        mqtt = replace(config.mqtt, port=args.bench_mqtt) if config.mqtt else Mqtt("127.0.0.1", args.bench_mqtt)
        config = replace(config, mqtt=mqtt, drivers=(board,))
    if args.bench_signs:
        signs = [replace(sign, port=f"{args.bench_signs}/{sign.name}") for sign in config.digit_signs]
        config = replace(config, digit_signs=tuple(signs))
    return config


def _named(args: argparse.Namespace, table: "Config", real: "Config") -> tuple[str, ...]:
    """The words that name this table to another command, in training the one that trains."""
    words = ("--config", str(file_of(args).absolute()))
    return (*words, "--dir", str(table.dir)) if args.dir or table is not real else words
