"""Nobody makes money out of a line of text: attackers who type it, forge it, repeat it, or bring it from a training."""

import hashlib
from dataclasses import replace

import pytest
from support.table.story import Table
from support.table.transfers import FACTS, NONCE, ask, ask_of, give, key_of, table_of

from controller.table.meter_events import TransferAsk, TransferIn, TransferOut
from controller.table.money import DOLLAR
from controller.table.transfers import NOTE, sealed

MILLIONS = 4_000_000 * DOLLAR


def take(table: Table, note: str) -> str:
    """The refusal's code. Whatever is refused moves nothing, and the table goes on."""
    before = dict(table.state.book.balances)
    refused = table.do(TransferIn, jackpot="main", note=note)
    if refused:
        assert table.state.book.balances == before
        table.open()
    return refused


def words(table: Table, giver: str, *amounts: object) -> tuple[str, ...]:
    """A note's, for the money that this table has asked of the giver."""
    nonce = next((ask.nonce for ask in table.state.book.asks if ask.giver == giver), NONCE)
    return (NOTE, giver, table.rules.table, "main", "bonus", nonce, *map(str, amounts))


def test_a_note_that_somebody_typed_moves_nothing() -> None:
    """As it was done: from a table that does not exist, with the checksum that everybody can work out."""
    table = table_of("bj-8")
    typed = f"litbet-transfer-1 bj-1 1 7 bj-8 main bonus {MILLIONS} 0 0 0"
    assert take(table, f"{typed} {hashlib.sha256(typed.encode()).hexdigest()[:16]}") == "no_such_line"
    assert take(table_of("bj-8"), sealed(b"", *words(table, "bj-1", MILLIONS, 0, 0, 0))) == "no_partner"


@pytest.mark.parametrize("key", [b"", bytes(32), key_of("bj-8", "bj-9"), key_of("bj-7", "bj-9")])
def test_a_note_that_is_sealed_with_another_key_moves_nothing(key: bytes) -> None:
    table = table_of("bj-8")
    ask(table, "bj-7")
    assert take(table, sealed(key, *words(table, "bj-7", MILLIONS, 0, 0, 0))) == "seal_wrong"


def test_a_note_that_nobody_asked_for_moves_nothing() -> None:
    """Also with the right key: a partner alone cannot put money here."""
    table = table_of("bj-8")
    assert take(table, sealed(key_of("bj-7", "bj-8"), *words(table, "bj-7", MILLIONS, 0, 0, 0))) == "note_not_asked"


@pytest.mark.parametrize(
    "amount",
    [
        "-1",
        "-4000000000000",
        "ten",
        "1.5",
        "1e9",
        "",
        "0x1",
        "+1",
        "01",
        "١",
        "²",
        "1_0",
        "9" * 19,
        "9" * 300,
        "NaN",
        "None",
    ],
)
def test_an_amount_that_is_none_is_refused_even_from_a_partner(amount: str) -> None:
    """A negative one once ended the daemon."""
    for place in range(3):
        table = table_of("bj-8")
        ask(table, "bj-7")
        amounts: list[object] = [5, 5, 5, 0]
        amounts[place] = amount
        assert take(table, sealed(key_of("bj-7", "bj-8"), *words(table, "bj-7", *amounts))) == "no_such_line"


def test_an_ask_that_somebody_typed_is_not_answered() -> None:
    """Otherwise two deceived people let a jackpot go to nobody."""
    table = table_of("bj-7")
    asked, _, seal = ask_of("bj-8", "bj-7").rpartition(" ")
    forged = f"{asked} {seal[:-1]}{'0' if seal[-1] != '0' else '1'}"
    assert table.do(TransferOut, jackpot="main", ask=forged, **FACTS) == "seal_wrong"
    assert table.do(TransferOut, jackpot="main", ask=ask_of("bj-9", "bj-8"), **FACTS) == "seal_wrong"
    assert table.meter == 1250 * DOLLAR


def test_a_note_is_no_ask_and_an_ask_no_note() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    asked = ask(there, "bj-7")
    assert take(there, asked) == "no_such_line"
    here.do(TransferOut, jackpot="main", ask=asked.replace("litbet-ask-1", NOTE), **FACTS)
    assert here.refused == "no_such_line"


def test_a_training_neither_asks_nor_gives_nor_takes() -> None:
    """A training's note was once taken at a real table."""
    real, other = table_of("bj-8"), table_of("bj-7")
    asked = ask(real, "bj-7")
    training = table_of("bj-7", training=True)
    assert training.do(TransferOut, jackpot="main", ask=asked, **FACTS) == "transfer_in_training"
    note = give(other, asked)
    practised = Table(replace(real.rules, training=True))
    assert practised.do(TransferAsk, jackpot="main", giver="bj-7") == "transfer_in_training"
    assert practised.do(TransferIn, jackpot="main", note=note) == "transfer_in_training"
    assert not take(real, note)


def test_an_older_ledger_does_not_take_the_same_money_again() -> None:
    """Whoever puts yesterday's ledger back and asks again gets another number, so the old note is no answer to it."""
    here, there = table_of("bj-7"), table_of("bj-8")
    yesterday = there.state
    note = give(here, ask(there, "bj-7"))
    assert not take(there, note)
    there.state = yesterday
    there.wait(1)
    ask(there, "bj-7")
    assert take(there, note) == "note_not_asked"


def test_the_keys_are_told_to_nobody() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    give(here, ask(there, "bj-7"))
    key = key_of("bj-7", "bj-8")
    for table in (here, there):
        told = repr((table.rules, table.state, table.journal))
        assert repr(key) not in told
        assert key.hex() not in told
