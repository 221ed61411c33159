"""`litbet run`: from the command to a running table."""

import argparse
import logging
import sys
from typing import Any

from controller.cli.shared import command, elsewhere, file_of, of_a_table
from controller.cli.speech import say
from controller.config.reading import Reading
from words.message import Problem

log = logging.getLogger("litbet")


def add(groups: Any) -> None:
    made = command(groups, "run", run, "run --config /etc/litbet/table.toml")
    of_a_table(made)


def run(args: argparse.Namespace) -> int:
    reading = Reading(file_of(args))  # runs while this process loads everything else
    from controller.daemon.log import is_journal, logging_to

    with logging_to(sys.stderr):
        try:
            return _run(args, reading)
        except Exception as error:
            if not is_journal(sys.stderr):
                raise  # `exit_status` prints it
            if isinstance(error, Problem):
                log.critical("%s", say(error.message))
            elif isinstance(error, OSError):
                log.critical("%s", error)
            else:
                log.critical("the controller ended by a fault of its own", exc_info=True)
            return 1


def _run(args: argparse.Namespace, reading: Reading) -> int:
    from controller.daemon.assemble import machine
    from controller.daemon.clock import LaboratoryClock, MachineClock
    from controller.daemon.service import serve

    config = elsewhere(args, reading.config())
    clock = LaboratoryClock(config.laboratory_clock) if config.laboratory_clock else MachineClock()
    serve(config, machine(config, clock), say, moved=bool(args.dir))
