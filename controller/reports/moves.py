"""The names of transfers on paper."""

from words.catalogue import Catalogue

ORDER = (  # (code, into the account), in the order of a proof
    ("seed", True),
    ("take_over", True),
    ("take_over", False),
    ("contribution", True),
    ("transfer_in", True),
    ("transfer_out", False),
    ("dispose", False),
    ("post", True),
    ("correct", True),
    ("correct", False),
    ("management", True),
    ("management", False),
    ("malfunction", True),
    ("malfunction", False),
    ("variance", True),
    ("over_limit", False),
    ("over_limit", True),
    ("seed_recovery", False),
    ("award", False),
    ("award", True),
    ("rounding", False),
    ("rounding", True),
    ("reseed", True),
    ("advance", True),
    ("advance", False),
    ("reseed", False),
    ("gross_receipts", False),
)


def move_title(words: Catalogue, kind: str, code: str, comes: bool) -> str:
    """`kind` is the account's: jackpot, reserve, overflow or owed, where some moves have another name. A code without a
    name in the catalogue is printed as it is."""
    way = "in" if comes else "out"
    for key in (f"transfers.{kind}_{code}_{way}", f"transfers.{code}_{way}"):
        if key in words:
            return words.text(key)
    return words.text(f"transfers.other_{way}", code=code.replace("_", " ").capitalize())
