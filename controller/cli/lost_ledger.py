"""`litbet init` at a table that had a ledger, as far as anything still tells: the PINs of its people, what its signs
acknowledged, the head that the broker retains. The new ledger then needs two of these people, and the last head on
paper, so that papers and signs of before lead on to it."""

import asyncio
import sys
from collections.abc import Sequence
from typing import NamedTuple

from buses.contract import BusError
from controller.cli.proofs import proofs
from controller.cli.speech import text
from controller.config.settings import Config, ConfigError
from controller.daemon.pins import Pins, prove
from controller.daemon.systemd import secret_in
from controller.ledger.backup import PINS
from controller.ledger.head_check import SeenHead
from controller.ledger.rows import Head
from controller.signs.acknowledgements import FILE as ACKNOWLEDGED
from controller.signs.acknowledgements import last_acknowledged
from controller.signs.heads import kept_by_broker
from words.message import Problem


def follow(config: Config, by: Sequence[str], after: Head | None) -> None:
    """Raises unless a new ledger may be made here."""
    pins, shown, kept = config.dir / PINS, last_acknowledged(config.dir), told_by_broker(config).head
    if after is None:
        found = {pins.name: pins.exists(), ACKNOWLEDGED: shown, kept.head.short() if kept else "": kept}
        if traces := tuple(name for name, is_there in found.items() if is_there):
            raise Problem("console.ledger_before", table=config.rules.table, traces=traces)
        return
    if kept and not (
        kept.head.row < after.row or (kept.head.row == after.row and kept.head.hash.startswith(after.hash))
    ):
        raise Problem("console.later_head", head=kept.head.short(), after=after.short())
    if shown and shown.seq > after.row:
        raise Problem("console.later_row", row=shown.seq, after=after.short())
    if len(set(by)) < 2:
        raise Problem("console.two_people")
    if pins.exists():
        known = Pins(pins)
        for name, proof in zip(by, proofs(by), strict=True):
            prove(known, name, proof.get("pin", ""))


class Told(NamedTuple):
    head: SeenHead | None
    asked: bool  # whether it could be asked; a table without a broker has nobody to ask


def told_by_broker(config: Config) -> Told:
    """What the broker retains of the ledger. If it cannot be asked, the table compares its ledger with that when it
    runs."""
    if config.bus is None:
        return Told(None, asked=True)
    try:
        password = secret_in(config.bus.password_file, f"[{config.bus.kind}]")
        return Told(asyncio.run(kept_by_broker(config.bus.connect(config.rules.table, password))), asked=True)
    except (BusError, ConfigError) as error:
        print(text("console.broker_unasked", why=error.message), file=sys.stderr)
        return Told(None, asked=False)
