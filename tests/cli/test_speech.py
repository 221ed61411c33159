"""What stops a command, and what an audit finds, in the language of the terminal."""

from pathlib import Path

import pytest
from support.ledger.rows import drop_guards, new_store, sql

from controller.__main__ import main


@pytest.fixture(params=["en_US.UTF-8", "es_MX.UTF-8"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", request.param)
    return str(request.param)[:2]


def test_an_error_is_one_sentence(tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(tmp_path / "ledger.db")]) == 1
    sentence = {
        "en": "there is no ledger at {}: make one with `litbet init`\n",
        "es": "no hay ningún libro en {}: cree uno con `litbet init`\n",
    }[language]
    assert capsys.readouterr() == ("", sentence.format(tmp_path / "ledger.db" / "ledger.db"))


def test_each_finding_is_a_line(tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    new_store(url, 4).close()
    drop_guards(url)
    sql(url, "UPDATE journal SET mono = 7 WHERE seq = 3")
    assert main(["audit", str(tmp_path / "ledger.db")]) == 1
    line = {
        "en": "chain: row 3 is not what was chained to row 2: one of them was changed",
        "es": "cadena: la fila 3 no es la que se encadenó a la fila 2: una de las dos se cambió",
    }[language]
    assert line in capsys.readouterr().out.splitlines()


def test_wrong_use_is_told_apart_by_the_exit_status(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", "--config", str(Path("config/table.toml").absolute()), "--dir", str(tmp_path)]) == 2
    words = {"en": "name the backup's folder", "es": "indique la carpeta de la copia"}[language]
    assert capsys.readouterr().err.startswith(f"litbet: {words}")
