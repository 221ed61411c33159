"""The statistics on paper and for programs: only what lies outside the band is to be looked into, and what nobody can
say yet is said (R215)."""

from collections.abc import Iterator
from typing import Any

from controller.reports.chances import at_least, at_most, until_none_is_few
from controller.reports.history import History
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.paper import source, span_title
from controller.reports.stats import Hits, Money, Play, Stats
from controller.reports.words import percent, plain, spot_name, usd

FEW = (
    "Fewer hits of a fixed award than the band may only mean that they were paid and not recorded: a small record that "
    "is missing never blocks play. Compare the rack and surveillance with the register of wins first."
)


def stats_paper(history: History, found: Stats) -> Document:
    title = f"Table {history.rules.table}, {span_title(found.first, found.last)}"
    return Document(title, "Statistics against the odds", tuple(_blocks(history, found)))


def _blocks(history: History, found: Stats) -> Iterator[Block]:
    yield Paragraph(f"{found.rounds} locked rounds in {found.days} gaming days.")
    for play in found.plays:
        yield Heading(f"Wager {play.wager}: {play.wagers:,} wagers, {usd(play.wagered)}")
        yield from _hits(play)
        yield from _money(play)
    yield Heading("Take-up")
    rows = [
        (spot_name(history.rules, spot), str(found.lit[spot]), percent(found.lit[spot], found.rounds))
        for spot in dict.fromkeys((*history.rules.spots, *sorted(found.lit)))
    ]
    yield Table("Lit bets in the locked rounds", ("Seat", "Lit bets", "Take-up"), tuple(rows))
    yield Paragraph("A seat far below the others, or below other weeks, may have a weak sensor or lamp.")
    yield from source(history)


def _hits(play: Play) -> Iterator[Block]:
    if not play.wagers:
        yield Paragraph("No wager was locked: there is nothing to compare.")
        return
    if not play.hits:
        yield Paragraph(
            "The dealer's whole hand decides this wager: its odds depend on how people play, and all seats share one "
            "hand. There is no band for it."
        )
        return
    rows = tuple(
        (
            each.line.title,
            str(each.hits),
            f"{float(each.band.expected):,.2f}",
            f"{each.band.low:,} to {each.band.high:,}",
            f"{each.p:.4f}",
            "investigate" if each.says else "",
        )
        for each in play.hits
    )
    head = ("Award", "Hits", "Expected", "Band of 99 %", "p", "")
    yield Table("Hits, by the exact odds of a full shoe", head, rows)
    for each in play.hits:
        if each.says:
            yield Warn(f"{each.line.title}: {each.hits} hits are too {each.says} for chance. Investigate.")
    if any(each.says == "few" and not each.line.shares for each in play.hits):
        yield Paragraph(FEW)
    lines = len(play.hits)
    yield Paragraph(
        f"Chance alone puts a line outside its band once in 100 reports; with {lines} lines, about {lines} of 100 "
        "reports have one outside. Seats of one hand share the dealer's card and are counted as if they did not."
    )
    unknown = tuple(_unknown(play, each) for each in play.hits if each.band.low == 0 and not each.says)
    if unknown:
        yield Items(unknown)


def _unknown(play: Play, each: Hits) -> str:
    """Where even no hit at all says nothing."""
    chance, tries = each.band.chance, each.band.tries
    if not chance:
        return f"{each.line.title} cannot be won with these decks."
    if each.hits <= each.band.expected:
        likely, told = at_most(tries, chance, each.hits), f"{each.hits} hits or fewer" if each.hits else "no hit"
    else:
        likely, told = at_least(tries, chance, each.hits), f"{each.hits} hits or more"
    return (
        f"After {tries:,} wagers {told} of {each.line.title} {'is' if told == 'no hit' else 'are'} what "
        f"{round(100 * likely)} of 100 such tables show: nothing can be said yet. Only from "
        f"{until_none_is_few(chance):,} wagers on would none at all be too few."
    )


def _money(play: Play) -> Iterator[Block]:
    if not play.fixed:
        return
    parts = [("Fixed awards", play.fixed)] + ([("Shares of jackpots", play.shares)] if play.shares else [])
    rows = [_row(name, each) for name, each in parts]
    paid = sum(each.paid for _, each in parts)
    expected = sum((each.expected for _, each in parts), play.fixed.expected * 0)
    spread = sum(each.deviation**2 for _, each in parts) ** 0.5
    hold = Money(play.wagered - paid, play.wagered - expected, spread)
    rows.append(_row("Hold: wagered, less both", hold))
    yield Table("Money", ("", "Observed", "Expected", "Standard deviation"), tuple(rows))
    yield Paragraph(
        f"The hold is {percent(max(hold.paid, 0), play.wagered)} of what was wagered, "
        f"{float(hold.expected / play.wagered):.1%} is expected with the meters as they stood at each lock. "
        + (
            f"Fixed awards are more than three standard deviations from what is expected. {FEW}"
            if play.fixed.far
            else "Fixed awards are within three standard deviations of what is expected."
        )
    )


def _row(name: str, money: Money) -> tuple[str, str, str, str]:
    return name, usd(money.paid), _dollars(money.expected), _dollars(money.deviation)


def _dollars(micros: Any) -> str:
    """To the cent."""
    return usd(round(micros / 10_000) * 10_000)


def stats_facts(history: History, found: Stats) -> dict[str, Any]:
    return {
        "from": found.first,
        "to": found.last,
        "days": found.days,
        "rounds": found.rounds,
        "lit": {spot: found.lit[spot] for spot in dict.fromkeys((*history.rules.spots, *sorted(found.lit)))},
        "wagers": [
            {
                "wager": play.wager,
                "wagers": play.wagers,
                "wagered": plain(play.wagered),
                "fixed": _money_facts(play.fixed),
                "shares": _money_facts(play.shares),
            }
            for play in found.plays
        ],
        "hits": list(stats_lines(history, found)),
    }


def stats_lines(history: History, found: Stats) -> Iterator[dict[str, Any]]:
    """One line of a pay table each."""
    for play in found.plays:
        for each in play.hits:
            yield {
                "table": history.rules.table,
                "from": found.first,
                "to": found.last,
                "wager": each.wager,
                "award": each.line.title,
                "wagers": each.band.tries,
                "hits": each.hits,
                "expected": float(each.band.expected),
                "low": each.band.low,
                "high": each.band.high,
                "p": each.p,
                "says": f"too {each.says}" if each.says else "",
            }


def _money_facts(money: Money | None) -> dict[str, Any] | None:
    if money is None:
        return None
    return {
        "paid": plain(money.paid),
        "expected": plain(round(money.expected)),
        "deviation": plain(round(money.deviation)),
        "far": money.far,
    }
