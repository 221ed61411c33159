"""What the book has forgotten, as the journal's rows have it: a round for a late claim (E21, E29), a payment that is
corrected (E22, E58)."""

import json
from dataclasses import replace

from controller.core.events import PastRound
from controller.ledger.reader import Reader


def past_round(reader: Reader, number: int) -> PastRound | None:
    """With the spots that played to its end, and those whose claim was paid; None if it was never locked."""
    found: PastRound | None = None
    claims: dict[int, str] = {}  # -> spot
    first = reader.find(("lock", "late_lock"), lambda row: (row.round or 0) >= number)
    for row in reader.some(first, round_=number):
        body = json.loads(row.body)
        if row.kind in ("lock", "late_lock"):
            found = PastRound(number, row.utc, tuple(body["spots"]), dict(body["meters"]))
        elif found is None or row.kind in ("unlock", "void"):
            found = None
        elif row.kind == "void_spot":
            found = replace(found, spots=tuple(spot for spot in found.spots if spot != body["spot"]))
        elif row.kind == "add_spot":
            found = replace(found, spots=(*found.spots, body["spot"]))
        elif row.kind == "claim":
            claims[body["claim"]] = body["spot"]
        elif row.kind in ("fixed", "paid"):
            found = replace(found, paid=(*found.paid, claims[body["claim"]]))
    return found


def past_payment(reader: Reader, claim: int) -> int:
    """What a claim was paid, with its corrections, in micro-dollars."""
    first = reader.find(("claim",), lambda row: int(json.loads(row.body)["claim"]) >= claim)
    bodies = [json.loads(row.body) for row in reader.some(first, ("fixed", "paid", "correct_win"))]
    return sum(body["amount"] for body in bodies if body["claim"] == claim)
