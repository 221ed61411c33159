"""The table terms: everything in a table's file and profile that decides about money or people, except the terms of its
meters (terms.py). Two people accept them, and the row of acceptance has them in full, so that a start knows what is in
force whatever the file says (R011, E63).

What is left is set-up, which whoever installs the machine may change: wiring, debounce, names of signs, broker, pages,
folders and the second copy. tests/security/test_terms.py holds that every field of `Rules` is one or the other.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, is_dataclass, replace
from datetime import tzinfo
from typing import Any, get_type_hints

from controller.table.codec import builder, encode
from controller.table.funding import FUNDINGS
from controller.table.rules import Jackpot, Rules

TableTerms = dict[str, Any]  # by name, as plain JSON

# Fields of `Rules` that are terms as they are.
WHOLE = (
    "roll", "spots", "wagers", "decks", "suit", "flat_bet", "settle_after", "deal_input", "posting", "authority",
    "reseed", "win_pays", "tax", "removal", "thresholds", "backup_keys",
)  # fmt: skip
GAME = frozenset({"wagers", "decks", "suit", "flat_bet"})  # the game on offer: the table stays closed until accepted
DAY = frozenset({"roll", "zone"})  # they decide when a gaming day begins
# Of a jackpot: its opening amount is used once, and its meter's terms wait on their own.
_OF_JACKPOT = ("title", "awards", "disclosure", "text_id", "suit", "notices")
_OF_SIGNS = ("grace", "close_betting")


def table_terms(rules: Rules) -> TableTerms:
    """Those by which these rules play, or which a file asks for."""
    terms = {name: getattr(rules, name) for name in WHOLE}
    terms |= {name: sorted(getattr(rules, name)) for name in ("may_rise", "may_fall")}
    terms["zone"] = str(rules.zone)
    terms["signs"] = {name: getattr(rules.signs, name) for name in _OF_SIGNS}
    terms["jackpots"] = {
        jackpot.id: {"funding": jackpot.funding.name} | {name: getattr(jackpot, name) for name in _OF_JACKPOT}
        for jackpot in rules.jackpots.values()
    }
    plain: TableTerms = json.loads(encode({name: _plain(value) for name, value in terms.items()}))
    return plain


def digest_of(terms: TableTerms) -> str:
    return hashlib.sha256(encode(terms).encode()).hexdigest()


def rules_by(file: Rules, terms: TableTerms, zone: tzinfo) -> Rules:
    """The rules of these accepted terms, whose zone is `zone`, with the set-up of the file. What else the file asks for
    is proposed."""
    asked = table_terms(file)
    if asked.keys() != terms.keys():
        raise ValueError(f"table terms {sorted(asked.keys() ^ terms.keys())} do not fit")
    if asked == terms:
        return file
    types = get_type_hints(Rules)
    whole = {name: builder(types[name])(terms[name]) for name in WHOLE}
    return replace(
        file,
        **whole,
        zone=zone,
        may_rise=frozenset(terms["may_rise"]),
        may_fall=frozenset(terms["may_fall"]),
        signs=_made(file.signs, terms["signs"]),
        jackpots={name: _jackpot(jackpot, terms["jackpots"][name]) for name, jackpot in file.jackpots.items()},
        proposed=asked,
    )


def changed_terms(rules: Rules) -> dict[str, tuple[Any, Any]]:
    """What the file proposes: the name of each such term, and its value before and after."""
    if not rules.proposed:
        return {}
    now = table_terms(rules)
    return {name: (now[name], new) for name, new in rules.proposed.items() if now[name] != new}


def differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places in two values at which they differ, as "3 share.persons", and what is there; None: nothing."""
    if isinstance(old, list) and isinstance(new, list):
        old, new = ({_label(n, each): each for n, each in enumerate(value, 1)} for value in (old, new))
    if not (isinstance(old, dict) and isinstance(new, dict)):
        if old != new:
            yield path, old, new
        return
    for name in dict.fromkeys((*old, *new)):
        yield from differences(old.get(name), new.get(name), f"{path}.{name}" if path else name)


def _label(number: int, value: Any) -> str:
    """An entry of a list: by its number and, of a rule, by what it decides."""
    return f"{number} {value['decision']}" if isinstance(value, dict) and "decision" in value else str(number)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _jackpot(file: Jackpot, terms: TableTerms) -> Jackpot:
    jackpot: Jackpot = _made(file, {name: terms[name] for name in _OF_JACKPOT})
    return replace(jackpot, funding=FUNDINGS[terms["funding"]])


def _made(file: Any, terms: TableTerms) -> Any:
    """`file` with these fields, of their declared types."""
    types = get_type_hints(type(file))
    return replace(file, **{name: builder(types[name])(value) for name, value in terms.items()})
