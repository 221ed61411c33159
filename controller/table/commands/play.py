"""The commands for play: the table, its rounds, spots, signs, clock and faults."""

from controller.table import events
from controller.table.commands.entry import REASON, SEAT, Action, Argument, Effect, Kind, Place, Query
from controller.table.rules import Matter

ACTIONS = (
    Action("table open", events.Open, places=(Place.TABLE,)),
    Action("table close", events.Close, places=(Place.TABLE,)),
    Action(
        "table last-hand",
        events.LastShoe,
        places=(Place.TABLE,),
    ),
    Action(
        "table shoe-ended",
        events.ShoeEnded,
        places=(Place.TABLE,),
    ),
    Action(
        "table not-offered",
        events.StopOffering,
        (REASON,),
        Matter.ROUND,
        (Place.TABLE,),
    ),
    Action("table offered", events.Offer, (), Matter.ROUND, (Place.TABLE,)),
    Action(
        "table training",
        events.Train,
        (Argument("mode", Kind.ON_OFF, "on", field="on"),),
        Matter.ROUND,
        effect=Effect.SWITCH,
    ),
    Action("round lock", events.Lock, places=(Place.KEYS,)),
    Action("round settle", events.Settle, places=(Place.KEYS,)),
    Action("round clear", events.Clear, places=(Place.KEYS,)),
    Action(
        "round resume",
        events.Resume,
        places=(Place.ROUND,),
    ),
    Action(
        "round late-lock",
        events.LateLock,
        (Argument("moment", Kind.MOMENT, "--moment 14:03:20"),),
        Matter.ROUND,
        (Place.ROUND,),
    ),
    Action(
        "round unlock",
        events.Unlock,
        places=(Place.KEYS, Place.ROUND),
    ),
    Action(
        "round void",
        events.Void,
        (REASON,),
        Matter.ROUND,
        (Place.KEYS, Place.ROUND),
    ),
    Action(
        "spot ack",
        events.AckSpot,
        (SEAT,),
        places=(Place.SEAT,),
    ),
    Action("round drop-seat", events.DropSpot, (SEAT,), places=(Place.SEAT,)),
    Action(
        "round add-seat",
        events.AddSpot,
        (SEAT, REASON),
        Matter.ROUND,
        (Place.SEAT,),
    ),
    Action(
        "round void-seat",
        events.VoidSpot,
        (SEAT, REASON),
        Matter.ROUND,
        (Place.SEAT,),
    ),
    Action(
        "spot confirm",
        events.ConfirmSpot,
        (SEAT,),
        places=(Place.SEAT,),
    ),
    Action(
        "spot exclude",
        events.ExcludeSpot,
        (SEAT, REASON),
        places=(Place.SEAT,),
    ),
    Action(
        "spot test",
        events.TrySpots,
        (
            Argument(
                "spots",
                Kind.SPOTS,
                "--seat 3",
                needed=False,
                flag="--seat",
            ),
        ),
        places=(Place.MACHINE, Place.SEAT),
    ),
    Action(
        "round flat-bet",
        events.FlatBet,
        (
            SEAT,
            Argument(
                "must",
                Kind.LIT_DARK,
                "--must lit",
                needed=False,
            ),
        ),
        places=(Place.SEAT,),
    ),
    Action("coin refund", events.RefundCoins, (SEAT,), places=(Place.SEAT,)),
    Action(
        "spot tier",
        events.SetTier,
        (
            SEAT,
            Argument("amount", Kind.TIER, "--amount 10.00"),
            Argument(
                "reason",
                Kind.REASON,
                '--reason "camera 3"',
                needed=False,
            ),
        ),
        places=(Place.SEAT,),
    ),
    Action(
        "clock confirm",
        events.ConfirmClock,
        (),
        Matter.SERVICE,
        (Place.MACHINE,),
    ),
    Action(
        "sign override",
        events.OverrideSigns,
        (),
        Matter.ROUND,
        (Place.MACHINE,),
    ),
    Action(
        "fault clear",
        events.ClearFault,
        (Argument("code", Kind.FAULT, "--code unreasonable"), REASON),
        Matter.SERVICE,
        (Place.FAULT,),
    ),
)

ROUND = Argument("round", Kind.NUMBER, "812")

QUERIES = (
    Query("status"),
    Query(
        "watch",
        (Argument("changes", Kind.FLAG, "", needed=False),),
        typed=False,
    ),
    Query("table show", typed=False),
    Query("floor", typed=False),
    Query("round list", of_page=True),
    Query(
        "round replay",
        (ROUND, SEAT),
        of_page=True,
    ),
    Query("fault list"),
)
