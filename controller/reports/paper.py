"""Parts that several papers share: the head of the chain, the software, the exceptions."""

from collections import Counter
from collections.abc import Iterator

from controller.daemon.identity import identity
from controller.ledger.rows import Head
from controller.reports.conduct import NOBODYS, SUFFERED, Conduct, Deed
from controller.reports.history import History
from controller.reports.labels import rate
from controller.reports.layout.document import Block, Items, Paragraph, Table, Warn
from controller.reports.writer import Writer
from controller.table import records
from controller.table.journal import Entry


def source(writer: Writer, history: History, started: Entry | None = None) -> Iterator[Block]:
    """The ledger row and chain head of a paper, and the command that finds out later whether the ledger still has it.
    `started` is the start of the software that the table ran (R164, R245)."""
    here = identity()
    start = started.record if started and isinstance(started.record, records.Start) else None
    head = Head(history.seq, history.head)
    rows = [("source.head", history.head), ("source.check", f"litbet audit --head {head.short()}")]
    if start:
        rows += [
            ("source.ran_on", f"litbet {start.release}"),
            ("source.program", start.program or writer.text("source.not_recorded")),
            ("source.configuration", start.config),
        ]
    rows.append(("source.printed_by", f"litbet {here.version}"))
    if start is None or here.digest != start.program:
        rows.append(("source.program", here.digest))
    if start is None or history.config != start.config:
        rows.append(("source.configuration", history.config))
    columns = writer.text("source.row", row=history.seq), writer.row_time(history.newest)
    labelled = tuple((writer.text(code), value) for code, value in rows)
    yield Table(writer.text("source.caption"), columns, labelled, words=2)
    if start and start.config != history.config:
        yield Warn(writer.text("source.other_configuration"))


def conduct_blocks(writer: Writer, conduct: Conduct) -> Iterator[Block]:
    """Counts by person and kind, with the number per hundred rounds, then a list of each."""
    rows = [
        (name or writer.people(()), writer.text(f"deeds.{what}"), str(times), rate(times, conduct.rounds))
        for name, kinds in conduct.by_person().items()
        for what, times in sorted(kinds.items())
    ]
    if rows:
        head = writer.texts("exceptions.who", "exceptions.what", "exceptions.times", "exceptions.rate")
        yield Table(writer.text("exceptions.caption", number=conduct.rounds), head, tuple(rows), words=2)
    else:
        yield Paragraph(writer.text("exceptions.none", number=conduct.rounds))
    if conduct.noted:
        noted = [
            (writer.text(f"noted.{what}"), str(times), rate(times, conduct.rounds))
            for what, times in sorted(conduct.noted.items())
        ]
        head = writer.texts("exceptions.what", "exceptions.times", "exceptions.rate")
        yield Table(writer.text("exceptions.noted"), head, tuple(noted))
    if conduct.pairs:
        yield _pairs(writer, conduct.pairs, conduct.approvals)
    if conduct.deeds:
        yield Items(tuple(_deed(writer, each) for each in conduct.deeds))


def _pairs(writer: Writer, pairs: Counter[tuple[str, str]], approvals: Counter[str]) -> Block:
    rows = [
        (writer.people(pair), str(times), ", ".join(str(approvals[name]) for name in pair))
        for pair, times in sorted(pairs.items(), key=lambda each: (-each[1], each[0]))
    ]
    head = writer.texts("exceptions.pair", "exceptions.claims", "exceptions.approvals")
    return Table(writer.text("exceptions.pairs"), head, tuple(rows))


def _deed(writer: Writer, deed: Deed) -> str:
    round_ = (writer.text("paper.round", round=deed.round),) if deed.round else ()
    where = ", ".join((*round_, *map(writer.fact, deed.where)))
    reason = sentence_part(writer.fact(deed.reason))
    code = f"exceptions.deed{'_where' if where else ''}{'_reason' if reason else ''}"
    what = writer.text(f"deeds.{deed.what}")
    if deed.what in NOBODYS:
        return writer.text("exceptions.deed_nobodys", time=writer.time(deed), what=what, where=where)
    who = writer.at_screen(deed.at_screen) if deed.at_screen else writer.people(deed.by)
    if deed.what in SUFFERED:
        code = "exceptions.deed_suffered"
    return writer.text(code, time=writer.time(deed), what=what, where=where, who=who, reason=reason)


def sentence_part(text: str) -> str:
    """What a person typed, without its full stop, because the sentence around it has its own."""
    return text.rstrip(".")
