"""Part H of the procedures: what every wager pays, and the probability and cost of each line of a pay table."""

from collections.abc import Iterator
from fractions import Fraction

from controller.games.cards import Suit
from controller.games.odds import Meters, Odds, odds
from controller.games.paytable import Line, Paytable
from controller.games.phrases import decimal, decks_of, hundredths, root
from controller.reports.game_selection import Shown
from controller.reports.layout.document import Block, Heading, Items, Paragraph, Table, Warn
from controller.table.money import CENT
from words.catalogue import Catalogue
from words.message import Message, message

STRATEGY = "basic"
EXAMPLE = Suit.HEARTS  # the odds need a suit even if none is chosen yet
UP_CARDS = ("ace", *map(str, range(2, 10)), "ten")  # keys of the section `up_cards`


def payouts(words: Catalogue, shown: Shown) -> Iterator[Block]:
    yield _main_bets(words, shown)
    capped = [bet for bet in shown.bets if bet.max_payout]
    if capped:
        yield Items(tuple(words.text("payouts.max_payout", bet=bet.title, amount=bet.max_payout) for bet in capped))
    if shown.left_out:
        names = tuple(each.id for each in shown.left_out)
        yield Paragraph(words.text("payouts.left_out", decks=decks_of(shown.decks), paytables=names))
    found = {
        paytable: [
            odds(paytable, decks, shown.suit or EXAMPLE, STRATEGY, hits_soft_17=shown.game.play.dealer_hits_soft_17)
            for decks in shown.decks_of(paytable)
        ]
        for paytable in shown.paytables
    }
    if found:
        yield from _summary(words, shown, found)
    for paytable, by_decks in found.items():
        yield from _paytable(words, shown, paytable, by_decks)


def _main_bets(words: Catalogue, shown: Shown) -> Table:
    play = shown.game.play
    even = _to_one(1)
    wins, stake = play.blackjack_pays
    rows = [
        (message("payouts.beats"), even),
        (message("payouts.blackjack"), message("payouts.to", wins=wins, stake=stake)),
    ]
    if play.even_money:
        rows.append((message("payouts.even_money"), even))
    rows.append((message("payouts.tie"), message("payouts.returned")))
    if play.surrender:
        rows.append((message("payouts.surrendered"), message("payouts.half_returned")))
    if play.insurance:
        rows.append((message("payouts.insurance"), _to_one(2)))
    return Table(
        words.text("payouts.main", bets=(shown.game.main.title, *shown.game.main.bigger)),
        (words.text("payouts.event"), words.text("payouts.pays")),
        tuple((words.say(event), words.say(award)) for event, award in rows),
        words=2,
    )


def _to_one(wins: int) -> Message:
    return message("payouts.to", wins=wins, stake=1)


def _summary(words: Catalogue, shown: Shown, found: dict[Paytable, list[Odds]]) -> Iterator[Block]:
    rows = []
    for paytable, by_decks in found.items():
        mark = "*" if paytable.meters and not shown.opening(paytable) else ""
        edges = {each.decks: decimal(_edge(shown, each) * 100, 2) + mark for each in by_decks}
        rows.append((
            paytable.id,
            words.text("payouts.bets", bets=_bets(shown, paytable)),
            *(edges.get(decks, "-") for decks in shown.decks),
        ))  # fmt: skip
    yield Table(
        words.text("payouts.edges"),
        (words.text("payouts.paytable"), words.text("labels.wager"), *map(str, shown.decks)),
        tuple(rows),
        words=2,
    )
    if any(each.meters and not shown.opening(each) for each in found):
        yield Paragraph(words.text("payouts.empty_meter"))


def _bets(shown: Shown, paytable: Paytable) -> tuple[str, ...]:
    return tuple(bet.title for bet in shown.bets_on(paytable))


def _edge(shown: Shown, found: Odds) -> Fraction:
    """For the smallest wager, with the meter at its opening amount if that is known."""
    paytable = found.paytable
    return found.house_edge(paytable.wagers[0], shown.opening(paytable) or _empty(found))


def _empty(found: Odds) -> Meters:
    return dict.fromkeys(found.meters, 0)


def _paytable(words: Catalogue, shown: Shown, paytable: Paytable, by_decks: list[Odds]) -> Iterator[Block]:
    yield Heading(words.text("payouts.heading", paytable=paytable.id, title=paytable.title), 2)
    yield Items((*map(words.say, _terms(shown, paytable)), *paytable.notes))
    for found in by_decks:
        yield from _odds(words, shown, found)


def _terms(shown: Shown, paytable: Paytable) -> Iterator[Message]:
    """What applies to the whole pay table."""
    yield message("payouts.for_wager", bets=_bets(shown, paytable))
    if shown.game.decks_named:
        yield message("payouts.approved", decks=decks_of(shown.approved(paytable)))
    else:
        yield message("payouts.decks_not_named")
    yield message("procedures.source", source=paytable.source)
    yield message("payouts.awards_to_one" if paytable.returned else "payouts.awards_for_one")
    if any(line.amount for line in paytable.lines):
        yield message("payouts.base_wager", amount=paytable.base_wager)
    if paytable.meters:
        yield message("payouts.shares")
    if paytable.suit_specific:
        yield message("payouts.suit" if shown.suit else "payouts.suit_open", suit=shown.suit or EXAMPLE)
    total = max(bet.loses_on_player_total for bet in shown.bets_on(paytable))
    if total:
        yield message("payouts.basic_strategy", total=total)


def _odds(words: Catalogue, shown: Shown, found: Odds) -> Iterator[Block]:
    paytable, decks = found.paytable, decks_of((found.decks,))
    for line in paytable.lines:
        if not found.combinations[line] and not line.loses:
            code = "payouts.impossible_share" if line.shares else "payouts.impossible"
            yield Warn(words.text(code, line=line.title, decks=decks))
    rows = [(line.title, words.say(pays(paytable, line)), found.combinations[line]) for line in paytable.lines]
    rest = found.total - sum(found.combinations.values())
    rows.append((words.text("payouts.other_hands"), words.text("payouts.loses"), rest))
    head = tuple(words.text(f"payouts.{each}") for each in ("hand", "pays", "combinations", "probability", "one_in"))
    cells: list[tuple[str, ...]] = [
        (title, award, f"{ways:,}", *_chance(words, Fraction(ways, found.total))) for title, award, ways in rows
    ]
    code = "payouts.with_combinations"
    if found.under:  # counted with the dealer's cards in order there are quintillions, which help nobody
        code, head, cells = "payouts.with_decks", head[:2] + head[3:], [each[:2] + each[3:] for each in cells]
    caption = words.text(code, paytable=paytable.id, decks=decks, combinations=found.total)
    yield Table(caption, head, tuple(cells), words=2)
    yield Items(tuple(map(words.say, _figures(shown, found))))
    if found.under:
        yield Table(
            words.text("payouts.by_up_card", paytable=paytable.id, decks=decks),
            tuple(words.text(f"payouts.{each}") for each in ("up_card", "house_edge", "hit_frequency", "one_in")),
            tuple(
                (
                    words.text(f"up_cards.{UP_CARDS[up - 1]}"),
                    hundredths(each.house_edge(paytable.base_wager)),
                    *_chance(words, each.hit_frequency),
                )
                for up, each in found.under.items()
            ),
        )


def _chance(words: Catalogue, probability: Fraction) -> tuple[str, str]:
    return decimal(probability, 8), one_in(words, probability)


def one_in(words: Catalogue, probability: Fraction) -> str:
    return decimal(1 / probability, 2) if probability else words.text("payouts.never")


def _figures(shown: Shown, found: Odds) -> Iterator[Message]:
    paytable, frequency = found.paytable, found.hit_frequency
    if frequency:
        each = decimal(1 / frequency, 2)
        yield message("payouts.hits", frequency=hundredths(frequency), one_in=each)
    else:
        yield message("payouts.no_hits", frequency=hundredths(frequency))
    opening = shown.opening(paytable)
    by_wager = [tuple(_costs(found, wager, opening)) for wager in paytable.wagers]
    if all(each == by_wager[0] for each in by_wager):
        yield from by_wager[0]
    else:
        for wager, sentences in zip(paytable.wagers, by_wager, strict=True):
            yield from (message("payouts.for_amount", wager=wager, sentence=sentence) for sentence in sentences)


def _costs(found: Odds, wager: int, opening: Meters) -> Iterator[Message]:
    def costs(code: str, meters: Meters, jackpots: tuple[Message, ...] = ()) -> Message:
        edge, deviation = found.house_edge(wager, meters), root(found.variance(wager, meters), 3)
        return message(code, edge=hundredths(edge), back=hundredths(1 - edge), deviation=deviation, jackpots=jackpots)

    yield costs("payouts.costs_empty" if found.meters else "payouts.costs", _empty(found))
    if opening:
        jackpots = tuple(
            message("payouts.jackpot_at", jackpot=jackpot(meter), amount=to_the_cent(amount))
            for meter, amount in opening.items()
        )
        yield costs("payouts.costs_with", opening, jackpots)
    for meter in found.meters:
        amount = found.break_even(wager, meter, _empty(found))
        if amount is not None:  # otherwise it cannot be won, and a warning says so
            code = "payouts.break_even_alone" if len(found.meters) > 1 else "payouts.break_even"
            yield message(code, amount=to_the_cent(amount), jackpot=jackpot(meter))


def to_the_cent(micros: int | Fraction) -> int:
    """Rounded half up."""
    return int(Fraction(micros) / CENT + Fraction(1, 2)) * CENT


def jackpot(meter: str | None) -> Message:
    return message("payouts.named_jackpot", meter=meter) if meter else message("payouts.jackpot")


def pays(paytable: Paytable, line: Line) -> Message:
    if line.loses:
        return message("payouts.loses")
    if line.times:
        return message("payouts.to" if paytable.returned else "payouts.for", wins=line.times, stake=1)
    if line.shares:
        shares = [paytable.share(line, wager) for wager in paytable.wagers]
        if len(set(shares)) == 1:
            return message("payouts.share", share=shares[0], jackpot=jackpot(line.meter))
        by_wager = tuple(
            message("payouts.share_for", share=share, wager=wager)
            for share, wager in zip(shares, paytable.wagers, strict=True)
        )
        return message("payouts.shares_by_wager", jackpot=jackpot(line.meter), shares=by_wager)
    amounts = [paytable.pays(line, wager) for wager in paytable.wagers]
    if len(set(amounts)) == 1:
        return message("paper.amount", amount=amounts[0])
    by_wager = tuple(
        message("payouts.amount_for", amount=amount, wager=wager)
        for amount, wager in zip(amounts, paytable.wagers, strict=True)
    )
    return message("payouts.amounts_by_wager", amounts=by_wager)
