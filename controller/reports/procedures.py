"""The rules of any game as a document: the nine headings that a regulator asks for (R240), written from its data.

Every sentence stands for a fact in the data, or for something that is the same in every game; a fact that a game does
not have gets no sentence. Part H is in `controller.reports.payouts`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from controller.games.cards import Suit
from controller.games.game import Game, Looks, SideBet
from controller.games.paytable import Paytable
from controller.games.phrases import decks_of
from controller.reports.game_selection import Shown, show
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table
from controller.reports.payouts import jackpot, payouts
from controller.table.rules import Jackpot
from words.catalogue import Catalogue
from words.message import Fact, Message, message, sentences


def procedures(
    words: Catalogue,
    game: Game,
    paytables: Sequence[Paytable],
    decks: Sequence[int],
    suit: Suit | None = None,
    jackpots: Mapping[str, tuple[Jackpot, ...]] | None = None,
) -> Document:
    """The rules for a table with these pay tables and numbers of decks. `suit` is the chosen suit of suit-specific
    awards; None: not chosen yet. `jackpots` has, by pay table id, the jackpots of the table that plays it, if one is
    known."""
    shown = show(game, paytables, decks, suit, jackpots or {})
    parts: dict[str, Iterable[Block]] = {
        "a": _paragraphs(words, _name(shown)),
        "b": _paragraphs(words, _object(shown)),
        "c": [_items(words, _rules(shown))],
        "d": [_items(words, _equipment(shown))],
        "e": [_items(words, _method(shown), numbered=True)],
        "f": [_items(words, _wagers(shown))],
        "g": _amounts(words, shown),
        "h": payouts(words, shown),
        "i": _paragraphs(words, [message("procedures.no_points", game=game.title)]),
    }
    blocks: list[Block] = []
    for letter, content in parts.items():
        blocks += [Heading(words.text(f"procedures.part_{letter}")), *content]
    if game.notes:
        blocks += [Heading(words.text("procedures.notes")), Items(game.notes)]
    return Document(game.title, words.text("procedures.title"), tuple(blocks), words.language)


def _paragraphs(words: Catalogue, messages: Iterable[Message]) -> Iterator[Block]:
    return map(Paragraph, map(words.say, messages))


def _items(words: Catalogue, messages: Iterable[Message], *, numbered: bool = False) -> Items:
    return Items(tuple(map(words.say, messages)), numbered=numbered)


def _titles(bets: Iterable[SideBet]) -> tuple[str, ...]:
    return tuple(bet.title for bet in bets)


def _metered(shown: Shown) -> tuple[SideBet, ...]:
    return tuple(
        bet for bet in shown.bets if any(each.meters and bet in shown.bets_on(each) for each in shown.paytables)
    )


def _name(shown: Shown) -> Iterator[Message]:
    yield message("procedures.name", game=shown.game.title)
    yield message("procedures.source", source=shown.game.source)


def _object(shown: Shown) -> Iterator[Message]:
    yield message("procedures.object", game=shown.game.title)
    if shown.bets:
        yield message("procedures.side_bets", bets=_titles(shown.bets))


def _rules(shown: Shown) -> Iterator[Message]:
    game = shown.game
    yield message("procedures.card_values")
    yield message("procedures.blackjack")
    yield message("procedures.split_21")
    yield message("procedures.tie")
    yield message("procedures.hits_soft_17" if game.play.dealer_hits_soft_17 else "procedures.stands_on_17")
    yield message("procedures.dealer_bust")
    if shown.bets:
        yield message("procedures.side_bet_apart")
        yield message("procedures.highest_hand")
    limits: list[Message] = []
    for limit in (each for bet in shown.bets for each in _limits_of(shown, bet)):
        if limit not in limits:
            limits.append(limit)
    yield from limits
    if game.options:
        yield message("procedures.options", most=game.options.most, amount=game.options.one_at_most)
    yield message("procedures.several_hands")
    if game.flat_bet:
        yield message("procedures.flat_bet")
    if _metered(shown):
        one = game.jackpots == 1
        yield message("procedures.one_jackpot" if one else "procedures.jackpots", number=game.jackpots)
        yield message("procedures.not_offered")
    yield message("procedures.close")


def _limits_of(shown: Shown, bet: SideBet) -> Iterator[Message]:
    if bet.only_beside:
        yield message("procedures.only_beside", bet=bet.title, others=shown.titles_of(bet.only_beside))
    for other in bet.never_with:
        both = _titles(each for each in shown.game.side_bets.values() if each.id in (bet.id, other))
        yield message("procedures.never_with", bets=both)
    if bet.min_decks > min(shown.decks):
        yield message("procedures.min_decks", bet=bet.title, decks=bet.min_decks)
    if bet.loses_on_player_total:
        yield message("procedures.loses_on_total", bet=bet.title, total=bet.loses_on_player_total)


def _equipment(shown: Shown) -> Iterator[Message]:
    main = shown.game.main
    yield message("procedures.table", seats=shown.game.seats)
    yield message("procedures.layout", spots=(main.title, *main.bigger, *_places(shown.bets)))
    yield message("procedures.cards", decks=decks_of(shown.decks))
    if metered := _titles(_metered(shown)):
        yield message("procedures.jackpot_system", bets=metered)
    if any(each.suit_specific for each in shown.paytables):
        code = "procedures.suit_display" if shown.suit else "procedures.suit_display_open"
        yield message(code, suit=shown.suit)


def _places(bets: Sequence[SideBet]) -> Iterator[Fact]:
    """Bets that exclude each other are listed as a choice."""
    choices: list[list[SideBet]] = []
    for bet in bets:
        for choice in choices:
            if all(bet.id in other.never_with or other.id in bet.never_with for other in choice):
                choice.append(bet)
                break
        else:
            choices.append([bet])
    for choice in choices:
        yield message("procedures.one_of", bets=_titles(choice)) if len(choice) > 1 else choice[0].title


def _method(shown: Shown) -> Iterator[Message]:
    main, play = shown.game.main, shown.game.play
    yield message("procedures.shuffle")
    yield message("procedures.reshuffle")
    if max(shown.decks) > 1:
        yield message("procedures.cut")
    if min(shown.decks) == 1:
        yield message("procedures.cut_single")
    place = [message("procedures.place", main=main.title)]
    if main.bigger:
        place.append(message("procedures.place_bigger", bigger=main.bigger))
    yield sentences(place)
    if early := _titles(bet for bet in shown.bets if not bet.after_deal):
        yield message("procedures.place_side_bets", bets=early)
    yield message("procedures.deal")
    yield from _settles(shown, (Looks.PAIR, Looks.UP), "procedures.after_deal")
    if late := _titles(bet for bet in shown.bets if bet.after_deal):
        yield message("procedures.late_bets", bets=late)
    yield from _peek(shown)
    wins, stake = play.blackjack_pays
    yield message("procedures.blackjack_pays", wins=wins, stake=stake)
    yield message("procedures.play")
    yield from _choices(shown)
    yield message("procedures.bust")
    if bets := _titles(bet for bet in shown.bets if bet.looks_at in (Looks.HOLE, Looks.BOTH)):
        yield message("procedures.first_cards_stay", bets=bets)
    if bets := _titles(bet for bet in shown.bets if bet.loses_on_player_total):
        yield message("procedures.all_cards_stay", bets=bets)
    yield message("procedures.hole_card")
    yield from _settles(shown, (Looks.HOLE, Looks.BOTH), "procedures.after_hole_card")
    played_out = _titles(bet for bet in shown.bets if bet.looks_at is Looks.HAND)
    yield message("procedures.dealer_draws_for" if played_out else "procedures.dealer_draws", bets=played_out)
    yield message("procedures.pay_main")
    yield from _settles(shown, (Looks.HAND,), "procedures.after_dealer")


def _settles(shown: Shown, looks: Sequence[Looks], when: str) -> Iterator[Message]:
    """Bets that the same cards decide share one sentence."""
    now = (bet for bet in shown.bets if bet.looks_at in looks)
    for (cards, order), group in groupby(now, key=lambda bet: (bet.looks_at, bet.order)):
        bets = _titles(group)
        yield message(
            "procedures.settle" if len(bets) > 1 else "procedures.settle_one",
            when=message(when),
            bets=bets,
            bet=bets[0],
            cards=cards.name.lower(),
            order=order.name.lower(),
        )


def _peek(shown: Shown) -> Iterator[Message]:
    main, play = shown.game.main, shown.game.play
    if play.insurance:
        code = "procedures.insurance_equally" if main.bigger else "procedures.insurance"
        yield message(code, bets=(main.title, *main.bigger))
    if play.even_money:
        yield message("procedures.even_money")
    yield message("procedures.peek")


def _choices(shown: Shown) -> Iterator[Message]:
    play = shown.game.play
    yield message("procedures.double_for_less" if play.double_for_less else "procedures.double")
    if play.splits:
        code = "procedures.split_once" if play.splits == 1 else "procedures.split"
        split = message(code, times=play.splits, hands=play.splits + 1)
        aces = message("procedures.resplit_aces" if play.resplit_aces else "procedures.split_aces")
        yield sentences((split, aces))
    if play.surrender:
        yield message("procedures.surrender")


def _wagers(shown: Shown) -> Iterator[Message]:
    main, play = shown.game.main, shown.game.play
    yield message("procedures.main_bet", bet=main.title)
    for title in main.bigger:
        yield message("procedures.bigger_bet", bet=title, main=main.title)
    for bet in shown.bets:
        code = "procedures.late_side_bet" if bet.after_deal else "procedures.early_side_bet"
        decided = message(code, bet=bet.title, cards=bet.looks_at.name.lower())
        yield sentences((decided, *_money_of(shown, bet)))
    if play.insurance:
        yield message("procedures.insurance_bet")
    yield message("procedures.double_and_split" if play.splits else "procedures.double_only")


def _money_of(shown: Shown, bet: SideBet) -> Iterator[Message]:
    """How the money on the meters of a bet comes in and changes."""
    own = (each for each in shown.paytables if bet in shown.bets_on(each))
    found = dict(each for paytable in own for each in shown.jackpots_of(paytable).items())
    for meter, each in found.items():
        terms = each.terms
        yield message("procedures.base", jackpot=jackpot(meter), amount=each.base)
        yield message(f"funding.{each.funding.name}", **each.funding.facts(terms))
        if terms.reserve_bp:
            yield message("procedures.reserve", rate=terms.reserve_bp)
        if terms.limit:
            yield message("procedures.limit", amount=terms.limit)
        yield message("procedures.reset_from_reserve" if terms.reserve_bp else "procedures.reset", amount=terms.reset)
        yield message(f"notices.{terms.multiple_winners}")
    if found:
        yield message("notices.no_light")
    for text in dict.fromkeys(text for each in found.values() for text in (each.disclosure, *each.notices) if text):
        yield message("procedures.at_the_table", text=text)


def _amounts(words: Catalogue, shown: Shown) -> Iterator[Block]:
    main = shown.game.main
    yield Paragraph(words.text("procedures.minimum", lowest=main.lowest, step=main.step))
    equal = message("procedures.equal_to", main=main.title)
    rows: list[tuple[str, Message | None, Message]] = [
        (main.title, message("procedures.posted_minimum", amount=main.lowest), _amount(main.highest)),
        *((title, equal, equal) for title in main.bigger),
        *((bet.title, _least(bet), _amount(max(bet.amounts, default=bet.highest))) for bet in shown.bets),
    ]
    if shown.game.play.insurance:
        rows.append((words.text("procedures.insurance_name"), None, message("procedures.half")))
    yield Table(
        words.text("procedures.limits"),
        tuple(map(words.text, ("labels.wager", "procedures.at_least", "procedures.at_most"))),
        tuple((title, words.say(least) if least else "", words.say(most)) for title, least, most in rows),
        words=3,
    )


def _amount(amount: int) -> Message:
    return message("paper.amount", amount=amount)


def _least(bet: SideBet) -> Message:
    if bet.amounts:
        return message("procedures.only", amounts=tuple(map(_amount, bet.amounts)))
    if bet.lowest_of_minimum:
        code = "procedures.part_of_minimum_or_more" if bet.lowest else "procedures.part_of_minimum"
        return message(code, rate=bet.lowest_of_minimum, amount=bet.lowest)
    if bet.lowest == bet.highest:
        return message("procedures.only", amounts=(_amount(bet.lowest),))
    return _amount(bet.lowest)
