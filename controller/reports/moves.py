"""What the codes of transfers are called on paper. A code that is not here is told by its own name."""

MOVES = {  # (code, into the account) -> of a meter
    ("seed", True): "Opening amount, from the house",
    ("take_over", True): "Taken over from another system",
    ("take_over", False): "Taken over from another system",
    ("contribution", True): "Of each wager, at the lock",
    ("transfer_in", True): "Transferred from another table",
    ("transfer_out", False): "Transferred to another table",
    ("dispose", False): "Disposed of after the jackpot's end",
    ("post", True): "Morning posts",
    ("correct", True): "Counts corrected, and wagers taken over, up",
    ("correct", False): "Counts corrected, down",
    ("management", True): "Set by management, up",
    ("management", False): "Set by management, down",
    ("malfunction", True): "Malfunction corrected, up",
    ("malfunction", False): "Malfunction corrected, down",
    ("variance", True): "Variance that found no player",
    ("over_limit", False): "Above the limit, to the overflow",
    ("over_limit", True): "From the meter, above its limit",
    ("seed_recovery", False): "Seed money recovered by the house",
    ("award", False): "Won",
    ("award", True): "Given back by wins that were denied or shared anew",
    ("rounding", False): "Below a cent of an emptied meter, to the house or the reserve",
    ("rounding", True): "Below a cent, back again",
    ("reseed", True): "Reset after a win",
    ("advance", True): "Reset after a win, advanced by the house",
    ("advance", False): "Advance taken back with its win",
    ("reseed", False): "Reset taken back with its win",
    ("gross_receipts", False): "Booked as gross receipts",
}
BESIDE = {  # (kind of account, code, into it) -> where it means something else there
    ("reserve", "contribution", True): "Of each wager, not displayed",
    ("overflow", "contribution", True): "Of each wager, above the limit",
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
