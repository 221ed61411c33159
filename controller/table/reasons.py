"""Why something is as it is: what the core says of faults, sensors, the clock and the post, each by its name. They go
into rows and the book as texts; `controller/present/sentence_names.py` finds their names again."""

from controller.table.reason import Reason

WHYS = {
    "clock_new": "the controller has just started",
    "clock_alone": "no time server has answered yet",
    "clock_stepped": "the clock stepped by {step} s",
    "clock_behind": "the clock is behind the newest trusted row of the ledger",
    "clock_ahead": "the clock is more than {days} days after the last gaming day",
    "clock_waits": "the time is not trusted, and wagers wait to be posted",
    "no_day": "no gaming day has begun",
    "not_read": "its inputs have not been read yet",
    "chatters": "its sensor chatters",
    "never_empty": "its sensor was not seen empty for three rounds",
    "failed_test": "it failed its sensor test",
    "post_locked": "a round is locked.",
    "post_claim": "a claim is open.",
    "post_held": "it is held: {why}.",
    "post_fault": "the table is out of service.",
    "post_soon": "at least {hours} hours must pass between two posts.",
    "unproved": "jackpot {jackpot}: the {account} holds {holds} micro-dollars, but its counters prove {proof}",
    "below_zero": "jackpot {jackpot}: the {account} is below zero",
    "no_sum": "the accounts do not add up to zero",
    "unsound": "the ledger's history is not sound: {finding}",
    "large_round": "round {round} contributes {amount} micro-dollars to {jackpot}, above the bound of {bound} (R057). "
    "Look into its rates and wagers",
    "large_post": "the post of {day} for {jackpot} is {amount} micro-dollars, above the bound of {bound} (R057). "
    "Look into that day's count",
    "funds_kept": "The jackpots' money is on hold: {why}.",
    "program_damaged": "the program is not as it was installed: {files}. Install it again, then restart.",
    "signs_silent": "No sign has acknowledged the amount of {jackpots} for {seconds} s.",
    "signs_mute": "Nothing could be published to the signs for {seconds} s.",
}


def words_of(reason: Reason | None) -> str:
    """A reason in English."""
    if reason is None:
        return ""
    if reason.code == "typed":
        return str(reason.facts["text"])
    facts = {name: words_of(fact) if isinstance(fact, Reason) else _listed(fact) for name, fact in reason.facts.items()}
    return WHYS[reason.code].format(**facts)


def _listed(fact: object) -> object:
    return ", ".join(fact) if isinstance(fact, tuple) else fact
