"""What a decision came to, as messages."""

from controller.present.answers import MESSAGES
from controller.table.records import RECORD_TYPES
from words.catalogue import catalogue

BY_NO_COMMAND = {"init", "start", "stop", "restoration", "door"}  # kinds of rows that answer nobody
VARIANTS = {  # kinds that say one of several things (`code_of` in controller/present/statements.py)
    "claim_end": ("claim_denied", "claim_withdrawn", "claim_void"),
    "flat_bet": ("flat_bet_lit", "flat_bet_dark"),
    "payment_correction": ("payment_added", "payment_returned"),
    "training": ("training_begun", "training_ended"),
}


def test_each_kind_of_row_that_answers_a_command_has_its_sentence() -> None:
    missing = [
        code
        for kind, record in RECORD_TYPES.items()
        if record not in MESSAGES and kind not in BY_NO_COMMAND
        for code in VARIANTS.get(kind, (kind,))
        if f"answers.{code}" not in catalogue("en")
    ]
    assert missing == []
