"""What a person should do now: each ask has a name, for a page that says it in words of its own, and a sentence."""

from collections.abc import Iterator
from typing import NamedTuple

from controller.core import parameters, reconcile, removal
from controller.core.awards import title_of
from controller.core.money import dollars
from controller.core.rules import Rules
from controller.core.senses import bets, is_second, is_stuck, rival
from controller.core.state import Claim, Phase, Stage, State, phase_of

SIGNS_DARK = "Look at the signs and the broker, or post the amount by hand and say so (litbet sign override)."
SIGNS_BY_HAND = "The amount is posted by hand until the shoe ends."
COPY_AWAY = "Look at its medium; what it missed is added by itself."
FUNDS_GONE = "no bets are taken. Claims can be settled and paid."
FUNDS_GOING = "this round is the last one."
REMIND = 90_000  # ms that lit spots may wait for LOCK before the dealer is reminded (E05)
ALARMS = {"late": "Late bet at {}: return it.", "removed": "The chip at {} was taken away."}


class Ask(NamedTuple):
    code: str
    say: str


def todo(rules: Rules, state: State, mono: int, utc: int) -> list[Ask]:
    """Most urgent first."""
    return [
        *_of_the_table(rules, state),
        *_of_the_claims(rules, state),
        *_of_the_spots(rules, state, mono),
        *_of_the_time(state, utc),
        *(Ask("terms", say) for say in parameters.asks(rules, state.book)),
        *(Ask("removal", say) for say in removal.asks(rules, state.book)),
        *(Ask("reconcile", say) for say in reconcile.asks(rules, state.book)),
    ]


def faults(state: State) -> dict[str, str]:
    """All that keeps the table out of service, by name. Those of the book are cleared by a person."""
    failed = {"ledger_write": state.live.failed} if state.live.failed else {}
    damage = {"program": state.live.damage} if state.live.damage else {}
    signs = {"signs": state.live.signs.closed} if state.live.signs.closed else {}
    funds = {"funds": state.live.funds} if state.live.funds else {}
    return {**failed, **damage, **state.book.faults, **state.live.unlinked, **signs, **funds}


def _of_the_table(rules: Rules, state: State) -> Iterator[Ask]:
    book, live = state.book, state.live
    for code, why in faults(state).items():
        yield Ask("fault", f"Out of service ({code}): {why}")
    if live.signs.silent and not live.signs.closed:
        yield Ask("signs", f"{live.signs.silent} {SIGNS_DARK if not book.by_hand else SIGNS_BY_HAND}")
    if live.copy:
        yield Ask("copy", f"The ledger's second copy is not kept, the table plays on: {live.copy}. {COPY_AWAY}")
    if book.funds:
        yield Ask(
            "funds",
            f"Funds hold ({book.funds}): {FUNDS_GONE if live.funds else FUNDS_GOING} "
            "`litbet jackpot funds-release` by two people ends it.",
        )
    if rules.training:
        yield Ask(
            "training", "Training: nothing here counts. Close the table, then `litbet table training off` ends it."
        )
    if live.recovered:
        yield Ask("recovered", "The table came back from a restart: compare the lit seats with the chips, then resume.")
    if live.void_asked:
        yield Ask("void_asked", "The dealer asks to void the round: `litbet round void --reason ...` completes it.")


def _of_the_claims(rules: Rules, state: State) -> Iterator[Ask]:
    for claim in state.book.claims:
        if claim.stage is not Stage.PAID:
            yield Ask("claim", _claim(rules, claim))


def _of_the_spots(rules: Rules, state: State, mono: int) -> Iterator[Ask]:
    book, live = state.book, state.live
    for what, times in live.away.items():
        yield Ask(
            "away", f"{what} was pressed {times} times while nobody could see when: press it again if it was meant."
        )
    if live.trial:
        untouched = ", ".join((*live.trial.waiting, *live.trial.taken))
        yield Ask("trial", f"Sensor test: touch and release {untouched}.")
    lit = bets(rules, state, mono) if phase_of(state) is Phase.BETTING else ()
    for spot in rules.spots:
        if alarm := live.spots[spot].alarm:
            yield Ask(alarm.value, ALARMS[alarm.value].format(spot))
        if live.spots[spot].unsure:
            yield Ask("unsure", f"Spot {spot}: its sensor's story has a hole. Have the bet placed again.")
        if is_stuck(rules, state, spot, mono) and not book.locked:
            yield Ask("stuck", f"Spot {spot} was never seen empty: confirm the bet or exclude the spot.")
        if is_second(rules, state, spot, mono) and not book.locked:
            plays = rival(rules, state, spot, mono)
            yield Ask(
                "second", f"Spot {spot}: its seat bets at {plays} already, and only that one plays. Return this bet."
            )
        if book.spot(spot).flat == "lit" and lit and spot not in lit:
            yield Ask("flat", f"Spot {spot} is flat-bet and must bet: have the bet placed before LOCK.")
        if out := book.spot(spot).out:
            yield Ask("out", f"Spot {spot} is out of service ({out}): `litbet spot test --seat ...`.")


def _of_the_time(state: State, utc: int) -> Iterator[Ask]:
    book, live = state.book, state.live
    lit = live.seen[-1] if live.seen else None
    if not book.locked and lit and lit.spots and utc - lit.utc > REMIND:
        yield Ask("lock", "Bets have been lit for a while: press LOCK before the first card.")
    if not live.clock.trusted:
        why = live.clock.why
        yield Ask("clock", f"The time is not trusted ({why}): compare it with a watch, `litbet clock confirm`.")
    if book.held:
        yield Ask("held", f"The morning post is held: {book.held}.")


def _claim(rules: Rules, claim: Claim) -> str:
    at = f"Claim {claim.number} (spot {claim.spot}, round {claim.round})"
    if not claim.award:
        return f"{at}: name its award or its cards."
    title = title_of(rules, claim)
    if claim.stage is Stage.OPEN:
        so_far = f", approved by {' and '.join(claim.approved)}" if claim.approved else ""
        return f"{at}: {title}{so_far}. Freeze the cards, look at them, then confirm or deny."
    if claim.stage is Stage.APPROVED:
        return f"{at}: {title} is approved and waits for the other claims before it."
    return f"{at}: {title} owes ${dollars(claim.amount)}. `litbet win paid {claim.number}` when the winner has it."
