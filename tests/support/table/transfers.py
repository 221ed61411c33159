"""Tables that exchange jackpots: the keys of each pair, and the lines that people carry between them."""

import hashlib
from dataclasses import replace
from typing import Any

from support.table.story import Table, body_of, make_rules

from controller.table.meter_events import TransferAsk, TransferOut
from controller.table.rules import Rules
from controller.table.transfers import ASK, sealed

NAMES = ("bj-7", "bj-8", "bj-9", "bj-99")
FACTS = {"cause": "replacement", "reason": "the felt is worn"}
NONCE = "0123456789abcdef" * 2


def key_of(one: str, other: str) -> bytes:
    return hashlib.sha256(" ".join(sorted((one, other))).encode()).digest()


def with_partners(rules: Rules, table: str = "", *names: str) -> Rules:
    """These rules for this table, which shares a key with each of the others."""
    here = table or rules.table
    return replace(rules, table=here, partners={name: key_of(here, name) for name in names or NAMES if name != here})


def table_of(name: str, **rules: Any) -> Table:
    return Table(with_partners(replace(make_rules(), **rules), name))


def ask(table: Table, giver: str, jackpot: str = "main") -> str:
    assert not table.do(TransferAsk, jackpot=jackpot, giver=giver), table.refused
    return str(body_of(table.wrote[-1])["ask"])


def ask_of(to: str, giver: str, jackpot: str = "main", type_: str = "bonus", nonce: str = NONCE) -> str:
    """What a table that is not played here would ask."""
    return sealed(key_of(to, giver), ASK, giver, to, jackpot, type_, nonce)


def give(table: Table, asked: str, jackpot: str = "main", **facts: Any) -> str:
    """The note."""
    assert not table.do(TransferOut, jackpot=jackpot, ask=asked, **{**FACTS, **facts}), table.refused
    return str(body_of(table.wrote[-1])["note"])
