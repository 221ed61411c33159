"""The fixed facts of a table for its pages: codes and numbers, which the page formats."""

import pytest

from controller.config.load import load
from controller.config.resources import shipped
from controller.present.floor_facts import table_facts


@pytest.mark.parametrize("name", ["table.toml", "examples/nh-mega-major-minor.toml", "examples/wa-progressive.toml"])
def test_what_a_line_pays_is_a_number_for_each_amount_of_the_wager(name: str) -> None:
    config = load(shipped("config") / name)
    for wager_id, wager in table_facts(config, config.rules)["wagers"].items():
        rule = config.rules.wagers[wager_id]
        lines = {line.event: line for line in rule.paytable.lines}
        assert wager["awards"]
        for award in wager["awards"]:
            line = lines[award["event"]]
            pays = [] if line.shares else [rule.paytable.pays(line, amount) for amount in rule.amounts]
            shares = [rule.paytable.share(line, amount) for amount in rule.amounts] if line.shares else []
            assert (award["pays"], award["shares"], bool(award["jackpot"])) == (pays, shares, bool(shares))
