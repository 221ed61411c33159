"""The sign of the tests keeps what docs/SIGNS.md asks of every sign (R100, R127, R128, R201; E57, E59)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.signs.sign import DOUBT, Sign, acknowledgement, place

from controller.signs.acknowledgements import Place, read_ack

ONLINE = b'{"state":"online"}'


def meter(epoch: int = 1, seq: int = 1, pub: int = 1, **changes: Any) -> bytes:
    payload = {"jackpot": "bonus", "epoch": epoch, "seq": seq, "pub": pub, "cents": 125_000, "text": "1250.00"}
    return json.dumps({**payload, "state": "open", "winners": [], **changes}).encode()


def sign_showing(now: float = 0.0, **changes: Any) -> Sign:
    sign = Sign()
    sign.hear("litbet/bj-1/status", ONLINE, now)
    sign.hear("litbet/bj-1/jackpot/bonus/meter", meter(**changes), now)
    return sign


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=20))
def test_r201_whatever_the_order_the_highest_stays(places: list[tuple[int, int, int]]) -> None:
    sign = Sign()
    for each in places:
        before = sign.meters.get("bonus")
        taken = sign.hear("x/meter", meter(*each), 0.0)
        assert (taken is None) == (before is not None and each < place(before))
    assert place(sign.meters["bonus"]) == max(places)


def test_r128_no_news_no_amount() -> None:
    sign = sign_showing(now=100.0)
    assert sign.text("bonus", 100.0 + DOUBT) == "$1250.00"
    assert sign.text("bonus", 100.1 + DOUBT) == "temporarily unavailable"
    assert sign.text("mega", 100.0) == "temporarily unavailable"


def test_e59_an_old_meter_is_no_news() -> None:
    sign = sign_showing(now=100.0, seq=5)
    sign.hear("x/meter", meter(seq=4), 109.0)
    assert sign.text("bonus", 111.0) == "temporarily unavailable"


def test_r202_the_will_is_believed_at_once() -> None:
    sign = sign_showing()
    sign.hear("x/status", b'{"state":"offline"}', 0.0)
    assert sign.text("bonus", 0.0) == "temporarily unavailable"
    sign.hear("x/status", ONLINE, 0.0)
    assert sign.text("bonus", 0.0) == "$1250.00"


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        ("open", "$1250.00"),
        ("verifying", "$1250.00 - verifying"),
        ("fault", "$1250.00 - out of service"),
        ("test", "TEST"),
        ("a state of the next version", "$1250.00"),
    ],
)
def test_what_is_shown(state: str, shown: str) -> None:
    assert sign_showing(state=state).text("bonus", 0.0) == shown


def test_r100_a_win_shows_seat_amount_and_the_new_amount() -> None:
    sign = sign_showing(state="won", winners=[{"seat": 3, "cents": 125_000, "award": "Three Suited Aces"}])
    assert sign.text("bonus", 0.0) == "WIN seat 3 $1250.00 - now $1250.00"


def test_what_it_acknowledges_is_believed() -> None:
    assert read_ack(acknowledgement(json.loads(meter(1, 2, 3)))).place == Place(1, 2, 3)
