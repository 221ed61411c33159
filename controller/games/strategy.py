"""Strategies of players: basic strategy as in the printed chart, and three simpler ones."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from controller.games.play import Act, Answer, Insure, Move, Question

Strategy = Callable[[Act], Move]

# Several decks, the dealer hits soft 17, double after split, late surrender. A column for each up card:
#        2345678910A
HARD = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDD",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHRR",
    16: "SSSSSHHRRR",
    17: "SSSSSSSSSU",
}
SOFT = {
    12: "HHHHHHHHHH",  # aces that may not be split
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "TTTTTSSHHH",
    19: "SSSSTSSSSS",
}
PAIRS = {  # by printed rank; a dot: play the total
    1: "PPPPPPPPPP",
    2: "PPPPPP....",
    3: "PPPPPP....",
    4: "...PP.....",
    6: "PPPPP.....",
    7: "PPPPPP....",
    8: "PPPPPPPPPV",
    9: "PPPPP.PP..",
}
MEANS = {  # the first move that is allowed
    "H": (Move.HIT, Move.STAY),
    "S": (Move.STAY,),
    "D": (Move.DOUBLE, Move.HIT),
    "T": (Move.DOUBLE, Move.STAY),
    "R": (Move.SURRENDER, Move.HIT),
    "U": (Move.SURRENDER, Move.STAY),
    "V": (Move.SURRENDER, Move.SPLIT),
    "P": (Move.SPLIT,),
    ".": (),
}


def basic(act: Act) -> Move:
    hand, allowed = act.hand, act.allowed
    column = act.up.value - 2  # the ace is the last: -1
    if Move.SPLIT in allowed and hand.cards[0].rank in PAIRS:
        for move in MEANS[PAIRS[hand.cards[0].rank][column]]:
            if move in allowed:
                return move
    if hand.soft:
        code = SOFT[hand.total][column] if hand.total < 20 else "S"
    elif hand.total < 9:
        code = "H"
    else:
        code = HARD[hand.total][column] if hand.total < 18 else "S"
    return next(move for move in MEANS[code] if move in allowed)


def like_the_dealer(act: Act) -> Move:
    """Hits below 17 and on a soft 17; never doubles or splits."""
    return _draw(act, act.hand.total < 17 or (act.hand.soft and act.hand.total == 17))


def never_bust(act: Act) -> Move:
    """Hits a hard hand only if no card can bust it, and a soft hand below 18."""
    return _draw(act, act.hand.total < (18 if act.hand.soft else 12))


def hit_below_21(act: Act) -> Move:
    return _draw(act, act.hand.total < 21)


def _draw(act: Act, hit: bool) -> Move:
    return Move.HIT if hit and Move.HIT in act.allowed else Move.STAY


STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        "basic": basic,
        "like-the-dealer": like_the_dealer,
        "never-bust": never_bust,
        "hit-below-21": hit_below_21,
    }
)


def answerer(strategy: Strategy, after_deal: Mapping[str, int] = MappingProxyType({})) -> Callable[[Question], Answer]:
    """A player who never takes insurance or even money, and makes the same bets after every deal."""

    def answer(question: Question) -> Answer:
        if isinstance(question, Act):
            return strategy(question)
        if isinstance(question, Insure):
            return 0
        return after_deal.get(question.bet.id, 0)

    return answer
