"""The rules of any game for people: the nine headings that a regulator asks for (R240), written from its data.

Every sentence stands for a fact of the data, or for what is the same in every game; a fact that a game does not have
leaves no sentence behind. Part H is in `controller.reports.payouts`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from controller.games.cards import Suit
from controller.games.game import Game, Looks, SideBet
from controller.games.paytable import Paytable
from controller.games.phrases import decks_of, listed, money, number, percent, ratio
from controller.reports import payouts
from controller.reports.game_selection import Shown, show
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table
from controller.table.rules import Jackpot
from words.catalogue import catalogue

DECIDED = {
    Looks.PAIR: "the player's first two cards",
    Looks.UP: "the player's first two cards and the dealer's up card",
    Looks.HOLE: "the player's first two cards and the dealer's hole card",
    Looks.BOTH: "the player's first two cards and the dealer's first two",
    Looks.HAND: "the dealer's hand, played to its end",
}
FUNDED = {  # by funding type
    "daily_percent": "Each morning before opening {rate} of the amount wagered on this bet the previous day is added.",
    "per_wager": "Of every wager on this bet {rate} is added when the bets of the round are closed.",
    "manual_house": "The management sets its amount, never during a hand; no part of a wager is added.",
}


def procedures(
    game: Game,
    paytables: Sequence[Paytable],
    decks: Sequence[int],
    suit: Suit | None = None,
    jackpots: Mapping[str, tuple[Jackpot, ...]] | None = None,
) -> Document:
    """What a table with these pay tables and numbers of decks plays. `suit` is the chosen one of suit-specific awards;
    None: the house has still to choose it. `jackpots` are for a pay table (by its id) those of the table that plays it,
    where one is known."""
    shown = show(game, paytables, decks, suit, jackpots or {})
    parts = (
        ("A. Name of the game", _name(shown)),
        ("B. Object of the game", _object(shown)),
        ("C. Rules of the game", _rules(shown)),
        ("D. Equipment", _equipment(shown)),
        ("E. Method of play", _method(shown)),
        ("F. Types of wager", _wagers(shown)),
        ("G. Amounts of the wagers", _amounts(shown)),
        ("H. Payouts and odds", payouts.payouts(shown)),
        ("I. Point systems", _points(shown)),
    )
    blocks: list[Block] = []
    for heading, content in parts:
        blocks += [Heading(heading), *content]
    if game.notes:
        blocks += [Heading("Notes on the source"), Items(game.notes)]
    return Document(game.title, "Game procedures", tuple(blocks))


def _titles(bets: Iterable[SideBet]) -> tuple[str, ...]:
    return tuple(bet.title for bet in bets)


def _metered(shown: Shown) -> tuple[SideBet, ...]:
    return tuple(
        bet for bet in shown.bets if any(each.meters and bet in shown.bets_on(each) for each in shown.paytables)
    )


def _name(shown: Shown) -> Iterator[Block]:
    yield Paragraph(f"{shown.game.title}.")
    yield Paragraph(f"Source: {shown.game.source}.")


def _object(shown: Shown) -> Iterator[Block]:
    yield Paragraph(
        f"{shown.game.title} is a blackjack game banked by the house. A player wins with a hand that comes nearer to "
        "21 than the dealer's without going over 21. A hand that goes over 21 is bust and has lost."
    )
    if shown.bets:
        yield Paragraph(f"Players may also bet on {listed(_titles(shown.bets))}.")


def _rules(shown: Shown) -> Iterator[Block]:
    play, game = shown.game.play, shown.game
    soft = (
        ", but draws on a soft 17 (one with an ace that counts 11)" if play.dealer_hits_soft_17 else ", also a soft 17"
    )
    rules = [
        "An ace counts 1 or 11; a king, queen or jack counts 10; every other card counts what is printed on it.",
        "A blackjack is an ace with a ten or a face card as the first two cards. It beats every other hand.",
        "After a split, an ace with a ten or a face card is 21, and no blackjack.",
        "A hand that equals the dealer's is a tie: its bet is neither won nor lost.",
        f"The dealer draws up to 16 and stands on 17 or more{soft}.",
        "If the dealer goes bust, every hand still in play wins.",
    ]
    if shown.bets:
        rules += [
            "A side bet has no influence on the main hand. A player needs a main bet to make one.",
            "A side bet is paid for the highest hand of its pay table alone.",
        ]
    rules += dict.fromkeys(rule for bet in shown.bets for rule in _limits_of(shown, bet))
    if game.options:
        most = number(game.options.most)
        rules.append(
            f"Where the layout has more than {most} wagers, a player makes {most} of them at most, and one of "
            f"{most} is {money(game.options.one_at_most)} or less. The layout says so."
        )
    rules.append(
        "A player may play several hands at seats beside each other. The house may ask for the further seats back "
        "to make room for other players."
    )
    if game.flat_bet:
        rules.append(
            "The house may hold a player to a flat bet, after telling the player so: until the end of the shoe the "
            "player makes exactly the bets of his or her first hand of that shoe, none higher, none lower, none added."
        )
    if _metered(shown):
        bets = "bets" if game.jackpots > 1 else "bet"
        rules.append(
            f"A layout has at most {number(game.jackpots)} jackpot {bets}, each with a sensor of its own at every seat."
        )
        rules.append(
            "The house may stop offering a jackpot bet between shoes, for example while cards are shuffled by hand."
        )
    rules.append(
        "The house may close the table at any time: it announces that the game ends after the present shoe. "
        "A shoe ends when the cut card is dealt."
    )
    yield Items(tuple(rules))


def _limits_of(shown: Shown, bet: SideBet) -> Iterator[str]:
    if bet.only_beside:
        others = listed(shown.titles_of(bet.only_beside), "or")
        yield f"{bet.title} can only be made by a player who has also bet on {others}."
    for other in bet.never_with:
        both = [each.title for each in shown.game.side_bets.values() if each.id in (bet.id, other)]
        yield f"{listed(both)} are never offered at the same table."
    if bet.min_decks > min(shown.decks):
        yield f"{bet.title} is offered only with {number(bet.min_decks)} decks or more."
    if bet.loses_on_player_total:
        yield (
            f"{bet.title} loses, whatever the dealer holds, if the player's hand goes bust with a total of "
            f"{bet.loses_on_player_total}; after a split, the left hand."
        )


def _equipment(shown: Shown) -> Iterator[Block]:
    spots = (shown.game.main.title, *shown.game.main.bigger, *_places(shown.bets))
    things = [
        f"A table for {number(shown.game.seats)} players, with a discard holder.",
        f"A layout with these spots at every seat: {listed(spots)}.",
        f"{decks_of(shown.decks).capitalize()} of 52 cards, and a cut card.",
    ]
    if metered := _titles(_metered(shown)):
        things.append(
            f"An electronic jackpot system, which takes the wagers on {listed(metered)} and displays "
            "the amount of each jackpot at the table."
        )
    if any(each.suit_specific for each in shown.paytables):
        things.append(
            f"A display of the suit that the house has chosen for suit-specific awards: {shown.suit}."
            if shown.suit
            else "A display of the suit that the house chooses before play for suit-specific awards."
        )
    yield Items(tuple(things))


def _places(bets: Sequence[SideBet]) -> Iterator[str]:
    """Bets that are never offered together are a choice of one."""
    choices: list[list[SideBet]] = []
    for bet in bets:
        for choice in choices:
            if all(bet.id in other.never_with or other.id in bet.never_with for other in choice):
                choice.append(bet)
                break
        else:
            choices.append([bet])
    for choice in choices:
        yield f"either {listed(_titles(choice), 'or')}" if len(choice) > 1 else choice[0].title


def _method(shown: Shown) -> Iterator[Block]:
    main, play = shown.game.main, shown.game.play
    early = tuple(bet for bet in shown.bets if not bet.after_deal)
    steps = [
        "At the start of the day the dealer checks that each deck is complete, and shuffles.",
        "When the cut card has been dealt, the round is finished and the cards are shuffled again.",
        *_cut(shown),
        f"Each player places a bet on {main.title}, of the posted minimum or more."
        + (f" The same amount may be bet on {listed(main.bigger, 'or')} too." if main.bigger else ""),
    ]
    if early:
        steps.append(f"Players who wish to bet on {listed(_titles(early), 'or')} do so now, before any card.")
    steps.append(
        "The dealer deals one card at a time from left to right, until every player and the dealer have two. The "
        "dealer's first card (the up card) is dealt face up, the second (the hole card) face down."
    )
    steps += _settles(shown, (Looks.PAIR, Looks.UP), "With these cards on the table")
    late = tuple(bet for bet in shown.bets if bet.after_deal)
    if late:
        steps.append(f"Before the hole card is shown, players may bet on {listed(_titles(late), 'or')}.")
    steps += _peek(shown)
    steps.append(
        f"A player's blackjack is paid {ratio(play.blackjack_pays)} on each main bet, unless the dealer has one too, "
        "which is a tie."
    )
    steps.append("From the dealer's left to right the players play their hands: they hit (take a card) or stay.")
    steps += _choices(shown)
    steps.append("A hand over 21 has lost at once: the dealer takes its main bets and its cards.")
    if kept := _titles([bet for bet in shown.bets if bet.looks_at in (Looks.HOLE, Looks.BOTH)]):
        steps.append(
            "Of a hand over 21 and of a blackjack at least the first two cards stay on the table as long as the seat "
            f"has a bet on {listed(kept, 'or')}."
        )
    if kept := _titles([bet for bet in shown.bets if bet.loses_on_player_total]):
        steps.append(f"A hand over 21 keeps all its cards as long as the seat has a bet on {listed(kept, 'or')}.")
    steps.append("The dealer shows the hole card.")
    steps += _settles(shown, (Looks.HOLE, Looks.BOTH), "With the hole card shown")
    played_out = tuple(bet for bet in shown.bets if bet.looks_at is Looks.HAND)
    steps.append(
        "The dealer draws as the rules say"
        + (f", also when only a bet on {listed(_titles(played_out), 'or')} is left to decide." if played_out else ".")
    )
    steps.append("The dealer pays the main bets of the hands that have won, 1 to 1, and takes those that have lost.")
    steps += _settles(shown, (Looks.HAND,), "With the dealer's hand finished")
    yield Items(tuple(steps), numbered=True)


def _cut(shown: Shown) -> Iterator[str]:
    if max(shown.decks) > 1:
        yield (
            "A player puts the cut card into the cards, about one deck or more from either end. The dealer moves the "
            "cards behind it to the front, and puts the cut card in again about one deck from the last card."
        )
    if min(shown.decks) == 1:
        yield "A single deck is cut by a player too, and shuffled again after every round."


def _settles(shown: Shown, looks: Sequence[Looks], when: str) -> Iterator[str]:
    """Bets that the same cards decide, one after the other, in one sentence."""
    now = (bet for bet in shown.bets if bet.looks_at in looks)
    for (cards, order), bets in groupby(now, key=lambda bet: (bet.looks_at, bet.order)):
        settled = listed(_titles(bets), "and then")
        yield (
            f"{when}, the dealer settles {settled} by {DECIDED[cards]}, from {order} as the dealer sees the seats: "
            "winning bets are paid by the pay table, losing bets are taken."
        )


def _peek(shown: Shown) -> Iterator[str]:
    main, play = shown.game.main, shown.game.play
    if play.insurance:
        equally = f", the same part of each of {listed((main.title, *main.bigger))} that was bet" if main.bigger else ""
        yield (
            f"If the up card is an ace, the dealer offers insurance: up to half of the bet{equally}. It pays 2 to 1 if "
            "the dealer has a blackjack, and loses otherwise. No insurance is taken after the dealer has closed it."
        )
    if play.even_money:
        yield "While insurance is offered, a player with a blackjack may take even money: 1 to 1 on each main bet."
    yield (
        "If the up card is an ace, a ten or a face card, the dealer looks at the hole card. With a blackjack the "
        "dealer shows it at once and takes the main bets of all hands but blackjacks, which tie."
    )


def _choices(shown: Shown) -> Iterator[str]:
    play = shown.game.play
    amount = "equal to it or less" if play.double_for_less else "equal to it"
    yield (
        "Double down: on the first two cards of a hand, also of a split one, a player may add a bet beside each main "
        f"bet, {amount}. The hand then receives one card and no more."
    )
    if play.splits:
        times = "once" if play.splits == 1 else f"up to {number(play.splits)} times"
        aces = "may be split again within this number" if play.resplit_aces else "are not split again"
        yield (
            "Split: a player may make two hands of two cards that have the same number or letter printed on them, with "
            f"an equal bet beside each main bet, {times}, so that there are {number(play.splits + 1)} hands at most. "
            f"The left one is played first. Split aces receive one card each and {aces}."
        )
    if play.surrender:
        yield (
            "Surrender: as the first decision on a hand, and not after a split, a player may give up half of each main "
            "bet. The hand is then out of play."
        )


def _wagers(shown: Shown) -> Iterator[Block]:
    main = shown.game.main
    wagers = [f"{main.title}: the bet that every player makes before any card is dealt, on beating the dealer."]
    wagers += [
        f"{title}: an optional bet before any card is dealt, on beating the dealer, equal to {main.title}."
        for title in main.bigger
    ]
    for bet in shown.bets:
        when = (
            "after every player has two cards and before the hole card is shown"
            if bet.after_deal
            else "before any card is dealt"
        )
        decided = f"{bet.title}: an optional side bet {when}. It is decided by {DECIDED[bet.looks_at]}."
        wagers.append(" ".join((decided, *_money_of(shown, bet))))
    play = shown.game.play
    if play.insurance:
        wagers.append("Insurance: an optional bet that the dealer has a blackjack, while the up card is an ace.")
    further = "Doubling down and splitting" if play.splits else "Doubling down"
    wagers.append(f"{further}: further bets on a hand being played, as part E says.")
    yield Items(tuple(wagers))


def _money_of(shown: Shown, bet: SideBet) -> Iterator[str]:
    """What is on the meters that a bet plays for, and how it changes."""
    own = (each for each in shown.paytables if bet in shown.bets_on(each))
    found = dict(each for paytable in own for each in shown.jackpots_of(paytable).items())
    for meter, each in found.items():
        terms, seeded = each.terms, "paid by the house"
        yield f"The {payouts.jackpot(meter)} opens with {money(each.base)}, {seeded}."
        yield FUNDED[each.funding.name].format(rate=percent(terms.rate_bp))
        if terms.reserve_bp:
            yield f"Of every such wager {percent(terms.reserve_bp)} more is set aside, not displayed."
            seeded = "paid from what was set aside, and by the house as far as that is too little"
        if terms.limit:
            yield f"It rises to {money(terms.limit)} and no higher; what comes on top is kept apart for players."
        yield f"When all of it has been won, it starts again with {money(terms.reset)}, {seeded}."
        yield catalogue("en").text(f"notices.{terms.multiple_winners}")
    for text in dict.fromkeys(text for each in found.values() for text in (each.disclosure, *each.notices) if text):
        yield f'At the table it says: "{text}"'


def _amounts(shown: Shown) -> Iterator[Block]:
    main = shown.game.main
    yield Paragraph(
        f"The house posts the minimum of the table, {money(main.lowest)} or more. Main bets are whole multiples of "
        f"{money(main.step)}."
    )
    rows = [(main.title, f"the posted minimum, {money(main.lowest)} or more", money(main.highest))]
    rows += [(title, f"equal to {main.title}", f"equal to {main.title}") for title in main.bigger]
    rows += [(bet.title, *_range(bet)) for bet in shown.bets]
    if shown.game.play.insurance:
        rows.append(("Insurance", "", "half of each main bet"))
    yield Table("Limits of each wager, for one hand", ("Wager", "At least", "At most"), tuple(rows), words=3)


def _range(bet: SideBet) -> tuple[str, str]:
    if bet.amounts:
        return listed([money(each) for each in bet.amounts], "or") + " only", money(max(bet.amounts))
    if bet.lowest_of_minimum:
        least = f"{percent(bet.lowest_of_minimum)} of the posted minimum"
        return (f"{least}, {money(bet.lowest)} or more" if bet.lowest else least), money(bet.highest)
    if bet.lowest == bet.highest:
        return f"{money(bet.lowest)} only", money(bet.highest)
    return money(bet.lowest), money(bet.highest)


def _points(shown: Shown) -> Iterator[Block]:
    yield Paragraph(
        f"{shown.game.title} has no point system. Every round stands for itself: no points are collected, and none "
        "change what a later round pays."
    )
