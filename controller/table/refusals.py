"""Why the core says no: a name for machines, a sentence for the pit. Nothing changes when it does; a dispute is
written down."""

from controller.table.reasons import words_of
from words.message import Message

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
    "ending": "The controller ends, or changes to training or back. Ask again in a moment.",
    "dealt": "The first card was dealt. A locked round can no longer be unlocked: void it, or play it.",
    "too_late": "The round was locked more than {seconds} s ago. It can no longer be unlocked: void it, or play it.",
    "bets_on": "There is still a bet at {spots}. Take it off first.",
    "shoe_runs": "The shoe is in play ({rounds} rounds). Report its end first (shoe-ended).",
    "unknown_spot": "There is no spot {spot}. The spots are {spots}.",
    "not_playing": "Spot {spot} does not play in round {round}.",
    "plays_already": "Spot {spot} plays in round {round} already.",
    "no_such_tier": "A bet at spot {spot} is {amounts}.",
    "stake_already": "Spot {spot} plays for ${amount} already.",
    "stake_stands": "Claim {claim} of spot {spot} is {stage}: what it played for can no longer be changed. Deny the "
    "claim first; a paid one is corrected.",
    "rival_plays": "Seat {seat} plays at spot {rival} already, and one of the two is its bet. Void that one first.",
    "no_tiers": "No wager of this table has a second amount.",
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
    "no_round_to_claim": "No round is locked, and the last one is not open for claims. Reopen it, or claim late.",
    "locked_now": "Round {round} is locked now: claim without --round.",
    "no_such_round": "Round {round} was not locked here, or was taken back or void.",
    "claim_decided": "Claim {claim} is {stage}: it can no longer be changed like this.",
    "paid_already": "Spot {spot} was paid for round {round} already. Correct that payment instead.",
    "whole_hand": "The dealer's whole hand decides this wager: name the award, not the cards.",
    "claimed_already": "Spot {spot} has claim {claim} already. Name its award or its cards.",
    "late_reference": "Round {round} is past: name the evidence (--reference), such as a camera and a time.",
    "unknown_award": "There is no award {award}. The awards are {awards}.",
    "bad_cards": '{why}. Name {number} cards, the player\'s two first, as "Ah Kd 7c".',
    "cards_win_nothing": "{cards} wins nothing by {paytable}.",
    "cards_say_otherwise": "{cards} is {title}, not the award that was named.",
    "implausible": "With {decks} decks this cannot be true beside the hand's other claims ({claims}). "
    "Look at the cards, and withdraw or deny what is wrong.",
    "no_award": "Claim {claim} has no award yet. Name it, or its cards, first.",
    "claimant": "{name} made claim {claim} and cannot approve it. Ask somebody else.",
    "approved_already": "{name} has approved this claim already. One more person is needed.",
    "no_right": "{name} may not approve this. It takes {roles}.",
    "needs_people": "This takes {number} ({roles}); {given}.",
    "nobody": "{name} is not known here. Names are as `litbet user list` shows them.",
    "award_stands": "Claim {claim} of spot {spot} is {stage}: its wager cannot be given back. "
    "Deny the claim first; a paid one is corrected, and its wager stays.",
    "deny_it": "Claim {claim} was approved by somebody: it can be denied, not withdrawn.",
    "withdrawer": "Claim {claim} was made by {names}: name who withdraws it (--by).",
    "nothing_to_reopen": "There is no last round whose claims could be reopened now.",
    "not_owed": "Claim {claim} is {stage}: there is nothing to pay.",
    "not_paid": "Claim {claim} was not paid: there is nothing to correct.",
    "no_difference": "Name a difference, up or down, and take back no more than the ${paid} that were paid.",
    "unknown_method": "A win is paid by {methods}.",
    "unknown_role": "The roles are {roles}.",
    "bad_name": "Write a person's name of up to 60 letters.",
    "first_administrator": "The first person must be an administrator.",
    "needs_administrator": "This takes an administrator and a second person who is administrator, manager, accounting "
    "or regulator. Only where no administrator is left, two people of the other three do.",
    "needs_second": "An administrator alone is not enough: name a second person (--by) who is administrator, manager, "
    "accounting or regulator.",
    "last_to_answer": "Then nobody could add people any more: leave an administrator, or two people who are manager, "
    "accounting or regulator.",
    "known_already": "{name} is here already: `litbet user role` or `litbet user pin`.",
    "training_already": "This is training already.",
    "no_training": "This is no training.",
    "train_closed": "Training begins and ends at a closed table. Close it first.",
    "signs_shown": "The signs acknowledge the amount: nothing has to be posted by hand.",
    "by_hand_already": "The amount is posted by hand already, until the shoe ends.",
    "no_credit": "Spot {spot} holds no coins.",
    "coin_spot": "Spot {spot} takes coins; its credit is what it is. Use refund.",
    "flat_already": "Spot {spot} is flat-bet already.",
    "no_hand": "The shoe has not begun: a seat is flat-bet by its first hand.",
    "no_flat_bet": "This game has no flat bet.",
    "lit_or_dark": "A flat bet must stay lit or dark.",
    "funds_held": "The funds are on hold already: {why}.",
    "funds_free": "The funds are not on hold.",
    "unlawful_cause": "A meter is not {done} for {cause} here. Lawful are: {causes}.",
    "no_such_account": "{jackpot} is not {done} for {cause} at the {account} account. Name one of: {accounts}.",
    "above_zero": "Name an amount above zero.",
    "claim_on_meter": "A claim on {jackpot} is undecided, or its reset is still to come: settle that first.",
    "holds_less": "The {account} account of {jackpot} holds ${there}: no more can be taken from it.",
    "within_limit": "{jackpot} stands ${above} above its limit: no more is lowered for that.",
    "nothing_to_recover": "The house has ${there} of seed money to recover at {jackpot}, not more.",
    "over_the_limit": "{jackpot} can rise by ${room}, to its limit, and no more.",
    "taken_over": "The meter {jackpot} was taken over already, or has been corrected.",
    "only_new": "A meter is taken over at a closed table that has never locked a round.",
    "unaccepted": "The game on offer is not the one that was accepted. Two people accept it first "
    "(litbet jackpot accept), or run with the old configuration.",
    "nothing_pending": "Nothing waits to be accepted.",
    "limit_too_low": "{title} stands at {amount}, above the new limit of {limit}. Wait until it is won, or configure a "
    "limit that is not below it.",
    "no_transfer": "The profile of this table does not let a jackpot's money move to another table.",
    "unknown_cause": "A jackpot's money moves for one of these causes: {causes}.",
    "other_table": "Name the other table by its id.",
    "nothing_there": "{title} holds nothing that could move.",
    "close_first": "The whole of a jackpot moves only at a closed table. Close it first.",
    "claim_first": "Claim {claim} may win of {title} and is {stage}. Pay, deny or withdraw it first.",
    "post_first": "The wagers of {day} are not yet posted to {title}. Come back when they are, after that day's end.",
    "has_left": "{title} holds nothing any more: all of it went to {to}.",
    "note_wrong": "This is no transfer note, or there is a slip in it. Take it letter for letter.",
    "note_other_version": "This note was not written for {version}. Run the same release at both tables.",
    "note_elsewhere": "This note is for table {to}; this is {table}.",
    "note_other_type": "This is a {here} jackpot, the note is of a {there} one: their money does not mix.",
    "note_taken": "This note (row {row} of table {table}) was taken before.",
    "has_ended": "{title} has ended, or its end is announced.",
    "retired_already": "{title} ends on {day} already. Take that back first (litbet jackpot keep).",
    "not_retired": "No end of {title} is announced.",
    "no_date": "Write the last gaming day as 2026-12-31.",
    "too_soon": "Today is {today}. The last day is announced at least {notice} days before.",
    "not_ended": "{title} has not ended. Announce its last day first (litbet jackpot retire).",
    "not_there": "By the profile of this table what is left goes to {to}.",
    "wager_ended": "Wager {wager} plays for a jackpot that has ended: it is not taken any more.",
    "unknown_jackpot": "There is no jackpot {jackpot}. The jackpots are {jackpots}.",
    "no_post_here": "Nothing is posted to {title}: write 0.00 for what was wagered on the day before.",
    "bad_amount": "Write an amount of whole cents that is not below zero, and wagers whose share is below ${bound}.",
    "not_set_by_hand": "The meter {jackpot} is not set by management: it grows by its own rule.",
    "may_not_set": "This table's profile does not let management {way} a meter.",
    "bad_setting": "Write an amount of whole cents above 0.00.",
    "set_already": "The meter {jackpot} stands at ${amount} already.",
    "above_limit": "The meter {jackpot} has a limit of ${limit}.",
    "unreasonable_setting": "A meter rises by ${bound} at most at once. Write a lower amount.",
    "win_first": "Claim {claim} is {stage}: no meter is set before it is paid or denied.",
    "interval": "At least {hours} hours must pass between two changes: {left} are left.",
    "bad_reading": "A sign shows an amount that is not below zero.",
    "no_reading": "Claim {claim} plays for no meter {jackpot}.",
    "day_runs": "The gaming day {day} is not over: its chips are counted afterwards.",
    "nothing_locked": "No gaming day {day} has been played here: there are no chips of it.",
    "bad_count": "A count of chips is not below zero.",
    "no_variance": "There is no open variance {variance}. Open are: {open}.",
    "unknown_outcome": "A variance ends as {outcomes}.",
    "may_not_raise": "This profile lets no meter rise for a variance: pay it, correct it, or explain it.",
    "no_fault": "There is no fault {code}.",
    "fault_stays": "The fault {code} is still there: {why}",
    "say_why": "Give a reason: it stands in the journal.",
    "last_shoe_already": "The last shoe is announced already.",
    "clock_unknown": "The time is not trusted: {why}. Confirm the clock first.",
}


class Refused(Exception):  # noqa: N818  a refusal is an answer, not an error
    """The event may not happen now."""

    def __init__(self, code: str, /, **facts: object) -> None:
        texts = {name: _text(fact) for name, fact in facts.items()}
        super().__init__(SENTENCES[code].format(**texts))
        self.code = code
        self.facts = texts  # for whoever says it in another language


class Disputed(Refused):
    """Somebody claims for a spot that did not play: the refusal goes on record (E23)."""

    def __init__(self, spot: str, number: int) -> None:
        super().__init__("not_playing", spot=spot, round=number)
        self.spot = spot
        self.round = number


def _text(fact: object) -> str:
    if isinstance(fact, Message):
        return words_of(fact)
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)
