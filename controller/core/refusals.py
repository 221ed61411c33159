"""Why the core says no: a name for machines, a sentence for the pit. Nothing changes when it does."""

SENTENCES = {
    "closed": "The table is closed. Open it first.",
    "already_open": "The table is open already.",
    "not_offered": "The bet is not offered: {reason}. Offer it first.",
    "offered_already": "The bet is offered already.",
    "no_round": "No round is locked.",
    "clear_first": "A round is still locked. Press CLEAR first.",
    "resume_first": "The table came back in the middle of a round. Compare the lit seats with the chips, then resume.",
    "nothing_to_resume": "The table did not come back from a restart: there is nothing to resume.",
    "fault": "No new bets: {why}",
    "dealt": "The first card was dealt. A locked round can no longer be unlocked: void it, or play it.",
    "too_late": "The round was locked more than {seconds} s ago. It can no longer be unlocked: void it, or play it.",
    "bets_on": "There is still a bet at {spots}. Take it off first.",
    "shoe_runs": "The shoe is in play ({rounds} rounds). Report its end first (shoe-ended).",
    "unknown_spot": "There is no spot {spot}. The spots are {spots}.",
    "not_playing": "Spot {spot} does not play in round {round}.",
    "plays_already": "Spot {spot} plays in round {round} already.",
    "not_lit": "Spot {spot} has no bet.",
    "not_stuck": "Spot {spot} has no chip that waits for a person's word.",
    "no_alarm": "No chip is missing at spot {spot}.",
    "is_out": "Spot {spot} is out of service already: {why}.",
    "only_closed": "Sensors are tested while the table is closed, or one spot that is out of service.",
    "trial_runs": "A sensor test is under way.",
    "moment_unknown": "Nothing is known of the lit spots at that moment. Choose one of: {moments}.",
    "post_blocked": "The post waits: {why}",
    "nothing_due": "No gaming day is due to be posted.",
    "not_held": "The post is not held.",
    "held_already": "The post is held already: {why}.",
    "unknown_day": "The count of {day} cannot be corrected: no such gaming day has been played here.",
    "unknown_wager": "There is no wager {wager}. The wagers are {wagers}.",
    "count_below_zero": "The count of {day} would fall below zero.",
    "no_claim": "There is no open claim {claim}.",
    "no_credit": "Spot {spot} holds no coins.",
    "coin_spot": "Spot {spot} takes coins; its credit is what it is. Use refund.",
    "flat_already": "Spot {spot} is flat-bet already.",
    "no_hand": "The shoe has not begun: a seat is flat-bet by its first hand.",
    "no_fault": "There is no fault {code}.",
    "fault_stays": "The fault {code} is still there: {why}",
    "say_who": "Name who answers for it (--by): it stands in the journal.",
    "say_why": "Give a reason: it stands in the journal.",
    "last_shoe_already": "The last shoe is announced already.",
    "clock_unknown": "The time is not trusted: {why}. Confirm the clock first.",
}


class Refused(Exception):  # noqa: N818  a refusal is an answer, not an error
    """The event may not happen now."""

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(SENTENCES[code].format(**facts))
        self.code = code
