"""Checks what a wager plays for: the pay tables of the game, and the wager's pay table against decks and meters."""

from collections.abc import Sequence

from controller.config.catalogue import names as all_names
from controller.config.catalogue import path_of
from controller.config.draft import Draft
from controller.config.paytables import read_paytable
from controller.config.schema import Table, Wager
from controller.config.source import Report, Source, nearest, quoted
from controller.games.game import Game, SideBet
from controller.games.paytable import Paytable
from controller.table.money import dollars, percentage
from words.message import Fact, Message, message


def check_prizes(d: Draft, n: int, wager: Wager, src: Source, paytable: Paytable) -> None:
    if d.game:
        _side_bet(d, n, wager, d.game)
    if wager.amount % paytable.base_wager or (len(paytable.wagers) > 1 and wager.amount not in paytable.wagers):
        d.src.fault(("wager", n, "amount"), printed_for(paytable))
    else:
        _shares(d, n, wager, paytable)
    if d.table:
        _decks(d, d.table, src, paytable)
        if d.table.suit is None and paytable.suit_specific:
            d.src.fault(("table", "suit"), message("config.no_suit", paytable=paytable.id))


def printed_for(paytable: Paytable) -> Message:
    """The amounts that a pay table is printed for, for the message about another amount."""
    if len(paytable.wagers) > 1:
        wagers = tuple(dollars(wager) for wager in paytable.wagers)
        return message("config.printed_amounts", amounts=quoted(wagers), paytable=paytable.id)
    return message("config.printed_multiples", amount=dollars(paytable.base_wager), paytable=paytable.id)


def check_jackpot_bets(d: Draft, game: Game) -> None:
    """A side bet that wagers use must be a jackpot game of its own; with several amounts, several sensors may take it
    (C11)."""
    laid: dict[str, str] = {}  # side bet -> its pay table at this table
    for n, wager in d.wagers.items():
        bets = [bet for bet in game.side_bets.values() if wager.paytable in bet.paytables]
        bet = next((bet for bet in bets if laid.get(bet.id, wager.paytable) == wager.paytable), None)
        if bet:
            laid[bet.id] = wager.paytable
            if len(laid) > game.jackpots:
                what = message("config.jackpot_bets", game=game.id, most=game.jackpots)
                d.src.fault(("wager", n, "paytable"), what)
        elif bets:
            what = message("config.one_paytable", paytable=laid[bets[0].id], bet=bets[0].title)
            d.src.fault(("wager", n, "paytable"), what)


def check_paytables(d: Draft, game: Game) -> None:
    """Each pay table of the game exists, needs only the cards that its bet looks at, and has decks of the game."""
    beside = d.src.path.parent
    src = next(each for each in d.src.report.sources if each.path == path_of("games", game.id, beside))
    read: dict[str, Paytable | None] = {name: paytable for name, (_, paytable) in d.paytables.items()}
    for n, bet in enumerate(game.side_bets.values()):
        for m, name in enumerate(bet.paytables):
            where = ("side_bet", n, "paytables", m)
            path = path_of("paytables", name, beside)
            if name not in read and path:
                report = Report()  # a separate report: files that the table does not use are not part of its digest
                read[name] = read_paytable(path, report)[1]
                d.src.report.errors += report.errors
            paytable = read.get(name)
            if path is None or (paytable and paytable.id != name):
                close = nearest(name, all_names("paytables", beside))
                src.fault(where, message("config.no_file_of", kind="paytables", name=name, close=close))
            elif paytable and (what := _misfit(game, bet, paytable)):
                src.fault(where, what)


def _misfit(game: Game, bet: SideBet, paytable: Paytable) -> Message | None:
    """Why this bet cannot have this pay table; None if it can."""
    for line, event in zip(paytable.lines, paytable.events, strict=True):
        if not bet.looks_at.shows(event.sees):
            looks = bet.looks_at.value
            return message("config.bet_without_cards", paytable=paytable.id, looks_at=looks, event=line.event)
    least, most = paytable.min_decks, paytable.max_decks
    if not any(max(bet.min_decks, least) <= decks <= most for decks in game.decks):
        return message(
            "config.bet_without_decks", paytable=paytable.id, decks=tuple(range(least, most + 1)), bet=bet.title
        )
    return None


def _side_bet(d: Draft, n: int, wager: Wager, game: Game) -> None:
    """The wager must be a bet of the game."""
    bets = [bet for bet in game.side_bets.values() if wager.paytable in bet.paytables]
    if not bets:
        known = nearest(wager.paytable, [name for bet in game.side_bets.values() for name in bet.paytables])
        d.src.fault(("wager", n, "paytable"), message("config.no_bet_of_paytable", game=game.id, known=known))
    elif not any(permits(bet, wager.amount) for bet in bets):
        d.src.fault(("wager", n, "amount"), game_amounts(game, bets))


def permits(bet: SideBet, amount: int) -> bool:
    return amount in bet.amounts if bet.amounts else bet.lowest <= amount <= bet.highest


def game_amounts(game: Game, bets: Sequence[SideBet]) -> Message:
    """The amounts that a game permits for these bets, for the message about another amount."""
    amounts: list[Fact] = []
    for bet in bets:
        if bet.amounts:
            amounts += quoted(dollars(amount) for amount in bet.amounts)
        else:
            amounts.append(message("config.from_to", least=dollars(bet.lowest), most=dollars(bet.highest)))
    return message("config.game_amounts", game=game.id, amounts=tuple(amounts))


def _decks(d: Draft, table: Table, src: Source, paytable: Paytable) -> None:
    if not paytable.min_decks <= table.decks <= paytable.max_decks:
        one = paytable.min_decks == paytable.max_decks
        what = message(
            "config.printed_deck" if one else "config.printed_decks",
            least=paytable.min_decks,
            most=paytable.max_decks,
            paytable=paytable.id,
        )
        d.src.fault(("table", "decks"), what)
        return
    for m, (line, event) in enumerate(zip(paytable.lines, paytable.events, strict=True)):
        if table.decks < event.decks:
            if line.shares and d.profile and d.profile.meter.winnable:
                what = message(
                    "config.never_won",
                    event=line.event,
                    decks=table.decks,
                    needed=event.decks,
                    profile=d.profile.id,
                )
                d.src.fault(("table", "decks"), what)
            else:
                what = message("config.never_occurs", event=line.event, decks=table.decks, needed=event.decks)
                src.warn(("line", m, "event"), what)


def _shares(d: Draft, n: int, wager: Wager, paytable: Paytable) -> None:
    """Checks the meters whose shares its lines pay, and shares that may be less than a lower line pays."""
    named = {line.meter for line in paytable.lines if line.shares}
    if not named:
        d.src.fault(("wager", n, "paytable"), message("config.paytable_without_share", paytable=paytable.id))
    elif None not in named and named != set(wager.jackpots):
        what = message("config.paytable_meters", meters=quoted(sorted(map(str, named))), paytable=paytable.id)
        d.src.fault(("wager", n, "jackpots"), what)
    meters = {jackpot.id: jackpot for jackpot in d.jackpots.values() if jackpot.id in wager.jackpots}
    for m, line in enumerate(paytable.lines):
        share = paytable.share(line, wager.amount)
        if not share:
            continue
        if line.meter is None and len(meters) > 1:
            what = message("config.line_without_meter", event=line.event, paytable=paytable.id)
            d.src.fault(("wager", n, "paytable"), what)
        meter = next((jackpot for jackpot in meters.values() if line.meter in (None, jackpot.id)), None)
        below = max((paytable.pays(lower, wager.amount) for lower in paytable.lines[m + 1 :]), default=0)
        if meter and percentage(meter.reset, share) < below:
            d.src.warn(("wager", n, "paytable"), message("config.pays_less", event=line.event, paytable=paytable.id))
