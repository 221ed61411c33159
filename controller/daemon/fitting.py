"""Whether a ledger and a table's file belong together."""

from controller.ledger.errors import ForeignLedger
from controller.table.rules import Rules
from controller.table.state import Book, Phase, Stage
from controller.table.table_terms import GAME, changed_terms


def fit(file: Rules, config: str, book: Book) -> None:
    """Raises unless the ledger is this table's, and the file with this digest can continue it."""
    if book.table != file.table:
        raise ForeignLedger("other_table", table=book.table, ours=file.table)
    if book.training != file.training:
        raise ForeignLedger("of_training" if book.training else "not_of_training")
    if book.laboratory != file.laboratory:
        raise ForeignLedger("of_laboratory" if book.laboratory else "not_of_laboratory")
    if book.locked and book.config not in ("", config):
        raise ForeignLedger("changed_in_round", round=book.round)
    unpaid = next((claim for claim in book.claims if claim.stage is not Stage.PAID), None)
    if unpaid and book.config not in ("", config):
        raise ForeignLedger("changed_with_claim", claim=unpaid.number, stage=unpaid.stage.value)
    if missing := [spot for spot in book.spots if spot not in file.spots]:
        raise ForeignLedger("spot_missing", spot=missing[0])
    if book.jackpots.keys() != file.jackpots.keys():
        raise ForeignLedger("other_jackpots", theirs=tuple(book.jackpots), ours=tuple(file.jackpots))
    for jackpot in file.jackpots.values():
        if jackpot.funding.custodial != (book.jackpots[jackpot.id].custody is not None):
            code = "money_of_house" if jackpot.funding.custodial else "money_of_players"
            raise ForeignLedger(code, jackpot=jackpot.id, type=jackpot.type)


def playable(rules: Rules, book: Book) -> None:
    """Raises if the rules in force propose another game in the middle of play."""
    if book.phase is not Phase.CLOSED and changed_terms(rules).keys() & GAME:
        raise ForeignLedger("game_changed", phase=book.phase.value)
