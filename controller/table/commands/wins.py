"""The commands for claims, from the seat that says it has won to its payment. The amount decides who approves a claim;
approvals.py checks it."""

from controller.table import events
from controller.table.commands.entry import CLAIM, ONE, REASON, SEAT, Action, Argument, Found, Kind, Place, Query
from controller.table.rules import Matter

ACTIONS = (
    Action(
        "win claim",
        events.OpenClaim,
        (
            SEAT,
            Argument(
                "cards",
                Kind.TEXT,
                '--cards "Ah Ah Ah"',
                needed=False,
                in_example=True,
            ),
            Argument("award", Kind.TEXT, "--award straight", needed=False),
            Argument("round", Kind.NUMBER, "--round 812", needed=False, field=None),
            Argument("reference", Kind.TEXT, '--reference "camera 3, 14:03"', needed=False),
        ),
        places=(Place.SEAT,),
        found=Found.ROUND,
    ),
    Action(
        "win confirm",
        events.ConfirmClaim,
        (CLAIM,),
        places=(Place.CLAIM,),
        one_by_one=True,
        example_by=ONE,
    ),
    Action(
        "win deny",
        events.DenyClaim,
        (CLAIM, REASON),
        places=(Place.CLAIM,),
        example_by=ONE,
    ),
    Action("win withdraw", events.WithdrawClaim, (CLAIM,), places=(Place.CLAIM,)),
    Action(
        "win paid",
        events.PayClaim,
        (CLAIM, Argument("method", Kind.TEXT, "--method cash", needed=False)),
        Matter.PAYMENT,
        (Place.CLAIM,),
    ),
    Action(
        "win correct",
        events.CorrectWin,
        (
            CLAIM,
            Argument("amount", Kind.AMOUNT, "--amount 12.50", needed=False, in_example=True),
            Argument("variance", Kind.NUMBER, "--variance 1", needed=False),
            REASON,
        ),
        Matter.ADJUSTMENT,
        found=Found.PAYMENT,
    ),
    Action(
        "win reopen",
        events.ReopenClaims,
        (REASON,),
        Matter.ROUND,
        (Place.ROUND,),
    ),
)

QUERIES = (Query("win list"),)
