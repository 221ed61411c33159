"""Starts and ends of the controller: the ledger's first row, starts and stops, training, restored ledgers."""

from collections.abc import Iterable

from controller.table import authority, clock_trust, names, people, records, sensors, terms
from controller.table.accounts import HOUSE, meter_account
from controller.table.claim_book import forget_paid
from controller.table.counters import Custody, JackpotBook
from controller.table.decision import Decision
from controller.table.events import Command, Moment, Restored, Started, Stopped, Train
from controller.table.journal import Entry, Transfer, fold, without_fold
from controller.table.refusals import Refused
from controller.table.rules import Rules
from controller.table.state import Book, Phase, State, phase_of
from controller.table.table_terms import digest_of, table_terms
from controller.table.values import replace
from words.message import message

KEYS = 2  # of the property that stand in for PINs, kept by different people


class Opening(Command):
    """Named people open a ledger."""


def genesis(
    rules: Rules, at: Moment, *, epoch: int, config: str, version: str, by: Iterable[str], after: str = ""
) -> tuple[Book, Entry]:
    """The first row of a ledger: the opening amounts, which the house funds and named people accept (R014). `after` is
    the last head on paper of a ledger that was lost."""
    openers = tuple(map(names.normal, by))
    for place, name in enumerate(openers):
        names.check(name, openers[:place])
    seeds = {jackpot.id: jackpot.base for jackpot in rules.jackpots.values()}
    record = records.Init(
        table=rules.table,
        zone=str(rules.zone),
        epoch=epoch,
        config=config,
        release=version,
        seeds=seeds,
        terms={jackpot.id: jackpot.terms for jackpot in rules.jackpots.values()},
        table_terms=table_terms(rules),
        custodial=tuple(jackpot.id for jackpot in rules.jackpots.values() if jackpot.funding.custodial),
        training=rules.training,
        laboratory=rules.laboratory,
        after=after,
    )
    moves = [Transfer(HOUSE, meter_account(jackpot_id), seed, "seed") for jackpot_id, seed in seeds.items() if seed]
    decision = Decision(rules, State(Book(rules.table, epoch), sensors.fresh(rules)), Opening(at, openers))
    decision.write(record, moves)
    return decision.book, decision.entries[0]


def started(decision: Decision, event: Started) -> None:
    """After any interruption: the state on disk (R160), with unknown sensors, waiting for one confirmation."""
    recovered = decision.book.phase in (Phase.BETTING, Phase.LOCKED)
    silent = dict.fromkeys(event.drivers, message("reasons.not_read"))
    decision.live = replace(sensors.fresh(decision.rules), recovered=recovered, unlinked=silent, damage=event.damage)
    decision.write(
        records.Start(
            boot=event.boot,
            release=event.version,
            config=event.config,
            program=event.program,
            installation=event.installation,
            damage=event.damage,
        )
    )
    clock_trust.first_look(decision, event)
    terms.compare(decision)


def stopped(decision: Decision, event: Stopped) -> None:
    decision.write(records.Stop())


def train(decision: Decision, event: Train) -> None:
    """Only at a closed table. Training uses the epoch in between, so that signs accept its messages, and later the real
    ones again."""
    if event.on == decision.rules.training:
        raise Refused("training_already" if event.on else "no_training")
    if phase_of(decision.state) is not Phase.CLOSED or decision.live.sensor_test:
        raise Refused("train_closed")
    decision.write(records.Training(on=event.on, epoch=decision.book.epoch + 2 if event.on else decision.book.epoch))


def restored(decision: Decision, event: Restored) -> None:
    """Two people accept a state older than what signs have shown: this is a manual adjustment (R170, E37). Where
    PINs are lost, two of the property's keys show that nobody is alone, and people who may give PINs get new ones."""
    authority.enough(decision, authority.rule(decision, "adjustment" if event.older else "service"), event.by)
    keys = tuple(key for key in decision.rules.backup_keys if key in event.keys) if event.new_pins else ()
    if event.new_pins:
        people.for_people(decision, event.by)
        if len(keys) < KEYS:
            code = "restore_keys" if decision.rules.backup_keys else "restore_no_keys"
            raise Refused(code, shown=len(keys), number=KEYS)
    decision.write(records.Restoration(epoch=event.epoch, older=event.older, keys=keys))


# -- what the records do to the book -------------------------------------------------------------------------

without_fold(records.Stop)


@fold(records.Init)
def _begun(book: Book, entry: Entry, record: records.Init) -> Book:
    jackpots = {
        jackpot_id: JackpotBook(
            seeded=seed,
            terms=record.terms[jackpot_id],
            custody=Custody(advanced=seed) if jackpot_id in record.custodial else None,
        )
        for jackpot_id, seed in record.seeds.items()
    }
    return replace(
        book,
        table=record.table,
        epoch=record.epoch,
        jackpots=jackpots,
        table_terms=digest_of(record.table_terms),
        table_terms_row=entry.seq,
        training=record.training,
        laboratory=record.laboratory,
        former=entry.by,
    )


@fold(records.Start)
def _started(book: Book, entry: Entry, record: records.Start) -> Book:
    """If the configuration changed, paid claims are forgotten: their spot or award may no longer exist. Those of a hand
    that is locked stay, because other spots and awards come into force between hands only."""
    clock = book.clock if book.clock and book.clock.boot == record.boot else None
    if book.config not in ("", record.config):
        book = replace(forget_paid(book, book.round), previous=None)
    return replace(book, boot=record.boot, config=record.config, clock=clock)


@fold(records.Training)
def _trained(book: Book, entry: Entry, record: records.Training) -> Book:
    return replace(book, epoch=record.epoch)


@fold(records.Restoration)
def _restored(book: Book, entry: Entry, record: records.Restoration) -> Book:
    return replace(book, epoch=record.epoch, restored=entry.seq)
