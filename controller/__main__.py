"""The command line, and the only place that builds concrete objects.

Exit status: 0 good, 1 refused or failed, 2 wrong usage.
"""

import argparse
import asyncio
import gc
import json
import logging
import math
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller import __version__
from controller.clock import BenchClock, Clock, MachineClock, now
from controller.commands import ACTIONS, FAMILIES, MOST_LETTERS, Action
from controller.errors import foreseen

CONFIG = Path("/etc/litbet/table.toml")


def main(argv: list[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    try:
        return int(args.go(args))
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:  # `litbet status | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"{error.filename or 'litbet'}: {error.strerror or error}", file=sys.stderr)
        return 1
    except Exception as error:
        if not isinstance(error, foreseen()):
            raise
        print(error, file=sys.stderr)
        return 1


# -- commands that need no daemon ----------------------------------------------------------------------------


def check(args: argparse.Namespace) -> int:
    from controller.config import check as check_file

    errors, warnings = check_file(args.path)
    if args.json:
        print(json.dumps({"ok": not errors, "errors": errors, "warnings": warnings}))
    else:
        for line in errors:
            print(line)
        for line in warnings:
            print(f"warning: {line}")
        if not errors:
            print(f"{args.path}: ok")
    return 1 if errors else 0


def init(args: argparse.Namespace) -> int:
    """A ledger with the opening amounts, accepted by named people."""
    from controller.bookkeeping import to_rows
    from controller.core.codec import encode
    from controller.core.money import dollars
    from controller.core.step import genesis
    from controller.ledger.rows import GENESIS
    from controller.ledger.store import Store

    config = _config(args)
    clock = _clock(args)
    at = now(clock)
    book, entry = genesis(config.rules, at, epoch=at.utc // 1000, config=config.digest, version=__version__, by=args.by)
    config.dir.mkdir(parents=True, exist_ok=True)
    Store.create(config.ledger_url, to_rows([entry], GENESIS), encode(book)).close()
    amounts = {pot: dollars(book.meter(pot)) for pot in config.rules.jackpots}
    if args.json:
        print(json.dumps({"ledger": str(config.dir), "jackpots": amounts, "by": args.by}))
    else:
        for pot, amount in amounts.items():
            print(f"jackpot {pot}: opened with ${amount}, accepted by {' and '.join(args.by)}")
    return 0


def audit(args: argparse.Namespace) -> int:
    """Walk the whole ledger and say in plain words what is wrong."""
    from controller.bookkeeping import invariants
    from controller.ledger.audit import audit as walk
    from controller.ledger.reader import Reader

    url = args.ledger if args.ledger and "://" in args.ledger else _ledger_of(args)
    reader = Reader(url)
    try:
        findings = walk(reader, invariants(), None if args.json or not sys.stderr.isatty() else _progress)
        checkpoint = reader.checkpoint() if not findings else None
    finally:
        reader.close()
    if args.json:
        print(
            json.dumps(
                {
                    "ok": not findings,
                    "findings": [{"row": f.seq, "name": f.name, "text": f.text} for f in findings],
                    "rows": checkpoint.seq if checkpoint else None,
                    "head": checkpoint.head.hex() if checkpoint else None,
                }
            )
        )
    else:
        for finding in findings:
            print(f"{finding.name}: {finding.text}")
        if checkpoint:
            print(f"ok: {checkpoint.seq} rows, head {checkpoint.head.hex()}")
    return 1 if findings else 0


def _ledger_of(args: argparse.Namespace) -> str:
    """The ledger of a folder, or of a table's file."""
    folder = Path(args.ledger) if args.ledger else args.dir
    if folder is not None and (folder / "ledger.db").exists():
        return f"sqlite:///{(folder / 'ledger.db').absolute()}"
    if folder is not None and folder.is_file():
        return f"sqlite:///{folder.absolute()}"
    if folder is not None and not (folder / "table.toml").exists():
        return f"sqlite:///{(folder / 'ledger.db').absolute()}"
    if folder is not None:
        args.config, args.dir = folder / "table.toml", None
    return str(_config(args).ledger_url)


def _progress(done: int, of: int) -> None:
    print(f"\r{done:,} of {of:,} rows", end="\n" if done == of else "", file=sys.stderr, flush=True)


def bench(args: argparse.Namespace) -> int:
    from controller.bench.run import run_bench

    return run_bench(args)


# -- the daemon ----------------------------------------------------------------------------------------------


def run(args: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    config = _config(args)
    if args.bench_mqtt:
        boards = [board.model_copy(update={"port": args.bench_board}) for board in config.drivers]
        config = replace(config, mqtt=config.mqtt.model_copy(update={"port": args.bench_mqtt}), drivers=tuple(boards))
    return asyncio.run(_serve(config, _clock(args)))


async def _serve(config: Any, clock: Clock) -> int:
    from controller.app import App
    from controller.control import Control
    from controller.hardware import build
    from controller.ledger.reader import Reader
    from controller.ledger.store import Store
    from controller.publisher import MqttSettings, Publisher, first_pub
    from controller.wiring import Wiring

    drivers = build(config, clock)
    wiring = Wiring(config.rules, config.spot_inputs, config.key_inputs, config.lamps)
    store = Store.open(config.ledger_url)
    app = App(config.rules, config.digest, store, Reader(config.ledger_url), drivers, wiring, clock)
    app.fits()
    if isinstance(clock, BenchClock):
        clock.wind(app.state.book.last.utc + 1000)  # an earlier bench may have run ahead of the time
    await app.start()
    mqtt = config.mqtt
    settings = MqttSettings(mqtt.host, mqtt.port, mqtt.prefix, mqtt.user, _secret(mqtt.password_file), mqtt.ca)
    publisher = Publisher(settings, config.rules.table, app.snapshot, app.offline(), first_pub(app.state.book.seq))
    app.changed = publisher.changed
    queries: dict[str, Any] = {
        "status": lambda: {**app.status(), "signs": dict(publisher.health())},
        "jackpot show": lambda: app.status()["jackpots"],
    }
    if isinstance(clock, BenchClock):
        queries["bench wind"] = lambda: _wind(app, clock)
    control = Control(app, config.socket_path, queries)
    await control.start()

    gc.collect()
    gc.freeze()  # what was loaded stays: collections need not walk it while a round is locked
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, app.finish)
    showing = asyncio.create_task(publisher.run())
    showing.add_done_callback(_signs_ended)
    try:
        await app.run()
    finally:
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
        await control.close()
    return 0


def _signs_ended(showing: "asyncio.Task[None]") -> None:
    """The table plays on without its signs (they say so themselves), but not without a word."""
    if not showing.cancelled() and showing.exception():
        logging.getLogger("litbet").critical("the signs are no longer served", exc_info=showing.exception())


def _secret(path: str | None) -> str | None:
    from controller.config import ConfigError

    try:
        return Path(path).read_text().strip() if path else None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError([f"{path}: the password for the broker cannot be read ({error}); see [mqtt]"]) from None


def _wind(app: Any, clock: BenchClock) -> dict[str, Any]:
    """To just after the next gaming day's beginning."""
    from datetime import date

    from controller.core.gaming_day import DAY, gaming_day, starts_at

    today = gaming_day(clock.utc(), app.rules.roll, app.rules.zone)
    tomorrow: date = today + DAY
    clock.wind(starts_at(tomorrow, app.rules.roll, app.rules.zone) + 3_600_000)
    return {"utc": clock.utc(), "day": tomorrow.isoformat()}


# -- asking a running daemon ---------------------------------------------------------------------------------


def status(args: argparse.Namespace) -> int:
    found = _asked(args, "status", {})
    if args.json:
        print(json.dumps(found["status"]))
    else:
        from controller.terminal import status_text

        print(status_text(found["status"]))
    return 0


def show_jackpots(args: argparse.Namespace) -> int:
    found = _asked(args, "jackpot show", {})["jackpot show"]
    if args.json:
        print(json.dumps(found))
    else:
        for name, pot in found.items():
            print(f"{name}: {pot['title']} ({pot['type']}), meter ${pot['meter']}, {pot['state']}")
            print(f"  seed ${pot['base']}, reset ${pot['reset']}, rate {pot['rate_bp'] / 100:g} %")
            print(f"  wagers {pot['wagers']}, posts {pot['posts']} (${pot['posted']}), wins {pot['wins']}")
            print(f"  last day posted {pot['posted_to'] or 'none'}, accrued today ${pot['accrued_today']}")
            for due in pot["due"]:
                print(f"  due: {due['day']} {'-' if due['down'] else ''}${due['amount']}")
    return 0


def act(args: argparse.Namespace) -> int:
    action: Action = ACTIONS[args.command]
    facts: dict[str, Any] = {}
    for argument in action.arguments:
        value = getattr(args, argument.name)
        if value:
            facts[argument.name] = value
    if args.by:
        facts["by"] = args.by
    answer = _asked(args, args.command, facts)
    if args.json:
        print(json.dumps(answer))
    elif not answer["ok"]:
        print(answer["say"], file=sys.stderr)
    else:
        print("; ".join(f"row {row['seq']}: {row['kind']}" for row in answer["rows"]) or "noted")
    if answer["ok"]:
        return 0
    return 2 if answer["code"] == "bad_request" else 1


def _asked(args: argparse.Namespace, command: str, facts: dict[str, Any]) -> dict[str, Any]:
    from controller.control import ask

    path = args.dir / "control.sock" if args.dir else _config(args).socket_path
    return ask(path, command, facts)


# -- what they share -----------------------------------------------------------------------------------------


def _config(args: argparse.Namespace) -> Any:
    from controller.config import load

    config = load(
        args.config or (args.dir / "table.toml" if args.dir and (args.dir / "table.toml").exists() else CONFIG)
    )
    # a folder named here holds everything, or a bench would play into the real ledger
    return replace(config, dir=args.dir.absolute(), ledger=None, socket=None) if args.dir else config


def _clock(args: argparse.Namespace) -> Clock:
    if args.bench_start is not None:
        return BenchClock(args.bench_start, args.bench_speed)
    return MachineClock()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="litbet",
        description="Controller for a lit-button jackpot side bet.",
        epilog="Exit status: 0 good, 1 refused or failed, 2 wrong usage.",
    )
    parser.add_argument("--version", action="version", version=f"litbet {__version__}")
    groups = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(where: Any, name: str, go: Any, does: str, example: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = where.add_parser(
            name,
            help=does,
            description=does[0].upper() + does[1:] + ".",
            epilog=f"Example: litbet {example}",
        )
        made.set_defaults(go=go)
        made.add_argument("--json", action="store_true", help="print facts as JSON")
        return made

    def table_of(made: argparse.ArgumentParser) -> argparse.ArgumentParser:
        made.add_argument("--config", type=Path, metavar="FILE", help=f"the table's file ({CONFIG})")
        made.add_argument("--dir", type=Path, metavar="DIR", help="the table's state folder, instead of the file's")
        return made

    made = command(groups, "check", check, "check a table's file and all it names", "check config/table.toml")
    made.add_argument("path", type=Path, metavar="PATH")

    made = table_of(
        command(
            groups,
            "init",
            init,
            "make a table's ledger with its opening amounts",
            'init --config table.toml --by "A. Clerk" --by "B. Witness"',
        )
    )
    made.add_argument(
        "--by", action="append", required=True, type=_name, metavar="NAME", help="who accepts the opening amounts"
    )
    _bench_clock(made)

    made = table_of(command(groups, "run", run, "run the table, until SIGTERM", "run --config /etc/litbet/table.toml"))
    _bench_clock(made)
    made.add_argument("--bench-mqtt", type=int, help=argparse.SUPPRESS)
    made.add_argument("--bench-board", help=argparse.SUPPRESS)

    made = table_of(command(groups, "audit", audit, "verify every row of a ledger", "audit /var/lib/litbet"))
    made.add_argument("ledger", nargs="?", metavar="LEDGER", help="a state folder, a ledger file or a database URL")

    made = command(
        groups,
        "bench",
        bench,
        "run a whole table here, without hardware",
        "bench --hands 500 --speed 100 --seed 7 --json",
    )
    made.add_argument("--config", type=Path, metavar="FILE", help="a table's file with one serial board")
    made.add_argument(
        "--dir", type=Path, metavar="DIR", help="keep the ledger there (otherwise nothing is left behind)"
    )
    made.add_argument("--hands", type=_hands, metavar="N", help="play N hands by itself and print what came of it")
    made.add_argument("--speed", type=_speed, default=1.0, metavar="S", help="how many times faster than real time")
    made.add_argument("--seed", type=int, default=1, metavar="N", help="which hands are played")

    table_of(command(groups, "status", status, "what works, what does not, what to do", "status --json"))

    families: dict[str, Any] = {}
    for words, action in ACTIONS.items():
        family, name = words.split()
        if family not in families:
            family_parser = groups.add_parser(family, help=FAMILIES[family])
            families[family] = family_parser.add_subparsers(required=True, metavar="COMMAND")
        made = table_of(command(families[family], name, act, action.help, _example(words, action)))
        made.set_defaults(command=words)
        made.add_argument("--by", action="append", metavar="NAME", help="who answers for it")
        for argument in action.arguments:
            flag = "--seat" if argument.name in ("spot", "spots") else f"--{argument.name}"
            made.add_argument(
                flag,
                dest=argument.name,
                required=argument.needed,
                help=argument.help,
                metavar=argument.name.upper(),
                **({"action": "append"} if argument.many else {}),
            )
    table_of(command(families["jackpot"], "show", show_jackpots, "meters and their counters", "jackpot show"))
    return parser


def _name(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > MOST_LETTERS:
        raise argparse.ArgumentTypeError("write a person's name")
    return text


def _hands(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError("write a whole number from 1 to 1000000")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = math.nan
    if not 0.1 <= speed <= 300:
        raise argparse.ArgumentTypeError("write a number from 0.1 to 300")
    return speed


def _bench_clock(made: argparse.ArgumentParser) -> None:
    """For the bench alone: its clock runs fast and can be wound."""
    made.add_argument("--bench-start", type=int, help=argparse.SUPPRESS)
    made.add_argument("--bench-speed", type=float, default=1.0, help=argparse.SUPPRESS)


def _example(words: str, action: Action) -> str:
    samples = {
        "spot": "--seat 3",
        "spots": "--seat 3",
        "reason": '--reason "misdeal"',
        "moment": "--moment 14:03:20",
        "claim": "--claim 1",
        "code": "--code unreasonable",
        "day": "--day 2026-11-18",
        "wager": "--wager gbj",
        "wagers": "--wagers -1",
    }
    return " ".join([words, *(samples[argument.name] for argument in action.arguments)])


if __name__ == "__main__":
    sys.exit(main())
