"""What the codes of transfers are called on paper. A code that is not here is told by its own name."""

MOVES = {  # (code, into the account) -> of a meter
    ("seed", True): "Opening amount, from the house",
    ("take_over", True): "Taken over from another system",
    ("take_over", False): "Taken over from another system",
    ("contribution", True): "Contributions of wagers",
    ("contribution", False): "Contributions of wagers, taken back",
    ("reserve", True): "Contributions of wagers, not displayed",
    ("reserve", False): "Contributions of wagers, not displayed, taken back",
    ("overflow", True): "Above the limit",
    ("overflow", False): "Above the limit, out",
    ("post", True): "Morning posts",
    ("correct", True): "Counts corrected, and wagers taken over, up",
    ("correct", False): "Counts corrected, down",
    ("raise", True): "Raised by people, for a reason on record",
    ("lower", False): "Lowered by people, for a reason on record",
    ("transfer", True): "From another table",
    ("transfer", False): "To another table",
    ("award", False): "Won",
    ("award", True): "Given back by wins that were denied or shared anew",
    ("rounding", False): "Below a cent of an emptied meter, to the house",
    ("rounding", True): "Below a cent, back from the house",
    ("reseed", True): "Reset after a win, from the house",
    ("reseed", False): "Reset taken back with its win",
    ("gross_receipts", False): "Booked as gross receipts",
}
BESIDE = {  # (kind of account, code, into it) -> where it means something else there
    ("reserve", "reseed", False): "To the meter, as its reset",
    ("reserve", "reseed", True): "Back from the meter: its reset was taken back",
    ("overflow", "reseed", False): "To the meter, as its reset",
    ("overflow", "reseed", True): "Back from the meter: its reset was taken back",
    ("owed", "award", True): "Won",
    ("owed", "award", False): "Denied, or shared anew",
    ("owed", "paid", False): "Paid",
}


def move_title(kind: str, code: str, comes: bool) -> str:
    """`kind` is the account's: jackpot, reserve, overflow or owed."""
    found = BESIDE.get((kind, code, comes)) or MOVES.get((code, comes))
    return found or f"{code.replace('_', ' ').capitalize()}, {'in' if comes else 'out'}"
