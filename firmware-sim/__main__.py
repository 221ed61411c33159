"""A sensor board without hardware, on a pseudo-terminal: python firmware-sim --help"""

import argparse
import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from sim_input import listen
from sim_line import GOOD, PROFILES, Profile
from sim_play import Command, PlayError, UnmetError, parse, parse_line, without_comment
from sim_table import KEYS, LAMPS, SEATS, Event, SimTable


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="firmware-sim",
        description="A simulated sensor board. It prints the port to open and obeys the commands of plays, "
        "from a file or line by line from standard input.",
    )
    names = "names, with commas between"
    parser.add_argument("--name", default="board", help="what the board calls itself (board)")
    parser.add_argument("--inputs", type=_names, default=[*SEATS, *KEYS], help=names)
    parser.add_argument("--lamps", type=_names, default=LAMPS, help=names)
    parser.add_argument("--link", type=Path, help="a path that will point at the port")
    parser.add_argument("--speed", type=_speed, default=1.0, help="how many times faster than real time (1)")
    parser.add_argument("--seed", type=int, help="of boot ids, bounces and the cable")
    parser.add_argument(
        "--cable", type=_cable, default=(None, GOOD), metavar="SEED[:PROFILE]",
        help=f"a bad cable: {', '.join(PROFILES)}; its seed serves for all if --seed is not given",
    )  # fmt: skip
    parser.add_argument("--play", type=Path, help="play this file and exit: 0 if all expectations held, 1 if not")
    parser.add_argument("--json", action="store_true", help="events as JSON lines; ends with standard input")
    return parser


def _names(text: str) -> list[str]:
    names = text.split(",")
    if "" in names or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of different names like lock,clear")
    return names


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; write a number from 0.1 to 10000")
    return speed


def _cable(text: str) -> tuple[int, Profile]:
    seed, _, profile = text.partition(":")
    if not seed.isdecimal() or (profile or "worn") not in PROFILES:
        raise argparse.ArgumentTypeError(f"{text!r} is no cable; write it like 7 or 7:{' or 7:'.join(PROFILES)}")
    return int(seed), PROFILES[profile or "worn"]


class Simulation:
    """A run of the board, with the options of the command line."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.over = asyncio.Event()

    def tell(self, event: Event) -> None:
        text = json.dumps(event) if self.options.json else " ".join(str(v) for k, v in event.items() if k != "ns")
        try:
            print(text, flush=True)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader is gone: no complaint at exit
            self.over.set()

    async def run(self) -> int:
        o = self.options
        commands = self.play()
        loop = asyncio.get_running_loop()
        for number in signal.SIGINT, signal.SIGTERM:
            loop.add_signal_handler(number, self.over.set)
        cable_seed, cable = o.cable
        seed = cable_seed if o.seed is None else o.seed
        table = SimTable(o.inputs, o.lamps, o.name, link=o.link, speed=o.speed, seed=seed, cable=cable, tell=self.tell)
        work = asyncio.create_task(self.obey(table) if commands is None else self.perform(commands, table))
        over = asyncio.create_task(self.over.wait())
        try:
            await asyncio.wait([work, over], return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else int(commands is not None)  # a play that was cut short failed
        finally:
            work.cancel()
            over.cancel()
            await table.close()

    def play(self) -> list[Command] | None:
        o = self.options
        return parse(o.play.read_text(encoding="utf-8"), str(o.play), o.inputs, o.lamps) if o.play else None

    async def perform(self, commands: list[Command], table: SimTable) -> int:
        for command in commands:
            try:
                await command.run(table)
            except UnmetError as unmet:
                self.tell({"event": "failed", "text": str(unmet)})
                return 1
        self.tell({"event": "finished", "commands": len(commands)})
        return 0

    async def obey(self, table: SimTable) -> int:
        """Carries out commands from standard input, one after the other."""
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        listen(lines)
        while (line := await lines.get()) is not None:
            text = without_comment(line)
            if not text:
                continue
            try:
                await parse_line(text, "stdin", table.inputs, table.lamps).run(table)
                self.tell({"event": "done", "command": text})
            except PlayError as error:
                self.tell({"event": "error", "text": str(error)})
            except UnmetError as unmet:
                self.tell({"event": "failed", "text": str(unmet)})
        if not self.options.json:  # a person's terminal or a background job, not a program that drives us
            await self.over.wait()
        return 0


def main() -> int:
    options = arguments().parse_args()
    try:
        return asyncio.run(Simulation(options).run())
    except (PlayError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
