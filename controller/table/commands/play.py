"""The commands of play: the table, its rounds, spots and signs, its clock and its faults."""

from controller.table import events
from controller.table.commands.entry import REASON, SEAT, Action, Argument, Effect, Kind, Place, Query
from controller.table.rules import Matter

ACTIONS = (
    Action("table open", events.Open, "open the table; due posts run first", places=(Place.TABLE,)),
    Action("table close", events.Close, "close the table", places=(Place.TABLE,)),
    Action(
        "table last-hand",
        events.LastShoe,
        "announce that the table closes after this shoe",
        places=(Place.TABLE,),
    ),
    Action(
        "table shoe-ended",
        events.ShoeEnded,
        "the shoe is over: flat bets end, an announced closing happens",
        places=(Place.TABLE,),
    ),
    Action(
        "table not-offered",
        events.StopOffering,
        "do not offer the bet, between shoes",
        (REASON,),
        Matter.ROUND,
        (Place.TABLE,),
    ),
    Action("table offered", events.Offer, "offer the bet again", (), Matter.ROUND, (Place.TABLE,)),
    Action(
        "table training",
        events.Train,
        "practise on a ledger of its own, signs say TEST; only at the closed table",
        (Argument("mode", Kind.ON_OFF, "on", "on or off", field="on"),),
        Matter.ROUND,
        effect=Effect.SWITCH,
    ),
    Action("round lock", events.Lock, "no more bets: what is lit plays", places=(Place.KEYS,)),
    Action("round settle", events.Settle, "the hand is decided, chips are being collected", places=(Place.KEYS,)),
    Action("round clear", events.Clear, "the round is over", places=(Place.KEYS,)),
    Action(
        "round resume",
        events.Resume,
        "after a power cut: seats and chips were compared",
        places=(Place.ROUND,),
    ),
    Action(
        "round late-lock",
        events.LateLock,
        "lock what was lit at a moment that has passed",
        (Argument("moment", Kind.MOMENT, "--moment 14:03:20", "a time such as 14:03:20"),),
        Matter.ROUND,
        (Place.ROUND,),
    ),
    Action(
        "round unlock",
        events.Unlock,
        "take a lock back before the first card (miscount)",
        places=(Place.KEYS, Place.ROUND),
    ),
    Action(
        "round void",
        events.Void,
        "void the whole round and refund it",
        (REASON,),
        Matter.ROUND,
        (Place.KEYS, Place.ROUND),
    ),
    Action(
        "spot ack",
        events.AckSpot,
        "a chip that left was looked into",
        (SEAT,),
        places=(Place.SEAT,),
    ),
    Action("round drop-seat", events.DropSpot, "take off a lit bet before the lock", (SEAT,), places=(Place.SEAT,)),
    Action(
        "round add-seat",
        events.AddSpot,
        "add a bet that the sensor did not see",
        (SEAT, REASON),
        Matter.ROUND,
        (Place.SEAT,),
    ),
    Action(
        "round void-seat",
        events.VoidSpot,
        "void one seat's bet and refund it",
        (SEAT, REASON),
        Matter.ROUND,
        (Place.SEAT,),
    ),
    Action(
        "spot confirm",
        events.ConfirmSpot,
        "a chip that was never seen to come is a bet",
        (SEAT,),
        places=(Place.SEAT,),
    ),
    Action(
        "spot exclude",
        events.ExcludeSpot,
        "take a spot out of service until it is tested",
        (SEAT, REASON),
        places=(Place.SEAT,),
    ),
    Action(
        "spot test",
        events.TrySpots,
        "test sensors: touch and release each one",
        (
            Argument(
                "spots",
                Kind.SPOTS,
                "--seat 3",
                "the seats to test; all of them if none is named",
                needed=False,
                flag="--seat",
            ),
        ),
        places=(Place.MACHINE, Place.SEAT),
    ),
    Action(
        "round flat-bet",
        events.FlatBet,
        "a seat's bet stays as in the shoe's first hand",
        (
            SEAT,
            Argument(
                "must",
                Kind.LIT_DARK,
                "--must lit",
                "lit or dark, for a player whose own first hand came later",
                needed=False,
            ),
        ),
        places=(Place.SEAT,),
    ),
    Action("coin refund", events.RefundCoins, "give a spot's unused coins back", (SEAT,), places=(Place.SEAT,)),
    Action(
        "spot tier",
        events.SetTier,
        "what a spot's bet plays for, where its wager has several amounts; after the lock with a reason",
        (
            SEAT,
            Argument("amount", Kind.TIER, "--amount 10.00", "one of the wager's amounts"),
            Argument(
                "reason",
                Kind.REASON,
                '--reason "camera 3"',
                "why, for the journal; needed after the lock",
                needed=False,
            ),
        ),
        places=(Place.SEAT,),
    ),
    Action(
        "clock confirm",
        events.ConfirmClock,
        "the table's time was compared with a watch",
        (),
        Matter.SERVICE,
        (Place.MACHINE,),
    ),
    Action(
        "sign override",
        events.OverrideSigns,
        "the signs are silent, the amount is posted by hand",
        (),
        Matter.ROUND,
        (Place.MACHINE,),
    ),
    Action(
        "fault clear",
        events.ClearFault,
        "clear a latched fault whose cause is gone",
        (Argument("code", Kind.FAULT, "--code unreasonable", "the fault's name, as status prints it"), REASON),
        Matter.SERVICE,
        (Place.FAULT,),
    ),
)

ROUND = Argument("round", Kind.NUMBER, "812", "the round's number")

QUERIES = (
    Query("status", "what works, what does not, what to do"),
    Query(
        "watch",
        "the status, live: what works, what does not, what to do; q ends it",
        (Argument("changes", Kind.FLAG, "", "of what is not on disk, too", needed=False),),
        typed=False,
    ),
    Query("table show", "what stays as it is while the controller runs", typed=False),
    Query("floor", "the status and the allowed actions, for the pages", typed=False),
    Query("round list", "the last rounds, the newest first", of_page=True),
    Query(
        "round replay",
        "one seat's story of a round: sensor, lock, signs, claim, money, chain",
        (ROUND, SEAT),
        of_page=True,
    ),
    Query("fault list", "what keeps the table out of service"),
)
