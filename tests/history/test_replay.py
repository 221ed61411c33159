"""Any seat of any round, told from the journal's rows: what it says in each case that people argue about (R131, R310,
E05, E06, E18, E19, E21, E23, E31)."""

import re
import sqlite3
from pathlib import Path

from support.history.replay import listed, replayed, sentences
from support.reports.papers import claim, history_of
from support.spoken import problem
from support.table.story import Table, make_rules

from controller.history import replay_steps
from controller.history.replay_text import replay_text, rounds_text
from controller.history.round_rows import unsound
from controller.table import events
from controller.table.money import DOLLAR
from controller.table.refusals import Refused
from controller.table.rules import Sensor
from words.catalogue import catalogue
from words.message import Message


def opened() -> Table:
    table = Table()
    table.open()
    return table


def test_a_win_from_the_button_to_the_money(tmp_path: Path) -> None:
    table = opened()
    table.play(1)
    table.press(3, 3, 3)
    table.wait(4)
    table.key("lock")
    number = claim(table, 3, "three-aces-suited", "floor", "manager")
    table.wait(60)
    table.do(events.PayClaim, claim=number, method="check")
    table.key("clear")
    story = replayed(table, tmp_path, 2, 3)
    kinds = "sensor sensor sensor lock posted claim approval approval money slip posted money round"
    assert [step["kind"] for step in story["steps"]] == kinds.split()
    assert sentences(story, "lock") == ["Round 2 was locked with 1 bet. Seat 3/gbj plays for $5.00."]
    assert sentences(story, "posted")[0] == "Galaxy Bonus Jackpot stood at $1,250.00."
    assert "Three-of-a-Kind Aces (Suited) (Ah Ah Ah)" in sentences(story, "claim")[0]
    assert sentences(story, "approval")[0] == "Claim 1 was approved; 1 more needed."
    assert sentences(story, "money")[-1] == "$1,250.00 was paid (check) on slip 000001."
    assert [step["by"] for step in story["steps"] if step["kind"] == "approval"] == [["floor"], ["manager"]]
    assert story["slips"] == [{"slip": 1, "claim": 1, "amount": "1250.00", "state": "paid"}]
    assert (story["plays"], story["stake"], story["posted"]) == (True, "5.00", {"main": "1250.00"})
    assert story["verified"]
    times = [step["utc"] for step in story["steps"]]
    assert times == sorted(times)
    assert times[3] - times[2] == 4000, "the press, four seconds before the lock"


def test_another_seat_of_the_same_round_has_its_own_story(tmp_path: Path) -> None:
    table = opened()
    table.press(3)
    table.key("lock")
    claim(table, 3, "straight", "floor")
    table.key("clear")
    story = replayed(table, tmp_path, 1, 2)
    assert sentences(story, "sensor", "claim", "money") == []
    assert sentences(story, "lock") == ["Round 1 was locked with 1 bet. Seat 2/gbj was not lit and does not play."]
    assert not story["plays"]
    assert story["slips"] == []


def test_a_claim_for_a_seat_that_did_not_play_shows_its_sensor(tmp_path: Path) -> None:
    """E23: the chip came after the lock."""
    table = Table(make_rules(Sensor.PRESENCE))
    table.open()
    table.place(1)
    table.wait(2)
    table.key("lock")
    table.place(2)
    table.wait(2)
    assert table.do(events.OpenClaim, spot="2/gbj", award="straight") == "not_playing"
    story = replayed(table, tmp_path, 1, 2)
    assert sentences(story, "sensor") == [
        "Seat 2/gbj was empty.",
        "A chip lay on seat 2/gbj.",
        "That chip came after the lock: a late bet, which does not play.",
    ]
    assert sentences(story, "claim") == [
        "Seat 2/gbj claimed a win and was refused, because it did not play. That is on record."
    ]
    assert story["state"] == "locked"


def test_a_round_that_was_unlocked_and_locked_again(tmp_path: Path) -> None:
    """E06: one number, two locks; what counts is the second."""
    table = opened()
    table.press(1)
    table.key("lock")
    table.do(events.Unlock)
    story = replayed(table, tmp_path, 1, 1)
    assert (story["state"], story["plays"]) == ("unlocked", False)
    assert listed(table, tmp_path)[0]["spots"] == ["1/gbj"], "what was given back"
    table.press(1, 2)
    table.wait(10)
    table.key("lock")
    first, second = (replayed(table, tmp_path, 1, seat) for seat in (1, 2))
    assert (first["state"], first["plays"], second["plays"]) == ("locked", False, True)
    assert len(sentences(first, "lock")) == 2
    assert "was unlocked" in " ".join(sentences(first, "round"))


def test_void_rounds_and_void_seats(tmp_path: Path) -> None:
    """E18, E19."""
    table = opened()
    table.press(1, 2)
    table.key("lock")
    table.do(events.VoidSpot, spot="2/gbj", reason="fouled hand")
    assert [replayed(table, tmp_path, 1, seat)["plays"] for seat in (1, 2)] == [True, False]
    table.do(events.AddSpot, spot="4/gbj", reason="dead sensor")
    assert replayed(table, tmp_path, 1, 4)["stake"] == "5.00"
    assert "Seat 4/gbj was added by hand: dead sensor." in sentences(replayed(table, tmp_path, 1, 4))
    table.do(events.Void, reason="misdeal")
    story = replayed(table, tmp_path, 1, 2)
    assert (story["state"], story["plays"]) == ("void", False)
    assert "Round 1 was void, and all bets were returned: misdeal." in sentences(story)
    assert listed(table, tmp_path)[0]["value"] == "10.00"


def test_a_forgotten_lock(tmp_path: Path) -> None:
    """E05: the hand is on record, and a late lock tells which moment it stands for."""
    table = opened()
    table.press(5)
    table.wait(30)
    moment = table.utc - 10_000
    table.key("clear")
    story = replayed(table, tmp_path, 1, 5)
    assert (story["state"], story["plays"]) == ("not_locked", False)
    assert "Seat 5/gbj was lit at its end" in sentences(story, "round")[-1]
    table.wait(10)
    assert not table.do(events.LateLock, moment=moment)
    story = replayed(table, tmp_path, 1, 5)
    assert (story["state"], story["late"], story["plays"], story["utc"]) == ("over", True, True, moment)
    assert "was locked late with 1 bet, as it was at 10:00:2" in sentences(story, "lock")[0]


def test_the_power_went_in_the_middle(tmp_path: Path) -> None:
    """E31."""
    table = opened()
    table.press(1)
    table.key("lock")
    table.restart()
    table.do(events.Resume)
    table.key("clear")
    story = replayed(table, tmp_path, 1, 1)
    assert story["recovered"]
    assert story["state"] == "over"
    assert "A person compared seats and chips, and round 1 continued." in sentences(story, "round")
    table.play(1)
    assert not replayed(table, tmp_path, 2, 1)["recovered"]


def test_a_late_claim_and_a_correction_are_part_of_the_round(tmp_path: Path) -> None:
    """E21, E22: rows long after its end, and one that has no round of its own."""
    table = opened()
    table.press(2)
    table.key("lock")
    number = claim(table, 2, "straight", "floor")
    table.key("clear")
    table.play(1)
    table.do(
        events.CorrectWin,
        claim=number,
        amount=10 * DOLLAR,
        reason="misread",
        past=events.PastWin(15 * DOLLAR, 0),
        by=("manager", "accounting"),
    )
    assert not table.refused
    story = replayed(table, tmp_path, 1, 2)
    assert [slip["state"] for slip in story["slips"]] == ["paid", "correction"]
    assert sentences(story, "money")[-1] == "The house paid $10.00 for claim 1: misread."
    assert story["steps"][-1]["row"] == table.state.book.seq
    assert sentences(replayed(table, tmp_path, 2, 1), "money") == []


def test_amounts_that_were_raised(tmp_path: Path) -> None:
    table = Table(make_rules(amounts=(5 * DOLLAR, 10 * DOLLAR)))
    table.open()
    table.press(1)
    table.key("lock")
    table.do(events.SetTier, spot="1/gbj", amount=10 * DOLLAR, reason="camera", by=("floor",))
    story = replayed(table, tmp_path, 1, 1)
    assert story["stake"] == "10.00"
    assert sentences(story, "lock") == ["Round 1 was locked with 1 bet. Seat 1/gbj plays for $5.00."]
    assert "Seat 1/gbj plays for $10.00, not $5.00." in sentences(story)


def test_the_last_ten_rounds_are_listed(tmp_path: Path) -> None:
    """R310."""
    table = opened()
    assert listed(table, tmp_path) == []
    for number in range(1, 13):
        table.play(1 + number % 6)
    found = listed(table, tmp_path)
    assert [each["round"] for each in found] == list(range(12, 2, -1))
    assert {each["state"] for each in found} == {"over"}
    assert found[0]["spots"] == ["1/gbj"]


def test_a_round_that_never_was_is_refused_in_words(tmp_path: Path) -> None:
    table = opened()
    table.play(1)
    for number in (-1, 0, 2, 999_999_999):
        with problem(Refused, f"Round {number} was not locked here"):
            replayed(table, tmp_path, number, 1)


def _changed(folder: Path, change: str) -> None:
    (file,) = folder.glob("ledger-*.db")
    with sqlite3.connect(file) as connection:
        for verb in ("update", "delete", "replace"):
            connection.execute(f"DROP TRIGGER journal_no_{verb}")
        connection.execute(change)
    connection.close()


def test_a_row_that_somebody_changed_is_told_as_not_verified(tmp_path: Path) -> None:
    table = opened()
    for _ in range(3):
        table.play(1)
    assert replayed(table, tmp_path, 2, 5)["verified"]
    _changed(tmp_path, "UPDATE journal SET body = replace(body, '1/gbj', '5/gbj') WHERE kind = 'lock' AND round = 2")
    story = replayed(table, tmp_path, 2, 5)
    assert story["plays"], "it is told as it stands there"
    assert not story["verified"]
    assert not replayed(table, tmp_path, 2, 1)["verified"]
    assert replayed(table, tmp_path, 1, 1)["verified"]


def test_a_row_that_makes_no_sense_any_more_is_refused_in_words(tmp_path: Path) -> None:
    table = opened()
    table.play(1)
    replayed(table, tmp_path, 1, 1)
    _changed(tmp_path, "UPDATE journal SET body = '{}' WHERE kind = 'lock'")
    with problem(Refused, "litbet audit"):
        replayed(table, tmp_path, 1, 1)


def test_a_row_that_is_gone_is_no_sound_chain(tmp_path: Path) -> None:
    table = opened()
    table.play(1)
    with history_of(table, tmp_path) as history:
        rows = history._reader.rows()
        assert unsound(history._reader, rows) == 0
        assert unsound(history._reader, [rows[3], rows[9]]) == 0, "each held against the row before it"
    _changed(tmp_path, "DELETE FROM journal WHERE seq = 9")
    with history_of(table, tmp_path) as history:
        assert unsound(history._reader, [rows[3], rows[9]]) == rows[9].seq


def test_a_replay_is_told_in_the_language_of_whoever_reads_it(tmp_path: Path) -> None:
    """The same facts, and no English sentence left; titles and what people typed stay as they are."""
    table = opened()
    table.press(1, 3)
    table.key("lock")
    number = claim(table, 3, "three-aces-suited", "floor", "manager")
    table.do(events.PayClaim, claim=number, method="check")
    table.do(events.VoidSpot, spot="1/gbj", reason="fouled hand")
    table.key("clear")
    for seat in (1, 3):
        story = replayed(table, tmp_path, 1, seat)
        english, spanish = (replay_text(catalogue(language), story) for language in ("en", "es"))
        assert f"Round 1, seat {seat}/gbj: played; " in english
        assert f"Ronda 1, asiento {seat}/gbj: jugada; " in spanish
        assert re.findall(r"\$[\d,.]*\d", english) == re.findall(r"\$[\d,.]*\d", spanish)
        for step in map(Message.from_json, (each["say"] for each in story["steps"])):
            assert catalogue("en").say(step) not in spanish
        assert not re.findall(r"\b(the|was|were|and|not|by|row|rows|seat|round|sign|check)\b", spanish.lower())
    rounds = {"zone": "America/New_York", "rounds": listed(table, tmp_path)}
    english, spanish = (rounds_text(catalogue(each), rounds) for each in ("en", "es"))
    assert "2026-11-18 10:00:01 EST" in english, "the table's time, whatever zone the reader's machine is in (R192)"
    assert english.endswith("played, 1 bet, $5.00; claim 1 of seat 3/gbj paid, $1,250.00")
    assert spanish.endswith("jugada, 1 apuesta, $5.00; premio 1 del asiento 3/gbj pagado, $1,250.00")


def test_each_event_of_a_replay_has_a_sentence_with_its_facts() -> None:
    """What a row or a note may say, in the source of the catalogue."""
    texts = catalogue("en").sections()["story"]
    assert {f"note_{each}" for each in replay_steps.AT_THE_SEAT} | replay_steps.AT_THE_TABLE <= texts.keys()
    facts = {
        **replay_steps._ROUND,
        **{code: ("spot", *names) for code, (_, names) in replay_steps._SPOT.items()},
        **{code: names for code, (_, names) in replay_steps._CLAIM.items()},
        **replay_steps._TABLE,
    }
    for code, names in facts.items():
        assert {place.partition(":")[0] for place in re.findall(r"{(.*?)}", texts[code])} == set(names), code
