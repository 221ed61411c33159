"""What a person should do now: each ask has a name, for a page that says it in words of its own, and a sentence."""

from collections.abc import Iterator
from typing import NamedTuple

from controller.present.sentences import sentence
from controller.table import reconcile, removal, terms
from controller.table.awards import title_of
from controller.table.money import dollars
from controller.table.reasons import words_of
from controller.table.rules import Rules
from controller.table.sensors import bets, is_second, is_stuck, rival
from controller.table.state import Claim, Phase, Stage, State, phase_of
from words.message import Message

ASKS = {
    "fault": "Out of service ({code}): {why}",
    "signs": "{why} Look at the signs and the broker, or post the amount by hand and say so (litbet sign override).",
    "signs_by_hand": "{why} The amount is posted by hand until the shoe ends.",
    "second_copy": "The ledger's second copy is not kept, the table plays on: {why}. "
    "Look at its medium; what it missed is added by itself.",
    "funds": "Funds hold ({why}): no bets are taken. Claims can be settled and paid. "
    "`litbet jackpot funds-release` by two people ends it.",
    "funds_soon": "Funds hold ({why}): this round is the last one. "
    "`litbet jackpot funds-release` by two people ends it.",
    "training": "Training: nothing here counts. Close the table, then `litbet table training off` ends it.",
    "recovered": "The table came back from a restart: compare the lit seats with the chips, then resume.",
    "void_asked": "The dealer asks to void the round: `litbet round void --reason ...` completes it.",
    "away": "{spot} was pressed {times} times while nobody could see when: press it again if it was meant.",
    "trial": "Sensor test: touch and release {spots}.",
    "late": "Late bet at {spot}: return it.",
    "removed": "The chip at {spot} was taken away.",
    "unsure": "Spot {spot}: sensor events were lost. Have the bet placed again.",
    "stuck": "Spot {spot} was never seen empty: confirm the bet or exclude the spot.",
    "second": "Spot {spot}: its seat bets at {rival} already, and only that one plays. Return this bet.",
    "flat": "Spot {spot} is flat-bet and must bet: have the bet placed before LOCK.",
    "out": "Spot {spot} is out of service ({why}): `litbet spot test --seat ...`.",
    "lock": "Bets have been lit for a while: press LOCK before the first card.",
    "clock": "The time is not trusted ({why}): compare it with a watch, `litbet clock confirm`.",
    "held": "The morning post is held: {why}.",
}
REMIND = 90_000  # ms that lit spots may wait for LOCK before the dealer is reminded (E05)


class Ask(NamedTuple):
    code: str
    say: str  # a sentence of its own name


def _ask(code: str, name: str = "", /, **facts: object) -> Ask:
    texts = {name: words_of(fact) if isinstance(fact, Message) else fact for name, fact in facts.items()}
    return Ask(code, sentence(ASKS, name or code, **texts))


def todo(rules: Rules, state: State, mono: int, utc: int) -> list[Ask]:
    """Most urgent first."""
    return [
        *_of_the_table(rules, state),
        *_of_the_claims(rules, state),
        *_of_the_spots(rules, state, mono),
        *_of_the_time(state, utc),
        *(Ask("terms", say) for say in terms.asks(rules, state.book)),
        *(Ask("removal", say) for say in removal.asks(rules, state.book)),
        *(Ask("reconcile", say) for say in reconcile.asks(rules, state.book)),
    ]


def faults(state: State) -> dict[str, Message]:
    """All that keeps the table out of service, by name. Those of the book are cleared by a person."""
    failed = {"ledger_write": state.live.failed} if state.live.failed else {}
    damage = {"program": state.live.damage} if state.live.damage else {}
    signs = {"signs": state.live.signs.closed} if state.live.signs.closed else {}
    funds = {"funds": state.live.funds} if state.live.funds else {}
    return {**failed, **damage, **state.book.faults, **state.live.unlinked, **signs, **funds}


def _of_the_table(rules: Rules, state: State) -> Iterator[Ask]:
    book, live = state.book, state.live
    for code, why in faults(state).items():
        yield _ask("fault", code=code, why=why)
    if live.signs.silent and not live.signs.closed:
        yield _ask("signs", "signs_by_hand" if book.by_hand else "signs", why=live.signs.silent)
    if live.copy:
        yield _ask("second_copy", why=live.copy)
    if book.funds:
        yield _ask("funds", "funds" if live.funds else "funds_soon", why=book.funds)
    if rules.training:
        yield _ask("training")
    if live.recovered:
        yield _ask("recovered")
    if live.void_asked:
        yield _ask("void_asked")


def _of_the_claims(rules: Rules, state: State) -> Iterator[Ask]:
    for claim in state.book.claims:
        if claim.stage is not Stage.PAID:
            yield Ask("claim", _claim(rules, claim))


def _of_the_spots(rules: Rules, state: State, mono: int) -> Iterator[Ask]:
    book, live = state.book, state.live
    for what, times in live.away.items():
        yield _ask("away", spot=what, times=times)
    if live.sensor_test:
        yield _ask("trial", spots=", ".join((*live.sensor_test.waiting, *live.sensor_test.taken)))
    lit = bets(rules, state, mono) if phase_of(state) is Phase.BETTING else ()
    for spot in rules.spots:
        if alarm := live.spots[spot].alarm:
            yield _ask(alarm.value, spot=spot)
        if live.spots[spot].unsure:
            yield _ask("unsure", spot=spot)
        if is_stuck(rules, state, spot, mono) and not book.locked:
            yield _ask("stuck", spot=spot)
        if is_second(rules, state, spot, mono) and not book.locked:
            yield _ask("second", spot=spot, rival=rival(rules, state, spot, mono))
        if book.spot(spot).flat == "lit" and lit and spot not in lit:
            yield _ask("flat", spot=spot)
        if out := book.spot(spot).out:
            yield _ask("out", spot=spot, why=out)


def _of_the_time(state: State, utc: int) -> Iterator[Ask]:
    book, live = state.book, state.live
    lit = live.seen[-1] if live.seen else None
    if not book.locked and lit and lit.spots and utc - lit.utc > REMIND:
        yield _ask("lock")
    if not live.clock.trusted:
        yield _ask("clock", why=live.clock.why)
    if book.held:
        yield _ask("held", why=book.held)


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
