"""The daily sheet on paper: what accounting signs in the morning (R210-R217)."""

from collections.abc import Iterator

from controller.history.claims import Win
from controller.reports.charts.data import Span
from controller.reports.charts.meter import meter_chart
from controller.reports.charts.take_up import take_up_chart
from controller.reports.charts.wagers import wagers_chart
from controller.reports.continuity import custody, meters
from controller.reports.day import At, Day, awards
from controller.reports.games import BONUS, PROGRESSIVE, games_of
from controller.reports.history import History
from controller.reports.layout.document import (
    Block,
    ByHand,
    Document,
    Heading,
    Items,
    Paragraph,
    Picture,
    Table,
    Warn,
)
from controller.reports.paper import conduct_blocks, slip_number, source
from controller.reports.words import (
    award_title,
    clock,
    jackpot_title,
    long_day,
    people,
    percent,
    spot_name,
    usd,
)
from controller.table import records
from controller.table.journal import Entry
from controller.table.reconcile import difference
from controller.table.variances import needs_end, per_cent
from words.catalogue import catalogue


def daily_sheet(history: History, day: Day) -> Document:
    return Document(
        f"Table {history.rules.table}, {long_day(day.day)}",
        "Daily sheet",
        tuple(block for part in PARTS for block in part(history, day)),
    )


def _top(history: History, day: Day) -> Iterator[Block]:
    if day.runs:
        yield Warn(f"This gaming day is not over: the figures are those of row {history.seq}.")
    for pot in day.pots.values():
        for breach in pot.breaches:
            yield Warn(f"Jackpot {pot.of} does not add up: {breach}. Run litbet audit.")
    for account in day.beside.values():
        for breach in account.breaches:
            yield Warn(f"The account {account.name} does not add up: {breach}. Run litbet audit.")
    if sum(day.accounts.values()):
        yield Warn("The accounts do not add up to zero. Run litbet audit.")
    zone = history.rules.zone
    sessions = "; ".join(
        f"{_time(history, each.opened, 'from the day before')} to {_time(history, each.closed, 'still open')}"
        for each in day.sessions
    )
    possible = day.rounds * len(history.rules.spots)
    yield Table(
        "",
        ("Gaming day", day.day),
        (
            ("Table open", sessions or "not opened"),
            ("Rounds locked", f"{day.rounds} ({day.empty} of them without a bet)"),
            ("Rounds void, hands cleared without a lock", f"{day.void}, {day.not_locked}"),
            ("Lit wagers", f"{day.lit.total()} of {possible} possible ({percent(day.lit.total(), possible)})"),
            ("Wagered", usd(day.wagered)),
            ("Local times", str(zone)),
        ),
        words=2,
    )
    if not day.first:
        yield Paragraph("Nothing happened at this table in this gaming day: no row of the ledger belongs to it.")


def _time(history: History, at: At | None, otherwise: str) -> str:
    return clock(at.utc, at.trusted, history.rules.zone) if at else otherwise


def _wagers(history: History, day: Day) -> Iterator[Block]:
    rules = history.rules
    spots = [*rules.spots, *sorted(set(day.lit) - set(rules.spots))]
    rows = []
    for spot in spots:
        rule = rules.spots.get(spot)
        money = usd(day.worth[spot]) if rule else "not in the table's file"
        rows.append((spot_name(rules, spot), str(day.lit[spot]), percent(day.lit[spot], day.rounds), money))
    yield Heading("Wagers by seat")
    yield Table("", ("Seat", "Lit wagers", "Take-up", "Wagered"), tuple(rows))
    counted = ", ".join(f"{number} of {wager}" for wager, number in sorted(day.wagers.items()))
    if day.wagers.total() != day.lit.total():
        yield Paragraph(
            f"A person corrected the count of this day: {counted} wagers make the base of the post, where the sensors "
            f"saw {day.lit.total()}."
        )


def _pictures(history: History, day: Day) -> Iterator[Block]:
    """The same day at a glance; of other days the sheet reads nothing."""
    words, span = catalogue("en"), Span.of(history.rules, day.day, day.day)
    if day.first:
        yield Picture(meter_chart(words, span, [pot.course for pot in day.pots.values()], (day.day, day.until)))
    if day.rounds:
        yield Picture(wagers_chart(words, span, {day.day: day.worth}, {day.day: day.lit}))
        yield Picture(take_up_chart(words, span, day.rounds, day.lit))


def _awards(history: History, day: Day) -> Iterator[Block]:
    rules = history.rules
    yield Heading("Wins")
    sums = awards(rules, day)
    if sums:
        rows = [
            (award, jackpot_title(rules, jackpot) if jackpot else "rack", str(wins), usd(money))
            for (award, jackpot), (wins, money) in sums.items()
        ]
        rows.append(("All awards", "", str(sum(wins for wins, _ in sums.values())), usd(day.won.total())))
        yield Table("By award", ("Award", "Paid by", "Wins", "Money"), tuple(rows), words=2)
    else:
        yield Paragraph("No win was decided in this gaming day.")
    shares = [win for win in day.wins if win.jackpot]
    if shares:
        rows_ = tuple(_share(history, win) for win in shares)
        yield Table("Shares of a meter", ("Claim", "Seat, award", "Approved by", "Slip", "Amount"), rows_, words=3)
    for win in day.wins:
        for each in win.corrections:
            if day.first <= each.act.row <= day.last:
                slip = f"slip {slip_number(each.slip)}, by {people(each.act.by)}"
                yield Items((f"Claim {win.claim} was corrected by {usd(each.amount)} ({slip}): {each.reason}.",))
    if day.unpaid:
        owed = "; ".join(f"claim {win.claim} of {win.day}: {usd(win.amount)}" for win in day.unpaid)
        yield Warn(f"Unpaid when this was printed (row {history.seq}), and owed without time limit: {owed}.")


def _share(history: History, win: Win) -> tuple[str, ...]:
    state = "denied" if win.ended else "paid" if win.paid else "unpaid"
    return (
        f"{win.claim}, {state}",
        f"{spot_name(history.rules, win.spot)}, {award_title(history.rules, win.spot, win.award)}",
        people(name for act in win.approvals for name in act.by),
        slip_number(win.slip) if win.slip else "-",
        usd(win.amount),
    )


def _result(history: History, day: Day) -> Iterator[Block]:
    yield Heading("For accounting")
    games = games_of(history.rules, day)
    custodial, house = games.kinds[PROGRESSIVE], games.kinds[BONUS]
    rows: list[tuple[str, str]] = [
        ("Wagered (drop of the bet)", usd(day.wagered)),
        ("Awards decided", usd(-day.won.total())),
        ("Of these, out of players' money", usd(custodial.won)),
        ("Became players' money", usd(-custodial.grown)),
        ("Paid wins corrected", usd(-day.corrected)),
        ("Result of the bet for the house", usd(games.result)),
    ]
    yield Table("The bet at this table", ("", "Amount"), tuple(rows))
    yield Table(
        "For the Master Games Report: what meters grew by, wins left out (litbet report games has all of it)",
        ("Type of jackpot", "Amount"),
        (
            ("Progressive, players' money: adjusts the report", usd(custodial.grown)),
            ("Bonus, house money: does not adjust the report", usd(house.grown)),
        ),
    )
    changes = tuple((account, usd(change)) for account, change in sorted(day.accounts.items()) if change)
    total = usd(sum(day.accounts.values()))
    yield Table(
        "Double entry: what every account changed by",
        ("Account", "Change"),
        (*changes, ("All accounts: must be zero", total)),
    )


def _troubles(history: History, day: Day) -> Iterator[Block]:
    yield Heading("Faults and time")
    zone = history.rules.zone
    told = []
    for each in day.troubles:
        if each.cleared:
            until = f", cleared {clock(each.cleared.utc, each.cleared.trusted, zone)} by {people(each.by)}"
        else:
            until = ", not cleared in this day"
        told.append(f"{clock(each.at.utc, each.at.trusted, zone)} {each.code}: {each.text.rstrip('.')}{until}.")
    yield Items(tuple(told)) if told else Paragraph("No fault.")
    spans = tuple(
        f"Rows {first.row} to {last.row}, {clock(first.utc, first.trusted, zone)} to "
        f"{clock(last.utc, last.trusted, zone)}: the time was not trusted."
        for first, last in day.untrusted
    )
    yield Items(spans) if spans else Paragraph("The time was trusted in every row.")


def _conduct(history: History, day: Day) -> Iterator[Block]:
    yield Heading("Exceptions and people")
    yield from conduct_blocks(history, day.conduct)
    conduct, known = day.conduct, history.book.people
    if names := sorted({*conduct.signed, *conduct.logins}):
        rows = [
            (
                name,
                ", ".join(known[name].roles) if name in known else "not among the people now",
                str(conduct.logins[name]),
                str(conduct.signed[name]),
            )
            for name in names
        ]
        yield Table("People", ("Name", "Roles", "Signed in", "Answered for"), tuple(rows), words=2)
    else:
        yield Paragraph("Nobody signed in or gave a name this day.")


def _signed(history: History, day: Day) -> Iterator[Block]:
    limits = history.rules.thresholds
    yield Heading("Count and signatures")
    yield Paragraph(
        "Chips that go into the rack have no count of their own: their control is the dealer's count at each lock, "
        "surveillance and the take-up above. Chips that are kept apart are counted by people who have not seen this "
        f"sheet (litbet reconcile count); look into a variance from {usd(limits.investigate)} on, report one from "
        f"{usd(limits.report)} on, notify the regulator of one from {usd(limits.notify)} on."
    )
    if day.checks:
        yield Items(tuple(_check(entry) for entry in day.checks))
    for variance in history.book.variances:
        if needs_end(variance):
            yield Warn(f"Open when this was printed: {difference(variance)} {variance.grade.capitalize()}.")
    yield ByHand(
        (
            "Chips counted (kept apart only)",
            "Variance: wagers, dollars, percent",
            "Counted by, date",
            "Variance looked into by, date",
            "Prepared by, date",
            "Reviewed by accounting, date",
        )
    )


def _check(entry: Entry) -> str:
    record = entry.record
    by = f"by {people(entry.by)}, row {entry.seq}."
    match record:
        case records.Reading():
            claim = f" at claim {record.claim}" if record.claim else ""
            read = f"Sign of {record.jackpot} read{claim}: {usd(record.shown)}"
            return f"{read}; the ledger has {usd(record.ledger)}, {by}"
        case records.ChipCount():
            counted = f"{record.chips} chips of {record.wager}, {usd(record.chips * record.chip)}"
            share = per_cent(record.difference, record.ledger)
            off = f"a difference of {usd(record.difference)} ({share})"
            return f"Counted for {record.for_day}: {counted}, {off}; the ledger has {usd(record.ledger)}, {by}"
    return ""


def _source(history: History, day: Day) -> Iterator[Block]:
    if day.first:
        yield Paragraph(f"Made of rows {day.first} to {day.last} of the ledger, each verified against the chain.")
    yield from source(history, day.started)


PARTS = (_top, meters, custody, _wagers, _pictures, _awards, _result, _troubles, _conduct, _signed, _source)
