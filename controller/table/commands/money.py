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
from controller.table.rules import Matter

ACTIONS = (
    Action("jackpot post", meter_events.Post, "run the due post now", (), Matter.POST, (Place.POST,)),
    Action(
        "jackpot hold-post",
        meter_events.HoldPost,
        "hold the post: the count is disputed",
        (REASON,),
        Matter.POST,
        (Place.POST,),
    ),
    Action(
        "jackpot release-post",
        meter_events.ReleasePost,
        "let a held post run",
        (),
        Matter.POST,
        (Place.POST,),
    ),
    Action(
        "jackpot correct-count",
        meter_events.CorrectCount,
        "correct a day's number of wagers",
        (
            DAY,
            WAGER,
            Argument("wagers", Kind.NUMBER, "--wagers -1", "how many more (or fewer, with a minus) there were"),
            REASON,
        ),
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot take-over",
        meter_events.TakeOver,
        "a new table's meter has run elsewhere: its amount, and the day before's wagers there",
        (
            JACKPOT,
            Argument("amount", Kind.AMOUNT, "--amount 18432.50", "what it stands at"),
            Argument("base", Kind.AMOUNT, "--base 1200.00", "wagered there on the day before, still to be added"),
        ),
        Matter.TAKE_OVER,
    ),
    Action(
        "jackpot lower",
        meter_events.LowerMeter,
        "lower an account of a jackpot, for a lawful cause",
        (
            JACKPOT,
            MOVED,
            Argument("account", Kind.TEXT, "--account reserve", "displayed, reserve or overflow"),
            Argument(
                "cause", Kind.TEXT, "--cause malfunction", "malfunction, over_limit, nondisplayed or seed_recovery"
            ),
            REASON,
        ),
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot raise",
        meter_events.RaiseMeter,
        "raise a meter, for a lawful cause",
        (
            JACKPOT,
            MOVED,
            Argument("from", Kind.TEXT, "--from house", "house, reserve or overflow", field="source"),
            Argument("cause", Kind.TEXT, "--cause variance", "variance or malfunction"),
            REASON,
        ),
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot funds-hold",
        meter_events.HoldFunds,
        "the jackpots' money is short or seized: no bets from the next round on",
        (REASON,),
        Matter.SERVICE,  # whoever learns of it stops at once; to go on takes two
    ),
    Action(
        "jackpot funds-release",
        meter_events.ReleaseFunds,
        "the jackpots' money is there again",
        (REASON,),
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot set",
        meter_events.SetMeter,
        "management sets the amount of a jackpot that the house funds by hand, between hands",
        (
            JACKPOT.but(sample="mega"),
            Argument("amount", Kind.AMOUNT, "12000.00", "what it stands at from now on"),
            REASON,
        ),
        Matter.ADJUSTMENT,
    ),
    Action(
        "jackpot accept",
        meter_events.AcceptTerms,
        "accept what the configuration changes: terms, the game on offer",
        (),
        Matter.PARAMETERS,
    ),
    Action(
        "jackpot transfer-out",
        meter_events.TransferOut,
        "all of a jackpot goes to another table, which takes the note that is printed",
        (
            JACKPOT,
            Argument("to", Kind.NAME, "--to bj-2", "the other table's id"),
            Argument("cause", Kind.NAME, "--cause replacement", "malfunction, replacement or approved"),
            REASON,
        ),
        Matter.TAKE_OVER,
    ),
    Action(
        "jackpot transfer-in",
        meter_events.TransferIn,
        "a jackpot's money comes from another table",
        (
            JACKPOT,
            Argument("note", Kind.NOTE, '--note "litbet-transfer-1 ..."', "the transfer note of the other table"),
        ),
        Matter.TAKE_OVER,
    ),
    Action(
        "jackpot retire",
        meter_events.Retire,
        "announce that a jackpot ends for good, with all that its wagers play for",
        (
            JACKPOT,
            Argument("last_day", Kind.NAME, "--on 2026-12-31", "its last gaming day, as 2026-12-31", flag="--on"),
            REASON,
        ),
        Matter.PARAMETERS,
    ),
    Action("jackpot keep", meter_events.Keep, "take an announced end back", (JACKPOT, REASON), Matter.PARAMETERS),
    Action(
        "jackpot dispose",
        meter_events.Dispose,
        "what a jackpot left that has ended goes where the profile lets it go",
        (JACKPOT, Argument("to", Kind.NAME, "--to charity", "charity or house"), REASON),
        Matter.ADJUSTMENT,
    ),
    Action(
        "reconcile reading",
        meter_events.ReadSign,
        "somebody independent has read a sign; the answer says what it should show",
        (
            JACKPOT.but(sample="--jackpot bonus"),
            Argument("shown", Kind.AMOUNT, "--shown 1250.00", "what the sign shows"),
            Argument("claim", Kind.NUMBER, "--claim 1", "it showed this at that claim's lock", needed=False),
        ),
        Matter.POST,
    ),
    Action(
        "reconcile count",
        meter_events.CountChips,
        "a day's chips were counted by people who have not seen the sensors' count",
        (
            DAY,
            WAGER,
            Argument("chips", Kind.NUMBER, "--chips 412", "how many, each worth the wager's first amount"),
        ),
        Matter.POST,
        found=Found.DAY,
    ),
    Action(
        "reconcile explain",
        meter_events.Explain,
        "a variance was looked into, and how it ends",
        (
            Argument("variance", Kind.NUMBER, "1", "the variance's number"),
            Argument("outcome", Kind.TEXT, "--outcome paid", "paid, raised, explained or corrected"),
            REASON,
        ),
        Matter.POST,
    ),
)

QUERIES = (
    Query("jackpot show", "meters and their counters"),
    Query(
        "jackpot chart",
        "a drawing of the last 31 gaming days",
        (Argument("chart", Kind.CHART, "meter", "meter, wagers, take-up or wins"),),
        of_page=True,
        typed=False,
    ),
    Query("reconcile list", "the variances that nobody has explained"),
)
