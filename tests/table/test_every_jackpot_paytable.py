"""Every jackpot pay table of `lucky-ladies` on a table: each line is claimed by its cards, confirmed, and paid what is
printed for the wager (R005, R007, R008, C15). What the cards are is read a second time, slowly."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest
from support.games.reference_hands import FACES, SLOW, SUITS
from support.table.story import Table

from controller.config.catalogue import find_paytable, paytable_names
from controller.config.load import check, load
from controller.config.resources import shipped
from controller.config.settings import Config
from controller.games.game import Looks
from controller.games.paytable import Paytable
from controller.table.events import ConfirmClaim, OpenClaim, PayClaim, Touched
from controller.table.money import BASIS_POINTS, CENT, DOLLAR
from controller.table.state import Stage
from testbed.bench.cards import CardTable
from words.message import message

NAMES = [name for name in paytable_names() if name.startswith(("LL/JP", "PT-BJS-LL-", "PT-BJS-213-"))]
CHOSEN = {name for name in NAMES if find_paytable(name).suit_specific}
PLAYED = [(name, suit) for name in NAMES for suit in (("hearts", "spades") if name in CHOSEN else ("hearts",))]
STAKE = 5 * DOLLAR
SPOT = "2/jackpot"
PAIRS = list(combinations_with_replacement(FACES, 2))
BLACKJACKS = [["Ks", "As"], ["Kh", "Ah"], ["Ad", "Td"], ["Jc", "Ah"]]  # suited ones, and one that is not
BESIDE = {Looks.UP: [["Ah"], ["As"], ["5d"]], Looks.BOTH: [*BLACKJACKS, ["9c", "8d"]]}


def test_there_are_ten_and_thirteen_and_eleven() -> None:
    assert (len(NAMES), len(CHOSEN)) == (10 + 13 + 11, 10)


@pytest.fixture(scope="module", params=PLAYED, ids=lambda played: f"{played[0]}, {played[1]}")
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Config, Paytable]:
    """The progressive of the examples with another pay table, and a reset above all its fixed awards."""
    name, suit = request.param
    paytable = find_paytable(name)
    text = (shipped("config") / "examples/wa-progressive.toml").read_text()
    for old, new in (
        ("PT-BJS-213-01", name),
        (
            "decks = 6",
            f'decks = {paytable.min_decks}\nsuit = "{suit}"' if name in CHOSEN else f"decks = {paytable.min_decks}",
        ),
        ('base = "2500.00"', 'base = "60000.00"'),
        ('reset = "2500.00"', 'reset = "60000.00"'),
        ('limit = "50000.00"', 'limit = "90000.00"'),
        ("twenty-one", "jackpot"),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("table") / "table.toml"
    path.write_text(text)
    errors, warnings = check(path)
    assert errors == ()
    assert [warning.facts["what"] for warning in warnings] == [message("config.no_witness")]  # as the example
    return load(path), paytable


def slowly(paytable: Paytable, pair: list[str], dealer: list[str], suit: str) -> str | None:
    return next((line.event for line in paytable.lines if SLOW[line.event](pair, dealer, suit)), None)


def examples(config: Config, paytable: Paytable) -> dict[str | None, tuple[list[str], list[str]]]:
    """For each line a hand that it decides and the shoe can deal; for None one that loses."""
    suit = SUITS[config.suit.value] if config.suit else ""
    looks_at = config.rules.wagers["jackpot"].looks_at
    found: dict[str | None, tuple[list[str], list[str]]] = {}
    for dealer, pair in product(BESIDE[looks_at], PAIRS):
        cards = [*pair, *dealer]
        if len(found) > len(paytable.lines):
            break
        if max(Counter(cards).values()) <= config.decks:
            found.setdefault(slowly(paytable, list(pair), dealer, suit), (list(pair), dealer))
    return found


def in_a_round(table: Table, cards: list[str]) -> str:
    """A locked round, and just before its end the claim (C15); gives the refusal."""
    table.tell(Touched(table.at, SPOT))
    table.wait(5)
    assert not table.key("lock"), table.refused
    table.wait(10)
    assert not table.key("settle"), table.refused
    return table.do(OpenClaim, spot=SPOT, cards=" ".join(cards))


def test_each_line_is_paid_as_printed(played: tuple[Config, Paytable]) -> None:
    config, paytable = played
    hands = examples(config, paytable)
    assert set(hands) == {None, *(line.event for line in paytable.lines)}
    table = Table(config.rules)
    table.open()
    for line in paytable.lines:
        refused = in_a_round(table, [*hands[line.event][0], *hands[line.event][1]])
        assert refused == ("cards_win_nothing" if line.loses else "")
        if not line.loses:
            locked = table.state.book.meter("progressive")
            claim = table.state.book.claim_count
            _confirmed(table, claim)
            made = next(each for each in table.state.book.claims if each.number == claim)
            assert made.award == line.event
            if line.shares:
                (share,) = line.shares
                assert made.amount == locked * share // BASIS_POINTS // CENT * CENT
                assert made.stage is Stage.OWED
                assert not table.do(PayClaim, claim=claim, by=("cage",)), table.refused
            else:
                assert made.amount == (line.times * STAKE or line.amount * 5)
        assert not table.key("clear"), table.refused
        table.wait(10)
    assert in_a_round(table, [*hands[None][0], *hands[None][1]]) == "cards_win_nothing"


def test_what_is_dealt_is_claimed_by_its_cards(played: tuple[Config, Paytable]) -> None:
    """The bench's own cards, round after round until a few awards came."""
    config, paytable = played
    table, cards = Table(config.rules), CardTable(config, 7)
    table.open()
    suit = SUITS[config.suit.value] if config.suit else ""
    won = 0
    for _ in range(2000):
        dealt = cards.deal(list(config.rules.spots))
        if not dealt.awards:
            continue
        for spot in config.rules.spots:
            table.tell(Touched(table.at, spot))
        table.wait(5)
        assert not table.key("lock"), table.refused
        for award in dealt.awards:
            names = award.deciding.split()
            assert not table.do(OpenClaim, spot=award.spot, cards=award.deciding), table.refused
            claim = table.state.book.claim_count
            _confirmed(table, claim)
            made = next(each for each in table.state.book.claims if each.number == claim)
            assert made.award == slowly(paytable, names[:2], names[2:], suit)
            if not award.share:
                assert made.amount == award.pays > 0
            elif made.stage is Stage.OWED:
                assert not table.do(PayClaim, claim=claim, by=("cage",)), table.refused
            won += 1
        table.key("settle")
        assert not table.key("clear"), table.refused
        table.wait(10)
        if won >= 3:
            return
    pytest.fail(f"{won} awards in 2000 rounds")


def _confirmed(table: Table, claim: int) -> None:
    """One after the other, as many as it takes."""
    for name in ("floor", "manager"):
        if next(each for each in table.state.book.claims if each.number == claim).stage is Stage.OPEN:
            assert not table.do(ConfirmClaim, claim=claim, by=(name,)), table.refused
