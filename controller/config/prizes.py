"""What a wager plays for: the pay tables of the game, and the wager's own against the table's decks and the meters."""

from controller.config.catalogue import names as all_names
from controller.config.catalogue import path_of
from controller.config.draft import Draft
from controller.config.paytables import read_paytable
from controller.config.schema import Table, Wager
from controller.config.source import Report, Source, nearest, words
from controller.games.game import Game, SideBet
from controller.games.paytable import Paytable
from controller.table.money import dollars, percentage


def check_prizes(d: Draft, n: int, wager: Wager, src: Source, paytable: Paytable) -> None:
    if d.game:
        _side_bet(d, n, wager, d.game)
    if wager.amount % paytable.base_wager:
        d.src.fault(
            ("wager", n, "amount"),
            f'write a whole multiple of "{dollars(paytable.base_wager)}", the pay table\'s wager (R007)',
        )
    elif len(paytable.wagers) > 1 and wager.amount not in paytable.wagers:
        printed = " or ".join(f'"{dollars(amount)}"' for amount in paytable.wagers)
        d.src.fault(("wager", n, "amount"), f"write {printed}, for which pay table {paytable.id} is printed (R007)")
    else:
        _shares(d, n, wager, paytable)
    if d.table:
        _decks(d, d.table, src, paytable)
        if d.table.suit is None and paytable.suit_specific:
            d.src.fault(
                ("table", "suit"),
                f'is missing; write the suit that pay table {paytable.id} pays most in, as "hearts" (R005, R123)',
            )


def check_jackpot_bets(d: Draft, game: Game) -> None:
    """A side bet that wagers are made on is a jackpot game of its own; with tiers, several sensors take it (C11)."""
    laid: dict[str, str] = {}  # side bet -> the pay table that it has at this table
    for n, wager in d.wagers.items():
        bets = [bet for bet in game.side_bets.values() if wager.paytable in bet.paytables]
        bet = next((bet for bet in bets if laid.get(bet.id, wager.paytable) == wager.paytable), None)
        if bet:
            laid[bet.id] = wager.paytable
            if len(laid) > game.jackpots:
                what = (
                    f"remove this wager: of jackpot bets a layout of game {game.id} has at most {game.jackpots} (R004)"
                )
                d.src.fault(("wager", n, "paytable"), what)
        elif bets:
            what = f'write "{laid[bets[0].id]}": {bets[0].title} has one pay table at a table (R004)'
            d.src.fault(("wager", n, "paytable"), what)


def check_paytables(d: Draft, game: Game) -> None:
    """Each that the game names is there, is decided by what its bet looks at, and is for decks of the game."""
    beside = d.src.path.parent
    src = next(each for each in d.src.report.sources if each.path == path_of("games", game.id, beside))
    read: dict[str, Paytable | None] = {name: paytable for name, (_, paytable) in d.paytables.items()}
    for n, bet in enumerate(game.side_bets.values()):
        for m, name in enumerate(bet.paytables):
            where = ("side_bet", n, "paytables", m)
            path = path_of("paytables", name, beside)
            if name not in read and path:
                report = Report()  # of its own: what the table does not use is no part of its digest
                read[name] = read_paytable(path, report)[1]
                d.src.report.errors += report.errors
            paytable = read.get(name)
            if path is None or (paytable and paytable.id != name):
                near = nearest(name, all_names("paytables", beside))
                src.fault(where, f'there is no pay table "{name}"; write one of {near}')
            elif paytable and (what := _misfit(game, bet, paytable)):
                src.fault(where, f"{what}; remove {name}")


def _misfit(game: Game, bet: SideBet, paytable: Paytable) -> str:
    """Why this bet cannot have this pay table; empty: it can."""
    for line, event in zip(paytable.lines, paytable.events, strict=True):
        if not bet.looks_at.shows(event.sees):
            return f"{bet.title} looks at {bet.looks_at}, which do not decide {line.event} (R005)"
    if not any(max(bet.min_decks, paytable.min_decks) <= decks <= paytable.max_decks for decks in game.decks):
        return (
            f"it is for {paytable.min_decks} to {paytable.max_decks} decks, with which {bet.title} is not played (R006)"
        )
    return ""


def _side_bet(d: Draft, n: int, wager: Wager, game: Game) -> None:
    """The bet of the game that this wager is."""
    bets = [bet for bet in game.side_bets.values() if wager.paytable in bet.paytables]
    if not bets:
        known = [name for bet in game.side_bets.values() for name in bet.paytables]
        what = f"game {game.id} has no side bet with it; write one of {nearest(wager.paytable, known)} (R005)"
        d.src.fault(("wager", n, "paytable"), what)
    elif not any(permits(bet, wager.amount) for bet in bets):
        bounds = " or ".join(map(amounts_of, bets))
        d.src.fault(("wager", n, "amount"), f"write an amount that game {game.id} permits: {bounds} (R036)")


def permits(bet: SideBet, amount: int) -> bool:
    return amount in bet.amounts if bet.amounts else bet.lowest <= amount <= bet.highest


def amounts_of(bet: SideBet) -> str:
    if bet.amounts:
        return " or ".join(f'"{dollars(amount)}"' for amount in bet.amounts)
    return f'"{dollars(bet.lowest)}" to "{dollars(bet.highest)}"'


def _decks(d: Draft, table: Table, src: Source, paytable: Paytable) -> None:
    if not paytable.min_decks <= table.decks <= paytable.max_decks:
        d.src.fault(
            ("table", "decks"),
            f"write {paytable.min_decks} to {paytable.max_decks}, for which pay table {paytable.id} is printed (R006)",
        )
        return
    for m, (line, event) in enumerate(zip(paytable.lines, paytable.events, strict=True)):
        if table.decks < event.decks:
            what = f"{line.event} cannot occur with {table.decks} decks, only with {event.decks} or more (R006)"
            if line.shares and d.profile and d.profile.meter.winnable:
                d.src.fault(("table", "decks"), f"{what}: profile {d.profile.id} demands that a meter can be won")
            else:
                src.warn(("line", m, "event"), what)


def _shares(d: Draft, n: int, wager: Wager, paytable: Paytable) -> None:
    """Of which meters its lines pay a share, and whether one may be less than a line below it."""
    named = {line.meter for line in paytable.lines if line.shares}
    if None not in named and named != set(wager.jackpots):
        d.src.fault(
            ("wager", n, "jackpots"), f"write {words(named)}: pay table {paytable.id} takes from no other meter (R005)"
        )
    meters = {jackpot.id: jackpot for jackpot in d.jackpots.values() if jackpot.id in wager.jackpots}
    for m, line in enumerate(paytable.lines):
        share = paytable.share(line, wager.amount)
        if not share:
            continue
        if line.meter is None and len(meters) > 1:
            d.src.fault(("wager", n, "paytable"), f"{line.event} of {paytable.id} does not say from which meter (R005)")
        meter = next((jackpot for jackpot in meters.values() if line.meter in (None, jackpot.id)), None)
        below = max((paytable.pays(lower, wager.amount) for lower in paytable.lines[m + 1 :]), default=0)
        if meter and percentage(meter.reset, share) < below:
            d.src.warn(
                ("wager", n, "paytable"), f"{line.event} of {paytable.id} may pay less than a line below it (R009)"
            )
