"""A whole day of the New Hampshire table, step by step: what is done, by whom, which rows it writes, what is told.

What the day must come to is computed by hand in day_sheet.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from controller.table.commands import ACTIONS


@dataclass(frozen=True)
class Step:
    """One thing that somebody does, the rows that it writes together, and what is said to it."""

    do: str  # a command; or the hands at the board, as "hand key lock"
    writes: str  # kinds of rows; none where it is refused, or only noted
    by: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    bets: tuple[int, ...] = ()  # that are lit first; they do not survive a power cut
    then: str = ""  # what the hands do after the answer
    says: str = ""  # words of the answer
    refused: bool = False


def _hand(do: str, writes: str, *bets: int) -> Step:
    return Step(f"hand {do}", writes, bets=bets)


def _ask(do: str, writes: str, *by: str, says: str = "", then: str = "", refused: bool = False, **facts: Any) -> Step:
    return Step(do, writes, by, facts, then=then, says=says, refused=refused)


def _no(do: str, *by: str, says: str, writes: str = "", **facts: Any) -> Step:
    return _ask(do, writes, *by, says=says, refused=True, **facts)


ACES = "Ah Ah Ah"
OPENING = (
    # The meter comes from another system, which took $77.00 on its last day.
    _ask("jackpot take-over", "take_over post", "manager", "accounting", jackpot="bonus", amount="1333.33",
         base="77.00", says="$1,333.33; $7.70"),
    _ask("spot test", "sensor_test", then="press 1 2 3 4 5 6"),
    _ask("table open", "open"),
)  # fmt: skip
NOBODY_WINS = (_hand("key lock", "lock", 1, 2, 3, 4, 5, 6), _hand("key clear", "clear"))
BY_THE_DEALER = (  # the dealer shows the 7 of spades
    _hand("key lock", "lock", 1, 2, 3),
    _ask("win claim", "claim", spot="3", cards="5s 6h 7s", says="$15.00"),
    _no("win claim", spot="5", cards="5s 6h 7s", writes="dispute", says="does not play in round 2"),
    _ask("win confirm", "fixed_award", claim=1, says="seat 3 is paid $15.00 from the rack, slip 1"),
    _ask("win claim", "claim", spot="1", award="three-of-a-kind-off-suit", says="$50.00"),
    _ask("win confirm", "fixed_award", claim=2, says="$50.00 from the rack, slip 2"),
    _ask("round clear", "clear"),
)
BY_THE_FLOOR = (  # the 7 of spades again
    _hand("key lock", "lock", 2, 4),
    _ask("win claim", "claim", "floor", spot="4", cards="5s 6s 7s", says="$125.00"),
    _no("win confirm", "floor", claim=3, says="floor made claim 3 and cannot approve it"),
    _ask("win confirm", "fixed_award", "second", claim=3, says="$125.00 from the rack, slip 3"),
    _hand("key win; press 2", "claim"),
    _ask("win claim", "award_name", "manager", spot="2", cards="7s 7s 7s", says="$625.00"),
    _no("win confirm", claim=4, says="This needs one person"),
    _ask("win confirm", "fixed_award", "floor", claim=4, says="$625.00 from the rack, slip 4"),
    _hand("key settle", ""),
    _hand("key clear", "clear"),
)
TWO_ON_THE_METER = (
    _hand("key lock", "lock", 2, 3, 5),
    _ask("win claim", "claim", "accounting", spot="5", cards=ACES, says="$1,341.03"),
    _ask("win claim", "claim", "accounting", spot="2", cards=ACES),
    _ask("win confirm", "approval", "floor", claim=5, says="1 more person is needed"),
    _ask("win confirm", "approval", "second", claim=5, says="waits for the other claims"),
    _no("win confirm", "manager", claim=6, says="manager had a part in the hand of claim 6 (meter raised by hand)"),
    _ask("win confirm", "approval", "second", claim=6, says="1 more person is needed"),
    _ask("win confirm", "approval meter_award", "floor", claim=6, says="the meter is $1,250.00 again"),
    _ask("win paid", "payment", "cage", claim=5, method="check", says="$670.51 (check)"),
    _hand("key clear", "clear"),
    _ask("win paid", "payment", "cage", claim=6, method="cash", says="$670.52 (cash)"),
)
ONE_ON_THE_METER = (
    _hand("key lock", "lock", 1, 3, 4),
    _ask("win claim", "claim", "second", spot="3", cards=ACES, says="$1,250.00"),
    _ask("win confirm", "approval", "floor", claim=7, says="1 more person is needed"),
    _no("win confirm", "second", claim=7, says="second made claim 7 and cannot approve it"),
    _no("win confirm", "floor", claim=7, says="already approved this claim"),
    _ask(
        "win confirm",
        "approval meter_award",
        "manager",
        claim=7,
        says="$1,250.00 (slip 7); the meter is $1,250.00 again",
    ),
    _ask("win paid", "payment", "cage", claim=7, method="check", says="$1,250.00 (check)"),
    _ask("round clear", "clear"),
)
DENIED = (
    _ask("round lock", "lock"),
    _ask("round clear", "clear"),  # a round without a bet is one, too
    _hand("key lock", "lock", 1, 6),
    _ask("win claim", "claim", "accounting", spot="1", cards=ACES),
    _ask("win confirm", "approval", "floor", claim=8, says="1 more person is needed"),
    _no("win deny", "manager", claim=8, reason="the third ace was a deuce", says="needs 2 different people"),
    _ask("win deny", "claim_end", "floor", "manager", claim=8, reason="the third ace was a deuce", says="is denied"),
    _hand("key clear", "clear"),
)
MENDED = (
    _hand("key lock", "lock", 1, 2, 3, 4),
    # Two people: after a power cut the cards may have been seen.
    _ask("round void", "void", "floor", "second", reason="misdeal", says="void"),
    _hand("key lock", "lock", 2, 3),
    _ask("round add-seat", "add_spot", "floor", spot="6", reason="dead sensor"),
    _ask("round void-seat", "void_spot", "floor", "second", spot="3", reason="fouled hand"),
    _hand("key clear", "clear"),
)
CLOSING = (
    _ask("table close", "close"),
    _ask("bench wind", "day_start post"),
    _ask("table open", "open"),
)
DAY = (*OPENING, *NOBODY_WINS, *BY_THE_DEALER, *BY_THE_FLOOR, *TWO_ON_THE_METER, *ONE_ON_THE_METER, *DENIED, *MENDED,
       *CLOSING)  # fmt: skip


def typed(step: Step) -> Iterator[str]:
    """The words on the command line."""
    yield from step.do.split()
    for argument in ACTIONS[step.do].arguments:
        if argument.name in step.facts:
            if not argument.positional:
                yield argument.flag or f"--{argument.name}"
            yield str(step.facts[argument.name])
    for name in step.by:
        yield from ("--by", name)
