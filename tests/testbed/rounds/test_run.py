"""The same seed gives the same rounds, on any machine and with any number of processes."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.testbed.rounds import brook_jackpot, counted, table

from controller.cli.speech import say
from controller.games.game import Options
from controller.games.shoe import fresh_shoe
from testbed.rounds.block import ROUNDS, Blocks
from testbed.rounds.run import useful
from testbed.rounds.table import full_table
from testbed.rounds.tally import MAIN, Sum, Tally


def test_any_number_of_processes_plays_the_same_rounds() -> None:
    """The last block is a part of one; wins of meters keep their rounds."""
    brook = table("brook", 6, jackpots=[brook_jackpot()])
    alone = counted(brook, 3500)
    assert alone[0].rounds == 3500
    assert [point.rounds for point in alone[1]] == [1000, 2000, 3000, 3500]
    assert counted(brook, 3500, jobs=2) == alone
    assert counted(brook, 3500, jobs=3) == alone
    assert counted(brook, 3500, seed=2) != alone


@pytest.mark.parametrize(
    ("jobs", "rounds", "cores", "processes"),
    [(256, 10**6, 4, 4), (256, 2001, 64, 3), (2, 10**6, 64, 2), (8, 1, 64, 1), (8, 10**6, None, 1)],
)
def test_no_more_processes_than_blocks_or_cores(
    jobs: int, rounds: int, cores: int | None, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert useful(jobs, rounds) == processes


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    brook = table("brook", 6)
    blocks = [Blocks(brook, 1).play(number) for number in range(3)]
    assert blocks[0].hits != blocks[1].hits != blocks[2].hits, "each block has chance of its own"
    assert counted(brook, ROUNDS)[0] == blocks[0]
    whole = Tally()
    for block in blocks:
        whole.merge(block)
    assert counted(brook, 3 * ROUNDS)[0] == whole


def test_a_win_keeps_its_round_of_the_whole_run() -> None:
    """`llj`: shares of three meters."""
    llj = Blocks(table("llj", 6), 1)
    blocks = {number: {win.round for win in llj.play(number).wins} for number in range(3, 8)}
    assert any(blocks.values()), "choose a seed with wins"
    for number, won in blocks.items():
        assert won <= set(range(number * ROUNDS, (number + 1) * ROUNDS))


def test_the_cards_of_a_seed_never_change() -> None:
    """What somebody found with a seed, others find on other machines and with later Pythons."""
    chance = random.Random("1/0").random
    shoe = fresh_shoe(6, lambda below: int(chance() * below))
    assert " ".join(shoe.deal().name for _ in range(12)) == "7c Ah Jh Jc Ah Kd 9h 2s 4h 7h 3c 3h"


def test_every_seat_makes_every_bet() -> None:
    """`lucky-ladies`: Bust Bonus after the deal and Top 3 beside 21+3. `double-action`: never both hole card bets."""
    lucky = table("lucky-ladies", 6)
    assert len(lucky.wagers) == 7
    assert lucky.after_deal == {"bust-bonus": 1_000_000}
    tally, _ = counted(lucky, 50)
    for bet, amount in lucky.wagers.items():
        assert tally.staked[bet] == 50 * 6 * amount
        assert sum(hits.total for (of, _), hits in tally.hits.items() if of == bet) == 50 * 6
    assert tally.staked[MAIN] > 50 * 6 * 1_000_000, "hands are doubled and split"
    assert list(table("double-action", 4).wagers) == ["double-action", "2nd-action"]


def test_a_bet_that_the_rules_forbid_beside_others_is_left_out_and_said() -> None:
    """`double-action`: at a felt with more than four wagers a player makes four."""

    felt = table("brook", 6).felt
    strict = replace(felt, game=replace(felt.game, options=Options(6, 5_000_000)))
    made = full_table(strict, "basic")
    assert list(made.wagers) == ["lucky-ladies", "suited-royals"]
    (left_out,) = made.left_out
    assert say(left_out).startswith(
        "Galaxy Bonus Jackpot is left out. Seat 1: at this felt a player makes at most 6 wagers"
    )


def test_the_spread_is_that_between_rounds() -> None:
    """Six seats that win and lose together: of 4 rounds 0, 6, 0, 6, the variance of a round is 9."""
    seen = Sum()
    for hits in (0, 6, 0, 6):
        seen.add(hits)
    assert seen.variance(4) == 4 * 9


def test_control_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    code = (
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a runner in the background may ignore it
        "from support.testbed.rounds import table\n"
        "from testbed.rounds.run import run\n"
        "played = lambda done, of: print('played', flush=True)\n"
        "try:\n    run(table('brook', 6), 10**9, 1, 2, played)\n"
        "except KeyboardInterrupt:\n    print('ended')"
    )
    root = Path(__file__).parents[3]
    playing = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root}:{root / 'tests'}"},
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert playing.stdout
    try:
        assert playing.stdout.readline() == "played\n"
        os.killpg(playing.pid, signal.SIGINT)
        out, err = playing.communicate(timeout=60)
    finally:
        playing.kill()
    assert (out.replace("played\n", ""), err) == ("ended\n", "")
    assert not _alive(playing.pid)


def _alive(group: int) -> bool:
    """Whether a process of the group still lives shortly afterwards."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True
