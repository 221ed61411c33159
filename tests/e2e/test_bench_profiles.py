"""Each example on a bench, a day and the next morning: what its meters come to is counted here a second time."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.processes.litbet import ROOT, litbet

from controller.__main__ import main
from controller.config.load import load
from controller.config.settings import Config
from controller.ledger.reader import Reader
from controller.table.funding import MANUAL_HOUSE
from controller.table.money import CENT, DOLLAR, dollars, percentage

# In hand 1 or 2 of these seeds a share of a meter is won. With the jackpots whose reset it brings.
TABLES = {
    "table.toml": (2647, {"bonus": 1}),
    "examples/coin.toml": (2647, {"bonus": 1}),
    "examples/presence.toml": (7, {}),
    "examples/generic-gli.toml": (2697, {"ladies": 1}),
    "examples/nh-mega-major-minor.toml": (1046, {"minor": 1}),
    "examples/two-jackpots.toml": (7, {}),
    "examples/wa-house.toml": (51571, {"house": 1}),
    "examples/wa-progressive.toml": (2647, {"progressive": 1}),
}
RAISE = 100 * DOLLAR  # what a bench's management adds in the morning


@pytest.mark.parametrize("name", TABLES)
def test_a_day_of_each_example(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """R054, R068, R069, R071, R081: wins claimed, approved and paid, meters that rise at the lock, in the morning by
    the post or by management, and a sheet that proves them."""
    seed, won = TABLES[name]
    path, folder = ROOT / "config" / name, tmp_path / "D"
    done = litbet(
        "bench", "--config", path, "--hands", "2", "--speed", "200", "--seed", str(seed), "--dir", folder, "--json"
    )
    assert done.returncode == 0, done.stderr
    results, config = json.loads(done.stdout), load(path)
    assert results["audit"] == "ok"
    adds_up(config, results, won)
    assert {sign.name: results["signs"][sign.name] for sign in config.numeric_signs} == {
        sign.name: results["jackpots"][sign.jackpot]["meter"] for sign in config.numeric_signs
    }
    if "tier" in config.key_inputs.values():
        assert 500 * results["wagers"] < results["wagered_cents"] < 1000 * results["wagers"], "both amounts were played"
    proved_on_paper(folder, results, capsys)


def adds_up(config: Config, results: dict[str, Any], emptied: dict[str, int]) -> None:
    paid = {(win["round"], win["spot"]): win["cents"] * CENT for win in results["wins"]}
    won: Counter[str] = Counter()
    for award in results["awards"]:
        if "share" in award:
            won[award["jackpot"]] += paid[award["round"], award["spot"]]
    assert {name for name in won if won[name]} == set(emptied)
    wagered = {}
    for name, jackpot in config.rules.jackpots.items():
        found, terms = results["jackpots"][name], jackpot.terms
        wagered[name] = found["wagered_micros"]
        share = percentage(found["wagered_micros"], terms.rate_bp)
        rises = RAISE if jackpot.funding == MANUAL_HOUSE else share
        resets = emptied.get(name, 0)
        below_a_cent = jackpot.base + rises + resets * terms.reset - won[name] - found["meter_micros"]
        assert 0 <= below_a_cent < (CENT if resets and share else 1)
        assert found["wins"] == resets
        assert found["meter"] == dollars(found["meter_micros"] // CENT * CENT)
        moves = found["moves_micros"]
        assert jackpot.base + sum(moves["meter"].values()) == found["meter_micros"]
        if jackpot.funding.custodial:
            reserved = percentage(found["wagered_micros"], terms.reserve_bp)
            assert (moves["meter"]["contribution"], moves["reserve"]["contribution"]) == (share, reserved)
            seeded = sum(moves["meter"].get(code, 0) for code in ("reseed", "advance"))
            assert seeded == resets * terms.reset
            players = found["meter_micros"] - jackpot.base + sum(moves["reserve"].values())
            advance = moves["meter"].get("advance", 0)
            assert players == share + reserved - won[name] + advance, "no player's money is lost"
    in_all = results["wagered_cents"] * CENT
    assert in_all in (sum(wagered.values()), *wagered.values()), "for one meter, or for several"


def proved_on_paper(folder: Path, results: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Of the day that was played and of the morning after."""
    reader = Reader(f"sqlite:///{folder / 'ledger.db'}")
    days = sorted({row.day for row in reader.walk() if row.day})
    reader.close()
    assert len(days) == 2
    for day in days:
        assert main(["report", "day", "--day", day, "--dir", str(folder), "--json"]) == 0
        sheet = json.loads(capsys.readouterr().out)
        for account in (*sheet["jackpots"].values(), *sheet["beside"].values()):
            assert account["breaches"] == []
        assert sheet["unpaid"] == []
    closing = {name: jackpot["closing"] for name, jackpot in sheet["jackpots"].items()}
    assert closing == {name: _exact(jackpot["meter_micros"]) for name, jackpot in results["jackpots"].items()}


def _exact(micros: int) -> str:
    """To the micro-dollar, as the sheet writes it: at least two decimals."""
    whole, rest = divmod(micros, DOLLAR)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"{whole}.{decimals}"
