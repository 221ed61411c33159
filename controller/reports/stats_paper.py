"""The statistics on paper and for programs. Lines outside their band are marked; for lines that are too rare to judge,
the paper states how many wagers are needed (R215)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from controller.reports.chances import at_least, at_most, until_none_is_few
from controller.reports.history import History
from controller.reports.labels import percent
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.paper import source
from controller.reports.stats import Hits, Money, Play, Stats
from controller.reports.writer import Writer
from controller.table.money import CENT, amount
from words.catalogue import Catalogue


def stats_paper(words: Catalogue, history: History, found: Stats) -> Document:
    writer = Writer(words, history.rules)
    return writer.document("statistics.kind", found.first, found.last, _blocks(writer, history, found))


def _blocks(writer: Writer, history: History, found: Stats) -> Iterator[Block]:
    yield Paragraph(writer.text("statistics.span", rounds=found.rounds, days=found.days))
    for play in found.plays:
        number = f"{play.wagers:,}"
        yield Heading(writer.text("statistics.wager", wager=play.wager, number=number, amount=play.wagered))
        yield from _hits(writer, play)
        yield from _money(writer, play)
    yield Heading(writer.text("labels.take_up"))
    rows = [
        (writer.seat(spot), str(found.lit[spot]), percent(found.lit[spot], found.rounds))
        for spot in dict.fromkeys((*history.rules.spots, *sorted(found.lit)))
    ]
    head = writer.texts("labels.seat", "statistics.lit", "labels.take_up")
    yield Table(writer.text("statistics.lit_bets"), head, tuple(rows))
    yield Paragraph(writer.text("statistics.weak_seat"))
    yield from source(writer, history)


def _hits(writer: Writer, play: Play) -> Iterator[Block]:
    if not play.wagers:
        yield Paragraph(writer.text("statistics.no_wager"))
        return
    if not play.hits:
        yield Paragraph(writer.text("statistics.no_odds"))
        return
    head = (
        *writer.texts("labels.award", "statistics.hits", "statistics.expected", "statistics.band", "statistics.chance"),
        "",
    )
    yield Table(writer.text("statistics.by_odds"), head, tuple(_line(writer, each) for each in play.hits))
    for each in play.hits:
        if each.says:
            yield Warn(writer.text(f"statistics.too_{each.says}", award=each.line.title, hits=each.hits))
    if any(each.says == "few" and not each.line.shares for each in play.hits):
        yield Paragraph(writer.text("statistics.not_recorded"))
    yield Paragraph(writer.text("statistics.chance_alone", lines=len(play.hits)))
    if unknown := tuple(_unknown(writer, each) for each in play.hits if each.band.low == 0 and not each.says):
        yield Items(unknown)


def _line(writer: Writer, each: Hits) -> tuple[str, ...]:
    return (
        each.line.title,
        str(each.hits),
        f"{float(each.band.expected):,.2f}",
        writer.text("statistics.low_high", low=f"{each.band.low:,}", high=f"{each.band.high:,}"),
        f"{each.p:.4f}",
        writer.text("statistics.investigate") if each.says else "",
    )


def _unknown(writer: Writer, each: Hits) -> str:
    """For a line whose band begins at zero hits."""
    chance, tries, hits = each.band.chance, each.band.tries, each.hits
    if not chance:
        return writer.text("statistics.impossible", award=each.line.title)
    if hits <= each.band.expected:
        code = "statistics.nothing_by_fewer" if hits else "statistics.nothing_by_none"
        likely = at_most(tries, chance, hits)
    else:
        code, likely = "statistics.nothing_by_more", at_least(tries, chance, hits)
    return writer.text(
        code,
        wagers=f"{tries:,}",
        hits=hits,
        award=each.line.title,
        tables=round(100 * likely),
        enough=f"{until_none_is_few(chance):,}",
    )


def _money(writer: Writer, play: Play) -> Iterator[Block]:
    if not play.fixed:
        return
    parts = [("labels.fixed_awards", play.fixed)] + ([("statistics.shares", play.shares)] if play.shares else [])
    paid = sum(each.paid for _, each in parts)
    expected = sum((each.expected for _, each in parts), Fraction(0))
    spread = sum(each.deviation**2 for _, each in parts) ** 0.5
    hold = Money(play.wagered - paid, play.wagered - expected, spread)
    rows = tuple(_row(writer, code, each) for code, each in (*parts, ("statistics.hold", hold)))
    head = writer.texts("statistics.observed", "statistics.expected", "statistics.deviation")
    yield Table(writer.text("labels.money"), ("", *head), rows)
    share, odds = percent(max(hold.paid, 0), play.wagered), float(100 * hold.expected / play.wagered)
    yield Paragraph(writer.text("statistics.hold_share", share=share, expected=f"{odds:.1f} %"))
    if play.fixed.far:
        yield Paragraph(f"{writer.text('statistics.far')} {writer.text('statistics.not_recorded')}")
    else:
        yield Paragraph(writer.text("statistics.near"))


def _row(writer: Writer, code: str, money: Money) -> tuple[str, ...]:
    amounts = money.paid, _to_cent(money.expected), _to_cent(money.deviation)
    return writer.text(code), *map(writer.money, amounts)


def _to_cent(micros: Fraction | float) -> int:
    return round(micros / CENT) * CENT


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
                "wagered": amount(play.wagered),
                "fixed": _money_facts(play.fixed),
                "shares": _money_facts(play.shares),
            }
            for play in found.plays
        ],
        "hits": list(stats_lines(history, found)),
    }


def stats_lines(history: History, found: Stats) -> Iterator[dict[str, Any]]:
    """One line for each line of a pay table."""
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
                "says": each.says,
            }


def _money_facts(money: Money | None) -> dict[str, Any] | None:
    if money is None:
        return None
    return {
        "paid": amount(money.paid),
        "expected": amount(round(money.expected)),
        "deviation": amount(round(money.deviation)),
        "far": money.far,
    }
