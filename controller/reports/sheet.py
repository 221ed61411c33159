"""The daily sheet on paper, which accounting signs in the morning (R210-R217)."""

from collections.abc import Iterable, Iterator

from controller.history.claims import Win
from controller.reports.charts.data import Span
from controller.reports.charts.meter import meter_chart
from controller.reports.charts.take_up import take_up_chart
from controller.reports.charts.wagers import wagers_chart
from controller.reports.continuity import custody, meters
from controller.reports.day import At, Day, Trouble, awards
from controller.reports.games import BONUS, PROGRESSIVE, games_of
from controller.reports.history import History
from controller.reports.labels import percent
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
from controller.reports.paper import conduct_blocks, sentence_part, source
from controller.reports.writer import Writer
from controller.table import records
from controller.table.journal import Entry
from controller.table.reconcile import difference
from controller.table.variances import needs_end, per_cent
from words.catalogue import Catalogue
from words.message import message


def daily_sheet(words: Catalogue, history: History, day: Day) -> Document:
    writer = Writer(words, history.rules)
    blocks = (block for part in PARTS for block in part(writer, history, day))
    return writer.document("sheet.kind", day.day, day.day, blocks)


def _top(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    if day.runs:
        yield Warn(writer.text("paper.runs", row=history.seq))
    for jackpot in day.jackpots.values():
        for breach in jackpot.breaches:
            yield Warn(writer.text("sheet.meter_broken", jackpot=jackpot.of, breach=breach))
    for account in day.beside.values():
        for breach in account.breaches:
            yield Warn(writer.text("sheet.account_broken", account=writer.account(account.name), breach=breach))
    if sum(day.accounts.values()):
        yield Warn(writer.text("sheet.unbalanced"))
    sessions = [
        writer.text(
            "sheet.session",
            opened=_clock(writer, each.opened, "sheet.opened_before"),
            closed=_clock(writer, each.closed, "sheet.still_open" if day.runs else "sheet.open_into_next"),
        )
        for each in day.sessions
    ]
    lit, possible = day.lit.total(), day.rounds * len(history.rules.spots)
    yield Table(
        "",
        (writer.text("sheet.gaming_day"), day.day),
        (
            (writer.text("sheet.open"), "; ".join(sessions) or writer.text("sheet.not_opened")),
            (writer.text("sheet.rounds"), writer.text("sheet.rounds_locked", rounds=day.rounds, empty=day.empty)),
            (writer.text("sheet.rounds_void"), f"{day.void}, {day.not_locked}"),
            (
                writer.text("sheet.lit"),
                writer.text("sheet.lit_of", lit=lit, possible=possible, share=percent(lit, possible)),
            ),
            (writer.text("labels.wagered"), writer.money(day.wagered)),
            (writer.text("sheet.zone"), str(history.rules.zone)),
        ),
        words=2,
    )
    if not day.first:
        yield Paragraph(writer.text("sheet.nothing"))


def _clock(writer: Writer, at: At | None, otherwise: str) -> str:
    return writer.clock(at) if at else writer.text(otherwise)


def _wagers(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    rules = history.rules
    spots = [*rules.spots, *sorted(set(day.lit) - set(rules.spots))]
    rows = []
    for spot in spots:
        money = writer.money(day.worth[spot]) if spot in rules.spots else writer.text("sheet.unknown_seat")
        rows.append((writer.seat(spot), str(day.lit[spot]), percent(day.lit[spot], day.rounds), money))
    yield Heading(writer.text("drawn.wagers_by_seat"))
    yield Table("", writer.texts("labels.seat", "sheet.lit", "labels.take_up", "labels.wagered"), tuple(rows))
    if day.wagers.total() != day.lit.total():
        counted = tuple(
            message("sheet.of_wager", number=number, wager=wager) for wager, number in sorted(day.wagers.items())
        )
        yield Paragraph(writer.text("sheet.count_corrected", counted=counted, seen=day.lit.total()))


def _pictures(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    """Charts of this day only: a sheet reads no other day."""
    span = Span.of(history.rules, day.day, day.day)
    if day.first:
        yield Picture(
            meter_chart(writer.words, span, [jackpot.course for jackpot in day.jackpots.values()], (day.day, day.until))
        )
    if day.rounds:
        yield Picture(wagers_chart(writer.words, span, {day.day: day.worth}, {day.day: day.lit}))
        yield Picture(take_up_chart(writer.words, span, day.rounds, day.lit))


def _awards(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    yield Heading(writer.text("sheet.wins"))
    sums = awards(history.rules, day)
    if sums:
        rows = [
            (
                award or writer.text("paper.not_named"),
                writer.jackpot(jackpot) if jackpot else writer.text("sheet.rack"),
                str(wins),
                writer.money(money),
            )
            for (award, jackpot), (wins, money) in sums.items()
        ]
        number = sum(wins for wins, _ in sums.values())
        rows.append((writer.text("sheet.all_awards"), "", str(number), writer.money(day.won.total())))
        head = writer.texts("labels.award", "sheet.paid_by", "sheet.wins", "labels.money")
        yield Table(writer.text("sheet.by_award"), head, tuple(rows), words=2)
    else:
        yield Paragraph(writer.text("sheet.no_win"))
    if shares := tuple(_share(writer, win) for win in day.wins if win.jackpot):
        head = writer.texts("sheet.claim", "sheet.seat_award", "sheet.approved_by", "labels.slip", "labels.amount")
        yield Table(writer.text("labels.shares"), head, shares, words=3)
    if corrections := tuple(_corrections(writer, day)):
        yield Items(corrections)
    if day.unpaid:
        owed = "; ".join(
            writer.text("sheet.owed", claim=win.claim, day=win.day, amount=win.amount) for win in day.unpaid
        )
        yield Warn(writer.text("sheet.unpaid", row=history.seq, owed=owed))


def _share(writer: Writer, win: Win) -> tuple[str, ...]:
    state = "stages.denied" if win.ended else "slip.paid" if win.paid else "labels.unpaid"
    return (
        f"{win.claim}, {writer.text(state)}",
        f"{writer.seat(win.spot)}, {writer.award(win.spot, win.award)}",
        writer.people(name for act in win.approvals for name in act.by),
        writer.rules.slip_number(win.slip) if win.slip else "-",
        writer.money(win.amount),
    )


def _corrections(writer: Writer, day: Day) -> Iterator[str]:
    for win in day.wins:
        for each in win.corrections:
            if day.first <= each.act.row <= day.last:
                yield writer.text(
                    "sheet.corrected",
                    claim=win.claim,
                    amount=each.amount,
                    slip=writer.rules.slip_number(each.slip),
                    who=writer.people(each.act.by),
                    reason=sentence_part(each.reason),
                )


def _result(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    yield Heading(writer.text("sheet.accounting"))
    games = games_of(history.rules, day)
    custodial, house = games.kinds[PROGRESSIVE], games.kinds[BONUS]
    rows = (
        ("sheet.drop", day.wagered),
        ("sheet.awards_decided", -day.won.total()),
        ("sheet.out_of_players_money", custodial.won),
        ("sheet.into_players_money", -custodial.grown),
        ("labels.wins_corrected", -day.corrected),
        ("labels.bet_result", games.result),
    )
    yield _amounts(writer, "sheet.the_bet", "", rows)
    grown = (("sheet.progressive_grown", custodial.grown), ("sheet.bonus_grown", house.grown))
    yield _amounts(writer, "sheet.games_report", "sheet.jackpot_type", grown)
    changes = tuple(
        (writer.account(account), writer.money(change)) for account, change in sorted(day.accounts.items()) if change
    )
    total = writer.text("sheet.all_accounts"), writer.money(sum(day.accounts.values()))
    head = writer.texts("labels.account", "sheet.change")
    yield Table(writer.text("sheet.double_entry"), head, (*changes, total))


def _amounts(writer: Writer, caption: str, head: str, rows: Iterable[tuple[str, int]]) -> Table:
    """Labels and captions are codes; `head` may be empty."""
    return Table(
        writer.text(caption),
        (writer.text(head) if head else "", writer.text("labels.amount")),
        tuple((writer.text(code), writer.money(amount)) for code, amount in rows),
    )


def _troubles(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    yield Heading(writer.text("sheet.troubles"))
    if day.troubles:
        yield Items(tuple(_trouble(writer, each) for each in day.troubles))
    else:
        yield Paragraph(writer.text("sheet.no_trouble"))
    if day.untrusted:
        yield Items(
            tuple(
                writer.text(
                    "sheet.untrusted",
                    first=first.row,
                    last=last.row,
                    began=writer.clock(first),
                    ended=writer.clock(last),
                )
                for first, last in day.untrusted
            )
        )
    else:
        yield Paragraph(writer.text("sheet.trusted"))


def _trouble(writer: Writer, trouble: Trouble) -> str:
    facts = {
        "time": writer.clock(trouble.at),
        "code": trouble.code,
        "reason": sentence_part(writer.words.say(trouble.reason)),
    }
    if trouble.cleared is None:
        return writer.text("sheet.fault", **facts)
    cleared = writer.clock(trouble.cleared)
    return writer.text("sheet.fault_cleared", **facts, cleared=cleared, who=writer.people(trouble.by))


def _conduct(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    yield Heading(writer.text("sheet.conduct"))
    yield from conduct_blocks(writer, day.conduct)
    conduct, known = day.conduct, history.book.people
    if names := sorted({*conduct.signed, *conduct.logins}):
        rows = [
            (
                name,
                writer.text("sheet.roles_of", roles=known[name].roles)
                if name in known
                else writer.text("sheet.unknown_person"),
                str(conduct.logins[name]),
                str(conduct.signed[name]),
            )
            for name in names
        ]
        head = writer.texts("sheet.name", "sheet.roles", "sheet.signed_in", "sheet.answered_for")
        yield Table(writer.text("sheet.people"), head, tuple(rows), words=2)
    else:
        yield Paragraph(writer.text("sheet.nobody"))


def _signed(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    limits = history.rules.thresholds
    yield Heading(writer.text("sheet.signatures"))
    thresholds = {"investigate": limits.investigate, "report": limits.report, "notify": limits.notify}
    yield Paragraph(writer.text("sheet.control", **thresholds))
    if day.checks:
        yield Items(tuple(_check(writer, entry) for entry in day.checks))
    for variance in history.book.variances:
        if needs_end(variance):
            yield Warn(writer.text("sheet.open_variance", difference=difference(variance), grade=variance.grade.value))
    yield ByHand(
        writer.texts(
            "sheet.chips_counted",
            "sheet.variance",
            "sheet.counted_by",
            "sheet.looked_into_by",
            "sheet.prepared_by",
            "sheet.reviewed_by",
        )
    )


def _check(writer: Writer, entry: Entry) -> str:
    who = writer.people(entry.by)
    match entry.record:
        case records.Reading() as record:
            code = "sheet.reading_at_claim" if record.claim else "sheet.reading"
            return writer.text(
                code,
                jackpot=record.jackpot,
                claim=record.claim,
                shown=record.shown,
                ledger=record.ledger,
                who=who,
                row=entry.seq,
            )
        case records.ChipCount() as record:
            return writer.text(
                "sheet.chip_count",
                day=record.for_day,
                chips=record.chips,
                wager=record.wager,
                found=record.chips * record.chip,
                difference=record.difference,
                share=per_cent(record.difference, record.ledger),
                ledger=record.ledger,
                who=who,
                row=entry.seq,
            )
    return ""


def _source(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    if day.first:
        yield Paragraph(writer.text("sheet.rows", first=day.first, last=day.last))
    yield from source(writer, history, day.started)


PARTS = (_top, meters, custody, _wagers, _pictures, _awards, _result, _troubles, _conduct, _signed, _source)
