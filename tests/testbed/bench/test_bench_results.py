"""What a person reads after `litbet bench --hands`."""

import pytest

from testbed.bench.results import as_text
from words.message import as_json, message

RESULTS = {
    "hands": 12,
    "rounds": 12,
    "shoes": 0,
    "wagers": 50,
    "wagered_cents": 25_000,
    "posts": [{"day": "2026-11-18", "jackpot": "bonus", "cents": 2500}],
    "jackpots": {"bonus": {"before_micros": 1_250_000_000, "meter_micros": 1_275_000_000, "wins": 1}},
    "awards": [
        {"round": 3, "spot": "2/galaxy", "award": "Any pair", "cards": "Qh Qd", "dealer": "7c 8s", "pays": "15.00"},
        {"round": 5, "spot": "1/galaxy", "award": "Aces", "cards": "Ah As", "dealer": "Ac"}
        | {"share": "100 %", "jackpot": "bonus"},
    ],
    "signs": {},
    "latency_ms": {"lamp": {"p50": 1.5, "p99": 3.25}, "commit": {}},
    "audit": "ok",
}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Round 3, spot 2/galaxy: Any pair, $15.00 (player Qh Qd, dealer 7c 8s)"),
        ("es", "Ronda 3, asiento 2/galaxy: Any pair, $15.00 (jugador Qh Qd, crupier 7c 8s)"),
    ],
)
def test_the_results_are_sentences_of_the_catalogue(
    monkeypatch: pytest.MonkeyPatch, language: str, expected: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_US.UTF-8")
    lines = list(as_text(RESULTS))
    assert expected in lines
    assert not [line for line in lines if line.startswith("result_")], "each code has its sentence"


def test_results_with_findings_name_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    finding = as_json(message("findings.order", row=4, after=7))
    assert list(as_text(RESULTS | {"audit": [finding]}))[-1] == "row 4 comes after row 7"
