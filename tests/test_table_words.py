"""The words of the dealer's page: the same in both languages, and one for everything that the core can say."""

import re
import tomllib

import pytest
from support_processes import ROOT

from controller import answers, health, telling
from controller.core import parameters, reconcile, removal, todo
from controller.core.division import DIVIDED
from controller.core.entries import FOLDS
from controller.core.lamps import Lamp
from controller.core.refusals import SENTENCES
from controller.core.sentences import PAIRS
from controller.core.state import Phase
from controller.replay import sentences as story
from controller.reports import charts_sentences as charts
from display.floor import COMMANDS

SPANISH = tomllib.loads((ROOT / "display/words/es.toml").read_text())
ENGLISH = tomllib.loads((ROOT / "display/words/en.toml").read_text())
OURS = (
    "table", "views", "phases", "lamps", "meters", "roles", "stages", "methods", "reasons", "alarms", "faults",
    "health_names", "win", "ranks", "suits", "claims", "floor", "post", "todo", "replay",
    "round_states", "slip_states", "steps",
    "charts",
)  # fmt: skip
NOT_ASKED = {  # refusals of commands that this page does not have: meters and people by hand, terms, transfers, counts
    "unknown_day", "unknown_wager", "count_below_zero", "not_paid", "no_difference", "unknown_role", "bad_name",
    "first_administrator", "needs_administrator", "needs_second", "last_to_answer", "known_already",
    "training_already", "no_training", "funds_held", "funds_free", "unlawful_cause", "no_such_account", "above_zero",
    "claim_on_meter", "holds_less", "within_limit", "nothing_to_recover", "over_the_limit", "taken_over", "only_new",
    "nothing_pending", "no_transfer", "unknown_cause", "other_table", "nothing_there", "close_first", "claim_first",
    "post_first", "has_left", "note_wrong", "note_other_version", "note_elsewhere", "note_other_type", "note_taken",
    "has_ended", "retired_already", "not_retired", "no_date", "too_soon", "not_ended", "not_there", "unknown_jackpot",
    "no_post_here", "bad_amount", "not_set_by_hand", "may_not_set", "bad_setting", "set_already", "above_limit",
    "unreasonable_setting", "win_first", "interval", "bad_reading", "no_reading", "day_runs", "nothing_locked",
    "bad_count", "no_variance", "unknown_outcome", "may_not_raise",
}  # fmt: skip


SAID = {  # what the controller says with a code, by the section that says it in Spanish
    "whys": {**telling.TEXTS, **PAIRS, **DIVIDED},
    "asks": {**todo.ASKS, **parameters.ASKS, **removal.ASKS, **reconcile.ASKS},
    "health": health.SENTENCES,
    "do": health.DO,
    "drawn": {**charts.SENTENCES, "both": PAIRS["both"], "listed": PAIRS["listed"]},
    "story": {code: re.sub("{[Nn]ame}", "{spot}", text) for code, text in story.SENTENCES.items()},  # both are facts
}
ASKED_IN_OTHER_WORDS = {  # from facts of the status, in [alarms] (alarms.js)
    "fault", "training", "recovered", "void_asked", "late", "removed", "stuck", "second", "flat", "out", "clock",
    "held",
}  # fmt: skip


NOT_DONE = {  # kinds of rows that no command of this page brings about: people, terms, meters by hand, the run itself
    "chip_count", "copy_away", "copy_back", "correct_win", "dispose", "dispute", "door", "explain", "funds_hold",
    "funds_release", "init", "keep", "locked_out", "login", "lower", "no_person", "person", "pin", "play", "raise",
    "reading", "recount", "restored", "retire", "set", "start", "stop", "take_over", "terms_accepted", "terms_pending",
    "training", "transfer_in", "transfer_out",
}  # fmt: skip


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)(?:!r)?\}", text))


def test_both_languages_have_the_same_words() -> None:
    for section in OURS:
        english, spanish = ENGLISH[section], SPANISH[section]
        assert set(english) == set(spanish), section
        for key, text in english.items():
            assert places(text) == places(spanish[key]), f"{section}.{key}"
    for key, text in ENGLISH["refusals"].items():
        assert places(text) == places(SPANISH["refusals"][key])


def test_each_refusal_that_the_page_can_meet_is_said_in_spanish() -> None:
    """By its code, with facts that the refusal carries."""
    spanish = SPANISH["refusals"]
    for code, sentence in SENTENCES.items():
        if code in spanish:
            assert places(spanish[code]) <= places(sentence), code
        else:
            assert code in NOT_ASKED, f"{code}: no Spanish sentence"
    assert set(spanish) - set(SENTENCES) == {
        *ENGLISH["refusals"], "nothing_changes", "bad_request", "not_allowed", "wrong_pin", "locked_out", "no_pin",
        "login_ended", "training", "ledger", "pins", "unsound",
    }  # fmt: skip
    assert not NOT_ASKED & set(spanish)
    assert not {"jackpot set", "user add", "win correct"} & COMMANDS  # or their refusals would be asked for here


@pytest.mark.parametrize("section", SAID)
def test_each_sentence_of_the_controller_is_said_in_spanish(section: str) -> None:
    """By its code, with facts that the sentence carries. The English twin stands in the controller alone."""
    spanish, english = SPANISH[section], SAID[section]
    assert section not in ENGLISH
    assert set(spanish) == set(english) - (ASKED_IN_OTHER_WORDS if section == "asks" else set())
    for code, text in spanish.items():
        assert places(text) <= places(english[code]), code


def test_a_sentence_within_another_is_not_taken_for_one_of_another_section() -> None:
    for section, sentences in {**SAID, "refusals": SENTENCES}.items():
        assert section == "whys" or not (set(SAID["whys"]) - set(PAIRS)) & set(sentences), section


def test_each_ask_in_other_words_is_one_of_the_page() -> None:
    twins = re.search(r"TWINS = new Set\(\[(.*?)\]\)", (ROOT / "display/site/table/alarms.js").read_text(), re.DOTALL)
    assert twins
    assert set(re.findall(r'"(\w+)"', twins[1])) == ASKED_IN_OTHER_WORDS | {"claim"}


def test_what_came_of_it_is_said_by_kinds_of_rows_that_there_are() -> None:
    """And what is said of a kind in Spanish is said in English with its facts."""
    kinds = set(SPANISH["done"]) - {"noted"}
    assert kinds <= set(FOLDS)
    assert kinds <= set(answers._SENTENCES)
    assert set(FOLDS) - kinds == NOT_DONE


def test_each_word_of_the_table_has_one_of_the_page() -> None:
    assert set(ENGLISH["lamps"]) == {lamp.value for lamp in Lamp}
    assert set(ENGLISH["phases"]) == {phase.value for phase in Phase}
