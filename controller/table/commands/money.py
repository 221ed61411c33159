"""The commands of meters and their money: the morning post, moves by hand, terms, other tables, and counts."""

from controller.table import meter_events
from controller.table.commands.entry import (
    DAY,
    JACKPOT,
    MOVED,
    REASON,
    WAGER,
    Action,
    Argument,
    Found,
    Kind,
    Place,
    Query,
)
from controller.table.rules import Decision

ACTIONS = (
    Action("jackpot post", meter_events.Post, (), Decision.POST, (Place.POST,)),
    Action(
        "jackpot hold-post",
        meter_events.HoldPost,
        (REASON,),
        Decision.POST,
        (Place.POST,),
    ),
    Action(
        "jackpot release-post",
        meter_events.ReleasePost,
        (),
        Decision.POST,
        (Place.POST,),
    ),
    Action(
        "jackpot correct-count",
        meter_events.CorrectCount,
        (
            DAY,
            WAGER,
            Argument("wagers", Kind.NUMBER, "--wagers -1"),
            REASON,
        ),
        Decision.ADJUSTMENT,
    ),
    Action(
        "jackpot take-over",
        meter_events.TakeOver,
        (
            JACKPOT,
            Argument("amount", Kind.AMOUNT, "--amount 18432.50"),
            Argument("base", Kind.AMOUNT, "--base 1200.00"),
        ),
        Decision.TAKE_OVER,
    ),
    Action(
        "jackpot lower",
        meter_events.LowerMeter,
        (
            JACKPOT,
            MOVED,
            Argument("account", Kind.TEXT, "--account reserve"),
            Argument("cause", Kind.TEXT, "--cause malfunction"),
            REASON,
        ),
        Decision.ADJUSTMENT,
    ),
    Action(
        "jackpot raise",
        meter_events.RaiseMeter,
        (
            JACKPOT,
            MOVED,
            Argument("from", Kind.TEXT, "--from house", field="source"),
            Argument("cause", Kind.TEXT, "--cause variance"),
            REASON,
        ),
        Decision.ADJUSTMENT,
    ),
    Action(
        "jackpot funds-hold",
        meter_events.HoldFunds,
        (REASON,),
        Decision.SERVICE,  # whoever learns of it stops at once; to go on takes two
    ),
    Action(
        "jackpot funds-release",
        meter_events.ReleaseFunds,
        (REASON,),
        Decision.ADJUSTMENT,
    ),
    Action(
        "jackpot set",
        meter_events.SetMeter,
        (
            JACKPOT.but(sample="mega"),
            Argument("amount", Kind.AMOUNT, "12000.00"),
            REASON,
        ),
        Decision.ADJUSTMENT,
    ),
    Action(
        "jackpot accept",
        meter_events.AcceptTerms,
        (),
        Decision.PARAMETERS,
    ),
    Action(
        "jackpot transfer-out",
        meter_events.TransferOut,
        (
            JACKPOT,
            Argument("to", Kind.NAME, "--to bj-2"),
            Argument("cause", Kind.NAME, "--cause replacement"),
            REASON,
        ),
        Decision.TAKE_OVER,
    ),
    Action(
        "jackpot transfer-in",
        meter_events.TransferIn,
        (
            JACKPOT,
            Argument("note", Kind.NOTE, '--note "litbet-transfer-1 ..."'),
        ),
        Decision.TAKE_OVER,
    ),
    Action(
        "jackpot retire",
        meter_events.Retire,
        (
            JACKPOT,
            Argument("last_day", Kind.NAME, "--on 2026-12-31", flag="--on"),
            REASON,
        ),
        Decision.PARAMETERS,
    ),
    Action("jackpot keep", meter_events.Keep, (JACKPOT, REASON), Decision.PARAMETERS),
    Action(
        "jackpot dispose",
        meter_events.Dispose,
        (JACKPOT, Argument("to", Kind.NAME, "--to charity"), REASON),
        Decision.ADJUSTMENT,
    ),
    Action(
        "reconcile reading",
        meter_events.ReadSign,
        (
            JACKPOT.but(sample="--jackpot bonus"),
            Argument("shown", Kind.AMOUNT, "--shown 1250.00"),
            Argument("claim", Kind.NUMBER, "--claim 1", needed=False),
        ),
        Decision.POST,
    ),
    Action(
        "reconcile count",
        meter_events.CountChips,
        (
            DAY,
            WAGER,
            Argument("chips", Kind.NUMBER, "--chips 412"),
        ),
        Decision.POST,
        found=Found.DAY,
    ),
    Action(
        "reconcile explain",
        meter_events.Explain,
        (
            Argument("variance", Kind.NUMBER, "1"),
            Argument("outcome", Kind.TEXT, "--outcome paid"),
            REASON,
        ),
        Decision.POST,
    ),
)

QUERIES = (
    Query("jackpot show"),
    Query(
        "jackpot chart",
        (Argument("chart", Kind.CHART, "meter"),),
        of_page=True,
        typed=False,
    ),
    Query("reconcile list"),
)
