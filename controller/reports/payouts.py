"""Part H of the procedures: what every wager pays, and how likely and how dear each line of a pay table is."""

from collections.abc import Iterator
from fractions import Fraction

from controller.games.cards import Suit
from controller.games.odds import Meters, Odds, odds
from controller.games.paytable import Line, Paytable
from controller.games.phrases import decimal, decks_of, hundredths, listed, money, percent, ratio, root
from controller.reports.game_selection import Shown
from controller.reports.layout.document import Block, Heading, Items, Paragraph, Table, Warn
from controller.table.money import DOLLAR

STRATEGY = "basic"
EXAMPLE = Suit.HEARTS  # the odds need a suit where none is chosen yet
UP_CARDS = ("ace", *map(str, range(2, 10)), "ten or face card")


def payouts(shown: Shown) -> Iterator[Block]:
    yield _main_bets(shown)
    capped = [bet for bet in shown.bets if bet.max_payout]
    if capped:
        yield Items(
            tuple(
                f"{bet.title} pays {money(bet.max_payout)} at most for one hand. This does not limit a jackpot."
                for bet in capped
            )
        )
    if shown.left_out:
        names = listed(each.id for each in shown.left_out)
        yield Paragraph(f"Not shown, since not approved for {decks_of(shown.decks)}: {names}.")
    found = {
        paytable: [
            odds(paytable, decks, shown.suit or EXAMPLE, STRATEGY, hits_soft_17=shown.game.play.dealer_hits_soft_17)
            for decks in shown.decks_of(paytable)
        ]
        for paytable in shown.paytables
    }
    if found:
        yield from _summary(shown, found)
    for paytable, by_decks in found.items():
        yield from _paytable(shown, paytable, by_decks)


def _main_bets(shown: Shown) -> Table:
    play = shown.game.play
    rows = [("A hand that beats the dealer", "1 to 1"), ("A blackjack", ratio(play.blackjack_pays))]
    if play.even_money:
        rows.append(("A blackjack, by even money", "1 to 1"))
    rows.append(("A tie", "bet returned"))
    if play.surrender:
        rows.append(("A hand surrendered", "half of the bet returned"))
    if play.insurance:
        rows.append(("Insurance, with a blackjack of the dealer", "2 to 1"))
    main = listed((shown.game.main.title, *shown.game.main.bigger))
    return Table(f"{main}: winning bets are returned too", ("Event", "Pays"), tuple(rows), words=2)


def _summary(shown: Shown, found: dict[Paytable, list[Odds]]) -> Iterator[Block]:
    rows = []
    for paytable, by_decks in found.items():
        mark = "*" if paytable.meters and not shown.opening(paytable) else ""
        edges = {each.decks: decimal(_edge(shown, each) * 100, 2) + mark for each in by_decks}
        wager = listed(bet.title for bet in shown.bets_on(paytable))
        rows.append((paytable.id, wager, *(edges.get(decks, "-") for decks in shown.decks)))
    yield Table(
        "House edge of every pay table in per cent, by the number of decks",
        ("Pay table", "Wager", *map(str, shown.decks)),
        tuple(rows),
        words=2,
    )
    if any(each.meters and not shown.opening(each) for each in found):
        yield Paragraph("* with nothing in the jackpot; the more its meter shows, the lower the house edge.")


def _edge(shown: Shown, found: Odds) -> Fraction:
    """For the smallest wager, at the opening amount of the meter if it is known."""
    paytable = found.paytable
    return found.house_edge(paytable.wagers[0], shown.opening(paytable) or _empty(found))


def _empty(found: Odds) -> Meters:
    return dict.fromkeys(found.meters, 0)


def _paytable(shown: Shown, paytable: Paytable, by_decks: list[Odds]) -> Iterator[Block]:
    yield Heading(f"{paytable.id}: {paytable.title}", 2)
    facts = [
        f"For the wager {listed((bet.title for bet in shown.bets_on(paytable)), 'or')}.",
        f"Approved for {decks_of(shown.approved(paytable))}."
        if shown.game.decks_named
        else "The document names no number of decks.",
        f"Source: {paytable.source}.",
        'Awards are "to 1": a winning wager is returned too.'
        if paytable.returned
        else 'Awards are "for 1": a winning wager is not returned.',
    ]
    if any(line.amount for line in paytable.lines):
        facts.append(f"Amounts are for a wager of {money(paytable.base_wager)} and grow with it.")
    if paytable.meters:
        facts.append("Only a share of a jackpot is taken from its meter; all other awards are paid by the house.")
    if paytable.suit_specific:
        facts.append(
            f"The odds are for {shown.suit} as the suit chosen for suit-specific awards."
            if shown.suit
            else "The house chooses the suit of suit-specific awards before play; the odds are for "
            f"{EXAMPLE} as an example."
        )
    total = max(bet.loses_on_player_total for bet in shown.bets_on(paytable))
    if total:
        facts.append(
            f"The odds are for a player of {STRATEGY} strategy, which never draws to a hard 20, so that the player's "
            f"hand never comes to {total}."
        )
    yield Items((*facts, *paytable.notes))
    for found in by_decks:
        yield from _odds(shown, found)


def _odds(shown: Shown, found: Odds) -> Iterator[Block]:
    paytable = found.paytable
    for line in paytable.lines:
        if not found.combinations[line] and not line.loses:
            lost = "; its share of a jackpot cannot be won" if line.shares else ""
            yield Warn(f"{line.title} cannot occur with {decks_of((found.decks,))}{lost}.")
    whole = f"{paytable.id} with {decks_of((found.decks,))}"
    rows = [(line.title, pays(paytable, line), found.combinations[line]) for line in paytable.lines]
    rows.append(("Every other hand", "loses", found.total - sum(found.combinations.values())))
    head: tuple[str, ...] = ("Hand", "Pays", "Combinations", "Probability", "One in")
    caption = f"{whole}: {found.total:,} combinations"
    cells: list[tuple[str, ...]] = [
        (title, award, f"{ways:,}", *_chance(Fraction(ways, found.total))) for title, award, ways in rows
    ]
    if found.under:  # the dealer's cards in order have combinations by the quintillion, which tell nobody anything
        head, caption, cells = head[:2] + head[3:], whole, [each[:2] + each[3:] for each in cells]
    yield Table(caption, head, tuple(cells), words=2)
    yield Items(tuple(_figures(shown, found)))
    if found.under:
        yield Table(
            f"{whole}, by the dealer's up card",
            ("Up card", "House edge", "Hit frequency", "One in"),
            tuple(
                (UP_CARDS[up - 1], hundredths(each.house_edge(paytable.base_wager)), *_chance(each.hit_frequency))
                for up, each in found.under.items()
            ),
        )


def _chance(probability: Fraction) -> tuple[str, str]:
    return decimal(probability, 8), decimal(1 / probability, 2) if probability else "never"


def _figures(shown: Shown, found: Odds) -> Iterator[str]:
    paytable = found.paytable
    yield f"Hit frequency {hundredths(found.hit_frequency)}, one in {_chance(found.hit_frequency)[1]}."
    stands = [(_empty(found), " with nothing in a jackpot" if found.meters else "")]
    if opening := shown.opening(paytable):
        amounts = listed(f"the {jackpot(meter)} at {_about(amount)}" for meter, amount in opening.items())
        stands.append((opening, f" with {amounts}"))
    by_wager = [tuple(_costs(found, wager, stands)) for wager in paytable.wagers]
    if len(set(by_wager)) == 1:
        yield from by_wager[0]
    else:
        for wager, sentences in zip(paytable.wagers, by_wager, strict=True):
            yield from (f"For {money(wager)}: {sentence}" for sentence in sentences)


def _costs(found: Odds, wager: int, stands: list[tuple[Meters, str]]) -> Iterator[str]:
    for meters, state in stands:
        edge = found.house_edge(wager, meters)
        deviation = f"standard deviation {root(found.variance(wager, meters), 3)} wagers"
        yield f"House edge {hundredths(edge)}, return {hundredths(1 - edge)}, {deviation}{state}."
    for meter in found.meters:
        amount = found.break_even(wager, meter, _empty(found))
        if amount is not None:  # else it cannot be won, and a warning says so
            alone = " and nothing in the others" if len(found.meters) > 1 else ""
            yield f"A wager returns what it costs with {_about(amount)} in the {jackpot(meter)}{alone}."


def _about(micros: int | Fraction) -> str:
    """To the cent."""
    return f"${decimal(Fraction(micros) / DOLLAR, 2)}"


def jackpot(meter: str | None) -> str:
    return f"{meter} jackpot" if meter else "jackpot"


def pays(paytable: Paytable, line: Line) -> str:
    if line.loses:
        return "loses"
    if line.times:
        return f"{line.times:,} {'to' if paytable.returned else 'for'} 1"
    if line.shares:
        each = [percent(paytable.share(line, wager)) for wager in paytable.wagers]
    else:
        each = [money(paytable.pays(line, wager)) for wager in paytable.wagers]
    if len(set(each)) == 1:
        return f"{each[0]} of the {jackpot(line.meter)}" if line.shares else each[0]
    by_wager = ", ".join(f"{award} for {money(wager)}" for award, wager in zip(each, paytable.wagers, strict=True))
    return f"{jackpot(line.meter)}: {by_wager}" if line.shares else by_wager
