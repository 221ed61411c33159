"""The commands for meters and their money: the daily post, manual adjustments, terms, transfers, and counts."""

from controller.table import meter_events
from controller.table.commands.entry import (
    DAY,
    JACKPOT,
    MOVED,
    REASON,
    WAGER,
    Action,
    Argument,
    Effect,
    Found,
    Kind,
    Place,
    Query,
)
from controller.table.rules import Matter

ACTIONS = (
    Action("jackpot post", meter_events.Post, (), Matter.POST, (Place.POST,)),
    Action(
        "jackpot hold-post",
        meter_events.HoldPost,
        (REASON,),
        Matter.POST,
        (Place.POST,),
    ),
    Action(
        "jackpot release-post",
        meter_events.ReleasePost,
        (),
        Matter.POST,
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
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot take-over",
        meter_events.TakeOver,
        (
            JACKPOT,
            Argument("amount", Kind.AMOUNT, "--amount 18432.50"),
            Argument("base", Kind.AMOUNT, "--base 1200.00"),
        ),
        Matter.TAKE_OVER,
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
        Matter.ADJUSTMENT,
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
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot funds-hold",
        meter_events.HoldFunds,
        (REASON,),
        Matter.SERVICE,  # one person may stop at once; going on needs two
    ),
    Action(
        "jackpot funds-release",
        meter_events.ReleaseFunds,
        (REASON,),
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot set",
        meter_events.SetMeter,
        (
            JACKPOT.but(sample="mega"),
            Argument("amount", Kind.AMOUNT, "12000.00"),
            REASON,
        ),
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot accept",
        meter_events.AcceptTerms,
        (),
        Matter.PARAMETERS,
        effect=Effect.RENEW,
    ),
    Action(
        "jackpot transfer-ask",
        meter_events.TransferAsk,
        (JACKPOT, Argument("from", Kind.NAME, "--from bj-2", field="giver")),
        Matter.POST,
    ),
    Action(
        "jackpot transfer-out",
        meter_events.TransferOut,
        (
            JACKPOT,
            Argument("ask", Kind.NOTE, '--ask "litbet-ask-1 ..."'),
            Argument("cause", Kind.NAME, "--cause replacement"),
            REASON,
        ),
        Matter.TAKE_OVER,
    ),
    Action(
        "jackpot transfer-in",
        meter_events.TransferIn,
        (
            JACKPOT,
            Argument("note", Kind.NOTE, '--note "litbet-note-1 ..."'),
        ),
        Matter.TAKE_OVER,
    ),
    Action(
        "jackpot retire",
        meter_events.Retire,
        (
            JACKPOT,
            Argument("last_day", Kind.NAME, "--on 2026-12-31", flag="--on"),
            REASON,
        ),
        Matter.PARAMETERS,
    ),
    Action("jackpot keep", meter_events.Keep, (JACKPOT, REASON), Matter.PARAMETERS),
    Action(
        "jackpot dispose",
        meter_events.Dispose,
        (JACKPOT, Argument("to", Kind.NAME, "--to charity"), REASON),
        Matter.ADJUSTMENT,
    ),
    Action(
        "reconcile reading",
        meter_events.ReadSign,
        (
            JACKPOT.but(sample="--jackpot bonus"),
            Argument("shown", Kind.AMOUNT, "--shown 1250.00"),
            Argument("claim", Kind.NUMBER, "--claim 1", needed=False),
        ),
        Matter.POST,
    ),
    Action(
        "reconcile count",
        meter_events.CountChips,
        (
            DAY,
            WAGER,
            Argument("chips", Kind.NUMBER, "--chips 412"),
        ),
        Matter.POST,
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
        Matter.POST,
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
