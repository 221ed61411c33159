"""The rules of a game for people (R240)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.reports.pdf import words_of

from controller.config.catalogue import find_game, find_paytable, game_names
from controller.games.cards import Suit
from controller.games.game import Game, Looks, MainBet, Options, Order, Play, SideBet
from controller.games.paytable import Line, Paytable
from controller.reports.layout import stamp
from controller.reports.layout.document import Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.layout.pdf import as_pdf
from controller.reports.layout.text import as_text
from controller.reports.procedures import procedures
from controller.table.funding import DAILY_PERCENT, MANUAL_HOUSE, PER_WAGER
from controller.table.funding.base import Terms
from controller.table.money import DOLLAR
from controller.table.rules import Jackpot
from words.catalogue import catalogue
from words.message import UsageError

NINE = "ABCDEFGHI"
ENGLISH, SPANISH = catalogue("en"), catalogue("es")
WHEN = datetime(2026, 1, 2, tzinfo=UTC)
DECKS = {"lucky-ladies": (1, 2, 4, 8)}  # with these each of its pay tables is shown; all eight take long


# -- a small game, changed one fact at a time ----------------------------------------------------------------

PAIRS = Paytable(
    id="P/1",
    title="Pairs",
    source="a sheet of pairs",
    base_wager=5 * DOLLAR,
    wagers=(5 * DOLLAR,),
    returned=True,
    min_decks=1,
    max_decks=8,
    lines=(Line("pair-suited", "A suited pair", times=25), Line("pair-off-suit", "Another pair", times=10)),
    notes=("A note on pairs.",),
)
OTHER = replace(PAIRS, id="P/2", title="Other pairs")
BET = SideBet("pairs", "Even Pairs", Looks.PAIR, ("P/1",), lowest=2 * DOLLAR, highest=9 * DOLLAR)
MORE = SideBet("more", "More Pairs", Looks.UP, ("P/2",), lowest=DOLLAR, highest=8 * DOLLAR)
GAME = Game(
    id="small",
    title="Small Blackjack",
    source="a sheet of rules",
    seats=5,
    decks=(2, 4, 6, 8),
    main=MainBet("Ante", ("Bigger One", "Bigger Two"), lowest=3 * DOLLAR, highest=40 * DOLLAR, step=DOLLAR),
    play=Play(True, (3, 2), True, True, True, True, splits=2, resplit_aces=False),
    side_bets={"pairs": BET, "more": MORE},
    options=Options(4, 5 * DOLLAR),
    jackpots=2,
    flat_bet=True,
    notes=("A reading of the rules.",),
)


WITH_JACKPOT = replace(PAIRS, returned=False, lines=(Line("pair-suited", "A suited pair", shares=(10000,)),))
JACKPOT = Jackpot(
    id="bonus",
    title="Pairs Jackpot",
    funding=DAILY_PERCENT,
    base=155_500_000,
    terms=Terms(100 * DOLLAR, 1000, 0, 0, 10**15, "split"),
    awards=(),
    disclosure="",
    text_id="",
)


def text_of(game: Game, *paytables: Paytable, decks: tuple[int, ...] = (6,), **more: Any) -> str:
    return " ".join(as_text(procedures(ENGLISH, game, paytables or (PAIRS, OTHER), decks, **more), 10_000).split())


def side(**facts: Any) -> Callable[[Game], Game]:
    return lambda game: replace(game, side_bets={**game.side_bets, "pairs": replace(BET, **facts)})


def main(**facts: Any) -> Callable[[Game], Game]:
    return lambda game: replace(game, main=replace(game.main, **facts))


def play(**facts: Any) -> Callable[[Game], Game]:
    return lambda game: replace(game, play=replace(game.play, **facts))


def whole(**facts: Any) -> Callable[[Game], Game]:
    return lambda game: replace(game, **facts)


# What a change of the fact takes out of the text, and what it brings in.
CHANGES: dict[tuple[type, str], tuple[Callable[[Game], Game], str, str]] = {
    (Game, "title"): (whole(title="Large Blackjack"), "Small Blackjack has no point", "Large Blackjack has no point"),
    (Game, "source"): (whole(source="a book"), "Source: a sheet of rules.", "Source: a book."),
    (Game, "seats"): (whole(seats=7), "A table for five players", "A table for seven players"),
    (Game, "options"): (whole(options=None), "makes four of them at most, and one of four is $5.00 or less", ""),
    (Game, "flat_bet"): (whole(flat_bet=False), "exactly the bets of his or her first hand", ""),
    (Game, "decks_named"): (
        whole(decks_named=False),
        "Approved for two, four, six or eight decks.",
        "The document names no number of decks.",
    ),
    (Game, "notes"): (whole(notes=("Another reading.",)), "A reading of the rules.", "Another reading."),
    (Options, "most"): (whole(options=Options(3, 1)), "more than four wagers", "more than three wagers"),
    (Options, "one_at_most"): (whole(options=Options(4, 6 * DOLLAR)), "is $5.00 or less", "is $6.00 or less"),
    (MainBet, "title"): (main(title="Bet"), "Ante: the bet", "Bet: the bet"),
    (MainBet, "bigger"): (main(bigger=("Big",)), "Bigger Two: an optional bet", "Big: an optional bet"),
    (MainBet, "lowest"): (main(lowest=4 * DOLLAR), "the posted minimum, $3.00", "the posted minimum, $4.00"),
    (MainBet, "highest"): (main(highest=50 * DOLLAR), "$40.00", "$50.00"),
    (MainBet, "step"): (main(step=2 * DOLLAR), "multiples of $1.00", "multiples of $2.00"),
    (Play, "dealer_hits_soft_17"): (play(dealer_hits_soft_17=False), "but draws on a soft 17", "also a soft 17"),
    (Play, "blackjack_pays"): (play(blackjack_pays=(6, 5)), "blackjack is paid 3 to 2", "blackjack is paid 6 to 5"),
    (Play, "insurance"): (play(insurance=False), "the dealer offers insurance: up to half", ""),
    (Play, "even_money"): (play(even_money=False), "may take even money: 1 to 1", ""),
    (Play, "surrender"): (play(surrender=False), "may give up half of each main bet", ""),
    (Play, "double_for_less"): (
        play(double_for_less=False),
        "beside each main bet, equal to it or less",
        "equal to it.",
    ),
    (Play, "splits"): (
        play(splits=3),
        "two times, so that there are three hands",
        "three times, so that there are four",
    ),
    (Play, "resplit_aces"): (play(resplit_aces=True), "are not split again", "may be split again within this number"),
    (SideBet, "title"): (side(title="Odd Pairs"), "Even Pairs: an optional", "Odd Pairs: an optional"),
    (SideBet, "looks_at"): (
        side(looks_at=Looks.HOLE),
        "Even Pairs by the player's first two cards,",
        "dealer's hole card",
    ),
    (SideBet, "lowest"): (side(lowest=7 * DOLLAR), "Even Pairs $2.00", "Even Pairs $7.00"),
    (SideBet, "highest"): (side(highest=2 * DOLLAR), "$9.00", "Even Pairs $2.00 only"),
    (SideBet, "lowest_of_minimum"): (side(lowest_of_minimum=5000), "Even Pairs $2.00", "50 % of the posted minimum"),
    (SideBet, "amounts"): (side(amounts=(5 * DOLLAR, 9 * DOLLAR)), "Even Pairs $2.00", "$5.00 or $9.00 only"),
    (SideBet, "max_payout"): (side(max_payout=1000 * DOLLAR), "", "Even Pairs pays $1,000.00 at most for one hand"),
    (SideBet, "after_deal"): (side(after_deal=True), "on Even Pairs or More", "shown, players may bet on Even Pairs."),
    (SideBet, "only_beside"): (
        side(only_beside=("more",)),
        "",
        "a player who has also bet on More Pairs",
    ),
    (SideBet, "never_with"): (
        side(never_with=("more",)),
        "",
        "Even Pairs and More Pairs are never offered at",
    ),
    (SideBet, "min_decks"): (side(min_decks=4), "", "Even Pairs is offered only with four decks or more"),
    (SideBet, "order"): (side(order=Order.RIGHT_TO_LEFT), "", "from right to left"),
    (SideBet, "loses_on_player_total"): (side(loses_on_player_total=30), "", "goes bust with a total of 30"),
}
# No words of their own: an id; what the choice of decks and pay tables decides (tests below), jackpots among it.
WITHOUT = {(Game, "id"), (SideBet, "id"), (Game, "decks"), (SideBet, "paytables"), (Game, "jackpots")}
PARTS = {(Game, "main"), (Game, "play"), (Game, "side_bets")}


def test_every_fact_of_a_game_is_tried() -> None:
    facts = {(each, fact.name) for each in (Game, MainBet, Play, SideBet, Options) for fact in fields(each)}
    assert facts == set(CHANGES) | WITHOUT | PARTS


@pytest.mark.parametrize(
    ("alter", "gone", "come"), CHANGES.values(), ids=[f"{each.__name__}.{fact}" for each, fact in CHANGES]
)
def test_a_changed_fact_changes_the_text(alter: Callable[[Game], Game], gone: str, come: str) -> None:
    """R240: the rules follow the data, and a fact that a game lacks leaves no sentence."""
    before, after = text_of(GAME, decks=(2, 6)), text_of(alter(GAME), decks=(2, 6))
    assert before != after
    if gone:
        assert gone in before
        assert gone not in after
    if come:
        assert come in after
        assert come not in before


PAYTABLE_CHANGES: dict[str, tuple[Paytable, str]] = {
    "id": (replace(PAIRS, id="P/2"), "P/2: Pairs"),
    "title": (replace(PAIRS, title="Couples"), "P/1: Couples"),
    "source": (replace(PAIRS, source="a leaflet"), "Source: a leaflet."),
    "base_wager": (
        replace(PAIRS, base_wager=3 * DOLLAR, wagers=(3 * DOLLAR,), lines=(Line("pair-suited", "A", amount=DOLLAR),)),
        "Amounts are for a wager of $3.00",
    ),
    "wagers": (
        replace(PAIRS, wagers=(5 * DOLLAR, 10 * DOLLAR), lines=(Line("pair-suited", "A pair", amount=25 * DOLLAR),)),
        "A pair $25.00 for $5.00, $50.00 for $10.00",
    ),
    "returned": (replace(PAIRS, returned=False), "A suited pair 25 for 1"),
    "min_decks": (replace(PAIRS, min_decks=3), "Approved for four, six or eight decks"),
    "max_decks": (replace(PAIRS, max_decks=7), "Approved for two, four or six decks"),
    "lines": (replace(PAIRS, lines=PAIRS.lines[:1]), "Every other hand loses 47,736"),
    "notes": (replace(PAIRS, notes=("A second note.",)), "A second note."),
}
LINE_CHANGES = {
    "event": (Line("suited-20", "A suited pair", times=25), "A suited pair 25 to 1 1,"),
    "title": (Line("pair-suited", "Twins", times=25), "Twins 25 to 1"),
    "times": (Line("pair-suited", "A suited pair", times=1500), "A suited pair 1,500 to 1"),
    "amount": (Line("pair-suited", "A suited pair", amount=1250 * DOLLAR), "A suited pair $1,250.00"),
    "shares": (Line("pair-suited", "A suited pair", shares=(1250,)), "A suited pair 12.5 % of the jackpot"),
    "meter": (Line("pair-suited", "A pair", shares=(10000,), meter="grand"), "A pair 100 % of the grand jackpot"),
    "loses": (Line("pair-suited", "A suited pair", loses=True), "A suited pair loses"),
}


def test_every_fact_of_a_pay_table_is_tried() -> None:
    assert {fact.name for fact in fields(Paytable)} == set(PAYTABLE_CHANGES)
    assert {fact.name for fact in fields(Line)} == set(LINE_CHANGES)


@pytest.mark.parametrize(
    ("paytable", "words"),
    [
        *PAYTABLE_CHANGES.values(),
        *((replace(PAIRS, lines=(line, PAIRS.lines[1])), words) for line, words in LINE_CHANGES.values()),
    ],
)
def test_a_changed_pay_table_changes_part_h(paytable: Paytable, words: str) -> None:
    game = side(paytables=("P/1", "P/2"))(GAME)
    assert words not in text_of(game, PAIRS)
    assert words in text_of(game, paytable)


def test_only_bets_with_a_chosen_pay_table_are_described() -> None:
    text = text_of(GAME, PAIRS)
    assert "Even Pairs" in text
    assert "More Pairs" not in text
    assert "side bet" not in " ".join(as_text(procedures(ENGLISH, GAME, (), (6,)), 10_000).split())


def test_the_decks_chosen_are_the_decks_described() -> None:
    assert "Cards: six decks of 52 cards" in text_of(GAME)
    assert "Cards: two or four decks of 52 cards" in text_of(GAME, decks=(4, 2, 4))


def test_a_pay_table_for_other_decks_is_left_out_and_said() -> None:
    text = text_of(GAME, replace(PAIRS, max_decks=4), OTHER)
    assert "Not shown, since not approved for six decks: P/1." in text
    assert "Even Pairs" not in text


def test_a_bet_is_described_only_with_as_many_decks_as_it_needs() -> None:
    """`double-action`: Match Madness is not played with two decks."""
    game = side(min_decks=4)(GAME)
    assert "Even Pairs" not in text_of(game, PAIRS, decks=(2,))
    text = text_of(game, PAIRS, decks=(2, 4))
    assert "P/1 with four decks" in text
    assert "P/1 with two decks" not in text


def test_what_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(UsageError, match="game_decks game=small decks=5"):
        procedures(ENGLISH, GAME, (PAIRS,), (5,))
    with pytest.raises(UsageError, match="not_of_game paytable=P/9 game=small"):
        procedures(ENGLISH, GAME, (replace(PAIRS, id="P/9"),), (6,))


def test_a_line_that_cannot_occur_is_a_loud_warning() -> None:
    """R006, C13"""
    three = replace(PAIRS, lines=(Line("three-queens-of-hearts", "Three Queens", shares=(10000,)), *PAIRS.lines))
    game = side(looks_at=Looks.UP)(GAME)
    warned = [each for each in procedures(ENGLISH, game, (three,), (2,)).blocks if isinstance(each, Warn)]
    assert warned == [Warn("Three Queens cannot occur with two decks; its share of a jackpot cannot be won.")]
    assert not [each for each in procedures(ENGLISH, game, (three,), (6,)).blocks if isinstance(each, Warn)]


def test_the_figures_are_those_of_the_odds() -> None:
    """Of 48,516 pairs of six decks 780 are suited, 2,808 are not; the rest loses."""
    text = text_of(GAME, PAIRS)
    assert "P/1 with six decks: 48,516 combinations" in text
    assert "A suited pair 25 to 1 780 0.01607717 62.20" in text
    assert "Another pair 10 to 1 2,808 0.05787781 17.28" in text
    assert "Every other hand loses 44,928 0.92604502 1.08" in text
    assert "Hit frequency 7.40 %, one in 13.52." in text
    assert "House edge -5.47 %, return 105.47 %" in text


def test_a_share_is_shown_with_the_meter_that_is_known_and_the_one_that_breaks_even() -> None:
    text = text_of(GAME, WITH_JACKPOT, jackpots={"P/1": (JACKPOT,)})
    assert "House edge 100.00 %, return 0.00 %" in text
    assert "return 50.00 %" in text
    assert "with the jackpot at $155.50." in text
    assert "A wager returns what it costs with $311.00 in the jackpot." in text
    assert re.search(r"P/1 Even Pairs 50\.00 [^*]", text)
    assert "P/1 Even Pairs 100.00*" in text_of(GAME, WITH_JACKPOT)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"base": 1250 * DOLLAR}, "The jackpot opens with $1,250.00, paid by the house."),
        ({}, "Each morning before opening 10 % of the amount wagered on this bet the previous day is added."),
        ({"rate_bp": 550}, "Each morning before opening 5.5 % of the amount"),
        (
            {"funding": PER_WAGER},
            "Of every wager on this bet 10 % is added when the bets of the round are closed.",
        ),
        (
            {"funding": MANUAL_HOUSE},
            "The management sets its amount, never during a hand; no part of a wager is added.",
        ),
        ({"reset": 700 * DOLLAR}, "When all of it has been won, it starts again with $700.00, paid by the house."),
        ({"reserve_bp": 250}, "Of every such wager 2.5 % more is set aside, not displayed."),
        ({"reserve_bp": 250}, "paid from what was set aside, and by the house as far as that is too little."),
        ({"limit": 9000 * DOLLAR}, "It rises to $9,000.00 and no higher;"),
        ({"disclosure": "The house pays."}, 'At the table it says: "The house pays."'),
        ({"notices": ("Four at most.",)}, 'At the table it says: "Four at most."'),
        ({"multiple_winners": "split"}, "they share it in proportion"),
        ({"multiple_winners": "full_each"}, "each is paid in full, as if alone."),
        ({"multiple_winners": "ordered"}, "they are paid one after another"),
    ],
)
def test_part_f_tells_of_the_money_of_a_known_jackpot(facts: dict[str, Any], words: str) -> None:
    """R240, and `brook`, part F."""
    terms = {name: facts[name] for name in facts if name in {field.name for field in fields(Terms)}}
    others = {name: facts[name] for name in facts if name not in terms}
    jackpot = replace(JACKPOT, terms=replace(JACKPOT.terms, **terms), **others)
    text = text_of(GAME, WITH_JACKPOT, jackpots={"P/1": (jackpot,)})
    of_the_bet = text.partition("F. Types of wager")[2].partition("G. Amounts")[0]
    assert words in of_the_bet.partition("Even Pairs: an optional side bet")[2]
    assert words not in text_of(GAME, WITH_JACKPOT)


def test_each_of_several_jackpots_is_told_of_by_its_name() -> None:
    """`llj`: one bet plays for three."""
    lines = tuple(Line("pair-suited", "A", shares=(10000,), meter=meter) for meter in ("mega", "minor"))
    jackpots = (replace(JACKPOT, id="minor", base=50 * DOLLAR), replace(JACKPOT, id="mega", base=900 * DOLLAR))
    text = text_of(GAME, replace(WITH_JACKPOT, lines=lines), jackpots={"P/1": jackpots})
    assert "The mega jackpot opens with $900.00" in text
    assert "The minor jackpot opens with $50.00" in text
    assert "with the mega jackpot at $900.00 and the minor jackpot at $50.00." in text


def test_only_a_jackpot_bet_brings_the_rules_of_jackpot_bets() -> None:
    """`brook`, part F and `lucky-ladies`: shuffling by hand, and how many there are on a layout."""
    by_hand = "may stop offering a jackpot bet between shoes, for example while cards are shuffled by hand."
    text = text_of(GAME, WITH_JACKPOT)
    assert by_hand in text
    assert "A layout has at most two jackpot bets, each with a sensor of its own at every seat." in text
    assert "at most one jackpot bet, with a sensor" in text_of(replace(GAME, jackpots=1), WITH_JACKPOT)
    assert "jackpot" not in text_of(GAME, PAIRS)


def test_bets_that_exclude_each_other_are_a_choice_on_the_layout() -> None:
    """`double-action`: 2nd Action or Match Madness."""
    one = side(never_with=("more",))(GAME)
    assert "at every seat: Ante, Bigger One, Bigger Two and either Even Pairs or More Pairs." in text_of(one)
    assert "at every seat: Ante, Bigger One, Bigger Two and Even Pairs." in text_of(one, PAIRS)
    assert "at every seat: Ante, Bigger One, Bigger Two, Even Pairs and More Pairs." in text_of(GAME)


def test_a_bet_for_more_decks_narrows_the_approval_of_its_pay_table() -> None:
    """`double-action`: Match Madness is not played with two decks, whatever its pay table says."""
    assert "Approved for six or eight decks." in text_of(side(min_decks=5)(GAME), PAIRS)


@pytest.mark.parametrize(
    ("name", "approved"),
    [
        ("llj", "Approved for two, six or eight decks."),
        ("brook", "Approved for six decks."),
        ("bbb", "The document names no number of decks."),
    ],
)
def test_no_approval_is_stated_that_the_document_does_not_give(name: str, approved: str) -> None:
    """`llj` says two, six or eight; `bbb` names none."""
    _, paytables, document = shipped(name)
    texts = [
        each
        for block in document.blocks
        if isinstance(block, Items)
        for each in block.texts
        if re.search("Approved for|names no number", each)
    ]
    assert texts == [approved] * len(paytables)


def test_a_suit_that_is_not_chosen_yet_is_never_said_to_be_chosen() -> None:
    """`lucky-ladies`: the operator chooses it; the odds are for one of the four."""
    line = Line("three-aces-chosen-suit", "Three Aces (Specific Suit)", shares=(10000,))
    text = text_of(side(looks_at=Looks.UP)(GAME), replace(PAIRS, lines=(line,)))
    assert (
        "The house chooses the suit of suit-specific awards before play; the odds are for hearts as an example." in text
    )
    assert "A display of the suit that the house chooses before play for suit-specific awards." in text
    assert not re.search("has chosen|suit chosen", text)
    assert "chooses the suit" not in text_of(GAME, PAIRS)


def test_the_chosen_suit_is_named_where_it_matters() -> None:
    line = Line("three-aces-chosen-suit", "Three Aces (Specific Suit)", shares=(10000,))
    game = side(looks_at=Looks.UP)(GAME)
    assert "clubs as the suit chosen" in text_of(game, replace(PAIRS, lines=(line,)), suit=Suit.CLUBS)
    assert "suit chosen" not in text_of(game, PAIRS, suit=Suit.CLUBS)


# -- the five games as shipped -------------------------------------------------------------------------------


@cache
def shipped(name: str) -> tuple[Game, tuple[Paytable, ...], Document]:
    game = find_game(name)
    ids = dict.fromkeys(each for bet in game.side_bets.values() for each in bet.paytables)
    paytables = tuple(find_paytable(each) for each in ids)
    return game, paytables, procedures(ENGLISH, game, paytables, DECKS.get(name, game.decks))


@pytest.mark.parametrize("name", game_names())
def test_nine_headings_in_order(name: str) -> None:
    """R240, and the headings of `brook`."""
    _, _, document = shipped(name)
    headings = [each.text for each in document.blocks if isinstance(each, Heading) and each.level == 1]
    assert [each[:2] for each in headings[:9]] == [f"{letter}." for letter in NINE]
    for heading, words in zip(
        headings, ("name", "object", "rules", "equip", "method", "type", "amount", "odds", "point"), strict=False
    ):
        assert words in heading.lower()


@pytest.mark.parametrize("name", game_names())
def test_every_pay_table_of_a_shipped_game_has_its_table_and_figures(name: str) -> None:
    _, paytables, document = shipped(name)
    captions = [each.caption for each in document.blocks if isinstance(each, Table)]
    headings = [each.text for each in document.blocks if isinstance(each, Heading)]
    for paytable in paytables:
        assert f"{paytable.id}: {paytable.title}" in headings
        assert any(each.startswith(f"{paytable.id} with ") for each in captions)


@pytest.mark.parametrize("name", game_names())
def test_the_pdf_of_a_shipped_game_prints_all_of_it(name: str) -> None:
    game, paytables, document = shipped(name)
    pdf = as_pdf(document, stamp(document), WHEN)
    printed = words_of(pdf)
    for paytable in paytables:
        assert paytable.id in printed
    for bet in game.side_bets.values():
        assert bet.title in printed
    assert pdf == as_pdf(document, stamp(document), WHEN)


def test_the_figures_that_the_seeds_print() -> None:
    """`brook`: 10.44 % for Suited Royals; `double-action`: 7.42 % for DA4/3."""
    assert "House edge 10.44 %" in as_text(shipped("brook")[2])
    assert re.search(r"DA4/3 +Double Action and 2nd Action +- +7.42", as_text(shipped("double-action")[2]))


def texts_of(document: Document) -> Iterator[str]:
    yield document.kind
    for block in document.blocks:
        match block:
            case Heading(text) | Paragraph(text) | Warn(text):
                yield text
            case Items(texts):
                yield from texts
            case Table(caption, head, rows):
                yield from (caption, *head, *(cell for row in rows for cell in row))


ENGLISH_WORDS = re.compile(r"\b(the|of|and|with|or|for|by|is|bets?|dealer|players?|wagers?|cards?|house|hand|one)\b")
FIGURE = re.compile(r"\d(?:[\d.,]*\d)?")


@pytest.mark.parametrize("name", game_names())
def test_in_spanish_nothing_is_english_but_what_was_approved(name: str) -> None:
    """Titles, sources, notes, lines and disclosures stand as they were approved; the figures are the same."""
    game = find_game(name)
    paytables = [find_paytable(each) for bet in game.side_bets.values() for each in bet.paytables[:1]]
    jackpots = {each.id: tuple(replace(JACKPOT, id=meter or "bonus") for meter in each.meters) for each in paytables}
    english, spanish = (
        procedures(words, game, paytables, game.decks[-1:], Suit.CLUBS, jackpots) for words in (ENGLISH, SPANISH)
    )
    approved = {
        game.title, game.source, *game.notes, game.main.title, *game.main.bigger,
        *(bet.title for bet in game.side_bets.values()),
        *(text for each in paytables for text in (each.id, each.title, each.source, *each.notes)),
        *(line.title for each in paytables for line in each.lines),
    }  # fmt: skip
    data = re.compile("|".join(map(re.escape, sorted(approved, key=len, reverse=True))))
    for here, there in zip(texts_of(spanish), texts_of(english), strict=True):
        own = data.sub("", here)
        assert not ENGLISH_WORDS.search(own), here
        if re.search("[a-z]{4}", own):
            assert here != there
        assert sorted(FIGURE.findall(here)) == sorted(FIGURE.findall(there))


def test_the_code_knows_no_game() -> None:
    """C29: the same code for every game."""
    names = [*game_names(), *(find_game(each).title for each in game_names())]
    folder = Path(__file__).parents[2] / "controller"
    for file in ("reports/procedures.py", "reports/payouts.py", "reports/game_selection.py", "games/phrases.py"):
        source = (folder / file).read_text()
        assert not [each for each in names if each in source]
