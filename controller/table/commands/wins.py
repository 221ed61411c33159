"""The commands of claims, from the seat that says it has won to its payment. Who approves a claim follows from what it
takes: its handlers say it (claims.py)."""

from controller.table import events
from controller.table.commands.entry import CLAIM, ONE, REASON, SEAT, Action, Argument, Found, Kind, Place, Query
from controller.table.rules import Matter

ACTIONS = (
    Action(
        "win claim",
        events.OpenClaim,
        "a seat has won; again for the same seat, name its award or cards anew",
        (
            SEAT,
            Argument(
                "cards",
                Kind.TEXT,
                '--cards "Ah Ah Ah"',
                "the player's two first, then the dealer's",
                needed=False,
                in_example=True,
            ),
            Argument("award", Kind.TEXT, "--award straight", "its name in the pay table", needed=False),
            Argument("round", Kind.NUMBER, "--round 812", "a past round: a late claim", needed=False, field=None),
            Argument(
                "reference", Kind.TEXT, '--reference "camera 3, 14:03"', "the evidence of a late claim", needed=False
            ),
        ),
        places=(Place.SEAT,),
        found=Found.ROUND,
    ),
    Action(
        "win confirm",
        events.ConfirmClaim,
        "approve a claim",
        (CLAIM,),
        places=(Place.CLAIM,),
        one_by_one=True,
        example_by=ONE,
    ),
    Action(
        "win deny",
        events.DenyClaim,
        "it was no win, or not this one",
        (CLAIM, REASON),
        places=(Place.CLAIM,),
        example_by=ONE,
    ),
    Action("win withdraw", events.WithdrawClaim, "withdraw a claim opened by mistake", (CLAIM,), places=(Place.CLAIM,)),
    Action(
        "win paid",
        events.PayClaim,
        "the winner has the money",
        (CLAIM, Argument("method", Kind.TEXT, "--method cash", "cash, check or chips", needed=False)),
        Matter.PAYMENT,
        (Place.CLAIM,),
    ),
    Action(
        "win correct",
        events.CorrectWin,
        "a paid win was wrong: the house pays the difference, or gets it back",
        (CLAIM, Argument("amount", Kind.AMOUNT, "--amount 12.50", "the difference, as 12.50; -12.50 for back"), REASON),
        Matter.ADJUSTMENT,
        found=Found.PAYMENT,
    ),
    Action(
        "win reopen",
        events.ReopenClaims,
        "take claims of the last round again, until the next lock",
        (REASON,),
        Matter.ROUND,
        (Place.ROUND,),
    ),
)

QUERIES = (Query("win list", "the claims that are open or owed, and the last hands' paid ones"),)
